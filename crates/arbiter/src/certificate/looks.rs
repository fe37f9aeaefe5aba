//! Looks: what evidence leaves out the checker finds, and nodes pay for it (`docs/certificate.md`, "Looks").

use std::collections::BTreeMap;

use crate::attacks::{Portable, attackers};
use crate::board::{Color, Move, Role};
use crate::moves::{CheckSquares, pseudo_legal_moves};
use crate::position::Position;
use crate::rules::Rules;

/// What each character of the text of a node's position pays for; each node pays as so many more, and a list.
const PER_CHARACTER: u64 = 512;
const MORE_OF_NODE: u64 = 8;
const MORE_OF_LIST: u64 = 128;

/// What a look costs: at least, for each pseudo-legal move, and for each that gives check besides.
const LEAST: u64 = 384;
const PER_MOVE: u64 = 16;
const PER_CHECK: u64 = 384;
/// For each move, where stalemates are looked for.
const PER_END: u64 = 208;

/// What it costs to seek an answer beside looks, and for each that is tried; of a move of keys for all.
pub(crate) const PER_SEARCH: u64 = 128;
pub(crate) const PER_ANSWER: u64 = 64;

/// What a look at a position costs, for moves that win at once.
pub(crate) fn price<R: Rules>(position: &Position<R>) -> u64 {
    let moves = pseudo_legal_moves(position);
    // Squares tell of most moves, unless the royal is attacked already.
    let royal = position.royal(!position.turn()).filter(|_| !R::ROYAL_CAPTURABLE && !is_attacked(position));
    let squares = royal.map(|royal| CheckSquares::new::<R, Portable>(position, royal));
    let board = position.board();
    let gives_check = |&mv: &Move| {
        let role = board.role_on(mv.from());
        // A king that steps beside the other one attacks it too.
        let special = role == Role::King || mv.promotion().is_some() || position.is_en_passant(mv);
        match squares.as_ref().filter(|_| !special) {
            Some(squares) => squares.of(role, mv.from()).has(mv.to()),
            None => is_threat(position, mv),
        }
    };
    let checks = moves.iter().filter(|mv| gives_check(mv)).count() as u64;
    LEAST + PER_MOVE * moves.len() as u64 + PER_CHECK * checks
}

/// What a look at a position costs, for moves that stalemate.
pub(crate) fn price_of_stalemates<R: Rules>(position: &Position<R>) -> u64 {
    LEAST + PER_END * pseudo_legal_moves(position).len() as u64
}

/// What the answers to a move of keys cost, at the position after it.
pub(crate) fn price_of_key<R: Rules>(after: &Position<R>) -> u64 {
    PER_SEARCH + PER_ANSWER * pseudo_legal_moves(after).len() as u64
}

/// Whether a move captures the royal, or attacks it where that ends nothing.
fn is_threat<R: Rules>(position: &Position<R>, mv: Move) -> bool {
    let after = position.play(mv);
    let is_captured = after.royal(after.turn()).is_none();
    if R::ROYAL_CAPTURABLE { is_captured } else { stands_attacked(&after, after.turn()) }
}

/// Whether the royal of the side not to move is attacked.
fn is_attacked<R: Rules>(position: &Position<R>) -> bool {
    R::WAITING_SIDE_ATTACKABLE && stands_attacked(position, !position.turn())
}

fn stands_attacked<R: Rules>(position: &Position<R>, color: Color) -> bool {
    let board = position.board();
    let by = |royal| attackers::<R, Portable>(board, royal, !color, board.occupied());
    position.royal(color).is_some_and(|royal| by(royal).has_any())
}

/// What pays for all looks of a list of nodes together.
#[derive(Clone, Copy, Default)]
pub(crate) struct Purse {
    nodes: u64,
    characters: u64,
}

impl Purse {
    /// Of nodes with these texts of their positions.
    pub(crate) fn of<'a>(texts: impl IntoIterator<Item = &'a String>) -> Purse {
        let mut purse = Purse::default();
        texts.into_iter().for_each(|text| purse.add(text));
        purse
    }

    /// One node more.
    pub(crate) fn add(&mut self, text: &str) {
        self.nodes += 1;
        self.characters += text.len() as u64;
    }

    /// What all looks may cost.
    pub(crate) fn paid(&self) -> u64 {
        PER_CHARACTER * (MORE_OF_LIST + MORE_OF_NODE * self.nodes + self.characters)
    }

    /// What a node pays for, on average.
    fn by_each(&self) -> u64 {
        PER_CHARACTER * (MORE_OF_NODE + self.characters / self.nodes.max(1))
    }
}

/// What a checker looks at.
#[derive(Clone, Default)]
pub(crate) struct Looks {
    /// What looks cost in whose place no node can be written.
    fixed: u64,
    /// How often positions without a node are looked at, by what a look costs.
    left_out: BTreeMap<u64, u64>,
}

impl Looks {
    /// Beside looks in whose place no node can be written, which cost so much.
    pub(crate) fn beside(fixed: u64) -> Looks {
        Looks { fixed, ..Looks::default() }
    }

    /// Counts what is looked for whatever nodes there are.
    pub(crate) fn add_fixed(&mut self, cost: u64) {
        self.fixed += cost;
    }

    pub(crate) fn add(&mut self, cost: u64) {
        *self.left_out.entry(cost).or_default() += 1;
    }

    /// What all looks cost.
    pub(crate) fn cost(&self) -> u64 {
        self.left_out.iter().map(|(cost, times)| cost * times).sum::<u64>() + self.fixed
    }

    /// Where nodes do not pay for all: what a look costs at least in the place of which to write a node, and
    /// how many nodes to write. These do if each of them is in the place of so many looks at most, there are
    /// so many, and they pay as much as the others do on average.
    pub(crate) fn dear(&self, purse: &Purse, often: u64) -> Option<(u64, u64)> {
        let mut wanting = self.cost().checked_sub(purse.paid()).filter(|wanting| *wanting > 0)?;
        let mut number = 0;
        for (&cost, &times) in self.left_out.iter().rev() {
            let gain = cost + purse.by_each() / often;
            let enough = wanting.div_ceil(gain);
            if enough <= times {
                return Some((cost, number + enough));
            }
            wanting -= gain * times;
            number += times;
        }
        Some((0, u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Pawnless, Standard};

    /// By squares as by playing each move.
    fn checks<R: Rules>(text: &str) -> u64 {
        let position: Position<R> = text.parse().unwrap();
        let moves = pseudo_legal_moves(&position);
        let slow = moves.iter().filter(|&&mv| is_threat(&position, mv)).count() as u64;
        assert_eq!(price(&position), LEAST + PER_MOVE * moves.len() as u64 + PER_CHECK * slow, "{text}");
        slow
    }

    #[test]
    fn checks_are_counted() {
        let all = [
            "r1b1k2r/ppp2ppp/8/3Pp3/1bB1n2q/2N5/PPP2PPP/R1BQK2R w KQkq e6",
            "8/2P5/8/1k6/8/8/3p4/R3K3 w Q -",
            "8/8/3k4/8/3K1R2/8/8/3R4 w - -",
            "7k/6R1/5B2/8/3Q4/8/1B6/R5K1 w - -",
            "8/8/8/2k5/8/1K6/8/8 w - -",
            "4k3/P3P3/8/4R3/4N3/8/8/4K3 w - -",
        ];
        assert!(all.map(checks::<Standard>).iter().sum::<u64>() > 10);
        // Both kings are attacked.
        assert!(checks::<Pawnless>("2K5/5k2/8/q6Q/3q4/8/4r3/2r5 b - -") > 0);
    }
}
