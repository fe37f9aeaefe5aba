//! The least number of moves that a side needs from where its men stand: an assignment of men to their
//! targets, or to be captured, never mind the other side.

use crate::attacks::{self, Portable, between};
use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::rules::{Rules, Standard};

use super::assignment::{Assignment, Costs};
use super::geometry::{FAR, Geometry, guarded};
use super::goal::{GameGoal, MEN};

/// A side of a position, with what it has to do.
#[derive(Clone, Copy, Debug)]
pub(super) struct SideBound<'a> {
    pub(super) goal: &'a GameGoal,
    pub(super) geometry: &'a Geometry,
    pub(super) board: &'a Board,
    pub(super) color: Color,
    /// The corners of the castling rights of both sides.
    pub(super) rights: Bitboard,
    /// How many men of the other side it has still to capture.
    pub(super) owed: u8,
    /// Men that have still to leave their squares, or to be captured there.
    pub(super) restless: Bitboard,
    /// Men of both sides that neither move nor are captured: those that are frozen, and others.
    pub(super) walls: Bitboard,
}

/// What a side may have done besides moving men one by one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CastlingWay {
    /// No castling, and no right to be lost that is not lost anyway.
    Plain,
    /// No castling; the king has moved, so that the rights are gone.
    KingMoves,
    /// No castling; each rook whose right is gone has moved, or was captured.
    RooksMove,
    Castles(Square),
}

/// The men that are not frozen, and where they may end.
pub(super) struct Lists {
    color: Color,
    pub(super) layer: usize,
    pub(super) men: [(Square, Role); MEN],
    pub(super) size: usize,
    /// The first places are the targets; the others are for men that are captured.
    pub(super) targets: [(Square, Role); MEN],
    pub(super) stay: usize,
}

/// Men and their costs, in one of the ways.
pub(super) struct Matrix {
    pub(super) men: [(Square, Role); MEN],
    pub(super) costs: Costs,
    /// Moves made besides.
    pub(super) extra: i16,
    /// Men that move in any case.
    pub(super) moved: u16,
}

/// More than the bound: what each thing that could happen takes at least, in moves of the side.
#[derive(Clone, Debug)]
pub(super) struct Details {
    pub(super) least: u8,
    /// If a man of the side is captured on a square.
    pub(super) lost: [u8; 64],
    /// If the side captures on a square.
    pub(super) taken: [u8; 64],
    /// If the man of a square leaves it, or is captured on it.
    pub(super) leaves: [u8; 64],
    /// Where the pawn of a square ends as a pawn, if there is but one place that can be afforded.
    pub(super) only_end: [Option<Square>; 64],
    /// Squares whose men have an end.
    ends: Bitboard,
}

impl SideBound<'_> {
    /// The bound; `FAR` or more if the side cannot get there at all.
    pub(super) fn least(&self) -> u8 {
        self.least_with(None)
    }

    /// The bound when men of the side are captured on these squares only.
    pub(super) fn least_lost_on(&self, on: Bitboard) -> u8 {
        self.least_with(Some(on))
    }

    fn least_with(&self, on: Option<Bitboard>) -> u8 {
        let Some(lists) = self.lists() else { return FAR };
        let mut least = FAR;
        for way in self.ways() {
            if let Some(mut matrix) = self.matrix(&lists, way, on) {
                let total = Assignment::new(&mut matrix.costs, lists.size).total + matrix.extra;
                least = least.min(narrow(total));
            }
        }
        least
    }

    /// The bound with its details.
    pub(super) fn details(&self) -> Details {
        let mut details = Details {
            least: FAR,
            lost: [FAR; 64],
            taken: [FAR; 64],
            leaves: [FAR; 64],
            only_end: [None; 64],
            ends: Bitboard::EMPTY,
        };
        let Some(lists) = self.lists() else { return details };
        for way in self.ways() {
            if let Some(mut matrix) = self.matrix(&lists, way, None) {
                let assignment = Assignment::new(&mut matrix.costs, lists.size);
                let total = narrow(assignment.total + matrix.extra);
                if total < FAR {
                    details.least = details.least.min(total);
                    let forced = assignment.forced(&matrix.costs);
                    self.look(&lists, &matrix, &forced, total, &mut details);
                }
            }
        }
        details
    }

    /// The rights that have to go.
    pub(super) fn surplus(&self) -> Bitboard {
        let rights = self.rights & Standard::back_rank(self.color);
        self.goal.castling.map_or(Bitboard::EMPTY, |castling| rights - castling)
    }

    pub(super) fn ways(&self) -> impl Iterator<Item = CastlingWay> + use<> {
        let rights = self.rights & Standard::back_rank(self.color);
        let surplus = self.surplus();
        let home = self.goal.start.king(self.color);
        let king_ends_at_home = self.goal.board.men(self.color, Role::King).has(home);
        let still = if surplus.has_any() && king_ends_at_home {
            [Some(CastlingWay::KingMoves), Some(CastlingWay::RooksMove)]
        } else {
            [Some(CastlingWay::Plain), None]
        };
        // Who castles has no right left.
        let may_castle = self.goal.castling.is_none() || surplus == rights;
        let castle = if may_castle { rights } else { Bitboard::EMPTY };
        still.into_iter().flatten().chain(castle.map(CastlingWay::Castles))
    }

    pub(super) fn lists(&self) -> Option<Lists> {
        let (color, walls) = (self.color, self.walls);
        let none = [(Square::A1, Role::Pawn); MEN];
        let layer = Geometry::layer(self.owed);
        let mut lists = Lists { color, layer, men: none, size: 0, targets: none, stay: 0 };
        for square in self.board.color(color) - walls {
            *lists.men.get_mut(lists.size)? = (square, self.board.role_on(square));
            lists.size += 1;
        }
        for &(square, role) in self.goal.men(color) {
            if !walls.has(square) {
                *lists.targets.get_mut(lists.stay)? = (square, role);
                lists.stay += 1;
            }
        }
        (lists.stay <= lists.size).then_some(lists)
    }

    /// The costs of each man and place; `None` if this cannot be the way.
    #[inline]
    pub(super) fn matrix(&self, lists: &Lists, way: CastlingWay, on: Option<Bitboard>) -> Option<Matrix> {
        let geometry = self.geometry;
        let Lists { color, layer, size, stay, .. } = *lists;
        let mut matrix = Matrix { men: lists.men, costs: [[FAR as i16; MEN]; MEN], extra: 0, moved: 0 };
        let men = &mut matrix.men[..size];
        let place = |men: &[(Square, Role)], square| men.iter().position(|man| man.0 == square);
        let king = men.iter().position(|man| man.1 == Role::King);
        match way {
            CastlingWay::Plain => {}
            CastlingWay::KingMoves => matrix.moved = 1 << king?,
            CastlingWay::RooksMove => {
                for corner in self.surplus() {
                    matrix.moved |= 1 << place(men, corner)?;
                }
            }
            CastlingWay::Castles(corner) => {
                let (king, rook) = (king?, place(men, corner)?);
                let right = corner.file() > men[king].0.file();
                let castling = self.goal.start.castling(color, right);
                let path = castling.way() - castling.king.bb() - castling.rook.bb();
                if (path & self.walls).has_any() {
                    return None;
                }
                men[king].0 = castling.king_to;
                men[rook].0 = castling.rook_to;
                matrix.moved = 1 << king | 1 << rook;
                matrix.extra = 1;
            }
        }
        let castled = if matrix.extra == 0 { 0 } else { matrix.moved };
        for (i, &(from, _)) in lists.men[..size].iter().enumerate() {
            matrix.moved |= u16::from(self.restless.has(from)) << i;
        }
        let must_leave = matrix.moved - castled;
        for (i, &(from, role)) in matrix.men[..size].iter().enumerate() {
            let row = &mut matrix.costs[i];
            let same = geometry.way(color, layer, role, role, from);
            for (cost, &(to, becomes)) in row.iter_mut().zip(&lists.targets[..stay]) {
                if becomes == role {
                    *cost = same.map_or(FAR, |row| row[to.index()]).into();
                } else if role == Role::Pawn && becomes != Role::King {
                    let row = geometry.promoted(color, layer, becomes, from);
                    *cost = row.map_or(FAR, |row| row[to.index()]).into();
                }
                // (A man that castles stands elsewhere by then.)
                if to == from && becomes == role && must_leave >> i & 1 != 0 {
                    *cost = self.detour(role, from).into();
                }
            }
            if self.walls != geometry.known.frozen {
                self.go_round((from, role), &lists.targets[..stay], row);
            }
            if stay < size && role != Role::King {
                let doom = match on {
                    None => geometry.doom(color, layer, role, from),
                    Some(on) => geometry.doom_on(color, layer, role, from, on),
                };
                row[stay..size].fill(doom.into());
            }
        }
        Some(matrix)
    }

    /// Moves of a man that leaves its square and comes back.
    fn detour(&self, role: Role, square: Square) -> u8 {
        let more_walls = self.walls != self.geometry.known.frozen;
        if more_walls && self.steps(role, square, self.closed(role)).is_empty() {
            return FAR;
        }
        self.geometry.detour(self.color, role, square)
    }

    /// Where a piece does not go: walls, and for the king what enemy walls attack.
    #[inline(never)]
    fn closed(&self, role: Role) -> Bitboard {
        match role {
            Role::King => self.walls | guarded(self.board, self.walls, !self.color),
            _ => self.walls,
        }
    }

    fn steps(&self, role: Role, from: Square, closed: Bitboard) -> Bitboard {
        attacks::attacks::<Standard, Portable>(role, self.color, from, closed) - closed
    }

    /// Raises the costs of a man that has to go round walls.
    #[inline(never)]
    fn go_round(&self, (from, role): (Square, Role), targets: &[(Square, Role)], row: &mut [i16; MEN]) {
        if role == Role::Pawn {
            // Who captures may change files.
            if self.owed > 0 {
                return;
            }
            for (cost, &(to, becomes)) in row.iter_mut().zip(targets) {
                if becomes == Role::Pawn && (between(from, to) & self.walls).has_any() {
                    *cost = FAR.into();
                }
            }
            return;
        }
        let ends = targets.iter().filter(|&&(to, becomes)| becomes == role && to != from);
        let ends: Bitboard = ends.map(|&(to, _)| to).collect();
        let closed = self.closed(role);
        let (mut seen, mut front, mut moves) = (from.bb(), from.bb(), 0_i16);
        let mut far = [FAR as i16; 64];
        while front.has_any() && !(ends - seen).is_empty() {
            moves += 1;
            let next =
                front.fold(Bitboard::EMPTY, |next, square| next | self.steps(role, square, closed)) - seen;
            next.for_each(|square| far[square.index()] = moves);
            seen |= next;
            front = next;
        }
        for (cost, &(to, becomes)) in row.iter_mut().zip(targets) {
            if becomes == role && to != from {
                *cost = (*cost).max(far[to.index()]);
            }
        }
    }

    /// What follows from the least totals with a man sent to a place.
    fn look(&self, lists: &Lists, matrix: &Matrix, forced: &Costs, total: u8, details: &mut Details) {
        let geometry = self.geometry;
        let Lists { color, layer, size, stay, .. } = *lists;
        let budget = geometry.budget[color as usize].into();
        let captures = geometry.known.captures[color as usize];
        let may_be_lost_on = geometry.known.captures[!color as usize];
        for (i, row) in forced[..size].iter().enumerate() {
            let (from, role) = matrix.men[i];
            let leaves = &mut details.leaves[lists.men[i].0.index()];
            let moves_anyway = matrix.moved >> i & 1 != 0;
            if moves_anyway {
                *leaves = (*leaves).min(total);
            }
            // The places of those that are captured are all alike.
            for (j, &least) in row[..size.min(stay + 1)].iter().enumerate() {
                let cost = matrix.costs[i][j];
                let with = least + matrix.extra;
                let others = with - cost;
                // Whatever happens on the way takes no less.
                if cost >= FAR.into() || with > budget {
                    continue;
                }
                let target = (j < stay).then(|| lists.targets[j]);
                if role == Role::Pawn {
                    let end = target.filter(|&(_, role)| role == Role::Pawn).map(|(to, _)| to);
                    let only = &mut details.only_end[from.index()];
                    *only = if details.ends.has(from) { only.filter(|_| *only == end) } else { end };
                    details.ends |= from.bb();
                }
                let stays = target == Some((from, role)) && !moves_anyway;
                let more = if stays { self.detour(role, from).into() } else { 0 };
                *leaves = (*leaves).min(narrow(with + more));
                if target.is_none() {
                    for on in may_be_lost_on {
                        let moves = geometry.arrival(color, layer, role, from, on);
                        let place = &mut details.lost[on.index()];
                        *place = (*place).min(narrow(others + i16::from(moves)));
                    }
                }
                if self.owed > 0 {
                    for on in captures {
                        let moves = through(geometry, color, self.owed, (from, role), on, target);
                        let place = &mut details.taken[on.index()];
                        *place = (*place).min(narrow(others + i16::from(moves)));
                    }
                }
            }
        }
    }
}

/// Moves of a man that captures on a square and then goes to its target, or is captured in turn.
pub(super) fn through(
    geometry: &Geometry,
    color: Color,
    owed: u8,
    (from, role): (Square, Role),
    on: Square,
    target: Option<(Square, Role)>,
) -> u8 {
    let layer = Geometry::layer(owed);
    if role != Role::Pawn {
        let there = match on == from {
            true => geometry.detour(color, role, from),
            false => geometry.piece(color, role, from)[on.index()],
        };
        let on_from_there = match target {
            Some((to, _)) => geometry.piece(color, role, on)[to.index()],
            None => geometry.doom(color, layer, role, on),
        };
        return there.saturating_add(on_from_there);
    }
    // One capture is made here.
    let rest = Geometry::layer(owed - 1);
    let by_pawn = crate::attacks::pawn(!color, on)
        .map(|before| geometry.pawn(color, rest, from)[before.index()].saturating_add(1))
        .min()
        .unwrap_or(FAR);
    let promoted = |layer, role, from: Square, to: Square| {
        geometry.promoted(color, layer, role, from).map_or(FAR, |row| row[to.index()])
    };
    match target {
        Some((to, Role::Pawn)) => by_pawn.saturating_add(geometry.pawn(color, rest, on)[to.index()]),
        Some((to, becomes)) => {
            // As a pawn, perhaps with the very move that promotes it, or as the piece.
            let as_pawn = by_pawn.saturating_add(promoted(rest, becomes, on, to));
            let as_piece = promoted(layer, becomes, from, on);
            as_pawn.min(as_piece.saturating_add(geometry.piece(color, becomes, on)[to.index()]))
        }
        None => {
            by_pawn.min(promoted(layer, Role::Queen, from, on)).min(promoted(layer, Role::Knight, from, on))
        }
    }
}

/// As a byte; all that is too far is alike.
#[inline(always)]
fn narrow(moves: i16) -> u8 {
    moves.clamp(0, FAR.into()) as u8
}
