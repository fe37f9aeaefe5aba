//! `arbiter status`.

use std::marker::PhantomData;

use chess_arbiter::board::{Bitboard, Setup, Square};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Rules;
use chess_arbiter::status::{Reason, Status, Verdict, explain, status};
use chess_arbiter::with_rules;

use crate::draw::{self, Marks};
use crate::exit::{Exit, Failure};
use crate::options::StatusOptions;
use crate::output::{self, Form};
use crate::question::{Question, Refused, ask};
use crate::report::{Fields, Proof, Report};
use crate::{input, interrupt, words};

/// Answers take well under a microsecond: the fewer hand-overs the better.
const BATCH: usize = 512;

pub(crate) fn run(options: StatusOptions) -> Result<Exit, Failure> {
    let StatusOptions { positions, rules, shown, threads } = options;
    let sources = input::sources(&positions.positions)?;
    let threads = input::useful_threads(&sources, threads.count());
    let form = output::form(shown.json, shown.certificate, shown.explain);
    let certificate = shown.certificate;
    with_rules!(rules, R => {
        ask(StatusQuestion::<R> { certificate, rules: PhantomData }, sources, form, threads, &interrupt::flag())
    })
}

struct StatusQuestion<R> {
    certificate: bool,
    rules: PhantomData<fn() -> R>,
}

impl<R: Rules> Question for StatusQuestion<R> {
    type Rules = R;
    const BATCH: usize = BATCH;

    fn answer(&self, setup: &Setup, form: Form) -> Result<Report, Refused> {
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
