//! The functions of SQL and data frames, each once: its name, what it takes and gives, and what it says of
//! columns. DataFusion, DuckDB, Polars and the cluster only hand arrays over.
//!
//! * A row in which an argument is null is null, and so is one whose position or moves cannot be read:
//!   `chess_fen_error` says why. Any other argument that makes no sense, such as a level or a square that
//!   there is not, is an error of the whole call, whether it is one value or stands in a column.
//! * Nothing is guessed: what a limit left undecided is null too. The limits are those of the command:
//!   [`ReachRequest::TIME`](chess_arbiter_answer::request::ReachRequest::TIME) and
//!   [`WinRequest::TIME`](chess_arbiter_answer::request::WinRequest::TIME) for a position, and memory (for a
//!   side, [`DeadRequest::TIME`](chess_arbiter_answer::request::DeadRequest::TIME)).
//! * A value of a dictionary is asked about once, if all other arguments are one value. A panic is a fault of
//!   its row.
//! * [`Function::call`] works on one thread, since engines call from several; [`Function::call_on`] makes its
//!   own.
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use arrow_array::{Int32Array, StringViewArray};
//! use chess_arbiter_columns::functions::Function;
//!
//! let fens = StringViewArray::from(vec![Some("7k/8/6K1/8/8/8/8/R7 w"), Some("?"), None]);
//! let moves = Int32Array::new_scalar(1);
//! let mate_in = Function::named("chess_mate_in").expect("there is one");
//! let found = mate_in.call(&[&fens, &moves], 3, &Default::default())?;
//! assert_eq!(found.as_primitive(), &Int32Array::from(vec![Some(1), None, None]));
//! # Ok::<(), chess_arbiter_columns::functions::Wrong>(())
//! ```

mod board;
mod dead;
mod kind;
mod play;
mod reach;
mod rows;
mod status;
mod win;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arrow_array::{Array, ArrayRef, Datum, new_empty_array};
use arrow_select::concat::concat;
use arrow_select::take::take;

use crate::{NotTexts, in_parallel};

pub use kind::Kind;

use rows::Rows;

/// A function of the rows of columns.
pub struct Function {
    /// Its name, in every language.
    pub name: &'static str,
    /// What it says, in a sentence.
    pub about: &'static str,
    /// What it takes. Those that need not be given come last.
    pub parameters: &'static [Parameter],
    /// What it gives.
    pub result: Kind,
    call: Call,
}

/// Most rows that one of several threads takes at once.
const BATCH: usize = 4096;

/// Says something of each row.
type Call = fn(&Rows<'_>) -> Result<ArrayRef, Wrong>;

/// What a function takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Of what kind.
    pub kind: Kind,
    /// Whether it need not be given.
    pub is_optional: bool,
}

/// Why a function cannot be called so. A row that cannot be answered is null, not this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wrong {
    /// More than it takes, or fewer.
    #[error("{name} takes {}, found {found}", arguments(.fewest, .most))]
    Count {
        /// The function.
        name: &'static str,
        /// How many it needs.
        fewest: usize,
        /// How many it takes.
        most: usize,
        /// How many there are.
        found: usize,
    },
    /// An argument that makes no sense.
    #[error("{name}: {parameter}: {message}")]
    Argument {
        /// The function.
        name: &'static str,
        /// The argument.
        parameter: &'static str,
        /// What is wrong with it.
        message: String,
    },
    /// Somebody said stop.
    #[error("interrupted")]
    Stopped,
    /// A fault of ours or of the engine.
    #[error("{0}")]
    Internal(String),
}

fn arguments(fewest: &usize, most: &usize) -> String {
    match (fewest, most) {
        (1, 1) => "1 argument".into(),
        _ if fewest == most => format!("{most} arguments"),
        _ => format!("{fewest} to {most} arguments"),
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("name", &self.name).finish_non_exhaustive()
    }
}

/// `chess_status(fen)`, with what need not be given in brackets: `chess_play(fen, moves[, k])`.
impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.name)?;
        for (place, parameter) in self.parameters.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            match parameter.is_optional {
                false => write!(f, "{comma}{}", parameter.name)?,
                true => write!(f, "[{comma}{}]", parameter.name)?,
            }
        }
        f.write_str(")")
    }
}

/// All of them.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "chess_status",
        about: "safe, check, checkmate or stalemate: how the side to move stands",
        parameters: &[FEN],
        result: Kind::Text,
        call: status::status,
    },
    Function {
        name: "chess_fen_error",
        about: "Why chess_status has no answer, and where the error is; null if it has one",
        parameters: &[FEN],
        result: Kind::Text,
        call: status::fen_error,
    },
    Function {
        name: "chess_legal",
        about: "Whether the position can arise in play, by evidence up to a level (static, … full); null if \
                that does not decide it",
        parameters: &[FEN, LEVEL],
        result: Kind::Truth,
        call: reach::legal,
    },
    Function {
        name: "chess_reach",
        about: "The same with its evidence: verdict (legal, illegal, undecided), level, lemma, limit, error",
        parameters: &[FEN, LEVEL],
        result: Kind::Record(reach::FIELDS),
        call: reach::reach,
    },
    Function {
        name: "chess_rules",
        about: "Which of the five rules that every position from a game keeps are broken: their numbers \
                separated by spaces, or nothing",
        parameters: &[FEN],
        result: Kind::Text,
        call: reach::rules,
    },
    Function {
        name: "chess_mate_in",
        about: "The fewest moves, up to n, in which the side to move can force mate; 0 if it cannot",
        parameters: &[FEN, N],
        result: Kind::Whole,
        call: win::mate_in,
    },
    Function {
        name: "chess_solve",
        about: "The fewest moves in which a stipulation such as s#3 (#n, =n, s#n, r#n) can be forced, or be done \
                with both sides cooperating (h#n, ser-h#n, ser-#n); 0 if it cannot",
        parameters: &[FEN, Parameter::new("stipulation", Kind::Text)],
        result: Kind::Whole,
        call: win::solve,
    },
    Function {
        name: "chess_keys",
        about: "All first moves (UCI) that force mate within n moves",
        parameters: &[FEN, N],
        result: Kind::Texts,
        call: win::keys,
    },
    Function {
        name: "chess_can_win",
        about: "Whether a side (white, black) can still win by any series of legal moves; null if undecided",
        parameters: &[FEN, Parameter::new("side", Kind::Text)],
        result: Kind::Truth,
        call: dead::can_win,
    },
    Function {
        name: "chess_play",
        about: "The FEN after the first k moves (UCI or SAN, separated by spaces), or after all if k is not given; null if \
                one of them cannot be played",
        parameters: &[FEN, Parameter::new("moves", Kind::Text), Parameter::new("k", Kind::Whole).optional()],
        result: Kind::Text,
        call: play::play,
    },
    Function {
        name: "chess_board",
        about: "The letter of the man on a square, as in FEN; '.' if the square is empty",
        parameters: &[FEN, Parameter::new("square", Kind::Text)],
        result: Kind::Text,
        call: board::man,
    },
    Function {
        name: "chess_material",
        about: "The men of both sides, White's first, such as KRPvKR",
        parameters: &[FEN],
        result: Kind::Text,
        call: board::material,
    },
    Function {
        name: "chess_svg",
        about: "The board as an SVG picture",
        parameters: &[FEN],
        result: Kind::Text,
        call: board::svg,
    },
];

const FEN: Parameter = Parameter::new("fen", Kind::Text);
const LEVEL: Parameter = Parameter::new("level", Kind::Text);
const N: Parameter = Parameter::new("n", Kind::Whole);

impl Parameter {
    const fn new(name: &'static str, kind: Kind) -> Parameter {
        Parameter { name, kind, is_optional: false }
    }

    const fn optional(self) -> Parameter {
        Parameter { is_optional: true, ..self }
    }
}

impl Function {
    /// The function of that name.
    pub fn named(name: &str) -> Option<&'static Function> {
        FUNCTIONS.iter().find(|function| function.name == name)
    }

    /// How many arguments it needs; [`parameters`](Function::parameters) are as many as it takes.
    pub fn fewest(&self) -> usize {
        self.parameters.iter().filter(|parameter| !parameter.is_optional).count()
    }

    /// Whether it takes so many arguments.
    ///
    /// # Errors
    /// It does not.
    pub fn check_count(&self, found: usize) -> Result<(), Wrong> {
        let (fewest, most) = (self.fewest(), self.parameters.len());
        let wrong = Wrong::Count { name: self.name, fewest, most, found };
        if (fewest..=most).contains(&found) { Ok(()) } else { Err(wrong) }
    }

    /// What it says of rows; an argument has as many, or is one value for all of them ([`Datum`]). Texts are
    /// of any layout, dictionaries or nulls; numbers are `Int32` or nulls. The array that comes out has
    /// `rows` rows and is of the type of [`Function::result`].
    ///
    /// # Errors
    /// Too many arguments or too few, or one that makes no sense; `stop` was set. A row that has no answer is
    /// null.
    pub fn call(
        &self,
        arguments: &[&dyn Datum],
        rows: usize,
        stop: &Arc<AtomicBool>,
    ) -> Result<ArrayRef, Wrong> {
        self.call_on(arguments, rows, 1, stop)
    }

    /// The same on so many threads, at most.
    ///
    /// # Errors
    /// Those of [`call`](Function::call).
    pub fn call_on(
        &self,
        arguments: &[&dyn Datum],
        rows: usize,
        threads: usize,
        stop: &Arc<AtomicBool>,
    ) -> Result<ArrayRef, Wrong> {
        self.check_count(arguments.len())?;
        let asked = Rows::of(self, arguments, rows, stop)?;
        if rows == 0 {
            return Ok(new_empty_array(&self.result.arrow()));
        }
        let Some((once, places)) = asked.once() else { return self.all(&asked, threads) };
        take(&self.all(&once, threads)?, &places, None).map_err(|error| Wrong::Internal(error.to_string()))
    }

    fn all(&self, asked: &Rows<'_>, threads: usize) -> Result<ArrayRef, Wrong> {
        let rows = asked.rows;
        if threads <= 1 || rows <= 1 {
            return self.guarded(asked);
        }
        let batch = (rows / threads / 16).clamp(1, BATCH);
        let parts = in_parallel(rows, batch, threads, asked.stop, |rows| self.guarded(&asked.part(rows)));
        if asked.is_stopped() {
            return Err(Wrong::Stopped);
        }
        let parts = parts.into_iter().collect::<Result<Vec<_>, _>>()?;
        let parts: Vec<&dyn Array> = parts.iter().map(|part| &**part).collect();
        concat(&parts).map_err(|error| Wrong::Internal(error.to_string()))
    }

    /// A panic that is not that of a row must not end whoever calls.
    fn guarded(&self, rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
        let said = chess_arbiter_answer::guarded(|| (self.call)(rows));
        said.unwrap_or_else(|| Err(Wrong::Internal(chess_arbiter_answer::INTERNAL.into())))
    }

    fn wrong(&self, place: usize, message: impl Into<String>) -> Wrong {
        let parameter = self.parameters.get(place).map_or("argument", |parameter| parameter.name);
        Wrong::Argument { name: self.name, parameter, message: message.into() }
    }

    fn no_texts(&self, place: usize, wrong: NotTexts) -> Wrong {
        self.wrong(place, wrong.to_string())
    }
}
