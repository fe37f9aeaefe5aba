//! Tariffs and states that show that there is no kernel: the lemma `kernel`.
//!
//! By a tariff every file costs something, and no capture makes all files together cheaper by more than it
//! costs; so there is no kernel from where they cost more than what is left to capture. From the other states
//! every capture leads to one of those, or to a state of the list.

use std::collections::BTreeSet;

use super::captures::Captures;
use super::kernel::{Kernel, Lost, State};
use super::lists::{File, Files, has_room, is_settled};
use super::rounds::last_round;
use super::tariffs::{Tariff, cost, read_tariff};
use crate::Checked;
use crate::json::Item;
use crate::past::Past;

/// At most so many tariffs may be named by a state.
pub(super) const MAX_NAMED: usize = 16;

/// The files, what is left of each side, the tariffs and the states that are enough for all captures.
type Written = (String, [Lost; 2], Vec<u32>, BTreeSet<u32>);

/// A state, and what shows it to be one without a kernel: tariffs and states by their places.
pub(super) struct Shown {
    pub(super) state: State,
    pub(super) tariffs: Box<[u32]>,
    pub(super) states: Box<[u32]>,
}

/// Checks that tariffs and states show that there is no kernel.
pub(super) fn check(past: &Past, cases: &Item<'_>) -> Checked {
    let kernel = Kernel::of(&last_round(past, cases)?);
    let start = &kernel.start;
    let [tariffs, states] = cases.parts()?;
    let tariffs = tariffs.list()?.map(|item| read_tariff(&item)).collect::<Result<Vec<_>, _>>()?;
    let shown = states.list()?.map(|item| read_state(&item)).collect::<Result<Vec<_>, _>>()?;
    let all = Cases { kernel: &kernel, tariffs: &tariffs, shown: &shown };
    let begins = shown.first().is_some_and(|first| {
        let covers = |file| all.covers_file(&first.state, file, &start.files[file]);
        first.state.lost == start.lost && (0..8).all(covers)
    });
    states.ensure(begins, || "the first state does not cover that at the beginning".into())?;
    states.list()?.zip(&shown).try_for_each(|(item, shown)| all.check(&item, shown))
}

fn read_state(item: &Item<'_>) -> Checked<Shown> {
    item.budget.look()?;
    item.budget.take(size_of::<Shown>())?;
    let (text, lost, tariffs, states): Written = item.value("[files, lost, tariffs, states]")?;
    let files: Option<Vec<File>> = text.split('/').map(read_file).collect();
    let files = files.and_then(|files| Files::try_from(files).ok());
    let files = files.ok_or_else(|| item.refuse("the files are not eight lists of pawns with bounds"))?;
    item.ensure(files.iter().all(is_settled), || "bounds are not raised, or there is no room".into())?;
    item.ensure(files.iter().map(|file| file.len()).sum::<usize>() <= 16, || "more than 16 pawns".into())?;
    item.ensure(tariffs.len() <= MAX_NAMED, || format!("more than {MAX_NAMED} tariffs"))?;
    item.ensure(lost.as_flattened().iter().all(|count| *count >= 0), || "less than nothing is lost".into())?;
    Ok(Shown { state: State { files, lost }, tariffs: tariffs.into(), states: states.into_iter().collect() })
}

/// The pawns of a file, `P` and `p` each with its bound.
fn read_file(text: &str) -> Option<File> {
    let pawns = text.as_bytes().chunks(2).map(|pawn| match pawn {
        [b'P', bound @ b'2'..=b'8'] => Some((bound - b'0') as i8),
        [b'p', bound @ b'2'..=b'8'] => Some(-((bound - b'0') as i8)),
        _ => None,
    });
    let mut file = File::new();
    pawns.into_iter().try_for_each(|pawn| file.try_push(pawn?).ok())?;
    Some(file)
}

/// All tariffs and states, with what the past demands.
pub(super) struct Cases<'a> {
    pub(super) kernel: &'a Kernel,
    pub(super) tariffs: &'a [Tariff],
    pub(super) shown: &'a [Shown],
}

impl Cases<'_> {
    /// Whether the pawns of a file of a state have all the room that those of another list have.
    pub(super) fn covers_file(&self, state: &State, file: usize, other: &File) -> bool {
        let (one, closed) = (&state.files[file], self.kernel.bars.closed(0, file));
        let same = || one.iter().zip(other).all(|(one, other)| one.signum() == other.signum());
        one.len() == other.len() && same() && has_room(one, other, closed)
    }

    /// What a file costs by a tariff.
    pub(super) fn cost(&self, tariff: u32, file: usize, list: &File) -> i64 {
        let (goal, closed) = (&self.kernel.goal[file], self.kernel.bars.closed(0, file));
        cost(&self.tariffs[tariff as usize], file, list, goal, closed)
    }

    /// Checks that a state is no end, and that no capture leads on from it to one.
    fn check(&self, item: &Item<'_>, shown: &Shown) -> Checked {
        let known = |places: &[u32], count: usize| places.iter().all(|place| (*place as usize) < count);
        let is_known = known(&shown.tariffs, self.tariffs.len()) && known(&shown.states, self.shown.len());
        item.ensure(is_known, || "there is no such tariff or state".into())?;
        item.ensure(!self.kernel.is_goal(&shown.state), || "the pawns stand as they do at the end".into())?;
        (0..2).try_for_each(|side| Captures::new(self, shown, side).check(item))
    }
}
