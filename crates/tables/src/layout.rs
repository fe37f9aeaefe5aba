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
    /// Of the format: later ones are refused.
    pub(crate) version: u32,
    /// Earlier ones than this are refused.
    pub(crate) oldest: u32,
    pub(crate) extension: &'static str,
    /// Entries of a block.
    pub(crate) block: u32,
    /// How hard zstd tries.
    pub(crate) effort: Packing,
    /// How many values are counted at most: 0 never, 1 won at once, else plies until the royal is taken.
    pub(crate) values: usize,
    /// Whether a file says how many of them it counts; else it counts all.
    pub(crate) says_values: bool,
    /// The greatest value.
    pub(crate) most: u16,
    /// What an entry is less than its value.
    pub(crate) shift: u16,
    /// Whether the other class of a pair is counted too, because it has no file of its own.
    pub(crate) counts_pair: bool,
    /// Whether an entry whose value is what the best capture or promotion makes it may be anything that is
    /// no better.
    pub(crate) leaves_open: bool,
}

/// How zstd packs a block.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Packing {
    /// One of its levels.
    Level(i32),
    /// As level 19, which it begins with, but for a plainer strategy, which looks for longer matches, for two
    /// to the power of `search` at each place: with 7 three fifths of the time for a hundredth more. Where
    /// `tables` are given, those of its chains and of its hashes have two to the power of that many places.
    Long { search: u32, tables: Option<(u32, u32)> },
}

impl Packing {
    pub(crate) fn packer(self) -> io::Result<Compressor<'static>> {
        let level = if let Packing::Level(level) = self { level } else { 19 };
        let mut packer = Compressor::new(level)?;
        if let Packing::Long { search, tables } = self {
            packer.set_parameter(CParameter::Strategy(Strategy::ZSTD_btopt))?;
            packer.set_parameter(CParameter::SearchLog(search))?;
            packer.set_parameter(CParameter::TargetLength(999))?;
            if let Some((chain, hash)) = tables {
                packer.set_parameter(CParameter::ChainLog(chain))?;
                packer.set_parameter(CParameter::HashLog(hash))?;
            }
        }
        Ok(packer)
    }
}

static SIMPLIFIED: Layout = Layout {
    magic: *b"arb4x4\r\n",
    version: 1,
    oldest: 1,
    extension: "arb4",
    block: 1 << 16,
    // Higher levels take much longer and gain little.
    effort: Packing::Level(9),
    values: 128,
    says_values: false,
    most: AnyIndex::MAX_VALUE,
    shift: AnyIndex::SHIFT,
    counts_pair: false,
    leaves_open: false,
};
const STANDARD: Layout = Layout {
    magic: *b"arb8x8\r\n",
    // 1 and 2 counted all values, and numbered knights before bishops.
    version: 3,
    oldest: 3,
    extension: "arb8",
    // The larger the better they pack: 64 times as many entries as above save a third.
    block: 1 << 22,
    effort: Packing::Long { search: 7, tables: None },
    values: 257,
    says_values: true,
    most: standard::Index::MAX_VALUE,
    shift: standard::Index::SHIFT,
    counts_pair: true,
    leaves_open: false,
};
/// Up to four men, which are one block: that saves a fiftieth more. Of five men such blocks save less (of two
/// of four classes tried nothing), for up to two fifths more time. Small tables of zstd take 0.86
/// of the time to pack, and less memory, for a sixth of a hundredth more bytes.
static FEW_MEN: Layout =
    Layout { block: 1 << 23, effort: Packing::Long { search: 5, tables: Some((21, 18)) }, ..STANDARD };
/// Of five men version 3 left nothing open, and is read as 4 is.
static FIVE_MEN: Layout = Layout {
    version: 4,
    leaves_open: true,
    effort: Packing::Long { search: 7, tables: Some((21, 18)) },
    ..STANDARD
};

impl Layout {
    pub(crate) fn of(class: Class) -> &'static Layout {
        match class.us.royal {
            Role::King if class.men() <= 4 => &FEW_MEN,
            Role::King => &FIVE_MEN,
            _ => &SIMPLIFIED,
        }
    }

    /// The value of an entry.
    #[inline(always)]
    pub(crate) fn value(&self, entry: u8) -> u16 {
        if entry == 0 { 0 } else { u16::from(entry) + self.shift }
    }

    /// Bytes before what is counted.
    pub(crate) fn fixed(&self, class: Class) -> usize {
        8 + 4 + 4 + class.to_bytes().len() + 4 + if self.says_values { 4 } else { 0 }
    }

    /// Bytes of what is counted, where that is so many values.
    pub(crate) fn counts(class: Class, values: usize) -> usize {
        classes(class).len() * (4 + 2 * 8 * values)
    }
}
