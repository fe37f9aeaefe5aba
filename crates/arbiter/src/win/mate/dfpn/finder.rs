//! Depth-first proof-number search (df-pn) for "the side to move mates within n moves".
//!
//! It looks first where the fewest replies are left to answer, and so finds long mates long before all
//! shorter attempts are exhausted. What it proves goes to the table of proofs and is exact, both ways: a node
//! is a position *and* the moves left, all moves of both sides are nodes, and the moves left only get fewer.
//! So there are no cycles, and no value depends on how a position was reached (the graph-history interaction
//! does not arise).
//!
//! Numbers of children are not added up, which counts what they share many times, but combined as the
//! greatest plus one for each other ("weak" proof numbers). The numbers themselves are kept under hashes: a
//! collision may mislead the search, but a proof is only ever taken from the table of proofs or from the
//! children.
//!
//! A *narrow* search leaves out moves of the attacker after which the king is free to go. It is much smaller,
//! and a mate that it finds is one; that it finds none proves nothing, and is kept with the numbers alone.

use crate::attacks::{Isa, Task};
use crate::limits::Meter;
use crate::position::Position;
use crate::rules::Rules;

use crate::win::keep::Halt;
use crate::win::mate::candidates::ListMoves;
use crate::win::mate::last_moves::{one, two};
use crate::win::mate::memory::{SearchMemory, work};
use crate::win::mate::order::Freedom;
use crate::win::mate::table::Place;

use super::numbers::{DfpnChild, INFINITE, NumberTable, ProofNumbers, Selection, number_key};

/// Moves that the search may be asked about: it recurses twice for each.
pub(in crate::win::mate) const MAX_MOVES: u32 = 100;

/// A mate in more moves than this is long: there what was begun is followed farther before anything new, as
/// if each reply to a new move took so many proofs. (Found by trial: of ten mates in 54 to 74 that are looked
/// for within 100 moves 5 in place of 4 come in 35 million positions, most of them sooner; of mates in 21 to
/// 50 within their length as many as before, in more.)
const LONG_MATE: u32 = 50;
const LONG_MATE_WIDE: u32 = 3;

/// What this search remembers from one claim to the next, beside what all searches share.
pub(in crate::win::mate) struct Finder {
    numbers: NumberTable,
    children: Vec<DfpnChild>,
}

impl Finder {
    pub(in crate::win::mate) fn new(bytes: usize) -> Finder {
        Finder { numbers: NumberTable::new(bytes), children: Vec::new() }
    }
}

/// Looks for a mate until it is found or disproved, or so many positions have been looked at in all.
pub(in crate::win::mate) struct Find<'a, R: Rules> {
    pub(in crate::win::mate) memory: &'a mut SearchMemory,
    pub(in crate::win::mate) finder: &'a mut Finder,
    pub(in crate::win::mate) meter: &'a mut Meter,
    pub(in crate::win::mate) position: &'a Position<R>,
    /// At most `MAX_MOVES`.
    pub(in crate::win::mate) moves: u32,
    /// The attacker only checks, or leaves the king at most so many squares to go to: what is found is a
    /// mate, but there may be others.
    pub(in crate::win::mate) narrow: Option<u32>,
    pub(in crate::win::mate) until: u64,
}

impl<R: Rules> Task for Find<'_, R> {
    /// A length that the mate has at most, or `None` if there is none within `moves`, or none so narrow.
    type Output = Result<Option<u32>, Halt>;
    const PORTABLE_ONLY: bool = R::PORTABLE_ONLY;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        let Find { memory, finder, meter, position, moves, narrow, until } = self;
        finder.children.clear();
        // Another search may have paused with its moves in the list.
        let first = memory.moves.len();
        let wide = if moves > LONG_MATE { LONG_MATE_WIDE } else { 1 };
        let mut work = Dfpn { memory, finder, meter, until, wide, narrow };
        let limits = ProofNumbers { proof: INFINITE, disproof: INFINITE, length: 0 };
        let found = loop {
            match work.visit::<R, I>(position, moves, true, limits) {
                Ok(value) if value.is_decided() => break Ok((value.proof == 0).then_some(value.length)),
                Ok(_) => {}
                Err(halt) => break Err(halt),
            }
        };
        memory.moves.truncate(first);
        found
    }
}

struct Dfpn<'a> {
    memory: &'a mut SearchMemory,
    finder: &'a mut Finder,
    meter: &'a mut Meter,
    until: u64,
    /// How many proofs each reply counts for where nobody has looked.
    wide: u32,
    /// See [`Find`].
    narrow: Option<u32>,
}

struct Visit<'w, 'a, R: Rules> {
    work: &'w mut Dfpn<'a>,
    position: &'w Position<R>,
    moves: u32,
    attacking: bool,
    limits: ProofNumbers,
}

impl<R: Rules> Task for Visit<'_, '_, R> {
    type Output = Result<ProofNumbers, Halt>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<ProofNumbers, Halt> {
        let Visit { work, position, moves, attacking, limits } = self;
        let first = work.finder.children.len();
        let value = if attacking {
            work.attacker::<R, I>(position, moves, limits)
        } else {
            work.defender::<R, I>(position, moves, limits)
        };
        work.finder.children.truncate(first);
        value
    }
}

impl Dfpn<'_> {
    fn visit<R: Rules, I: Isa>(
        &mut self,
        position: &Position<R>,
        moves: u32,
        attacking: bool,
        limits: ProofNumbers,
    ) -> Result<ProofNumbers, Halt> {
        I::call(Visit { work: self, position, moves, attacking, limits })
    }

    fn count(&mut self) -> Result<(), Halt> {
        self.meter.count()?;
        if self.meter.effort_nodes() >= self.until { Err(Halt::Pause) } else { Ok(()) }
    }

    /// What the table of proofs says of a position with so many moves left.
    #[inline(always)]
    fn known(&self, place: &Place, moves: u32) -> Option<ProofNumbers> {
        let bounds = self.memory.table.get(place);
        if bounds.mate <= moves {
            Some(ProofNumbers::proved(bounds.mate))
        } else if bounds.none >= moves && bounds.none > 0 {
            Some(ProofNumbers::DISPROVED)
        } else {
            None
        }
    }

    /// Where the numbers of a node are kept: those of a narrow search are its own.
    #[inline(always)]
    fn key(&self, place: &Place, moves: u32) -> u64 {
        number_key(place, moves, self.kind())
    }

    /// Which kind of search it is.
    #[inline(always)]
    fn kind(&self) -> u32 {
        self.narrow.map_or(0, |free| free + 1)
    }

    /// What was learned before of a node. Of a narrow search that may be that it is disproved; the full
    /// search has that from the table of proofs alone.
    #[inline(always)]
    fn learned(&self, place: &Place, moves: u32) -> Option<ProofNumbers> {
        let value = self.finder.numbers.get(self.key(place, moves))?;
        Some(match self.narrow {
            Some(_) if value.disproof == 0 => ProofNumbers::DISPROVED,
            _ => ProofNumbers::open(value.proof, value.disproof),
        })
    }

    /// Notes that a node is disproved: that of a narrow search proves nothing.
    #[inline(always)]
    fn disproved(&mut self, place: &Place, moves: u32, began: u64) -> ProofNumbers {
        match self.narrow {
            Some(_) => self.finder.numbers.put(self.key(place, moves), ProofNumbers::DISPROVED),
            None => self.memory.table.none(place, moves, work(self.meter, began)),
        }
        ProofNumbers::DISPROVED
    }

    /// Appends the legal moves as children with unknown values.
    #[inline(always)]
    fn list<R: Rules, I: Isa>(&mut self, position: &Position<R>) {
        let first = self.memory.moves.len();
        I::call(ListMoves { position, moves: &mut self.memory.moves });
        for choice in self.memory.moves.drain(first..) {
            self.finder.children.push(DfpnChild { mv: choice.mv, value: ProofNumbers::open(1, 1) });
        }
    }

    /// Finds where the children listed from `first` on lead, and reads what the tables say there all at once.
    #[inline(always)]
    fn locate<R: Rules>(
        &mut self,
        position: &Position<R>,
        first: usize,
        moves: u32,
        place: impl Fn(&Position<R>) -> Place,
    ) {
        let (mut touched, search) = (0, self.kind());
        let places = &mut self.memory.places;
        places.clear();
        for child in &self.finder.children[first..] {
            places.push(place(&position.play(child.mv)));
        }
        for place in places.iter() {
            touched ^=
                self.memory.table.touch(place) ^ self.finder.numbers.touch(number_key(place, moves, search));
        }
        std::hint::black_box(touched);
    }

    #[inline(always)]
    fn attacker<R: Rules, I: Isa>(
        &mut self,
        position: &Position<R>,
        moves: u32,
        limits: ProofNumbers,
    ) -> Result<ProofNumbers, Halt> {
        self.count()?;
        let began = self.meter.effort_nodes();
        let place = Place::of(position);
        if let Some(value) = self.known(&place, moves) {
            return Ok(value);
        }
        if self.memory.table.get(&place).none < 2 {
            let quick = match one::mating_move::<R, I>(position) {
                Some(mv) => Some((mv, 1)),
                None if moves == 1 => None,
                None => two::mating_move::<R, I>(self.memory, self.meter, position)?.map(|mv| (mv, 2)),
            };
            if let Some((mv, length)) = quick {
                self.memory.table.mate(&place, length, Some(mv), 4);
                return Ok(ProofNumbers::proved(length));
            }
            self.memory.table.none(&place, moves.min(2), 4);
        }
        if moves <= 2 {
            return Ok(ProofNumbers::DISPROVED);
        }
        if let Some(known) = self.memory.ending(position, &place, moves) {
            return Ok(known.map_or(ProofNumbers::DISPROVED, |(_, length)| ProofNumbers::proved(length)));
        }
        let first = self.finder.children.len();
        self.list::<R, I>(position);
        self.locate(position, first, moves - 1, Place::defending);
        let mut kept = first;
        for index in first..self.finder.children.len() {
            let mv = self.finder.children[index].mv;
            let next = position.play(mv);
            let place = self.memory.places[index - first];
            let value = match self.known(&place, moves - 1) {
                Some(value) => value,
                None => match self.learned(&place, moves - 1) {
                    Some(value) => value,
                    None => first_guess::<R, I>(&next, self.wide, self.narrow),
                },
            };
            if value.disproof > 0 {
                self.finder.children[kept] = DfpnChild { mv, value };
                kept += 1;
            }
        }
        self.finder.children.truncate(kept);
        let value = loop {
            let children = &self.finder.children[first..];
            let Some(choice) = Selection::among(children, |value| (value.proof, value.disproof)) else {
                break ProofNumbers::DISPROVED;
            };
            if choice.least == 0 {
                let length = children[choice.index].value.length + 1;
                self.memory.table.mate(
                    &place,
                    length,
                    Some(children[choice.index].mv),
                    work(self.meter, began),
                );
                return Ok(ProofNumbers::proved(length));
            }
            let value = ProofNumbers::open(choice.least, choice.combined);
            if value.proof >= limits.proof || value.disproof >= limits.disproof {
                break value;
            }
            let (index, mv) = (first + choice.index, children[choice.index].mv);
            let limits = ProofNumbers {
                proof: limits.proof.min(past(choice.second)),
                disproof: limits.disproof - choice.others,
                length: 0,
            };
            let value = self.visit::<R, I>(&position.play(mv), moves - 1, false, limits)?;
            if value.disproof == 0 {
                self.finder.children.swap_remove(index);
            } else {
                self.finder.children[index].value = value;
            }
        };
        if value.disproof == 0 {
            return Ok(self.disproved(&place, moves, began));
        }
        let key = self.key(&place, moves);
        self.finder.numbers.put(key, value);
        Ok(value)
    }

    /// The defender is to move, and the attacker has `moves` left.
    #[inline(always)]
    fn defender<R: Rules, I: Isa>(
        &mut self,
        position: &Position<R>,
        moves: u32,
        limits: ProofNumbers,
    ) -> Result<ProofNumbers, Halt> {
        self.count()?;
        let began = self.meter.effort_nodes();
        let place = Place::defending(position);
        if let Some(value) = self.known(&place, moves) {
            return Ok(value);
        }
        if moves == 1 {
            let refutes = two::refutes::<R, I>(self.memory, self.meter, position)?;
            return Ok(if refutes { ProofNumbers::DISPROVED } else { ProofNumbers::proved(1) });
        }
        let first = self.finder.children.len();
        self.list::<R, I>(position);
        if self.finder.children.len() == first {
            return Ok(if position.checkers().has_any() {
                ProofNumbers::proved(0)
            } else {
                ProofNumbers::DISPROVED
            });
        }
        self.locate(position, first, moves, Place::of);
        let (mut kept, mut longest) = (first, 1);
        for index in first..self.finder.children.len() {
            let mv = self.finder.children[index].mv;
            let next = position.play(mv);
            let child = self.memory.places[index - first];
            let value = match self.known(&child, moves) {
                Some(value) => value,
                None => match self.learned(&child, moves) {
                    Some(value) => value,
                    None if one::mating_move::<R, I>(&next).is_some() => ProofNumbers::proved(1),
                    None => ProofNumbers::open(1, 1),
                },
            };
            if value.disproof == 0 {
                return Ok(self.disproved(&place, moves, began));
            }
            if value.proof == 0 {
                longest = longest.max(value.length);
                continue;
            }
            self.finder.children[kept] = DfpnChild { mv, value };
            kept += 1;
        }
        self.finder.children.truncate(kept);
        loop {
            let children = &self.finder.children[first..];
            let Some(choice) = Selection::among(children, |value| (value.disproof, value.proof)) else {
                self.memory.table.mate(&place, longest, None, work(self.meter, began));
                return Ok(ProofNumbers::proved(longest));
            };
            let value = ProofNumbers::open(choice.combined, choice.least);
            if value.proof >= limits.proof || value.disproof >= limits.disproof {
                let key = self.key(&place, moves);
                self.finder.numbers.put(key, value);
                return Ok(value);
            }
            let (index, mv) = (first + choice.index, children[choice.index].mv);
            let limits = ProofNumbers {
                proof: limits.proof - choice.others,
                disproof: limits.disproof.min(past(choice.second)),
                length: 0,
            };
            let value = self.visit::<R, I>(&position.play(mv), moves, true, limits)?;
            if value.disproof == 0 {
                return Ok(self.disproved(&place, moves, began));
            }
            if value.proof == 0 {
                longest = longest.max(value.length);
                self.finder.children.swap_remove(index);
            } else {
                self.finder.children[index].value = value;
            }
        }
    }
}

/// How far a child is followed before the next best, so that the search does not go to and fro between two
/// that look alike. (Pawlewicz and Lew, "Improving depth-first PN-search: 1 + ε trick", 2006; the part was
/// found by trial.)
#[inline(always)]
fn past(second: u32) -> u32 {
    second + second / 16 + 1
}

/// A position of the defender nobody has looked at: the more replies there are, and above all the more
/// squares the king can go to, the more proofs are needed. (The weights were found by trial, on mates
/// in 9 to 12.)
#[inline(always)]
fn first_guess<R: Rules, I: Isa>(position: &Position<R>, wide: u32, narrow: Option<u32>) -> ProofNumbers {
    match Freedom::of::<R, I>(position) {
        Freedom { moves: 0, .. } if position.checkers().has_any() => ProofNumbers::proved(0),
        Freedom { moves: 0, .. } => ProofNumbers::DISPROVED,
        Freedom { of_royal, .. }
            if narrow.is_some_and(|free| of_royal > free) && position.checkers().is_empty() =>
        {
            ProofNumbers::DISPROVED
        }
        Freedom { moves, of_royal } => ProofNumbers::open(wide * (moves + 8 * of_royal) / 2, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::with_best_isa;
    use crate::format::fen;
    use crate::limits::Limits;
    use crate::moves::legal_moves;
    use crate::rules::Standard;
    use crate::win::exhaust::Claim;
    use crate::win::mate::endings::Endings;
    use crate::win::mate::search::{MateSearch, Mating};
    use crate::win::mate::table::MateTable;

    /// Both searches, each with tables of its own, on positions from random play, where kings wander.
    #[test]
    fn both_searches_agree() {
        let mut chance = 1u64;
        let mut below = |n: usize| {
            chance = chance.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            (chance >> 33) as usize % n
        };
        let (mut yes, mut no, mut narrowly) = (0, 0, 0);
        while yes + no < 400 {
            let mut position = fen::position::<Standard>(fen::START).unwrap();
            for _ in 0..200 {
                let moves = legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                let men = position.board().color(!position.turn()).len();
                if men < 9 && below(8) == 0 {
                    let mut meter = Meter::new(&Limits::default());
                    let (mut finder, moves) = (Finder::new(1 << 20), 3);
                    let mut memory = SearchMemory::new(MateTable::new(1 << 20), Endings::default());
                    // What narrow searches note must not mislead the full one that shares their tables.
                    let found = [Some(0), Some(1), None].map(|narrow| {
                        let (memory, finder, meter) = (&mut memory, &mut finder, &mut meter);
                        let (position, until) = (&position, u64::MAX);
                        let find = Find { memory, finder, meter, position, moves, narrow, until };
                        let Ok(found) = with_best_isa(find) else { panic!("no limit was set") };
                        found.is_some()
                    });
                    let mut search = MateSearch::new(Mating, 1 << 20);
                    let decided = search.prove(&mut meter, &position, Claim::Reaches(moves));
                    let holds = decided.is_ok_and(|decided| decided.holds);
                    let text = fen::write::<Standard>(&position.to_setup());
                    assert_eq!(found[2], holds, "{text}");
                    assert!(holds || found == [false; 3], "{text}");
                    if holds {
                        yes += 1
                    } else {
                        no += 1
                    }
                    narrowly += u32::from(found[0]);
                }
                position = position.play(moves[below(moves.len())]);
            }
        }
        assert!(yes > 10 && no > 100 && narrowly > 5, "{yes} {no} {narrowly}");
    }
}
