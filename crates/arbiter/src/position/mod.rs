//! Positions that were found valid for a rule set, and what a move does to them.

mod key;
mod validity;

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use crate::attacks;
use crate::board::{Bitboard, Board, Color, Man, Move, Role, Setup, Square, Start, zobrist};
use crate::rules::{Pawns, Rules, Standard};

pub(crate) use key::{PositionKey, en_passant};
pub use validity::{Fault, Faults, Policy};

const NO_SQUARE: u8 = 64;

/// A position of the game `R` in which the moves are defined. 88 bytes, copied to make a move.
///
/// Each side has its royal (except that in games won by capturing it, the side to move may have
/// just lost it), every man belongs to the game and stands on its window.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::position::{Policy, Position};
/// use chess_arbiter::rules::Standard;
///
/// let setup = fen::parse::<Standard>("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
/// let position = Position::<Standard>::new(&setup, Policy::Movable).unwrap();
/// let after = position.play("e2e4".parse().unwrap());
/// assert_eq!(after.en_passant().unwrap().to_string(), "e3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<R: Rules = Standard> {
    board: Board,
    checkers: Bitboard,
    pinned: Bitboard,
    /// One bit for each rook that may castle: White's a to h in the low byte, Black's in the high.
    rights: u16,
    turn: Color,
    en_passant: u8,
    halfmoves: u16,
    fullmoves: u16,
    rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// Takes a setup for a position, or says every fault that `policy` finds in it.
    ///
    /// ```
    /// use chess_arbiter::{Policy, Position, Setup, Standard};
    /// let faults = Position::<Standard>::new(&Setup::EMPTY, Policy::Movable).unwrap_err();
    /// assert_eq!(faults.to_string(), "white has no king; black has no king");
    /// ```
    ///
    /// # Errors
    /// All faults at once, each with its squares.
    pub fn new(setup: &Setup, policy: Policy) -> Result<Position<R>, Faults> {
        validity::check::<R>(setup, policy)?;
        Ok(Position::from_valid(setup))
    }

    /// Takes a setup for a position whose validity the caller knows of.
    #[inline(always)]
    pub(crate) fn from_valid(setup: &Setup) -> Position<R> {
        let bits = setup.castling.0;
        let rights = (bits & 0xFF | (bits >> 56) << 8) as u16;
        let mut position = Position {
            board: setup.board,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            rights,
            turn: setup.turn,
            en_passant: setup.en_passant.map_or(NO_SQUARE, |square| square.index() as u8),
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves,
            rules: PhantomData,
        };
        position.look_for_threats();
        position
    }

    /// The position as it would be written down.
    ///
    /// ```
    /// use chess_arbiter::{Color, Position};
    /// assert_eq!(Position::initial().to_setup().turn, Color::White);
    /// ```
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            castling: self.castling(Color::White) | self.castling(Color::Black),
            en_passant: self.en_passant(),
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
        }
    }

    /// The men.
    ///
    /// ```
    /// use chess_arbiter::Position;
    /// assert_eq!(Position::initial().board().occupied().len(), 32);
    /// ```
    #[inline(always)]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    ///
    /// ```
    /// use chess_arbiter::{Color, Position};
    /// assert_eq!(Position::initial().turn(), Color::White);
    /// ```
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The squares of the rooks that a side may still castle with.
    ///
    /// ```
    /// use chess_arbiter::{Color, Position, Square};
    /// assert_eq!(Position::initial().castling(Color::White), Square::A1.bb() | Square::H1.bb());
    /// ```
    #[inline(always)]
    pub const fn castling(&self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.rights as u64 & 0xFF),
            Color::Black => Bitboard((self.rights as u64 >> 8) << 56),
        }
    }

    /// The square a pawn has just stepped over, whether or not anything can capture there.
    ///
    /// ```
    /// use chess_arbiter::{Position, Square};
    /// let after = Position::initial().play("e2e4".parse().unwrap());
    /// assert_eq!(after.en_passant(), Some(Square::E3));
    /// ```
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        Square::new(self.en_passant)
    }

    /// Plies since the last capture or pawn move, stopping at 65,535.
    ///
    /// ```
    /// use chess_arbiter::Position;
    /// let after = Position::initial().play("g1f3".parse().unwrap());
    /// assert_eq!(after.halfmoves(), 1);
    /// ```
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move to be played, stopping at 65,535.
    ///
    /// ```
    /// use chess_arbiter::Position;
    /// assert_eq!(Position::initial().fullmoves(), 1);
    /// ```
    pub const fn fullmoves(&self) -> u16 {
        self.fullmoves
    }

    /// Zobrist key of men, side to move, castling rights and en passant square: a look-up for each. Equal
    /// positions have equal keys; the reverse is never relied on.
    ///
    /// ```
    /// use chess_arbiter::Position;
    /// let start = Position::initial();
    /// assert_ne!(start.zobrist(), start.play("e2e4".parse().unwrap()).zobrist());
    /// ```
    #[inline(always)]
    pub fn zobrist(&self) -> u64 {
        let turn = if self.turn == Color::Black { zobrist::TURN } else { 0 };
        let en_passant = self.en_passant().map_or(0, zobrist::en_passant);
        self.board.zobrist() ^ zobrist::castling(self.rights) ^ en_passant ^ turn
    }

    /// The enemy men that attack the royal of the side to move.
    ///
    /// ```
    /// use chess_arbiter::{Position, Square};
    /// let position: Position = "4k3/8/8/8/8/8/8/K3R3 b - - 0 1".parse()?;
    /// assert_eq!(position.checkers(), Square::E1.bb());
    /// # Ok::<(), chess_arbiter::PositionError>(())
    /// ```
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The men of the side to move that stand alone between its royal and an enemy slider.
    ///
    /// ```
    /// use chess_arbiter::{Position, Square};
    /// let position: Position = "4k3/4n3/8/8/8/8/8/K3R3 b - - 0 1".parse()?;
    /// assert_eq!(position.pinned(), Square::E7.bb());
    /// # Ok::<(), chess_arbiter::PositionError>(())
    /// ```
    #[inline(always)]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The royal of a side; `None` only for a side to move whose royal has been captured.
    ///
    /// ```
    /// use chess_arbiter::{Color, Position, Square};
    /// assert_eq!(Position::initial().royal(Color::Black), Some(Square::E8));
    /// ```
    #[inline(always)]
    pub const fn royal(&self, color: Color) -> Option<Square> {
        self.board.men(color, R::ROYAL).first()
    }

    /// Whether this move takes one's own rook: castling.
    ///
    /// ```
    /// use chess_arbiter::{Position, uci};
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert!(position.is_castling(uci::parse(&position, "e1g1")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub const fn is_castling(&self, mv: Move) -> bool {
        R::CASTLING && self.board.color(self.turn).has(mv.to())
    }

    /// Whether this move is an en passant capture.
    ///
    /// ```
    /// use chess_arbiter::Position;
    /// let position: Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// assert!(position.is_en_passant("e5d6".parse().unwrap()));
    /// # Ok::<(), chess_arbiter::PositionError>(())
    /// ```
    #[inline(always)]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        mv.to().index() as u8 == self.en_passant && self.board.role(Role::Pawn).has(mv.from())
    }

    /// Where king and rook land when castling with the rook on `rook`.
    ///
    /// ```
    /// use chess_arbiter::{Position, Square, Standard};
    /// let (king, rook) = Position::<Standard>::castling_squares(Square::E1, Square::H1);
    /// assert_eq!((king, rook), (Square::G1, Square::F1));
    /// ```
    #[inline(always)]
    pub const fn castling_squares(king: Square, rook: Square) -> (Square, Square) {
        let rank = king.rank();
        if rook.file() > king.file() {
            (Square::at(6, rank), Square::at(5, rank))
        } else {
            (Square::at(2, rank), Square::at(3, rank))
        }
    }

    /// The position after a move, which must be one that [`moves`](crate::moves) generates here
    /// (a move of another position gives a meaningless one, but never a panic).
    ///
    /// ```
    /// use chess_arbiter::Position;
    /// let after = Position::initial().play("e2e4".parse().unwrap());
    /// assert_eq!(after.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn play(&self, mv: Move) -> Position<R> {
        self.play_role(mv, self.board.role_on(mv.from()))
    }

    /// The position with the other side to move, as if a move had been passed over: threats and set play are
    /// moves there, and in series it is the same side's turn again. None if a side is in check.
    ///
    /// ```
    /// use chess_arbiter::{Color, Position};
    /// assert_eq!(Position::initial().passed().unwrap().turn(), Color::Black);
    /// let check: Position = "4k3/8/8/8/8/8/8/K3R3 b - - 0 1".parse()?;
    /// assert!(check.passed().is_none());
    /// # Ok::<(), chess_arbiter::PositionError>(())
    /// ```
    #[must_use]
    pub fn passed(&self) -> Option<Position<R>> {
        if self.checkers().has_any() {
            return None;
        }
        let mut setup = self.to_setup();
        setup.turn = !setup.turn;
        setup.en_passant = None;
        Position::new(&setup, Policy::Movable).ok()
    }

    /// [`play`](Position::play) for callers that know what moves.
    #[inline(always)]
    pub(crate) fn play_role(&self, mv: Move, role: Role) -> Position<R> {
        let mut next = self.move_men(mv, role);
        next.look_for_threats();
        next
    }

    /// The position after a move but for checkers and pinned men, which are still those before it.
    #[inline(always)]
    pub(crate) fn move_men(&self, mv: Move, role: Role) -> Position<R> {
        let (us, them) = (self.turn, !self.turn);
        let (from, to) = (mv.from(), mv.to());
        let mut next = *self;
        next.turn = them;
        next.halfmoves = self.halfmoves.saturating_add(1);
        next.fullmoves = self.fullmoves.saturating_add(us as u16);
        next.en_passant = NO_SQUARE;
        if R::CASTLING && self.rights != 0 {
            next.update_rights(role, from, to);
            if self.is_castling(mv) {
                let (king_to, rook_to) = Self::castling_squares(from, to);
                next.board.toggle(us, Role::King, from);
                next.board.toggle(us, Role::Rook, to);
                next.board.toggle(us, Role::King, king_to);
                next.board.toggle(us, Role::Rook, rook_to);
                return next;
            }
        }
        if self.board.color(them).has(to) {
            next.board.toggle(them, self.board.role_on(to), to);
            next.halfmoves = 0;
        }
        next.board.toggle(us, role, from);
        if R::PAWNS == Pawns::None || role != Role::Pawn {
            next.board.toggle(us, role, to);
            return next;
        }
        next.halfmoves = 0;
        next.board.toggle(us, mv.promotion().unwrap_or(Role::Pawn), to);
        if R::PAWNS == Pawns::Full {
            let step = to.index() as i8 - from.index() as i8;
            if step == 16 || step == -16 {
                let over = from.offset(step / 2);
                next.en_passant = over.index() as u8;
            } else if to.index() as u8 == self.en_passant {
                next.board.toggle(them, Role::Pawn, Square::at(to.file(), from.rank()));
            }
        }
        next
    }

    /// Finds checkers and pinned men of the side to move.
    #[inline(always)]
    fn look_for_threats(&mut self) {
        let threats = match self.royal(self.turn) {
            Some(royal) => Threats::to::<R>(&self.board, self.turn, royal),
            None => Threats::default(),
        };
        (self.checkers, self.pinned) = (threats.checkers, threats.pinned);
    }

    /// Rights lost when a man of `role` moves: all of a king's, a rook's own, a captured rook's.
    #[inline(always)]
    fn update_rights(&mut self, role: Role, from: Square, to: Square) {
        let touched = (from.bb() | to.bb()).0;
        let mut lost = (touched & 0xFF | touched >> 56 << 8) as u16;
        if role == Role::King {
            // `turn` has already passed to the other side.
            lost |= if self.turn == Color::Black { 0x00FF } else { 0xFF00 };
        }
        self.rights &= !lost;
    }
}

/// Equal positions have equal Zobrist keys.
impl<R: Rules> Hash for Position<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.zobrist().hash(state);
    }
}

/// Asks for [`Policy::Movable`].
impl<R: Rules> TryFrom<Setup> for Position<R> {
    type Error = Faults;

    fn try_from(setup: Setup) -> Result<Position<R>, Faults> {
        Position::new(&setup, Policy::Movable)
    }
}

impl<R: Rules> From<Position<R>> for Setup {
    fn from(position: Position<R>) -> Setup {
        position.to_setup()
    }
}

/// The starting position of chess.
impl Default for Position<Standard> {
    fn default() -> Position<Standard> {
        Position::initial()
    }
}

impl Position<Standard> {
    /// The initial array of standard chess.
    ///
    /// ```
    /// use chess_arbiter::{format::fen, position::Position, rules::Standard};
    /// let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert_eq!(Ok(Position::initial()), fen::position::<Standard>(text));
    /// ```
    pub fn initial() -> Position<Standard> {
        const SQUARES: [u64; 6] = [
            0x00FF_0000_0000_FF00,
            0x42 << 56 | 0x42,
            0x24 << 56 | 0x24,
            0x81 << 56 | 0x81,
            0x08 << 56 | 0x08,
            0x10 << 56 | 0x10,
        ];
        let mut setup = Setup { castling: Bitboard(0x81 << 56 | 0x81), ..Setup::EMPTY };
        for (role, squares) in Role::ALL.into_iter().zip(SQUARES) {
            for square in Bitboard(squares) {
                let color = if square.rank() < 4 { Color::White } else { Color::Black };
                setup.board.put(square, Man { color, role });
            }
        }
        Position::from_valid(&setup)
    }

    /// An array of Chess960.
    ///
    /// ```
    /// use chess_arbiter::{board::Start, position::Position};
    /// let text = Position::from_start("bqnbnrkr".parse().unwrap()).to_string();
    /// assert_eq!(text, "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1");
    /// assert_eq!(Position::from_start(Start::USUAL), Position::initial());
    /// ```
    pub fn from_start(start: Start) -> Position<Standard> {
        if start.is_usual() { Position::initial() } else { Position::from_valid(&start.setup()) }
    }
}

/// What attacks a royal, and which of its own men are pinned to it.
#[derive(Default)]
pub(crate) struct Threats {
    pub(crate) checkers: Bitboard,
    pub(crate) pinned: Bitboard,
}

impl Threats {
    /// The threats to the royal of the side `us`, without looking up sliding attacks: of the enemy sliders
    /// aligned with the royal, those with nothing between check, those with one own man between pin it.
    #[inline(always)]
    pub(crate) fn to<R: Rules>(board: &Board, us: Color, royal: Square) -> Threats {
        let enemy = board.color(!us);
        let occupied = board.occupied();
        let mut checkers = attacks::knight(royal) & board.role(Role::Knight);
        if R::PAWNS != Pawns::None {
            checkers |= attacks::pawn(us, royal) & board.role(Role::Pawn);
        }
        // Where the waiting side must not be attacked kings are never adjacent.
        if R::has_role(Role::King) && R::WAITING_SIDE_ATTACKABLE {
            checkers |= attacks::king(royal) & board.role(Role::King);
        }
        checkers &= enemy;
        let mut pinned = Bitboard::EMPTY;
        for sniper in attacks::snipers(board, royal, !us) {
            let between = attacks::between(royal, sniper) & occupied;
            if between.is_empty() {
                checkers |= sniper.bb();
            } else if !between.more_than_one() {
                pinned |= between;
            }
        }
        Threats { checkers, pinned: pinned & board.color(us) }
    }
}
