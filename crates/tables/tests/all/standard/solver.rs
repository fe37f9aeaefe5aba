//! Solvers that ask endings, and the certificates of what they say.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chess_arbiter::board::{Board, Color, Setup, Square};
use chess_arbiter::limits::{Limits, Reached};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Standard;
use chess_arbiter::win::{Asked, MateSolver, Oracle, OracleValue, Plies, Solve, WinAnswer};
use chess_arbiter_tables::standard::{Endings, MAX_MEN};

use super::{position, slow, value};
use crate::common::class;

fn solver(limits: Limits) -> MateSolver<Standard> {
    let mut solver = MateSolver::new(limits);
    solver.set_oracle(Endings::shared());
    solver
}

/// What tables say, to whoever asks for the shortest win.
fn answer(value: OracleValue) -> WinAnswer {
    match value {
        OracleValue::Win(plies) => WinAnswer::Win { plies, shortest: true },
        OracleValue::Lost(plies) => WinAnswer::Lost { plies },
        OracleValue::Never => WinAnswer::Never,
    }
}

fn accepted(solver: &mut MateSolver<Standard>, position: &Position, answer: WinAnswer) -> String {
    let certificate = solver.certificate(position, answer).unwrap().unwrap().to_json();
    chess_arbiter_check::check(&certificate).unwrap_or_else(|error| panic!("{position}: {error}"));
    certificate
}

#[test]
fn shortest_wins_and_their_certificates() {
    let mut with_tables = 0;
    for (text, expected) in [
        ("8/8/8/8/4k3/8/8/K2BN3 w - -", OracleValue::Win(Plies(61))),
        ("8/8/8/8/4k3/8/8/K2BB3 w - -", OracleValue::Win(Plies(35))),
        ("8/8/8/8/8/k1K5/8/Q4q2 b - -", OracleValue::Win(Plies(13))),
        ("8/8/8/4kr2/8/8/8/K1R5 w - -", OracleValue::Never),
        ("8/8/8/8/4k3/8/4P3/4K3 w - -", OracleValue::Never),
        ("8/8/8/8/8/2n5/1k6/4K2Q b - -", OracleValue::Lost(Plies(22))),
    ] {
        let position = position(text);
        assert_eq!(value(&position), expected, "{text}");
        let mut solver = solver(Limits::default());
        let found = solver.shortest(&position);
        assert_eq!(found, answer(expected), "{text}");
        let certificate = accepted(&mut solver, &position, found);
        with_tables += u32::from(certificate.contains("\"tables\""));
        if let WinAnswer::Win { plies, .. } = found {
            let (line, shorter) = (solver.line(&position, found).unwrap(), Plies(plies.0 - 1));
            assert_eq!(line.len(), plies.0 as usize, "{text}");
            assert_eq!(solver.within(&position, shorter), WinAnswer::NoWin { plies: shorter });
            accepted(&mut solver, &position, WinAnswer::NoWin { plies: shorter });
        }
    }
    // The mate by queen against queen is refuted move by move, and who loses is shown to by the other's mate.
    assert_eq!(with_tables, 4);
}

/// Endings that cost nothing: so they are asked from the first.
#[derive(Debug)]
struct AtHand;

impl Oracle for AtHand {
    fn value(&self, asked: Asked<'_>, _: &dyn Fn() -> bool) -> Option<OracleValue> {
        Oracle::value(&*Endings::shared(), asked, &|| false)
    }

    fn most_men(&self, rules: &str) -> u32 {
        Endings::shared().most_men(rules)
    }

    fn cost(&self, _: Asked<'_>) -> Option<u64> {
        Some(0)
    }
}

/// Tables: a position is read at once, all that it leads to would take long.
#[derive(Debug)]
struct OnDisk;

impl Oracle for OnDisk {
    fn value(&self, asked: Asked<'_>, stop: &dyn Fn() -> bool) -> Option<OracleValue> {
        AtHand.value(asked, stop)
    }

    fn most_men(&self, rules: &str) -> u32 {
        AtHand.most_men(rules)
    }

    fn cost(&self, _: Asked<'_>) -> Option<u64> {
        Some(1 << 40)
    }

    fn cost_of_one(&self, _: Asked<'_>) -> Option<u64> {
        Some(0)
    }
}

/// Of the position asked about only what it costs to read that one counts, however little time there is for
/// more.
#[test]
fn one_position_is_read_in_little_time() {
    let position = position("8/8/8/8/4k3/8/8/K2BN3 w - -");
    assert_eq!(value(&position), OracleValue::Win(Plies(61)));
    let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
    let mut solver = MateSolver::<Standard>::new(limits);
    solver.set_oracle(Arc::new(OnDisk));
    assert_eq!(solver.shortest(&position), WinAnswer::Win { plies: Plies(61), shortest: true });
}

/// Endings that are never solved in the time there is.
#[derive(Debug)]
struct InVain;

impl Oracle for InVain {
    fn value(&self, _: Asked<'_>, stop: &dyn Fn() -> bool) -> Option<OracleValue> {
        while !stop() {
            std::thread::sleep(Duration::from_millis(1));
        }
        None
    }

    fn most_men(&self, rules: &str) -> u32 {
        Endings::shared().most_men(rules)
    }

    fn cost(&self, _: Asked<'_>) -> Option<u64> {
        Some(0)
    }
}

/// Where an ending cannot be solved in the time, there is some left for a search that is soon done.
#[test]
fn a_short_question_does_not_wait_in_vain() {
    let limits = Limits { time: Some(Duration::from_secs(2)), ..Limits::default() };
    let mut solver = MateSolver::<Standard>::new(limits);
    solver.set_oracle(Arc::new(InVain));
    let position = position("8/8/8/8/4k3/8/8/K2BN3 w - -");
    assert_eq!(solver.within(&position, Plies(3)), WinAnswer::NoWin { plies: Plies(3) });
    assert!(solver.effort().time > Duration::from_secs(1), "the oracle was asked");
}

/// Random positions with more men: what is found is the same, and the checker accepts it.
#[test]
fn below_the_root() {
    let (mut wins, mut fewer) = (0, 0);
    let mut chance = 11_u64;
    let mut random = |below: u64| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) % below
    };
    for name in ["KQvKBP", "KRvKPP", "KPPvKN", "KBNvKP", "KQvKRP", "KRPvKR"].repeat(80) {
        let mut board = Board::EMPTY;
        for man in slow::men(class(name)) {
            board.put(Square::wrap(random(64) as u8), man);
        }
        let setup = Setup::new(board, Color::BOTH[random(2) as usize]);
        let Ok(position) = Position::new(&setup, Policy::Movable) else { continue };
        if board.occupied().len() <= MAX_MEN {
            continue;
        }
        let limits = Limits { nodes: Some(300_000), memory: 1 << 26, ..Limits::default() };
        let [mut plain, mut asking] = [(); 2].map(|()| MateSolver::<Standard>::new(limits.clone()));
        asking.set_oracle(Arc::new(AtHand));
        let alone = plain.within(&position, Plies(9));
        let found = asking.within(&position, Plies(9));
        if let WinAnswer::Undecided { .. } = alone {
            continue;
        }
        assert_eq!(found, alone, "{position}");
        // Refutations of more plies may be too long to write.
        if matches!(found, WinAnswer::Win { plies: Plies(..=7), .. }) {
            accepted(&mut asking, &position, found);
        }
        wins += u32::from(matches!(found, WinAnswer::Win { .. }));
        fewer += u32::from(asking.effort().nodes < plain.effort().nodes);
    }
    assert!(wins > 5 && fewer > 100, "{wins} {fewer}");
}

/// What a question takes does not depend on what was asked before.
#[test]
fn the_same_work_again() {
    let position = position("8/8/8/3k4/8/8/5N2/K2B4 w - -");
    let endings = Arc::new(Endings::new(1 << 28, 1));
    let ask = |endings: &Arc<Endings>| {
        let mut solver = MateSolver::<Standard>::new(Limits::default());
        solver.set_oracle(endings.clone());
        (solver.shortest(&position), solver.effort().nodes)
    };
    let first = ask(&endings);
    assert!(endings.bytes() > 0);
    assert_eq!(ask(&endings), first);
}

#[test]
fn limits_hold_while_endings_are_solved() {
    let position = position("8/5p2/8/8/4k3/8/1P6/K7 w - -");
    let ask = |limits: Limits| {
        let mut solver = MateSolver::<Standard>::new(limits);
        solver.set_oracle(Arc::new(Endings::new(1 << 28, 1)));
        solver.shortest(&position)
    };
    let short = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
    let began = Instant::now();
    let said = ask(short);
    assert!(matches!(said, WinAnswer::Undecided { limit: Reached::Time, .. }), "{said:?}");
    assert!(began.elapsed() < Duration::from_secs(3));

    let interrupt = Arc::new(AtomicBool::default());
    let later = interrupt.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        later.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let said = ask(Limits { interrupt: Some(interrupt), ..Limits::default() });
    thread.join().unwrap();
    assert!(matches!(said, WinAnswer::Undecided { limit: Reached::Interrupt, .. }), "{said:?}");

    let said = ask(Limits { nodes: Some(1_000), ..Limits::default() });
    assert!(matches!(said, WinAnswer::Undecided { limit: Reached::Nodes, .. }), "{said:?}");
}

/// Nobody's table has a position in which somebody may castle; what its moves lead to decides.
#[test]
fn where_somebody_may_castle() {
    for (text, expected) in [
        ("8/8/8/3k4/8/3n4/8/4K2R w K -", OracleValue::Never),
        ("8/8/4p3/3k4/8/8/8/4K2R b K -", OracleValue::Lost(Plies(34))),
        ("8/3q4/8/3k4/8/8/8/4K2R b K -", OracleValue::Win(Plies(39))),
        ("8/8/8/8/8/5k2/3p4/R3K3 w Q -", OracleValue::Win(Plies(29))),
        // The defender may castle, and mostly answers before it has to move king or rook.
        ("4k3/8/8/8/3n4/8/8/R3K3 b Q -", OracleValue::Never),
        ("4k3/8/8/8/8/3q4/8/R3K3 b Q -", OracleValue::Win(Plies(19))),
    ] {
        let (position, mut solver) = (position(text), solver(Limits::default()));
        let found = solver.shortest(&position);
        assert_eq!(found, answer(expected), "{text}");
        let certificate = accepted(&mut solver, &position, found);
        // No search says so.
        assert!(expected != OracleValue::Never || certificate.contains("\"tables\""), "{text}");
        if let OracleValue::Win(plies) = expected {
            assert_eq!(solver.line(&position, found).unwrap().len(), plies.0 as usize, "{text}");
        }
    }
    let mut chance = 5_u64;
    let mut random = |below: u64| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) % below
    };
    let (mut short, mut kept) = (0, 0);
    // Endings that cost nothing are asked from the first.
    let mut asking = MateSolver::<Standard>::new(Limits::default());
    asking.set_oracle(Arc::new(AtHand));
    for _ in 0..150 {
        let mut squares: Vec<String> = vec!["1".into(); 64];
        let (rook, right) = [(7, "K"), (0, "Q")][random(2) as usize];
        (squares[4], squares[rook]) = ("K".into(), "R".into());
        for man in ["k", ["q", "r", "b", "n", "p", "Q", "Q"][random(7) as usize]] {
            squares[random(64) as usize] = man.into();
        }
        let ranks: Vec<String> = squares.chunks(8).rev().map(|rank| rank.concat()).collect();
        let text = format!("{} {} {right} - 0 1", ranks.join("/"), ["w", "b"][random(2) as usize]);
        let Ok(position) = text.parse::<Position>() else { continue };
        let found = asking.shortest(&position);
        // By search alone, as far as that goes.
        let limits = Limits { nodes: Some(200_000), ..Limits::default() };
        match MateSolver::<Standard>::new(limits).within(&position, Plies(9)) {
            WinAnswer::Win { plies, .. } => {
                assert_eq!(found, WinAnswer::Win { plies, shortest: true }, "{text}");
                short += 1;
            }
            WinAnswer::NoWin { plies: most } => {
                assert!(!matches!(found, WinAnswer::Win { plies, .. } if plies <= most), "{text} {found:?}");
            }
            _ => {}
        }
        if position.board().color(Color::Black).len() == 1 {
            continue;
        }
        // It is what the best move makes it, and each move is asked about by itself: of the tables, or of a
        // solver. (That a king alone has lost, or who is mated, is not what a solver is asked about.)
        let mut before = |after: Position| {
            let after = match Asked::of(&after) {
                Some(_) => answer(value(&after)),
                None if after.checkers().has_any() && !chess_arbiter::moves::has_legal_move(&after) => {
                    WinAnswer::Lost { plies: Plies(0) }
                }
                None => asking.shortest(&after),
            };
            match after {
                WinAnswer::Win { plies, .. } => (-1, i64::from(plies.0) + 1),
                WinAnswer::Lost { plies } => (1, -i64::from(plies.0) - 1),
                _ => (0, 0),
            }
        };
        let moves = chess_arbiter::moves::legal_moves(&position);
        kept += moves.iter().filter(|&&mv| Asked::of(&position.play(mv)).is_none()).count();
        let best = moves.iter().map(|&mv| before(position.play(mv))).max();
        let expected = match found {
            WinAnswer::Win { plies, .. } => (1, -i64::from(plies.0)),
            WinAnswer::Lost { plies } => (-1, i64::from(plies.0)),
            _ => (0, 0),
        };
        assert_eq!(best.unwrap_or(expected), expected, "{text}");
    }
    assert!(short > 4 && kept > 100, "{short} {kept}");
}
