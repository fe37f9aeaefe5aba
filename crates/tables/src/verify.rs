//! Re-checks tables: is every entry what its successors make it?
//!
//! That is enough. A win in `k` plies has a successor that is lost in `k - 1`, a loss only successors that
//! are won sooner: by induction these are true. The positions that are never decided have no lost successor
//! and one of their own kind: whoever has to move there can stay among them.
//!
//! Moves are those of the library's generator, not of the one that builds.

use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use chess_arbiter::attacks::{Isa, Task, with_best_isa};
use chess_arbiter::format::fen;
use chess_arbiter::position::Position;
use chess_arbiter::rules::{Rules, RulesKind, Simplified, SimplifiedPawns, Standard};
use rayon::prelude::*;

use crate::build::sides;
use crate::error::{FileError, TableFault};
use crate::file::{self, Counts, TableFile};
use crate::index;
use crate::material::Class;
use crate::positions::Numbered;
use crate::shelf::Shelf;
use crate::solved::{Pages, Solved};

/// Why a table was not found to be right.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A file.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is none.
    #[error("{0}: no such table")]
    Missing(Class),
    /// A class that it leads to has none.
    #[error("{0} cannot be checked without {1}, to which it leads")]
    MissingNext(Class, Class),
    /// An entry is wrong.
    #[error("{class}: {position} is said to be {stored}, but its moves make it {expected}")]
    Wrong {
        /// The class.
        class: Class,
        /// The position, as FEN.
        position: String,
        /// What the table says.
        stored: String,
        /// What follows from its successors.
        expected: String,
    },
    /// The header counts something else.
    #[error("{0}: the counts in the header are not those of its entries")]
    Counts(Class),
    /// It was told to stop.
    #[error("interrupted")]
    Interrupted,
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckedEntries {
    /// Entries.
    pub entries: u64,
    /// Of these, positions in which the royal cannot be taken at once.
    pub quiet: u64,
}

/// Positions as the library knows them, and their numbers.
pub(crate) trait Known: Rules {
    /// How they are numbered.
    type Index: Numbered;

    /// The position with a number, if any has it, and whether it has half as many forms as others.
    fn position<I: Isa>(index: &Self::Index, number: u32) -> (Option<Position<Self>>, bool);

    /// The class of a position and its number, for which `index` gives the index; `None` if there is none.
    fn number<'a, I: Isa>(
        position: &Position<Self>,
        index: impl FnOnce(Class) -> Option<&'a Self::Index>,
    ) -> Option<(Class, u32)>
    where
        Self::Index: 'a;

    /// What its moves make a position: `next` is handed what those that keep the royal lead to.
    fn of_moves(position: &Position<Self>, next: impl FnMut(Position<Self>)) -> MovesMake;
}

/// What is known of a position but for what its moves lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MovesMake {
    /// Won at once.
    Won,
    /// Without a move, and nobody has won.
    Over,
    /// The best of its moves; lost in two plies if none keeps the royal.
    Best,
}

/// Entries that a thread takes at once: about a page of what is packed.
const CHUNK: u32 = 1 << 17;

/// Checks every entry of a table, or with `sample` so many of them, evenly spread with a shift that `seed`
/// chooses.
///
/// # Errors
/// Something is wrong, or missing, or `interrupt` was set.
pub fn verify(
    folder: &Path,
    class: Class,
    sample: Option<u64>,
    seed: u64,
    done: &AtomicU64,
    interrupt: &AtomicBool,
) -> Result<CheckedEntries, VerifyError> {
    match class.rules() {
        RulesKind::Standard => verify_in::<Standard>(folder, class, (sample, seed), done, interrupt),
        RulesKind::SimplifiedPawns => {
            verify_in::<SimplifiedPawns>(folder, class, (sample, seed), done, interrupt)
        }
        _ => verify_in::<Simplified>(folder, class, (sample, seed), done, interrupt),
    }
}

fn verify_in<R: Known>(
    folder: &Path,
    class: Class,
    (sample, seed): (Option<u64>, u64),
    done: &AtomicU64,
    interrupt: &AtomicBool,
) -> Result<CheckedEntries, VerifyError> {
    let mut counts = None;
    for of_pair in file::classes(class) {
        if let Some(table) = TableFile::open(folder, of_pair)? {
            counts = counts.or_else(|| Some(table.pair_counts().find(|(is, _)| *is == class)?.1.clone()));
        }
    }
    let counts = counts.ok_or(VerifyError::Missing(class))?;
    let mut shelf = Shelf::default();
    let load = |shelf: &mut Shelf<R::Index>, next| {
        let table = shelf.load_until(folder, next, &|| interrupt.load(Relaxed))?;
        if interrupt.load(Relaxed) {
            return Err(VerifyError::Interrupted);
        }
        table.ok_or(VerifyError::MissingNext(class, next))
    };
    if R::Index::ONE_OF_PAIR {
        // What follows from the moves of either class of the pair must follow from something.
        for next in sides(class).into_iter().flat_map(Class::leads_to) {
            load(&mut shelf, next)?;
        }
    }
    let mut needed = sides(class);
    needed.extend(class.leads_to());
    let mut solved: Solutions<R::Index> = Vec::new();
    for next in needed {
        if !solved.iter().any(|(known, _)| *known == next) {
            solved.push((next, load(&mut shelf, next)?));
        }
    }
    let len = index::len_of(class).map_err(|error| TableFault::from(error).at(folder))?;
    let every = sample.map_or(1, |sample| (u64::from(len) / sample.max(1)).max(1) as u32);
    let check = |start: u32| {
        if interrupt.load(Relaxed) {
            return Err(VerifyError::Interrupted);
        }
        let range = start..start.saturating_add(CHUNK.saturating_mul(every)).min(len);
        let found = with_best_isa(Check::<R> { class, solved: &solved, range, every, seed })?;
        done.fetch_add(found.entries, Relaxed);
        Ok(found)
    };
    let starts: Vec<u32> = (0..len).step_by(CHUNK.saturating_mul(every) as usize).collect();
    let found: Vec<ChunkTotals> = starts.into_par_iter().map(check).collect::<Result<_, _>>()?;
    let mut total = ChunkTotals::new(class);
    let mut checksum = crc32fast::Hasher::new();
    for found in found {
        total.entries += found.entries;
        total.counts.classes.iter_mut().zip(found.counts.classes).for_each(|(sum, count)| *sum += count);
        total.counts.symmetric.iter_mut().zip(found.counts.symmetric).for_each(|(sum, count)| *sum += count);
        checksum.combine(&found.hasher);
    }
    total.counts.checksum = checksum.finalize();
    if every == 1 && total.counts != counts {
        return Err(VerifyError::Counts(class));
    }
    Ok(CheckedEntries { entries: total.entries, quiet: total.entries - total.counts.classes[1] })
}

/// The classes that a check needs, its own first.
type Solutions<X> = Vec<(Class, Arc<Solved<X>>)>;

struct ChunkTotals {
    entries: u64,
    counts: Counts,
    hasher: crc32fast::Hasher,
}

impl ChunkTotals {
    fn new(class: Class) -> ChunkTotals {
        ChunkTotals { entries: 0, counts: Counts::new(class), hasher: crc32fast::Hasher::new() }
    }
}

struct Check<'a, R: Known> {
    class: Class,
    solved: &'a [(Class, Arc<Solved<R::Index>>)],
    range: Range<u32>,
    every: u32,
    seed: u64,
}

impl<R: Known> Task for Check<'_, R> {
    type Output = Result<ChunkTotals, VerifyError>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        let Check { class, solved, range, every, seed } = self;
        let mut found = ChunkTotals::new(class);
        let mut values = Vec::with_capacity(CHUNK as usize);
        let mut pages: Vec<Pages> = solved.iter().map(|_| Pages::default()).collect();
        let mut own_pages = Pages::default();
        // Another member of each group every time, with steps that have nothing to do with the index.
        let mut chance = seed ^ u64::from(range.start).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let own = &solved[0].1;
        let groups = range.clone().step_by(every as usize);
        let wrong = groups.into_iter().try_for_each(|group| {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let number = (group + (chance >> 33) as u32 % every).min(range.end - 1);
            let (position, symmetric) = R::position::<I>(&own.index, number);
            let expected = match &position {
                Some(position) => value::<R, I>(position, solved, &mut pages),
                None => Some(1),
            };
            let stored = own.value(&mut own_pages, number);
            if expected != Some(1) && expected != Some(stored) {
                return ControlFlow::Break((position, stored, expected.unwrap_or(0)));
            }
            let value = expected.unwrap_or(0);
            found.entries += 1;
            found.counts.classes[usize::from(value)] += 1;
            found.counts.symmetric[usize::from(value)] += u64::from(symmetric);
            values.push(value);
            ControlFlow::Continue(())
        });
        found.hasher = file::hasher(&values);
        match wrong {
            ControlFlow::Continue(()) => Ok(found),
            ControlFlow::Break((position, stored, expected)) => Err(VerifyError::Wrong {
                class,
                position: position.map_or(String::new(), |it| fen::write_key::<R>(&it.to_setup())),
                stored: words(class, stored),
                expected: words(class, expected),
            }),
        }
    }
}

/// What the tables say about the successors of a position makes it; `None` if one is in no table.
fn value<R: Known, I: Isa>(
    position: &Position<R>,
    solved: &[(Class, Arc<Solved<R::Index>>)],
    pages: &mut [Pages],
) -> Option<u16> {
    let (mut win, mut loss, mut hold, mut missing) = (u16::MAX, 2, false, false);
    let place = |class| solved.iter().position(|(known, _)| *known == class);
    let make = R::of_moves(position, |next| {
        let number = R::number::<I>(&next, |class| Some(&solved[place(class)?].1.index));
        let value = number.and_then(|(class, number)| {
            let place = place(class)?;
            Some(solved[place].1.value(&mut pages[place], number))
        });
        match value {
            None => missing = true,
            Some(0) => hold = true,
            Some(plies) if plies % 2 == 0 => win = win.min(plies + 1),
            Some(plies) => loss = loss.max(plies + 1),
        }
    });
    match make {
        MovesMake::Won => Some(1),
        MovesMake::Over => Some(0),
        MovesMake::Best if missing => None,
        MovesMake::Best if win < u16::MAX => Some(win),
        MovesMake::Best if hold => Some(0),
        MovesMake::Best => Some(loss),
    }
}

fn words(class: Class, value: u16) -> String {
    let plies = u32::from(value).saturating_sub(class.end());
    match value {
        0 => "never decided".into(),
        1 => "no position".into(),
        value if value % 2 == 0 => format!("lost in {plies}"),
        _ => format!("won in {plies}"),
    }
}
