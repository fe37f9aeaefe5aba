//! Certificates of the five rules.

use crate::common;

use chess_arbiter_check::board::{Board, Colour, Kind, Man, RuleSet, Square};
use common::{Random, accepted, certificate, refused, with};
use serde_json::{Value, json};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// The file span a pawn may have come from, written out differently from the crate: by search.
fn may_come_from(colour: Colour, pawn: Square, file: i8) -> bool {
    let steps = if colour == Colour::White { pawn.rank() - 1 } else { 6 - pawn.rank() };
    steps >= 0 && (pawn.file() - file).abs() <= steps
}

/// The facts of one side: counted on the board, origins by trying every assignment.
fn facts(board: &Board, colour: Colour) -> Value {
    let of = |kind| -> Vec<Square> { board.squares_of(colour, kind).collect() };
    let names = |squares: &[Square]| squares.iter().map(Square::to_string).collect::<Vec<_>>();
    let pawns = of(Kind::Pawn);
    let men: usize = [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn]
        .into_iter()
        .map(|kind| of(kind).len())
        .sum();
    let light = |square: &Square| "bdfh".contains(&square.to_string()[..1]) != (square.rank() % 2 == 1);
    let bishops = of(Kind::Bishop);
    let over = |kind, usual: usize| of(kind).len().saturating_sub(usual);
    let mut side = json!({
        "kings": names(&of(Kind::King)),
        "end_pawns": names(&pawns.iter().copied().filter(|p| p.rank() == 0 || p.rank() == 7).collect::<Vec<_>>()),
        "men": men,
        "pawns": pawns.len(),
        "surplus": {"queens": over(Kind::Queen, 1), "rooks": over(Kind::Rook, 2),
                    "bishops": over(Kind::Bishop, 2), "knights": over(Kind::Knight, 2)},
        "bishops": {"light": names(&bishops.iter().copied().filter(light).collect::<Vec<_>>()),
                    "dark": names(&bishops.iter().copied().filter(|s| !light(s)).collect::<Vec<_>>())},
    });
    fn assign(colour: Colour, pawns: &[Square], taken: &mut Vec<i8>) -> bool {
        let Some(pawn) = pawns.get(taken.len()) else { return true };
        for file in 0..8 {
            if may_come_from(colour, *pawn, file) && !taken.contains(&file) {
                taken.push(file);
                if assign(colour, pawns, taken) {
                    return true;
                }
                taken.pop();
            }
        }
        false
    }
    let letter = |file: i8| "abcdefgh"[file as usize..=file as usize].to_string();
    let mut taken = Vec::new();
    if pawns.len() <= 8 && assign(colour, &pawns, &mut taken) {
        let origins: Vec<Value> =
            pawns.iter().zip(&taken).map(|(pawn, file)| json!([pawn.to_string(), letter(*file)])).collect();
        side["origins"] = json!(origins);
    } else {
        // Some set of files is too small for the pawns that come from there only.
        let hall = (0..256u32).find_map(|set| {
            let within =
                |pawn: &Square| (0..8).all(|f| !may_come_from(colour, *pawn, f) || set >> f & 1 == 1);
            let chosen: Vec<Square> = pawns.iter().copied().filter(within).collect();
            let files: Vec<i8> =
                (0..8).filter(|f| chosen.iter().any(|pawn| may_come_from(colour, *pawn, *f))).collect();
            (chosen.len() > files.len()).then_some((chosen, files))
        });
        let (chosen, files) = hall.unwrap();
        let files: Vec<String> = files.into_iter().map(letter).collect();
        side["hall"] = json!({"pawns": names(&chosen), "files": files});
    }
    side
}

fn honest(men: &str, broken: &[u8]) -> Value {
    let board = Board::parse_men(RuleSet::Standard, men).unwrap();
    certificate(
        "standard",
        "rules",
        men,
        json!({"answer": if broken.is_empty() { "holds" } else { "broken" }, "rules": broken}),
        json!({"white": facts(&board, Colour::White), "black": facts(&board, Colour::Black)}),
    )
}

#[test]
fn written_by_hand() {
    let good = json!({"format": "arbiter-certificate", "version": 2, "rules": "standard", "question": "rules",
        "position": "4k3/8/8/8/8/P7/P7/4KB2",
        "claim": {"answer": "holds", "rules": []},
        "evidence": {
            "white": {"kings": ["e1"], "end_pawns": [], "men": 4, "pawns": 2,
                "surplus": {"queens": 0, "rooks": 0, "bishops": 0, "knights": 0},
                "bishops": {"light": ["f1"], "dark": []},
                "origins": [["a2", "a"], ["a3", "b"]]},
            "black": {"kings": ["e8"], "end_pawns": [], "men": 1, "pawns": 0,
                "surplus": {"queens": 0, "rooks": 0, "bishops": 0, "knights": 0},
                "bishops": {"light": [], "dark": []},
                "hall": {"pawns": [], "files": []}}}});
    refused(&good, "evidence.black.hall: 0 pawns do not outnumber 0 files");
    let mut good = good;
    let black = good["evidence"]["black"].as_object_mut().unwrap();
    black.remove("hall");
    black.insert("origins".into(), json!([]));
    let claim = accepted(&good);
    assert_eq!(claim.to_string(), "holds: 4k3/8/8/8/8/P7/P7/4KB2 (standard)");
    assert!(claim.broken.is_empty());
    // The other fields may follow, and are ignored.
    for tail in [" w - -", " b KQkq e3 0 1", " ", " nonsense"] {
        let text = format!("4k3/8/8/8/8/P7/P7/4KB2{tail}");
        assert_eq!(accepted(&with(&good, "/position", json!(text))), claim);
    }
    refused(&with(&good, "/position", json!("4k3/8/8/8/8/P7/4KB2")), "expected 8 ranks");
    refused(&with(&good, "/rules", json!("pawnless")), "is not asked about pawnless");
    let origins = "/evidence/white/origins";
    refused(&with(&good, origins, json!([["a2", "b"], ["a3", "a"]])), "it cannot have started there");
    refused(&with(&good, origins, json!([["a2", "a"], ["a3", "a"]])), "the file is given to two pawns");
    refused(&with(&good, origins, json!([["a2", "a"], ["a3", "c"]])), "it cannot have started there");
    refused(&with(&good, origins, json!([["a2", "a"]])), "the pawn on a3 is missing");
    refused(&with(&good, origins, json!([["a3", "a"], ["a3", "b"]])), "the pawn is named twice");
    refused(&with(&good, origins, json!([["a2", "a"], ["a3", "b"], ["a4", "c"]])), "there is no such pawn");
    refused(&with(&good, origins, json!([["a2", "A"], ["a3", "b"]])), "\"A\" is not a file");
    refused(&with(&good, origins, json!([["a2", "a1"], ["a3", "b"]])), "\"a1\" is not a file");
    refused(&with(&good, "/evidence/white/men", json!(5)), "evidence.white.men: 5 is given, expected 4");
    refused(&with(&good, "/evidence/white/men", json!(4.0)), "expected a whole number");
    refused(&with(&good, "/evidence/white/pawns", json!(1)), "1 is given, expected 2");
    refused(&with(&good, "/evidence/white/kings", json!([])), "kings: e1 is missing");
    refused(&with(&good, "/evidence/white/kings", json!(["e1", "e1"])), "e1 is named twice");
    refused(&with(&good, "/evidence/white/end_pawns", json!(["a2"])), "a2 does not belong here");
    refused(&with(&good, "/evidence/white/bishops", json!({"light": [], "dark": ["f1"]})), "f1 is missing");
    refused(&with(&good, "/evidence/white/bishops", json!({"light": ["f1"]})), "\"dark\" is missing");
    refused(&with(&good, "/evidence/white/surplus/knights", json!(-1)), "expected a whole number");
    refused(&with(&good, "/evidence/white/surplus/knights", json!(1)), "1 is given, expected 0");
    refused(&with(&good, "/claim/rules", json!([1])), "claim.rules: expected []");
    refused(&with(&good, "/claim/answer", json!("broken")), "expected \"holds\"");
    refused(&with(&good, "/claim", json!({"answer": "holds"})), "\"rules\" is missing");
    let mut both = good.clone();
    both["evidence"]["white"]["hall"] = json!({"pawns": ["a2"], "files": ["a"]});
    refused(&both, "unexpected key \"origins\"");
    let mut neither = good.clone();
    neither["evidence"]["white"].as_object_mut().unwrap().remove("origins");
    refused(&neither, "\"origins\" is missing");
}

#[test]
fn each_rule() {
    accepted(&honest(START, &[]));
    accepted(&honest("8/8/8/8/8/8/8/8", &[1]));
    accepted(&honest("4k3/8/8/8/8/8/8/3KK3", &[1]));
    let ends = accepted(&honest("P3k3/8/8/8/8/8/8/4K3", &[2]));
    assert_eq!(ends.to_string(), "broken rule 2: P3k3/8/8/8/8/8/8/4K3 (standard)");
    // A pawn behind its starting row has no origin.
    let ends = accepted(&honest("4k3/8/8/8/8/8/8/P3K3", &[2, 5]));
    assert_eq!(ends.to_string(), "broken rule 2, 5: 4k3/8/8/8/8/8/8/P3K3 (standard)");
    // Nine queens are eight promotions, and too many beside one pawn.
    accepted(&honest("4k3/8/8/8/8/8/QQQQQQQQ/Q3K3", &[]));
    accepted(&honest("4k3/8/8/8/8/8/QQQQQQQQ/QP2K3", &[2, 3, 5]));
    accepted(&honest("4k3/8/8/8/8/P7/QQQQQQQQ/Q3K3", &[3]));
    // Seventeen men.
    accepted(&honest("rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR", &[3]));
    // Two kings are one man too many beside fifteen.
    accepted(&honest("rnbqkbnr/pppppppp/8/8/8/4K3/PPPPPPPP/RNBQKBNR", &[1, 3]));
    // Two dark bishops with all eight pawns; with seven one of them is promoted.
    accepted(&honest("4k3/8/8/8/8/B7/PPPPPPPP/2B1K3", &[4]));
    accepted(&honest("4k3/8/8/8/8/B7/PPPPPPP1/2B1K3", &[]));
    accepted(&honest("4k3/8/8/8/8/1B6/PPPPPPPP/2B1K3", &[]));
    accepted(&honest("4k3/8/8/8/8/8/PPPPPPPP/2B1K3", &[]));
    accepted(&honest("4k3/8/8/8/8/3B4/PPPPPPPP/4KB2", &[4]));
    // Three dark bishops: the third is a surplus one.
    accepted(&honest("4k3/8/8/8/8/B3B3/PPPPPPP1/2B1K3", &[4]));
    accepted(&honest("4k3/8/8/8/8/B3B3/PPPPPP2/2B1K3", &[]));
    // Three pawns on two files.
    accepted(&honest("4k3/8/8/8/8/P7/PP6/4K3", &[5]));
    accepted(&honest("4k3/pp6/p7/8/8/8/8/4K3", &[5]));
    accepted(&honest("4k3/8/8/8/P7/P7/P7/4K3", &[]));
    accepted(&honest(
        "PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/pppppppp/pppppppp/pppppppp/pppppppp",
        &[1, 2, 3, 5],
    ));

    // A pawn on a1 has an origin if it is black.
    let good = honest("4k3/8/8/8/8/8/8/p3K3", &[2]);
    accepted(&good);
    refused(&with(&good, "/evidence/black/origins", json!([])), "the pawn on a1 is missing");

    // One that has not advanced began on no file to its left or right.
    let good = honest("4k3/8/8/8/8/8/6P1/4K3", &[]);
    for file in ["f", "h"] {
        let wrong = with(&good, "/evidence/white/origins", json!([["g2", file]]));
        refused(&wrong, "it cannot have started there");
    }
    // The last file is one of those that have to be named.
    let good = honest("4k3/8/8/8/8/7P/6PP/4K3", &[5]);
    let short = json!({"pawns": ["g2", "h2", "h3"], "files": ["g"]});
    refused(&with(&good, "/evidence/white/hall", short), "expected each of \"gh\" once");

    // A set of pawns that does not prove the claim.
    let good = honest("4k3/8/8/8/8/P7/PP6/4K3", &[5]);
    let hall = |value: Value| with(&good, "/evidence/white/hall", value);
    accepted(&hall(json!({"pawns": ["b2", "a3", "a2"], "files": ["b", "a"]})));
    refused(&hall(json!({"pawns": ["b2", "a2"], "files": ["b", "a"]})), "2 pawns do not outnumber 2 files");
    refused(&hall(json!({"pawns": ["b2", "a3", "a2"], "files": ["a"]})), "expected each of \"ab\" once");
    refused(
        &hall(json!({"pawns": ["b2", "a3", "a2"], "files": ["a", "b", "c"]})),
        "expected each of \"ab\" once",
    );
    refused(
        &hall(json!({"pawns": ["b2", "a3", "a2"], "files": ["a", "b", "b"]})),
        "expected each of \"ab\" once",
    );
    refused(&hall(json!({"pawns": ["b2", "a3", "a3"], "files": ["a", "b"]})), "a3 is named twice");
    refused(&hall(json!({"pawns": ["b2", "a3", "c2"], "files": ["a", "b"]})), "no white pawn on c2");
    refused(&hall(json!({"pawns": ["b2", "a3", "a2"], "files": ["a", "b"], "x": 1})), "unexpected key \"x\"");
    refused(&with(&good, "/claim/rules", json!([])), "expected [5]");
    refused(&with(&good, "/claim/rules", json!([5, 5])), "expected [5]");
    refused(&with(&good, "/claim/rules", json!([3, 5])), "expected [5]");
    let good = honest("4k3/8/8/8/8/8/8/P3K3", &[2, 5]);
    refused(&with(&good, "/claim/rules", json!([5, 2])), "expected [2, 5]");
}

/// The rules in one expression each, straight from the facts.
fn broken_by(men: &str) -> Vec<u8> {
    let board = Board::parse_men(RuleSet::Standard, men).unwrap();
    let mut broken = [false; 5];
    for colour in Colour::BOTH {
        let facts = facts(&board, colour);
        let count = |value: &Value| value.as_array().unwrap().len();
        let surplus: u64 = facts["surplus"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
        let p = facts["pawns"].as_u64().unwrap() + surplus;
        let (light, dark) = (count(&facts["bishops"]["light"]), count(&facts["bishops"]["dark"]));
        broken[0] |= count(&facts["kings"]) != 1;
        broken[1] |= count(&facts["end_pawns"]) > 0;
        broken[2] |= facts["men"].as_u64().unwrap() > 16 || p > 8;
        broken[3] |= light.max(dark) >= 2 && light.min(dark) == 0 && p >= 8;
        broken[4] |= facts.get("hall").is_some();
    }
    (1..=5).filter(|rule| broken[*rule as usize - 1]).collect()
}

#[test]
fn random_placements() {
    let mut random = Random(5);
    let mut seen = [0; 6];
    for round in 0..4_000 {
        let mut squares = ['1'; 64];
        // Few men with one king each, or anything up to a full board.
        let men = if round % 4 == 0 { random.below(65) } else { random.below(24) };
        for _ in 0..men {
            let kind =
                *random.pick(&[Kind::Pawn, Kind::Pawn, Kind::Pawn, Kind::Bishop, Kind::Rook, Kind::Queen]);
            let man = Man { colour: *random.pick(&Colour::BOTH), kind };
            let from = if round % 3 == 0 { 0 } else { 8 };
            squares[from + random.below(64 - 2 * from)] = man.letter();
        }
        if round % 5 > 0 {
            (squares[4], squares[60]) = ('k', 'K');
        }
        let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
        let mut men = rows.join("/");
        for empty in (2..=8).rev() {
            men = men.replace(&"1".repeat(empty), &empty.to_string());
        }
        let broken = broken_by(&men);
        seen[0] += usize::from(broken.is_empty());
        broken.iter().for_each(|rule| seen[*rule as usize] += 1);
        let good = honest(&men, &broken);
        assert_eq!(accepted(&good).broken, broken, "{men}");

        // Another position needs other evidence, unless the moved man is in none of the lists.
        for rule in 1..=5u8 {
            let mut other = broken.clone();
            match other.iter().position(|r| *r == rule) {
                Some(i) => drop(other.remove(i)),
                None => other.push(rule),
            }
            other.sort();
            let answer = if other.is_empty() { "holds" } else { "broken" };
            refused(&with(&good, "/claim", json!({"answer": answer, "rules": other})), "certificate.claim");
        }
        for side in ["white", "black"] {
            for key in
                ["kings", "end_pawns", "bishops/light", "bishops/dark", "origins", "hall/pawns", "hall/files"]
            {
                let pointer = format!("/evidence/{side}/{key}");
                let Some(list) = good.pointer(&pointer).and_then(Value::as_array) else { continue };
                if list.is_empty() {
                    continue;
                }
                let mut fewer = list.clone();
                fewer.remove(random.below(list.len()));
                if key == "hall/pawns" {
                    continue; // may still be enough: the hand-made ones see to it
                }
                refused(&with(&good, &pointer, json!(fewer)), &format!("evidence.{side}"));
                let mut twice = list.clone();
                twice.push(random.pick(list).clone());
                refused(&with(&good, &pointer, json!(twice)), &format!("evidence.{side}"));
            }
            for key in
                ["men", "pawns", "surplus/queens", "surplus/rooks", "surplus/bishops", "surplus/knights"]
            {
                let pointer = format!("/evidence/{side}/{key}");
                let more = good.pointer(&pointer).unwrap().as_u64().unwrap() + 1;
                refused(&with(&good, &pointer, json!(more)), &format!("evidence.{side}"));
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
}
