//! What stands where.

use std::iter;
use std::sync::Arc;

use arrow_array::builder::StringViewBuilder;
use arrow_array::{ArrayRef, StringViewArray};
use chess_arbiter::board::{Board, Color, Man, ParseSquareError, Role, Square};
use chess_arbiter::rules::{RulesKind, Standard};
use chess_arbiter_answer::Svg;

use super::Wrong;
use super::rows::{Rows, Said};
use crate::fault::Fault;
use crate::setup;

/// Any setup that can be read has a board, be it a position or not.
fn board(fen: &str) -> Result<Board, Fault> {
    setup::<Standard>(fen).map(|setup| setup.board)
}

pub(super) fn man(rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
    let mut letters = StringViewBuilder::with_capacity(rows.rows);
    for (fen, square) in rows.fens().zip(rows.texts(1)) {
        let (Some(fen), Some(square)) = (fen, square) else {
            letters.append_null();
            continue;
        };
        let wrong = |error: ParseSquareError| rows.function.wrong(1, format!("{error}; found {square:?}"));
        let square: Square = square.parse().map_err(wrong)?;
        let letter = rows.row(|| Ok(board(fen)?.man_at(square).map_or('.', Man::letter)))?;
        let mut text = [0; 4];
        letters.append_option(letter.ok().map(|letter| &*letter.encode_utf8(&mut text)));
    }
    Ok(Arc::new(letters.finish()))
}

pub(super) fn material(rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
    let found = rows.each(|fen| board(fen).map(|board| men(&board)));
    texts(found)
}

/// Kings first: `KRPvKR`.
fn men(board: &Board) -> String {
    let mut text = String::with_capacity(33);
    for color in Color::BOTH {
        if color == Color::Black {
            text.push('v');
        }
        for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            let men = board.men(color, role).len() as usize;
            text.extend(iter::repeat_n(role.letter().to_ascii_uppercase(), men));
        }
    }
    text
}

pub(super) fn svg(rows: &Rows<'_>) -> Result<ArrayRef, Wrong> {
    let found = rows.each(|fen| {
        let board = board(fen)?;
        Ok(Svg { title: fen.trim(), ..Svg::of(RulesKind::Standard, &board) }.to_string())
    });
    texts(found)
}

fn texts(found: impl Iterator<Item = Result<Said<String>, Wrong>>) -> Result<ArrayRef, Wrong> {
    let found = found.map(|said| Ok(said?.and_then(Result::ok)));
    Ok(Arc::new(found.collect::<Result<StringViewArray, Wrong>>()?))
}
