//! Where the men of a side stand, as sets of squares.

use crate::board::Kind;

/// The light squares, a bit for each as in all sets of squares; a1, which is dark, has the lowest.
pub(crate) const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;

pub(crate) const END_ROWS: u64 = 0xff00_0000_0000_00ff;

/// Of one side the squares of each kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Side(pub(crate) [u64; 6]);

impl Side {
    pub(crate) fn squares(&self, kind: Kind) -> u64 {
        self.0[kind as usize]
    }

    pub(crate) fn all_squares(&self) -> u64 {
        self.0.iter().fold(0, |all, squares| all | squares)
    }

    pub(crate) fn count(&self, kind: Kind) -> u8 {
        self.squares(kind).count_ones() as u8
    }

    pub(crate) fn men(&self) -> u8 {
        self.all_squares().count_ones() as u8
    }

    /// At least so many promoted men: bishops on dark and on light squares, and all others.
    pub(crate) fn promoted(&self) -> [u8; 3] {
        let beyond = |kind, at_first| self.count(kind).saturating_sub(at_first);
        let others = beyond(Kind::Queen, 1) + beyond(Kind::Rook, 2) + beyond(Kind::Knight, 2);
        let bishops = |on: u64| (self.squares(Kind::Bishop) & on).count_ones().saturating_sub(1) as u8;
        [bishops(!LIGHT), bishops(LIGHT), others]
    }

    /// At least so many of its men were pawns at first.
    pub(crate) fn pawns_at_first(&self) -> u8 {
        self.count(Kind::Pawn) + self.promoted().iter().sum::<u8>()
    }
}
