//! Checks that no single move gives.

use crate::legality::material::attackers;
use crate::words::{all_bare, bare, list, side};
use chess_arbiter::attacks::{self, Portable};
use chess_arbiter::board::{Bitboard, Role, Square};
use chess_arbiter::moves::Past;
use chess_arbiter::reach::facts::ways::relative_rank;
use chess_arbiter::rules::Standard;

/// Why no move can have given the checks.
pub(super) fn checks(past: &Past) -> Vec<String> {
    let (board, turn) = (&past.board, past.turn);
    let Some(king) = board.men(turn, Role::King).single() else { return Vec::new() };
    let checkers = attackers(board, king, !turn);
    let home_pawns: Bitboard =
        (checkers & board.role(Role::Pawn)).filter(|&pawn| relative_rank(!turn, pawn) == 1).collect();
    let mut sentences = vec![format!(
        "{}'s king on {king} is in check from {}{}.",
        side(turn),
        all_bare(board, checkers),
        match checkers.len() {
            1 => "",
            2 => " at once",
            _ => " all at once",
        }
    )];
    if let Some(pawn) = home_pawns.first() {
        sentences.push(format!(
            "The pawn on {pawn} still stands where it began, so it never moved; and no other man's move \
             makes a pawn attack."
        ));
        sentences.push(format!(
            "So the king would have stepped into that check itself, or {} given it without moving the pawn: \
             neither is possible.",
            side(!turn)
        ));
        return sentences;
    }
    if checkers.len() > 2 {
        sentences.push(
            "One move gives check with the man that moves and with one more whose line it opens, never with \
             more."
                .into(),
        );
        return sentences;
    }
    let (Some(a), Some(b)) = (checkers.first(), checkers.last_square()) else { return sentences };
    sentences.push(
        "When two men give check, the one that moved last uncovered the other: it came from a square between \
         that one and the king."
            .into(),
    );
    for (mover, other) in [(a, b), (b, a)] {
        let line = attacks::between(king, other);
        let role = board.role_at(mover).unwrap_or(Role::Pawn);
        let other_name = bare(board, other);
        if line.is_empty() {
            sentences.push(format!(
                "But nothing can have uncovered {}: {}.",
                other_name,
                match board.role_at(other) {
                    Some(Role::Knight) => "nothing stops a knight's check",
                    _ => "it stands next to the king",
                }
            ));
            continue;
        }
        let squares = list(line).replace(" and ", " or ");
        sentences.push(format!(
            "But {} did not come from {squares}, between {other_name} and the king: {}.",
            bare(board, mover),
            no_way(past, king, role, mover, line)
        ));
    }
    sentences.push("Nor can an en passant capture have opened both lines.".into());
    // Two of these say the same for two knights.
    sentences.dedup();
    sentences
}

/// Why a man did not come from one of these squares and give a double check.
fn no_way(past: &Past, king: Square, role: Role, mover: Square, line: Bitboard) -> &'static str {
    let (board, color) = (&past.board, !past.turn);
    let reach = attacks::attacks::<Standard, Portable>(role, color, mover, board.occupied());
    let attacked = attacks::attacks::<Standard, Portable>(role, past.turn, king, board.occupied());
    if role == Role::Pawn {
        "no pawn's move that uncovers it leads from there"
    } else if (reach & line).is_empty() {
        "it cannot have come from there"
    } else if ((reach & line) - attacked).is_empty() {
        "it would have given check there already"
    } else {
        "it cannot have come from there without giving check before"
    }
}
