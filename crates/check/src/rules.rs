//! The rule sets as a table of facts. A new rule set is a name in [`RuleSet`] and a row of the table below.

use std::fmt;

use crate::men::Kind::{self, Bishop, King, Knight, Pawn, Queen, Rook};
use crate::squares::{A_FILE, Set};

/// The rules that a certificate is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RuleSet {
    /// Full chess, Chess960 castling included.
    #[default]
    Standard,
    /// 8×8 without pawns, castling or demands on the position beyond one king each.
    Pawnless,
    /// 4×4, the queen is royal and may be captured.
    Simplified,
    /// [`RuleSet::Simplified`] with pawns.
    SimplifiedPawns,
    /// Gardner minichess, 5×5.
    Gardner,
    /// Los Alamos chess, 6×6 without bishops.
    LosAlamos,
}

/// How pawns move. Where there are any they capture diagonally and must promote on the last rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pawns {
    /// One step, two from the second rank; en passant. None stands on the first rank.
    DoubleStep,
    /// One step. Some may stand on the first rank.
    SingleStep,
}

/// What makes a rule set.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// In certificates.
    pub name: &'static str,
    /// Ranks and files in play, counted from a1.
    pub size: i8,
    /// The piece that must not be lost.
    pub royal: Kind,
    /// Capturing the royal is a move, and wins; then a move may leave the own royal attacked. Otherwise it is
    /// no move, and checkmate wins.
    pub royal_can_be_taken: bool,
    /// The side not to move may have its royal attacked.
    pub may_wait_attacked: bool,
    /// Castling, with and without the king on e1, and with it the fields of rights and of en passant.
    pub castling: bool,
    /// How pawns move, and what they promote to.
    pub pawns: Option<(Pawns, &'static [Kind])>,
    /// The kinds beside pawns.
    pub pieces: &'static [Kind],
}

const CHESS: Facts = Facts {
    name: "standard",
    size: 8,
    royal: King,
    royal_can_be_taken: false,
    may_wait_attacked: false,
    castling: true,
    pawns: Some((Pawns::DoubleStep, &[Queen, Rook, Bishop, Knight])),
    pieces: &[King, Queen, Rook, Bishop, Knight],
};

/// 4×4 without pawns.
const CAPTURE: Facts = Facts {
    name: "simplified",
    size: 4,
    royal: Queen,
    royal_can_be_taken: true,
    may_wait_attacked: true,
    castling: false,
    pawns: None,
    pieces: &[Queen, Rook, Bishop, Knight],
};

/// A rank for each rule set, in the order of [`RuleSet`].
const FACTS: [Facts; 6] = [
    CHESS,
    Facts { name: "pawnless", may_wait_attacked: true, castling: false, pawns: None, ..CHESS },
    CAPTURE,
    Facts { name: "simplified-pawns", pawns: Some((Pawns::SingleStep, &[Rook, Bishop, Knight])), ..CAPTURE },
    Facts {
        name: "gardner",
        size: 5,
        castling: false,
        pawns: Some((Pawns::SingleStep, &[Queen, Rook, Bishop, Knight])),
        ..CHESS
    },
    Facts {
        name: "los-alamos",
        size: 6,
        castling: false,
        pawns: Some((Pawns::SingleStep, &[Queen, Rook, Knight])),
        pieces: &[King, Queen, Rook, Knight],
        ..CHESS
    },
];

impl RuleSet {
    /// Every rule set.
    pub fn all() -> impl Iterator<Item = RuleSet> {
        use RuleSet::*;
        [Standard, Pawnless, Simplified, SimplifiedPawns, Gardner, LosAlamos].into_iter()
    }

    /// What makes it.
    pub fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    /// The rule set with this name.
    pub fn from_name(name: &str) -> Option<RuleSet> {
        RuleSet::all().find(|rules| rules.facts().name == name)
    }

    /// Number of ranks and of files in play, counted from a1.
    pub fn size(self) -> i8 {
        self.facts().size
    }

    /// The squares in play.
    pub fn window(self) -> Set {
        let missing = 8 - self.size();
        (0xff >> missing) * (A_FILE >> (8 * missing))
    }

    /// The piece that must not be lost.
    pub fn royal(self) -> Kind {
        self.facts().royal
    }

    /// Whether men of this kind exist under these rules.
    pub fn has(self, kind: Kind) -> bool {
        self.facts().pieces.contains(&kind) || kind == Pawn && self.facts().pawns.is_some()
    }

    /// Whether pawns have a double step.
    pub(crate) fn has_double_step(self) -> bool {
        matches!(self.facts().pawns, Some((Pawns::DoubleStep, _)))
    }

    /// What pawns promote to.
    pub(crate) fn promotions(self) -> &'static [Kind] {
        self.facts().pawns.map_or(&[], |(_, kinds)| kinds)
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.facts().name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_order() {
        assert_eq!(RuleSet::all().count(), FACTS.len());
        for (rules, facts) in RuleSet::all().zip(&FACTS) {
            assert_eq!(format!("{rules:?}").to_lowercase(), facts.name.replace('-', ""));
            assert_eq!(RuleSet::from_name(facts.name), Some(rules));
        }
    }
}
