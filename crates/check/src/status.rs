//! The question `status`: safe, check, checkmate or stalemate.

use std::collections::HashSet;

use crate::board::{Board, Square};
use crate::json::Item;
use crate::moves::Move;
use crate::{Accepted, Checked, Question, Rule};

pub(crate) fn check(board: &Board, claim: Item<'_>, evidence: Item<'_>) -> Checked<Accepted> {
    let [item] = claim.under(Rule::StatusClaim).object()?.fields(["answer"])?;
    let answer = item.one_of(&["safe", "check", "checkmate", "stalemate"])?;
    let attacked = matches!(answer, "check" | "checkmate");
    let ended = matches!(answer, "checkmate" | "stalemate");
    let keys = ["checkers", if ended { "refuted" } else { "move" }];
    let [named, played] = evidence.object()?.fields(keys)?;
    let named = named.under(Rule::Checkers);
    let played = played.under(if ended { Rule::Refuted } else { Rule::StatusMove });
    let royal = board.royal(board.turn).ok_or_else(|| item.refuse("the position has no royal"))?;
    let checkers = board.attackers(royal, board.turn.other());
    named.expect_squares(checkers)?;
    let is = if attacked { "is not" } else { "is" };
    item.ensure((checkers != 0) == attacked, || format!("{answer}, but the royal on {royal} {is} attacked"))?;
    if !ended {
        let text = played.text()?;
        let m = board.find_move(&text).map_err(|error| played.refuse_move(&text, error))?;
        let must_be_safe = attacked || !board.rules.facts().royal_can_be_taken;
        let wrong = Square::in_set(board.refuters(&m)).find(|_| must_be_safe);
        played.ensure_none(wrong, |square| format!("{m} leaves the royal attacked from {square}"))?;
    } else {
        let moves = board.pseudo_legal_moves();
        // In the simplified rule sets unsafe moves can be played too: refuting them proves nothing.
        let wrong = moves.first().filter(|_| !attacked && board.rules.facts().royal_can_be_taken);
        item.ensure_none(wrong, |m| format!("stalemate, but {m} can be played"))?;
        check_refuted(board, &moves, &played)?;
    }
    Ok(Accepted { answer, ..Accepted::of(Question::Status, board.rules, board) })
}

/// Every pseudo-legal move exactly once, each with a man that makes it unsafe.
fn check_refuted(board: &Board, moves: &[Move], refuted: &Item<'_>) -> Checked {
    let mut seen = HashSet::new();
    for entry in refuted.list()? {
        let [item, witness] = entry.parts()?;
        let text = item.text()?;
        let m = board.find_move(&text).map_err(|error| item.refuse_move(&text, error))?;
        item.ensure(seen.insert(m), || format!("{m} is named twice"))?;
        let square = witness.square()?;
        let refuters = board.refuters(&m);
        item.ensure(refuters != 0, || format!("{m} is safe"))?;
        let wrong = || format!("after {m} no enemy man on {square} attacks the mover's royal");
        witness.ensure(refuters & square.bit() != 0, wrong)?;
    }
    let missing = moves.iter().find(|m| !seen.contains(m));
    refuted.ensure_none(missing, |m| format!("the pseudo-legal move {m} is missing"))
}
