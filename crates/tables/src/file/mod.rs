//! One class in a file: a header with what is counted, an index of blocks, and blocks of entries
//! compressed with zstd, each with its checksum. `docs/tables.md` has the layout.
//!
//! An entry is a byte: in the 4×4 games plies to the win (odd) or loss (even), in standard chess
//! plies to mate and one more, or 0 for never. Where the side to move could take the royal at once
//! nothing needs to be stored: the entry repeats the one before, which costs next to nothing.
//!
//! With five men so does an entry whose value is what the best capture or promotion makes it, if the one
//! before is no better for the side to move: whoever reads it takes the better of the entry and of what those
//! moves offer.
//!
//! Of the two classes of a pair of standard chess one has a file, whichever packs better: the
//! values of the other are what the moves to it make them.

pub(crate) mod write;

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use crate::build::sides;
use crate::error::{FileError, TableFault};
use crate::index;
use crate::layout::Layout;
use crate::material::Class;
use crate::positions::Numbered;
use crate::solved::Solved;
pub(crate) use write::{estimate, write};

/// Bytes of the index for each block.
const ENTRY: usize = 16;
/// Entries kept unpacked, or one block.
const CACHED: u32 = 1 << 22;

/// What is counted about a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// How many symmetry classes have each value: 0 never, 1 won at once, else plies until the
    /// royal is taken.
    pub classes: Vec<u64>,
    /// How many of them have half as many forms on the board as the others.
    pub symmetric: Vec<u64>,
    /// CRC-32 of the values in order, with 1 where the royal can be taken at once: the same for every way to
    /// pack them. A value from 255 on is two bytes, 255 and what it is more.
    pub checksum: u32,
}

impl Counts {
    /// Nothing counted.
    pub(crate) fn new(class: Class) -> Counts {
        let none = vec![0; Layout::of(class).values];
        Counts { classes: none.clone(), symmetric: none, checksum: 0 }
    }

    /// Whether they can be of a class of so many entries: what a file says of itself may be wrong, with right
    /// checksums too.
    fn fit(&self, len: u32) -> bool {
        let len = u64::from(len);
        let mut pairs = self.classes.iter().zip(&self.symmetric);
        pairs.all(|(&all, &symmetric)| symmetric <= all && all <= len)
            && self.classes.iter().sum::<u64>() == len
    }

    /// How many positions on the board have a value.
    pub fn positions(&self, value: usize, pawns: bool) -> u64 {
        let forms = if pawns { 2 } else { 8 };
        forms * self.classes[value] - forms / 2 * self.symmetric[value]
    }

    /// Counts positions of which the values are handed over by `copy`, range by range, every range
    /// but the last of the same length; `symmetric` are the values of those that have half as many
    /// forms as the others.
    pub(crate) fn of(
        class: Class,
        len: u32,
        copy: impl Fn(Range<u32>, &mut Vec<u16>) + Sync,
        symmetric: impl Iterator<Item = u16>,
    ) -> Counts {
        const STRETCH: u32 = 1 << 20;
        let stretches: Vec<_> = (0..len)
            .into_par_iter()
            .step_by(STRETCH as usize)
            .map(|start| {
                let (mut values, mut counts) = (Vec::new(), Counts::new(class));
                copy(start..(start + STRETCH).min(len), &mut values);
                values.iter().for_each(|&value| counts.classes[usize::from(value)] += 1);
                (counts.classes, hasher(&values))
            })
            .collect();
        let (mut counts, mut checksum) = (Counts::new(class), crc32fast::Hasher::new());
        for (classes, hasher) in stretches {
            counts.classes.iter_mut().zip(classes).for_each(|(sum, count)| *sum += count);
            checksum.combine(&hasher);
        }
        symmetric.for_each(|value| counts.symmetric[usize::from(value)] += 1);
        counts.checksum = checksum.finalize();
        counts
    }
}

/// What makes the checksum of values.
pub(crate) fn hasher(values: &[u16]) -> crc32fast::Hasher {
    let mut bytes = Vec::with_capacity(values.len());
    for &value in values {
        match u8::try_from(value) {
            Ok(value) if value < u8::MAX => bytes.push(value),
            _ => bytes.extend([u8::MAX, (value - u16::from(u8::MAX)) as u8]),
        }
    }
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes);
    hasher
}

/// The name of the file of a class.
pub fn name(class: Class) -> String {
    format!("{class}.{}", Layout::of(class).extension)
}

/// The class that a file with this name is of; `None` if it is no name of a table.
pub fn class_of(name: &str) -> Option<Class> {
    let class: Class = name.split_once('.')?.0.parse().ok()?;
    (name == self::name(class)).then_some(class)
}

/// The classes of which the file of a class says the values, that class first: of standard chess
/// both of a pair.
pub fn classes(class: Class) -> Vec<Class> {
    if Layout::of(class).counts_pair { sides(class) } else { vec![class] }
}

/// Where a block is in its file.
#[derive(Clone, Copy, Debug)]
struct BlockPlace {
    offset: u64,
    len: u32,
    checksum: u32,
}

/// A table: what its header says is in memory, blocks are read when they are asked for.
///
/// Files are not mapped: where one is truncated meanwhile, a map kills the process, and a read is an error.
/// Neither are they kept open: there can be more of them than a process may have, and opening one costs
/// little beside unpacking a block.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    /// Its length.
    bytes: u64,
    blocks: Vec<BlockPlace>,
    class: Class,
    version: u32,
    /// Entries.
    len: u32,
    counts: Vec<Counts>,
    /// Blocks unpacked last.
    cache: Mutex<Vec<(usize, Arc<[u8]>)>>,
}

impl BlockPlace {
    /// As it stands in the index of blocks.
    fn read(entry: [u8; ENTRY]) -> BlockPlace {
        let [o0, o1, o2, o3, o4, o5, o6, o7, l0, l1, l2, l3, checksum @ ..] = entry;
        BlockPlace {
            offset: u64::from_le_bytes([o0, o1, o2, o3, o4, o5, o6, o7]),
            len: u32::from_le_bytes([l0, l1, l2, l3]),
            checksum: u32::from_le_bytes(checksum),
        }
    }
}

impl TableFile {
    /// Opens the table of a class in a folder; `None` if there is none.
    ///
    /// # Errors
    /// There is a file of that name, but something is wrong with it. Blocks are looked at when they are read.
    pub fn open(folder: &Path, class: Class) -> Result<Option<TableFile>, FileError> {
        let path = folder.join(name(class));
        match TableFile::read(&path, class) {
            Err(TableFault::Io(error)) if error.kind() == ErrorKind::NotFound => Ok(None),
            read => read.map(Some).map_err(|fault| fault.at(&path)),
        }
    }

    fn read(path: &Path, class: Class) -> Result<TableFile, TableFault> {
        let layout = Layout::of(class);
        // To open a pipe would wait for somebody who writes into it.
        if !fs::metadata(path)?.is_file() {
            return Err(TableFault::Foreign);
        }
        let file = File::open(path)?;
        let found = file.metadata()?.len();
        let mut bytes = Vec::new();
        (&file).take(12).read_to_end(&mut bytes)?;
        let number =
            |bytes: &[u8], at: usize| bytes[at..].first_chunk().map(|&four| u32::from_le_bytes(four));
        if bytes.get(..8) != Some(&layout.magic) {
            return Err(TableFault::Foreign);
        }
        let version = number(&bytes, 8).unwrap_or(layout.version);
        if !(layout.oldest..=layout.version).contains(&version) {
            return Err(TableFault::Version { found: version, known: layout.version });
        }
        let fixed = layout.fixed(class);
        (&file).take(fixed as u64 - 12).read_to_end(&mut bytes)?;
        if bytes.len() < fixed {
            return Err(TableFault::Length { found, expected: fixed as u64 });
        }
        let after_class = 16 + class.to_bytes().len();
        let held = Class::from_bytes(class.us.royal, &bytes[16..after_class]);
        if held != class {
            return Err(TableFault::Misnamed(held));
        }
        let values = match layout.says_values {
            true => number(&bytes, after_class + 4).map_or(0, |values| values as usize),
            false => layout.values,
        };
        if values > layout.values {
            return Err(TableFault::Damaged("more values are counted than there are"));
        }
        // There is no table of a class that is too large. Only the class and the values, which are bounded,
        // decide how much is read.
        let len = index::len_of(class)?;
        // The checksum comes first where the length allows: what it says is wrong may be all that is wrong.
        let blocks = len.div_ceil(layout.block) as usize;
        let index = fixed + Layout::counts(class, values);
        let end = index + blocks * ENTRY;
        file.take((end + 4 - fixed) as u64).read_to_end(&mut bytes)?;
        if bytes.len() < end + 4 {
            return Err(TableFault::Length { found, expected: end as u64 + 4 });
        }
        if number(&bytes, end) != Some(crc32fast::hash(&bytes[..end])) {
            return Err(TableFault::Damaged("the checksum of the header is wrong"));
        }
        if number(&bytes, 12) != Some(layout.block) || number(&bytes, after_class) != Some(len) {
            return Err(TableFault::Damaged("the header does not fit its class"));
        }
        let mut counts = Vec::new();
        let halves = bytes[fixed..index].chunks_exact(4 + 2 * 8 * values);
        for (bytes, of) in halves.zip(classes(class)) {
            let mut of_class = Counts { checksum: number(bytes, 0).unwrap_or(0), ..Counts::new(of) };
            let (numbers, _) = bytes[4..].as_chunks();
            let Counts { classes, symmetric, .. } = &mut of_class;
            let counted = classes[..values].iter_mut().chain(&mut symmetric[..values]);
            for (count, &number) in counted.zip(numbers) {
                *count = u64::from_le_bytes(number);
            }
            if !of_class.fit(index::len_of(of)?) {
                return Err(TableFault::Damaged("what is counted does not fit its class"));
            }
            counts.push(of_class);
        }
        let (entries, _) = bytes[index..end].as_chunks();
        let mut expected = end as u64 + 4;
        let mut places = Vec::with_capacity(blocks);
        for &entry in entries {
            let place = BlockPlace::read(entry);
            if place.offset != expected {
                return Err(TableFault::Damaged("the blocks do not follow one another"));
            }
            // It decides how much memory is asked for.
            if place.len as usize > zstd::zstd_safe::compress_bound(layout.block as usize) {
                return Err(TableFault::Damaged("a block is longer than any can be"));
            }
            expected += u64::from(place.len);
            places.push(place);
        }
        if found != expected {
            return Err(TableFault::Length { found, expected });
        }
        let cache = Mutex::default();
        Ok(TableFile { path: path.into(), bytes: found, blocks: places, class, version, len, counts, cache })
    }

    /// The bytes of a block as they are on disk.
    fn packed(&self, place: BlockPlace) -> Result<Vec<u8>, TableFault> {
        let mut file = File::open(&self.path)?;
        let found = file.metadata()?.len();
        if found != self.bytes {
            return Err(TableFault::Length { found, expected: self.bytes });
        }
        file.seek(SeekFrom::Start(place.offset))?;
        let mut packed = vec![0; place.len as usize];
        file.read_exact(&mut packed)?;
        Ok(packed)
    }

    /// The same, with the checksum that is said.
    fn sound(&self, place: BlockPlace) -> Result<Vec<u8>, FileError> {
        let packed = self.packed(place).map_err(|fault| fault.at(&self.path))?;
        if crc32fast::hash(&packed) != place.checksum {
            return Err(TableFault::Damaged("the checksum of a block is wrong").at(&self.path));
        }
        Ok(packed)
    }

    /// Reads all of it, unpacking nothing.
    ///
    /// # Errors
    /// It cannot be read, or is damaged.
    pub(crate) fn read_through(&self) -> Result<(), FileError> {
        self.blocks.par_iter().try_for_each(|&place| self.sound(place).map(drop))
    }

    fn unpack(&self, block: usize, into: &mut [u8]) -> Result<(), FileError> {
        let packed = self.sound(self.blocks[block])?;
        let Layout { shift, most, .. } = *Layout::of(self.class);
        match zstd::bulk::decompress_to_buffer(&packed, into) {
            // With right checksums too: whoever wrote it may have done so wrongly.
            Ok(len) if len == into.len() => {
                let found = into.iter().fold(0, |most, &entry| most.max(entry));
                let means = u16::from(found) + shift <= most;
                if means { Ok(()) } else { Err("a block has an entry that means nothing") }
            }
            _ => Err("a block cannot be unpacked"),
        }
        .map_err(|fault| TableFault::Damaged(fault).at(&self.path))
    }

    /// The number of the block of an entry, and its place there.
    pub(crate) fn place(&self, index: u32) -> (usize, usize) {
        let size = Layout::of(self.class).block;
        ((index / size) as usize, (index % size) as usize)
    }

    /// The entries of a block.
    ///
    /// # Errors
    /// It cannot be read, or is damaged.
    pub(crate) fn block(&self, block: usize) -> Result<Arc<[u8]>, FileError> {
        let size = Layout::of(self.class).block;
        let mut bytes = vec![0; (self.len - block as u32 * size).min(size) as usize];
        self.unpack(block, &mut bytes)?;
        Ok(bytes.into())
    }

    /// Its class.
    pub fn class(&self) -> Class {
        self.class
    }

    /// What is counted about its class.
    pub fn counts(&self) -> &Counts {
        &self.counts[0]
    }

    /// What is counted about both classes of its pair, as far as the table says it; its own first.
    pub fn pair_counts(&self) -> impl Iterator<Item = (Class, &Counts)> {
        classes(self.class).into_iter().zip(&self.counts)
    }

    /// Its length on disk.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether entries that captures and promotions decide mean nothing by themselves.
    pub(crate) fn leaves_open(&self) -> bool {
        let Layout { leaves_open, version, .. } = *Layout::of(self.class);
        // No earlier one does.
        leaves_open && self.version == version
    }

    /// The values of a class in memory, for which [what is left open](Numbered::add_offers) is added to the
    /// entries; `None` when `stop` says so.
    ///
    /// # Errors
    /// A block cannot be read, or is damaged.
    pub(crate) fn solved<X: Numbered>(
        &self,
        add_offers: impl Fn(u32, &mut [u8]),
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Solved<X>>, FileError> {
        let solved = Solved::new(self.class, |range, into| {
            if stop() {
                return Err(None);
            }
            let start = range.start;
            self.unpack_range(range, into).map_err(Some)?;
            add_offers(start, into);
            Ok(())
        });
        match solved {
            Ok(solved) => Ok(Some(solved)),
            Err(None) => Ok(None),
            Err(Some(error)) => Err(error),
        }
    }

    fn unpack_range(&self, range: Range<u32>, mut into: &mut [u8]) -> Result<(), FileError> {
        let size = Layout::of(self.class).block as usize;
        // What each block has of the range.
        let (mut at, mut stretches) = (range.start, Vec::new());
        while !into.is_empty() {
            let (block, start) = self.place(at);
            let (stretch, rest) = into.split_at_mut((size - start).min(into.len()));
            at += stretch.len() as u32;
            stretches.push((block, start, stretch));
            into = rest;
        }
        stretches.into_par_iter().try_for_each(|(block, start, stretch)| {
            if stretch.len() == size {
                return self.unpack(block, stretch);
            }
            stretch.copy_from_slice(&self.block(block)?[start..start + stretch.len()]);
            Ok(())
        })
    }

    /// All values; those where the royal can be taken at once mean nothing, and with five men those that are
    /// no better than what a capture or promotion offers.
    ///
    /// # Errors
    /// A block cannot be read, or is damaged.
    pub fn values(&self) -> Result<Vec<u16>, FileError> {
        let blocks = (0..self.blocks.len()).into_par_iter().map(|block| self.block(block));
        let blocks = blocks.collect::<Result<Vec<_>, _>>()?;
        Ok(blocks.iter().flat_map(|entries| entries.iter().map(|&entry| self.value_of(entry))).collect())
    }

    fn value_of(&self, entry: u8) -> u16 {
        Layout::of(self.class).value(entry)
    }

    /// One value, which means nothing where [those of all](TableFile::values) do not.
    ///
    /// # Errors
    /// The block cannot be read, or is damaged.
    pub fn value(&self, index: u32) -> Result<u16, FileError> {
        let (block, at) = self.place(index);
        let size = Layout::of(self.class).block;
        let find = |cache: &[(usize, Arc<[u8]>)]| {
            let found = cache.iter().find(|(cached, _)| *cached == block);
            found.map(|(_, bytes)| bytes[at])
        };
        if let Some(entry) = find(&self.cache.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(self.value_of(entry));
        }
        let bytes = self.block(block)?;
        let entry = bytes[at];
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= (CACHED / size).max(1) as usize {
            cache.remove(0);
        }
        cache.push((block, bytes));
        Ok(self.value_of(entry))
    }
}
