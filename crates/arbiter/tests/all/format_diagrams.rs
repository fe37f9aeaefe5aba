//! The many ways in which people draw a board.

use chess_arbiter::board::{Color, Setup};
use chess_arbiter::format::diagram::{self, looks_like_diagram};
use chess_arbiter::format::{fen, parse_setup};
use chess_arbiter::rules::{Rules, Simplified, Standard};

/// Asserts that a drawing is this FEN's men and side to move, also when read in whichever form.
fn assert_reads<R: Rules>(drawing: &str, expected: &str) {
    let expected = fen::parse::<R>(expected).unwrap();
    assert_eq!(diagram::parse::<R>(drawing).map(|read| read.setup), Ok(expected), "\n{drawing}");
    assert!(looks_like_diagram(drawing), "\n{drawing}");
    assert_eq!(parse_setup::<R>(drawing), Ok(expected), "\n{drawing}");
    let dos = drawing.replace('\n', "\r\n");
    assert_eq!(parse_setup::<R>(&format!("\u{FEFF}{dos}")), Ok(expected), "\n{drawing}");
}

const GAME: &str = "r1bqk2r/pp3ppp/2n5/3p4/1b1P4/2N5/PP3PPP/R1BQKBNR w";

#[test]
fn grids() {
    for drawing in [
        "r.bqk..r\npp...ppp\n..n.....\n...p....\n.b.P....\n..N.....\nPP...PPP\nR.BQKBNR",
        "r - b q k - - r\np p - - - p p p\n- - n - - - - -\n- - - p - - - -\n- b - P - - - -\n- - N - - - - -\nP P - - - P P P\nR - B Q K B N R\n",
        "8 r_bqk__r 8\n7 pp___ppp 7\n6 __n_____ 6\n5 ___p____ 5\n4 _b_P____ 4\n3 __N_____ 3\n2 PP___PPP 2\n1 R_BQKBNR 1\n  abcdefgh",
        "8♜.♝♛♚..♜\n7♟♟...♟♟♟\n6..♞.....\n5...♟....\n4.♝.♙....\n3..♘.....\n2♙♙...♙♙♙\n1♖.♗♕♔♗♘♖\nabcdefgh",
        "♜︎·♝︎♛️♚··♜\n♟♟···♟♟♟\n··♞·····\n···♟····\n·♝·♙····\n··♘·····\n♙♙···♙♙♙\n♖·♗♕♔♗♘♖",
        "8|r bqk  r|\n7|pp   ppp|\n6|  n     |\n5|   p    |\n4| b P    |\n3|  N     |\n2|PP   PPP|\n1|R BQKBNR|\n  A B C D E F G H",
        "+-----------------+\n| r   b q k     r |\n| p p       p p p |\n|     n           |\n|       p         |\n|   b   P         |\n|     N           |\n| P P       P P P |\n| R   B Q K B N R |\n+-----------------+",
        "----------\n|r.bqk..r|\n|pp...ppp|\n|..n.....|\n|--------|\n|.b.P....|\n|..N.....|\n|PP...PPP|\n|R.BQKBNR|\n----------"
            .replace("|--------|", "|---p----|")
            .as_str(),
        "\t8\tr * b q k * * r\n\t7\tp p * * * p p p\n\n\t6\t* * n * * * * *\n\t5\t* * * p * * * *\n\t4\t* b * P * * * *\n\t3\t* * N * * * * *\n\t2\tP P * * * P P P\n\t1\tR * B Q K B N R",
    ] {
        assert_reads::<Standard>(drawing, GAME);
    }
}

#[test]
fn cells() {
    for drawing in [
        "  +---+---+---+---+\n4 | q |   |   | n |\n  +---+---+---+---+\n3 |   |   |   |   |\n  +---+---+---+---+\n2 |   |   |   |   |\n  +---+---+---+---+\n1 |   |   |   | Q |\n  +---+---+---+---+\n    a   b   c   d\nblack to move",
        "|---|---|---|---|\n|q||.|n|\n|||||\n| | | | |\n| . |   | . | Q |\n|---|---|---|---|\nB",
        "Black\nq | . | . | n\n--+---+---+--\n. | . | . | .\n. | . | . | .\n. | . | . | Q",
        "┌─┬─┬─┬─┐\n│♛│ │ │♞│\n├─┼─┼─┼─┤\n│ │ │ │ │\n├─┼─┼─┼─┤\n│ │ │ │ │\n├─┼─┼─┼─┤\n│ │ │ │♕│\n└a┴b┴c┴d┘\nblack to play.",
        "╔════════╗\n║ ♛ . . ♞ ║\n║ . . . . ║\n║ . . . . ║\n║ . . . ♕ ║\n╚════════╝\nb",
        "= = = =\nq..n\n----\n- - - -\n...Q\nb",
    ] {
        assert_reads::<Simplified>(drawing, "q2n/4/4/3Q b");
    }
}

#[test]
fn from_blacks_side() {
    let drawings = [
        "1 . . . q\n2 . . . .\n3 . . . .\n4 Q . . n\n  d c b a",
        "1 . . . q\n2 . . . .\n3 . . . .\n4 Q . . n",
        "...q 1\n.... 2\n.... 3\nQ..n 4",
        "dcba\n...q\n....\n....\nQ..n",
    ];
    for drawing in drawings {
        assert_reads::<Simplified>(drawing, "n2Q/4/4/q3 w");
        assert_eq!(diagram::parse::<Simplified>(drawing).unwrap().seen_from, Color::Black);
    }
    let unlabelled = diagram::parse::<Simplified>("....\n....\n....\n....").unwrap();
    assert_eq!((unlabelled.setup, unlabelled.seen_from), (Setup::EMPTY, Color::White));
}

#[test]
fn what_looks_like_a_diagram() {
    for text in ["w\n........", "  abcd\n", "+---+", "rnbqkbnr", "8 rnbqkbnx", "| | | |", "KRk"] {
        assert!(looks_like_diagram(text), "{text}");
    }
    for text in [
        "",
        "w",
        "8/8 w",
        "hello",
        "{\"men\": {}}",
        "1. e4 e5 2. Nf3 Nc6",
        "w\n8/8/8/8/8/8/8/8 w",
        "\n\n\n\n\n\n\n\n",
    ] {
        assert!(!looks_like_diagram(text), "{text}");
    }
}

/// Rows without a frame whose empty squares are blanks, as they are and without the blanks at their ends.
#[test]
fn blanks_for_empty_squares() {
    let rows =
        ["r bqk  r", "pp   ppp", "  n     ", "   p    ", " b P    ", "  N     ", "PP   PPP", "R BQKBNR"];
    let stripped = |rows: &[String]| rows.iter().map(|row| row.trim_end().to_owned()).collect::<Vec<_>>();
    let plain: Vec<String> = rows.map(str::to_owned).into();
    let attached: Vec<String> = (0..8).map(|i| format!("{}{}", 8 - i, rows[i])).collect();
    let apart: Vec<String> = (0..8).map(|i| format!("{} {}", 8 - i, rows[i])).collect();
    for rows in [plain, attached, apart] {
        assert_reads::<Standard>(&rows.join("\n"), GAME);
        assert_reads::<Standard>(&stripped(&rows).join("\n"), GAME);
        assert_reads::<Standard>(&format!("{}\nabcdefgh\n", stripped(&rows).join("\n")), GAME);
        assert_reads::<Standard>(&format!("\n\n{}\n\n", rows.join("\n")), GAME);
        assert_reads::<Standard>(&format!("{}\nb\n", rows.join("\n")), &GAME.replace(" w", " b"));
        assert_reads::<Standard>(&format!("black to move\n{}", rows.join("\n")), &GAME.replace(" w", " b"));
    }
    // Empty rows at the ends, where all lines are rows.
    assert_reads::<Simplified>("\n q\n   Q\n    ", "4/1q2/3Q/4 w");
    assert_reads::<Simplified>("    \n q\n   Q\n    ", "4/1q2/3Q/4 w");
    assert_reads::<Simplified>("    \n q\n   Q\n    \nb", "4/1q2/3Q/4 b");
    assert_reads::<Simplified>("♛\u{FE0E}  ♞\n\n\n   ♕", "q2n/4/4/3Q w");
    // `b` is a bishop in a row, a side outside.
    assert_reads::<Simplified>("b\n q  \nb\n   Q\n  b", "1q2/b3/3Q/2b1 b");
    // From the other side.
    assert_reads::<Simplified>("1   q\n2\n3\n4Q  n", "n2Q/4/4/q3 w");
    // Labels of the files tell where the rows begin; so does full length.
    assert_reads::<Simplified>("4  q\n3\n2\n1  Q\n  abcd", "1q2/4/4/1Q2 w");
    assert_reads::<Simplified>("4  q\n3\n2\n1  Q\n abcd", "2q1/4/4/2Q1 w");
    assert_reads::<Simplified>("4  q \n3    \n2    \n1  Q ", "2q1/4/4/2Q1 w");
}

#[test]
fn blanks_that_leave_a_doubt() {
    for drawing in [
        // Which file is the first?
        "4  q\n3\n2\n1  Q",
        // Which rank is the first?
        "\n q\n Q\n k\n\n",
        "\n q\n Q\n\n\n",
        // A row cut short says nothing.
        "qqq\nqqqq\nqqqq\nqqqq",
        "q  n \n    \n    \n   Q",
        "q  n\n    \n    ",
        "q  n\n\t\n    \n   Q",
        "4q  n\n3\n\n1   Q",
    ] {
        let drawn = diagram::parse::<Simplified>(drawing);
        assert!(drawn.is_err(), "{drawing}\n{drawn:?}");
    }
}
