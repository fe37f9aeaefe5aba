//! What a repair changes.

use chess_arbiter::board::Bitboard;
use chess_arbiter::reach::{Edit, Repair};

use crate::words::{list, right, side};

/// The change, as a phrase: `with Black to move`.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::reach::{ReachLimits, piece_repairs};
/// use chess_arbiter::rules::Standard;
///
/// // A black queen where the king should be.
/// let setup = fen::parse::<Standard>("rnbqqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1").unwrap();
/// let best = &piece_repairs(&setup, &ReachLimits::default(), 2);
/// assert_eq!(chess_arbiter_explain::repair(&best[0]), "with a king for the black queen on e8");
/// ```
pub fn repair(repair: &Repair) -> String {
    let [first, rest @ ..] = &repair.edits[..] else { return String::new() };
    match first {
        Edit::Removed(..) | Edit::Replaced { .. } | Edit::Moved { .. } if rest.is_empty() => phrase(first),
        // What a man leaves without its men goes with it.
        Edit::Removed(..) | Edit::Replaced { .. } | Edit::Moved { .. } => {
            format!("{}, and without {}", phrase(first), list(rest.iter().flat_map(dropped)))
        }
        _ => list(repair.edits.iter().map(phrase)),
    }
}

fn phrase(edit: &Edit) -> String {
    match *edit {
        Edit::Turn(color) => format!("with {} to move", side(color)),
        Edit::WithoutRights(rights) => format!("without {}", named(rights)),
        Edit::WithRights(rights) => format!("with {}", named(rights)),
        Edit::EnPassant(None) => "without the en passant square".into(),
        Edit::EnPassant(Some(square)) => format!("with the en passant square {square}"),
        Edit::Removed(man, square) => format!("without the {man} on {square}"),
        Edit::Replaced { man, square, by } if by.color == man.color => {
            format!("with a {} for the {man} on {square}", by.role)
        }
        Edit::Replaced { man, square, by } => format!("with a {by} for the {man} on {square}"),
        Edit::Moved { man, from, to } => format!("with the {man} on {to} instead of {from}"),
    }
}

/// What was dropped, one by one.
fn dropped(edit: &Edit) -> Vec<String> {
    match *edit {
        Edit::WithoutRights(rights) => rights.map(right).collect(),
        _ => vec!["the en passant square".into()],
    }
}

fn named(rights: Bitboard) -> String {
    if rights.len() >= 4 { "any right to castle".into() } else { list(rights.map(right)) }
}
