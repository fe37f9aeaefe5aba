//! Writes tables.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use rayon::prelude::*;

use super::{Counts, ENTRY, name};
use crate::error::{FileError, TableFault};
use crate::half::IS_OFFERED;
use crate::layout::{Layout, Packing};
use crate::material::Class;
use crate::positions::is_no_better;

/// Entries compressed at once.
const BATCH: u32 = 1 << 24;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{TableFile, hasher};
    use crate::index;

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
