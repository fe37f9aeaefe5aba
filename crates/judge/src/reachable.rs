//! *Is this Chessboard Reachable?*: boards of chess symbols and dots, judged by the five rules.
//!
//! Eight rows, the eighth first, each with its number on the left, on the right, on both sides or without;
//! a line `abcdefgh`, of either case, above or below or not at all. Between boards there may be blank lines
//! and captions, which are whole lines in parentheses as the document has them: `(Rule 1: Not enough kings)`.

use chess_arbiter::board::{Board, Color, Man, Setup, Square};
use chess_arbiter::format::{TextError, show_char};
use chess_arbiter::reach::five_rules;

use super::answers::{Hear, Settle};
use super::error::JudgeError;
use super::source::CaseSource;

const LONGEST_LINE: usize = 4096;

/// Judges all boards.
pub(super) fn boards<S: Hear>(source: &mut CaseSource<'_, S>) -> Result<(), JudgeError> {
    source.limit_lines(LONGEST_LINE);
    while skip_to_board(source)? {
        let (line, _) = source.place();
        if files(source)? && !source.next_line()? {
            return Err(source.unexpected_end("row 8 of the board"));
        }
        let board = board(source)?;
        let answer: &'static [u8] = match five_rules(&board).first_broken() {
            None => b"True\n",
            Some(1) => b"False 1\n",
            Some(2) => b"False 2\n",
            Some(3) => b"False 3\n",
            Some(4) => b"False 4\n",
            Some(_) => b"False 5\n",
        };
        source.sink.hear(line, &Setup::new(board, Color::White), answer)?;
        files(source)?;
    }
    Ok(())
}

/// Goes to the next line that is neither blank nor a caption; false at the end of the input.
fn skip_to_board<S: Settle>(source: &mut CaseSource<'_, S>) -> Result<bool, JudgeError> {
    loop {
        source.skip_blanks()?;
        if source.peek()? == Some(b'(') {
            caption(source)?;
        }
        if !source.next_line()? {
            return Ok(source.peek()?.is_some());
        }
    }
}

/// Reads a line in parentheses up to its end.
fn caption<S: Settle>(source: &mut CaseSource<'_, S>) -> Result<(), JudgeError> {
    let mut last = None;
    let mut end = source.place();
    loop {
        source.skip_blanks()?;
        let Some(c) = source.character_in_line()? else { break };
        last = Some(c);
        end = source.place();
    }
    if last == Some(')') {
        return Ok(());
    }
    let message = "expected ')' at the end of this caption, found the end of the line";
    Err(TextError::new(end.0, end.1, message).into())
}

fn board<S: Settle>(source: &mut CaseSource<'_, S>) -> Result<Board, JudgeError> {
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
            board.put(Square::at(file, rank), Man { color, role });
        }
    }
    Some(at + 1)
}

/// Reads a row up to its line end.
fn row<S: Settle>(source: &mut CaseSource<'_, S>, board: &mut Board, rank: u8) -> Result<(), JudgeError> {
    let number = rank + 1;
    let mut file = 0;
    // Whether the row's number was read on the left, on the right.
    let (mut labelled, mut closed) = (false, false);
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
            _ if closed => {
                return fault(format!("expected the end of row {number}, found {}", show_char(c)));
            }
            _ if man.is_some() || c == '.' => {
                if file == 8 {
                    return fault(format!("expected the end of row {number}, found a ninth square"));
                }
                if let Some(man) = man {
                    board.put(Square::at(file, rank), man);
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
            '0'..='9' if file == 8 && !closed => {
                if c as u32 - '0' as u32 != u32::from(number) {
                    return fault(format!("expected the end of row {number}, found the row number {c}"));
                }
                closed = true;
            }
            _ if file == 8 => {
                return fault(format!("expected the end of row {number}, found {}", show_char(c)));
            }
            _ if file == 0 && !labelled => {
                return fault(format!("expected row {number} of the board, found {}", show_char(c)));
            }
            _ => {
                return fault(format!("expected a chess symbol or a dot, found {}", show_char(c)));
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

/// Reads the line `abcdefgh` up to its end; false if this is another line.
fn files<S: Settle>(source: &mut CaseSource<'_, S>) -> Result<bool, JudgeError> {
    source.skip_blanks()?;
    if !matches!(source.peek()?, Some(b'a' | b'A')) {
        return Ok(false);
    }
    let mut letters = 'a'..='h';
    loop {
        source.skip_blanks()?;
        let (line, column) = source.place();
        let found = source.character_in_line()?;
        let wanted = letters.next();
        match (found, wanted) {
            (None, None) => return Ok(true),
            (Some(found), Some(wanted)) if found.eq_ignore_ascii_case(&wanted) => {}
            _ => {
                let found = found.map_or("the end of the line".into(), show_char);
                let message = match wanted {
                    Some(wanted) => format!("expected '{wanted}' in the line abcdefgh, found {found}"),
                    None => format!("expected the end of the line after abcdefgh, found {found}"),
                };
                return Err(TextError::new(line, column, message).into());
            }
        }
    }
}
