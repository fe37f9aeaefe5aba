//! Positions in the forms that people have them in: links, spellings, lists of men, tables, games.

use std::fmt::Write;

use chess_arbiter::board::{Bitboard, Board, Color, Man, Role, Setup};
use chess_arbiter::format::reader::{Columns, MAX_LINE, ReadError, Reader};
use chess_arbiter::format::{fen, near_fens, parse_partial, parse_problem, parse_setup, san};
use chess_arbiter::moves::legal_moves;
use chess_arbiter::position::Position;
use chess_arbiter::rules::{Pawnless, Rules, Simplified, Standard};
use proptest::collection::vec;
use proptest::prelude::*;

/// After 1. e4 c5 2. Nf3.
const SICILIAN: &str = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";

fn read(text: &str) -> Result<String, String> {
    parse_setup::<Standard>(text)
        .map(|setup| fen::write::<Standard>(&setup))
        .map_err(|fault| fault.to_string())
}

fn said(text: &str) -> String {
    read(text).unwrap_or_else(|fault| fault)
}

#[test]
fn links() {
    let spelled = SICILIAN.replace(' ', "_");
    let escaped = SICILIAN.replace(' ', "%20").replace('/', "%2F");
    let plus = SICILIAN.replace(' ', "+");
    let links = [
        format!("https://lichess.org/analysis/standard/{spelled}"),
        format!("https://lichess.org/analysis/standard/{spelled}?color=black#3"),
        format!("https://lichess.org/analysis/{spelled}"),
        format!("https://lichess.org/analysis/chess960/{spelled}"),
        format!("https://lichess.org/analysis/fromPosition/{spelled}"),
        format!("https://lichess.org/editor/{spelled}?color=white"),
        format!("http://www.lichess.org/editor/{}", SICILIAN.replace(' ', "%20")),
        format!("lichess.org/editor/{SICILIAN}"),
        format!("https://lichess.org/?fen={spelled}#friend"),
        format!("https://lichess1.org/export/fen.gif?fen={escaped}&color=white"),
        format!("https://www.chess.com/analysis?fen={escaped}&flip=false"),
        format!("https://www.chess.com/analysis?tab=analysis&fen={plus}"),
        format!("www.chess.com/practice/custom?FEN={escaped}"),
        format!("  HTTPS://chess.com/dynboard?fen={escaped}  "),
        format!("\"https://lichess.org/editor/{spelled}\""),
    ];
    for link in links {
        assert_eq!(said(&link), SICILIAN, "{link}");
    }
    // A board alone, and without a word about castling: as in a FEN.
    assert_eq!(said("https://lichess.org/editor/4k3/8/8/8/8/8/8/4K3"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let partial = parse_partial::<Standard>("https://lichess.org/editor/4k3/8/8/8/8/8/8/4K3_b").unwrap();
    assert_eq!((partial.turn, partial.castling), (Some(Color::Black), None));
}

#[test]
fn spellings() {
    let same = [
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R_b_KQkq_-_1_2",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R black KQkq - 1 2",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R Black to move KQkq - 1 2",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R, Black to play, KQkq - 1 2",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R (black to move) KQkq - 1 2",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R Schwarz am Zug KQkq - 1 2",
        "Black to move: rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R KQkq - 1 2",
        "Schwarz am Zug: rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        "FEN: rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        "position fen rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        "♜♞♝♛♚♝♞♜/♟♟1♟♟♟♟♟/8/2♟5/4♙3/5♘2/♙♙♙♙1♙♙♙/♖♘♗♕♔♗1♖ b KQkq - 1 2",
        "♜♞♝♛♚♝♞♜/♟\u{FE0E}♟\u{FE0E}1♟♟♟♟♟/8/2♟5/4♙3/5♘2/♙♙♙♙1♙♙♙/♖♘♗♕♔♗1♖ b KQkq - 1 2",
        "rsbqkbsr/pp1ppppp/8/2p5/4P3/5S2/PPPP1PPP/RSBQKB1R b KQkq - 1 2",
        "Forsyth rsbqkbsr/pp1ppppp/8/2p5/4P3/5S2/PPPP1PPP/RSBQKB1R b KQkq - 1 2",
        "Forsyth rsbqkbsrpp1ppppp10p9P8S2PPPP1PPPRSBQKB1R b KQkq - 1 2",
        "Forsyth -r-s-b-q-k-b-s-r/pp1ppppp/8/2p5/4P3/5+s2/PPPP1PPP/RSBQKB1R b KQkq - 1 2",
    ];
    for text in same {
        assert_eq!(said(text), SICILIAN, "{text}");
    }
    assert_eq!(said("4k3/8/8/8/8/8/8/4K3 white"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(said("4k3/8/8/8/8/8/8/4K3 Trait aux Noirs"), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(said("Forsyth 4k3"), "4k3/8/8/8/8/8/8/8 w - - 0 1");
    // The castling rights of a problem are by convention here too.
    let problem = parse_problem::<Standard>("4k3/8/8/8/8/8/8/4K2R White to move").unwrap();
    assert_eq!(problem.letters(), "K");
}

#[test]
fn lists_of_men() {
    let mate = "4k3/8/8/8/8/8/PP6/3Q2K1 w - - 0 1";
    let lists = [
        "White Kg1 Qd1 Pa2b2 Black Ke8",
        "White: Kg1, Qd1, Pa2, b2; Black: Ke8",
        "white kg1 qd1 pa2b2 black ke8",
        "w: Kg1 Qd1 Pa2 Pb2 b: Ke8",
        "Weiß: Kg1 Dd1 Ba2 b2 Schwarz: Ke8.",
        "White: Kg1, Qd1, Pa2, b2\nBlack: Ke8",
        "White: Kg1, Qd1, Pa2, b2\nBlack: Ke8\nWhite to move",
        "Pieces White Kg1 Qd1 Pa2b2 Black Ke8",
        "Black Ke8 / White Kg1 Qd1 Pa2b2",
        "White K g1 Q d1 P a2 b2 Black K e8",
        "♔g1 ♕d1 ♙a2 ♙b2 ♚e8",
        "White Kg1 Qd1 Pa2b2 Black Ke8 White to play",
        "White to move: White Kg1 Qd1 Pa2b2 Black Ke8",
    ];
    for list in &lists[..12] {
        assert_eq!(said(list), mate, "{list}");
    }
    assert_eq!(said("White Kg1 Sf3 Black Ke8 Nd7, black to move"), "4k3/3n4/8/8/8/5N2/8/6K1 b - - 0 1");
    let partial = parse_partial::<Standard>(lists[0]).unwrap();
    assert_eq!((partial.turn, partial.castling), (None, None));
    let four = parse_setup::<Simplified>("White Qa1 Nd1 Black Qb4").unwrap();
    assert_eq!(fen::write::<Simplified>(&four), "1q2/4/4/Q2N w");
}

/// What each text is said to be.
#[test]
fn what_cannot_be_read() {
    let texts = [
        "https://lichess.org/AbCdEfGh",
        "https://lichess.org/AbCdEfGh/black#12",
        "https://lichess.org/study/abcdefgh/ijklmnop",
        "https://www.chess.com/game/live/12345678901",
        "https://lichess.org/analysis/atomic/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
        "https://lichess.org/analysis/standard/9/8/8/8/8/8/8/8_w_-_-_0_1",
        "https://lichess.org/analysis/standard/8/8/8/8/8/8/8/8_x_-_-_0_1",
        "https://www.chess.com/analysis?fen=8%2F8%2F8%2F8%2F8%2F8%2F8%2F8%20w%20KX%20-%200%201",
        "https://example.org/?fen=startpos",
        "8/8/8/8/8/8/8/8_w_-_e9_0_1",
        "8/8/8/8/8/8/8/8 Black to move KX",
        "8/8/8/8/8/8/8/8 black and white",
        "White to move: 8/8/8/8/8/8/8/8 b - -",
        "8/8/4s3/8/8/8/8 w",
        "♜7/8/8/8/8/8/8/9 w",
        "White Kg1 Qd1 Black Ke8 Kg1",
        "White Kg1 Qd1 f1 Black Ke8",
        "White Kg9 Black Ke8",
        "White Kg1 Xd1 Black Ke8",
        "White: Kg1, Qd1\nBlack: Ke8, foo",
        "White Kg1 Black Ke8 White to move Black to move",
        "[Event \"?\"]\n[Site \"?\"]\n\n1. e4 e5 *",
        "1. e4 e5 2. Nf3",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect/></svg>",
        "<?xml version=\"1.0\"?>\n<svg/>",
        "<!DOCTYPE html>\n<html></html>",
        "{\"fen\": \"8/8/8/8/8/8/8/8 w\"}",
        "e2e4 e7e5 g1f3",
        "e7e8q",
        "Nf3 d5 c4",
        "position startpos moves e2e4",
        "BeginProblem\nStipulation #2\nEndProblem",
        "PK\u{3}\u{4}",
        "%PDF-1.7",
        "hello world",
        "",
    ];
    let mut table = String::new();
    for text in texts {
        let _ = writeln!(table, "{text:?}\n    {}", said(text));
    }
    insta::assert_snapshot!("looks", table);
}

/// Line, name and position of each item, or what is wrong.
fn items(text: &str) -> Vec<String> {
    let item = |item| match item {
        Ok(item) => {
            let chess_arbiter::format::reader::Item { line, id, .. } = &item;
            let setup = item.parse::<Standard>().map(|setup| fen::write_key::<Standard>(&setup));
            format!(
                "{line} {} {}",
                id.as_deref().unwrap_or("-"),
                setup.unwrap_or_else(|fault| fault.to_string())
            )
        }
        Err(ReadError::Text(fault)) => fault.to_string(),
        Err(ReadError::Io(error)) => error.to_string(),
    };
    Reader::new::<Standard>(text.as_bytes()).map(item).collect()
}

#[test]
fn tables() {
    let a = "4k3/8/8/8/8/8/8/4K3 w - -";
    let b = "4k3/8/8/8/8/8/8/4K3 b - -";
    let rows = [format!("2 p1 {a}"), format!("3 p2 {b}")];
    let full = |fen: &str| format!("{fen} 0 1");
    let (af, bf) = (full(a), full(b));
    for (heading, delimiter) in
        [("id,fen", ","), ("id\tFEN", "\t"), ("PuzzleId;Position", ";"), ("Name|EPD", "|")]
    {
        let text = format!("{heading}\np1{delimiter}{af}\np2{delimiter}{bf}\n");
        assert_eq!(items(&text), rows, "{text}");
    }
    // By content, with quotes, with empty lines between, fields of lines that are too short.
    let text = format!("id,what,start\n\np1,\"a, \"\"b\"\"\",\"{af}\"\n\np2,x,{bf}\np3\n");
    assert_eq!(items(&text)[..2], [format!("3 p1 {a}"), format!("5 p2 {b}")]);
    assert!(items(&text)[2].starts_with("6 - line 6"), "{:?}", items(&text));
    // One column.
    assert_eq!(items(&format!("fen\n{af}\n{bf}\n")), [format!("2 - {a}"), format!("3 - {b}")]);
    // Without a heading: what stands beside the position names it.
    let rows = [format!("1 p1 {a}"), format!("2 p2 {b}")];
    assert_eq!(items(&format!("{af}\tp1\n{bf}\tp2\n")), rows);
    assert_eq!(items(&format!("{a}\tp1\n{b}\tp2\n")), rows);
    assert_eq!(items(&format!("p1\t{af}\np2\t{bf}\n")), rows);
    assert_eq!(items(&format!("p1,{af},e1e2,1500\np2,{bf},e8e7,900\n")), rows);
    assert_eq!(items(&format!("p1;\"{af}\"\np2;\"{bf}\"\n")), rows);
    // What is a position as it stands has no name: fields with tabs between, an EPD.
    assert_eq!(items(&af.replace(' ', "\t")), [format!("1 - {a}")]);
    assert_eq!(items(&format!("{a} c0 \"x, y\";")), [format!("1 - {a}")]);
    assert_eq!(items(&format!("{a}\tbm Kd2;\tid \"x\";")), [format!("1 - {a}")]);
    assert_eq!(
        items("p1,9/8/8/8/8/8/8/8 w"),
        ["1 - line 1, column 3: expected a piece letter or a digit 1-8, found ','"]
    );
    // What is not known, where that can be asked about.
    let open = format!("{} ? ? ?\tp1", a.split(' ').next().unwrap_or_default());
    let item = Reader::new::<Standard>(open.as_bytes()).next().unwrap().unwrap();
    assert_eq!((item.id.as_deref(), item.parse_partial::<Standard>().unwrap().turn), (Some("p1"), None));
    assert_eq!(Columns::named::<Standard>("not,a heading 1/2", None), None);
    assert_eq!(Columns::named::<Standard>("just,words", None), None);
}

/// A list goes on with the men of the other side, not with another position.
#[test]
fn json_lines() {
    let text = "{\"id\": 1, \"fen\": \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"}\n4k3/8/8/8/8/8/8/4K3 b\n\
                {\"label\":\"x\",\"moves\":[\"e2e4\"],\"board\":\"4k3/8/8/8/8/8/4P3/4K3\"}\n";
    assert_eq!(
        items(text),
        ["1 1 4k3/8/8/8/8/8/8/4K3 w - -", "2 - 4k3/8/8/8/8/8/8/4K3 b - -", "3 x 4k3/8/8/8/8/8/4P3/4K3 w - -"]
    );
}

#[test]
fn lists_one_after_another() {
    let text = "White Kg1 Black Ke8\nBlack Ka8 White Kh1\n♔a1\n♚a8\nBlack to move\nWhite: Kb1\nBlack: Kb8\nWhite: Kc1\n";
    let found: Vec<String> =
        items(text).into_iter().map(|row| row.split(' ').take(4).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        found,
        [
            "1 - 4k3/8/8/8/8/8/8/6K1 w",
            "2 - k7/8/8/8/8/8/8/7K w",
            "3 - k7/8/8/8/8/8/8/K7 b",
            "6 - 1k6/8/8/8/8/8/8/1K6 w",
            "8 - 8/8/8/8/8/8/8/2K5 w"
        ]
    );
}

#[test]
fn games() {
    let text = "[Event \"A/B\"]\n[Result \"*\"]\n\n1. e4 {a (comment) 1-0\n} c5 (1... e5 2. Nf3) 2. Nf3 $1 *\n\n\
                [Event \"?\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. 0-0 Ke7 2. Rf9 Kd6 1-0\n\n\
                [Variant \"Atomic\"]\n\n1. e4 *\n\n[Event \"no moves\"]\n";
    let found = items(text);
    let names: Vec<&str> = found.iter().filter_map(|row| row.split(' ').nth(1)).collect();
    assert_eq!(names, ["1.0", "1.1", "1.2", "1.3", "2.0", "2.1", "2.2", "10,", "12,", "4.0"], "{found:#?}");
    assert_eq!(found[3], format!("5 1.3 {}", SICILIAN.trim_end_matches(" 1 2")));
    assert_eq!(
        found[7],
        "line 10, column 15: game 2, ply 3, Rf9: expected the square to go to, a file a-h and a rank 1-8, found '9'"
    );
    assert_eq!(found[8], "line 12, column 11: game 3: expected a game of chess, found the variant 'Atomic'");
    // Moves alone, several games.
    let found = items("1. e4 e5 1/2-1/2\n1. d4 *\n");
    let names: Vec<&str> = found.iter().filter_map(|row| row.split(' ').nth(1)).collect();
    assert_eq!(names, ["1.0", "1.1", "1.2", "2.0", "2.1"], "{found:#?}");
    // Tags with FENs alone are a list of positions, as ever.
    let tag = "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n";
    assert_eq!(items(&tag.repeat(2)), ["1 - 4k3/8/8/8/8/8/8/4K3 w - -", "2 - 4k3/8/8/8/8/8/8/4K3 w - -"]);
    assert_eq!(items(&format!("{tag}\n1. Kd2 *")).len(), 2);
    // What never ends.
    assert!(items("1. e4 {and so on").last().unwrap().contains("expected a '}'"));
    assert!(items("1. e4 (1. d4").last().unwrap().contains("expected a ')'"));
    let long = format!("1. e4 {}\n1. d4", "x".repeat(MAX_LINE));
    assert!(!items(&long).is_empty());
}

/// Any men on the board, and claims that a FEN can hold.
fn setups() -> impl Strategy<Value = Setup> {
    let man = (any::<bool>(), 0_usize..6).prop_map(|(black, role)| Man {
        color: if black { Color::Black } else { Color::White },
        role: Role::ALL[role],
    });
    (vec(prop::option::weighted(0.3, man), 64), any::<bool>(), any::<(u16, u16)>()).prop_map(
        |(men, black, (halfmoves, fullmoves))| {
            let mut board = Board::EMPTY;
            for (square, man) in Standard::WINDOW.zip(men) {
                if let Some(man) = man {
                    board.put(square, man);
                }
            }
            let turn = if black { Color::Black } else { Color::White };
            let castling = Bitboard::EMPTY;
            Setup { turn, castling, halfmoves, fullmoves, ..Setup::new(board, turn) }
        },
    )
}

fn listed(setup: &Setup, figurines: bool) -> String {
    let mut text = String::new();
    for color in Color::BOTH {
        if !figurines {
            text.push_str(if color == Color::White { "White:" } else { " Black:" });
        }
        for (square, man) in setup.board.iter().filter(|(_, man)| man.color == color) {
            let letter = if figurines { man.symbol() } else { man.letter().to_ascii_uppercase() };
            let _ = write!(text, " {letter}{square}");
        }
    }
    let side = if setup.turn == Color::White { "White" } else { "Black" };
    let _ = write!(text, ", {side} to move");
    text
}

proptest! {
    /// Each spelling of a position gives the position.
    #[test]
    fn round_trips(setup in setups()) {
        let text = fen::write::<Standard>(&setup);
        let key = fen::write_key::<Standard>(&setup);
        let read = |text: &str| parse_setup::<Standard>(text).map_err(|fault| format!("{text}: {fault}"));
        let spelled = text.replace(' ', "_");
        let escaped: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
        prop_assert_eq!(read(&spelled), Ok(setup));
        prop_assert_eq!(read(&format!("https://lichess.org/analysis/{spelled}")), Ok(setup));
        prop_assert_eq!(read(&format!("https://www.chess.com/analysis?fen={escaped}&x=1")), Ok(setup));
        let (placement, rest) = text.split_once(' ').unwrap();
        let figurines: String =
            placement.chars().map(|c| u8::try_from(c).ok().and_then(Man::from_letter).map_or(c, Man::symbol)).collect();
        prop_assert_eq!(read(&format!("{figurines} {rest}")), Ok(setup));
        let words = if setup.turn == Color::White { "White to move" } else { "Schwarz am Zug" };
        prop_assert_eq!(read(&format!("{placement} {words}{}", &rest[1..])), Ok(setup));
        prop_assert_eq!(read(&format!("{words}: {placement}{}", &rest[1..])), Ok(setup));
        let knights = placement.replace('n', "s").replace('N', "S");
        prop_assert_eq!(read(&format!("{knights} {rest}")), Ok(setup));
        prop_assert_eq!(read(&format!("Forsyth {knights} {rest}")), Ok(setup));
        // A list says nothing of clocks.
        if setup.board.occupied().has_any() {
            for figurines in [false, true] {
                let list = listed(&setup, figurines);
                let has_first = setup.board.iter().any(|(_, man)| man.color == Color::White);
                if has_first || figurines {
                    let bare = Setup { halfmoves: 0, fullmoves: 1, ..setup };
                    prop_assert_eq!(read(&list), Ok(bare));
                }
            }
        }
        for (row, delimiter) in [(format!("x1\t{text}"), '\t'), (format!("x1,{text}"), ','), (format!("{text};x1"), ';')] {
            let items: Vec<_> = Reader::new::<Standard>(row.as_bytes()).map(|item| item.unwrap()).collect();
            prop_assert_eq!(items.len(), 1);
            prop_assert_eq!(items[0].parse::<Standard>(), Ok(setup), "{}", row);
            if delimiter != ';' {
                prop_assert_eq!(items[0].id.as_deref(), Some("x1"));
            }
        }
        let table = format!("what,fen,id\nx,{text},x1\n");
        let items: Vec<_> = Reader::new::<Standard>(table.as_bytes()).map(|item| item.unwrap()).collect();
        prop_assert_eq!((items.len(), items[0].line, items[0].id.as_deref()), (1, 2, Some("x1")));
        prop_assert_eq!(items[0].parse::<Standard>(), Ok(setup));
        prop_assert_eq!(read(&key).map(|setup| setup.board), Ok(setup.board));
    }

    /// A FEN that lost or got an empty square somewhere: what it was is among what it can mean.
    #[test]
    fn near(setup in setups(), rank in 0_usize..8, chance in any::<u8>(), more in any::<bool>()) {
        let text = fen::write::<Standard>(&setup);
        let (placement, rest) = text.split_once(' ').unwrap();
        let mut rows: Vec<String> = placement.split('/').map(str::to_owned).collect();
        // Runs of one, so that any of them can go.
        let squares: String = rows[rank].chars().flat_map(|c| c.to_digit(10).map_or(vec![c], |run| vec!['1'; run as usize])).collect();
        let runs: Vec<usize> = squares.match_indices('1').map(|(at, _)| at).collect();
        prop_assume!(runs.len() > 1);
        let at = runs[usize::from(chance) % runs.len()];
        // Only numbers that stay one, or become one greater.
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten().any(|at| squares.as_bytes().get(at) == Some(&b'1'));
        prop_assume!(beside);
        let mut changed = squares.clone();
        if more { changed.insert(at, '1') } else { changed.remove(at); }
        let (mut row, mut empty) = (String::new(), 0);
        for c in changed.chars().chain([' ']) {
            if c == '1' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            empty = 0;
            row.push(c);
        }
        rows[rank] = row.trim().to_owned();
        let wrong = rows.join("/") + " " + rest;
        prop_assert!(parse_setup::<Standard>(&wrong).is_err(), "{}", wrong);
        let near = near_fens::<Standard>(&wrong);
        prop_assert!(near.iter().any(|near| near.setup == setup), "{} {:?}", wrong, near);
    }

    /// The positions of a game are those that are met in it, whatever stands between its moves.
    #[test]
    fn games_are_played(choices in vec((any::<u16>(), 0_usize..8), 0..60), tags in any::<bool>()) {
        let mut position = Position::<Standard>::initial();
        let mut expected = vec![fen::write::<Standard>(&position.to_setup())];
        let mut text = if tags { "[Event \"a [b] (c\"]\n[Site \"https://lichess.org/x\"]\n\n".to_owned() } else { String::new() };
        for (ply, (choice, between)) in choices.into_iter().enumerate() {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            if ply % 2 == 0 {
                let _ = write!(text, "{}. ", ply / 2 + 1);
            }
            let between = [" ", "\n", " {a\n(b} ", " (e4 (e5) x) ", " ; e4\n", " $3 ", "! ", "  "][between];
            text += &(san::write(&position, mv) + between);
            position = position.play(mv);
            expected.push(fen::write::<Standard>(&position.to_setup()));
        }
        if expected.len() > 1 {
            text += "*\n";
            let found: Vec<_> = Reader::new::<Standard>(text.as_bytes()).map(|item| item.unwrap()).collect();
            let names: Vec<String> = (0..expected.len()).map(|ply| format!("1.{ply}")).collect();
            prop_assert_eq!(found.iter().map(|item| item.text.clone()).collect::<Vec<_>>(), expected);
            prop_assert_eq!(found.iter().filter_map(|item| item.id.clone()).collect::<Vec<_>>(), names);
        }
    }

    /// Anything at all is read or refused, with a place within the text.
    #[test]
    fn nothing_panics(parts in vec(prop_oneof![
        "\\PC{0,12}",
        prop::sample::select(vec![
            "https://lichess.org/", "analysis/standard/", "editor/", "?fen=", "&", "#", "%2F", "%20", "%", "%F0%9F", "8/8/8/8/",
            "8/8/8/8", "4k3/8/8/8/8/8/8/4K3", "_w_", " b ", "KQkq", " - - ", "0 1", "White", "Black", " to move", ":", "Kg1",
            "Pa2b2", "♔", "♚e8", "\u{FE0F}", "Forsyth ", "s", "S", "64", "+", "-", "[Event \"x\"]\n", "[FEN \"", "\"]", "1. e4",
            " e5", "{", "}", "(", ")", ";", "*\n", "\n", "\t", ",", "\"", "id,fen\n", "fen", "|", "\r\n", "<svg", "e2e4", "Nf3 ",
        ]).prop_map(str::to_owned),
    ], 0..14)) {
        let text = parts.concat();
        let check = |fault: chess_arbiter::TextError| {
            prop_assert!((1..=text.lines().count().max(1)).contains(&fault.line), "{:?} {}", text, fault);
            let line = text.lines().nth(fault.line - 1).unwrap_or("");
            prop_assert!((1..=line.chars().count() + 2).contains(&fault.column), "{:?} {}", text, fault);
            Ok(())
        };
        if let Err(fault) = parse_setup::<Standard>(&text) {
            check(fault)?;
        }
        if let Err(fault) = parse_partial::<Standard>(&text) {
            check(fault)?;
        }
        let _ = parse_problem::<Pawnless>(&text);
        let _ = near_fens::<Standard>(&text);
        for item in Reader::new::<Standard>(text.as_bytes()) {
            match item {
                Ok(item) => {
                    prop_assert!((1..=text.lines().count()).contains(&item.line));
                    let _ = item.parse::<Standard>();
                }
                Err(ReadError::Text(fault)) => check(fault)?,
                Err(ReadError::Io(error)) => panic!("{error}"),
            }
        }
        let _ = Reader::new::<Simplified>(text.as_bytes()).count();
    }
}

/// Texts that were once read as another position than a person means.
#[test]
fn nothing_is_read_as_another_position() {
    let fault = |text: &str| read(text).unwrap_err();
    assert_eq!(
        fault("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1 moves a1a8"),
        "line 1, column 44: moves are not played here: expected the position that they lead to"
    );
    assert!(fault("Forsyth 3k4/8/8/8/8/8/8/N3K3").contains("the knight is S"));
    // Letters of the language of the sides: a Bauer is a pawn, a roi a king, a Paard a knight.
    for (text, fen) in [
        ("Weiß: Kg1, Ba2; Schwarz: Ke8", "4k3/8/8/8/8/8/P7/6K1 w - - 0 1"),
        ("Blancas Rg1 Pa2 Negras Rg8", "6k1/8/8/8/8/8/P7/6K1 w - - 0 1"),
        ("Blancs Rg1 Fa2 Noirs Rg8", "6k1/8/8/8/8/8/B7/6K1 w - - 0 1"),
        ("Wit: Kg1, Pa3; Zwart: Kg8", "6k1/8/8/8/8/N7/8/6K1 w - - 0 1"),
        ("White: Kg1, Ba2; Black: Ke8", "4k3/8/8/8/8/8/B7/6K1 w - - 0 1"),
    ] {
        assert_eq!(read(text).as_deref(), Ok(fen), "{text}");
    }
    assert!(fault("Weiß: Kg1, Qd1; Schwarz: Ke8").contains("expected a man of K, D, T, L, S, B"));
    for link in [
        "https://lichess.org/editor/k7/8/1K6/8/8/8/8/7R_w_-_-_0_1?variant=antichess",
        "https://lichess.org/editor/k7/8/1K6/8/8/8/8/7R_w_-_-_0_1?x=1&variant=horde",
        "https://www.chess.com/variants/4-player-chess?fen=k7/8/1K6/8/8/8/8/7R+w+-+-+0+1",
    ] {
        assert!(fault(link).contains("which is another game"), "{link}: {}", fault(link));
    }
    assert!(
        read("https://lichess.org/editor/k7/8/1K6/8/8/8/8/7R_w_-_-_0_1?variant=standard&color=white").is_ok()
    );
}

/// The side to move, and the rest of a FEN, in columns of their own; names of columns that only end like one.
#[test]
fn columns_of_a_fen() {
    const P: &str = "4k3/8/8/8/8/8/8/4K3";
    let rook = "r3k2r/8/8/8/8/8/8/R3K2R";
    for (text, expected) in [
        (format!("fen,turn\n{P},b\n{P},White"), vec![format!("2 - {P} b - -"), format!("3 - {P} w - -")]),
        (
            format!("board,turn,castling,ep,id\n{rook},b,KQkq,-,z1\n{rook},w,,,z2"),
            vec![format!("2 z1 {rook} b KQkq -"), format!("3 z2 {rook} w - -")],
        ),
        (format!("fen,turn\n{P} w - - 0 1,b"), vec![format!("2 - {P} w - -")]),
        (format!("White,Black,FEN,paid,gameid\nA,B,{P} w,yes,g7"), vec![format!("2 g7 {P} w - -")]),
        (format!("game,valid,fen\n5,true,{P} w"), vec![format!("2 - {P} w - -")]),
        (format!("PuzzleId,fen\n5,{P} w"), vec![format!("2 5 {P} w - -")]),
    ] {
        assert_eq!(items(&text), expected, "{text}");
    }
    // Of a side that cannot be read it is said so.
    let rows = items(&format!("fen,turn\n{P},x"));
    assert!(rows[0].contains("expected the side to move"), "{rows:?}");
    // Words for the side to move are no name, and where they differ nothing is guessed.
    assert_eq!(items(&format!("{P} w - - 0 1, White to move, 7")), [format!("1 7 {P} w - -")]);
    let rows = items(&format!("{P} w - - 0 1, Black to play"));
    assert!(rows[0].contains("line 1, column"), "{rows:?}");
}

/// Moves that begin elsewhere are not played from the first position.
#[test]
fn games_begin_where_they_say() {
    let faults = |text: &str| -> Vec<String> {
        items(text).into_iter().filter(|item| item.contains("expected")).collect()
    };
    assert_eq!(
        faults("12. h4 h5 13. g4 g5"),
        ["line 1, column 1: game 1: expected move 1., found 12.: these moves begin elsewhere"]
    );
    assert_eq!(items("10... a4 11. c5").len(), 2);
    assert_eq!(items("1... e5 2. Nf3").len(), 2);
    assert_eq!(items("1. e4 e5 2. Nf3 2... Nc6 3. Bb5").len(), 6);
    assert_eq!(items("1. e4 e5 3. Nf3").len(), 4);
    assert_eq!(items("[Variant \"Chess960\"]\n\n1. e4").len(), 1);
    assert_eq!(items("[SetUp \"1\"]\n\n1. e4").len(), 1);
    assert_eq!(faults("[Event \"a\"]\n\n1. e4 e5 ( 2. Nc3\n[Event \"b\"]\n\n1. d4").len(), 1);
    // A tag that names a FEN may number its moves as it likes.
    assert_eq!(items("[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 40\"]\n[X \"y\"]\n\n1. Rh8+ Kd7").len(), 3);
}

/// Long lines of nothing much take no time to speak of.
#[test]
fn long_lines_are_linear() {
    let started = std::time::Instant::now();
    for text in
        ["/ ".repeat(32_000), format!("{}/", "1 ".repeat(32_000)), format!("{}/", "; ".repeat(32_000))]
    {
        for _ in 0..20 {
            assert!(read(&text).is_err());
        }
    }
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
