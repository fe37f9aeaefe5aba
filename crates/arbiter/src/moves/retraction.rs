//! Retraction: un-moves, which lead from a position to those it can have arisen from.

use crate::board::{Bitboard, Board, Color, Role, Setup, Square};

/// A position as seen from its future: what must have been true of it.
///
/// As a claim, "this past is impossible" means: no game reaches exactly these men with this side to move,
/// **at least** these castling rights and, where a square is given, this en passant square
/// (`None`: whatever it was). A position that holds more demands is subsumed by one that holds fewer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Past {
    /// The men.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The corners (a1, h1, a8, h8) of the castling rights that must be there.
    pub castling: Bitboard,
    /// The en passant square that must be there.
    pub en_passant: Option<Square>,
}

impl From<&Setup> for Past {
    fn from(setup: &Setup) -> Past {
        let Setup { board, turn, castling, en_passant, .. } = *setup;
        Past { board, turn, castling, en_passant }
    }
}

/// What kind of move is taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnmoveKind {
    /// A man steps back, perhaps leaving behind a man that it captured.
    Step,
    /// A pawn takes back its double step.
    DoubleStep,
    /// A piece becomes a pawn again.
    Promotion,
    /// A pawn takes back an en passant capture.
    EnPassant,
    /// King and rook go back.
    Castling,
}

/// An un-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unmove {
    /// Where the man stands (the king, for castling).
    pub stands: Square,
    /// Where it came from.
    pub came_from: Square,
    /// What kind of move it was.
    pub kind: UnmoveKind,
    /// What it captured there (a pawn, for en passant).
    pub captured: Option<Role>,
}
