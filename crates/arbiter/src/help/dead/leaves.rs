//! **Closures with leaves.** A few moves from a position whatever roams may have been captured, or the game
//! be over. So moves are played one after another until something shows of each position that the side never
//! mates from there: a [`region`](super::region) or the [`ghosts`].

#[cfg(test)]
mod tests;

use crate::board::{Color, Move};
use crate::limits::{Meter, Reached};
use crate::moves::{has_legal_move, legal_moves};
use crate::position::Position;
use crate::rules::Rules;

use super::closure::{Closure, Explored};
use super::ghosts::{self, Tries};
use super::graph::Graph;
use super::region::Region;
use super::{Closed, Leaf, Unwinnable, material};

/// How much work is done.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// Positions whose moves are played.
    pub(super) inner: usize,
    /// What is tried for each other one.
    pub(super) ghosts: Tries,
}

/// What came of it.
pub(super) enum Found {
    /// Positions that were gone on from, none of them mate, and the others.
    Never(Closed, Vec<Leaf>),
    /// Moves to a mate.
    Mate(Vec<Move>),
    /// Nothing.
    Open,
}

/// Looks for such leaves.
pub(super) fn search<R: Rules>(
    root: &Position<R>,
    color: Color,
    bounds: Bounds,
    meter: &mut Meter,
) -> Result<Found, Reached> {
    let (mut graph, mut done, mut leaves, mut others) = (Graph::new(root), 0, Vec::new(), Vec::new());
    while (done as usize) < graph.len() {
        let position = *graph.get(done);
        // The root was looked at before.
        if done > 0 && has_legal_move(&position) {
            meter.count()?;
            match look(&position, color, bounds.ghosts, meter)? {
                Look::Never(why) => {
                    leaves.push(Leaf { position: position.to_setup(), why });
                    done += 1;
                    continue;
                }
                Look::Mate(moves) => {
                    let mut line = graph.line(done, None);
                    line.extend(moves);
                    return Ok(Found::Mate(line));
                }
                Look::Open => {}
            }
        }
        if done as usize - leaves.len() >= bounds.inner {
            return Ok(Found::Open);
        }
        if done > 0 {
            others.push(position.to_setup());
        }
        for mv in legal_moves(&position) {
            let after = position.play(mv);
            if material::never_mates::<R>(after.board(), color) {
                continue;
            }
            if after.turn() != color && after.checkers().has_any() && !has_legal_move(&after) {
                return Ok(Found::Mate(graph.line(done, Some(mv))));
            }
            graph.meet(after, (done, mv));
        }
        done += 1;
    }
    // Without leaves it is a closure, which is not looked for here.
    if leaves.is_empty() {
        return Ok(Found::Open);
    }
    Ok(Found::Never(Closed { others }, leaves))
}

/// What shows of a position soon.
enum Look {
    Never(Unwinnable),
    Mate(Vec<Move>),
    Open,
}

fn look<R: Rules>(
    position: &Position<R>,
    color: Color,
    tries: Tries,
    meter: &mut Meter,
) -> Result<Look, Reached> {
    if let Some(region) = Region::without_mate(position, color) {
        return Ok(Look::Never(Unwinnable::Region(region)));
    }
    let mut closure = Closure::new(position, color);
    if let Explored::Mate(line) = closure.explore(tries.most, meter)? {
        return Ok(Look::Mate(line));
    }
    let found = ghosts::search(position, color, &closure.moved(), tries, meter)?;
    Ok(found.map_or(Look::Open, |(closed, ghosts)| Look::Never(Unwinnable::Ghosts(closed, ghosts))))
}
