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

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use crate::build::sides;
use crate::error::{FileError, TableFault};
use crate::index;
use crate::layout::{Layout, Packing};
use crate::material::Class;
use crate::positions::{Numbered, is_no_better};
use crate::retrograde::IS_OFFERED;
use crate::solved::Solved;

/// Bytes of the index for each block.
const ENTRY: usize = 16;
/// Entries compressed at once.
const BATCH: u32 = 1 << 24;
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

/// Writes a table under a name that is not yet its own: whatever happens meanwhile, a table is whole or not
/// there.
///
/// `raw` gives the values of a range of entries, 1 where the royal can be taken at once, with [`IS_OFFERED`]
/// added where the table may leave them open; `counts` are those of the class, and where two are counted, of
/// the other of its pair.
pub(crate) fn write(
    folder: &Path,
    class: Class,
    len: u32,
    counts: &[Counts],
    raw: impl Fn(Range<u32>, &mut Vec<u16>) + Sync,
) -> Result<(), FileError> {
    let path = folder.join(name(class));
    let new = folder.join(format!("{}.new", name(class)));
    let written = write_to(&new, class, len, counts, raw);
    written.and_then(|()| Ok(fs::rename(&new, &path)?)).map_err(|fault| fault.at(&path))?;
    // The rename lasts once the folder does; where a folder cannot be opened it is the system's to see to
    // that.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// The blocks of a table from one on, as many as are packed at once.
fn pack(
    layout: &Layout,
    len: u32,
    blocks: Range<u32>,
    effort: Packing,
    raw: &(impl Fn(Range<u32>, &mut Vec<u16>) + Sync),
) -> Vec<io::Result<Vec<u8>>> {
    blocks
        .into_par_iter()
        .map_init(Default::default, |(values, entries): &mut (Vec<u16>, Vec<u8>), block| {
            let start = block * layout.block;
            values.clear();
            raw(start..start.saturating_add(layout.block).min(len), values);
            entries.clear();
            entries.extend(self::entries(layout, values));
            effort.packer()?.compress(entries)
        })
        .collect()
}

/// The entries of values in a row: where nothing has to be said they repeat the one before.
pub(crate) fn entries(layout: &Layout, marked: &[u16]) -> impl Iterator<Item = u8> {
    let mut before = 0;
    marked.iter().map(move |&marked| {
        let (value, offered) = (marked & !IS_OFFERED, marked & IS_OFFERED != 0);
        let is_open = value == 1 || offered && is_no_better(layout.value(before), value);
        if !is_open {
            before = value.saturating_sub(layout.shift) as u8;
        }
        before
    })
}

/// About how long the table of a class would be, in bytes: enough to choose between two.
pub(crate) fn estimate(class: Class, len: u32, raw: impl Fn(Range<u32>, &mut Vec<u16>) + Sync) -> usize {
    let layout = Layout::of(class);
    let packed = pack(layout, len, 0..len.div_ceil(layout.block), Packing::Level(3), &raw);
    packed.into_iter().flatten().map(|packed| packed.len()).sum()
}

fn write_to(
    path: &Path,
    class: Class,
    len: u32,
    counts: &[Counts],
    raw: impl Fn(Range<u32>, &mut Vec<u16>) + Sync,
) -> Result<(), TableFault> {
    let layout = Layout::of(class);
    let blocks = len.div_ceil(layout.block);
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let mut header = header(class, len, counts);
    let mut offset = (header.len() + blocks as usize * ENTRY + 4) as u64;
    file.seek(SeekFrom::Start(offset))?;
    let mut entries = Vec::with_capacity(blocks as usize * ENTRY);
    let batch = BATCH / layout.block;
    for first in (0..blocks).step_by(batch as usize) {
        let last = (first + batch).min(blocks);
        for packed in pack(layout, len, first..last, layout.effort, &raw) {
            let packed = packed?;
            entries.extend_from_slice(&offset.to_le_bytes());
            entries.extend_from_slice(&(packed.len() as u32).to_le_bytes());
            entries.extend_from_slice(&crc32fast::hash(&packed).to_le_bytes());
            file.write_all(&packed)?;
            offset += packed.len() as u64;
        }
    }
    header.extend_from_slice(&entries);
    header.extend_from_slice(&crc32fast::hash(&header).to_le_bytes());
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header)?;
    file.into_inner().map_err(|error| error.into_error())?.sync_all()?;
    Ok(())
}

fn header(class: Class, len: u32, counts: &[Counts]) -> Vec<u8> {
    let layout = Layout::of(class);
    let used = |numbers: &[u64]| numbers.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
    let most = counts.iter().map(|counts| used(&counts.classes)).max().unwrap_or(0);
    let values = if layout.says_values { most } else { layout.values };
    let mut header = Vec::with_capacity(layout.fixed(class) + Layout::counts(class, values));
    header.extend_from_slice(&layout.magic);
    header.extend_from_slice(&layout.version.to_le_bytes());
    header.extend_from_slice(&layout.block.to_le_bytes());
    header.extend_from_slice(&class.to_bytes());
    header.extend_from_slice(&len.to_le_bytes());
    if layout.says_values {
        header.extend_from_slice(&(values as u32).to_le_bytes());
    }
    for counts in counts {
        header.extend_from_slice(&counts.checksum.to_le_bytes());
        for count in counts.classes[..values].iter().chain(&counts.symmetric[..values]) {
            header.extend_from_slice(&count.to_le_bytes());
        }
    }
    header
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest mate that an entry has room for is written and read as all others; the header has room for
    /// the values that there are.
    #[test]
    fn mate_in_127() {
        let folder = std::env::temp_dir().join(format!("arbiter-longest-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let class: Class = "KQvK".parse().unwrap();
        let len = index::len_of(class).unwrap();
        for most in [63, 255, 256] {
            let value = |at: u32| (at % 300).min(most) as u16;
            let copy = |range: Range<u32>, into: &mut Vec<u16>| into.extend(range.map(value));
            let counts =
                Counts::of(class, len, copy, (0..7).map(|at| 250 + at).filter(|&at| at <= most as u16));
            write(&folder, class, len, &[counts.clone(), counts.clone()], copy).unwrap();
            let header = &fs::read(folder.join(name(class))).unwrap()[8..34];
            let [version, .., low, high, _, _] = header else { unreachable!() };
            assert_eq!((*version, u16::from_le_bytes([*low, *high])), (3, most as u16 + 1));
            let table = TableFile::open(&folder, class).unwrap().unwrap();
            assert!(table.pair_counts().all(|(_, found)| *found == counts));
            let values = table.values().unwrap();
            assert!((0..len).all(|at| value(at) == 1 || values[at as usize] == value(at)));
            assert_eq!(table.value(299).unwrap(), most as u16);
            let solved = table.solved::<crate::standard::Index>(|_, _| (), &|| false).unwrap().unwrap();
            assert_eq!(solved.longest, most as u16);
            assert!((0..len).all(|at| solved.value(&mut Default::default(), at) == values[at as usize]));
        }
        // Values that differ have other checksums.
        let checksum = |values: &[u16]| hasher(values).finalize();
        assert_ne!(checksum(&[256]), checksum(&[255]));
        assert_eq!(checksum(&[0, 1, 254]), crc32fast::hash(&[0, 1, 254]));
        fs::remove_dir_all(folder).unwrap();
    }
}
