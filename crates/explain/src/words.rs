//! Men, squares, moves and numbers in words.

use chess_arbiter::board::{Bitboard, Board, Color, Move, Role, Square};
use chess_arbiter::position::Position;
use chess_arbiter::rules::Rules;

pub use chess_arbiter::board::list;

/// `White` or `Black`, to begin a sentence or name a player.
pub const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// `1 man`, `3 men`, `no men`.
pub fn count(n: u32, one: &str, more: &str) -> String {
    match n {
        0 => format!("no {more}"),
        1 => format!("1 {one}"),
        _ => format!("{n} {more}"),
    }
}

/// `1 man`, `3 men`.
pub fn men(n: u32) -> String {
    count(n, "man", "men")
}

/// `1 ply`, `5 plies`.
pub fn plies(plies: u32) -> String {
    if plies == 1 { "1 ply".into() } else { format!("{plies} plies") }
}

/// `1 capture`, `3 captures`.
pub fn captures(n: u32) -> String {
    count(n, "capture", "captures")
}

/// The letters of files given by a bit each.
pub fn files(set: u8) -> String {
    list((0..8u8).filter(|file| set >> file & 1 == 1).map(|file| (b'a' + file) as char))
}

/// `the white rook on e1`.
pub fn the(board: &Board, square: Square) -> String {
    match board.man_at(square) {
        Some(man) => format!("the {man} on {square}"),
        None => format!("the empty square {square}"),
    }
}

/// `the rook on e1`, for where the side has been named.
pub fn bare(board: &Board, square: Square) -> String {
    let mut text = String::new();
    push_bare(&mut text, board, square);
    text
}

/// Adds [`bare`] to a text.
pub(crate) fn push_bare(text: &mut String, board: &Board, square: Square) {
    match board.role_at(square) {
        Some(role) => {
            ["the ", role.name(), " on ", square.name()].into_iter().for_each(|part| text.push_str(part))
        }
        None => text.push_str(&the(board, square)),
    }
}

/// The men on some squares, those of a kind together: `the white pawns on a2 and b2, and the black king on
/// e8`.
pub fn all(board: &Board, squares: Bitboard) -> String {
    groups(board, squares, |color, role, many| format!("{color} {role}{}", if many { "s" } else { "" }))
}

/// [`all`] of one side that has been named: `the pawns on a2 and b2 and the king on e1`.
pub fn all_bare(board: &Board, squares: Bitboard) -> String {
    groups(board, squares, |_, role, many| format!("{role}{}", if many { "s" } else { "" }))
}

/// [`all_bare`], one by one: `the queen on g7 and the rook on h1`.
pub fn all_singly(board: &Board, squares: Bitboard) -> String {
    list(squares.map(|square| bare(board, square)))
}

fn groups(board: &Board, squares: Bitboard, name: impl Fn(Color, Role, bool) -> String) -> String {
    let mut groups = Vec::new();
    for color in Color::BOTH {
        for role in Role::ALL.into_iter().rev() {
            let these = board.men(color, role) & squares;
            if these.has_any() {
                groups.push(format!("the {} on {}", name(color, role, these.more_than_one()), list(these)));
            }
        }
    }
    // Lists within the list need a comma before the last.
    match groups.split_last() {
        Some((last, rest)) if rest.len() > 1 || squares.len() > 2 && rest.len() == 1 => {
            format!("{}, and {last}", rest.join(", "))
        }
        _ => list(groups),
    }
}

/// A sentence from a phrase: the first letter large, a full stop.
pub fn sentence(text: impl Into<String>) -> String {
    let mut text = text.into();
    if let Some(first) = text.get(..1) {
        let first = first.to_ascii_uppercase();
        text.replace_range(..1, &first);
    }
    if !text.ends_with(['.', '?']) {
        text.push('.');
    }
    text
}

/// Squares as a person lists them: all of a rank by its name, many by their number.
pub fn squares(set: Bitboard) -> String {
    let rank = (0..8).find(|&rank| (set - Bitboard::rank(rank)).is_empty());
    match (set.len(), rank) {
        (0, _) => "no square".into(),
        (6.., Some(rank)) => format!("rank {}", rank + 1),
        (..=8, _) => list(set),
        (n, _) => format!("{n} squares"),
    }
}

/// The name of the castling right with the rook on a square.
pub fn right(rook: Square) -> String {
    let color = if rook.rank() == 0 { Color::White } else { Color::Black };
    let how = match rook.file() {
        0 => "queen-side".to_owned(),
        7 => "king-side".to_owned(),
        _ => format!("with the rook on {rook}"),
    };
    format!("{}'s right to castle {how}", side(color))
}

/// A move with the squares it leaves and reaches, such as `Kh8xg7`: SAN is for legal moves only.
pub fn mv<R: Rules>(position: &Position<R>, mv: Move) -> String {
    let mut text = String::with_capacity(8);
    push_mv(&mut text, position, mv);
    text
}

/// Adds [`mv`] to a text.
pub(crate) fn push_mv<R: Rules>(text: &mut String, position: &Position<R>, mv: Move) {
    let (board, from, to) = (position.board(), mv.from(), mv.to());
    if position.is_castling(mv) {
        text.push_str(if to.file() > from.file() { "O-O" } else { "O-O-O" });
        return;
    }
    let role = board.role_at(from).unwrap_or(Role::Pawn);
    if role != Role::Pawn {
        text.push(role.letter().to_ascii_uppercase());
    }
    text.push_str(from.name());
    text.push(if board.occupied().has(to) || position.is_en_passant(mv) { 'x' } else { '-' });
    text.push_str(to.name());
    if let Some(role) = mv.promotion() {
        text.extend(['=', role.letter().to_ascii_uppercase()]);
    }
}
