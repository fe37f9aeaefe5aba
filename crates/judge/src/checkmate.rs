//! *Check or checkmate*: whether the side to move is checked, checkmated or safe.
//!
//! `D`, then for each data set the side `w` or `B` and eight rows of eight characters, the eighth row first.
//! Lower case is White, upper case Black: the reverse of FEN.

use chess_arbiter::board::{Board, Color, Man, Role, Setup, Square};
use chess_arbiter::format::show_char;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Pawnless, Rules};
use chess_arbiter::status::{Status, status};

use super::answers::{Hear, Settle};
use super::error::JudgeError;
use super::source::CaseSource;
use super::word::Word;

/// Judges all data sets.
pub(super) fn boards<S: Hear>(source: &mut CaseSource<'_, S>) -> Result<(), JudgeError> {
    let (count, _) = source.expect_number("data sets", 0..=u64::MAX)?;
    for _ in 0..count {
        let (line, setup, position) = position(source)?;
        let answer: &'static [u8] = match (position.turn(), status(&position)) {
            (Color::White, Status::Check) => b"WHITE IS CHECKED\n",
            (Color::White, Status::Checkmate) => b"WHITE IS CHECKMATED\n",
            (Color::White, Status::Safe | Status::Stalemate) => b"WHITE IS SAFE\n",
            (Color::Black, Status::Check) => b"BLACK IS CHECKED\n",
            (Color::Black, Status::Checkmate) => b"BLACK IS CHECKMATED\n",
            (Color::Black, Status::Safe | Status::Stalemate) => b"BLACK IS SAFE\n",
        };
        source.sink.hear(line, &setup, answer)?;
    }
    source.expect_end(if count == 1 { "the only data set" } else { "the last data set" })
}

/// A data set, with the line it begins on.
fn position<S: Settle>(
    source: &mut CaseSource<'_, S>,
) -> Result<(usize, Setup, Position<Pawnless>), JudgeError> {
    const SIDE: &str = "the side to move, w (White, lower case) or B (Black, upper case)";
    let side = source.expect_word(SIDE)?;
    let turn = match side.bytes() {
        b"w" => Color::White,
        b"B" => Color::Black,
        _ => return Err(side.unexpected(SIDE)),
    };
    let mut board = Board::EMPTY;
    // The line of each king, 0 before it is read.
    let mut kings = [0; 2];
    for rank in (0..8).rev() {
        let word = match source.word()? {
            Some(word) => word,
            None => return Err(source.unexpected_end(&format!("row {} of the board", rank + 1))),
        };
        row(&mut board, &word, rank, &mut kings)?;
    }
    for (color, king) in [(Color::White, 'k'), (Color::Black, 'K')] {
        if kings[color as usize] == 0 {
            return Err(side.error(format!("expected one {color} king '{king}' on this board, found none")));
        }
    }
    // Nothing is left for `Position` to complain about; if it does, the data set's first line is the place.
    let setup = Setup::new(board, turn);
    match Position::new(&setup, Policy::Movable) {
        Ok(position) => Ok((side.line, setup, position)),
        Err(faults) => Err(side.error(faults.to_string())),
    }
}

fn row(board: &mut Board, word: &Word, rank: u8, kings: &mut [usize; 2]) -> Result<(), JudgeError> {
    if word.bytes().len() == 1 {
        // Most likely the side of the next data set.
        return Err(word.unexpected(&format!("row {} of the board", rank + 1)));
    }
    for (file, &letter) in (0..).zip(word.bytes()) {
        if letter == b'.' && file < 8 {
            continue;
        }
        let Some(man) = man(letter).filter(|_| file < 8) else { return Err(misfit(word, file, rank)) };
        let square = Square::at(file as u8, rank);
        if man.role == Role::King {
            let line = std::mem::replace(&mut kings[man.color as usize], word.line);
            if line != 0 {
                let message =
                    format!("a second {} king, the first is on line {line}; expected one", man.color);
                return Err(word.error_at(file, message));
            }
        }
        board.put(square, man);
    }
    let count = word.bytes().len();
    if count < 8 {
        return Err(word.error_at(count, format!("expected 8 squares in row {}, found {count}", rank + 1)));
    }
    Ok(())
}

fn man(letter: u8) -> Option<Man> {
    let role =
        Role::from_letter(letter).filter(|&role| letter.is_ascii_alphabetic() && Pawnless::has_role(role))?;
    Some(Man { color: if letter.is_ascii_lowercase() { Color::White } else { Color::Black }, role })
}

/// What is wrong with a character of a row, of which those before it are right.
#[cold]
fn misfit(word: &Word, file: usize, rank: u8) -> JudgeError {
    let rest = &word.bytes()[file..];
    let letter = rest.first().copied().unwrap_or_default();
    let message = if file == 8 {
        format!("expected the end of row {}, found a ninth square", rank + 1)
    } else {
        let found = match rest.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next()) {
            Some(c) => show_char(c),
            None => format!("the byte {letter:#04x}"),
        };
        let pawn = if letter | 0x20 == b'p' { " (this game has no pawns)" } else { "" };
        format!("expected . or a piece r b q n k (White) or R B Q N K (Black), found {found}{pawn}")
    };
    word.error_at(file, message)
}
