//! The 4×4 board in sixteen bits: square = file + 4 × rank, a1 the lowest bit.
//!
//! Positions are seen from the side to move: its men come first, and its pawns (if there are any) move up.

use chess_arbiter::attacks::Isa;
use chess_arbiter::board::{Bitboard, Board, Color, Role, Setup};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Pawns, Rules};

/// A set of squares.
pub type Set = u16;

/// Lane of each role in [`TinyMen`].
pub const QUEEN: u32 = 0;
/// See [`QUEEN`].
pub const ROOK: u32 = 16;
/// See [`QUEEN`].
pub const BISHOP: u32 = 32;
/// See [`QUEEN`].
pub const KNIGHT: u32 = 48;

/// The men of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TinyMen {
    /// Four sets: queen, rooks, bishops, knights, the queen lowest.
    pub lanes: u64,
    /// The pawns.
    pub pawns: Set,
}

impl TinyMen {
    /// The squares of a role, by its lane.
    #[inline(always)]
    pub const fn lane(self, lane: u32) -> Set {
        (self.lanes >> lane) as Set
    }

    /// The queen's square as a set of one.
    #[inline(always)]
    pub const fn queen(self) -> Set {
        self.lane(QUEEN)
    }

    /// Rooks, bishops and knights.
    #[inline(always)]
    pub const fn pieces(self) -> Set {
        self.lane(ROOK) | self.lane(BISHOP) | self.lane(KNIGHT)
    }

    /// All men.
    #[inline(always)]
    pub const fn all(self) -> Set {
        self.queen() | self.pieces() | self.pawns
    }

    /// The same men as seen through a symmetry.
    #[inline(always)]
    #[must_use]
    pub fn seen<R: Rules>(self, symmetry: u8) -> TinyMen {
        if R::PAWNS == Pawns::None {
            TinyMen { lanes: seen(self.lanes, symmetry), pawns: 0 }
        } else {
            let mirror = (symmetry & 1).into();
            TinyMen {
                lanes: when(mirror, self.lanes, mirrored(self.lanes)),
                pawns: when(mirror, self.pawns.into(), mirrored(self.pawns.into())) as Set,
            }
        }
    }

    /// Seen from the other side of the board.
    #[inline(always)]
    #[must_use]
    pub const fn flipped(self) -> TinyMen {
        TinyMen { lanes: flipped(self.lanes), pawns: flipped(self.pawns as u64) as Set }
    }

    fn of(board: &Board, color: Color, flip: bool) -> TinyMen {
        let set = |role| u64::from(squeeze(board.men(color, role)));
        let lanes = set(Role::Queen) | set(Role::Rook) << ROOK | set(Role::Bishop) << BISHOP;
        let lanes = lanes | set(Role::Knight) << KNIGHT;
        let men = TinyMen { lanes, pawns: set(Role::Pawn) as Set };
        if flip { men.flipped() } else { men }
    }
}

/// Men of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tiny {
    /// Of the side to move.
    pub us: TinyMen,
    /// Of the other.
    pub them: TinyMen,
}

impl Tiny {
    /// All men.
    #[inline(always)]
    pub const fn occupied(self) -> Set {
        self.us.all() | self.them.all()
    }

    /// The position as seen by the other side, as if it were to move.
    #[inline(always)]
    #[must_use]
    pub fn turned<R: Rules>(self) -> Tiny {
        if R::PAWNS == Pawns::None {
            Tiny { us: self.them, them: self.us }
        } else {
            Tiny { us: self.them.flipped(), them: self.us.flipped() }
        }
    }

    /// From a position of the library; `None` if the side to move has lost its queen.
    pub fn of<R: Rules>(position: &Position<R>) -> Option<Tiny> {
        Tiny::of_board(position.board(), position.turn())
    }

    /// From men that stand on the small board; `None` if a side has not one queen, or a pawn has reached its
    /// last row.
    pub fn of_board(board: &Board, turn: Color) -> Option<Tiny> {
        // Seen from above all is the same if there are no pawns.
        let flip = turn == Color::Black;
        let tiny = Tiny { us: TinyMen::of(board, turn, flip), them: TinyMen::of(board, !turn, flip) };
        let queens = tiny.us.queen().is_power_of_two() && tiny.them.queen().is_power_of_two();
        let pawns = tiny.us.pawns & 0xF000 | tiny.them.pawns & 0x000F;
        (queens && pawns == 0).then_some(tiny)
    }

    /// As a position of the library, White to move.
    pub fn position<R: Rules>(self) -> Option<Position<R>> {
        let mut roles = [Bitboard::EMPTY; 6];
        for (role, lane) in
            [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].into_iter().zip([0, 16, 32, 48])
        {
            roles[role as usize] = spread(self.us.lane(lane) | self.them.lane(lane));
        }
        roles[Role::Pawn as usize] = spread(self.us.pawns | self.them.pawns);
        let board = Board::from_sets([spread(self.us.all()), spread(self.them.all())], roles)?;
        Position::new(&Setup::new(board, Color::White), Policy::Movable).ok()
    }
}

/// The squares a1–d4 of a large board side by side.
pub fn squeeze(set: Bitboard) -> Set {
    let x = set.0 & 0x0F0F_0F0F;
    let x = (x | x >> 4) & 0x00FF_00FF;
    (x | x >> 8) as Set
}

/// The reverse of [`squeeze`].
pub fn spread(set: Set) -> Bitboard {
    let x = u64::from(set);
    let x = (x | x << 8) & 0x00FF_00FF;
    Bitboard((x | x << 4) & 0x0F0F_0F0F)
}

const EACH: u64 = 0x0001_0001_0001_0001;

/// `then` if `bit` is 1, `other` if it is 0, without a branch.
#[inline(always)]
const fn when(bit: u64, other: u64, then: u64) -> u64 {
    other ^ ((other ^ then) & bit.wrapping_neg())
}

/// Files reversed, in each lane.
#[inline(always)]
const fn mirrored(x: u64) -> u64 {
    let x = (x & (0x3333 * EACH)) << 2 | x >> 2 & (0x3333 * EACH);
    (x & (0x5555 * EACH)) << 1 | x >> 1 & (0x5555 * EACH)
}

/// Ranks reversed, in each lane.
#[inline(always)]
const fn flipped(x: u64) -> u64 {
    let x = (x & (0x00FF * EACH)) << 8 | x >> 8 & (0x00FF * EACH);
    (x & (0x0F0F * EACH)) << 4 | x >> 4 & (0x0F0F * EACH)
}

/// Files and ranks exchanged, in each lane.
#[inline(always)]
pub(crate) const fn transposed(x: u64) -> u64 {
    let t = (x ^ x >> 3) & (0x0A0A * EACH);
    let x = x ^ t ^ t << 3;
    let t = (x ^ x >> 6) & (0x00CC * EACH);
    x ^ t ^ t << 6
}

/// Through the symmetry with this number: 1 mirrors, 2 flips, 4 transposes after that.
#[inline(always)]
pub const fn seen(x: u64, symmetry: u8) -> u64 {
    let s = symmetry as u64;
    let x = when(s & 1, x, mirrored(x));
    let x = when(s >> 1 & 1, x, flipped(x));
    when(s >> 2 & 1, x, transposed(x))
}

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Sliding attacks from one square.
#[derive(Clone, Copy)]
struct Slides<const N: usize> {
    /// Squares whose occupation matters.
    mask: [Set; 16],
    attacks: [[Set; N]; 16],
}

/// The squares seen from `square`; those before the edge only, with `inner`.
const fn slide(square: usize, directions: &[(i8, i8); 4], occupied: Set, inner: bool) -> Set {
    let mut set = 0;
    let mut d = 0;
    while d < 4 {
        let (df, dr) = directions[d];
        let (mut f, mut r) = ((square % 4) as i8 + df, (square / 4) as i8 + dr);
        while 0 <= f && f < 4 && 0 <= r && r < 4 {
            let (nf, nr) = (f + df, r + dr);
            let last = nf < 0 || nf > 3 || nr < 0 || nr > 3;
            let bit = 1 << (f + 4 * r);
            if !(inner && last) {
                set |= bit;
            }
            if occupied & bit != 0 {
                break;
            }
            (f, r) = (nf, nr);
        }
        d += 1;
    }
    set
}

const fn slides<const N: usize>(directions: &[(i8, i8); 4]) -> Slides<N> {
    let mut made = Slides { mask: [0; 16], attacks: [[0; N]; 16] };
    let mut square = 0;
    while square < 16 {
        let mask = slide(square, directions, 0, true);
        made.mask[square] = mask;
        let mut packed = 0;
        while packed < 1 << mask.count_ones() {
            let (mut occupied, mut rest, mut bit) = (0, mask, 0);
            while rest != 0 {
                if packed >> bit & 1 != 0 {
                    occupied |= rest & rest.wrapping_neg();
                }
                rest &= rest - 1;
                bit += 1;
            }
            made.attacks[square][packed] = slide(square, directions, occupied, false);
            packed += 1;
        }
        square += 1;
    }
    made
}

static ROOKS: Slides<16> = slides(&STRAIGHT);
static BISHOPS: Slides<4> = slides(&DIAGONAL);

static KNIGHTS: [Set; 16] = {
    let mut table = [0; 16];
    let mut i = 0;
    while i < 256 {
        let (a, b) = (i / 16, i % 16);
        let (df, dr) = ((a % 4_usize).abs_diff(b % 4), (a / 4_usize).abs_diff(b / 4));
        if df * dr == 2 {
            table[a] |= 1 << b;
        }
        i += 1;
    }
    table
};

/// The squares strictly between two on a line.
static BETWEEN: [[Set; 16]; 16] = {
    let mut table = [[0; 16]; 16];
    let mut i = 0;
    while i < 256 {
        let (a, b) = (i / 16, i % 16);
        let (pair_a, pair_b) = (1 << a, 1 << b);
        if a != b {
            if slide(a, &STRAIGHT, 0, false) & pair_b != 0 {
                table[a][b] = slide(a, &STRAIGHT, pair_b, false) & slide(b, &STRAIGHT, pair_a, false);
                // Other than on their line the two see different squares, but for corners of a rectangle.
                let same_file = a % 4 == b % 4;
                let line = if same_file { 0x1111 << (a % 4) } else { 0x000F << (a / 4 * 4) };
                table[a][b] &= line;
            } else if slide(a, &DIAGONAL, 0, false) & pair_b != 0 {
                let (low, high) = if a < b { (a, b) } else { (b, a) };
                let step = if high % 4 > low % 4 { 5 } else { 3 };
                let mut square = low + step;
                while square < high {
                    table[a][b] |= 1 << square;
                    square += step;
                }
            }
        }
        i += 1;
    }
    table
};

/// The number of the only square of a set.
#[inline(always)]
pub const fn square(set: Set) -> usize {
    set.trailing_zeros() as usize & 15
}

/// What a rook on a square attacks.
#[inline(always)]
pub fn rook<I: Isa>(square: usize, occupied: Set) -> Set {
    let square = square & 15;
    let packed = I::extract(occupied.into(), ROOKS.mask[square].into());
    ROOKS.attacks[square][packed as usize & 15]
}

/// What a bishop on a square attacks.
#[inline(always)]
pub fn bishop<I: Isa>(square: usize, occupied: Set) -> Set {
    let square = square & 15;
    let packed = I::extract(occupied.into(), BISHOPS.mask[square].into());
    BISHOPS.attacks[square][packed as usize & 3]
}

/// What a knight on a square attacks.
#[inline(always)]
pub fn knight(square: usize) -> Set {
    KNIGHTS[square & 15]
}

/// What lies between two squares.
#[inline(always)]
pub fn between(a: usize, b: usize) -> Set {
    BETWEEN[a & 15][b & 15]
}

/// What pawns that move up attack.
#[inline(always)]
pub const fn pawns_up(pawns: Set) -> Set {
    (pawns & 0x7777) << 5 | (pawns & 0xEEEE) << 3
}

/// What pawns that move down attack.
#[inline(always)]
pub const fn pawns_down(pawns: Set) -> Set {
    (pawns & 0x7777) >> 3 | (pawns & 0xEEEE) >> 5
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess_arbiter::attacks::{self, Portable};
    use chess_arbiter::board::Square;

    #[test]
    fn attacks_are_those_of_the_library() {
        let large = |square: usize| Square::at(square as u8 % 4, square as u8 / 4);
        for a in 0..16 {
            assert_eq!(knight(a), squeeze(attacks::knight(large(a))));
            let mut occupied = 0;
            loop {
                // Walls all around.
                let wide = spread(occupied) | !chess_arbiter::rules::Simplified::WINDOW;
                assert_eq!(rook::<Portable>(a, occupied), squeeze(<Portable as Isa>::rook(large(a), wide)));
                assert_eq!(
                    bishop::<Portable>(a, occupied),
                    squeeze(<Portable as Isa>::bishop(large(a), wide))
                );
                occupied = occupied.wrapping_add(0x0101 ^ 0x0112);
                if occupied == 0 {
                    break;
                }
            }
            for b in 0..16 {
                assert_eq!(between(a, b), squeeze(attacks::between(large(a), large(b))), "{a} {b}");
            }
            for (up, color) in [(true, Color::White), (false, Color::Black)] {
                let seen = if up { pawns_up(1 << a) } else { pawns_down(1 << a) };
                assert_eq!(seen, squeeze(attacks::pawn(color, large(a))));
            }
        }
    }

    #[test]
    fn symmetries() {
        for symmetry in 0..8 {
            for square in 0..16_u64 {
                let (mut f, mut r) = (square % 4, square / 4);
                if symmetry & 1 != 0 {
                    f = 3 - f;
                }
                if symmetry & 2 != 0 {
                    r = 3 - r;
                }
                if symmetry & 4 != 0 {
                    (f, r) = (r, f);
                }
                for lane in [0, 16, 32, 48] {
                    assert_eq!(seen(1 << (square + lane), symmetry), 1 << (f + 4 * r + lane));
                }
            }
        }
    }
}
