//! What leaves show, and what they do not, against closures.

use super::super::ghosts::tests::{Chance, meter, random, truth};
use super::*;
use crate::rules::Standard;

#[test]
fn nothing_is_called_impossible_that_is_not() {
    let mut chance = Chance(16);
    let bounds = Bounds { inner: 12, ghosts: Tries { choices: 3, most: 128 } };
    let (mut mates, mut right, mut found_mates) = (0, 0, 0);
    while mates < 400 {
        let Some(position) = random(&mut chance) else { continue };
        let color = Color::BOTH[chance.below(2)];
        let can = truth(&position, color);
        mates += usize::from(can == Some(true));
        match search(&position, color, bounds, &mut meter()).unwrap() {
            Found::Never(_, leaves) => {
                assert_ne!(can, Some(true), "{position} {color}: {leaves:?}");
                right += 1;
            }
            Found::Mate(line) => {
                found_mates += 1;
                assert_ne!(can, Some(false), "{position} {color}");
                let end = line.iter().fold(position, |now, &mv| {
                    assert!(legal_moves(&now).contains(&mv));
                    now.play(mv)
                });
                assert!(end.turn() != color && end.checkers().has_any() && !has_legal_move(&end));
            }
            Found::Open => {}
        }
    }
    // Such leaves are rare in positions whose closure is small.
    assert!(right > 0 && found_mates > 100, "{right} {found_mates}");
}

/// After a capture that is forced nothing can break the wall.
#[test]
fn what_is_captured_at_once() {
    let text = "1bB5/k7/Q5q1/8/1pBp1p1p/1PpP1P1P/K1P5/NB2b3 b - - 0 1";
    let position: Position<Standard> = text.parse().unwrap();
    for color in Color::BOTH {
        let bounds = Bounds { inner: 4, ghosts: Tries { choices: 4, most: 2048 } };
        let found = search(&position, color, bounds, &mut meter()).unwrap();
        let Found::Never(closed, leaves) = found else { panic!("{color}") };
        assert_eq!((closed.count(), leaves.len()), (2, 2));
        let few = Bounds { inner: 1, ..bounds };
        assert!(matches!(search(&position, color, few, &mut meter()).unwrap(), Found::Open));
    }
}
