//! Men, moves and limits in words.

use chess_arbiter::board::{Bitboard, Board, Color, Move, Role, Square};
use chess_arbiter::position::Position;
use chess_arbiter::rules::Rules;
use chess_arbiter::win::Reached;

/// `White` or `Black`, to begin a sentence or name a player.
pub fn player(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// `the queen on g7`.
pub fn man(board: &Board, square: Square) -> String {
    let role = board.role_at(square).map_or("man", Role::name);
    format!("the {role} on {square}")
}

/// `the queen on g7 and the rook on h1`.
pub fn men(board: &Board, squares: Bitboard) -> String {
    list(&squares.map(|square| man(board, square)).collect::<Vec<_>>())
}

/// `a`, `a and b`, `a, b and c`.
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [words @ .., last] => format!("{} and {last}", words.join(", ")),
    }
}

/// A move with the squares it leaves and reaches, such as `Kh8xg7`: SAN is for legal moves only.
pub fn mv<R: Rules>(position: &Position<R>, mv: Move) -> String {
    let (board, from, to) = (position.board(), mv.from(), mv.to());
    if position.is_castling(mv) {
        return if to.file() > from.file() { "O-O" } else { "O-O-O" }.into();
    }
    let letter = |role: Role| role.letter().to_ascii_uppercase().to_string();
    let role = board.role_at(from).unwrap_or(Role::Pawn);
    let man = if role == Role::Pawn { String::new() } else { letter(role) };
    let captures = board.occupied().has(to) || position.is_en_passant(mv);
    let promotion = mv.promotion().map_or(String::new(), |role| format!("={}", letter(role)));
    format!("{man}{from}{}{to}{promotion}", if captures { 'x' } else { '-' })
}

/// `1 ply`, `5 plies`.
pub fn plies(plies: u32) -> String {
    if plies == 1 { "1 ply".into() } else { format!("{plies} plies") }
}

/// A limit as one word, and as the cause in a sentence.
pub fn limit(limit: Reached) -> (&'static str, &'static str) {
    match limit {
        Reached::Time => ("time", "time limit"),
        Reached::Nodes => ("nodes", "node limit"),
        Reached::Memory => ("memory", "memory limit"),
        Reached::Interrupt => ("interrupt", "interrupted"),
    }
}

/// A text without control characters, which could make a terminal do things.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{FFFD}' } else { c }).collect()
}

/// A text on one line.
pub fn one_line(text: &str) -> String {
    printable(text).replace('\n', " ")
}
