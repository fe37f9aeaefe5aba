//! What is wrong with a row.

use std::fmt;

use chess_arbiter::format::TextError;

use crate::written::{self, Text};
use crate::{Named, Place};

/// Why a row has no answer, and where in its text, if that is known.
pub(crate) struct Fault {
    place: Option<(usize, usize)>,
    message: String,
}

impl Fault {
    /// A fault of the whole row.
    pub(crate) fn new(message: impl Into<String>) -> Fault {
        Fault { place: None, message: message.into() }
    }
}

/// `column 6: …`, where the line is the first.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((1, column)) => write!(f, "column {column}: ")?,
            Some((line, column)) => write!(f, "line {line}, column {column}: ")?,
            None => {}
        }
        f.write_str(&self.message)
    }
}

impl From<TextError> for Fault {
    fn from(fault: TextError) -> Fault {
        Fault { place: Some((fault.line, fault.column)), message: fault.message }
    }
}

/// The faults of rows that have one.
#[derive(Default)]
pub(crate) struct Faults {
    rows: usize,
    faults: Vec<(usize, Fault)>,
}

impl Faults {
    #[inline]
    pub(crate) fn push(&mut self, fault: Option<Fault>) {
        if let Some(fault) = fault {
            self.faults.push((self.rows, fault));
        }
        self.rows += 1;
    }
}

/// The columns `error` and, if the place goes there, `error_column`.
pub(crate) fn columns(parts: Vec<Faults>, place: Place) -> Vec<Named> {
    let (mut errors, mut places) = (Vec::new(), Vec::new());
    for Faults { rows, faults } in parts {
        let (mut text, mut at) = (Text::default(), vec![None; rows]);
        for (row, Fault { place: found, message }) in faults {
            text.skip_to(row);
            let told = match (place, found) {
                (Place::InWords, Some((line, column))) => format!("line {line}, column {column}: {message}"),
                _ => message,
            };
            text.push(Some(&told));
            at[row] = found.and_then(|(_, column)| u32::try_from(column).ok());
        }
        text.skip_to(rows);
        errors.push(text);
        places.push(at);
    }
    let mut columns = vec![("error", written::texts(errors))];
    if place == Place::InColumn {
        columns.push(("error_column", written::numbers(places)));
    }
    columns
}
