//! What the clocks say that cannot be.

use crate::board::{Bitboard, Board, Color, Role, Setup};
use crate::moves::pawns_and_promoted;
use crate::reach::statics::ways::{is_initial, relative_rank};

use super::words::{count, side};

/// What is wrong with the clocks of a setup, in words. They are no part of the question whether the position can arise.
/// Nothing is said of `0 1`, which stands where nobody kept them.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::reach::clock_faults;
/// use chess_arbiter::rules::Standard;
///
/// let setup = fen::parse::<Standard>("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 3 1").unwrap();
/// let faults = clock_faults(&setup);
/// assert_eq!(faults[0], "After a pawn's double step the halfmove clock is 0, not 3.");
/// ```
pub fn clock_faults(setup: &Setup) -> Vec<String> {
    if (setup.halfmoves, setup.fullmoves) == (0, 1) {
        return Vec::new();
    }
    let halfmoves = u32::from(setup.halfmoves);
    let mut faults = Vec::new();
    if setup.en_passant.is_some() && halfmoves > 0 {
        faults.push(format!("After a pawn's double step the halfmove clock is 0, not {halfmoves}."));
    }
    let Some(before) = setup.fullmoves.checked_sub(1) else {
        faults.push("Moves are counted from 1, not from 0.".into());
        return faults;
    };
    let made = [u32::from(before) + setup.turn as u32, u32::from(before)];
    let plies = made[0] + made[1];
    if halfmoves > plies {
        faults.push(format!(
            "The halfmove clock says {halfmoves} plies since a capture or pawn move, but by the move number only {plies} were played."
        ));
    }
    let needs = Color::BOTH.map(|color| Needs::of(&setup.board, color));
    for color in Color::BOTH {
        let (made, least) = (made[color as usize], needs[color as usize].moves);
        if made < least {
            faults.push(format!(
                "By the move number {} has made {}, but its men and the captures need at least {least}.",
                side(color),
                count(made, "move", "moves")
            ));
        }
    }
    let irreversible = needs[0].irreversible + needs[1].irreversible;
    if halfmoves <= plies && faults.is_empty() && plies - halfmoves < irreversible {
        faults.push(format!(
            "The halfmove clock leaves {} for captures and pawn moves, but at least {irreversible} were needed.",
            count(plies - halfmoves, "ply", "plies")
        ));
    }
    faults
}

/// How many moves a side has made at least.
struct Needs {
    moves: u32,
    /// Captures and pawn moves among them.
    irreversible: u32,
}

impl Needs {
    fn of(board: &Board, color: Color) -> Needs {
        let pawns = board.men(color, Role::Pawn);
        // The first move of a pawn may be a double step; each of these pawns is another one.
        let steps: u32 = pawns
            .map(|pawn| match u32::from(relative_rank(color, pawn)) {
                row @ 0..3 => row.saturating_sub(1),
                row => row - 2,
            })
            .sum();
        let promoted = pawns_and_promoted(board, color) - pawns.len();
        let pieces = board.color(color) - pawns;
        let away: Bitboard = pieces.filter(|&square| !is_initial(board, square)).collect();
        // Castling moves two at once.
        let castled = (away & board.role(Role::King)).has_any() && (away & board.role(Role::Rook)).has_any();
        let pawn_moves = steps + 5 * promoted;
        let piece_moves = away.len().saturating_sub(promoted).saturating_sub(u32::from(castled));
        let captures = 16u32.saturating_sub(board.color(!color).len());
        Needs { moves: (pawn_moves + piece_moves).max(captures), irreversible: pawn_moves.max(captures) }
    }
}
