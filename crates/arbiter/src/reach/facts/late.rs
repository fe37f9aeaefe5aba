//! **Late walls.** A pawn promotes from its seventh rank, and that is where the enemy's pawns begin. If the
//! enemy pawn that began there is known to have made [exactly one move](super::ways), then it had made it
//! when the promoting pawn stood on its home, and stands ever since where it stands now: for the promoted man
//! it is a wall from the beginning. So a knight that promotes on a8, a pawn of the enemy having gone from a7
//! to b6 and one standing on c7, never leaves the corner.
//!
//! A pawn can have come to the last rank from one square or from several; what is a wall from all of them is
//! a wall.
//!
//! This tells where the men of a captured pawn can have been captured: as a pawn on its ways, or as what it
//! promoted to.

use crate::board::{Bitboard, Color, Role, Square};

use super::ways::Ways;

impl Ways {
    /// The squares of enemy pawns that stood there already when a pawn of the side, having been on one of
    /// `pawns`, promoted on `square`.
    fn late_walls(&self, color: Color, pawns: Bitboard, square: Square) -> Bitboard {
        let diagonal = if self.captures[color as usize] == 0 {
            Bitboard::EMPTY
        } else {
            self.captures_from(color, square)
        };
        let mut from = (self.behind(color, square) | diagonal) & pawns;
        let Some(first) = from.next() else { return Bitboard::EMPTY };
        let walls = |home| -> Bitboard {
            let cuts = self.cuts().filter(|&(by, from, _)| by != color && from == home);
            cuts.map(|(_, _, to)| to).collect()
        };
        from.fold(walls(first), |all, home| all & walls(home))
    }

    /// Of the squares of the last rank from which a piece can come to `square` by its `fill`, those from
    /// which it can after promoting there. Pawns of its side can have been on `pawns`.
    pub(super) fn promotions(
        &self,
        color: Color,
        role: Role,
        square: Square,
        fill: Bitboard,
        pawns: Bitboard,
    ) -> Bitboard {
        let from = fill & Bitboard::rank(7 - 7 * color as u8);
        if !self.has_cuts() {
            return from;
        }
        from.filter(|&at| self.promoted(color, role, at, pawns).is_none_or(|range| range.has(square)))
            .collect()
    }

    /// Where a piece can have stood that promoted on a square, if there are late walls.
    fn promoted(&self, color: Color, role: Role, square: Square, pawns: Bitboard) -> Option<Bitboard> {
        let walls = self.late_walls(color, pawns, square);
        walls.has_any().then(|| self.walled(walls).fill(color, role, square.bb()))
    }

    /// Whether neither a pawn that can have been on `ways`, some of them squares of the last rank, nor what
    /// it promoted to ever stood on any of `squares`.
    pub(super) fn never_on(&self, color: Color, ways: Bitboard, pawns: Bitboard, squares: Bitboard) -> bool {
        if (ways & squares).has_any() {
            return false;
        }
        let promotions = ways & Bitboard::rank(7 - 7 * color as u8);
        // Those without late walls all at once.
        let mut free = Bitboard::EMPTY;
        let mut meets = |at: Square, role: Role| {
            let range = self.promoted(color, role, at, pawns);
            free |= if range.is_none() { at.bb() } else { Bitboard::EMPTY };
            range.is_some_and(|range| (range & squares).has_any())
        };
        if !self.has_cuts() {
            free = promotions;
        } else if { promotions }.any(|at| meets(at, Role::Queen) || meets(at, Role::Knight)) {
            return false;
        }
        [Role::Queen, Role::Knight]
            .into_iter()
            .all(|role| (self.fill(color, role, free) & squares).is_empty())
    }
}
