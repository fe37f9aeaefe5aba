//! Lists of pawns, from the paragraph of kernels: any lists, pair by pair.

use super::*;
use crate::budget::Budget;
use crate::lemma::rounds::rounds;
use crate::past::Past;
use crate::random::Random;

/// Bounds raised, and whether there is room.
fn raised(file: &[i8]) -> (Vec<i8>, bool) {
    let mut bounds: Vec<i8> = file.iter().map(|pawn| pawn.abs()).collect();
    let is_white = |place: usize| file[place] > 0;
    // One step at a time, until nothing is left to raise.
    for _ in 0..file.len() {
        for place in 1..file.len() {
            let pairs = (0..place).map(|other| (other, place, (place - other) as i8));
            for (low, high, apart) in pairs.filter(|(low, high, _)| is_white(*low) == is_white(*high)) {
                let (from, to) = if is_white(low) { (low, high) } else { (high, low) };
                bounds[to] = bounds[to].max((bounds[from] + apart).min(8));
            }
        }
    }
    let mut has_room = true;
    for low in (0..file.len()).filter(|low| is_white(*low)) {
        for high in (low + 1..file.len()).filter(|high| !is_white(*high)) {
            has_room &= bounds[low] + bounds[high] + (high - low) as i8 <= 9;
        }
    }
    (bounds.iter().zip(file).map(|(bound, pawn)| bound * pawn.signum()).collect(), has_room)
}

fn throw(random: &mut Random) -> File {
    let pawn = |random: &mut Random| {
        let most = [2, 7][random.below(2)];
        let bound = 2 + random.below(most) as i8;
        if random.below(2) == 0 { bound } else { -bound }
    };
    (0..random.below(6)).map(|_| pawn(random)).collect()
}

#[test]
fn bounds() {
    let (mut random, mut counts) = (Random(5), [0; 4]);
    for _ in 0..30_000 {
        let file = throw(&mut random);
        let (expected, has_room_left) = raised(&file);
        assert_eq!(is_settled(&file), has_room_left && expected == file[..], "{file:?}");
        let mut settled = file.clone();
        assert_eq!(settle(&mut settled), has_room_left, "{file:?}");
        counts[0] += usize::from(has_room_left);
        if !has_room_left || file.is_empty() {
            continue;
        }
        assert_eq!(settled[..], expected, "{file:?}");
        let back: Vec<i8> = file.iter().rev().map(|pawn| -pawn).collect();
        assert_eq!(turned(file.clone())[..], back);
        // A white pawn is placed.
        let (place, rank) = (random.below(file.len()), 2 + random.below(7) as i8);
        let closed = [random.below(3) == 0, random.below(3) == 0];
        let mut placed = settled.clone();
        if placed[place] < 0 {
            continue;
        }
        let mut expected = settled.clone();
        expected[place] = rank;
        for below in (0..place).filter(|below| settled[*below] < 0) {
            expected[below] = expected[below].min(-(9 - rank + (place - below) as i8).min(8));
        }
        let (expected, has_room_left) = raised(&expected);
        let side = |pawn: i8| usize::from(pawn < 0);
        let is_barred = |other: usize| {
            other != place
                && expected[other].abs() == 8
                && settled[other].abs() < 8
                && closed[side(expected[other])]
        };
        let barred = (0..file.len()).any(is_barred);
        let may_be = settled[place] <= rank && has_room_left && expected[place] == rank && !barred;
        assert_eq!(pin(&mut placed, place, rank, closed), may_be, "{settled:?} {place} {rank} {closed:?}");
        if may_be {
            assert_eq!(placed[..], expected, "{settled:?} {place} {rank}");
        }
        let why = [may_be, settled[place] > rank, barred];
        counts.iter_mut().skip(1).zip(why).for_each(|(count, is_so)| *count += usize::from(is_so));
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

#[test]
fn pairs_of_lists() {
    let list = |pawns: &[i8]| -> File { pawns.iter().copied().collect() };
    for (one, other, closed, expected) in [
        (&[2, -3][..], &[2, -3][..], [true, true], true),
        (&[2, -3], &[3, -4], [true, true], true),
        (&[3, -3], &[2, -3], [false, false], false),
        (&[2, -4], &[2, -3], [false, false], false),
        // What has bound 8 has captured onto the last rank: on a closed file that is worth more.
        (&[7, -2], &[8, -2], [true, false], false),
        (&[7, -2], &[8, -2], [false, true], true),
        (&[8, -2], &[8, -2], [true, true], true),
        (&[2, -7], &[2, -8], [false, true], false),
        (&[2, -7], &[2, -8], [true, false], true),
        (&[6, -2], &[7, -2], [true, true], true),
    ] {
        assert_eq!(has_room(&list(one), &list(other), closed), expected, "{one:?} {other:?} {closed:?}");
    }
    for (pawn, closed, expected) in [
        (8, [true, true], true),
        (7, [true, false], false),
        (7, [false, true], true),
        (-7, [true, false], true),
        (-7, [false, true], false),
        (-8, [true, true], true),
    ] {
        assert_eq!(promotes(pawn, closed), expected);
    }
    for (pawn, on, expected) in
        [(3, 3, true), (2, 3, true), (4, 3, false), (3, -3, false), (-3, -4, true), (-4, -3, false)]
    {
        assert_eq!(fits(pawn, on), expected);
    }
}

/// What king and rook bar that never moved, on either side, as each side sees it.
#[test]
fn bars() {
    let bars = |position: &str| {
        let past = Past::parse(position).unwrap();
        Bars::new(&rounds(&past, &Budget::default()).unwrap().unwrap())
    };
    for (side, position) in [
        (0, "4k2r/8/8/8/8/8/8/4K3 w k -"),
        (0, "4k2r/3p4/8/8/8/8/8/4K3 w k -"),
        (1, "4k3/8/8/8/8/8/8/4K2R w K -"),
        (1, "4k3/8/8/8/8/8/5P2/4K2R w K -"),
    ] {
        let bars = bars(position);
        for file in 0..8 {
            // The rook and the king, and beside the king a pawn gives check.
            let is_closed = [3, 4, 5, 7].contains(&file);
            assert_eq!(bars.closed(side, file), [is_closed, false], "{file}");
            assert_eq!(bars.closed(1 - side, file), [false, is_closed], "{file}");
        }
        if position.contains(['p', 'P']) {
            continue;
        }
        for (from, to, rank, expected) in [
            (2, 3, 8, true),
            (3, 2, 8, false),
            (3, 4, 8, false),
            (5, 6, 8, false),
            (6, 5, 8, true),
            (6, 7, 8, false),
            (2, 3, 7, true),
            (3, 4, 7, true),
            (6, 7, 7, true),
            (4, 3, 8, true),
        ] {
            assert_eq!(bars.is_open(side, [from, to], rank), expected, "{from} {to} {rank}");
            assert!(bars.is_open(1 - side, [from, to], rank));
        }
    }
}
