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

/// What makes a rule set.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// In certificates.
    pub name: &'static str,
    /// Ranks and files in play, counted from a1.
    pub size: i8,
    /// The piece that must not be lost.
    pub royal: Kind,
    /// Capturing the royal is a move, and wins, and the own may be left attacked. Else checkmate wins.
    pub royal_can_be_taken: bool,
    /// The side not to move may have its royal attacked.
    pub may_wait_attacked: bool,
    /// Castling, double steps, en passant, and fields for them; then no pawn stands on its first rank.
    pub castling: bool,
    /// What pawns promote to if there are any: they capture diagonally and must promote on the last rank.
    pub pawns: Option<&'static [Kind]>,
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
    pawns: Some(&[Queen, Rook, Bishop, Knight]),
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
    Facts { name: "simplified-pawns", pawns: Some(&[Rook, Bishop, Knight]), ..CAPTURE },
    Facts { name: "gardner", size: 5, castling: false, ..CHESS },
    Facts {
        name: "los-alamos",
        size: 6,
        castling: false,
        pawns: Some(&[Queen, Rook, Knight]),
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

    /// Whether men of this kind exist under these rules.
    pub fn has(self, kind: Kind) -> bool {
        self.facts().pieces.contains(&kind) || kind == Pawn && self.facts().pawns.is_some()
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
