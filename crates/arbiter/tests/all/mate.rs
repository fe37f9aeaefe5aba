//! Directmates against plain recursion, known lengths, and themselves with tables too small to remember.
#![allow(clippy::print_stderr)]

use crate::common;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chess_arbiter::attacks::{Portable, attackers};
use chess_arbiter::board::{Color, Man, Move, Role, Setup, Square};
use chess_arbiter::certificate::{Certificate, Claim, Evidence, QuestionKind, Strategies, StrategyNode};
use chess_arbiter::format::{fen, uci};
use chess_arbiter::moves::{legal_moves, pseudo_legal_moves};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Gardner, LosAlamos, Pawnless, Pawns, Rules, Standard};
use chess_arbiter::win::{
    Limits, MateSolver, Moves, Plies, Reached, Solve, SolveMates, Unwritten, WinAnswer,
};
use common::{Chance, key};

fn limits() -> Limits {
    Limits { time: Some(Duration::from_secs(60)), memory: 64 << 20, ..Limits::default() }
}

/// The statement itself.
fn mates<R: Rules>(position: &Position<R>, moves: u32) -> bool {
    moves > 0 && legal_moves(position).into_iter().any(|mv| is_mated(&position.play(mv), moves - 1))
}

fn is_mated<R: Rules>(position: &Position<R>, moves: u32) -> bool {
    let replies = legal_moves(position);
    if replies.is_empty() {
        return position.checkers().has_any();
    }
    moves > 0 && replies.into_iter().all(|mv| mates(&position.play(mv), moves))
}

/// A cornered king, an attacker with something to mate it, and a few men more; castling and en passant now
/// and then.
fn cornered<R: Rules>(chance: &mut Chance) -> Option<Position<R>> {
    let mut setup = Setup { turn: chance.pick(&Color::BOTH), ..Setup::EMPTY };
    let us = setup.turn;
    let (width, height) = (usize::from(R::WIDTH), usize::from(R::HEIGHT));
    let square = |chance: &mut Chance| Square::at(chance.below(width) as u8, chance.below(height) as u8);
    let edge = Square::at(chance.below(width) as u8, chance.pick(&[0, R::HEIGHT - 1]));
    setup.board.put(edge, Man { color: !us, role: Role::King });
    for _ in 0..1 + chance.below(3) {
        let role = chance.pick(&[Role::Queen, Role::Rook, Role::Rook, Role::Knight, Role::Bishop]);
        let role = if R::ROLES.contains(&role) { role } else { Role::Queen };
        setup.board.put(square(chance), Man { color: us, role });
    }
    let roles: Vec<Role> = R::ROLES.iter().copied().filter(|&role| role != Role::King).collect();
    for _ in 0..chance.below(5) {
        let role = if R::PAWNS != Pawns::None && chance.one_in(2) { Role::Pawn } else { chance.pick(&roles) };
        let at = square(chance);
        if role != Role::Pawn || (1..R::HEIGHT - 1).contains(&at.rank()) {
            setup.board.put(at, Man { color: chance.pick(&[us, !us]), role });
        }
    }
    let at = if R::CASTLING && chance.one_in(3) { Square::at(4, us as u8 * 7) } else { square(chance) };
    setup.board.put(at, Man { color: us, role: Role::King });
    if R::CASTLING && chance.one_in(3) {
        let rook = Square::at(chance.pick(&[0, 7]), us as u8 * 7);
        setup.board.put(rook, Man { color: us, role: Role::Rook });
        setup.castling |= rook.bb();
    }
    if R::PAWNS == Pawns::Full && chance.one_in(3) {
        let (file, rank, over) = (chance.below(7) as u8, [4, 3][us as usize], [5, 2][us as usize]);
        setup.board.put(Square::at(file, rank), Man { color: !us, role: Role::Pawn });
        setup.board.put(Square::at(file + 1, rank), Man { color: us, role: Role::Pawn });
        setup.en_passant = Some(Square::at(file, over));
    }
    Position::new(&setup, Policy::Movable).ok()
}

/// What a look costs, move by move.
fn look<R: Rules>(position: &Position<R>) -> u64 {
    let moves = pseudo_legal_moves(position);
    let gives_check = |mv: &&Move| {
        let after = position.play(**mv);
        let (board, royal) = (after.board(), after.royal(after.turn()).unwrap());
        attackers::<R, Portable>(board, royal, position.turn(), board.occupied()).has_any()
    };
    384 + 16 * moves.len() as u64 + 384 * moves.iter().filter(gives_check).count() as u64
}

/// What the checker's looks cost where no mate in two is to be shown without nodes.
fn looks<R: Rules>(position: &Position<R>) -> u64 {
    let mut cost = look(position);
    for mv in legal_moves(position) {
        let after = position.play(mv);
        let own = after.board().color(after.turn());
        let (legal, mut tried) = (legal_moves(&after), pseudo_legal_moves(&after));
        tried.sort_by_key(|mv| (mv.from(), own.has(mv.to()), mv.to(), Reverse(mv.promotion())));
        cost += 128;
        for answer in tried {
            cost += 64;
            if !legal.contains(&answer) {
                continue;
            }
            let next = after.play(answer);
            cost += look(&next);
            if !mates(&next, 1) {
                break;
            }
        }
    }
    cost
}

/// The checker finds the defence to so few plies without a node if looks are paid for, and never finds one
/// where there is a mate. To more than four plies it needs nodes where some are written.
fn agrees_with_the_checker<R: Rules>(
    position: &Position<R>,
    moves: u32,
    shortest: Option<u32>,
    written: &Certificate,
) {
    let text = &key(position);
    chess_arbiter_check::check(&written.to_json()).unwrap_or_else(|error| panic!("{error} {text}"));
    let Evidence::Strategies(Strategies { refutation, .. }) = &written.evidence else { panic!("{text}") };
    let is_paid = moves <= 1 || moves == 2 && looks(position) <= 2 * 32_768;
    let needs_none = is_paid || refutation.as_ref().is_some_and(Vec::is_empty);
    let mut evidence = Strategies::default();
    evidence.refutation = Some(Vec::new());
    for plies in [2 * moves - 1, 2 * moves] {
        let certificate = Certificate::new(
            R::NAME,
            QuestionKind::Win,
            text.clone(),
            Claim::Win {
                answer: "no-win".into(),
                plies: Some(plies),
                aim: None,
                shortest: false,
                keys: None,
                variations: Vec::new(),
            },
            Evidence::Strategies(evidence.clone()),
        );
        let checked = chess_arbiter_check::check(&certificate.to_json());
        let holds = shortest.is_none_or(|n| n > moves);
        assert_eq!(checked.is_ok(), holds && needs_none, "{plies} {checked:?} {text}");
    }
}

/// Every question about one position, against recursion.
fn agrees<R: Rules>(
    [solver, writer]: &mut [MateSolver<R>; 2],
    position: &Position<R>,
    most: u32,
) -> Option<u32> {
    let text = key(position);
    let shortest = (1..=most).find(|&moves| mates(position, moves));
    let answer = solver.within(position, Moves(most).plies());
    match (shortest, answer) {
        (Some(n), WinAnswer::Win { plies, shortest: true }) => assert_eq!(plies, Moves(n).plies(), "{text}"),
        (None, WinAnswer::NoWin { plies }) => assert_eq!(plies, Moves(most).plies(), "{text}"),
        (None, WinAnswer::Never) => {}
        other => panic!("{other:?} {text}"),
    }
    for moves in 1..=most {
        let answer = writer.within(position, Moves(moves).plies());
        let written = writer.certificate(position, answer).unwrap().unwrap();
        agrees_with_the_checker(position, moves, shortest, &written);
    }
    let any = solver.any_within(position, Plies(2 * most));
    assert_eq!(matches!(any, WinAnswer::Win { .. }), shortest.is_some(), "{any:?} {text}");
    for moves in 0..=most {
        let found = solver.mating_move(position, Moves(moves)).unwrap();
        assert_eq!(found.is_some(), shortest.is_some_and(|n| n <= moves), "{moves} {text}");
        if let Some(mv) = found {
            assert!(is_mated(&position.play(mv), moves - 1), "{mv} in {moves} {text}");
        }
        let keys: Vec<Move> = legal_moves(position)
            .into_iter()
            .filter(|&mv| moves > 0 && is_mated(&position.play(mv), moves - 1))
            .collect();
        assert_eq!(solver.keys(position, Moves(moves)).unwrap(), keys, "{moves} {text}");
    }
    let mated = (0..most).find(|&moves| is_mated(position, moves));
    assert_eq!(solver.mated_within(position, Moves(most - 1)).unwrap(), mated.map(Moves), "{text}");
    if let Some(n) = shortest {
        let line = solver.line(position, answer).unwrap();
        assert_eq!(line.len() as u32, 2 * n - 1, "{line:?} {text}");
        let last = line.iter().fold(*position, |position, &mv| {
            assert!(legal_moves(&position).contains(&mv), "{line:?} {text}");
            position.play(mv)
        });
        assert!(is_mated(&last, 0), "{line:?} {text}");
    }
    shortest
}

fn agrees_with_recursion<R: Rules>(count: usize, most: u32, memory: usize, seed: u64) {
    let mut chance = Chance(seed);
    // What has too little memory to remember has too little to write.
    let mut solvers = [memory, 64 << 20].map(|memory| MateSolver::<R>::new(Limits { memory, ..limits() }));
    let mut seen = [0; 4];
    while seen.iter().sum::<usize>() < count {
        let Some(position) = cornered::<R>(&mut chance) else { continue };
        if most > 2 && position.board().occupied().len() > 6 {
            continue;
        }
        seen[agrees(&mut solvers, &position, most).unwrap_or(0) as usize] += 1;
    }
    eprintln!("{} {seen:?}", R::NAME);
    assert!(seen[..=most as usize].iter().sum::<usize>() > 50 && seen[most as usize] > 5, "{seen:?}");
}

#[test]
fn standard_agrees_with_recursion() {
    agrees_with_recursion::<Standard>(2_000, 2, 64 << 20, 1);
    agrees_with_recursion::<Standard>(150, 3, 64 << 20, 2);
}

#[test]
fn pawnless_agrees_with_recursion() {
    agrees_with_recursion::<Pawnless>(1_000, 2, 64 << 20, 3);
    agrees_with_recursion::<Pawnless>(100, 3, 64 << 20, 4);
}

/// Walls stand elsewhere, and pawns promote on other ranks.
#[test]
fn smaller_boards_agree_with_recursion() {
    agrees_with_recursion::<Gardner>(1_500, 2, 64 << 20, 7);
    agrees_with_recursion::<Gardner>(100, 3, 64 << 20, 8);
    agrees_with_recursion::<LosAlamos>(1_500, 2, 64 << 20, 9);
    agrees_with_recursion::<LosAlamos>(100, 3, 64 << 20, 10);
}

#[test]
fn tables_too_small_to_remember_change_nothing() {
    agrees_with_recursion::<Standard>(500, 2, 0, 5);
    agrees_with_recursion::<Standard>(60, 3, 1 << 12, 6);
}

/// Known lengths and numbers of keys; the longer ones within what a debug build can do.
#[test]
#[ignore = "needs win/directmate.tsv, which may not be copied here"]
fn known_lengths() {
    let text = common::cases_elsewhere("win/directmate.tsv");
    let long = std::env::var_os("ARBITER_LONG").is_some();
    for row in common::rows(&text) {
        let (position, moves) = (fen::position::<Standard>(row[0]).unwrap(), row[1].parse::<u32>().unwrap());
        if moves > if long { 20 } else { 5 } {
            continue;
        }
        let mut solver = MateSolver::new(limits());
        let answer = solver.shortest(&position);
        // Only some of the long ones are proved by others too.
        match answer {
            WinAnswer::Undecided { no_win_within, win_within, .. } if moves > 5 => {
                assert!(no_win_within < Moves(moves).plies(), "{}", row[0]);
                assert!(win_within.is_none_or(|plies| plies >= Moves(moves).plies()), "{}", row[0]);
                continue;
            }
            answer => assert_eq!(
                answer,
                WinAnswer::Win { plies: Moves(moves).plies(), shortest: true },
                "{}",
                row[0]
            ),
        }
        assert_eq!(solver.line(&position, answer).unwrap().len() as u32, 2 * moves - 1, "{}", row[0]);
        if let Ok(count) = row[3].parse::<usize>() {
            assert_eq!(solver.keys(&position, Moves(moves)).unwrap().len(), count, "{}", row[0]);
        }
    }
}

/// Positions on which others have failed.
#[test]
fn not_missed() {
    for (text, moves) in [
        ("8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1", 2),
        ("k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w - - 0 1", 3),
    ] {
        let position = fen::position::<Standard>(text).unwrap();
        let answer = MateSolver::new(limits()).shortest(&position);
        assert_eq!(answer, WinAnswer::Win { plies: Moves(moves).plies(), shortest: true }, "{text}");
    }
}

#[test]
#[ignore = "needs win/directmate.tsv, which may not be copied here"]
fn a_long_mate_is_found() {
    // Those of nine moves and more.
    let text = common::cases_elsewhere("win/directmate.tsv");
    let mut found = 0;
    for row in common::rows(&text).filter(|row| row[1].parse::<u32>().unwrap() >= 9) {
        let (position, moves) = (fen::position::<Standard>(row[0]).unwrap(), row[1].parse::<u32>().unwrap());
        let mut solver = MateSolver::new(Limits { nodes: Some(300_000), ..limits() });
        let answer = solver.any_within(&position, Moves(moves).plies());
        if let WinAnswer::Win { plies, .. } = answer {
            assert!(plies <= Moves(moves).plies(), "{}", row[0]);
            let line = solver.line(&position, answer).unwrap();
            let last = line.iter().fold(position, |position, &mv| position.play(mv));
            assert!(is_mated(&last, 0), "{line:?} {}", row[0]);
            found += 1;
        } else {
            assert!(matches!(answer, WinAnswer::Undecided { .. }), "{answer:?} {}", row[0]);
        }
    }
    assert!(found >= 8, "{found}");
}

#[test]
fn clear_answers_to_odd_questions() {
    let ask = |text: &str, plies| {
        MateSolver::new(limits()).within(&fen::position::<Standard>(text).unwrap(), Plies(plies))
    };
    // Mated, stalemated, nothing to mate with.
    assert_eq!(ask("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 9), WinAnswer::Never);
    assert_eq!(ask("k7/8/1Q6/8/8/8/8/6K1 b - - 0 1", 9), WinAnswer::Never);
    assert_eq!(ask("k7/8/8/8/8/8/7q/K7 w - - 0 1", 19_999), WinAnswer::Never);
    assert_eq!(ask("k7/8/8/8/8/8/8/KN6 w - - 0 1", u32::MAX), WinAnswer::Never);
    let rook = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
    assert_eq!(ask(rook, 0), WinAnswer::NoWin { plies: Plies(0) });
    assert_eq!(ask(rook, 1), WinAnswer::Win { plies: Plies(1), shortest: true });
    assert_eq!(ask(rook, 19_999), WinAnswer::Win { plies: Plies(1), shortest: true });
    // Nobody mates here, however long it is asked.
    let locked = fen::position::<Standard>("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1").unwrap();
    let mut solver = MateSolver::new(Limits { time: Some(Duration::from_millis(300)), ..limits() });
    let start = Instant::now();
    for moves in [60, 10_000] {
        let answer = solver.within(&locked, Moves(moves).plies());
        assert!(matches!(answer, WinAnswer::NoWin { .. } | WinAnswer::Undecided { .. }), "{answer:?}");
        assert!(!matches!(solver.mating_move(&locked, Moves(moves)), Ok(Some(_))));
        assert!(!matches!(solver.mated_within(&locked, Moves(moves)), Ok(Some(_))));
    }
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn limits_are_kept() {
    let text = "6k1/4r3/p2Npb2/1p1bq3/6P1/P1PQ4/1PB5/1K3R2 w - - 0 1";
    let position = fen::position::<Standard>(text).unwrap();
    let nodes = Limits { nodes: Some(10_000), ..limits() };
    let mut solver = MateSolver::new(nodes);
    let WinAnswer::Undecided { no_win_within, limit: Reached::Nodes, .. } = solver.shortest(&position) else {
        panic!()
    };
    assert!((2..12).contains(&no_win_within.0));
    assert!(solver.effort().nodes < 11_000);
    let mut solver = MateSolver::new(Limits { time: Some(Duration::from_millis(50)), ..limits() });
    let start = Instant::now();
    assert!(matches!(solver.shortest(&position), WinAnswer::Undecided { limit: Reached::Time, .. }));
    assert!(start.elapsed() < Duration::from_secs(2));
    let stop = Arc::new(AtomicBool::new(true));
    let mut solver = MateSolver::new(Limits { interrupt: Some(stop.clone()), ..limits() });
    assert_eq!(solver.mating_move(&position, Moves(5)), Err(Reached::Interrupt));
    stop.store(false, Ordering::Relaxed);
    assert_eq!(solver.mating_move(&position, Moves(2)), Ok(None));
}

#[test]
fn progress_is_told() {
    let position = fen::position::<Standard>("8/5p2/2N1kN1R/1K6/6P1/8/8/8 w - - 0 1").unwrap();
    let told = Arc::new(Mutex::new(Vec::new()));
    let mut solver = MateSolver::new(limits());
    let to = told.clone();
    solver.on_progress(Box::new(move |progress| to.lock().unwrap().push(progress.no_win_within)));
    assert_eq!(solver.shortest(&position), WinAnswer::Win { plies: Plies(9), shortest: true });
    let told = told.lock().unwrap();
    assert!(told.is_sorted() && told.contains(&Plies(6)), "{told:?}");
}

/// Play that follows a certified strategy never comes back to where it was: the plies that are said of a
/// position fall by two at least with its move and any reply.
fn is_well_founded(root: &Position<Standard>, certificate: &Certificate) {
    let Evidence::Strategies(Strategies { strategy: Some(nodes), .. }) = &certificate.evidence else {
        panic!()
    };
    let nodes: HashMap<_, _> =
        nodes.iter().map(|StrategyNode(at, plies, mv)| (at.as_str(), (*plies, mv))).collect();
    let (mut waiting, mut seen) = (vec![*root], HashSet::new());
    while let Some(at) = waiting.pop() {
        let text = key(&at);
        let (plies, mv) = nodes[text.as_str()];
        if seen.insert(text) {
            let after = at.play(uci::parse(&at, mv).unwrap());
            for reply in legal_moves(&after) {
                let next = after.play(reply);
                assert!(nodes[key(&next).as_str()].0 + 2 <= plies, "{} {mv} {reply}", key(&at));
                waiting.push(next);
            }
        }
    }
}

/// Mates that need not be the shortest, because little work or few moves of the answer are asked for: the
/// lines and certificates of those were once written with cycles, which overflowed the stack.
#[test]
fn strategies_that_are_not_the_shortest_end() {
    let cyclic = "8/8/2B5/k1B5/3N4/1Kp5/8/b7 w - - 0 1";
    let mates = [
        "8/8/8/8/8/2k5/3R4/3K3R w - - 0 1",
        "4k3/8/8/8/8/8/1Q6/K7 w - - 0 1",
        "8/8/8/3k4/8/8/8/K5QR w - - 0 1",
    ];
    let mut written = 0;
    for (i, text) in [cyclic].into_iter().chain(mates).enumerate() {
        let position = fen::position::<Standard>(text).unwrap();
        let all = [65_536, 100_000, 200_000];
        for &nodes in if i == 0 { &all[..] } else { &all[..2] } {
            let mut solver = MateSolver::new(Limits { nodes: Some(nodes), ..limits() });
            let answer = solver.any_within(&position, Moves(1000).plies());
            let (WinAnswer::Win { plies, .. } | WinAnswer::Undecided { win_within: Some(plies), .. }) =
                answer
            else {
                continue;
            };
            written += strategy_ends(&mut solver, &position, plies);
        }
    }
    // Positions from random play.
    let mut chance = Chance(77);
    for _ in 0..600 {
        if written == 40 {
            break;
        }
        let Some(position) = cornered::<Standard>(&mut chance) else { continue };
        let nodes = [2_000, 20_000, 40_000][chance.below(3)];
        let mut solver = MateSolver::new(Limits { nodes: Some(nodes), ..limits() });
        if let WinAnswer::Win { plies, .. } = solver.any_within(&position, Moves(60).plies()) {
            written += strategy_ends(&mut solver, &position, plies);
        }
    }
    assert!(written >= 10, "{written}");
}

fn strategy_ends(solver: &mut MateSolver<Standard>, position: &Position<Standard>, plies: Plies) -> usize {
    let answer = WinAnswer::Win { plies, shortest: false };
    solver.set_limits(Limits { nodes: Some(1_000_000), ..limits() });
    if let Ok(line) = solver.line(position, answer) {
        assert!(line.len() <= plies.0 as usize && line.len() % 2 == 1, "{} {line:?}", key(position));
        let end = line.iter().fold(*position, |at, &mv| at.play(mv));
        assert!(is_mated(&end, 0), "{} {line:?}", key(position));
    }
    let Ok(Some(certificate)) = solver.certificate(position, answer) else { return 0 };
    is_well_founded(position, &certificate);
    chess_arbiter_check::check(&certificate.to_json())
        .unwrap_or_else(|why| panic!("{}: {why}", key(position)));
    1
}

/// However small the budget in which a mate is found, what is written of it is a strategy that ends: the
/// checker accepts it, and the line is no longer than the mate. (One was once written that went round in a
/// circle.)
#[test]
fn a_mate_of_any_budget_is_written_soundly() {
    let mut written = 0;
    for text in [
        "8/8/2B5/k1B5/3N4/1Kp5/8/b7 w - - 0 1",
        "8/8/8/3k4/8/8/8/K6R w - - 0 1",
        "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1",
        "k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w - - 0 1",
    ] {
        let position = fen::position::<Standard>(text).unwrap();
        for nodes in (1..1_500).chain((1_500..200_000).step_by(19_001)) {
            let limits = |nodes| Limits { nodes: Some(nodes), memory: 4 << 20, ..Limits::default() };
            let mut solver = MateSolver::<Standard>::new(limits(nodes));
            let found = solver.any_within(&position, Moves(1_000).plies());
            let (WinAnswer::Win { plies, .. } | WinAnswer::Undecided { win_within: Some(plies), .. }) = found
            else {
                continue;
            };
            solver.set_limits(limits(100_000));
            let answer = WinAnswer::Win { plies, shortest: false };
            match solver.certificate(&position, answer) {
                Ok(certificate) => {
                    let json = certificate.unwrap().to_json();
                    let accepted = chess_arbiter_check::check(&json);
                    accepted.unwrap_or_else(|why| panic!("{text}, {nodes} nodes: {why}"));
                    written += 1;
                }
                Err(Unwritten::Limit(_)) => {}
                Err(why) => panic!("{text}, {nodes} nodes: {why}"),
            }
            if let Ok(line) = solver.line(&position, answer) {
                assert!(!line.is_empty() && line.len() as u32 <= plies.0, "{text}, {nodes} nodes: {line:?}");
            }
        }
    }
    assert!(written > 1_000, "{written}");
}
