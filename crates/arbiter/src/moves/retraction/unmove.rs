//! Un-moves, one by one and in sets.

use crate::board::{Bitboard, Role, Square};

/// What kind of move is taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnmoveKind {
    /// A man steps back, perhaps leaving behind a man that it captured.
    Step,
    /// A pawn takes back its double step.
    DoubleStep,
    /// A piece becomes a pawn again.
    Promotion,
    /// A pawn takes back an en passant capture.
    EnPassant,
    /// King and rook go back.
    Castling,
}

/// An un-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unmove {
    /// Where the man stands (the king, for castling).
    pub stands: Square,
    /// Where it came from.
    pub came_from: Square,
    /// What kind of move it was.
    pub kind: UnmoveKind,
    /// What it captured there (a pawn, for en passant).
    pub captured: Option<Role>,
}

/// What a move can have captured: a set of roles and "nothing".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captures(u8);

impl Captures {
    /// Nothing was captured.
    pub(crate) const NOTHING: Captures = Captures(1 << 6);
    /// There is no possibility.
    pub(super) const NONE: Captures = Captures(0);
    pub(super) const PAWN: Captures = Captures(1 << Role::Pawn as u8);
    /// Pawn, knight, bishop, rook and queen.
    pub(super) const MEN: Captures = Captures(0b1_1111);

    #[inline(always)]
    pub(super) const fn without(self, role: Role) -> Captures {
        Captures(self.0 & !(1 << role as u8))
    }

    #[inline(always)]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(super) const fn has(self, role: Role) -> bool {
        self.0 >> role as u8 & 1 == 1
    }

    /// How many possibilities there are.
    #[inline(always)]
    const fn len(self) -> u32 {
        self.0.count_ones()
    }
}

/// Each possibility, `None` being nothing.
impl Iterator for Captures {
    type Item = Option<Role>;

    #[inline(always)]
    fn next(&mut self) -> Option<Option<Role>> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(if index < 6 { Some(Role::ALL[index]) } else { None })
    }
}

/// Un-moves of one man that differ only in where it came from and in what it captured; never empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unmoves {
    /// Where the man stands (the king, for castling).
    pub stands: Square,
    /// Where it can have come from.
    pub came_from: Bitboard,
    /// What kind of move it was.
    pub kind: UnmoveKind,
    /// What it can have captured.
    pub captured: Captures,
}

impl Unmoves {
    /// How many un-moves these are, never none.
    #[inline(always)]
    pub const fn count(&self) -> u32 {
        self.came_from.len() * self.captured.len()
    }

    /// Each of them.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Unmove> {
        let Unmoves { stands, came_from, kind, captured } = self;
        came_from.flat_map(move |came_from| {
            captured.map(move |captured| Unmove { stands, came_from, kind, captured })
        })
    }
}
