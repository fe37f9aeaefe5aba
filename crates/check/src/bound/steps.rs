//! The least moves of single men, past men that never move.

use std::cell::{Cell, RefCell};

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

/// Moves to each square from some, with all captures made; a step leads from sets of squares to others, by
/// captures made. It ends when all of a set have been reached.
fn walk<const N: usize>(from: [Set; N], all: Set, step: impl Fn([Set; N]) -> [Set; N]) -> Row {
    let (mut row, mut seen, mut last) = (Row::NEVER, 0, from);
    for moves in 0..FAR {
        last[N - 1] &= !seen;
        seen |= last[N - 1];
        Square::in_set(last[N - 1]).for_each(|square| row.0[square.index()] = moves);
        if last == [0; N] || all & !seen == 0 {
            break;
        }
        last = step(last);
    }
    row
}

/// From squares and to squares.
const FROM: usize = 0;
const TO: usize = 1;

/// Rows of pieces, by kind; of pawns, with all captures owed and one less; of promoted ones, by kind.
const PAWNS: usize = 5;
const PROMOTED: usize = 7;
const ROWS: usize = 12;

/// The least moves that facts leave to the men of a position.
pub struct Steps {
    facts: Facts,
    /// The square that a pawn has just crossed.
    crossed: Option<Square>,
    /// Where the king of each side never steps.
    guarded: [Set; 2],
    /// As far as they have been asked for.
    rows: RefCell<Vec<Row>>,
    /// The number of each, from 1: from squares and to squares, by what they are of, side and square.
    numbers: Vec<Cell<u16>>,
}

impl Steps {
    /// Of the men of a position.
    pub fn new(board: &Board, facts: Facts) -> Steps {
        let guarded = Colour::BOTH.map(|colour| {
            let walls = board.men_of(colour.other()).filter(|(square, _)| square.bit() & facts.walls != 0);
            walls.fold(0, |all, (square, man)| all | attacks(man, square.bit(), 0))
        });
        let numbers = vec![Cell::new(0); 2 * ROWS * 2 * 64];
        Steps { facts, crossed: board.en_passant, guarded, rows: RefCell::default(), numbers }
    }

    /// What is known of men of a side from or to a square.
    fn of(&self, way: usize, what: usize, side: Colour, square: Square, new: impl Fn() -> Row) -> Row {
        let number = &self.numbers[((way * ROWS + what) * 2 + side as usize) * 64 + square.index()];
        if number.get() == 0 {
            let row = new();
            self.rows.borrow_mut().push(row);
            number.set(self.rows.borrow().len() as u16);
        }
        self.rows.borrow()[usize::from(number.get()) - 1]
    }

    fn walk_piece(&self, way: usize, man: Man, from: Set) -> Row {
        let free = !self.facts.walls;
        let to = if man.kind == Kind::King { free & !self.guarded[man.colour as usize] } else { free };
        walk([from], free, |[last]| match way {
            FROM => [attacks(man, last, free) & to],
            _ => [attacks(man, last & to, free)],
        })
    }

    fn piece(&self, way: usize, man: Man, square: Square) -> Row {
        self.of(way, man.kind as usize, man.colour, square, || self.walk_piece(way, man, square.bit()))
    }

    /// Of a man that leaves its square and comes back.
    pub fn back(&self, man: Man, from: Square) -> i32 {
        if man.kind != Kind::Pawn && self.piece(FROM, man, from).0.contains(&1) { 2 } else { NEVER }
    }

    /// With at most the captures that are owed, or one less.
    fn pawn(&self, way: usize, less: usize, side: Colour, square: Square) -> Row {
        let (free, open) = (!self.facts.walls, self.facts.open[side as usize]);
        let [man, enemy] = [side, side.other()].map(|colour| Man { colour, kind: Kind::Pawn });
        let ahead = |from: Set| shift(from, (0, side.forward())) & free;
        let behind = |to: Set| shift(to & free, (0, -side.forward()));
        let step = |last: [Set; MOST + 1]| {
            std::array::from_fn(|made| {
                let (last, before) = (last[made], if made > 0 { last[made - 1] } else { 0 });
                match way {
                    FROM => {
                        let two = ahead(ahead(last & own_rank(side, 1)));
                        ahead(last) | two | attacks(man, before, 0) & open
                    }
                    // (What has captured makes no double step.)
                    _ => behind(last) | attacks(enemy, before & open, 0),
                }
            })
        };
        let owes = usize::try_from(self.facts.owes[side as usize]).unwrap_or(0).saturating_sub(less);
        // Captures that are not to be made have been made.
        let from = std::array::from_fn(|made| if made + owes < MOST { 0 } else { square.bit() });
        self.of(way, PAWNS + less, side, square, || walk(from, !0, step))
    }

    /// Of a pawn that becomes a piece.
    fn promoted(&self, way: usize, piece: Man, square: Square) -> Row {
        self.of(way, PROMOTED + piece.kind as usize, piece.colour, square, || {
            let pawn = |square| self.pawn(way, way, piece.colour, square);
            let near = if way == FROM { pawn(square) } else { self.piece(TO, piece, square) };
            let ends = Square::in_set(own_rank(piece.colour, 7)).filter(|on| near.0[on.index()] != FAR);
            ends.fold(Row::NEVER, |row, on| {
                let far = if way == FROM { self.piece(FROM, piece, on) } else { pawn(on) };
                row.least(&far.then(&Row([near.0[on.index()]; 64])))
            })
        })
    }

    /// Of a man that is of a kind in the end.
    fn row(&self, way: usize, man: Man, kind: Kind, square: Square) -> Row {
        match (man.kind, kind) {
            (Kind::Pawn, Kind::Pawn) => self.pawn(way, way, man.colour, square),
            (Kind::Pawn, Kind::King) => Row::NEVER,
            (Kind::Pawn, _) => self.promoted(way, Man { kind, ..man }, square),
            (of, _) if of == kind => self.piece(way, man, square),
            _ => Row::NEVER,
        }
    }

    /// Of a pawn that has become a queen or a knight: other pieces are nowhere sooner.
    fn promoted_to_any(&self, man: Man, from: Square) -> Row {
        self.row(FROM, man, Kind::Queen, from).least(&self.row(FROM, man, Kind::Knight, from))
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
        let row = self.arrive(man, from);
        Square::in_set(open).map(|on| row.at(on)).min().unwrap_or(NEVER)
    }

    /// Of a man until it is on each square, whatever it is by then, or is captured en passant there.
    pub fn arrive(&self, man: Man, from: Square) -> Row {
        let row = self.row(FROM, man, man.kind, from);
        if man.kind != Kind::Pawn {
            return row;
        }
        let crossed = self.crossed.filter(|on| from.bit() == shift(on.bit(), (0, man.colour.forward())));
        let row = row.least(&self.promoted_to_any(man, from));
        row.each(|square, moves| if crossed.is_some_and(|on| on.index() == square) { 0 } else { moves })
    }

    /// Of a man that captures on each square, and ends in a place.
    pub fn takes(&self, man: Man, from: Square, place: Place) -> Row {
        if man.kind != Kind::Pawn {
            let mut there = self.piece(FROM, man, from);
            there.0[from.index()] = u8::try_from(self.back(man, from)).unwrap_or(FAR);
            return match place {
                Some((to, kind)) => there.then(&self.row(TO, man, kind, to)),
                None if man.kind == Kind::King => Row::NEVER,
                None => there.then(&self.walk_piece(TO, man, self.facts.open[man.colour.other() as usize])),
            };
        }
        let mut as_pawn = Row::NEVER;
        for (at, moves) in Square::in_set(!0).zip(self.pawn(FROM, 1, man.colour, from).0) {
            for on in Square::in_set(attacks(man, at.bit(), 0)) {
                as_pawn.0[on.index()] = as_pawn.0[on.index()].min(moves.saturating_add(1));
            }
        }
        let Some((to, kind)) = place else { return as_pawn.least(&self.promoted_to_any(man, from)) };
        let later = as_pawn.then(&self.row(TO, man, kind, to));
        let sooner = || self.row(FROM, man, kind, from).then(&self.piece(TO, Man { kind, ..man }, to));
        if kind == Kind::Pawn { later } else { later.least(&sooner()) }
    }
}
