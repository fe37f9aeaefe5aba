//! The rule sets. Each is a zero-sized type, so that each game is compiled to its own straight-line
//! code; everything else in the crate is generic over [`Rules`] and knows no game by name.

mod kind;

use std::fmt::Debug;

use crate::board::{Bitboard, Color, Role};

pub use kind::RulesKind;

/// How pawns move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pawns {
    /// There are none.
    None,
    /// The laws of chess: double step from the second row, en passant.
    Full,
    /// One step forward only, no en passant.
    SingleStep,
}

/// How a game is won: a type, so that whatever depends on it is chosen once for each way and not for each game.
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

/// A game on a window of the 64 squares. Implement this (and add tests) to add a game.
///
/// ```
/// use chess_arbiter::rules::{Rules, Simplified, Standard};
/// assert_eq!(Standard::WINDOW.len(), 64);
/// assert_eq!(Simplified::WINDOW.len(), 16);
/// ```
pub trait Rules: Copy + Debug + Default + PartialEq + Eq + Send + Sync + 'static {
    /// The name users give it, as in `--rules`.
    const NAME: &'static str;
    /// What people call it.
    const TITLE: &'static str;
    /// The initial array, as FEN; of a game that has none, a position with all its pieces to start editing from.
    const START: &'static str;
    /// The squares of the board: a rectangle with a corner on a1. Beyond it are walls.
    const WINDOW: Bitboard;
    /// The piece that must not be lost; each side has exactly one.
    const ROYAL: Role;
    /// How it is won: [`ByCheckmate`] or [`ByCapture`].
    type Won: WinCondition;
    /// Whether the royal may be left attacked, and its capture wins the game.
    /// If not, a move that leaves it attacked is illegal and the game is won by checkmate.
    const ROYAL_CAPTURABLE: bool = Self::Won::BY_CAPTURE;
    /// Whether a position in which the side not to move is attacked may be asked about, though the royal is never captured.
    const WAITING_SIDE_ATTACKABLE: bool;
    /// The roles that occur.
    const ROLES: &'static [Role];
    /// How pawns move.
    const PAWNS: Pawns;
    /// What a pawn may (and on the last row must) become.
    const PROMOTIONS: &'static [Role];
    /// Whether there is castling (by the rules of Chess960, of which classical castling is a case).
    const CASTLING: bool;

    /// Ranks of the window, 1 to 8.
    const HEIGHT: u8 = (64 - Self::WINDOW.0.leading_zeros() as u8).div_ceil(8);
    /// Files of the window, 1 to 8.
    const WIDTH: u8 = (Self::WINDOW.0 & 0xFF).count_ones() as u8;

    /// Whether a role occurs.
    #[inline(always)]
    fn has_role(role: Role) -> bool {
        Self::ROLES.contains(&role)
    }

    /// The row on which pawns of this colour promote.
    #[inline(always)]
    fn last_rank(color: Color) -> Bitboard {
        Bitboard::rank(if color == Color::White { Self::HEIGHT - 1 } else { 0 }) & Self::WINDOW
    }

    /// The row on which the pieces of this colour start.
    #[inline(always)]
    fn back_rank(color: Color) -> Bitboard {
        Self::last_rank(!color)
    }
}

/// Chess by the FIDE laws on 8×8, Chess960 castling included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standard;

impl Rules for Standard {
    const NAME: &'static str = "standard";
    const TITLE: &'static str = "Chess";
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const WINDOW: Bitboard = Bitboard::FULL;
    const ROYAL: Role = Role::King;
    type Won = ByCheckmate;
    const WAITING_SIDE_ATTACKABLE: bool = false;
    const ROLES: &'static [Role] = &Role::ALL;
    const PAWNS: Pawns = Pawns::Full;
    const PROMOTIONS: &'static [Role] = &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    const CASTLING: bool = true;
}

/// The 8×8 game of the *check or checkmate* judge: no pawns, no castling; kings threaten each other
/// and are never captured, so any placement with one king a side can be asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pawnless;

impl Rules for Pawnless {
    const NAME: &'static str = "pawnless";
    const TITLE: &'static str = "Chess without pawns";
    const START: &'static str = "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w";
    const WINDOW: Bitboard = Bitboard::FULL;
    const ROYAL: Role = Role::King;
    type Won = ByCheckmate;
    const WAITING_SIDE_ATTACKABLE: bool = true;
    const ROLES: &'static [Role] = &[Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    const PAWNS: Pawns = Pawns::None;
    const PROMOTIONS: &'static [Role] = &[];
    const CASTLING: bool = false;
}

/// a1–d4, the window of the 4×4 games.
const FOUR_BY_FOUR: Bitboard = Bitboard(0x0F0F_0F0F);

/// The 4×4 *Simplified Chess Engine*: Q, R, B, N; who captures the enemy queen wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Simplified;

impl Rules for Simplified {
    const NAME: &'static str = "simplified";
    const TITLE: &'static str = "4×4, capture the queen";
    const START: &'static str = "rnbq/4/4/QBNR w";
    const WINDOW: Bitboard = FOUR_BY_FOUR;
    const ROYAL: Role = Role::Queen;
    type Won = ByCapture;
    const WAITING_SIDE_ATTACKABLE: bool = true;
    const ROLES: &'static [Role] = &[Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    const PAWNS: Pawns = Pawns::None;
    const PROMOTIONS: &'static [Role] = &[];
    const CASTLING: bool = false;
}

/// [`Simplified`] with pawns: one step forward, forced promotion to rook, bishop or knight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SimplifiedPawns;

impl Rules for SimplifiedPawns {
    const NAME: &'static str = "simplified-pawns";
    const TITLE: &'static str = "4×4 with pawns";
    const START: &'static str = "rnbq/2pp/PP2/QBNR w";
    const WINDOW: Bitboard = FOUR_BY_FOUR;
    const ROYAL: Role = Role::Queen;
    type Won = ByCapture;
    const WAITING_SIDE_ATTACKABLE: bool = true;
    const ROLES: &'static [Role] = &[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    const PAWNS: Pawns = Pawns::SingleStep;
    const PROMOTIONS: &'static [Role] = &[Role::Rook, Role::Bishop, Role::Knight];
    const CASTLING: bool = false;
}
