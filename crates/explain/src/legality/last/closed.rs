//! The set of pasts in a certificate, and where un-moves lead in it.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;

use chess_arbiter::moves::{Past, Unmove, unmoves};
use chess_arbiter::reach::last_move::{ImpossiblePast, PastReason};
use chess_arbiter::reach::lemma::{Lemma, instant};

/// What became of an un-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum UnmoveFate {
    /// An instant lemma refutes what was before.
    Instant(&'static Lemma),
    /// A node refutes it.
    Node(usize),
    /// It is not refuted: the set of nodes is not closed. (No certificate is like that.)
    Open,
}

/// The pasts of a certificate.
pub(super) struct Closed<'a> {
    pub(super) root: &'a Past,
    pub(super) nodes: &'a [ImpossiblePast],
    index: HashMap<Past, usize>,
}

impl<'a> Closed<'a> {
    pub(super) fn new(nodes: &'a [ImpossiblePast]) -> Option<Closed<'a>> {
        let index = nodes.iter().enumerate().map(|(index, node)| (node.past, index)).collect();
        Some(Closed { root: &nodes.first()?.past, nodes, index })
    }

    fn fate(&self, before: &Past) -> UnmoveFate {
        if let Some(lemma) = instant(before) {
            return UnmoveFate::Instant(lemma);
        }
        let fewer = Past { castling: self.root.castling, ..*before };
        [*before, fewer, Past { en_passant: None, ..fewer }]
            .iter()
            .find_map(|past| self.index.get(past))
            .map_or(UnmoveFate::Open, |&index| UnmoveFate::Node(index))
    }

    /// All un-moves of a past with their fates.
    pub(super) fn unmoves(&self, past: &Past) -> Vec<(Unmove, UnmoveFate)> {
        let mut found = Vec::new();
        let _ = unmoves(past, |unmoves| -> ControlFlow<()> {
            found.extend(unmoves.iter().map(|unmove| (unmove, self.fate(&past.before(unmove)))));
            ControlFlow::Continue(())
        });
        found
    }

    /// Those that lead to another node, and whereto.
    pub(super) fn live(&self, past: &Past) -> Vec<(Unmove, usize)> {
        let node = |(unmove, fate)| match fate {
            UnmoveFate::Node(index) => Some((unmove, index)),
            _ => None,
        };
        self.unmoves(past).into_iter().filter_map(node).collect()
    }

    /// How many moves back each node is; whether a line of un-moves comes back to a position met before.
    pub(super) fn depths(&self) -> (Vec<Option<u32>>, bool) {
        let mut depths = vec![None; self.nodes.len()];
        depths[0] = Some(0);
        let (mut queue, mut circles) = (VecDeque::from([0]), false);
        while let Some(index) = queue.pop_front() {
            let node = &self.nodes[index];
            if node.reason != PastReason::Retract {
                continue;
            }
            for (_, next) in self.live(&node.past) {
                if depths[next].is_none() {
                    depths[next] = depths[index].map(|depth| depth + 1);
                    queue.push_back(next);
                } else {
                    circles |= depths[next] < depths[index];
                }
            }
        }
        (depths, circles)
    }
}
