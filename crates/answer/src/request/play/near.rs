//! Legal moves that are written much like one that is not legal: slips of the pen on a scoresheet.

use chess_arbiter::board::Move;
use chess_arbiter::format::{san, uci};
use chess_arbiter::moves::legal_moves;
use chess_arbiter::position::Position;
use chess_arbiter::rules::Rules;
use strsim::osa_distance;

/// How many are told.
const MOST: usize = 5;
/// Letters that differ at most: more are another move and not a slip.
const fn furthest(letters: usize) -> usize {
    if letters < 4 { letters / 2 } else { 2 }
}
/// A longer text is no move.
const LONGEST: usize = 12;

/// At most five, the nearest first: by letters that differ, then in the order of their names.
pub(super) fn moves<R: Rules>(position: &Position<R>, text: &str) -> Vec<Move> {
    let text = bare(text);
    let letters = text.chars().count();
    if letters > LONGEST || position.royal(position.turn()).is_none() {
        return Vec::new();
    }
    let distance = |mv: Move| {
        let name = bare(&san::write(position, mv));
        let far = osa_distance(&text, &name).min(osa_distance(&text, &uci::write(position, mv)));
        (far, name)
    };
    let mut near: Vec<((usize, String), Move)> =
        legal_moves(position).into_iter().map(|mv| (distance(mv), mv)).collect();
    near.retain(|((far, _), _)| *far <= furthest(letters));
    near.sort();
    near.into_iter().map(|(_, mv)| mv).take(MOST).collect()
}

/// Without what says nothing about where it goes.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '+' | '#' | '!' | '?' | 'x' | ' ')).collect()
}
