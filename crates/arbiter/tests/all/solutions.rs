//! Certificates of keys and of solutions, against the plain definition of what is to be reached.

use std::collections::BTreeSet;

use chess_arbiter::certificate::{Claim, Evidence, Strategies};
use chess_arbiter::format::{fen, uci};
use chess_arbiter::limits::Limits;
use chess_arbiter::moves::legal_moves;
use chess_arbiter::position::Position;
use chess_arbiter::rules::Standard;
use chess_arbiter::win::solution::{Known, Wanted};
use chess_arbiter::win::stipulation::Aim;
use chess_arbiter::win::{MateSolver, Moves, Plies, Solve, SolveMates, WinAnswer};
use chess_arbiter_check::check;

use crate::stipulations::{keys, reaches, solvable, solver, theirs};

/// A certificate shows that the keys are all the keys, also within more moves than are needed, and no other
/// list of them is accepted.
#[test]
fn keys_are_certified() {
    let mut several = 0;
    for (aim, moves) in Aim::ALL.into_iter().flat_map(|aim| [(aim, 1), (aim, 2), (aim, 3)]) {
        let most = if moves == 3 { 2 } else { 12 };
        for position in solvable(aim, moves.min(2), most) {
            let (plies, at) = (aim.plies(Moves(moves.min(2))), theirs(&position).unwrap());
            let answer = WinAnswer::Win { plies, shortest: true };
            let expected = keys(aim, &at, moves);
            let mut solvers: Vec<Box<dyn Solve<Standard>>> = vec![Box::new(solver(aim))];
            if aim == Aim::Mate {
                solvers.push(Box::new(MateSolver::new(Limits::default())));
            }
            for mut solver in solvers {
                let solver = solver.mates().unwrap();
                let found = solver.keys(&position, Moves(moves)).unwrap();
                let certificate = solver.certificate_with_keys(&position, answer, Moves(moves), &found);
                let certificate = certificate.unwrap().unwrap();
                let accepted = check(&certificate.to_json()).unwrap();
                let (within, proved) = accepted.keys.unwrap();
                assert_eq!(within, u64::from(aim.plies(Moves(moves)).0));
                assert_eq!(
                    proved.iter().cloned().collect::<BTreeSet<_>>(),
                    expected,
                    "{at:?} {aim:?} {moves}"
                );
                assert!(accepted.shortest && accepted.plies == Some(plies.0.into()));
                several += u32::from(proved.len() > 1);
                let refused = |all: Vec<String>| {
                    let mut mutant = certificate.clone();
                    let Claim::Win { keys: Some(keys), .. } = &mut mutant.claim else { panic!("{at:?}") };
                    keys.moves = all;
                    check(&mutant.to_json()).is_err()
                };
                assert!(!refused(proved.clone()));
                assert!(refused(proved[1..].to_vec()), "{at:?} without {}", proved[0]);
                assert!(refused([&proved[..], &proved[..1]].concat()));
                assert!(refused([&proved[..], &["a1h8".into()]].concat()));
                for mv in legal_moves(&position) {
                    let mv = uci::write(&position, mv);
                    assert!(expected.contains(&mv) || refused([&proved[..], &[mv]].concat()), "{at:?}");
                }
            }
        }
    }
    assert!(several > 20, "{several}");
}

/// A certificate shows all that a solution rests on: the same solution follows from it again, and no other
/// moves in any of its positions are accepted.
#[test]
fn solutions_are_certified() {
    let (mut won, mut lost, mut some, mut none, mut refuted) = (0, 0, 0, 0, 0);
    let moves = 2;
    for aim in Aim::ALL {
        // Positions that are won, and one that is not after two moves in each.
        let unsolved = |position: &Position<Standard>| {
            let replies = |mv| {
                let after = position.play(mv);
                legal_moves(&after).into_iter().map(move |reply| after.play(reply))
            };
            let is_lost =
                |next: &Position<Standard>| theirs(next).is_some_and(|at| !reaches(aim, &at, moves));
            legal_moves(position).into_iter().flat_map(replies).find(is_lost)
        };
        let positions: Vec<_> = solvable(aim, moves, 6);
        let lost_ones: Vec<_> = positions.iter().filter_map(unsolved).collect();
        for (number, position) in positions.into_iter().chain(lost_ones).enumerate() {
            let [variations, threats, short] = [number % 3 > 0, number % 2 == 0, number % 4 > 0];
            let wanted = Wanted { tries: 2, set_play: true, variations, threats, short, ..Wanted::default() };
            let mut mates = MateSolver::new(Limits::default());
            let mut problems = solver(aim);
            let of_mates = aim == Aim::Mate && number % 2 == 0;
            let solver: &mut dyn SolveMates<Standard> = if of_mates { &mut mates } else { &mut problems };
            let answer = match keys(aim, &theirs(&position).unwrap(), moves).is_empty() {
                true => WinAnswer::NoWin { plies: aim.plies(Moves(moves)) },
                false => WinAnswer::Win { plies: aim.plies(Moves(moves)), shortest: false },
            };
            let is_win = matches!(answer, WinAnswer::Win { .. });
            let solution = solver.solution(&position, Moves(moves), &wanted).unwrap();
            let certificate = solver.certificate_with_solution(&position, answer, Moves(moves), &wanted);
            let certificate = certificate.unwrap().unwrap();
            let Claim::Win { keys, variations, .. } = &certificate.claim else { panic!("{position}") };
            let accepted = check(&certificate.to_json()).unwrap();
            assert_eq!(accepted.variations, variations.len() as u64);
            *(if is_win { &mut won } else { &mut lost }) += u32::from(!variations.is_empty());

            let mut known = Known::default();
            let mut add = |text: &str, plies: u32, keys: Option<&[String]>| {
                let at: Position<Standard> = fen::position(&format!("{text} 0 1")).unwrap();
                let moves = aim.moves(Plies(plies));
                match keys {
                    Some(keys) => {
                        let keys = keys.iter().map(|key| uci::parse(&at, key).unwrap()).collect();
                        known.add_keys(&at, moves, keys);
                    }
                    None => known.add_reached(&at, moves),
                }
            };
            let all =
                keys.as_ref().map_or((aim.plies(Moves(moves)).0, &[][..]), |keys| (keys.plies, &keys.moves));
            add(&certificate.position, all.0, Some(all.1));
            for variation in variations {
                add(&variation.position, variation.plies, variation.moves.as_deref());
            }
            assert_eq!(
                known.solution(&position, aim, Moves(moves), &wanted, 1_000_000),
                Some(solution),
                "{position} {aim:?}"
            );
            // What nobody asked is not known.
            let longer = known.solution(&position, aim, Moves(moves + 1), &wanted, 1_000_000);
            assert_eq!(longer, None, "{position} {aim:?}");

            // Each is a check of the whole: some of them are changed.
            let step = variations.len().div_ceil(6).max(1);
            for (place, variation) in variations.iter().enumerate() {
                let mut refused = |moves: Option<Vec<String>>, plies: u32| {
                    let mut mutant = certificate.clone();
                    let Claim::Win { variations, .. } = &mut mutant.claim else { panic!("{position}") };
                    (variations[place].moves, variations[place].plies) = (moves, plies);
                    refuted += 1;
                    check(&mutant.to_json()).is_err()
                };
                let (at, plies) = (&variation.position, variation.plies);
                let root: Position<Standard> = fen::position(&format!("{at} 0 1")).unwrap();
                let Some(same) = theirs(&root) else { continue };
                match &variation.moves {
                    None => {
                        some += 1;
                        assert!(reaches(aim, &same, aim.moves(Plies(plies)).0), "{at}");
                        assert!(place % step > 0 || refused(Some(Vec::new()), plies), "{at}");
                    }
                    Some(proved) => {
                        none += u32::from(proved.is_empty());
                        let expected = crate::stipulations::keys(aim, &same, aim.moves(Plies(plies)).0);
                        assert_eq!(proved.iter().cloned().collect::<BTreeSet<_>>(), expected, "{at}");
                        if place % step > 0 {
                            continue;
                        }
                        for mv in legal_moves(&root).into_iter().step_by(3) {
                            let mut others = proved.clone();
                            let mv = uci::write(&root, mv);
                            match others.iter().position(|key| *key == mv) {
                                Some(place) => drop(others.remove(place)),
                                None => others.push(mv),
                            }
                            assert!(refused(Some(others), plies), "{at}");
                        }
                        if proved.is_empty() {
                            assert!(refused(None, plies), "{at}");
                        } else {
                            assert!(refused(Some(proved.clone()), 0), "{at}");
                        }
                    }
                }
            }
        }
    }
    assert!(won > 10 && lost > 5 && some > 50 && none > 100 && refuted > 1000, "{won} {lost} {some} {none}");
}

/// Where so many keys are shown, nodes that say nothing pay for them, and no more than are needed.
#[test]
fn many_keys_are_paid_for() {
    let position = fen::position::<Standard>("R7/3k4/8/3K4/3Q4/8/8/8 w - - 0 1").unwrap();
    let wanted = Wanted { tries: 1, set_play: true, variations: true, ..Wanted::default() };
    let answer = WinAnswer::Win { plies: Plies(1), shortest: true };
    let certificate = MateSolver::new(Limits::default())
        .certificate_with_solution(&position, answer, Moves(2), &wanted)
        .unwrap()
        .unwrap();
    assert!(check(&certificate.to_json()).is_ok());
    let mut without = certificate.clone();
    let Evidence::Strategies(Strategies { refutation: Some(nodes), .. }) = &mut without.evidence else {
        panic!("no refutation")
    };
    let last = nodes.pop().unwrap();
    assert_eq!(last.1, Some(0));
    let refusal = check(&without.to_json()).unwrap_err().to_string();
    assert!(refusal.contains("its looks cost more than its nodes pay for"), "{refusal}");
}

/// After a key that stalemates nothing is threatened: all is over.
#[test]
fn nothing_is_threatened_when_all_is_over() {
    let position = fen::position::<Standard>("8/8/8/8/8/1Q6/8/k1K5 w - - 0 1").unwrap();
    let wanted = Wanted { variations: true, ..Wanted::default() };
    let mut solver = solver(Aim::Stalemate);
    let solution = solver.mates().unwrap().solution(&position, Moves(2), &wanted).unwrap();
    let (over, on): (Vec<_>, Vec<_>) =
        solution.keys.iter().partition(|key| legal_moves(&position.play(key.mv)).is_empty());
    assert!(over.len() > 3 && on.iter().any(|key| !key.threats.is_empty()), "{solution:?}");
    assert!(over.iter().all(|key| key.threats.is_empty() && !key.zugzwang && key.defences.is_empty()));
}
