//! What is said of each position by its side to move.

use std::sync::Arc;

use arrow_array::{ArrayRef, StringViewArray, UInt8Array};
use arrow_select::take::take;
use chess_arbiter::rules::Standard;

use super::Wrong;
use super::rows::Rows;
use crate::status::{WORDS, together, word};
use crate::{QUICK, position};

/// Words lie in their views: nothing is allocated for a row.
pub(super) fn status(rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
    let mut places = Vec::with_capacity(rows.rows);
    // A last word that there is not stands for null.
    let null = WORDS.len() as u8;
    let mut fens = rows.fens().peekable();
    while fens.peek().is_some() {
        if rows.is_stopped() {
            return Err(Wrong::Stopped);
        }
        together(&mut fens.by_ref().take(QUICK), |said| {
            places.push(said.and_then(Result::ok).map_or(null, word));
        });
    }
    let words = StringViewArray::from_iter(WORDS.map(Some).into_iter().chain([None]));
    take(&words, &UInt8Array::from(places), None).map_err(|error| Wrong::Internal(error.to_string()))
}

pub(super) fn fen_error(rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
    let said = rows.each(|fen| position::<Standard>(fen).map(drop));
    let error = said.map(|said| Ok(said?.and_then(Result::err).map(|fault| fault.to_string())));
    Ok(Arc::new(error.collect::<Result<StringViewArray, _>>()?))
}
