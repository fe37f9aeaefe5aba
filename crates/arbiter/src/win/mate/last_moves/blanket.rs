//! Two moves before mate: one reply against many first moves at once, without making any of them.
//!
//! The same reply refutes nearly all moves of the attacker. So it is made first, and of each man of the
//! attacker it is asked to which squares it may go so that two moves of the attacker together can check the
//! king *and* cover all squares beside it. Where they cannot, no second move mates, whatever else is on the
//! board: the reply, which is shown to be legal there, refutes the first move. (The idea of counting the
//! squares of the king's field is old; what is proved here is for one reply that exists, so that zugzwang
//! does not matter.)
//!
//! All that is not certain is left to be tried move by move: castling, moves of pawns, most captures, moves
//! that meddle with the reply, batteries in the making. Every set is an upper bound of what the attacker
//! covers, so that nothing is called refuted that is not.

use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Move, Role, Square};
use crate::position::Position;
use crate::rules::{Pawns, Rules};

/// A reply of the defender, made before the first move of the attacker, who is to move in `position`.
pub(super) struct Blanket<'a, R: Rules> {
    position: &'a Position<R>,
    reply: Move,
    reply_role: Role,
    /// The king of the defender after the reply.
    king: Square,
    /// The men of the attacker after the reply, and all.
    own: Bitboard,
    occupied: Bitboard,
    /// Those of the defender.
    enemy: Bitboard,
    /// The squares beside the king, its own men aside: each must be covered.
    field: Bitboard,
    /// A first move to here meddles with the reply.
    meddling: Bitboard,
    /// The man of which `second` speaks.
    from: Option<Square>,
    second: Second,
}

/// What is left to be covered by a first move of one man.
struct Second {
    role: Role,
    /// Nothing is certain.
    open: bool,
    /// For each check by another man, what it leaves.
    left: [Bitboard; MAX_CHECKS],
    count: usize,
    /// Where the man itself would check, all covered, with its second move.
    own: Bitboard,
    /// What stands there after the reply, without the man.
    occupied: Bitboard,
    /// A first move to here may keep the defender from answering a check.
    guard: Bitboard,
    /// What the other men cover along lines.
    lines: Bitboard,
}

/// More checks than these leave everything open.
const MAX_CHECKS: usize = 48;

impl Second {
    /// Adds a check that leaves these squares; one that leaves none must have an answer, which is to be
    /// guarded. No if there is nothing certain any more.
    #[inline(always)]
    fn add(&mut self, left: Bitboard, answer: impl FnOnce() -> Option<Bitboard>) -> bool {
        if left.has_any() && self.count < MAX_CHECKS {
            self.left[self.count] = left;
            self.count += 1;
            return true;
        }
        // Where there is no room for it nothing is certain either.
        let guard = if left.is_empty() { answer() } else { None };
        self.guard |= guard.unwrap_or(Bitboard::EMPTY);
        guard.is_some()
    }
}

impl<'a, R: Rules> Blanket<'a, R> {
    /// `None` if nothing certain can be said of this reply.
    #[inline(always)]
    pub(super) fn new<I: Isa>(position: &'a Position<R>, reply: Move) -> Option<Blanket<'a, R>> {
        let (board, us) = (position.board(), position.turn());
        let (from, to) = (reply.from(), reply.to());
        let (own, enemy) = (board.color(us), board.color(!us));
        if !enemy.has(from) || enemy.has(to) || reply.promotion().is_some() {
            return None;
        }
        let role = board.role_on(from);
        let mut king = position.royal(!us)?;
        if role == Role::Pawn
            || board.men(us, Role::King).has(to)
            || !attacks::attacks::<R, I>(role, !us, from, board.occupied()).has(to)
            || R::CASTLING && position.castling(us).has_any()
        {
            return None;
        }
        if role == Role::King {
            king = to;
        }
        let meddling = from.bb() | attacks::between(from, to);
        let (own, enemy) = (own - to.bb(), (enemy - from.bb()) | to.bb());
        let (field, occupied) = ((attacks::king(king) & R::WINDOW) - enemy, own | enemy);
        let second = Second {
            role,
            open: true,
            left: [Bitboard::EMPTY; MAX_CHECKS],
            count: 0,
            own: Bitboard::EMPTY,
            occupied,
            guard: Bitboard::EMPTY,
            lines: Bitboard::EMPTY,
        };
        Some(Blanket {
            position,
            reply,
            reply_role: role,
            king,
            own,
            occupied,
            enemy,
            field,
            meddling,
            from: None,
            second,
        })
    }

    /// Whether the reply is legal after a legal move of the attacker (not of a pawn), and then no move mates.
    /// May say no where it should say yes.
    #[inline(always)]
    pub(super) fn refutes<I: Isa>(&mut self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if self.meddling.has(to) || from == self.reply.to() {
            return false;
        }
        if self.from != Some(from) {
            self.from = Some(from);
            self.prepare::<I>(from);
        }
        let second = &self.second;
        if to == self.reply.to() && !second.open {
            // The reply takes it.
            return true;
        }
        if second.open || second.guard.has(to) {
            return false;
        }
        let us = self.position.turn();
        // As if the other men of the attacker were not in its way: they may leave, and uncover it.
        let reach = attacks::attacks::<R, I>(second.role, us, to, self.enemy - self.king.bb());
        if reach.has(self.king) {
            return false;
        }
        // Where it captured and leaves again, lines may open: of others, or its own that the captured man
        // closed.
        let leaper = matches!(second.role, Role::Knight | Role::King);
        if self.enemy.has(to) && (second.lines.has(to) || !leaper) {
            return false;
        }
        let onward = attacks::attacks::<R, I>(second.role, us, to, second.occupied);
        (onward & second.own).is_empty()
            && second.left[..second.count].iter().all(|&left| (left - reach).has_any())
    }

    /// Thinks the man on `from` away and looks what the others can do.
    #[inline(always)]
    fn prepare<I: Isa>(&mut self, from: Square) {
        let (board, us, king) = (self.position.board(), self.position.turn(), self.king);
        let role = board.role_on(from);
        let others = self.own - from.bb();
        let occupied = self.occupied - from.bb();
        // The king does not shield the squares behind it.
        let lifted = occupied - king.bb();
        let men = |role| board.role(role) & others;
        // What the others cover at least once, at least twice; and their lines.
        let (mut once, mut twice, mut lines) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        let mut add = |squares: Bitboard| {
            twice |= once & squares;
            once |= squares;
        };
        for at in men(Role::King) {
            add(attacks::king(at));
        }
        for at in men(Role::Knight) {
            add(attacks::knight(at));
        }
        if R::PAWNS != Pawns::None {
            for at in men(Role::Pawn) & near(king) {
                add(attacks::pawn(us, at));
            }
        }
        let queens = men(Role::Queen);
        for at in men(Role::Bishop) | queens {
            let squares = I::bishop(at, lifted);
            lines |= squares;
            add(squares);
        }
        for at in men(Role::Rook) | queens {
            let squares = I::rook(at, lifted);
            lines |= squares;
            add(squares);
        }
        let second = &mut self.second;
        (second.role, second.open, second.count, second.occupied) = (role, true, 0, occupied);
        (second.lines, second.guard) = (lines, Bitboard::EMPTY);
        // Attacked without the man: it shields the king, which is more than can be told at once.
        if once.has(king) {
            return;
        }
        let left = self.field - once;
        let squares = |role| attacks::attacks::<R, I>(role, !us, king, occupied);
        let (bishop, rook) = (squares(Role::Bishop), squares(Role::Rook));
        let mut screens = Bitboard::EMPTY;
        let snipers = attacks::bishop_rays(king) & (men(Role::Bishop) | queens)
            | attacks::rook_rays(king) & (men(Role::Rook) | queens);
        for sniper in snipers {
            let between = attacks::between(king, sniper) & occupied;
            if !between.more_than_one() {
                screens |= between & others;
            }
        }
        // If the reply checks, the second move must answer that.
        let mut mask = Bitboard::FULL;
        let (reply_role, their_king) = (self.reply_role, self.position.royal(us));
        if let Some(their_king) = their_king
            && role != Role::King
            && attacks::attacks::<R, I>(reply_role, !us, self.reply.to(), occupied).has(their_king)
        {
            let way = attacks::between(self.reply.to(), their_king);
            mask = way | self.reply.to().bb();
            second.guard |= way;
        }
        // A man that stands on no line of its king takes the one that checks from `to`, or stands between:
        // the squares that must be left alone for that.
        let (enemy, reply) = (board.color(!us), self.reply);
        let theirs = |role| {
            let moved = if role == reply_role { reply.to().bb() } else { Bitboard::EMPTY };
            (((board.role(role) & enemy) - reply.from().bb()) | moved) - attacks::queen_rays(king) - king.bb()
        };
        let answer = |to: Square| {
            for at in to.bb() | attacks::between(to, king) {
                let queens = theirs(Role::Queen);
                let mut men = attacks::knight(at) & theirs(Role::Knight)
                    | I::bishop(at, occupied) & (theirs(Role::Bishop) | queens)
                    | I::rook(at, occupied) & (theirs(Role::Rook) | queens);
                if at == to {
                    men |= attacks::pawn(us, at) & theirs(Role::Pawn);
                }
                if let Some(man) = men.first() {
                    return Some(man.bb() | attacks::between(man, at) | at.bb());
                }
            }
            None
        };
        let ring = attacks::king(king) & R::WINDOW;
        // Second moves by the other men.
        for at in others {
            let role = board.role_on(at);
            let direct = match role {
                Role::Pawn => attacks::pawn(!us, king),
                Role::Knight => attacks::knight(king),
                Role::Bishop => bishop,
                Role::Rook => rook,
                Role::Queen => bishop | rook,
                Role::King => Bitboard::EMPTY,
            };
            let screen = screens.has(at);
            let mut to = attacks::attacks::<R, I>(role, us, at, occupied) - others;
            if role == Role::Pawn {
                let up = us.forward();
                let step = at.bb().shift(up) - occupied;
                to = (to & self.enemy) | step | (step.shift(up) - occupied);
            }
            to = to - king.bb();
            if role != Role::King {
                to &= mask;
            }
            // What it covered alone is open when it leaves, and so is the line on which it stood.
            let stays = attacks::attacks::<R, I>(role, us, at, lifted) - twice;
            let mut left = ring - (once - stays);
            if lines.has(at) {
                let opened = lifted - at.bb();
                for from in (men(Role::Bishop) | queens) & attacks::bishop_rays(at) {
                    left = left - I::bishop(from, opened);
                }
                for from in (men(Role::Rook) | queens) & attacks::rook_rays(at) {
                    left = left - I::rook(from, opened);
                }
            }
            if role == Role::Pawn {
                for to in to & R::last_rank(us) {
                    for role in [Role::Queen, Role::Knight] {
                        let reach = attacks::attacks::<R, I>(role, us, to, lifted - at.bb());
                        if reach.has(king) || screen {
                            let left = (left & (self.field | to.bb())) - reach;
                            let answer = || if screen || role == Role::Knight { None } else { answer(to) };
                            if !second.add(left, answer) {
                                return;
                            }
                        }
                    }
                }
                to = to - R::last_rank(us);
            }
            to &= if screen { direct | !attacks::line(king, at) } else { direct };
            if to.is_empty() {
                continue;
            }
            for to in to {
                let left = (left & (self.field | to.bb()))
                    - attacks::attacks::<R, I>(role, us, to, lifted - at.bb());
                if !second.add(left, || if screen { None } else { answer(to) }) {
                    return;
                }
            }
        }
        // Its own second move.
        second.own = Bitboard::EMPTY;
        if role != Role::King {
            for to in (squares(role) - others) & mask {
                let left = left | ((ring & to.bb()) - once);
                if (left - attacks::attacks::<R, I>(role, us, to, lifted)).is_empty() {
                    second.own |= to.bb();
                }
            }
        }
        second.open = false;
    }
}

/// Where a pawn must stand to cover a square beside the king.
#[inline(always)]
fn near(king: Square) -> Bitboard {
    let ring = attacks::king(king) | king.bb();
    let two = ring | ring.shift(8) | ring.shift(-8);
    two | (two - Bitboard::file(7)).shift(1) | (two - Bitboard::file(0)).shift(-1)
}
