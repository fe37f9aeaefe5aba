//! What each verdict carries: evidence in the format of `docs/certificate.md`, as serde types.
//! They are made by the three questions and judged by the independent checker alone.

use std::collections::BTreeMap;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The format's name in every certificate.
pub const FORMAT: &str = "arbiter-certificate";
/// The version written by this crate.
pub const VERSION: u32 = 1;

/// A claim about a position, with what proves it.
///
/// ```
/// use chess_arbiter::{format::fen, rules::Standard, status};
/// let position = fen::position::<Standard>("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
/// let certificate = status::explain(&position).certificate(&position);
/// assert!(certificate.to_json().contains("checkmate"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The rule set's name.
    pub rules: String,
    /// Which question is answered.
    pub question: QuestionKind,
    /// The position asked about: FEN without clocks.
    pub position: String,
    /// The answer.
    pub claim: Claim,
    /// What proves it.
    pub evidence: Evidence,
}

impl Certificate {
    /// A certificate of the current version.
    pub fn new(
        rules: &str,
        question: QuestionKind,
        position: String,
        claim: Claim,
        evidence: Evidence,
    ) -> Self {
        Certificate {
            format: FORMAT.into(),
            version: VERSION,
            rules: rules.into(),
            question,
            position,
            claim,
            evidence,
        }
    }

    /// The certificate as one line of JSON.
    ///
    /// ```
    /// use chess_arbiter::{Position, status};
    /// let start = Position::initial();
    /// let json = status::explain(&start).certificate(&start).to_json();
    /// assert!(json.starts_with(r#"{"format":"arbiter-certificate""#));
    /// ```
    #[cfg(feature = "serde")]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a certificate has only string keys and finite numbers")
    }
}

/// The question that a certificate answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum QuestionKind {
    /// Safe, check, checkmate or stalemate.
    Status,
    /// The five rules of reachability.
    Rules,
    /// Whether the position can arise in play.
    Legality,
    /// Forced win.
    Win,
    /// Whether a side can still win.
    CanWin,
    /// Every game in which both sides help to end as is asked.
    Help,
}

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
    /// `{"answer": "solved" | "unsolved", "stipulation": "h#2", "solutions": n}`
    Help {
        /// `solved` or `unsolved`.
        answer: String,
        /// What is asked.
        stipulation: String,
        /// How many games of that length or less there are.
        solutions: u64,
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

/// Of an impossible past: position, and `retract` or the name of a lemma.
pub type Node = (String, String);

/// What proves a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(untagged))]
#[non_exhaustive]
pub enum Evidence {
    /// For safe and check: the checkers and one move that can be played.
    Movable {
        /// Squares of the men that attack the royal.
        checkers: Vec<String>,
        /// A move.
        #[cfg_attr(feature = "serde", serde(rename = "move"))]
        mv: String,
    },
    /// For checkmate and stalemate: every pseudo-legal move with the square of what refutes it.
    Refuted {
        /// Squares of the men that attack the royal.
        checkers: Vec<String>,
        /// Move and refuting square.
        refuted: Vec<(String, String)>,
    },
    /// For the five rules: the facts about both sides.
    Sides {
        /// About White.
        white: Box<SideFacts>,
        /// About Black.
        black: Box<SideFacts>,
    },
    /// For a legal position: a game that ends in it.
    Game {
        /// Moves from the array.
        game: Vec<String>,
        /// `ignored` if the game may go on after it is drawn without anybody's claim.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        draws: Option<String>,
        /// What shows that no game has fewer plies than are claimed.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        bound: Option<Vec<BoundNode>>,
        /// A search for shorter games, beyond what is shown.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        searched: Option<Searched>,
    },
    /// For clocks that no game has: the name of what is wrong with them.
    Clocks {
        /// Its name.
        clocks: String,
    },
    /// For an illegal position: a closed set of impossible pasts.
    Nodes {
        /// Each impossible past.
        nodes: Vec<Node>,
    },
    /// The same from every array.
    Arrays {
        /// Arrays, and what shows that no game from these leads to the position.
        arrays: Vec<(Vec<String>, Vec<Node>)>,
    },
    /// For a forced win or its absence.
    Strategies(Strategies),
    /// For a side that can still win: legal moves to its mate.
    Line {
        /// The moves.
        line: Vec<String>,
    },
    /// For a help problem: its solutions. That there are no others is found by trying all moves.
    Solutions {
        /// The moves of each.
        lines: Vec<Vec<String>>,
        /// A search that found no others, if to try all moves would be too much.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        searched: Option<Searched>,
    },
    /// For one that cannot: the game is over.
    Terminal {
        /// Always true.
        terminal: bool,
    },
    /// No position with such men is mate by it.
    Material {
        /// Always true.
        material: bool,
    },
    /// A region for each man, without mate.
    Region {
        /// Square, where the man stays as it is, where it can be once promoted.
        region: Vec<(String, String, String)>,
    },
    /// All positions without some men, the ghosts, none of them mate.
    Ghosts {
        /// How many.
        closure: u64,
        /// Square, where it can be as it is and promoted, whether it is a pawn that is kept.
        ghosts: Vec<(String, String, String, bool)>,
    },
    /// All positions that can come about, none of them mate.
    Closure {
        /// How many.
        closure: u64,
    },
    /// For what the men tell: nothing but the claim.
    None {},
}

/// The facts about one side from which the five rules follow.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct SideFacts {
    /// Squares of its kings.
    pub kings: Vec<String>,
    /// Squares of its pawns on ranks 1 and 8.
    pub end_pawns: Vec<String>,
    /// Number of its men.
    pub men: u32,
    /// Number of its pawns.
    pub pawns: u32,
    /// Pieces beyond the initial set.
    pub surplus: Surplus,
    /// Squares of its bishops.
    pub bishops: Bishops,
    /// Each pawn with the file it came from.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub origins: Option<Vec<(String, char)>>,
    /// Or pawns that cannot have come from different files.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub hall: Option<HallSet>,
}

/// Pieces beyond one queen, two rooks, two bishops, two knights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Surplus {
    /// Beyond one.
    pub queens: u32,
    /// Beyond two.
    pub rooks: u32,
    /// Beyond two.
    pub bishops: u32,
    /// Beyond two.
    pub knights: u32,
}

impl Surplus {
    /// All of them.
    pub const fn total(self) -> u32 {
        self.queens + self.rooks + self.bishops + self.knights
    }
}

/// Bishops by the colour of their square.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Bishops {
    /// On light squares.
    pub light: Vec<String>,
    /// On dark squares.
    pub dark: Vec<String>,
}

/// More pawns than files they can have come from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct HallSet {
    /// Squares of the pawns.
    pub pawns: Vec<String>,
    /// All files any of them can have come from.
    pub files: Vec<char>,
}

/// The strategies that prove a forced win or its absence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Strategies {
    /// The attacker's: one move at each of its positions.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub strategy: Option<Vec<StrategyNode>>,
    /// The defender's.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub refutation: Option<Vec<RefutationNode>>,
    /// In place of a refutation of an ending: bounds for all its positions, by the name of their class.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub tables: Option<BTreeMap<String, String>>,
    /// In place of a refutation too long to write: the search to run again.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub searched: Option<Searched>,
}

/// A search that found no win, or no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Searched {
    /// Within so many plies.
    pub plies: u32,
    /// Positions looked at, for the answer as a whole.
    pub nodes: u64,
}

impl Searched {
    /// So many plies, so many positions.
    pub const fn new(plies: u32, nodes: u64) -> Searched {
        Searched { plies, nodes }
    }
}

/// Move (`None`: none yet), rounds of duals: a position of games that would be shorter than they can be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct BoundNode(pub Option<String>, pub Vec<Vec<BoundDual>>);

/// Side, way, numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct BoundDual(pub String, pub String, pub Vec<i16>);

/// Position, plies, move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct StrategyNode(pub String, pub u32, pub String);

/// Position, plies (`None`: ever), move (`None`: there is none).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct RefutationNode(pub String, pub Option<u32>, pub Option<String>);
