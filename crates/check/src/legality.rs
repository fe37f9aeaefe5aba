//! The question `legality`: whether a position can arise in play.

use std::collections::HashMap;

use serde_json::Value;

use crate::board::{Board, Colour, Kind, RuleSet};
use crate::json::{Item, quote};
use crate::past::{Demand, INITIAL, Past};
use crate::retract::{Predecessor, predecessors};
use crate::{Refusal, Verdict, lemma};

/// Checks claim and evidence; what they prove.
pub(crate) fn check(position: &Past, claim: &Item<'_>, evidence: &Item<'_>) -> Result<Verdict, Refusal> {
    claim.expect_keys(&["answer"])?;
    let item = claim.get("answer")?;
    match item.text()? {
        "legal" => {
            evidence.expect_keys(&["game"])?;
            check_game(position, &evidence.get("game")?)?;
            Ok(Verdict { answer: "legal", ..Verdict::default() })
        }
        "illegal" => {
            evidence.expect_keys(&["nodes"])?;
            check_nodes(position, &evidence.get("nodes")?)?;
            Ok(Verdict { answer: "illegal", ..Verdict::default() })
        }
        _ => Err(item.refuse("expected legal or illegal")),
    }
}

/// A proof game: legal moves from the initial array to the position.
fn check_game(position: &Past, game: &Item<'_>) -> Result<(), Refusal> {
    let mut board = Board::parse(RuleSet::Standard, INITIAL).map_err(Refusal)?;
    for item in game.list()? {
        let m = board.find_move(item.text()?).map_err(|error| item.refuse(format!("{error} of {board}")))?;
        if let Some(square) = board.refuters(&m).first() {
            return Err(item.refuse(format!("{m} leaves the king attacked from {square} in {board}")));
        }
        board = board.play(&m);
    }
    let demanded = position.board();
    let wrong = if board.men != demanded.men {
        "other men"
    } else if board.turn != demanded.turn {
        "the other side to move"
    } else if board.castling != demanded.castling {
        "other castling rights"
    } else if demanded.en_passant.is_some() && board.en_passant != demanded.en_passant {
        "another last move than the double step"
    } else if demanded.en_passant.is_none() && has_en_passant_capture(&board) {
        "a legal en passant capture"
    } else {
        return Ok(());
    };
    Err(game.refuse(format!("the game ends with {wrong}: {board}")))
}

fn has_en_passant_capture(board: &Board) -> bool {
    let is_pawn = |square| board.man(square).is_some_and(|man| man.kind == Kind::Pawn);
    board.safe_moves().iter().any(|m| board.en_passant == Some(m.to) && is_pawn(m.from))
}

/// A past and why no game reaches it.
struct Node<'a> {
    past: Past,
    /// `retract` or the name of a lemma.
    reason: &'a str,
}

impl<'a> Node<'a> {
    fn read(item: &Item<'a>) -> Result<Node<'a>, Refusal> {
        match item.value.as_array().map(Vec::as_slice) {
            Some([Value::String(position), Value::String(reason)]) => {
                let wrong = |error| item.refuse(format!("{}: {error}", quote(position)));
                Ok(Node { past: Past::parse(position).map_err(wrong)?, reason })
            }
            _ => Err(item.refuse("expected [position, reason]")),
        }
    }
}

/// What the nodes demand, by their men and side to move.
#[derive(Default)]
struct Index(HashMap<([u8; 64], Colour), Vec<Demand>>);

impl Index {
    fn key(past: &Past) -> ([u8; 64], Colour) {
        (past.men_key(), past.board().turn)
    }

    /// Adds a past; `false` if it is there already.
    fn insert(&mut self, past: &Past) -> bool {
        // At most 16 sets of rights with 65 squares or none, so that the list stays short.
        let demands = self.0.entry(Index::key(past)).or_default();
        let is_new = !demands.contains(&past.demand());
        if is_new {
            demands.push(past.demand());
        }
        is_new
    }

    /// Whether the past of a node covers this one.
    fn covers(&self, past: &Past) -> bool {
        let demand = past.demand();
        self.0
            .get(&Index::key(past))
            .is_some_and(|demands| demands.iter().any(|node| node.is_implied_by(&demand)))
    }
}

/// Nodes of which the first covers the position and none is reached by a game.
fn check_nodes(position: &Past, list: &Item<'_>) -> Result<(), Refusal> {
    let mut index = Index::default();
    let mut nodes = Vec::new();
    for item in list.list()? {
        let node = Node::read(&item)?;
        if !index.insert(&node.past) {
            return Err(item.refuse(format!("{} occurs twice", node.past)));
        }
        nodes.push((item, node));
    }
    match nodes.first() {
        Some((_, first)) if first.past.covers(position) => {}
        Some((item, first)) => {
            return Err(item.refuse(format!("{} does not cover the position", first.past)));
        }
        None => return Err(list.refuse("there is no node")),
    }
    let initial = Past::parse(INITIAL).map_err(Refusal)?;
    for (item, Node { past, reason }) in &nodes {
        let outcome = match *reason {
            "retract" => check_retract(past, &initial, &index),
            name => lemma::check(name, past),
        };
        outcome.map_err(|error| item.refuse(format!("{past}: {error}")))?;
    }
    Ok(())
}

/// No game begins with the past, and none can have been anywhere before it.
fn check_retract(past: &Past, initial: &Past, index: &Index) -> Result<(), String> {
    if past.covers(initial) {
        return Err("this is the array every game begins with".into());
    }
    for Predecessor { past, unmove } in predecessors(past) {
        if lemma::instant(&past).is_none() && !index.covers(&past) {
            return Err(format!(
                "perhaps the {unmove}: then no instant lemma refutes and no node covers {past}"
            ));
        }
    }
    Ok(())
}
