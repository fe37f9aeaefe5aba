//! A setup as text.

use std::fmt::Write;

use crate::board::{Board, Color, Role, Setup, Square};
use crate::rules::{Rules, Size};

use super::outermost;

/// The men as FEN writes them: top row first, digits for runs of empty squares.
pub(crate) fn write_placement(size: Size, board: &Board) -> String {
    let mut text = String::with_capacity(72);
    for rank in (0..size.height).rev() {
        let mut empty = 0;
        for file in 0..size.width {
            match board.man_at(Square::at(file, rank)) {
                None => empty += 1,
                Some(man) => {
                    if empty > 0 {
                        text.push((b'0' + empty) as char);
                        empty = 0;
                    }
                    text.push(man.letter());
                }
            }
        }
        if empty > 0 {
            text.push((b'0' + empty) as char);
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// The castling field: X-FEN, `-` for none.
fn write_castling(size: Size, setup: &Setup, text: &mut String) {
    if setup.castling.is_empty() {
        text.push('-');
    }
    for color in Color::BOTH {
        let back = size.back_rank(color);
        let king = (setup.board.men(color, Role::King) & back).first();
        let mut rooks: Vec<Square> = (setup.castling & back).collect();
        rooks.reverse(); // the h-side first, as in KQkq
        for rook in rooks {
            let letter = [('k', true), ('q', false)]
                .into_iter()
                .find(|&(_, h_side)| {
                    king.is_some() && outermost(size, &setup.board, color, h_side) == Some(rook)
                })
                .map_or(rook.file_char(), |(letter, _)| letter);
            text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
}

/// The first fields, without clocks: what identifies a position. Games without castling and
/// en passant have two (men and side to move), the others four.
///
/// ```
/// use chess_arbiter::{Gardner, Standard, fen};
/// let key = |setup| fen::write_key::<Standard>(&setup);
/// let setup = fen::parse::<Standard>("4k3/8/8/8/8/8/8/4K3 w - - 12 40").unwrap();
/// assert_eq!(key(setup), "4k3/8/8/8/8/8/8/4K3 w - -");
/// let small = fen::parse::<Gardner>("4k/5/5/5/K4 w").unwrap();
/// assert_eq!(fen::write_key::<Gardner>(&small), "4k/5/5/5/K4 w");
/// ```
pub fn write_key<R: Rules>(setup: &Setup) -> String {
    key(setup, R::SIZE, R::CASTLING)
}

/// [`write_key`], compiled once for all boards.
fn key(setup: &Setup, size: Size, castling: bool) -> String {
    let mut text = write_placement(size, &setup.board);
    let _ = write!(text, " {}", setup.turn.letter());
    if castling || setup.castling.has_any() || setup.en_passant.is_some() {
        text.push(' ');
        write_castling(size, setup, &mut text);
        match setup.en_passant {
            None => text.push_str(" -"),
            Some(square) => {
                let _ = write!(text, " {square}");
            }
        }
    }
    text
}

/// A setup as FEN, with clocks where the game has them. [`parse`](super::parse) gives the same setup back.
///
/// ```
/// use chess_arbiter::{Position, Standard, fen};
/// assert_eq!(fen::write::<Standard>(&Position::initial().into()), fen::START);
/// ```
pub fn write<R: Rules>(setup: &Setup) -> String {
    let mut text = write_key::<R>(setup);
    let clocks = (setup.halfmoves, setup.fullmoves);
    if R::CASTLING || clocks != (0, 1) {
        if !(R::CASTLING || setup.castling.has_any() || setup.en_passant.is_some()) {
            text.push_str(" - -");
        }
        let _ = write!(text, " {} {}", clocks.0, clocks.1);
    }
    text
}
