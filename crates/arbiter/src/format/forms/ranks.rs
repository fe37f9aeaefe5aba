//! FENs and diagrams in which a rank has a square too few or too many: what may have been meant.

use crate::board::{Color, Man, Setup};
use crate::rules::{Rules, Size};

use super::super::fen;
use super::turn;

/// Ranks of a text that may be wrong.
const MAX_WRONG: usize = 2;

/// A FEN with ranks that were read as others.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NearFen {
    /// The position then.
    pub setup: Setup,
    /// Each of the ranks, from 1, and as what it was read.
    pub ranks: Vec<(u8, String)>,
}

/// What a FEN, or a board drawn with letters and dots, can mean of which one or two ranks have a square too
/// few or too many: with an empty square more somewhere, or one less; where none is empty, with a man less.
/// The likeliest first: what changes a number that is there before what puts in a new one. Nothing of any
/// other text.
///
/// ```
/// use chess_arbiter::{Standard, format::{fen, near_fens}};
/// let near = near_fens::<Standard>("rnbqkbnr/pppppppp/8/8/4P2/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// let read: Vec<&str> = near.iter().map(|near| &*near.ranks[0].1).collect();
/// assert_eq!(read, ["5P2", "4P3"]);
/// assert!(near_fens::<Standard>(fen::START).is_empty());
///
/// let drawn = "8 .......k\n7 .....Q.\n6 ......K.\n........\n........\n........\n........\n........\n\
///              a b c d e f g h\nBlack to move";
/// let read: Vec<String> = near_fens::<Standard>(drawn).iter().map(|near| near.ranks[0].1.clone()).collect();
/// assert_eq!(read, ["6Q1", "5Q2"]);
/// ```
pub fn near_fens<R: Rules>(text: &str) -> Vec<NearFen> {
    near(text, R::SIZE)
}

type Row = Vec<Option<Man>>;

fn near(text: &str, size: Size) -> Vec<NearFen> {
    let drawn = drawn(text, size);
    let text = drawn.as_deref().unwrap_or(text).trim();
    let (placement, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    let rows: Option<Vec<Row>> = placement.split('/').map(row).collect();
    let Some(rows) = rows.filter(|rows| rows.len() == usize::from(size.height)) else { return Vec::new() };
    let width = usize::from(size.width);
    let wrong: Vec<usize> = (0..rows.len()).filter(|&row| rows[row].len() != width).collect();
    if wrong.is_empty() || wrong.len() > MAX_WRONG {
        return Vec::new();
    }
    let mut all: Vec<Vec<Row>> = vec![rows.clone()];
    for &place in &wrong {
        let Some(meant) = meant(&rows[place], width) else { return Vec::new() };
        let with = |rows: &Vec<Row>| {
            let rows = rows.clone();
            meant
                .clone()
                .into_iter()
                .map(move |row| {
                    let mut rows = rows.clone();
                    rows[place] = row;
                    rows
                })
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    let read = |rows: Vec<Row>| {
        let rows: Vec<String> = rows.iter().map(written).collect();
        let setup = fen::parse_sized(&(rows.join("/") + rest), size).ok()?;
        let rank = |&place: &usize| (size.height - place as u8, rows[place].clone());
        Some(NearFen { setup, ranks: wrong.iter().map(rank).collect() })
    };
    all.into_iter().filter_map(read).collect()
}

/// A drawn board as a FEN with as many squares as its rows have; nothing if it is none.
fn drawn(text: &str, size: Size) -> Option<String> {
    let (mut rows, mut to_move) = (Vec::new(), None);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(color) = turn::whole(line) {
            to_move = Some(color);
            continue;
        }
        let squares = line.trim_matches(|c: char| c.is_ascii_digit() || c.is_whitespace() || c == '|');
        let squares: String = squares.chars().filter(|c| !c.is_whitespace() && *c != '|').collect();
        if "abcdefgh".starts_with(&squares) {
            continue;
        }
        let is_square = |c: char| c == '.' || u8::try_from(c).is_ok_and(|c| Man::from_letter(c).is_some());
        if !squares.chars().all(is_square) {
            return None;
        }
        rows.push(squares.replace('.', "1"));
    }
    let turn = if to_move == Some(Color::Black) { 'b' } else { 'w' };
    (rows.len() == usize::from(size.height)).then(|| format!("{} {turn}", rows.join("/")))
}

/// The squares of a row, however many; nothing if it is none.
fn row(text: &str) -> Option<Row> {
    let mut squares = Row::new();
    for c in text.chars() {
        match c.to_digit(10) {
            Some(run @ 1..=9) => squares.extend(std::iter::repeat_n(None, run as usize)),
            Some(_) => return None,
            None => squares.push(Some(Man::from_letter(u8::try_from(c).ok()?)?)),
        }
        if squares.len() > 9 {
            return None;
        }
    }
    Some(squares)
}

/// What a row can mean that has a square too few or too many; nothing if it is further from a row.
fn meant(row: &Row, width: usize) -> Option<Vec<Row>> {
    let mut found: Vec<(bool, Row)> = Vec::new();
    let mut add = |likely: bool, row: Row| {
        if !found.iter().any(|(_, other)| *other == row) {
            found.push((likely, row));
        }
    };
    if row.len() + 1 == width {
        for at in 0..=row.len() {
            let mut longer = row.clone();
            longer.insert(at, None);
            let beside = [at.checked_sub(1), Some(at)].into_iter().flatten();
            let is_run = beside.into_iter().any(|at| row.get(at) == Some(&None));
            add(is_run, longer);
        }
    } else if row.len() == width + 1 {
        let has_empty = row.iter().any(Option::is_none);
        for at in (0..row.len()).filter(|&at| !has_empty || row[at].is_none()) {
            let mut shorter = row.clone();
            shorter.remove(at);
            // A number that becomes smaller, not one that goes.
            let is_run =
                [at.checked_sub(1), Some(at + 1)].into_iter().flatten().any(|at| row.get(at) == Some(&None));
            add(is_run, shorter);
        }
    } else {
        return None;
    }
    found.sort_by_key(|(likely, _)| !likely);
    // Where there are numbers, a new one between men is seldom what was meant.
    if found.iter().any(|(likely, _)| *likely) {
        found.retain(|(likely, _)| *likely);
    }
    Some(found.into_iter().map(|(_, row)| row).collect())
}

fn written(row: &Row) -> String {
    let mut text = String::new();
    let mut empty = 0_u32;
    for square in
        row.iter().chain(&[None]).enumerate().map(|(at, square)| (at < row.len()).then_some(*square))
    {
        match square {
            Some(None) => empty += 1,
            man => {
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.extend(man.flatten().map(Man::letter));
            }
        }
    }
    text
}
