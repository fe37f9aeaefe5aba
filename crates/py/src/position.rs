//! One position and the questions about it.

use std::marker::PhantomData;
use std::time::Duration;

use chess_arbiter::board::{self, Color};
use chess_arbiter::format::{fen, parse_setup, uci};
use chess_arbiter::limits::Limits;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::reach::{self, Level};
use chess_arbiter::rules::{Rules, RulesKind};
use chess_arbiter::win::stipulation::Wanted;
use chess_arbiter::win::{Goal, Plies};
use chess_arbiter::with_rules;
use chess_arbiter_answer::values::{Memory, Time};
use chess_arbiter_answer::{
    Form, LegalityQuestion, Proof, Question, Refused, Report, RulesQuestion, StatusQuestion, WinQuestion,
};
use pyo3::prelude::*;

use crate::{error, patience};

/// Anything that was written down as a position.
#[pyclass(frozen, module = "chess_arbiter._native")]
pub(crate) struct Setup {
    setup: board::Setup,
    rules: RulesKind,
}

/// The answer as JSON, its certificate as JSON, and why there is none if one was wanted.
type Answer = (String, Option<String>, Option<String>);

/// Bounds as Python gives them: seconds, positions, bytes; each may be missing.
pub(crate) type Bounds = (Option<f64>, Option<u64>, Option<u64>);

#[pymethods]
impl Setup {
    /// Reads a FEN, an EPD or a diagram.
    #[new]
    fn new(py: Python<'_>, text: &str, rules: &str) -> PyResult<Setup> {
        let rules = kind(rules)?;
        let setup = with_rules!(rules, R => parse_setup::<R>(text));
        Ok(Setup { setup: setup.map_err(|fault| error::position(py, &fault, None))?, rules })
    }

    /// The rule set's name.
    #[getter]
    fn rules(&self) -> &'static str {
        self.rules.name()
    }

    /// The position as FEN.
    #[getter]
    fn fen(&self) -> String {
        with_rules!(self.rules, R => fen::write::<R>(&self.setup))
    }

    /// The position without clocks, as certificates name it.
    #[getter]
    fn key(&self) -> String {
        with_rules!(self.rules, R => fen::write_key::<R>(&self.setup))
    }

    /// Width and height.
    #[getter]
    fn size(&self) -> (u8, u8) {
        self.rules.size()
    }

    /// Whether White is to move.
    #[getter]
    fn white_to_move(&self) -> bool {
        self.setup.turn == Color::White
    }

    /// Squares with the letters of the men on them.
    #[getter]
    fn men(&self) -> Vec<(String, char)> {
        self.setup.board.iter().map(|(square, man)| (square.to_string(), man.letter())).collect()
    }

    /// Where the royal of the side to move stands.
    #[getter]
    fn royal(&self) -> Option<String> {
        let royal = with_rules!(self.rules, R => self.setup.board.men(self.setup.turn, R::ROYAL).first());
        royal.map(|square| square.to_string())
    }

    /// The position after a move in UCI.
    fn play(&self, py: Python<'_>, mv: &str) -> PyResult<Setup> {
        let setup = with_rules!(self.rules, R => {
            let position = self.position::<R>(py)?;
            uci::parse(&position, mv).map(|mv| position.play(mv).to_setup())
        });
        Ok(Setup { setup: setup.map_err(|fault| error::position(py, &fault, None))?, rules: self.rules })
    }

    /// Status, always with its certificate.
    fn status(&self, py: Python<'_>) -> PyResult<Answer> {
        with_rules!(self.rules, R => {
            self.position::<R>(py)?;
            self.ask(py, &StatusQuestion::<R>::new(true))
        })
    }

    /// The five rules, always with the certificate.
    fn reach_by_rules(&self, py: Python<'_>) -> PyResult<Answer> {
        self.standard()?;
        self.ask(py, &RulesQuestion { certificate: true })
    }

    /// Legality.
    fn reach_by_proof(
        &self,
        py: Python<'_>,
        level: &str,
        bounds: Bounds,
        seed: u64,
        repair: bool,
        certificate: bool,
    ) -> PyResult<Answer> {
        self.standard()?;
        let level = self::level(level)?;
        let work = limits(bounds, reach::ReachLimits::default().work.memory)?;
        patience::patiently(py, |stop| {
            let work = Limits { interrupt: Some(stop.clone()), ..work };
            let limits = reach::ReachLimits { level, seed, work };
            answer(&LegalityQuestion { limits, certificate, games: false, repair }, &self.setup)
        })?
        .map_err(|refused| error::unanswered(py, refused))
    }

    /// Forced win within so many plies, or the shortest.
    fn win(
        &self,
        py: Python<'_>,
        within: Option<u32>,
        keys: bool,
        bounds: Bounds,
        certificate: bool,
    ) -> PyResult<Answer> {
        let goal = within.map_or(Goal::Shortest, |plies| Goal::Within(Plies(plies)));
        let limits = limits(bounds, Limits::default().memory)?;
        with_rules!(self.rules, R => {
            self.position::<R>(py)?;
            let wanted = wanted::<R>(keys)?;
            patience::patiently(py, |stop| {
                let limits = Limits { interrupt: Some(stop.clone()), ..limits };
                let question =
                    WinQuestion::<R> { goal, wanted, limits, certificate, oracle: None, resume: None, game: PhantomData };
                answer(&question, &self.setup)
            })?
            .map_err(|refused| error::unanswered(py, refused))
        })
    }
}

impl Setup {
    fn position<R: Rules>(&self, py: Python<'_>) -> PyResult<Position<R>> {
        Position::new(&self.setup, Policy::Movable).map_err(|faults| error::faults(py, faults))
    }

    fn standard(&self) -> PyResult<()> {
        standard(self.rules)
    }

    /// A quick question.
    fn ask(&self, py: Python<'_>, question: &impl Question) -> PyResult<Answer> {
        error::guarded(|| answer(question, &self.setup))
            .map_err(|_| error::internal())?
            .map_err(|refused| error::unanswered(py, refused))
    }
}

/// Asks and writes down what is said.
fn answer(question: &impl Question, setup: &board::Setup) -> Result<Answer, Refused> {
    let report: Report = question.answer(setup, Form::Json, None)?;
    let unwritten = if let Proof::Stopped(why) = &report.proof { Some(why.to_string()) } else { None };
    let certificate = report.proof.certificate().map(|certificate| certificate.to_json());
    let fields = serde_json::to_string(&report.fields).map_err(|error| Refused::new(error.to_string()))?;
    Ok((fields, certificate, unwritten))
}

/// The rule set of that name.
pub(crate) fn kind(name: &str) -> PyResult<RulesKind> {
    name.parse::<RulesKind>().map_err(|unknown| error::value(unknown.to_string()))
}

/// Whether games can reach a position is asked of standard chess.
pub(crate) fn standard(rules: RulesKind) -> PyResult<()> {
    if rules == RulesKind::Standard {
        return Ok(());
    }
    Err(error::value(format!("reachability is asked of rules=\"standard\", not of \"{rules}\"")))
}

/// The level of that name.
pub(crate) fn level(name: &str) -> PyResult<Level> {
    Level::ALL.into_iter().find(|level| level.name() == name).ok_or_else(|| {
        let names = Level::ALL.map(Level::name).join(", ");
        error::value(format!("unknown level: expected one of {names}"))
    })
}

/// What problemists want, in games that have problems.
pub(crate) fn wanted<R: Rules>(keys: bool) -> PyResult<Option<Wanted>> {
    if keys && R::ROYAL_CAPTURABLE {
        return Err(error::value("keys are about checkmate, by which this game is not won"));
    }
    Ok(keys.then(|| Wanted { variations: false, tries: 0, set_play: false, ..Wanted::default() }))
}

/// The bounds as the library has them.
pub(crate) fn limits((seconds, nodes, memory): Bounds, usual: usize) -> PyResult<Limits> {
    let time = match seconds.map(Duration::try_from_secs_f64) {
        None => None,
        Some(Ok(time)) if !time.is_zero() => Some(time),
        Some(_) => return Err(error::value("the time must be more than zero; None lifts the limit")),
    };
    if nodes == Some(0) || memory == Some(0) {
        return Err(error::value("limits must be more than zero; None lifts the limit"));
    }
    let memory = memory.map_or(usual, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    Ok(Limits { time, nodes, memory, interrupt: None, threads: 1 })
}

/// A time such as `500ms` in seconds; `none` is none.
#[pyfunction]
pub(crate) fn seconds(text: &str) -> PyResult<Option<f64>> {
    let Time(time) = text.parse().map_err(|expected| error::value(format!("{expected}; found {text:?}")))?;
    Ok(time.map(|time| time.as_secs_f64()))
}

/// An amount of memory such as `512MiB` in bytes.
#[pyfunction]
pub(crate) fn size(text: &str) -> PyResult<usize> {
    let Memory(bytes) =
        text.parse().map_err(|expected| error::value(format!("{expected}; found {text:?}")))?;
    Ok(bytes)
}
