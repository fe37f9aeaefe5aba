//! Positions after moves.

use std::sync::Arc;

use arrow_array::{ArrayRef, StringViewArray};
use chess_arbiter::rules::Standard;

use super::Wrong;
use super::rows::Rows;
use crate::play::played;

pub(super) fn play(rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
    let most = rows.wholes(2).map(|k| match k {
        // Not given: all of them.
        None if rows.given() < 3 => Ok(Some(None)),
        None => Ok(None),
        Some(k) => match usize::try_from(k) {
            Ok(k) => Ok(Some(Some(k))),
            Err(_) => Err(rows
                .function
                .wrong(2, format!("expected a number of moves that is not negative, found {k}"))),
        },
    });
    let found = rows.fens().zip(rows.texts(1)).zip(most).map(|((fen, moves), most)| {
        let (Some(fen), Some(moves), Some(most)) = (fen, moves, most?) else { return Ok(None) };
        Ok(rows.row(|| played::<Standard>(fen, moves, most))?.ok())
    });
    Ok(Arc::new(found.collect::<Result<StringViewArray, Wrong>>()?))
}
