//! Columns however they are laid out, and what stops.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Int64Array, LargeStringArray, StringArray, StringViewArray,
};
use chess_arbiter_answer::Question;
use chess_arbiter_answer::request::{Grant, ReachRequest, StatusRequest, WinRequest};
use chess_arbiter_columns::{Asked, Named, Place, Played, Progress, Texts};

const ROWS: [Option<&str>; 6] = [
    Some("7k/6Q1/6K1/8/8/8/8/8 b"),
    None,
    Some("4k3/9/8 w"),
    Some("4k3/8/8/8/8/8/8/4K3 w"),
    Some("8/8/8/8/8/8/8/8 w"),
    Some("7k/6Q1/6K1/8/8/8/8/8 b"),
];

fn status() -> Question {
    Question::Status(StatusRequest::default().check())
}

fn lists(columns: &[Named]) -> Vec<Vec<Option<String>>> {
    let verdicts = columns[0].1.as_any_dictionary();
    let words = verdicts.values().as_string::<i32>();
    let key = |row: usize| verdicts.keys().is_valid(row).then(|| verdicts.normalized_keys()[row]);
    let verdicts = (0..verdicts.len()).map(|row| key(row).map(|key| words.value(key).to_owned())).collect();
    let errors = columns[1].1.as_string::<i64>().iter().map(|error| error.map(str::to_owned)).collect();
    vec![verdicts, errors]
}

#[test]
fn layouts_have_equal_answers() {
    let layouts: [ArrayRef; 4] = [
        Arc::new(StringArray::from_iter(ROWS)),
        Arc::new(LargeStringArray::from_iter(ROWS)),
        Arc::new(StringViewArray::from_iter(ROWS)),
        Arc::new(ROWS.into_iter().collect::<DictionaryArray<Int8Type>>()),
    ];
    let question = status();
    let answers =
        layouts.clone().map(|layout| lists(&Asked::new(&question).columns(&Texts::of([layout]).unwrap())));
    assert_eq!(
        answers[0][0],
        [Some("checkmate"), None, None, Some("safe"), None, Some("checkmate")]
            .map(|word| word.map(str::to_owned))
    );
    assert!(answers.iter().all(|found| *found == answers[0]), "{answers:?}");
    let all = Asked { threads: 3, ..Asked::new(&question) }.columns(&Texts::of(layouts).unwrap());
    assert_eq!(lists(&all)[0], vec![answers[0][0].clone(); 4].concat());
}

#[test]
fn places_of_faults() {
    let (question, texts) =
        (status(), Texts::of([Arc::new(StringArray::from_iter(ROWS)) as ArrayRef]).unwrap());
    let columns = Asked::new(&question).columns(&texts);
    let places: Vec<_> = columns[2].1.as_primitive::<UInt32Type>().iter().collect();
    assert_eq!(places, [None, None, Some(5), None, None, None]);
    let words = Asked { place: Place::InWords, ..Asked::new(&question) }.columns(&texts);
    assert!(words.len() == 2 && words[1].1.as_string::<i64>().value(2).starts_with("line 1, column 5: "));
}

#[test]
fn no_texts_no_answers() {
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1]));
    assert_eq!(
        Texts::of([numbers]).unwrap_err().to_string(),
        "expected a column of strings, found Arrow type Int64"
    );
}

#[test]
fn who_says_stop_gets_no_rows() {
    let question = ReachRequest::default().check(&Grant::UNBOUNDED).unwrap();
    let column: ArrayRef = Arc::new(ROWS.into_iter().collect::<DictionaryArray<Int8Type>>());
    let asked = Asked::new(&question);
    asked.stop.store(true, Ordering::Relaxed);
    assert!(asked.columns(&Texts::of([column]).unwrap()).iter().all(|(_, column)| column.is_empty()));
}

#[test]
fn moves() {
    let texts = |rows: &[&str]| Texts::of([Arc::new(StringArray::from(rows.to_vec())) as ArrayRef]).unwrap();
    let positions = texts(&["4k3/8/8/8/8/8/8/4K3 w - - 0 1"; 3]);
    let played = |moves| Played {
        rules: Default::default(),
        moves,
        place: Place::InWords,
        threads: 1,
        progress: Progress::default(),
    };
    let rows = texts(&["e1e2 Ke7", "Ke2", "e1e3"]);
    let columns = played(Some(2)).columns(&positions, &rows, &Default::default());
    assert_eq!(columns[0].1.as_string::<i64>().value(0), "8/4k3/8/8/8/8/4K3/8 w - - 2 2");
    assert_eq!(columns[1].1.as_string::<i64>().value(1), "expected 2 moves, found 1");
    let all = played(None).columns(&positions, &rows, &Default::default());
    assert_eq!(all[0].1.as_string::<i64>().value(1), "4k3/8/8/8/8/8/4K3/8 b - - 1 1");
    assert!(all[1].1.as_string::<i64>().value(2).starts_with("move 1, e1e3: "));
}

/// Games and repairs stand beside verdicts, and who looks on hears of all rows.
#[test]
fn games_and_repairs() {
    let rows = [
        Some("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -"),
        Some("4k2r/8/8/8/8/8/8/3K4 w k -"),
        None,
        Some("?"),
        Some("4k2r/8/8/8/8/8/8/3K4 w k -"),
    ];
    let question = ReachRequest { repair: true, ..ReachRequest::default() }.check(&Grant::UNBOUNDED).unwrap();
    let asked = Asked { game: true, repairs: true, threads: 2, ..Asked::new(&question) };
    assert_eq!(asked.progress.get(), (0, 0));
    let column: ArrayRef = Arc::new(rows.into_iter().collect::<StringArray>());
    let columns = asked.columns(&Texts::of([column]).unwrap());
    assert_eq!(asked.progress.get(), (5, 5));
    let names: Vec<_> = columns.iter().map(|(name, _)| *name).collect();
    let expected = ["verdict", "level", "lemma", "limit", "game", "repairs", "error", "error_column"];
    assert_eq!(names, expected);
    let games: Vec<_> = columns[4].1.as_string::<i64>().iter().collect();
    assert_eq!(games, [Some("g1f3"), None, None, None, None]);
    let repairs = columns[5].1.as_list::<i32>();
    let are_there: Vec<_> = (0..rows.len()).map(|row| repairs.is_valid(row)).collect();
    assert_eq!(are_there, [false, true, false, false, true]);
    let (first, last) = (repairs.value(1), repairs.value(4));
    assert!(first.len() > 1 && first.len() == last.len());
    assert_eq!(first.as_struct().column_by_name("verdict").unwrap().as_string::<i32>().value(0), "legal");
    // A dictionary asks once.
    let dictionary: ArrayRef = Arc::new(rows.into_iter().collect::<DictionaryArray<Int8Type>>());
    let again = asked.columns(&Texts::of([dictionary]).unwrap());
    assert_eq!(again[4].1.to_data(), columns[4].1.to_data());
    assert_eq!(asked.progress.get(), (3, 3));
}

/// An EPD says what is asked of it, as everywhere.
#[test]
fn what_positions_ask() {
    let question = WinRequest { mate: Some(1), ..WinRequest::default() }.check(&Grant::UNBOUNDED).unwrap();
    let rows = [
        "4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8 w - - stipulation \"s#2\";",
        "7k/8/6K1/8/8/8/8/R7 w - - dm 1;",
        "7k/8/6K1/8/8/8/8/R7 w - - stipulation hs#2;",
    ];
    let column: ArrayRef = Arc::new(StringArray::from(rows.to_vec()));
    let columns = Asked::new(&Question::Win(question)).columns(&Texts::of([column]).unwrap());
    let numbers = |name: &str| {
        let (_, column) = columns.iter().find(|(found, _)| *found == name).unwrap();
        column.as_primitive::<UInt32Type>().iter().collect::<Vec<_>>()
    };
    assert_eq!(numbers("plies"), [Some(4), Some(1), None]);
    assert_eq!(numbers("error_column"), [None, None, Some(39)]);
}

/// Where both sides help, how many solutions there are stands in a column; nobody knows of an undecided row.
#[test]
fn solutions_are_counted() {
    let rows = ["8/8/8/1bk5/1rp5/6P1/8/R3K3 b Q -", "8/8/8/8/8/8/8/K6k b - -", "?"];
    let column: ArrayRef = Arc::new(StringArray::from_iter_values(rows));
    let columns = |request: WinRequest| {
        let question = Question::Win(request.check(&Grant::UNBOUNDED).unwrap());
        Asked::new(&question).columns(&Texts::of([column.clone()]).unwrap())
    };
    let asked = WinRequest { stipulation: Some("h#3".into()), ..WinRequest::default() };
    let found = columns(WinRequest { set_play: true, ..asked.clone() });
    let names: Vec<_> = found.iter().map(|(name, _)| *name).collect();
    let expected =
        ["verdict", "plies", "shortest", "line", "count", "set_count", "limit", "error", "error_column"];
    assert_eq!(names, expected);
    let counts = |column: &ArrayRef| column.as_primitive::<UInt64Type>().iter().collect::<Vec<_>>();
    assert_eq!(counts(&found[4].1), [Some(1), Some(0), None]);
    assert_eq!(counts(&found[5].1), [Some(0), Some(0), None]);
    let found = columns(WinRequest { nodes: Some(1), ..asked });
    assert_eq!((found[4].0, counts(&found[4].1)[0]), ("count", None));
    let found = columns(WinRequest { mate: Some(1), ..WinRequest::default() });
    assert!(found.iter().all(|(name, _)| *name != "count"));
}
