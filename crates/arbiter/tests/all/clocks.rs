//! Clocks as part of the question: games of play have none that is impossible, games that are found have
//! exactly those asked for, and faults are the checker's too.

use crate::common;

use chess_arbiter::board::Start;
use chess_arbiter::format::fen;
use chess_arbiter::limits::Limits;
use chess_arbiter::moves::legal_moves;
use chess_arbiter::position::Position;
use chess_arbiter::reach::{
    Clocks, Draws, ReachAnswer, ReachLimits, ReachVerdict, cannot_mate, clock_faults, decide_with_clocks,
};
use chess_arbiter::rules::Standard;
use common::{Chance, sweep};

fn asked(text: &str, nodes: u64) -> ReachVerdict {
    let work = Limits { nodes: Some(nodes), memory: 256 << 20, ..Limits::default() };
    let setup = fen::parse::<Standard>(text).unwrap();
    decide_with_clocks(&setup, &ReachLimits { work, ..ReachLimits::default() }).unwrap()
}

fn certificate(verdict: &ReachVerdict) -> serde_json::Value {
    serde_json::to_value(verdict.certificate().unwrap()).unwrap()
}

fn check(certificate: &serde_json::Value) -> Result<String, String> {
    let outcome = chess_arbiter_check::check(&certificate.to_string());
    outcome.map(|accepted| accepted.to_string()).map_err(|error| error.to_string())
}

/// A game by chance that is not over, one that captures where it can if wanted.
fn played(chance: &mut Chance, plies: usize, greedy: bool) -> Option<Position<Standard>> {
    let mut position = Position::initial();
    for _ in 0..plies {
        let moves = legal_moves(&position);
        let captures: Vec<_> =
            moves.iter().copied().filter(|mv| position.board().role_at(mv.to()).is_some()).collect();
        if moves.is_empty() || cannot_mate(position.board()) || position.halfmoves() >= 150 {
            return None;
        }
        let from = if greedy && !captures.is_empty() && chance.one_in(2) { &captures } else { &moves };
        position = position.play(chance.pick(from));
    }
    Some(position)
}

/// The clocks that positions of play have are never said to be wrong, by either.
#[test]
fn no_fault_in_play() {
    let mut chance = Chance(7_001);
    let names = [
        "double-step",
        "too-long",
        "after-the-end",
        "move-zero",
        "more-than-played",
        "too-few-moves",
        "too-few-before",
    ];
    for number in 0..sweep(1_500, 100_000) {
        let plies = chance.below(150);
        let Some(position) = played(&mut chance, plies, number % 2 == 0) else { continue };
        let setup = position.to_setup();
        assert_eq!(clock_faults(&setup, Start::USUAL, Draws::Observed), [], "{position}");
        let name = chance.pick(&names);
        let claim = serde_json::json!({
            "format": "arbiter-certificate", "version": 2, "rules": "standard", "question": "legality",
            "position": fen::write_key::<Standard>(&setup),
            "claim": {"answer": "illegal", "clocks": [setup.halfmoves, setup.fullmoves]},
            "evidence": {"clocks": name},
        });
        assert!(check(&claim).unwrap_err().contains(name), "{position} {name}");
    }
}

/// Positions of play with their clocks: decided, and by another library's count.
#[test]
fn positions_of_play() {
    let (mut chance, mut decided, mut all) = (Chance(7_002), 0, 0);
    for number in 0..sweep(20, 400) {
        let plies = [6, 9, 91, 130, 161][number % 5];
        let Some(position) = played(&mut chance, plies, false) else { continue };
        let text = position.to_string();
        let verdict = asked(&text, 30_000);
        all += 1;
        match &verdict.answer {
            ReachAnswer::Legal(game) => {
                decided += 1;
                assert_eq!(game.len(), plies, "{text}");
                let accepted =
                    check(&certificate(&verdict)).unwrap_or_else(|error| panic!("{text}: {error}"));
                let Clocks { halfmoves, fullmoves } = verdict.clocks().unwrap();
                assert!(accepted.ends_with(&format!(" {halfmoves} {fullmoves} (standard)")), "{accepted}");
            }
            ReachAnswer::Undecided(_) => assert!(verdict.certificate().is_none()),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(10 * decided >= 9 * all && all >= 15, "{decided} of {all}");
}

/// Clocks that are far from those of the shortest game, short of too many.
#[test]
fn far_clocks() {
    for (text, plies) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 148 75", 148),
        ("rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR b KQkq - 3 2", 3),
        ("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 10", 19),
        ("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 150 100", 199),
        ("4k3/8/8/8/8/8/8/4K2R w - - 33 90", 178),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 200", 398),
    ] {
        let verdict = asked(text, 60_000);
        if plies == 3 {
            // Black cannot have moved once and have all men at home, but the arithmetic does not say so.
            assert_eq!(verdict.word(), "undecided", "{text}");
            assert!(verdict.other_clocks().is_some() && verdict.gave_up());
            continue;
        }
        let ReachAnswer::Legal(game) = &verdict.answer else { panic!("{text}: {verdict}") };
        assert_eq!(game.len(), plies);
        check(&certificate(&verdict)).unwrap_or_else(|error| panic!("{text}: {error}"));
        // The checker counts.
        for (halfmoves, number) in [(1, 0), (0, 1)] {
            let mut other = certificate(&verdict);
            let clocks = &mut other["claim"]["clocks"];
            *clocks = serde_json::json!([
                clocks[0].as_u64().unwrap() + halfmoves,
                clocks[1].as_u64().unwrap() + number
            ]);
            assert!(check(&other).unwrap_err().contains("plies"), "{text}");
        }
    }
}

/// Each fault, with a certificate; the same position without its clocks is legal.
#[test]
fn faults() {
    let cases = [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 3 3", "double-step"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 151 190", "too-long"),
        ("4k3/8/8/8/8/8/8/4K1N1 w - - 1 190", "after-the-end"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0", "move-zero"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 9 5", "more-than-played"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "too-few-moves"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 90 50", "too-few-before"),
    ];
    for (text, name) in cases {
        let verdict = asked(text, 100_000);
        assert_eq!(verdict.to_string(), "illegal static clocks", "{text}");
        let ReachAnswer::ImpossibleClocks(fault) = &verdict.answer else { panic!("{text}") };
        assert_eq!(fault.name(), name);
        let illegal = certificate(&verdict);
        assert!(check(&illegal).unwrap().starts_with("illegal"), "{text}");
        let mut other = illegal.clone();
        other["evidence"]["clocks"] = if name == "too-long" { "double-step" } else { "too-long" }.into();
        assert!(check(&other).is_err(), "{text}");
        let mut unasked = illegal.clone();
        unasked["claim"] = serde_json::json!({"answer": "illegal"});
        assert!(check(&unasked).is_err());
    }
    // What a side needs, counted by hand: a knight, castling, a pawn gone three ranks.
    let text = "rnbqkbnr/pppppppp/8/4P3/8/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 #";
    for (number, enough) in [(4, false), (5, true)] {
        let setup = fen::parse::<Standard>(&text.replace('#', &number.to_string())).unwrap();
        assert_eq!(clock_faults(&setup, Start::USUAL, Draws::Observed).is_empty(), enough);
    }
}

/// A position that cannot arise is illegal whatever its clocks, by the same evidence.
#[test]
fn impossible_positions() {
    let verdict = asked("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w - - 3 60", 100_000);
    assert_eq!(verdict.to_string(), "illegal static origins");
    assert!(check(&certificate(&verdict)).unwrap().contains("- - 3 60"));
}
