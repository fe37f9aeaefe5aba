//! Mates that can be forced.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use arrow_array::builder::{ListBuilder, StringViewBuilder};
use arrow_array::{ArrayRef, Int32Array};
use chess_arbiter::win::Plies;
use chess_arbiter_answer::request::{Context, Grant, WinRequest};
use chess_arbiter_answer::{Fields, Form, INTERNAL, Question, WinFields};

use super::Wrong;
use super::rows::{Rows, Said};
use crate::fault::Fault;
use crate::report;

pub(super) fn mate_in(rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
    let moves = |found: WinFields| match found.verdict {
        // One that need not be the shortest does not say in how many.
        "win" if found.shortest => found.plies.and_then(|plies| i32::try_from(Plies(plies).moves().0).ok()),
        "no-win" => Some(0),
        _ => None,
    };
    let found = answers(rows, false).map(|said| Ok(said?.and_then(Result::ok).and_then(moves)));
    Ok(Arc::new(found.collect::<Result<Int32Array, _>>()?))
}

pub(super) fn keys(rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
    let keys = |found: WinFields| match (found.verdict, found.keys) {
        ("win", keys) => keys,
        // There are none where it is known at a glance that nobody mates.
        ("no-win", keys) => Some(keys.unwrap_or_default()).filter(|_| found.solution_error.is_none()),
        _ => None,
    };
    let mut lists = ListBuilder::new(StringViewBuilder::new());
    for said in answers(rows, true) {
        lists.append_option(said?.and_then(Result::ok).and_then(keys).map(|keys| keys.into_iter().map(Some)));
    }
    Ok(Arc::new(lists.finish()))
}

/// Mates within so many moves; the numbers are mostly the same.
fn answers<'a>(rows: &'a Rows<'_>, keys: bool) -> impl Iterator<Item = Result<Said<WinFields>, Wrong>> + 'a {
    // Engines call from as many threads as there are: they share the memory.
    let at_once = thread::available_parallelism().map_or(1, NonZero::get);
    let context = Context { at_once, ..rows.context() };
    // A line of moves costs as much again: it is written with the keys alone.
    let form = if keys { Form::Json } else { Form::Lines };
    let mut known: Option<(i32, Question)> = None;
    rows.fens().zip(rows.wholes(1)).map(move |(fen, moves)| {
        let (Some(fen), Some(moves)) = (fen, moves) else { return Ok(None) };
        let question = match &known {
            Some((number, question)) if *number == moves => question,
            _ => &known.insert((moves, within(rows, moves, keys)?)).1,
        };
        let answer = || match report(question, fen, form, &context)? {
            Fields::Win(fields) => Ok(*fields),
            _ => Err(Fault::new(INTERNAL)),
        };
        rows.row(answer).map(Some)
    })
}

fn within(rows: &Rows<'_>, moves: i32, keys: bool) -> Result<Question, Wrong> {
    let mate = Some(u32::try_from(moves).unwrap_or(0));
    let question = WinRequest { mate, keys, ..WinRequest::default() }.check(&Grant::UNBOUNDED);
    let wrong = |detail: String| rows.function.wrong(1, format!("{detail}, found {moves}"));
    question.map(Question::Win).map_err(|problem| wrong(problem.detail))
}
