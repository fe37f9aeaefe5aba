//! A refusal says which rule of the document is broken, and where.

use std::collections::HashSet;

use chess_arbiter_check::{CheckError, Refusal, Rule, check};
use serde_json::{Value, json};

use crate::common::{certificate, with};

#[track_caller]
fn refusal(certificate: &Value) -> Refusal {
    match check(&certificate.to_string()) {
        Err(CheckError::Refused(refusal)) => *refusal,
        other => panic!("{other:?}\n{certificate}"),
    }
}

const MATE: &str = "7k/6Q1/6K1/8/8/8/8/8 b - -";

fn status() -> Value {
    let evidence = json!({"checkers": ["g7"], "refuted": [["h8g8","g7"],["h8h7","g7"],["h8g7","g6"]]});
    certificate("standard", "status", MATE, json!({"answer": "checkmate"}), evidence)
}

fn win() -> Value {
    let strategy = json!({"strategy": [["k4/5/1K3/5/4R w", 1, "e1e5"]]});
    certificate("gardner", "win", "k4/5/1K3/5/4R w", json!({"answer": "win", "plies": 1}), strategy)
}

fn legality(answer: &str, position: &str, evidence: Value) -> Value {
    certificate("standard", "legality", position, json!({ "answer": answer }), evidence)
}

fn can_win(answer: &str, position: &str, evidence: Value) -> Value {
    certificate("standard", "can-win", position, json!({"answer": answer, "side": "white"}), evidence)
}

fn rules() -> Value {
    let side = |king: &str| {
        json!({"kings": [king], "end_pawns": [], "men": 1, "pawns": 0,
               "surplus": {"queens": 0, "rooks": 0, "bishops": 0, "knights": 0},
               "bishops": {"light": [], "dark": []}, "origins": []})
    };
    let evidence = json!({"white": side("e1"), "black": side("e8")});
    certificate("standard", "rules", "4k3/8/8/8/8/8/8/4K3", json!({"answer": "holds", "rules": []}), evidence)
}

#[test]
fn every_rule_is_named_with_its_place() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let pawnless = "4k3/8/8/8/8/8/8/4K3 w - -";
    let no_win = certificate(
        "pawnless",
        "win",
        "8/8/8/k7/8/8/R7/K7 w",
        json!({"answer": "no-win", "plies": 7}),
        json!({"refutation": []}),
    );
    let kernel = "r1bqkb1r/ppp2ppp/8/8/8/8/PPP2PPP/R1BQKB1R w - -";
    let cases = [
        (with(&status(), "/claim", json!(1)), Rule::Form, "certificate.claim"),
        (with(&status(), "/version", json!(3)), Rule::Version, "certificate.version"),
        (with(&win(), "/question", json!("legality")), Rule::Question, "certificate.question"),
        (with(&status(), "/position", json!("7k w")), Rule::Position, "certificate.position"),
        (with(&status(), "/evidence/checkers", json!([])), Rule::Checkers, "certificate.evidence.checkers"),
        (
            with(&status(), "/evidence/refuted/0/1", json!("g6")),
            Rule::Refuted,
            "certificate.evidence.refuted[0][1]",
        ),
        (with(&rules(), "/evidence/white/men", json!(2)), Rule::SideFacts, "certificate.evidence.white.men"),
        (
            with(&rules(), "/evidence/white/origins", json!([["a2", "a"]])),
            Rule::Origins,
            "certificate.evidence.white.origins[0]",
        ),
        (with(&rules(), "/claim/answer", json!("broken")), Rule::BrokenRules, "certificate.claim.answer"),
        (with(&win(), "/claim/plies", json!(null)), Rule::WinClaim, "certificate.claim.plies"),
        (
            with(&win(), "/evidence/strategy/0/2", json!("e1e4")),
            Rule::Strategy,
            "certificate.evidence.strategy[0]",
        ),
        (no_win, Rule::Refutation, "certificate.evidence.refutation"),
        (
            legality("legal", start, json!({"game": ["e2e5"]})),
            Rule::ProofGame,
            "certificate.evidence.game[0]",
        ),
        (
            with(
                &legality("legal", start, json!({"game": [], "bound": []})),
                "/claim",
                json!({"answer": "legal", "at_least": 2}),
            ),
            Rule::AtLeast,
            "certificate.evidence.bound",
        ),
        (legality("illegal", start, json!({"nodes": []})), Rule::Nodes, "certificate.evidence.nodes"),
        (
            legality("illegal", start, json!({"nodes": [[start, "retract"]]})),
            Rule::Retract,
            "certificate.evidence.nodes[0]",
        ),
        (
            legality("illegal", start, json!({"nodes": [[start, "files"]]})),
            Rule::Lemma,
            "certificate.evidence.nodes[0]",
        ),
        (
            legality("illegal", kernel, json!({"nodes": [[kernel, "kernel"]]})),
            Rule::Lemma,
            "certificate.evidence.nodes[0]",
        ),
        (
            certificate(
                "standard",
                "legality",
                start,
                json!({"answer": "white-history", "pawn_captures": 1, "pawns": [], "promoted_among": [],
                       "lost_men": []}),
                json!({}),
            ),
            Rule::History,
            "certificate.claim.pawn_captures",
        ),
        (can_win("won", start, json!({})), Rule::CanWinClaim, "certificate.claim.answer"),
        (can_win("winnable", start, json!({"line": ["e2e5"]})), Rule::Line, "certificate.evidence.line[0]"),
        (
            can_win("unwinnable", start, json!({"terminal": true})),
            Rule::Terminal,
            "certificate.evidence.terminal",
        ),
        (
            can_win("unwinnable", start, json!({"material": true})),
            Rule::Material,
            "certificate.evidence.material",
        ),
        (can_win("unwinnable", start, json!({"closure": 9})), Rule::Closure, "certificate.evidence.closure"),
        (
            can_win("unwinnable", pawnless, json!({"closure": 9, "ghosts": []})),
            Rule::Ghosts,
            "certificate.evidence.ghosts",
        ),
        (can_win("unwinnable", pawnless, json!({"region": []})), Rule::Region, "certificate.evidence.region"),
    ];
    for (certificate, rule, place) in cases {
        let found = refusal(&certificate);
        assert_eq!((found.rule, &*found.place), (rule, place), "{found}");
        assert!(
            found.to_string().starts_with(&format!("{place}: "))
                && found.to_string().ends_with(&found.message)
        );
    }
    for (file, what) in [("i", "\"i\" is not a file"), ("", "is not a file"), ("aa", "is not a file")] {
        let origins = json!([["a2", file]]);
        let found = refusal(&with(&rules(), "/evidence/white/origins", origins));
        assert!(found.place.ends_with("origins[0][1]") && found.message.contains(what), "{found}");
    }
    let hall = json!({"pawns": [], "files": []});
    let mut broken = rules();
    let white = broken["evidence"]["white"].as_object_mut().unwrap();
    white.remove("origins");
    white.insert("hall".into(), hall);
    assert_eq!(refusal(&broken).rule, Rule::Hall);
    let mut safe = certificate(
        "standard",
        "status",
        pawnless,
        json!({"answer": "safe"}),
        json!({"checkers": [], "move": "e1e3"}),
    );
    let found = refusal(&safe);
    assert_eq!((found.rule, found.played.as_deref()), (Rule::StatusMove, Some("e1e3")));
    safe["claim"]["answer"] = json!("check");
    assert_eq!(refusal(&safe).rule, Rule::StatusClaim);
}

#[test]
fn nodes_moves_and_lemmas_are_named() {
    let found = refusal(&with(&win(), "/evidence/strategy/0/2", json!("e1e4")));
    assert_eq!((found.node.as_deref(), found.played.as_deref()), (Some("k4/5/1K3/5/4R w"), Some("e1e4")));
    let position = "4k3/8/8/8/8/8/8/4K3 w - -";
    let found = refusal(&legality("illegal", position, json!({"nodes": [[position, "files"]]})));
    assert_eq!((found.node.as_deref(), found.lemma.as_deref()), (Some(position), Some("files")));
}

#[test]
fn placements_are_named() {
    let knightless = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR b kq -";
    let message = |listed: Value| {
        let cases = json!(["white", "a", listed]);
        refusal(&legality("illegal", knightless, json!({"nodes": [[knightless, "order", cases]]}))).message
    };
    assert_eq!(message(json!(["--", "a1"])), "what leads on to b1 is not listed");
    assert_eq!(message(json!(["a1", "b1"])), "what leads on to -- is not listed");
    // Whose file it is not: of a knight, of a bishop that never moved, named twice, of none.
    for (files, letter) in [("ab", 'b'), ("c", 'c'), ("aa", 'a'), ("i", 'i'), ("ga", 'g')] {
        let cases = json!(["white", files, []]);
        let nodes = json!({"nodes": [[knightless, "order", cases]]});
        let message = refusal(&legality("illegal", knightless, nodes)).message;
        assert_eq!(
            message,
            format!("{letter:?} is no other file of a man of white's that may have moved along")
        );
    }
    // Two of them are as the board is.
    let stand = "the men stand in one of the placements as they do on the board";
    assert_eq!(message(json!(["--", "a1", "b1"])), stand);
}

#[test]
fn rules_stand_in_the_document() {
    let document = include_str!("../../../../docs/certificate.md");
    let headings: HashSet<&str> = document
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches(['#', ' ']))
        .collect();
    for rule in Rule::ALL {
        assert!(headings.contains(rule.section()), "{rule:?}: {}", rule.section());
    }
    assert_eq!(Rule::ALL.into_iter().collect::<HashSet<_>>().len(), Rule::ALL.len());
    let (_, named) = document.split_once("## Names of the rules").unwrap();
    let rows = named.lines().filter(|line| line.starts_with("| `"));
    let names = rows.map(|line| {
        let cells: Vec<&str> = line.split(" | ").collect();
        (cells[0].trim_start_matches("| ").to_owned(), cells[1].trim_end_matches(" |").to_owned())
    });
    let expected =
        Rule::ALL.map(|rule| (json!(rule).as_str().unwrap().to_owned(), rule.section().to_owned()));
    let expected = expected.map(|(name, section)| (format!("`{name}`"), section));
    assert_eq!(names.collect::<Vec<_>>(), expected);
}
