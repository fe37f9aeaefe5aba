//! *Is this Chessboard Reachable?*: boards of chess symbols and dots, judged by the five rules.
//!
//! Eight rows, the eighth first, each with or without its number; after them a line `abcdefgh` or none;
//! blank lines between boards or none.

use std::io::{BufRead, Write};

use crate::board::{Board, Man, Square};
use crate::format::TextError;
use crate::reach::five_rules;

use super::answers::{Answers, Settle};
use super::error::JudgeError;
use super::show;
use super::source::Source;

const LONGEST_LINE: usize = 4096;

/// Judges all boards.
pub(super) fn boards<I: BufRead, W: Write>(source: &mut Source<I, Answers<W>>) -> Result<(), JudgeError> {
    source.limit_lines(LONGEST_LINE);
    while skip_blank_lines(source)? {
        let board = board(source)?;
        let answer: &[u8] = match five_rules(&board).first_broken() {
            None => b"True\n",
            Some(1) => b"False 1\n",
            Some(2) => b"False 2\n",
            Some(3) => b"False 3\n",
            Some(4) => b"False 4\n",
            Some(_) => b"False 5\n",
        };
        source.sink.add(answer)?;
        closing_line(source)?;
    }
    Ok(())
}

/// Goes to the next line that is not blank; false at the end of the input.
fn skip_blank_lines<I: BufRead, S: Settle>(source: &mut Source<I, S>) -> Result<bool, JudgeError> {
    loop {
        source.skip_blanks()?;
        if !source.next_line()? {
            return Ok(source.peek()?.is_some());
        }
    }
}

fn board<I: BufRead, S: Settle>(source: &mut Source<I, S>) -> Result<Board, JudgeError> {
    let mut board = Board::EMPTY;
    for rank in (0..8).rev() {
        if let Some(length) = canonical(source.chunk()?, &mut board, rank) {
            source.advance_line(length);
            continue;
        }
        row(source, &mut board, rank)?;
        if !source.next_line()? && rank > 0 {
            return Err(source.unexpected_end(&format!("row {rank} of the board")));
        }
    }
    Ok(board)
}

/// Reads a row as the document writes it, if it is in hand as a whole: returns its bytes with its line end.
fn canonical(chunk: &[u8], board: &mut Board, rank: u8) -> Option<usize> {
    let label = chunk.first() == Some(&(b'1' + rank));
    let mut at = usize::from(label);
    let mut men = [None; 8];
    for man in &mut men {
        match chunk.get(at..)? {
            [b'.', ..] => at += 1,
            [0xE2, 0x99, last @ 0x94..=0x9F, ..] => {
                *man = char::from_u32(0x2640 + u32::from(last - 0x80)).and_then(Man::from_symbol);
                at += 3;
            }
            _ => return None,
        }
    }
    if chunk.get(at) != Some(&b'\n') {
        return None;
    }
    for (file, man) in (0..).zip(men) {
        if let Some(Man { color, role }) = man {
            board.toggle(color, role, Square::at(file, rank));
        }
    }
    Some(at + 1)
}

/// Reads a row up to its line end.
fn row<I: BufRead, S: Settle>(
    source: &mut Source<I, S>,
    board: &mut Board,
    rank: u8,
) -> Result<(), JudgeError> {
    let number = rank + 1;
    let mut file = 0;
    let mut labelled = false;
    // Whether the last character was a man, which a variation selector may follow.
    let mut after_man = false;
    let mut end = source.place();
    loop {
        source.skip_blanks()?;
        let (line, column) = source.place();
        let fault = |message| Err(TextError::new(line, column, message).into());
        let Some(c) = source.character_in_line()? else { break };
        let man = Man::from_symbol(c);
        match c {
            _ if man.is_some() || c == '.' => {
                if file == 8 {
                    return fault(format!("expected the end of row {number}, found a ninth square"));
                }
                if let Some(man) = man {
                    board.toggle(man.color, man.role, Square::at(file, rank));
                }
                file += 1;
            }
            '\u{FE0E}' | '\u{FE0F}' if after_man => {}
            '0'..='9' if file == 0 && !labelled => {
                if c as u32 - '0' as u32 != u32::from(number) {
                    return fault(format!("expected row {number} of the board, found the row number {c}"));
                }
                labelled = true;
            }
            _ if file == 8 => {
                return fault(format!("expected the end of row {number}, found {}", show::character(c)));
            }
            _ if file == 0 && !labelled => {
                return fault(format!("expected row {number} of the board, found {}", show::character(c)));
            }
            _ => {
                return fault(format!("expected a chess symbol or a dot, found {}", show::character(c)));
            }
        }
        after_man = man.is_some();
        end = source.place();
    }
    let (line, column) = end;
    match file {
        8 => Ok(()),
        0 if labelled => {
            Err(TextError::new(line, column, format!("expected 8 squares in row {number}, found none"))
                .into())
        }
        0 if source.peek()?.is_none() => Err(source.unexpected_end(&format!("row {number} of the board"))),
        0 => Err(TextError::new(
            line,
            column,
            format!("expected row {number} of the board, found a blank line"),
        )
        .into()),
        _ => {
            Err(TextError::new(line, column, format!("expected 8 squares in row {number}, found {file}"))
                .into())
        }
    }
}

/// The line `abcdefgh`, if it is there.
fn closing_line<I: BufRead, S: Settle>(source: &mut Source<I, S>) -> Result<(), JudgeError> {
    source.skip_blanks()?;
    if source.peek()? != Some(b'a') {
        return Ok(());
    }
    let mut expected = 'a'..='h';
    loop {
        source.skip_blanks()?;
        let (line, column) = source.place();
        let found = source.character_in_line()?;
        let wanted = expected.next();
        if found == wanted {
            if found.is_none() {
                return Ok(());
            }
            continue;
        }
        let wanted = wanted.map_or("the end of the line".into(), |letter| format!("'{letter}'"));
        let found = found.map_or("the end of the line".into(), show::character);
        return Err(
            TextError::new(line, column, format!("expected {wanted} after a board, found {found}")).into()
        );
    }
}
