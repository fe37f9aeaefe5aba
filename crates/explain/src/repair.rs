//! What a repair changes.

use chess_arbiter::board::Bitboard;
use chess_arbiter::reach::{Edit, Reading, Repair};

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
    let is_man = |edit: &&Edit| {
        matches!(edit, Edit::Removed(..) | Edit::Replaced { .. } | Edit::Moved { .. } | Edit::Read(_))
    };
    let (men, others): (Vec<&Edit>, Vec<&Edit>) = repair.edits.iter().partition(is_man);
    // What men leave without its men goes with them.
    let (gone, fields): (Vec<&Edit>, Vec<&Edit>) = others
        .into_iter()
        .partition(|edit| !men.is_empty() && matches!(edit, Edit::WithoutRights(_) | Edit::EnPassant(None)));
    let said = list(men.into_iter().chain(fields).map(phrase));
    match gone[..] {
        [] => said,
        _ => format!("{said}, and without {}", list(gone.into_iter().flat_map(dropped))),
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
        Edit::Read(reading) => read(reading).into(),
    }
}

fn read(reading: Reading) -> &'static str {
    match reading {
        Reading::Turned => "with the board turned round",
        Reading::Exchanged => "with the colours exchanged",
        Reading::TurnedAndExchanged => "with the board turned round and the colours exchanged",
        Reading::RanksReversed => "with the ranks in reverse order",
        Reading::Higher => "with all men one rank higher",
        Reading::Lower => "with all men one rank lower",
        // Whoever adds one names it here.
        _ => "with the board read in another way",
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
