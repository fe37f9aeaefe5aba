//! Endings of standard chess.

mod files;
mod slow;
mod solver;

use std::sync::LazyLock;

use chess_arbiter::board::{Board, Color, Role, Setup, Square};
use chess_arbiter::format::fen;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Standard;
use chess_arbiter::win::{OracleValue, Plies};
use chess_arbiter_tables::material::{Class, standard_up_to};
use chess_arbiter_tables::standard::{Endings, NoValue};
use chess_arbiter_tables::stats::Figures;

use crate::common::class;

/// All tests ask the same, which keeps what it has solved.
static ENDINGS: LazyLock<Endings> = LazyLock::new(|| Endings::new(1 << 30, 2));

/// Not asked about whole classes: these have solved them with pawns on some files alone.
static ON_FILES: LazyLock<Endings> = LazyLock::new(|| Endings::new(1 << 30, 2));

fn value(position: &Position) -> OracleValue {
    ENDINGS.value(position, &|| false).unwrap()
}

fn value_on_files(position: &Position) -> OracleValue {
    ON_FILES.value(position, &|| false).unwrap()
}

fn position(text: &str) -> Position {
    fen::position::<Standard>(text).unwrap()
}

/// Every position of a class, with both colours, has the value that plain iteration gives. Returns
/// the longest win of either side.
fn agrees(class: Class, keep: impl Fn(&Board) -> bool) -> [u32; 2] {
    let mut longest = [0; 2];
    let mut seen = 0;
    for (position, expected) in slow::solve(class, true, keep, value) {
        for value in [value, value_on_files] {
            assert_eq!(value(&position), expected, "{position}");
            assert_eq!(value(&slow::flipped(&position)), expected, "{position}, colours exchanged");
        }
        if let OracleValue::Win(Plies(plies)) = expected {
            let longest = &mut longest[usize::from(position.turn() == Color::Black)];
            *longest = plies.max(*longest);
        }
        seen += 1;
    }
    assert!(seen > 10_000, "{seen}");
    longest
}

#[test]
fn every_position_with_three_men() {
    let longest = [("KQvK", 19), ("KRvK", 31), ("KBvK", 0), ("KNvK", 0), ("KPvK", 55)];
    for (name, plies) in longest {
        assert_eq!(agrees(class(name), |_| true), [plies, 0], "{name}");
    }
}

/// Pawns of both sides on two files, which they leave by captures alone: en passant, promotions of
/// both sides.
#[test]
fn every_position_of_two_pawns_on_neighbouring_files() {
    let on =
        |board: &Board, color, file| board.men(color, Role::Pawn).into_iter().all(|pawn| pawn.file() == file);
    let files =
        |board: &Board, white, black| on(board, Color::White, white) && on(board, Color::Black, black);
    let longest = agrees(class("KPvKP"), |board| files(board, 1, 2) || files(board, 6, 5));
    assert_eq!(longest, [55, 55]);
}

/// The same for two pawns of one side, on one file and on two.
#[test]
fn every_position_of_two_pawns_against_a_king() {
    let on = |board: &Board, files: [u32; 2]| {
        let pawns = board.men(Color::White, Role::Pawn).into_iter();
        let mut found: Vec<u32> = pawns.map(|pawn| pawn.file().into()).collect();
        found.sort_unstable();
        found == files
    };
    for (files, plies) in [([3, 3], 49), ([0, 5], 33)] {
        let mirrored = [7 - files[1], 7 - files[0]];
        let longest = agrees(class("KPPvK"), |board| on(board, files) || on(board, mirrored));
        assert_eq!(longest, [plies, 0], "{files:?}");
    }
}

/// Where a position is solved with its pawns on their files it has the value that its whole class gives it.
#[test]
fn pawns_stay_on_their_files() {
    let with_pawns = standard_up_to(4).into_iter().filter(|class| class.has_pawns());
    let (mut chance, mut seen) = (11, 0);
    for class in with_pawns {
        // Now it is solved as a whole.
        figures(&class.to_string());
        for _ in 0..4_000 {
            for position in at_random(class, &mut chance) {
                assert_eq!(value_on_files(&position), value(&position), "{position}");
                seen += 1;
            }
        }
    }
    assert!(seen > 20_000, "{seen}");
    // Of each class a quarter at most is solved for one position, and what is whole is not solved again.
    let endings = Endings::new(1 << 30, 2);
    let (one, other) = (position("8/8/4k3/8/8/8/4P3/4K3 w - -"), position("8/8/4k3/8/3P4/8/8/4K3 b - -"));
    let (pieces, places) = (2 * (2 * 29_568 + 2 * 29_568) + 462, 1806);
    endings.value(&one, &|| false).unwrap();
    assert_eq!(endings.bytes(), pieces + 2 * places * 12);
    endings.value(&other, &|| false).unwrap();
    assert_eq!(endings.bytes(), pieces + 2 * places * 12);
    endings.figures(class("KPvK"), &|| false).unwrap();
    assert_eq!(endings.bytes(), pieces + 2 * places * 48);
    endings.value(&one, &|| false).unwrap();
    assert_eq!(endings.bytes(), pieces + 2 * places * 48);
}

/// A position of a class, if its men stand so, without and with a capture in passing.
fn at_random(class: Class, chance: &mut u64) -> Vec<Position> {
    let mut random = |below: u64| {
        *chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*chance >> 33) % below
    };
    let mut board = Board::EMPTY;
    for man in slow::men(class) {
        board.put(Square::wrap(random(64) as u8), man);
    }
    let (file, turn) = (random(8) as u8, Color::BOTH[random(2) as usize]);
    let rank = if turn == Color::White { 5 } else { 2 };
    let setups = [None, Some(Square::at(file, rank))]
        .map(|en_passant| Setup { en_passant, ..Setup::new(board, turn) });
    setups.into_iter().filter_map(|setup| Position::new(&setup, Policy::Movable).ok()).collect()
}

/// `ARBITER_LONG=1`: classes of each kind; the others are in the test below.
#[test]
fn every_position_of_classes_with_four_men() {
    if std::env::var_os("ARBITER_LONG").is_some() {
        let longest = [("KRvKN", [79, 1]), ("KQvKR", [69, 37]), ("KBBvK", [37, 0]), ("KPvKP", [65, 65])];
        for (name, plies) in longest {
            assert_eq!(agrees(class(name), |_| true), plies, "{name}");
        }
    }
}

#[test]
#[ignore = "takes half an hour"]
fn every_position_with_four_men() {
    for class in standard_up_to(4).into_iter().filter(|class| class.men() == 4) {
        agrees(class, |_| true);
    }
}

fn figures(name: &str) -> Figures {
    ENDINGS.figures(class(name), &|| false).unwrap()
}

/// The longest mates that are published everywhere, in moves of the side that mates.
/// `ARBITER_LONG=1`: all of them.
#[test]
fn longest_mates() {
    let quick = [
        ("KQvK", 10),
        ("KRvK", 16),
        ("KPvK", 28),
        ("KBNvK", 33),
        ("KBBvK", 19),
        ("KQvKQ", 13),
        ("KQvKR", 35),
        ("KQvKB", 17),
        ("KQvKN", 21),
        ("KRvKR", 19),
        ("KRvKB", 29),
        ("KRvKN", 40),
        ("KBvKB", 1),
        ("KBvKN", 1),
        ("KNvKN", 1),
        ("KNNvK", 1),
        ("KPvKP", 33),
    ];
    let long = [
        ("KQQvK", 4),
        ("KQRvK", 6),
        ("KQBvK", 8),
        ("KQNvK", 9),
        ("KRRvK", 7),
        ("KRBvK", 16),
        ("KRNvK", 16),
        ("KQPvK", 10),
        ("KRPvK", 16),
        ("KBPvK", 31),
        ("KNPvK", 27),
        ("KPPvK", 32),
        ("KQvKP", 28),
        ("KRvKP", 26),
        ("KBvKP", 1),
        ("KNvKP", 7),
    ];
    let weak = [("KPvKR", 43), ("KPvKN", 29), ("KPvKB", 29), ("KPvKQ", 29), ("KRvKQ", 19), ("KNvKR", 1)];
    let long: &[_] = if std::env::var_os("ARBITER_LONG").is_some() { &long } else { &[] };
    for &(name, moves) in quick.iter().chain(long).chain(&weak) {
        let longest = figures(name).longest_win.unwrap();
        assert_eq!(longest.div_ceil(2), moves, "{name}: {longest} plies");
    }
    // Counted by another program: 138 if those alike under a symmetry are counted once.
    assert_eq!(figures("KBNvK").by_value[65], 8 * 138);
    assert_eq!((figures("KPvKP").longest_loss, figures("KPvKP").never > 0), (Some(66), true));
    for name in ["KvK", "KBvK", "KNvK"] {
        let figures = figures(name);
        assert_eq!(
            (figures.longest_win, figures.longest_loss, figures.never),
            (None, None, figures.positions)
        );
    }
}

/// Positions with their plies to mate, won (odd), lost (even) or drawn (none), and what they would
/// be if nothing could be captured in passing.
const PASSING: [(&str, Option<u32>, Option<u32>); 9] = [
    ("8/6kp/8/6P1/8/8/K7/8 w - - 0 1", None, Some(30)),
    ("8/6kp/8/6P1/8/8/K7/8 b - - 0 1", Some(35), Some(29)),
    ("8/8/8/8/3p4/3K4/1k2P3/8 w - - 0 1", Some(25), Some(21)),
    ("8/8/8/K7/6p1/8/7P/4k3 w - - 0 1", Some(30), None),
    ("1K6/3p4/8/2P5/8/8/5k2/8 w - - 0 1", Some(25), None),
    ("8/5p2/3K4/k5P1/8/8/8/8 w - - 0 1", Some(25), Some(27)),
    ("8/8/8/8/1p6/8/P7/K6k b - - 0 1", Some(38), Some(32)),
    ("8/2K5/8/8/7p/8/6P1/2k5 b - - 0 1", Some(29), Some(45)),
    ("8/5p2/k2K4/4P3/8/8/8/8 b - - 0 1", Some(26), None),
];

fn plies(value: OracleValue) -> Option<u32> {
    match value {
        OracleValue::Win(Plies(plies)) | OracleValue::Lost(Plies(plies)) => Some(plies),
        OracleValue::Never => None,
    }
}

/// `ARBITER_LONG=1`: and all others of the class, solved by a program that forgets en passant.
#[test]
fn en_passant_counts() {
    for (text, expected, forgotten) in PASSING {
        assert_ne!(expected, forgotten);
        assert_eq!(plies(value(&position(text))), expected, "{text}");
    }
    // The same men, with and without the right to capture.
    assert_eq!(value(&position("8/k7/8/8/5pP1/8/2K5/8 b - g3 0 1")), OracleValue::Win(Plies(23)));
    assert_eq!(value(&position("8/k7/8/8/5pP1/8/2K5/8 b - - 0 1")), OracleValue::Lost(Plies(30)));
    if std::env::var_os("ARBITER_LONG").is_some() {
        let forgetful = slow::solve(class("KPvKP"), false, |_| true, value);
        let changed = forgetful.filter(|(position, plain)| *plain != value(position));
        let changed: Vec<_> = changed.map(|(position, plain)| (position.to_string(), plies(plain))).collect();
        assert_eq!(changed.len(), 15_996);
        for (text, _, forgotten) in PASSING {
            assert!(changed.contains(&(text.into(), forgotten)), "{text}");
        }
    }
}

/// Values of positions at random are what the legal moves make them.
#[test]
fn values_are_those_of_the_best_moves() {
    let (mut chance, mut seen, mut won) = (7, 0, 0);
    for name in ["KPvKP", "KQvKP", "KPvKR", "KBNvK", "KRvKB", "KQvKQ", "KNvKP", "KBvKN", "KNNvK"] {
        for _ in 0..3_000 {
            for position in at_random(class(name), &mut chance) {
                let moves = ENDINGS.moves(&position, &|| false).unwrap();
                let best = moves.first().map(|&(_, value)| value);
                let over = if position.checkers().has_any() {
                    OracleValue::Lost(Plies(0))
                } else {
                    OracleValue::Never
                };
                assert_eq!(value(&position), best.unwrap_or(over), "{position}");
                seen += 1;
                won += u32::from(matches!(best, Some(OracleValue::Win(_))));
            }
        }
    }
    assert!(seen > 15_000 && won > 3_000, "{seen} {won}");
}

#[test]
fn what_is_not_known_is_said() {
    let ask = |endings: &Endings, text: &str| endings.value(&position(text), &|| false);
    assert_eq!(ask(&ENDINGS, "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1"), Err(NoValue::Men(5)));
    assert_eq!(ask(&ENDINGS, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), Err(NoValue::Castling));
    assert!(matches!(ENDINGS.figures(class("QRvQ"), &|| false), Err(NoValue::Men(_))));
    let small = Endings::new(100_000, 1);
    let refused = ask(&small, "4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
    assert_eq!((refused, small.bytes()), (OracleValue::Win(Plies(21)), 59_598));
    // A second class of as many positions has room when the first has gone.
    assert_eq!(ask(&small, "4k3/8/8/8/8/8/8/4K2Q w - - 0 1").unwrap(), OracleValue::Win(Plies(13)));
    assert_eq!(small.bytes(), 59_598);
    let error = ask(&small, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap_err();
    assert_eq!(error.to_string(), "KPvK needs 280350 bytes of memory for this, more than the 100000 allowed");
    // What is held of whole classes counts when parts of them are asked for.
    let tight = Endings::new(56_000_000, 2);
    for name in ["KQPvK", "KRPvK", "KBPvK", "KNPvK"] {
        tight.figures(class(name), &|| false).unwrap();
    }
    assert_eq!(ask(&tight, "8/8/8/4k3/8/1P6/P7/4K3 w - - 0 1").unwrap(), OracleValue::Win(Plies(33)));
    assert!(tight.bytes() <= 56_000_000, "{}", tight.bytes());
    let interrupted = Endings::new(1 << 30, 1).value(&position("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), &|| true);
    assert_eq!(interrupted, Err(NoValue::Interrupted));
}

/// Many threads ask at once, from within a pool too.
#[test]
fn asked_by_many_threads() {
    use rayon::prelude::*;
    let endings = Endings::new(1 << 30, 2);
    let text = "8/8/8/8/8/2k5/8/K2BN3 w - - 0 1";
    let values: Vec<_> =
        (0..64).into_par_iter().map(|_| endings.value(&position(text), &|| false).unwrap()).collect();
    assert!(values.iter().all(|value| *value == values[0]));
}
