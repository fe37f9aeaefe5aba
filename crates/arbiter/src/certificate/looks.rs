//! Looks: what evidence leaves out the checker finds, and nodes pay for it (`docs/certificate.md`, "Looks").

use std::collections::BTreeMap;

use crate::moves::pseudo_legal_moves;
use crate::position::Position;
use crate::rules::Rules;

/// What each node of a list pays for, and the list with two more.
const PER_NODE: u64 = 1 << 15;

/// What a look costs beside the square of the number of pseudo-legal moves.
const LEAST: u64 = 1 << 10;

/// What a look at a position costs.
pub(crate) fn price<R: Rules>(position: &Position<R>) -> u64 {
    let moves = pseudo_legal_moves(position).len() as u64;
    moves * moves + LEAST
}

/// What all looks of a list of so many nodes may cost together.
pub(crate) fn paid_by(nodes: usize) -> u64 {
    (nodes as u64 + 2) * PER_NODE
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

    pub(crate) fn add(&mut self, cost: u64) {
        *self.left_out.entry(cost).or_default() += 1;
    }

    /// What all looks cost.
    pub(crate) fn cost(&self) -> u64 {
        self.left_out.iter().map(|(cost, times)| cost * times).sum::<u64>() + self.fixed
    }

    /// Where so many nodes do not pay for all: what a look costs at least in the place of which to write a
    /// node, and how many nodes to write. These do if each of them is in the place of so many looks at most,
    /// and there are so many.
    pub(crate) fn dear(&self, nodes: usize, often: u64) -> Option<(u64, u64)> {
        let mut wanting = self.cost().checked_sub(paid_by(nodes)).filter(|wanting| *wanting > 0)?;
        let mut number = 0;
        for (&cost, &times) in self.left_out.iter().rev() {
            let gain = cost + PER_NODE / often;
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
