//! Lemmas: reasons why no game reaches a position that can be seen from the position alone, without search.
//!
//! A [`Lemma`] is a value in a file of its own, beside its argument. What it finds is a [`Witness`]:
//! sentences are made from it and from the [facts](super::facts) that were deduced on the way, so that
//! nothing is deduced twice.
//!
//! A new lemma is a file here and its line in the list below; its definition in `docs/certificate.md`; a
//! file in the checker written from that, and its line in the list there. Its summary is its sentence,
//! unless it brings a witness of its own: then `chess-arbiter-explain` does not compile without the
//! sentences for it.

use std::fmt;

use crate::board::{Bitboard, Color, Square};
use crate::certificate::Node;
use crate::moves::Past;

use super::facts::Facts;
use super::facts::needs::Needs;
use super::{Level, written};

pub use en_passant::Obstacle;
pub use files::FileCount;
pub use kernel::{Kernel, KernelEnd, KernelNeeds};
pub use parity::MoveParity;

/// The one list: for each lemma its module and its value.
macro_rules! lemmas {
    ($($module:ident: $value:ident),* $(,)?) => {
        $(
            pub(in crate::reach) mod $module;
            pub use $module::$value;
        )*

        /// All lemmas in the order in which they are asked, the cheap ones first.
        pub static LEMMAS: &[&Lemma] = &[$(&$value),*];
    };
}

lemmas! {
    kings: KINGS,
    end_row_pawns: END_ROW_PAWNS,
    men: MEN,
    promotions: PROMOTIONS,
    castling: CASTLING,
    en_passant: EN_PASSANT,
    waiting_side_attacked: WAITING_SIDE_ATTACKED,
    files: FILES,
    columns: COLUMNS,
    origins: ORIGINS,
    locked: LOCKED,
    confined_columns: CONFINED_COLUMNS,
    order: ORDER,
    parity: PARITY,
    kernel: KERNEL,
}

/// What a lemma found: with the facts, all that is told of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Witness {
    /// White's kings and Black's.
    Kings([Bitboard; 2]),
    /// The pawns on the end ranks.
    EndRowPawns(Bitboard),
    /// The board has too many men.
    Men,
    /// The board has too many pawns and promoted pieces.
    Promotions,
    /// The rooks of the rights that lack king or rook.
    Castling(Bitboard),
    /// Why there was no double step.
    EnPassant(Obstacle),
    /// A king of the side not to move.
    WaitingSideAttacked {
        /// Where it stands.
        king: Square,
        /// The men that attack it.
        by: Bitboard,
    },
    /// The files that are closed, and the men that are missing.
    Files(FileCount),
    /// What the pawns of White and Black must have provided; `None`: more than eight promoted pieces.
    Columns([Option<Needs>; 2]),
    /// The side whose men have no origins.
    Origins(Color),
    /// The men that never moved.
    Locked(Bitboard),
    /// As of `columns`.
    ConfinedColumns([Option<Needs>; 2]),
    /// The side whose caged pieces stand in an impossible order.
    Order(Color),
    /// The moves of White and Black.
    Parity([MoveParity; 2]),
    /// What no captures of the pawns achieve.
    Kernel(KernelNeeds),
}

/// A reason why no game reaches a past, which the checker derives again from the past alone.
#[non_exhaustive]
pub struct Lemma {
    /// How certificates cite it.
    pub name: &'static str,
    /// The level at which it is asked.
    pub level: Level,
    /// Whether it is so plain that certificates need no node for it.
    pub instant: bool,
    /// In plain words, as `docs/reach.md` has it.
    pub summary: &'static str,
    /// What shows that no game reaches the past of these facts, which no lemma before this one refutes.
    refute: fn(&Facts) -> Option<Witness>,
}

impl Lemma {
    /// The lemma that certificates call so.
    pub fn named(name: &str) -> Option<&'static Lemma> {
        LEMMAS.iter().find(|lemma| lemma.name == name).copied()
    }

    /// How this lemma refutes a past that no lemma before it refutes; `None` if it does not.
    pub fn refutation(&'static self, past: &Past) -> Option<Refutation> {
        let facts = Facts::new(past);
        let witness = (self.refute)(&facts)?;
        Some(Refutation { lemma: self, witness, facts })
    }
}

/// Each lemma is one value.
impl PartialEq for Lemma {
    fn eq(&self, other: &Lemma) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Lemma {}

impl fmt::Debug for Lemma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Display for Lemma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// That no game reaches a past, with what shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Refutation {
    /// The lemma.
    pub lemma: &'static Lemma,
    /// What it found.
    pub witness: Witness,
    /// What was deduced on the way.
    pub facts: Facts,
}

impl Refutation {
    /// The node of a certificate that shows it; `None` if no cases are found that do.
    ///
    /// ```
    /// use chess_arbiter::format::fen;
    /// use chess_arbiter::moves::Past;
    /// use chess_arbiter::reach::lemma::PARITY;
    /// use chess_arbiter::rules::Standard;
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    /// let past = Past::from(&fen::parse::<Standard>(fen).unwrap());
    /// let node = PARITY.refutation(&past).unwrap().node().unwrap();
    /// assert_eq!(node.reason(), "parity");
    /// ```
    pub fn node(&self) -> Option<Node> {
        written::node(self.facts.past(), self.lemma)
    }
}

/// The first lemma of those wanted that refutes a past, with what it found.
pub(super) fn first(facts: &Facts, wanted: impl Fn(&Lemma) -> bool) -> Option<(&'static Lemma, Witness)> {
    let mut lemmas = LEMMAS.iter().filter(|lemma| wanted(lemma));
    lemmas.find_map(|&lemma| Some((lemma, (lemma.refute)(facts)?)))
}

/// The first lemma up to level `static` that shows a past to be impossible; `None` if none does.
pub fn refute(past: &Past) -> Option<&'static Lemma> {
    Some(first(&Facts::new(past), |lemma| lemma.level <= Level::Static)?.0)
}

/// The first instant lemma that applies to a past.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::moves::Past;
/// use chess_arbiter::reach::lemma::{WAITING_SIDE_ATTACKED, instant};
/// use chess_arbiter::rules::Standard;
/// let setup = fen::parse::<Standard>("4k3/8/8/8/8/8/8/K3R3 w - - 0 1").unwrap();
/// assert_eq!(instant(&Past::from(&setup)), Some(&WAITING_SIDE_ATTACKED));
/// ```
pub fn instant(past: &Past) -> Option<&'static Lemma> {
    Some(first(&Facts::new(past), |lemma| lemma.instant)?.0)
}
