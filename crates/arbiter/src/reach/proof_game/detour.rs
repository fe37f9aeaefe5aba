//! Ways past other men, at the end: a man that stands where it belongs and blocks the way of another has to
//! go and come back. Without counting that, the last men would be shut out by those that were there first.

use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Color, Role, Square};
use crate::rules::Standard;

/// What stands about.
#[derive(Clone, Copy)]
pub(super) struct Crowd {
    /// What never gives way.
    pub(super) walls: Bitboard,
    /// Men that do, but stand where they belong.
    pub(super) settled: Bitboard,
    /// Men that have to go anyway.
    pub(super) loose: Bitboard,
    /// Squares that the king had better not step on.
    pub(super) danger: Bitboard,
}

/// A way and what it takes.
pub(super) struct Detour {
    /// Moves, those of men that have to make room included.
    pub(super) moves: u8,
    /// The squares it leads over.
    pub(super) path: Bitboard,
}

/// No way costs more.
const MAX_COST: usize = 14;

impl Crowd {
    /// What it takes to step past (or onto the square of) a man: two moves to go and come back.
    #[inline(always)]
    fn toll(&self, square: Square) -> usize {
        if self.settled.has(square) { 2 } else { usize::from(self.loose.has(square)) }
    }

    /// The cheapest way.
    #[inline(always)]
    pub(super) fn detour<I: Isa>(
        &self,
        role: Role,
        color: Color,
        from: Square,
        to: Square,
    ) -> Option<Detour> {
        let men = (self.settled | self.loose) - from.bb();
        let occupied = self.walls | men;
        // Backwards from where it leads: pieces move both ways alike.
        let mut levels = [Bitboard::EMPTY; MAX_COST + 8];
        let mut best = [u8::MAX; 64];
        let mut next = [to; 64];
        let start = self.toll(to);
        levels[start] = to.bb();
        best[to.index()] = start as u8;
        for cost in start..=MAX_COST {
            for square in levels[cost] {
                if usize::from(best[square.index()]) != cost {
                    continue;
                }
                if square == from {
                    return Some(trace(from, to, cost as u8, &next));
                }
                let mut reach = |target: Square, cost: usize| {
                    if cost < usize::from(best[target.index()]) {
                        best[target.index()] = cost as u8;
                        next[target.index()] = square;
                        levels[cost] |= target.bb();
                    }
                };
                let direct = attacks::attacks::<Standard, I>(role, color, square, occupied) - self.walls;
                let dear = if role == Role::King { self.danger } else { Bitboard::EMPTY };
                for target in direct - men - dear {
                    reach(target, cost + 1);
                }
                for target in (direct - men) & dear {
                    reach(target, cost + 3);
                }
                for blocker in direct & men {
                    let cost = cost + 1 + self.toll(blocker);
                    reach(blocker, cost);
                    if matches!(role, Role::Knight | Role::King) {
                        continue;
                    }
                    let beyond =
                        attacks::attacks::<Standard, I>(role, color, square, occupied ^ blocker.bb())
                            - direct
                            - self.walls;
                    for target in beyond {
                        reach(target, cost + if men.has(target) { self.toll(target) } else { 0 });
                    }
                }
            }
        }
        None
    }
}

/// Follows a way that was found.
#[inline(always)]
fn trace(from: Square, to: Square, moves: u8, next: &[Square; 64]) -> Detour {
    let mut path = Bitboard::EMPTY;
    let mut square = from;
    while square != to {
        let target = next[square.index()];
        path |= attacks::between(square, target) | target.bb();
        square = target;
    }
    Detour { moves, path }
}
