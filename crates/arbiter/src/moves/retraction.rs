//! Retraction: un-moves, which lead from a position to those it can have arisen from.
//!
//! Like the generator of moves, this one finds sets ([`Unmoves`]): for each man the squares it can have come
//! from and the men it can have captured. What no game allows (the waiting side left in check, a man too many)
//! is then a matter of masks, one for each man and not for each un-move.

use std::ops::ControlFlow;

use crate::attacks::{self, Isa, Portable, Task, with_best_isa};
use crate::board::{Bitboard, Board, Color, Man, Role, Setup, Square};
use crate::rules::{Rules, Standard};

/// A position as seen from its future: what must have been true of it.
///
/// As a claim, "this past is impossible" means: no game reaches exactly these men with this side to move,
/// **at least** these castling rights and, where a square is given, this en passant square
/// (`None`: whatever it was). A position that holds more demands is subsumed by one that holds fewer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Past {
    /// The men.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The corners (a1, h1, a8, h8) of the castling rights that must be there.
    pub castling: Bitboard,
    /// The en passant square that must be there.
    pub en_passant: Option<Square>,
}

impl From<&Setup> for Past {
    fn from(setup: &Setup) -> Past {
        let Setup { board, turn, castling, en_passant, .. } = *setup;
        Past { board, turn, castling, en_passant }
    }
}

impl Past {
    /// The past as a setup, with nothing said of clocks.
    pub fn setup(&self) -> Setup {
        let Past { board, turn, castling, en_passant } = *self;
        Setup { castling, en_passant, ..Setup::new(board, turn) }
    }

    /// Whether every demanded castling right has its king and rook on their first squares.
    #[inline(always)]
    pub(crate) fn rights_in_place(&self) -> bool {
        self.castling.is_empty()
            || Color::BOTH.into_iter().all(|color| {
                let (king, corners) = first_squares(color);
                let rights = self.castling & Standard::back_rank(color);
                rights.is_empty()
                    || (rights - corners).is_empty()
                        && (rights - self.board.men(color, Role::Rook)).is_empty()
                        && self.board.men(color, Role::King).has(king)
            }) && (self.castling - Bitboard::rank(0) - Bitboard::rank(7)).is_empty()
    }

    /// The square beyond the demanded en passant square, and the one before it where the pawn stands, when the
    /// men allow that the last move was a double step over it.
    #[inline(always)]
    pub(crate) fn double_step(&self) -> Option<(Square, Square)> {
        let over = self.en_passant?;
        let stepper = !self.turn;
        if over.rank() != row(stepper, 2) {
            return None;
        }
        let (from, to) = (over.offset(-forward(stepper)), over.offset(forward(stepper)));
        let clear = (self.board.occupied() & (over.bb() | from.bb())).is_empty();
        (clear && self.board.men(stepper, Role::Pawn).has(to)).then_some((from, to))
    }

    /// What was there before the move that `unmove` takes back, which must be an un-move of this past
    /// (any other gives a meaningless past, but never a panic).
    #[inline(always)]
    #[must_use]
    pub fn before(&self, unmove: Unmove) -> Past {
        let Unmove { stands, came_from, kind, captured } = unmove;
        let (them, us) = (self.turn, !self.turn);
        let mut before = Past { turn: us, en_passant: None, ..*self };
        let board = &mut before.board;
        let role = board.role_on(stands);
        board.toggle(us, role, stands);
        board.toggle(us, if kind == UnmoveKind::Promotion { Role::Pawn } else { role }, came_from);
        match kind {
            UnmoveKind::Step | UnmoveKind::DoubleStep | UnmoveKind::Promotion => {
                if let Some(captured) = captured {
                    board.toggle(them, captured, stands);
                }
            }
            UnmoveKind::EnPassant => {
                board.toggle(them, Role::Pawn, Square::at(stands.file(), came_from.rank()));
                before.en_passant = Some(stands);
            }
            UnmoveKind::Castling => {
                let (rook, corner) = castled_rook(stands);
                board.toggle(us, Role::Rook, rook);
                board.toggle(us, Role::Rook, corner);
                before.castling |= corner.bb();
            }
        }
        before
    }
}

/// What kind of move is taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnmoveKind {
    /// A man steps back, perhaps leaving behind a man that it captured.
    Step,
    /// A pawn takes back its double step.
    DoubleStep,
    /// A piece becomes a pawn again.
    Promotion,
    /// A pawn takes back an en passant capture.
    EnPassant,
    /// King and rook go back.
    Castling,
}

/// An un-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unmove {
    /// Where the man stands (the king, for castling).
    pub stands: Square,
    /// Where it came from.
    pub came_from: Square,
    /// What kind of move it was.
    pub kind: UnmoveKind,
    /// What it captured there (a pawn, for en passant).
    pub captured: Option<Role>,
}

/// What a move can have captured: a set of roles and "nothing".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captures(u8);

impl Captures {
    /// Nothing was captured.
    pub const NOTHING: Captures = Captures(1 << 6);
    const PAWN: Captures = Captures(1 << Role::Pawn as u8);
    /// Pawn, knight, bishop, rook and queen.
    const MEN: Captures = Captures(0b1_1111);

    #[inline(always)]
    const fn without(self, role: Role) -> Captures {
        Captures(self.0 & !(1 << role as u8))
    }

    #[inline(always)]
    const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many possibilities there are.
    #[inline(always)]
    const fn len(self) -> u32 {
        self.0.count_ones()
    }
}

/// Each possibility, `None` being nothing.
impl Iterator for Captures {
    type Item = Option<Role>;

    #[inline(always)]
    fn next(&mut self) -> Option<Option<Role>> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(if index < 6 { Some(Role::ALL[index]) } else { None })
    }
}

/// Un-moves of one man that differ only in where it came from and in what it captured; never empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unmoves {
    /// Where the man stands (the king, for castling).
    pub stands: Square,
    /// Where it can have come from.
    pub came_from: Bitboard,
    /// What kind of move it was.
    pub kind: UnmoveKind,
    /// What it can have captured.
    pub captured: Captures,
}

impl Unmoves {
    /// How many un-moves these are, never none.
    #[inline(always)]
    pub const fn count(&self) -> u32 {
        self.came_from.len() * self.captured.len()
    }

    /// Each of them.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Unmove> {
        let Unmoves { stands, came_from, kind, captured } = self;
        came_from.flat_map(move |came_from| {
            captured.map(move |captured| Unmove { stands, came_from, kind, captured })
        })
    }
}

/// Hands all un-moves of a past to a closure, which may break off.
///
/// A past that demands a castling right without its king and rook in place, or an en passant square over which no
/// double step can have led, has none.
///
/// ```
/// use std::ops::ControlFlow;
/// use chess_arbiter::format::fen;
/// use chess_arbiter::moves::{Past, unmoves};
/// use chess_arbiter::rules::Standard;
/// let setup = fen::parse::<Standard>("8/8/8/8/8/k7/8/K7 w - - 0 1").unwrap();
/// let mut count = 0;
/// let _ = unmoves(&Past::from(&setup), |unmoves| -> ControlFlow<()> {
///     count += unmoves.count();
///     ControlFlow::Continue(())
/// });
/// assert_eq!(count, 5 * 6); // five squares, and five kinds of men or nothing left on a3
/// ```
pub fn unmoves<B>(past: &Past, sink: impl FnMut(Unmoves) -> ControlFlow<B>) -> ControlFlow<B> {
    with_best_isa(Retract::<_, All> { past, sink, guard: All })
}

/// [`unmoves`], but only those whose predecessor is refuted by no instant lemma (none at all for a past that
/// has too many men, or not one king a side: retraction does not mend that).
///
/// An instant lemma speaks of one position alone; see `docs/certificate.md`.
pub fn plausible_unmoves<B>(past: &Past, sink: impl FnMut(Unmoves) -> ControlFlow<B>) -> ControlFlow<B> {
    match Plausible::new(past) {
        Some(guard) => with_best_isa(Retract { past, sink, guard }),
        None => ControlFlow::Continue(()),
    }
}

/// Pawns of a side, and its pieces that must once have been pawns: at least so many as exceed the first set,
/// bishops counted by the colour of their squares.
#[inline(always)]
pub(crate) fn pawns_and_promoted(board: &Board, color: Color) -> u32 {
    let surplus = |squares: Bitboard, first: u32| squares.len().saturating_sub(first);
    let men = |role| board.men(color, role);
    let bishops = men(Role::Bishop);
    men(Role::Pawn).len()
        + surplus(men(Role::Queen), 1)
        + surplus(men(Role::Rook), 2)
        + surplus(men(Role::Knight), 2)
        + surplus(bishops & Bitboard::LIGHT, 1)
        + surplus(bishops - Bitboard::LIGHT, 1)
}

/// The men of a side that a piece of this role on this square is counted with, and how many of them are no promoted pawns.
#[inline(always)]
fn kin(board: &Board, Man { color, role }: Man, square: Square) -> (Bitboard, u32) {
    let men = board.men(color, role);
    match role {
        Role::Bishop if square.is_light() => (men & Bitboard::LIGHT, 1),
        Role::Bishop => (men - Bitboard::LIGHT, 1),
        _ => (men, role.initial_count()),
    }
}

/// The king's first square, and the corners.
#[inline(always)]
const fn first_squares(color: Color) -> (Square, Bitboard) {
    let shift = 56 * color as u64;
    (Square::wrap(4 + shift as u8), Bitboard(0x81 << shift))
}

/// Of a king on a g- or c-square that castled: where its rook stands, and the corner it came from.
#[inline(always)]
const fn castled_rook(king: Square) -> (Square, Square) {
    let (rank, short) = (king.rank(), king.file() > 4);
    (Square::at(if short { 5 } else { 3 }, rank), Square::at(if short { 7 } else { 0 }, rank))
}

#[inline(always)]
const fn forward(color: Color) -> i8 {
    if color as u8 == 0 { 8 } else { -8 }
}

/// A row counted from the side's own first, 0.
#[inline(always)]
const fn row(color: Color, row: u8) -> u8 {
    if color as u8 == 0 { row } else { 7 - row }
}

/// Which un-moves are wanted.
trait Guard: Copy {
    /// Squares the man on `stands` may have come from as a `role`, having captured nothing (`quiet`) or something.
    fn origins<I: Isa>(&self, past: &Past, stands: Square, role: Role, quiet: bool) -> Bitboard;

    /// Men that may be put back on a square.
    fn captures(&self, past: &Past, square: Square) -> Captures;

    /// Whether the piece on this square may become a pawn again.
    fn demotes(&self, past: &Past, square: Square, role: Role) -> bool;

    /// Whether this single predecessor will do.
    fn accepts<I: Isa>(&self, before: &Past) -> bool;
}

/// All of them.
#[derive(Clone, Copy)]
struct All;

impl Guard for All {
    #[inline(always)]
    fn origins<I: Isa>(&self, _: &Past, _: Square, _: Role, _: bool) -> Bitboard {
        Bitboard::FULL
    }

    #[inline(always)]
    fn captures(&self, _: &Past, square: Square) -> Captures {
        off_end_rows(Captures::MEN, square)
    }

    #[inline(always)]
    fn demotes(&self, _: &Past, _: Square, _: Role) -> bool {
        true
    }

    #[inline(always)]
    fn accepts<I: Isa>(&self, _: &Past) -> bool {
        true
    }
}

/// Those that no instant lemma refutes.
#[derive(Clone, Copy)]
struct Plausible {
    /// The king of the side to move, which will have been the waiting side.
    king: Square,
    /// The men that attack it.
    checkers: Bitboard,
    /// What may be put back on dark and on light squares.
    captures: [Captures; 2],
    /// The side that moved has eight pawns and promoted pieces.
    all_promoted: bool,
}

impl Plausible {
    #[inline(always)]
    fn new(past: &Past) -> Option<Plausible> {
        let board = &past.board;
        let (s, o) = (past.turn, !past.turn);
        let king = board.men(s, Role::King).single()?;
        board.men(o, Role::King).single()?;
        let end_rows = Bitboard::rank(0) | Bitboard::rank(7);
        let promoted = Color::BOTH.map(|color| pawns_and_promoted(board, color));
        let crowded = Color::BOTH.into_iter().any(|color| board.color(color).len() > 16);
        if crowded
            || promoted.into_iter().any(|count| count > 8)
            || (board.role(Role::Pawn) & end_rows).has_any()
        {
            return None;
        }
        let mut captures = [Captures::MEN; 2];
        if board.color(s).len() == 16 {
            captures = [Captures(0); 2];
        } else if promoted[s as usize] == 8 {
            for (captures, square) in captures.iter_mut().zip([0, 1]) {
                *captures = captures.without(Role::Pawn);
                for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                    let (kin, first) = kin(board, Man { color: s, role }, Square::wrap(square));
                    if kin.len() >= first {
                        *captures = captures.without(role);
                    }
                }
            }
        }
        let checkers = attacks::attackers::<Standard, Portable>(board, king, o, board.occupied());
        Some(Plausible { king, checkers, captures, all_promoted: promoted[o as usize] == 8 })
    }
}

impl Guard for Plausible {
    /// The other men that attack the waiting king must be interposed by the man that goes back, and it must not
    /// attack from where it came. Where it stood a captured man stays, or a line opens.
    #[inline(always)]
    fn origins<I: Isa>(&self, past: &Past, stands: Square, role: Role, quiet: bool) -> Bitboard {
        let (board, s) = (&past.board, past.turn);
        let mut occupied = board.occupied();
        let mut attackers = self.checkers - stands.bb();
        if quiet {
            occupied = occupied - stands.bb();
            if attacks::queen_rays(self.king).has(stands) {
                attackers = attacks::attackers::<Standard, I>(board, self.king, !s, occupied) - stands.bb();
            }
        }
        let mut origins = Bitboard::FULL;
        for attacker in attackers {
            origins &= attacks::between(self.king, attacker);
        }
        origins - attacks::attacks::<Standard, I>(role, s, self.king, occupied)
    }

    #[inline(always)]
    fn captures(&self, _: &Past, square: Square) -> Captures {
        off_end_rows(self.captures[square.is_light() as usize], square)
    }

    #[inline(always)]
    fn demotes(&self, past: &Past, square: Square, role: Role) -> bool {
        // A piece beyond the first set was counted as a pawn already.
        let (kin, first) = kin(&past.board, Man { color: !past.turn, role }, square);
        !self.all_promoted || kin.len() > first
    }

    #[inline(always)]
    fn accepts<I: Isa>(&self, before: &Past) -> bool {
        let board = &before.board;
        attacks::attackers::<Standard, I>(board, self.king, before.turn, board.occupied()).is_empty()
    }
}

#[inline(always)]
fn off_end_rows(captures: Captures, square: Square) -> Captures {
    if matches!(square.rank(), 0 | 7) { captures.without(Role::Pawn) } else { captures }
}

struct Retract<'a, S, G> {
    past: &'a Past,
    sink: S,
    guard: G,
}

impl<B, S: FnMut(Unmoves) -> ControlFlow<B>, G: Guard> Task for Retract<'_, S, G> {
    type Output = ControlFlow<B>;

    #[inline(always)]
    fn run<I: Isa>(mut self) -> ControlFlow<B> {
        let past = self.past;
        if !past.rights_in_place() {
            return ControlFlow::Continue(());
        }
        if past.en_passant.is_some() {
            return match past.double_step() {
                Some((from, to)) => self.quiet::<I>(to, from.bb(), Role::Pawn, UnmoveKind::DoubleStep),
                None => ControlFlow::Continue(()),
            };
        }
        let o = !past.turn;
        // Men that still have their rights have not moved.
        let mut settled = past.castling;
        for color in Color::BOTH {
            if (past.castling & Standard::back_rank(color)).has_any() {
                settled |= first_squares(color).0.bb();
            }
        }
        for stands in past.board.color(o) - settled {
            let role = past.board.role_on(stands);
            if role == Role::Pawn {
                self.pawn::<I>(stands)?;
                continue;
            }
            let occupied = past.board.occupied();
            let reach = attacks::attacks::<Standard, I>(role, o, stands, occupied) - occupied;
            self.quiet::<I>(stands, reach, role, UnmoveKind::Step)?;
            self.capturing::<I>(stands, reach, role, UnmoveKind::Step)?;
            if role == Role::King {
                self.castling::<I>(stands)?;
            } else if stands.rank() == row(o, 7) && self.guard.demotes(past, stands, role) {
                let behind = stands.offset(-forward(o)).bb() - occupied;
                let beside = attacks::pawn(!o, stands) - occupied;
                self.quiet::<I>(stands, behind, Role::Pawn, UnmoveKind::Promotion)?;
                self.capturing::<I>(stands, beside, Role::Pawn, UnmoveKind::Promotion)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<B, S: FnMut(Unmoves) -> ControlFlow<B>, G: Guard> Retract<'_, S, G> {
    /// The man came from one of these squares as a `role` and captured nothing.
    #[inline(always)]
    fn quiet<I: Isa>(
        &mut self,
        stands: Square,
        reach: Bitboard,
        role: Role,
        kind: UnmoveKind,
    ) -> ControlFlow<B> {
        if reach.is_empty() {
            return ControlFlow::Continue(());
        }
        let came_from = reach & self.guard.origins::<I>(self.past, stands, role, true);
        self.hand_on(Unmoves { stands, came_from, kind, captured: Captures::NOTHING })
    }

    /// The man came from one of these squares as a `role` and captured something.
    #[inline(always)]
    fn capturing<I: Isa>(
        &mut self,
        stands: Square,
        reach: Bitboard,
        role: Role,
        kind: UnmoveKind,
    ) -> ControlFlow<B> {
        let captured = self.guard.captures(self.past, stands);
        if reach.is_empty() || captured.is_empty() {
            return ControlFlow::Continue(());
        }
        let came_from = reach & self.guard.origins::<I>(self.past, stands, role, false);
        self.hand_on(Unmoves { stands, came_from, kind, captured })
    }

    #[inline(always)]
    fn hand_on(&mut self, unmoves: Unmoves) -> ControlFlow<B> {
        if unmoves.came_from.is_empty() { ControlFlow::Continue(()) } else { (self.sink)(unmoves) }
    }

    #[inline(always)]
    fn pawn<I: Isa>(&mut self, stands: Square) -> ControlFlow<B> {
        let o = !self.past.turn;
        let empty = !self.past.board.occupied();
        // Pawns come from rows 2 to 7.
        let rows = empty - Bitboard::rank(0) - Bitboard::rank(7);
        let behind = stands.bb().shift(-forward(o)) & rows;
        self.quiet::<I>(stands, behind, Role::Pawn, UnmoveKind::Step)?;
        if stands.rank() == row(o, 3) {
            let start = behind.shift(-forward(o)) & empty;
            self.quiet::<I>(stands, start, Role::Pawn, UnmoveKind::DoubleStep)?;
        }
        let beside = attacks::pawn(!o, stands) & rows;
        self.capturing::<I>(stands, beside, Role::Pawn, UnmoveKind::Step)?;
        if stands.rank() == row(o, 5) {
            self.en_passant::<I>(stands, beside)?;
        }
        ControlFlow::Continue(())
    }

    /// The pawn captured en passant the one that had just stepped over `stands`.
    #[inline(always)]
    fn en_passant<I: Isa>(&mut self, stands: Square, beside: Bitboard) -> ControlFlow<B> {
        let ahead = forward(!self.past.turn);
        let (enemy, start) = (stands.offset(-ahead), stands.offset(ahead));
        let blocked = (self.past.board.occupied() & (enemy.bb() | start.bb())).has_any();
        if blocked || self.guard.captures(self.past, enemy).0 & Captures::PAWN.0 == 0 {
            return ControlFlow::Continue(());
        }
        for came_from in beside {
            let (kind, captured) = (UnmoveKind::EnPassant, Some(Role::Pawn));
            let before = self.past.before(Unmove { stands, came_from, kind, captured });
            if self.guard.accepts::<I>(&before) {
                (self.sink)(Unmoves { stands, came_from: came_from.bb(), kind, captured: Captures::PAWN })?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castling<I: Isa>(&mut self, stands: Square) -> ControlFlow<B> {
        let Past { board, turn: s, .. } = self.past;
        let o = !*s;
        let (home, _) = first_squares(o);
        if stands.rank() != home.rank() || !matches!(stands.file(), 2 | 6) {
            return ControlFlow::Continue(());
        }
        let (rook, corner) = castled_rook(stands);
        // Between king and corner only the two themselves stand.
        let path = (attacks::between(home, corner) | home.bb() | corner.bb()) - stands.bb() - rook.bb();
        if !board.men(o, Role::Rook).has(rook) || (path & board.occupied()).has_any() {
            return ControlFlow::Continue(());
        }
        let (kind, captured) = (UnmoveKind::Castling, None);
        let before = self.past.before(Unmove { stands, came_from: home, kind, captured });
        let attacked = |square| {
            let board = &before.board;
            attacks::attackers::<Standard, I>(board, square, *s, board.occupied()).has_any()
        };
        if attacked(home) || attacked(rook) || !self.guard.accepts::<I>(&before) {
            return ControlFlow::Continue(());
        }
        (self.sink)(Unmoves { stands, came_from: home.bb(), kind, captured: Captures::NOTHING })
    }
}
