//! Tables of bounds, which show that the side to move does not mate within so many moves, as
//! `docs/certificate.md` has them: `tables` beside `refutation`.
//!
//! A byte for each position with the attacker to move says within how many of its moves it does not
//! mate, 255 if it never does. The numbers of positions are simpler than those of our own tables:
//! who checks them should need little.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chess_arbiter::attacks::{Isa, Task, with_best_isa};
use chess_arbiter::win::{BoundTables, Moves, Plies};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use rayon::prelude::*;

use super::index::{Placed, Squares};
use super::{CHUNK, Index, Side};
use crate::material::Class;
use crate::solved::{Pages, Solved};

/// It never mates.
const NEVER: u8 = u8::MAX;
/// Where the defender's king is brought: without pawns by all symmetries of the board, else by
/// turning files over.
const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];

/// How a table is packed. What is won by trying harder is not worth the time.
const PACKED: Compression = Compression::new(6);

/// The tables of a class, the attacker's men first, and of all that it leads to; `None` if one of
/// them cannot be solved, or when it is to stop.
pub(super) fn tables(
    class: Class,
    moves: Option<Moves>,
    solved: &mut dyn FnMut(Class) -> Option<Arc<Solved<Index>>>,
    stop: &dyn Fn() -> bool,
) -> Option<BoundTables> {
    let most =
        moves.map_or(NEVER, |moves| u8::try_from(moves.0).map_or(NEVER - 1, |most| most.min(NEVER - 1)));
    let mut tables = BoundTables::new();
    for class in reached_from(class) {
        // The larger ones are asked for first, so that all of them are solved.
        let table = solved(class)?;
        let side = Side::of(class, solved);
        let bytes = bytes(&side, &table, most, stop)?;
        // Writing to memory does not fail.
        let mut packer = ZlibEncoder::new(Vec::new(), PACKED);
        packer.write_all(&bytes).ok()?;
        let packed = lengthened(packer.finish().ok()?, bytes.len());
        tables.insert(class.to_string(), BASE64_STANDARD.encode(packed));
    }
    Some(tables)
}

/// Data of zlib with so many blocks of nothing that they have half as many bytes as they say: who checks a
/// table looks at each of these, which is to be paid for by its text.
fn lengthened(mut packed: Vec<u8>, bytes: usize) -> Vec<u8> {
    /// A stored block that is not the last, its length, and all bits of this exchanged (RFC 1951, 3.2.4).
    const EMPTY: [u8; 5] = [0, 0, 0, 0xff, 0xff];
    let missing = bytes.div_ceil(2).saturating_sub(packed.len());
    // After the header, where blocks begin with a byte.
    packed.splice(2..2, EMPTY.repeat(missing.div_ceil(EMPTY.len())));
    packed
}

/// A class and all that it leads to, with the attacker to move; but for those in which it has a
/// king alone, which never mates. Those with more men first.
fn reached_from(class: Class) -> Vec<Class> {
    let (mut found, mut waiting) = (BTreeSet::new(), vec![class]);
    while let Some(class) = waiting.pop() {
        if class.us.men() > 1 && found.insert(class) {
            let by_attacker = class.leads_to().map(Class::swapped);
            let by_defender = class.swapped().leads_to();
            waiting.extend(by_attacker.chain(by_defender));
        }
    }
    let mut found: Vec<Class> = found.into_iter().collect();
    found.sort_by_key(|class| std::cmp::Reverse((class.men(), class.pawns())));
    found
}

/// Bytes of the table of a class.
fn len(class: Class) -> usize {
    let region = if class.has_pawns() { 32 } else { TRIANGLE.len() };
    region << (6 * (class.men() - 1))
}

/// Whether who checks the tables of a class has room for them in the memory that it takes unasked, 1 GiB: it
/// holds each table and the answers of the defender. With five men and a pawn these are a gigabyte each.
/// Without pawns 475 MB are enough, but a certificate (`KRRvKR`) has 115 MB, is written in 12 s and
/// examined in 41 s of processor time.
pub(super) fn are_sensible(class: Class) -> bool {
    len(class) <= 1 << 28
}

/// The table of a class before it is packed, with no byte greater than `most`; `None` when it is to stop.
fn bytes(side: &Side, solved: &Solved<Index>, most: u8, stop: &dyn Fn() -> bool) -> Option<Vec<u8>> {
    let mut bytes = vec![0; len(side.index.class())];
    for (round, bytes) in bytes.chunks_mut(ROUND).enumerate() {
        if stop() {
            return None;
        }
        bytes.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, bytes)| {
            with_best_isa(Fill { side, solved, most, start: round * ROUND + chunk * CHUNK, bytes });
        });
    }
    Some(bytes)
}

/// So many numbers are done before it is asked whether to stop.
const ROUND: usize = 1 << 24;

struct Fill<'a> {
    side: &'a Side,
    solved: &'a Solved<Index>,
    most: u8,
    /// The number of the first.
    start: usize,
    bytes: &'a mut [u8],
}

impl Task for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let Fill { side, solved, most, start, bytes } = self;
        let class = side.index.class();
        // A number that is no position repeats the one before, which packs best.
        let (mut last, mut pages) = (0, Pages::default());
        for (number, byte) in (start..).zip(bytes) {
            let placed = Placed { squares: squares(class, number), passing: None };
            if side.may_stand(&placed.squares) && side.is_position::<I>(&placed) {
                let plies = u32::from(solved.value(&mut pages, side.index.number_placed(&placed, false)));
                let least = Plies(plies.saturating_sub(class.end())).moves().0;
                last = if plies % 2 == 1 { (least - 1) as u8 } else { NEVER }.min(most);
            }
            *byte = last;
        }
    }
}

/// The men of a number, in our order: our king, theirs, our other men, theirs.
#[inline(always)]
fn squares(class: Class, number: usize) -> Squares {
    let men = usize::from(class.men());
    let square = |man: usize| (number >> (6 * (men - 1 - man)) & 63) as u8;
    let region = number >> (6 * (men - 1));
    let theirs = if class.has_pawns() { (region % 4 + region / 4 * 8) as u8 } else { TRIANGLE[region] };
    let mut squares = Squares::default();
    (squares[0], squares[1]) = (square(1), theirs);
    squares[2..men].iter_mut().zip(2..).for_each(|(place, man)| *place = square(man));
    squares
}
