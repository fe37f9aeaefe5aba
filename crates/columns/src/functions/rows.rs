//! The arguments of a call.

use std::iter;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, Datum, Int32Array, UInt64Array};
use arrow_schema::DataType;
use chess_arbiter_answer::request::{Context, Grant};
use chess_arbiter_tables::oracle::ForMany;
use chess_arbiter_tables::standard::Endings;

use super::{Function, Kind, Wrong};
use crate::Texts;
use crate::fault::Fault;
use crate::guarded;

/// What is said of a row; nothing of a null.
pub(super) type Said<T> = Option<Result<T, Fault>>;

/// Rows that a function is asked about.
#[derive(Clone)]
pub(super) struct Rows<'a> {
    pub(super) function: &'a Function,
    arguments: Arc<[Argument]>,
    /// Of those that the arguments have, unless they are one value.
    from: usize,
    pub(super) rows: usize,
    pub(super) stop: &'a Arc<AtomicBool>,
}

#[derive(Clone)]
struct Argument {
    values: Values,
    /// There is one value for all rows.
    is_one: bool,
}

#[derive(Clone)]
enum Values {
    Texts(Arc<Texts>),
    Wholes(Int32Array),
}

impl<'a> Rows<'a> {
    pub(super) fn of(
        function: &'a Function,
        arguments: &[&dyn Datum],
        rows: usize,
        stop: &'a Arc<AtomicBool>,
    ) -> Result<Rows<'a>, Wrong> {
        let argument = |(place, datum): (usize, &&dyn Datum)| {
            let (array, is_one) = datum.get();
            let expected = if is_one { 1 } else { rows };
            if array.len() != expected {
                let message = format!("expected {expected} rows, found {}", array.len());
                return Err(function.wrong(place, message));
            }
            let values = match function.parameters[place].kind {
                Kind::Whole => Values::Wholes(wholes(array).map_err(|wrong| function.wrong(place, wrong))?),
                _ => {
                    let texts = Texts::of([array.slice(0, array.len())]);
                    Values::Texts(Arc::new(texts.map_err(|wrong| function.no_texts(place, wrong))?))
                }
            };
            Ok(Argument { values, is_one })
        };
        let arguments = arguments.iter().enumerate().map(argument).collect::<Result<_, _>>()?;
        Ok(Rows { function, arguments, from: 0, rows, stop })
    }

    /// Fewer rows that say the same, and for each row its place among them: the values of a dictionary, or
    /// one row where all arguments are one value.
    pub(super) fn once(&self) -> Option<(Rows<'a>, UInt64Array)> {
        let [first, others @ ..] = &*self.arguments else { return None };
        if others.iter().any(|argument| !argument.is_one) {
            return None;
        }
        let mut arguments = self.arguments.to_vec();
        let (rows, places) = match &first.values {
            _ if first.is_one => (1, UInt64Array::from_value(0, self.rows)),
            Values::Texts(texts) => {
                let (distinct, places) = texts.distinct()?;
                let rows = distinct.rows();
                arguments[0].values = Values::Texts(Arc::new(distinct));
                (rows, places)
            }
            Values::Wholes(_) => return None,
        };
        Some((Rows { arguments: arguments.into(), rows, ..*self }, places))
    }

    /// Some of them.
    pub(super) fn part(&self, rows: Range<usize>) -> Rows<'a> {
        Rows { from: self.from + rows.start, rows: rows.len(), ..self.clone() }
    }

    /// How many arguments there are.
    pub(super) fn given(&self) -> usize {
        self.arguments.len()
    }

    /// The positions, which all functions take first.
    pub(super) fn fens(&self) -> impl Iterator<Item = Option<&str>> {
        self.texts(0)
    }

    /// The texts of an argument.
    pub(super) fn texts(&self, place: usize) -> impl Iterator<Item = Option<&str>> {
        let (texts, is_one) = match self.arguments.get(place) {
            Some(Argument { values: Values::Texts(texts), is_one }) => (Some(&**texts), *is_one),
            _ => (None, true),
        };
        let one = texts.filter(|_| is_one).and_then(|texts| texts.range(0..1).next().flatten());
        let each = texts.filter(|_| !is_one).map(|texts| texts.range(self.from..self.from + self.rows));
        let repeated = if is_one { self.rows } else { 0 };
        each.into_iter().flatten().chain(iter::repeat_n(one, repeated))
    }

    /// The numbers of an argument.
    pub(super) fn wholes(&self, place: usize) -> impl Iterator<Item = Option<i32>> {
        let argument = self.arguments.get(place);
        (0..self.rows).map(move |row| match argument {
            Some(Argument { values: Values::Wholes(wholes), is_one }) => {
                let row = if *is_one { 0 } else { self.from + row };
                wholes.is_valid(row).then(|| wholes.value(row))
            }
            _ => None,
        })
    }

    /// Whether somebody said stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What may stop a long answer.
    pub(super) fn context(&self) -> Context {
        let (interrupt, oracle) = (Some(self.stop.clone()), Some(Arc::new(ForMany(Endings::shared())) as _));
        Context { interrupt, oracle, ..Context::new(Grant::UNBOUNDED) }
    }

    /// What is said of each position.
    pub(super) fn each<T>(
        &self,
        answer: impl Fn(&str) -> Result<T, Fault>,
    ) -> impl Iterator<Item = Result<Said<T>, Wrong>> {
        self.fens().map(move |fen| fen.map(|fen| self.row(|| answer(fen))).transpose())
    }

    /// What is said of a row: a panic is a fault of this row alone.
    ///
    /// # Errors
    /// Somebody said stop: then this row may have been stopped too.
    pub(super) fn row<T>(
        &self,
        answer: impl FnOnce() -> Result<T, Fault>,
    ) -> Result<Result<T, Fault>, Wrong> {
        let said = guarded(answer);
        if self.is_stopped() { Err(Wrong::Stopped) } else { Ok(said) }
    }
}

fn wholes(array: &dyn Array) -> Result<Int32Array, String> {
    match array.data_type() {
        DataType::Int32 => Ok(array.as_primitive::<Int32Type>().clone()),
        DataType::Null => Ok(Int32Array::new_null(array.len())),
        other => Err(format!("expected whole numbers of 32 bits, found Arrow type {other}")),
    }
}
