//! Splitting a stream into positions, and texts that are anything.

use std::io::{self, BufRead, BufReader, Read};

use chess_arbiter::board::{Color, Setup};
use chess_arbiter::format::diagram::{self, Style, looks_like_diagram};
use chess_arbiter::format::reader::{MAX_LINE, ReadError, Reader};
use chess_arbiter::format::{epd, fen, json, parse_setup, san, uci};
use chess_arbiter::rules::{Pawnless, Rules, Simplified, SimplifiedPawns, Standard};
use proptest::collection::vec;
use proptest::prelude::*;

/// First lines and texts of the items, faults as text.
fn items<R: Rules>(input: impl BufRead) -> Vec<(usize, String)> {
    Reader::new::<R>(input)
        .map(|item| match item {
            Ok(item) => (item.line, item.text),
            Err(ReadError::Text(fault)) => (fault.line, fault.message),
            Err(ReadError::Io(error)) => (0, error.to_string()),
        })
        .collect()
}

fn first_lines<R: Rules>(text: &str) -> Vec<usize> {
    items::<R>(text.as_bytes()).into_iter().map(|(line, _)| line).collect()
}

const BOARD: &str = "q..n\n....\n....\n...Q\n";

#[test]
fn boards_one_after_another() {
    let labels = format!("{BOARD}abcd\n");
    assert_eq!(first_lines::<Simplified>(&BOARD.repeat(3)), [1, 5, 9]);
    assert_eq!(first_lines::<Simplified>(&labels.repeat(3)), [1, 6, 11]);
    assert_eq!(first_lines::<Simplified>(&format!("{labels}b\n").repeat(2)), [1, 7]);
    assert_eq!(first_lines::<Simplified>(&format!("b\n{BOARD}").repeat(2)), [1, 6]);
    assert_eq!(first_lines::<Simplified>(&format!("+----+\n{BOARD}+----+\n").repeat(2)), [1, 7]);
    assert_eq!(
        first_lines::<Simplified>(&format!("abcd\n+----+\n{BOARD}+----+\nabcd\nw\n").repeat(2)),
        [1, 10]
    );
    // A board that is cut short ends at its labels, at a blank line, at a FEN.
    assert_eq!(first_lines::<Simplified>(&format!("q..n\n....\nabcd\n{labels}")), [1, 4]);
    assert_eq!(first_lines::<Simplified>(&format!("q..n\n....\n\n{labels}")), [1, 4]);
    assert_eq!(first_lines::<Simplified>(&format!("q..n\n....\n4/4/4/4 w\n{labels}")), [1, 3, 4]);
}

/// Rows with blanks for empty squares: taken together only if each is known to be a row.
#[test]
fn boards_of_blanks() {
    let board = "q  n\n    \n    \n   Q\n";
    let empty_first = "    \nq  n\n    \n   Q\n";
    assert_eq!(first_lines::<Simplified>(&board.repeat(3)), [1, 5, 9]);
    assert_eq!(first_lines::<Simplified>(&empty_first.repeat(3)), [1, 5, 9]);
    assert_eq!(first_lines::<Simplified>(&format!("{BOARD}{empty_first}{BOARD}")), [1, 5, 9]);
    assert_eq!(first_lines::<Simplified>(&format!("{board}\n\n{board}b\n{board}")), [1, 7, 12]);
    assert_eq!(first_lines::<Simplified>(&format!("b\n{board}w\n{board}").repeat(2)), [1, 6, 11, 16]);
    assert_eq!(first_lines::<Simplified>(&format!("4/4/4/4 w\n{board}abcd\n4/4/4/4 w\n")), [1, 2, 7]);
    assert_eq!(first_lines::<Simplified>("4q  n\n3\n2\n1   Q\n4q  n\n3\n2\n1   Q\n"), [1, 5]);
    // A bishop on the first square, and the side to move.
    assert_eq!(first_lines::<Simplified>("b   \n   q\n    \nQ   \nb   \n   q\n    \nQ   \nb\n"), [1, 5]);
    // Not enough rows, or too short ones: every line for itself, with its number.
    assert_eq!(first_lines::<Simplified>("q  n\n    \n    \n\n4/4/4/4 w\n"), [1, 5]);
    assert_eq!(first_lines::<Simplified>("q  n\n\n    \n   Q\n4/4/4/4 w\n"), [1, 4, 5]);
    assert_eq!(first_lines::<Simplified>("q  n\n    \n é \n   Q\n4/4/4/4 w\n"), [1, 3, 4, 5]);
}

#[test]
fn long_lines_and_other_bytes() {
    let mut text = vec![b'x'; MAX_LINE + 1];
    text.extend(b"\n4/4/4/4 w\r\n\xFF\xFE\n");
    text.extend(vec![b'y'; MAX_LINE]);
    text.extend(b"\n\n\n# comment\n4/4/4/4 b");
    // A small buffer: lines come in many parts.
    let found = items::<Simplified>(BufReader::with_capacity(7, text.as_slice()));
    assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 3, 4, 8]);
    assert_eq!(found[0].1, "this line is longer than 65536 bytes");
    assert_eq!(found[1].1, "4/4/4/4 w");
    assert_eq!(found[2].1, "not UTF-8 text: byte 0xff");
    assert_eq!(found[3].1.len(), MAX_LINE);
    assert_eq!(found[4].1, "4/4/4/4 b");
}

/// Gives some bytes, then fails.
struct Failing(&'static [u8]);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() { Err(io::Error::other("unplugged")) } else { self.0.read(buffer) }
    }
}

#[test]
fn a_source_that_fails_ends_the_stream() {
    let found = items::<Simplified>(BufReader::new(Failing(b"4/4/4/4 w\n4/4")));
    assert_eq!(found, [(1, "4/4/4/4 w".to_owned()), (0, "unplugged".to_owned())]);
}

/// What a stream may be made of.
#[derive(Clone, Debug)]
enum Part {
    Fen(bool),
    Drawing(Style, bool),
    Comment,
    Blank,
}

fn parts() -> impl Strategy<Value = Vec<Part>> {
    let style = any::<(bool, bool, bool)>().prop_map(|(unicode, labels, framed)| Style {
        unicode,
        labels,
        framed,
        turn: true,
    });
    vec(
        prop_oneof![
            any::<bool>().prop_map(Part::Fen),
            (style, any::<bool>()).prop_map(|(style, black)| Part::Drawing(style, black)),
            Just(Part::Comment),
            Just(Part::Blank),
        ],
        0..12,
    )
}

/// Text made of the characters that the formats use, so that it is often nearly right.
fn nearly() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "K",
        "q",
        "P",
        "n",
        "R",
        "b",
        "8",
        "4",
        "1",
        "9",
        "/",
        " ",
        "\n",
        "\r\n",
        ".",
        "-",
        "|",
        "+",
        "w",
        " b ",
        "e",
        "a1",
        "e8",
        "x",
        "=",
        "(",
        ")",
        "O-O",
        "0-0-0",
        "e.p.",
        "\"",
        "\\",
        ";",
        ":",
        "{",
        "}",
        "[",
        "]",
        ",",
        "♔",
        "♟",
        "\u{FE0F}",
        "─",
        "│",
        "abcdefgh",
        "hgfe",
        "KQkq",
        "men",
        "\"fen\"",
        "0",
        "\t",
        "\0",
        "é",
        "rnbqkbnr",
        "........",
        "4/4/4/4 w",
        "8/8/8/8/8/8/8/8 w - -",
    ]);
    vec(pieces, 0..40).prop_map(|parts| parts.concat())
}

/// Whatever a text is, every reader answers, and points into the text or just behind it.
fn survive<R: Rules>(text: &str) -> Result<(), TestCaseError> {
    let outcomes = [
        fen::parse::<R>(text),
        fen::parse_bytes::<R>(text.as_bytes()),
        epd::parse::<R>(text).map(|epd| epd.setup),
        diagram::parse::<R>(text).map(|diagram| diagram.setup),
        json::from_json::<R>(text),
        parse_setup::<R>(text),
    ];
    let lines = text.split('\n').count();
    for fault in outcomes.iter().filter_map(|outcome| outcome.as_ref().err()) {
        prop_assert!((1..=lines).contains(&fault.line), "{:?}: {}", text, fault);
        prop_assert!((1..=text.chars().count() + 2).contains(&fault.column), "{:?}: {}", text, fault);
        prop_assert!(!fault.message.is_empty() && !fault.message.contains('\n'), "{:?}: {}", text, fault);
    }
    for setup in outcomes.into_iter().flatten() {
        prop_assert_eq!(fen::parse::<R>(&fen::write::<R>(&setup)), Ok(setup));
    }
    looks_like_diagram(text);
    for item in Reader::new::<R>(text.as_bytes()).flatten() {
        let _ = item.parse::<R>();
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn a_stream_is_its_parts(parts in parts()) {
        let (mut text, mut expected) = (String::new(), Vec::new());
        for part in parts {
            let line = text.matches('\n').count() + 1;
            let setup = |black| Setup {
                turn: if black { Color::Black } else { Color::White },
                ..fen::parse::<Simplified>("q2n/4/4/3Q w").unwrap()
            };
            match part {
                Part::Comment => text += "# w 8/8\n",
                Part::Blank => text += " \r\n",
                Part::Fen(black) => {
                    text += &format!("{}\n", fen::write::<Simplified>(&setup(black)));
                    expected.push((line, setup(black)));
                }
                Part::Drawing(style, black) => {
                    text += &diagram::write::<Simplified>(&setup(black), style);
                    expected.push((line, setup(black)));
                }
            }
        }
        let found: Vec<_> = Reader::new::<Simplified>(text.as_bytes())
            .map(|item| { let item = item.unwrap(); (item.line, item.parse::<Simplified>().unwrap()) })
            .collect();
        prop_assert_eq!(found, expected, "\n{}", text);
    }

    #[test]
    fn any_text(text in prop_oneof!["\\PC{0,80}", any::<String>(), nearly()]) {
        survive::<Standard>(&text)?;
        survive::<Pawnless>(&text)?;
        survive::<Simplified>(&text)?;
        survive::<SimplifiedPawns>(&text)?;
    }

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..200), capacity in 1usize..50) {
        let _ = fen::parse_bytes::<Standard>(&bytes);
        let _ = fen::parse_bytes::<Simplified>(&bytes);
        let whole = items::<Standard>(bytes.as_slice());
        prop_assert_eq!(items::<Standard>(BufReader::with_capacity(capacity, bytes.as_slice())), whole);
    }

    #[test]
    fn any_move_text(text in prop_oneof![any::<String>(), nearly(), "[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8](=?[QRBNKqrbnk])?[+#!? ]{0,2}"]) {
        let standard = fen::position::<Standard>("r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
        let pawns = fen::position::<SimplifiedPawns>("q3/2P1/4/3Q w").unwrap();
        let over = pawns.play("d1d4".parse().unwrap()).play("a4d4".parse().unwrap());
        // What is read as a move of a position is one, and is written and read back.
        if let Ok(mv) = san::parse(&standard, &text) {
            prop_assert_eq!(san::parse(&standard, &san::write(&standard, mv)), Ok(mv));
        }
        if let Ok(mv) = uci::parse(&standard, &text) {
            prop_assert_eq!(uci::parse(&standard, &uci::write(&standard, mv)), Ok(mv));
        }
        for position in [pawns, over] {
            let outcomes = [san::parse(&position, &text), uci::parse(&position, &text)];
            for fault in outcomes.into_iter().filter_map(Result::err) {
                prop_assert!(fault.line == 1 && fault.column <= text.chars().count() + 1, "{:?}: {}", text, fault);
            }
        }
    }
}
