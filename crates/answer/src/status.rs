//! Status.

use std::marker::PhantomData;

use chess_arbiter::board::{Bitboard, Setup, Square};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Rules;
use chess_arbiter::status::{Status, explain, status};

use crate::draw::{self, Marks};
use crate::question::{Question, Refused, Watch};
use crate::report::{Fields, Form, Proof, Report};

/// Is the side to move safe, checked, checkmated or stalemated?
pub struct StatusQuestion<R> {
    certificate: bool,
    rules: PhantomData<fn() -> R>,
}

impl<R: Rules> StatusQuestion<R> {
    /// With the certificate if it is wanted.
    pub fn new(certificate: bool) -> Self {
        StatusQuestion { certificate, rules: PhantomData }
    }
}

impl<R: Rules> Question for StatusQuestion<R> {
    type Rules = R;
    const QUICK: bool = true;

    fn answer(&self, setup: &Setup, form: Form, _: Option<Watch>) -> Result<Report, Refused> {
        let position = Position::<R>::new(setup, Policy::Movable)?;
        if form == Form::Lines {
            return Ok(Report { line: status(&position).to_string(), ..Report::default() });
        }
        let verdict = explain(&position);
        let verdict_word = word(verdict.status);
        let royal = position.royal(position.turn()).map_or(Bitboard::EMPTY, Square::bb);
        let attacked = if verdict.checkers.is_empty() { Bitboard::EMPTY } else { royal };
        let marks = Marks { attacked, attackers: verdict.checkers };
        Ok(Report {
            line: verdict_word.into(),
            drawing: if form == Form::Person {
                draw::board::<R>(position.board(), marks)
            } else {
                String::new()
            },
            proof: if self.certificate {
                Proof::Written(Box::new(verdict.certificate(&position)))
            } else {
                Proof::NotAskedFor
            },
            fields: Fields {
                verdict: verdict_word,
                reason: chess_arbiter_explain::status(&position, &verdict),
                ..Fields::default()
            },
            ..Report::default()
        })
    }
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Safe => "safe",
        Status::Check => "check",
        Status::Checkmate => "checkmate",
        Status::Stalemate => "stalemate",
    }
}
