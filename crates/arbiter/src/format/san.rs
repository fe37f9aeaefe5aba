//! Standard algebraic notation: `Nf3`, `exd5`, `e8=Q+`, `O-O`. Written strictly, read leniently.

mod text;

use std::fmt::Write;

use crate::attacks::{Portable, attackers};
use crate::board::{Bitboard, Move, Role, Square};
use crate::moves::{has_legal_move, legal_moves};
use crate::position::Position;
use crate::rules::Rules;

use super::error::TextError;
use super::refusal::{castling_men, castling_refusal, join, refusal};
use super::uci::promotion_refusal;
use text::{Normal, Said};

/// Whether a word says a move, legal somewhere or not.
pub(super) fn is_move(word: &str) -> bool {
    text::read(word).is_ok()
}

/// A legal move of a position as SAN.
///
/// `+` means that the enemy royal is attacked afterwards; `#` that it cannot escape, in games where it
/// is not captured. A capture of the royal ends the game without any sign: `Qxd4`.
///
/// ```
/// use chess_arbiter::{format::{fen, san}, rules::Standard};
/// let position = fen::position::<Standard>("7k/8/6K1/8/8/8/8/R3R3 w - - 0 1").unwrap();
/// assert_eq!(san::write(&position, "a1b1".parse().unwrap()), "Rab1");
/// assert_eq!(san::write(&position, "a1a8".parse().unwrap()), "Ra8#");
/// ```
pub fn write<R: Rules>(position: &Position<R>, mv: Move) -> String {
    write_among(position, mv, &legal_moves(position))
}

fn write_among<R: Rules>(position: &Position<R>, mv: Move, moves: &[Move]) -> String {
    let (board, from, to) = (position.board(), mv.from(), mv.to());
    let mut text = String::with_capacity(8);
    let role = board.role_at(from).unwrap_or(Role::Pawn);
    if position.is_castling(mv) {
        text.push_str(if to.file() > from.file() { "O-O" } else { "O-O-O" });
    } else {
        let captures = board.occupied().has(to) || position.is_en_passant(mv);
        if role == Role::Pawn {
            if captures {
                text.push(from.file_char());
            }
        } else {
            text.push(role.letter().to_ascii_uppercase());
            origin(position, mv, role, moves, &mut text);
        }
        if captures {
            text.push('x');
        }
        let _ = write!(text, "{to}");
        if let Some(role) = mv.promotion() {
            let _ = write!(text, "={}", role.letter().to_ascii_uppercase());
        }
    }
    text.push_str(suffix(position, mv));
    text
}

/// As much of the square of origin as tells the move from others of the same role to the same square:
/// the file if that is enough, else the rank, else both.
fn origin<R: Rules>(position: &Position<R>, mv: Move, role: Role, moves: &[Move], text: &mut String) {
    let from = mv.from();
    let rivals = moves.iter().filter(|other| {
        other.to() == mv.to()
            && other.from() != from
            && position.board().role_at(other.from()) == Some(role)
            && !position.is_castling(**other)
    });
    let (mut any, mut same_file, mut same_rank) = (false, false, false);
    for rival in rivals {
        any = true;
        same_file |= rival.from().file() == from.file();
        same_rank |= rival.from().rank() == from.rank();
    }
    if any && (!same_file || same_rank) {
        text.push(from.file_char());
    }
    if same_file {
        let _ = write!(text, "{}", from.rank() + 1);
    }
}

fn suffix<R: Rules>(position: &Position<R>, mv: Move) -> &'static str {
    let us = position.turn();
    let next = position.play(mv);
    let board = next.board();
    let attacked = next
        .royal(!us)
        .is_some_and(|royal| !attackers::<R, Portable>(board, royal, us, board.occupied()).is_empty());
    match attacked {
        false => "",
        true if !R::ROYAL_CAPTURABLE && !has_legal_move(&next) => "#",
        true => "+",
    }
}

/// A legal move of a position from SAN or long algebraic notation.
///
/// Zeros in castling, missing or wrong `+` and `#`, a missing `x` or `=`, `e8(Q)`, `e.p.`, annotations
/// (`!?`), figurines and more of the square of origin than needed (`Ng1-f3`) are all read.
///
/// ```
/// use chess_arbiter::{format::{fen, san}, rules::Standard};
/// let position = fen::position::<Standard>("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1").unwrap();
/// assert_eq!(san::parse(&position, "Nb1-d2!?").unwrap().to_string(), "b1d2");
/// let error = san::parse(&position, "Nd2").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 2: ambiguous: Nbd2 or Nfd2");
/// ```
///
/// # Errors
/// The text is not a move, or not a legal one, or fits several.
pub fn parse<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, TextError> {
    let said = match text::read(text)? {
        Said::Castling { column, h_side } => {
            let moves = legal_moves(position);
            return castling_men(position, h_side)
                .map(|(king, rook)| Move::new(king, rook))
                .filter(|mv| moves.contains(mv))
                .ok_or_else(|| TextError::new(1, column, castling_refusal(position, h_side)));
        }
        Said::Normal(said) => said,
    };
    let moves = legal_moves(position);
    let found: Vec<Move> = moves.iter().copied().filter(|&mv| fits(position, mv, &said)).collect();
    let exact: Vec<Move> = found.iter().copied().filter(|mv| mv.promotion() == said.promotion).collect();
    match (exact.as_slice(), found.as_slice()) {
        (&[mv], _) => contradiction(position, mv, &said).map_or(Ok(mv), Err),
        ([], []) => Err(impossible(position, &moves, &said)),
        ([], found) => {
            Err(TextError::new(1, said.promotion_column, promotion_refusal::<R>(found, said.promotion)))
        }
        (several, _) => {
            let candidates = several.iter().map(|&mv| write_among(position, mv, &moves)).collect();
            Err(TextError::new(1, said.to_column, format!("ambiguous: {}", join(candidates, "or"))))
        }
    }
}

/// Whether a legal move is what a text says, promotion aside.
fn fits<R: Rules>(position: &Position<R>, mv: Move, said: &Normal) -> bool {
    let from = mv.from();
    mv.to() == said.to
        && position.board().role_at(from) == Some(said.role)
        && !position.is_castling(mv)
        && said.file.is_none_or(|file| file == from.file())
        && said.rank.is_none_or(|rank| rank == from.rank())
        && (!is_pawn_step(said) || from.file() == mv.to().file())
}

/// `d5` is a step: a pawn that captures names its file, `ed5`, or at least the capture, `xd5`.
fn is_pawn_step(said: &Normal) -> bool {
    said.role == Role::Pawn && said.file.is_none() && !said.captures
}

/// A capture, or an en passant capture, announced where there is none.
fn contradiction<R: Rules>(position: &Position<R>, mv: Move, said: &Normal) -> Option<TextError> {
    let en_passant = position.is_en_passant(mv);
    let message = if said.captures && !en_passant && !position.board().occupied().has(mv.to()) {
        format!("there is nothing to capture on {}", mv.to())
    } else if said.en_passant && !en_passant {
        "this is not an en passant capture".into()
    } else {
        return None;
    };
    Some(TextError::new(1, said.to_column, message))
}

/// No legal move fits: the reason, as exact as the text allows.
#[cold]
fn impossible<R: Rules>(position: &Position<R>, moves: &[Move], said: &Normal) -> TextError {
    let (us, role, to) = (position.turn(), said.role, said.to);
    let on_file = |file: Option<u8>| file.map_or(Bitboard::FULL, Bitboard::file);
    let named = on_file(said.file) & said.rank.map_or(Bitboard::FULL, Bitboard::rank);
    let mut men = position.board().men(us, role) & named;
    let captures = moves.iter().filter(|mv| mv.to() == to && men.has(mv.from()));
    let capture = captures.clone().next().filter(|_| is_pawn_step(said)).copied();
    if is_pawn_step(said) {
        men &= Bitboard::file(to.file());
    }
    let whose = match (said.file, said.rank) {
        (Some(file), Some(rank)) => format!(" on {}", Square::at(file, rank)),
        (Some(file), None) => format!(" on the {}-file", Square::at(file, 0).file_char()),
        (None, Some(rank)) => format!(" on rank {}", rank + 1),
        (None, None) => String::new(),
    };
    let exposed = || men.map(|from| refusal(position, from, to)).find(|why| why.starts_with("this leaves"));
    let message = match (capture, men.single()) {
        _ if !R::has_role(role) => format!("there are no {role}s in this game"),
        (Some(mv), _) => {
            format!("a capture names the file it comes from: {}", write_among(position, mv, moves))
        }
        _ if position.board().color(us).has(to) => {
            format!("{to} is occupied by {us}'s own {}", position.board().role_at(to).unwrap_or(Role::Pawn))
        }
        (None, Some(from)) => refusal(position, from, to),
        (None, None)
            if position.board().men(us, role).is_empty() || men.is_empty() && !is_pawn_step(said) =>
        {
            format!("{us} has no {role}{whose}")
        }
        (None, None) => exposed().unwrap_or_else(|| format!("no {us} {role}{whose} can go to {to}")),
    };
    TextError::new(1, said.to_column, message)
}
