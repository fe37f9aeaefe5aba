//! The captures of the pawns in an order, each with a file, a place in the column it arrives in and a victim,
//! so that no pawn ever has to pass another.

use super::{PawnEvent, PawnId, PlanState, Planner, color, first_rank, leads_to};
use crate::board::Color;
use crate::clock::Instant;
use crate::reach::facts::columns::PawnFate;
use crate::reach::proof_game::chance::Chance;

impl Planner {
    /// Whether a pawn is one that promotes.
    fn promotes(&self, pawn: PawnId) -> bool {
        matches!(self.fates[pawn as usize], PawnFate::Promotes { .. })
    }

    /// Takes off the board every pawn that can promote: that never blocks anything.
    fn promote(&self, state: &mut PlanState) {
        for column in &mut state.columns {
            loop {
                let len = column.len as usize;
                if len > 0 {
                    let (bottom, top) = (column.pawns[0], column.pawns[len - 1]);
                    if color(top) == Color::White && self.promotes(top) && state.captures[top as usize] == 0 {
                        column.remove(len - 1);
                        continue;
                    }
                    if color(bottom) == Color::Black
                        && self.promotes(bottom)
                        && state.captures[bottom as usize] == 0
                    {
                        column.remove(0);
                        continue;
                    }
                }
                break;
            }
        }
    }

    /// Goes on from a state until every pawn has met its fate: whether it can; `None` if the effort was not
    /// enough.
    pub(super) fn search(&mut self, mut state: PlanState) -> Option<bool> {
        self.nodes = self.nodes.checked_sub(1)?;
        if self.until.is_some_and(|until| Instant::now() >= until) {
            self.nodes = 0;
            return None;
        }
        self.history.truncate(self.events.len());
        // The constraints on ranks are about the columns with everything that is on its way to promotion
        // removed.
        self.promote(&mut state);
        self.history.push(state.columns);
        if !self.settled_agree(&state)
            || !self.victims_are_left(&state)
            || !self.events.is_empty() && self.ranks(false).is_none()
        {
            return Some(false);
        }
        if self.is_done(&state) {
            return Some(self.ranks(true).is_some());
        }
        if !self.deaths_are_met(&state) {
            return Some(false);
        }
        let depth = self.events.len();
        let pawns = self.in_turn(&state);
        for pawn in pawns {
            let here = state.file[pawn as usize];
            let left = state.captures[pawn as usize];
            let Some(at) = state.columns[here as usize].place(pawn).filter(|_| left > 0) else { continue };
            for to in [here.wrapping_sub(1), here + 1] {
                if to > 7 || !self.reaches(pawn, to, left - 1) {
                    continue;
                }
                for (place, victim) in self.arrivals(&state, pawn, to).into_iter().flatten() {
                    let mut next = state.clone();
                    next.columns[here as usize].remove(at);
                    next.captures[pawn as usize] -= 1;
                    next.file[pawn as usize] = to;
                    if victim.is_some() {
                        next.columns[to as usize].pawns[place] = pawn;
                    } else {
                        next.columns[to as usize].insert(place, pawn);
                    }
                    self.events.push(PawnEvent { pawn, victim, to_file: to });
                    if self.search(next)? {
                        return Some(true);
                    }
                    self.events.truncate(depth);
                }
            }
        }
        self.history.truncate(depth);
        Some(false)
    }

    /// The pawns in the order in which their captures are tried. For every other seed those come first that
    /// have the most captures to make and the fewest steps to spare: what they need must not be taken by
    /// others, and a search that begins elsewhere finds that out at its end, again and again.
    fn in_turn(&self, state: &PlanState) -> [PawnId; 16] {
        let mut pawns: [PawnId; 16] = std::array::from_fn(|i| i as u8);
        let mut chance = Chance::new(self.seed.wrapping_add(self.events.len() as u64));
        if self.seed != 0 {
            for i in (1..16).rev() {
                pawns.swap(i, chance.below(i as u64 + 1) as usize);
            }
        }
        if !self.seed.is_multiple_of(2) {
            let whim: [i32; 16] = std::array::from_fn(|_| chance.below(3));
            pawns.sort_by_key(|&pawn| {
                let spare = match self.fates[pawn as usize] {
                    PawnFate::Stands { square, captures } => {
                        let steps = (square.rank() as i8).abs_diff(first_rank(pawn));
                        i32::from(steps) - i32::from(captures)
                    }
                    PawnFate::Promotes { captures, .. } => 6 - i32::from(captures),
                    PawnFate::Dies => 6,
                };
                2 * spare - i32::from(state.captures[pawn as usize]) + whim[pawn as usize]
            });
        }
        pawns
    }

    /// Whether the pawns that capture no more can go straight to where they end: on no file do two of them
    /// have to pass each other.
    fn settled_agree(&self, state: &PlanState) -> bool {
        state.columns.iter().all(|column| {
            let mut highest = None;
            // Whether one below goes up to the last rank.
            let mut blocked = false;
            let settled = |pawn: &&PawnId| state.captures[**pawn as usize] == 0;
            column.as_slice().iter().filter(settled).all(|&pawn| match self.fates[pawn as usize] {
                PawnFate::Stands { square, .. } => {
                    let above = highest.replace(square).is_none_or(|below| below < square);
                    above && !blocked
                }
                PawnFate::Promotes { .. } if color(pawn) == Color::White => {
                    blocked = true;
                    true
                }
                PawnFate::Promotes { .. } => highest.is_none() && !blocked,
                PawnFate::Dies => true,
            })
        })
    }

    /// Whether the captures still to come can take all the pawns that are to be taken by pawns.
    fn deaths_are_met(&self, state: &PlanState) -> bool {
        for victims in Color::BOTH {
            let mut dying = 0u8;
            for (file, column) in state.columns.iter().enumerate() {
                let dies = |&p: &PawnId| color(p) == victims && self.fates[p as usize] == PawnFate::Dies;
                if column.as_slice().iter().any(dies) {
                    dying |= 1 << file;
                }
            }
            let mut hunters = [(0u8, 0u8); 8];
            for (hunter, p) in hunters.iter_mut().zip(8 * (!victims as usize)..) {
                *hunter = (state.file[p], state.captures[p]);
            }
            if dying != 0 && !covered(&mut hunters, dying) {
                return false;
            }
        }
        true
    }

    /// Whether a pawn on `file` with so many captures to make can still end where it must.
    fn reaches(&self, pawn: PawnId, file: u8, captures: u8) -> bool {
        match self.fates[pawn as usize] {
            PawnFate::Stands { square, .. } => {
                let distance = square.file().abs_diff(file);
                distance <= captures && (captures - distance).is_multiple_of(2)
            }
            PawnFate::Promotes { files, .. } => leads_to(file, captures, files),
            PawnFate::Dies => false,
        }
    }

    /// Places in the column of `file` where `pawn` can arrive, best first: with the pawn it takes, or between
    /// others.
    fn arrivals(&self, state: &PlanState, pawn: PawnId, file: u8) -> [Option<(usize, Option<PawnId>)>; 34] {
        let mut options = [None; 34];
        let mut count = 0;
        let column = &state.columns[file as usize];
        for (place, &other) in column.as_slice().iter().enumerate() {
            if color(other) != color(pawn)
                && self.fates[other as usize] == PawnFate::Dies
                && state.captures[other as usize] == 0
            {
                options[count] = Some((place, Some(other)));
                count += 1;
            }
        }
        let len = column.len as usize;
        for i in 0..=len {
            // White's pawns are freest on top, Black's at the bottom.
            let place = if color(pawn) == Color::White { len - i } else { i };
            options[count] = Some((place, None));
            count += 1;
        }
        options
    }

    /// Whether every pawn has met its fate, but for straight moves.
    fn is_done(&self, state: &PlanState) -> bool {
        state.captures == [0; 16]
            && state.columns.iter().enumerate().all(|(file, column)| {
                let mut last = None;
                column.as_slice().iter().all(|&pawn| match self.fates[pawn as usize] {
                    PawnFate::Stands { square, .. } => {
                        let above = last.is_none_or(|last| last < square);
                        last = Some(square);
                        above && square.file() as usize == file
                    }
                    _ => false,
                })
            })
    }
}

/// Whether pawns on these files, with so many captures left, can come to all files of a set.
fn covered(hunters: &mut [(u8, u8); 8], dying: u8) -> bool {
    if dying == 0 {
        return true;
    }
    let file = dying.trailing_zeros() as u8;
    (0..8).any(|i| {
        let (at, left) = hunters[i];
        let needed = at.abs_diff(file).max(1);
        if needed > left {
            return false;
        }
        hunters[i] = (file, left - needed);
        // What it passes on its way it may take as well.
        let passed: u8 = (at.min(file)..=at.max(file)).filter(|&f| f != at).map(|f| 1 << f).sum();
        let met = covered(hunters, dying & !passed & !(1 << file));
        hunters[i] = (at, left);
        met
    })
}
