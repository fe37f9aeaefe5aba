//! Lines through squares: what sliders see on an empty board, what lies between, what is aligned.

use crate::board::{Bitboard, Square};

const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

struct Lines {
    rook: [u64; 64],
    bishop: [u64; 64],
    between: [[u64; 64]; 64],
    line: [[u64; 64]; 64],
}

/// The squares from `from` (excluded) in one direction to the edge.
pub(crate) const fn ray(from: usize, (df, dr): (i8, i8)) -> u64 {
    let (mut file, mut rank) = ((from % 8) as i8 + df, (from / 8) as i8 + dr);
    let mut set = 0;
    while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
        set |= 1 << (rank * 8 + file);
        (file, rank) = (file + df, rank + dr);
    }
    set
}

static LINES: Lines = {
    let mut lines = Lines { rook: [0; 64], bishop: [0; 64], between: [[0; 64]; 64], line: [[0; 64]; 64] };
    let mut from = 0;
    while from < 64 {
        let mut d = 0;
        while d < 8 {
            let (df, dr) = DIRECTIONS[d];
            let ahead = ray(from, (df, dr));
            if d < 4 {
                lines.rook[from] |= ahead;
            } else {
                lines.bishop[from] |= ahead;
            }
            let whole = ahead | ray(from, (-df, -dr)) | 1 << from;
            let mut rest = ahead;
            while rest != 0 {
                let to = rest.trailing_zeros() as usize;
                lines.between[from][to] = ahead & ray(to, (-df, -dr));
                lines.line[from][to] = whole;
                rest &= rest - 1;
            }
            d += 1;
        }
        from += 1;
    }
    lines
};

/// The squares a rook would attack on an empty board.
#[inline(always)]
pub(crate) fn rook_rays(square: Square) -> Bitboard {
    Bitboard(LINES.rook[square.index()])
}

/// The squares a bishop would attack on an empty board.
#[inline(always)]
pub(crate) fn bishop_rays(square: Square) -> Bitboard {
    Bitboard(LINES.bishop[square.index()])
}

/// The squares a queen would attack on an empty board.
#[inline(always)]
pub(crate) fn queen_rays(square: Square) -> Bitboard {
    rook_rays(square) | bishop_rays(square)
}

/// The squares strictly between two squares on one line; empty if they share none.
///
/// ```
/// use chess_arbiter::{Bitboard, Square, attacks::between};
/// assert_eq!(between(Square::A1, Square::C3), Square::B2.bb());
/// assert_eq!(between(Square::A1, Square::B3), Bitboard::EMPTY);
/// ```
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(LINES.between[a.index()][b.index()])
}

/// The whole line (rank, file or diagonal) through two squares, ends included; empty if they share none.
///
/// ```
/// use chess_arbiter::{Bitboard, Square, attacks::line};
/// assert_eq!(line(Square::C1, Square::F1), Bitboard::rank(0));
/// assert_eq!(line(Square::A1, Square::B3), Bitboard::EMPTY);
/// ```
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINES.line[a.index()][b.index()])
}
