//! A pawn for each needed promotion, and enemy pawns that captures on the way take.

use super::PawnFate;
use crate::reach::facts::needs::Needs;

/// The files of home pawns that die, a bit each.
pub(super) fn dead_files(fates: &[PawnFate; 8]) -> u8 {
    (0..8).filter(|&file| fates[file] == PawnFate::Dies).map(|file| 1 << file).sum()
}

/// How many of the dead enemy home pawns must have been taken by pieces, at least.
pub(super) fn uncovered_deaths(fates: &[PawnFate; 8], dead: u8) -> u8 {
    if dead == 0 {
        return 0;
    }
    // The files that the captures of each pawn are onto, as far as is known, and how many captures.
    let mut arrivals: [(u8, u8); 8] = [(0, 0); 8];
    let mut count = 0;
    for (file, fate) in fates.iter().enumerate() {
        let file = file as u8;
        let captures = fate.captures();
        let near = |low: u8, high: u8| (low..=high).map(|f| 1 << f).sum::<u8>();
        let met = match *fate {
            _ if captures == 0 => continue,
            PawnFate::Stands { square, .. } => {
                let detour = (captures - file.abs_diff(square.file())) / 2;
                let (a, b) = (file.min(square.file()), file.max(square.file()));
                near(a.saturating_sub(detour), (b + detour).min(7))
            }
            // On the straight way to another file.
            PawnFate::Promotes { files, .. } if files.is_power_of_two() && files != 1 << file => {
                let goal = files.trailing_zeros() as u8;
                near(file.min(goal), file.max(goal)) & !(1 << file)
            }
            PawnFate::Promotes { captures: 1, .. } => {
                near(file.saturating_sub(1), (file + 1).min(7)) & !(1 << file)
            }
            _ => near(file.saturating_sub(1), (file + 1).min(7)),
        };
        arrivals[count] = (met, captures);
        count += 1;
    }
    fn cover(arrivals: &mut [(u8, u8)], dead: u8) -> u8 {
        if dead == 0 {
            return 0;
        }
        let file = dead.trailing_zeros() as u8;
        let rest = dead & (dead - 1);
        let mut best = 1 + cover(arrivals, rest);
        for i in 0..arrivals.len() {
            let (met, left) = arrivals[i];
            if left > 0 && met >> file & 1 == 1 {
                arrivals[i].1 -= 1;
                best = best.min(cover(arrivals, rest));
                arrivals[i].1 += 1;
            }
        }
        best
    }
    cover(&mut arrivals[..count], dead)
}

/// The fewest captures, `least` or more, with which a pawn of `file` comes to any of `files`; with the files
/// it can then be on.
pub(super) fn captures_to(file: u8, least: u8, files: u8) -> Option<(u8, u8)> {
    (least..=least + 7).find_map(|captures| {
        let reached: u8 = (0..8u8)
            .filter(|&to| {
                let distance = to.abs_diff(file);
                distance <= captures && (captures - distance) % 2 == 0
            })
            .map(|to| 1 << to)
            .sum();
        (captures <= 6 && reached & files != 0).then_some((captures, reached & files))
    })
}

/// Finds a pawn for each needed promotion.
pub(super) struct Placing<'a> {
    /// The fates with as few captures as unlock the files.
    pub(super) fates: [PawnFate; 8],
    pub(super) needs: &'a Needs,
    /// Captures that are left for promotions on other files and for dead home pawns of the enemy.
    pub(super) left: u8,
    /// The files of these.
    pub(super) dead: u8,
    pub(super) best: Option<(u8, [PawnFate; 8])>,
}

impl Placing<'_> {
    /// Tries every pawn for the `index`th promotion, and keeps the cheapest way of all. `after`: for a
    /// promotion like the one before, only pawns of later files.
    pub(super) fn place(&mut self, placed: [PawnFate; 8], index: usize, after: usize, taken: u8, cost: u8) {
        if cost > self.left || self.best.is_some_and(|(least, _)| least == 0) {
            return;
        }
        let needed = self.needs.promotions();
        let Some(&files) = needed.get(index) else {
            let cost = cost + uncovered_deaths(&placed, self.dead);
            if cost <= self.left && self.best.is_none_or(|(least, _)| cost < least) {
                self.best = Some((cost, placed));
            }
            return;
        };
        let first = if index > 0 && needed[index - 1] == files { after } else { 0 };
        for file in first..8 {
            let PawnFate::Promotes { captures: least, .. } = self.fates[file] else { continue };
            if taken >> file & 1 == 1 {
                continue;
            }
            // Where exactly it goes matters when it takes pawns on its way.
            let goals =
                if self.dead == 0 { [files, 0, 0, 0, 0, 0, 0, 0] } else { BITS.map(|bit| files & bit) };
            for goal in goals.into_iter().filter(|&goal| goal != 0) {
                let Some((captures, files)) = captures_to(file as u8, least, goal) else { continue };
                let mut placed = placed;
                placed[file] = PawnFate::Promotes { captures, files };
                self.place(placed, index + 1, file + 1, taken | 1 << file, cost + captures - least);
            }
        }
    }

    /// The best way, with all the files left open that serve as well.
    pub(super) fn widened(&self) -> Option<[PawnFate; 8]> {
        let (_, mut placed) = self.best?;
        for (file, fate) in placed.iter_mut().enumerate() {
            if let PawnFate::Promotes { captures, files } = fate
                && files.is_power_of_two()
            {
                let all = self.needs.promotions().iter().filter(|&&needed| needed & *files != 0);
                let common = all.fold(0xFF, |common, &needed| common & needed) & self.needs.open;
                if let Some((_, on)) = captures_to(file as u8, *captures, common) {
                    *files |= on;
                }
            }
        }
        Some(placed)
    }
}

/// The files, one by one.
const BITS: [u8; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
