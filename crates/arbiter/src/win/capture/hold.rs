//! Shows that the attacker can never win: a set of positions that the defender never has to leave.
//!
//! At each position the defender plays a move after which the attacker has no win within a few plies; every
//! reply is followed up. If that runs out of new positions before one is met in which nothing holds, the
//! set is closed, and the defender can go on for ever.

use std::collections::HashSet;

use crate::board::Move;
use crate::limits::{Meter, Reached};
use crate::moves;
use crate::position::Position;
use crate::rules::Rules;

use crate::win::OracleValue;
use crate::win::strategy::{Held, royal_capture};

use super::key::CaptureKey;
use super::solver::CaptureSolver;

/// How many positions a first attempt may look at; later ones as many as the search has by then.
const FIRST_BUDGET: u64 = 20_000;

impl<R: Rules> CaptureSolver<R> {
    /// A closed set of positions for the defender, each held for `depth` plies (odd) more after its move.
    /// `None` if one was met that cannot be held so, or if the work grew beyond `budget` positions looked at.
    ///
    /// The attacker, to move at the root, must not be able to take the royal at once.
    pub(super) fn hold(
        &mut self,
        meter: &mut Meter,
        root: &Position<R>,
        depth: u32,
        budget: u64,
    ) -> Result<Option<Vec<Held<R>>>, Reached> {
        let stop = meter.effort().nodes.saturating_add(budget);
        let mut holds = Vec::new();
        let (mut seen, mut attacked_from) = (HashSet::new(), HashSet::from([CaptureKey::of(root)]));
        let mut waiting = successors(root);
        while let Some(position) = waiting.pop() {
            if !seen.insert(CaptureKey::of(&position)) {
                continue;
            }
            if meter.effort_nodes() > stop {
                return Ok(None);
            }
            meter.room_for(seen.len() + waiting.len())?;
            let answer = match royal_capture(&position) {
                Some(capture) => Some(capture),
                None => {
                    let holding = self.holding_move_into(meter, &position, depth, &attacked_from)?;
                    if let Some(mv) = holding {
                        let next = position.play(mv);
                        if attacked_from.insert(CaptureKey::of(&next)) {
                            waiting.extend(successors(&next));
                        }
                    } else if !moves::pseudo_legal_moves(&position).is_empty() {
                        return Ok(None);
                    }
                    holding
                }
            };
            holds.push((position, answer));
        }
        Ok(Some(holds))
    }

    /// A move after which the attacker has no win within `depth`, into a position of the set if there is one.
    fn holding_move_into(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        depth: u32,
        set: &HashSet<CaptureKey>,
    ) -> Result<Option<Move>, Reached> {
        let replies = moves::safe_moves(position);
        meter.count()?;
        if let Some(&known) = replies.iter().find(|&&mv| set.contains(&CaptureKey::of(&position.play(mv)))) {
            return Ok(Some(known));
        }
        for mv in replies {
            let next = position.play(mv);
            let wins = match self.known(&next) {
                Some(value) => matches!(value, OracleValue::Win(_)),
                None => self.winning_move(meter, &next, depth)?.is_some(),
            };
            if !wins {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Now and then, as the search deepens, an attempt that costs no more than the search has so far.
    pub(super) fn holds_for_ever(
        &mut self,
        meter: &mut Meter,
        root: &Position<R>,
        plies: u32,
    ) -> Result<bool, Reached> {
        if plies % ATTEMPT_EVERY != ATTEMPT_EVERY - 1 {
            return Ok(false);
        }
        let budget = meter.effort_nodes().max(FIRST_BUDGET);
        match self.hold(meter, root, attempt_depth(plies), budget) {
            // The search needs less memory than the attempt and may go on.
            Err(Reached::Memory) => Ok(false),
            attempt => Ok(attempt?.is_some()),
        }
    }

    /// The set that [`holds_for_ever`](Self::holds_for_ever) found, found again.
    pub(super) fn find_hold(
        &mut self,
        meter: &mut Meter,
        root: &Position<R>,
    ) -> Result<Option<Vec<Held<R>>>, Reached> {
        for plies in (ATTEMPT_EVERY - 1..).step_by(ATTEMPT_EVERY as usize) {
            if self.winning_move(meter, root, attempt_depth(plies))?.is_some() {
                break;
            }
            if let Some(holds) = self.hold(meter, root, attempt_depth(plies), u64::MAX)? {
                return Ok(Some(holds));
            }
        }
        Ok(None)
    }
}

/// Attempts are made when so many more plies have been searched.
const ATTEMPT_EVERY: u32 = 4;

/// The depth of an attempt: shallower than the search, because it is searched at very many positions.
fn attempt_depth(plies: u32) -> u32 {
    (plies / 4 + 1) | 1
}

fn successors<R: Rules>(position: &Position<R>) -> Vec<Position<R>> {
    moves::pseudo_legal_moves(position).into_iter().map(|mv| position.play(mv)).collect()
}
