//! *Game of chess unfinished*: is the black king checkmated by two rooks and a king?
//!
//! A case a line: the squares of the two rooks, the white king and the black king. Black is to move.

use chess_arbiter::board::{Bitboard, Board, Color, Man, Role, Setup, Square};
use chess_arbiter::format::TextError;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Pawnless;
use chess_arbiter::status::{Status, status};

use super::answers::{Hear, Settle};
use super::error::JudgeError;
use super::source::CaseSource;

const LONGEST_LINE: usize = 4096;

const PIECES: [&str; 4] = ["the first rook", "the second rook", "the white king", "the black king"];

/// Judges all cases.
pub(super) fn cases<S: Hear>(source: &mut CaseSource<'_, S>) -> Result<(), JudgeError> {
    source.limit_lines(LONGEST_LINE);
    loop {
        // A line as the document writes it, if it is in hand as a whole.
        let (line, _) = source.place();
        let chunk = source.chunk()?;
        let (line, setup) = if let Some(squares) = chunk.first_chunk().and_then(canonical) {
            source.advance_line(12);
            (line, setup(squares))
        } else if let Some((line, squares)) = read_words(source)? {
            (line, setup(squares))
        } else {
            return Ok(());
        };
        let answer = answer(&setup)?;
        source.sink.hear(line, &setup, answer)?;
    }
}

/// The squares of a line `a6 b4 c8 a8`, if they are different.
#[inline(always)]
fn canonical(line: &[u8; 12]) -> Option<[Square; 4]> {
    let [a, b, b' ', c, d, b' ', e, f, b' ', g, h, b'\n'] = *line else { return None };
    let mut beyond = 0;
    let squares = [(a, b), (c, d), (e, f), (g, h)].map(|(file, rank)| {
        let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
        beyond |= file | rank;
        Square::at(file, rank)
    });
    let different = squares.into_iter().collect::<Bitboard>().len() == 4;
    (beyond < 8 && different).then_some(squares)
}

/// The same word by word: for every other way to write a case, and to say what is wrong with it.
/// With the line it is on; `None` at the end of the input.
#[cold]
fn read_words<S: Settle>(source: &mut CaseSource<'_, S>) -> Result<Option<(usize, [Square; 4])>, JudgeError> {
    let Some(first) = source.word()? else { return Ok(None) };
    let line = first.line;
    let mut word = Some(first);
    let mut squares = [Square::at(0, 0); 4];
    for i in 0..4 {
        let expected = || format!("the square of {}, such as a1", PIECES[i]);
        let Some(found) = word else {
            let (line, column) = source.place();
            let message = format!("expected {}, found the end of the line", expected());
            return Err(TextError::new(line, column, message).into());
        };
        squares[i] = match *found.bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Square::at(file - b'a', rank - b'1'),
            _ => return Err(found.unexpected(&expected())),
        };
        if let Some(other) = squares[..i].iter().position(|square| *square == squares[i]) {
            let message = format!("two pieces on {}: {} and {}", squares[i], PIECES[other], PIECES[i]);
            return Err(found.error(message));
        }
        word = source.word_in_line()?;
    }
    match word {
        Some(fifth) => Err(fifth.unexpected("the end of the line after four squares")),
        None => {
            source.next_line()?;
            Ok(Some((line, squares)))
        }
    }
}

/// The men on their squares; Black is to move.
#[inline(always)]
fn setup([rook, other, king, black]: [Square; 4]) -> Setup {
    let mut board = Board::EMPTY;
    for rook in [rook, other] {
        board.put(rook, Man { color: Color::White, role: Role::Rook });
    }
    board.put(king, Man { color: Color::White, role: Role::King });
    board.put(black, Man { color: Color::Black, role: Role::King });
    Setup::new(board, Color::Black)
}

/// Whether Black, to move, is checkmated.
#[inline(always)]
fn answer(setup: &Setup) -> Result<&'static [u8], JudgeError> {
    match Position::<Pawnless>::new(setup, Policy::Movable) {
        Ok(position) if status(&position) == Status::Checkmate => Ok(b"CHECKMATE\n"),
        Ok(_) => Ok(b"OTHER\n"),
        // One king a side and no pawns: there is nothing to refuse.
        Err(faults) => Err(TextError::new(1, 1, faults.to_string()).into()),
    }
}
