//! Endings in memory, solved when they are first asked about.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs;
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use chess_arbiter::attacks::{Isa, Task, with_best_isa};
use chess_arbiter::board::{Move, Role, Setup};
use chess_arbiter::moves;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Rules, Standard};
use chess_arbiter::win::{Asked, BoundTables, Moves, Oracle, OracleValue, Plies};

use super::blocks::Blocks;
use super::index::{Placed, Run};
use super::placing::{class_of, placed};
use super::{Index, Side, bounds};
use crate::build::sides;
use crate::error::FileError;
use crate::file::{self, Counts, TableFile};
use crate::material::{Class, MAX_STANDARD_MEN, plan};
use crate::positions::Positions;
use crate::retrograde::{LevelWork, Retrograde, TooLong};
use crate::shelf::Shelf;
use crate::solved::{Pages, Solved, value};
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

/// So many questions about a class, of which the other of its pair has a table, are answered by what moves
/// make the position; whoever asks more often has the class worked out from that table.
const SELDOM: u32 = 1_000;

/// How often somebody who waits is asked whether to go on.
const LOOK_EVERY: Duration = Duration::from_millis(2);

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
    #[error("{class} needs {needed} bytes of memory, more than the {allowed} allowed")]
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
/// to, when it is first asked about, and kept.
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
    /// Those of them of which all that they lead to is at hand, in tables or solved.
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

    fn is_known(&self, asked: Asked<'_>) -> bool {
        asked.board.occupied().len() <= self.most_men(asked.rules)
    }

    /// What all classes cost that a position leads to, each with its table if there is one. `None` if one is
    /// missing that is not solved on demand, or if those that are take more than the memory.
    fn cost_where(
        &self,
        asked: Asked<'_>,
        cost: impl Fn(Class, Option<Arc<TableFile>>) -> u64,
    ) -> Option<u64> {
        let class = self.is_known(asked).then(|| class_of(asked.board, asked.turn))?;
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
        let solved = self.solved(class, stop)?;
        let value = solved.value(&mut Pages::default(), solved.index.number_placed(&placed, false));
        Ok(of_value(class, value))
    }

    /// Whether a class of few men, of which the other of its pair has a table, is held now: worked out if it
    /// was asked about often and there is memory. That is soon done.
    fn is_worked_out(&self, class: Class) -> bool {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let times = asked.entry(class).or_insert(0);
        *times = times.saturating_add(1);
        if *times <= SELDOM {
            return false;
        }
        drop(asked);
        if self.make_room(class, &plan([class])).is_ok() {
            self.load(&[class]);
        }
        self.shelf().get(class).is_some()
    }

    /// What a table says of a position.
    fn value_on_disk(&self, class: Class, placed: &Placed) -> Result<OnDisk, NoValue> {
        // Where the file of one class cannot be used the other may have one.
        for _ in sides(class) {
            let Some(table) = self.table(class.pair()) else { break };
            if table.class() != class {
                return Ok(OnDisk::Other);
            }
            let says = |entry| {
                let value = of_value(class, value::<Index>(entry));
                if table.leaves_open() { OnDisk::NoBetter(value) } else { OnDisk::Value(value) }
            };
            let (block, at) = table.place(Index::new(class).number_placed(placed, false));
            if let Some(entries) = self.blocks().get(class, block) {
                return Ok(says(entries[at]));
            }
            match table.block(block) {
                Ok(entries) => {
                    let found = says(entries[at]);
                    let memory = self.memory.saturating_sub(self.shelf().bytes());
                    self.blocks().put(class, block, entries, memory);
                    return Ok(found);
                }
                Err(error) => self.refuse(class, &error),
            }
        }
        Err(NoValue::NoTable(class.pair()))
    }

    /// The table of a pair, of whichever of its classes.
    fn table(&self, pair: Class) -> Option<Arc<TableFile>> {
        if let Some(table) = self.blocks().tables.get(&pair) {
            return table.clone();
        }
        let mut found = None;
        for class in sides(pair) {
            let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner).contains(&class);
            let Some(folder) = self.folder.as_ref().filter(|_| !refused && found.is_none()) else { continue };
            match TableFile::open(folder, class) {
                Ok(table) => found = table.map(Arc::new),
                Err(error) => self.refuse(class, &error),
            }
        }
        self.blocks().tables.insert(pair, found.clone());
        found
    }

    /// Tells of a file that cannot be used, once, and leaves it alone.
    fn refuse(&self, class: Class, error: &FileError) {
        self.blocks().forget(class);
        if self.refused.lock().unwrap_or_else(PoisonError::into_inner).insert(class) {
            (self.refuse)(error);
        }
    }

    /// The better of what a table says of a position and of what its captures and promotions offer, where the
    /// table leaves open what they decide.
    fn with_conversions(
        &self,
        asked: Asked<'_>,
        class: Class,
        stored: OracleValue,
        stop: &dyn Fn() -> bool,
    ) -> Result<OracleValue, NoValue> {
        // No conversion mates sooner.
        if stored == OracleValue::Win(Plies(1)) {
            return Ok(stored);
        }
        let position = position_of(asked, class)?;
        let mut best = stored;
        let may_convert = |mv: &Move| {
            let to = mv.to();
            asked.board.occupied().has(to) || mv.promotion().is_some() || asked.en_passant == Some(to)
        };
        for mv in moves::legal_moves(&position).into_iter().filter(may_convert) {
            let next = position.play(mv);
            // Not only pawns move to where one can be captured in passing.
            if class_of(next.board(), next.turn()) != class.swapped() {
                best = std::cmp::min_by_key(best, before(self.value(&next, stop)?), |&value| order(value));
            }
        }
        Ok(best)
    }

    /// What its moves make a position: of a pair only one class has a table.
    fn value_of_moves(
        &self,
        asked: Asked<'_>,
        class: Class,
        stop: &dyn Fn() -> bool,
    ) -> Result<OracleValue, NoValue> {
        let position = position_of(asked, class)?;
        match self.moves(&position, stop)?.first() {
            Some(&(_, value)) => Ok(value),
            None if position.checkers().has_any() => Ok(OracleValue::Lost(Plies(0))),
            None => Ok(OracleValue::Never),
        }
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

    /// The table of a class of at most [`MAX_MEN`] men, which is solved if it was not yet.
    pub(super) fn solved(
        &self,
        class: Class,
        stop: &dyn Fn() -> bool,
    ) -> Result<Arc<Solved<Index>>, NoValue> {
        self.prepare(class, &[class.pair()], stop)?;
        let found = self.shelf().get(class).cloned();
        found.ok_or(NoValue::NoTable(class))
    }

    /// Whether a pair is on the shelf.
    fn is_there(&self, pair: Class) -> bool {
        let shelf = self.shelf();
        sides(pair).into_iter().all(|class| shelf.get(class).is_some())
    }

    /// Puts pairs that are solved on demand on the shelf, for a class that was asked about.
    fn prepare(&self, class: Class, wanted: &[Class], stop: &dyn Fn() -> bool) -> Result<(), NoValue> {
        let are_there = || wanted.iter().all(|&pair| self.is_there(pair));
        if are_there() {
            return Ok(());
        }
        // Whoever asks at the same time waits, and finds it solved.
        let _working = loop {
            if stop() {
                return Err(NoValue::Interrupted);
            }
            match self.working.try_lock() {
                Ok(working) => break working,
                Err(TryLockError::Poisoned(working)) => break working.into_inner(),
                Err(TryLockError::WouldBlock) => thread::sleep(LOOK_EVERY),
            }
        };
        if are_there() {
            return Ok(());
        }
        let pairs = plan(wanted.iter().copied());
        self.make_room(class, &pairs)?;
        // Threads of their own: one that waits here must not be needed to go on. And not one of a
        // pool may wait, for it would take up other work meanwhile, which can be to ask the same.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool = pool.map_err(|_| NoValue::Threads)?;
        let (interrupt, asking) = (AtomicBool::new(false), thread::current());
        thread::scope(|scope| {
            let work = || {
                let done = pool.install(|| pairs.into_iter().try_for_each(|pair| self.put(pair, &interrupt)));
                asking.unpark();
                done
            };
            let thread = thread::Builder::new().spawn_scoped(scope, work).map_err(|_| NoValue::Threads)?;
            while !thread.is_finished() {
                interrupt.fetch_or(stop(), Relaxed);
                thread::park_timeout(LOOK_EVERY);
            }
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// Solves what a class leads to and has no table: whoever plays on from a position asks later, of any of
    /// it, and may not be able to stop then.
    fn make_ready(&self, class: Class, stop: &dyn Fn() -> bool) -> Result<(), NoValue> {
        let pair = class.pair();
        if self.ready().contains(&pair) {
            return Ok(());
        }
        let leads_to = plan([pair]).into_iter();
        let missing: Vec<Class> =
            leads_to.filter(|&pair| !is_large(pair) && self.table(pair).is_none()).collect();
        self.prepare(class, &missing, stop)?;
        self.ready().insert(pair);
        Ok(())
    }

    fn ready(&self) -> MutexGuard<'_, HashSet<Class>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes room for these pairs.
    fn make_room(&self, class: Class, pairs: &[Class]) -> Result<(), NoValue> {
        let needed: Vec<Class> = pairs.iter().flat_map(|&pair| sides(pair)).collect();
        let total = needed.iter().map(bytes).sum();
        if total > self.memory {
            return Err(NoValue::Memory { class, needed: total, allowed: self.memory });
        }
        let mut shelf = self.shelf();
        let missing: u64 = needed.iter().filter(|class| shelf.get(**class).is_none()).map(bytes).sum();
        if shelf.bytes() + missing > self.memory {
            self.ready().clear();
            shelf.keep(|class| needed.contains(&class));
        }
        let left = self.memory.saturating_sub(shelf.bytes() + missing);
        drop(shelf);
        self.blocks().shrink(left);
        Ok(())
    }

    /// Puts classes on the shelf that have tables.
    fn load(&self, classes: &[Class]) {
        let Some(folder) = &self.folder else { return };
        for &class in classes {
            let loaded = self.shelf().load(folder, class);
            let Err(error) = loaded else { continue };
            let name = error.path.file_name().and_then(|name| file::class_of(name.to_str()?));
            self.refuse(name.unwrap_or(class), &error);
        }
    }

    /// Puts a pair on the shelf, given those it leads to: from its table, or solved.
    fn put(&self, pair: Class, interrupt: &AtomicBool) -> Result<(), NoValue> {
        if self.is_there(pair) {
            return Ok(());
        }
        self.load(&sides(pair));
        if self.is_there(pair) {
            return Ok(());
        }
        let mut state = Retrograde::<Side>::new(pair, |class| self.shelf().get(class).cloned());
        let work = LevelWork::default();
        while state.step(&work, interrupt).map_err(|error| NoValue::TooLong(pair, error))? {
            if interrupt.load(Relaxed) {
                return Err(NoValue::Interrupted);
            }
        }
        for half in &state.halves {
            let solved = half.solved(state.past);
            self.shelf().put(half.positions.class(), solved);
        }
        Ok(())
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

/// What a table says of a position.
#[derive(Clone, Copy, Debug)]
enum OnDisk {
    /// Its value.
    Value(OracleValue),
    /// What is no better, and the value unless a capture or promotion offers more.
    NoBetter(OracleValue),
    /// Nothing: the other class of its pair has a table.
    Other,
}

/// A position that was asked about as one.
fn position_of(asked: Asked<'_>, class: Class) -> Result<Position<Standard>, NoValue> {
    let Asked { board, turn, en_passant, .. } = asked;
    let setup = Setup { en_passant, ..Setup::new(*board, turn) };
    Position::new(&setup, Policy::Movable).map_err(|_| NoValue::NoTable(class))
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
        if self.folder.is_some() {
            self.make_ready(class_of(asked.board, asked.turn), stop).ok()?;
        }
        self.value_of(asked, stop).ok()
    }

    fn most_men(&self, rules: &str) -> u32 {
        if rules == Standard::NAME { self.most_men } else { 0 }
    }

    fn cost(&self, asked: Asked<'_>) -> Option<u64> {
        self.cost_where(asked, |pair, table| match table {
            Some(table) if is_large(pair) => bytes(&table.class()) / UNPACKED,
            _ => bytes_of_both(pair),
        })
    }

    fn cost_of_one(&self, asked: Asked<'_>) -> Option<u64> {
        self.cost_where(asked, |pair, table| match table {
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
                for next in sides(class).into_iter().flat_map(Class::conversions).map(|(_, next)| next) {
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
