//! Games are constructed from plans of pawn steps, and shakmaty replays them. The plans are taken from
//! known games, whose piece moves are forgotten.
#![allow(clippy::print_stderr)]

use crate::common;

use std::time::{Duration, Instant};

use chess_arbiter::board::{Move, Role};
use chess_arbiter::format::{fen, san, uci};
use chess_arbiter::limits::Limits;
use chess_arbiter::moves::{Past, legal_moves};
use chess_arbiter::position::Position;
use chess_arbiter::reach::proof_game::{PawnStep, Unrealized, realize};
use chess_arbiter::rules::Standard;
use common::{Chance, cases, rows};
use shakmaty::{Chess, EnPassantMode, Position as _, uci::UciMove};

fn start() -> Position<Standard> {
    fen::position(fen::START).unwrap()
}

/// What a move does to the pawns.
fn pawn_step(position: &Position<Standard>, mv: Move) -> Option<PawnStep> {
    let board = position.board();
    let (from, to) = (mv.from(), mv.to());
    let victim = board.role_at(to);
    if board.role_at(from) != Some(Role::Pawn) {
        return (victim == Some(Role::Pawn)).then_some(PawnStep::Taken { square: to });
    }
    Some(match victim {
        _ if position.is_en_passant(mv) => PawnStep::EnPassant { from, to },
        None => PawnStep::Push { from, to },
        Some(role) => PawnStep::Capture { from, to, pawn: role == Role::Pawn },
    })
}

/// The plan of a game, without its last moves that gave check.
fn plan(game: &[Move], quiet: bool) -> (Vec<PawnStep>, Past) {
    let mut positions = vec![start()];
    for &mv in game {
        positions.push(positions.last().unwrap().play(mv));
    }
    while quiet && positions.last().unwrap().checkers().has_any() {
        positions.pop();
    }
    let steps = positions.iter().zip(game).take(positions.len() - 1);
    let steps = steps.filter_map(|(position, &mv)| pawn_step(position, mv)).collect();
    (steps, Past::from(&positions.last().unwrap().to_setup()))
}

/// Replays a game with shakmaty.
fn replay(game: &[Move], target: &Past) {
    let mut position = start();
    let mut theirs = Chess::default();
    for &mv in game {
        let text = uci::write(&position, mv);
        let their_move = text.parse::<UciMove>().unwrap().to_move(&theirs);
        theirs.play_unchecked(their_move.unwrap_or_else(|_| panic!("{text} is illegal")));
        position = position.play(mv);
    }
    assert_eq!(Past::from(&position.to_setup()), *target);
    let setup = theirs.to_setup(EnPassantMode::Always);
    let theirs = shakmaty::fen::Fen::try_from_setup(setup).unwrap().to_string();
    let ours = fen::write_key::<Standard>(&position.to_setup());
    assert!(theirs.starts_with(&ours), "{theirs} is not {ours}");
}

#[derive(Default)]
struct Tally {
    times: Vec<Duration>,
    failures: Vec<String>,
}

impl Tally {
    fn realize(&mut self, steps: &[PawnStep], target: &Past, time: Duration) {
        let limits = Limits { time: Some(time), ..Limits::default() };
        let began = Instant::now();
        let result = realize(steps, target, 1, &limits);
        self.times.push(began.elapsed());
        match result {
            Ok(game) => replay(&game, target),
            Err(error) => self.failures.push(error.to_string()),
        }
    }

    fn report(&mut self, name: &str) {
        self.times.sort();
        let (n, times) = (self.times.len(), &self.times);
        eprintln!(
            "{name}: {} of {n} games, median {:?}, p95 {:?}, longest {:?}",
            n - self.failures.len(),
            times[n / 2],
            times[n * 95 / 100],
            times[n - 1]
        );
        for failure in &self.failures {
            eprintln!("  {failure}");
        }
    }
}

#[test]
fn random_play() {
    for depth in [6, 20, 60, 120, 300] {
        for quiet in [true, false] {
            let mut chance = Chance(depth as u64);
            let mut tally = Tally::default();
            while tally.times.len() < 25 {
                let mut game = Vec::new();
                let mut position = start();
                for _ in 0..depth {
                    let moves = legal_moves(&position);
                    if moves.is_empty() {
                        break;
                    }
                    let mv = chance.pick(&moves);
                    game.push(mv);
                    position = position.play(mv);
                }
                let (steps, target) = plan(&game, quiet);
                tally.realize(&steps, &target, Duration::from_secs(20));
            }
            tally.report(&format!(
                "random play, {depth} plies{}",
                if quiet { "" } else { ", perhaps in check" }
            ));
            assert!(tally.failures.is_empty());
        }
    }
}

#[test]
fn hard_positions_with_known_games() {
    let text = cases("legality/tromp923_games.tsv");
    let mut tally = Tally::default();
    // Every eighth; all with `ALL_GAMES`.
    let every = if std::env::var_os("ALL_GAMES").is_some() { 1 } else { 8 };
    for row in rows(&text).step_by(every) {
        let mut position = start();
        let mut game = Vec::new();
        for word in row[1].split_whitespace() {
            let mv = san::parse(&position, word).unwrap();
            game.push(mv);
            position = position.play(mv);
        }
        let (steps, target) = plan(&game, true);
        tally.realize(&steps, &target, Duration::from_secs(20));
    }
    tally.report("hard positions");
    assert!(20 * tally.failures.len() <= tally.times.len());
}

#[test]
fn a_seed_fixes_the_game() {
    let target = Past::from(
        &fen::parse::<Standard>("rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1").unwrap(),
    );
    let steps = [PawnStep::Push { from: "e7".parse().unwrap(), to: "e5".parse().unwrap() }];
    let games = [(); 2].map(|()| realize(&steps, &target, 7, &Limits::default()).unwrap());
    assert_eq!(games[0], games[1]);
    replay(&games[0], &target);
}

#[test]
fn en_passant_squares_and_castling_rights_come_out() {
    let push = |from: &str, to: &str| PawnStep::Push { from: from.parse().unwrap(), to: to.parse().unwrap() };
    let steps = [push("e2", "e4"), push("e7", "e5")];
    for end in ["w KQkq e6", "w KQkq -", "w Kq -", "b Q -", "b - -"] {
        let text = format!("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR {end} 0 1");
        let target = Past::from(&fen::parse::<Standard>(&text).unwrap());
        replay(&realize(&steps, &target, 1, &Limits::default()).unwrap(), &target);
    }
}

#[test]
fn impossible_plans_are_refused() {
    let push = |from: &str, to: &str| PawnStep::Push { from: from.parse().unwrap(), to: to.parse().unwrap() };
    let target = Past::from(&start().to_setup());
    let refused = |steps: &[PawnStep]| realize(steps, &target, 1, &Limits::default()).unwrap_err();
    assert_eq!(refused(&[push("e2", "e5")]), Unrealized::Plan { step: 0 });
    assert_eq!(refused(&[push("e2", "e4"), push("e4", "e6")]), Unrealized::Plan { step: 1 });
    // The pawns end elsewhere.
    assert_eq!(refused(&[push("e2", "e4")]), Unrealized::Plan { step: 1 });
}
