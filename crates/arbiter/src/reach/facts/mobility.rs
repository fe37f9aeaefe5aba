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
//!
//! Most of what follows can be seen at once (`anticipated`): a pawn on its third rank with a single home
//! behind or beside it that a pawn has left, and men that are locked wherever others can have stood. So the
//! rounds begin with that, and one is mostly enough. They come to the same end if that is an open one. For as
//! long as each man has an origin the deductions are monotone: the more is fixed, cut and held and the fewer
//! captures there are, the more follows. (Fewer ways leave fewer squares in all ranges and levels, higher
//! costs, fewer assignments, fewer moves to take back, fewer squares of victims, more pockets. A pawn keeps
//! one possible home at least, so what was its only one remains that. Late walls are those that all ways onto
//! a square share; where no way is left nobody promotes.) What is anticipated follows in the first two rounds
//! from nothing. So what is known after any number of rounds from it is no more than the end of the rounds
//! from nothing, and no less than what these know after as many: if one of the two comes to an open end, that
//! is the other's too. Where a past is refuted, by whom and by what may depend on where the rounds began.
//! They are gone through from nothing then.

use crate::attacks;
use crate::board::{Bitboard, Board, Color, Role};
use crate::moves::Past;

use super::locked::{locked, locked_anyway};
use super::origins::Origins;
use super::ways::{Fills, Ways, are_initial, relative};

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
        let quick = Mobility::by_rounds(past, anticipated(past));
        // How the rounds end otherwise depends on where they began.
        if quick.end == MobilityEnd::Open { quick } else { Mobility::by_rounds(past, at_first(past)) }
    }

    /// The same without anything anticipated.
    #[cfg(test)]
    pub(super) fn from_nothing(past: &Past) -> Mobility {
        Mobility::by_rounds(past, at_first(past))
    }

    /// Whether anything is anticipated.
    #[cfg(test)]
    pub(super) fn anticipates(past: &Past) -> bool {
        anticipated(past) != at_first(past)
    }

    /// The last of the rounds that begin with these ways.
    fn by_rounds(past: &Past, mut ways: Ways) -> Mobility {
        let board = &past.board;
        let (never, missing) = (never_moved(past), missing(board));
        loop {
            let mut fills = Fills::new(&ways);
            let origins = Color::BOTH.map(|color| Origins::new(board, &mut fills, color));
            if let Some(side) = origins.iter().find(|side| side.refuted()) {
                let end = MobilityEnd::Origins(side.color);
                return Mobility { ways, origins, end, forced: Forced::default() };
            }
            let locked = locked(board, &ways, &origins, never);
            if !are_initial(past.start, board, locked) {
                let end = MobilityEnd::Locked(locked);
                return Mobility { ways, origins, end, forced: Forced::default() };
            }
            let (mut next, mut pockets) = (ways, [0; 2]);
            for color in Color::BOTH {
                let side = color as usize;
                let (single_steps, held) = origins[side].on_third_rank();
                for (from, to) in single_steps {
                    next.cut(color, from, to);
                }
                next.hold(color, held);
                let victims = origins[side].pawn_victims(&ways);
                pockets[1 - side] = origins[1 - side].pockets(victims, &mut fills);
                let lost = origins[1 - side].lost(pockets[1 - side]);
                next.captures[side] = missing[side] - lost.min(missing[side]);
            }
            next.fix(board, locked);
            if next == ways {
                let forced = forced(board, &ways, &origins, pockets, missing);
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
        let rank = Bitboard::rank(color.own_rank(0));
        if (past.castling & rank).has_any() {
            never |= past.start.king(color).bb();
        }
        never |= past.board.men(color, Role::Pawn) & Bitboard::rank(color.own_rank(1));
    }
    never & past.board.occupied()
}

/// The men that each side's enemy has lost: the most captures that it can have made.
pub fn missing(board: &Board) -> [u32; 2] {
    Color::BOTH.map(|color| 16u32.saturating_sub(board.color(!color).len()))
}

/// What bars the ways before anything is deduced.
fn at_first(past: &Past) -> Ways {
    let mut ways = Ways::new(past.start, missing(&past.board));
    ways.fix(&past.board, never_moved(past));
    ways
}

/// The same with some of what the rounds are bound to find.
fn anticipated(past: &Past) -> Ways {
    let board = &past.board;
    let mut ways = at_first(past);
    for color in Color::BOTH {
        let captures = ways.captures[color as usize] > 0;
        let homes = Bitboard::rank(relative(color, 0, 1).rank()) - ways.fixed;
        let third = Bitboard::rank(relative(color, 0, 2).rank());
        for pawn in board.men(color, Role::Pawn) & third {
            let behind = relative(color, pawn.file(), 1).bb();
            let beside = if captures { attacks::pawn(!color, pawn) } else { Bitboard::EMPTY };
            if let Some(home) = ((behind | beside) & homes).single() {
                ways.cut(color, home, pawn);
            }
            if (behind & homes).is_empty() {
                ways.hold(color, pawn.bb());
            }
        }
    }
    // Checks by what is held count, too.
    ways.fix(board, ways.fixed);
    ways.fix(board, locked_anyway(board, &ways, never_moved(past)));
    ways
}

fn forced(
    board: &Board,
    ways: &Ways,
    origins: &[Origins; 2],
    pockets: [u16; 2],
    missing: [u32; 2],
) -> Forced {
    let mut forced = Forced { fixed: ways.fixed, ..Forced::default() };
    for color in Color::BOTH {
        let side = color as usize;
        let mine = &origins[side];
        forced.promoted[side] = Forced::KINDS.map(|(role, squares)| {
            let free = board.men(color, role) & (squares - ways.fixed);
            free.len() as u8 - mine.most_original_on(free) as u8
        });
        let pieces = pockets[1 - side] & 0xFF;
        forced.captured_at_home[1 - side] = origins[1 - side].lost(pieces).min(missing[side]) as u8;
        let last_rank = Bitboard::rank(7 - 7 * color as u8);
        forced.closed |= last_rank - mine.pawn_range(ways.captures[side] as usize);
    }
    forced
}
