//! What certificates claim.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The answer that is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(untagged))]
#[non_exhaustive]
pub enum Claim {
    /// `{"answer": "holds" | "broken", "rules": […]}`
    Rules {
        /// `holds` or `broken`.
        answer: String,
        /// The broken rules, ascending.
        rules: Vec<u8>,
    },
    /// `{"answer": "win" | "no-win", "plies": n}`
    Win {
        /// `win` or `no-win`.
        answer: String,
        /// Within how many plies; `None`, which is written, for ever (only `no-win`).
        #[cfg_attr(feature = "serde", serde(deserialize_with = "Option::deserialize"))]
        plies: Option<u32>,
        /// What is to be reached, if it is not to win: `stalemate`, `selfmate` or `reflexmate`.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        aim: Option<String>,
        /// Whether no shorter win exists (only `win`).
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
        shortest: bool,
        /// All first moves that win (only `win`).
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        keys: Option<KeysClaim>,
        /// With which moves the attacker wins in other positions: what tries, set play and variations rest
        /// on.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
        variations: Vec<VariationClaim>,
    },
    /// `{"answer": "legal" | "illegal"}`, with `"clocks": [h, m]` where they are part of the question, and
    /// `"start": …` where the array is not the usual one.
    Legality {
        /// `legal` or `illegal`.
        answer: Legality,
        /// White's first rank in the array that games begin with, if it is not the usual one; or `any`.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        start: Option<String>,
        /// The halfmove clock, and the number of the move to be played.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        clocks: Option<(u16, u16)>,
        /// Of a legal position: no game has fewer plies.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        at_least: Option<u32>,
        /// `any` if that is so whatever the castling rights.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        castling: Option<String>,
        /// `any` if that is so whatever the en passant square.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        en_passant: Option<String>,
    },
    /// `{"answer": "white-history" | "black-history", …}`
    History(Box<HistoryClaim>),
    /// `{"answer": "winnable" | "unwinnable", "side": "white" | "black"}`
    CanWin {
        /// `winnable` or `unwinnable`.
        answer: String,
        /// The side.
        side: String,
    },
    /// `{"answer": "solved" | "unsolved", "stipulation": "h#2", "solutions": n}`, and `"set_play": n`
    Help {
        /// `solved` or `unsolved`.
        answer: String,
        /// What is asked.
        stipulation: String,
        /// How many games of that length or less there are.
        solutions: u64,
        /// How many if the side to move passes over its first move.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        set_play: Option<u64>,
    },
    /// `{"answer": "safe" | "check" | "checkmate" | "stalemate"}`
    Status {
        /// The status.
        answer: String,
    },
}

impl Claim {
    /// Whether a position can arise, and nothing of the plies that it takes.
    pub const fn legality(answer: Legality) -> Claim {
        Claim::Legality {
            answer,
            start: None,
            clocks: None,
            at_least: None,
            castling: None,
            en_passant: None,
        }
    }
}

/// All first moves that win within a number of plies, which may be more than are claimed beside.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct KeysClaim {
    /// The plies.
    pub plies: u32,
    /// The moves.
    pub moves: Vec<String>,
}

/// With which moves the attacker, to move, wins in a position within a number of plies:
/// `[position, plies, moves]`, or `[position, plies]` where it is only claimed that it does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(from = "Variation", into = "Variation"))]
#[non_exhaustive]
pub struct VariationClaim {
    /// The position.
    pub position: String,
    /// The plies.
    pub plies: u32,
    /// All first moves that win; `None` if they are not claimed.
    pub moves: Option<Vec<String>>,
}

/// A [`VariationClaim`] as it is written.
#[cfg(feature = "serde")]
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Variation {
    All(String, u32, Vec<String>),
    Some(String, u32),
}

#[cfg(feature = "serde")]
impl From<Variation> for VariationClaim {
    fn from(variation: Variation) -> VariationClaim {
        match variation {
            Variation::All(position, plies, moves) => VariationClaim { position, plies, moves: Some(moves) },
            Variation::Some(position, plies) => VariationClaim { position, plies, moves: None },
        }
    }
}

#[cfg(feature = "serde")]
impl From<VariationClaim> for Variation {
    fn from(claim: VariationClaim) -> Variation {
        let VariationClaim { position, plies, moves } = claim;
        match moves {
            Some(moves) => Variation::All(position, plies, moves),
            None => Variation::Some(position, plies),
        }
    }
}

/// Whether a position can arise in play, as certificates claim it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum Legality {
    /// A game reaches it.
    Legal,
    /// No game does.
    Illegal,
}

/// What the men of a side tell of captures and promotions. It is so in every game that reaches the position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct HistoryClaim {
    /// The side.
    pub answer: HistorySide,
    /// White's first rank in the array that games begin with, if it is not the usual one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub start: Option<String>,
    /// Its pawns made so many captures, at least.
    pub pawn_captures: u32,
    /// Pawns that captured.
    pub pawns: Vec<PawnClaim>,
    /// Pieces, of one kind each time, of which some were pawns.
    pub promoted_among: Vec<PromotedClaim>,
    /// Men of the array that are not on the board.
    pub lost_men: Vec<LostClaim>,
}

/// Whose history a claim tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum HistorySide {
    /// White's.
    WhiteHistory,
    /// Black's.
    BlackHistory,
}

/// Of a pawn that captured.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct PawnClaim {
    /// Where it stands.
    pub square: String,
    /// On one of these squares it began.
    pub origins: Vec<String>,
    /// It captured at least so often.
    pub least: u32,
    /// It captured at most so often.
    pub most: u32,
    /// Its last capture was on one of these squares.
    pub on: Vec<String>,
    /// The man captured there began on one of these.
    pub victims: Vec<String>,
}

/// Of pieces of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct PromotedClaim {
    /// Where they stand.
    pub squares: Vec<String>,
    /// At least so many of them were pawns.
    pub least: u32,
}

/// Of a man that was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct LostClaim {
    /// Where it began.
    pub home: String,
    /// Of a piece: it was captured on one of these squares. Of a pawn nothing is said: empty.
    pub on: Vec<String>,
}

impl HistoryClaim {
    /// A claim that says nothing yet.
    pub const fn of(answer: HistorySide) -> HistoryClaim {
        HistoryClaim {
            answer,
            start: None,
            pawn_captures: 0,
            pawns: Vec::new(),
            promoted_among: Vec::new(),
            lost_men: Vec::new(),
        }
    }
}
