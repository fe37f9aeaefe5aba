//! Giving each of some rows a column of its own.

/// The greatest number of rows that can each have a column of its own, out of the set of each row.
pub(super) fn matching(rows: &[u32]) -> usize {
    fn place(rows: &[u32], row: usize, tried: &mut u32, owners: &mut [Option<usize>; 32]) -> bool {
        loop {
            let untried = rows[row] & !*tried;
            if untried == 0 {
                return false;
            }
            let column = untried.trailing_zeros() as usize;
            *tried |= 1 << column;
            if owners[column].is_none_or(|owner| place(rows, owner, tried, owners)) {
                owners[column] = Some(row);
                return true;
            }
        }
    }
    let mut owners = [None; 32];
    (0..rows.len()).filter(|row| place(rows, *row, &mut 0, &mut owners)).count()
}

/// What it costs to give a row each of 16 columns.
pub(super) type Costs = [i32; 16];

/// The cost of what must not be. More than all else together.
pub(super) const FORBIDDEN: i32 = 10_000;

/// The least total cost of giving each of at most 16 rows a column of its own: at least
/// [`FORBIDDEN`] if that is impossible.
///
/// The Hungarian method: rows come one by one, each by the cheapest chain of changes, measured by
/// costs less the prices of row and column, which are never negative.
pub(super) fn least_cost(rows: &[Costs]) -> i32 {
    // Column 16 is where a new row begins.
    let mut owners = [None; 17];
    let (mut row_prices, mut column_prices) = ([0; 16], [0; 17]);
    for row in 0..rows.len() {
        let mut column = 16;
        owners[column] = Some(row);
        let (mut distances, mut previous, mut done) = ([i32::MAX; 17], [16; 17], [false; 17]);
        while let Some(owner) = owners[column] {
            done[column] = true;
            let (mut nearest, mut step) = (column, i32::MAX);
            for next in (0..16).filter(|next| !done[*next]) {
                let distance = rows[owner][next] - row_prices[owner] - column_prices[next];
                if distance < distances[next] {
                    (distances[next], previous[next]) = (distance, column);
                }
                if distances[next] < step {
                    (nearest, step) = (next, distances[next]);
                }
            }
            for column in 0..17 {
                match owners[column] {
                    Some(owner) if done[column] => {
                        row_prices[owner] += step;
                        column_prices[column] -= step;
                    }
                    _ if !done[column] => distances[column] -= step,
                    _ => {}
                }
            }
            column = nearest;
        }
        while column != 16 {
            owners[column] = owners[previous[column]];
            column = previous[column];
        }
    }
    (0..16).filter_map(|column| owners[column].map(|row| rows[row][column])).sum()
}
