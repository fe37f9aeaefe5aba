//! **What shows that there is no kernel** to whoever does not search: states, closed under captures but for
//! those after which the files cost more than what is left to capture by some [tariff](tariff).
//!
//! Captures take layers: after each one man less is left. A layer is what the captures of the one before lead
//! to, without what is dear by a tariff, and without what leaves the pawns no more room than another state. A
//! tariff is looked for where none of those known does: it is the solution of a linear program ([`program`]).
//! States of the same order and loss may be taken together as one that has the room of them all, if it fails
//! as they do: that is tried first.

mod program;
mod tariff;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::board::Color;
use crate::certificate::{KernelCases, KernelState};
use crate::moves::Past;
use crate::reach::cases::Allowance;
use crate::reach::facts::Facts;
use crate::reach::facts::ways::relative;

use super::stack::{Pawn, Stack};
use super::{Capture, Kernel, Lost, PawnStacks, SPARE, victim_on};
use tariff::Tariff;

/// States at most: more are searched for by the checker, as before.
const MAX_STATES: usize = 4_000;

/// Tariffs that a state may name.
const MAX_NAMED: usize = 16;

/// What shows that there is no kernel of a past; `None` if there is one, or if it takes more than is allowed.
pub(in crate::reach) fn of(past: &Past, allowance: &mut Allowance) -> Option<KernelCases> {
    let facts = Facts::new(past);
    facts.open_mobility()?;
    let kernel = Kernel::new(&facts)?;
    let mut found = Vec::new();
    for together in [true, false] {
        let (tariffs, states) = (Vec::new(), Vec::new());
        let mut writer = Writer { kernel: &kernel, tariffs, states, allowance, together };
        found.extend(writer.written());
        if !found.is_empty() {
            break;
        }
    }
    found.pop()
}

/// States by order and loss, each with the place of one from which a capture leads to it.
type Groups = HashMap<(u128, [Lost; 2]), Vec<(PawnStacks, usize)>>;

/// A state that is not dear, and what follows from its captures.
struct Written {
    state: PawnStacks,
    /// Tariffs by which all other states that its captures lead to are dear, and states that cover these.
    tariffs: Vec<usize>,
    states: Vec<usize>,
}

struct Writer<'a> {
    kernel: &'a Kernel,
    tariffs: Vec<Tariff>,
    states: Vec<Written>,
    allowance: &'a mut Allowance,
    /// Whether states are taken together.
    together: bool,
}

impl Writer<'_> {
    fn written(&mut self) -> Option<KernelCases> {
        self.states.push(Written { state: self.kernel.start, tariffs: Vec::new(), states: Vec::new() });
        let mut begin = 0;
        while begin < self.states.len() {
            let end = self.states.len();
            // By order and loss what the captures lead to, and from which states.
            let mut next = Groups::new();
            for place in begin..end {
                self.follow(place, &mut next)?;
            }
            let mut next: Vec<_> = next.into_iter().collect();
            next.sort_unstable_by_key(|(key, _)| *key);
            for (_, group) in next.into_iter().filter(|(_, group)| !group.is_empty()) {
                self.add(&group);
            }
            if self.states.len() > MAX_STATES {
                return None;
            }
            begin = end;
        }
        let mut used: Vec<usize> = self.states.iter().flat_map(|state| state.tariffs.clone()).collect();
        used.sort_unstable();
        used.dedup();
        let number = |tariff: &usize| used.binary_search(tariff).unwrap_or_default() as u32;
        let states = self.states.iter().map(|Written { state, tariffs, states }| {
            let text = state.files.map(text).join("/");
            let lost = state.lost.map(|[pieces, dark, light, spare]| [pieces, dark, light, spare]);
            let states = states.iter().map(|state| *state as u32).collect();
            KernelState(text, lost, tariffs.iter().map(number).collect(), states)
        });
        Some(KernelCases(
            used.iter().map(|tariff| self.tariffs[*tariff].written()).collect(),
            states.collect(),
        ))
    }

    /// Adds what the captures from a state lead to that is not dear by a tariff, and notes the tariffs by
    /// which the rest is, as many as a state may name. `None` if the state is an end, or too much is asked.
    fn follow(&mut self, place: usize, next: &mut Groups) -> Option<()> {
        let state = self.states[place].state;
        if self.kernel.is_done(&state) {
            return None;
        }
        // What leaves the pawns less room than another capture is as dear, or covered with it.
        let (kernel, all) = (self.kernel, self.kernel.after_captures(&state)?);
        let is_less = |state: &PawnStacks| {
            all.iter().any(|other| other != state && other.is_alike(state) && kernel.covers(other, state))
        };
        let mut dear = Vec::new();
        for after in all.iter().filter(|state| !is_less(state)) {
            if self.tariffs.iter().any(|tariff| tariff.is_dear(self.kernel, after)) {
                dear.push(*after);
                continue;
            }
            let group = next.entry((after.order(), after.lost)).or_default();
            if !group.iter().any(|(known, _)| self.kernel.covers(known, after)) {
                self.allowance.take()?;
                if let Some(tariff) = program::tariff(self.kernel, after) {
                    self.tariffs.push(tariff);
                    dear.push(*after);
                    continue;
                }
            }
            group.push((*after, place));
        }
        // As few of them as will do.
        while !dear.is_empty() && self.states[place].tariffs.len() < MAX_NAMED {
            let by = |tariff: &Tariff| dear.iter().filter(|state| tariff.is_dear(self.kernel, state)).count();
            let best = (0..self.tariffs.len()).max_by_key(|tariff| by(&self.tariffs[*tariff]))?;
            dear.retain(|state| !self.tariffs[best].is_dear(self.kernel, state));
            self.states[place].tariffs.push(best);
        }
        self.states[place].tariffs.sort_unstable();
        // What is dear by none of these is followed as if it were not dear.
        for after in dear {
            next.entry((after.order(), after.lost)).or_default().push((after, place));
        }
        Some(())
    }

    /// Adds states of one order and loss that cover all of some, and names them where these came from.
    fn add(&mut self, group: &[(PawnStacks, usize)]) {
        let mut covering: Vec<PawnStacks> = Vec::new();
        for (state, _) in group {
            if covering.iter().any(|known| self.kernel.covers(known, state)) {
                continue;
            }
            let mut state = *state;
            if self.together {
                while let Some(place) = covering.iter().position(|known| self.joined(known, &state).is_some())
                {
                    let known = covering.remove(place);
                    state = self.joined(&known, &state).unwrap_or(state);
                }
            }
            covering.retain(|known| !self.kernel.covers(&state, known));
            covering.push(state);
        }
        let first = self.states.len();
        for (state, place) in group {
            let by = covering.iter().position(|known| self.kernel.covers(known, state)).unwrap_or_default()
                + first;
            if !self.states[*place].states.contains(&by) {
                self.states[*place].states.push(by);
            }
        }
        let written = |state: PawnStacks| Written { state, tariffs: Vec::new(), states: Vec::new() };
        self.states.extend(covering.into_iter().map(written));
    }

    /// A state that has the room of two, if it fails at least to be an end.
    fn joined(&self, one: &PawnStacks, other: &PawnStacks) -> Option<PawnStacks> {
        let files = std::array::from_fn(|file| one.files[file].joined(other.files[file]));
        let both = PawnStacks { files, lost: one.lost };
        (self.kernel.covers(&both, one) && self.kernel.covers(&both, other) && !self.kernel.is_done(&both))
            .then_some(both)
    }
}

impl PawnStacks {
    /// Whether the pawns of all files are of the same sides, and as much is left to capture.
    fn is_alike(&self, other: &PawnStacks) -> bool {
        self.lost == other.lost && self.order() == other.order()
    }

    /// The sides of the pawns of all files.
    fn order(&self) -> u128 {
        self.files.iter().fold(0, |order, stack| order << 16 | u128::from(stack.order()))
    }
}

impl Kernel {
    /// Whether each pawn has all the room that it has in another state.
    fn covers(&self, one: &PawnStacks, other: &PawnStacks) -> bool {
        (0..8).all(|file| one.files[file].has_room_of(other.files[file], self.bars.closed(file)))
    }

    /// What all captures from a state lead to; `None` if a file has no room for more pawns.
    fn after_captures(&self, state: &PawnStacks) -> Option<Vec<PawnStacks>> {
        let mut after: Vec<PawnStacks> = Vec::new();
        for color in Color::BOTH {
            let prey = state.lost[1 - color as usize];
            if prey == [0; 4] {
                continue;
            }
            let seen = |stack: Stack| if color == Color::White { stack } else { stack.mirrored() };
            let files = state.files.map(seen);
            if files.iter().any(|stack| stack.len() == Stack::MAX) {
                return None;
            }
            let mut add = |victim: usize, changed: &[(usize, Stack)]| {
                let mut next = *state;
                next.lost[1 - color as usize][victim] -= 1;
                for &(file, stack) in changed {
                    let Some(stack) = stack.settled(self.closed_to(color, file)) else { return };
                    next.files[file] = seen(stack);
                }
                if !after.contains(&next) {
                    after.push(next);
                }
            };
            for (file, at) in (0..8).flat_map(|file| (0..files[file].len()).map(move |at| (file, at))) {
                let (stack, closed) = (files[file], self.closed_to(color, file));
                let pawn = stack.get(at);
                if !pawn.is_white() {
                    if prey[SPARE] > 0 && !(pawn.is_last() && closed[1]) {
                        add(SPARE, &[(file, stack.without(at))]);
                    }
                    continue;
                }
                for (to, rank) in [file.wrapping_sub(1), file + 1]
                    .into_iter()
                    .flat_map(|to| (3..=8).map(move |rank| (to, rank)))
                {
                    if to > 7 {
                        continue;
                    }
                    let onto = files[to];
                    let capture = Capture { color, file, stack, at, to, onto, most: 0 };
                    let Some((from, _)) =
                        stack.pinned(at, rank - 1, closed).filter(|_| capture.is_open(&self.bars, rank))
                    else {
                        continue;
                    };
                    let victim = victim_on(relative(color, to as u8, rank - 1), prey);
                    for place in 0..=onto.len() {
                        let taken = (place < onto.len()).then(|| onto.get(place));
                        let taken = taken.filter(|pawn| !pawn.is_white() && pawn.rank() >= rank);
                        let replaced =
                            taken.filter(|_| prey[SPARE] > 0).map(|_| (SPARE, onto.without(place)));
                        let beside = (prey[victim] > 0).then_some((victim, onto));
                        for (victim, onto) in beside.into_iter().chain(replaced) {
                            let with = onto.with(place, Pawn::new(Color::White, 2));
                            if let Some((with, _)) = with.pinned(place, rank, self.closed_to(color, to)) {
                                add(victim, &[(file, from.without(at)), (to, with)]);
                            }
                        }
                    }
                }
            }
        }
        Some(after)
    }
}

/// The pawns of a file with their bounds, as certificates spell them.
fn text(stack: Stack) -> String {
    let pawn = |pawn: Pawn| match pawn.is_white() {
        true => format!("P{}", pawn.rank()),
        false => format!("p{}", 9 - pawn.rank()),
    };
    stack.pawns().map(pawn).collect()
}
