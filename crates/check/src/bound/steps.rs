//! The least moves of single men, past men that never move.

use std::cell::OnceCell;

use crate::attacks::attacks;
use crate::board::{Board, Colour, Kind, Man, Square};
use crate::squares::{Set, own_rank, shift};

/// More moves than there can be, which stands for never.
pub const NEVER: i32 = 1 << 20;

/// A pawn has no more captures to make.
const MOST: usize = 6;

/// What holds in all games that a node is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// Squares of men that neither move nor are captured.
    pub walls: Set,
    /// Where captures of each side end.
    pub open: [Set; 2],
    /// The captures that each side has still to make; less than none if too many have been made.
    pub owes: [i32; 2],
}

/// Where a man ends: on a square as a kind, or captured.
pub type Place = Option<(Square, Kind)>;

/// Moves from a square to each, or from each to one, and what is more than a game has.
#[derive(Clone, Copy)]
pub struct Row([u8; 64]);
const FAR: u8 = 255;

impl Row {
    const NEVER: Row = Row([FAR; 64]);

    /// From or to a square.
    pub fn at(&self, square: Square) -> i32 {
        let moves = self.0[square.index()];
        if moves == FAR { NEVER } else { moves.into() }
    }

    /// The squares of a set with at most so many.
    pub(super) fn within(&self, set: Set, moves: i32) -> Set {
        Square::in_set(set).filter(|at| self.at(*at) <= moves).fold(0, |all, at| all | at.bit())
    }

    fn each(&self, of: impl Fn(usize, u8) -> u8) -> Row {
        Row(std::array::from_fn(|square| of(square, self.0[square])))
    }

    fn least(&self, other: &Row) -> Row {
        self.each(|square, moves| moves.min(other.0[square]))
    }

    fn then(&self, other: &Row) -> Row {
        self.each(|square, moves| moves.saturating_add(other.0[square]))
    }
}

/// Moves to each square from some, on each of some boards; a step leads from sets of squares on them to
/// others. It ends when all of a set have been reached.
fn walk<const N: usize>(from: Set, all: Set, step: impl Fn([Set; N]) -> [Set; N]) -> [Row; N] {
    let (mut rows, mut seen, mut last) = ([Row::NEVER; N], [0; N], [from; N]);
    for moves in 0..FAR {
        for board in 0..N {
            last[board] &= !seen[board];
            seen[board] |= last[board];
            Square::in_set(last[board]).for_each(|square| rows[board].0[square.index()] = moves);
        }
        if last == [0; N] || seen.iter().all(|seen| all & !seen == 0) {
            break;
        }
        last = step(last);
    }
    rows
}

/// Those of a pawn with at most so many captures.
type Pawn = [Row; MOST + 1];

/// From squares (0) and to squares (1), by kind and square, as far as they have been asked for.
type Known<T> = [Vec<OnceCell<Box<T>>>; 2];
const FROM: usize = 0;
const TO: usize = 1;

/// The least moves that facts leave to the men of a position.
pub struct Steps {
    facts: Facts,
    /// The square that a pawn has just crossed.
    crossed: Option<Square>,
    /// Where the king of each side never steps.
    guarded: [Set; 2],
    /// By side.
    pieces: [Known<Row>; 2],
    pawns: [Known<Pawn>; 2],
    /// Pawns that become pieces.
    promoted: [Known<Row>; 2],
    /// Moves until a man is captured; kings are not.
    lost: [Known<i32>; 2],
}

impl Steps {
    /// Of the men of a position.
    pub fn new(board: &Board, facts: Facts) -> Steps {
        let guarded = Colour::BOTH.map(|colour| {
            let walls = board.men_of(colour.other()).filter(|(square, _)| square.bit() & facts.walls != 0);
            walls.fold(0, |all, (square, man)| all | attacks(man, square.bit(), 0))
        });
        fn known<T: Clone>(kinds: usize) -> [Known<T>; 2] {
            [0; 2].map(|_| [0; 2].map(|_| vec![OnceCell::new(); 64 * kinds]))
        }
        let (pieces, pawns, promoted, lost) = (known(5), known(1), known(5), known(5));
        Steps { facts, crossed: board.en_passant, guarded, pieces, pawns, promoted, lost }
    }

    /// What is known of a man from or to a square.
    fn of<T>(all: &[Known<T>; 2], way: usize, man: Man, square: Square, new: impl Fn() -> T) -> &T {
        let kind = if man.kind == Kind::Pawn { 0 } else { man.kind as usize };
        all[man.colour as usize][way][64 * kind + square.index()].get_or_init(|| Box::new(new()))
    }

    /// The captures that a pawn may make: from squares all that its side owes, to squares, where it has made
    /// one, one less.
    fn captures(&self, side: Colour, way: usize) -> usize {
        (self.facts.owes[side as usize] - way as i32).clamp(0, MOST as i32) as usize
    }

    fn walk_piece(&self, way: usize, man: Man, from: Set) -> Row {
        let free = !self.facts.walls;
        let to = if man.kind == Kind::King { free & !self.guarded[man.colour as usize] } else { free };
        // Backwards a king also begins where it never steps.
        let all = if way == FROM { to } else { free };
        let [row] = walk(from, all, |[last]: [Set; 1]| match way {
            FROM => [attacks(man, last, free) & to],
            _ => [attacks(man, last & to, free)],
        });
        row
    }

    fn piece(&self, way: usize, man: Man, square: Square) -> &Row {
        Steps::of(&self.pieces, way, man, square, || self.walk_piece(way, man, square.bit()))
    }

    /// Of a man that leaves its square and comes back.
    pub fn back(&self, man: Man, from: Square) -> i32 {
        if man.kind != Kind::Pawn && self.piece(FROM, man, from).0.contains(&1) { 2 } else { NEVER }
    }

    fn pawn(&self, way: usize, side: Colour, square: Square) -> &Pawn {
        let (free, open) = (!self.facts.walls, self.facts.open[side as usize]);
        let [man, enemy] = [side, side.other()].map(|colour| Man { colour, kind: Kind::Pawn });
        let ahead = |from: Set| shift(from, (0, side.forward())) & free;
        let behind = |to: Set| shift(to & free, (0, -side.forward()));
        let step = |last: [Set; MOST + 1]| {
            std::array::from_fn(|captures| {
                let (last, before) = (last[captures], if captures > 0 { last[captures - 1] } else { 0 });
                match way {
                    FROM => {
                        let two = ahead(ahead(last & own_rank(side, 1)));
                        ahead(last) | two | attacks(man, before, 0) & open
                    }
                    _ => {
                        let two = behind(behind(last)) & own_rank(side, 1);
                        behind(last) | two | attacks(enemy, before & open, 0)
                    }
                }
            })
        };
        Steps::of(&self.pawns, way, man, square, || walk(square.bit(), !0, step))
    }

    /// Of a pawn that becomes a piece.
    fn promoted(&self, way: usize, piece: Man, square: Square) -> &Row {
        let (side, captures) = (piece.colour, self.captures(piece.colour, way));
        Steps::of(&self.promoted, way, piece, square, || {
            let pawn = |square| &self.pawn(way, side, square)[captures];
            Square::in_set(own_rank(side, 7)).fold(Row::NEVER, |row, on| {
                let near = if way == FROM { pawn(square) } else { self.piece(TO, piece, square) };
                if near.0[on.index()] == FAR {
                    return row;
                }
                let far = if way == FROM { self.piece(FROM, piece, on) } else { pawn(on) };
                row.least(&far.then(&Row([near.0[on.index()]; 64])))
            })
        })
    }

    /// Of a man that is of a kind in the end.
    fn row(&self, way: usize, man: Man, kind: Kind, square: Square) -> &Row {
        match (man.kind, kind) {
            (Kind::Pawn, Kind::Pawn) => &self.pawn(way, man.colour, square)[self.captures(man.colour, way)],
            (Kind::Pawn, Kind::King) => &Row::NEVER,
            (Kind::Pawn, _) => self.promoted(way, Man { kind, ..man }, square),
            (of, _) if of == kind => self.piece(way, man, square),
            _ => &Row::NEVER,
        }
    }

    /// Of a pawn that has become a queen or a knight: other pieces are nowhere sooner.
    fn promoted_to_any(&self, man: Man, from: Square) -> Row {
        self.row(FROM, man, Kind::Queen, from).least(self.row(FROM, man, Kind::Knight, from))
    }

    /// Of a man until it ends in a place.
    pub fn end(&self, man: Man, from: Square, place: Place) -> i32 {
        if let Some((to, kind)) = place {
            return self.row(FROM, man, kind, from).at(to);
        }
        // Until it is captured.
        let open = self.facts.open[man.colour.other() as usize];
        if open == 0 || man.kind == Kind::King {
            return NEVER;
        }
        *Steps::of(&self.lost, FROM, man, from, || {
            let row = self.arrive(man, from);
            Square::in_set(open).map(|on| row.at(on)).min().unwrap_or(NEVER)
        })
    }

    /// Of a man until it is on each square, whatever it is by then, or is captured en passant there.
    pub fn arrive(&self, man: Man, from: Square) -> Row {
        let row = self.row(FROM, man, man.kind, from);
        if man.kind != Kind::Pawn {
            return *row;
        }
        let crossed = self.crossed.filter(|on| from.bit() == shift(on.bit(), (0, man.colour.forward())));
        let row = row.least(&self.promoted_to_any(man, from));
        row.each(|square, moves| if crossed.is_some_and(|on| on.index() == square) { 0 } else { moves })
    }

    /// Of a man that captures on each square, and ends in a place.
    pub fn takes(&self, man: Man, from: Square, place: Place) -> Row {
        if man.kind != Kind::Pawn {
            let back = u8::try_from(self.back(man, from)).unwrap_or(FAR);
            let there = self.piece(FROM, man, from);
            let there = there.each(|square, moves| if square == from.index() { back } else { moves });
            return match place {
                Some((to, kind)) => there.then(self.row(TO, man, kind, to)),
                None if man.kind == Kind::King => Row::NEVER,
                None => there.then(&self.walk_piece(TO, man, self.facts.open[man.colour.other() as usize])),
            };
        }
        let (mut as_pawn, before) = (Row::NEVER, self.captures(man.colour, TO));
        for (at, moves) in Square::in_set(!0).zip(self.pawn(FROM, man.colour, from)[before].0) {
            for on in Square::in_set(attacks(man, at.bit(), 0)) {
                as_pawn.0[on.index()] = as_pawn.0[on.index()].min(moves.saturating_add(1));
            }
        }
        let Some((to, kind)) = place else { return as_pawn.least(&self.promoted_to_any(man, from)) };
        let later = as_pawn.then(self.row(TO, man, kind, to));
        let sooner = || self.row(FROM, man, kind, from).then(self.piece(TO, Man { kind, ..man }, to));
        if kind == Kind::Pawn { later } else { later.least(&sooner()) }
    }
}
