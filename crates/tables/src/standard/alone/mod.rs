//! Classes in which one side has a king alone, solved by sets of squares.
//!
//! A king alone never wins, and neither checks nor pins, so that no moves need be counted: level by level the
//! positions are lost in which none of its moves saves it, and those are won from which a move leads to one
//! of them. One piece of the other side, the *last*, is kept as the set of squares on which it stands, so
//! that all of them are looked at together. Positions that differ in it alone are a *row*: the place of the
//! kings, and where the *other* man stands, if there is one.

mod conversions;
mod steps;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use chess_arbiter::attacks::{self, Isa, Task, with_best_isa};
use chess_arbiter::board::{Role, Square};

use super::board::Places;
use super::men::{RANK_3, RANK_8, attacked, bit, reach, squares};
use super::{Index, NoValue};
use crate::material::{Class, PIECES, folded};
use crate::solved::{Solved, entry};
use conversions::Conversions;
use steps::{Step, Steps, reaching};

/// Squares of the other man: if there is none only the first is used.
const SQUARES: usize = 64;
/// Whether a pair is solved here: a king alone against a king, a piece and one man more at most.
pub(super) fn is_solved(pair: Class) -> bool {
    pair.them.men() == 1 && pair.us.men() <= 3 && pair.us.pieces() > 0
}

/// Solved classes, those that others lead to.
type Given<'a> = dyn Fn(Class) -> Option<Arc<Solved<Index>>> + 'a;

/// The values of both classes of such a pair, given those it leads to.
///
/// # Errors
/// One of them is missing, or `interrupt` was set.
pub(super) fn solve(
    pair: Class,
    solved: &Given<'_>,
    interrupt: &AtomicBool,
) -> Result<[(Class, Solved<Index>); 2], NoValue> {
    with_best_isa(Solve { pair, solved, interrupt })
}

struct Solve<'a> {
    pair: Class,
    solved: &'a Given<'a>,
    interrupt: &'a AtomicBool,
}

impl Task for Solve<'_> {
    type Output = Result<[(Class, Solved<Index>); 2], NoValue>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        let mut rows = Rows::new::<I>(self.pair);
        let conversions = Conversions::new(&rows, self.solved);
        let conversions = conversions.map_err(|class| NoValue::NoTable(class.whole()))?;
        let [mut ours, mut theirs] = [self.pair, self.pair.swapped()].map(Entries::new);
        let mut won_by_last = vec![0; rows.places.kings.len()];
        // Plies until the king is taken: mate is lost in two.
        for level in (2..).step_by(2) {
            if self.interrupt.load(Relaxed) {
                return Err(NoValue::Interrupted);
            }
            for (so_far, won) in won_by_last.iter_mut().zip(conversions.won_by_last(level - 1)) {
                *so_far |= won;
            }
            let lost = rows.newly_lost::<I>(level, &conversions, &won_by_last);
            theirs.write(&rows, level, &lost);
            let won = rows.newly_won::<I>(&lost, conversions.promotions(level + 1));
            ours.write(&rows, level + 1, &won);
            let any = lost.iter().chain(&won).any(|&found| found != 0);
            if !any && level > conversions.longest {
                break;
            }
        }
        Ok([ours, theirs].map(Entries::solved))
    }
}

/// The rows of a pair, and what is known of them. All is seen by the side with more men, whose pawns move up.
struct Rows {
    pair: Class,
    places: &'static Places,
    /// By places.
    steps: Vec<Steps>,
    last: Role,
    other: Option<Role>,
    /// Where the last cannot stand; all squares in rows that are none.
    taken: Vec<u64>,
    /// With the last on these squares the king alone is in check.
    in_check: Vec<u64>,
    /// What is lost for the king alone to move, and won for the others.
    lost: Vec<u64>,
    won: Vec<u64>,
}

impl Rows {
    #[inline(always)]
    fn new<I: Isa>(pair: Class) -> Rows {
        let places = Places::of(pair.has_pawns());
        // The stronger piece is the last: most is gained by looking at all of its moves together.
        let roles = PIECES.into_iter().chain([Role::Pawn]);
        let mut men = roles.flat_map(|role| (0..pair.us.count(role)).map(move |_| role));
        let (last, other) = (men.next().unwrap_or(Role::Queen), men.next());
        let len = places.kings.len() * SQUARES;
        let [lost, won, mut in_check] = [(); 3].map(|()| vec![0; len]);
        let mut taken = vec![!0; len];
        let steps = places.kings.iter().map(|&kings| Steps::of(places, kings)).collect();
        for (place, &[us, them]) in places.kings.iter().enumerate() {
            for at in squares_of(pair, other) {
                let (kings, row) = (bit(us) | bit(them), place * SQUARES + usize::from(at));
                let man = other.map_or(0, |_| bit(at));
                if kings & man != 0 {
                    continue;
                }
                taken[row] = kings | man;
                in_check[row] = reach::<I>(last, them, bit(us) | man);
                if other.is_some_and(|role| attacked::<I>(role, true, at, kings) & bit(them) != 0) {
                    in_check[row] |= !attacks::between(Square::wrap(at), Square::wrap(them)).0;
                }
                in_check[row] &= !taken[row];
            }
        }
        Rows { pair, places, steps, last, other, taken, in_check, lost, won }
    }

    /// All rows: the place of the kings, the square of the other man, the number.
    fn all(&self) -> impl Iterator<Item = (usize, u8, usize)> + use<> {
        let (pair, other) = (self.pair, self.other);
        (0..self.places.kings.len()).flat_map(move |place| {
            squares_of(pair, other).map(move |at| (place, at, place * SQUARES + usize::from(at)))
        })
    }

    /// The row after a step of a king.
    #[inline(always)]
    fn row_after(&self, step: Step, other: u8) -> usize {
        step.place * SQUARES + if self.other.is_some() { usize::from(step.there(other)) } else { 0 }
    }

    /// Whether the other man stands on a square.
    #[inline(always)]
    fn is_other(&self, other: u8, square: u8) -> bool {
        self.other.is_some() && other == square
    }

    /// What is lost for the king alone at a level and was not before, by rows.
    #[inline(always)]
    fn newly_lost<I: Isa>(&mut self, level: u16, conversions: &Conversions, won_by_last: &[u64]) -> Vec<u64> {
        let mut found = vec![0; self.lost.len()];
        for (place, other, row) in self.all() {
            let open = !(self.taken[row] | self.lost[row]);
            if open == 0 {
                continue;
            }
            let us = bit(self.places.kings[place][0]);
            let (mut saved, mut may_move) = (0, 0);
            for &step in &self.steps[place].theirs {
                let to = bit(step.to);
                if self.is_other(other, step.to) {
                    // Captures it, unless the last guards it.
                    let legal = !(reach::<I>(self.last, step.to, us) | to);
                    may_move |= legal;
                    saved |= legal & !step.back(won_by_last[step.place]);
                    continue;
                }
                let after = self.row_after(step, other);
                let legal = step.back(!(self.in_check[after] | self.taken[after]));
                may_move |= legal;
                saved |= legal & !step.back(self.won[after]);
                // Captures the last where it stands there, unless the other man guards it.
                if self.other.is_none_or(|role| attacked::<I>(role, true, other, us) & to == 0) {
                    may_move |= to;
                    if !(1..level).contains(&conversions.other_alone[after]) {
                        saved |= to;
                    }
                }
            }
            found[row] = open & !saved & (self.in_check[row] | may_move);
        }
        self.lost.iter_mut().zip(&found).for_each(|(lost, found)| *lost |= found);
        found
    }

    /// What is won by a move to what was just lost, or by these promotions, and was not before, by rows.
    #[inline(always)]
    fn newly_won<I: Isa>(&mut self, lost: &[u64], promotions: &[(usize, u64)]) -> Vec<u64> {
        let mut found = vec![0; self.won.len()];
        for &(row, set) in promotions {
            found[row] |= set & !self.won[row];
        }
        for (place, other, row) in self.all() {
            let open = !(self.taken[row] | self.in_check[row] | self.won[row]);
            if open == 0 {
                continue;
            }
            found[row] |= reaching(self.last, lost[row], !self.taken[row]);
            let to = self.other.map_or(0, |role| moves_of::<I>(role, other, self.places.kings[place]));
            for to in squares(to) {
                let over = attacks::between(Square::wrap(other), Square::wrap(to)).0;
                found[row] |= lost[place * SQUARES + usize::from(to)] & !over;
            }
            for &step in &self.steps[place].ours {
                if !self.is_other(other, step.to) {
                    found[row] |= step.back(lost[self.row_after(step, other)]);
                }
            }
            found[row] &= open;
        }
        self.won.iter_mut().zip(&found).for_each(|(won, found)| *won |= found);
        found
    }
}

/// The squares on which the other man can stand: one, if there is none.
fn squares_of(pair: Class, other: Option<Role>) -> impl Iterator<Item = u8> {
    let on_files =
        move |square: u8| pair.us.files.is_none_or(|files| files[usize::from(folded(square % 8))] > 0);
    let range = match other {
        None => 0..1,
        Some(Role::Pawn) => 8..56,
        Some(_) => 0..64,
    };
    range.filter(move |&square| other != Some(Role::Pawn) || on_files(square))
}

/// The squares to which it moves within its class, the last out of the way.
#[inline(always)]
fn moves_of<I: Isa>(role: Role, from: u8, kings: [u8; 2]) -> u64 {
    let occupied = bit(kings[0]) | bit(kings[1]);
    if role == Role::Pawn {
        let step = bit(from) << 8 & !(occupied | RANK_8);
        return step | (step & RANK_3) << 8 & !occupied;
    }
    reach::<I>(role, from, occupied) & !occupied
}

/// The squares of two men of our side in the order of their roles, after the kings: that of the side to move
/// first, which is the other if `turned`.
fn in_order([us, them]: [u8; 2], a: (Role, u8), b: (Role, u8), turned: bool) -> [u8; 4] {
    let [first, second] = if a.0 as u8 >= b.0 as u8 { [a.1, b.1] } else { [b.1, a.1] };
    if turned { [them, us, first, second] } else { [us, them, first, second] }
}

/// The entries of a class.
struct Entries {
    class: Class,
    index: Index,
    entries: Vec<u8>,
}

impl Entries {
    fn new(class: Class) -> Entries {
        let index = Index::new(class);
        let entries = vec![0; index.len() as usize];
        Entries { class, index, entries }
    }

    /// Writes what is won or lost in so many plies.
    fn write(&mut self, rows: &Rows, plies: u16, found: &[u64]) {
        let turned = self.class != rows.pair;
        for (place, other, row) in rows.all() {
            for last in squares(found[row]) {
                let other = (rows.other.unwrap_or(Role::Pawn), other);
                let squares = in_order(rows.places.kings[place], (rows.last, last), other, turned);
                let [us, them, first, second] = squares;
                let number = self.index.number(&[us, them, first, second, 0], turned);
                self.entries[number as usize] = entry::<Index>(plies);
            }
        }
    }

    fn solved(self) -> (Class, Solved<Index>) {
        let of_range = |range: Range<u32>, into: &mut [u8]| {
            into.copy_from_slice(&self.entries[range.start as usize..range.end as usize]);
        };
        (self.class, Solved::of(self.class, of_range))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::{plan, standard_up_to};
    use crate::positions::Positions;
    use crate::retrograde::{LevelWork, Retrograde};
    use crate::shelf::Shelf;
    use crate::solved::Pages;
    use crate::standard::Side;
    use crate::standard::index::Run;

    /// Every entry, on files too, is what counting moves makes it. `ARBITER_LONG=1`: of all such classes.
    #[test]
    fn the_same_as_by_counting() {
        let mut shelf = Shelf::default();
        let never = AtomicBool::new(false);
        let mut compared = 0;
        let mut wanted = standard_up_to(4);
        wanted.retain(|class| class.them.men() == 1);
        if std::env::var_os("ARBITER_LONG").is_none() {
            wanted.retain(|class| ["KQQvK", "KNPvK"].contains(&class.to_string().as_str()));
        }
        for pair in plan(wanted) {
            let mut state = Retrograde::<Side>::new(pair, |class| shelf.get(class).cloned());
            while state.step(&LevelWork::default(), &never).unwrap() {}
            for half in &state.halves {
                shelf.put(half.positions.class(), half.solved(state.past));
            }
            let held = |class: Class| shelf.get(class).or_else(|| shelf.get(class.whole())).cloned();
            let mut pairs = vec![pair];
            if pair.has_pawns() {
                let on = |file: usize| {
                    let mut files = [0; 4];
                    files[file] = 1;
                    pair.us.on_files(files)
                };
                pairs.extend((0..4).map(|file| Class { us: on(file), ..pair }));
            }
            for pair in pairs.into_iter().filter(|&pair| is_solved(pair)) {
                for (class, found) in solve(pair, &held, &never).unwrap() {
                    let counted = held(class.whole()).unwrap();
                    let (mut run, mut pages) = (Run::default(), Pages::default());
                    for number in 0..found.index.len() {
                        let placed = found.index.placed(number, &mut run);
                        let mut standing = placed.squares[..usize::from(class.men())].to_vec();
                        standing.sort_unstable();
                        standing.dedup();
                        if standing.len() == usize::from(class.men()) {
                            let expected =
                                counted.value(&mut pages, counted.index.number(&placed.squares, false));
                            let value = found.value(&mut Pages::default(), number);
                            assert_eq!(value, expected, "{class} {:?}", placed.squares);
                            compared += 1;
                        }
                    }
                }
            }
        }
        assert!(compared > 30_000_000, "{compared}");
        let solve = |pair: &str, interrupt| {
            solve(pair.parse().unwrap(), &|_| None, &AtomicBool::new(interrupt)).unwrap_err()
        };
        assert_eq!(solve("KQvK", true), NoValue::Interrupted);
        assert_eq!(solve("KQRvK", false), NoValue::NoTable("KQvK".parse().unwrap()));
    }
}
