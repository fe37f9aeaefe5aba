//! The generator. It finds sets of moves rather than moves, so that counting and asking whether
//! one exists cost no more than they must.

use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Board, Color, Move, Role, Square};
use crate::position::Position;
use crate::rules::{Pawns, Rules};

/// Receives moves as they are generated, in sets. Every method returns whether to stop; sets are never empty.
///
/// Only [`one`](Sink::one) must be written; who can use whole sets overrides the others. (Their loops are
/// loops because the closure of `any` would not be compiled for the instructions of the caller.)
pub trait Sink<R: Rules> {
    /// Whether it stops at the first move, mostly: then moves of the royal, which cost most to find, are not
    /// looked for before they are asked for.
    const STOPS_EARLY: bool = false;

    /// A man of this role may make this move.
    fn one(&mut self, role: Role, mv: Move) -> bool;

    /// A piece (no pawn) on `from` may go to any of `to`.
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) -> bool {
        for to in to {
            if self.one(role, Move::new(from, to)) {
                return true;
            }
        }
        false
    }

    /// Pawns may go to any of `to`, each from the square `delta` before it, without promotion.
    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, delta: i8) -> bool {
        for to in to {
            if self.one(Role::Pawn, Move::new(to.offset(-delta), to)) {
                return true;
            }
        }
        false
    }

    /// Pawns may go to any of `to`, each from the square `delta` before it, and promote.
    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, delta: i8) -> bool {
        for to in to {
            for &role in R::PROMOTIONS {
                if self.one(Role::Pawn, Move::promote(to.offset(-delta), to, role)) {
                    return true;
                }
            }
        }
        false
    }
}

/// Which pseudo-legal moves are wanted.
pub trait Filter: Copy + 'static {
    /// Whether moves that leave the own royal attacked are left out.
    fn safe_only<R: Rules>() -> bool;
}

/// Moves by the movement of the men alone, own royal left attacked or not.
#[derive(Clone, Copy, Debug)]
pub struct Pseudo;

/// Moves after which the own royal is not attacked.
///
/// In games won by capturing the royal this leaves out a capture of the enemy royal that leaves the own one
/// attacked; ask for captures of the royal first.
#[derive(Clone, Copy, Debug)]
pub struct Safe;

/// The moves that may be played: `Safe` where the royal must not be left attacked, else `Pseudo`.
#[derive(Clone, Copy, Debug)]
pub struct Legal;

impl Filter for Pseudo {
    #[inline(always)]
    fn safe_only<R: Rules>() -> bool {
        false
    }
}

impl Filter for Safe {
    #[inline(always)]
    fn safe_only<R: Rules>() -> bool {
        true
    }
}

impl Filter for Legal {
    #[inline(always)]
    fn safe_only<R: Rules>() -> bool {
        !R::ROYAL_CAPTURABLE
    }
}

/// Generates the moves of the side to move into `sink`; true if the sink stopped it.
/// A side whose royal has been captured has no moves.
///
/// ```
/// use chess_arbiter::{Move, Position, Role, Standard};
/// use chess_arbiter::attacks::{Isa, Task, with_best_isa};
/// use chess_arbiter::moves::{Legal, Sink, generate};
///
/// /// Stops at the first knight move.
/// struct AnyKnight;
/// impl Sink<Standard> for AnyKnight {
///     fn one(&mut self, role: Role, _: Move) -> bool {
///         role == Role::Knight
///     }
/// }
/// struct Ask(Position);
/// impl Task for Ask {
///     type Output = bool;
///     fn run<I: Isa>(self) -> bool {
///         generate::<Standard, I, Legal, _>(&self.0, &mut AnyKnight)
///     }
/// }
/// assert!(with_best_isa(Ask(Position::initial())));
/// ```
#[inline(always)]
pub fn generate<R: Rules, I: Isa, F: Filter, S: Sink<R>>(position: &Position<R>, sink: &mut S) -> bool {
    match position.turn() {
        Color::White => Generator::<R, true>::new(position).is_some_and(|g| g.run::<I, F, S>(sink)),
        Color::Black => Generator::<R, false>::new(position).is_some_and(|g| g.run::<I, F, S>(sink)),
    }
}

/// Where a royal may go, and with which rooks it may castle.
#[derive(Clone, Copy, Default)]
struct RoyalMoves {
    to: Bitboard,
    rooks: Bitboard,
}

/// Castling with a rook in the corner of the first rank, the king on the e-file.
pub(super) struct Wing {
    pub(super) rook: Bitboard,
    /// Must be empty.
    pub(super) between: Bitboard,
    /// Must not be attacked. (The king is not in check; so nothing attacks these squares along the rank from
    /// beyond the king, and nothing stands beyond the rook.)
    pub(super) crossed: Bitboard,
}

impl Wing {
    /// Those of a side, on the first rank as it sees it.
    pub(super) const fn both(white: bool) -> [Wing; 2] {
        let rank = if white { 0 } else { 56 };
        let (a_side, h_side) = ([0x01, 0x0E, 0x0C], [0x80, 0x60, 0x60]);
        [Wing::of(a_side, rank), Wing::of(h_side, rank)]
    }

    const fn of([rook, between, crossed]: [u64; 3], shift: u32) -> Wing {
        let (rook, between) = (Bitboard(rook << shift), Bitboard(between << shift));
        Wing { rook, between, crossed: Bitboard(crossed << shift) }
    }
}

/// The colour is a constant so that pawns move by constant shifts.
struct Generator<'a, R: Rules, const WHITE: bool> {
    position: &'a Position<R>,
    board: &'a Board,
    own: Bitboard,
    enemy: Bitboard,
    occupied: Bitboard,
    royal: Square,
}

impl<'a, R: Rules, const WHITE: bool> Generator<'a, R, WHITE> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const THEM: Color = if WHITE { Color::Black } else { Color::White };
    /// One step forward.
    const UP: i8 = if WHITE { 8 } else { -8 };
    const CLASSICAL_KING: Square = if WHITE { Square::E1 } else { Square::E8 };
    const WINGS: [Wing; 2] = Wing::both(WHITE);

    #[inline(always)]
    fn new(position: &'a Position<R>) -> Option<Self> {
        let board = position.board();
        Some(Generator {
            position,
            board,
            own: board.color(Self::US),
            enemy: board.color(Self::THEM),
            occupied: board.occupied(),
            royal: position.royal(Self::US)?,
        })
    }

    #[inline(always)]
    fn run<I: Isa, F: Filter, S: Sink<R>>(&self, sink: &mut S) -> bool {
        let mut land = R::WINDOW - self.own;
        if !R::ROYAL_CAPTURABLE {
            land = land - self.board.men(Self::THEM, R::ROYAL);
        }
        let all_land = land;
        let (mut checkers, mut pinned) = (Bitboard::EMPTY, Bitboard::EMPTY);
        if F::safe_only::<R>() {
            (checkers, pinned) = (self.position.checkers(), self.position.pinned());
        }
        let find_royal = || self.royal_moves::<I, F>(all_land, checkers.is_empty());
        let mut royal = if S::STOPS_EARLY { RoyalMoves::default() } else { find_royal() };
        if checkers.has_any() {
            if S::STOPS_EARLY {
                royal = find_royal();
            }
            if royal.to.has_any() && sink.piece(R::ROYAL, self.royal, royal.to) {
                return true;
            }
            let Some(checker) = checkers.single() else { return false };
            land &= attacks::between(self.royal, checker) | checkers;
        }
        if (R::PAWNS != Pawns::None && self.pawns::<I, F, S>(land, pinned, sink))
            || self.pieces::<I, S>(land, pinned, sink)
        {
            return true;
        }
        if checkers.has_any() {
            return false;
        }
        if S::STOPS_EARLY {
            royal = find_royal();
        }
        (royal.to.has_any() && sink.piece(R::ROYAL, self.royal, royal.to))
            || (R::CASTLING && self.castling::<I, F, S>(royal.rooks, sink))
    }

    /// Where the royal may go, of these squares, and with which rooks in the corners it may castle.
    #[inline(always)]
    fn royal_moves<I: Isa, F: Filter>(&self, land: Bitboard, may_castle: bool) -> RoyalMoves {
        let to = attacks::attacks::<R, I>(R::ROYAL, Self::US, self.royal, self.occupied) & land;
        let (mut rooks, mut crossed) = (Bitboard::EMPTY, Bitboard::EMPTY);
        if R::CASTLING && may_castle && self.royal == Self::CLASSICAL_KING {
            for wing in Self::WINGS {
                let is_open = (self.occupied & wing.between).is_empty();
                let is_open = is_open && (self.position.castling(Self::US) & wing.rook).has_any();
                let open = if is_open { Bitboard::FULL } else { Bitboard::EMPTY };
                (rooks, crossed) = (rooks | wing.rook & open, crossed | wing.crossed & open);
            }
        }
        if !F::safe_only::<R>() {
            return RoyalMoves { to, rooks };
        }
        let safe = self.unattacked::<I>(to | crossed);
        if R::CASTLING {
            for wing in Self::WINGS {
                let is_safe = (wing.crossed - safe).is_empty();
                rooks = if is_safe { rooks } else { rooks - wing.rook };
            }
        }
        RoyalMoves { to: to & safe, rooks }
    }

    /// Of the squares in `zone`, those where the royal would not be attacked.
    #[inline(always)]
    fn unattacked<I: Isa>(&self, mut zone: Bitboard) -> Bitboard {
        // The royal does not shield the squares behind it.
        let occupied = self.occupied ^ self.royal.bb();
        let men = |role| self.board.role(role) & self.enemy;
        if R::PAWNS != Pawns::None {
            zone = zone - attacks::pawns(Self::THEM, men(Role::Pawn));
        }
        if R::has_role(Role::King) {
            for from in men(Role::King) {
                zone = zone - attacks::king(from);
            }
        }
        if zone.is_empty() {
            return zone;
        }
        for from in men(Role::Knight) {
            zone = zone - attacks::knight(from);
        }
        let queens = self.board.role(Role::Queen);
        for from in (self.board.role(Role::Bishop) | queens) & self.enemy {
            zone = zone - I::bishop(from, occupied);
        }
        for from in (self.board.role(Role::Rook) | queens) & self.enemy {
            zone = zone - I::rook(from, occupied);
        }
        zone
    }

    #[inline(always)]
    fn pieces<I: Isa, S: Sink<R>>(&self, land: Bitboard, pinned: Bitboard, sink: &mut S) -> bool {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            if role == R::ROYAL || !R::has_role(role) {
                continue;
            }
            let mut men = self.board.role(role) & self.own;
            if role == Role::Knight {
                men = men - pinned; // a pinned knight has no move
            }
            for from in men {
                let mut to = attacks::attacks::<R, I>(role, Self::US, from, self.occupied) & land;
                if role != Role::Knight && pinned.has(from) {
                    to &= attacks::line(self.royal, from);
                }
                if to.has_any() && sink.piece(role, from, to) {
                    return true;
                }
            }
        }
        false
    }

    #[inline(always)]
    fn pawns<I: Isa, F: Filter, S: Sink<R>>(&self, land: Bitboard, pinned: Bitboard, sink: &mut S) -> bool {
        let pawns = self.board.role(Role::Pawn) & self.own;
        // Those that are free together, then each that is pinned.
        let (mut moving, mut land, mut waiting) = (pawns - pinned, land, pawns & pinned);
        let everywhere = land;
        loop {
            if self.pawn_moves(moving, land, sink) {
                return true;
            }
            let Some(pawn) = waiting.next() else { break };
            (moving, land) = (pawn.bb(), everywhere & attacks::line(self.royal, pawn));
        }
        if R::PAWNS == Pawns::Full
            && let Some(target) = self.position.en_passant()
        {
            for from in attacks::pawn(Self::THEM, target) & pawns {
                if (!F::safe_only::<R>() || self.en_passant_is_safe::<I>(from, target))
                    && sink.one(Role::Pawn, Move::new(from, target))
                {
                    return true;
                }
            }
        }
        false
    }

    /// Steps and captures of a set of pawns to squares of `land`.
    #[inline(always)]
    fn pawn_moves<S: Sink<R>>(&self, pawns: Bitboard, land: Bitboard, sink: &mut S) -> bool {
        let last = R::last_rank(Self::US);
        let free = R::WINDOW - self.occupied;
        let step = pawns.shift(Self::UP) & free;
        let captures = land & self.enemy;
        let west = (pawns - Bitboard::file(0)).shift(Self::UP - 1) & captures;
        let east = (pawns - Bitboard::file(7)).shift(Self::UP + 1) & captures;
        if R::PAWNS == Pawns::Full {
            let third = Bitboard::rank(if WHITE { 2 } else { R::HEIGHT - 3 });
            let double = (step & third).shift(Self::UP) & free & land;
            if double.has_any() && sink.pawns(double, 2 * Self::UP) {
                return true;
            }
        }
        for (to, delta) in [(step & land, Self::UP), (west, Self::UP - 1), (east, Self::UP + 1)] {
            let (on, promoting) = (to - last, to & last);
            if (on.has_any() && sink.pawns(on, delta))
                || (promoting.has_any() && sink.promotions(promoting, delta))
            {
                return true;
            }
        }
        false
    }

    /// Two pawns leave the fifth rank at once: look at the board as it will be.
    fn en_passant_is_safe<I: Isa>(&self, from: Square, target: Square) -> bool {
        let captured = Square::at(target.file(), from.rank()).bb();
        let occupied = self.occupied ^ from.bb() ^ captured | target.bb();
        (attacks::attackers::<R, I>(self.board, self.royal, Self::THEM, occupied) - captured).is_empty()
    }

    /// Castling with those of the `rooks` in the corners, and with others as in Chess960.
    #[inline(always)]
    fn castling<I: Isa, F: Filter, S: Sink<R>>(&self, mut rooks: Bitboard, sink: &mut S) -> bool {
        let rights = self.position.castling(Self::US);
        let classical = Self::WINGS[0].rook | Self::WINGS[1].rook;
        if rights.has_any() && (self.royal != Self::CLASSICAL_KING || (rights - classical).has_any()) {
            rooks = self.chess960_rooks::<I, F>(rights);
        }
        for rook in rooks {
            if sink.one(Role::King, Move::new(self.royal, rook)) {
                return true;
            }
        }
        false
    }

    #[cold]
    fn chess960_rooks<I: Isa, F: Filter>(&self, rights: Bitboard) -> Bitboard {
        rights.filter(|&rook| self.can_castle::<I, F>(rook)).collect()
    }

    /// By the rules of Chess960; classical castling is the case of king e1 and rooks a1, h1.
    fn can_castle<I: Isa, F: Filter>(&self, rook: Square) -> bool {
        let king = self.royal;
        let (king_to, rook_to) = Position::<R>::castling_squares(king, rook);
        let others = self.occupied ^ king.bb() ^ rook.bb();
        let king_path = attacks::between(king, king_to) | king_to.bb();
        let rook_path = attacks::between(rook, rook_to) | rook_to.bb();
        if ((king_path | rook_path) & others).has_any() {
            return false;
        }
        if !F::safe_only::<R>() {
            return true;
        }
        let attacked =
            |square, occupied| attacks::attackers::<R, I>(self.board, square, Self::THEM, occupied).has_any();
        let without_king = self.occupied ^ king.bb();
        (king_path - king_to.bb() - king.bb()).all(|square| !attacked(square, without_king))
            && !attacked(king_to, others | rook_to.bb() | king_to.bb())
    }
}
