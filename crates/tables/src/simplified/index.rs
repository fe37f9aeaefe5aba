//! A bijection between the positions of a class of material, those that are alike under a symmetry of
//! the board counted once, and the numbers below [`Index::len`].
//!
//! A symmetry takes the two queens to one of a few places, the *skeleton*. On the board without pawns there
//! are 33: in 27 of them only one symmetry does so, and the other men can stand in any way. In six both
//! queens stand on the long diagonal, so that reflecting in it leaves them there. Of two placements of our
//! pieces that are reflections of each other the one with the lower code counts; where our placement is its
//! own reflection, the same is said of theirs. If that is too, the position is *symmetric*: it has four forms
//! on the board and not eight.
//!
//! With pawns only the mirror remains. Our queen is brought to the files a and b, which fixes the symmetry,
//! and the pawns belong to the skeleton.

mod any;

use std::marker::PhantomData;

use chess_arbiter::attacks::{Isa, Portable};
use chess_arbiter::rules::{Pawns, Rules};

pub use any::AnyIndex;

use crate::error::TooLarge;
use crate::material::Class;
use crate::positions::LIMIT;
use crate::simplified::codes::Codes;
use crate::simplified::tiny::{Set, Tiny, TinyMen, seen, square, transposed};

/// The symmetry that reflects in the long diagonal a1–d4.
const REFLECTION: u8 = 4;
const DIAGONAL: Set = 0x8421;

/// See the module.
#[derive(Debug)]
pub struct Index<R> {
    class: Class,
    /// By the squares of the queens, ours times 16: the symmetry, and the number of the place it takes them
    /// to.
    places: Box<[(u8, u8); 256]>,
    skeletons: Vec<Skeleton>,
    /// With pawns: the skeleton by place, our pawns, their pawns.
    by_pawns: Vec<u32>,
    us: Codes,
    them: Codes,
    /// Positions of a skeleton without reflection.
    block: u32,
    /// Skeletons from this one on have a reflection.
    plain: u32,
    folds: Vec<Fold>,
    len: u32,
    symmetric: u32,
    rules: PhantomData<R>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Skeleton {
    us: TinyMen,
    them: TinyMen,
    /// Squares for our pieces.
    free: Set,
}

/// A skeleton with a reflection.
#[derive(Debug)]
struct Fold {
    /// Number of its first position.
    base: u32,
    /// By the code of our placement.
    twins: Vec<Twin>,
    /// Of each two reflections the lower code.
    lower: Vec<u32>,
    /// Our placements that are their own reflection.
    own: Vec<Own>,
}

#[derive(Clone, Copy, Debug)]
enum Twin {
    /// The lower of the two: its number among these.
    Lower(u32),
    /// The higher: the number of the other.
    Higher(u32),
    /// Its own reflection: its number among these.
    Own(u32),
}

#[derive(Debug)]
struct Own {
    code: u32,
    /// Number of its first position within the fold.
    base: u32,
    /// By the code of their placement: twice its number among those that count, and whether it is its own
    /// reflection.
    numbers: Vec<u32>,
    /// Their placements that count.
    codes: Vec<u32>,
}

/// The number of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IndexPlace {
    /// Its number.
    pub index: u32,
    /// Whether it is its own reflection.
    pub symmetric: bool,
}

/// Positions with consecutive numbers in which our men stand alike.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    pub(crate) us: TinyMen,
    /// Their queen and pawns.
    pub(crate) them: TinyMen,
    /// Squares for their pieces.
    pub(crate) free: Set,
    /// Their placements in order, from a number on if it is not the list of those that count.
    first: u32,
    codes: Option<&'a Own>,
    /// How many there are from the number asked for to the end of the run.
    pub(crate) len: u32,
}

impl Run<'_> {
    /// Their code at this distance from the number asked for, and whether the position is symmetric.
    #[inline(always)]
    pub(crate) fn code(&self, at: u32) -> (u32, bool) {
        match self.codes {
            None => (self.first + at, false),
            Some(own) => {
                let code = own.codes[(self.first + at) as usize];
                (code, own.numbers[code as usize] & 1 != 0)
            }
        }
    }
}

impl<R: Rules> Index<R> {
    /// The index of a class.
    ///
    /// # Panics
    /// The class has [`LIMIT`] positions or more: [`AnyIndex::len_of`] says so before.
    pub fn new(class: Class) -> Index<R> {
        let size = Index::<R>::size(class);
        assert!(size < LIMIT.into(), "{}", TooLarge { class, len: size });
        let (places, queens) = places::<R>();
        let pawns = u32::from(class.us.pawns + class.them.pawns);
        let free = 14 - pawns;
        let us = Codes::new(class.us, free);
        let them = Codes::new(class.them, free - u32::from(class.us.pieces()));
        let block = us.len() * them.len();
        let mut made = Index {
            class,
            places,
            skeletons: Vec::new(),
            by_pawns: Vec::new(),
            us,
            them,
            block,
            plain: 0,
            folds: Vec::new(),
            len: 0,
            symmetric: 0,
            rules: PhantomData,
        };
        if R::PAWNS == Pawns::None {
            for (us, them) in queens {
                made.skeletons.push(Skeleton::new(us, them, 0, 0));
            }
            made.plain = made.skeletons.iter().take_while(|skeleton| !skeleton.folds()).count() as u32;
        } else {
            made.place_pawns(&queens);
            made.plain = made.skeletons.len() as u32;
        }
        made.len = made.plain * block;
        for number in made.plain as usize..made.skeletons.len() {
            let fold = made.fold(made.skeletons[number]);
            made.folds.push(fold);
        }
        debug_assert_eq!(u64::from(made.len), size, "{class}");
        made
    }

    /// The length of the index of a class, were it made, however large it is.
    pub(crate) fn size(class: Class) -> u64 {
        let (_, queens) = places::<R>();
        let Class { us, them } = class;
        let kinds = [us.rooks, us.bishops, us.knights, them.rooks, them.bishops, them.knights].map(u64::from);
        let (ours, theirs) = (u64::from(us.pawns), u64::from(them.pawns));
        let mut free = 14_u64.saturating_sub(ours + theirs);
        let block = kinds.iter().fold(1, |product, &count| {
            let ways = product * choose(free, count);
            free = free.saturating_sub(count);
            ways
        });
        if R::PAWNS == Pawns::None {
            let folds = queens.iter().filter(|&&(us, them)| Skeleton::new(us, them, 0, 0).folds()).count();
            // The queens leave two squares of the diagonal. Of placements that are not their own reflection
            // one in two counts.
            return (queens.len() - folds) as u64 * block + folds as u64 * (block + fixed(&kinds, 2, 6)) / 2;
        }
        let skeletons = |&(us, them): &(Set, Set)| -> u64 {
            let free = |squares: Set| u64::from((squares & !(us | them)).count_ones());
            // Our pawns on the first row are in nobody's way, those in the middle are in the way of theirs.
            let ways = |middle| {
                choose(free(0x000F), ours - middle)
                    * choose(free(0x0FF0), middle)
                    * choose(free(0xFFF0).saturating_sub(middle), theirs)
            };
            (0..=ours).map(ways).sum()
        };
        queens.iter().map(skeletons).sum::<u64>() * block
    }

    fn place_pawns(&mut self, queens: &[(Set, Set)]) {
        let sets = |count: u8, squares: Set| {
            (0..=squares).filter(move |set| set & !squares == 0 && set.count_ones() == u32::from(count))
        };
        self.by_pawns = vec![0; queens.len() * PAWN_SETS * PAWN_SETS];
        for (place, &(us, them)) in queens.iter().enumerate() {
            for ours in sets(self.class.us.pawns, 0x0FFF & !(us | them)) {
                for theirs in sets(self.class.them.pawns, 0xFFF0 & !(us | them | ours)) {
                    let number = pawn_number(place, ours, theirs);
                    self.by_pawns[number] = self.skeletons.len() as u32;
                    self.skeletons.push(Skeleton::new(us, them, ours, theirs));
                }
            }
        }
    }

    /// Numbers the positions of a skeleton with a reflection, from the end of those numbered before.
    fn fold(&mut self, skeleton: Skeleton) -> Fold {
        let mut fold = Fold { base: self.len, twins: Vec::new(), lower: Vec::new(), own: Vec::new() };
        let reflected = |codes: &Codes, code: u32, free: Set, free_there: Set| {
            let lanes = codes.lanes::<Portable>(code, free);
            let taken = transposed(codes.taken::<Portable>(code, free).into()) as Set;
            codes.code::<Portable>(transposed(lanes), taken, free_there)
        };
        for code in 0..self.us.len() {
            let other = reflected(&self.us, code, skeleton.free, skeleton.free);
            fold.twins.push(if code < other {
                fold.lower.push(code);
                Twin::Lower(fold.lower.len() as u32 - 1)
            } else if code > other {
                match fold.twins[other as usize] {
                    Twin::Lower(number) => Twin::Higher(number),
                    twin => twin,
                }
            } else {
                fold.own.push(Own { code, base: 0, numbers: Vec::new(), codes: Vec::new() });
                Twin::Own(fold.own.len() as u32 - 1)
            });
        }
        let mut base = fold.lower.len() as u32 * self.them.len();
        for own in &mut fold.own {
            let free = skeleton.free & !self.us.taken::<Portable>(own.code, skeleton.free);
            own.base = base;
            for code in 0..self.them.len() {
                let other = reflected(&self.them, code, free, free);
                let number = if code > other {
                    own.numbers[other as usize]
                } else {
                    own.codes.push(code);
                    self.symmetric += u32::from(code == other);
                    (own.codes.len() as u32 - 1) << 1 | u32::from(code == other)
                };
                own.numbers.push(number);
            }
            base += own.codes.len() as u32;
        }
        self.len += base;
        fold
    }

    /// The class it is for.
    pub fn class(&self) -> Class {
        self.class
    }

    /// How many positions there are, those alike under a symmetry counted once.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// How many positions there are on the board.
    pub fn positions(&self) -> u64 {
        let forms = if R::PAWNS == Pawns::None { 8 } else { 2 };
        u64::from(self.len) * forms - u64::from(self.symmetric) * (forms / 2)
    }

    /// The number of a position, which must be of the class.
    #[inline(always)]
    pub fn place<I: Isa>(&self, position: Tiny) -> IndexPlace {
        let (symmetry, place) = self.frame(position.us.queen(), position.them.queen());
        self.place_seen::<I>(place, position.us.seen::<R>(symmetry), position.them.seen::<R>(symmetry))
    }

    /// Whether a position is its own reflection.
    pub(crate) fn is_symmetric(&self, index: u32) -> bool {
        self.symmetric > 0 && self.run::<Portable>(index).code(0).1
    }

    /// The numbers of the positions that are their own reflections.
    pub(crate) fn symmetric(&self) -> impl Iterator<Item = u32> + '_ {
        self.folds.iter().flat_map(|fold| {
            fold.own.iter().flat_map(|own| {
                let base = fold.base + own.base;
                let symmetric = move |&(_, code): &(usize, &u32)| own.numbers[*code as usize] & 1 != 0;
                own.codes.iter().enumerate().filter(symmetric).map(move |(nth, _)| base + nth as u32)
            })
        })
    }

    /// The symmetry that takes queens to their place, and its number.
    #[inline(always)]
    pub(crate) fn frame(&self, us: Set, them: Set) -> (u8, u8) {
        self.places[square(us) << 4 | square(them)]
    }

    /// [`place`](Index::place) for a position that is already seen through its symmetry.
    #[inline(always)]
    pub(crate) fn place_seen<I: Isa>(&self, place: u8, us: TinyMen, them: TinyMen) -> IndexPlace {
        let number = if R::PAWNS == Pawns::None {
            place.into()
        } else {
            self.by_pawns[pawn_number(place.into(), us.pawns, them.pawns)]
        };
        let free = !(us.queen() | them.queen() | us.pawns | them.pawns);
        let taken = us.pieces();
        let ours = self.us.code::<I>(us.lanes, taken, free);
        if R::PAWNS == Pawns::None && number >= self.plain {
            return self.place_folded::<I>(number, ours, us, them);
        }
        let theirs = self.them.code::<I>(them.lanes, them.pieces(), free & !taken);
        IndexPlace { index: number * self.block + ours * self.them.len() + theirs, symmetric: false }
    }

    #[inline(always)]
    fn place_folded<I: Isa>(&self, number: u32, ours: u32, us: TinyMen, them: TinyMen) -> IndexPlace {
        let fold = &self.folds[(number - self.plain) as usize];
        let (us, them, lower) = match fold.twins[ours as usize] {
            Twin::Lower(lower) => (us, them, lower),
            Twin::Higher(lower) => (us.seen::<R>(REFLECTION), them.seen::<R>(REFLECTION), lower),
            Twin::Own(own) => {
                let own = &fold.own[own as usize];
                let free = !(us.all() | them.queen());
                let number = own.numbers[self.them.code::<I>(them.lanes, them.pieces(), free) as usize];
                return IndexPlace {
                    index: fold.base + own.base + (number >> 1),
                    symmetric: number & 1 != 0,
                };
            }
        };
        let theirs = self.them.code::<I>(them.lanes, them.pieces(), !(us.all() | them.queen()));
        IndexPlace { index: fold.base + lower * self.them.len() + theirs, symmetric: false }
    }

    /// The positions from a number on in which our men stand alike.
    #[inline(always)]
    pub(crate) fn run<I: Isa>(&self, index: u32) -> Run<'_> {
        let plain = self.plain * self.block;
        let (skeleton, ours, first, codes) = if index < plain {
            let (number, rest) = (index / self.block, index % self.block);
            (number, rest / self.them.len(), rest % self.them.len(), None)
        } else {
            // All of them have the same length.
            let size = (self.len - plain) / self.folds.len().max(1) as u32;
            let number = (index - plain) / size;
            let fold = &self.folds[number as usize];
            let rest = index - fold.base;
            let lower = rest / self.them.len();
            if (lower as usize) < fold.lower.len() {
                (self.plain + number, fold.lower[lower as usize], rest % self.them.len(), None)
            } else {
                let own = &fold.own[fold.own.partition_point(|own| own.base <= rest) - 1];
                (self.plain + number, own.code, rest - own.base, Some(own))
            }
        };
        let Skeleton { mut us, them, free } = self.skeletons[skeleton as usize];
        us.lanes |= self.us.lanes::<I>(ours, free);
        let free = free & !us.pieces();
        let all = codes.map_or(self.them.len(), |own| own.codes.len() as u32);
        Run { us, them, free, first, codes, len: all - first }
    }

    /// Squares of their pieces in a placement of a run.
    #[inline(always)]
    pub(crate) fn taken<I: Isa>(&self, run: &Run<'_>, code: u32) -> Set {
        self.them.taken::<I>(code, run.free)
    }

    /// Their men in a placement of a run.
    #[inline(always)]
    pub(crate) fn them<I: Isa>(&self, run: &Run<'_>, code: u32) -> TinyMen {
        TinyMen { lanes: run.them.lanes | self.them.lanes::<I>(code, run.free), pawns: run.them.pawns }
    }

    /// The position with a number, and whether it is symmetric.
    #[inline(always)]
    pub fn position<I: Isa>(&self, index: u32) -> (Tiny, bool) {
        let run = self.run::<I>(index);
        let (code, symmetric) = run.code(0);
        (Tiny { us: run.us, them: self.them::<I>(&run, code) }, symmetric)
    }
}

impl Skeleton {
    fn new(us: Set, them: Set, our_pawns: Set, their_pawns: Set) -> Skeleton {
        Skeleton {
            us: TinyMen { lanes: us.into(), pawns: our_pawns },
            them: TinyMen { lanes: them.into(), pawns: their_pawns },
            free: !(us | them | our_pawns | their_pawns),
        }
    }

    /// Whether both queens stand on the long diagonal.
    fn folds(self) -> bool {
        (self.us.queen() | self.them.queen()) & !DIAGONAL == 0
    }
}

/// The ways to choose `k` of `n`.
fn choose(n: u64, k: u64) -> u64 {
    if k > n { 0 } else { (0..k).fold(1, |product, i| product * (n - i) / (i + 1)) }
}

/// The placements of so many men of each kind that a reflection leaves as they are, on so many squares that
/// it leaves where they are and so many pairs of squares that it swaps.
fn fixed(kinds: &[u64], singles: u64, pairs: u64) -> u64 {
    let Some((&count, rest)) = kinds.split_first() else { return 1 };
    (0..=count / 2)
        .map(|two| (two, count - 2 * two))
        .filter(|&(two, one)| two <= pairs && one <= singles)
        .map(|(two, one)| choose(pairs, two) * choose(singles, one) * fixed(rest, singles - one, pairs - two))
        .sum()
}

/// Sets of at most two of the sixteen squares.
const PAWN_SETS: usize = 137;

#[inline(always)]
fn pawn_number(place: usize, ours: Set, theirs: Set) -> usize {
    // The higher square, and the lower or none: n (n + 1) / 2 + lower + 1.
    let number = |set: Set| match set {
        0 => 0,
        set => {
            let high = 15 - set.leading_zeros() as usize;
            let rest = set ^ 1 << high;
            let low = if rest == 0 { 0 } else { rest.trailing_zeros() as usize + 1 };
            1 + high * (high + 1) / 2 + low
        }
    };
    (place * PAWN_SETS + number(ours)) * PAWN_SETS + number(theirs)
}

/// By the squares of both queens the symmetry that brings them to their place and its number; and the places,
/// those on the long diagonal last.
type Places = (Box<[(u8, u8); 256]>, Vec<(Set, Set)>);

fn places<R: Rules>() -> Places {
    let symmetries = if R::PAWNS == Pawns::None { 8 } else { 2 };
    let through = |pair: (Set, Set), s| (seen(pair.0.into(), s) as Set, seen(pair.1.into(), s) as Set);
    let pairs =
        || (0..256).filter(|pair| pair / 16 != pair % 16).map(|pair| (1 << (pair / 16), 1 << (pair % 16)));
    // The place of a pair is the lowest of its forms, if one stands on the long diagonal the lowest of those.
    let folds = |pair: (Set, Set)| symmetries == 8 && (pair.0 | pair.1) & !DIAGONAL == 0;
    let best =
        |pair| (0..symmetries).min_by_key(|&s| (!folds(through(pair, s)), through(pair, s))).unwrap_or(0);
    let mut queens: Vec<(Set, Set)> = pairs().filter(|&pair| through(pair, best(pair)) == pair).collect();
    queens.sort_by_key(|&pair| (folds(pair), pair));
    let mut table = Box::new([(0, 0); 256]);
    for pair in pairs() {
        let symmetry = best(pair);
        let place = queens.iter().position(|&place| place == through(pair, symmetry));
        table[square(pair.0) << 4 | square(pair.1)] = (symmetry, place.unwrap_or(0) as u8);
    }
    (table, queens)
}

#[cfg(test)]
mod tests;
