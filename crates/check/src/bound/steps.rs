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

/// Moves from a square to each, and what is more than a game has.
type Row = [u8; 64];
const FAR: u8 = 255;

/// The least moves that facts leave to the men of a position.
pub struct Steps {
    facts: Facts,
    /// The square that a pawn has just crossed.
    crossed: Option<Square>,
    /// Where the king of each side never steps.
    guarded: [Set; 2],
    /// By side, kind and square, as far as they have been asked for.
    pieces: Vec<OnceCell<Row>>,
    /// By side and square, with at most so many captures.
    pawns: Vec<OnceCell<[Row; MOST + 1]>>,
}

/// Moves to each square from one, on each of some boards; a step leads from sets of squares on them to
/// others.
fn walk<const N: usize>(from: Square, step: impl Fn([Set; N]) -> [Set; N]) -> [Row; N] {
    let (mut rows, mut seen, mut last) = ([[FAR; 64]; N], [0; N], [from.bit(); N]);
    for moves in 0..FAR {
        for board in 0..N {
            last[board] &= !seen[board];
            seen[board] |= last[board];
            Square::in_set(last[board]).for_each(|square| rows[board][square.index()] = moves);
        }
        if last == [0; N] {
            break;
        }
        last = step(last);
    }
    rows
}

impl Steps {
    /// Of the men of a position.
    pub fn new(board: &Board, facts: Facts) -> Steps {
        let guarded = Colour::BOTH.map(|colour| {
            let walls = board.men_of(colour.other()).filter(|(square, _)| square.bit() & facts.walls != 0);
            walls.fold(0, |all, (square, man)| all | attacks(man, square.bit(), 0))
        });
        let (pieces, pawns) = (vec![OnceCell::new(); 2 * 5 * 64], vec![OnceCell::new(); 2 * 64]);
        Steps { facts, crossed: board.en_passant, guarded, pieces, pawns }
    }

    fn from_row(row: &Row, to: Square) -> i32 {
        match row[to.index()] {
            FAR => NEVER,
            moves => moves.into(),
        }
    }

    fn row(&self, man: Man, from: Square) -> &Row {
        let (free, side) = (!self.facts.walls, man.colour as usize);
        let to = if man.kind == Kind::King { free & !self.guarded[side] } else { free };
        let step = |last: [Set; 1]| [attacks(man, last[0], free) & to];
        let row = &self.pieces[(5 * side + man.kind as usize) * 64 + from.index()];
        row.get_or_init(|| walk(from, step)[0])
    }

    /// Of a piece.
    fn piece(&self, man: Man, from: Square, to: Square) -> i32 {
        Steps::from_row(self.row(man, from), to)
    }

    /// Of a man that leaves its square and comes back.
    pub fn back(&self, man: Man, from: Square) -> i32 {
        if man.kind != Kind::Pawn && self.row(man, from).contains(&1) { 2 } else { NEVER }
    }

    /// Of a pawn that captures at most so often.
    fn pawn(&self, side: Colour, captures: i32, from: Square, to: Square) -> i32 {
        let step = |last: [Set; MOST + 1]| {
            std::array::from_fn(|captures| {
                let ahead = |from: Set| shift(from, (0, side.forward())) & !self.facts.walls;
                let man = Man { colour: side, kind: Kind::Pawn };
                let diagonal = |from: Set| attacks(man, from, 0) & self.facts.open[side as usize];
                let two = ahead(ahead(last[captures] & own_rank(side, 1)));
                ahead(last[captures]) | two | if captures > 0 { diagonal(last[captures - 1]) } else { 0 }
            })
        };
        let rows = self.pawns[64 * side as usize + from.index()].get_or_init(|| walk(from, step));
        Steps::from_row(&rows[captures.clamp(0, MOST as i32) as usize], to)
    }

    /// Of a pawn that becomes a piece.
    fn promoted(&self, piece: Man, captures: i32, from: Square, to: Square) -> i32 {
        let last = Square::in_set(own_rank(piece.colour, 7));
        let over = |on| self.pawn(piece.colour, captures, from, on) + self.piece(piece, on, to);
        last.map(over).min().unwrap_or(NEVER)
    }

    /// The least of queen and knight, which a pawn has become: other pieces are nowhere sooner.
    fn promoted_to_any(&self, side: Colour, captures: i32, from: Square, to: Square) -> i32 {
        let of = |kind| self.promoted(Man { colour: side, kind }, captures, from, to);
        of(Kind::Queen).min(of(Kind::Knight))
    }

    /// Of a man that ends on a square as a man of a kind, with so many captures if it is a pawn.
    fn to(&self, man: Man, captures: i32, from: Square, (to, kind): (Square, Kind)) -> i32 {
        match (man.kind, kind) {
            (Kind::Pawn, Kind::Pawn) => self.pawn(man.colour, captures, from, to),
            (Kind::Pawn, Kind::King) => NEVER,
            (Kind::Pawn, _) => self.promoted(Man { kind, ..man }, captures, from, to),
            (of, _) if of == kind => self.piece(man, from, to),
            _ => NEVER,
        }
    }

    /// Of a man until it ends in a place.
    pub fn end(&self, man: Man, from: Square, place: Place) -> i32 {
        match place {
            Some(place) => self.to(man, self.facts.owes[man.colour as usize], from, place),
            None => self.lost(man, from),
        }
    }

    /// Of a man until it is on a square, whatever it is by then, or is captured en passant there.
    pub fn arrive(&self, man: Man, from: Square, to: Square) -> i32 {
        if man.kind != Kind::Pawn {
            return self.piece(man, from, to);
        }
        let (side, owes) = (man.colour, self.facts.owes[man.colour as usize]);
        let has_crossed = self.crossed == Some(to) && from.bit() == shift(to.bit(), (0, side.forward()));
        let moves = self.pawn(side, owes, from, to).min(self.promoted_to_any(side, owes, from, to));
        if has_crossed { 0 } else { moves }
    }

    /// Of a man until it is captured.
    fn lost(&self, man: Man, from: Square) -> i32 {
        let on =
            Square::in_set(self.facts.open[man.colour.other() as usize]).filter(|_| man.kind != Kind::King);
        on.map(|on| self.arrive(man, from, on)).min().unwrap_or(NEVER)
    }

    /// Of a man that captures on a square, and ends in a place.
    pub fn takes(&self, man: Man, from: Square, on: Square, place: Place) -> i32 {
        if man.kind != Kind::Pawn {
            let there = if on == from { self.back(man, from) } else { self.piece(man, from, on) };
            return there + self.end(man, on, place);
        }
        let (side, owes) = (man.colour, self.facts.owes[man.colour as usize]);
        let before = Square::in_set(attacks(Man { colour: side.other(), ..man }, on.bit(), 0));
        let as_pawn = before.map(|before| self.pawn(side, owes - 1, from, before) + 1).min().unwrap_or(NEVER);
        match place {
            Some((to, kind)) => {
                let later = as_pawn + self.to(man, owes - 1, on, (to, kind));
                let piece = Man { kind, ..man };
                let sooner = || self.promoted(piece, owes, from, on) + self.piece(piece, on, to);
                if kind == Kind::Pawn { later } else { later.min(sooner()) }
            }
            None => as_pawn.min(self.promoted_to_any(side, owes, from, on)),
        }
    }
}
