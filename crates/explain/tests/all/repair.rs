//! Repairs: what one change spoiled, one change mends.
#![allow(clippy::print_stderr)]

use crate::common;

use std::time::{Duration, Instant};

use chess_arbiter::board::{Bitboard, Man, Role, Setup, Square};
use chess_arbiter::format::fen;
use chess_arbiter::limits;
use chess_arbiter::reach::{
    self, Field, Level, ReachAnswer, ReachLimits, Repair, piece_repairs, quick, repairs,
};
use chess_arbiter::rules::Standard;
use chess_arbiter_explain::repair as what;
use common::{Chance, cases, random_game, rows};

fn setup(text: &str) -> Setup {
    fen::parse::<Standard>(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// No search for games: cheap enough for hundreds of positions.
fn cheap(level: Level) -> ReachLimits {
    let work = limits::Limits { nodes: Some(2_000), memory: 16 << 20, ..limits::Limits::default() };
    ReachLimits { level, work, ..ReachLimits::default() }
}

/// A full search, for some seconds.
fn full(seconds: u64) -> ReachLimits {
    let work = limits::Limits {
        time: Some(Duration::from_secs(seconds)),
        memory: 64 << 20,
        ..limits::Limits::default()
    };
    ReachLimits { work, ..ReachLimits::default() }
}

fn is_illegal(setup: &Setup) -> bool {
    let verdict = reach::decide(setup, &cheap(Level::LastMove));
    verdict.is_ok_and(|verdict| matches!(verdict.answer, ReachAnswer::Illegal(_)))
}

/// Where in the list the setup is, clocks left aside.
fn place(repairs: &[Repair], setup: &Setup) -> Option<usize> {
    let key = fen::write_key::<Standard>;
    repairs.iter().position(|repair| key(&repair.setup) == key(setup))
}

fn check(repairs: &[Repair]) {
    for repair in repairs {
        let (what, Repair { setup, verdict, .. }) = (what(repair), repair);
        assert!(what.starts_with("with"), "{what}");
        assert!(!matches!(verdict.answer, ReachAnswer::Illegal(_)), "{what}");
        assert_eq!(verdict.past().setup().board, setup.board);
    }
    let legal: Vec<bool> =
        repairs.iter().map(|r| matches!(r.verdict.answer, ReachAnswer::Legal(_))).collect();
    assert!(legal.is_sorted_by(|a, b| a >= b), "legal ones first");
}

/// Positions of random games.
fn positions(seed: u64, games: usize, plies: usize, mut visit: impl FnMut(&mut Chance, Setup)) {
    let mut chance = Chance(seed);
    let start = fen::position::<Standard>(fen::START).unwrap();
    for _ in 0..games {
        let mut last = start.to_setup();
        let plies = 1 + chance.below(plies);
        random_game(&start, plies, &mut chance, |position| last = position.to_setup());
        visit(&mut chance, last);
    }
}

#[test]
fn a_false_right_is_taken_back() {
    let mut spoiled_count = 0;
    positions(1, 200, 80, |chance, original| {
        let corner: Square = chance.pick(&["a1", "h1", "a8", "h8"]).parse().unwrap();
        let mut spoiled = original;
        spoiled.castling |= corner.bb();
        if !is_illegal(&spoiled) {
            return;
        }
        let found = repairs(&spoiled, &cheap(Level::LastMove));
        check(&found);
        let place = place(&found, &original);
        assert!(place.is_some_and(|place| place < 3), "{} {found:#?}", fen::write::<Standard>(&spoiled));
        let blame = reach::decide(&spoiled, &cheap(Level::LastMove)).unwrap().blame();
        assert_eq!(blame, Some(Field::Castling));
        spoiled_count += 1;
    });
    eprintln!("{spoiled_count} spoiled");
    assert!(spoiled_count > 50);
}

/// `ARBITER_LONG=1`: 1,000 games.
#[test]
fn a_false_en_passant_square_is_taken_back() {
    let games = if std::env::var_os("ARBITER_LONG").is_some() { 1_000 } else { 100 };
    let mut spoiled_count = 0;
    positions(2, games, 80, |chance, original| {
        let mut spoiled = original;
        spoiled.en_passant = Square::new(chance.pick(&[16, 40]) + chance.below(8) as u8);
        if spoiled.en_passant == original.en_passant || !is_illegal(&spoiled) {
            return;
        }
        let found = repairs(&spoiled, &cheap(Level::LastMove));
        check(&found);
        let without = Setup { en_passant: None, ..original };
        let near = |setup| place(&found, setup).is_some_and(|place| place < 3);
        assert!(near(&original) || near(&without), "{}", fen::write::<Standard>(&spoiled));
        assert_eq!(reach::decide(&spoiled, &cheap(Level::LastMove)).unwrap().blame(), Some(Field::EnPassant));
        spoiled_count += 1;
    });
    eprintln!("{spoiled_count} spoiled");
    assert!(spoiled_count > 50);
}

#[test]
fn the_wrong_side_to_move_is_changed() {
    let mut spoiled_count = 0;
    positions(3, 3_000, 80, |_, original| {
        let original = Setup { en_passant: None, ..original };
        let spoiled = Setup { turn: !original.turn, ..original };
        if quick(&spoiled).is_none() || is_illegal(&original) {
            return;
        }
        let found = repairs(&spoiled, &cheap(Level::LastMove));
        check(&found);
        assert_eq!(place(&found, &original), Some(0), "{}", fen::write::<Standard>(&spoiled));
        assert_eq!(
            what(&found[0]),
            format!("with {} to move", if original.turn as u8 == 0 { "White" } else { "Black" })
        );
        assert_eq!(reach::decide(&spoiled, &cheap(Level::LastMove)).unwrap().blame(), Some(Field::Turn));
        spoiled_count += 1;
    });
    eprintln!("{spoiled_count} spoiled");
    assert!(spoiled_count > 50);
}

/// Two fields are changed when one is not enough.
#[test]
fn two_fields() {
    // After 1. e4: the other side to move, and a right whose rook is gone.
    let spoiled = setup("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq e6 0 1");
    let found = repairs(&spoiled, &full(20));
    check(&found);
    assert_eq!(
        what(&found[0]),
        "without White's right to castle king-side and without the en passant square"
    );
}

/// Where the en passant square is one of the other side, dropping it too is more than is needed.
#[test]
fn a_square_of_the_other_side_is_kept() {
    let spoiled = setup("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 2");
    let found = repairs(&spoiled, &cheap(Level::LastMove));
    let turned: Vec<&Repair> = found.iter().filter(|repair| what(repair) == "with Black to move").collect();
    assert_eq!(turned.len(), 1);
    assert_eq!(turned[0].setup.en_passant, spoiled.en_passant);
    // One that is none goes with the turn.
    let spoiled = setup("4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1");
    let found = repairs(&spoiled, &cheap(Level::LastMove));
    assert!(found.iter().any(|repair| what(repair) == "with White to move"), "{found:?}");
}

#[test]
fn a_misread_man_is_among_the_repairs() {
    // Pairs that are easily taken for each other.
    let pairs = [
        (Role::Bishop, Role::Pawn),
        (Role::King, Role::Queen),
        (Role::Queen, Role::King),
        (Role::Knight, Role::Bishop),
        (Role::Pawn, Role::Bishop),
        (Role::Rook, Role::Queen),
    ];
    let (mut spoiled_count, mut first_few, mut slowest) = (0, 0, Duration::ZERO);
    positions(4, 600, 120, |chance, original| {
        let original = Setup { en_passant: None, castling: Bitboard::EMPTY, ..original };
        let men: Vec<(Square, Man)> = original.board.iter().collect();
        let (square, man) = chance.pick(&men);
        let (_, to) = chance.pick(&pairs.map(|(from, to)| (from == man.role, to)));
        let mut spoiled = original;
        spoiled.board.put(square, Man { role: to, ..man });
        if to == man.role || !is_illegal(&spoiled) {
            return;
        }
        let started = Instant::now();
        let found = piece_repairs(&spoiled, &cheap(Level::Static), usize::MAX);
        slowest = slowest.max(started.elapsed());
        check(&found);
        let place = place(&found, &original);
        assert!(
            place.is_some(),
            "{} from {}",
            fen::write::<Standard>(&spoiled),
            fen::write::<Standard>(&original)
        );
        spoiled_count += 1;
        first_few += usize::from(place.is_some_and(|place| place < 10));
        assert!(piece_repairs(&spoiled, &cheap(Level::Static), 3).len() <= 3);
    });
    eprintln!(
        "{spoiled_count} spoiled, of {first_few} the original is among the first ten; slowest {slowest:?}"
    );
    assert!(spoiled_count > 100 && first_few * 2 > spoiled_count);
}

/// No king, or two: the likeliest readings are the ones that come first, and they are proved.
#[test]
fn kings() {
    let best = |text: &str| {
        let found = piece_repairs(&setup(text), &full(20), 4);
        check(&found);
        found.into_iter().map(|repair| (what(&repair), repair.verdict.word())).next()
    };
    let found = |what: &str| Some((what.to_owned(), "legal"));
    assert_eq!(
        best("rnbqqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
        found("with a king for the black queen on e8")
    );
    assert_eq!(
        best("rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"),
        found("with a queen for the black king on d8")
    );
    // A pawn on the last row is a bishop that was misread.
    assert_eq!(
        best("rnpqkbnr/p1pppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        found("with a bishop for the black pawn on c8")
    );
}

/// What a moved or misread man leaves without its men is dropped with it.
#[test]
fn claims_go_with_their_men() {
    let spoiled = setup("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNN w KQkq - 0 1");
    let found = repairs(&spoiled, &full(10));
    assert_eq!(found.first().map(what), None, "three knights and eight pawns");
    let spoiled = setup("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBPR w KQkq - 0 1");
    let found = piece_repairs(&spoiled, &full(10), 3);
    check(&found);
    assert!(found.iter().all(|repair| repair.verdict.word() == "legal"), "{found:#?}");
}

#[test]
fn blame_is_cheap() {
    let mut times = Vec::new();
    for file in ["composed_a", "composed_b", "tromp923", "tromp10k"] {
        let text = cases(&format!("legality/{file}.tsv"));
        for row in rows(&text).filter(|row| row[1] == "illegal") {
            let Ok(setup) = fen::parse::<Standard>(row[0]) else { continue };
            let verdict = reach::decide(&setup, &cheap(Level::LastMove)).unwrap();
            let started = Instant::now();
            if verdict.blame().is_some() {
                times.push((started.elapsed(), row[0].to_owned()));
            }
        }
    }
    times.sort();
    let (median, p99, slowest) = (&times[times.len() / 2].0, &times[times.len() * 99 / 100], times.last());
    eprintln!("median {median:?}, 99 of 100 within {p99:?}, slowest {slowest:?}");
    assert!(*median < Duration::from_millis(1));
}
