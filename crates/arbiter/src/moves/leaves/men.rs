//! All men as one vector of 512 bits.

use std::arch::x86_64::*;

use crate::attacks;
use crate::board::{Bitboard, Board, Color, Role, Square};

use super::super::generate::Wing;

/// Men that a pawn may become.
pub(super) const PROMOTIONS: u32 = 4;

/// A set for each of eight directions. In the first four squares are numbered upwards; four later is the
/// opposite.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Lanes([u64; 8]);

/// A step in each direction, as files and ranks.
type Steps = [(i8, i8); 8];

/// Those of sliders and kings: like a rook's in the lanes 0, 1, 4 and 5, like a bishop's in the others.
const LINES: Steps = [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)];
const KNIGHTS: Steps = [(1, 2), (-1, 2), (2, 1), (-2, 1), (-1, -2), (1, -2), (-2, -1), (2, -1)];
const NORTH: usize = 0;
const NORTH_EAST: usize = 2;
const NORTH_WEST: usize = 3;
/// Lanes in which pawns capture.
const WHITE_CAPTURES: __mmask8 = 0b0000_1100;
const BLACK_CAPTURES: __mmask8 = 0b1100_0000;

/// How far a set of squares is rotated by so many steps.
const fn rotations(steps: Steps, times: i8) -> Lanes {
    let (mut lanes, mut i) = ([0; 8], 0);
    while i < 8 {
        let (files, ranks) = steps[i];
        lanes[i] = (times * (8 * ranks + files)) as u64 % 64;
        i += 1;
    }
    Lanes(lanes)
}

/// Where such a step may end; elsewhere it has gone over an edge.
const fn landings(steps: Steps) -> Lanes {
    let (mut lanes, mut i) = ([0; 8], 0);
    while i < 8 * 64 {
        let ((files, ranks), square) = (steps[i / 64], (i % 64) as i8);
        let (file, rank) = (square % 8 - files, square / 8 - ranks);
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            lanes[i / 64] |= 1 << square;
        }
        i += 1;
    }
    Lanes(lanes)
}

static STEP: Lanes = rotations(LINES, 1);
static TWO_STEPS: Lanes = rotations(LINES, 2);
static FOUR_STEPS: Lanes = rotations(LINES, 4);
static LANDINGS: Lanes = landings(LINES);
static LEAP: Lanes = rotations(KNIGHTS, 1);
static LEAP_LANDINGS: Lanes = landings(KNIGHTS);
/// What is seen from each square of an empty board.
static RAYS: [Lanes; 64] = {
    let (mut rays, mut i) = ([Lanes([0; 8]); 64], 0);
    while i < 8 * 64 {
        rays[i / 8].0[i % 8] = attacks::ray(i / 8, LINES[i % 8]);
        i += 1;
    }
    rays
};

impl Lanes {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(&self) -> __m512i {
        // SAFETY: 64 bytes, aligned.
        unsafe { _mm512_load_si512((&raw const self.0).cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store(lanes: __m512i) -> Lanes {
        let mut stored = Lanes([0; 8]);
        // SAFETY: 64 bytes, aligned.
        unsafe { _mm512_store_si512((&raw mut stored.0).cast(), lanes) };
        stored
    }
}

/// The sets, each a step further, without those that go over an edge.
#[inline]
#[target_feature(enable = "avx512f")]
fn step(sets: __m512i) -> __m512i {
    _mm512_and_si512(_mm512_rolv_epi64(sets, STEP.load()), LANDINGS.load())
}

/// The same by leaps of knights.
#[inline]
#[target_feature(enable = "avx512f")]
fn leap(sets: __m512i) -> __m512i {
    _mm512_and_si512(_mm512_rolv_epi64(sets, LEAP.load()), LEAP_LANDINGS.load())
}

/// The sets and all that they reach over `free` squares.
#[inline]
#[target_feature(enable = "avx512f")]
fn fill(sets: __m512i, free: __m512i) -> __m512i {
    let mut filled = sets;
    // Where one step may go, then two, then four.
    let mut open = _mm512_and_si512(free, LANDINGS.load());
    for steps in [&STEP, &TWO_STEPS] {
        let steps = steps.load();
        filled = _mm512_or_si512(filled, _mm512_and_si512(open, _mm512_rolv_epi64(filled, steps)));
        open = _mm512_and_si512(open, _mm512_rolv_epi64(open, steps));
    }
    let steps = FOUR_STEPS.load();
    _mm512_or_si512(filled, _mm512_and_si512(open, _mm512_rolv_epi64(filled, steps)))
}

/// Of each set the square where a ray meets it first.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
fn nearest(sets: __m512i) -> __m512i {
    let lowest = _mm512_and_si512(sets, _mm512_sub_epi64(_mm512_setzero_si512(), sets));
    let highest = _mm512_srlv_epi64(_mm512_set1_epi64(i64::MIN), _mm512_lzcnt_epi64(sets));
    _mm512_mask_mov_epi64(lowest, 0b1111_0000, highest)
}

/// Sets in which each direction also has what its opposite has.
#[inline]
#[target_feature(enable = "avx512f")]
fn both_ways(sets: __m512i) -> __m512i {
    _mm512_or_si512(sets, _mm512_shuffle_i64x2::<0b0100_1110>(sets, sets))
}

/// The men of a board: White's, Black's, then those of each role.
#[derive(Clone, Copy)]
pub(super) struct Men(__m512i);

const ROLES: usize = 2;
const PAWN: usize = ROLES + Role::Pawn as usize;
const KNIGHT: usize = ROLES + Role::Knight as usize;
const BISHOP: i64 = (ROLES + Role::Bishop as usize) as i64;
const ROOK: i64 = (ROLES + Role::Rook as usize) as i64;
const QUEEN: usize = ROLES + Role::Queen as usize;
const KING: usize = ROLES + Role::King as usize;

impl Men {
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn of(board: &Board) -> Men {
        let mut sets = Lanes([board.color(Color::White).0, board.color(Color::Black).0, 0, 0, 0, 0, 0, 0]);
        for role in Role::ALL {
            sets.0[ROLES + role as usize] = board.role(role).0;
        }
        Men(sets.load())
    }

    /// After a move, White's or Black's, by which a man arrives as `role` and what stood there is taken.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn after<const BLACK: bool>(self, from: Square, to: Square, role: Role) -> Men {
        let touched = _mm512_set1_epi64((from.bb() | to.bb()).0 as i64);
        let left = _mm512_andnot_si512(touched, self.0);
        let sets = 1 << BLACK as usize | 1 << (ROLES + role as usize);
        Men(_mm512_mask_or_epi64(left, sets, left, _mm512_set1_epi64(to.bb().0 as i64)))
    }

    /// One of the sets in all lanes.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn everywhere<const SET: usize>(self) -> __m512i {
        _mm512_permutexvar_epi64(_mm512_set1_epi64(SET as i64), self.0)
    }

    /// Those that go in the direction of each lane.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn sliders(self) -> __m512i {
        let straight_and_diagonal = _mm512_setr_epi64(ROOK, ROOK, BISHOP, BISHOP, ROOK, ROOK, BISHOP, BISHOP);
        let queens = self.everywhere::<QUEEN>();
        _mm512_or_si512(_mm512_permutexvar_epi64(straight_and_diagonal, self.0), queens)
    }

    /// The legal moves of White or Black, which may castle with the rooks in these corners, and not capture
    /// en passant. `None` in check.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt"
    )]
    pub(super) fn count<const WHITE: bool>(self, rooks: Bitboard) -> Option<u32> {
        let (white, black) = (self.everywhere::<0>(), self.everywhere::<1>());
        let (own, enemy) = if WHITE { (white, black) } else { (black, white) };
        let occupied = _mm512_or_si512(own, enemy);
        let free = _mm512_xor_si512(occupied, _mm512_set1_epi64(-1));
        let (pawns, knights) = (self.everywhere::<PAWN>(), self.everywhere::<KNIGHT>());
        let (kings, sliders) = (self.everywhere::<KING>(), self.sliders());
        let own_king = _mm512_and_si512(kings, own);

        // What the enemy attacks; the own king hides nothing.
        let captures = if WHITE { BLACK_CAPTURES } else { WHITE_CAPTURES };
        let enemy_sliders = _mm512_and_si512(sliders, enemy);
        let seen = fill(enemy_sliders, _mm512_or_si512(free, own_king));
        let beside = _mm512_mask_or_epi64(kings, captures, kings, pawns);
        let by_step = step(_mm512_or_si512(seen, _mm512_and_si512(beside, enemy)));
        let by_leap = leap(_mm512_and_si512(knights, enemy));
        let attacked = Bitboard(_mm512_reduce_or_epi64(_mm512_or_si512(by_step, by_leap)) as u64);

        let set = |lanes| _mm_cvtsi128_si64(_mm512_castsi512_si128(lanes)) as u64;
        let own_men = set(own);
        let king = Bitboard(set(own_king)).first()?;
        if attacked.has(king) {
            return None;
        }

        // In each direction from the king: an own man, and then one that sees the king when it is gone.
        let ahead = _mm512_and_si512(RAYS[king.index()].load(), occupied);
        let first = nearest(ahead);
        let second = nearest(_mm512_xor_si512(ahead, first));
        let pins = _mm512_test_epi64_mask(first, own) & _mm512_test_epi64_mask(second, enemy_sliders);
        let (mut moving, mut unpinned, mut pinned, mut on_line) = (own, own, Bitboard::EMPTY, own);
        if pins != 0 {
            let men = _mm512_maskz_mov_epi64(pins, first);
            pinned = Bitboard(_mm512_reduce_or_epi64(men) as u64);
            unpinned = _mm512_andnot_si512(_mm512_set1_epi64(pinned.0 as i64), own);
            on_line = both_ways(men);
            moving = _mm512_or_si512(unpinned, on_line);
        }
        let seen = step(fill(_mm512_and_si512(sliders, moving), free));
        let leapt = leap(_mm512_and_si512(knights, unpinned));
        let count = |to| _mm512_popcnt_epi64(_mm512_andnot_si512(own, to));
        let pieces = _mm512_reduce_add_epi64(_mm512_add_epi64(count(seen), count(leapt))) as u32;

        let own_pawns = Bitboard(set(pawns) & own_men);
        let (mut pushing, mut to_west, mut to_east) = (own_pawns, own_pawns, own_pawns);
        if (own_pawns & pinned).has_any() {
            let on_line = Lanes::store(on_line).0.map(Bitboard);
            let (rising, falling) = (on_line[NORTH_EAST], on_line[NORTH_WEST]);
            let (west, east) = if WHITE { (falling, rising) } else { (rising, falling) };
            pushing = pushing - (pinned - on_line[NORTH]);
            to_west = to_west - (pinned - west);
            to_east = to_east - (pinned - east);
        }
        let pawns =
            pawn_moves::<WHITE>([pushing, to_west, to_east], Bitboard(set(occupied)), Bitboard(set(enemy)));
        let by_king = attacks::king(king) - Bitboard(own_men) - attacked;
        let castling = Wing::both(WHITE)
            .into_iter()
            .filter(|wing| (rooks & wing.rook).has_any())
            .filter(|wing| (Bitboard(set(occupied)) & wing.between | attacked & wing.crossed).is_empty());
        Some(pieces + pawns + by_king.len() + castling.count() as u32)
    }
}

/// Steps and captures of pawns: those that may step, capture towards the a-file, and towards the h-file.
#[inline(always)]
fn pawn_moves<const WHITE: bool>(
    [pushing, to_west, to_east]: [Bitboard; 3],
    men: Bitboard,
    enemy: Bitboard,
) -> u32 {
    let (up, third, last) = if WHITE { (8, 2, 7) } else { (-8, 5, 0) };
    let step = pushing.shift(up) - men;
    let double = (step & Bitboard::rank(third)).shift(up) - men;
    let west = (to_west - Bitboard::file(0)).shift(up - 1) & enemy;
    let east = (to_east - Bitboard::file(7)).shift(up + 1) & enemy;
    let mut moves = step.len() + double.len() + west.len() + east.len();
    if ((step | west | east) & Bitboard::rank(last)).has_any() {
        for to in [step, west, east] {
            moves += (PROMOTIONS - 1) * (to & Bitboard::rank(last)).len();
        }
    }
    moves
}
