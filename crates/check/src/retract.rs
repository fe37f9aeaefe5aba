//! Taking back moves: all pasts from which one move leads to a past.

use std::fmt;

use crate::board::{Board, Colour, Kind, Man, Square, Wing};
use crate::past::{Past, Right};

/// The manner of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Manner {
    /// Every move that is none of the others, with or without a capture.
    Step,
    /// A pawn from its second row to its fourth.
    DoubleStep,
    /// A pawn that reached its last row, with or without a capture.
    Promotion,
    /// A pawn that captured en passant.
    EnPassant,
    /// Castling.
    Castling,
}

/// A move to be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unmove {
    /// The man (in castling: the king) as it stands after the move.
    pub man: Man,
    /// Where it came from.
    pub from: Square,
    /// Where it stands after the move.
    pub at: Square,
    /// How it moved.
    pub manner: Manner,
    /// What it captured.
    pub captured: Option<Man>,
}

impl fmt::Display for Unmove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unmove { man, from, at, manner, captured } = self;
        match manner {
            Manner::Castling => write!(f, "{} castled from {from} to {at}", man.colour)?,
            Manner::Promotion => {
                write!(f, "{} pawn went from {from} to {at} and became a {}", man.colour, man.kind.name())?
            }
            _ => write!(f, "{man} went from {from} to {at}")?,
        }
        let manner = if *manner == Manner::EnPassant { " en passant" } else { "" };
        captured.map_or(Ok(()), |captured| write!(f, ", capturing a {captured}{manner}"))
    }
}

/// A past from which one move leads to another, and that move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Predecessor {
    /// What was there before.
    pub past: Past,
    /// The move.
    pub unmove: Unmove,
}

/// The predecessors of a past, whether or not they are legal positions.
///
/// If a game reaches the past by a move, then before that move it reached one of these.
pub fn predecessors(past: &Past) -> Vec<Predecessor> {
    let board = &past.board;
    let mut search = Search { past, board, found: Vec::new() };
    for (at, man) in board.men_of(board.turn.other()) {
        match man.kind {
            Kind::Pawn => {
                search.double_step(at, man);
                search.pawn_steps(at, man, Manner::Step);
                search.en_passant(at, man);
            }
            Kind::King => {
                search.steps(at, man);
                Wing::BOTH.into_iter().for_each(|wing| search.castling(at, man, wing));
            }
            _ => {
                search.steps(at, man);
                if at.row() == man.colour.own_row(7, 8) {
                    search.pawn_steps(at, man, Manner::Promotion);
                }
            }
        }
    }
    search.found
}

struct Search<'a> {
    past: &'a Past,
    board: &'a Board,
    found: Vec<Predecessor>,
}

impl Search<'_> {
    fn is_empty(&self, square: Option<Square>) -> bool {
        square.is_some_and(|square| self.board.man(square).is_none())
    }

    /// The men that may have been captured on a square.
    fn captures(&self, on: Square) -> impl Iterator<Item = Option<Man>> + use<> {
        let colour = self.board.turn;
        let pawn = Some(Kind::Pawn).filter(|_| !on.is_on_end_row());
        Kind::OFFICERS.into_iter().chain(pawn).map(move |kind| Some(Man { colour, kind }))
    }

    /// A king or officer came from an empty square from which it attacks this one.
    fn steps(&mut self, at: Square, man: Man) {
        for from in self.board.squares() {
            if self.is_empty(Some(from)) && self.board.would_attack(man, from, at) {
                for captured in self.captures(at).chain([None]) {
                    self.take_back(Unmove { man, from, at, manner: Manner::Step, captured });
                }
            }
        }
    }

    /// A pawn came from an empty square: from straight behind without a capture, else with one.
    fn pawn_steps(&mut self, at: Square, man: Man, manner: Manner) {
        for (files, from) in behind(at, man.colour).filter(|(_, from)| !from.is_on_end_row()) {
            let captures = self.captures(at).filter(|_| files != 0);
            for captured in captures.chain((files == 0).then_some(None)) {
                if self.is_empty(Some(from)) {
                    self.take_back(Unmove { man, from, at, manner, captured });
                }
            }
        }
    }

    fn double_step(&mut self, at: Square, man: Man) {
        let [crossed, from] = [-1, -2].map(|rows| at.offset(0, rows * man.colour.forward()));
        let was_empty = self.is_empty(crossed) && self.is_empty(from);
        if let Some(from) = from.filter(|_| was_empty && at.row() == man.colour.own_row(3, 8)) {
            self.take_back(Unmove { man, from, at, manner: Manner::DoubleStep, captured: None });
        }
    }

    fn en_passant(&mut self, at: Square, man: Man) {
        // Of the captured pawn: where it stood and where it had come from.
        let its_squares = [-1, 1].map(|rows| at.offset(0, rows * man.colour.forward()));
        if at.row() != man.colour.own_row(5, 8) || !its_squares.into_iter().all(|on| self.is_empty(on)) {
            return;
        }
        for (files, from) in behind(at, man.colour) {
            if files != 0 && self.is_empty(Some(from)) {
                let captured = Some(Man { colour: man.colour.other(), kind: Kind::Pawn });
                self.take_back(Unmove { man, from, at, manner: Manner::EnPassant, captured });
            }
        }
    }

    fn castling(&mut self, at: Square, man: Man, wing: Wing) {
        let ([corner, king, rook], row) = (wing.files(), man.colour.own_row(0, 8));
        let rook_stands = self.board.man(Square::on(rook, row)) == Some(Man { kind: Kind::Rook, ..man });
        let mut others = (corner.min(4)..=corner.max(4)).filter(|file| ![king, rook].contains(file));
        let were_empty = others.all(|file| self.is_empty(Square::new(file, row)));
        if at == Square::on(king, row) && rook_stands && were_empty {
            let from = Square::on(4, row);
            self.take_back(Unmove { man, from, at, manner: Manner::Castling, captured: None });
        }
    }

    /// Adds the predecessor of an un-move unless the en passant square or the castling rights, or in
    /// castling an attack, forbid it.
    fn take_back(&mut self, unmove: Unmove) {
        let Unmove { man, from, at, manner, captured } = unmove;
        // The square between, when there is just one.
        let crossed = Square::on((from.file() + at.file()) / 2, (from.row() + at.row()) / 2);
        if self.board.en_passant.is_some_and(|demanded| manner != Manner::DoubleStep || demanded != crossed) {
            return;
        }
        let mut before = Past { board: Board { turn: man.colour, en_passant: None, ..*self.board } };
        before.board.put(from, Some(man));
        before.board.put(at, captured);
        let mut regained = None;
        match manner {
            Manner::Step | Manner::DoubleStep => {}
            Manner::Promotion => before.board.put(from, Some(Man { kind: Kind::Pawn, ..man })),
            Manner::EnPassant => {
                before.board.put(at, None);
                before.board.put(Square::on(at.file(), from.row()), captured);
                before.board.en_passant = Some(at);
            }
            Manner::Castling => {
                let wing = if at > from { Wing::HSide } else { Wing::ASide };
                let right = Right { colour: man.colour, wing };
                let [_, (corner, rook)] = right.men();
                before.board.put(crossed, None);
                before.board.put(corner, Some(rook));
                let enemy = man.colour.other();
                if [from, crossed].into_iter().any(|on| before.board.is_attacked_on(on, enemy)) {
                    return;
                }
                regained = Some(right);
            }
        }
        let kept = self.past.rights().all(|right| {
            let touched = right.men().iter().any(|(square, _)| [from, at].contains(square));
            before.has_men_of(right) && !touched
        });
        if kept {
            regained.into_iter().for_each(|right| before.demand_right(right));
            self.found.push(Predecessor { past: before, unmove });
        }
    }
}

/// The squares from which a pawn gets to this one in a single step, each with its distance in files.
fn behind(at: Square, colour: Colour) -> impl Iterator<Item = (i8, Square)> {
    let from = move |files| at.offset(files, -colour.forward()).map(|from| (files, from));
    [0, -1, 1].into_iter().filter_map(from)
}
