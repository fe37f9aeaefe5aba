//! Status.

use std::marker::PhantomData;

use chess_arbiter::board::{Bitboard, Setup, Square};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Rules;
use chess_arbiter::status::{Reason, Status, Verdict, explain, status};

use crate::draw::{self, Marks};
use crate::question::{Question, Refused, Watch};
use crate::report::{Fields, Form, Proof, Report};
use crate::words;

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
                reason: sentence(&position, &verdict),
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

/// The status and what shows it.
fn sentence<R: Rules>(position: &Position<R>, verdict: &Verdict) -> String {
    let (board, us) = (position.board(), position.turn());
    let side = words::player(us);
    let royal = position.royal(us).map_or(R::ROYAL.name().into(), |square| words::man(board, square));
    let attack = || {
        let verb = if verdict.checkers.more_than_one() { "attack" } else { "attacks" };
        format!("{} {verb} {royal}", words::men(board, verdict.checkers))
    };
    match (&verdict.reason, verdict.status) {
        (Reason::Move(mv), Status::Check) => {
            format!("{side} is in check: {}; {} ends the attack.", attack(), words::mv(position, *mv))
        }
        (Reason::Move(mv), _) => {
            format!(
                "{side} is safe: nothing attacks {royal}, and {} can be played.",
                words::mv(position, *mv)
            )
        }
        (Reason::Refuted(moves), Status::Checkmate) if moves.is_empty() => {
            format!("{side} is checkmated: {}, and no man can move.", attack())
        }
        (Reason::Refuted(moves), Status::Checkmate) => {
            format!("{side} is checkmated: {}; {}.", attack(), refuted(position, moves))
        }
        (Reason::Refuted(moves), _) if moves.is_empty() => {
            format!("{side} is stalemated: nothing attacks {royal}, and no man can move.")
        }
        (Reason::Refuted(moves), _) => {
            format!("{side} is stalemated: nothing attacks {royal}, but {}.", refuted(position, moves))
        }
    }
}

/// The moves, those with the same refutation together.
fn refuted<R: Rules>(position: &Position<R>, moves: &[(chess_arbiter::board::Move, Square)]) -> String {
    let mut by: Vec<(Square, Vec<String>)> = Vec::new();
    for &(mv, refuter) in moves {
        let text = words::mv(position, mv);
        match by.iter_mut().find(|(square, _)| *square == refuter) {
            Some((_, moves)) => moves.push(text),
            None => by.push((refuter, vec![text])),
        }
    }
    let clauses: Vec<String> = by
        .iter()
        .enumerate()
        .map(|(i, (square, moves))| {
            let verb = match (i, moves.len()) {
                (0, 1) => " is refuted",
                (0, _) => " are refuted",
                _ => "",
            };
            format!("{}{verb} by {}", words::list(moves), words::man(position.board(), *square))
        })
        .collect();
    clauses.join(", ")
}
