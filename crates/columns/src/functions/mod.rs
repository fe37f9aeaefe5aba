//! The functions of SQL and data frames, each once: its name, what it takes and gives, and what it says of
//! columns. DataFusion, DuckDB, Polars and the cluster only hand arrays over.
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use arrow_array::StringViewArray;
//! use chess_arbiter_columns::functions::Function;
//! use std::sync::atomic::AtomicBool;
//!
//! let fens = StringViewArray::from(vec![Some("7k/6Q1/6K1/8/8/8/8/8 b"), Some("?"), None]);
//! let status = Function::named("chess_status").expect("there is one");
//! let found = status.call(&[&fens], 3, &AtomicBool::new(false))?;
//! assert_eq!(found.as_string_view().iter().collect::<Vec<_>>(), [Some("checkmate"), None, None]);
//! # Ok::<(), chess_arbiter_columns::functions::Wrong>(())
//! ```

mod kind;
mod status;

use std::fmt;
use std::sync::atomic::AtomicBool;

use arrow_array::{ArrayRef, Datum};

use crate::NotTexts;

pub use kind::Kind;

/// A function of the rows of columns.
pub struct Function {
    /// Its name, in every language.
    pub name: &'static str,
    /// What it says, in a sentence.
    pub about: &'static str,
    /// What it takes.
    pub parameters: &'static [Parameter],
    /// What it gives.
    pub result: Kind,
    call: Call,
}

type Call = fn(&[&dyn Datum], rows: usize, stop: &AtomicBool) -> Result<ArrayRef, Wrong>;

/// What a function takes.
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Of what kind.
    pub kind: Kind,
}

/// Why a function cannot be called so. A row that cannot be answered is null, not this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wrong {
    /// Not as many as it takes.
    #[error("{name} takes {expected} arguments, found {found}")]
    Count {
        /// The function.
        name: &'static str,
        /// How many it takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A column of something else than texts.
    #[error(transparent)]
    NotTexts(#[from] NotTexts),
    /// Something else.
    #[error("{0}")]
    Other(String),
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("name", &self.name).finish_non_exhaustive()
    }
}

/// All of them.
pub const FUNCTIONS: &[Function] = &[Function {
    name: "chess_status",
    about: "safe, check, checkmate or stalemate; null where the position cannot be read",
    parameters: &[FEN],
    result: Kind::Text,
    call: status::call,
}];

const FEN: Parameter = Parameter { name: "fen", kind: Kind::Text };

impl Function {
    /// The function of that name.
    pub fn named(name: &str) -> Option<&'static Function> {
        FUNCTIONS.iter().find(|function| function.name == name)
    }

    /// What it says of rows; an argument has as many, or is one value for all of them. The array that comes
    /// out has `rows` rows and is of the type of [`Function::result`].
    ///
    /// # Errors
    /// Too many arguments or too few, or one of another type. A row that has no answer is null.
    pub fn call(&self, arguments: &[&dyn Datum], rows: usize, stop: &AtomicBool) -> Result<ArrayRef, Wrong> {
        let (expected, found) = (self.parameters.len(), arguments.len());
        if expected != found {
            return Err(Wrong::Count { name: self.name, expected, found });
        }
        (self.call)(arguments, rows, stop)
    }
}
