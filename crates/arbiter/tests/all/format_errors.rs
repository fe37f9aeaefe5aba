//! What is said about texts that cannot be read: each table is kept as a snapshot.

use std::fmt::Write;

use chess_arbiter::format::reader::Reader;
use chess_arbiter::format::{TextError, diagram, epd, fen, json, parse_setup, san, uci};
use chess_arbiter::rules::{Pawnless, Simplified, SimplifiedPawns, Standard};

/// Each text with what is said about it.
fn table<T>(texts: &[&str], read: impl Fn(&str) -> Result<T, TextError>) -> String {
    let mut table = String::new();
    for text in texts {
        let said = read(text).map_or_else(|error| error.to_string(), |_| "no fault".into());
        let _ = writeln!(table, "{text:?}\n    {said}");
    }
    table
}

#[test]
fn fens() {
    let texts = [
        "",
        "   ",
        "8/8/8/8/8/8/8/8",
        "\u{FEFF}8/8/8/8/8/8/8/8 w",
        "8/8/8/8/8/8/8/8 w\r\n",
        "8/8/8/8/8/8/8/8 w - -\r\n",
        "8/8/8/8/8/8/8/8 w - - - -\r\n",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq\r\n",
        "r3k2r/8/8/8/8/8/8/R3K2R\tw\tKQkq\t-\t0\t1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w",
        "rnbqkbnrr/8/8/8/8/8/8/8 w",
        "rnbqkbn/8/8/8/8/8/8/8 w",
        "44p/8/8/8/8/8/8/8 w",
        "8/8/8/54/8/8/8/8 w",
        "9/8/8/8/8/8/8/8 w",
        "rnbqkbnx/8/8/8/8/8/8/8 w",
        "rnbqkb♞r/8/8/8/8/8/8/8 w",
        "ä8/8/8/8/8/8/8/8 w",
        "8/8/8\0/8/8/8/8/8 w",
        "8/8/8/8/8/8/8/8 x",
        "8/8/8/8/8/8/8/8 white",
        "8/8/8/8/8/8/8/8 w KX -",
        "8/8/8/8/8/8/8/8 w -K -",
        "8/8/8/8/8/8/8/8 w KQ\0kq -",
        "8/8/8/8/8/8/8/8 w - e9",
        "8/8/8/8/8/8/8/8 w - e",
        "8/8/8/8/8/8/8/8 w - e3x",
        "8/8/8/8/8/8/8/8 w - - x 1",
        "8/8/8/8/8/8/8/8 w - - 1x 1",
        "8/8/8/8/8/8/8/8 w - - 0 65536",
        "8/8/8/8/8/8/8/8 w - - 99999999999999999999 1",
        "8/8/8/8/8/8/8/8 w - - -1 1",
        "8/8/8/8/8/8/8/8 w - - 0 1 2",
        "8/8/8/8/8/8/8/8 w\n8/8/8/8/8/8/8/8 w",
        "4k3//8/8/8/8/8/8/4K3 w",
        "8/8/8//8/8/8/8/8 w",
        "8/8/8/8/8/8/8//8 w",
        "8/8/8///8/8/8/8/8 w",
        "8//8//8//8//8//8//8//8 w",
        "//8/8/8/8/8/8/8/8 w",
        "/8/8/8/8/8/8/8/8 w",
        "8/8/8/8/8/8/8/8/ w",
        "8/8/8/8/8/8/8/8// w",
        "44/8/8//8/8/8/8 w",
    ];
    insta::assert_snapshot!("fen", table(&texts, fen::parse::<Standard>));
    let texts = [
        "1q2/4/4/Q2n w",
        "5/4/4/4 w",
        "4/4/4 w",
        "4/4/4/4/4 w",
        "qq/4/4/4 w",
        "4/4/4/4 w - e3",
        "8/8/8/8/8/8/8/8 w",
        "4//4/4/4 w",
        "4/4//4/4 w",
        "4/4/4//4 w",
        "/4/4/4/4 w",
        "//4/4/4/4 w",
        "4/4/4/4/ w",
        "4/4/4/4// w",
        "4//4/4 w",
    ];
    insta::assert_snapshot!("fen_simplified", table(&texts, fen::parse::<Simplified>));
}

#[test]
fn epds() {
    let texts = [
        "",
        "8/8/8/8/8/8/8/8 w - -",
        "8/8/8/8/8/8/8/8 w - - bm Nf3",
        "8/8/8/8/8/8/8/8 w - - 0 1 ;D1 20 ;D2 400",
        "8/8/8/8/8/8/8/8 w - - 0 1 bm Nf3;",
        "8/8/8/8/8/8/8/8 w - - 70000 1 bm Nf3;",
        "8/8/8/8/8/8/8/8 w - - 0 1x bm Nf3;",
        "8/8/8/8/8/8/8/8 w bm Nf3;",
        "8/8/8/8/8/8/8/8 w - - id \"never closed; bm Nf3;",
        "8/8/8/8/8/8/8/8 w - - id \"closed\\\"",
        "8/8/8/8/8/8/8/8 w - - \"id\";",
        "8/8/8/8/8/8/8/8 w - - bm Nf3; 3 x;",
        "8/8/8/8/8/8/8/8 w - - hmvc;",
        "8/8/8/8/8/8/8/8 w - - c0 \"ö\"; hmvc 65536;",
        "8/8/8/8/8/8/8/8 w - - fmvn \"3\";",
        "8/8/8/8/8/8/8/8 w - - fmvn +3;",
        "8/8/8/8/8/8/8/8 w - - bm Nf3;\r\n",
        "8/8/8/8/8/8/8/8 w - - bm Nf3;\nid \"x\";",
        "8/8/8/8/8/8/8/9 w - - bm Nf3;",
    ];
    insta::assert_snapshot!("epd", table(&texts, epd::parse::<Standard>));
}

#[test]
fn diagrams() {
    let eight = |row: &str| [row; 8].join("\n");
    let with = |number: usize, row: &str| {
        let mut rows = ["........"; 8];
        rows[number - 1] = row;
        rows.join("\n")
    };
    let labelled = |labels: [u8; 8]| labels.map(|label| format!("{label} ........")).join("\n");
    let texts = [
        String::new(),
        "\n\n".into(),
        "hello".into(),
        "white to move\n".into(),
        with(1, "........."),
        with(3, "8 . . . . . . . . ."),
        with(5, "......."),
        with(5, "...♚..."),
        with(5, "rnbqkxnr"),
        with(2, "♜♞♝♛♚♝♞♜♜"),
        with(2, "♜\u{FE0E}♞\u{FE0E}♝\u{FE0E}♛\u{FE0F}♚♝♞é"),
        with(4, "..p4."),
        with(4, "8"),
        with(4, "rnbqkbnr/pppppppp"),
        with(4, "........\0"),
        with(4, "....|...."),
        with(4, "|........"),
        with(4, "|r b  |"),
        with(4, "|r bqk  r|"),
        with(4, "|r bqk\t r|"),
        with(4, "| r | n | b | q | k | b | n |"),
        with(4, "| r | n | b | q | k | b | n | r | r |"),
        with(4, "| r | nn | b | q | k | b | n | r |"),
        with(4, "9 ........"),
        with(4, "5 ........ 4"),
        with(4, "3 ........"),
        with(4, "-------"),
        with(4, "---------"),
        format!("{}\nabcdefg", eight("........")),
        format!("{}\nbcdefgh", eight("........")),
        format!("{}\n........", eight("........")),
        format!("{}\nhello", eight("........")),
        format!("w\n{}\nb", eight("........")),
        format!("w\n{}\nwhite to move", eight("........")),
        format!("abcdefgh\n{}\nhgfedcba", eight("........")),
        ["........"; 7].join("\r\n"),
        "8 ........\n7 ........\n6 ....".into(),
        labelled([8, 7, 6, 5, 4, 3, 2, 1]),
        labelled([1, 2, 3, 4, 5, 6, 7, 8]),
        labelled([8, 7, 6, 4, 5, 3, 2, 1]),
        labelled([8, 2, 6, 5, 4, 3, 2, 1]),
        labelled([3, 7, 6, 5, 4, 3, 2, 1]),
        format!("{}\nabcdefgh", labelled([1, 2, 3, 4, 5, 6, 7, 8])),
    ];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    insta::assert_snapshot!("diagram", table(&texts, diagram::parse::<Standard>));
}

#[test]
fn any_form() {
    let texts = [
        "",
        "\u{FEFF}",
        "\u{FEFF}\r\n\t\r\n8/8/8/8/8/8/8/8 w\r\n\r\n",
        "\n8/8/8/8/8/8/8/8 w\n\n8/8/8/8/8/8/8/8 b",
        "\n\n8/8/8/8/8/8/8/8 x",
        "8/8/8/8/8/8/8/8 w - - 0 x",
        "8/8/8/8/8/8/8/8 w - - 0 1 x",
        "8/8/8/8/8/8/8/8 w - - id \"x;",
        "8/8/8/8/8/8/8/8 w - - 0 1; \"x\"",
        "8/8/8/8/8/8/8/8 w - - 0 1 bm Kc2",
        "8/8/8/8/8/8/8/8 w - - 0 1 bm \"Kc2",
        "8/8/8/8/8/8/8/8 w - - 0 70000 bm Kc2",
        "8/8/8/8/8/8/8/8 w - - 0 bm Kc2",
        "8/8/8/8/8/8/8/8 w - - 0 1 2 bm Kc2",
        "\"8/8/8/8/8/8/8/8 w\"",
        "\n  \"8/8/8/8/8/8/8/8 x\"",
        "\"8/8/8/8/8/8/8/8 w",
        "\"\"",
        "\"",
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]",
        "  [FEN  \"8/8/8/8/8/8/8/9 w - - 0 1\" ]\r\n",
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0\u{20}x\"]",
        "[FEN \"8/8/8/8/8/8/8/8 w",
        "[FEN \"8/8/8/8/8/8/8/8 w\"",
        "[FEN 8/8/8/8/8/8/8/8 w]",
        "[Event \"8/8/8/8/8/8/8/8 w\"]",
        "hello world",
        "rnbqkbnr",
        "w",
        "rnbqkbnr\npppppppp",
        "\n\n........\n.........",
        "PK\u{3}\u{4}\0\0",
        "{\"fen\": 1}",
    ];
    insta::assert_snapshot!("any_form", table(&texts, parse_setup::<Standard>));
}

#[test]
fn jsons() {
    let texts = [
        "",
        "{",
        "[]",
        "3",
        "{}",
        "null",
        "\r\n\t [",
        "{\"men\": {}}",
        "\"8/8/8/8/8/8/8/8 w\"",
        "\"8/8/8/8/8/8/8/9 w\"",
        "\"8/8/8/8/8/8/8/8 w\" x",
        "{\"fen\": \"8/8/8/8/8/8/8/8 w\"}",
        "{\"fen\": \"8/8/8/8/8/8/8/8 w\", \"turn\": \"black\"}",
        "{\n  \"fen\": \"8/8/8/8/8/8/8/8 x\"\n}",
        "{\"rules\": \"simplified\", \"men\": {}}",
        "{\"men\": {\"e1\": \"K\", \"é1\": \"k\"}}",
        "{\"men\": {\"e1\": \"K\",\n \"e1\": \"k\"}}",
        "{\"men\": {\"e1\": \"KK\"}}",
        "{\"men\": {\"e1\": \"♔\"}}",
        "{\"men\": {\"e1\": 1}}",
        "{\"men\": [\"e1\"]}",
        "{\"men\": {}, \"turn\": \"green\"}",
        "{\"men\": {}, \"castling\": [\"h1\", \"i1\"]}",
        "{\"men\": {}, \"enPassant\": null, \"castling\": null}",
        "{\"men\": {}, \"enPassant\": 3}",
        "{\"men\": {}, \"halfmoves\": -1}",
        "{\"men\": {}, \"fullmoves\": 65536}",
        "{\"men\": {}, \"men\": {}}",
        "{\"men\": {}, \"moves\": 3}",
        "{\"men\": {}} x",
        "\u{FEFF}{\"men\": {}}\r\n",
    ];
    insta::assert_snapshot!("json", table(&texts, json::from_json::<Standard>));
}

const MIDDLE_GAME: &str = "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn moves() {
    let middle = fen::position::<Standard>(MIDDLE_GAME).unwrap();
    let pinned = fen::position::<Standard>("4r1k1/8/8/8/1b6/2N5/4N3/4K2R w K - 0 1").unwrap();
    let check = fen::position::<Standard>("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1").unwrap();
    let passing = fen::position::<Standard>("3rkr2/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
    let kings = fen::position::<Pawnless>("8/8/8/2Rk4/3K4/8/8/8 w").unwrap();
    let pawns = fen::position::<SimplifiedPawns>("q3/2P1/4/3Q w").unwrap();
    let taken = fen::position::<Simplified>("q3/4/4/3Q w").unwrap().play("d1a4".parse().unwrap());

    let mut report = String::from("uci\n");
    let texts = [
        "", "e", "e2", "e2e", "e2e9", "i2e4", "e2e4e", "e2e4q", "e2e4 e5", "♔e1g1", "0000", "e3e4", "e7e5",
        "e2e5", "e1e2", "b7a8", "b7a8k", "b7a8p", "e1g1", "e1b1", "e1c1", "E2E4",
    ];
    report += &table(&texts, |text| uci::parse(&middle, text));
    report += "pinned\n";
    report += &table(&["e2g3", "c3d5", "e1g1", "e1d1", "e1c1"], |text| uci::parse(&pinned, text));
    report += "in check\n";
    report += &table(&["e1g1", "e1h1", "a1a2", "e1e2", "e1d1"], |text| uci::parse(&check, text));
    report += "passing attacked squares\n";
    report += &table(&["e1g1", "e1c1", "e1a1"], |text| uci::parse(&passing, text));
    report += "kings\n";
    report += &table(&["d4d5", "c5d5", "d4e4", "d4d6", "c5c6"], |text| uci::parse(&kings, text));
    report += "four by four\n";
    report += &table(&["c3c4q", "c3c4", "c3c4r", "e2e4", "d1d5"], |text| uci::parse(&pawns, text));
    report += "royal taken\n";
    report += &table(&["a4a3", "d1d2"], |text| uci::parse(&taken, text));
    insta::assert_snapshot!("uci", report);

    let mut report = String::from("san\n");
    let texts = [
        "",
        " ",
        "x",
        "Nf",
        "N",
        "Nxx5",
        "nf3",
        "i4",
        "e",
        "e44",
        "e9",
        "Nd3z",
        "O-O-O-O",
        "O-O",
        "OO",
        "0-0-0",
        "Nd3 Nd4",
        "Bb9",
        "Ne3",
        "Rd3",
        "Kd2",
        "Ng7",
        "Nb5",
        "Nxb5",
        "Nab5",
        "N3b5",
        "d5",
        "d4",
        "e6",
        "dxe6 e.p.",
        "bxa8",
        "bxa8=K",
        "bxa8=",
        "bxa8(Q",
        "Nd3=Q",
        "Qxf5",
        "Qf5",
        "Sf3",
        "Rb1",
        "Rg1",
        "Rag1",
        "R2g1",
        "Nc3d5",
        "Ke1-e3",
        "♔",
        "e1g1",
    ];
    report += &table(&texts, |text| san::parse(&middle, text));
    report += "pinned\n";
    report += &table(&["Nd5", "Ng3", "Nexg3", "Nd4", "O-O", "O-O-O"], |text| san::parse(&pinned, text));
    report += "in check\n";
    report += &table(&["O-O", "O-O-O", "Ra2", "Kxe2"], |text| san::parse(&check, text));
    report += "passing attacked squares\n";
    report += &table(&["O-O", "O-O-O"], |text| san::parse(&passing, text));
    report += "kings\n";
    report += &table(&["Kxd5", "Rxd5", "e4", "O-O"], |text| san::parse(&kings, text));
    report += "four by four\n";
    report += &table(&["c4=Q", "c4", "c4=R", "Kc1", "Qe4", "Qd5"], |text| san::parse(&pawns, text));
    report += "royal taken\n";
    report += &table(&["Qa3"], |text| san::parse(&taken, text));
    insta::assert_snapshot!("san", report);
}

#[test]
fn streams() {
    let mut text = b"\xEF\xBB\xBF# comment\r\n8/8/8/8/8/8/8/8 w\r\n\r\nnot \xFF text\r\n".to_vec();
    text.extend(vec![b'x'; 70_000]);
    text.extend(
        b"\n4k3/8/8/8/8/8/8/4K3 w - - bm e4;\n........\n.........\n# a comment\n....x...\n........\n",
    );
    text.extend(b"........\n........\n........\n........\nabcdefgh\nb\n........\n\xFF\nhello\n/");
    let mut report = String::new();
    for item in Reader::new::<Standard>(text.as_slice()) {
        let _ = match item {
            Err(error) => writeln!(report, "{error}"),
            Ok(item) => writeln!(
                report,
                "item at {}: {:?}\n    {}",
                item.line,
                item.text,
                item.parse::<Standard>().map_or_else(|error| error.to_string(), |_| "no fault".into())
            ),
        };
    }
    insta::assert_snapshot!("stream", report);
}
