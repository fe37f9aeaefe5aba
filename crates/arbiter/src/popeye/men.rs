//! Men on squares: `White Kg1 Pa2b2 Black Ke8`, and Forsyth.

use crate::board::{Board, Color, Man, Role, Square};
use crate::format::{TextError, show_char};

use super::keywords::{Change, Command};
use super::words::{Meaning, Word, Words, meaning};

/// The squares that a word is made of.
pub(super) fn squares(word: Word<'_>, from: usize) -> Result<Vec<Square>, TextError> {
    let letters: Vec<char> = word.text.chars().skip(from).collect();
    let pairs = letters.chunks(2).enumerate();
    pairs.map(|(i, pair)| square(pair).ok_or_else(|| no_square(word, from + 2 * i, pair))).collect()
}

fn square(pair: &[char]) -> Option<Square> {
    pair.iter().collect::<String>().to_ascii_lowercase().parse().ok()
}

fn no_square(word: Word<'_>, at: usize, pair: &[char]) -> TextError {
    let found: String = pair.iter().filter(|c| !c.is_control()).collect();
    word.fault_at(at, format!("expected squares such as a1b2, found '{found}'"))
}

/// Takes words until there are so many squares.
pub(super) fn exactly<const N: usize>(words: &mut Words<'_>) -> Result<[Square; N], TextError> {
    let mut found = Vec::new();
    while found.len() < N {
        let Some(word) = words.next() else {
            return Err(words.clone().fault_at_end("expected a square, found the end of the text"));
        };
        found.extend(squares(word, 0)?);
        if found.len() > N {
            return Err(word.fault(format!("expected {N} square{}", if N == 1 { "" } else { "s" })));
        }
    }
    found.try_into().map_err(|_| words.clone().fault_at_end("expected squares"))
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Side(Color),
    Fairy,
}

const KINDS: [(&str, Kind); 22] = [
    ("White", Kind::Side(Color::White)),
    ("Black", Kind::Side(Color::Black)),
    ("Neutral", Kind::Fairy),
    ("Chameleon", Kind::Fairy),
    ("Jigger", Kind::Fairy),
    ("Kamikaze", Kind::Fairy),
    ("Paralysing", Kind::Fairy),
    ("Royal", Kind::Fairy),
    ("Volage", Kind::Fairy),
    ("Functionary", Kind::Fairy),
    ("HalfNeutral", Kind::Fairy),
    ("HurdleColourChanging", Kind::Fairy),
    ("Protean", Kind::Fairy),
    ("Magic", Kind::Fairy),
    ("Uncapturable", Kind::Fairy),
    ("FrischAuf", Kind::Fairy),
    ("AndaInverse", Kind::Fairy),
    ("Bul", Kind::Fairy),
    ("Dob", Kind::Fairy),
    ("AliceA", Kind::Fairy),
    ("AliceB", Kind::Fairy),
    ("TotalInvisible", Kind::Fairy),
];

/// Takes what `Pieces` is followed by, up to the next command (or, in a twin, the next change). A square may
/// have a man already if `over`.
pub(super) fn pieces(words: &mut Words<'_>, board: &mut Board, over: bool) -> Result<(), TextError> {
    let mut color = None;
    while let Some(word) = words.peek() {
        let kind = if word.text.len() < 2 { Meaning::Unknown } else { meaning(word.text, &KINDS) };
        match kind {
            Meaning::One(Kind::Side(side)) => color = Some(side),
            Meaning::One(Kind::Fairy) | Meaning::Several(_) => {
                let message = format!("{} men are not supported, only White and Black ones", word.shown());
                return Err(word.fault(message));
            }
            Meaning::Unknown if Command::of(word).one().is_some() => return Ok(()),
            Meaning::Unknown if over && is_change(word) => return Ok(()),
            Meaning::Unknown => {
                let Some(color) = color else {
                    return Err(word.fault(format!("expected White or Black, found {}", word.shown())));
                };
                words.next();
                man(word, color, words, board, over)?;
                continue;
            }
        }
        words.next();
    }
    Ok(())
}

/// Whether a word in the list of a twin is the next change. Men have a digit in their words.
fn is_change(word: Word<'_>) -> bool {
    word.text.len() > 2
        && !word.text.contains(|c: char| c.is_ascii_digit())
        && Change::of(word).one().is_some()
}

/// The man of a letter.
pub(super) fn role(word: Word<'_>, letter: char) -> Result<Role, TextError> {
    Ok(match letter.to_ascii_lowercase() {
        'k' => Role::King,
        'q' => Role::Queen,
        'r' => Role::Rook,
        'b' => Role::Bishop,
        's' => Role::Knight,
        'p' => Role::Pawn,
        'n' => {
            return Err(word.fault("N is the nightrider here, which is not supported; the knight is S"));
        }
        _ => {
            let found = show_char(letter);
            return Err(word.fault(format!("expected a man of chess (K, Q, R, B, S or P), found {found}")));
        }
    })
}

/// A letter and its squares, which may be the word after it.
fn man(
    word: Word<'_>,
    color: Color,
    words: &mut Words<'_>,
    board: &mut Board,
    over: bool,
) -> Result<(), TextError> {
    let length = word.text.chars().count();
    let mut letters = word.text.chars();
    let letter = letters.next().unwrap_or(' ');
    // The letters of a man are one or two, and squares have two.
    if length.is_multiple_of(2) {
        let name: String = word.text.chars().take(2).filter(|c| !c.is_control()).collect();
        let squares_too = length > 2 && squares(word, 2).is_ok();
        let what = if squares_too { format!("the man '{name}'") } else { word.shown() };
        let expected = "expected a man of chess (K, Q, R, B, S or P) and its squares";
        return Err(word.fault(format!("{what} is not supported: {expected}")));
    }
    let role = role(word, letter)?;
    let (word, from) = match (length, words.peek()) {
        (1, None) => return Err(word.fault("expected the squares of this man, found the end of the text")),
        (1, Some(next)) => {
            words.next();
            (next, 0)
        }
        _ => (word, 1),
    };
    for (i, square) in squares(word, from)?.into_iter().enumerate() {
        if board.man_at(square).is_some() && !over {
            return Err(word.fault_at(from + 2 * i, format!("on {square} there is a man already")));
        }
        board.remove(square);
        board.put(square, Man { color, role });
    }
    Ok(())
}

/// Takes the word after `Forsyth`: squares from a8 on, `48` for as many that are empty. Rows that are marked
/// off must be full, but for the last.
pub(super) fn forsyth(words: &mut Words<'_>, board: &mut Board) -> Result<(), TextError> {
    let Some(word) = words.next() else {
        return Err(words.clone().fault_at_end("expected a position, found the end of the text"));
    };
    let mut at = 0;
    let mut letters = word.text.chars().enumerate().peekable();
    while let Some((i, letter)) = letters.next() {
        if let Some(digit) = letter.to_digit(10) {
            let mut run = digit as usize;
            while let Some(digit) = letters.peek().and_then(|(_, letter)| letter.to_digit(10)) {
                run = (10 * run + digit as usize).min(100);
                letters.next();
            }
            at += run;
        } else if letter == '/' {
            if at % 8 != 0 {
                let message = format!("this row ends after {} squares, expected 8", at % 8);
                return Err(word.fault_at(i, message));
            }
        } else {
            let (side, letter, i) = match (letter, letters.peek()) {
                ('+', Some(&(i, next))) => (Some(Color::White), next, i),
                ('-', Some(&(i, next))) => (Some(Color::Black), next, i),
                _ => (None, letter, i),
            };
            if side.is_some() {
                letters.next();
            }
            let place = Word { text: "", line: word.line, column: word.column + i };
            if matches!(letter, '.' | '=') {
                return Err(place.fault("fairy and neutral men are not supported"));
            }
            let role = role(place, letter)?;
            let usual = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            if at < 64 {
                let square = Square::at((at % 8) as u8, 7 - (at / 8) as u8);
                if board.man_at(square).is_some() {
                    return Err(place.fault(format!("on {square} there is a man already")));
                }
                board.put(square, Man { color: side.unwrap_or(usual), role });
            }
            at += 1;
        }
        if at > 64 {
            return Err(word.fault_at(i, "there are more than 64 squares"));
        }
    }
    Ok(())
}
