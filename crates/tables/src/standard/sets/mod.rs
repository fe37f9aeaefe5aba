//! Classes of three and four men, solved by sets of squares.
//!
//! One man, the *last*, is kept as the set of squares on which it stands, so that all of them are looked at
//! together. Positions that differ in it alone are a *row*: the place of the kings, and where the *other* man
//! stands, if there is one. No moves are counted: level by level those positions are lost of which a move was
//! just found to be answered by a win and no other move saves them, and those are won from which a move leads
//! to one that is lost.
//!
//! Where both sides have pawns, positions with a capture in passing are a *layer* of their own over the same
//! rows: they have all moves that the positions without it have, and one more.

mod conversions;
mod man;
mod rows;
mod steps;
mod values;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use chess_arbiter::attacks::{Isa, Task, with_best_isa};

use super::{Index, Side};
use crate::material::Class;
use crate::retrograde::TooLong;
use crate::solved::{Solved, Values as _};
use conversions::{Conversions, Event};
use rows::{Bad, Rows};
pub(crate) use values::Values;

/// Of two sides the first is the one of the class that is solved, whose pawns move up.
const SIDES: [usize; 2] = [0, 1];

/// Solved classes, those that others lead to.
pub(crate) type Given<'a> = dyn Fn(Class) -> Option<Arc<Solved<Index>>> + 'a;

/// Why a pair could not be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unsolved {
    /// A class that it leads to is not there.
    Missing(Class),
    /// A win takes more plies than there is room for.
    TooLong(TooLong),
    /// It was told to stop.
    Interrupted,
}

/// Whether a pair is solved here.
pub(crate) fn is_solved(pair: Class) -> bool {
    matches!(pair.men(), 3 | 4)
}

/// The values of a pair, given the classes that it leads to: those of the class, and of the swapped one where
/// that is another.
///
/// # Errors
/// See [`Unsolved`]; it is interrupted when `interrupt` is set.
pub(crate) fn solve(
    pair: Class,
    solved: &Given<'_>,
    interrupt: &AtomicBool,
) -> Result<Vec<Values>, Unsolved> {
    with_best_isa(Solve { pair, solved, interrupt })
}

struct Solve<'a> {
    pair: Class,
    solved: &'a Given<'a>,
    interrupt: &'a AtomicBool,
}

impl Task for Solve<'_> {
    type Output = Result<Vec<Values>, Unsolved>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        let Solve { pair, solved, interrupt } = self;
        let rows = Rows::new::<I>(pair);
        let [us, them] = moves(pair, solved)?;
        let mut layers = Vec::new();
        for passing in [false, true] {
            if !passing || rows.has_passing() {
                let conversions = Conversions::new::<I>(&rows, [&us, &them], passing, interrupt)?;
                layers.push(Layer::new(&rows, conversions, passing));
            }
        }
        let mut values = [us, them].map(|side| Values::new(side.index));
        for (side, values) in values.iter_mut().enumerate() {
            for layer in &layers {
                values.begin(&rows, side, layer.passing, &layer.bad[side]);
            }
        }
        Search { rows, layers }.run::<I>(&mut values, interrupt)?;
        let mut values = Vec::from(values);
        values.dedup_by_key(|values| values.class());
        Ok(values)
    }
}

/// The moves of both classes of a pair, given those that they lead to.
fn moves(pair: Class, solved: &Given<'_>) -> Result<[Side; 2], Unsolved> {
    let classes = [pair, pair.swapped()];
    match classes.into_iter().flat_map(Class::leads_to).find(|&next| solved(next).is_none()) {
        Some(missing) => Err(Unsolved::Missing(missing)),
        None => Ok(classes.map(|class| Side::of(class, &mut |next| solved(next)))),
    }
}

/// Positions that were found, or that may be: of each row a set, and the rows of which some are.
#[derive(Debug, Default)]
struct Found {
    sets: Vec<u64>,
    rows: Vec<u32>,
}

impl Found {
    fn new(rows: &Rows) -> Found {
        Found { sets: vec![0; rows.len()], rows: Vec::new() }
    }

    #[inline(always)]
    fn add(&mut self, row: usize, set: u64) {
        if set == 0 {
            return;
        }
        if self.sets[row] == 0 {
            self.rows.push(row as u32);
        }
        self.sets[row] |= set;
    }

    /// All of them, which are forgotten.
    #[inline(always)]
    fn drain(&mut self, mut each: impl FnMut(usize, u64)) {
        for row in self.rows.drain(..) {
            let row = row as usize;
            each(row, std::mem::take(&mut self.sets[row]));
        }
    }
}

/// What is known of all positions, or of those with a capture in passing; by sides to move and rows.
struct Layer {
    passing: bool,
    conversions: Conversions,
    /// Where there is no position, or the side to move has won: who comes there is not saved.
    bad: [Vec<u64>; 2],
    lost: [Vec<u64>; 2],
    /// What has to be looked at.
    candidates: [Found; 2],
}

impl Layer {
    fn new(rows: &Rows, conversions: Conversions, passing: bool) -> Layer {
        let none = |side: usize| (0..rows.len()).map(|row| !rows.positions(side, row, passing)).collect();
        Layer {
            passing,
            conversions,
            bad: SIDES.map(none),
            lost: SIDES.map(|_| vec![0; rows.len()]),
            candidates: SIDES.map(|_| Found::new(rows)),
        }
    }
}

/// What was found at a level: the side to move, the row, the set, and whether there is a capture in passing.
struct News {
    side: usize,
    row: usize,
    set: u64,
    passing: bool,
}

struct Search {
    rows: Rows,
    layers: Vec<Layer>,
}

impl Search {
    #[inline(always)]
    fn run<I: Isa>(mut self, values: &mut [Values; 2], interrupt: &AtomicBool) -> Result<(), Unsolved> {
        // Without a move and in check: of nothing else it is seen at once that it is lost.
        for layer in &mut self.layers {
            for side in SIDES {
                for row in 0..self.rows.len() {
                    layer.candidates[side].add(row, self.rows.attacked(side, row));
                }
            }
        }
        let farthest = self.layers.iter().map(|layer| layer.conversions.farthest()).max().unwrap_or(0);
        // Plies until the king is taken: mate is lost in two.
        for level in (2_u8..=Values::MOST).step_by(2) {
            if interrupt.load(Relaxed) {
                return Err(Unsolved::Interrupted);
            }
            let lost = self.newly_lost::<I>(level);
            self.look_before::<I>(&lost);
            let won = self.newly_won(level + 1);
            self.look_before::<I>(&won);
            for (plies, found) in [(level, &lost), (level + 1, &won)] {
                for news in found {
                    values[news.side].write(&self.rows, news, plies);
                }
            }
            if lost.is_empty() && won.is_empty() && usize::from(level) + 1 >= farthest {
                return Ok(());
            }
        }
        Err(Unsolved::TooLong(TooLong(u8::MAX.into())))
    }

    /// Of the candidates those that are lost at a level.
    #[inline(always)]
    fn newly_lost<I: Isa>(&mut self, level: u8) -> Vec<News> {
        let mut news = Vec::new();
        for at in 0..self.layers.len() {
            let Layer { conversions, candidates, passing, .. } = &mut self.layers[at];
            let passing = *passing;
            for Event { side, row, set } in conversions.losses(level) {
                conversions.saves[side][row] &= !set;
                candidates[side].add(row, set);
            }
            for side in SIDES {
                let mut candidates = std::mem::take(&mut self.layers[at].candidates[side]);
                candidates.drain(|row, set| {
                    let Layer { bad, lost, conversions, .. } = &self.layers[at];
                    let open = set & !(bad[side][row] | lost[side][row] | conversions.saves[side][row]);
                    if open == 0 {
                        return;
                    }
                    let plain = &self.layers[0].bad[1 - side];
                    let bad =
                        Bad { plain, passing: self.layers.get(1).map(|layer| &layer.bad[1 - side][..]) };
                    let set = self.rows.unsaved::<I>(side, row, open, bad);
                    if set != 0 {
                        news.push(News { side, row, set, passing });
                    }
                });
                self.layers[at].candidates[side] = candidates;
            }
        }
        for &News { side, row, set, passing } in &news {
            self.layers[usize::from(passing)].lost[side][row] |= set;
        }
        news
    }

    /// Of the candidates, all of which can move to what is lost, those that were not won before.
    #[inline(always)]
    fn newly_won(&mut self, level: u8) -> Vec<News> {
        let mut news = Vec::new();
        for Layer { passing, conversions, bad, candidates, .. } in &mut self.layers {
            for Event { side, row, set } in conversions.wins(level) {
                candidates[side].add(row, set);
            }
            for side in SIDES {
                candidates[side].drain(|row, set| {
                    let set = set & !bad[side][row];
                    if set != 0 {
                        bad[side][row] |= set;
                        news.push(News { side, row, set, passing: *passing });
                    }
                });
            }
        }
        news
    }

    /// Makes candidates of all positions from which a move leads to these.
    #[inline(always)]
    fn look_before<I: Isa>(&mut self, news: &[News]) {
        for &News { side, row, set, passing } in news {
            let before = 1 - side;
            let [plain, with_passing @ ..] = &mut self.layers[..] else { return };
            self.rows.before::<I>(before, row, set, passing, |row, set| {
                plain.candidates[before].add(row, set);
                for layer in with_passing.iter_mut() {
                    layer.candidates[before].add(row, set);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests;
