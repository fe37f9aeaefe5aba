//! The linear program whose solution is a tariff: as many of each capture as one likes, in no order, on no
//! ranks, whole or not, that make an end of every file.

use crate::reach::cases::simplex::{Column, Simplex};

use super::super::{Kernel, PawnStacks, SPARE};
use super::tariff::{COUNT, Tariff, cheapest, come, conditions, leave, man, prize, promotes_on, spare};

/// Columns at most.
const MAX_COLUMNS: usize = 2_000;
/// Prices are found as fractions with denominators up to this.
const MAX_SCALE: u32 = 60;

/// A tariff by which a state is dear, if there is one.
pub(super) fn tariff(kernel: &Kernel, state: &PawnStacks) -> Option<Tariff> {
    let mut wanted = vec![(0.0, true); 32];
    wanted.extend(kernel.bishops.as_flattened().iter().map(|needed| (f64::from(*needed), true)));
    for lost in state.lost {
        let men: u8 = lost[..SPARE].iter().sum();
        wanted.extend([(f64::from(men), false), (f64::from(lost[SPARE]), false)]);
    }
    wanted.extend([(1.0, true); 8]);
    debug_assert_eq!((man(1), spare(1), wanted.len()), (COUNT - 2, COUNT - 1, COUNT + 8));
    let conditions = conditions();
    let mut simplex = Simplex::new(&wanted);
    for _ in 0..MAX_COLUMNS {
        let rows = simplex.prices();
        let Some(column) = entering(kernel, state, &conditions, &rows) else {
            return whole(kernel, state, &conditions, &rows).filter(|_| simplex.missing() > 1e-4);
        };
        if !simplex.enter(&column, Some(0)) {
            return None;
        }
    }
    None
}

/// The sign of a row beside that of its price.
fn sign(row: usize) -> f64 {
    if (32..36).contains(&row) { 1.0 } else { -1.0 }
}

/// The column that makes most of what is missing, if any makes less of it: a capture, or an end of a file.
fn entering(
    kernel: &Kernel,
    state: &PawnStacks,
    conditions: &[Vec<(usize, f64)>],
    rows: &[f64],
) -> Option<Column> {
    let mut best: (f64, Option<Column>) = (1e-7, None);
    for condition in conditions {
        let gain: f64 = condition.iter().map(|(row, much)| rows[*row] * sign(*row) * much).sum();
        if gain > best.0 {
            best = (gain, Some(condition.iter().map(|(row, much)| (*row, sign(*row) * much)).collect()));
        }
    }
    let prices: Vec<f64> = (0..COUNT).map(|row| rows[row] * sign(row)).collect();
    for file in 0..8 {
        let way = cheapest(&prices, file, state.files[file], kernel.target[file], kernel.bars.closed(file));
        if rows[COUNT + file] - way.cost > best.0 {
            let mut column: Column = vec![(COUNT + file, 1.0)];
            for side in 0..2 {
                let [left, came, promoted] = way.counts.map(|count| f64::from(count[side]));
                let on = prize(side, promotes_on(side, file));
                column.extend([(leave(side, file), left), (come(side, file), came), (on, promoted)]);
            }
            column.retain(|(_, much)| *much > 0.0);
            best = (rows[COUNT + file] - way.cost, Some(column));
        }
    }
    best.1
}

/// The prices as whole numbers, if they are a tariff by which the state is dear.
fn whole(
    kernel: &Kernel,
    state: &PawnStacks,
    conditions: &[Vec<(usize, f64)>],
    rows: &[f64],
) -> Option<Tariff> {
    (1..=MAX_SCALE).map(f64::from).find_map(|scale| {
        let prices = std::array::from_fn(|row| (rows[row] * sign(row) * scale).round() + 0.0);
        let is_met = |condition: &Vec<(usize, f64)>| {
            condition.iter().map(|(row, much): &(usize, f64)| prices[*row] * much).sum::<f64>() <= 0.0
        };
        let tariff = Tariff(prices);
        (conditions.iter().all(is_met) && tariff.is_dear(kernel, state)).then_some(tariff)
    })
}
