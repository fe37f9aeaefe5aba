//! Attacks of knights, kings and pawns: one table each.

use crate::board::{Bitboard, Color, Square};

/// Squares reached from `from` by the given steps, those off the board dropped.
const fn leaps(from: usize, steps: &[(i8, i8)]) -> u64 {
    let (file, rank) = ((from % 8) as i8, (from / 8) as i8);
    let mut set = 0;
    let mut i = 0;
    while i < steps.len() {
        let (f, r) = (file + steps[i].0, rank + steps[i].1);
        if 0 <= f && f < 8 && 0 <= r && r < 8 {
            set |= 1 << (r * 8 + f);
        }
        i += 1;
    }
    set
}

const fn table(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        table[from] = leaps(from, steps);
        from += 1;
    }
    table
}

const FILE_A: u64 = Bitboard::file(0).0;
const FILE_H: u64 = Bitboard::file(7).0;

static KNIGHT: [u64; 64] = table(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [u64; 64] = table(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [[u64; 64]; 2] = [table(&[(-1, 1), (1, 1)]), table(&[(-1, -1), (1, -1)])];

/// The squares a knight attacks.
///
/// ```
/// use chess_arbiter::{Square, attacks::knight};
/// assert_eq!(knight(Square::A1), Square::B3.bb() | Square::C2.bb());
/// ```
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square.index()])
}

/// The squares attacked by any of a set of knights.
///
/// ```
/// use chess_arbiter::{Bitboard, Square, attacks::{knight, knights}};
/// assert_eq!(knights(Square::A1.bb() | Square::H4.bb()), knight(Square::A1) | knight(Square::H4));
/// ```
#[inline(always)]
pub fn knights(knights: Bitboard) -> Bitboard {
    let beside = |set: u64| (set & !FILE_H) << 1 | (set & !FILE_A) >> 1;
    let two_beside = |set: u64| (set & !(FILE_H | FILE_H >> 1)) << 2 | (set & !(FILE_A | FILE_A << 1)) >> 2;
    let (near, far) = (beside(knights.0), two_beside(knights.0));
    Bitboard(near << 16 | near >> 16 | far << 8 | far >> 8)
}

/// The squares attacked by any of a set of kings.
///
/// ```
/// use chess_arbiter::{Bitboard, Square, attacks::{king, kings}};
/// assert_eq!(kings(Square::A1.bb() | Square::B1.bb()), king(Square::A1) | king(Square::B1));
/// ```
#[inline(always)]
pub fn kings(kings: Bitboard) -> Bitboard {
    let beside = (kings.0 & !FILE_H) << 1 | (kings.0 & !FILE_A) >> 1;
    let row = kings.0 | beside;
    Bitboard(beside | row << 8 | row >> 8)
}

/// The squares a king attacks.
///
/// ```
/// use chess_arbiter::{Square, attacks::king};
/// assert_eq!((king(Square::A1).len(), king(Square::E4).len()), (3, 8));
/// ```
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    Bitboard(KING[square.index()])
}

/// The squares a pawn of this colour attacks.
///
/// ```
/// use chess_arbiter::{Color, Square, attacks::pawn};
/// assert_eq!(pawn(Color::White, Square::E4), Square::D5.bb() | Square::F5.bb());
/// ```
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN[color as usize][square.index()])
}

/// The squares attacked by any of a set of pawns of one colour.
///
/// ```
/// use chess_arbiter::{Bitboard, Color, attacks::pawns};
/// assert_eq!(pawns(Color::Black, Bitboard::rank(6)), Bitboard::rank(5));
/// ```
#[inline(always)]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let (not_a, not_h) = (pawns.0 & !FILE_A, pawns.0 & !FILE_H);
    Bitboard(match color {
        Color::White => not_a << 7 | not_h << 9,
        Color::Black => not_a >> 9 | not_h >> 7,
    })
}
