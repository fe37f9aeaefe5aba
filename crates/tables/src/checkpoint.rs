//! The state of a pair between two levels, so that little is lost when the work is stopped.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::error::{FileError, TableFault};
use crate::file;
use crate::material::Class;
use crate::positions::Positions;
use crate::retrograde::Retrograde;
use crate::store::MAX_PLIES;

const MAGIC: [u8; 8] = *b"arb4part";
const VERSION: u32 = 2;
/// Positions packed together.
const PIECE: u32 = 1 << 20;
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
/// (0 where there is no second), level and longest, checksum. All of it but level and longest is
/// known before it is read.
fn start<P: Positions>(state: &Retrograde<P>, level: u8, longest: u8) -> Vec<u8> {
    let mut start = Vec::new();
    start.extend_from_slice(&MAGIC);
    start.extend_from_slice(&VERSION.to_le_bytes());
    start.extend_from_slice(&state.halves[0].positions.class().to_bytes());
    for half in 0..2 {
        let len = state.halves.get(half).map_or(0, |half| half.store.len());
        start.extend_from_slice(&len.to_le_bytes());
    }
    start.extend_from_slice(&[level, longest]);
    start.extend_from_slice(&crc32fast::hash(&start).to_le_bytes());
    start
}

fn write<P: Positions>(path: &Path, state: &Retrograde<P>) -> Result<(), TableFault> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    file.write_all(&start(state, state.level, state.longest))?;
    for half in &state.halves {
        let len = half.store.len();
        let starts: Vec<u32> = (0..len).step_by(PIECE as usize).collect();
        for starts in starts.chunks(BATCH) {
            let packed: Vec<_> = starts
                .par_iter()
                .map(|&start| {
                    let mut bytes = Vec::new();
                    half.store.copy(start..(start + PIECE).min(len), &mut bytes);
                    zstd::bulk::compress(&bytes, LEVEL)
                })
                .collect();
            for packed in packed {
                let packed = packed?;
                file.write_all(&(packed.len() as u32).to_le_bytes())?;
                file.write_all(&crc32fast::hash(&packed).to_le_bytes())?;
                file.write_all(&packed)?;
            }
        }
    }
    file.write_all(&MAGIC)?;
    file.into_inner().map_err(|error| error.into_error())?.sync_all()?;
    Ok(())
}

/// Takes up the state that was kept; whether there was one. One that is not whole is as good as none.
pub(crate) fn load<P: Positions>(folder: &Path, pair: Class, state: &mut Retrograde<P>) -> bool {
    let Ok(file) = File::open(path(folder, pair)) else { return false };
    match read(&mut BufReader::with_capacity(1 << 20, file), state) {
        Some((level, longest)) => {
            (state.level, state.longest) = (level, longest);
            true
        }
        None => false,
    }
}

/// Forgets the state.
pub(crate) fn remove(folder: &Path, pair: Class) {
    // Where it cannot be removed it does no harm: a table that is there is not built again.
    let _ = fs::remove_file(path(folder, pair));
}

fn read<P: Positions>(file: &mut impl Read, state: &Retrograde<P>) -> Option<(u8, u8)> {
    let mut found = start(state, 0, 0);
    file.read_exact(&mut found).ok()?;
    let (level, longest) = (found[found.len() - 6], found[found.len() - 5]);
    if found != start(state, level, longest) || !(2..=longest).contains(&level) || longest >= MAX_PLIES {
        return None;
    }
    let (mut packed, mut bytes) = (Vec::new(), Vec::new());
    for half in &state.halves {
        let len = half.store.len();
        for first in (0..len).step_by(PIECE as usize) {
            let mut head = [0; 8];
            file.read_exact(&mut head).ok()?;
            let [a, b, c, d, crc @ ..] = head;
            let (packed_len, piece) =
                (u32::from_le_bytes([a, b, c, d]) as usize, PIECE.min(len - first) as usize);
            // The length is under no checksum: it must not decide how much memory is asked for.
            if packed_len > zstd::zstd_safe::compress_bound(piece) {
                return None;
            }
            packed.resize(packed_len, 0);
            file.read_exact(&mut packed).ok()?;
            if crc32fast::hash(&packed) != u32::from_le_bytes(crc) {
                return None;
            }
            bytes.resize(piece, 0);
            if zstd::bulk::decompress_to_buffer(&packed, &mut bytes[..]).ok()? != bytes.len() {
                return None;
            }
            half.store.paste(first, &bytes);
        }
    }
    let mut end = [0; 8];
    file.read_exact(&mut end).ok()?;
    (end == MAGIC).then_some((level, longest))
}
