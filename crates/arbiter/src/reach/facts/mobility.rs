//! **Mobility.** What can have moved at all, and where to. Three deductions feed one another until nothing
//! more follows:
//!
//! * [locked men](super::locked) are fixed, and bar all ways through their squares;
//! * [origins](super::origins) tell which pawns made a single move from a square that is known: they cut the
//!   step between the two squares; and which pawns captured onto the third rank, a square that the enemy king
//!   then never stepped onto;
//! * an original man that cannot be among the men on the board was captured; if the [ways](super::ways) never
//!   led it (or what a pawn promoted to) onto a square where an enemy pawn can capture, a
//!   piece captured it. So many captures fewer were made by the enemy's pawns.
//!
//! They go in rounds, each from what the round before knows, since the checker must come to the same end.
//! Each deduction only ever takes ways away, so there are not many rounds.

use crate::board::{Bitboard, Board, Color, Role};
use crate::moves::Past;

use super::locked::locked;
use super::origins::Origins;
use super::ways::{Fills, Ways, is_initial};

/// What the deductions say about a past.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Mobility {
    /// Where men can have stood.
    pub ways: Ways,
    /// Of White's men and Black's, where they can have come from.
    pub origins: [Origins; 2],
    /// How it ended.
    pub end: MobilityEnd,
    forced: Forced,
}

/// How the rounds end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MobilityEnd {
    /// This side's men cannot all have come from the starting position.
    Origins(Color),
    /// These men are locked, not all of them where they began.
    Locked(Bitboard),
    /// Nothing more follows.
    Open,
}

/// Promotions and captures that the cages of a position force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Forced {
    /// Pieces that can only be promoted pawns, by side and [kind](Forced::KINDS).
    pub promoted: [[u8; 5]; 2],
    /// Original pieces, by side, that were captured where no enemy pawn can capture. (Pawns that were are
    /// left out: who counts captures of pawns would count them twice.)
    pub captured_at_home: [u8; 2],
    /// Men that never moved.
    pub fixed: Bitboard,
    /// Squares of the last ranks where no pawn can have promoted.
    pub closed: Bitboard,
}

impl Forced {
    /// What [`promoted`](Forced::promoted) counts: role and squares.
    pub const KINDS: [(Role, Bitboard); 5] = [
        (Role::Knight, Bitboard::FULL),
        (Role::Bishop, Bitboard(!Bitboard::LIGHT.0)),
        (Role::Bishop, Bitboard::LIGHT),
        (Role::Rook, Bitboard::FULL),
        (Role::Queen, Bitboard::FULL),
    ];
}

impl Mobility {
    /// Deduces what follows from a past that no instant lemma refutes: the last round, which may show that it
    /// is impossible after all.
    pub fn of(past: &Past) -> Mobility {
        let board = &past.board;
        let never = never_moved(past);
        let missing = missing(board);
        let mut ways = Ways::new(past.start, missing);
        ways.fix(board, never);
        loop {
            let mut fills = Fills::new(&ways);
            let origins = Color::BOTH.map(|color| Origins::new(board, &mut fills, color));
            if let Some(side) = origins.iter().find(|side| side.refuted()) {
                let end = MobilityEnd::Origins(side.color);
                return Mobility { ways, origins, end, forced: Forced::default() };
            }
            let locked = locked(board, &ways, &origins, never);
            if locked.into_iter().any(|square| !is_initial(past.start, board, square)) {
                return Mobility {
                    ways,
                    origins,
                    end: MobilityEnd::Locked(locked),
                    forced: Forced::default(),
                };
            }
            let mut next = ways;
            for color in Color::BOTH {
                let side = color as usize;
                let (single_steps, held) = origins[side].on_third_rank();
                for (from, to) in single_steps {
                    next.cut(color, from, to);
                }
                next.hold(color, held);
                let victims = origins[side].pawn_victims(&ways);
                let lost = origins[1 - side].lost(origins[1 - side].pocketed(victims, &ways));
                next.captures[side] = missing[side] - lost.min(missing[side]);
            }
            next.fix(board, locked);
            if next == ways {
                let forced = forced(board, &ways, &origins, missing);
                return Mobility { ways, origins, end: MobilityEnd::Open, forced };
            }
            ways = next;
        }
    }

    /// The origins of a side whose men never stood where an enemy pawn can have captured.
    pub fn pocketed(&self, color: Color) -> impl Iterator<Item = usize> {
        let victims = self.origins[!color as usize].pawn_victims(&self.ways);
        let pocketed = self.origins[color as usize].pocketed(victims, &self.ways);
        (0..16).filter(move |&column| pocketed[column])
    }

    /// Promotions and captures that are forced.
    pub fn forced(&self) -> Forced {
        self.forced
    }
}

/// Pawns on their second rank, and kings and rooks with the right to castle.
pub fn never_moved(past: &Past) -> Bitboard {
    let mut never = past.castling;
    for color in Color::BOTH {
        let rank = Bitboard::rank(if color == Color::White { 0 } else { 7 });
        if (past.castling & rank).has_any() {
            never |= past.start.king(color).bb();
        }
        never |=
            past.board.men(color, Role::Pawn) & Bitboard::rank(if color == Color::White { 1 } else { 6 });
    }
    never & past.board.occupied()
}

/// The men that each side's enemy has lost: the most captures that it can have made.
pub fn missing(board: &Board) -> [u32; 2] {
    Color::BOTH.map(|color| 16u32.saturating_sub(board.color(!color).len()))
}

fn forced(board: &Board, ways: &Ways, origins: &[Origins; 2], missing: [u32; 2]) -> Forced {
    let mut forced = Forced { fixed: ways.fixed, ..Forced::default() };
    for color in Color::BOTH {
        let side = color as usize;
        let mine = &origins[side];
        forced.promoted[side] = Forced::KINDS.map(|(role, squares)| {
            let free = board.men(color, role) & (squares - ways.fixed);
            free.len() as u8 - mine.most_original(|square, _| free.has(square)) as u8
        });
        let mut pieces = origins[1 - side].pocketed(mine.pawn_victims(ways), ways);
        pieces[8..].fill(false);
        forced.captured_at_home[1 - side] = origins[1 - side].lost(pieces).min(missing[side]) as u8;
        let last_rank = Bitboard::rank(7 - 7 * color as u8);
        forced.closed |= last_rank - mine.pawn_range(ways.captures[side] as usize);
    }
    forced
}
