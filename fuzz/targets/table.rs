//! A table file of any bytes, or a sound one in which something is changed, with its checksums made right
//! again or not: it is refused, or all it holds can be read and means something.
//!
//! The first byte says how: 1 a 4×4 game (else standard chess), 2 the rest is the whole file (else changes:
//! two bytes where, one byte what), 4 checksums are made right again, 8 changes are of entries, packed anew.
#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use chess_arbiter_tables::build::{BuildProgress, BuildSettings, build};
use chess_arbiter_tables::file::{TableFile, class_of};
use chess_arbiter_tables::material::Class;
use chess_arbiter_tables::stats::Figures;
use chess_arbiter_tables::verify::verify;

/// Bytes of the index of blocks, of which there is one; a checksum of all before follows, then the block.
const INDEX: usize = 16;

struct Sound {
    folder: PathBuf,
    class: Class,
    path: PathBuf,
    bytes: Vec<u8>,
    /// The length of all before the index of blocks.
    fixed: usize,
    entries: Vec<u8>,
}

impl Sound {
    fn new(class: &str) -> Sound {
        let folder = std::env::temp_dir().join(format!("arbiter-fuzz-{}-{class}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for what is fuzzed");
        let never = AtomicBool::new(false);
        let class: Class = class.parse().expect("a class");
        build(&folder, [class], &BuildSettings::default(), &BuildProgress::default(), &never, |_| {})
            .expect("a table");
        // Of what else it leads to nothing is changed.
        let (path, class) = [class, class.swapped()]
            .into_iter()
            .find_map(|class| TableFile::open(&folder, class).ok()?.map(|_| class))
            .and_then(|class| Some((find(&folder, class)?, class)))
            .expect("one of the pair has a file");
        let bytes = fs::read(&path).expect("it was just written");
        let (fixed, entries) = (0..bytes.len() - INDEX - 4)
            .find_map(|at| {
                let place = u64::from_le_bytes(*bytes[at..].first_chunk()?);
                let after = at + INDEX + 4;
                (place == after as u64)
                    .then(|| zstd::bulk::decompress(&bytes[after..], 1 << 24).ok())
                    .flatten()
                    .map(|entries| (at, entries))
            })
            .expect("a table of one block");
        Sound { folder, class, path, bytes, fixed, entries }
    }

    /// What the file is made of.
    fn made(&self, how: u8, rest: &[u8]) -> Vec<u8> {
        let changes = rest.as_chunks().0.iter().map(|&[a, b, what]| (u16::from_le_bytes([a, b]), what));
        let mut bytes = if how & 2 != 0 { rest.to_vec() } else { self.bytes.clone() };
        if how & 2 == 0 && how & 8 != 0 {
            let mut entries = self.entries.clone();
            changes.for_each(|(at, what)| {
                let len = entries.len();
                entries[usize::from(at) % len] = what;
            });
            bytes.truncate(self.fixed + INDEX + 4);
            bytes.extend(zstd::bulk::compress(&entries, 1).expect("packed"));
            let len = (bytes.len() - self.fixed - INDEX - 4) as u32;
            bytes[self.fixed + 8..self.fixed + 12].copy_from_slice(&len.to_le_bytes());
        } else if how & 2 == 0 {
            changes.for_each(|(at, what)| {
                let len = bytes.len();
                bytes[usize::from(at) % len] = what;
            });
        }
        if how & 4 != 0 && bytes.len() >= self.fixed + INDEX + 4 {
            let (head, block) = bytes.split_at_mut(self.fixed + INDEX + 4);
            head[self.fixed + 12..self.fixed + 16].copy_from_slice(&crc32fast::hash(block).to_le_bytes());
            let end = self.fixed + INDEX;
            let checksum = crc32fast::hash(&head[..end]);
            head[end..].copy_from_slice(&checksum.to_le_bytes());
        }
        bytes
    }
}

fn find(folder: &Path, class: Class) -> Option<PathBuf> {
    let mut files = fs::read_dir(folder).ok()?.flatten();
    files.find_map(|file| (class_of(file.file_name().to_str()?)? == class).then(|| file.path()))
}

static STANDARD: LazyLock<Sound> = LazyLock::new(|| Sound::new("KRvK"));
static SMALL: LazyLock<Sound> = LazyLock::new(|| Sound::new("QRvQ"));

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((&how, rest)) = bytes.split_first() else { return };
    let sound = if how & 1 != 0 { &SMALL } else { &STANDARD };
    fs::write(&sound.path, sound.made(how, rest)).expect("room for a file");
    let Ok(Some(table)) = TableFile::open(&sound.folder, sound.class) else { return };
    for (class, counts) in table.pair_counts() {
        let _ = Figures::of(class, counts).row();
    }
    let Ok(values) = table.values() else { return };
    assert_eq!(values.len(), sound.entries.len());
    for (index, &value) in values.iter().enumerate().step_by(4001) {
        assert_eq!(table.value(index as u32).expect("it was just read"), value);
    }
    // Right or wrong, it comes to an end.
    let _ = verify(&sound.folder, sound.class, Some(64), 1, &Default::default(), &AtomicBool::new(false));
});
