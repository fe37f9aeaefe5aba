//! What a file costs, against all that its pawns can do.

use super::*;
use crate::random::Random;

/// What becomes of a pawn.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Leaves,
    Becomes(usize),
    Promotes,
}

/// The cost if this becomes of the pawns; `None` if they would have to pass each other, or do not fit.
fn cost_of(
    fates: &[Fate],
    list: &File,
    goal: &File,
    tariff: &Tariff,
    file: usize,
    closed: Closed,
) -> Option<i64> {
    let prices = |pawn: i8| &tariff[if pawn > 0 { 0 } else { 1 }];
    let mut sum = 0;
    let mut is_there = [false; 8];
    for (i, (pawn, fate)) in list.iter().zip(fates).enumerate() {
        let (behind, before) = (&fates[..i], &fates[i + 1..]);
        let promoted = |white: bool| {
            behind.iter().zip(list).any(|(fate, pawn)| *fate == Fate::Promotes && (*pawn > 0) == white)
        };
        match fate {
            Fate::Leaves => sum += i64::from(prices(*pawn).2[file]),
            Fate::Becomes(place) => {
                let is_later = |fate: &Fate| matches!(fate, Fate::Becomes(other) if other <= place);
                if !fits(*pawn, goal[*place]) || before.iter().any(is_later) || promoted(true) {
                    return None;
                }
                is_there[*place] = true;
            }
            Fate::Promotes => {
                let is_white = *pawn > 0;
                let others = if is_white { before } else { behind };
                let barred = others.iter().any(|fate| matches!(fate, Fate::Becomes(_)));
                if !promotes(*pawn, closed) || barred || !is_white && promoted(true) {
                    return None;
                }
                let side = if is_white { 0 } else { 1 };
                sum -= i64::from(prices(*pawn).4[usize::from(is_light(side, file, 8))]);
            }
        }
    }
    let come = goal.iter().zip(is_there).filter(|(_, is_there)| !is_there);
    Some(sum + come.map(|(pawn, _)| i64::from(prices(*pawn).3[file])).sum::<i64>())
}

/// The least of all that can become of them.
fn slow_cost(tariff: &Tariff, file: usize, list: &File, goal: &File, closed: Closed) -> i64 {
    let all: Vec<Fate> =
        [Fate::Leaves, Fate::Promotes].into_iter().chain((0..goal.len()).map(Fate::Becomes)).collect();
    let count = all.len().pow(list.len() as u32);
    let of = |mut number: usize| {
        let fates: Vec<Fate> = list
            .iter()
            .map(|_| {
                let fate = all[number % all.len()];
                number /= all.len();
                fate
            })
            .collect();
        cost_of(&fates, list, goal, tariff, file, closed)
    };
    (0..count).filter_map(of).min().unwrap()
}

#[test]
fn costs_are_the_least_of_all() {
    let mut random = Random(77);
    let (mut costs, mut full) = (std::collections::HashSet::new(), 0);
    for round in 0..4_000 {
        let mut price = |least: i32| random.below(12) as i32 + least;
        let mut prices = || {
            let (man, spare) = (price(0), price(0));
            let [leave, come] = [(); 2].map(|()| std::array::from_fn(|_| price(-5)));
            (man, spare, leave, come, [price(0), price(0)])
        };
        let tariff = [prices(), prices()];
        let mut pawns = |most: usize| {
            let count = random.below(most + 1);
            (0..count)
                .map(|_| (random.below(7) as i8 + 2) * if random.below(2) == 0 { 1 } else { -1 })
                .collect()
        };
        // All six squares of a file, too.
        let (list, goal): (File, File) = (pawns(if round % 2 == 0 { 4 } else { 3 }), pawns(6));
        let closed = [round % 3 == 0, round % 5 == 0];
        let file = round % 8;
        let expected = slow_cost(&tariff, file, &list, &goal, closed);
        assert_eq!(cost(&tariff, file, &list, &goal, closed), expected, "{list:?} {goal:?} {tariff:?}");
        costs.insert(expected);
        full += usize::from(goal.len() == 6);
    }
    assert!(costs.len() > 30 && full > 200, "{} {full}", costs.len());
}

/// What the document demands of prices.
fn is_fine(tariff: &Tariff) -> bool {
    (0..2).all(|side| {
        let (man, spare, leave, come, [dark, light]) = tariff[side];
        let other = &tariff[1 - side];
        let fits = |file: usize| {
            // The eighth rank: a8 is light, a1 dark.
            let prize = if file.is_multiple_of(2) == (side == 0) { light } else { dark };
            let beside = [file.checked_sub(1), Some(file + 1).filter(|file| *file < 8)];
            let are_fine = |to: usize| {
                let both = leave[file] + come[to];
                both <= other.0 && both <= other.1 && both + other.2[to] <= other.1
            };
            leave[file] + come[file] >= 0
                && come[file] >= prize
                && leave[file] <= spare
                && beside.into_iter().flatten().all(are_fine)
        };
        man >= 0 && spare >= 0 && dark >= 0 && light >= 0 && (0..8).all(fits)
    })
}

#[test]
fn no_capture_saves_more_than_it_costs() {
    let mut random = Random(78);
    let mut counts = [0; 2];
    for round in 0..60_000 {
        let mut near =
            |least: i32| least + if random.below(24) == 0 { random.below(3) as i32 - 1 } else { 0 };
        // Man, spare pawn, leave and come, bishops: none is cheaper than it may be.
        let bases = [
            [0; 5],
            [1, 2, 1, 0, 0],
            [2, 4, 1, 1, 1],
            [3, 4, 2, 1, 1],
            [2, 2, -1, 2, 2],
            [3, 0, 0, 0, 0],
            [3, 3, 0, 0, 0],
        ];
        let mut prices = |base: usize| {
            let [man, spare, leave, come, prize] = bases[base];
            let [leave, come] = [leave, come].map(|price| std::array::from_fn(|_| near(price)));
            (near(man), near(spare), leave, come, [near(prize), near(prize)])
        };
        let tariff = [prices(round % 7), prices(round / 7 % 7)];
        let expected = is_fine(&tariff);
        assert_eq!(is_tariff(&tariff), expected, "{tariff:?}");
        counts[usize::from(expected)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 1_000), "{counts:?}");
    // What leaves costs more than its own side's spare pawn, and all else is as it should be.
    let (mut leave, mut come) = ([0; 8], [0; 8]);
    (leave[1], leave[3], come[1], come[3]) = (-1, -1, 1, 1);
    for (price, expected) in [(1, true), (2, false)] {
        let own = [0, 0, price, 0, 0, 0, 0, 0];
        let tariff = [(9, 1, own, [0; 8], [0; 2]), (9, 9, leave, come, [0; 2])];
        assert_eq!((is_tariff(&tariff), is_fine(&tariff)), (expected, expected), "{price}");
    }
    for side in 0..2 {
        for place in 0..4 {
            let mut tariff: Tariff = [(0, 0, [0; 8], [0; 8], [0; 2]); 2];
            let (man, spare, _, _, [dark, light]) = &mut tariff[side];
            *[man, spare, dark, light][place] = -1;
            assert!(!is_tariff(&tariff) && !is_fine(&tariff));
        }
    }
}
