//! What a twin changes.

use crate::board::{Board, Color, Man, Square};
use crate::format::TextError;
use crate::stipulation::AnyStipulation;

use super::keywords::{Change, Command};
use super::men::{exactly, pieces};
use super::read::stipulation;
use super::words::{Meaning, Words};

/// A position that twins begin with, or one that they make.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) board: Board,
    pub(super) stipulation: Result<AnyStipulation, TextError>,
}

/// Whether a twin begins with the one before it, and not with what was set up.
pub(super) fn goes_on(words: &Words<'_>) -> bool {
    words.peek().is_some_and(|word| Change::of(word).one() == Some(Change::Continued))
}

/// Makes the changes up to the next command; gives them in words.
pub(super) fn change(words: &mut Words<'_>, state: &mut State) -> Result<String, TextError> {
    let mut told: Vec<&str> = Vec::new();
    let start = words.clone();
    while let Some(word) = words.peek() {
        let change = match Change::of(word) {
            Meaning::One(change) => change,
            Meaning::Several(names) => {
                return Err(word.fault(format!("{} is short for {}", word.shown(), names.join(" and "))));
            }
            Meaning::Unknown if Command::of(word).one().is_some() => break,
            Meaning::Unknown => {
                let expected = "a change such as Move, Exchange, Remove, Add, Rotate, Mirror or Stipulation";
                return Err(word.fault(format!("expected {expected}, found {}", word.shown())));
            }
        };
        words.next();
        let before = words.clone();
        match change {
            Change::Continued => {}
            Change::Move => {
                let [from, to] = exactly(words)?;
                let man = lift(&mut state.board, from, &before)?;
                state.board.remove(to);
                state.board.put(to, man);
            }
            Change::Exchange => {
                let [one, other] = exactly(words)?;
                let man = lift(&mut state.board, one, &before)?;
                let second = lift(&mut state.board, other, &before)?;
                state.board.put(one, second);
                state.board.put(other, man);
            }
            Change::Remove => {
                let [square] = exactly(words)?;
                lift(&mut state.board, square, &before)?;
            }
            Change::Add => pieces(words, &mut state.board, true)?,
            Change::Rotate => rotate(words, &mut state.board)?,
            Change::Mirror => mirror(words, &mut state.board)?,
            Change::Shift => {
                let [from, to] = exactly(words)?;
                let by = |from: u8, to: u8| to as i8 - from as i8;
                let (files, ranks) = (by(from.file(), to.file()), by(from.rank(), to.rank()));
                let moved = map(&state.board, |square| {
                    let file = u8::try_from(square.file() as i8 + files).ok().filter(|&file| file < 8)?;
                    let rank = u8::try_from(square.rank() as i8 + ranks).ok().filter(|&rank| rank < 8)?;
                    Some(Square::at(file, rank))
                });
                let over = || word.fault("a man would be shifted over the edge of the board");
                state.board = moved.ok_or_else(over)?;
            }
            Change::Polish => {
                let mut swapped = Board::EMPTY;
                for (square, man) in state.board.iter() {
                    swapped.put(square, Man { color: !man.color, ..man });
                }
                state.board = swapped;
            }
            Change::Substitute => substitute(words, &mut state.board)?,
            Change::Stipulation => state.stipulation = Ok(stipulation(words)?),
            Change::Unsupported => {
                return Err(word.fault(format!("{} is not supported in a twin", word.shown())));
            }
        }
    }
    // The words as they were written, without `Continued`.
    let mut again = start;
    while let Some(word) = again.next() {
        if words.peek().is_some_and(|end| (end.line, end.column) == (word.line, word.column)) {
            break;
        }
        if !(told.is_empty() && Change::of(word).one() == Some(Change::Continued)) {
            told.push(word.text);
        }
    }
    if told.is_empty() {
        let fault = |message: &str| match words.peek() {
            Some(word) => word.fault(message),
            None => words.clone().fault_at_end(message),
        };
        return Err(fault("expected a change such as Move a1 b2, found none"));
    }
    Ok(told.join(" "))
}

/// Takes a man from a square; `place` is where the square is read.
fn lift(board: &mut Board, square: Square, place: &Words<'_>) -> Result<Man, TextError> {
    board.remove(square).ok_or_else(|| {
        let message = format!("there is no man on {square}");
        match place.peek() {
            Some(word) => word.fault(message),
            None => place.clone().fault_at_end(message),
        }
    })
}

/// The men on other squares; none if one has no square.
fn map(board: &Board, to: impl Fn(Square) -> Option<Square>) -> Option<Board> {
    let mut moved = Board::EMPTY;
    for (square, man) in board.iter() {
        moved.put(to(square)?, man);
    }
    Some(moved)
}

/// `Rotate 90` turns the board to the left.
fn rotate(words: &mut Words<'_>, board: &mut Board) -> Result<(), TextError> {
    let word = words.next();
    let quarters = match word.map_or("", |word| word.text) {
        "90" => 1,
        "180" => 2,
        "270" => 3,
        _ => return Err(expected(word, words, "90, 180 or 270")),
    };
    for _ in 0..quarters {
        let turned = map(board, |square| Some(Square::at(7 - square.rank(), square.file())));
        *board = turned.unwrap_or(*board);
    }
    Ok(())
}

/// `Mirror a1<-->h1`: the square that a corner goes to.
fn mirror(words: &mut Words<'_>, board: &mut Board) -> Result<(), TextError> {
    let word = words.next();
    let text = word.map_or("", |word| word.text).to_ascii_lowercase();
    let (one, other) = text.split_once("<-->").unwrap_or_default();
    let place = |square: Square| {
        let (file, rank) = (square.file(), square.rank());
        Some(match (one.min(other), one.max(other)) {
            ("a1", "h1") => Square::at(7 - file, rank),
            ("a1", "a8") => Square::at(file, 7 - rank),
            ("a1", "h8") => Square::at(7 - rank, 7 - file),
            ("a8", "h1") => Square::at(rank, file),
            _ => return None,
        })
    };
    if place(Square::at(0, 0)).is_none() {
        return Err(expected(word, words, "a1<-->h1, a1<-->a8, a1<-->h8 or a8<-->h1"));
    }
    *board = map(board, place).unwrap_or(*board);
    Ok(())
}

/// `Substitute R B`: each rook becomes a bishop.
fn substitute(words: &mut Words<'_>, board: &mut Board) -> Result<(), TextError> {
    let role = |words: &mut Words<'_>| {
        let word = words.next();
        let mut letters = word.map_or("", |word| word.text).chars();
        match (word, letters.next(), letters.next()) {
            (Some(word), Some(letter), None) => super::men::role(word, letter),
            _ => Err(expected(word, words, "a man of chess (K, Q, R, B, S or P)")),
        }
    };
    let (from, to) = (role(words)?, role(words)?);
    for color in [Color::White, Color::Black] {
        for square in board.men(color, from) {
            board.remove(square);
            board.put(square, Man { color, role: to });
        }
    }
    Ok(())
}

fn expected(word: Option<super::words::Word<'_>>, words: &Words<'_>, what: &str) -> TextError {
    match word {
        Some(word) => word.fault(format!("expected {what}, found {}", word.shown())),
        None => words.clone().fault_at_end(format!("expected {what}, found the end of the text")),
    }
}
