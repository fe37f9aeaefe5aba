//! Which repairs are offered: the least change first, and none of which a part is enough.

use std::cmp::Reverse;

use crate::board::{Bitboard, Setup};
use crate::reach::ReachAnswer;

use super::{Edit, Repair};

/// Whether some changes are all among others, which are more.
pub(super) fn is_needless(more: &[Edit], less: &[Edit]) -> bool {
    let has = |edit: &Edit| match *edit {
        Edit::WithoutRights(rights) => (rights
            - of(more, |edit| if let Edit::WithoutRights(rights) = edit { Some(*rights) } else { None }))
        .is_empty(),
        Edit::WithRights(rights) => (rights
            - of(more, |edit| if let Edit::WithRights(rights) = edit { Some(*rights) } else { None }))
        .is_empty(),
        edit => more.contains(&edit),
    };
    size(more) > size(less) && less.iter().all(has)
}

fn of(edits: &[Edit], rights: impl Fn(&Edit) -> Option<Bitboard>) -> Bitboard {
    edits.iter().filter_map(rights).fold(Bitboard::EMPTY, |all, rights| all | rights)
}

/// How much is changed: each right, field and man for itself. A board is read in another way as easily as two
/// of them.
fn size(edits: &[Edit]) -> u32 {
    let one = |edit: &Edit| match edit {
        Edit::WithoutRights(rights) | Edit::WithRights(rights) => rights.len(),
        Edit::Read(_) => 2,
        Edit::Turn(_)
        | Edit::EnPassant(_)
        | Edit::Removed(..)
        | Edit::Replaced { .. }
        | Edit::Moved { .. } => 1,
    };
    edits.iter().map(one).sum()
}

/// At most `most` of the repairs of a position, whatever their kinds: those proved before others; of these
/// the least change first, and none of which a part is a repair as good. Where changes of another kind would
/// leave no room for any reading of the whole board, the best of these has the last place.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::reach::{ReachLimits, least_repairs, piece_repairs, repairs};
/// use chess_arbiter::rules::Standard;
///
/// let setup = fen::parse::<Standard>("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1").unwrap();
/// let mut found = repairs(&setup, &ReachLimits::default());
/// found.extend(piece_repairs(&setup, &ReachLimits::default(), 4));
/// let best = least_repairs(found, 5);
/// assert_eq!(fen::write_key::<Standard>(&best[0].setup), "4k3/8/8/8/8/8/8/4K2R w K -");
/// ```
pub fn least_repairs(mut found: Vec<Repair>, most: usize) -> Vec<Repair> {
    let is_legal = |repair: &Repair| matches!(repair.verdict.answer, ReachAnswer::Legal(_));
    found.sort_by_key(|repair| {
        let level = if is_legal(repair) { None } else { Some(repair.verdict.level) };
        (Reverse(is_legal(repair)), Reverse(level), size(&repair.edits))
    });
    let key = |setup: &Setup| (setup.board, setup.turn, setup.castling, setup.en_passant);
    let mut kept: Vec<Repair> = Vec::new();
    for repair in found {
        let is_known = |other: &Repair| {
            key(&other.setup) == key(&repair.setup)
                || (is_legal(other) || !is_legal(&repair)) && is_needless(&repair.edits, &other.edits)
        };
        if !kept.iter().any(is_known) {
            kept.push(repair);
        }
    }
    let is_reading = |repair: &Repair| matches!(repair.edits[..], [Edit::Read(_), ..]);
    if most > 1
        && let Some(first) = kept.iter().position(|repair| is_reading(repair) && is_legal(repair))
        && first >= most
    {
        let reading = kept.remove(first);
        kept.insert(most - 1, reading);
    }
    kept.truncate(most);
    kept
}
