//! Endings in which somebody may still castle: no oracle knows them. While somebody may, a king and a rook
//! stand still, so that there are few positions: all of them are gone through, and those after a right is
//! lost have values.

use std::collections::HashMap;

use crate::board::Color;
use crate::moves;
use crate::position::{Position, PositionKey};
use crate::rules::Rules;
use crate::win::{Asked, Oracle, OracleValue, Plies};

/// Where somebody may castle, all that was worked out.
pub(super) type CastlingValues = HashMap<(PositionKey, Color), OracleValue>;

/// Positions that are gone through at most. With four men there are two sides to move and two others on 62
/// squares, or those that pawns became.
const MOST: usize = 1 << 16;

pub(super) fn key<R: Rules>(position: &Position<R>) -> (PositionKey, Color) {
    (PositionKey::of(position), position.turn())
}

/// A position, and what is known of its moves.
#[derive(Default)]
struct Node {
    /// It wins in so many plies by a move after which nobody may castle.
    wins: Option<u32>,
    /// The longest that it loses by such moves.
    loses: u32,
    /// Such a move holds it for ever, or it is stalemate.
    holds: bool,
    /// Where its other moves lead.
    next: Vec<usize>,
}

/// The values of a position and of all that it leads to while somebody may castle. `None` where there are too
/// many, or the oracle does not know what they lead to, or was stopped.
pub(super) fn values<R: Rules>(
    root: &Position<R>,
    oracle: &dyn Oracle,
    stop: &dyn Fn() -> bool,
) -> Option<CastlingValues> {
    let (mut positions, mut numbers) = (vec![*root], HashMap::from([(key(root), 0)]));
    let mut nodes: Vec<Node> = Vec::new();
    while let Some(&position) = positions.get(nodes.len()) {
        if stop() {
            return None;
        }
        let moves = moves::legal_moves(&position);
        let mut node = Node { holds: moves.is_empty() && position.checkers().is_empty(), ..Node::default() };
        for mv in moves {
            let next = position.play(mv);
            let Some(asked) = Asked::of(&next) else {
                let number = *numbers.entry(key(&next)).or_insert(positions.len());
                if number == positions.len() {
                    positions.push(next);
                }
                node.next.push(number);
                continue;
            };
            match oracle.value(asked, stop)? {
                OracleValue::Lost(Plies(plies)) => {
                    node.wins = Some(node.wins.map_or(plies + 1, |least| least.min(plies + 1)));
                }
                OracleValue::Win(Plies(plies)) => node.loses = node.loses.max(plies + 1),
                OracleValue::Never => node.holds = true,
            }
        }
        nodes.push(node);
        if positions.len() > MOST {
            return None;
        }
    }
    let values = by_plies(&nodes);
    Some(numbers.into_iter().map(|(key, number)| (key, values[number])).collect())
}

/// All values, those of fewer plies first.
fn by_plies(nodes: &[Node]) -> Vec<OracleValue> {
    let mut values: Vec<Option<OracleValue>> = vec![None; nodes.len()];
    // After these only what has just been found leads to more.
    let last = nodes.iter().map(|node| node.loses.max(node.wins.unwrap_or(0))).max().unwrap_or(0);
    let (mut plies, mut found) = (0, 0);
    while plies <= last.max(found + 2) {
        for (number, node) in nodes.iter().enumerate() {
            if values[number].is_some() {
                continue;
            }
            let is_won = || {
                let lost = |next: &usize| values[*next] == Some(OracleValue::Lost(Plies(plies - 1)));
                node.wins == Some(plies) || plies > 0 && node.next.iter().any(lost)
            };
            let is_lost = || {
                let won =
                    |next: &usize| matches!(values[*next], Some(OracleValue::Win(Plies(n))) if n < plies);
                !node.holds && node.wins.is_none() && node.loses <= plies && node.next.iter().all(won)
            };
            let value = if plies % 2 == 1 {
                is_won().then_some(OracleValue::Win(Plies(plies)))
            } else {
                is_lost().then_some(OracleValue::Lost(Plies(plies)))
            };
            if value.is_some() {
                (values[number], found) = (value, plies);
            }
        }
        plies += 1;
    }
    values.into_iter().map(|value| value.unwrap_or(OracleValue::Never)).collect()
}
