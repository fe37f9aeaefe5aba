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

/// The least total cost of giving each of at most 16 rows a column of its own, at least [`FORBIDDEN`]
/// if that is impossible. The rows come one by one, each by the cheapest chain of changes.
pub(super) fn least_cost(rows: &[Costs]) -> i32 {
    let mut owners: [Option<usize>; 16] = [None; 16];
    for row in 0..rows.len() {
        // What it costs to free each column for others, and the column whose owner then takes it.
        let (mut costs, mut previous) = (rows[row], [None; 16]);
        // Changes make nothing cheaper: a cheapest one that is free will do.
        let least = costs.iter().min();
        let is_free = |column: usize| owners[column].is_none() && least == Some(&costs[column]);
        let mut changed = if (0..16).any(is_free) { 0 } else { 0xffff_u32 };
        while changed != 0 {
            let column = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let Some(owner) = owners[column].filter(|_| costs[column] < FORBIDDEN) else { continue };
            let free = costs[column] - rows[owner][column];
            for next in 0..16 {
                if free + rows[owner][next] < costs[next] {
                    (costs[next], previous[next]) = (free + rows[owner][next], Some(column));
                    changed |= 1 << next;
                }
            }
        }
        let free = (0..16).filter(|column| owners[*column].is_none() && costs[*column] < FORBIDDEN);
        let Some(mut column) = free.min_by_key(|column| costs[*column]) else { return FORBIDDEN };
        while let Some(before) = previous[column] {
            (owners[column], column) = (owners[before], before);
        }
        owners[column] = Some(row);
    }
    owners.iter().zip(0..).filter_map(|(owner, column): (_, usize)| Some(rows[(*owner)?][column])).sum()
}

#[cfg(test)]
#[path = "../../tests/unit/matching.rs"]
mod tests;
