//! The tables of attacks, against squares counted one by one.

use super::*;
use crate::men::Colour;

/// The squares that steps from one lead to, each made up to so many times and while the square before the
/// next step is empty, by files and ranks.
fn walked(steps: &[(i8, i8)], times: i8, from: usize, empty: Set) -> Set {
    let (file, rank) = ((from % 8) as i8, (from / 8) as i8);
    let mut all = 0;
    for (files, ranks) in steps {
        for time in 1..=times {
            let (file, rank) = (file + time * files, rank + time * ranks);
            if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                break;
            }
            let square = 1 << (8 * rank + file);
            all |= square;
            if empty & square == 0 {
                break;
            }
        }
    }
    all
}

#[test]
fn tables_are_what_steps_reach() {
    for times in 0..8 {
        let [all, jumps] = [reached(DIRECTIONS, times), reached(JUMPS, times)];
        for from in 0..64 {
            assert_eq!(all[from], walked(&DIRECTIONS, times as i8, from, !0), "{from} {times}");
            assert_eq!(jumps[from], walked(&JUMPS, times as i8, from, !0), "{from} {times}");
        }
    }
}

#[test]
fn men_attack_what_they_see() {
    let mut seed: Set = 0x9e37_79b9_7f4a_7c15;
    for round in 0..200 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // From full to empty boards.
        let empty = match round % 4 {
            0 => seed,
            1 => seed | seed.rotate_left(17),
            2 => seed | seed.rotate_left(17) | seed.rotate_left(31),
            _ => [0, !0][round / 4 % 2],
        };
        for (colour, kind) in Colour::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| (side, kind))) {
            let man = Man { colour, kind };
            let steps: Vec<(i8, i8)> = match kind {
                Kind::Knight => JUMPS.to_vec(),
                Kind::Pawn => vec![(-1, colour.forward()), (1, colour.forward())],
                _ => directions(man).iter().map(|way| DIRECTIONS[*way]).collect(),
            };
            let times = if matches!(kind, Kind::Queen | Kind::Rook | Kind::Bishop) { 7 } else { 1 };
            for from in 0..64 {
                let expected = walked(&steps, times, from, empty);
                assert_eq!(attacks(man, 1 << from, empty), expected, "{man:?} {from} {empty:x}");
            }
            // From many squares, also where none is empty.
            for empty in [empty, 0] {
                let from = seed & seed.rotate_left(7);
                let each = Square::in_set(from).map(|from| walked(&steps, times, from.index(), empty));
                let expected = each.fold(0, |all, to| all | to);
                assert_eq!(attacks(man, from, empty), expected, "{man:?} {from:x} {empty:x}");
            }
        }
    }
}

#[test]
fn between_are_the_squares_on_the_line() {
    let squares: Vec<Square> = Square::in_set(!0).collect();
    for (one, other) in squares.iter().flat_map(|one| squares.iter().map(move |other| (*one, *other))) {
        let [files, ranks] = [other.file() - one.file(), other.rank() - one.rank()];
        let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        let steps = if is_line { files.abs().max(ranks.abs()) } else { 0 };
        let on =
            |step: i8| Square::on(one.file() + step * files.signum(), one.rank() + step * ranks.signum());
        let expected = (1..steps).fold(0, |all, step| all | on(step).bit());
        assert_eq!(between(one, other), expected, "{one} {other}");
    }
}
