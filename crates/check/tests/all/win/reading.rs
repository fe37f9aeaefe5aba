//! Whether a certificate is valid, word by word as the document says, without concern for speed.

use std::cell::RefCell;
use std::collections::HashMap;

use chess_arbiter_check::board::{Board, RuleSet};
use serde_json::Value;

use super::solved::packed;

type List = HashMap<String, (Option<u64>, Option<String>)>;

fn list(value: &Value) -> Option<List> {
    let mut list = List::new();
    for node in value.as_array()? {
        let text = node[0].as_str()?.to_string();
        list.insert(text, (node[1].as_u64(), node[2].as_str().map(str::to_string))).is_none().then_some(())?;
    }
    Some(list)
}

fn strategy_holds(rules: RuleSet, root: &Board, plies: u64, list: &List) -> bool {
    list.get(&root.to_string()).is_some_and(|node| node.0.is_some_and(|p| p <= plies))
        && list.iter().all(|(text, (plies, m))| {
            let Ok(board) = Board::parse(rules, text) else { return false };
            let (Some(plies), Some(m)) = (plies, m) else { return false };
            let moves = board.pseudo_legal_moves();
            let Some(m) = moves.iter().find(|other| other.to_string() == *m) else { return false };
            let after = board.play(m);
            let answers = after.pseudo_legal_moves();
            board.turn == root.turn
                && *plies >= 1
                && (board.captures_royal(m)
                    || *plies >= 3
                        && !answers.is_empty()
                        && answers.iter().all(|answer| {
                            let next = list.get(&after.play(answer).to_string());
                            let near = next.and_then(|next| next.0).is_some_and(|p| p + 2 <= *plies);
                            !after.captures_royal(answer) && near
                        }))
        })
}

type Known = HashMap<(RuleSet, [u8; 17], i64), bool>;

thread_local! {
    static WINS: RefCell<Known> = RefCell::default();
}

/// Whether the side to move captures the royal within so many plies, whatever the other does.
fn wins_within(board: &Board, plies: i64) -> bool {
    let asked = (board.rules, packed(board), plies);
    if let Some(known) = WINS.with_borrow(|wins| wins.get(&asked).copied()) {
        return known;
    }
    let wins = plies > 0
        && board
            .pseudo_legal_moves()
            .iter()
            .any(|m| board.captures_royal(m) || loses_within(&board.play(m), plies - 1));
    WINS.with_borrow_mut(|all| all.insert(asked, wins));
    wins
}

fn loses_within(board: &Board, plies: i64) -> bool {
    let moves = board.pseudo_legal_moves();
    let meets = |m| !board.captures_royal(m) && wins_within(&board.play(m), plies - 1);
    plies > 0 && !moves.is_empty() && moves.iter().all(meets)
}

fn is_held(board: &Board, plies: Option<i64>, list: &List) -> bool {
    plies.is_some_and(|plies| plies <= 0)
        || board.pseudo_legal_moves().iter().all(|m| {
            let free = plies.is_some_and(|plies| plies - 1 <= 3 && !loses_within(&board.play(m), plies - 1));
            let promised = list.get(&board.play(m).to_string()).is_some_and(|(promised, _)| {
                promised.is_none() || plies.is_some_and(|plies| promised.unwrap() as i64 >= plies - 1)
            });
            !board.captures_royal(m) && (free || promised)
        })
}

fn refutation_holds(rules: RuleSet, root: &Board, plies: Option<i64>, list: &List) -> bool {
    is_held(root, plies, list)
        && list.iter().all(|(text, (plies, answer))| {
            let Ok(board) = Board::parse(rules, text) else { return false };
            let moves = board.pseudo_legal_moves();
            let plies = plies.map(|plies| plies as i64 - 1);
            board.turn != root.turn
                && match answer {
                    None => moves.is_empty(),
                    Some(answer) => moves
                        .iter()
                        .filter(|m| m.to_string() == *answer)
                        .any(|m| board.captures_royal(m) || is_held(&board.play(m), plies, list)),
                }
        })
}

pub(crate) fn is_valid(certificate: &Value) -> Option<bool> {
    let rules = RuleSet::from_name(certificate["rules"].as_str()?)?;
    let root = Board::parse(rules, certificate["position"].as_str()?).ok()?;
    let claim = &certificate["claim"];
    let plies = claim["plies"].as_u64();
    let evidence = certificate["evidence"].as_object()?;
    let refutation = |plies| Some(refutation_holds(rules, &root, plies, &list(evidence.get("refutation")?)?));
    if claim["answer"] == "no-win" {
        return Some(evidence.len() == 1 && refutation(plies.map(|plies| plies as i64))?);
    }
    let strategy = strategy_holds(rules, &root, plies?, &list(evidence.get("strategy")?)?);
    if claim.get("shortest").is_none() {
        return Some(evidence.len() == 1 && strategy);
    }
    Some(evidence.len() == 2 && strategy && refutation(Some(plies? as i64 - 1))?)
}
