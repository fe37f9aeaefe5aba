//! Taking back moves: all pasts from which one move leads to a past.

use std::fmt;

use crate::board::{Board, Kind, Man, Square, Wing};
use crate::past::{Past, Right, demand_right, men_of};
use crate::squares::{END_ROWS, Set, attacks, home, own_row, shift};

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
    let (board, empty, mut found) = (&past.board, past.board.empty(), Vec::new());
    for (at, man) in board.men_of(board.turn.other()) {
        let (side, to) = (man.colour, at.bit());
        let enemy = |kind| Some(Man { colour: board.turn, kind });
        let officers = Kind::OFFICERS.map(enemy);
        let with_pawn = officers.into_iter().chain(Some(enemy(Kind::Pawn)).filter(|_| to & END_ROWS == 0));
        let captures: Vec<_> = with_pawn.collect();
        let mut add = |manner, origins, captures: &[Option<Man>]| {
            for from in Square::in_set(origins) {
                let unmove = |captured| Unmove { man, from, at, manner, captured };
                found.extend(captures.iter().filter_map(|captured| take_back(past, unmove(*captured))));
            }
        };
        if man.kind != Kind::Pawn {
            add(Manner::Step, attacks(man, to, empty) & empty, &[captures.as_slice(), &[None]].concat());
        }
        // A pawn, or what was one: from straight behind without a capture, else with one.
        let straight = |to: Set| shift(to, (0, -side.forward())) & empty;
        let diagonal = attacks(Man { colour: side.other(), kind: Kind::Pawn }, to, 0) & empty;
        match man.kind {
            Kind::Pawn => {
                if to & own_row(side, 3) != 0 {
                    add(Manner::DoubleStep, straight(straight(to)), &[None]);
                }
                add(Manner::Step, straight(to) & !END_ROWS, &[None]);
                add(Manner::Step, diagonal & !END_ROWS, &captures);
                // The pawn captured stood behind, and had come from beyond.
                let beyond = shift(to, (0, side.forward())) & empty;
                if to & own_row(side, 5) != 0 && straight(to) != 0 && beyond != 0 {
                    add(Manner::EnPassant, diagonal, &[enemy(Kind::Pawn)]);
                }
            }
            Kind::King => {
                for wing in Wing::BOTH {
                    let [king_to, rook_to] = [1, 2].map(|man| home(side, 0, wing.files()[man]));
                    let rook_stands = board.side(side).squares(Kind::Rook) & rook_to != 0;
                    let were_empty = wing.way(side) & !king_to & !rook_to & !empty == 0;
                    if to == king_to && rook_stands && were_empty {
                        add(Manner::Castling, home(side, 0, 4), &[None]);
                    }
                }
            }
            _ if to & own_row(side, 7) != 0 => {
                add(Manner::Promotion, straight(to), &[None]);
                add(Manner::Promotion, diagonal, &officers);
            }
            _ => {}
        }
    }
    found
}

/// The predecessor of an un-move unless the en passant square or the castling rights, or in
/// castling an attack, forbid it.
fn take_back(past: &Past, unmove: Unmove) -> Option<Predecessor> {
    let Unmove { man, from, at, manner, captured } = unmove;
    // The square between, when there is just one.
    let crossed = Square::on((from.file() + at.file()) / 2, (from.row() + at.row()) / 2);
    if past.board.en_passant.is_some_and(|demanded| manner != Manner::DoubleStep || demanded != crossed) {
        return None;
    }
    let mut before = Past { board: Board { turn: man.colour, en_passant: None, ..past.board } };
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
            let right = (man.colour, wing);
            let [_, (corner, rook)] = men_of(right);
            before.board.put(crossed, None);
            before.board.put(corner, Some(rook));
            if [from, crossed].into_iter().any(|on| before.board.attackers(on, man.colour.other()) != 0) {
                return None;
            }
            regained = Some(right);
        }
    }
    let is_kept = |right: Right| {
        let touched = men_of(right).iter().any(|(square, _)| [from, at].contains(square));
        before.has_men_of(right) && !touched
    };
    if !past.rights().all(is_kept) {
        return None;
    }
    regained.into_iter().for_each(|right| demand_right(&mut before.board, right));
    Some(Predecessor { past: before, unmove })
}
