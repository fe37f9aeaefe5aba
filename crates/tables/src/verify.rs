//! Re-checks tables: is every entry what its successors make it?
//!
//! That is enough. A win in `k` plies has a successor that is lost in `k - 1`, a loss only successors that
//! are won sooner: by induction these are true. The positions that are never decided have no lost successor
//! and one of their own kind: whoever has to move there can stay among them.
//!
//! Moves are those of the library's generator, not of the one that builds.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use chess_arbiter::attacks::{Isa, Task, with_best_isa};
use chess_arbiter::format::fen;
use chess_arbiter::moves;
use chess_arbiter::position::Position;
use chess_arbiter::rules::{Rules, Simplified, SimplifiedPawns};
use rayon::prelude::*;

use crate::conversions::SolvedClass;
use crate::error::FileError;
use crate::file::{Counts, TableFile, VALUES};
use crate::index::AnyIndex;
use crate::material::Class;
use crate::tiny::Tiny;

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
    /// Of these, quiet positions.
    pub quiet: u64,
}

/// Entries that a thread takes at once.
const CHUNK: u32 = 1 << 14;

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
    let open = |class| TableFile::open(folder, class);
    let table = open(class)?.ok_or(VerifyError::Missing(class))?;
    let mut needed = vec![class, class.swapped()];
    needed.dedup();
    needed.extend(class.conversions().into_iter().map(|(_, class)| class));
    let mut solved: Vec<(Class, Arc<SolvedClass>)> = Vec::new();
    for next in needed {
        if !solved.iter().any(|(known, _)| *known == next) {
            let table = open(next)?.ok_or(VerifyError::MissingNext(class, next))?;
            solved
                .push((next, Arc::new(SolvedClass { index: AnyIndex::new(next), values: table.values()? })));
        }
    }
    let len = table.index().len();
    let every = sample.map_or(1, |sample| (u64::from(len) / sample.max(1)).max(1) as u32);
    let check = |start: u32| {
        if interrupt.load(Relaxed) {
            return Err(VerifyError::Interrupted);
        }
        let range = start..start.saturating_add(CHUNK.saturating_mul(every)).min(len);
        let piece = Portion { class, solved: &solved, range, every, seed };
        let found = if class.has_pawns() {
            with_best_isa(Check::<SimplifiedPawns>(piece, std::marker::PhantomData))
        } else {
            with_best_isa(Check::<Simplified>(piece, std::marker::PhantomData))
        }?;
        done.fetch_add(found.entries, Relaxed);
        Ok(found)
    };
    let starts: Vec<u32> = (0..len).step_by(CHUNK.saturating_mul(every) as usize).collect();
    let found: Vec<ChunkTotals> = starts.into_par_iter().map(check).collect::<Result<_, _>>()?;
    let mut total = ChunkTotals::default();
    let mut checksum = crc32fast::Hasher::new();
    for found in found {
        total.entries += found.entries;
        total.counts.classes.iter_mut().zip(found.counts.classes).for_each(|(sum, count)| *sum += count);
        total.counts.symmetric.iter_mut().zip(found.counts.symmetric).for_each(|(sum, count)| *sum += count);
        checksum.combine(&found.hasher);
    }
    total.counts.checksum = checksum.finalize();
    if every == 1 && total.counts != *table.counts() {
        return Err(VerifyError::Counts(class));
    }
    Ok(CheckedEntries { entries: total.entries, quiet: total.entries - total.counts.classes[1] })
}

#[derive(Default)]
struct ChunkTotals {
    entries: u64,
    counts: Counts,
    hasher: crc32fast::Hasher,
}

struct Portion<'a> {
    class: Class,
    solved: &'a [(Class, Arc<SolvedClass>)],
    range: std::ops::Range<u32>,
    every: u32,
    seed: u64,
}

struct Check<'a, R>(Portion<'a>, std::marker::PhantomData<R>);

impl<R: Rules> Task for Check<'_, R> {
    type Output = Result<ChunkTotals, VerifyError>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        let Portion { class, solved, range, every, seed } = self.0;
        let mut found = ChunkTotals::default();
        let mut values = Vec::with_capacity(CHUNK as usize);
        // Another member of each group every time, with steps that have nothing to do with the index.
        let mut chance = seed ^ u64::from(range.start).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let own = &solved[0].1;
        let groups = range.clone().step_by(every as usize);
        let wrong = groups.into_iter().try_for_each(|group| {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let number = (group + (chance >> 33) as u32 % every).min(range.end - 1);
            let (tiny, symmetric) = own.index.position::<I>(number);
            let Some(position) = tiny.position::<R>() else { return ControlFlow::Break((tiny, 0, 0)) };
            let expected = value::<R, I>(&position, solved);
            let stored = own.values[number as usize];
            if expected != Some(1) && expected != Some(stored) {
                return ControlFlow::Break((tiny, stored, expected.unwrap_or(0)));
            }
            let value = expected.unwrap_or(0);
            found.entries += 1;
            found.counts.classes[usize::from(value) % VALUES] += 1;
            found.counts.symmetric[usize::from(value) % VALUES] += u64::from(symmetric);
            values.push(value);
            ControlFlow::Continue(())
        });
        found.hasher.update(&values);
        match wrong {
            ControlFlow::Continue(()) => Ok(found),
            ControlFlow::Break((tiny, stored, expected)) => Err(VerifyError::Wrong {
                class,
                position: tiny
                    .position::<R>()
                    .map_or(String::new(), |it| fen::write_key::<R>(&it.to_setup())),
                stored: words(stored),
                expected: words(expected),
            }),
        }
    }
}

/// What the tables say about the successors of a position makes it; `None` if one is in no table.
fn value<R: Rules, I: Isa>(position: &Position<R>, solved: &[(Class, Arc<SolvedClass>)]) -> Option<u8> {
    let all = moves::pseudo_legal_moves(position);
    let queen = position.royal(!position.turn());
    if all.iter().any(|mv| Some(mv.to()) == queen) {
        return Some(1);
    }
    let (mut win, mut loss, mut hold) = (u8::MAX, 2, all.is_empty());
    for mv in moves::safe_moves(position) {
        let next = Tiny::of(&position.play(mv))?;
        let class = Class::of(next);
        let solved = &solved.iter().find(|(known, _)| *known == class)?.1;
        match *solved.values.get(solved.index.place::<I>(next).index as usize)? {
            0 => hold = true,
            plies if plies % 2 == 0 => win = win.min(plies + 1),
            plies => loss = loss.max(plies + 1),
        }
    }
    Some(match () {
        () if win < u8::MAX => win,
        () if hold => 0,
        () => loss,
    })
}

fn words(value: u8) -> String {
    match value {
        0 => "never decided".into(),
        plies if plies % 2 == 0 => format!("lost in {plies}"),
        plies => format!("won in {plies}"),
    }
}
