//! Position texts, moves and attacks that perft does not pin down.

use crate::common;

use chess_arbiter_check::board::{Board, Colour, RuleSet, Square};
use common::{Random, random_text};

#[track_caller]
fn wrong(rules: RuleSet, text: &str, expected: &str) {
    let error = Board::parse(rules, text).expect_err(text);
    assert!(error.contains(expected), "{text}: {error:?} does not contain {expected:?}");
}

fn read(rules: RuleSet, text: &str) -> Board {
    let board = Board::parse(rules, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(board.to_string(), text);
    board
}

fn texts(board: &Board) -> Vec<String> {
    let mut texts: Vec<String> = board.playable_moves().iter().map(|m| m.to_string()).collect();
    texts.sort();
    texts
}

#[test]
fn standard_texts() {
    use RuleSet::Standard;
    read(Standard, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3");
    read(Standard, "qqqqkqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ w - -");
    wrong(Standard, "", "expected 8 ranks of men, found 1");
    wrong(Standard, "7k/8/8/8/8/8/8/K7 w - - 0 1", "expected the spelling");
    wrong(Standard, "7k/8/8/8/8/8/8/K7  w - -", "expected the spelling");
    wrong(Standard, "7k/8/8/8/8/8/8/K7 x - -", "expected the spelling 7k/8/8/8/8/8/8/K7 w - -");
    wrong(Standard, "7k/8/8/8/8/8/K7 w - -", "expected 8 ranks of men, found 7");
    wrong(Standard, "7k/8/8/8/8/8/8/8/K7 w - -", "expected 8 ranks of men, found 9");
    wrong(Standard, "7k/8/8/8/9/8/8/K7 w - -", "expected the spelling 7k/8/8/8/8");
    wrong(Standard, "7k/8/8/8/7/8/8/K7 w - -", "expected the spelling 7k/8/8/8/8");
    wrong(Standard, "7k/8/8/8/8/8/8/K6K1 w - -", "white has 2 royals");
    wrong(Standard, "7k/8/8/8/8p/8/8/K7 w - -", "expected the spelling 7k/8/8/8/8/8/8/K7 w - -");
    wrong(Standard, "7k/8/8/8/0p7/8/8/K7 w - -", "expected the spelling 7k/8/8/8/p7");
    wrong(Standard, "7k/8/8/8/44/8/8/K7 w - -", "expected the spelling 7k/8/8/8/8");
    wrong(Standard, "7k/8/8/8/......../8/8/K7 w - -", "rank 4: '.' is not a man of standard");
    wrong(Standard, "7k/8/8/8/3é4/8/8/K7 w - -", "rank 4: 'é' is not a man of standard");
    wrong(Standard, "7k/8/8/8/8/8/8/8 w - -", "white has 0 royals");
    wrong(Standard, "7k/8/8/8/8/8/8/KK6 w - -", "white has 2 royals");
    wrong(Standard, "7k/8/8/8/8/8/8/KP6 w - -", "no white pawn can stand on b1");
    wrong(Standard, "6pk/8/8/8/8/8/8/K7 w - -", "no black pawn can stand on g8");
    wrong(Standard, "p6k/8/8/8/8/8/8/K7 w - -", "no black pawn can stand on a8");
    wrong(Standard, "k7/8/8/8/8/8/8/K6r b - -", "white is not to move but its king is attacked");
    wrong(Standard, "8/8/8/8/8/8/8/Kk6 w - -", "black is not to move but its king is attacked");
}

#[test]
fn castling_texts() {
    use RuleSet::Standard;
    read(Standard, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -");
    read(Standard, "r3k2r/8/8/8/8/8/8/R3K2R w Qk -");
    read(Standard, "4k3/8/8/8/8/8/8/1RK2R1R w FQ -");
    read(Standard, "r1r2krr/8/8/8/8/8/8/5K2 b gc -");
    read(Standard, "3k4/8/8/8/8/8/8/RRK1R1RR w EB -");
    for men in ["6RK w Q", "KR6 w K", "RK6 w Q", "5RKR w KQ", "1R4KR w KQ"] {
        read(Standard, &format!("4k3/8/8/8/8/8/8/{men} -"));
    }
    // Not a rook that stands elsewhere, though it is looked at first.
    read(Standard, "1r2k3/8/8/1r6/8/8/8/4K3 w q -");
    wrong(Standard, "4k3/8/8/8/8/8/8/RRK5 w QB -", "'B': a second one");
    let back = "4k3/8/8/8/8/8/8/1RK2R1R w";
    wrong(Standard, &format!("{back} HQ -"), "expected the spelling 4k3/8/8/8/8/8/8/1RK2R1R w KQ -");
    wrong(Standard, &format!("{back} QF -"), "expected the spelling 4k3/8/8/8/8/8/8/1RK2R1R w FQ -");
    wrong(Standard, &format!("{back} KF -"), "'F': a second one");
    wrong(Standard, &format!("{back} KK -"), "'K': a second one");
    wrong(Standard, &format!("{back} A -"), "expected the spelling 4k3/8/8/8/8/8/8/1RK2R1R w - -");
    wrong(Standard, &format!("{back} C -"), "expected the spelling 4k3/8/8/8/8/8/8/1RK2R1R w - -");
    wrong(Standard, &format!("{back} k -"), "expected the spelling 4k3/8/8/8/8/8/8/1RK2R1R w - -");
    wrong(Standard, &format!("{back} z -"), "expected the spelling 4k3/8/8/8/8/8/8/1RK2R1R w - -");
    wrong(Standard, &format!("{back} Q- -"), "expected the spelling 4k3/8/8/8/8/8/8/1RK2R1R w Q -");
    wrong(Standard, &format!("{back}  -"), "expected the spelling");
    wrong(Standard, "4k3/8/8/8/8/8/2K5/R6R w KQ -", "expected the spelling 4k3/8/8/8/8/8/");
    wrong(Standard, "4k3/8/8/8/8/8/8/R6K w K -", "expected the spelling 4k3/8/8/8/8/8/");
}

#[test]
fn en_passant_texts() {
    use RuleSet::Standard;
    read(Standard, "4k3/8/8/3pP3/8/8/8/4K3 w - d6");
    read(Standard, "4k3/8/8/8/3P4/8/8/4K3 b - d3");
    wrong(
        Standard,
        "4k3/8/8/3pP3/8/8/8/4K3 b - d6",
        "no white pawn can just have made a double step over d6",
    );
    wrong(Standard, "4k3/8/8/3pP3/8/8/8/4K3 w - e6", "double step over e6");
    wrong(Standard, "4k3/8/8/3pP3/8/8/8/4K3 w - d3", "double step over d3");
    wrong(Standard, "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6", "double step over d6");
    wrong(Standard, "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6", "double step over d6");
    wrong(Standard, "4k3/8/8/3pP3/8/8/8/4K3 w - d9", "expected the spelling 4k3/8/8/3pP3/8/8/8/4K3 w - -");
    wrong(Standard, "4k3/8/8/3pP3/8/8/8/4K3 w - ", "expected the spelling 4k3/8/8/3pP3/8/8/8/4K3 w - -");
}

#[test]
fn texts_of_the_other_rule_sets() {
    use RuleSet::{Pawnless, Simplified, SimplifiedPawns};
    read(Pawnless, "8/8/8/8/8/8/8/Kk6 w");
    read(Pawnless, "k6R/8/8/8/8/8/8/K6r w");
    wrong(Pawnless, "k7/8/8/8/8/8/8/K7 w - -", "expected the spelling");
    wrong(Pawnless, "k7/8/8/8/P7/8/8/K7 w", "'P' is not a man of pawnless");
    read(Simplified, "q3/4/4/Q3 w");
    read(Simplified, "qrbB/rbrb/brbr/Qbrb b");
    wrong(Simplified, "q3/4/4/Q3 w - -", "expected the spelling");
    wrong(Simplified, "q3/4/4/Q4 w", "expected the spelling q3/4/4/Q3");
    wrong(Simplified, "q3/4/4/4/Q3 w", "expected 4 ranks");
    wrong(Simplified, "qk2/4/4/Q3 w", "'k' is not a man");
    wrong(Simplified, "qp2/4/4/Q3 w", "'p' is not a man");
    wrong(Simplified, "q3/4/4/QQ2 w", "white has 2 royals");
    wrong(Simplified, "r3/4/4/Q3 w", "black has 0 royals");
    read(SimplifiedPawns, "qp2/P3/1p2/QP2 w");
    wrong(SimplifiedPawns, "qP2/4/4/Q3 w", "no white pawn can stand on b4");
    wrong(SimplifiedPawns, "q3/4/4/Qp2 w", "no black pawn can stand on b1");
    wrong(SimplifiedPawns, "qk2/4/4/Q3 w", "'k' is not a man");
}

#[test]
fn castling_moves() {
    let castlings = |text: &str| -> Vec<String> {
        let board = read(RuleSet::Standard, text);
        board.safe_moves().iter().filter(|m| m.castling.is_some()).map(|m| m.to_string()).collect()
    };
    assert_eq!(castlings("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"), ["e1c1", "e1g1"]);
    assert_eq!(castlings("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -"), ["e8c8", "e8g8"]);
    // Not from the e-file, or not with a rook from the corner.
    assert_eq!(castlings("4k3/8/8/8/8/8/8/R4K1R w KQ -"), ["f1a1", "f1h1"]);
    assert_eq!(castlings("4k3/8/8/8/8/8/8/1R2K1R1 w KQ -"), ["e1b1", "e1g1"]);
    // Neither man moves far: the king stays, or both change places.
    assert_eq!(castlings("4k3/8/8/8/8/8/8/6KR w K -"), ["g1h1"]);
    assert_eq!(castlings("4k3/8/8/8/8/8/8/5KR1 w K -"), ["f1g1"]);
    // Attacked: the king, a square crossed, the square landed on. Not: the rook and its way.
    assert!(castlings("4k3/4r3/8/8/8/8/8/R3K2R w KQ -").is_empty());
    assert_eq!(castlings("4k3/5r2/8/8/8/8/8/R3K2R w KQ -"), ["e1c1"]);
    assert_eq!(castlings("4k3/6r1/8/8/8/8/8/R3K2R w KQ -"), ["e1c1"]);
    assert_eq!(castlings("4k2r/1r6/8/8/8/8/8/R3K2R w KQ -"), ["e1c1", "e1g1"]);
    // The rook was the king's only cover.
    assert!(castlings("4k3/8/8/8/8/8/8/rR1K4 w Q -").is_empty());
    assert!(castlings("4k3/8/8/8/8/8/8/qRK5 w Q -").is_empty());
    // Occupied squares.
    assert!(castlings("4k3/8/8/8/8/8/8/RN2KB1R w KQ -").is_empty());
    assert_eq!(castlings("4k3/8/8/8/8/8/8/1R3KNR w KQ -"), ["f1b1"]);
    // The h-rook's right is gone once the g-rook castles; the rights go with king and rooks.
    let play = |text: &str, m: &str| {
        let board = read(RuleSet::Standard, text);
        board.play(&board.find_move(m).unwrap()).to_string()
    };
    assert_eq!(play("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1g1"), "r3k2r/8/8/8/8/8/8/R4RK1 b kq -");
    assert_eq!(play("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "h1h8"), "r3k2R/8/8/8/8/8/8/R3K3 b Qq -");
    assert_eq!(play("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1e2"), "r3k2r/8/8/8/8/8/4K3/R6R b kq -");
    assert_eq!(play("4k3/8/8/8/8/8/8/1RK2R1R w FQ -", "c1f1"), "4k3/8/8/8/8/8/8/1R3RKR b - -");
    assert_eq!(play("4k3/8/8/8/8/8/8/1RK2R1R w FQ -", "h1h2"), "4k3/8/8/8/8/8/7R/1RK2R2 b KQ -");
    assert_eq!(play("4k3/8/8/8/8/8/8/5KR1 w K -", "f1g1"), "4k3/8/8/8/8/8/8/5RK1 b - -");
    for text in ["e1h1", "e1a1", "e1e1", "e1", "", "e1g1q", "éé", "a1a9"] {
        assert!(
            read(RuleSet::Standard, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -").find_move(text).is_err(),
            "{text}"
        );
    }
}

#[test]
fn en_passant_moves() {
    let safe = |text: &str, m: &str| {
        let board = read(RuleSet::Standard, text);
        let m = board.find_move(m).unwrap();
        Square::in_set(board.refuters(&m)).map(|square| square.to_string()).collect::<Vec<_>>()
    };
    assert!(safe("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6").is_empty());
    // Both pawns leave the row between king and rook.
    assert_eq!(safe("4k3/8/8/K2pP2r/8/8/8/8 w - d6", "e5d6"), ["h5"]);
    // The captured pawn was the cover.
    assert_eq!(safe("4k1b1/8/8/3pP3/2K5/8/8/8 w - d6", "e5d6"), ["g8"]);
    // Capturing the pawn that gives check.
    assert!(safe("4k3/8/8/3pP3/2K5/8/8/8 w - d6", "e5d6").is_empty());
    let board = read(RuleSet::Standard, "4k3/8/8/3pP3/8/8/8/4K3 w - d6");
    let after = board.play(&board.find_move("e5d6").unwrap());
    assert_eq!(after.to_string(), "4k3/8/3P4/8/8/8/8/4K3 b - -");
}

#[test]
fn moves_of_the_other_rule_sets() {
    // The king next to the enemy king neither captures it nor stays beside it.
    assert_eq!(texts(&read(RuleSet::Pawnless, "8/8/8/8/8/8/8/Kk6 w")), Vec::<String>::new());
    assert_eq!(texts(&read(RuleSet::Pawnless, "8/8/8/8/8/8/8/K1k5 w")), ["a1a2"]);
    assert_eq!(
        texts(&read(RuleSet::Pawnless, "8/8/8/8/8/8/8/Kk6 b")),
        ["b1c1", "b1c2"] // a2, b2 and a1 are the white king's
    );
    // The whole window, into attack, and capturing the royal.
    assert_eq!(
        texts(&read(RuleSet::Simplified, "q3/4/4/Q3 w")),
        ["a1a2", "a1a3", "a1a4", "a1b1", "a1b2", "a1c1", "a1c3", "a1d1", "a1d4"]
    );
    let board = read(RuleSet::SimplifiedPawns, "1q1n/2P1/1p2/Q3 w");
    let pawn: Vec<String> = texts(&board).into_iter().filter(|text| text.starts_with("c3")).collect();
    assert_eq!(pawn, ["c3b4b", "c3b4n", "c3b4r", "c3c4b", "c3c4n", "c3c4r", "c3d4b", "c3d4n", "c3d4r"]);
    assert!(board.captures_royal(&board.find_move("c3b4n").unwrap()));
    let board = read(RuleSet::SimplifiedPawns, "1q2/p3/4/QP2 b");
    let pawn: Vec<String> = texts(&board).into_iter().filter(|text| text.starts_with("a3")).collect();
    assert_eq!(pawn, ["a3a2"]);
    assert!(!texts(&read(RuleSet::SimplifiedPawns, "1q2/4/4/QP2 w")).contains(&"b1b3".to_string()));
}

/// Attackers are looked for from the square they attack, moves from the man: a man attacks just the squares
/// where it could capture.
#[test]
fn attacks_agree_with_moves() {
    let mut random = Random(1);
    for round in 0..4_000 {
        let rules = RuleSet::all().nth(round % 6).unwrap();
        let text = random_text(
            &mut random,
            rules,
            3 + usize::try_from(rules.size() * rules.size()).unwrap() * 3 / 8,
        );
        let Ok(board) = Board::parse(rules, &text) else { continue };
        let royal = board.royal(board.turn.other()).unwrap();
        for square in Square::in_set(board.rules.window()) {
            let attackers: Vec<Square> = Square::in_set(board.attackers(square, board.turn)).collect();
            let Some(man) = board.man(square) else { continue };
            if man.colour == board.turn || (square == royal && !rules.facts().royal_can_be_taken) {
                continue;
            }
            let mut movers: Vec<Square> =
                board.pseudo_legal_moves().iter().filter(|m| m.to == square).map(|m| m.from).collect();
            movers.sort();
            movers.dedup();
            assert_eq!(movers, attackers, "{text} {square}");
        }
        let safe = board.safe_moves();
        for m in board.pseudo_legal_moves() {
            let after = board.play(&m);
            let unattacked = after.royal(after.turn).is_none() || !after.is_attacked(board.turn);
            assert_eq!(safe.contains(&m), unattacked, "{text} {m}");
            assert_eq!(board.find_move(&m.to_string()), Ok(m));
        }
        assert!(board.royal(Colour::White).is_some() && board.royal(Colour::Black).is_some());
    }
}

/// Whether a move wins is told without all replies, which say the same; also where all men are in the corner.
#[test]
fn wins_as_all_replies_say() {
    let (mut random, mut wins, mut by_a1) = (Random(23), 0, 0);
    let a1 = Square::parse("a1").unwrap();
    while by_a1 < 60 {
        let rules = RuleSet::all().nth(random.below(6)).unwrap();
        let mut text = random_text(&mut random, if rules.size() < 8 { rules } else { RuleSet::Gardner }, 9);
        if rules.size() == 8 {
            text = format!("8/8/8/{}", text.replace(' ', "3 ").replace('/', "3/"));
            text.push_str(if rules == RuleSet::Standard { " - -" } else { "" });
            text = (1..6)
                .fold(text, |text, empty| text.replace(&format!("{empty}3"), &format!("{}", empty + 3)));
        }
        let Ok(board) = Board::parse(rules, &text) else { continue };
        for m in board.playable_moves() {
            let after = board.play(&m);
            let won = after.royal(after.turn).is_none_or(|king| {
                let is_mate = after.is_attacked(after.turn) && after.safe_moves().is_empty();
                let is_by_a1 = after.attackers(king, board.turn) == 1 << (a1.file() + 8 * a1.rank());
                by_a1 += i32::from(is_mate && is_by_a1);
                is_mate && !rules.facts().royal_can_be_taken
            });
            assert_eq!(board.wins(&m), won, "{text} {m}");
            wins += u32::from(won);
        }
    }
    assert!(wins > 1_000, "{wins}");
}

#[test]
fn texts_never_panic() {
    let mut random = Random(7);
    let letters: Vec<char> = "kqrbnpKQRBNP12345678/ -wbaAhH0é.".chars().collect();
    for round in 0..20_000 {
        let rules = RuleSet::all().nth(round % 6).unwrap();
        let mut text: Vec<char> = random_text(&mut random, rules, 6).chars().collect();
        for _ in 0..random.below(4) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => text[at] = *random.pick(&letters),
                1 => text.insert(at, *random.pick(&letters)),
                _ => drop(text.remove(at)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(board) = Board::parse(rules, &text) {
            assert_eq!(board.to_string(), text);
            board.safe_moves();
        }
    }
}
