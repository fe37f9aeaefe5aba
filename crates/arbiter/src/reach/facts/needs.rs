//! What the pieces on the board demand of the pawns.

use crate::board::{Bitboard, Board, Color, Role};

use super::mobility::{Forced, Mobility};
use super::ways::Fills;

/// What a side's pawns must have provided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Needs {
    /// How many pawns must have promoted.
    pub promoted: u8,
    /// For promoted pieces that cannot have come from everywhere on the last rank: the files where one can
    /// have promoted.
    promotions: [u8; 8],
    count: u8,
    /// Files where a pawn of the side can have promoted at all.
    pub open: u8,
    /// Captures that only pieces of the side can have made.
    pub piece_captures: u8,
}

impl Needs {
    /// The files where promoted pieces must have promoted, each another pawn.
    pub fn promotions(&self) -> &[u8] {
        &self.promotions[..usize::from(self.count)]
    }

    fn demand(&mut self, files: u8, how_many: u32) -> Option<()> {
        for _ in 0..how_many {
            self.promoted += 1;
            if self.promoted > 8 {
                return None;
            }
            if files & self.open != 0xFF {
                self.promotions[usize::from(self.count)] = files & self.open;
                self.count += 1;
            }
        }
        // Equal ones side by side.
        self.promotions[..usize::from(self.count)].sort_unstable();
        Some(())
    }

    /// What follows from the men alone. `None` if more than eight pawns must have promoted.
    pub fn of_men(board: &Board, color: Color) -> Option<Needs> {
        let mut needs = Needs { promoted: 0, promotions: [0; 8], count: 0, open: 0xFF, piece_captures: 0 };
        for (role, squares) in Forced::KINDS {
            let men = board.men(color, role) & squares;
            // Of the two bishops that a side begins with, one is on each colour.
            let initial = if role == Role::Bishop { 1 } else { role.initial_count() };
            let rank = Bitboard::rank(7 - 7 * color as u8);
            let files = if role == Role::Bishop { files_of(rank & squares) } else { 0xFF };
            needs.demand(files, men.len().saturating_sub(initial))?;
        }
        Some(needs)
    }

    /// What follows when it is known where men can have moved.
    pub fn of(board: &Board, color: Color, mobility: &Mobility) -> Option<Needs> {
        Needs::on_files(board, color, mobility, 0xFF)
    }

    /// The same, with promotions on some of the files only (a bit each).
    pub(in crate::reach) fn on_files(
        board: &Board,
        color: Color,
        mobility: &Mobility,
        files: u8,
    ) -> Option<Needs> {
        let forced = mobility.forced();
        let mut needs = Needs {
            promoted: 0,
            promotions: [0; 8],
            count: 0,
            open: files_of(Bitboard::rank(7 - 7 * color as u8) - forced.closed) & files,
            piece_captures: forced.captured_at_home[1 - color as usize],
        };
        each(board, color, mobility, &mut |files, how_many| needs.demand(files, how_many))?;
        Some(needs)
    }
}

/// The files where the men of a side that must have been pawns can have promoted, however many there are.
pub(in crate::reach) fn sorts(board: &Board, color: Color, mobility: &Mobility) -> Vec<(u8, u32)> {
    let open = files_of(Bitboard::rank(7 - 7 * color as u8) - mobility.forced().closed);
    let mut sorts = Vec::new();
    let _ = each(board, color, mobility, &mut |files, how_many| {
        sorts.push((files & open, how_many));
        Some(())
    });
    sorts
}

/// Demands for men of a side that must have been pawns that as many of them have promoted on certain files.
fn each(
    board: &Board,
    color: Color,
    mobility: &Mobility,
    demand: &mut impl FnMut(u8, u32) -> Option<()>,
) -> Option<()> {
    let (side, rank) = (color as usize, Bitboard::rank(7 - 7 * color as u8));
    let (forced, origins) = (mobility.forced(), &mobility.origins[side]);
    let mut fills = Fills::new(&mobility.ways);
    for ((role, squares), promoted) in Forced::KINDS.into_iter().zip(forced.promoted[side]) {
        let free = (board.men(color, role) & squares) - forced.fixed;
        let mut from = |square| files_of(fills.of(color, role, square) & rank);
        // Those that cannot be original; and of the others so many more.
        let (mut certain, mut others) = (0, 0);
        for square in free {
            if !origins.original().has(square) {
                demand(from(square), 1)?;
                certain += 1;
            } else {
                others |= from(square);
            }
        }
        demand(others, u32::from(promoted) - certain)?;
    }
    Some(())
}

/// The files of some squares, a bit each.
fn files_of(squares: Bitboard) -> u8 {
    let halves = squares.0 | squares.0 >> 32;
    let quarters = halves | halves >> 16;
    (quarters | quarters >> 8) as u8
}
