//! The assignment problem: which man goes where, at the least cost together. The Hungarian method with duals
//! (Kuhn 1955; shortest augmenting paths as Jonker and Volgenant have them).

use super::goal::MEN;

/// What it costs to send a man (row) to a place (column); rows and columns from the size on mean nothing.
pub(super) type Costs = [[i16; MEN]; MEN];

/// More than any cost.
const ENDLESS: i16 = 8_000;

const NOBODY: usize = MEN;

/// A cheapest assignment, and duals that prove it: `rows[i] + columns[j]` is at most the cost of `i` and `j`,
/// and they add up to the total.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    pub(super) size: usize,
    pub(super) total: i16,
    rows: [i16; MEN],
    columns: [i16; MEN],
    /// The man of each place.
    man: [usize; MEN],
}

impl Assignment {
    pub(super) fn new(costs: &mut Costs, size: usize) -> Assignment {
        let size = size.min(MEN);
        for row in &mut costs[..size] {
            row[size..].fill(ENDLESS);
        }
        let mut columns = [ENDLESS; MEN];
        for row in &costs[..size] {
            columns.iter_mut().zip(row).for_each(|(least, &cost)| *least = (*least).min(cost));
        }
        let mut found = Assignment { size, total: 0, rows: [0; MEN], columns, man: [NOBODY; MEN] };
        let mut waiting = 0_u16;
        for (i, row) in costs[..size].iter().enumerate() {
            let mut reduced = [0; MEN];
            for j in 0..MEN {
                reduced[j] = row[j] - columns[j];
            }
            reduced[size..].fill(ENDLESS);
            let least = reduced.into_iter().min().unwrap_or(0);
            found.rows[i] = least;
            match (0..size).find(|&j| reduced[j] == least && found.man[j] == NOBODY) {
                Some(j) => found.man[j] = i,
                None => waiting |= 1 << i,
            }
        }
        while waiting != 0 {
            found.augment(costs, waiting.trailing_zeros() as usize);
            waiting &= waiting - 1;
        }
        found.total = (0..size).map(|j| costs[found.man[j] % MEN][j]).sum();
        found
    }

    /// The duals of rows and columns.
    pub(super) fn into_duals(self) -> ([i16; MEN], [i16; MEN]) {
        (self.rows, self.columns)
    }

    /// Finds a place for one more man along a shortest path.
    fn augment(&mut self, costs: &Costs, new: usize) {
        let mut way = [ENDLESS; MEN];
        let mut before = [NOBODY; MEN];
        let mut done = [false; MEN];
        let (mut i, mut last, mut length) = (new % MEN, NOBODY, 0);
        let end = loop {
            let (mut least, mut next) = (i16::MAX, 0);
            for j in 0..self.size {
                if done[j] {
                    continue;
                }
                let through = length + costs[i][j] - self.rows[i] - self.columns[j];
                if through < way[j] {
                    (way[j], before[j]) = (through, last);
                }
                if way[j] < least {
                    (least, next) = (way[j], j);
                }
            }
            length = least;
            if self.man[next] == NOBODY {
                break next;
            }
            done[next] = true;
            (i, last) = (self.man[next] % MEN, next);
        };
        for j in 0..self.size {
            if done[j] {
                let spare = length - way[j];
                self.rows[self.man[j] % MEN] += spare;
                self.columns[j] -= spare;
            }
        }
        self.rows[new % MEN] += length;
        let mut j = end;
        while before[j] != NOBODY {
            self.man[j] = self.man[before[j]];
            j = before[j];
        }
        self.man[j] = new;
    }

    /// The least total when a man must go to a place, for all men and places.
    pub(super) fn forced(&self, costs: &Costs) -> Costs {
        let size = self.size;
        let reduced = |i: usize, j: usize| costs[i][j] - self.rows[i] - self.columns[j];
        // From man to man: what it costs more if one takes the place of the other.
        let mut more = [[ENDLESS; MEN]; MEN];
        for (i, row) in more[..size].iter_mut().enumerate() {
            for j in 0..size {
                row[self.man[j] % MEN] = reduced(i, j);
            }
        }
        for over in 0..size {
            let row = more[over];
            for from in &mut more[..size] {
                let first = from[over];
                for (now, then) in from.iter_mut().zip(row) {
                    *now = (*now).min(first + then);
                }
            }
        }
        let mut forced = [[ENDLESS; MEN]; MEN];
        for (i, row) in forced[..size].iter_mut().enumerate() {
            for (j, least) in row[..size].iter_mut().enumerate() {
                let other = self.man[j] % MEN;
                let back = if other == i { 0 } else { more[other][i] };
                *least = self.total + reduced(i, j) + back;
            }
        }
        forced
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All permutations; what `forced` says for each pair, too.
    fn by_hand(costs: &Costs, size: usize) -> (i16, Costs) {
        fn go(costs: &Costs, size: usize, used: &mut Vec<usize>, best: &mut (i16, Costs)) {
            if used.len() == size {
                let total = used.iter().enumerate().map(|(i, &j)| costs[i][j]).sum();
                best.0 = best.0.min(total);
                for (i, &j) in used.iter().enumerate() {
                    best.1[i][j] = best.1[i][j].min(total);
                }
                return;
            }
            for j in 0..size {
                if !used.contains(&j) {
                    used.push(j);
                    go(costs, size, used, best);
                    used.pop();
                }
            }
        }
        let mut best = (ENDLESS, [[ENDLESS; MEN]; MEN]);
        go(costs, size, &mut Vec::new(), &mut best);
        best
    }

    #[test]
    fn as_by_hand() {
        let mut state = 1_u64;
        for size in 0..=6 {
            for _ in 0..60 {
                let mut costs = [[0; MEN]; MEN];
                for cost in costs[..size].iter_mut().flat_map(|row| &mut row[..size]) {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    *cost = [0, 1, 1, 2, 3, 5, 9, 100][(state >> 61) as usize];
                }
                let (total, pairs) = by_hand(&costs, size);
                let mut padded = costs;
                let found = Assignment::new(&mut padded, size);
                assert_eq!(found.total, if size == 0 { 0 } else { total });
                let forced = found.forced(&padded);
                for i in 0..size {
                    assert_eq!(forced[i][..size], pairs[i][..size], "{costs:?}");
                }
                let duals: i16 = found.rows[..size].iter().chain(&found.columns[..size]).sum();
                assert_eq!(duals, found.total);
            }
        }
    }
}
