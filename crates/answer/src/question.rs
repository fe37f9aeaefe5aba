//! What can be asked about a position, and the one way to ask it.

use std::time::Duration;

use chess_arbiter::board::{PartialSetup, Setup, Square};
use chess_arbiter::position::Faults;
use chess_arbiter::reach::Unsupported;
use chess_arbiter::rules::RulesKind;
use chess_arbiter::win::{Goal, Plies};

use crate::dead::DeadQuestion;
use crate::five_rules::RulesQuestion;
use crate::legality::LegalityQuestion;
use crate::report::{Form, Report};
use crate::request::Context;
use crate::retro::RetroQuestion;
use crate::status::StatusQuestion;
use crate::win::WinQuestion;

/// A question about positions that makes sense: the checked form of a request.
#[derive(Clone, Debug)]
pub enum Question {
    /// Is the side to move safe, checked, checkmated or stalemated?
    Status(StatusQuestion),
    /// Does the position keep the five rules?
    Rules(RulesQuestion),
    /// Can it arise in play?
    Legality(LegalityQuestion),
    /// What does it tell of its past?
    Retro(RetroQuestion),
    /// Can a side still win?
    Dead(DeadQuestion),
    /// Can the side to move force a win?
    Win(WinQuestion),
}

impl Question {
    /// The game that its positions are of.
    pub fn rules(&self) -> RulesKind {
        match self {
            Question::Status(question) => question.rules,
            Question::Win(question) => question.rules,
            Question::Rules(_) | Question::Legality(_) | Question::Retro(_) | Question::Dead(_) => {
                RulesKind::Standard
            }
        }
    }

    /// Whether an answer takes about a microsecond, so that handing it over costs more than finding it.
    pub fn is_quick(&self) -> bool {
        match self {
            Question::Status(_) | Question::Rules(_) => true,
            Question::Dead(question) => question.is_quick(),
            Question::Legality(_) | Question::Retro(_) | Question::Win(_) => false,
        }
    }

    /// Whether an answer most likely takes milliseconds: also a mate in two at most.
    pub fn is_brief(&self) -> bool {
        match self {
            Question::Win(question) => matches!(question.goal, Goal::Within(plies) if plies <= Plies(3)),
            _ => self.is_quick(),
        }
    }

    /// The answer, with as much about it as the form shows. Where it can take long, `watch` is told how far
    /// it is.
    ///
    /// Not generic: what stands around the solvers is compiled once, here, whoever asks.
    ///
    /// # Errors
    /// The question cannot be asked about such a position.
    pub fn answer(
        &self,
        setup: &Setup,
        form: Form,
        context: &Context,
        watch: Option<Watch>,
    ) -> Result<Report, Refused> {
        match self {
            Question::Status(question) => question.answer(setup, form),
            Question::Rules(question) => question.answer(setup, form),
            Question::Legality(question) => question.answer(setup, form, context),
            Question::Retro(question) => question.answer(&PartialSetup::from(setup), form, context),
            Question::Dead(question) => question.answer(setup, form, context),
            Question::Win(question) => question.answer(setup, form, context, watch),
        }
    }
}

/// Is told how far an answer is, now and then.
pub type Watch = Box<dyn FnMut(Told) + Send>;

/// How far an answer is.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// It is proved that there is no win within so many plies.
    pub no_win_within: u32,
    /// It is proved that there is a win within so many plies.
    pub win_within: Option<u32>,
    /// Positions looked at.
    pub nodes: u64,
    /// Since the question was asked.
    pub time: Duration,
}

/// Why there is no answer about a position that could be read.
#[derive(Clone, Debug)]
pub struct Refused {
    /// What is wrong with it.
    pub message: String,
    /// Where, if it is about a square.
    pub square: Option<Square>,
}

impl Refused {
    /// Nothing that is about a square.
    pub fn new(message: impl Into<String>) -> Refused {
        Refused { message: message.into(), square: None }
    }
}

impl From<Faults> for Refused {
    fn from(faults: Faults) -> Refused {
        let square = faults.iter().find_map(|fault| fault.squares().first());
        Refused { message: faults.to_string(), square }
    }
}

impl From<Unsupported> for Refused {
    fn from(unsupported: Unsupported) -> Refused {
        Refused { message: unsupported.to_string(), square: Some(unsupported.rook()) }
    }
}
