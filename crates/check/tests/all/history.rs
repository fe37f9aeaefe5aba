//! Claims about what the men of a side tell, from the paragraphs of the document.

use serde_json::{Value, json};

use crate::common::{accepted, certificate, refused, with};

/// The pawn on d3 came from c2, and took a knight there.
const KNIGHT_GONE: &str = "rnbqkb1r/pppppppp/8/8/8/3P4/PP1PPPPP/RNBQKBNR w KQkq -";

fn nothing(answer: &str) -> Value {
    json!({"answer": answer, "pawn_captures": 0, "pawns": [], "promoted_among": [], "lost_men": []})
}

fn history(position: &str, claim: Value) -> Value {
    certificate("standard", "legality", position, claim, json!({}))
}

fn knight_gone() -> Value {
    let mut claim = nothing("white-history");
    claim["pawn_captures"] = json!(1);
    claim["pawns"] = json!([{"square": "d3", "origins": ["c2"], "least": 1, "most": 1, "on": ["d3"], "victims": ["g8", "b8"]}]);
    history(KNIGHT_GONE, claim)
}

#[test]
fn what_is_so() {
    let found = accepted(&knight_gone());
    assert_eq!(found.to_string(), format!("white-history: {KNIGHT_GONE} (standard)"));
    accepted(&history(KNIGHT_GONE, nothing("black-history")));
    // Less may be told.
    let mut less = knight_gone();
    less["claim"]["pawn_captures"] = json!(0);
    less["claim"]["pawns"] = json!([]);
    accepted(&less);
    // A queen that was captured where it began, and three knights.
    let mut claim = nothing("black-history");
    claim["lost_men"] = json!([{"home": "d8", "on": ["d8"]}]);
    accepted(&history("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", claim));
    let mut claim = nothing("white-history");
    claim["promoted_among"] = json!([{"squares": ["a3", "c3", "g1"], "least": 1}]);
    accepted(&history("rnbqkbnr/pppppp2/8/8/8/N1N5/PPPPPP2/R1BQKBNR w Qkq -", claim));
    // From another array the piece that is gone is another one.
    let mut claim = nothing("black-history");
    claim["start"] = json!("rqbnkbnr");
    claim["lost_men"] = json!([{"home": "b8", "on": ["b8"]}]);
    let found = accepted(&history("r1bnkbnr/pppppppp/8/8/8/8/PPPPPPPP/RQBNKBNR w KQkq -", claim));
    assert_eq!(found.start.as_deref(), Some("rqbnkbnr"));
}

#[test]
fn what_is_not_so_is_refused() {
    let good = knight_gone();
    let pawn = |key: &str| format!("/claim/pawns/0/{key}");
    for (pointer, value, expected) in [
        ("/claim/pawn_captures".to_owned(), json!(2), "no more than 1 is shown"),
        (pawn("square"), json!("g1"), "g1 has no pawn"),
        (pawn("square"), json!("a2"), "a2 has no man of white that may have moved"),
        (pawn("origins"), json!(["e2"]), "e2 does not belong here"),
        (pawn("origins"), json!(["c2", "e2"]), "e2 does not belong here"),
        (pawn("least"), json!(0), "expected 1"),
        (pawn("most"), json!(2), "expected 1"),
        (pawn("most"), json!(-1), "expected a whole number"),
        (pawn("on"), json!([]), "d3 is missing"),
        (pawn("victims"), json!(["b8"]), "g8 is missing"),
        (pawn("victims"), json!(["b8", "b8"]), "b8 is named twice"),
        ("/claim/promoted_among".into(), json!([{"squares": ["b1"], "least": 1}]), "no more than 0"),
        ("/claim/promoted_among".into(), json!([{"squares": ["b1", "g1"], "least": 1}]), "no more than 0"),
        ("/claim/promoted_among".into(), json!([{"squares": [], "least": 1}]), "no more than 0"),
        (
            "/claim/promoted_among".into(),
            json!([{"squares": ["b1", "d1"], "least": 0}]),
            "pieces of one kind",
        ),
        ("/claim/promoted_among".into(), json!([{"squares": ["d3"], "least": 0}]), "pieces of one kind"),
        ("/claim/lost_men".into(), json!([{"home": "b1", "on": []}]), "no man that began on b1 is lost"),
        ("/claim/lost_men".into(), json!([{"home": "e1", "on": []}]), "no man that began on e1 is lost"),
        ("/claim/lost_men".into(), json!([{"home": "e4", "on": []}]), "no man that began on e4 is lost"),
        ("/claim/lost_men".into(), json!([{"home": "a3", "on": []}]), "no man that began on a3 is lost"),
        ("/claim/answer".into(), json!("black-history"), "no more than 0 is shown"),
        ("/evidence".into(), json!({"game": []}), "unexpected key \"game\""),
    ] {
        refused(&with(&good, &pointer, value), expected);
    }
    for key in ["pawn_captures", "pawns", "promoted_among", "lost_men"] {
        let mut short = good.clone();
        short["claim"].as_object_mut().unwrap().remove(key);
        refused(&short, &format!("the key \"{key}\" is missing"));
    }
    let mut long = good.clone();
    long["claim"]["clocks"] = json!([0, 1]);
    refused(&long, "unexpected key \"clocks\"");
    let mut legal = good.clone();
    legal["claim"]["answer"] = json!("legal");
    refused(&legal, "unexpected key");
    // A pawn that is gone may have promoted: nothing is said of where.
    let lost = |on: Value| {
        let mut claim = nothing("black-history");
        claim["lost_men"] = json!([{"home": "a7", "on": on}]);
        history("rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", claim)
    };
    accepted(&lost(json!([])));
    refused(&lost(json!(["a6"])), "a6 does not belong here");
    let mut claim = nothing("black-history");
    claim["lost_men"] = json!([{"home": "h7", "on": []}]);
    accepted(&history("rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", claim));
    // A pawn that went straight on.
    let mut claim = nothing("white-history");
    claim["pawns"] =
        json!([{"square": "a3", "origins": ["a2"], "least": 0, "most": 0, "on": [], "victims": []}]);
    let straight = history("rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq -", claim);
    refused(&straight, "the pawn on a3 need not have captured");
    // A king that never moved stands where it would castle to; the rook beside it was captured at home.
    let mut claim = nothing("white-history");
    claim["start"] = json!("bbqnnrkr");
    claim["lost_men"] = json!([{"home": "h1", "on": ["h1"]}]);
    accepted(&history("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRK1 w Q -", claim));
}

#[test]
fn of_what_cannot_be_nothing_is_told() {
    for (position, lemma) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKQNR w KQkq -", "promotions"),
        ("rnbqkbnr/pppppppp/8/8/3B4/8/PPPPPPPP/RN1QKBNR w KQkq -", "origins"),
        ("4k3/8/8/8/8/8/8/8 w - -", "kings"),
    ] {
        refused(&history(position, nothing("white-history")), lemma);
    }
}
