//! A FEN that is spelled in another way: `_` for blanks, figurines for letters, words for the side to move,
//! or the Forsyth of Popeye, where the knight is `S` and numbers of empty squares run over the ends of rows.

use crate::board::{Board, Color, Man, Role, Square};
use crate::rules::{Rules, Size, Standard};

use super::super::error::TextError;
use super::super::fen::write_placement;
use super::{Spelled, turn};

/// A FEN and who is to move have fewer words, with what an EPD says besides.
const MAX_WORDS: usize = 1000;

/// The text as a FEN, if something in it is spelled so; nothing if it is a FEN as it stands, or none at all.
///
/// # Errors
/// It says twice who is to move, and differs.
pub(super) fn fen(written: &Spelled, size: Size) -> Option<Result<Spelled, TextError>> {
    if !written.text.contains('/') && !written.text.to_lowercase().contains("forsyth") {
        return None;
    }
    let mut text = written.clone();
    if !text.text.trim().contains(char::is_whitespace) {
        // (A letter for a letter: the places stay.)
        text.text = text.text.replace('_', " ");
    }
    let fields: Vec<(usize, usize)> = fields(&text.text);
    let words: Vec<&str> = text.text.split_whitespace().collect();
    if words.len() > MAX_WORDS {
        return None;
    }
    // Who is to move may be said before the placement, after a word that says what this is, or behind it.
    let (said_before, mut at) = match before(&words) {
        Some((color, count)) => (color, count),
        None => (None, 0),
    };
    let is_forsyth = said_before.is_none() && at > 0 && words[at - 1].to_lowercase().starts_with("forsyth");
    let placement = text.part(fields.get(at)?.0, fields.get(at)?.1);
    let refuse = |at: usize, message: &str| {
        let (line, column) =
            fields.get(at).and_then(|field| text.places.get(field.0)).copied().unwrap_or(text.end);
        Some(Err(TextError::new(line, column, message)))
    };
    // As engines are told: what is meant is where the moves lead.
    if let Some(moves) = words.iter().position(|&word| word == "moves").filter(|_| before(&words).is_some()) {
        return refuse(moves, "moves are not played here: expected the position that they lead to");
    }
    if is_forsyth && placement.text.contains(['n', 'N']) {
        return refuse(
            at,
            "in Popeye's Forsyth the knight is S: N is the nightrider, which is not known here",
        );
    }
    let mut spelled = self::placement(&placement, size, is_forsyth)?;
    at += 1;
    let (said_behind, taken) = match turn::at_start(&words[at..], true) {
        Some((color, count)) => (Some(color), count),
        None => (None, 0),
    };
    let differs = |at: usize| refuse(at, "the side to move was given before, and differs");
    if said_before.is_some() && said_behind.is_some() && said_before != said_behind {
        return differs(at);
    }
    if let Some(color) = said_behind.or(said_before) {
        let place =
            if said_behind.is_some() { text.places.get(fields.get(at)?.0) } else { text.places.first() };
        let letter = if color == Color::White { " w" } else { " b" };
        spelled.push_str(letter, *place?);
    }
    at += taken;
    if said_before.is_some() && at < fields.len() {
        // Both `White to move: … w` and `White to move: … KQkq`.
        let own = turn::whole(words[at]).filter(|_| words[at].len() == 1);
        if own.is_some_and(|own| Some(own) != said_before) {
            return differs(at);
        }
        at += usize::from(own.is_some());
    }
    for &(from, to) in fields.iter().skip(at) {
        let place = text.places.get(from).copied().unwrap_or(text.end);
        spelled.push(' ', place);
        text.part(from, to).placed().for_each(|(c, place)| spelled.push(c, place));
    }
    let blanks = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    (spelled.text != blanks(&written.text)).then_some(Ok(spelled))
}

/// Where the words of a text begin and end, in characters.
fn fields(text: &str) -> Vec<(usize, usize)> {
    let mut fields = Vec::new();
    let mut start = None;
    let mut count = 0;
    for (at, c) in text.chars().enumerate() {
        count = at + 1;
        match (c.is_whitespace(), start) {
            (false, None) => start = Some(at),
            (true, Some(from)) => {
                fields.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    fields.extend(start.map(|from| (from, count)));
    fields
}

/// What stands before the placement, and how many words that is: `FEN:`, `position fen`, `Forsyth`, or who is
/// to move.
fn before(words: &[&str]) -> Option<(Option<Color>, usize)> {
    let is = |at: usize, expected: &str| {
        words.get(at).is_some_and(|word| word.trim_end_matches([':', '=']).eq_ignore_ascii_case(expected))
    };
    if is(0, "position") && is(1, "fen") {
        return Some((None, 2));
    }
    if is(0, "fen") || is(0, "epd") || is(0, "forsyth") {
        return Some((None, 1));
    }
    turn::at_start(words, false).map(|(color, count)| (Some(color), count))
}

/// The placement in letters, with a place for each of them; nothing if it is none.
fn placement(written: &Spelled, size: Size, is_forsyth: bool) -> Option<Spelled> {
    let figurines = |c: char| !super::super::diagram::line::is_selector(c);
    let mut letters = Spelled { end: written.end, ..Spelled::default() };
    for (c, place) in written.placed().filter(|&(c, _)| figurines(c)) {
        letters.push(Man::from_symbol(c).map_or(c, Man::letter), place);
    }
    // What follows a placement directly is no part of it.
    if letters.text.ends_with([',', ';']) {
        letters = letters.part(0, letters.text.chars().count() - 1);
    }
    let is_problemists = is_forsyth || letters.text.contains(['s', 'S']) || has_long_number(&letters.text);
    if !is_problemists || size != Standard::SIZE {
        return Some(letters);
    }
    let Some(board) = forsyth(&letters.text, is_forsyth) else { return Some(letters) };
    let mut spelled = Spelled { end: written.end, ..Spelled::default() };
    let place = written.places.first().copied().unwrap_or(written.end);
    spelled.push_str(&write_placement(size, &board), place);
    Some(spelled)
}

fn has_long_number(text: &str) -> bool {
    let digits = text.split(|c: char| !c.is_ascii_digit());
    digits.filter_map(|digits| digits.parse::<u32>().ok()).any(|number| number > 8)
}

/// Squares from a8 on. All 64 must be there unless the text says that it is Forsyth: there the last may be
/// missing.
fn forsyth(text: &str, may_be_short: bool) -> Option<Board> {
    let mut board = Board::EMPTY;
    let mut at = 0_usize;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(digit) = letter.to_digit(10) {
            let mut run = digit as usize;
            while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                run = (10 * run + digit as usize).min(100);
                letters.next();
            }
            at += run;
        } else if letter == '/' {
            if !at.is_multiple_of(8) {
                return None;
            }
        } else {
            let (sign, letter) = match letter {
                '+' => (Some(Color::White), letters.next()?),
                '-' => (Some(Color::Black), letters.next()?),
                _ => (None, letter),
            };
            let role = match letter.to_ascii_lowercase() {
                's' => Role::Knight,
                letter => Role::from_letter(u8::try_from(letter).ok()?)?,
            };
            let usual = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            if at < 64 {
                let square = Square::at((at % 8) as u8, 7 - (at / 8) as u8);
                board.put(square, Man { color: sign.unwrap_or(usual), role });
            }
            at += 1;
        }
        if at > 64 {
            return None;
        }
    }
    (at == 64 || may_be_short).then_some(board)
}
