//! Directmates as problemists see them: keys, tries, set play, variations, and the certificates of mates.

use crate::common;

use chess_arbiter::format::{fen, san};
use chess_arbiter::limits::Limits;
use chess_arbiter::moves::legal_moves;
use chess_arbiter::position::Position;
use chess_arbiter::rules::Standard;
use chess_arbiter::win::solution::{Attack, Defence, Solution, Wanted};
use chess_arbiter::win::{MateSolver, Moves, Plies, Solve, SolveMates, WinAnswer};
use chess_arbiter_check::check;
use common::cases_elsewhere;

fn solver() -> MateSolver<Standard> {
    MateSolver::new(Limits { memory: 64 << 20, ..Limits::default() })
}

fn position(text: &str) -> Position<Standard> {
    fen::position(text).unwrap()
}

fn solved(root: &Position<Standard>, moves: u32, wanted: &Wanted) -> Solution {
    solver().solution(root, Moves(moves), wanted).unwrap()
}

fn all() -> Wanted {
    Wanted { tries: 1, set_play: true, ..Wanted::default() }
}

/// Mates within `moves`, by the definition alone.
fn mates(root: &Position<Standard>, moves: u32) -> bool {
    moves > 0 && legal_moves(root).into_iter().any(|mv| is_mated(&root.play(mv), moves - 1))
}

fn is_mated(root: &Position<Standard>, moves: u32) -> bool {
    let replies = legal_moves(root);
    if replies.is_empty() {
        return root.checkers().has_any();
    }
    moves > 0 && replies.into_iter().all(|mv| mates(&root.play(mv), moves))
}

fn fewest(root: &Position<Standard>, most: u32) -> Option<u32> {
    (1..=most).find(|&moves| mates(root, moves))
}

/// Whether what follows a move of the attacker is true and whole.
fn follows(root: &Position<Standard>, attack: &Attack, moves: u32) {
    let after = root.play(attack.mv);
    assert!(is_mated(&after, moves - 1), "{}", san::write(root, attack.mv));
    let threats: Vec<_> = attack.threats.iter().map(|threat| threat.mv).collect();
    let idle = after.passed();
    let length = idle.as_ref().and_then(|idle| fewest(idle, moves - 1));
    assert_eq!(attack.zugzwang, idle.is_some() && length.is_none());
    match idle.as_ref().zip(length) {
        Some((idle, length)) => {
            let all = legal_moves(idle).into_iter().filter(|&mv| is_mated(&idle.play(mv), length - 1));
            assert_eq!(threats, all.collect::<Vec<_>>());
            for threat in attack.threats.iter().filter(|_| length > 1) {
                follows(idle, threat, length);
            }
        }
        None => assert!(threats.is_empty()),
    }
    // What takes longer than was threatened, or leaves not every threat.
    let is_told = |soonest: u32, best: &[_]| {
        let kept = threats.iter().all(|threat| best.contains(threat));
        length.is_none_or(|length| soonest > length || soonest == length && !kept)
    };
    for reply in legal_moves(&after) {
        let next = after.play(reply);
        let told = attack.defences.iter().find(|defence| defence.mv == reply);
        let soonest = fewest(&next, moves - 1).expect("it is a win");
        let best: Vec<_> =
            legal_moves(&next).into_iter().filter(|&mv| is_mated(&next.play(mv), soonest - 1)).collect();
        match told {
            Some(Defence { continuations, .. }) => {
                assert_eq!(continuations.iter().map(|attack| attack.mv).collect::<Vec<_>>(), best);
                for attack in continuations.iter().filter(|_| soonest > 1) {
                    follows(&next, attack, soonest);
                }
            }
            None => assert!(!is_told(soonest, &best), "{} is left out", san::write(&after, reply)),
        }
        if told.is_some() {
            assert!(is_told(soonest, &best), "{} is told", san::write(&after, reply));
        }
    }
}

#[test]
fn threats_and_variations_are_what_they_are_defined_to_be() {
    for (text, moves) in [
        ("k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w - - 0 1", 3),
        ("k7/2pB4/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w - - 0 1", 3),
        ("k1B5/2p5/NbN5/8/P2p4/P2p4/1Pprp3/2RbK3 w - - 0 1", 3),
        ("8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1", 2),
        ("3K2k1/5ppp/7b/6P1/8/2R5/8/8 w - - 0 1", 3),
        ("kr6/1R6/4K1Q1/8/8/p7/8/7B w - - 0 1", 2),
    ] {
        let root = position(text);
        let problem = solved(&root, moves, &all());
        assert!(!problem.keys.is_empty() && problem.complete);
        problem.keys.iter().for_each(|key| follows(&root, key, moves));
    }
}

/// Without threats every defence is told; without short variations none that ends early.
#[test]
fn threats_and_short_variations_can_be_left_out() {
    let root = position("k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w - - 0 1");
    let open = solved(&root, 3, &Wanted { threats: false, ..Wanted::default() });
    let [key] = &open.keys[..] else { panic!("one key") };
    assert!(key.threats.is_empty() && !key.zugzwang);
    assert_eq!(key.defences.len(), legal_moves(&root.play(key.mv)).len());
    let full = Wanted { threats: false, short: false, ..Wanted::default() };
    let [key] = &solved(&root, 3, &full).keys[..] else { panic!("one key") };
    assert_eq!(key.defences.len(), 1);
    // A key that mates sooner than asked has its own length.
    let [key, ..] = &solved(&root, 4, &full).keys[..] else { panic!("a key") };
    assert!(!key.defences.is_empty());
}

#[test]
#[ignore = "needs win/directmate.tsv, which may not be copied here"]
fn solutions_agree_with_the_definition() {
    let text = cases_elsewhere("win/directmate.tsv");
    let mut seen = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields[1] != "2" {
            continue;
        }
        let root = position(fields[0]);
        let problem = solved(&root, 2, &all());
        if fields[3] != "-" {
            assert_eq!(problem.keys.len().to_string(), fields[3], "{}", fields[0]);
        }
        problem.keys.iter().for_each(|key| follows(&root, key, 2));
        for attempt in &problem.tries {
            let after = root.play(attempt.attack.mv);
            let refutes = |mv: &_| !mates(&after.play(*mv), 1);
            let refutations: Vec<_> = legal_moves(&after).into_iter().filter(refutes).collect();
            assert_eq!(refutations, attempt.refutations, "{}", fields[0]);
        }
        let one_refutation = |root: &Position<Standard>| {
            let refuted = |&mv: &_| {
                let after = root.play(mv);
                legal_moves(&after).into_iter().filter(|&mv| !mates(&after.play(mv), 1)).count() == 1
            };
            legal_moves(root).into_iter().filter(refuted).count()
        };
        assert_eq!(problem.tries.len(), one_refutation(&root), "{}", fields[0]);
        seen += 1;
    }
    assert_eq!(seen, 41);
}

#[test]
#[ignore = "needs win/directmate.tsv, which may not be copied here"]
fn certificates_of_known_mates_are_accepted() {
    let text = cases_elsewhere("win/directmate.tsv");
    let mut largest = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let moves: u32 = fields[1].parse().unwrap();
        if moves > 3 {
            continue;
        }
        let root = position(fields[0]);
        let mut solver = solver();
        let answer = solver.shortest(&root);
        assert_eq!(answer, WinAnswer::Win { plies: Moves(moves).plies(), shortest: true }, "{}", fields[0]);
        let line = solver.line(&root, answer).unwrap();
        assert_eq!(line.len() as u32, Moves(moves).plies().0);
        let mut end = root;
        line.into_iter().for_each(|mv| end = end.play(mv));
        assert!(is_mated(&end, 0), "{}", fields[0]);
        let certificate = solver.certificate(&root, answer).unwrap().unwrap();
        let text = certificate.to_json();
        let accepted = check(&text).unwrap_or_else(|why| panic!("{}: {why}", fields[0]));
        assert_eq!((accepted.plies, accepted.shortest), (Some(u64::from(2 * moves - 1)), true));
        largest = largest.max(text.len());

        let none = solver.within(&root, Plies(2 * moves - 2));
        if moves > 1 {
            assert_eq!(none, WinAnswer::NoWin { plies: Plies(2 * moves - 2) });
            check(&solver.certificate(&root, none).unwrap().unwrap().to_json()).unwrap();
            assert!(
                solver
                    .certificate(&root, WinAnswer::Win { plies: Moves(moves - 1).plies(), shortest: false })
                    .is_err()
            );
        }
        assert!(solver.certificate(&root, WinAnswer::NoWin { plies: Moves(moves).plies() }).is_err());
    }
    assert!(largest < 4 << 20, "{largest} bytes");
}

#[test]
fn nothing_to_solve() {
    let bare = position("7k/8/8/8/8/8/8/K7 w - - 0 1");
    let problem = solved(&bare, 3, &all());
    assert_eq!((problem.moves, problem.complete), (Moves(3), true));
    assert!(problem.keys.is_empty() && problem.tries.is_empty() && problem.set_play.is_empty());
}
