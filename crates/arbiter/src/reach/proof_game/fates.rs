//! The cheapest way to give every man its fate: an assignment problem.

/// Most men (the king aside) that a side ever has to share out.
pub(super) const MAX_FATES: usize = 16;

/// A square matrix of costs, men by fates.
pub(super) struct Fates {
    pub(super) size: usize,
    pub(super) cost: [[i32; MAX_FATES]; MAX_FATES],
    /// The fate of each man, once solved.
    pub(super) fate: [u8; MAX_FATES],
}

impl Fates {
    #[inline(always)]
    pub(super) fn new(size: usize) -> Fates {
        Fates { size, cost: [[0; MAX_FATES]; MAX_FATES], fate: [0; MAX_FATES] }
    }

    /// Finds the assignment of least total cost (the Hungarian method, by shortest augmenting paths) and its
    /// cost.
    #[inline(always)]
    pub(super) fn solve(&mut self) -> i32 {
        const FREE: usize = MAX_FATES;
        let n = self.size.min(MAX_FATES);
        let mut men = [0_i32; MAX_FATES];
        let mut fates = [0_i32; MAX_FATES];
        // Which man has a fate; FREE if none.
        let mut holder = [FREE; MAX_FATES];
        // A good start: each man's cheapest fate, if still free.
        for (man, row) in self.cost[..n].iter().enumerate() {
            let mut best = 0;
            for fate in 1..n {
                if row[fate] < row[best] {
                    best = fate;
                }
            }
            men[man] = row[best];
            let free = holder[best] == FREE;
            self.fate[man] = if free { best } else { FREE } as u8;
            if free {
                holder[best] = man;
            }
        }
        for root in 0..n {
            if self.fate[root] as usize != FREE {
                continue;
            }
            let mut slack = [i32::MAX; MAX_FATES];
            let mut from = [FREE; MAX_FATES];
            let mut done = [false; MAX_FATES];
            let mut man = root;
            let mut last = FREE;
            let mut offset = 0;
            let end = loop {
                let row = &self.cost[man];
                let mut next = 0;
                let mut least = i32::MAX;
                for fate in 0..n {
                    if done[fate] {
                        continue;
                    }
                    let reduced = offset + row[fate] - men[man] - fates[fate];
                    if reduced < slack[fate] {
                        slack[fate] = reduced;
                        from[fate] = last;
                    }
                    if slack[fate] < least {
                        (least, next) = (slack[fate], fate);
                    }
                }
                offset = least;
                done[next] = true;
                last = next;
                if holder[next] == FREE {
                    break next;
                }
                man = holder[next];
            };
            men[root] += offset;
            for fate in 0..n {
                if done[fate] && fate != end {
                    men[holder[fate]] += offset - slack[fate];
                    fates[fate] -= offset - slack[fate];
                }
            }
            let mut fate = end;
            while from[fate] != FREE {
                let before = from[fate];
                holder[fate] = holder[before];
                self.fate[holder[fate]] = fate as u8;
                fate = before;
            }
            holder[fate] = root;
            self.fate[root] = fate as u8;
        }
        (0..n).map(|man| self.cost[man][self.fate[man] as usize]).sum()
    }
}
