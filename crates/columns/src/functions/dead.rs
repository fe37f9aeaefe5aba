//! Whether a side can still win.

use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray};
use chess_arbiter::help::{CanWinAnswer, can_win as found};
use chess_arbiter::rules::Standard;
use chess_arbiter_answer::request::{DeadRequest, Grant, Side};

use super::Wrong;
use super::rows::Rows;
use crate::position;

pub(super) fn can_win(rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
    let context = rows.context();
    let question = DeadRequest::default().check(&Grant::UNBOUNDED);
    let limits = context.limits(question.map_err(|problem| Wrong::Internal(problem.detail))?.bounds);
    let said = rows.fens().zip(rows.texts(1)).map(|(fen, side)| {
        let (Some(fen), Some(side)) = (fen, side) else { return Ok(None) };
        let wrong = |expected: String| rows.function.wrong(1, format!("{expected}, found {side:?}"));
        let side: Side = side.parse().map_err(wrong)?;
        let said = rows.row(|| Ok(found(&position::<Standard>(fen)?, side.color(), &limits).answer))?;
        Ok(said.ok().and_then(|answer| match answer {
            CanWinAnswer::Winnable(_) => Some(true),
            CanWinAnswer::Unwinnable(_) => Some(false),
            CanWinAnswer::Undecided(_) => None,
        }))
    });
    Ok(Arc::new(said.collect::<Result<BooleanArray, Wrong>>()?))
}
