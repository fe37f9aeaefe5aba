//! Changes of a single man, as when a position was read from an image.

use crate::attacks;
use crate::board::{Man, Role, Setup, Start};
use crate::moves::Past;
use crate::reach::lemma::castling;

use super::{Candidate, Edit};

/// How easily the kinds are taken for each other, 1 the most.
const fn confusion(a: Role, b: Role) -> u32 {
    use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
    match (a, b) {
        (Bishop, Pawn) | (Pawn, Bishop) | (King, Queen) | (Queen, King) => 1,
        (Knight, Bishop) | (Bishop, Knight) | (Rook, Pawn) | (Pawn, Rook) => 2,
        (Queen, Bishop) | (Bishop, Queen) | (Queen, Rook) | (Rook, Queen) => 3,
        (Knight, Pawn) | (Pawn, Knight) | (King, Bishop) | (Bishop, King) => 3,
        _ => 4,
    }
}

/// All changes of one man.
pub(super) fn changes(start: Start, setup: &Setup) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for (square, man) in setup.board.iter() {
        let mut change = |edit: Edit, cost: u32| {
            let mut changed = *setup;
            changed.board.remove(square);
            match edit {
                Edit::Replaced { by, .. } => {
                    changed.board.put(square, by);
                }
                Edit::Moved { to, .. } => {
                    changed.board.put(to, man);
                }
                _ => {}
            }
            let mut edits = vec![edit];
            edits.extend(drop_claims(start, &mut changed));
            candidates.push(Candidate { edits, setup: changed, cost });
        };
        let Man { color, role } = man;
        for other in Role::ALL.into_iter().filter(|&other| other != role) {
            let by = Man { color, role: other };
            change(Edit::Replaced { man, square, by }, confusion(role, other));
        }
        let enemy = Man { color: !color, role };
        change(Edit::Replaced { man, square, by: enemy }, 2);
        change(Edit::Removed(man, square), 4);
        for to in attacks::king(square) - setup.board.occupied() {
            // Beside on the rank or file is nearer than at a corner.
            let straight = to.file() == square.file() || to.rank() == square.rank();
            let cost = if straight { 3 } else { 4 };
            change(Edit::Moved { man, from: square, to }, cost);
        }
    }
    candidates
}

/// Drops castling rights and an en passant square that lack their men.
pub(super) fn drop_claims(start: Start, setup: &mut Setup) -> impl Iterator<Item = Edit> + use<> {
    let past = Past { start, ..Past::from(&*setup) };
    let lost = castling::misplaced(&past);
    setup.castling = setup.castling - lost;
    let no_step = setup.en_passant.is_some() && past.double_step().is_none();
    if no_step {
        setup.en_passant = None;
    }
    let rights = lost.has_any().then_some(Edit::WithoutRights(lost));
    rights.into_iter().chain(no_step.then_some(Edit::EnPassant(None)))
}
