//! What is wrong with an input, in words, with its line and column.

use std::fmt::Write;

use chess_arbiter_judge::Program;
use insta::assert_snapshot;

use crate::answers;

/// A row for each input: what it is, the answers before the fault, the fault.
fn table<T: AsRef<[u8]>>(program: Program, inputs: &[(&str, T)]) -> String {
    let mut table = String::new();
    for (name, input) in inputs {
        let (answers, result) = answers(program, input.as_ref());
        let answers = answers.trim_end().replace('\n', ", ");
        let _ = write!(table, "{name}: {answers}{}", if answers.is_empty() { "" } else { "; " });
        match result {
            Ok(()) => table += "fine\n",
            Err(error) => _ = writeln!(table, "{error}"),
        }
    }
    table
}

/// Games of which the first is the document's sample, answered before the fault in the second.
fn second(game: &str) -> String {
    format!("2\n2 1 1\nN B 2\nQ B 1\nQ A 4\n{game}")
}

#[test]
fn simplified() {
    let nul = second("1 1 1\nQ A 1\nQ \0 2\n");
    let inputs = [
        ("empty", String::new()),
        ("blank", " \t\r\n\n".into()),
        ("no number", "one\n".into()),
        ("negative number", "-1\n".into()),
        ("fraction", "1.5\n".into()),
        ("number without end", "1".repeat(5000)),
        ("number too large", "18446744073709551616".into()),
        ("no games", "0\n".into()),
        ("too few games", second("")),
        ("too many games", second("1 1 1 Q A 1 Q A 2\n1 1 1\n")),
        ("text after the only game", "1 1 1 1 Q A 1 Q A 2 x".into()),
        ("cut in the header", second("2 1")),
        ("cut before a piece", second("2 1 1\nN B 2\nQ B 1\n")),
        ("cut before a column", second("2 1 1\nN B 2\nQ ")),
        ("cut before a row", second("2 1 1\nN B 2\nQ B")),
        ("no white pieces", second("0 1 1")),
        ("negative count", second("1 -1 1")),
        ("too many white pieces", second("16 1 1")),
        ("too many men", second("10 7 1")),
        ("absurd count", second("1 99999999999999999999 1")),
        ("m = 0", second("1 1 0\nQ A 1\nQ B 3\n")),
        ("m = 4294967295", second("1 1 4294967295\nQ A 1\nQ B 2\n")),
        ("m = 4294967296", second("1 1 4294967296\nQ A 1\nQ B 2\n")),
        ("m = 99999999999", second("1 1 99999999999\nQ A 1\nQ B 2\n")),
        ("m with zeros", second("1 1 0003\nQ A 1\nQ B 2\n")),
        ("m with too many zeros", second(&format!("1 1 {}\nQ A 1\nQ B 2\n", "0".repeat(100)))),
        ("m with a sign", second("1 1 +1\nQ A 1\nQ B 2\n")),
        ("king", second("2 1 1\nK B 2\n")),
        ("pawn", second("2 1 1\nP B 2\n")),
        ("lower case", second("2 1 1\nq B 2\n")),
        ("unknown piece", second("2 1 1\nX B 2\n")),
        ("piece in one word", second("2 1 1\nNB2\n")),
        ("fewer pieces than announced", second("2 1 1\nQ B 2\nQ A 4\n1 1 1\n")),
        ("column E", second("2 1 1\nN E 2\n")),
        ("column in lower case", second("2 1 1\nN a 2\n")),
        ("column missing", second("2 1 1\nN 2\n")),
        ("row 5", second("2 1 1\nN A 5\n")),
        ("row 0", second("2 1 1\nN A 0\n")),
        ("row 10", second("2 1 1\nN A 10\n")),
        ("two pieces on a square", second("2 1 1\nN B 2\nQ B 2\nQ A 4\n")),
        ("two colours on a square", second("2 1 1\nN B 2\nQ B 1\nQ  B\t1 \n")),
        ("two queens", second("2 1 1\nQ B 2\nQ B 1\nQ A 4\n")),
        ("two black queens", second("1 3 1\nQ B 2\nQ B 1\nR C 3\n Q A 4\n")),
        ("no white queen", second("2 1 1\nN B 2\nR B 1\nQ A 4\n")),
        ("no black queen", second("1 1 1\nQ B 2\nR A 4\n")),
        ("NUL", nul),
        ("carriage returns", second("2 1 1\r\nN B 2\r\nQ B 1\r\nQ A 9\r\n")),
        ("byte order mark", format!("\u{FEFF}{}", second("2 1 1\nN B 2\nQ B 1\nQ A 9\n"))),
        ("byte order mark inside", second("\u{FEFF}2 1 1\n")),
        ("other text", "Dear judge,\n".into()),
        ("umlaut first", "ä".into()),
        ("emoji", second("1 1 1\n♕ A 1\n")),
    ];
    assert_snapshot!(table(Program::Simplified, &inputs), @r#"
    empty: line 1, column 1: expected a number of games, found the end of the input
    blank: line 3, column 1: expected a number of games, found the end of the input
    no number: line 1, column 1: expected a number of games, found 'one'
    negative number: line 1, column 1: expected a number of games, found '-1'
    fraction: line 1, column 1: expected a number of games, found '1.5'
    number without end: line 1, column 1: expected a number of games of at most 18446744073709551615, found '1111111111111111111111111111111111111111…'
    number too large: line 1, column 1: expected a number of games of at most 18446744073709551615, found '18446744073709551616'
    no games: fine
    too few games: YES; line 6, column 1: expected a number of white pieces, found the end of the input
    too many games: YES, YES; line 7, column 1: expected the end of the input after the last game, found '1'
    text after the only game: YES; line 1, column 21: expected the end of the input after the only game, found 'x'
    cut in the header: YES; line 6, column 4: expected a number of plies, found the end of the input
    cut before a piece: YES; line 9, column 1: expected a black piece, found the end of the input
    cut before a column: YES; line 8, column 3: expected a column A to D, found the end of the input
    cut before a row: YES; line 8, column 4: expected a row 1 to 4, found the end of the input
    no white pieces: YES; line 6, column 1: expected a number of white pieces of at least 1, found '0'
    negative count: YES; line 6, column 3: expected a number of black pieces, found '-1'
    too many white pieces: YES; line 6, column 1: expected a number of white pieces of at most 15, found '16'
    too many men: YES; line 6, column 4: expected a number of black pieces of at most 6, found '7'
    absurd count: YES; line 6, column 3: expected a number of black pieces of at most 15, found '99999999999999999999'
    m = 0: YES; line 6, column 5: expected a number of plies of at least 1, found '0'
    m = 4294967295: YES, YES; fine
    m = 4294967296: YES; line 6, column 5: expected a number of plies of at most 4294967295, found '4294967296'
    m = 99999999999: YES; line 6, column 5: expected a number of plies of at most 4294967295, found '99999999999'
    m with zeros: YES, YES; fine
    m with too many zeros: YES; line 6, column 5: expected a number of plies of at most 4294967295, found '0000000000000000000000000000000000000000…'
    m with a sign: YES; line 6, column 5: expected a number of plies, found '+1'
    king: YES; line 7, column 1: expected a piece Q, R, B or N, found 'K' (this game has no kings)
    pawn: YES; line 7, column 1: expected a piece Q, R, B or N, found 'P' (this game has no pawns)
    lower case: YES; line 7, column 1: expected a piece Q, R, B or N, found 'q'
    unknown piece: YES; line 7, column 1: expected a piece Q, R, B or N, found 'X'
    piece in one word: YES; line 7, column 1: expected a piece Q, R, B or N, found 'NB2'
    fewer pieces than announced: YES; line 8, column 1: a second white queen, the first is on line 7; expected one
    column E: YES; line 7, column 3: expected a column A to D, found 'E'
    column in lower case: YES; line 7, column 3: expected a column A to D, found 'a'
    column missing: YES; line 7, column 3: expected a column A to D, found '2'
    row 5: YES; line 7, column 5: expected a row 1 to 4, found '5'
    row 0: YES; line 7, column 5: expected a row 1 to 4, found '0'
    row 10: YES; line 7, column 5: expected a row 1 to 4, found '10'
    two pieces on a square: YES; line 8, column 5: two pieces on B2: the white knight of line 7 stands there
    two colours on a square: YES; line 9, column 6: two pieces on B1: the white queen of line 8 stands there
    two queens: YES; line 8, column 1: a second white queen, the first is on line 7; expected one
    two black queens: YES; line 10, column 2: a second black queen, the first is on line 8; expected one
    no white queen: YES; line 6, column 1: expected a queen among the white pieces, found none
    no black queen: YES; line 6, column 3: expected a queen among the black pieces, found none
    NUL: YES; line 8, column 3: expected a column A to D, found '\0'
    carriage returns: YES; line 9, column 5: expected a row 1 to 4, found '9'
    byte order mark: YES; line 9, column 5: expected a row 1 to 4, found '9'
    byte order mark inside: YES; line 6, column 1: expected a number of white pieces, found '\u{feff}2'
    other text: line 1, column 1: expected a number of games, found 'Dear'
    umlaut first: line 1, column 1: expected a number of games, found 'ä'
    emoji: YES; line 7, column 1: expected a piece Q, R, B or N, found '♕'
    "#);
}

#[test]
fn simplified_in_bytes() {
    let inputs: [(&str, &[u8]); 5] = [
        ("binary", b"\x00\x01\x02\xFF"),
        ("half a byte order mark", b"\xEF\xBB1\n"),
        ("nothing but a byte order mark", b"\xEF\xBB\xBF"),
        ("UTF-16", b"\xFF\xFE1\0\n\0"),
        ("latin 1", b"1 1 1 1 D\xE4me A 1"),
    ];
    assert_snapshot!(table(Program::Simplified, &inputs), @r#"
    binary: line 1, column 1: expected a number of games, found '\0\u{1}\u{2}\xFF'
    half a byte order mark: line 1, column 1: unexpected byte 0xef at the start of the input
    nothing but a byte order mark: line 1, column 1: expected a number of games, found the end of the input
    UTF-16: line 1, column 1: expected a number of games, found '\xFF\xFE1\0'
    latin 1: line 1, column 9: expected a piece Q, R, B or N, found 'D\xE4me'
    "#);
}

#[test]
fn simplified_with_pawns() {
    let inputs = [
        ("fine", "1\n2 2 1\nP A 1\nQ B 1\nP A 4\nQ D 4\n"),
        ("king", "1\n2 2 1\nK A 4\nQ B 1\nP A 4\nQ D 4\n"),
        ("white pawn on its last row", "1\n2 2 1\nP A 4\nQ B 1\nP A 3\nQ D 4\n"),
        ("black pawn on its last row", "1\n2 2 1\nP A 3\nQ B 1\nP A 1\nQ D 4\n"),
        ("the same with a tab", "1\n2 2 1\nP A 3\nQ B 1\nP A\t1\nQ D 4\n"),
        ("two pawns on a square", "1\n2 2 1\nP A 3\nQ B 1\nP A 3\nQ D 4\n"),
        ("no white queen", "1\n1 2 1\nP A 3\nQ B 1\nP A 2\n"),
    ];
    assert_snapshot!(table(Program::SimplifiedPawns, &inputs), @r#"
    fine: NO; fine
    king: line 3, column 1: expected a piece Q, R, B, N or P, found 'K' (this game has no kings)
    white pawn on its last row: line 3, column 5: a white pawn on A4, where it would have promoted
    black pawn on its last row: line 5, column 5: a black pawn on A1, where it would have promoted
    the same with a tab: line 5, column 5: a black pawn on A1, where it would have promoted
    two pawns on a square: line 5, column 5: two pieces on A3: the white pawn of line 3 stands there
    no white queen: line 2, column 1: expected a queen among the white pieces, found none
    "#);
}

const BOARD: &str =
    "8....♚...\n7........\n6........\n5........\n4........\n3........\n2........\n1....♔...\nabcdefgh\n";

#[test]
fn reachable() {
    // The good board, then the same with one thing changed.
    let changed = |from: &str, to: &str| format!("{BOARD}\n{}", BOARD.replacen(from, to, 1));
    let inputs = [
        ("empty", String::new()),
        ("blank", " \n\r\n\t\n".into()),
        ("fine", BOARD.into()),
        ("without line end", BOARD.trim_end().into()),
        ("without its last line", BOARD.replace("abcdefgh\n", "")),
        ("without its last line and line end", BOARD.replace("\nabcdefgh\n", "")),
        ("nine squares", changed("....♔...", "....♔....")),
        ("nine squares, the ninth a man", changed("....♔...", "....♔...♖")),
        ("seven squares", changed("3........", "3.......")),
        ("seven squares and a blank", changed("3........", "3....... ")),
        ("seven squares and a letter", changed("3........", "3.......x")),
        ("no squares", changed("3........", "3")),
        ("digits for empty squares", changed("3........", "38")),
        ("wrong label", changed("3.", "4.")),
        ("two labels", changed("3.", "33.")),
        ("label behind", changed("3........", "........3")),
        ("wrong label behind", changed("3........", "3........4")),
        ("label and square behind", changed("3........", "3........3.")),
        ("two labels behind", changed("3........", "3........ 3 3")),
        ("label behind seven squares", changed("3........", "3.......3")),
        ("labels in the other order", changed("8", "1")),
        ("label 0", changed("1.", "0.")),
        ("row missing", changed("3........\n", "")),
        ("blank line within", changed("3........\n", "\n")),
        ("blanks within", changed("3........\n", " \t\n")),
        ("letters too early", changed("1....♔...\n", "")),
        ("cut after a row", changed("3........\n2........\n1....♔...\nabcdefgh\n", "")),
        ("cut within a row", changed("..\n2........\n1....♔...\nabcdefgh\n", "")),
        ("ninth row", changed("abcdefgh", "0........")),
        ("letters of pieces", changed("♔", "K")),
        ("no-break space", changed("♔", "\u{A0}")),
        ("lone selector", changed("2.", "2\u{FE0F}.")),
        ("selector after a dot", changed("2.", "2.\u{FE0F}")),
        ("two selectors", changed("♔", "♔\u{FE0F}\u{FE0F}")),
        ("letters cut", changed("abcdefgh", "abcdefg")),
        ("letters mixed up", changed("abcdefgh", "abdcefgh")),
        ("too many letters", changed("abcdefgh", "abcdefghi")),
        ("letters after a blank line", changed("abcdefgh", "\nabcdefgh")),
        ("letters twice", changed("abcdefgh", "abcdefgh\nabcdefgh")),
        ("blank line after the letters above", format!("{BOARD}abcdefgh\n\n{BOARD}")),
        ("letters above cut", format!("ABCDEF\n{BOARD}")),
        ("letters from h to a", changed("abcdefgh", "hgfedcba")),
        ("caption never closed", format!("{BOARD}(Rule 1: no kings\n{BOARD}")),
        ("text after a caption", format!("{BOARD}(Rule 1) no kings \n{BOARD}")),
        ("caption within", changed("3........", "(3)")),
        ("lone parenthesis", "(\n".into()),
        ("text after the boards", format!("{BOARD}done\n")),
        ("line too long", format!("{BOARD}8.{}", " ".repeat(5000))),
        ("control character", changed("2.", "2\u{7}")),
    ];
    assert_snapshot!(table(Program::Reachable, &inputs), @r#"
    empty: fine
    blank: fine
    fine: True; fine
    without line end: True; fine
    without its last line: True; fine
    without its last line and line end: True; fine
    nine squares: True; line 18, column 10: expected the end of row 1, found a ninth square
    nine squares, the ninth a man: True; line 18, column 10: expected the end of row 1, found a ninth square
    seven squares: True; line 16, column 9: expected 8 squares in row 3, found 7
    seven squares and a blank: True; line 16, column 9: expected 8 squares in row 3, found 7
    seven squares and a letter: True; line 16, column 9: expected a chess symbol or a dot, found 'x'
    no squares: True; line 16, column 2: expected 8 squares in row 3, found none
    digits for empty squares: True; line 16, column 2: expected a chess symbol or a dot, found '8'
    wrong label: True; line 16, column 1: expected row 3 of the board, found the row number 4
    two labels: True; line 16, column 2: expected a chess symbol or a dot, found '3'
    label behind: True, True; fine
    wrong label behind: True; line 16, column 10: expected the end of row 3, found the row number 4
    label and square behind: True; line 16, column 11: expected the end of row 3, found '.'
    two labels behind: True; line 16, column 13: expected the end of row 3, found '3'
    label behind seven squares: True; line 16, column 9: expected a chess symbol or a dot, found '3'
    labels in the other order: True; line 11, column 1: expected row 8 of the board, found the row number 1
    label 0: True; line 18, column 1: expected row 1 of the board, found the row number 0
    row missing: True; line 16, column 1: expected row 3 of the board, found the row number 2
    blank line within: True; line 16, column 1: expected row 3 of the board, found a blank line
    blanks within: True; line 16, column 1: expected row 3 of the board, found a blank line
    letters too early: True; line 18, column 1: expected row 1 of the board, found 'a'
    cut after a row: True; line 16, column 1: expected row 3 of the board, found the end of the input
    cut within a row: True; line 16, column 8: expected 8 squares in row 3, found 6
    ninth row: True, True; line 19, column 1: expected row 8 of the board, found the row number 0
    letters of pieces: True; line 18, column 6: expected a chess symbol or a dot, found 'K'
    no-break space: True; line 18, column 6: expected a chess symbol or a dot, found the character U+00A0
    lone selector: True; line 17, column 2: expected a chess symbol or a dot, found '️' (U+FE0F)
    selector after a dot: True; line 17, column 3: expected a chess symbol or a dot, found '️' (U+FE0F)
    two selectors: True; line 18, column 8: expected a chess symbol or a dot, found '️' (U+FE0F)
    letters cut: True, True; line 19, column 8: expected 'h' in the line abcdefgh, found the end of the line
    letters mixed up: True, True; line 19, column 3: expected 'c' in the line abcdefgh, found 'd'
    too many letters: True, True; line 19, column 9: expected the end of the line after abcdefgh, found 'i'
    letters after a blank line: True, True; line 21, column 1: expected row 8 of the board, found the end of the input
    letters twice: True, True; line 21, column 1: expected row 8 of the board, found the end of the input
    blank line after the letters above: True; line 11, column 1: expected row 8 of the board, found a blank line
    letters above cut: line 1, column 7: expected 'g' in the line abcdefgh, found the end of the line
    letters from h to a: True, True; line 19, column 1: expected row 8 of the board, found 'h'
    caption never closed: True; line 10, column 18: expected ')' at the end of this caption, found the end of the line
    text after a caption: True; line 10, column 18: expected ')' at the end of this caption, found the end of the line
    caption within: True; line 16, column 1: expected row 3 of the board, found '('
    lone parenthesis: line 1, column 2: expected ')' at the end of this caption, found the end of the line
    text after the boards: True; line 10, column 1: expected row 8 of the board, found 'd'
    line too long: True; line 10, column 4097: a line of more than 4096 characters
    control character: True; line 17, column 2: expected a chess symbol or a dot, found a control character (byte 0x07)
    "#);
}

/// What is said about the boards of one input, written in many ways.
#[test]
fn reachable_in_many_forms() {
    let rows: Vec<&str> = BOARD.lines().take(8).map(|row| &row[1..]).collect();
    let drawn = |form: &dyn Fn(usize, &str) -> String| -> String {
        (1..=8).rev().zip(&rows).map(|(number, row)| form(number, row) + "\n").collect()
    };
    let plain = drawn(&|_, row| row.to_owned());
    let right = drawn(&|number, row| format!("{row}{number}"));
    let both = drawn(&|number, row| format!("{number} {row} {number} \r"));
    for board in [&plain, &right, &both] {
        for above in ["", "abcdefgh\n", " ABCDEFGH\r\n", "  a b c d e f g h \n"] {
            for below in ["", "abcdefgh\n", "ABCDEFGH\n", "\n", "(Rule 1: (a) b)\n", "\n ( ) \n\n()\n\n"] {
                let input = format!("{above}{board}{below}").repeat(3);
                let (answers, result) = answers(Program::Reachable, input.as_bytes());
                assert_eq!(
                    (answers.as_str(), result.is_ok()),
                    ("True\nTrue\nTrue\n", true),
                    "{input}{result:?}"
                );
            }
        }
    }
}

#[test]
fn reachable_in_bytes() {
    let inputs: [(&str, &[u8]); 5] = [
        ("not UTF-8", b"8...\xFF....\n"),
        ("cut within a symbol", b"8...\xE2\x99"),
        ("cut symbol and line end", b"8...\xE2\x99\n"),
        ("overlong", b"8...\xC0\xAE"),
        ("NUL", b"\0"),
    ];
    assert_snapshot!(table(Program::Reachable, &inputs), @r#"
    not UTF-8: line 1, column 5: expected text in UTF-8, found the byte 0xff
    cut within a symbol: line 1, column 5: expected text in UTF-8, found the byte 0xe2
    cut symbol and line end: line 1, column 5: expected text in UTF-8, found the byte 0xe2
    overlong: line 1, column 5: expected text in UTF-8, found the byte 0xc0
    NUL: line 1, column 1: expected row 8 of the board, found a control character (byte 0x00)
    "#);
}

const SET: &str = "w\n........\n....k...\n........\n........\n.Q......\n........\nK.......\n........\n";

#[test]
fn checkmate() {
    let changed = |from: &str, to: &str| format!("2\n{SET}{}", SET.replacen(from, to, 1));
    let inputs = [
        ("empty", String::new()),
        ("no number", "w\n".into()),
        ("negative", "-5\n".into()),
        ("no data sets", "0\n".into()),
        ("fine", changed("w", "B")),
        ("too few data sets", format!("2\n{SET}")),
        ("too many data sets", format!("1\n{SET}{SET}")),
        ("cut", changed("K.......\n........\n", "")),
        ("cut within a row", changed("......\n........\n", "")),
        ("W", changed("w", "W")),
        ("b", changed("w", "b")),
        ("white", changed("w", "white")),
        ("no side", changed("w\n", "")),
        ("seven squares", changed("....k...", "....k..")),
        ("nine squares", changed("....k...", "....k....")),
        ("nine squares, the ninth no square", changed("....k...", "....k...♔")),
        ("a thousand squares", changed("....k...", &".".repeat(1000))),
        ("row missing", format!("2\n{}{SET}", SET.replacen("........\n", "", 1))),
        ("pawn", changed(".Q", "pQ")),
        ("black pawn", changed(".Q", "PQ")),
        ("unknown letter", changed(".Q", "xQ")),
        ("symbol", changed("Q", "♕")),
        ("no white king", changed("k", ".")),
        ("no black king", changed("K", ".")),
        ("two white kings", changed("Q", "k")),
        ("two black kings", changed(".Q", ".K")),
        ("two kings in a row", changed("....k", "k...k")),
    ];
    assert_snapshot!(table(Program::Checkmate, &inputs), @r#"
    empty: line 1, column 1: expected a number of data sets, found the end of the input
    no number: line 1, column 1: expected a number of data sets, found 'w'
    negative: line 1, column 1: expected a number of data sets, found '-5'
    no data sets: fine
    fine: WHITE IS CHECKED, BLACK IS SAFE; fine
    too few data sets: WHITE IS CHECKED; line 11, column 1: expected the side to move, w (White, lower case) or B (Black, upper case), found the end of the input
    too many data sets: WHITE IS CHECKED; line 11, column 1: expected the end of the input after the only data set, found 'w'
    cut: WHITE IS CHECKED; line 18, column 1: expected row 2 of the board, found the end of the input
    cut within a row: WHITE IS CHECKED; line 14, column 9: expected the end of row 6, found a ninth square
    W: WHITE IS CHECKED; line 11, column 1: expected the side to move, w (White, lower case) or B (Black, upper case), found 'W'
    b: WHITE IS CHECKED; line 11, column 1: expected the side to move, w (White, lower case) or B (Black, upper case), found 'b'
    white: WHITE IS CHECKED; line 11, column 1: expected the side to move, w (White, lower case) or B (Black, upper case), found 'white'
    no side: WHITE IS CHECKED; line 11, column 1: expected the side to move, w (White, lower case) or B (Black, upper case), found '........'
    seven squares: WHITE IS CHECKED; line 13, column 8: expected 8 squares in row 7, found 7
    nine squares: WHITE IS CHECKED; line 13, column 9: expected the end of row 7, found a ninth square
    nine squares, the ninth no square: WHITE IS CHECKED; line 13, column 9: expected the end of row 7, found a ninth square
    a thousand squares: WHITE IS CHECKED; line 13, column 9: expected the end of row 7, found a ninth square
    row missing: line 10, column 1: expected row 1 of the board, found 'w'
    pawn: WHITE IS CHECKED; line 16, column 1: expected . or a piece r b q n k (White) or R B Q N K (Black), found 'p' (this game has no pawns)
    black pawn: WHITE IS CHECKED; line 16, column 1: expected . or a piece r b q n k (White) or R B Q N K (Black), found 'P' (this game has no pawns)
    unknown letter: WHITE IS CHECKED; line 16, column 1: expected . or a piece r b q n k (White) or R B Q N K (Black), found 'x'
    symbol: WHITE IS CHECKED; line 16, column 2: expected . or a piece r b q n k (White) or R B Q N K (Black), found '♕' (U+2655)
    no white king: WHITE IS CHECKED; line 11, column 1: expected one white king 'k' on this board, found none
    no black king: WHITE IS CHECKED; line 11, column 1: expected one black king 'K' on this board, found none
    two white kings: WHITE IS CHECKED; line 16, column 2: a second white king, the first is on line 13; expected one
    two black kings: WHITE IS CHECKED; line 18, column 1: a second black king, the first is on line 16; expected one
    two kings in a row: WHITE IS CHECKED; line 13, column 5: a second white king, the first is on line 13; expected one
    "#);
}

#[test]
fn unfinished() {
    let after = |line: &str| format!("a6 b4 c8 a8\n\n{line}");
    let inputs = [
        ("empty", String::new()),
        ("blank", "\n \t\r\n".into()),
        ("no line end", "a6 b4 c8 a8".into()),
        ("carriage returns", "a6 b4 c8 a8\r\n\r\na7 h1 c6 a8\r\n".into()),
        ("byte order mark", "\u{FEFF}a6 b4 c8 a8\n".into()),
        ("tabs", "\ta6\tb4 \t c8 a8\t\n".into()),
        ("one square", after("a1\n")),
        ("three squares", after("a1 b2 c3\n")),
        ("three squares and blanks", after("a1 b2 c3  \n")),
        ("three squares at the end", after("a1 b2 c3")),
        ("five squares", after("a1 b2 c3 d4 e5\n")),
        ("two cases on a line", after("a6 b4 c8 a8 a6 b4 c8 a8\n")),
        ("row 9", after("a1 b9 c3 d4\n")),
        ("row 0", after("a1 b2 c0 d4\n")),
        ("column i", after("i1 b2 c3 d4\n")),
        ("upper case", after("a1 B2 c3 d4\n")),
        ("without blanks", after("a1b2c3d4\n")),
        ("longer", after("a1 b2 c3 d44\n")),
        ("with a comma", after("a1, b2, c3, d4\n")),
        ("two rooks on a square", after("a1 a1 c3 d4\n")),
        ("king on a rook", after("a1 b2 b2 d4\n")),
        ("king taken already", after("a1 b2 c3 a1\n")),
        ("kings on a square", after("a1 b2  c3 c3\n")),
        ("adjacent kings", after("a1 b2 c3 d4\n")),
        ("long line", after(&format!("a1 b2 c3 {}d4\n", " ".repeat(5000)))),
        ("long word", after(&"a".repeat(5000))),
        ("NUL", after("a1\0b2 c3 d4\n")),
        ("symbol", after("♖1 b2 c3 d4\n")),
    ];
    assert_snapshot!(table(Program::Unfinished, &inputs), @r#"
    empty: fine
    blank: fine
    no line end: CHECKMATE; fine
    carriage returns: CHECKMATE, OTHER; fine
    byte order mark: CHECKMATE; fine
    tabs: CHECKMATE; fine
    one square: CHECKMATE; line 3, column 3: expected the square of the second rook, such as a1, found the end of the line
    three squares: CHECKMATE; line 3, column 9: expected the square of the black king, such as a1, found the end of the line
    three squares and blanks: CHECKMATE; line 3, column 11: expected the square of the black king, such as a1, found the end of the line
    three squares at the end: CHECKMATE; line 3, column 9: expected the square of the black king, such as a1, found the end of the line
    five squares: CHECKMATE; line 3, column 13: expected the end of the line after four squares, found 'e5'
    two cases on a line: CHECKMATE; line 3, column 13: expected the end of the line after four squares, found 'a6'
    row 9: CHECKMATE; line 3, column 4: expected the square of the second rook, such as a1, found 'b9'
    row 0: CHECKMATE; line 3, column 7: expected the square of the white king, such as a1, found 'c0'
    column i: CHECKMATE; line 3, column 1: expected the square of the first rook, such as a1, found 'i1'
    upper case: CHECKMATE; line 3, column 4: expected the square of the second rook, such as a1, found 'B2'
    without blanks: CHECKMATE; line 3, column 1: expected the square of the first rook, such as a1, found 'a1b2c3d4'
    longer: CHECKMATE; line 3, column 10: expected the square of the black king, such as a1, found 'd44'
    with a comma: CHECKMATE; line 3, column 1: expected the square of the first rook, such as a1, found 'a1,'
    two rooks on a square: CHECKMATE; line 3, column 4: two pieces on a1: the first rook and the second rook
    king on a rook: CHECKMATE; line 3, column 7: two pieces on b2: the second rook and the white king
    king taken already: CHECKMATE; line 3, column 10: two pieces on a1: the first rook and the black king
    kings on a square: CHECKMATE; line 3, column 11: two pieces on c3: the white king and the black king
    adjacent kings: CHECKMATE, OTHER; fine
    long line: CHECKMATE; line 3, column 4097: a line of more than 4096 characters
    long word: CHECKMATE; line 3, column 1: expected the square of the first rook, such as a1, found 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'
    NUL: CHECKMATE; line 3, column 1: expected the square of the first rook, such as a1, found 'a1\0b2'
    symbol: CHECKMATE; line 3, column 1: expected the square of the first rook, such as a1, found '♖1'
    "#);
}
