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

use super::ways::{Fills, Ways, pawn_directions};

/// Late walls of a side, by the square of the last rank on which its pawn promoted.
#[derive(Clone, Copy, Debug)]
pub(super) struct LateWalls {
    walls: [Bitboard; 8],
    /// The squares that have some.
    on: Bitboard,
}

impl LateWalls {
    /// Those of a side whose pawns can have been on `pawns`.
    pub(super) fn new(ways: &Ways, color: Color, pawns: Bitboard) -> LateWalls {
        let mut late = LateWalls { walls: [Bitboard::EMPTY; 8], on: Bitboard::EMPTY };
        let homes = ways.left_homes(!color);
        if homes.is_empty() {
            return late;
        }
        // A square to which a pawn can have come from elsewhere has none.
        let goes_to = |from: Bitboard| match ways.captures[color as usize] {
            0 => ways.ahead(color, from),
            _ => ways.ahead(color, from) | ways.captures(color, from),
        };
        let last_rank = Bitboard::rank(7 - 7 * color as u8);
        for square in (goes_to(pawns & homes) - goes_to(pawns - homes)) & last_rank {
            let walls = ways.late_walls(color, pawns, square);
            late.walls[usize::from(square.file())] = walls;
            late.on |= if walls.has_any() { square.bb() } else { Bitboard::EMPTY };
        }
        late
    }

    /// Of the squares of the last rank from which a piece can come to `square` by its `fill`, those from
    /// which it can after promoting there.
    pub(super) fn promotions(
        &self,
        ways: &Ways,
        color: Color,
        role: Role,
        square: Square,
        fill: Bitboard,
    ) -> Bitboard {
        let from = fill & Bitboard::rank(7 - 7 * color as u8);
        let shut_in = (from & self.on).filter(|&at| !self.promoted(ways, color, role, at).has(square));
        from - shut_in.collect()
    }

    /// Where a piece can have stood that promoted on a square with late walls.
    fn promoted(&self, ways: &Ways, color: Color, role: Role, square: Square) -> Bitboard {
        ways.walled(self.walls[usize::from(square.file())]).fill(color, role, square.bb())
    }

    /// Whether neither a pawn that can have been on `levels`, some of them squares of the last rank, nor what
    /// it promoted to ever stood on any of `squares`.
    pub(super) fn never_on(
        &self,
        fills: &mut Fills<'_>,
        color: Color,
        levels: Bitboard,
        squares: Bitboard,
    ) -> bool {
        if (levels & squares).has_any() {
            return false;
        }
        let promotions = levels & Bitboard::rank(7 - 7 * color as u8);
        let ways = fills.ways();
        squares.is_empty()
            || [Role::Queen, Role::Knight].into_iter().all(|role| {
                (fills.of_all(color, role, promotions - self.on) & squares).is_empty() && {
                    promotions & self.on
                }
                .all(|at| (self.promoted(ways, color, role, at) & squares).is_empty())
            })
    }
}

impl Ways {
    /// The homes of a side's pawns that are known to have made a single move.
    fn left_homes(&self, color: Color) -> Bitboard {
        let cuts = &self.cuts[color as usize];
        pawn_directions(color).into_iter().fold(Bitboard::EMPTY, |all, direction| all | cuts[direction])
    }

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
}
