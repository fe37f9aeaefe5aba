use super::*;
use crate::build::sides;
use crate::material::{Army, plan, standard_up_to};
use crate::positions::Positions;
use crate::retrograde::tests::WHOLE;
use crate::retrograde::{LevelWork, Retrograde};
use crate::shelf::Shelf;
use crate::solved::Pages;
use crate::standard::Side;
use crate::standard::index::Run;

/// The classes of a pair with its pawns on all files that they can stand on.
fn on_files(pair: Class) -> Vec<Class> {
    let armies = |army: Army| match army.pawns {
        0 => vec![army],
        men => {
            let placed = |code: usize| {
                let mut files = [0; 4];
                (0..men).for_each(|pawn| files[code >> (2 * pawn) & 3] += 1);
                army.on_files(files)
            };
            (0..1 << (2 * men)).map(placed).collect()
        }
    };
    let (us, them) = (armies(pair.us), armies(pair.them));
    let mut found: Vec<Class> =
        us.into_iter().flat_map(|us| them.iter().map(move |&them| Class { us, them })).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Every value, on files too, is what counting moves makes it. `ARBITER_LONG=1`: of all such classes.
#[test]
fn the_same_as_by_counting() {
    let mut shelf = Shelf::default();
    let never = AtomicBool::new(false);
    let mut compared = 0;
    let mut wanted = standard_up_to(4);
    if std::env::var_os("ARBITER_LONG").is_none() {
        wanted.retain(|class| ["KPvKP", "KQQvK", "KNPvK"].contains(&class.to_string().as_str()));
    }
    for pair in plan(wanted) {
        let counted_before = sides(pair).into_iter().map(|class| WHOLE.get(class).cloned());
        if let Some(counted) = counted_before.collect::<Option<Vec<_>>>() {
            sides(pair).into_iter().zip(counted).for_each(|(class, counted)| shelf.share(class, counted));
        } else {
            let mut state = Retrograde::<Side>::new(pair, |class| shelf.get(class).cloned());
            while state.step(&LevelWork::default(), &never).unwrap() {}
            for half in &state.halves {
                shelf.put(half.positions.class(), half.solved(state.past));
            }
        }
        let held = |class: Class| shelf.get(class).or_else(|| shelf.get(class.whole())).cloned();
        let mut pairs = vec![pair];
        if pair.has_pawns() {
            pairs.extend(on_files(pair));
        }
        for pair in pairs.into_iter().filter(|&pair| is_solved(pair)) {
            let solved = solve(pair, &held, &never).unwrap();
            assert_eq!(solved.len(), if pair == pair.swapped() { 1 } else { 2 });
            for values in solved {
                let class = values.class();
                let counted = held(class.whole()).unwrap();
                let (mut run, mut pages, mut read) = (Run::default(), Pages::default(), Vec::new());
                let side = Side::of(class, &mut |_| None);
                values.copy(0..values.len(), &mut read);
                for (number, found) in (0..).zip(read) {
                    let placed = side.index.placed(number, &mut run);
                    let is_position = side.is_position::<chess_arbiter::attacks::Portable>(&placed);
                    let expected = match is_position {
                        true => counted.value(&mut pages, counted.index.number_placed(&placed, false)),
                        false => 1,
                    };
                    assert_eq!(found, expected, "{class} {placed:?}");
                    compared += u32::from(is_position);
                }
            }
        }
    }
    assert!(compared > 10_000_000, "{compared}");
    let solve = |pair: &str, shelf: &Shelf<Index>, interrupt| {
        let solved = |class| shelf.get(class).cloned();
        solve(pair.parse().unwrap(), &solved, &AtomicBool::new(interrupt)).unwrap_err()
    };
    assert_eq!(solve("KQvK", &shelf, true), Unsolved::Interrupted);
    assert_eq!(solve("KQRvK", &Shelf::default(), false), Unsolved::Missing("KRvK".parse().unwrap()));
}
