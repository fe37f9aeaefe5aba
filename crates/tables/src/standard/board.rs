//! The symmetries of the large board, where kings can stand up to them, and sets of like men as numbers.

use std::sync::LazyLock;

/// Squares of the board.
const SQUARES: usize = 64;

/// Where a symmetry takes each square: 1 mirrors, 2 flips, 4 transposes after that.
pub(super) static SEEN: [[u8; SQUARES]; 8] = {
    let mut table = [[0; SQUARES]; 8];
    let mut at = 0;
    while at < 8 * SQUARES {
        let (symmetry, square) = (at / SQUARES, (at % SQUARES) as u8);
        let (mut file, mut rank) = (square % 8, square / 8);
        if symmetry & 1 != 0 {
            file = 7 - file;
        }
        if symmetry & 2 != 0 {
            rank = 7 - rank;
        }
        if symmetry & 4 != 0 {
            (file, rank) = (rank, file);
        }
        table[symmetry][square as usize] = file + 8 * rank;
        at += 1;
    }
    table
};

/// Where a symmetry takes a set of squares.
#[inline(always)]
pub(super) fn seen_set(mut set: u64, symmetry: u8) -> u64 {
    if symmetry & 1 != 0 {
        set = set.swap_bytes().reverse_bits();
    }
    if symmetry & FLIP != 0 {
        set = set.swap_bytes();
    }
    if symmetry & TRANSPOSE != 0 {
        // Blocks of 4×4 squares on either side of the diagonal, in them those of 2×2, then squares.
        for (by, squares) in [(28, 0xF0F0_F0F0), (14, 0x0000_CCCC_0000_CCCC), (7, 0x00AA_00AA_00AA_00AA)] {
            let change = (set ^ set >> by) & squares;
            set ^= change ^ change << by;
        }
    }
    set
}

/// The symmetry that takes everything back.
pub(super) const fn inverse(symmetry: u8) -> u8 {
    if symmetry & TRANSPOSE == 0 {
        return symmetry;
    }
    // A mirror before the transposition is a flip after it.
    TRANSPOSE | (symmetry & 1) << 1 | (symmetry & FLIP) >> 1
}

/// The symmetry that turns the board over, with which the two sides change places.
pub(super) const FLIP: u8 = 2;
/// The symmetry that reflects in the diagonal a1–h8.
pub(super) const TRANSPOSE: u8 = 4;
/// The diagonal a1–h8.
pub(super) const DIAGONAL: u64 = 0x8040_2010_0804_0201;
/// The squares below it.
pub(super) const BELOW: u64 = 0x0080_C0E0_F0F8_FCFE;

/// A symmetry and where it takes a pair of kings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) symmetry: u8,
    /// The number of the place of the kings, or [`Frame::NONE`].
    pub(super) place: u16,
}

impl Frame {
    /// Kings that touch.
    pub(super) const NONE: u16 = u16::MAX;
}

/// Where two kings can stand, those alike under the symmetries of a class counted once.
///
/// Without pawns there are eight symmetries. Our king is brought to the triangle a1–d1–d4, and if
/// it stands on the diagonal, theirs on or below it. Where both stand on the diagonal, reflecting
/// in it leaves them there: these places come last, and of two positions that are reflections of
/// each other *both* have a number.
///
/// With pawns only the mirror remains: our king is brought to the files a to d.
#[derive(Debug)]
pub(super) struct Places {
    frames: Box<[Frame]>,
    /// Ours and theirs.
    pub(super) kings: Vec<[u8; 2]>,
    /// The places from this one on have both kings on the diagonal.
    pub(super) plain: u32,
}

impl Places {
    /// The places for classes with pawns, or without.
    pub(super) fn of(pawns: bool) -> &'static Places {
        static ALL: [LazyLock<Places>; 2] =
            [LazyLock::new(|| Places::new(false)), LazyLock::new(|| Places::new(true))];
        &ALL[usize::from(pawns)]
    }

    fn new(pawns: bool) -> Places {
        let symmetries = if pawns { 2 } else { 8 };
        let on_diagonal = |square: u8| DIAGONAL >> square & 1 != 0;
        let standing = |[us, them]: [u8; 2]| {
            let above = |square: u8| !on_diagonal(square) && BELOW >> square & 1 == 0;
            us % 8 < 4 && (pawns || us / 8 < 4 && !above(us) && !(on_diagonal(us) && above(them)))
        };
        let touch =
            |[us, them]: [u8; 2]| (us % 8).abs_diff(them % 8) <= 1 && (us / 8).abs_diff(them / 8) <= 1;
        let pairs = || (0..SQUARES * SQUARES).map(|pair| [(pair / SQUARES) as u8, (pair % SQUARES) as u8]);
        let mut kings: Vec<[u8; 2]> = pairs().filter(|&pair| standing(pair) && !touch(pair)).collect();
        let folds = |pair: &[u8; 2]| !pawns && pair.iter().all(|&square| on_diagonal(square));
        kings.sort_by_key(folds);
        let plain = kings.iter().filter(|pair| !folds(pair)).count() as u32;
        let frame = |pair: [u8; 2]| {
            let through = |symmetry: usize| pair.map(|square| SEEN[symmetry][usize::from(square)]);
            let symmetry = (0..symmetries).find(|&symmetry| standing(through(symmetry))).unwrap_or(0);
            let place = kings.iter().position(|&place| place == through(symmetry));
            Frame { symmetry: symmetry as u8, place: place.map_or(Frame::NONE, |place| place as u16) }
        };
        Places { frames: pairs().map(frame).collect(), kings, plain }
    }

    /// The symmetry that takes kings to their place.
    #[inline(always)]
    pub(super) fn frame(&self, us: u8, them: u8) -> Frame {
        self.frames[usize::from(us & 63) << 6 | usize::from(them & 63)]
    }
}

/// Men alike are a set, numbered by their squares in order: the lowest of `k` at its own number, the next at
/// that of pairs, and so on. Up to this many.
pub(super) const MAX_ALIKE: usize = 3;

/// In how many ways so many men alike stand on so many squares.
pub(super) const fn ways(squares: u32, men: u32) -> u32 {
    match men {
        0 => 1,
        1 => squares,
        2 => squares * (squares - 1) / 2,
        _ => squares * (squares - 1) * (squares - 2) / 6,
    }
}

/// The number of a set of men alike, lowest square first.
#[inline(always)]
pub(super) fn rank(men: &[u32]) -> u32 {
    match *men {
        [a] => a,
        [a, b] => ways(b, 2) + a,
        [a, b, c] => ways(c, 3) + ways(b, 2) + a,
        _ => 0,
    }
}

/// The sets of two and of three men alike, by their numbers.
pub(super) static SETS: LazyLock<[Vec<[u8; MAX_ALIKE]>; 2]> = LazyLock::new(|| {
    let below = |top: u8| 0..top;
    let pairs = below(64).flat_map(|b| below(b).map(move |a| [a, b, 0])).collect();
    let triples = below(64).flat_map(|c| below(c).flat_map(move |b| below(b).map(move |a| [a, b, c])));
    [pairs, triples.collect()]
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_kings() {
        let places = |pawns| (Places::of(pawns).kings.len(), Places::of(pawns).plain);
        assert_eq!((places(false), places(true)), ((462, 441), (1806, 1806)));
        for pawns in [false, true] {
            let (places, mut found) = (Places::of(pawns), vec![0; 1806]);
            for pair in 0..4096_u16 {
                let (us, them) = ((pair / 64) as u8, (pair % 64) as u8);
                let Frame { symmetry, place } = places.frame(us, them);
                if place == Frame::NONE {
                    continue;
                }
                let seen = [us, them].map(|square| SEEN[usize::from(symmetry)][usize::from(square)]);
                assert_eq!(places.kings[usize::from(place)], seen);
                found[usize::from(place)] += 1;
            }
            // All 3612 pairs; on the diagonal two symmetries lead to the same place.
            let forms = |place: u32| {
                if pawns {
                    2
                } else if place < places.plain {
                    8
                } else {
                    4
                }
            };
            assert!((0..places.kings.len()).all(|place| found[place] == forms(place as u32)));
            assert_eq!(found.iter().sum::<u32>(), 3612);
        }
    }

    #[test]
    fn sets_through_symmetries() {
        for (symmetry, seen) in (0..).zip(&SEEN) {
            for (square, &to) in seen.iter().enumerate() {
                assert_eq!(seen_set(1 << square, symmetry), 1 << to, "{symmetry} {square}");
                assert_eq!(seen_set(1 << to, inverse(symmetry)), 1 << square, "{symmetry} {square}");
            }
        }
    }

    #[test]
    fn sets_of_men_alike() {
        for (sets, men) in SETS.iter().zip([2_usize, 3]) {
            assert_eq!(sets.len() as u32, ways(64, men as u32));
            for (number, set) in sets.iter().enumerate() {
                let squares: Vec<u32> = set[..men].iter().map(|&square| square.into()).collect();
                assert!(squares.is_sorted());
                assert_eq!(rank(&squares), number as u32);
            }
        }
    }

    #[test]
    fn the_board_below_its_diagonal() {
        for square in 0..64_u8 {
            assert_eq!(BELOW >> square & 1 != 0, square % 8 > square / 8);
            assert_eq!(DIAGONAL >> square & 1 != 0, square % 8 == square / 8);
        }
    }
}
