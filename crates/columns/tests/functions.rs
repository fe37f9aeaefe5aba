//! Functions of SQL and data frames: what they say is what shakmaty and the command say, however the columns
//! are laid out.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{
    Array, ArrayRef, Datum, DictionaryArray, Int32Array, Int64Array, LargeStringArray, NullArray, Scalar,
    StringArray, StringViewArray, new_null_array,
};
use chess_arbiter_answer::request::{By, Context, Grant, ReachRequest, WinRequest};
use chess_arbiter_answer::{Form, Question, ask};
use chess_arbiter_columns::functions::{FUNCTIONS, Function, Kind, Wrong};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position, Role, Square};

const MATE: &str = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";

/// What can be wrong, and what need not be.
const ROWS: [Option<&str>; 9] = [
    Some(MATE),
    None,
    Some("4k3/9/8 w"),
    Some("7k/8/6K1/8/8/8/8/R7 w - - 0 1"),
    Some("8/8/8/8/8/8/8/8 w - - 0 1"),
    Some("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w - - 0 1"),
    Some(MATE),
    Some(""),
    Some("k7/8/8/3pP3/8/8/8/K7 w - d6 0 3"),
];

fn stop() -> Arc<AtomicBool> {
    Arc::default()
}

fn texts<'a>(rows: impl IntoIterator<Item = Option<&'a str>>) -> StringViewArray {
    rows.into_iter().collect()
}

fn one(text: &str) -> Scalar<StringViewArray> {
    StringViewArray::new_scalar(text)
}

fn number(n: i32) -> Scalar<Int32Array> {
    Int32Array::new_scalar(n)
}

fn call(name: &str, arguments: &[&dyn Datum], rows: usize) -> Result<ArrayRef, Wrong> {
    let function = Function::named(name).unwrap();
    let found = function.call(arguments, rows, &stop());
    if let Ok(found) = &found {
        assert_eq!((found.data_type(), found.len()), (&function.result.arrow(), rows), "{name}");
    }
    assert_eq!(function.call_on(arguments, rows, 3, &stop()), found, "{name} on three threads");
    found
}

fn said(name: &str, arguments: &[&dyn Datum], rows: usize) -> Vec<Option<String>> {
    let found = call(name, arguments, rows).unwrap();
    found.as_string_view().iter().map(|text| text.map(str::to_owned)).collect()
}

type Given = Box<dyn Datum>;

/// What goes with the positions in tests of all functions, as one value and as a column.
fn others(function: &Function, rows: usize) -> (Vec<Given>, Vec<Given>) {
    let text =
        |text: &str| -> (Given, Given) { (Box::new(one(text)), Box::new(texts(vec![Some(text); rows]))) };
    let others = function.parameters[1..].iter().map(|parameter| match parameter.name {
        "level" => text("static"),
        "stipulation" => text("s#1"),
        "side" => text("white"),
        "square" => text("g7"),
        "moves" => text("a1a8 h8g8 a8a1"),
        _ => (Box::new(number(1)) as Given, Box::new(Int32Array::from(vec![1; rows])) as Given),
    });
    others.unzip()
}

fn with<'a>(fens: &'a dyn Datum, others: &'a [Box<dyn Datum>]) -> Vec<&'a dyn Datum> {
    std::iter::once(fens).chain(others.iter().map(|other| &**other)).collect()
}

/// xorshift64 (Marsaglia 2003)
fn below(seed: &mut u64, n: usize) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed % n as u64) as usize
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Always).to_string()
}

/// Games of random moves: each position with the moves from the start.
fn random_play(positions: usize) -> Vec<(Chess, Vec<String>)> {
    let (mut seed, mut found) = (0x9E37_79B9_7F4A_7C15, Vec::new());
    while found.len() < positions {
        let (mut position, mut moves) = (Chess::default(), Vec::new());
        loop {
            found.push((position.clone(), moves.clone()));
            let legal = position.legal_moves();
            if legal.is_empty() || moves.len() > 300 {
                break;
            }
            let mv = legal[below(&mut seed, legal.len())];
            moves.push(mv.to_uci(CastlingMode::Standard).to_string());
            position.play_unchecked(mv);
        }
    }
    found
}

#[test]
fn as_shakmaty_has_it() {
    let games = random_play(20_000);
    let fens: Vec<String> = games.iter().map(|(position, _)| fen(position)).collect();
    let column = texts(fens.iter().map(|fen| Some(fen.as_str())));
    let rows = column.len();

    let word = |position: &Chess| match (position.is_check(), position.legal_moves().is_empty()) {
        (true, true) => "checkmate",
        (true, false) => "check",
        (false, true) => "stalemate",
        (false, false) => "safe",
    };
    let statuses = said("chess_status", &[&column], rows);
    let expected: Vec<_> = games.iter().map(|(position, _)| Some(word(position).to_owned())).collect();
    assert!(expected.iter().flatten().any(|word| word == "checkmate"));
    assert!(statuses == expected);
    assert_eq!(call("chess_fen_error", &[&column], rows).unwrap().null_count(), rows);

    let mut seed = 7;
    let squares: Vec<Square> = (0..rows).map(|_| Square::new(below(&mut seed, 64) as u32)).collect();
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    let names = texts(names.iter().map(|name| Some(name.as_str())));
    let letter = |((position, _), square): (&(Chess, _), &Square)| {
        Some(position.board().piece_at(*square).map_or('.', |piece| piece.char()).to_string())
    };
    let expected: Vec<_> = games.iter().zip(&squares).map(letter).collect();
    assert!(said("chess_board", &[&column, &names], rows) == expected);

    let men = |position: &Chess, color| -> String {
        let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
        let men = |role| usize::from(*position.board().material_side(color).get(role));
        roles.map(|role| role.upper_char().to_string().repeat(men(role))).concat()
    };
    let expected: Vec<_> = games
        .iter()
        .map(|(position, _)| Some(format!("{}v{}", men(position, Color::White), men(position, Color::Black))))
        .collect();
    assert!(said("chess_material", &[&column], rows) == expected);

    let start = fen(&Chess::default());
    let moves: Vec<String> = games.iter().map(|(_, moves)| moves.join(" ")).collect();
    let moves = texts(moves.iter().map(|moves| Some(moves.as_str())));
    let all = said("chess_play", &[&one(&start), &moves], rows);
    assert!(all.iter().zip(&fens).all(|(found, expected)| found.as_ref() == Some(expected)));
    // All but the last.
    let fewer = games.iter().map(|(_, moves)| Some((moves.len() as i32 - 1).max(0)));
    let fewer = said("chess_play", &[&one(&start), &moves, &Int32Array::from_iter(fewer)], rows);
    for (row, found) in fewer.iter().enumerate() {
        let before = if games[row].1.is_empty() { row } else { row - 1 };
        assert_eq!(found.as_ref(), Some(&fens[before]));
    }
}

/// The side to move mates within so many moves by the first of these.
fn mating(position: &Chess, moves: u32) -> Vec<String> {
    let mates = |mv: &shakmaty::Move| {
        let after = position.clone().play(*mv).unwrap();
        let replies = after.legal_moves();
        if replies.is_empty() {
            return after.is_check();
        }
        let answered = |reply| !mating(&after.clone().play(reply).unwrap(), moves - 1).is_empty();
        moves > 1 && replies.into_iter().all(answered)
    };
    let keys = position.legal_moves().into_iter().filter(mates);
    keys.map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect()
}

#[test]
fn mates_are_those_of_all_moves_tried() {
    let (mut seed, mut fens, mut positions) = (11, Vec::new(), Vec::new());
    while fens.len() < 120 {
        let mut board = shakmaty::Board::empty();
        for letter in ['K', 'Q', 'R', 'k', 'p'] {
            let square = Square::new(below(&mut seed, 64) as u32);
            board.set_piece_at(square, shakmaty::Piece::from_char(letter).unwrap());
        }
        // The king in a corner: mates are near.
        board.set_piece_at(Square::H8, shakmaty::Piece::from_char('k').unwrap());
        let text = format!("{} w - - 0 1", board.board_fen());
        let parsed: Fen = text.parse().unwrap();
        if let Ok(position) = parsed.into_position::<Chess>(CastlingMode::Standard) {
            fens.push(text);
            positions.push(position);
        }
    }
    let column = texts(fens.iter().map(|fen| Some(fen.as_str())));
    let found = call("chess_mate_in", &[&column, &number(2)], fens.len()).unwrap();
    let keys = [1, 2].map(|n| call("chess_keys", &[&column, &number(n)], fens.len()).unwrap());
    let mut mates = [0; 3];
    for (row, position) in positions.iter().enumerate() {
        let expected = [1, 2].map(|n| {
            let mut keys = mating(position, n);
            keys.sort();
            keys
        });
        for (found, expected) in keys.iter().zip(&expected) {
            let found = found.as_list::<i32>().value(row);
            let mut found: Vec<&str> = found.as_string_view().iter().flatten().collect();
            found.sort();
            assert_eq!(found, *expected, "{}", fens[row]);
        }
        let shortest = expected.iter().position(|keys| !keys.is_empty()).map_or(0, |place| place + 1);
        assert_eq!(found.as_primitive::<Int32Type>().value(row), shortest as i32, "{}", fens[row]);
        mates[shortest] += 1;
    }
    assert!(mates.iter().all(|&number| number > 10), "{mates:?}");
}

#[test]
fn who_can_still_win() {
    let fens =
        ["8/8/8/4k3/8/8/5P2/4K3 w", "8/8/8/4k3/8/8/8/K1N5 w", "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w", "?"];
    let column = texts(fens.map(Some).into_iter().chain([None]));
    for (side, expected) in [
        ("white", [Some(true), Some(false), Some(false), None, None]),
        ("black", [Some(false), Some(false), Some(false), None, None]),
    ] {
        let found = call("chess_can_win", &[&column, &one(side)], 5).unwrap();
        assert_eq!(found.as_boolean().iter().collect::<Vec<_>>(), expected, "{side}");
    }
    let message = call("chess_can_win", &[&column, &one("grey")], 5).unwrap_err().to_string();
    assert_eq!(message, "chess_can_win: side: expected one of white or black, found \"grey\"");
}

#[test]
fn evidence_is_the_commands() {
    let games = random_play(60);
    let fens: Vec<String> = games.iter().map(|(position, _)| fen(position)).collect();
    let fens: Vec<Option<&str>> = fens.iter().map(|fen| Some(fen.as_str())).chain(ROWS).collect();
    let column = texts(fens.iter().copied());
    let (reach, rules) = (ReachRequest::default(), ReachRequest { by: By::Rules, ..ReachRequest::default() });
    let broken = said("chess_rules", &[&column], fens.len());
    for level in ["well-formed", "five-rules", "static"] {
        let question = ReachRequest { level: Some(level.parse().unwrap()), ..reach.clone() };
        let question = question.check(&Grant::UNBOUNDED).unwrap();
        let found = call("chess_reach", &[&column, &one(level)], fens.len()).unwrap();
        let found = found.as_struct();
        let word = |name: &str, row| {
            let column = found.column_by_name(name).unwrap().as_string_view();
            column.is_valid(row).then(|| column.value(row).to_owned())
        };
        let legal = call("chess_legal", &[&column, &one(level)], fens.len()).unwrap();
        let legal: Vec<_> = legal.as_boolean().iter().collect();
        for (row, fen) in fens.iter().enumerate() {
            let Some(fen) = fen else {
                assert!(found.is_null(row) && broken[row].is_none() && legal[row].is_none());
                continue;
            };
            let words = ["verdict", "level", "lemma"].map(|name| word(name, row));
            let line = ask(&question, fen, Form::Lines, &Context::default()).text(Form::Lines);
            match word("error", row) {
                None => {
                    let told: Vec<String> = words.iter().flatten().cloned().collect();
                    let verdict = words[0].as_deref();
                    assert_eq!(line.trim(), told.join(" "));
                    assert_eq!(legal[row], if verdict == Some("illegal") { Some(false) } else { None });
                }
                Some(error) => {
                    assert!(words.iter().all(Option::is_none) && legal[row].is_none());
                    // The command may see another form in a text that has none.
                    assert!(line.starts_with("error: ") && !error.is_empty(), "{fen}: {line} {error}");
                }
            }
        }
    }
    let question = rules.check(&Grant::UNBOUNDED).unwrap();
    for (fen, broken) in fens.iter().zip(&broken) {
        let Some(fen) = fen else { continue };
        let line = ask(&question, fen, Form::Lines, &Context::default()).text(Form::Lines);
        let expected = match broken.as_deref() {
            Some("") => "holds\n".to_owned(),
            Some(rules) => format!("broken {rules}\n"),
            None => line.split_inclusive(": ").next().unwrap().to_owned(),
        };
        assert!(line.starts_with(&expected), "{line} {expected}");
    }
    // With a game that leads there.
    let start = fen(&Chess::default());
    let full = call("chess_legal", &[&one(&start), &one("full")], 1).unwrap();
    assert_eq!(full.as_boolean(), &vec![Some(true)].into());
}

#[test]
fn mates_are_the_commands() {
    let fens =
        ["7k/8/6K1/8/8/8/8/R7 w - - 0 1", "k7/8/8/8/8/8/8/KR6 w - - 0 1", "k7/8/1K6/8/8/8/8/1R6 b - - 0 1"];
    let column = texts(fens.map(Some));
    for n in 1..=3 {
        let question = WinRequest { mate: Some(n), keys: true, ..WinRequest::default() };
        let question = Question::Win(question.check(&Grant::UNBOUNDED).unwrap());
        let found = call("chess_mate_in", &[&column, &number(n as i32)], 3).unwrap();
        let keys = call("chess_keys", &[&column, &number(n as i32)], 3).unwrap();
        for (row, fen) in fens.iter().enumerate() {
            let line = ask(&question, fen, Form::Lines, &Context::default()).text(Form::Lines);
            let moves = found.as_primitive::<Int32Type>().value(row);
            assert_eq!(line.starts_with("win"), moves > 0, "{line} {moves}");
            let told: Vec<&str> =
                line.trim().split_once(" keys ").map_or(vec![], |(_, keys)| keys.split(' ').collect());
            let keys = keys.as_list::<i32>().value(row);
            assert_eq!(keys.as_string_view().iter().flatten().collect::<Vec<_>>(), told);
        }
    }
}

#[test]
fn stipulations_are_the_commands() {
    let rows = [
        (Some("4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8 w - -"), Some("s#3"), Some(2)),
        (Some("4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8 w - -"), Some("s#1"), Some(0)),
        (Some("8/8/8/8/4B3/2p1Q2q/8/kBK5 w - -"), Some("=2"), Some(2)),
        (Some("8/3Q4/1b6/8/8/1K6/4q3/k7 w - -"), Some("r#2"), Some(2)),
        (Some("8/3Q4/1b6/8/8/1K6/4q3/k7 w - -"), None, None),
        (Some(MATE), Some("#2"), Some(0)),
        (Some("7k/8/6K1/8/8/8/8/R7 w - -"), Some("#2"), Some(1)),
        // By the convention of problems White may castle.
        (Some("8/4RBQ1/8/8/8/3k4/8/R3K3 w"), Some("#1"), Some(1)),
        (Some("8/4RBQ1/8/8/8/3k4/8/R3K3 w - -"), Some("#1"), Some(0)),
        // The argument says what is asked, whatever an EPD asks.
        (Some("7k/8/6K1/8/8/8/8/R7 w - - stipulation s#1;"), Some("#2"), Some(1)),
        (Some("?"), Some("#2"), None),
        (None, Some("#2"), None),
    ];
    let found =
        call("chess_solve", &[&texts(rows.map(|row| row.0)), &texts(rows.map(|row| row.1))], rows.len());
    assert_eq!(found.unwrap().as_primitive::<Int32Type>(), &Int32Array::from_iter(rows.map(|row| row.2)));
}

#[test]
fn layouts_have_equal_answers() {
    let around = |rows: &[Option<&'static str>]| [&[Some("?")], rows, &[None, Some(MATE)]].concat();
    let rows = ROWS.len();
    let plain: Vec<ArrayRef> = vec![
        Arc::new(StringArray::from_iter(ROWS)),
        Arc::new(LargeStringArray::from_iter(ROWS)),
        Arc::new(ROWS.into_iter().collect::<DictionaryArray<Int8Type>>()),
        Arc::new(ROWS.into_iter().collect::<DictionaryArray<Int32Type>>()),
        Arc::new(StringArray::from_iter(around(&ROWS)).slice(1, rows)),
        Arc::new(StringViewArray::from_iter(around(&ROWS)).slice(1, rows)),
        Arc::new(around(&ROWS).into_iter().collect::<DictionaryArray<Int8Type>>().slice(1, rows)),
    ];
    let views = texts(ROWS);
    for function in FUNCTIONS {
        let (scalars, columns) = others(function, rows);
        let expected = call(function.name, &with(&views, &scalars), rows).unwrap();
        assert!(expected.is_null(1));
        for layout in &plain {
            for others in [&scalars, &columns] {
                let found = call(function.name, &with(layout, others), rows).unwrap();
                assert_eq!(&found, &expected, "{} of {}", function.name, layout.data_type());
            }
        }
        // One position for all rows.
        for (row, fen) in ROWS.iter().enumerate() {
            let fen = Scalar::new(texts([*fen]));
            for others in [&scalars, &columns] {
                let found = call(function.name, &with(&fen, others), rows).unwrap();
                assert!(
                    (0..rows).all(|at| found.slice(at, 1) == expected.slice(row, 1)),
                    "{}",
                    function.name
                );
            }
        }
    }
}

#[test]
fn nulls_and_no_rows() {
    for function in FUNCTIONS {
        let (scalars, columns) = others(function, 2);
        let nulls = NullArray::new(2);
        assert_eq!(call(function.name, &with(&nulls, &columns), 2).unwrap().null_count(), 2);
        let fens = texts([Some(MATE), Some(MATE)]);
        for place in 1..function.parameters.len() {
            let null = Scalar::new(new_null_array(&function.parameters[place].kind.arrow(), 1));
            let mut arguments = with(&fens, &scalars);
            arguments[place] = &null;
            assert_eq!(call(function.name, &arguments, 2).unwrap().null_count(), 2, "{function}");
        }
        call(function.name, &with(&texts([]), &scalars), 0).unwrap();
        call(function.name, &with(&one(MATE), &scalars), 0).unwrap();
    }
}

#[test]
fn words_about_faults() {
    let column = texts(ROWS);
    let errors = said("chess_fen_error", &[&column], ROWS.len());
    let statuses = said("chess_status", &[&column], ROWS.len());
    for (row, fen) in ROWS.iter().enumerate() {
        assert_eq!(fen.is_some(), errors[row].is_some() != statuses[row].is_some());
    }
    assert_eq!(errors[2].as_deref(), Some("column 5: expected a piece letter or a digit 1-8, found '9'"));
    let below = said("chess_fen_error", &[&one("\n4k3/9/8 w")], 1);
    assert!(below[0].as_deref().unwrap().starts_with("line 2, column 5: "), "{below:?}");
    // A board without kings is one that can be drawn, and no position.
    assert_eq!(said("chess_board", &[&column, &one("a1")], ROWS.len())[4].as_deref(), Some("."));
    assert_eq!(said("chess_material", &[&column], ROWS.len())[4].as_deref(), Some("v"));
    assert!(errors[4].is_some());
    let svg = said("chess_svg", &[&column], ROWS.len());
    assert_eq!(svg[0].as_ref().map(|svg| svg.matches("<path ").count()), Some(3));
    assert_eq!(svg[2], None);
}

#[test]
fn moves() {
    let fens = texts([Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"); 4]);
    let moves = texts([Some("e1e2 e8e7"), Some("e1e2"), Some("e1e3"), Some("")]);
    let after = |k: i32| said("chess_play", &[&fens, &moves, &number(k)], 4);
    assert_eq!(after(0), vec![Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned()); 4]);
    assert_eq!(after(1)[..2], [Some("4k3/8/8/8/8/8/4K3/8 b - - 1 1".to_owned()), after(1)[0].clone()]);
    assert_eq!(after(1)[2..], [None, None]);
    assert_eq!(after(2)[0].as_deref(), Some("8/4k3/8/8/8/8/4K3/8 w - - 2 2"));
    assert_eq!(after(2)[1..], [None, None, None]);
}

/// Of help play the moves of the shortest solution.
#[test]
fn helpmates() {
    let two = texts([Some("8/2k5/8/5K2/1R6/8/8/8 b - - 0 1"); 3]);
    let found = call("chess_solve", &[&two, &texts([Some("h#2"), Some("h#1"), Some("h#3")])], 3).unwrap();
    assert_eq!(found.as_primitive::<Int32Type>().iter().collect::<Vec<_>>(), [Some(2), Some(0), Some(2)]);
}

#[test]
fn what_makes_no_sense() {
    let column = texts(ROWS);
    let wrong =
        |name: &str, arguments: &[&dyn Datum]| call(name, arguments, ROWS.len()).unwrap_err().to_string();
    assert_eq!(wrong("chess_status", &[]), "chess_status takes 1 argument, found 0");
    assert_eq!(wrong("chess_legal", &[&column]), "chess_legal takes 2 arguments, found 1");
    assert_eq!(wrong("chess_play", &[&column]), "chess_play takes 2 to 3 arguments, found 1");
    assert_eq!(
        wrong("chess_status", &[&Int64Array::from(vec![1; 9])]),
        "chess_status: fen: expected a column of strings, found Arrow type Int64"
    );
    assert_eq!(
        wrong("chess_mate_in", &[&column, &column]),
        "chess_mate_in: n: expected whole numbers of 32 bits, found Arrow type Utf8View"
    );
    assert_eq!(wrong("chess_status", &[&texts([None])]), "chess_status: fen: expected 9 rows, found 1");
    let levels = "chess_legal: level: expected one of well-formed, playable, five-rules, static, last-move or \
                  full, found \"fulll\"";
    assert_eq!(wrong("chess_legal", &[&column, &one("fulll")]), levels);
    assert_eq!(wrong("chess_legal", &[&column, &texts(vec![Some("fulll"); 9])]), levels);
    assert_eq!(
        wrong("chess_keys", &[&column, &number(0)]),
        "chess_keys: n: expected a number of moves from 1 to 2147483647, found 0"
    );
    assert_eq!(
        wrong("chess_solve", &[&column, &one("hs#2")]),
        "chess_solve: stipulation: expected #n, =n, s#n or r#n with n from 1 to 999, or h#n, h=n (n may end in .5), \
         ser-h#n, ser-h=n, ser-#n or ser-=n with n to 100, found \"hs#2\""
    );
    assert_eq!(
        wrong("chess_board", &[&column, &one("e9")]),
        "chess_board: square: not a square: expected a letter a-h and a digit 1-8, such as e4; found \"e9\""
    );
    assert_eq!(
        wrong("chess_play", &[&column, &one("e2e4"), &number(-1)]),
        "chess_play: k: expected a number of moves that is not negative, found -1"
    );
    let stopped = Arc::new(AtomicBool::new(true));
    for function in FUNCTIONS {
        let (scalars, _) = others(function, 9);
        let found = function.call(&with(&column, &scalars), 9, &stopped);
        assert_eq!(found.unwrap_err(), Wrong::Stopped, "{function}");
    }
}

#[test]
fn names() {
    for (place, function) in FUNCTIONS.iter().enumerate() {
        assert!(FUNCTIONS[..place].iter().all(|other| other.name != function.name));
        assert!(function.name.starts_with("chess_") && !function.about.ends_with('.'));
        assert_eq!((function.parameters[0].name, function.parameters[0].kind), ("fen", Kind::Text));
        let optional = function.parameters[function.fewest()..].iter().all(|parameter| parameter.is_optional);
        assert!(optional, "{function}");
    }
    assert_eq!(Function::named("chess_play").unwrap().to_string(), "chess_play(fen, moves[, k])");
}
