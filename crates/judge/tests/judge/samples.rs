//! What the documents say, and the samples made for the project.

use chess_arbiter_judge::{Options, Program};

use crate::{answers, answers_with};

macro_rules! sample {
    ($program:ident, $name:literal) => {
        (
            $name,
            Program::$program,
            include_str!(concat!("../cases/", $name, ".in")),
            include_str!(concat!("../cases/", $name, ".out")),
        )
    };
}

pub(crate) const SAMPLES: [(&str, Program, &str, &str); 6] = [
    sample!(Simplified, "simplified"),
    sample!(Simplified, "simplified_200"),
    sample!(SimplifiedPawns, "simplified_pawns_200"),
    sample!(Reachable, "reachable"),
    sample!(Checkmate, "checkmate"),
    sample!(Checkmate, "checkmate_100"),
];

#[test]
fn every_sample_byte_for_byte() {
    for (name, program, input, expected) in SAMPLES {
        for buffer in [1, 2, 3, 7, 64, 1000, 1 << 16] {
            for threads in [0, 1, 2, 4] {
                let options = Options { threads, ..Options::default() };
                let (answers, result) = answers_with(program, input.as_bytes(), buffer, &options);
                result.unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(answers, expected, "{name}, buffer of {buffer}, {threads} threads");
            }
        }
    }
}

#[test]
fn samples_without_pawns_are_samples_with_pawns() {
    let (_, _, input, expected) = SAMPLES[1];
    assert_eq!(answers(Program::SimplifiedPawns, input.as_bytes()).0, expected);
}

#[test]
fn however_blanks_are_written() {
    let variants: [fn(&str) -> String; 6] = [
        |text| text.replace('\n', "\r\n"),
        |text| format!("\u{FEFF}{text}"),
        |text| text.replace('\n', " \t \n"),
        |text| text.trim_end().into(),
        |text| text.replace(' ', "\t\t "),
        |text| format!("\u{FEFF}{}", text.trim_end().replace('\n', "  \r\n")),
    ];
    for (name, program, input, expected) in SAMPLES {
        for (i, variant) in variants.iter().enumerate() {
            for buffer in [1, 5, 8192] {
                let text = variant(input);
                let (answers, result) = answers_with(program, text.as_bytes(), buffer, &Options::default());
                result.unwrap_or_else(|error| panic!("{name}, variant {i}: {error}"));
                assert_eq!(answers, expected, "{name}, variant {i}");
            }
        }
    }
}

/// Java's `Scanner` does not care about lines.
#[test]
fn words_may_stand_on_any_line() {
    for (name, program, input, expected) in &SAMPLES[..3] {
        let text = input.split_whitespace().collect::<Vec<_>>();
        assert_eq!(&answers(*program, text.join(" ").as_bytes()).0, expected, "{name}");
        assert_eq!(
            &answers(*program, format!("\n\n{}\n\n", text.join("\n\n")).as_bytes()).0,
            expected,
            "{name}"
        );
    }
}

#[test]
fn boards_with_and_without_labels_and_blank_lines() {
    let (_, program, input, expected) = SAMPLES[3];
    let variants: [fn(&str) -> String; 5] = [
        |text| text.replace("\n\n", "\n"),
        |text| text.replace("\n\n", "\n\n \n\n"),
        |text| text.replace("abcdefgh\n", ""),
        |text| text.chars().filter(|c| !c.is_ascii_alphanumeric()).collect(),
        |text| {
            text.lines()
                .filter(|line| !line.is_empty())
                .map(|line| format!("{}\n", line.trim_start_matches(char::is_numeric)))
                .collect()
        },
    ];
    for (i, variant) in variants.iter().enumerate() {
        let (answers, result) = answers(program, variant(input).as_bytes());
        result.unwrap_or_else(|error| panic!("variant {i}: {error}"));
        assert_eq!(answers, expected, "variant {i}");
    }
    // Symbols that are asked to look like text or like pictures.
    for selector in ['\u{FE0E}', '\u{FE0F}'] {
        let text: String = input
            .chars()
            .flat_map(|c| [Some(c), ('♔'..='♟').contains(&c).then_some(selector)].into_iter().flatten())
            .collect();
        let (answers, result) = answers(program, text.as_bytes());
        result.unwrap();
        assert_eq!(answers, expected);
    }
}

#[test]
fn nine_squares_in_a_row() {
    let input = include_bytes!("../cases/reachable_malformed.in");
    let (answers, result) = answers(Program::Reachable, &input[..]);
    assert_eq!(answers, "");
    assert_eq!(
        result.unwrap_err().to_string(),
        "line 1, column 10: expected the end of row 8, found a ninth square"
    );
}

/// The document's example and its assertions, two of them corrected: `docs/errata.md` says why.
#[test]
fn unfinished() {
    for (case, expected) in [
        ("a6 b4 c8 a8", "CHECKMATE\n"),
        ("a7 h1 c6 a8", "OTHER\n"),
        ("a1 a3 a2 a8", "OTHER\n"),
        ("b7 h1 c6 a8", "OTHER\n"),
        ("a1 h1 d4 e5", "OTHER\n"),
    ] {
        assert_eq!(answers(Program::Unfinished, case.as_bytes()).0, expected, "{case}");
        let line = format!("  {case} \r\n\n{case}\n");
        assert_eq!(answers(Program::Unfinished, line.as_bytes()).0, expected.repeat(2), "{case}");
    }
}

/// The document's program against ours on a million placements, adjacent kings among them.
#[test]
fn unfinished_against_the_documents_program() {
    type Coordinate = fn(i32) -> i32;
    let next_to = |a: i32, b: i32| a != b && (a % 8 - b % 8).abs() <= 1 && (a / 8 - b / 8).abs() <= 1;
    // Whether a rook attacks a square past two others.
    let rook = |from: i32, to: i32, others: [i32; 2]| {
        let between = |x: i32, of: Coordinate, other: Coordinate| {
            other(x) == other(to) && (of(from).min(of(to)) + 1..of(from).max(of(to))).contains(&of(x))
        };
        let (file, rank): (Coordinate, Coordinate) = (|x| x % 8, |x| x / 8);
        from != to
            && ((rank(from) == rank(to) && !others.iter().any(|&x| between(x, file, rank)))
                || (file(from) == file(to) && !others.iter().any(|&x| between(x, rank, file))))
    };
    let attacked = |square: i32, rooks: [i32; 2], king: i32| {
        let [a, b] = rooks;
        // A rook on the square itself has been taken: it neither attacks nor is in the way.
        next_to(king, square) || rook(a, square, [b, king]) || rook(b, square, [a, king])
    };
    let mut random = crate::random::Random(7);
    let (mut text, mut expected) = (String::new(), String::new());
    let name = |square: i32| format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1);
    let names: Vec<String> = (0..64).map(name).collect();
    for _ in 0..1_000_000 {
        let [a, b, king, black] = [(); 4].map(|()| random.below(64) as i32);
        if a == b || a == king || a == black || b == king || b == black || king == black {
            continue;
        }
        let mate = attacked(black, [a, b], king)
            && (0..64).all(|to| !next_to(black, to) || to == king || attacked(to, [a, b], king));
        for square in [a, b, king] {
            text += &names[square as usize];
            text += " ";
        }
        text += &names[black as usize];
        text += "\n";
        expected += if mate { "CHECKMATE\n" } else { "OTHER\n" };
    }
    let (answers, result) = answers(Program::Unfinished, text.as_bytes());
    result.unwrap();
    let wrong = text.lines().zip(answers.lines().zip(expected.lines())).find(|(_, (a, b))| a != b);
    assert_eq!(wrong, None);
    assert_eq!(answers, expected);
    assert!(answers.contains("CHECKMATE"));
}

#[test]
fn checkmate() {
    let set = |side: &str, rows: [&str; 8]| format!("1\n{side}\n{}\n", rows.join("\n"));
    let empty = "........";
    for (side, rows, expected) in [
        // Stalemate is safe.
        ("w", ["k.......", "..Q.....", ".K......", empty, empty, empty, empty, empty], "WHITE IS SAFE\n"),
        // Kings threaten each other; the one may leave.
        ("w", [empty, empty, "..kK....", empty, empty, empty, empty, empty], "WHITE IS CHECKED\n"),
        // Black is attacked though White is to move: White is looked at.
        ("w", ["K......r", empty, empty, empty, empty, empty, empty, "k......."], "WHITE IS SAFE\n"),
        // Taking the king is never a move: mate although the rook "could take" the black king.
        (
            "w",
            ["K..r....", empty, empty, empty, empty, empty, "RR......", "k......."],
            "WHITE IS CHECKMATED\n",
        ),
        (
            "B",
            ["K.......", "q.......", ".k......", empty, empty, empty, empty, empty],
            "BLACK IS CHECKMATED\n",
        ),
        // The defender may block, or take.
        ("B", ["K......r", ".......R", empty, empty, empty, empty, empty, ".......k"], "BLACK IS CHECKED\n"),
    ] {
        assert_eq!(answers(Program::Checkmate, set(side, rows).as_bytes()).0, expected, "{rows:?}");
    }
}

/// More men than the contests promise are still positions.
#[test]
fn beyond_the_contests_bounds() {
    // Four rooks and three knights against a lone queen.
    let game = "1\n8 1 3\nQ A 1\nR B 1\nR C 1\nR D 1\nR A 2\nN B 2\nN C 2\nN D 2\nQ D 4\n";
    assert_eq!(answers(Program::Simplified, game.as_bytes()).0, "YES\n");
    // A board full of men.
    let mut full = String::from("1\n8 8 1\n");
    for (row, men) in [(1, "QRBN"), (2, "RBNN"), (3, "RRBB"), (4, "QNNR")] {
        for (man, file) in men.chars().zip('A'..) {
            full += &format!("{man} {file} {row}\n");
        }
    }
    assert_eq!(answers(Program::Simplified, full.as_bytes()).0, "NO\n");
    assert_eq!(
        answers(Program::Reachable, "♔".repeat(8).repeat(8).as_bytes()).1.unwrap_err().to_string(),
        "line 1, column 9: expected the end of row 8, found a ninth square"
    );
    let men = format!("{}\n", "♟".repeat(8)).repeat(8);
    assert_eq!(answers(Program::Reachable, men.as_bytes()).0, "False 1\n");
    assert_eq!(answers(Program::Checkmate, &b"0\n"[..]).0, "");
}
