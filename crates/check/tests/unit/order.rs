//! Cages and their placements, move by move as the document has them, of men and facts thrown at random.

use std::collections::BTreeSet;

use super::*;
use crate::Rule;
use crate::budget::Budget;
use crate::lemma::rounds::tests::{bit, list, throw, union};
use crate::random::Random;

fn item<'a>(json: &'a str, budget: &'a Budget<'a>) -> Item<'a> {
    Item { path: "cases".into(), rule: Rule::Lemma, json, budget }
}

/// The first square of a man of the first rank.
fn first(side: Colour, file: usize) -> Set {
    bit((file as i32, if side == Colour::White { 0 } else { 7 }))
}

/// By castling, as the document says it.
fn castled(cage: &Cage<'_>, placement: &Placement) -> Vec<Placement> {
    let kinds = cage.round.past.start.kinds;
    let king = kinds.iter().position(|kind| *kind == Kind::King).unwrap();
    let rooks: Vec<usize> = (0..8).filter(|file| kinds[*file] == Kind::Rook).collect();
    let mut found = Vec::new();
    for (rook, king_to, rook_to) in [(rooks[0], 2, 3), (rooks[1], 6, 5)] {
        let on_way = |file: &usize| {
            let is_between = |one: usize, other: usize| (one.min(other)..=one.max(other)).contains(file);
            is_between(king, king_to) || is_between(rook, rook_to)
        };
        let way: Vec<usize> = (0..8).filter(on_way).collect();
        let is_fixed = way.iter().any(|file| cage.round.ways.is_fixed(first(cage.side, *file)));
        let them: Vec<(usize, usize)> = [(king, king_to), (rook, rook_to)]
            .into_iter()
            .filter(|(file, _)| cage.files.contains(file))
            .collect();
        let is_one = |file: usize| them.iter().any(|(one, _)| *one == file);
        let is_occupied = way.iter().any(|on| {
            cage.files.iter().any(|file| !is_one(*file) && placement[*file] == first(cage.side, *on))
        });
        let can_go = them.iter().all(|(file, to)| {
            let range = cage.round.ways.ranges[cage.side as usize][*file];
            placement[*file] == first(cage.side, *file) && range & first(cage.side, *to) != 0
        });
        if !is_fixed && !is_occupied && can_go && !them.is_empty() {
            let mut after = *placement;
            them.iter().for_each(|(file, to)| after[*file] = first(cage.side, *to));
            found.push(after);
        }
    }
    found
}

/// What a placement leads to.
fn after(cage: &Cage<'_>, placement: &Placement) -> BTreeSet<Placement> {
    let mut found = BTreeSet::from_iter(castled(cage, placement));
    let taken = union(*placement);
    for file in cage.files.iter().copied() {
        let kind = cage.round.past.start.kinds[file];
        for direction in 0..8 {
            let is_way = directions(Man { colour: cage.side, kind }).contains(&direction);
            let mut at = placement[file];
            while is_way && at != 0 {
                at = cage.round.ways.step(cage.side, kind, at, direction) & !taken;
                let mut moved = *placement;
                moved[file] = at;
                found.extend((at != 0).then_some(moved));
                at = if kind == Kind::King { 0 } else { at };
            }
        }
    }
    found
}

/// Some files whose men can be in a cage of a side, and the cage.
fn cage<'a>(random: &mut Random, round: &'a Round<'a>, side: Colour) -> Cage<'a> {
    let fits = |file: &usize| {
        round.past.start.kinds[*file] != Kind::Knight && !round.ways.is_fixed(first(side, *file))
    };
    let letters: String = (0..8)
        .filter(fits)
        .filter(|_| random.below(2) == 0)
        .map(|file| char::from(b'a' + file as u8))
        .collect();
    let budget = Budget::default();
    Cage::read(round, side, &item(&format!("{letters:?}"), &budget)).unwrap()
}

#[test]
fn what_placements_lead_to() {
    let mut random = Random(5);
    let mut castlings = [0; 3];
    for _ in 0..1_000 {
        let thrown = throw(&mut random);
        let round = Round::new(&thrown.past, thrown.facts);
        for side in Colour::BOTH {
            let cage = cage(&mut random, &round, side);
            // Most at home, others anywhere or captured.
            let mut placement = [0; 8];
            for file in cage.files.iter().copied() {
                let homes = union(cage.files.iter().map(|file| first(side, *file)));
                let squares = match random.below(8) {
                    0 => !homes & !union(placement),
                    1 if cage.round.past.start.kinds[file] != Kind::King => 0,
                    _ => first(side, file),
                };
                let squares = list(squares);
                placement[file] =
                    if squares.is_empty() { 0 } else { bit(squares[random.below(squares.len())]) };
            }
            let found = cage.moves(&placement);
            assert_eq!(
                BTreeSet::from_iter(found.iter().copied()),
                after(&cage, &placement),
                "{}",
                thrown.past
            );
            castlings[castled(&cage, &placement).len()] += 1;
            let king = round.past.start.kinds.iter().position(|kind| *kind == Kind::King).unwrap();
            castlings[2] +=
                usize::from(!cage.files.contains(&king) && !castled(&cage, &placement).is_empty());
        }
    }
    assert!(castlings.iter().all(|count| *count > 20), "{castlings:?}");
}

#[test]
fn lists_of_placements() {
    let mut random = Random(6);
    let (mut counts, mut few) = ([0; 3], 0);
    for _ in 0..1_000 {
        let mut thrown = throw(&mut random);
        let side = Colour::BOTH[random.below(2)];
        // Few are lost, most often.
        let board = &mut thrown.past.board;
        let least = [0, 13, 14, 15, 16][random.below(5)];
        while board.men_of(side).count() < least {
            let empty = list(board.empty());
            let (file, rank) = empty[random.below(empty.len())];
            board.put(Square::on(file as i8, rank as i8), Some(Man { colour: side, kind: Kind::Knight }));
        }
        let round = Round::new(&thrown.past, thrown.facts);
        let cage = cage(&mut random, &round, side);
        let kinds = thrown.past.start.kinds;
        let mut home = [0; 8];
        cage.files.iter().for_each(|file| home[*file] = first(side, *file));
        let gone = 16 - thrown.past.board.men_of(side).count();
        // All that it leads to, by an even and by an odd number of moves; captures are none.
        let mut all = BTreeSet::from([(home, 0)]);
        let mut todo = vec![(home, 0)];
        while let Some((placement, layer)) = todo.pop().filter(|_| all.len() <= 300) {
            let off = cage.files.iter().filter(|file| placement[**file] == 0).count();
            let mut next: Vec<(Placement, usize)> =
                after(&cage, &placement).into_iter().map(|after| (after, 1 - layer)).collect();
            for file in cage.files.iter().filter(|file| off < gone && kinds[**file] != Kind::King) {
                let mut captured = placement;
                captured[*file] = 0;
                next.push((captured, layer));
            }
            todo.extend(next.into_iter().filter(|state| all.insert(*state)));
        }
        if all.len() > 300 {
            continue;
        }
        let text = |placement: &Placement| -> String {
            let of = |file: &usize| match list(placement[*file])[..] {
                [(file, rank)] => format!("{}{}", char::from(b'a' + file as u8), rank + 1),
                _ => "--".to_owned(),
            };
            cage.files.iter().map(of).collect()
        };
        // A man that moved, which costs too much unless it is one of these.
        let captures = thrown.facts.captures[side as usize];
        let is_required = |at: &Square| {
            let moved = round.moved(side).iter().find(|man| man.square == *at);
            moved.is_some_and(|man| {
                (0..16).all(|origin| man.costs[origin] > captures || cage.files.contains(&origin))
            })
        };
        let is_end = |placement: &Placement| {
            let stands = |file: &usize| {
                let men = thrown.past.board.side(side).squares(kinds[*file]);
                placement[*file] == 0 || placement[*file] & men != 0
            };
            let mut men = thrown.past.board.men_of(side).map(|(at, _)| at).filter(is_required);
            cage.files.iter().all(stands) && men.all(|at| union(*placement) & at.bit() != 0)
        };
        let layers = [0, 1].map(|layer| {
            all.iter().filter(|state| state.1 == layer).map(|state| text(&state.0)).collect::<Vec<_>>()
        });
        let ends = [0, 1].map(|layer| all.iter().any(|state| state.1 == layer && is_end(&state.0)));
        let budget = Budget::default();
        let read = |layers: &[Vec<String>; 2]| {
            let texts = layers.each_ref().map(|layer| format!("{layer:?}"));
            cage.ends(&texts.each_ref().map(|text| item(text, &budget))).ok()
        };
        assert_eq!(read(&layers), Some(ends), "{} {:?}", thrown.past, cage.files);
        counts[usize::from(ends[0]) + usize::from(ends[1])] += 1;
        few += usize::from(gone < cage.files.len());
        // Each of them is wanted.
        let layer = random.below(2);
        let mut fewer = layers.clone();
        if !fewer[layer].is_empty() {
            let place = random.below(fewer[layer].len());
            fewer[layer].remove(place);
            assert_eq!(read(&fewer), None, "{} {fewer:?}", thrown.past);
        }
    }
    assert!(counts.iter().all(|count| *count > 20) && few > 20, "{counts:?} {few}");
}
