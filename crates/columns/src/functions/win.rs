//! Mates that can be forced, and what else stipulations ask.

use std::fmt::Debug;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use arrow_array::builder::{ListBuilder, StringViewBuilder};
use arrow_array::{ArrayRef, Int32Array};
use chess_arbiter::win::Plies;
use chess_arbiter_answer::request::{Context, Grant, Problem, WinRequest};
use chess_arbiter_answer::{Fields, Form, INTERNAL, Question, WinFields, WinQuestion};

use super::Wrong;
use super::rows::{Rows, Said};
use crate::fault::Fault;
use crate::report;

pub(super) fn mate_in(rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
    needed(answers(rows, mates(rows), false))
}

pub(super) fn solve(rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
    let asked = rows.texts(1).map(|text| {
        text.map(|text| (text, WinRequest { stipulation: Some(text.into()), ..WinRequest::default() }))
    });
    needed(answers(rows, asked, false))
}

/// The moves that the attacker needs.
fn needed(
    answers: impl Iterator<Item = Result<Said<(WinQuestion, WinFields)>, Wrong>>,
) -> Result<ArrayRef, Wrong> {
    let moves = |(asked, found): (WinQuestion, WinFields)| match found.verdict {
        // One that need not be the shortest does not say in how many.
        "win" | "solved" if found.shortest => {
            found.plies.and_then(|plies| i32::try_from(asked.moves(Plies(plies))).ok())
        }
        "no-win" | "unsolved" => Some(0),
        _ => None,
    };
    let found = answers.map(|said| Ok(said?.and_then(Result::ok).and_then(moves)));
    Ok(Arc::new(found.collect::<Result<Int32Array, _>>()?))
}

pub(super) fn keys(rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
    let keys = |(_, found): (WinQuestion, WinFields)| match (found.verdict, found.keys) {
        ("win", keys) => keys,
        // There are none where it is known at a glance that nobody mates.
        ("no-win", keys) => Some(keys.unwrap_or_default()).filter(|_| found.solution_error.is_none()),
        _ => None,
    };
    let mut lists = ListBuilder::new(StringViewBuilder::new());
    for said in answers(rows, mates(rows), true) {
        lists.append_option(said?.and_then(Result::ok).and_then(keys).map(|keys| keys.into_iter().map(Some)));
    }
    Ok(Arc::new(lists.finish()))
}

/// Mates within so many moves.
fn mates<'a>(rows: &'a Rows<'_>) -> impl Iterator<Item = Option<(i32, WinRequest)>> + 'a {
    rows.wholes(1).map(|moves| {
        moves.map(|moves| {
            let mate = Some(u32::try_from(moves).unwrap_or(0));
            (moves, WinRequest { mate, ..WinRequest::default() })
        })
    })
}

/// What is asked of each row, with the argument that says it; those are mostly the same.
fn answers<'a, A: PartialEq + Copy + Debug + 'a>(
    rows: &'a Rows<'_>,
    asked: impl Iterator<Item = Option<(A, WinRequest)>> + 'a,
    keys: bool,
) -> impl Iterator<Item = Result<Said<(WinQuestion, WinFields)>, Wrong>> + 'a {
    // Engines call from as many threads as there are: they share the memory.
    let at_once = thread::available_parallelism().map_or(1, NonZero::get);
    let context = Context { at_once, ..rows.context() };
    // A line of moves costs as much again: it is written with the keys alone.
    let form = if keys { Form::Json } else { Form::Lines };
    let mut known: Option<(A, WinQuestion)> = None;
    rows.fens().zip(asked).map(move |(fen, asked)| {
        let (Some(fen), Some((argument, request))) = (fen, asked) else { return Ok(None) };
        let question = match known {
            Some((before, question)) if before == argument => question,
            _ => {
                let question = WinRequest { keys, ..request }.check(&Grant::UNBOUNDED);
                let wrong = |problem: Problem| {
                    rows.function.wrong(1, format!("{}, found {argument:?}", problem.detail))
                };
                known.insert((argument, question.map_err(wrong)?)).1
            }
        };
        let answer = || match report(&Question::Win(question), fen, form, &context)? {
            Fields::Win(fields) => Ok((question, *fields)),
            _ => Err(Fault::new(INTERNAL)),
        };
        rows.row(answer).map(Some)
    })
}
