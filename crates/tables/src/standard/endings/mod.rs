//! Endings in memory, solved when they are first asked about, and looked up where there are tables.

mod solving;
mod stored;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs;
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use chess_arbiter::attacks::{Isa, Task, with_best_isa};
use chess_arbiter::board::{Move, Role};
use chess_arbiter::moves;
use chess_arbiter::position::Position;
use chess_arbiter::rules::{Rules, Standard};
use chess_arbiter::win::{Asked, BoundTables, Moves, Oracle, OracleValue, Plies};

use stored::OnDisk;

use super::blocks::Blocks;
use super::index::Run;
use super::placing::{class_of, class_on_files_of, placed};
use super::{Index, Side, bounds};
use crate::build::sides;
use crate::error::FileError;
use crate::file::{self, Counts, TableFile};
use crate::material::{Class, MAX_STANDARD_MEN, plan};
use crate::retrograde::TooLong;
use crate::shelf::Shelf;
use crate::solved::{Pages, Solved};
use crate::stats::Figures;

/// Men of both sides up to which endings are solved on demand, the kings included. With more they are known
/// where their tables are at hand, up to [`MAX_STANDARD_MEN`].
pub const MAX_MEN: u32 = 4;

/// Bytes in which all of them have room.
pub const ALL: u64 = 256 << 20;

/// Positions of a table that is there are unpacked in the time in which one is solved.
pub(crate) const UNPACKED: u64 = 64;

/// What it takes to read a part of the table of a class that is not solved on demand.
const PART: u64 = 1 << 16;

/// Why nothing is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoValue {
    /// There are more men than [`MAX_MEN`], and no tables of any endings with so many.
    #[error("there are {0} men on the board, and endings are solved up to {MAX_MEN}")]
    Men(u32),
    /// There is no table of its class, or of one that it leads to, and it has too many men to be solved on
    /// demand.
    #[error("there is no table of {0}, which is not solved on demand")]
    NoTable(Class),
    /// A side may castle: look at what its moves lead to.
    #[error("a side may still castle, which no table knows")]
    Castling,
    /// Its class, and those that it leads to, need more memory than allowed.
    #[error("{class} needs {needed} bytes of memory for this, more than the {allowed} allowed")]
    Memory {
        /// The class.
        class: Class,
        /// What it needs, in bytes.
        needed: u64,
        /// The limit, in bytes.
        allowed: u64,
    },
    /// See [`TooLong`]. With up to [`MAX_MEN`] men the longest win takes 85 plies.
    #[error("{0}: {1}")]
    TooLong(Class, TooLong),
    /// The system gives no threads to solve it with.
    #[error("there are no threads to work with")]
    Threads,
    /// It was told to stop while a class was solved.
    #[error("interrupted")]
    Interrupted,
}

/// Exact values of the positions of standard chess with up to [`MAX_MEN`] men (more where tables are at hand)
/// and without castling: who wins, and in how many plies. A class of material is solved, with all it leads
/// to, when it is first asked about, and kept. Of one with pawns of which a position is asked about, with no
/// folder of tables, only those are solved that have them on the same files or their mirror images.
///
/// ```
/// use chess_arbiter::{Position, win::{OracleValue, Plies}};
/// use chess_arbiter_tables::standard::Endings;
///
/// let endings = Endings::new(1 << 30, 1);
/// let position: Position = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1".parse()?;
/// assert_eq!(endings.value(&position, &|| false)?, OracleValue::Win(Plies(17)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Endings {
    memory: u64,
    threads: usize,
    /// Positions with more men are not known.
    most_men: u32,
    folder: Option<PathBuf>,
    /// Told of every file that cannot be used, once.
    refuse: Box<dyn Fn(&FileError) + Send + Sync>,
    /// The classes whose files cannot be used.
    refused: Mutex<HashSet<Class>>,
    shelf: Mutex<Shelf<Index>>,
    /// What was read of tables.
    blocks: Mutex<Blocks>,
    /// Pairs of which all that they lead to is at hand, in tables or solved.
    ready: Mutex<HashSet<Class>>,
    /// How often classes of few men were asked about of which the other of the pair has a table.
    asked: Mutex<HashMap<Class, u32>>,
    /// Whoever holds it puts classes on the shelf.
    working: Mutex<()>,
}

impl fmt::Debug for Endings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endings")
            .field("memory", &self.memory)
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}

impl Endings {
    /// None solved yet. Their tables take at most `memory` bytes, which for all of them is 160 MB;
    /// they are solved by so many threads, at least one.
    pub fn new(memory: u64, threads: usize) -> Endings {
        Endings {
            memory,
            threads: threads.max(1),
            most_men: MAX_MEN,
            folder: None,
            refuse: Box::new(|_| ()),
            refused: Mutex::default(),
            shelf: Mutex::default(),
            blocks: Mutex::default(),
            ready: Mutex::default(),
            asked: Mutex::default(),
            working: Mutex::default(),
        }
    }

    /// Takes classes from the tables in a folder, where there are any, and solves the others if they have few
    /// enough men. Each file that is there but cannot be used is told to `refuse`.
    #[must_use]
    pub fn with_folder(self, folder: &Path, refuse: impl Fn(&FileError) + Send + Sync + 'static) -> Endings {
        // A folder that cannot be read has no tables, which is said when one is asked for.
        let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
        let classes = names.filter_map(|name| file::class_of(name.to_str()?));
        let men = classes.filter(|class| class.us.royal == Role::King).map(|class| class.men().into());
        let most_men = men.fold(MAX_MEN, u32::max).min(MAX_STANDARD_MEN.into());
        Endings { folder: Some(folder.into()), refuse: Box::new(refuse), most_men, ..self }
    }

    /// Those that all questions of this process share, with memory for all of them, solved by as many
    /// threads as there are processors.
    pub fn shared() -> Arc<Endings> {
        static SHARED: OnceLock<Arc<Endings>> = OnceLock::new();
        let threads = || thread::available_parallelism().map_or(1, NonZero::get);
        SHARED.get_or_init(|| Arc::new(Endings::new(ALL, threads()))).clone()
    }

    /// By so many threads they are solved.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The bytes of the tables that are held now.
    pub fn bytes(&self) -> u64 {
        self.shelf().bytes() + self.blocks().bytes()
    }

    /// The class that is solved for one position. Without tables, of endings that are solved on demand, it
    /// has the pawns on the same files, and leads to others such.
    fn class_for_one(&self, asked: Asked<'_>) -> Class {
        let class = class_of(asked.board, asked.turn);
        let in_part = self.folder.is_none() && !is_large(class);
        if in_part { class_on_files_of(asked.board, asked.turn) } else { class }
    }

    fn is_known(&self, asked: Asked<'_>) -> bool {
        asked.board.occupied().len() <= self.most_men(asked.rules)
    }

    /// What a class costs, and all that it leads to, each with its table if there is one. `None` if one is
    /// missing that is not solved on demand, or if those that are take more than the memory.
    fn cost_where(&self, class: Class, cost: impl Fn(Class, Option<Arc<TableFile>>) -> u64) -> Option<u64> {
        let (mut sum, mut total) = (0, 0);
        for pair in plan([class]) {
            let table = self.table(pair);
            if !is_large(pair) {
                total += bytes_of_both(pair);
            } else if table.is_none() {
                return None;
            }
            sum += cost(pair, table);
        }
        (total <= self.memory).then_some(sum)
    }

    fn blocks(&self) -> MutexGuard<'_, Blocks> {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf<Index>> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value of a position: [`OracleValue::Lost`] in 0 plies is mate, a draw is
    /// [`OracleValue::Never`]. Plies of a counter of moves without captures are not counted.
    ///
    /// # Errors
    /// Nothing is known of it, or `stop`, asked now and then, said so before it was.
    pub fn value(
        &self,
        position: &Position<Standard>,
        stop: &dyn Fn() -> bool,
    ) -> Result<OracleValue, NoValue> {
        self.value_of(Asked::of(position).ok_or(NoValue::Castling)?, stop)
    }

    fn value_of(&self, asked: Asked<'_>, stop: &dyn Fn() -> bool) -> Result<OracleValue, NoValue> {
        let men = asked.board.occupied().len();
        if men > self.most_men {
            return Err(NoValue::Men(men));
        }
        let (class, placed) = placed(asked);
        if is_large(class) || (self.folder.is_some() && self.shelf().get(class).is_none()) {
            match self.value_on_disk(class, &placed) {
                Ok(OnDisk::Value(value)) => return Ok(value),
                Ok(OnDisk::NoBetter(stored)) => return self.with_conversions(asked, class, stored, stop),
                Ok(OnDisk::Other) if is_large(class) || !self.is_worked_out(class) => {
                    return self.value_of_moves(asked, class, stop);
                }
                // A class of few men of which no table can be used is solved.
                Err(error) if is_large(class) => return Err(error),
                Ok(OnDisk::Other) | Err(_) => {}
            }
        }
        let solved = self.solved(self.class_for_one(asked), stop)?;
        let value = solved.value(&mut Pages::default(), solved.index.number_placed(&placed, false));
        Ok(of_value(class, value))
    }

    /// All legal moves with the values of the position for whoever makes them, best first: what
    /// wins soonest, then what draws, then what loses latest.
    ///
    /// # Errors
    /// As [`value`](Endings::value).
    pub fn moves(
        &self,
        position: &Position<Standard>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<(Move, OracleValue)>, NoValue> {
        let mut found = Vec::new();
        for mv in moves::legal_moves(position) {
            found.push((mv, before(self.value(&position.play(mv), stop)?)));
        }
        found.sort_by_key(|&(_, value)| order(value));
        Ok(found)
    }

    /// What is counted about a class.
    ///
    /// # Errors
    /// As [`value`](Endings::value).
    pub fn figures(&self, class: Class, stop: &dyn Fn() -> bool) -> Result<Figures, NoValue> {
        if class.us.royal != Role::King || u32::from(class.men()) > MAX_MEN {
            return Err(NoValue::Men(class.men().into()));
        }
        let solved = self.solved(class, stop)?;
        let side = Side::of(class, &mut |_| None);
        let copy = |range: Range<u32>, into: &mut Vec<u16>| {
            with_best_isa(Values { side: &side, solved: &solved, range, into });
        };
        let mut symmetric = Vec::new();
        copy(solved.index.on_diagonal(), &mut symmetric);
        let counts = Counts::of(class, solved.index.len(), copy, symmetric.into_iter());
        Ok(Figures::of(class, &counts))
    }
}

/// The values of a range, 1 where there is no position.
struct Values<'a> {
    side: &'a Side,
    solved: &'a Solved<Index>,
    range: Range<u32>,
    into: &'a mut Vec<u16>,
}

impl Task for Values<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let (mut run, mut pages) = (Run::default(), Pages::default());
        self.into.extend(self.range.map(|number| {
            let placed = self.solved.index.placed(number, &mut run);
            if self.side.is_position::<I>(&placed) { self.solved.value(&mut pages, number) } else { 1 }
        }));
    }
}

/// Whether a class has so many positions that it is not solved on demand.
fn is_large(class: Class) -> bool {
    u32::from(class.men()) > MAX_MEN
}

/// What the table of a class takes.
fn bytes(class: &Class) -> u64 {
    Index::size(*class).map_or(u64::MAX / 2, u64::from)
}

fn bytes_of_both(pair: Class) -> u64 {
    sides(pair).iter().map(bytes).sum()
}

/// A value of a class: plies until the king would be taken, 0 for never.
fn of_value(class: Class, value: u16) -> OracleValue {
    let left = Plies(u32::from(value).saturating_sub(class.end()));
    match value {
        0 => OracleValue::Never,
        value if value % 2 == 1 => OracleValue::Win(left),
        _ => OracleValue::Lost(left),
    }
}

/// Puts values in order, the best for the side to move first.
fn order(value: OracleValue) -> (u8, i64) {
    match value {
        OracleValue::Win(plies) => (0, plies.0.into()),
        OracleValue::Never => (1, 0),
        OracleValue::Lost(plies) => (2, -i64::from(plies.0)),
    }
}

/// The value of a position given that of one that a move leads to.
fn before(after: OracleValue) -> OracleValue {
    match after {
        OracleValue::Win(plies) => OracleValue::Lost(plies + 1),
        OracleValue::Lost(plies) => OracleValue::Win(plies + 1),
        OracleValue::Never => OracleValue::Never,
    }
}

impl Oracle for Endings {
    fn value(&self, asked: Asked<'_>, stop: &dyn Fn() -> bool) -> Option<OracleValue> {
        if !self.is_known(asked) {
            return None;
        }
        // Without one all that a class leads to is solved before it.
        if self.folder.is_some() {
            self.make_ready(class_of(asked.board, asked.turn), stop).ok()?;
        }
        self.value_of(asked, stop).ok()
    }

    fn work_out(&self, asked: Asked<'_>, stop: &dyn Fn() -> bool) -> bool {
        let class = class_of(asked.board, asked.turn);
        if self.folder.is_none() && self.is_known(asked) && self.solved(class, stop).is_err() {
            return false;
        }
        Oracle::value(self, asked, stop).is_some()
    }

    fn most_men(&self, rules: &str) -> u32 {
        if rules == Standard::NAME { self.most_men } else { 0 }
    }

    fn cost(&self, asked: Asked<'_>) -> Option<u64> {
        let class = self.is_known(asked).then(|| class_of(asked.board, asked.turn))?;
        self.cost_where(class, |pair, table| match table {
            Some(table) if is_large(pair) => bytes(&table.class()) / UNPACKED,
            _ => bytes_of_both(pair),
        })
    }

    fn cost_of_one(&self, asked: Asked<'_>) -> Option<u64> {
        let class = self.is_known(asked).then(|| self.class_for_one(asked))?;
        self.cost_where(class, |pair, table| match table {
            Some(_) if is_large(pair) => PART,
            Some(table) => bytes(&table.class()) / UNPACKED,
            None => bytes_of_both(pair),
        })
    }

    fn bounds(&self, asked: Asked<'_>, moves: Option<Moves>, stop: &dyn Fn() -> bool) -> Option<BoundTables> {
        let class = self.is_known(asked).then(|| class_of(asked.board, asked.turn))?;
        if !bounds::are_sensible(class) {
            return None;
        }
        // A large class is held as a whole for this alone.
        let mut large = Shelf::default();
        let mut solved = |class: Class| match &self.folder {
            Some(folder) if is_large(class) => {
                // Its captures decide what its table leaves open, and may have none.
                for next in sides(class).into_iter().flat_map(Class::leads_to) {
                    if !is_large(next) {
                        large.share(next, self.solved(next, stop).ok()?);
                    }
                }
                large.load_until(folder, class, stop).ok().flatten()
            }
            _ => self.solved(class, stop).ok(),
        };
        bounds::tables(class, moves, &mut solved, stop)
    }
}
