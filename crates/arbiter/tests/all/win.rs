//! Forced wins against plain recursion over another generator, known values, and the checker.
#![allow(clippy::print_stderr)]

use crate::common;

use std::time::Duration;

use chess_arbiter::format::{fen, uci};
use chess_arbiter::position::Position;
use chess_arbiter::rules::{Rules, Simplified, SimplifiedPawns};
use chess_arbiter::win::{CaptureSolver, Limits, Plies, Reached, Solve, Unwritten, WinAnswer};
use chess_arbiter_check::board::{Board as Checked, RuleSet};
use common::{Chance, key, random_position};

fn limits() -> Limits {
    Limits { time: Some(Duration::from_secs(30)), memory: 256 << 20, ..Limits::default() }
}

/// The statement itself: can `attacker`'s side capture the enemy queen within so many plies?
fn recursion(board: &Checked, plies: u32, attacking: bool) -> bool {
    if plies == 0 {
        return false;
    }
    let moves = board.playable_moves();
    let wins = |mv: &chess_arbiter_check::moves::Move| {
        if board.captures_royal(mv) { attacking } else { recursion(&board.play(mv), plies - 1, !attacking) }
    };
    // A side without a move ends the game and nobody has won.
    if attacking { moves.iter().any(wins) } else { !moves.is_empty() && moves.iter().all(wins) }
}

/// The quick answer and its certificate, checked.
fn verified<R: Rules>(solver: &mut CaptureSolver<R>, position: &Position<R>, answer: WinAnswer) -> String {
    let certificate = solver.certificate(position, answer).unwrap().unwrap();
    let json = certificate.to_json();
    let accepted = chess_arbiter_check::check(&json).unwrap_or_else(|e| panic!("{e}\n{json}"));
    match answer {
        WinAnswer::Win { plies, shortest } => {
            assert_eq!((accepted.answer, accepted.plies), ("win", Some(u64::from(plies.0))));
            assert_eq!(accepted.shortest, shortest);
        }
        WinAnswer::NoWin { plies } => {
            assert_eq!((accepted.answer, accepted.plies), ("no-win", Some(u64::from(plies.0))));
        }
        WinAnswer::Lost { .. } | WinAnswer::Never => {
            assert_eq!((accepted.answer, accepted.plies), ("no-win", None))
        }
        WinAnswer::Undecided { .. } => panic!("undecided has no certificate"),
    }
    json
}

fn agrees_with_recursion<R: Rules>(count: usize, most_men: u32, seed: u64) {
    let mut chance = Chance(seed);
    let mut solver = CaptureSolver::<R>::new(limits());
    let mut seen = [0; 6];
    let mut done = 0;
    while done < count {
        let position = random_position::<R>(&mut chance);
        if position.board().occupied().len() > most_men {
            continue;
        }
        done += 1;
        let checked = Checked::parse(RuleSet::from_name(R::NAME).unwrap(), &key(&position)).unwrap();
        let shortest = (1..=4).find(|&plies| recursion(&checked, plies, true));
        for plies in 1..=4 {
            let answer = solver.within(&position, Plies(plies));
            let expected = match shortest {
                Some(shortest) if shortest <= plies => {
                    WinAnswer::Win { plies: Plies(shortest), shortest: true }
                }
                _ if checked.playable_moves().is_empty() => WinAnswer::Never,
                _ => WinAnswer::NoWin { plies: Plies(plies) },
            };
            assert_eq!(answer, expected, "{} within {plies}", key(&position));
            if done % 8 == 0 {
                verified(&mut solver, &position, answer);
            }
        }
        seen[shortest.map_or(0, |plies| plies as usize)] += 1;
    }
    assert!(seen[0] > 50 && seen[1] > 50 && seen[3] > 10, "{seen:?}");
    assert_eq!((seen[2], seen[4]), (0, 0), "the attacker makes the last move");
}

#[test]
fn simplified_agrees_with_recursion() {
    agrees_with_recursion::<Simplified>(1_500, 8, 21);
}

#[test]
fn simplified_pawns_agrees_with_recursion() {
    agrees_with_recursion::<SimplifiedPawns>(1_500, 9, 22);
}

/// Beyond so many plies a limit may be met; never a wrong value.
const SURE: u32 = 23;

/// Values made by retrograde analysis elsewhere.
fn known_values(most: u32, certify: u32) {
    let text = common::cases("win/simplified_deep.tsv");
    let (mut decided, mut undecided) = (0, 0);
    for row in common::rows(&text) {
        let position = fen::position::<Simplified>(row[0]).unwrap();
        let plies = row[1][1..].parse::<u32>().unwrap_or(13);
        if plies > most {
            continue;
        }
        let time = Duration::from_secs(if plies > SURE { 3 } else { 30 });
        // Strategies of 15 plies with ten men need some hundred megabytes.
        let mut solver = CaptureSolver::new(Limits { time: Some(time), memory: 4 << 30, ..limits() });
        let (answer, expected) = match &row[1][..1] {
            "W" => (solver.shortest(&position), WinAnswer::Win { plies: Plies(plies), shortest: true }),
            "L" => (solver.shortest(&position), WinAnswer::Lost { plies: Plies(plies) }),
            // A bound, or never: no win within so many in either case.
            "N" => match solver.within(&position, Plies(plies)) {
                never @ WinAnswer::Never if row[1] == "NEVER" => (never, never),
                // The defender wins: more than the row says.
                lost @ WinAnswer::Lost { .. } if row[1] != "NEVER" => (lost, lost),
                answer => (answer, WinAnswer::NoWin { plies: Plies(plies) }),
            },
            other => panic!("{other}"),
        };
        if plies > SURE && matches!(answer, WinAnswer::Undecided { .. }) {
            undecided += 1;
            continue;
        }
        assert_eq!(answer, expected, "{row:?}");
        decided += 1;
        if plies > SURE {
            continue;
        }
        if matches!(answer, WinAnswer::Win { .. }) {
            // Asked the other way round: one ply less is not enough.
            assert_eq!(
                solver.within(&position, Plies(plies - 1)),
                WinAnswer::NoWin { plies: Plies(plies - 1) },
                "{row:?}"
            );
        }
        if !matches!(answer, WinAnswer::NoWin { .. }) && row[1] != "N15" {
            assert_eq!(solver.line(&position, answer).unwrap().len(), plies as usize, "{row:?}");
        }
        if plies <= certify {
            verified(&mut solver, &position, answer);
        }
    }
    eprintln!("{decided} values agree, {undecided} undecided within the limits");
    assert!(decided > 100);
}

#[test]
fn known_values_to_23_plies() {
    known_values(23, 9);
}

#[test]
#[ignore = "takes many minutes: values to 49 plies"]
fn all_known_values() {
    known_values(u32::MAX, 15);
}

/// The line printed for people is a game in which the loser lasts and the winner takes the royal last.
#[test]
fn lines_end_with_the_capture() {
    let mut chance = Chance(23);
    let mut solver = CaptureSolver::<Simplified>::new(limits());
    let mut won = 0;
    while won < 100 {
        let position = random_position::<Simplified>(&mut chance);
        let answer = solver.within(&position, Plies(5));
        let WinAnswer::Win { plies: Plies(plies), .. } = answer else { continue };
        let line = solver.line(&position, answer).unwrap();
        assert_eq!(line.len(), plies as usize);
        let end = line.iter().fold(position, |position, &mv| {
            assert!(uci::parse(&position, &uci::write(&position, mv)).is_ok());
            position.play(mv)
        });
        assert_eq!(end.royal(end.turn()), None);
        won += u32::from(plies > 1);
    }
}

#[test]
fn limits_give_undecided_with_what_is_proved() {
    let position = fen::position::<Simplified>("q2r/rn1n/R3/1Q1N w").unwrap();
    let mut solver = CaptureSolver::new(Limits { nodes: Some(5_000), ..Limits::default() });
    let answer = solver.shortest(&position);
    let WinAnswer::Undecided { no_win_within, win_within: None, limit: Reached::Nodes } = answer else {
        panic!("{answer:?}")
    };
    assert!((4..100).contains(&no_win_within.0), "{no_win_within}");
    assert_eq!(solver.certificate(&position, answer), Ok(None));
    // What is called proved is proved.
    let mut free = CaptureSolver::new(Limits::default());
    assert_eq!(free.within(&position, no_win_within), WinAnswer::NoWin { plies: no_win_within });

    // Nobody can force a win here, ever.
    let position = fen::position::<Simplified>("qN2/1n1Q/4/2rR w").unwrap();
    let mut solver =
        CaptureSolver::new(Limits { time: Some(Duration::from_millis(50)), ..Limits::default() });
    // Any m is taken; the work ends at the limit.
    let answer = solver.within(&position, Plies::MAX);
    assert!(matches!(answer, WinAnswer::Undecided { limit: Reached::Time, .. }), "{answer:?}");
    assert!(solver.effort().time < Duration::from_secs(5));

    // A table of a few entries forgets, and answers the same.
    let deep = fen::position::<Simplified>("3R/1B2/1q2/n2Q w").unwrap();
    let mut tiny = CaptureSolver::new(Limits { memory: 1024, ..Limits::default() });
    assert_eq!(tiny.shortest(&deep), WinAnswer::Win { plies: Plies(11), shortest: true });
}

#[test]
fn who_can_hold_for_ever_is_found_where_few_positions_can_arise() {
    let mut solver = CaptureSolver::<Simplified>::new(limits());
    for text in ["4/1q2/4/Q3 w", "q3/4/1Q2/4 b"] {
        let position = fen::position::<Simplified>(text).unwrap();
        assert_eq!(solver.shortest(&position), WinAnswer::Never, "{text}");
        assert_eq!(solver.within(&position, Plies::MAX), WinAnswer::Never, "{text}");
        let json = verified(&mut solver, &position, WinAnswer::Never);
        assert!(json.contains(r#""plies":null"#));
    }
}

/// A limit that is met after the question is answered takes nothing back.
#[test]
fn what_is_proved_is_answered_at_the_limit() {
    let position = fen::position::<Simplified>("qN2/1n1Q/4/2rR w").unwrap();
    let mut answers = Vec::new();
    for plies in [25, 26] {
        let mut solver = CaptureSolver::new(Limits { memory: 64 << 20, ..Limits::default() });
        assert_eq!(solver.within(&position, Plies(plies)), WinAnswer::NoWin { plies: Plies(plies) });
        answers.push(solver.effort().nodes);
    }
    assert_eq!(answers[0], answers[1], "the last, even ply costs nothing");
}

#[test]
fn a_false_answer_gets_no_certificate() {
    let position = fen::position::<Simplified>("rnq1/R3/1QN1/4 w").unwrap(); // won in 3
    let mut solver = CaptureSolver::new(limits());
    for answer in [
        WinAnswer::Win { plies: Plies(0), shortest: true },
        WinAnswer::Win { plies: Plies(1), shortest: false },
        WinAnswer::Win { plies: Plies(5), shortest: true },
        WinAnswer::NoWin { plies: Plies(9) },
        WinAnswer::Lost { plies: Plies(0) },
        WinAnswer::Lost { plies: Plies(4) },
        WinAnswer::Never,
    ] {
        assert_eq!(solver.certificate(&position, answer), Err(Unwritten::NotProved), "{answer:?}");
    }
    assert_eq!(solver.line(&position, WinAnswer::Lost { plies: Plies(2) }), Err(Unwritten::NotProved));
    // More plies than needed are true as well.
    verified(&mut solver, &position, WinAnswer::Win { plies: Plies(5), shortest: false });
}

#[test]
fn a_huge_number_of_plies_is_no_trouble_when_the_answer_is_near() {
    let mut solver = CaptureSolver::<Simplified>::new(Limits::default());
    let position = fen::position::<Simplified>("rnq1/R3/1QN1/4 w").unwrap();
    assert_eq!(solver.within(&position, Plies::MAX), WinAnswer::Win { plies: Plies(3), shortest: true });
}

/// A side that cannot move at all has not lost, and has not won.
#[test]
fn stuck_sides_occur_with_pawns() {
    let mut chance = Chance(24);
    let mut stuck = 0;
    for _ in 0..200_000 {
        let position = random_position::<SimplifiedPawns>(&mut chance);
        if !chess_arbiter::moves::has_legal_move(&position) {
            stuck += 1;
            let mut solver = CaptureSolver::<SimplifiedPawns>::new(limits());
            let answer = solver.within(&position, Plies(5));
            assert_eq!(answer, WinAnswer::Never, "{}", key(&position));
            assert_eq!(solver.shortest(&position), WinAnswer::Never);
            verified(&mut solver, &position, answer);
        }
    }
    assert!(stuck > 10, "{stuck}");
}
