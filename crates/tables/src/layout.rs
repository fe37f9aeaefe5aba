//! What files of a game have in common: sizes, the range of values, and how hard they are packed.

use std::io;

use chess_arbiter::board::Role;
use zstd::bulk::Compressor;
use zstd::zstd_safe::{CParameter, Strategy};

use crate::file::classes;
use crate::material::Class;
use crate::positions::Numbered;
use crate::simplified::index::AnyIndex;
use crate::standard;

/// What files of a game have in common.
pub(crate) struct Layout {
    pub(crate) magic: [u8; 8],
    pub(crate) extension: &'static str,
    /// Entries of a block.
    pub(crate) block: u32,
    /// How hard zstd tries.
    pub(crate) effort: Packing,
    /// So many values are counted by each version of the format, from 1 on, of which the first that has
    /// room is written: 0 never, 1 won at once, else plies until the royal is taken.
    pub(crate) values: &'static [usize],
    /// The greatest value.
    pub(crate) most: u16,
    /// What an entry is less than its value.
    pub(crate) shift: u16,
    /// Whether the other class of a pair is counted too, because it has no file of its own.
    pub(crate) counts_pair: bool,
}

/// How zstd packs a block.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Packing {
    /// One of its levels.
    Level(i32),
    /// As level 19, which it begins with, but for a plainer strategy, which looks for longer matches: three
    /// fifths of the time for a hundredth more.
    Long,
}

impl Packing {
    pub(crate) fn packer(self) -> io::Result<Compressor<'static>> {
        let level = if let Packing::Level(level) = self { level } else { 19 };
        let mut packer = Compressor::new(level)?;
        if let Packing::Long = self {
            packer.set_parameter(CParameter::Strategy(Strategy::ZSTD_btopt))?;
            packer.set_parameter(CParameter::SearchLog(7))?;
            packer.set_parameter(CParameter::TargetLength(999))?;
        }
        Ok(packer)
    }
}

static SIMPLIFIED: Layout = Layout {
    magic: *b"arb4x4\r\n",
    extension: "arb4",
    block: 1 << 16,
    // Higher levels take much longer and gain little.
    effort: Packing::Level(9),
    values: &[128],
    most: AnyIndex::MAX_VALUE,
    shift: AnyIndex::SHIFT,
    counts_pair: false,
};
static STANDARD: Layout = Layout {
    magic: *b"arb8x8\r\n",
    extension: "arb8",
    // The larger the better they pack: 64 times as many entries as above save a third.
    block: 1 << 22,
    effort: Packing::Long,
    values: &[256, 257],
    most: standard::Index::MAX_VALUE,
    shift: standard::Index::SHIFT,
    counts_pair: true,
};

impl Layout {
    pub(crate) fn of(class: Class) -> &'static Layout {
        if class.us.royal == Role::King { &STANDARD } else { &SIMPLIFIED }
    }

    /// Values that are counted.
    pub(crate) fn counted(&self) -> usize {
        self.values[self.values.len() - 1]
    }

    /// How many of them a version counts; `None` if there is no such version.
    pub(crate) fn of_version(&self, version: u32) -> Option<usize> {
        self.values.get((version as usize).checked_sub(1)?).copied()
    }

    /// Bytes before the index of blocks, where so many values are counted.
    pub(crate) fn fixed(class: Class, values: usize) -> usize {
        8 + 4 + 4 + class.to_bytes().len() + 4 + classes(class).len() * (4 + 2 * 8 * values)
    }
}
