//! The rows of a block with their answers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, UInt32Type};
use arrow_array::{Array, ArrayRef, BooleanArray, LargeStringArray, RecordBatch, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
use chess_arbiter_answer::Question;
use chess_arbiter_columns::{Asked, Named, Place, Played, Progress, Texts};
use chess_arbiter_companion::Failure;
use serde::{Deserialize, Serialize};

use crate::options::Moves;
use crate::read::Rows;

/// What is asked of each row, and what is written about it.
pub(crate) struct Inquiry {
    pub(crate) question: Question,
    /// The column of positions.
    pub(crate) column: String,
    pub(crate) play: Option<Moves>,
    pub(crate) only: bool,
    pub(crate) prefix: String,
    /// Threads for the rows of one block.
    pub(crate) threads: usize,
    pub(crate) stop: Arc<AtomicBool>,
}

/// Rows with their answers.
pub(crate) struct Answered {
    /// Columns of the input that are kept.
    pub(crate) kept: RecordBatch,
    /// Columns of answers.
    pub(crate) answers: RecordBatch,
    /// Which of these is the column of errors; the next one has their places.
    pub(crate) error: usize,
    /// Of JSON lines: the lines as they were, and whether each is an object.
    pub(crate) raw: Option<Vec<(String, bool)>>,
    pub(crate) tally: Tally,
    /// Of Parquet: whether they are the last ones of a row group, or of a part of it.
    pub(crate) ends: bool,
}

/// What is counted about rows.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub(crate) rows: u64,
    pub(crate) errors: u64,
    pub(crate) verdicts: BTreeMap<String, u64>,
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Tally) {
        self.rows += other.rows;
        self.errors += other.errors;
        for (verdict, rows) in &other.verdicts {
            *self.verdicts.entry(verdict.clone()).or_default() += rows;
        }
    }
}

/// What the line of a fault is called.
const ERROR_LINE: &str = "error_line";

impl Inquiry {
    /// Whether a column has texts, so that the question can be asked of it.
    pub(crate) fn is_of_texts(kind: &DataType) -> bool {
        match kind {
            DataType::Dictionary(_, values) => Inquiry::is_of_texts(values),
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
            _ => false,
        }
    }

    /// Asks about all rows. Once somebody said stop, what comes out is not to be used.
    pub(crate) fn answered(&self, rows: Rows) -> Result<Answered, Failure> {
        let Rows { columns, mut faults, lines, raw, ends } = rows;
        let internal = |error: &dyn std::fmt::Display| Failure::Work(format!("internal error: {error}"));
        let column = |name: &str| {
            let column = columns.column_by_name(name).cloned();
            column.ok_or_else(|| internal(&format!("no column {name}")))
        };
        let texts = |column: ArrayRef| Texts::of([column]).map_err(|error| internal(&error));
        let asked = column(&self.column)?;
        // What could not be read is not asked about.
        let bad: Vec<bool> = marked(&faults, columns.num_rows());
        let raw = raw.map(|raw| raw.into_iter().zip(bad.iter().map(|bad| !bad)).collect());
        let asked = if faults.is_empty() {
            asked
        } else {
            without(&asked, &bad).map_err(|error| internal(&error))?
        };
        let mut positions = texts(asked)?;
        if let Some(play) = &self.play {
            let played = Played {
                rules: self.question.rules(),
                moves: play.number,
                place: Place::InWords,
                threads: self.threads,
                progress: Progress::default(),
            };
            let made = played.columns(&positions, &texts(column(&play.column)?)?, &self.stop);
            let [(_, fens), (_, errors)] = <[Named; 2]>::try_from(made).map_err(|_| internal(&"moves"))?;
            let errors = errors.as_string::<i64>().iter().enumerate();
            faults.extend(
                errors.filter_map(|(row, error)| Some((row, format!("before the moves: {}", error?)))),
            );
            positions = texts(fens)?;
        }
        let asked = Asked { threads: self.threads, stop: self.stop.clone(), ..Asked::new(&self.question) };
        let mut named = asked.columns(&positions);
        let rows = named.first().map_or(0, |(_, column)| column.len());
        if rows != columns.num_rows() {
            return Err(Failure::Interrupted("interrupted".into()));
        }
        named.iter_mut().filter(|(name, _)| *name == "error").for_each(|(_, errors)| with(errors, &faults));
        if let Some(lines) = lines {
            let errors = named.iter().find(|(name, _)| *name == "error").map(|(_, errors)| errors.clone());
            let has = |row: usize| errors.as_ref().is_some_and(|errors| errors.is_valid(row));
            let of_faults = lines.iter().enumerate().map(|(row, &line)| has(row).then_some(line));
            named.push((ERROR_LINE, Arc::new(of_faults.collect::<UInt64Array>())));
        }
        let mut tally = tally(&named);
        if matches!(self.question, Question::Dead(_)) {
            let about_one = half_undecided(&named);
            if about_one > 0 {
                tally.verdicts.insert(HALF_UNDECIDED.into(), about_one);
            }
        }
        let error = named.iter().position(|(name, _)| *name == "error").unwrap_or_default();
        let kept = if self.only {
            let index = columns.schema().index_of(&self.column).map_err(|error| internal(&error))?;
            columns.project(&[index]).map_err(|error| internal(&error))?
        } else {
            columns
        };
        let field = |(name, column): &Named| {
            Field::new(format!("{}{name}", self.prefix), column.data_type().clone(), true)
        };
        let schema = Arc::new(Schema::new(named.iter().map(field).collect::<Vec<_>>()));
        let answers = RecordBatch::try_new(schema, named.into_iter().map(|(_, column)| column).collect());
        Ok(Answered { kept, answers: answers.map_err(|error| internal(&error))?, error, raw, tally, ends })
    }
}

impl Answered {
    /// All columns.
    pub(crate) fn whole(&self) -> Result<RecordBatch, Failure> {
        let (kept, answers) = (self.kept.schema(), self.answers.schema());
        let fields: Vec<_> = kept.fields().iter().chain(answers.fields()).cloned().collect();
        let columns = self.kept.columns().iter().chain(self.answers.columns()).cloned().collect();
        RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
            .map_err(|error| Failure::Work(format!("internal error: {error}")))
    }
}

fn marked(faults: &[(usize, String)], rows: usize) -> Vec<bool> {
    let mut marked = vec![false; rows];
    faults.iter().filter_map(|&(row, _)| marked.get_mut(row).map(|mark| *mark = true)).for_each(drop);
    marked
}

/// The column with nulls in those rows.
fn without(column: &ArrayRef, rows: &[bool]) -> Result<ArrayRef, arrow_schema::ArrowError> {
    arrow_select::nullif::nullif(column, &rows.iter().map(|&row| Some(row)).collect())
}

/// The column of errors with what is wrong with rows; of several faults of a row the first.
fn with(errors: &mut ArrayRef, faults: &[(usize, String)]) {
    if faults.is_empty() {
        return;
    }
    let known: BTreeMap<usize, &str> =
        faults.iter().rev().map(|(row, error)| (*row, error.as_str())).collect();
    let found = errors.as_string::<i64>().iter().enumerate();
    let all: LargeStringArray = found.map(|(row, error)| known.get(&row).copied().or(error)).collect();
    *errors = Arc::new(all);
}

fn tally(columns: &[Named]) -> Tally {
    let mut tally = Tally::default();
    for (name, column) in columns {
        match *name {
            "verdict" => {
                tally.rows = column.len() as u64;
                let Some(column) = column.as_dictionary_opt::<Int32Type>() else { continue };
                let words = column.values().as_string::<i32>();
                let mut counts = vec![0; words.len()];
                column.keys().iter().flatten().for_each(|key| counts[key as usize] += 1);
                let counted = words.iter().flatten().map(str::to_owned).zip(counts);
                tally.verdicts = counted.filter(|&(_, rows)| rows > 0).collect();
            }
            "error" => tally.errors = (column.len() - column.null_count()) as u64,
            _ => {}
        }
    }
    tally
}

/// What is counted of rows with a verdict about one side, where what the other can do was not found out.
pub(crate) const HALF_UNDECIDED: &str = "of these undecided about one side";

fn half_undecided(columns: &[Named]) -> u64 {
    let find = |wanted: &str| columns.iter().find(|(name, _)| *name == wanted).map(|(_, column)| column);
    let (Some(white), Some(black)) = (find("white_can_win"), find("black_can_win")) else { return 0 };
    let (white, black) = (white.as_boolean(), black.as_boolean());
    // That the one cannot win is not enough for a verdict.
    let can = |side: &BooleanArray, row: usize| side.is_valid(row) && side.value(row);
    let one = |&row: &usize| can(white, row) && black.is_null(row) || can(black, row) && white.is_null(row);
    (0..white.len()).filter(one).count() as u64
}

/// A row of answers as a line: what is there, with spaces between, or the error and its place.
pub(crate) fn line(answered: &Answered, row: usize) -> String {
    let columns = answered.answers.columns();
    let text = |column: &ArrayRef| {
        if column.is_null(row) {
            return None;
        }
        Some(match column.data_type() {
            DataType::LargeUtf8 => column.as_string::<i64>().value(row).to_owned(),
            DataType::Dictionary(..) => {
                let column = column.as_dictionary::<Int32Type>();
                column.values().as_string::<i32>().value(column.keys().value(row) as usize).to_owned()
            }
            DataType::UInt32 => column.as_primitive::<UInt32Type>().value(row).to_string(),
            _ => return None,
        })
    };
    let [error, place] = [0, 1].map(|n| columns.get(answered.error + n).and_then(text));
    match (error, place) {
        (Some(error), Some(place)) => format!("error: column {place}: {error}"),
        (Some(error), None) => format!("error: {error}"),
        (None, _) => match line_about_sides(answered, row, text) {
            Some(line) => line,
            None => columns[..answered.error].iter().filter_map(text).collect::<Vec<_>>().join(" "),
        },
    }
}

/// What `arbiter dead` writes; none if something else was asked, or nothing.
fn line_about_sides(
    answered: &Answered,
    row: usize,
    text: impl Fn(&ArrayRef) -> Option<String>,
) -> Option<String> {
    let schema = answered.answers.schema();
    let find = |name: &str| {
        let place = schema.fields().iter().position(|field| field.name().ends_with(name))?;
        answered.answers.columns().get(place)
    };
    let said = |name: &str| find(name).and_then(&text);
    let asked: Vec<(&str, &BooleanArray)> = ["white", "black"]
        .into_iter()
        .filter_map(|side| Some((side, find(&format!("{side}_can_win"))?.as_boolean())))
        .collect();
    asked.first()?;
    let verdict = said("verdict")?;
    if verdict == "dead" && find("limit").is_some() {
        return Some(verdict);
    }
    if let Some(result) = said("result") {
        return Some(result);
    }
    let parts = asked.iter().map(|(side, can_win)| {
        let can_win = can_win.is_valid(row).then(|| can_win.value(row));
        let told = match (can_win, find("limit")) {
            (Some(can_win), None) => can_win.to_string(),
            (None, None) => "unknown".into(),
            (Some(true), _) => {
                let line = said(&format!("{side}_line")).unwrap_or_default();
                format!("winnable {}", line.split_whitespace().count())
            }
            (Some(false), _) => format!("unwinnable {}", said(&format!("{side}_by")).unwrap_or_default()),
            (None, _) => format!("undecided ({})", said("limit").unwrap_or_default()),
        };
        if asked.len() == 1 { told } else { format!("{side} {told}") }
    });
    Some(parts.collect::<Vec<_>>().join("; "))
}
