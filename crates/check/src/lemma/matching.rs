//! Giving each of some rows a column of its own.

/// The greatest number of rows that can each have a column of its own, out of the set of each row.
pub(super) fn matching(rows: &[u32]) -> usize {
    fn place(rows: &[u32], row: usize, tried: &mut u32, owners: &mut [Option<usize>; 32]) -> bool {
        while rows[row] & !*tried != 0 {
            let column = (rows[row] & !*tried).trailing_zeros() as usize;
            *tried |= 1 << column;
            if owners[column].is_none_or(|owner| place(rows, owner, tried, owners)) {
                owners[column] = Some(row);
                return true;
            }
        }
        false
    }
    let mut owners = [None; 32];
    (0..rows.len()).filter(|row| place(rows, *row, &mut 0, &mut owners)).count()
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
        let (mut costs, mut previous, mut changed) = (rows[row], [None; 16], 0xffff_u32);
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
