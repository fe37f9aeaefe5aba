//! Every rule set of the list, whatever it is: counts and statuses by another program, the checker's opinion,
//! and texts that come back. A new rule set is tested here by its rows in `tests/cases/boards.tsv`.

use chess_arbiter::format::diagram::{self, Style};
use chess_arbiter::format::{epd, json};
use chess_arbiter::moves::{perft, perft_portable};
use chess_arbiter::status::explain;
use chess_arbiter::win::{Plies, Solvable, WinAnswer};
use chess_arbiter::{
    Limits, Position, Rules, RulesKind, Setup, fen, legal_moves, parse_setup, san, status, uci, with_rules,
};

use crate::common::{self, Chance, random_game};

/// Perft and status of one row: rules, FEN, depth, nodes, status.
fn count<R: Rules>(row: &[&str]) {
    let position: Position<R> = row[1].parse().unwrap_or_else(|error| panic!("{row:?}: {error}"));
    let (depth, nodes) = (row[2].parse::<u32>().unwrap(), row[3].parse::<u64>().unwrap());
    assert_eq!(perft(&position, depth), nodes, "{row:?}");
    assert_eq!(perft_portable(&position, depth), nodes, "{row:?}");
    assert_eq!(status(&position).to_string(), row[4], "{row:?}");
}

#[test]
fn another_program_counts_the_same() {
    let mut seen: Vec<(RulesKind, &str)> = Vec::new();
    let text = common::cases("boards.tsv");
    for row in common::rows(&text) {
        let kind: RulesKind = row[0].parse().unwrap();
        with_rules!(kind, R => count::<R>(&row));
        seen.push((kind, row[4]));
    }
    for kind in [RulesKind::Gardner, RulesKind::LosAlamos] {
        for answer in ["safe", "check", "checkmate", "stalemate"] {
            let rows = seen.iter().filter(|&&row| row == (kind, answer)).count();
            assert!(rows >= 3, "{rows} rows of {kind} are {answer}");
        }
    }
}

/// Positions of random play from the game's first position.
fn played<R: Rules>(games: u64, mut look: impl FnMut(&Position<R>)) {
    let start: Position<R> = R::EXAMPLE.parse().unwrap();
    for seed in 0..games {
        random_game(&start, 120, &mut Chance(seed), |position| {
            // Where the royal can be captured a game goes on to that.
            if position.royal(position.turn()).is_some() {
                look(position);
            }
        });
    }
}

/// Everything written about a position is read back.
fn comes_back<R: Rules>(position: &Position<R>) {
    let (text, setup) = (position.to_string(), Setup::from(*position));
    assert_eq!(text.parse(), Ok(*position), "{text}");
    assert_eq!(fen::parse::<R>(&text), Ok(setup), "{text}");
    let said = epd::Epd { setup, operations: Vec::new() };
    assert_eq!(epd::parse::<R>(&epd::write::<R>(&said)), Ok(said), "{text}");
    assert_eq!(json::from_json::<R>(&json::to_json::<R>(&setup).to_string()), Ok(setup), "{text}");
    let drawn = diagram::write::<R>(&setup, Style { labels: true, turn: true, ..Style::default() });
    let read = parse_setup::<R>(&drawn).unwrap_or_else(|error| panic!("{error}\n{drawn}"));
    assert_eq!((read.board, read.turn), (setup.board, setup.turn), "{drawn}");
    for mv in legal_moves(position) {
        assert_eq!(uci::parse(position, &uci::write(position, mv)), Ok(mv), "{mv} in {text}");
        assert_eq!(san::parse(position, &san::write(position, mv)), Ok(mv), "{mv} in {text}");
    }
}

#[test]
fn texts_come_back() {
    for kind in RulesKind::ALL {
        with_rules!(kind, R => played::<R>(6, comes_back));
    }
}

/// The certificate of the status is accepted, and says the same.
fn is_certified<R: Rules>(position: &Position<R>) {
    let verdict = explain(position);
    let json = verdict.certificate(position).to_json();
    let accepted = chess_arbiter_check::check(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
    assert_eq!(accepted.answer, verdict.status.to_string());
}

#[test]
fn the_checker_accepts_statuses() {
    for kind in RulesKind::ALL {
        with_rules!(kind, R => played::<R>(6, is_certified));
    }
}

/// Whether a forced win within three plies is found, whose certificate the checker accepts as such.
fn wins_certified<R: Solvable>(position: &Position<R>) -> bool {
    let mut solver = R::solver(Limits { nodes: Some(100_000), memory: 8 << 20, ..Limits::default() });
    let answer = solver.within(position, Plies(3));
    let Ok(Some(certificate)) = solver.certificate(position, answer) else { return false };
    let json = certificate.to_json();
    let accepted = chess_arbiter_check::check(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
    let won = matches!(answer, WinAnswer::Win { .. });
    assert_eq!(accepted.answer, if won { "win" } else { "no-win" }, "{json}");
    won
}

#[test]
fn the_checker_accepts_forced_wins() {
    for kind in RulesKind::ALL {
        let mut wins = 0;
        with_rules!(kind, R => played::<R>(4, |position| wins += u32::from(wins_certified(position))));
        assert!(wins > 0, "{kind}: {wins}");
    }
}

#[test]
fn games_say_what_they_are() {
    for kind in RulesKind::ALL {
        with_rules!(kind, R => {
            assert_eq!((kind.name(), kind.size()), (R::NAME, (R::WIDTH, R::HEIGHT)));
            assert_eq!(u32::from(R::WIDTH) * u32::from(R::HEIGHT), R::WINDOW.len());
            assert!(R::START.is_none_or(|start| start == R::EXAMPLE));
            let position: Position<R> = kind.example().parse().unwrap();
            assert_eq!(position.to_string(), kind.example());
        });
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    let error = "chess".parse::<RulesKind>().unwrap_err().to_string();
    assert!(RulesKind::ALL.iter().all(|kind| error.contains(kind.name())), "{error}");
}
