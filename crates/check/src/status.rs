//! The question `status`: safe, check, checkmate or stalemate.

use std::collections::HashSet;

use crate::board::Board;
use crate::json::Item;
use crate::moves::Move;
use crate::{Refusal, Verdict};

/// Checks claim and evidence; what they prove.
pub(crate) fn check(board: &Board, claim: &Item<'_>, evidence: &Item<'_>) -> Result<Verdict, Refusal> {
    claim.expect_keys(&["answer"])?;
    let item = claim.get("answer")?;
    let answer = ["safe", "check", "checkmate", "stalemate"].into_iter().find(|a| item.value == a);
    let answer = answer.ok_or_else(|| item.refuse("expected safe, check, checkmate or stalemate"))?;
    let attacked = matches!(answer, "check" | "checkmate");
    let ended = matches!(answer, "checkmate" | "stalemate");
    evidence.expect_keys(&["checkers", if ended { "refuted" } else { "move" }])?;

    let royal = board.royal(board.turn).ok_or_else(|| Refusal("position: no royal".into()))?;
    let checkers = board.attackers(royal, board.turn.other());
    evidence.get("checkers")?.expect_squares(&checkers)?;
    if checkers.is_empty() == attacked {
        let is = if attacked { "is not" } else { "is" };
        return Err(item.refuse(format!("{answer}, but the royal on {royal} {is} attacked")));
    }

    if !ended {
        let item = evidence.get("move")?;
        let m = board.find_move(item.text()?).map_err(|error| item.refuse(error))?;
        let must_be_safe = attacked || !board.rules.is_simplified();
        if let Some(square) = board.refuters(&m).first().filter(|_| must_be_safe) {
            return Err(item.refuse(format!("{m} leaves the royal attacked from {square}")));
        }
    } else {
        let moves = board.pseudo_legal_moves();
        // In the simplified rule sets unsafe moves can be played too: refuting them proves nothing.
        if let Some(m) = moves.first().filter(|_| !attacked && board.rules.is_simplified()) {
            return Err(item.refuse(format!("stalemate, but {m} can be played")));
        }
        check_refuted(board, &moves, &evidence.get("refuted")?)?;
    }
    Ok(Verdict { answer, ..Verdict::default() })
}

/// Every pseudo-legal move exactly once, each with a man that makes it unsafe.
fn check_refuted(board: &Board, moves: &[Move], refuted: &Item<'_>) -> Result<(), Refusal> {
    let mut seen = HashSet::new();
    for entry in refuted.list()? {
        let (item, witness) = entry.pair()?;
        let m = board.find_move(item.text()?).map_err(|error| item.refuse(error))?;
        if !seen.insert(m) {
            return Err(item.refuse(format!("{m} is named twice")));
        }
        let square = witness.square()?;
        let refuters = board.refuters(&m);
        if refuters.is_empty() {
            return Err(item.refuse(format!("{m} is safe")));
        }
        if !refuters.contains(&square) {
            return Err(
                witness.refuse(format!("after {m} no enemy man on {square} attacks the mover's royal"))
            );
        }
    }
    match moves.iter().find(|m| !seen.contains(m)) {
        Some(m) => Err(refuted.refuse(format!("the pseudo-legal move {m} is missing"))),
        None => Ok(()),
    }
}
