//! Men, squares and numbers in words.

use crate::board::{Bitboard, Board, Color, Role, Square};

/// `White` or `Black`.
pub(in crate::reach) const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// `a, b and c`.
pub(in crate::reach) fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.pop() {
        None => String::new(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} and {last}", items.join(", ")),
    }
}

/// `1 man`, `3 men`, `no men`.
pub(super) fn count(n: u32, one: &str, more: &str) -> String {
    match n {
        0 => format!("no {more}"),
        1 => format!("1 {one}"),
        _ => format!("{n} {more}"),
    }
}

/// `1 man`, `3 men`.
pub(super) fn men(n: u32) -> String {
    count(n, "man", "men")
}

/// `1 capture`, `3 captures`.
pub(super) fn captures(n: u32) -> String {
    count(n, "capture", "captures")
}

/// The letters of files given by a bit each.
pub(super) fn files(set: u8) -> String {
    list((0..8u8).filter(|file| set >> file & 1 == 1).map(|file| (b'a' + file) as char))
}

/// `the white rook on e1`.
pub(in crate::reach) fn the(board: &Board, square: Square) -> String {
    match board.man_at(square) {
        Some(man) => format!("the {man} on {square}"),
        None => format!("the empty square {square}"),
    }
}

/// `the rook on e1`, for where the side has been named.
pub(super) fn bare(board: &Board, square: Square) -> String {
    board.role_at(square).map_or_else(|| the(board, square), |role| format!("the {role} on {square}"))
}

/// The men on some squares, those of a kind together: `the white pawns on a2 and b2, and the black king on e8`.
pub(super) fn all(board: &Board, squares: Bitboard) -> String {
    groups(board, squares, |color, role, many| format!("{color} {role}{}", if many { "s" } else { "" }))
}

/// [`all`] of one side that has been named: `the pawns on a2 and b2 and the king on e1`.
pub(super) fn all_bare(board: &Board, squares: Bitboard) -> String {
    groups(board, squares, |_, role, many| format!("{role}{}", if many { "s" } else { "" }))
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
pub(super) fn sentence(text: impl Into<String>) -> String {
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

/// Squares as a person lists them: all of a row by its name, many by their number.
pub(super) fn squares(set: Bitboard) -> String {
    let row = (0..8).find(|&rank| (set - Bitboard::rank(rank)).is_empty());
    match (set.len(), row) {
        (0, _) => "no square".into(),
        (6.., Some(rank)) => format!("row {}", rank + 1),
        (..=8, _) => list(set),
        (n, _) => format!("{n} squares"),
    }
}
