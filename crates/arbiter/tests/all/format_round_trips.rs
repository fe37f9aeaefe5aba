//! What is written is read back as the same setup, in every format and for every game.

use chess_arbiter::board::{Bitboard, Board, Color, Man, Role, Setup, Square};
use chess_arbiter::format::diagram::{self, Style};
use chess_arbiter::format::epd::{self, Epd, Operand, Operation};
use chess_arbiter::format::reader::Reader;
use chess_arbiter::format::{fen, json, parse_setup};
use chess_arbiter::rules::{Pawnless, Rules, Simplified, SimplifiedPawns, Standard};
use proptest::collection::vec;
use proptest::prelude::*;

/// Any men on the window (far more than play allows), any claims that the formats can hold.
fn setups<R: Rules>() -> impl Strategy<Value = Setup> {
    let man = (any::<bool>(), 0usize..6).prop_map(|(black, role)| Man {
        color: if black { Color::Black } else { Color::White },
        role: Role::ALL[role],
    });
    // From an empty board to a full one.
    let men = (0.0f64..1.0).prop_flat_map(move |density| {
        vec(prop::option::weighted(density, man.clone()), R::WINDOW.len() as usize)
    });
    let back = R::back_rank(Color::White) | R::back_rank(Color::Black);
    let squares: Vec<Square> = R::WINDOW.collect();
    let en_passant = prop::option::of(prop::sample::select(squares));
    (men, any::<bool>(), any::<u64>(), any::<bool>(), en_passant, any::<(u16, u16)>(), any::<bool>())
        .prop_map(move |(men, black, castling, castles, en_passant, clocks, clocked)| {
            let mut board = Board::EMPTY;
            for (square, man) in R::WINDOW.zip(men) {
                if let Some(man) = man {
                    board.put(square, man);
                }
            }
            let (halfmoves, fullmoves) = if clocked { clocks } else { (0, 1) };
            Setup {
                turn: if black { Color::Black } else { Color::White },
                castling: if castles { Bitboard(castling) & back } else { Bitboard::EMPTY },
                en_passant,
                halfmoves,
                fullmoves,
                ..Setup::new(board, Color::White)
            }
        })
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let operand = prop_oneof![
        "[^\\s;\"]{1,12}".prop_map(Operand::Bare),
        ".{0,20}".prop_map(Operand::Quoted),
        "[ -~\n\r\t\\\\\"]{0,20}".prop_map(Operand::Quoted),
    ];
    // The clocks are part of the setup.
    let opcode = "[a-zA-Z][a-zA-Z0-9_]{0,14}".prop_filter("a clock", |op| op != "hmvc" && op != "fmvn");
    vec((opcode, vec(operand, 0..4)).prop_map(|(opcode, operands)| Operation { opcode, operands }), 0..5)
}

fn styles() -> impl Strategy<Value = Style> {
    any::<(bool, bool, bool, bool)>().prop_map(|(unicode, labels, framed, turn)| Style {
        unicode,
        labels,
        framed,
        turn,
    })
}

/// The same drawing from the other side: lines and the squares in them reversed, frames kept.
fn turned(drawing: &str) -> String {
    let mut lines: Vec<String> = drawing
        .lines()
        .map(|line| match line.char_indices().nth(2) {
            Some((at, _)) => format!("{}{}", &line[..at], line[at..].chars().rev().collect::<String>()),
            None => line.to_owned(),
        })
        .collect();
    lines.reverse();
    lines.join("\r\n")
}

fn check<R: Rules>(setup: Setup, operations: Vec<Operation>, style: Style) -> Result<(), TestCaseError> {
    let text = fen::write::<R>(&setup);
    prop_assert_eq!(fen::parse::<R>(&text), Ok(setup), "{}", text);
    prop_assert_eq!(parse_setup::<R>(&text), Ok(setup), "{}", text);

    let epd = Epd { setup, operations };
    let text = epd::write::<R>(&epd);
    prop_assert!(!text.contains(['\n', '\r']), "{:?}", text);
    prop_assert_eq!(epd::parse::<R>(&text), Ok(epd), "{}", text);
    prop_assert_eq!(parse_setup::<R>(&text), Ok(setup), "{}", text);

    let text = json::to_json::<R>(&setup).to_string();
    prop_assert_eq!(json::from_json::<R>(&text), Ok(setup), "{}", text);

    let drawn = diagram::write::<R>(&setup, style);
    let expected = Setup::new(setup.board, if style.turn { setup.turn } else { Color::White });
    let read = diagram::parse::<R>(&drawn).map(|read| (read.setup, read.seen_from));
    prop_assert_eq!(read, Ok((expected, Color::White)), "\n{}", drawn);
    prop_assert_eq!(parse_setup::<R>(&drawn), Ok(expected), "\n{}", drawn);
    if style.labels && !style.turn {
        let drawn = turned(&drawn);
        let read = diagram::parse::<R>(&drawn).map(|read| (read.setup, read.seen_from));
        prop_assert_eq!(read, Ok((expected, Color::Black)), "\n{}", drawn);
    }
    blanks_for_empty_squares::<R>(setup)
}

/// The drawing with blanks for empty squares, whole or with blanks at the ends of rows lost.
fn blanks_for_empty_squares<R: Rules>(setup: Setup) -> Result<(), TestCaseError> {
    let board = setup.board;
    let men = board.occupied().len();
    for (label, stripped) in [("", false), ("8", false), ("8 ", false), ("", true)] {
        let row = |rank: u8| {
            let squares = (0..R::WIDTH).map(|file| Square::at(file, rank));
            let squares = squares.map(|square| board.man_at(square).map_or(' ', Man::letter));
            let row = label.replace('8', &(rank + 1).to_string()) + &squares.collect::<String>();
            if stripped { row.trim_end().to_owned() } else { row }
        };
        let rows: Vec<String> = (0..R::HEIGHT).rev().map(row).collect();
        // What cannot be told from other texts: no men, rows that are full or cut short, empty first or last
        // rows.
        let clear = rows.iter().any(|row| row.trim_start() != row || row.trim_end().contains(' '));
        if men == 0 || stripped && !clear || stripped && rows.iter().any(String::is_empty) {
            continue;
        }
        let drawn = rows.join("\n") + "\nblack to move\n";
        let expected = Setup { turn: Color::Black, ..Setup::new(board, Color::White) };
        prop_assert_eq!(diagram::parse::<R>(&drawn).map(|read| read.setup), Ok(expected), "\n{}", drawn);
        prop_assert_eq!(parse_setup::<R>(&drawn), Ok(expected), "\n{}", drawn);
        if stripped {
            continue;
        }
        // In a stream, one after another or blank lines between, and with others.
        let others = format!("{drawn}{drawn}\n{drawn}\n\n{}\n{drawn}", fen::write::<R>(&setup));
        let items: Vec<_> = Reader::new::<R>(others.as_bytes())
            .map(|item| item.unwrap().parse::<R>().map(|read| read.board))
            .collect();
        prop_assert_eq!(items, vec![Ok(board); 5], "\n{}", others);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn standard(setup in setups::<Standard>(), operations in operations(), style in styles()) {
        check::<Standard>(setup, operations, style)?;
    }

    #[test]
    fn pawnless(setup in setups::<Pawnless>(), operations in operations(), style in styles()) {
        check::<Pawnless>(setup, operations, style)?;
    }

    #[test]
    fn simplified(setup in setups::<Simplified>(), operations in operations(), style in styles()) {
        check::<Simplified>(setup, operations, style)?;
    }

    #[test]
    fn simplified_pawns(setup in setups::<SimplifiedPawns>(), operations in operations(), style in styles()) {
        check::<SimplifiedPawns>(setup, operations, style)?;
    }
}
