//! Verdicts in words: exact sentences, facts that hold on the board, and never nothing.
#![allow(clippy::print_stderr)]

use crate::common;

use std::time::{Duration, Instant};

use chess_arbiter::board::{Bitboard, Color, Role, Setup, Square, Start};
use chess_arbiter::format::{fen, uci};
use chess_arbiter::limits;
use chess_arbiter::moves::Past;
use chess_arbiter::reach::lemma::{COLUMNS, FILES, refute};
use chess_arbiter::reach::{self, Draws, Level, ReachAnswer, ReachLimits, ReachVerdict};
use chess_arbiter::rules::Standard;
use chess_arbiter_explain::{clock_fault, legality};
use common::{Chance, cases, random_game, rows};

fn setup(text: &str) -> Setup {
    fen::parse::<Standard>(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The verdict without a search for games.
fn decide(text: &str, level: Level) -> ReachVerdict {
    let work = limits::Limits { nodes: Some(20_000), memory: 64 << 20, ..limits::Limits::default() };
    reach::decide(&setup(text), &ReachLimits { level, work, ..ReachLimits::default() }).unwrap()
}

/// Positions, each with what is said of it, two spaces before each sentence.
const GOLDEN: &str = include_str!("legality.txt");

fn golden() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut cases: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in GOLDEN.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match (line.strip_prefix("  "), cases.last_mut()) {
            (Some(sentence), Some((_, sentences))) => sentences.push(sentence),
            _ => cases.push((line, Vec::new())),
        }
    }
    cases
}

/// With `ARBITER_BLESS` set the file is printed as it should be.
#[test]
fn golden_sentences() {
    let bless = std::env::var("ARBITER_BLESS").is_ok();
    let cases = golden();
    assert!(cases.len() >= 25);
    for (position, expected) in cases {
        let said = legality(&decide(position, Level::LastMove));
        if bless {
            eprintln!("BLESS {position}");
            said.iter().for_each(|sentence| eprintln!("BLESS   {sentence}"));
        } else {
            assert_eq!(said, expected, "{position}");
        }
    }
}

/// Between one and ten sentences, none of them empty or endless, all of them sentences.
fn is_readable(position: &str, sentences: &[String]) {
    assert!((1..=10).contains(&sentences.len()), "{position}: {sentences:?}");
    for sentence in sentences {
        assert!((10..300).contains(&sentence.len()), "{position}: {sentence}");
        assert!(sentence.starts_with(|c: char| c.is_ascii_uppercase()), "{position}: {sentence}");
        assert!(
            sentence.ends_with(['.', '?']) && !sentence.contains("..") && !sentence.contains("  "),
            "{sentence}"
        );
    }
}

/// Wherever a sentence names men as the white pawns on a2 and b2, they stand there.
fn names_men_that_are_there(setup: &Setup, sentence: &str) -> usize {
    let words: Vec<&str> =
        sentence.split([' ', ',', ':', ';', '.', '(', ')']).filter(|word| !word.is_empty()).collect();
    let mut named = 0;
    for at in 0..words.len().saturating_sub(3) {
        let color = match words[at] {
            "white" | "White's" => Color::White,
            "black" | "Black's" => Color::Black,
            _ => continue,
        };
        let name = words[at + 1].trim_end_matches('s');
        let Some(role) = Role::ALL.into_iter().find(|role| role.name() == name) else { continue };
        if words[at + 2] != "on" {
            continue;
        }
        let mut next = at + 3;
        while let Some(square) = words.get(next).and_then(|word| word.parse::<Square>().ok()) {
            assert!(setup.board.men(color, role).has(square), "{sentence}: {square}");
            named += 1;
            next += 1;
            if words.get(next) == Some(&"and")
                && words.get(next + 1).is_some_and(|word| word.parse::<Square>().is_ok())
            {
                next += 1;
            }
        }
    }
    named
}

/// `White has lost 3 men, Black 1 man.` and the like count the board.
fn counts_losses(setup: &Setup, sentence: &str) -> bool {
    let lost = Color::BOTH.map(|color| 16 - setup.board.color(color).len());
    let Some(rest) =
        sentence.strip_prefix("White has lost ").or_else(|| sentence.strip_prefix("Black has lost "))
    else {
        return false;
    };
    let number = |text: &str| text.split(' ').find_map(|word| word.parse::<u32>().ok()).unwrap_or(0);
    let (first, second) = rest.split_once(", ").unwrap();
    let said = [number(first), number(second)];
    assert_eq!(said, if sentence.starts_with("White") { lost } else { [lost[1], lost[0]] }, "{sentence}");
    true
}

/// `it would take 2 more at least, for instance of 1 man of White's and 1 of Black's`: without so many men
/// that are no promoted pawns the columns no longer refute; without one fewer they do.
fn counts_what_is_short(setup: &Setup, sentence: &str) -> bool {
    let Some((_, rest)) = sentence.split_once("it would take ") else { return false };
    let Some((least, which)) = rest.split_once(" more at least, for instance of ") else { return false };
    let number = |text: &str| text.split(' ').find_map(|word| word.parse::<u32>().ok()).unwrap_or(0);
    let of = |side: &str| {
        let before = which.split(side).next().filter(|_| which.contains(side)).unwrap_or("");
        number(before.rsplit(" and ").next().unwrap_or(""))
    };
    let more = [of("White's"), of("Black's")];
    assert_eq!(more[0] + more[1], number(least), "{sentence}");
    // Pieces of kinds that a side has no more of than it began with: they count for nothing but themselves.
    let without = |more: [u32; 2]| {
        let mut board = setup.board;
        for color in Color::BOTH {
            let plain = [Role::Queen, Role::Rook, Role::Knight]
                .into_iter()
                .filter(|&role| board.surplus(color, role) == 0);
            let plain: Vec<Square> = plain.flat_map(|role| board.men(color, role)).collect();
            let some = plain.get(..more[color as usize] as usize)?;
            for &square in some {
                board.remove(square);
            }
        }
        let past = Past { board, castling: Bitboard::EMPTY, ..Past::from(setup) };
        Some(refute(&past).is_some_and(|lemma| *lemma == FILES || *lemma == COLUMNS))
    };
    let Some(still) = without(more) else { return false };
    assert!(!still, "{sentence}");
    if number(least) > 1 {
        for fewer in [[number(least) - 1, 0], [0, number(least) - 1]] {
            assert_ne!(without(fewer), Some(false), "{sentence}");
        }
    }
    true
}

#[test]
fn all_illegal_rows_are_explained() {
    let (mut illegal, mut slowest, mut named, mut counted, mut short) = (0, Duration::ZERO, 0, 0, 0);
    for file in ["composed_a", "composed_b", "tromp923", "tromp10k"] {
        let text = cases(&format!("legality/{file}.tsv"));
        for row in rows(&text).filter(|row| row[1] == "illegal") {
            let Ok(setup) = fen::parse::<Standard>(row[0]) else { continue };
            let verdict = decide(row[0], Level::LastMove);
            let started = Instant::now();
            let sentences = legality(&verdict);
            slowest = slowest.max(started.elapsed());
            is_readable(row[0], &sentences);
            illegal += usize::from(matches!(verdict.answer, ReachAnswer::Illegal(_)));
            if verdict.lemma().is_some() {
                for sentence in &sentences {
                    named += names_men_that_are_there(&setup, sentence);
                    counted += usize::from(counts_losses(&setup, sentence));
                    if verdict.lemma() == Some(&COLUMNS) {
                        short += usize::from(counts_what_is_short(&setup, sentence));
                    }
                }
                assert!(!sentences[0].starts_with("Lemma"), "{} {sentences:?}", row[0]);
            }
        }
    }
    eprintln!(
        "{illegal} explained, {named} men named, {counted} losses and {short} shortages counted, slowest {slowest:?}"
    );
    assert!(illegal > 450 && named > 350 && counted > 150 && short > 100);
}

/// What is impossible after one more random change, in all kinds of crowded and empty positions.
#[test]
fn spoiled_games_are_explained() {
    let mut chance = Chance(5);
    let start = fen::position::<Standard>(fen::START).unwrap();
    let mut lemmas = std::collections::BTreeMap::new();
    for _ in 0..60 {
        let plies = chance.below(120);
        random_game(&start, plies, &mut Chance(chance.next()), |position| {
            let mut spoiled = position.to_setup();
            match chance.below(4) {
                0 => (spoiled.turn, spoiled.en_passant) = (!spoiled.turn, None),
                1 => spoiled.en_passant = Square::new(16 + chance.below(32) as u8),
                2 => {
                    spoiled.castling |= chance.pick(&["a1", "h1", "a8", "h8"]).parse::<Square>().unwrap().bb()
                }
                _ => {
                    let squares: Vec<Square> = spoiled.board.occupied().collect();
                    let (from, to) = (chance.pick(&squares), Square::new(chance.below(64) as u8).unwrap());
                    if let Some(man) = spoiled.board.remove(from) {
                        spoiled.board.put(to, man);
                    }
                }
            }
            let text = fen::write::<Standard>(&spoiled);
            let work = limits::Limits { nodes: Some(500), ..limits::Limits::default() };
            let level = chance.pick(&[Level::Static, Level::LastMove]);
            let limits = ReachLimits { level, work, ..ReachLimits::default() };
            // Spoiled rights may be those of Chess960.
            let Ok(verdict) = reach::decide(&spoiled, &limits) else { return };
            is_readable(&text, &legality(&verdict));
            let lemma = verdict.lemma().map_or(verdict.word(), |lemma| lemma.name);
            *lemmas.entry(lemma).or_insert(0) += 1;
            assert_eq!(verdict.blame().is_some(), matches!(verdict.answer, ReachAnswer::Illegal(_)));
        });
    }
    eprintln!("{lemmas:?}");
    assert!(lemmas.len() > 8, "{lemmas:?}");
}

/// What is told of a game happened in it.
#[test]
fn games_are_told() {
    let mut told = 0;
    for position in [
        fen::START,
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
    ] {
        let mut limits = ReachLimits::default();
        limits.work.time = Some(Duration::from_secs(20));
        let verdict = reach::decide(&setup(position), &limits).unwrap();
        let sentences = legality(&verdict);
        is_readable(position, &sentences);
        let ReachAnswer::Legal(game) = &verdict.answer else { continue };
        told += 1;
        if game.is_empty() {
            assert_eq!(sentences, ["It is the starting position: every game begins with it."]);
            continue;
        }
        let moves = game.len().div_ceil(2);
        let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
        assert!(sentences[0].starts_with(&format!("A game of {moves} leads to it; it ")), "{sentences:?}");
        let mut men = setup(fen::START);
        let mut replayed = fen::position::<Standard>(fen::START).unwrap();
        for &mv in game {
            let _ = uci::write(&replayed, mv);
            replayed = replayed.play(mv);
        }
        men.board = *replayed.board();
        for color in Color::BOTH {
            let lost = 16 - men.board.color(color).len();
            let phrase = match (color, lost) {
                (Color::White, 1) => "White loses 1 man".to_owned(),
                (Color::White, 0) => "White loses no men".to_owned(),
                (Color::White, n) => format!("White loses {n} men"),
                (_, 1) => "Black 1 man".to_owned(),
                (_, 0) => "Black no men".to_owned(),
                (_, n) => format!("Black {n} men"),
            };
            let all = sentences.join(" ");
            assert!(all.contains(&phrase) || all.contains("No man is captured"), "{all}: {phrase}");
        }
        for sentence in sentences.iter().filter(|sentence| sentence.contains("'s pawns that from ")) {
            assert!(sentence.contains(" becomes the "), "{sentence}");
        }
    }
    assert!(told >= 3);
}

#[test]
fn undecided_says_what_was_looked_at() {
    let said = |level| legality(&decide("4k3/8/8/8/8/8/8/4K3 w - - 0 1", level));
    assert_eq!(
        said(Level::Static),
        [
            "No proof was found that the position can arise, and none that it cannot.",
            "Castling rights and en passant square fit the men; kings, checks and numbers of men are in order; \
             none of the five rules is broken.",
            "Deductions from captures, pawns and shut-in men do not rule it out.",
            "Nothing beyond the level `static` was asked for.",
        ]
    );
    for level in Level::ALL {
        is_readable(level.name(), &said(level));
    }
}

/// Clocks of games that were played have no fault; each kind of fault is noticed.
#[test]
fn clocks() {
    let mut chance = Chance(9);
    let start = fen::position::<Standard>(fen::START).unwrap();
    for _ in 0..300 {
        let plies = chance.below(300);
        random_game(&start, plies, &mut chance, |position| {
            let setup = position.to_setup();
            assert_eq!(
                reach::clock_faults(&setup, Start::USUAL, Draws::Ignored),
                [],
                "{}",
                fen::write::<Standard>(&setup)
            );
        });
    }
    let faults = |text: &str| -> Vec<String> {
        reach::clock_faults(&setup(text), Start::USUAL, Draws::Observed).iter().map(clock_fault).collect()
    };
    assert_eq!(
        faults("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 5 9"),
        ["After a pawn's double step the halfmove clock is 0, not 5."]
    );
    assert_eq!(faults("4k3/8/8/8/8/8/8/4K3 w - - 0 0"), ["Moves are counted from 1, not from 0."]);
    assert_eq!(
        faults("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 7 2"),
        [
            "The halfmove clock says 7 plies since a capture or pawn move, but according to the move number only 3 were played."
        ]
    );
    assert_eq!(
        faults("4k3/8/8/8/8/8/8/4K3 w - - 0 10"),
        [
            "According to the move number White has made 9 moves, but its men and the captures need at least 15.",
            "According to the move number Black has made 9 moves, but its men and the captures need at least 15.",
        ]
    );
    assert_eq!(
        faults("4k3/8/8/8/8/8/8/4K2R w - - 30 20"),
        ["The halfmove clock leaves 8 plies for captures and pawn moves, but at least 29 were needed."]
    );
    assert_eq!(
        faults("4k3/8/8/8/8/8/8/4K3 w - - 30 90"),
        [
            "The game was over with the capture or promotion after which neither side can mate, so the halfmove clock is 0, not 30."
        ]
    );
    assert_eq!(faults("4k3/8/8/8/8/8/8/4K2R w - - 150 200"), [""; 0]);
    let long = "4k3/8/8/8/8/8/8/4K2R w - - 151 200";
    assert_eq!(
        faults(long),
        [
            "A game is over after 75 moves by each side without a capture or pawn move, so the halfmove clock is at most 150, not 151."
        ]
    );
    assert_eq!(reach::clock_faults(&setup(long), Start::USUAL, Draws::Ignored), []);
}
