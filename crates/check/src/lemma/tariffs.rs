//! Tariffs, by which files cost something, and no capture makes all together cheaper by more than it costs.

use super::kernel::{Lost, SPARE, is_light};
use super::lists::{Closed, File, fits, promotes};
use crate::Checked;
use crate::json::Item;

/// Of a side the prices of a man, of a spare pawn, of a pawn that leaves each file, of one that comes to
/// each, and of a bishop on dark squares and on light ones.
type Prices = (i32, i32, [i32; 8], [i32; 8], [i32; 2]);
pub(super) type Tariff = [Prices; 2];

/// A tariff, by which a capture saves no more than it costs.
pub(super) fn read_tariff(item: &Item<'_>) -> Checked<Tariff> {
    item.budget.take(size_of::<Tariff>())?;
    let tariff: Tariff = item.value("[white, black] prices")?;
    item.ensure(is_tariff(&tariff), || "a capture can save more than it costs".into())?;
    Ok(tariff)
}

/// Whether no capture makes the files cheaper by more than it costs, nor a pawn that only passes by.
fn is_tariff(tariff: &Tariff) -> bool {
    let wide = |price: &i32| i64::from(*price);
    (0..2).all(|side| {
        let ((man, spare, leave, come, bishops), other) = (&tariff[side], &tariff[1 - side]);
        let goes = |from: usize, to: usize| {
            let moved = wide(&leave[from]) + wide(&come[to]);
            moved <= wide(&other.0) && moved + wide(&other.2[to]).max(0) <= wide(&other.1)
        };
        [man, spare, &bishops[0], &bishops[1]].into_iter().all(|price| *price >= 0)
            && (0..8).all(|file| {
                wide(&leave[file]) + wide(&come[file]) >= 0
                    && come[file] >= bishops[usize::from(is_light(side, file, 8))]
                    && leave[file] <= *spare
                    && (file == 0 || goes(file, file - 1))
                    && (file == 7 || goes(file, file + 1))
            })
    })
}

/// What all files may cost with so much left to capture, and so many bishops needed.
pub(super) fn allowed(tariff: &Tariff, lost: &[Lost; 2], bishops: &[[u8; 2]; 2]) -> i64 {
    let of_side = |((man, spare, _, _, prizes), (lost, needed)): (&Prices, (&Lost, &[u8; 2]))| {
        let men: i64 = lost[..SPARE].iter().copied().map(i64::from).sum();
        let needed = prizes.iter().zip(needed).map(|(prize, needed)| i64::from(*prize) * i64::from(*needed));
        i64::from(*man) * men + i64::from(*spare) * i64::from(lost[SPARE]) - needed.sum::<i64>()
    };
    tariff.iter().zip(lost.iter().zip(bishops)).map(of_side).sum()
}

/// What it costs to make of the pawns of a file black ones that promote, those of the goal, and white ones
/// that promote, when some leave and others come.
pub(super) fn cost(tariff: &Tariff, file: usize, list: &File, goal: &File, closed: Closed) -> i64 {
    const FAR: i64 = 1 << 50;
    let side = |pawn: i8| usize::from(pawn < 0);
    let come = |pawn: i8| i64::from(tariff[side(pawn)].3[file]);
    let prize = |side: usize| i64::from(tariff[side].4[usize::from(is_light(side, file, 8))]);
    // By how many of the goal are behind; last with white ones that promote.
    let (end, mut least) = (goal.len(), [FAR; 8]);
    let fill = |least: &mut [i64; 8]| {
        (0..end).for_each(|place| least[place + 1] = least[place + 1].min(least[place] + come(goal[place])));
    };
    least[0] = 0;
    fill(&mut least);
    for pawn in list {
        let leave = i64::from(tariff[side(*pawn)].2[file]);
        let mut next = least;
        next.iter_mut().for_each(|cost| *cost += leave);
        for place in (0..end).filter(|place| fits(*pawn, goal[*place])) {
            next[place + 1] = next[place + 1].min(least[place]);
        }
        match (promotes(*pawn, closed), *pawn > 0) {
            (true, true) => next[end + 1] = next[end + 1].min(least[end].min(least[end + 1]) - prize(0)),
            (true, false) => next[0] = next[0].min(least[0] - prize(1)),
            _ => {}
        }
        fill(&mut next);
        least = next;
    }
    least[end].min(least[end + 1])
}

#[cfg(test)]
#[path = "../../tests/unit/tariffs.rs"]
mod tests;
