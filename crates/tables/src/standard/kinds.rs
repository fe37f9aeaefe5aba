//! Men alike, and the numbers of their placements.

use chess_arbiter::board::Role;

use super::board::{SETS, rank, ways};
use super::index::Squares;
use crate::material::{Class, PIECES};

/// The squares that men can stand on, and their numbers: all of them, the six ranks of pawns, or of these
/// ranks a file and its mirror image.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    /// The first square, were its file the first.
    low: u8,
    /// Squares are numbered in fours, where only two files matter: one of each half of the board.
    shift: u8,
    /// The file, where that is so.
    pub(super) file: Option<u8>,
}

impl Area {
    const BOARD: Area = Area { low: 0, shift: 0, file: None };
    const PAWNS: Area = Area { low: 8, shift: 0, file: None };

    /// Of pawns on a file and its mirror image.
    fn on_file(file: u8) -> Area {
        Area { low: 8, shift: 2, file: Some(file) }
    }

    #[inline(always)]
    pub(super) fn number(self, square: u8) -> u8 {
        (square - self.low) >> self.shift
    }

    #[inline(always)]
    fn square(self, number: u8) -> u8 {
        let file = self.file.map_or(0, |file| if number & 1 == 0 { file } else { 3 - file });
        self.low + (number << self.shift) + file
    }
}

/// Men of one kind and side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Where they begin among the squares.
    pub(super) first: usize,
    pub(super) men: usize,
    pub(super) role: Role,
    pub(super) ours: bool,
    /// Where they can stand, and on how many squares.
    pub(super) area: Area,
    pub(super) on: u32,
    /// In a number, one more of theirs counts so much.
    pub(super) stride: u32,
}

impl Kind {
    /// The number of the squares on which they stand, through a symmetry.
    #[inline(always)]
    pub(super) fn rank(self, squares: &Squares, seen: &[u8; 64]) -> u32 {
        let at = |i: usize| u32::from(self.area.number(seen[usize::from(squares[self.first + i] & 63)]));
        match self.men {
            1 => at(0),
            2 => {
                let (a, b) = (at(0), at(1));
                rank(&[a.min(b), a.max(b)])
            }
            _ => {
                let mut all = [at(0), at(1), at(2)];
                all.sort_unstable();
                rank(&all)
            }
        }
    }

    /// Puts them where their number says.
    #[inline(always)]
    pub(super) fn place(self, number: u32, squares: &mut Squares) {
        if self.men == 1 {
            squares[self.first] = self.area.square(number as u8);
            return;
        }
        let set = SETS[self.men - 2][number as usize];
        for i in 0..self.men {
            squares[self.first + i] = self.area.square(set[i]);
        }
    }
}

/// The kinds of a class and the numbers of their placements, in the order in which they count.
#[derive(Clone, Debug)]
pub(super) struct Kinds {
    /// The last counts least.
    pub(super) kinds: Vec<Kind>,
    /// All their placements.
    pub(super) len: u32,
}

impl Kinds {
    pub(super) fn new(class: Class) -> Kinds {
        let mut kinds = Vec::new();
        let mut first = 2;
        for (army, ours) in [(class.us, true), (class.them, false)] {
            let mut add = |role, men: u8, area, on| {
                let men = usize::from(men);
                if men > 0 {
                    kinds.push(Kind { first, men, role, ours, area, on, stride: 0 });
                    first += men;
                }
            };
            for role in PIECES {
                add(role, army.count(role), Area::BOARD, 64);
            }
            match army.files {
                None => add(Role::Pawn, army.pawns, Area::PAWNS, 48),
                Some(files) => {
                    (0..).zip(files).for_each(|(file, men)| add(Role::Pawn, men, Area::on_file(file), 12));
                }
            }
        }
        // Pawns move least, and what moves most stands next to where it goes; but knights come after bishops,
        // where every other square is another matter: that packs worse.
        const ORDER: [Role; 5] = [Role::Pawn, Role::Bishop, Role::Knight, Role::Rook, Role::Queen];
        kinds.sort_by_key(|kind| ORDER.iter().position(|&role| role == kind.role));
        Kinds { kinds, len: 0 }.numbered()
    }

    pub(super) fn numbered(mut self) -> Kinds {
        self.len = 1;
        for kind in self.kinds.iter_mut().rev() {
            kind.stride = self.len;
            self.len = self.len.saturating_mul(ways(kind.on, kind.men as u32));
        }
        self
    }

    #[inline(always)]
    pub(super) fn rank(&self, squares: &Squares, seen: &[u8; 64]) -> u32 {
        self.kinds.iter().map(|kind| kind.rank(squares, seen) * kind.stride).sum()
    }

    #[inline(always)]
    pub(super) fn place(&self, mut number: u32, squares: &mut Squares) {
        for kind in &self.kinds {
            kind.place(number / kind.stride, squares);
            number %= kind.stride;
        }
    }
}
