//! Taking back moves, and the lemmas: each kind of un-move by hand, and random games there and back.

use crate::common;

use std::collections::BTreeSet;

use chess_arbiter_check::board::{Board, Kind, RuleSet, Square};
use chess_arbiter_check::lemma;
use chess_arbiter_check::moves::Move;
use chess_arbiter_check::past::Past;
use chess_arbiter_check::retract::predecessors;
use common::{INITIAL, Random, past_of, random_board};

fn past(text: &str) -> Past {
    Past::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The predecessors by moves to a square, the un-capture of officers named `Q` for all four.
fn before(text: &str, at: &str) -> BTreeSet<String> {
    let all = predecessors(&past(text));
    all.iter().filter(|p| p.1.to.to_string() == at).map(|p| p.0.to_string()).collect()
}

fn set(texts: &[&str]) -> BTreeSet<String> {
    texts.iter().map(|text| text.to_string()).collect()
}

#[test]
fn spelling() {
    for text in [
        INITIAL,
        "8/8/8/8/8/8/8/8 b - -",
        "PPPPPPPP/kkkkkkkk/KKKKKKKK/8/8/8/8/pppppppp w KQkq e4",
        "8/8/8/8/8/8/8/5KR1 b Kq a1",
        "8/8/8/8/8/8/8/K7 w KQ -",
        "7k/8/8/8/8/8/8/7K w KQkq -",
        "8/8/8/8/k6K/8/8/8 w KQkq -",
        "8/8/8/8/K6k/8/8/8 w KQkq -",
    ] {
        assert_eq!(past(text).to_string(), text);
    }
    for (text, expected) in [
        ("", "expected 8 ranks"),
        ("8/8/8/8/8/8/8/8 w -", "expected the spelling 8/8/8/8/8/8/8/8 w - -"),
        ("8/8/8/8/8/8/8/8 w - - -", "expected the spelling 8/8/8/8/8/8/8/8 w - -"),
        ("8/8/8/8/8/8/8/8  w - -", "expected the spelling 8/8/8/8/8/8/8/8 w - -"),
        ("8/8/8/8/8/8/8 w - -", "expected 8 ranks"),
        ("8/8/8/8/8/8/8/44 w - -", "expected the spelling"),
        ("8/8/8/8/8/8/8/9 w - -", "expected the spelling 8/8/8/8/8/8/8/8 w - -"),
        ("8/8/8/8/8/8/8/7é w - -", "is not a man"),
        ("8/8/8/8/8/8/8/8 x - -", "expected the spelling 8/8/8/8/8/8/8/8 w - -"),
        ("8/8/8/8/8/8/8/8 w QK -", "expected the spelling"),
        ("8/8/8/8/8/8/8/8 w KK -", "expected the spelling 8/8/8/8/8/8/8/8 w K -"),
        ("8/8/8/8/8/8/8/8 w K- -", "expected the spelling 8/8/8/8/8/8/8/8 w K -"),
        ("8/8/8/8/8/8/8/8 w H -", "expected the spelling 8/8/8/8/8/8/8/8 w - -"),
        ("8/8/8/8/8/8/8/8 w  -", "expected the spelling"),
        ("8/8/8/8/8/8/8/8 w - ", "expected the spelling 8/8/8/8/8/8/8/8 w - -"),
        ("8/8/8/8/8/8/8/8 w - i4", "expected the spelling 8/8/8/8/8/8/8/8 w - -"),
    ] {
        let error = Past::parse(text).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn covering() {
    let covers = |a: &str, b: &str| {
        let men = "4k3/8/8/8/8/8/8/4K3 w";
        past(&format!("{men} {a}")).covers(&past(&format!("{men} {b}")))
    };
    for (a, b) in
        [("- -", "- -"), ("- -", "KQkq e6"), ("Kq -", "KQq a1"), ("K e6", "Kq e6"), ("Q a1", "Q a1")]
    {
        assert!(covers(a, b), "{a} {b}");
    }
    for (a, b) in [("K -", "- -"), ("Kq -", "KQk -"), ("- e6", "- -"), ("- e6", "- d6"), ("K e6", "- e6")] {
        assert!(!covers(a, b), "{a} {b}");
    }
    let one = past("4k3/8/8/8/8/8/8/4K3 w - -");
    assert!(!one.covers(&past("4k3/8/8/8/8/8/8/4K3 b - -")));
    assert!(!one.covers(&past("4k3/8/8/8/8/8/8/3K4 w - -")));
}

#[test]
fn position_as_past() {
    for (text, expected) in [
        (INITIAL, true),
        ("4k2r/8/8/8/8/8/8/R3K3 w Qk -", true),
        ("4k3/8/8/8/8/8/8/4K1R1 w K -", false),
        ("4k3/8/8/8/8/8/8/4K1RR w G -", false),
        ("4k3/8/8/8/8/8/8/5K1R w K -", false),
    ] {
        let board = Board::parse(RuleSet::Standard, text).unwrap();
        assert_eq!(past_of(&board), expected.then(|| past(text)), "{text}");
    }
    let board = Board::parse(RuleSet::Pawnless, "4k3/8/8/8/8/8/8/4K3 w").unwrap();
    assert_eq!(past_of(&board), None);
}

#[test]
fn steps() {
    // A knight in the corner, one of its origins occupied: nothing, or five kinds of man, captured.
    let found = before("k7/8/8/8/8/8/2P5/N6K b - -", "a1");
    // Nothing, and not a pawn, on row 1.
    let expected: Vec<String> =
        "1qrbn".chars().map(|c| format!("k7/8/8/8/8/1N6/2P5/{c}6K w - -").replace("16K", "7K")).collect();
    assert_eq!(found, expected.into_iter().collect());
    // In the middle a pawn as well; over empty squares only.
    let found = before("k7/8/8/8/1p6/R1p5/Pp6/7K b - -", "a3");
    let expected: Vec<String> = (["a4", "a5", "a6", "a7", "b3"].iter())
        .flat_map(|from| "1qrbnp".chars().map(move |captured| (from, captured)))
        .map(|(from, captured)| {
            let row =
                |name: &str, empty: &str, rook: &str| if *from == name { rook } else { empty }.to_string();
            let rows = [
                "k7".into(),
                row("a7", "8", "R7"),
                row("a6", "8", "R7"),
                row("a5", "8", "R7"),
                row("a4", "1p6", "Rp6"),
                row("b3", &format!("{captured}1p5"), &format!("{captured}Rp5")).replace("11", "2"),
                "Pp6".into(),
                "7K".into(),
            ];
            format!("{} w - -", rows.join("/"))
        })
        .collect();
    assert_eq!(found, expected.into_iter().collect());
    // A king, though it had stood attacked.
    let found = before("k7/8/8/8/8/8/8/7K b - -", "h1");
    assert_eq!(found.len(), 3 * 5);
    assert!(found.contains("k7/8/8/8/8/8/6K1/7n w - -"));
}

#[test]
fn pawns() {
    // From row 2: straight without, diagonally with a capture.
    let found = before("k7/8/8/8/8/4P3/3P4/K7 b - -", "e3");
    let captured = "qrbnp".chars().map(|c| format!("k7/8/8/8/8/4{c}3/3P1P2/K7 w - -"));
    assert_eq!(found, captured.chain(["k7/8/8/8/8/8/3PP3/K7 w - -".to_string()]).collect());
    // Never from row 1.
    assert_eq!(before("k7/8/8/8/8/8/4P3/K7 b - -", "e2"), set(&[]));
    assert_eq!(before("k7/4p3/8/8/8/8/8/K7 w - -", "e7"), set(&[]));
    // Single and double step.
    assert_eq!(
        before("k7/8/8/pPpPp3/8/8/8/K7 w - -", "c5"),
        set(&["k7/8/2p5/pP1Pp3/8/8/8/K7 b - -", "k7/2p5/8/pP1Pp3/8/8/8/K7 b - -"])
            .into_iter()
            .chain("QRBNP".chars().flat_map(|c| {
                [format!("k7/8/1p6/pP{c}Pp3/8/8/8/K7 b - -"), format!("k7/8/3p4/pP{c}Pp3/8/8/8/K7 b - -")]
            }))
            .collect()
    );
    // With the square given, that double step and nothing else.
    let text = "k7/8/8/pPpPp3/8/8/8/K7 w - c6";
    assert_eq!(before(text, "c5"), set(&["k7/2p5/8/pP1Pp3/8/8/8/K7 b - -"]));
    assert_eq!(predecessors(&past(text)).len(), 1);
    for blocked in ["k7/2n5/8/2p5/8/8/8/K7 w - c6", "k7/8/2N5/2p5/8/8/8/K7 w - c6"] {
        assert_eq!(predecessors(&past(blocked)), []);
    }
    for nonsense in ["c5", "c4", "c3", "a1", "h8", "d6"] {
        assert_eq!(predecessors(&past(&format!("k7/8/8/2p5/8/8/8/K7 w - {nonsense}"))), []);
    }
    // A double step of the side that is to move.
    assert_eq!(predecessors(&past("k7/8/8/2p5/8/8/8/K7 b - c6")), []);
}

#[test]
fn promotion() {
    let all = predecessors(&past("1Q2k3/2p5/8/8/8/8/8/4K3 b - -"));
    let promotions: BTreeSet<String> =
        all.iter().filter(|p| p.1.promotion.is_some()).map(|p| p.0.to_string()).collect();
    let captured = "qrbn".chars().map(|c| format!("1{c}2k3/P1p5/8/8/8/8/8/4K3 w - -"));
    assert_eq!(promotions, captured.chain(["4k3/1Pp5/8/8/8/8/8/4K3 w - -".to_string()]).collect());
    // Not of a king, not in the middle, not on the own first row.
    for text in ["1K6/8/8/8/8/8/8/4k3 b - -", "8/1Q6/8/8/8/8/8/4k3 b - -", "8/8/8/8/8/8/8/1Q2k3 b - -"] {
        assert!(predecessors(&past(text)).iter().all(|p| p.1.promotion.is_none()), "{text}");
    }
    let black = predecessors(&past("4k3/8/8/8/8/8/8/K6n w - -"));
    assert!(black.iter().any(|p| p.0.to_string() == "4k3/8/8/8/8/8/7p/K7 b - -"));
}

#[test]
fn en_passant() {
    let en_passant = |text: &str| -> BTreeSet<String> {
        let all = predecessors(&past(text));
        all.iter().filter(|p| is_by_en_passant(p)).map(|p| p.0.to_string()).collect()
    };
    assert_eq!(
        en_passant("4k3/8/3P4/8/8/8/8/4K3 b - -"),
        set(&["4k3/8/8/2Pp4/8/8/8/4K3 w - d6", "4k3/8/8/3pP3/8/8/8/4K3 w - d6"])
    );
    assert_eq!(en_passant("4k3/8/8/8/8/p7/8/4K3 w - -"), set(&["4k3/8/8/8/Pp6/8/8/4K3 b - a3"]));
    // An occupied square: beyond, behind, the origin.
    for text in [
        "4k3/3n4/3P4/8/8/8/8/4K3 b - -",
        "4k3/8/3P4/3n4/8/8/8/4K3 b - -",
        "4k3/8/3P4/2n1n3/8/8/8/4K3 b - -",
        "4k3/8/8/3P4/8/8/8/4K3 b - -",
        "4k3/8/3p4/8/8/8/8/4K3 w - -",
    ] {
        assert_eq!(en_passant(text), set(&[]), "{text}");
    }
}

#[test]
fn castling() {
    let castling = |text: &str| -> BTreeSet<String> {
        let all = predecessors(&past(text));
        all.iter().filter(|p| p.1.castling.is_some()).map(|p| p.0.to_string()).collect()
    };
    assert_eq!(castling("k7/8/8/8/8/8/8/5RK1 b - -"), set(&["k7/8/8/8/8/8/8/4K2R w K -"]));
    assert_eq!(castling("r3k3/8/8/8/8/8/8/2KR4 b q -"), set(&["r3k3/8/8/8/8/8/8/R3K3 w Qq -"]));
    assert_eq!(castling("5rk1/8/8/8/8/8/8/4K2R w K -"), set(&["4k2r/8/8/8/8/8/8/4K2R b Kk -"]));
    assert_eq!(castling("2kr4/8/8/8/8/8/8/4K2R w - -"), set(&["r3k3/8/8/8/8/8/8/4K2R b q -"]));
    for text in [
        "k7/8/8/8/8/8/8/5RKN b - -",   // the corner occupied
        "k7/8/8/8/8/8/8/4NRK1 b - -",  // the king's square occupied
        "k7/8/8/8/8/8/8/1NKR4 b - -",  // the rook's way occupied
        "k7/8/8/8/8/8/8/N1KR4 b - -",  // the corner occupied
        "k3r3/8/8/8/8/8/8/5RK1 b - -", // out of check
        "k4r2/8/8/8/8/8/8/5RK1 b - -", // over f1
        "k7/8/8/8/8/8/4p3/2KR4 b - -", // over d1
        "k7/8/8/8/8/8/8/4KR2 b - -",   // the king elsewhere
        "k7/8/8/8/8/8/8/K4R2 b - -",   // and nobody on the way
        "k7/8/8/8/8/8/8/5BK1 b - -",   // no rook
        "k7/8/8/8/8/8/8/5RK1 b K -",   // the right is still demanded
        "R3k3/8/8/8/8/8/8/5RK1 b Q -", // and so for the other right of that king
        "k7/8/8/8/8/8/8/5RK1 w - -",   // White is to move
        "5RK1/8/8/8/8/8/8/k7 b - -",   // the wrong row
    ] {
        assert_eq!(castling(text), set(&[]), "{text}");
    }
    // Attacks on b1 and on g1 do not matter (the second is for the lemmas to find).
    assert_eq!(castling("kr6/8/8/8/8/8/8/2KR4 b - -").len(), 1);
    assert_eq!(castling("k5r1/8/8/8/8/8/8/5RK1 b - -").len(), 1);
}

#[test]
fn rights() {
    let origins = |text: &str| -> BTreeSet<String> {
        predecessors(&past(text)).iter().map(|p| p.1.from.to_string()).collect()
    };
    let text = |rights: &str| format!("4k3/8/8/8/8/8/8/R3K2R b {rights} -");
    // Rooks and king have not moved, nor come back.
    assert_eq!(origins(&text("KQ")), set(&[]));
    assert!(origins(&text("K")).contains("a2") && !origins(&text("K")).contains("h2"));
    assert!(!origins(&text("K")).contains("e2") && origins(&text("-")).contains("e2"));
    // They are handed on.
    let all = predecessors(&past("r3k3/8/8/8/8/8/8/R3K2R b Kq -"));
    assert!(!all.is_empty() && all.iter().all(|p| p.0.to_string().contains(" w Kq -")));
    // Not by a rook or king that first has to come to its square,
    assert_eq!(origins("4k3/8/8/8/8/8/7R/4K3 b K -"), set(&[]));
    assert_eq!(origins("4k3/8/8/8/8/8/8/3K3R b K -"), set(&[]));
    // nor with a man captured on it.
    assert!(!origins("4k2N/8/8/8/8/8/8/4K3 b k -").contains("g6"));
}

/// Each reason once, and none of the initial array.
#[test]
fn instant_lemmas() {
    for (text, expected) in [
        ("8/8/8/8/8/8/8/4K3 w - -", "kings"),
        ("k7/8/k7/8/8/8/8/4K3 w - -", "kings"),
        ("4k3/8/8/8/8/8/8/K1p5 w - -", "end-row-pawns"),
        ("4k2P/8/8/8/8/8/8/K7 w - -", "end-row-pawns"),
        ("4k3/8/8/8/8/8/8/K3R3 w - -", "waiting-side-attacked"),
        ("8/8/8/8/8/8/8/Kk6 w - -", "waiting-side-attacked"),
        ("4k3/3P4/8/8/8/8/8/K7 w - -", "waiting-side-attacked"),
        ("4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/K7 w - -", "men"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/K7 w - -", "promotions"),
        ("4k3/8/8/8/8/8/PPPPPPPP/KQQ5 b - -", "promotions"),
        ("4k3/8/8/8/8/8/PPPPPPPP/KRRR4 b - -", "promotions"),
        ("4k3/8/8/8/8/8/PPPPPPPP/KNNN4 b - -", "promotions"),
        ("4k3/8/8/8/8/8/PPPPPPPP/KB1B4 b - -", "promotions"),
        ("4k3/8/8/8/8/8/PPPPPPP1/KBQBQ3 b - -", "promotions"),
        ("4k3/8/8/8/8/8/8/4K3 w K -", "castling"),
        ("4k3/8/8/8/8/8/8/3K3R w K -", "castling"),
        ("r3k2R/8/8/8/8/8/8/4K3 b k -", "castling"),
        ("k7/8/8/4p3/8/8/8/K7 w - e7", "en-passant"),
        ("k7/8/8/4p3/8/8/8/K7 b - e6", "en-passant"),
        ("k7/8/8/4p3/8/8/8/K7 w - d6", "en-passant"),
        ("k7/8/8/4P3/8/8/8/K7 w - e6", "en-passant"),
        ("k7/8/4n3/4p3/8/8/8/K7 w - e6", "en-passant"),
        ("k7/4n3/8/4p3/8/8/8/K7 w - e6", "en-passant"),
        ("k7/8/8/8/8/8/8/K7 w - a1", "en-passant"),
    ] {
        assert_eq!(lemma::instant(&past(text)), Some(expected), "{text}");
        assert_eq!(lemma::check(expected, &past(text)), Ok(()));
    }
    for text in [
        INITIAL,
        "k7/8/8/4p3/8/8/8/K7 w - e6",
        "k7/8/8/8/4P3/8/8/K7 b - e3",
        "4k3/8/8/8/8/3PP3/PPPB1PPP/K2B4 b - -",
        "4k3/8/8/8/8/8/PPPPPPP1/KQQRR1NN b - -",
        "4k3/8/8/8/8/8/8/K3R3 b - -",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
    ] {
        assert_eq!(lemma::instant(&past(text)), None, "{text}");
        for name in lemma::names().filter(|name| !lemma::takes_cases(name)) {
            assert!(lemma::check(name, &past(text)).is_err(), "{name} {text}");
        }
    }
    assert!(
        lemma::check("king", &past(INITIAL)).unwrap_err().to_string().contains("no lemma \"king\" is known")
    );
}

/// The past of a position with some of its demands left out.
fn weakened(random: &mut Random, board: &Board) -> Past {
    let full = past_of(board).unwrap_or_else(|| panic!("{board}")).to_string();
    let fields: Vec<&str> = full.split(' ').collect();
    let mut rights: String = fields[2].chars().filter(|c| *c != '-' && random.below(3) > 0).collect();
    if rights.is_empty() {
        rights.push('-');
    }
    let en_passant = if random.below(2) == 0 { "-" } else { fields[3] };
    past(&format!("{} {} {rights} {en_passant}", fields[0], fields[1]))
}

/// One move there and all moves back: the position before is covered, and whatever valid position
/// is found leads here.
fn there_and_back(random: &mut Random, board: &Board) -> Option<Board> {
    let moves = board.safe_moves();
    if moves.is_empty() {
        return None;
    }
    // Prefer the rare moves.
    let rare: Vec<_> = moves
        .iter()
        .filter(|m| m.castling.is_some() || m.promotion.is_some() || board.en_passant == Some(m.to))
        .collect();
    let m =
        if !rare.is_empty() && random.below(2) == 0 { **random.pick(&rare) } else { *random.pick(&moves) };
    let after = board.play(&m);
    let goal = weakened(random, &after);
    let found = predecessors(&goal);
    let full = past_of(board).unwrap();
    assert!(
        found.iter().any(|p| {
            p.0.covers(&full)
                && p.1 == m
                && p.0.board.man(m.to).is_some() == board.man(m.to).is_some()
                && is_by_en_passant(p) == is_en_passant(board, &m)
        }),
        "{board} {m} {goal}"
    );
    let texts: BTreeSet<String> = found.iter().map(|p| p.0.to_string()).collect();
    assert_eq!(texts.len(), found.len(), "{goal}: a predecessor twice");
    for _ in 0..12 {
        let p = random.pick(&found);
        let Ok(earlier) = Board::parse(RuleSet::Standard, &p.0.to_string()) else { continue };
        let reaches = |m| past_of(&earlier.play(m)).is_some_and(|past| goal.covers(&past));
        assert!(earlier.safe_moves().iter().any(reaches), "{earlier}: {} to {goal}", p.1);
    }
    Some(after)
}

/// Only then a predecessor demands the square.
fn is_by_en_passant(p: &(Past, Move)) -> bool {
    p.0.board.en_passant.is_some()
}

fn is_en_passant(board: &Board, m: &chess_arbiter_check::moves::Move) -> bool {
    board.en_passant == Some(m.to) && board.man(m.from).is_some_and(|man| man.kind == Kind::Pawn)
}

/// `ARBITER_LONG=1`: 240 games.
#[test]
fn random_games() {
    let games = if std::env::var_os("ARBITER_LONG").is_some() { 60 } else { 10 };
    let mut random = Random(7);
    for start in [
        INITIAL,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
        "4k3/pppppppp/8/PPPPPPPP/pppppppp/8/PPPPPPPP/4K3 w - -",
    ] {
        for _ in 0..games {
            let mut board = Board::parse(RuleSet::Standard, start).unwrap();
            for _ in 0..120 {
                let Some(after) = there_and_back(&mut random, &board) else { break };
                board = after;
                // What has arisen no lemma denies.
                if start == INITIAL {
                    let reached = past_of(&board).unwrap();
                    assert_eq!(lemma::instant(&reached), None);
                    for name in lemma::names().filter(|name| !lemma::takes_cases(name)) {
                        assert!(lemma::check(name, &reached).is_err(), "{name} {reached}");
                        assert!(lemma::check(name, &weakened(&mut random, &board)).is_err(), "{name}");
                    }
                }
            }
        }
    }
    for _ in 0..3_000 {
        let board = random_board(&mut random, RuleSet::Standard, 14);
        there_and_back(&mut random, &board);
    }
}

/// Any men at all are answered, and no predecessor is more than one move away.
#[test]
fn any_men() {
    let mut random = Random(5);
    for _ in 0..2_000 {
        let some = 1 + random.below(4);
        let letters: String = (0..64)
            .map(|_| {
                if random.below(4) < some {
                    *random.pick(&['1', 'k', 'K', 'p', 'P', 'r', 'R', 'Q', 'n'])
                } else {
                    '1'
                }
            })
            .collect();
        let rows: Vec<&str> = (0..8).map(|row| &letters[8 * row..8 * row + 8]).collect();
        let mut men = rows.join("/");
        for empty in (2..=8).rev() {
            men = men.replace(&"1".repeat(empty), &empty.to_string());
        }
        let rights = *random.pick(&["-", "KQkq", "Kq"]);
        let square = *random.pick(&["-", "-", "e6", "a1", "h3"]);
        let goal = past(&format!("{men} {} {rights} {square}", random.pick(&["w", "b"])));
        let _ = lemma::instant(&goal);
        for p in predecessors(&goal) {
            assert_ne!(p.0.board.turn, goal.board.turn);
            let changed =
                Square::in_set(goal.board.rules.window()).filter(|s| p.0.board.man(*s) != goal.board.man(*s));
            let expected = match p.1.castling {
                Some(_) => 4,
                None if is_by_en_passant(&p) => 3,
                None => 2,
            };
            assert_eq!(changed.count(), expected, "{goal} {}", p.1);
        }
    }
}
