//! The text of a SAN move, taken apart without asking what is on the board.

use crate::board::{Man, Role, Square};

use super::super::error::TextError;
use super::super::scan::Scanner;

/// What a SAN text says.
#[derive(Clone, Copy, Debug)]
pub(super) enum Said {
    Castling { column: usize, h_side: bool },
    Normal(Normal),
}

/// What a SAN text that is not castling says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normal {
    pub(super) role: Role,
    pub(super) file: Option<u8>,
    pub(super) rank: Option<u8>,
    pub(super) captures: bool,
    pub(super) to: Square,
    pub(super) promotion: Option<Role>,
    pub(super) en_passant: bool,
    pub(super) to_column: usize,
    pub(super) promotion_column: usize,
}

/// Reads a whole text, blanks around it allowed.
pub(super) fn read(text: &str) -> Result<Said, TextError> {
    let mut scanner = Scanner::new(text, 0);
    scanner.skip_blanks();
    if scanner.is_at_end() {
        return Err(scanner.error("expected a move such as Nf3, found the end of the text"));
    }
    let said = match castling(&mut scanner) {
        Some(said) => said,
        None => Said::Normal(normal(&mut scanner)?),
    };
    scanner.take_while(|c| "+#!?†‡‼⁇⁈⁉".contains(c) || c.is_whitespace());
    if !scanner.is_at_end() {
        return Err(scanner.error(format!("expected the end of the move, found {}", scanner.found())));
    }
    Ok(said)
}

/// `O-O` or `O-O-O`, with letters or zeros; takes nothing if the text is neither.
fn castling(scanner: &mut Scanner<'_>) -> Option<Said> {
    let mut ahead = scanner.clone();
    let text = ahead.take_while(|c| matches!(c, 'O' | 'o' | '0' | '-'));
    let plain: String = text.chars().map(|c| if c == '-' { c } else { 'O' }).collect();
    let h_side = match plain.as_str() {
        "O-O" => true,
        "O-O-O" => false,
        _ => return None,
    };
    let column = scanner.column();
    *scanner = ahead;
    Some(Said::Castling { column, h_side })
}

fn normal(scanner: &mut Scanner<'_>) -> Result<Normal, TextError> {
    let role = scanner.take(piece);
    let mut to_column = scanner.column();
    let (mut file, mut rank) = (scanner.take(file_letter), scanner.take(rank_digit));
    let captures = scanner.take(|c| matches!(c, 'x' | 'X' | ':' | '×').then_some(())).is_some();
    let separated = captures || scanner.eat('-');
    let to = match (file, rank, full_square(scanner)) {
        (Some(only_file), Some(only_rank), None) if !separated => {
            (file, rank) = (None, None);
            Square::at(only_file, only_rank)
        }
        (_, _, Some((column, to))) => {
            to_column = column;
            to
        }
        _ => return Err(expected_square(scanner, role.is_some() || separated, file, rank)),
    };
    let promotion_column = scanner.column();
    let promotion = promotion(scanner)?;
    let en_passant = en_passant(scanner);
    let role = role.unwrap_or(Role::Pawn);
    Ok(Normal { role, file, rank, captures, to, promotion, en_passant, to_column, promotion_column })
}

/// The next two characters, if they are a square.
fn full_square(scanner: &mut Scanner<'_>) -> Option<(usize, Square)> {
    let mut ahead = scanner.clone();
    let column = ahead.column();
    let square = Square::at(ahead.take(file_letter)?, ahead.take(rank_digit)?);
    *scanner = ahead;
    Some((column, square))
}

/// What is wrong where the square to go to should be, given what was read before it.
#[cold]
fn expected_square(scanner: &Scanner<'_>, begun: bool, file: Option<u8>, rank: Option<u8>) -> TextError {
    let mut at = scanner.clone();
    let expected = if at.take(file_letter).is_some() {
        "a rank 1-8"
    } else if file.is_some() && rank.is_none() && !begun {
        "a rank 1-8 or the square to go to"
    } else if begun || file.is_some() || rank.is_some() {
        "the square to go to, a file a-h and a rank 1-8"
    } else if matches!(at.peek(), Some('O' | 'o' | '0')) {
        "a move (castling is O-O or O-O-O)"
    } else {
        "a piece letter (K, Q, R, B or N) or a file a-h"
    };
    at.error(format!("expected {expected}, found {}", at.found()))
}

/// `=Q`, `Q`, `(Q)`, `/Q`, in either case; whether a pawn may become that is asked later.
fn promotion(scanner: &mut Scanner<'_>) -> Result<Option<Role>, TextError> {
    let open = scanner.eat('(');
    let announced = open || scanner.eat('=') || scanner.eat('/');
    let role = scanner.take(|c| u8::try_from(c).ok().and_then(Role::from_letter));
    if announced && role.is_none() {
        return Err(scanner.error(format!("expected a promotion letter, found {}", scanner.found())));
    }
    if open && !scanner.eat(')') {
        return Err(scanner.error(format!("expected ')', found {}", scanner.found())));
    }
    Ok(role)
}

fn en_passant(scanner: &mut Scanner<'_>) -> bool {
    let mut ahead = scanner.clone();
    ahead.skip_blanks();
    let found = ahead.eat('e') && {
        ahead.eat('.');
        ahead.eat('p')
    };
    if found {
        ahead.eat('.');
        *scanner = ahead;
    }
    found
}

/// An English piece letter or a figurine of either colour. Only upper case: `b` is a file.
fn piece(c: char) -> Option<Role> {
    let by_letter = || if c.is_ascii_uppercase() { Role::from_letter(c as u8) } else { None };
    by_letter().or_else(|| Man::from_symbol(c).map(|man| man.role))
}

fn file_letter(c: char) -> Option<u8> {
    matches!(c, 'a'..='h').then(|| c as u8 - b'a')
}

fn rank_digit(c: char) -> Option<u8> {
    matches!(c, '1'..='8').then(|| c as u8 - b'1')
}
