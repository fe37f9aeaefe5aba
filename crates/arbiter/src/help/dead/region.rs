//! **Regions.** For each man a set of squares that it never leaves, whatever is played. If no position inside
//! is mate by the side, the side never mates.
//!
//! A man is *fixed* if its region is its square and no enemy man's region has that square: it stays there for
//! ever. The regions are *closed*: from each of its squares a man moves, by its movement, only to squares of
//! its region, where it does not matter what stands in the way, except that
//!
//! * nobody moves onto or through the square of a fixed man;
//! * a king never moves to a square that a fixed enemy man attacks from next to it or by a knight's move;
//! * a pawn captures only where an enemy man other than the king can be, or en passant, where an enemy pawn
//!   can step over the square;
//! * a pawn that can come to its last rank has a second region, as a piece, closed under the moves of queen
//!   and knight from there.
//!
//! By induction every man stays in its region: at the first move that leaves one, all men stand in theirs,
//! and so the move would be one of those. There must be no castling rights, and no capture en passant at
//! once: a pawn that has just made its double step could be taken for a fixed one.
//!
//! *No mate inside.* Take the other side's king on a square of its region, and the attacker's king on one of
//! its own, not next to it. It is not mated if no other man of the attacker can attack its square, or if it
//! has a flight: a square next to it, of its region, that nothing can attack (the attacker's king there and
//! the others from anywhere in their regions) and no man of its own can stand on. Where that does not hold of
//! all squares of the kings, it is enough that it holds of those that they can come to, walking in turn.

use crate::attacks;
use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::position::{Position, en_passant};
use crate::rules::{Pawns, Rules};

/// The region of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RegionMan {
    /// Where it stands.
    pub square: Square,
    /// Where it can ever stand as it is.
    pub stays: Bitboard,
    /// Where it can ever stand as a promoted pawn.
    pub promoted: Bitboard,
}

/// A region for each man of a position, a1 first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// The men.
    pub men: Vec<RegionMan>,
}

/// The squares that the men of each role of a side can ever be on, and what they attack from there.
#[derive(Clone, Copy, Default)]
struct Side {
    /// All regions but the king's.
    men: Bitboard,
    /// What they attack.
    attacked: Bitboard,
    /// Where a pawn can step over a square at once.
    stepped_over: Bitboard,
    /// A man other than the king can move.
    is_mobile: bool,
    king: Bitboard,
}

#[inline(always)]
fn straight(set: Bitboard) -> Bitboard {
    let beside = (set - Bitboard::file(7)).0 << 1 | (set - Bitboard::file(0)).0 >> 1;
    Bitboard(beside | set.0 << 8 | set.0 >> 8)
}

#[inline(always)]
fn diagonal(set: Bitboard) -> Bitboard {
    attacks::pawns(Color::White, set) | attacks::pawns(Color::Black, set)
}

/// The squares one step of a piece's movement from any of a set. The region of a slider is closed under
/// steps, and so whatever it attacks is a step from its region.
#[inline(always)]
pub(super) fn steps(role: Role, set: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => attacks::knights(set),
        Role::Bishop => diagonal(set),
        Role::Rook => straight(set),
        Role::Queen | Role::King => attacks::kings(set),
    }
}

#[inline(always)]
pub(super) fn promoted_steps(set: Bitboard) -> Bitboard {
    attacks::kings(set) | attacks::knights(set)
}

/// Regions of the men on their squares.
struct Regions {
    stays: [Bitboard; 64],
    promoted: [Bitboard; 64],
    fixed: Bitboard,
    sides: [Side; 2],
}

impl Regions {
    /// The least closed regions, if there is no mate in them: with the kings anywhere, or where they can
    /// `walk`.
    fn without_mate<R: Rules>(position: &Position<R>, color: Color, walk: bool) -> Option<Regions> {
        let board = position.board();
        let occupied = board.occupied();
        let mut regions = Regions {
            stays: std::array::from_fn(|index| Bitboard(1 << index) & occupied),
            promoted: [Bitboard::EMPTY; 64],
            fixed: occupied,
            sides: [Side::default(); 2],
        };
        loop {
            regions.look::<R>(board);
            // It may be that there is none once they have grown: the king's region grows too. Seldom, and
            // then it is not seen at first sight.
            if !walk && !regions.has_no_mate(color) {
                return None;
            }
            if !regions.grow(position) {
                let has_none = !walk || regions.walk_has_no_mate(position, color);
                return has_none.then_some(regions);
            }
        }
    }

    /// What the sides can do with the regions that there are.
    #[inline(always)]
    fn look<R: Rules>(&mut self, board: &Board) {
        for color in Color::BOTH {
            let mut side = Side::default();
            for role in Role::ALL {
                for square in board.men(color, role) {
                    let stays = self.stays[square.index()];
                    if role == R::ROYAL {
                        side.king |= stays;
                        continue;
                    }
                    side.men |= stays;
                    side.is_mobile |= stays != square.bb();
                    if role == Role::Pawn {
                        let promoted = self.promoted[square.index()];
                        let (home, up) = if color == Color::White { (1, 8) } else { (R::HEIGHT - 2, -8) };
                        let third = (stays & Bitboard::rank(home)).shift(up);
                        side.stepped_over |= third & stays.shift(-up);
                        side.men |= promoted;
                        side.is_mobile |= promoted.has_any();
                        side.attacked |= attacks::pawns(color, stays) | promoted_steps(promoted);
                    } else {
                        side.attacked |= steps(role, stays);
                    }
                }
            }
            self.sides[color as usize] = side;
        }
        for color in Color::BOTH {
            let enemy = self.sides[!color as usize];
            for square in self.fixed & board.color(color) {
                let moves = self.stays[square.index()] | self.promoted[square.index()] != square.bb();
                // Nobody captures a king.
                let can_be_captured =
                    (enemy.men | enemy.king).has(square) && board.role_on(square) != R::ROYAL;
                if moves || can_be_captured {
                    self.fixed = self.fixed - square.bb();
                }
            }
        }
    }

    /// Squares that fixed men of a side attack whatever else stands on the board.
    #[inline(always)]
    fn guarded(&self, board: &Board, color: Color) -> Bitboard {
        let fixed = self.fixed & board.color(color);
        let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
        pieces.into_iter().fold(attacks::pawns(color, fixed & board.role(Role::Pawn)), |all, role| {
            all | steps(role, fixed & board.role(role))
        })
    }

    /// Lets each man move; whether a region has become larger.
    #[inline(always)]
    fn grow<R: Rules>(&mut self, position: &Position<R>) -> bool {
        let board = position.board();
        let mut has_grown = false;
        for color in Color::BOTH {
            let free = R::WINDOW - (self.fixed & board.color(color));
            for role in Role::ALL {
                for square in board.men(color, role) {
                    let (stays, promoted) = (self.stays[square.index()], self.promoted[square.index()]);
                    let (mut all, mut pieces) = (stays, promoted);
                    if role == Role::Pawn {
                        all = self.pawn_region(position, color, stays);
                        pieces |= all & R::last_rank(color);
                        pieces = self.flood(board, color, pieces, free, promoted_steps);
                    } else {
                        let free = if role == R::ROYAL { free - self.guarded(board, !color) } else { free };
                        all = self.flood(board, color, all, free, |set| steps(role, set));
                    }
                    if all != stays || pieces != promoted {
                        has_grown = true;
                        (self.stays[square.index()], self.promoted[square.index()]) = (all, pieces);
                    }
                }
            }
        }
        has_grown
    }

    /// All that is reached in steps over squares that are free, but for that of an enemy king that is fixed.
    #[inline(always)]
    fn flood(
        &self,
        board: &Board,
        color: Color,
        mut set: Bitboard,
        free: Bitboard,
        steps: impl Fn(Bitboard) -> Bitboard,
    ) -> Bitboard {
        let free = free - (self.fixed & board.men(!color, Role::King));
        loop {
            let next = set | steps(set) & free;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    #[inline(always)]
    fn pawn_region<R: Rules>(&self, position: &Position<R>, color: Color, mut set: Bitboard) -> Bitboard {
        let (board, enemy) = (position.board(), self.sides[!color as usize]);
        let up = color.forward();
        let mut targets = enemy.men - (self.fixed & board.color(color));
        if R::PAWNS == Pawns::Full {
            targets |= enemy.stepped_over;
        }
        let free = R::WINDOW - self.fixed;
        loop {
            let on = set - R::last_rank(color);
            let next = set | on.shift(up) & free | attacks::pawns(color, on) & targets & R::WINDOW;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    /// Whether no position inside is mate by the side.
    #[inline(always)]
    fn has_no_mate(&self, color: Color) -> bool {
        let (attacker, defender) = (self.sides[color as usize], self.sides[!color as usize]);
        let flights = defender.king - attacker.attacked - defender.men;
        for king in defender.king & attacker.attacked {
            let flights = attacks::king(king) & flights;
            // From further away the attacker's king attacks none of them.
            let near = attacks::kings(attacks::king(king)) - attacks::king(king) - king.bb();
            let is_mate = |by: Bitboard| (flights - by).is_empty();
            if is_mate(Bitboard::EMPTY) || (near & attacker.king).any(|by| is_mate(attacks::king(by))) {
                return false;
            }
        }
        true
    }

    /// The kings walk exactly, all others anywhere in their regions: whether nothing that comes about so is
    /// mate by the side.
    fn walk_has_no_mate<R: Rules>(&self, position: &Position<R>, color: Color) -> bool {
        let (attacker, defender) = (self.sides[color as usize], self.sides[!color as usize]);
        let (Some(ours), Some(theirs)) = (position.royal(color), position.royal(!color)) else {
            return false;
        };
        let board = position.board();
        let own = board.color(color);
        let is_promoted = { own }.any(|square| self.promoted[square.index()].has_any());
        let has = |role| (own & (board.role(role) | board.role(Role::Queen))).has_any() || is_promoted;
        let (diagonals, lines) = (has(Role::Bishop), has(Role::Rook));
        let flights = defender.king - attacker.attacked - defender.men;
        // By the attacker's king, where the defender's can be; then with the other side to move.
        let mut seen = [[Bitboard::EMPTY; 64]; 2];
        let mut waiting = vec![(position.turn() == color, ours, theirs)];
        seen[usize::from(position.turn() == color)][ours.index()] = theirs.bb();
        while let Some((attacks_now, ours, theirs)) = waiting.pop() {
            let mut meet = |ours: Square, theirs: Square| {
                let seen = &mut seen[usize::from(!attacks_now)][ours.index()];
                if !seen.has(theirs) {
                    *seen |= theirs.bb();
                    waiting.push((!attacks_now, ours, theirs));
                }
            };
            if attacks_now {
                let is_mate = |ours: Square| {
                    let flights = attacks::king(theirs) & flights;
                    attacker.attacked.has(theirs) && (flights - attacks::king(ours)).is_empty()
                };
                if attacker.is_mobile {
                    if is_mate(ours) {
                        return false;
                    }
                    meet(ours, theirs);
                }
                let is_line = if attacks::bishop_rays(theirs).has(ours) {
                    diagonals
                } else {
                    lines && attacks::rook_rays(theirs).has(ours)
                };
                for to in (attacks::king(ours) & attacker.king) - attacks::king(theirs) {
                    if is_line && is_mate(to) {
                        return false;
                    }
                    meet(to, theirs);
                }
            } else {
                if defender.is_mobile {
                    meet(ours, theirs);
                }
                for to in (attacks::king(theirs) & defender.king) - attacks::king(ours) {
                    meet(ours, to);
                }
            }
        }
        true
    }
}

impl Region {
    /// Regions that show that a side never mates.
    pub(super) fn without_mate<R: Rules>(position: &Position<R>, color: Color) -> Option<Region> {
        let board = position.board();
        let regions = Region::find(position, color, true)?;
        let men = board.occupied().map(|square| RegionMan {
            square,
            stays: regions.stays[square.index()],
            promoted: regions.promoted[square.index()],
        });
        Some(Region { men: men.collect() })
    }

    fn find<R: Rules>(position: &Position<R>, color: Color, walk: bool) -> Option<Regions> {
        let has_rights = Color::BOTH.into_iter().any(|color| position.castling(color).has_any());
        if R::CASTLING && has_rights || en_passant(position).has_any() {
            return None;
        }
        Regions::without_mate(position, color, walk)
    }

    /// Whether there are regions that show it.
    pub(super) fn shows<R: Rules>(position: &Position<R>, color: Color) -> bool {
        Region::find(position, color, false).is_some()
    }
}
