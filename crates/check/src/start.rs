//! The array that games begin with: the usual one, or another of Chess960.

use std::fmt;

use crate::board::CASTLINGS;
use crate::men::{Colour, Kind};
use crate::squares::{Set, home, rank_between};

/// The first rank of the array, both sides alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Start {
    /// The pieces by file.
    pub(crate) kinds: [Kind; 8],
}

/// The files of castling.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Castling {
    /// Where king and rook stand in the array.
    pub(crate) king: usize,
    pub(crate) rook: usize,
    /// Where they land.
    pub(crate) king_to: usize,
    pub(crate) rook_to: usize,
    /// The corner that stands for the right.
    pub(crate) corner: usize,
}

impl Castling {
    /// The squares from where the king stands to where it lands, and the same of the rook.
    pub(crate) fn way(&self, side: Colour) -> Set {
        let between = |one, other| rank_between(home(side, 0, one), home(side, 0, other));
        between(self.king, self.king_to) | between(self.rook, self.rook_to)
    }
}

impl Start {
    /// The usual array.
    pub const USUAL: Start = {
        use Kind::{Bishop, King, Knight, Queen, Rook};
        Start { kinds: [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook] }
    };

    /// Reads the letters of a first rank, as `rnbqkbnr`.
    pub fn parse(letters: &str) -> Option<Start> {
        let kind = |letter: char| Kind::ALL.into_iter().find(|kind| kind.letter() == letter);
        let kinds: [Kind; 8] = letters.chars().map_while(kind).collect::<Vec<_>>().try_into().ok()?;
        let files = |kind: Kind| (0..8).filter(move |file| kinds[*file] == kind);
        let is_full = Kind::PIECES.into_iter().all(|man| files(man).count() == usize::from(man.at_first()));
        let is_apart = files(Kind::Bishop).sum::<usize>() % 2 == 1;
        let castles = kinds.iter().filter(|kind| matches!(kind, Kind::King | Kind::Rook)).nth(1);
        let is_all = is_full && is_apart && castles == Some(&Kind::King) && letters.len() == 8;
        is_all.then_some(Start { kinds })
    }

    /// The array as a position.
    pub fn position(&self) -> String {
        let [black, white] = [self.to_string(), self.to_string().to_uppercase()];
        format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq -")
    }

    /// Where the pieces of a side and a kind begin.
    pub(crate) fn homes(&self, side: Colour, kind: Kind) -> Set {
        (0..8).filter(|file| self.kinds[*file] == kind).fold(0, |all, file| all | home(side, 0, file))
    }

    /// Castling on the king's right-hand side and on the left.
    pub(crate) fn castlings(&self) -> [Castling; 2] {
        let is_rook = |file: &usize| self.kinds[*file] == Kind::Rook;
        let king = (0..8).find(|file| self.kinds[*file] == Kind::King).unwrap_or_default();
        let rooks = [(king..8).find(is_rook), (0..king).find(is_rook)].map(Option::unwrap_or_default);
        [0, 1].map(|way| {
            let ([corner, king_to, rook_to], rook) = (CASTLINGS[way], rooks[way]);
            Castling { king, rook, king_to, rook_to, corner }
        })
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kinds.iter().try_for_each(|kind| write!(f, "{}", kind.letter()))
    }
}
