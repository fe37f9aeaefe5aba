//! What is said of each position by its side to move.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, Datum, StringViewArray};
use chess_arbiter_answer::Question;
use chess_arbiter_answer::request::StatusRequest;

use super::Wrong;
use crate::{Asked, Texts};

pub(super) fn call(arguments: &[&dyn Datum], _rows: usize, _stop: &AtomicBool) -> Result<ArrayRef, Wrong> {
    let texts = Texts::of([arrow_array::make_array(arguments[0].get().0.to_data())])?;
    let question = Question::Status(StatusRequest::default().check());
    let verdicts = Asked::new(&question).columns(&texts).swap_remove(0).1;
    let verdicts = verdicts.as_dictionary::<Int32Type>();
    let words = verdicts.values().as_string::<i32>();
    let found = verdicts.keys().iter().map(|key| key.map(|key| words.value(key as usize)));
    Ok(Arc::new(found.collect::<StringViewArray>()))
}
