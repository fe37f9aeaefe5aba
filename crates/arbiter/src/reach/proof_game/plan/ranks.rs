//! The ranks of the pawns: constraints of the form *this rank is at least that rank plus a constant*, which
//! shortest paths (Bellman–Ford) solve exactly, and wishes that are granted where the constraints allow it.

use super::{PawnEvent, PawnId, Planner, color, first_rank, forward, is_light};
use crate::board::Color;
use crate::reach::facts::columns::PawnFate;
use crate::reach::proof_game::chance::Chance;

impl Planner {
    /// Ranks (0 to 7) of the pawns before each event, or `None` if there are none: variable `16 * i + pawn`
    /// for event i. `complete`: the events are all, and after them the pawns go to where they stand.
    pub(super) fn ranks(&self, complete: bool) -> Option<Vec<[i8; 16]>> {
        let events = &self.events;
        let slots = events.len() + 1;
        // An edge (a, b, c): x[b] >= x[a] + c. Node `zero` is fixed to 0.
        let zero = (slots * 16) as u16;
        let mut edges: Vec<Edge> = Vec::with_capacity(slots * 48);
        let id = |slot: usize, pawn: PawnId| (slot * 16) as u16 + u16::from(pawn);
        for pawn in 0..16u8 {
            let first = first_rank(pawn);
            if color(pawn) == Color::White {
                edges.push((zero, id(0, pawn), first));
            } else {
                edges.push((id(0, pawn), zero, -first));
            }
        }
        for slot in 0..slots {
            let columns = self.history.get(slot)?;
            for column in columns {
                for pair in column.as_slice().windows(2) {
                    edges.push((id(slot, pair[0]), id(slot, pair[1]), 1));
                }
                for &pawn in column.as_slice() {
                    // On ranks 2 to 7.
                    edges.push((zero, id(slot, pawn), 1));
                    edges.push((id(slot, pawn), zero, -6));
                }
            }
            let Some(&PawnEvent { pawn: mover, victim, to_file }) = events.get(slot) else { break };
            if let Some(victim) = victim {
                edges.push((id(slot, mover), id(slot, victim), forward(mover)));
                edges.push((id(slot, victim), id(slot, mover), -forward(mover)));
            }
            // Right after the event the columns are those of the next slot, plus what promotes from there.
            let next = self.history.get(slot + 1)?;
            for column in next {
                for &pawn in column.as_slice() {
                    let step = if mover == pawn { forward(pawn) } else { 0 };
                    if color(pawn) == Color::White {
                        edges.push((id(slot, pawn), id(slot + 1, pawn), step));
                    } else {
                        edges.push((id(slot + 1, pawn), id(slot, pawn), -step));
                    }
                }
                // The order holds at once when the mover has arrived.
                if let Some(place) = column.place(mover) {
                    let slice = column.as_slice();
                    if place > 0 {
                        edges.push((id(slot, slice[place - 1]), id(slot, mover), 1 - forward(mover)));
                    }
                    if place + 1 < slice.len() {
                        edges.push((id(slot, mover), id(slot, slice[place + 1]), 1 + forward(mover)));
                    }
                }
            }
            if next[to_file as usize].place(mover).is_none() {
                // It promotes from where it arrived: everything there is behind it.
                for &other in next[to_file as usize].as_slice() {
                    if color(mover) == Color::White {
                        edges.push((id(slot, other), id(slot, mover), 0));
                    } else {
                        edges.push((id(slot, mover), id(slot, other), 0));
                    }
                }
            }
        }
        let last = slots - 1;
        for column in &self.history[last] {
            for &pawn in column.as_slice() {
                if let PawnFate::Stands { square, .. } = self.fates[pawn as usize] {
                    // It still goes forward, if at all.
                    let left = if complete { 0 } else { self.captures_left(pawn) };
                    let rank = square.rank() as i8;
                    if color(pawn) == Color::White {
                        edges.push((id(last, pawn), zero, -(rank - left)));
                    } else {
                        edges.push((zero, id(last, pawn), rank + left));
                    }
                }
            }
        }
        if complete {
            return self.ranks_for_victims(edges, slots);
        }
        solve(&edges, slots, 0)?;
        Some(Vec::new())
    }

    /// Lets captures happen in the middle, where every piece can come and no king is attacked, if that is
    /// possible.
    pub(super) fn centre(&self, edges: &mut Vec<Edge>, slots: usize, squares: &[Option<bool>]) {
        let zero = (slots * 16) as u16;
        let mut chance = Chance::new(self.seed);
        for (slot, &PawnEvent { pawn, to_file, .. }) in self.events.iter().enumerate() {
            let node = (slot * 16) as u16 + u16::from(pawn);
            let mut wanted = [3, 4, 2, 5];
            if chance.below(2) == 1 {
                wanted.swap(0, 1);
            }
            if color(pawn) == Color::Black {
                wanted.swap(2, 3);
            }
            for to in wanted {
                if squares[slot].is_some_and(|light| light != is_light(to_file, to)) {
                    continue;
                }
                let rank = to - forward(pawn);
                edges.extend([(zero, node, rank), (node, zero, -rank)]);
                if solve(edges, slots, 0).is_some() {
                    break;
                }
                edges.truncate(edges.len() - 2);
            }
        }
    }

    /// Lets pawns that only go straight ahead go at once, where that is possible, so that the pieces behind
    /// them come out: all for odd seeds, some for even ones.
    pub(super) fn hurry(&self, edges: &mut Vec<Edge>, slots: usize) {
        let zero = (slots * 16) as u16;
        let mut random = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for pawn in 0..16u16 {
            let PawnFate::Stands { square, captures: 0 } = self.fates[usize::from(pawn)] else { continue };
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if self.seed.is_multiple_of(2) && random >> 63 == 1 {
                continue;
            }
            let rank = square.rank() as i8;
            edges.push(if pawn < 8 { (zero, pawn, rank) } else { (pawn, zero, -rank) });
            if solve(edges, slots, 0).is_none() {
                edges.pop();
            }
        }
    }

    fn captures_left(&self, pawn: PawnId) -> i8 {
        let made = self.events.iter().filter(|e| e.pawn == pawn).count();
        match self.fates[pawn as usize] {
            PawnFate::Stands { captures, .. } => captures as i8 - made as i8,
            _ => 0,
        }
    }
}

/// `(a, b, c)`: the rank of b is at least that of a, plus c.
pub(super) type Edge = (u16, u16, i8);

/// The least ranks, none below `low`, that meet the constraints; the node after all slots is fixed to 0.
pub(super) fn solve(edges: &[Edge], slots: usize, low: i8) -> Option<Vec<i8>> {
    let zero = slots * 16;
    let mut ranks = vec![low; zero + 1];
    ranks[zero] = 0;
    for _ in 0..=zero + 1 {
        let mut changed = false;
        for &(a, b, c) in edges {
            let least = ranks[a as usize] + c;
            if ranks[b as usize] < least {
                if b as usize == zero || least > 20 {
                    return None;
                }
                ranks[b as usize] = least;
                changed = true;
            }
        }
        if !changed {
            return Some(ranks);
        }
    }
    None
}
