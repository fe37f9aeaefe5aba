//! Last-move analysis: proofs are closed sets, and nothing that can arise is called illegal.
#![allow(clippy::print_stderr)]

use crate::common;

use std::collections::HashSet;
use std::ops::ControlFlow;

use chess_arbiter::board::{Bitboard, Setup};
use chess_arbiter::format::fen;
use chess_arbiter::limits::{Limits, Reached};
use chess_arbiter::moves::{Past, unmoves};
use chess_arbiter::reach::last_move::{ImpossiblePast, OpenPast, PastReason, RetractionEnd, prove};
use chess_arbiter::reach::lemma::{Lemma, instant, refute};
use chess_arbiter::rules::Standard;
use common::{Chance, random_game};

fn past(text: &str) -> Past {
    Past::from(&fen::parse::<Standard>(text).unwrap_or_else(|e| panic!("{text}: {e}")))
}

fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Retraction and instant lemmas alone.
fn by_retraction(past: &Past, nodes: u64) -> RetractionEnd {
    prove(past, &limits(nodes), &mut |_| None)
}

fn key(past: &Past) -> String {
    let mut setup = Setup::new(past.board, past.turn);
    (setup.castling, setup.en_passant) = (past.castling, past.en_passant);
    fen::write_key::<Standard>(&setup)
}

/// Checks a proof by the document: every predecessor is refuted or covered.
fn check_closed(root: &Past, nodes: &[ImpossiblePast]) {
    assert_eq!(nodes[0].past, *root);
    let pasts: HashSet<Past> = nodes.iter().map(|node| node.past).collect();
    assert_eq!(pasts.len(), nodes.len(), "a past twice");
    let start = past(fen::START);
    for ImpossiblePast { past, reason, .. } in nodes {
        if let PastReason::Lemma(lemma) = reason {
            assert_eq!(Some(*lemma), instant(past).or_else(|| refute(past)), "{}", key(past));
            continue;
        }
        assert!((past.board, past.turn) != (start.board, start.turn));
        let _ = unmoves(past, |unmoves| -> ControlFlow<()> {
            for unmove in unmoves.iter() {
                let before = past.before(unmove);
                let fewer = Past { castling: root.castling, ..before };
                let covered = [before, fewer, Past { en_passant: None, ..fewer }];
                let covered = covered.iter().any(|past| pasts.contains(past));
                assert!(covered || instant(&before).is_some(), "{} before {}", key(&before), key(past));
            }
            ControlFlow::Continue(())
        });
    }
}

/// The independent checker accepts a proof.
fn check_certificate(root: &Past, nodes: &[ImpossiblePast]) {
    let nodes: Vec<String> = nodes
        .iter()
        .map(|ImpossiblePast { past, reason, .. }| {
            let reason = match reason {
                PastReason::Retract => "retract",
                PastReason::Lemma(lemma) => {
                    assert!(lemma.instant, "{lemma}");
                    lemma.name
                }
            };
            format!(r#"["{}","{reason}"]"#, key(past))
        })
        .collect();
    let certificate = format!(
        r#"{{"format":"arbiter-certificate","version":2,"rules":"standard","question":"legality","position":"{}",
            "claim":{{"answer":"illegal"}},"evidence":{{"nodes":[{}]}}}}"#,
        key(root),
        nodes.join(",")
    );
    if let Err(refusal) = chess_arbiter_check::check(&certificate) {
        panic!("{}: {refusal}", key(root));
    }
}

fn is_proved(text: &str, nodes: u64) -> usize {
    let root = past(text);
    match by_retraction(&root, nodes) {
        RetractionEnd::Illegal(nodes) => {
            check_closed(&root, &nodes);
            if nodes.len() < 1_000 {
                check_certificate(&root, &nodes);
            }
            nodes.len()
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn impossible_last_moves() {
    // A lemma says it of the position itself.
    assert_eq!(is_proved("4k3/8/8/8/8/8/8/8 w - -", 10), 1);
    // Two knights check: no un-move lifts both.
    assert_eq!(is_proved("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", 10_000), 1);
    // A forced line back to a dead end (hwatheod/retractor).
    assert!(is_proved("8/P1p5/PN6/1P6/P1N5/Pk6/pP6/2KR4 w - - 0 1", 10_000) > 1);
    // A right that the last move has lost.
    assert_eq!(is_proved("r3k2r/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 10), 1);
}

/// Kings and pieces jammed together: who moved last is clear only when checks count. With the other side to
/// move they can arise.
#[test]
fn jammed_kings() {
    for (placement, both) in [
        ("4BQrr/pp1ppK1k/2p1p1pp/8/8/8/8/8", false),
        ("4BQ1q/3ppK1k/4pp1p/8/8/8/8/8", false),
        ("k1KQRb2/ppppp1p1/5p2/7p/8/8/8/8", false),
        ("kBRB4/1pKpp1p1/1pp5/7p/8/8/8/8", false),
        ("3BN1qk/2pRK1pp/3ppp2/8/8/8/8/8", false),
        ("Knrk4/BpppRp2/1p2p3/8/8/8/8/8", true),
    ] {
        for turn in ["w", "b"] {
            let root = past(&format!("{placement} {turn} - - 0 1"));
            match prove(&root, &limits(2_000), &mut refute) {
                RetractionEnd::Illegal(nodes) => {
                    assert!(both || turn == "w", "{placement} {turn}");
                    check_closed(&root, &nodes);
                }
                other => assert!(!both && turn == "b", "{placement} {turn}: {other:?}"),
            }
        }
    }
}

/// Knights and rooks wander, and never lose a tempo: no line ends, but the set of all is closed.
#[test]
fn the_initial_array_with_black_to_move() {
    let count = is_proved("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", 1_000_000);
    eprintln!("{count} pasts");
}

#[test]
fn what_can_arise_is_open() {
    assert_eq!(by_retraction(&past(fen::START), 1_000), RetractionEnd::Open(OpenPast::StartingPosition));
    let after = past("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_eq!(by_retraction(&after, 1_000), RetractionEnd::Open(OpenPast::StartingPosition));
    let open = past("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(by_retraction(&open, 1_000), RetractionEnd::Open(OpenPast::Vast));
}

#[test]
fn limits_are_answers() {
    let root = past("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(by_retraction(&root, 1_000), RetractionEnd::Limit(Reached::Nodes));
    let memory = Limits { memory: 1 << 20, ..Limits::default() };
    assert_eq!(prove(&root, &memory, &mut |_| None), RetractionEnd::Limit(Reached::Memory));
}

/// Asks about so many pasts from random play; returns how many there were and how many were found open.
fn ask_about_random_play(most: u32, lemmas: &mut dyn FnMut(&Past) -> Option<&'static Lemma>) -> (u32, u32) {
    let mut chance = Chance(11);
    let start = fen::position::<Standard>(fen::START).expect("the initial array");
    let (mut pasts, mut open) = (0, 0);
    while pasts < most {
        let plies = 10 + chance.below(300);
        random_game(&start, plies, &mut chance, |position| {
            if position.fullmoves() % 4 != 0 {
                return;
            }
            let past = Past::from(&position.to_setup());
            for past in [past, Past { castling: Bitboard::EMPTY, en_passant: None, ..past }] {
                pasts += 1;
                match prove(&past, &limits(500), lemmas) {
                    RetractionEnd::Illegal(nodes) => {
                        panic!("{} called illegal with {} nodes", key(&past), nodes.len())
                    }
                    RetractionEnd::Open(_) => open += 1,
                    RetractionEnd::Limit(_) => {}
                }
            }
        });
    }
    (pasts, open)
}

#[test]
fn random_play_is_never_illegal() {
    let (pasts, open) = ask_about_random_play(20_000, &mut |_| None);
    eprintln!("{pasts} pasts, {open} open");
    assert!(open * 10 > pasts * 9);
    ask_about_random_play(300, &mut refute);
}

/// Rows of a table with their outcome by retraction alone: never a legal one illegal, every proof checked.
fn table(name: &str, nodes: u64, mut proved: impl FnMut(&[&str])) {
    let text = common::cases(name);
    let (mut illegal, mut count) = (0, 0);
    for row in common::rows(&text) {
        let root = past(row[0]);
        illegal += usize::from(row[1] == "illegal");
        match by_retraction(&root, nodes) {
            RetractionEnd::Illegal(nodes) => {
                assert_eq!(row[1], "illegal", "{}", row[0]);
                check_closed(&root, &nodes);
                if nodes.len() < 1_000 {
                    check_certificate(&root, &nodes);
                }
                count += 1;
                proved(&row);
            }
            // With the lemmas more is proved, which is not the matter here.
            _ => assert!(
                row[1] == "illegal"
                    || !matches!(prove(&root, &limits(100), &mut refute), RetractionEnd::Illegal(_)),
                "{} called illegal",
                row[0]
            ),
        }
    }
    eprintln!("{name}: {count} of {illegal} illegal rows proved by retraction alone");
}

#[test]
fn known_tables() {
    // Where no last move exists at all, retraction alone must say so.
    let mut no_last_move = 0;
    table("legality/tromp923.tsv", 2_000, |row| {
        no_last_move += usize::from(row[2].ends_with("No possible last move"));
    });
    assert_eq!(no_last_move, 19);
    table("legality/tromp10k.tsv", 500, |_| {});
    table("legality/composed_a.tsv", 2_000, |_| {});
    table("legality/composed_b.tsv", 2_000, |_| {});
    table("legality/randomplay.tsv", 2_000, |_| {});
}
