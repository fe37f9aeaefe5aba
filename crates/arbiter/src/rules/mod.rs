//! The rule sets. Each is a zero-sized type, so that each game is compiled to its own straight-line
//! code; everything else in the crate is generic over [`Rules`] and knows no game by name.
//!
//! A new game is a file here, and its two lines in the lists below. Names, help texts, schemas and boards of
//! all that ask for a rule set come from these.

#[macro_use]
mod kind;
mod gardner;
mod los_alamos;
mod pawnless;
mod simplified;
mod simplified_pawns;
mod standard;

use std::fmt::Debug;
use std::hash::Hash;

use crate::board::{Bitboard, Color, Role, Square};

pub use kind::UnknownRules;

rule_sets! {
    $
    standard::Standard,
    pawnless::Pawnless,
    simplified::Simplified,
    simplified_pawns::SimplifiedPawns,
    gardner::Gardner,
    los_alamos::LosAlamos,
}

/// How pawns move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pawns {
    /// There are none.
    None,
    /// The laws of chess: double step from the second rank, en passant.
    Full,
    /// One step forward only, no en passant.
    SingleStep,
}

/// How a game is won: a type, so that whatever depends on it is chosen once for each way and not for each
/// game.
pub trait WinCondition: 'static {
    /// Whether the royal may be left attacked, and its capture wins.
    const BY_CAPTURE: bool;
}

/// The game is won by checkmate.
#[derive(Clone, Copy, Debug)]
pub struct ByCheckmate;

/// The game is won by capturing the royal.
#[derive(Clone, Copy, Debug)]
pub struct ByCapture;

impl WinCondition for ByCheckmate {
    const BY_CAPTURE: bool = false;
}

impl WinCondition for ByCapture {
    const BY_CAPTURE: bool = true;
}

/// The size of a board, for what depends on nothing else of a game and need not be compiled for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Files, 1 to 8.
    pub width: u8,
    /// Ranks, 1 to 8.
    pub height: u8,
}

impl Size {
    /// Whether a square is on the board.
    #[inline(always)]
    pub(crate) fn has(self, square: Square) -> bool {
        square.file() < self.width && square.rank() < self.height
    }

    /// The rank on which the pieces of this colour start.
    #[inline(always)]
    pub(crate) fn back_rank(self, color: Color) -> Bitboard {
        let rank = if color == Color::White { 0 } else { self.height - 1 };
        Bitboard(0xFF >> (8 - self.width) << (8 * rank))
    }
}

/// A game on a window of the 64 squares.
///
/// ```
/// use chess_arbiter::rules::{Rules, Simplified, Standard};
/// assert_eq!(Standard::WINDOW.len(), 64);
/// assert_eq!(Simplified::WINDOW.len(), 16);
/// ```
pub trait Rules: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// The name users give it, as in `--rules`.
    const NAME: &'static str;
    /// What the game is called, for people who choose one: a few words.
    const TITLE: &'static str;
    /// The starting position as FEN, if the game has one.
    const START: Option<&'static str> = None;
    /// A position to show first, as FEN: the starting position unless the game has none.
    const EXAMPLE: &'static str = Self::START.expect("a game without a starting position needs an EXAMPLE");
    /// The squares of the board: a rectangle with a corner on a1. Beyond it are walls.
    const WINDOW: Bitboard;
    /// The piece that must not be lost; each side has exactly one.
    const ROYAL: Role;
    /// How it is won: [`ByCheckmate`] or [`ByCapture`].
    type Won: WinCondition;
    /// Whether the royal may be left attacked, and its capture wins the game.
    /// If not, a move that leaves it attacked is illegal and the game is won by checkmate.
    const ROYAL_CAPTURABLE: bool = Self::Won::BY_CAPTURE;
    /// Whether a position in which the side not to move is attacked may be asked about, though the royal is
    /// never captured.
    const WAITING_SIDE_ATTACKABLE: bool;
    /// The roles that occur.
    const ROLES: &'static [Role];
    /// How pawns move.
    const PAWNS: Pawns;
    /// What a pawn may (and on the last rank must) become.
    const PROMOTIONS: &'static [Role];
    /// Whether there is castling (by the rules of Chess960, of which classical castling is a case).
    const CASTLING: bool;

    /// Whether its searches are compiled for the portable code alone ([`Task::PORTABLE_ONLY`]).
    ///
    /// [`Task::PORTABLE_ONLY`]: crate::attacks::Task::PORTABLE_ONLY
    const PORTABLE_ONLY: bool = false;

    /// Ranks of the window, 1 to 8.
    const HEIGHT: u8 = (64 - Self::WINDOW.0.leading_zeros() as u8).div_ceil(8);
    /// Files of the window, 1 to 8.
    const WIDTH: u8 = (Self::WINDOW.0 & 0xFF).count_ones() as u8;

    /// Both of them.
    const SIZE: Size = Size { width: Self::WIDTH, height: Self::HEIGHT };

    /// Whether a role occurs.
    #[inline(always)]
    fn has_role(role: Role) -> bool {
        Self::ROLES.contains(&role)
    }

    /// The rank on which pawns of this colour promote.
    #[inline(always)]
    fn last_rank(color: Color) -> Bitboard {
        Bitboard::rank(if color == Color::White { Self::HEIGHT - 1 } else { 0 }) & Self::WINDOW
    }

    /// The rank on which the pieces of this colour start.
    #[inline(always)]
    fn back_rank(color: Color) -> Bitboard {
        Self::last_rank(!color)
    }
}
