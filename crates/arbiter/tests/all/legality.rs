//! Legality: what is decided about the tables' positions and about positions of play, and that it is right.

use crate::common;

use std::time::Duration;

use chess_arbiter::board::Setup;
use chess_arbiter::format::fen;
use chess_arbiter::limits;
use chess_arbiter::moves::{Past, legal_moves};
use chess_arbiter::position::Position;
use chess_arbiter::reach::{self, Level, ReachAnswer, ReachLimits, ReachVerdict, last_move, lemma};
use chess_arbiter::rules::Standard;
use common::{Chance, cases, rows};

/// Decides within so many seconds.
fn decide(setup: &Setup, level: Level, seconds: u64) -> ReachVerdict {
    let work = limits::Limits { time: Some(Duration::from_secs(seconds)), ..ReachLimits::default().work };
    reach::decide(setup, &ReachLimits { level, work, ..ReachLimits::default() }).unwrap()
}

/// The certificate, if there is one, says what the verdict says, and the checker accepts it.
fn assert_certified(verdict: &ReachVerdict, position: &str) {
    if let Some(certificate) = verdict.certificate() {
        let json = certificate.to_json();
        let accepted = chess_arbiter_check::check(&json).unwrap_or_else(|why| panic!("{position}: {why}"));
        assert_eq!(accepted.answer, verdict.word(), "{position}");
    }
}

/// The positions counted are those looked at: no more than the limit, all of those that a game took, the same
/// each time.
#[test]
fn nodes_are_counted() {
    let count = |text: &str, most: u64| {
        let setup = fen::parse::<Standard>(text).unwrap();
        let work = limits::Limits { nodes: Some(most), ..ReachLimits::default().work };
        let verdict = reach::decide(&setup, &ReachLimits { work, ..ReachLimits::default() }).unwrap();
        (verdict.word(), verdict.effort.nodes)
    };
    let (word, nodes) = count("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1_000_000);
    assert_eq!(word, "legal");
    assert!((30..40_000).contains(&nodes), "{nodes}");
    assert_eq!(count("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1_000_000), (word, nodes));
    // A problem: there are plans, but no game is found.
    let hard = "8/8/8/8/8/3P1P2/1PPRPrPP/2B1k2K w - - 0 1";
    for most in [1, 1_000, 20_000] {
        assert_eq!(count(hard, most), ("undecided", most));
    }
}

/// Without a search for games: nothing legal is called illegal, every proof is accepted, and no fewer
/// positions are proved than once were: file, how many of the illegal ones.
#[test]
fn tables() {
    let proved = [
        ("tromp923.tsv", 146),
        ("tromp10k.tsv", 257),
        ("composed_a.tsv", 13),
        ("composed_b.tsv", 54),
        ("randomplay.tsv", 0),
    ];
    for (file, expected) in proved {
        let text = cases(&format!("legality/{file}"));
        let mut count = 0;
        for row in rows(&text) {
            let setup = fen::parse::<Standard>(row[0]).unwrap();
            // A few legal positions are enough here: most of the time goes into these.
            let level = if row[1] == "legal" { Level::Static } else { Level::LastMove };
            let verdict = decide(&setup, level, 60);
            match verdict.answer {
                ReachAnswer::Illegal(_) => {
                    assert_eq!(row[1], "illegal", "{row:?}");
                    count += 1;
                }
                ReachAnswer::Legal(_) | ReachAnswer::ImpossibleClocks(_) => {
                    unreachable!("no games at this level, and clocks are not asked about")
                }
                ReachAnswer::Undecided(_) => {}
            }
            assert_certified(&verdict, row[0]);
        }
        assert!(count >= expected, "{file}: {count} proved");
    }
}

/// Games are found for the easier half of the hard positions, and accepted.
#[test]
fn games_of_hard_positions() {
    let text = cases("legality/tromp923.tsv");
    let (mut tried, mut found) = (0, 0);
    for row in rows(&text).filter(|row| row[1] == "legal").step_by(12) {
        let setup = fen::parse::<Standard>(row[0]).unwrap();
        let verdict = decide(&setup, Level::Full, 5);
        assert_ne!(verdict.word(), "illegal", "{row:?}");
        assert_certified(&verdict, row[0]);
        tried += 1;
        found += usize::from(verdict.word() == "legal");
    }
    assert!(2 * found >= tried, "{found} of {tried}");
}

/// Problems of the last move: the men stand in each other's way, and only one order leads there. (From the
/// tests of the program Retractor, where all but the last few moves are left out.)
#[test]
fn knots_come_apart() {
    for text in [
        "3BbKBk/2ppr1rb/4pppp/8/8/8/8/8 w - - 0 1",
        "4n1QB/4p1pK/4pkpp/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/1P6/kPP5/bRrP4/K1B5 w - - 0 1",
        "8/8/8/8/8/5P1P/3PPk1K/4brnB b - - 0 1",
        "Nrk1K3/1pp1prp1/5p2/8/8/8/1P6/b7 w - - 0 1",
    ] {
        let verdict = decide(&fen::parse::<Standard>(text).unwrap(), Level::Full, 60);
        assert_eq!(verdict.word(), "legal", "{text}");
        assert_certified(&verdict, text);
    }
}

/// A position of uniform random play after so many plies; a game that ends before is begun again.
fn random_play(chance: &mut Chance, plies: usize) -> Position<Standard> {
    'game: loop {
        let mut position = Position::initial();
        for _ in 0..plies {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                continue 'game;
            }
            position = position.play(moves[chance.below(moves.len())]);
        }
        return position;
    }
}

/// The setup as it is usually written: an en passant square only where a capture there is legal.
fn as_written(position: &Position<Standard>) -> Setup {
    let possible = legal_moves(position).iter().any(|&mv| position.is_en_passant(mv));
    let setup = position.to_setup();
    if possible { setup } else { Setup { en_passant: None, ..setup } }
}

#[test]
fn games_of_random_play() {
    let mut chance = Chance(5);
    for plies in [0, 1, 2, 5, 8, 12, 20, 30, 40, 60, 80, 120, 200, 300] {
        for written in [true, false] {
            let position = random_play(&mut chance, plies);
            let setup = if written { as_written(&position) } else { position.to_setup() };
            let verdict = decide(&setup, Level::Full, 30);
            let text = fen::write::<Standard>(&setup);
            assert_eq!(verdict.word(), "legal", "{plies} plies: {text}");
            assert_certified(&verdict, &text);
        }
    }
}

/// The same seed finds the same game.
#[test]
fn a_seed_decides() {
    let mut chance = Chance(6);
    for _ in 0..3 {
        let setup = as_written(&random_play(&mut chance, 50));
        let with =
            |seed| reach::decide(&setup, &ReachLimits { seed, ..ReachLimits::default() }).unwrap().answer;
        assert_eq!(with(1), with(1));
        assert!(matches!(with(2), ReachAnswer::Legal(_)));
    }
}

/// No position of a game is refuted, whatever it demands of the past. `ARBITER_LONG=1`: 100,000 of them.
#[test]
fn nothing_that_was_played_is_refuted() {
    let long = std::env::var_os("ARBITER_LONG").is_some();
    let games = if long { 700 } else { 70 };
    let mut positions = 0;
    let mut chance = Chance(1);
    for _ in 0..games {
        let mut position = Position::initial();
        for ply in 0..300 {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[chance.below(moves.len())]);
            let past = Past::from(&position.to_setup());
            let text = || fen::write::<Standard>(&position.to_setup());
            assert_eq!(lemma::refute(&past), None, "{}", text());
            assert_eq!(reach::quick(&position.to_setup()), None, "{}", text());
            positions += 1;
            if ply % 37 == 0 {
                let limits = limits::Limits { nodes: Some(200), ..limits::Limits::default() };
                let outcome = last_move::prove(&past, &limits, &mut lemma::refute);
                assert!(!matches!(outcome, last_move::RetractionEnd::Illegal(_)), "{}", text());
            }
        }
    }
    assert!(positions > if long { 100_000 } else { 10_000 }, "{positions}");
}

/// What no board should look like gets a verdict at the level where it fails.
#[test]
fn absurd_positions() {
    let cases = [
        ("8/8/8/8/8/8/8/8 w - - 0 1", Level::Playable),
        ("KKKKKKKK/KKKKKKKK/8/8/8/8/kkkkkkkk/kkkkkkkk w - - 0 1", Level::Playable),
        (
            "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ/qqqqkqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq w - - 0 1",
            Level::Playable,
        ),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", Level::FiveRules),
        ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", Level::WellFormed),
        ("4k2r/8/8/8/8/8/8/4K1R1 w Kk - 0 1", Level::WellFormed),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", Level::WellFormed),
        ("4k3/8/8/8/8/8/8/4K3 w - a1 0 1", Level::WellFormed),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 65535 65535", Level::Playable),
        ("4k3/8/8/8/8/8/8/r3K3 b - - 0 0", Level::Playable),
    ];
    for (position, level) in cases {
        let setup = fen::parse::<Standard>(position).unwrap();
        let verdict = decide(&setup, Level::Full, 10);
        assert_eq!((verdict.word(), verdict.level), ("illegal", level), "{position}");
        assert_certified(&verdict, position);
    }
}

/// A limit ends the search in time.
#[test]
fn limits_hold() {
    let text = cases("legality/tromp923.tsv");
    for row in rows(&text).filter(|row| row[1] == "legal").step_by(40) {
        let setup = fen::parse::<Standard>(row[0]).unwrap();
        let work = limits::Limits { nodes: Some(500), ..ReachLimits::default().work };
        let verdict = reach::decide(&setup, &ReachLimits { work, ..ReachLimits::default() }).unwrap();
        assert_eq!(verdict.word(), "undecided", "{row:?}");
    }
}
