//! The text of a SAN move, taken apart without asking what is on the board.

use crate::board::{Man, Role, Square};

use super::super::error::TextError;
use super::super::scan::Scanner;

/// What a SAN text says.
#[derive(Clone, Copy, Debug)]
pub(super) enum Said {
    Castling { h_side: bool },
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
    *scanner = ahead;
    Some(Said::Castling { h_side })
}

fn normal(scanner: &mut Scanner<'_>) -> Result<Normal, TextError> {
    let role = scanner.take(piece).unwrap_or(Role::Pawn);
    let file = scanner.take(file);
    let rank = scanner.take(rank);
    let captures = scanner.take(|c| matches!(c, 'x' | 'X' | ':' | '×').then_some(())).is_some();
    let separated = captures || scanner.eat('-');
    let to_column = scanner.column();
    let mut normal = Normal {
        role,
        file: None,
        rank: None,
        captures,
        to: Square::at(0, 0),
        promotion: None,
        en_passant: false,
        to_column,
        promotion_column: 0,
    };
    let next = scanner.peek();
    match (file, rank) {
        // The only square named is where the man goes.
        (Some(file), Some(rank)) if !separated && !next.is_some_and(|c| matches!(c, 'a'..='h') && !is_promotion(scanner)) => {
            normal.to = Square::at(file, rank);
            normal.to_column = to_column - 2;
        }
        _ => {
            (normal.file, normal.rank) = (file, rank);
            normal.to = target(scanner)?;
        }
    }
    Ok(normal)
}
