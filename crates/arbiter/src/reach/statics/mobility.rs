//! **Mobility.** What can have moved at all, and where to. Three deductions feed one another until nothing more follows:
//!
//! * [locked men](super::locked) are fixed, and bar all ways through their squares;
//! * [origins](super::origins) tell which pawns made a single move from a square that is known: they cut the step between the
//!   two squares;
//! * an original piece that cannot be among the men on the board was captured; if the [ways](super::ways) never led it
//!   onto a square where an enemy pawn can capture, a piece captured it. So many captures fewer were made by the enemy's
//!   pawns.
//!
//! They go in rounds, each from what the round before knows, since the checker must come to the same end. Each deduction only
//! ever takes ways away, so there are not many rounds.

use crate::board::{Bitboard, Board, Color, Role};
use crate::moves::Past;

use super::cage::Cage;
use super::locked::locked;
use super::origins::Origins;
use super::ways::{Ways, is_initial, relative};
use super::{Lemma, parity};

/// What the deductions say about a past that they do not refute.
#[derive(Clone, Debug)]
pub struct Mobility {
    pub(super) ways: Ways,
    pub(super) origins: [Origins; 2],
    forced: Forced,
}

/// Promotions and captures that the cages of a position force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Forced {
    /// Pieces that can only be promoted pawns, by side: knights, bishops on dark squares, bishops on light
    /// squares, rooks, queens.
    pub promoted: [[u8; 5]; 2],
    /// Original pieces, by side, that were captured where no enemy pawn can capture.
    pub captured_at_home: [u8; 2],
    /// Men that never moved.
    pub fixed: Bitboard,
    /// Squares of the last rows where no pawn can have promoted.
    pub closed: Bitboard,
}

impl Mobility {
    /// Deduces what follows from a past that no instant lemma refutes.
    ///
    /// # Errors
    /// The lemma that shows it to be impossible after all.
    pub fn of(past: &Past) -> Result<Mobility, Lemma> {
        let board = &past.board;
        let never = never_moved(past);
        let missing = Color::BOTH.map(|color| 16u32.saturating_sub(board.color(!color).len()));
        let mut ways = Ways::new(missing);
        ways.fix(board, never);
        loop {
            let origins = Color::BOTH.map(|color| Origins::new(board, &ways, color));
            if origins.iter().any(Origins::refuted) {
                return Err(Lemma::Origins);
            }
            let locked = locked(board, &ways, &origins, never);
            if let Some(lemma) = never_home(board, locked) {
                return Err(lemma);
            }
            let mut next = ways;
            for color in Color::BOTH {
                let side = color as usize;
                for (from, to) in origins[side].single_steps() {
                    next.cut(color, from, to);
                }
                next.captures[side] = missing[side] - lost_at_home(&ways, &origins, color).min(missing[side]);
            }
            next.fix(board, locked);
            if next == ways {
                let forced = forced(board, &ways, &origins, missing);
                return Ok(Mobility { ways, origins, forced });
            }
            ways = next;
        }
    }

    /// The lemma that shows the past of these deductions to be impossible by the pieces in cages and the moves they made.
    pub fn refute(&self, past: &Past) -> Option<Lemma> {
        let cages = Color::BOTH.map(|color| Cage::new(&past.board, self, color));
        if !cages.iter().all(Cage::can_end) {
            return Some(Lemma::Order);
        }
        parity::refuted(past, self, &cages).then_some(Lemma::Parity)
    }

    /// Promotions and captures that are forced.
    pub fn forced(&self) -> Forced {
        self.forced
    }
}

/// Pawns on their second row, and kings and rooks with the right to castle.
fn never_moved(past: &Past) -> Bitboard {
    let mut never = past.castling;
    for color in Color::BOTH {
        let row = Bitboard::rank(if color == Color::White { 0 } else { 7 });
        if (past.castling & row).has_any() {
            never |= relative(color, 4, 0).bb();
        }
        never |=
            past.board.men(color, Role::Pawn) & Bitboard::rank(if color == Color::White { 1 } else { 6 });
    }
    never & past.board.occupied()
}

/// Locked men that are not of the initial array, on their squares.
fn never_home(board: &Board, locked: Bitboard) -> Option<Lemma> {
    Color::BOTH
        .into_iter()
        .any(|color| {
            (board.color(color) & locked).any(|square| !is_initial(color, board.role_on(square), square))
        })
        .then_some(Lemma::Locked)
}

/// Original pieces of the enemy that pieces of this side must have captured.
fn lost_at_home(ways: &Ways, origins: &[Origins; 2], color: Color) -> u32 {
    let captures = ways.captures[color as usize] as usize;
    let squares = match captures.checked_sub(1) {
        Some(before) => ways.captures(color, origins[color as usize].pawn_range(before)),
        None => Bitboard::EMPTY,
    };
    origins[!color as usize].lost_outside(squares, ways.fixed)
}

fn forced(board: &Board, ways: &Ways, origins: &[Origins; 2], missing: [u32; 2]) -> Forced {
    let mut forced = Forced { fixed: ways.fixed, ..Forced::default() };
    let kinds = [
        (Role::Knight, Bitboard::FULL),
        (Role::Bishop, !Bitboard::LIGHT),
        (Role::Bishop, Bitboard::LIGHT),
        (Role::Rook, Bitboard::FULL),
        (Role::Queen, Bitboard::FULL),
    ];
    for color in Color::BOTH {
        let side = color as usize;
        let mine = &origins[side];
        forced.promoted[side] = kinds.map(|(role, squares)| {
            let free = board.men(color, role) & (squares - ways.fixed);
            free.len() as u8 - mine.most_original(|square, _| free.has(square)) as u8
        });
        forced.captured_at_home[1 - side] = (missing[side] - ways.captures[side]) as u8;
        let last_row = Bitboard::rank(7 - 7 * color as u8);
        forced.closed |= last_row - mine.pawn_range(ways.captures[side] as usize);
    }
    forced
}
