//! All captures from a state of a list, each of which must be shown to lead to no kernel.

use std::cell::Cell;

use arrayvec::ArrayVec;

use super::kernel::{Lost, SPARE, best, is_light};
use super::lists::{File, pin, turned};
use super::states::{Cases, MAX_NAMED, Shown};
use super::tariffs::allowed;
use crate::Checked;
use crate::json::Item;
use crate::squares::Square;

/// What a file costs, by each tariff that a state names.
type Costs = ArrayVec<i64, MAX_NAMED>;

/// A file after a capture, and what it costs by each of the tariffs: `i64::MIN` if that was not asked yet.
struct Changed {
    file: usize,
    list: File,
    costs: [Cell<i64>; MAX_NAMED],
}

/// All captures of a side from a state.
pub(super) struct Captures<'a> {
    all: &'a Cases<'a>,
    shown: &'a Shown,
    side: usize,
    /// What each file costs, and all together.
    before: [Costs; 8],
    total: Costs,
    /// For each state that is named the files that it does not cover as they are, a bit each.
    uncovered: Vec<u8>,
    /// By which of the tariffs something was dear last.
    last: Cell<Option<usize>>,
}

impl<'a> Captures<'a> {
    pub(super) fn new(all: &'a Cases<'a>, shown: &'a Shown, side: usize) -> Captures<'a> {
        let before: [Costs; 8] = std::array::from_fn(|file| {
            let cost = |tariff: &u32| all.cost(*tariff, file, &shown.state.files[file]);
            shown.tariffs.iter().map(cost).collect()
        });
        let total = (0..shown.tariffs.len()).map(|tariff| before.iter().map(|costs| costs[tariff]).sum());
        let uncovered = shown.states.iter().map(|place| {
            let state = &all.shown[*place as usize].state;
            let covers = |file: &usize| all.covers_file(state, *file, &shown.state.files[*file]);
            (0..8).filter(|file| !covers(file)).fold(0, |files, file| files | 1 << file)
        });
        let (total, uncovered, last) = (total.collect(), uncovered.collect(), Cell::new(None));
        Captures { all, shown, side, before, total, uncovered, last }
    }
}

impl Captures<'_> {
    pub(super) fn check(&self, item: &Item<'_>) -> Checked {
        let (bars, lost) = (&self.all.kernel.bars, self.shown.state.lost[1 - self.side]);
        let files: [File; 8] = std::array::from_fn(|file| self.seen(self.shown.state.files[file].clone()));
        let mut coming: [Vec<(i8, usize, Changed)>; 8] = Default::default();
        for (file, coming) in coming.iter_mut().enumerate() {
            let has_room = lost == [0; 4] || files[file].len() < 8;
            item.ensure(has_room, || "a file has no room for more pawns".into())?;
            *coming = self.coming(&files[file], file, lost);
        }
        for (from, place) in (0..8).flat_map(|from| (0..files[from].len()).map(move |place| (from, place))) {
            // A state may name as many states as it likes.
            item.budget.look()?;
            let gone = |rank: i8| {
                let mut list = files[from].clone();
                let can_be = rank == 0 || pin(&mut list, place, rank - 1, bars.closed(self.side, from));
                list.remove(place);
                can_be.then(|| self.changed(from, list))
            };
            let refuse = |rank: i8| {
                let on = Square::on(from as i8, if self.side == 0 { rank - 1 } else { 8 - rank });
                let whose = ["White", "Black"][self.side];
                item.refuse(format!("a capture of {whose}'s is not refuted, by or of a pawn on {on}"))
            };
            let pawn = files[from][place];
            if pawn < 0 {
                // A piece takes it.
                let is_promoted = pawn == -8 && bars.closed(self.side, from)[1];
                let left = gone(0).filter(|_| lost[SPARE] > 0 && !is_promoted);
                if left.is_some_and(|left| !self.is_refuted(&[&left], SPARE)) {
                    return Err(refuse(9 + pawn));
                }
                continue;
            }
            for rank in 3..=8 {
                let Some(left) = gone(rank) else { continue };
                for to in [from.wrapping_sub(1), from + 1].into_iter().filter(|to| *to < 8) {
                    let open = bars.is_open(self.side, [from, to], rank);
                    let mut came = coming[to].iter().filter(|(on, ..)| open && *on == rank);
                    if !came.all(|(_, victim, came)| self.is_refuted(&[&left, came], *victim)) {
                        return Err(refuse(rank - 1));
                    }
                }
            }
        }
        Ok(())
    }

    /// A file as the side sees it, or as White does.
    fn seen(&self, file: File) -> File {
        if self.side == 0 { file } else { turned(file) }
    }

    fn changed(&self, file: usize, list: File) -> Changed {
        Changed { file, list: self.seen(list), costs: [const { Cell::new(i64::MIN) }; MAX_NAMED] }
    }

    /// What a file costs more than before, by one of the tariffs.
    fn more(&self, Changed { file, list, costs }: &Changed, place: usize) -> i64 {
        if costs[place].get() == i64::MIN {
            costs[place].set(self.all.cost(self.shown.tariffs[place], *file, list));
        }
        costs[place].get() - self.before[*file][place]
    }

    /// What can become of a file to which a pawn of the side captures, by the rank and what it takes.
    fn coming(&self, file: &File, on: usize, lost: Lost) -> Vec<(i8, usize, Changed)> {
        let mut coming = Vec::new();
        if lost == [0; 4] {
            return coming;
        }
        let closed = self.all.kernel.bars.closed(self.side, on);
        for (rank, place) in (3..=8).flat_map(|rank| (0..=file.len()).map(move |place| (rank, place))) {
            let victim = best(lost, is_light(self.side, on, rank));
            let taken = file.get(place).is_some_and(|pawn| *pawn < 0 && *pawn >= rank - 9);
            for (victim, in_place) in [(victim, false), (SPARE, true)] {
                if lost[victim] == 0 || in_place && !taken {
                    continue;
                }
                let mut list = file.clone();
                list.drain(place..place + usize::from(in_place));
                list.insert(place, 1);
                if pin(&mut list, place, rank, closed) {
                    coming.push((rank, victim, self.changed(on, list)));
                }
            }
        }
        coming
    }

    /// Whether it is shown that no kernel goes on from where a capture has changed some files.
    fn is_refuted(&self, changed: &[&Changed], victim: usize) -> bool {
        let mut lost = self.shown.state.lost;
        lost[1 - self.side][victim] -= 1;
        let is_dear = |place: &usize| {
            let more = |changed: &&Changed| self.more(changed, *place);
            let tariff = &self.all.tariffs[self.shown.tariffs[*place] as usize];
            self.total[*place] + changed.iter().map(more).sum::<i64>()
                > allowed(tariff, &lost, &self.all.kernel.bishops)
        };
        // (A file has not the same pawns as before, so that nothing covers it both now and then.)
        let files = changed.iter().fold(0, |files, changed| files | 1 << changed.file);
        let covers = |(place, uncovered): (&u32, &u8)| {
            let known = &self.all.shown[*place as usize].state;
            let covers = |changed: &&Changed| self.all.covers_file(known, changed.file, &changed.list);
            *uncovered == files && known.lost == lost && changed.iter().all(covers)
        };
        // Captures one after the other are often dear by the same tariff.
        let mut tariffs = self.last.get().into_iter().chain(0..self.total.len());
        let dear = tariffs.find(is_dear);
        self.last.set(dear.or(self.last.get()));
        dear.is_some() || self.shown.states.iter().zip(&self.uncovered).any(covers)
    }
}
