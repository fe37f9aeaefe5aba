//! Giving each of some rows a column of its own.

/// The greatest number of at most 16 rows that can each have a column of its own, out of the set of each row.
pub(super) fn matching(rows: &[u16]) -> usize {
    let costs = |set: &u16| std::array::from_fn(|column| i32::from(set >> column & 1 == 0));
    rows.len() - least_cost(&rows.iter().map(costs).collect::<Vec<_>>()) as usize
}

/// What it costs to give a row each of 16 columns.
pub(super) type Costs = [i32; 16];

/// The cost of what must not be: more than all else together.
pub(super) const FORBIDDEN: i32 = 10_000;

/// The least total cost of a column of its own for each row, at least [`FORBIDDEN`] if that is impossible.
pub(super) fn least_cost(rows: &[Costs]) -> i32 {
    if rows.len() > 16 { FORBIDDEN } else { Assignment::of(rows).cost() }
}

/// A column for each of 16 rows, at the least total cost.
#[derive(Clone)]
pub(super) struct Assignment {
    rows: [Costs; 16],
    /// The row of each column.
    owners: [usize; 16],
}

impl Assignment {
    /// Of at most 16 rows, with others that cost nothing.
    pub(super) fn of(rows: &[Costs]) -> Assignment {
        let mut all = Assignment { rows: [[0; 16]; 16], owners: std::array::from_fn(|row| row) };
        (0..16).zip(rows).for_each(|(row, costs)| all.change(row, *costs));
        all
    }

    pub(super) fn cost(&self) -> i32 {
        self.owners.iter().enumerate().map(|(column, owner)| self.rows[*owner][column]).sum()
    }

    /// Other costs of a row, which gives up its column and takes one by the cheapest chain of changes.
    pub(super) fn change(&mut self, row: usize, costs: Costs) {
        let mut free = self.owners.iter().position(|owner| *owner == row).unwrap_or(0);
        let cheapest = (0..16).min_by_key(|column| costs[*column]).unwrap_or(0);
        // Rows that cost nothing take any column, and no chain of others to that of such a row is cheaper.
        let is_left = [row, self.owners[cheapest]].iter().all(|row| self.rows[*row] == [0; 16]);
        if is_left {
            self.owners.swap(free, cheapest);
            free = cheapest;
        }
        self.rows[row] = costs;
        let possible = (0..16).filter(|column| !is_left && costs[*column] < FORBIDDEN && *column != free);
        // What it costs to free each column, and the column whose owner then takes it.
        let (mut costs, mut previous, mut changed) =
            (costs, [-1; 16], possible.fold(0_u32, |all, column| all | 1 << column));
        while changed != 0 {
            let column = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let owner = &self.rows[self.owners[column]];
            let freed = costs[column] - owner[column];
            // (Small numbers. Without branches, so that all columns are looked at together.)
            for next in 0..16 {
                let cost = freed.wrapping_add(owner[next]);
                let is_less = cost < costs[next];
                (costs[next], previous[next]) =
                    if is_less { (cost, column as i32) } else { (costs[next], previous[next]) };
                changed |= if is_less { 1 << next } else { 0 };
            }
            changed &= !(1 << free);
        }
        let mut column = free;
        while let Ok(before) = usize::try_from(previous[column]) {
            (self.owners[column], column) = (self.owners[before], before);
        }
        self.owners[column] = row;
    }
}

#[cfg(test)]
#[path = "../../tests/unit/matching.rs"]
mod tests;
