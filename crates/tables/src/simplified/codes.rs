//! Numbers for the ways in which the pieces of one side can stand on free squares.

use chess_arbiter::attacks::Isa;

use crate::material::Army;
use crate::simplified::tiny::{BISHOP, KNIGHT, ROOK, Set};

/// Free squares at most: all but those of the queens.
const FREE: usize = 14;
/// Pieces beside queen and pawns at most.
const PIECES: usize = 6;

/// A bijection between placements of rooks, bishops and knights on free squares and the numbers below
/// [`len`](Codes::len): first which squares are taken, in numeric order, then by what.
#[derive(Debug)]
pub(crate) struct Codes {
    pieces: u32,
    arrangements: u32,
    /// The number of a set of taken squares among those of the same size; squares counted among the free.
    rank: Box<[u16; 1 << FREE]>,
    /// By the rooks, and the bishops above them, squares counted among the taken.
    arrangement: Box<[u16; 1 << (2 * PIECES)]>,
    /// For each code the taken squares, the rooks, the bishops, the knights, squares counted among the free.
    sets: Vec<[Set; 4]>,
}

impl Codes {
    /// For the pieces of an army on this many free squares.
    pub(crate) fn new(army: Army, free: u32) -> Codes {
        let pieces = u32::from(army.pieces());
        let mut made = Codes {
            pieces,
            arrangements: 0,
            rank: Box::new([0; 1 << FREE]),
            arrangement: Box::new([0; 1 << (2 * PIECES)]),
            sets: Vec::new(),
        };
        let mut kinds = Vec::new();
        for rooks in subsets(pieces, army.rooks.into()) {
            for bishops in subsets(pieces, army.bishops.into()).filter(|bishops| bishops & rooks == 0) {
                made.arrangement[usize::from(rooks | bishops << pieces)] = kinds.len() as u16;
                kinds.push((rooks, bishops));
            }
        }
        made.arrangements = kinds.len() as u32;
        for (rank, taken) in subsets(free, pieces).enumerate() {
            made.rank[usize::from(taken)] = rank as u16;
            for &(rooks, bishops) in &kinds {
                let (rooks, bishops) = (nth_of(rooks, taken), nth_of(bishops, taken));
                made.sets.push([taken, rooks, bishops, taken & !rooks & !bishops]);
            }
        }
        made
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u32 {
        self.sets.len() as u32
    }

    /// The number of a placement: lanes as in [`TinyMen`](crate::simplified::tiny::TinyMen), all of
    /// them in `taken`, on squares of `free`.
    #[inline(always)]
    pub(crate) fn code<I: Isa>(&self, lanes: u64, taken: Set, free: Set) -> u32 {
        let rank = self.rank[I::extract(taken.into(), free.into()) as usize & ((1 << FREE) - 1)];
        let rooks = I::extract((lanes >> ROOK) as u32 & 0xFFFF, taken.into());
        let bishops = I::extract((lanes >> BISHOP) as u32 & 0xFFFF, taken.into());
        let kinds = (rooks | bishops << self.pieces) as usize & ((1 << (2 * PIECES)) - 1);
        u32::from(rank) * self.arrangements + u32::from(self.arrangement[kinds])
    }

    /// The squares taken in the placement with this number.
    #[inline(always)]
    pub(crate) fn taken<I: Isa>(&self, code: u32, free: Set) -> Set {
        I::deposit(self.sets[code as usize][0].into(), free.into()) as Set
    }

    /// The placement with this number, as lanes.
    #[inline(always)]
    pub(crate) fn lanes<I: Isa>(&self, code: u32, free: Set) -> u64 {
        let [_, rooks, bishops, knights] = self.sets[code as usize];
        let at = |set: Set| u64::from(I::deposit(set.into(), free.into()));
        at(rooks) << ROOK | at(bishops) << BISHOP | at(knights) << KNIGHT
    }
}

/// The subsets of `count` among the lowest `of` squares, in numeric order.
fn subsets(of: u32, count: u32) -> impl Iterator<Item = Set> {
    (0..1_u32 << of).filter(move |set| set.count_ones() == count).map(|set| set as Set)
}

/// The members of `set` whose numbers within `set` are in `which`.
fn nth_of(which: Set, set: Set) -> Set {
    let members = (0..16).filter(|square| set >> square & 1 != 0);
    members.enumerate().filter(|(nth, _)| which >> nth & 1 != 0).fold(0, |all, (_, square)| all | 1 << square)
}
