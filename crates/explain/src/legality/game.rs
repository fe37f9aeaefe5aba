//! A proof game in words.

use chess_arbiter::board::{Color, Move, Role, Square, Start};
use chess_arbiter::format::san;
use chess_arbiter::position::Position;
use chess_arbiter::rules::Standard;

use crate::words::{count, list, side};

/// A man followed through the game.
struct Story {
    color: Color,
    began: Square,
    stands: Option<Square>,
    role: Role,
    promoted: Option<Square>,
    captures: u32,
}

/// What happened in a game.
pub(super) fn told(start: Start, game: &[Move]) -> Vec<String> {
    let mut position = Position::from_start(start);
    let mut men: Vec<Story> = position
        .board()
        .iter()
        .map(|(square, man)| Story {
            color: man.color,
            began: square,
            stands: Some(square),
            role: man.role,
            promoted: None,
            captures: 0,
        })
        .collect();
    let mut tail = Vec::new();
    for (ply, &mv) in game.iter().enumerate() {
        if ply + 6 >= game.len() {
            tail.push((ply, san::write(&position, mv)));
        }
        follow(&position, mv, &mut men);
        position = position.play(mv);
    }
    let mut sentences = Vec::new();
    if game.is_empty() {
        return vec!["It is the starting position: every game begins with it.".into()];
    }
    let moves = game.len().div_ceil(2);
    sentences.push(format!(
        "A game of {} leads to it; {} {}.",
        count(moves as u32, "move", "moves"),
        if tail.len() == game.len() { "it goes" } else { "it ends" },
        numbered(&tail)
    ));
    for color in Color::BOTH {
        promotions(&men, color, &mut sentences);
    }
    let taken: Vec<u32> = Color::BOTH
        .map(|color| men.iter().filter(|man| man.color == color && man.stands.is_none()).count() as u32)
        .into();
    if taken == [0, 0] {
        sentences.push("No man is captured in it.".into());
    } else {
        sentences.push(format!(
            "White loses {} in it, and Black {}.",
            count(taken[0], "man", "men"),
            count(taken[1], "man", "men")
        ));
    }
    for color in Color::BOTH {
        pawn_captures(&men, color, &mut sentences);
    }
    sentences
}

/// Moves with their numbers: `12. e4 e5 13. Nf3`.
fn numbered(moves: &[(usize, String)]) -> String {
    let mut text = String::new();
    for (index, (ply, mv)) in moves.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        if ply % 2 == 0 {
            text.push_str(&format!("{}. ", ply / 2 + 1));
        } else if index == 0 {
            text.push_str(&format!("{}… ", ply / 2 + 1));
        }
        text.push_str(mv);
    }
    text
}

fn follow(position: &Position<Standard>, mv: Move, men: &mut [Story]) {
    let (from, to) = (mv.from(), mv.to());
    let at = |men: &[Story], square| men.iter().position(|man| man.stands == Some(square));
    let Some(mover) = at(men, from) else { return };
    if position.is_castling(mv) {
        let Some(rook) = at(men, to) else { return };
        let (king_to, rook_to) = Position::<Standard>::castling_squares(from, to);
        (men[mover].stands, men[rook].stands) = (Some(king_to), Some(rook_to));
        return;
    }
    let victim = if position.is_en_passant(mv) { Square::at(to.file(), from.rank()) } else { to };
    if let Some(victim) = at(men, victim) {
        men[victim].stands = None;
        men[mover].captures += u32::from(men[mover].role == Role::Pawn);
    }
    men[mover].stands = Some(to);
    if let Some(role) = mv.promotion() {
        (men[mover].role, men[mover].promoted) = (role, Some(to));
    }
}

fn promotions(men: &[Story], color: Color, sentences: &mut Vec<String>) {
    let mut here = Vec::new();
    let mut gone = 0;
    for man in men.iter().filter(|man| man.color == color) {
        match (man.promoted, man.stands) {
            (Some(_), None) => gone += 1,
            (Some(promoted), Some(stands)) => {
                let way =
                    if promoted == stands { String::new() } else { format!(", promoted on {promoted}") };
                here.push(format!("that from {} the {} on {stands}{way}", man.began, man.role));
            }
            _ => {}
        }
    }
    // As many as a sentence can hold.
    let most = 4;
    if !here.is_empty() {
        let more = here.len().saturating_sub(most);
        here.truncate(most);
        if more > 0 {
            here.push(format!("{more} more are promoted"));
        }
        sentences.push(format!("Of {}'s pawns {}.", side(color), becomes(&here)));
    }
    if gone > 0 {
        let also = if here.is_empty() { "" } else { "also " };
        let pawns = count(gone, "pawn that is", "pawns that are");
        sentences.push(format!("{} {also}promotes {pawns} captured later.", side(color)));
    }
}

/// `that from a2 becomes the queen on d8, and that …`
fn becomes(here: &[String]) -> String {
    let mut here = here.to_vec();
    here[0] = here[0].replacen(" the ", " becomes the ", 1);
    list(here)
}

fn pawn_captures(men: &[Story], color: Color, sentences: &mut Vec<String>) {
    let captures: u32 = men.iter().filter(|man| man.color == color).map(|man| man.captures).sum();
    if captures == 0 {
        return;
    }
    let by: Vec<Square> =
        men.iter().filter(|man| man.color == color && man.captures > 0).map(|man| man.began).collect();
    sentences.push(format!(
        "{}'s pawns make {}: {} from {}.",
        side(color),
        count(captures, "of these captures", "of these captures"),
        if by.len() == 1 { "the one" } else { "those" },
        list(by)
    ));
}
