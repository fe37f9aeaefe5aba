//! Rows and columns, against all ways to give them.

use super::*;

/// Xorshift; the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % n
    }
}

/// The most rows with a column of their own, trying every column for each, and none.
fn most(rows: &[u16], free: u16) -> usize {
    let Some((row, rest)) = rows.split_first() else { return 0 };
    let with = (0..16).filter(|column| row & free & 1 << column != 0);
    with.map(|column| 1 + most(rest, free & !(1 << column))).max().unwrap_or(0).max(most(rest, free))
}

/// The least cost of all ways.
fn least(rows: &[Costs], free: u32) -> i32 {
    let Some((row, rest)) = rows.split_first() else { return 0 };
    let columns = (0..16).filter(|column| free & 1 << column != 0);
    let costs = columns.map(|column| row[column as usize] + least(rest, free & !(1 << column)));
    costs.min().unwrap_or(FORBIDDEN)
}

#[test]
fn as_many_rows_as_can_be() {
    let mut random = Random(3);
    let (mut full, mut short) = (0, 0);
    for _ in 0..3_000 {
        let count = random.below(6) as usize;
        // Columns from the lowest to the highest, few of them for many rows.
        let columns: Vec<u16> =
            (0..=random.below(5)).map(|_| [0, 1, 2, 7, 14, 15][random.below(6) as usize]).collect();
        let rows: Vec<u16> = (0..count)
            .map(|_| columns.iter().filter(|_| random.below(2) == 0).fold(0, |row, column| row | 1 << column))
            .collect();
        let found = matching(&rows);
        assert_eq!(found, most(&rows, !0), "{rows:?}");
        *if found == rows.len() { &mut full } else { &mut short } += 1;
    }
    assert!(full > 300 && short > 300, "{full} {short}");
}

#[test]
fn as_cheap_as_can_be() {
    let mut random = Random(4);
    let mut forbidden = 0;
    for round in 0..3_000 {
        // All but some columns are forbidden, so that chains of changes are long and not all rows have room.
        let open = [3, 4, 5, 16][round % 4];
        let place = |column: usize| if round % 8 < 4 { column } else { 15 - column };
        let rows: Vec<Costs> = (0..random.below(5))
            .map(|_| {
                std::array::from_fn(|column| match random.below(4) {
                    _ if place(column) * 5 % 16 >= open => FORBIDDEN,
                    0 => FORBIDDEN,
                    cost => (cost - 1) as i32,
                })
            })
            .collect();
        let (found, expected) = (least_cost(&rows), least(&rows, 0xffff));
        assert_eq!(found.min(FORBIDDEN), expected.min(FORBIDDEN), "{rows:?}");
        forbidden += i32::from(expected >= FORBIDDEN);
    }
    assert!((100..2_900).contains(&forbidden), "{forbidden}");
}

/// As cheap as from the beginning, whichever rows have changed, and in whatever order.
#[test]
fn rows_that_change() {
    let mut random = Random(5);
    let (mut possible, mut changed) = (0, 0);
    for round in 0..400 {
        let most = [3, 9, 30][round % 3];
        let throw = |random: &mut Random| -> Costs {
            std::array::from_fn(|_| match random.below(8) {
                0 if round % 2 == 0 => FORBIDDEN,
                _ => random.below(most) as i32,
            })
        };
        let mut rows: Vec<Costs> = (0..1 + random.below(15)).map(|_| throw(&mut random)).collect();
        let mut assignment = Assignment::of(&rows);
        for _ in 0..20 {
            let row = random.below(rows.len() as u64) as usize;
            rows[row] = match random.below(3) {
                0 => [0; 16],
                // What has only one column.
                1 => {
                    let (column, cost) = (random.below(16) as usize, random.below(most) as i32);
                    std::array::from_fn(|other| if other == column { cost } else { FORBIDDEN })
                }
                _ => throw(&mut random),
            };
            let before = assignment.cost();
            assignment.change(row, rows[row]);
            let (found, expected) = (assignment.cost(), least_of_subsets(&rows));
            assert_eq!(found.min(FORBIDDEN), expected.min(FORBIDDEN), "{rows:?}");
            if expected >= FORBIDDEN {
                // From here on nothing is asked.
                break;
            }
            possible += 1;
            changed += i32::from(before != found);
        }
    }
    assert!(possible > 1_000 && changed > 500, "{possible} {changed}");
}

/// The least cost of all ways, by the sets of columns that are taken.
fn least_of_subsets(rows: &[Costs]) -> i32 {
    let mut least = vec![i32::MAX; 1 << 16];
    least[0] = 0;
    for row in rows {
        let mut next = vec![i32::MAX; 1 << 16];
        for (taken, cost) in least.into_iter().enumerate().filter(|(_, cost)| *cost < i32::MAX) {
            for column in (0..16).filter(|column| taken >> column & 1 == 0) {
                let with = &mut next[taken | 1 << column];
                *with = (*with).min(cost + row[column]);
            }
        }
        least = next;
    }
    least.into_iter().min().unwrap_or(FORBIDDEN)
}

#[test]
fn more_rows_than_columns() {
    assert_eq!(least_cost(&[[0; 16]; 16]), 0);
    assert_eq!(least_cost(&[[1; 16]; 16]), 16);
    assert_eq!(least_cost(&[[0; 16]; 17]), FORBIDDEN);
}
