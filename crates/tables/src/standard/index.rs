//! Numbers for the positions of an ending of standard chess.
//!
//! A symmetry brings the kings to their place ([`Places`]). The rest of a number says where the
//! other men stand, kind by kind, each kind on any squares of the board (pawns: of their six
//! ranks, or of these a file and its mirror image, where only such positions are meant): numbers in which two
//! men share a square are not used, and neither are those of positions that cannot be, with the waiting king
//! attacked.
//!
//! Where both sides have pawns, positions in which a pawn has just made a double step and can be
//! captured in passing, as far as pawns show, follow after all others: they have moves of their own
//! and a past of their own.

use std::ops::Range;

use chess_arbiter::board::Role;

use super::MAX_MEN;
use super::board::{FLIP, Frame, Places, SEEN, ways};
use super::kinds::{Kind, Kinds};
use crate::error::TooLarge;
use crate::material::{Class, MAX_STANDARD_MEN, folded};
use crate::positions::LIMIT;

/// All men at most.
pub(super) const MEN: usize = MAX_STANDARD_MEN as usize;
/// Men beside the kings at most.
pub(super) const OTHERS: usize = MEN - 2;

/// The squares of the men of a class: our king, theirs, our other men, theirs, each side's from queens to
/// pawns. Seen from the side to move, whose pawns move up.
pub(super) type Squares = [u8; MEN];

/// Our file and theirs where a pawn of ours stands beside one of theirs.
static NEIGHBOURS: [[u8; 2]; 14] = {
    let mut pairs = [[0; 2]; 14];
    let mut left = 0;
    while left < 7 {
        pairs[2 * left as usize] = [left, left + 1];
        pairs[2 * left as usize + 1] = [left + 1, left];
        left += 1;
    }
    pairs
};
/// The first square of our fifth rank, on which pawns are captured in passing.
pub(super) const FIFTH: u8 = 32;

/// Positions with a pawn that can be captured in passing: the place of the kings, the two pawns, the rest.
#[derive(Debug)]
struct Passing {
    /// Among the squares, the pawns that stand side by side: the first of each side.
    pawns: [usize; 2],
    /// The files on which they can stand.
    files: Vec<[u8; 2]>,
    /// The others, with those two left out.
    rest: Kinds,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Index {
    class: Class,
    /// Turning the board over, if that makes a difference.
    flip: u8,
    places: &'static Places,
    kinds: Kinds,
    passing: Option<Passing>,
    /// Positions in which no pawn can be captured in passing.
    plain: u32,
    len: u32,
}

/// A position of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    pub(super) squares: Squares,
    /// Their pawn that can be captured in passing, by its place among the squares.
    pub(super) passing: Option<usize>,
}

/// A run of positions that differ in the men of the last kind alone.
#[derive(Debug, Default)]
pub(crate) struct Run {
    numbers: Range<u32>,
    squares: Squares,
}

impl Index {
    /// The index of a class, which must not be [too large](Index::size).
    pub(crate) fn new(class: Class) -> Index {
        // With more men a side could have pawns of several kinds, and captures in passing know one.
        debug_assert!(class == class.whole() || u32::from(class.men()) <= MAX_MEN);
        let kinds = Kinds::new(class);
        let places = Places::of(class.has_pawns());
        let pawns = |ours| kinds.kinds.iter().find(|kind| kind.role == Role::Pawn && kind.ours == ours);
        let passing = pawns(true).zip(pawns(false)).map(|(ours, theirs)| {
            let pawns = [ours.first, theirs.first];
            let may_stand = |kind: &Kind, file: u8| kind.area.file.is_none_or(|is| is == folded(file));
            let files = NEIGHBOURS
                .into_iter()
                .filter(|&[left, right]| may_stand(ours, left) && may_stand(theirs, right))
                .collect();
            let mut rest = kinds.clone();
            rest.kinds.iter_mut().filter(|kind| kind.role == Role::Pawn).for_each(|kind| {
                kind.first += 1;
                kind.men -= 1;
            });
            rest.kinds.retain(|kind| kind.men > 0);
            Passing { pawns, files, rest: rest.numbered() }
        });
        let place_count = places.kings.len() as u32;
        let plain = place_count * kinds.len;
        let more =
            passing.as_ref().map_or(0, |passing| place_count * passing.files.len() as u32 * passing.rest.len);
        let flip = if class.has_pawns() { FLIP } else { 0 };
        Index { class, flip, places, kinds, passing, plain, len: plain + more }
    }

    /// The length of the index of a class.
    ///
    /// # Errors
    /// It has more men than [`MAX_STANDARD_MEN`], or more positions than [`LIMIT`].
    pub(crate) fn size(class: Class) -> Result<u32, TooLarge> {
        if class.men() > MAX_STANDARD_MEN {
            return Err(TooLarge { class, len: u64::MAX });
        }
        let len = u64::from(Kinds::new(class).len) * Places::of(class.has_pawns()).kings.len() as u64;
        // Those with a capture in passing are fewer than a hundredth of the others.
        if len + len / 64 >= LIMIT.into() { Err(TooLarge { class, len }) } else { Ok(Index::new(class).len) }
    }

    pub(crate) fn class(&self) -> Class {
        self.class
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// How many numbers follow one another with the kings on the same squares, captures in passing apart.
    pub(crate) fn of_kings(&self) -> u32 {
        self.kinds.len
    }

    /// The numbers of positions with both kings on the diagonal: those have half as many forms as the others.
    pub(crate) fn on_diagonal(&self) -> Range<u32> {
        self.places.plain * self.kinds.len..if self.class.has_pawns() { 0 } else { self.len }
    }

    /// Whether kings at this place stand on the diagonal.
    #[inline(always)]
    pub(super) fn is_diagonal(&self, place: u16) -> bool {
        u32::from(place) >= self.places.plain
    }

    /// Whether positions with a capture in passing have numbers.
    pub(super) fn has_passing(&self) -> bool {
        self.passing.is_some()
    }

    /// The role of each of our men and then of theirs, the kings apart; and how many are ours.
    pub(super) fn roles(&self) -> ([Role; OTHERS], usize) {
        let mut roles = [Role::Pawn; OTHERS];
        for kind in &self.kinds.kinds {
            roles[kind.first - 2..kind.first - 2 + kind.men].fill(kind.role);
        }
        (roles, usize::from(self.class.us.men()) - 1)
    }

    /// The file on which each of these men must stand, or its mirror image, where only such positions are
    /// meant.
    pub(super) fn files(&self) -> [Option<u8>; OTHERS] {
        let mut files = [None; OTHERS];
        for kind in &self.kinds.kinds {
            files[kind.first - 2..kind.first - 2 + kind.men].fill(kind.area.file);
        }
        files
    }

    /// The symmetry that takes kings to their place, turning the board over included, and the place.
    #[inline(always)]
    pub(super) fn frame(&self, squares: &Squares, turned: bool) -> Frame {
        let flip = if turned { self.flip } else { 0 };
        let seen = &SEEN[usize::from(flip)];
        let [us, them] = [squares[0], squares[1]].map(|square| seen[usize::from(square & 63)]);
        let Frame { symmetry, place } = self.places.frame(us, them);
        Frame { symmetry: symmetry ^ flip, place }
    }

    /// The number of a position without a capture in passing. Its squares are seen from the other side if
    /// `turned`; kings must not touch.
    #[inline(always)]
    pub(super) fn number(&self, squares: &Squares, turned: bool) -> u32 {
        self.number_seen(self.frame(squares, turned), squares)
    }

    /// The same, through a symmetry that takes the kings to their place.
    #[inline(always)]
    pub(super) fn number_seen(&self, frame: Frame, squares: &Squares) -> u32 {
        u32::from(frame.place) * self.kinds.len
            + self.kinds.rank(squares, &SEEN[usize::from(frame.symmetry & 7)])
    }

    /// The numbers of the positions with one of the men elsewhere, handed to `each` as differences from the
    /// number of the position.
    #[inline(always)]
    pub(super) fn moved(
        &self,
        frame: Frame,
        squares: &Squares,
        man: usize,
        mut to: u64,
        mut each: impl FnMut(u32),
    ) {
        let seen = &SEEN[usize::from(frame.symmetry & 7)];
        let Some(kind) =
            self.kinds.kinds.iter().find(|kind| (kind.first..kind.first + kind.men).contains(&man))
        else {
            return;
        };
        let without = 0_u32.wrapping_sub(kind.rank(squares, seen) * kind.stride);
        let (area, stride) = (kind.area, kind.stride);
        while to != 0 {
            let square = to.trailing_zeros() as u8;
            to &= to - 1;
            let rank = if kind.men == 1 {
                u32::from(area.number(seen[usize::from(square)]))
            } else {
                let mut squares = *squares;
                squares[man] = square;
                kind.rank(&squares, seen)
            };
            each(without.wrapping_add(rank * stride));
        }
    }

    /// The number of a position, which may have a capture in passing.
    pub(super) fn number_placed(&self, placed: &Placed, turned: bool) -> u32 {
        let (Some(passing), Some(theirs)) = (&self.passing, placed.passing) else {
            return self.number(&placed.squares, turned);
        };
        let frame = self.frame(&placed.squares, turned);
        let seen = &SEEN[usize::from(frame.symmetry & 7)];
        let mut squares = placed.squares;
        squares.swap(theirs, passing.pawns[1]);
        let file = |man: usize| seen[usize::from(squares[man])] % 8;
        let beside = |man: usize| {
            seen[usize::from(squares[man])] / 8 == FIFTH / 8
                && file(man).abs_diff(file(passing.pawns[1])) == 1
        };
        // Of two pawns that can capture it the one on the left counts.
        let ours = passing.pawns[0]..2 + self.roles().1;
        let Some(ours) = ours.filter(|&man| beside(man)).min_by_key(|&man| file(man)) else {
            return self.number(&placed.squares, turned);
        };
        squares.swap(ours, passing.pawns[0]);
        let files = passing.pawns.map(|man| seen[usize::from(squares[man])] % 8);
        let pair = passing.files.iter().position(|&pair| pair == files).unwrap_or(0) as u32;
        let place = u32::from(frame.place) * passing.files.len() as u32 + pair;
        self.plain + place * passing.rest.len + passing.rest.rank(&squares, seen)
    }

    /// The position with a number. Two of its men may share a square; and where two pawns can
    /// capture the same in passing, only one of the two numbers is that of the position.
    #[inline(always)]
    pub(super) fn placed(&self, number: u32, run: &mut Run) -> Placed {
        if number < self.plain {
            return Placed { squares: self.squares(number, run), passing: None };
        }
        self.placed_passing(number)
    }

    #[inline(never)]
    fn placed_passing(&self, number: u32) -> Placed {
        let mut squares = Squares::default();
        let Some(passing) = &self.passing else { return Placed { squares, passing: None } };
        let number = number - self.plain;
        let (place, rest) = (number / passing.rest.len, number % passing.rest.len);
        let (kings, pair) = (place / passing.files.len() as u32, place % passing.files.len() as u32);
        squares[..2].copy_from_slice(&self.places.kings[kings as usize]);
        for (man, file) in passing.pawns.into_iter().zip(passing.files[pair as usize]) {
            squares[man] = FIFTH + file;
        }
        passing.rest.place(rest, &mut squares);
        Placed { squares, passing: Some(passing.pawns[1]) }
    }

    #[inline(always)]
    fn squares(&self, number: u32, run: &mut Run) -> Squares {
        let Some(last) = self.kinds.kinds.last() else {
            let mut squares = Squares::default();
            squares[..2].copy_from_slice(&self.places.kings[number as usize]);
            return squares;
        };
        if !run.numbers.contains(&number) {
            let len = ways(last.on, last.men as u32);
            let start = number / len * len;
            run.numbers = start..start + len;
            let place = start / self.kinds.len;
            run.squares[..2].copy_from_slice(&self.places.kings[place as usize]);
            self.kinds.place(start % self.kinds.len, &mut run.squares);
        }
        let mut squares = run.squares;
        last.place(number - run.numbers.start, &mut squares);
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::standard_up_to;

    /// From numbers to positions and back, also turned over.
    fn round_trip(class: Class, step: usize) {
        let index = Index::new(class);
        let men = usize::from(class.men());
        let (mut run, mut found) = (Run::default(), 0);
        for number in (0..index.len()).step_by(step) {
            let placed = index.placed(number, &mut run);
            let mut squares = placed.squares[..men].to_vec();
            squares.sort_unstable();
            squares.dedup();
            if squares.len() < men {
                continue;
            }
            found += 1;
            let turned =
                |placed: Placed| Placed { squares: placed.squares.map(|square| square ^ 56), ..placed };
            let mut forms = vec![placed];
            if !class.has_pawns() {
                forms.push(turned(placed));
            }
            let mirror =
                |placed: &Placed| Placed { squares: placed.squares.map(|square| square ^ 7), ..*placed };
            forms.extend(forms.clone().iter().map(mirror));
            for form in forms {
                let back = index.number_placed(&form, false);
                // Kings on the diagonal stay there in two symmetries, and a pawn can be captured by two.
                if index.on_diagonal().contains(&number) {
                    let kings = |number| index.placed(number, &mut Run::default()).squares[..2].to_vec();
                    assert_eq!(kings(back), kings(number));
                } else if index.placed(back, &mut Run::default()).squares == placed.squares {
                    assert_eq!(back, number, "{class} {form:?}");
                } else {
                    assert!(placed.passing.is_some() && men > 4, "{class} {form:?}");
                }
                if class.has_pawns() {
                    assert_eq!(index.number(&turned(form).squares, true), index.number(&form.squares, false));
                }
            }
        }
        assert!(found > 0);
    }

    #[test]
    fn numbers_are_those_of_positions() {
        for class in standard_up_to(4).into_iter().flat_map(|class| [class, class.swapped()]) {
            round_trip(class, if class.men() < 4 { 1 } else { 97 });
        }
        for class in ["KPvKP", "KQQQvK", "KPPvKP", "KPPPvK", "KPvKRP", "KRNvKB"] {
            round_trip(class.parse().unwrap(), 10_007);
        }
        for (name, us, them) in [
            ("KPvKP", [0, 1, 0, 0], [1, 0, 0, 0]),
            ("KPvKP", [0, 0, 0, 1], [0, 0, 0, 1]),
            ("KPvKP", [1, 0, 0, 0], [0, 0, 0, 1]),
            ("KPPvK", [1, 0, 1, 0], [0; 4]),
            ("KPPvK", [0, 0, 2, 0], [0; 4]),
            ("KQvKP", [0; 4], [0, 0, 1, 0]),
        ] {
            let class: Class = name.parse().unwrap();
            let class = Class { us: class.us.on_files(us), them: class.them.on_files(them) };
            round_trip(class, 97);
            round_trip(class.swapped(), 97);
        }
        let index = Index::new("KPvKP".parse().unwrap());
        assert_eq!((index.plain, index.len()), (1806 * 48 * 48, 1806 * (48 * 48 + 14)));
        (index.plain..index.len()).for_each(|number| {
            let placed = index.placed(number, &mut Run::default());
            let mut squares = placed.squares[..4].to_vec();
            squares.sort_unstable();
            squares.dedup();
            assert!(placed.passing == Some(3));
            assert!(squares.len() < 4 || index.number_placed(&placed, false) == number);
        });
    }
}
