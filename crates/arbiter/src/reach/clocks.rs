//! What the clocks say that cannot be.

use crate::board::{Bitboard, Board, Color, Role, Setup, Start};
use crate::moves::pawns_and_promoted;

use super::facts::ways::{is_initial, relative_rank};
use super::terms::{Draws, MAX_QUIET, cannot_mate};

/// Something that is wrong with the clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockFault {
    /// A pawn has just made a double step, but the halfmove clock is not 0.
    DoubleStep {
        /// The halfmove clock.
        halfmoves: u32,
    },
    /// The halfmove clock is greater than when a game ends.
    TooLong {
        /// The halfmove clock.
        halfmoves: u32,
    },
    /// The game was over when no men were left that can mate, but the halfmove clock is not 0.
    AfterTheEnd {
        /// The halfmove clock.
        halfmoves: u32,
    },
    /// The move number is 0.
    MoveZero,
    /// The halfmove clock counts more plies than the move number.
    MoreThanPlayed {
        /// The halfmove clock.
        halfmoves: u32,
        /// By the move number.
        plies: u32,
    },
    /// A side needs more moves for its men and the captures than the move number gives it.
    TooFewMoves {
        /// The side.
        color: Color,
        /// By the move number.
        made: u32,
        /// Needed at least.
        least: u32,
    },
    /// Before the plies that the halfmove clock counts there were too few for the captures and pawn moves.
    TooFewBefore {
        /// Those before.
        plies: u32,
        /// Needed at least.
        least: u32,
    },
}

impl ClockFault {
    /// The fault's name in certificates: `double-step`, `too-long`, `after-the-end`, `move-zero`,
    /// `more-than-played`, `too-few-moves`, `too-few-before`.
    pub const fn name(&self) -> &'static str {
        match self {
            ClockFault::DoubleStep { .. } => "double-step",
            ClockFault::TooLong { .. } => "too-long",
            ClockFault::AfterTheEnd { .. } => "after-the-end",
            ClockFault::MoveZero => "move-zero",
            ClockFault::MoreThanPlayed { .. } => "more-than-played",
            ClockFault::TooFewMoves { .. } => "too-few-moves",
            ClockFault::TooFewBefore { .. } => "too-few-before",
        }
    }
}

/// What is wrong with the clocks of a setup, in games that begin with this array. They are part of the
/// question whether the position can arise only for [`decide_with_clocks`](super::decide_with_clocks).
/// Nothing is said of `0 1`, which stands where nobody kept them.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::board::Start;
/// use chess_arbiter::reach::{ClockFault, Draws, clock_faults};
/// use chess_arbiter::rules::Standard;
///
/// let text = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 3 1";
/// let faults = clock_faults(&fen::parse::<Standard>(text).unwrap(), Start::USUAL, Draws::Observed);
/// assert_eq!(faults[0], ClockFault::DoubleStep { halfmoves: 3 });
/// ```
pub fn clock_faults(setup: &Setup, start: Start, draws: Draws) -> Vec<ClockFault> {
    if (setup.halfmoves, setup.fullmoves) == (0, 1) { Vec::new() } else { faults(setup, start, draws) }
}

/// [`clock_faults`] of clocks that somebody kept.
pub(super) fn faults(setup: &Setup, start: Start, draws: Draws) -> Vec<ClockFault> {
    let halfmoves = u32::from(setup.halfmoves);
    let mut faults = Vec::new();
    if setup.en_passant.is_some() && halfmoves > 0 {
        faults.push(ClockFault::DoubleStep { halfmoves });
    }
    if halfmoves > MAX_QUIET && draws == Draws::Observed {
        faults.push(ClockFault::TooLong { halfmoves });
    }
    // It was a capture or a promotion that left such men.
    if halfmoves > 0 && draws == Draws::Observed && cannot_mate(&setup.board) {
        faults.push(ClockFault::AfterTheEnd { halfmoves });
    }
    let Some(before) = setup.fullmoves.checked_sub(1) else {
        faults.push(ClockFault::MoveZero);
        return faults;
    };
    let made = [u32::from(before) + setup.turn as u32, u32::from(before)];
    let plies = made[0] + made[1];
    if halfmoves > plies {
        faults.push(ClockFault::MoreThanPlayed { halfmoves, plies });
    }
    let needs = Color::BOTH.map(|color| LeastMoves::of(&setup.board, start, color));
    for color in Color::BOTH {
        let (made, least) = (made[color as usize], needs[color as usize].moves);
        if made < least {
            faults.push(ClockFault::TooFewMoves { color, made, least });
        }
    }
    let least = needs[0].irreversible + needs[1].irreversible;
    if halfmoves <= plies && faults.is_empty() && plies - halfmoves < least {
        faults.push(ClockFault::TooFewBefore { plies: plies - halfmoves, least });
    }
    faults
}

/// How many moves a side has made at least.
struct LeastMoves {
    moves: u32,
    /// Captures and pawn moves among them.
    irreversible: u32,
}

impl LeastMoves {
    fn of(board: &Board, start: Start, color: Color) -> LeastMoves {
        let pawns = board.men(color, Role::Pawn);
        // The first move of a pawn may be a double step; each of these pawns is another one.
        let steps: u32 = pawns
            .map(|pawn| match u32::from(relative_rank(color, pawn)) {
                rank @ 0..3 => rank.saturating_sub(1),
                rank => rank - 2,
            })
            .sum();
        let promoted = pawns_and_promoted(board, color) - pawns.len();
        let pieces = board.color(color) - pawns;
        let away: Bitboard = pieces.filter(|&square| !is_initial(start, board, square)).collect();
        // Castling moves two at once.
        let castled = (away & board.role(Role::King)).has_any() && (away & board.role(Role::Rook)).has_any();
        let pawn_moves = steps + 5 * promoted;
        let piece_moves = away.len().saturating_sub(promoted).saturating_sub(u32::from(castled));
        let captures = 16u32.saturating_sub(board.color(!color).len());
        LeastMoves { moves: (pawn_moves + piece_moves).max(captures), irreversible: pawn_moves.max(captures) }
    }
}
