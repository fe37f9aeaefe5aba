//! One class in a file: a header with what is counted, an index of blocks, and blocks of 65,536 entries
//! compressed with zstd, each with its checksum. `docs/tables.md` has the layout.
//!
//! An entry is a byte: plies to the win (odd) or loss (even), or 0 for never. Where the side to move can take
//! the queen at once nothing needs to be stored: the entry repeats the one before, which costs next to
//! nothing.

use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use crate::error::{FileError, TableFault};
use crate::index::AnyIndex;
use crate::material::{Army, Class};
use crate::store::MAX_VALUE;

/// The version of the format that is written and read.
pub const VERSION: u32 = 1;
const MAGIC: [u8; 8] = *b"arb4x4\r\n";
/// Entries of a block.
const BLOCK: u32 = 1 << 16;
/// Values that are counted: 0 never, 1 won at once, else plies.
pub const VALUES: usize = 128;
/// Bytes before the index of blocks.
const FIXED: usize = 8 + 4 + 4 + 8 + 4 + 4 + 2 * 8 * VALUES;
/// Bytes of the index for each block.
const ENTRY: usize = 16;
/// Higher levels take much longer and gain little.
const LEVEL: i32 = 9;
/// Blocks compressed at once.
const BATCH: usize = 256;
/// Blocks kept unpacked.
const CACHED: usize = 64;

/// What is counted about a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// How many symmetry classes have each value: 0 never, 1 won at once, else plies to the win or loss.
    pub classes: [u64; VALUES],
    /// How many of them are their own reflection.
    pub symmetric: [u64; VALUES],
    /// CRC-32 of the values in order, with 1 where the queen can be taken at once: the same for every way to
    /// pack them.
    pub checksum: u32,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts { classes: [0; VALUES], symmetric: [0; VALUES], checksum: 0 }
    }
}

impl Counts {
    /// How many positions on the board have a value.
    pub fn positions(&self, value: usize, pawns: bool) -> u64 {
        let forms = if pawns { 2 } else { 8 };
        forms * self.classes[value] - forms / 2 * self.symmetric[value]
    }

    /// The longest win (odd) and the longest loss (even), in plies.
    pub fn longest(&self) -> [Option<usize>; 2] {
        [1, 0].map(|parity| (1..VALUES).rev().find(|value| value % 2 == parity && self.classes[*value] > 0))
    }
}

/// The name of the file of a class.
pub fn name(class: Class) -> String {
    format!("{class}.arb4")
}

/// Writes a table under a name that is not yet its own: whatever happens meanwhile, a table is whole or not
/// there.
///
/// `raw` gives the values of a range of entries, 1 where the queen can be taken at once.
pub(crate) fn write(
    folder: &Path,
    index: &AnyIndex,
    counts: &Counts,
    raw: impl Fn(Range<u32>, &mut Vec<u8>) + Sync,
) -> Result<(), FileError> {
    let path = folder.join(name(index.class()));
    let new = path.with_extension("arb4.new");
    let written = write_to(&new, index, counts, raw);
    written.and_then(|()| Ok(fs::rename(&new, &path)?)).map_err(|fault| fault.at(&path))?;
    // The rename lasts once the folder does; where a folder cannot be opened it is the system's to see to
    // that.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn write_to(
    path: &Path,
    index: &AnyIndex,
    counts: &Counts,
    raw: impl Fn(Range<u32>, &mut Vec<u8>) + Sync,
) -> Result<(), TableFault> {
    let len = index.len();
    let blocks = len.div_ceil(BLOCK) as usize;
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let mut offset = (FIXED + blocks * ENTRY + 4) as u64;
    file.seek(SeekFrom::Start(offset))?;
    let mut entries = Vec::with_capacity(blocks * ENTRY);
    for batch in (0..blocks).step_by(BATCH) {
        let packed: Vec<_> = (batch..(batch + BATCH).min(blocks))
            .into_par_iter()
            .map_init(Vec::new, |bytes, block| {
                let start = block as u32 * BLOCK;
                bytes.clear();
                raw(start..(start + BLOCK).min(len), bytes);
                let mut before = 0;
                for byte in bytes.iter_mut() {
                    if *byte == 1 {
                        *byte = before;
                    }
                    before = *byte;
                }
                zstd::bulk::compress(bytes, LEVEL)
            })
            .collect();
        for packed in packed {
            let packed = packed?;
            entries.extend_from_slice(&offset.to_le_bytes());
            entries.extend_from_slice(&(packed.len() as u32).to_le_bytes());
            entries.extend_from_slice(&crc32fast::hash(&packed).to_le_bytes());
            file.write_all(&packed)?;
            offset += packed.len() as u64;
        }
    }
    let mut header = header(index, counts);
    header.extend_from_slice(&entries);
    header.extend_from_slice(&crc32fast::hash(&header).to_le_bytes());
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header)?;
    file.into_inner().map_err(|error| error.into_error())?.sync_all()?;
    Ok(())
}

fn header(index: &AnyIndex, counts: &Counts) -> Vec<u8> {
    let mut header = Vec::with_capacity(FIXED);
    header.extend_from_slice(&MAGIC);
    header.extend_from_slice(&VERSION.to_le_bytes());
    header.extend_from_slice(&BLOCK.to_le_bytes());
    header.extend_from_slice(&index.class().to_bytes());
    header.extend_from_slice(&index.len().to_le_bytes());
    header.extend_from_slice(&counts.checksum.to_le_bytes());
    for count in counts.classes.iter().chain(&counts.symmetric) {
        header.extend_from_slice(&count.to_le_bytes());
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
    index: AnyIndex,
    counts: Counts,
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
        let file = File::open(path)?;
        let found = file.metadata()?.len();
        let mut bytes = Vec::with_capacity(FIXED);
        (&file).take(FIXED as u64).read_to_end(&mut bytes)?;
        let fixed = |bytes: &[u8], at: usize| bytes[at..].first_chunk().map(|&four| u32::from_le_bytes(four));
        if bytes.get(..8) != Some(&MAGIC) {
            return Err(TableFault::Foreign);
        }
        match fixed(&bytes, 8) {
            None | Some(VERSION) => {}
            Some(version) => return Err(TableFault::Version(version)),
        }
        if bytes.len() < FIXED {
            return Err(TableFault::Length { found, expected: FIXED as u64 });
        }
        let army = |at: usize| Army {
            rooks: bytes[at],
            bishops: bytes[at + 1],
            knights: bytes[at + 2],
            pawns: bytes[at + 3],
        };
        let held = Class { us: army(16), them: army(20) };
        if held != class {
            return Err(TableFault::Misnamed(held));
        }
        // An index takes long to make, and there is none of a class that is too large. Only what the class
        // says decides how much is read.
        let class_len = AnyIndex::len_of(class)?;
        // The checksum comes first where the length allows: what it says is wrong may be all that is wrong.
        let blocks = class_len.div_ceil(BLOCK) as usize;
        let end = FIXED + blocks * ENTRY;
        file.take((blocks * ENTRY + 4) as u64).read_to_end(&mut bytes)?;
        if bytes.len() < end + 4 {
            return Err(TableFault::Length { found, expected: end as u64 + 4 });
        }
        if fixed(&bytes, end) != Some(crc32fast::hash(&bytes[..end])) {
            return Err(TableFault::Damaged("the checksum of the header is wrong"));
        }
        if fixed(&bytes, 12) != Some(BLOCK) || fixed(&bytes, 24) != Some(class_len) {
            return Err(TableFault::Damaged("the header does not fit its class"));
        }
        let mut counts = Counts { checksum: fixed(&bytes, 28).unwrap_or(0), ..Counts::default() };
        let (numbers, _) = bytes[32..FIXED].as_chunks();
        for (count, &number) in counts.classes.iter_mut().chain(&mut counts.symmetric).zip(numbers) {
            *count = u64::from_le_bytes(number);
        }
        let (entries, _) = bytes[FIXED..end].as_chunks();
        let mut expected = end as u64 + 4;
        let mut places = Vec::with_capacity(blocks);
        for &entry in entries {
            let place = BlockPlace::read(entry);
            if place.offset != expected {
                return Err(TableFault::Damaged("the blocks do not follow one another"));
            }
            // It decides how much memory is asked for.
            if place.len as usize > zstd::zstd_safe::compress_bound(BLOCK as usize) {
                return Err(TableFault::Damaged("a block is longer than any can be"));
            }
            expected += u64::from(place.len);
            places.push(place);
        }
        if found != expected {
            return Err(TableFault::Length { found, expected });
        }
        let index = AnyIndex::new(class);
        Ok(TableFile {
            path: path.into(),
            bytes: found,
            blocks: places,
            index,
            counts,
            cache: Mutex::default(),
        })
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

    fn unpack(&self, block: usize, into: &mut [u8]) -> Result<(), FileError> {
        let place = self.blocks[block];
        let packed = self.packed(place).map_err(|fault| fault.at(&self.path))?;
        if crc32fast::hash(&packed) != place.checksum {
            return Err(TableFault::Damaged("the checksum of a block is wrong").at(&self.path));
        }
        match zstd::bulk::decompress_to_buffer(&packed, into) {
            // With right checksums too: whoever wrote it may have done so wrongly.
            Ok(len) if len == into.len() => match into.iter().fold(0, |most, &entry| most.max(entry)) {
                0..=MAX_VALUE => Ok(()),
                _ => Err(TableFault::Damaged("a block has an entry that means nothing").at(&self.path)),
            },
            _ => Err(TableFault::Damaged("a block cannot be unpacked").at(&self.path)),
        }
    }

    /// The index of its class.
    pub fn index(&self) -> &AnyIndex {
        &self.index
    }

    /// What is counted about it.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Its length on disk.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// All entries; those where the queen can be taken at once mean nothing.
    ///
    /// # Errors
    /// A block cannot be read, or is damaged.
    pub fn values(&self) -> Result<Vec<u8>, FileError> {
        let mut values = vec![0; self.index.len() as usize];
        values
            .par_chunks_mut(BLOCK as usize)
            .enumerate()
            .try_for_each(|(block, into)| self.unpack(block, into))?;
        Ok(values)
    }

    /// One entry, which means nothing if the queen can be taken at once.
    ///
    /// # Errors
    /// The block cannot be read, or is damaged.
    pub fn value(&self, index: u32) -> Result<u8, FileError> {
        let (block, at) = ((index / BLOCK) as usize, (index % BLOCK) as usize);
        let find = |cache: &[(usize, Arc<[u8]>)]| {
            let found = cache.iter().find(|(cached, _)| *cached == block);
            found.map(|(_, bytes)| bytes[at])
        };
        if let Some(value) = find(&self.cache.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(value);
        }
        let start = block as u32 * BLOCK;
        let mut bytes = vec![0; (self.index.len() - start).min(BLOCK) as usize];
        self.unpack(block, &mut bytes)?;
        let value = bytes[at];
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= CACHED {
            cache.remove(0);
        }
        cache.push((block, bytes.into()));
        Ok(value)
    }
}
