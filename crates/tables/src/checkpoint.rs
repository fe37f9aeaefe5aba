//! The state of a pair between two levels, so that little is lost when the work is stopped.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::error::{FileError, TableFault};
use crate::file;
use crate::late::{self, Late};
use crate::material::Class;
use crate::packed::{Earlier, Offered, unpack};
use crate::positions::Positions;
use crate::retrograde::{MAX_PAST, Retrograde};

const MAGIC: [u8; 8] = *b"arb4part";
const VERSION: u32 = 6;
const STRETCH: u32 = Earlier::STRETCH;
/// Pieces packed at once.
const BATCH: usize = 16;
/// Speed matters, not size.
const LEVEL: i32 = 1;

/// Where the state of a pair is kept.
pub(crate) fn path(folder: &Path, pair: Class) -> PathBuf {
    folder.join(format!("{}.part", file::name(pair)))
}

/// Keeps the state; an older one stays until the new one is whole.
pub(crate) fn save<P: Positions>(folder: &Path, pair: Class, state: &Retrograde<P>) -> Result<(), FileError> {
    let path = path(folder, pair);
    let new = path.with_extension("part.new");
    let saved = write(&new, state).and_then(|()| Ok(fs::rename(&new, &path)?));
    saved.map_err(|fault| fault.at(&path))
}

/// What a checkpoint begins with: magic, version, the class of the first half, the lengths of both
/// (0 where there is no second), level, longest and plies past, checksum. All of it but those three is
/// known before it is read.
fn start<P: Positions>(state: &Retrograde<P>, [level, longest, past]: [u8; 3]) -> Vec<u8> {
    let mut start = Vec::new();
    start.extend_from_slice(&MAGIC);
    start.extend_from_slice(&VERSION.to_le_bytes());
    start.extend_from_slice(&state.halves[0].positions.class().to_bytes());
    for half in 0..2 {
        let len = state.halves.get(half).map_or(0, |half| half.store.len());
        start.extend_from_slice(&len.to_le_bytes());
    }
    start.extend_from_slice(&[level, longest, past]);
    start.extend_from_slice(&crc32fast::hash(&start).to_le_bytes());
    start
}

fn write<P: Positions>(path: &Path, state: &Retrograde<P>) -> Result<(), TableFault> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    file.write_all(&start(state, [state.level, state.longest, state.past]))?;
    for half in &state.halves {
        let len = half.store.len();
        write_stretches(&mut file, len, |range, bytes| half.store.copy(range, bytes))?;
        write_stretches(&mut file, len, |range, bytes| half.late.copy(range, bytes))?;
        if state.past > 0 {
            half.earlier.stretches().iter().try_for_each(|packed| write_stretch(&mut file, packed))?;
        }
        if half.leaves_open() {
            half.offered.stretches().iter().try_for_each(|packed| write_stretch(&mut file, packed))?;
        }
    }
    file.write_all(&MAGIC)?;
    file.into_inner().map_err(|error| error.into_error())?.sync_all()?;
    Ok(())
}

/// What `copy` hands over, packed.
fn write_stretches(
    file: &mut impl Write,
    len: u32,
    copy: impl Fn(Range<u32>, &mut Vec<u8>) + Sync,
) -> std::io::Result<()> {
    let starts: Vec<u32> = (0..len).step_by(STRETCH as usize).collect();
    for starts in starts.chunks(BATCH) {
        let pack = |&start: &u32| {
            let mut bytes = Vec::new();
            copy(start..(start + STRETCH).min(len), &mut bytes);
            zstd::bulk::compress(&bytes, LEVEL)
        };
        let packed: Vec<_> = starts.par_iter().map(pack).collect();
        packed.into_iter().try_for_each(|packed| write_stretch(file, &packed?))?;
    }
    Ok(())
}

fn write_stretch(file: &mut impl Write, packed: &[u8]) -> std::io::Result<()> {
    file.write_all(&(packed.len() as u32).to_le_bytes())?;
    file.write_all(&crc32fast::hash(packed).to_le_bytes())?;
    file.write_all(packed)
}

/// Takes up the state that was kept; whether there was one. One that is not whole is as good as none.
pub(crate) fn load<P: Positions>(folder: &Path, pair: Class, state: &mut Retrograde<P>) -> bool {
    let Ok(file) = File::open(path(folder, pair)) else { return false };
    let Some(([level, longest, past], kept)) = read(&mut BufReader::with_capacity(1 << 20, file), state)
    else {
        return false;
    };
    (state.level, state.longest, state.past) = (level, longest, past);
    for (half, kept) in state.halves.iter_mut().zip(kept) {
        half.positions.forget();
        (half.late, half.earlier, half.offered) = kept;
    }
    true
}

/// Forgets the state.
pub(crate) fn remove(folder: &Path, pair: Class) {
    // Where it cannot be removed it does no harm: a table that is there is not built again.
    let _ = fs::remove_file(path(folder, pair));
}

/// Level, longest and plies past, and of each half what conversions offer later, what was decided in the
/// spans before, and what conversions offer.
type Kept = ([u8; 3], Vec<(Late, Earlier, Offered)>);

fn read<P: Positions>(file: &mut impl Read, state: &Retrograde<P>) -> Option<Kept> {
    let mut found = start(state, [0; 3]);
    file.read_exact(&mut found).ok()?;
    let numbers = *found[..found.len() - 4].last_chunk()?;
    let [level, longest, past] = numbers;
    let sound = (2..=longest).contains(&level)
        && longest <= state.room
        && past <= MAX_PAST
        && past % state.span() == 0;
    if found != start(state, numbers) || !sound {
        return None;
    }
    let mut kept = Vec::new();
    for half in &state.halves {
        let len = half.store.len();
        let of_size = |size: u32| {
            (0..len).step_by(size as usize).map(move |first| (first, size.min(len - first) as usize))
        };
        let firsts = || of_size(STRETCH);
        for (first, stretch) in firsts() {
            half.store.paste(first, &read_stretch(file, stretch)?.1);
        }
        let mut late = Vec::new();
        for (_, stretch) in firsts() {
            late.extend(read_stretch(file, stretch)?.1.chunks(late::STRETCH).map(late::Stretch::new));
        }
        let mut earlier = Earlier::new(len);
        if past > 0 {
            let stretches =
                firsts().map(|(_, stretch)| Some(read_stretch(file, stretch)?.0)).collect::<Option<_>>()?;
            earlier = earlier.with(stretches);
        }
        let mut offered = Offered::new(len);
        if half.leaves_open() {
            let stretches = of_size(Offered::STRETCH);
            let stretches = stretches.map(|(_, stretch)| Some(read_stretch(file, stretch)?.0));
            offered = offered.with(stretches.collect::<Option<_>>()?);
        }
        kept.push((Late::new(late), earlier, offered));
    }
    let mut end = [0; 8];
    file.read_exact(&mut end).ok()?;
    (end == MAGIC).then_some((numbers, kept))
}

/// A stretch as it was packed, and its bytes.
fn read_stretch(file: &mut impl Read, stretch: usize) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut head = [0; 8];
    file.read_exact(&mut head).ok()?;
    let [a, b, c, d, crc @ ..] = head;
    let len = u32::from_le_bytes([a, b, c, d]) as usize;
    // The length is under no checksum: it must not decide how much memory is asked for.
    if len > zstd::zstd_safe::compress_bound(stretch) {
        return None;
    }
    let mut packed = vec![0; len];
    file.read_exact(&mut packed).ok()?;
    if crc32fast::hash(&packed) != u32::from_le_bytes(crc) {
        return None;
    }
    let bytes = unpack(&packed, stretch)?;
    Some((packed, bytes))
}
