//! Men by squares: `White Kg1 Qd1 Pa2b2 Black Ke8`, `White: Kg1, Qd1 / Black: Ke8`, `♔g1 ♕d1 ♚e8`.
//!
//! The knight is `N` or `S`; where the sides are named in another language the letters are those of that
//! language. A square without a letter is one of a pawn where the list has come to pawns, and
//! a fault elsewhere: some write so of pawns, some of a second rook.

use crate::board::{Board, Color, Man, Role, Square};
use crate::rules::Size;

use super::super::error::{TextError, show_char};
use super::super::fen::write_placement;
use super::turn::Language;
use super::{Spelled, turn};

/// A word and where it begins.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    text: &'a str,
    place: (usize, usize),
}

impl Word<'_> {
    fn fault(self, at: usize, message: impl Into<String>) -> TextError {
        TextError::new(self.place.0, self.place.1 + at, message)
    }

    /// The side whose men follow, and the language that names it.
    fn side(self) -> Option<(Color, Language)> {
        let name = self.text.trim_end_matches([':', '-', '=']);
        match name {
            "w" | "W" if name != self.text => Some((Color::White, Language::English)),
            "b" | "B" if name != self.text => Some((Color::Black, Language::English)),
            name => turn::side(name),
        }
    }
}

/// Whether a line says where men of a side stand, so that the next one may say it of the other.
pub(in crate::format) fn is_part(line: &str) -> bool {
    !line.contains('/') && begins(&words(line)) && turn::whole(line).is_none()
}

/// The sides whose men a text lists: White, Black.
pub(in crate::format) fn sides(text: &str) -> [bool; 2] {
    let mut sides = [false; 2];
    for word in words(text) {
        let symbol = word.text.chars().next().and_then(Man::from_symbol).map(|man| man.color);
        if let Some(color) = word.side().map(|(color, _)| color).or(symbol) {
            sides[color as usize] = true;
        }
    }
    sides
}

/// Whether words can begin a list: a side, and a man on a square; or a figurine on one.
fn begins(words: &[Word<'_>]) -> bool {
    let words = match words {
        [first, rest @ ..] if is_heading(first.text) => rest,
        words => words,
    };
    let language =
        words.first().and_then(|word| word.side()).map_or(Language::English, |(_, language)| language);
    let is_placed = |word: &Word<'_>| {
        let text: Vec<char> = word.text.chars().filter(|&c| !is_selector(c)).collect();
        match text[..] {
            [letter, ref squares @ ..] if !squares.is_empty() => {
                (is_letter_of_some(letter, language) || Man::from_symbol(letter).is_some())
                    && squares.len().is_multiple_of(2)
                    && squares.chunks(2).all(|pair| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit())
            }
            _ => false,
        }
    };
    let is_letter = |word: &Word<'_>| {
        let mut letters = word.text.chars();
        letters.next().is_some_and(|letter| is_letter_of_some(letter, language)) && letters.next().is_none()
    };
    match words {
        [first, ..] if first.text.starts_with(|c| Man::from_symbol(c).is_some()) => is_placed(first),
        [side, man, ..] if side.side().is_some() && is_placed(man) => true,
        [side, letter, squares, ..] if side.side().is_some() && is_letter(letter) => {
            let letters: Vec<char> = squares.text.chars().collect();
            letters.len() == 2 && square(&letters).is_some()
        }
        _ => false,
    }
}

/// The list as a FEN; nothing if the text does not begin as one.
///
/// # Errors
/// What cannot be part of one.
pub(super) fn fen(text: &str, size: Size) -> Option<Result<Spelled, TextError>> {
    let words = words(text);
    begins(&words).then(|| read(&words, size))
}

/// Words of all lines: what stands between blanks and commas. (A `/` may stand between the sides.)
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '/' | '|' | '+');
        let mut column = 1;
        for part in line.split_inclusive(is_between) {
            let text = part.trim_end_matches(is_between);
            if !text.is_empty() {
                words.push(Word { text, place: (number, column) });
            }
            column += part.chars().count();
        }
    }
    words
}

fn is_heading(word: &str) -> bool {
    ["pieces", "position", "men"].contains(&word.trim_end_matches(':').to_ascii_lowercase().as_str())
}

fn is_selector(c: char) -> bool {
    super::super::diagram::line::is_selector(c)
}

/// King, queen, rook, bishop, knight, pawn in the letters of a language; the Dutch have none for pawns.
fn alphabet(language: Language) -> &'static str {
    match language {
        Language::English => "KQRBNP",
        Language::German => "KDTLSB",
        Language::French => "RDTFCP",
        Language::Spanish | Language::Italian => "RDTACP",
        Language::Dutch => "KDTLP",
        Language::Portuguese => "RDTBCP",
    }
}

fn role(letter: char, language: Language) -> Option<Role> {
    const ROLES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let letter = letter.to_ascii_uppercase();
    let at = alphabet(language).chars().position(|one| one == letter);
    // Problemists write so in English too.
    let problemists = (language == Language::English && letter == 'S').then_some(Role::Knight);
    at.and_then(|at| ROLES.get(at).copied()).or(problemists)
}

/// Whether a list may begin with it: one with letters of another language than its names is told of, not
/// passed over.
fn is_letter_of_some(letter: char, language: Language) -> bool {
    role(letter, language).is_some() || role(letter, Language::English).is_some()
}

fn square(pair: &[char]) -> Option<Square> {
    let &[file, rank] = pair else { return None };
    [file.to_ascii_lowercase(), rank].iter().collect::<String>().parse().ok()
}

fn read(words: &[Word<'_>], size: Size) -> Result<Spelled, TextError> {
    let mut board = Board::EMPTY;
    let (mut side, mut last, mut moves) = (None, None, None);
    let mut language = Language::English;
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        let rest: Vec<&str> = words[at..].iter().take(5).map(|word| word.text).collect();
        if let Some((color, count)) = turn::at_start(&rest, false) {
            if moves.is_some_and(|moves| moves != color) {
                return Err(word.fault(0, "the side to move was given before, and differs"));
            }
            moves = Some(color);
            at += count;
            continue;
        }
        at += 1;
        if let Some((color, named)) = word.side() {
            (side, last, language) = (Some(color), None, named);
            continue;
        }
        let letters: Vec<char> = word.text.chars().filter(|&c| !is_selector(c)).collect();
        let letters = letters.strip_suffix(&['.']).unwrap_or(&letters);
        let (man, squares, from) = match *letters {
            [] => continue,
            [symbol, ref squares @ ..] if let Some(man) = Man::from_symbol(symbol) => (Some(man), squares, 1),
            [letter, ref squares @ ..]
                if squares.len().is_multiple_of(2) && role(letter, language).is_some() =>
            {
                let color =
                    side.ok_or_else(|| word.fault(0, "expected White or Black before the first man"))?;
                (role(letter, language).map(|role| Man { color, role }), squares, 1)
            }
            ref squares if squares.len().is_multiple_of(2) && square(&squares[..2]).is_some() => {
                (None, squares, 0)
            }
            _ if at == 1 && is_heading(word.text) => continue,
            [c, ..] => {
                let known: Vec<String> = alphabet(language).chars().map(String::from).collect();
                let example = known.first().map_or("K", String::as_str);
                let message = match language {
                    Language::English => {
                        format!("expected a man and its squares, such as Kg1, found {}", show_char(c))
                    }
                    _ => format!(
                        "expected a man of {} and its squares, such as {example}g1, found {}",
                        known.join(", "),
                        show_char(c)
                    ),
                };
                return Err(word.fault(0, message));
            }
        };
        let man = match man.or(last) {
            Some(man) if from == 1 || man.role == Role::Pawn || follows_letter(words, at) => man,
            _ => {
                let message = "expected the letter of a man before this square: K, Q, R, B, N or P";
                return Err(word.fault(0, message));
            }
        };
        last = Some(man);
        for (i, pair) in squares.chunks(2).enumerate() {
            let column = from + 2 * i;
            let square = square(pair).filter(|&square| size.has(square)).ok_or_else(|| {
                let found: String = pair.iter().filter(|c| !c.is_control()).collect();
                word.fault(column, format!("expected a square of this board such as a1, found '{found}'"))
            })?;
            if board.man_at(square).is_some() {
                return Err(word.fault(column, format!("on {square} there is a man already")));
            }
            board.put(square, man);
        }
    }
    let mut spelled = Spelled { end: (1, 1), ..Spelled::default() };
    spelled.push_str(&write_placement(size, &board), (1, 1));
    if let Some(color) = moves {
        spelled.push_str(if color == Color::White { " w" } else { " b" }, (1, 1));
    }
    Ok(spelled)
}

/// Whether the word before was a letter alone, whose squares these are.
fn follows_letter(words: &[Word<'_>], at: usize) -> bool {
    at.checked_sub(2).and_then(|before| words.get(before)).is_some_and(|word| {
        let mut letters = word.text.chars().filter(|&c| !is_selector(c));
        letters.next().is_some() && letters.next().is_none()
    })
}
