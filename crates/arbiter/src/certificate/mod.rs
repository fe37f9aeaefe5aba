//! What each verdict carries: evidence in the format of `docs/certificate.md`, as serde types.
//! They are made by the questions ([`QuestionKind`]) and judged by the independent checker alone.

mod claim;
pub(crate) mod looks;

use std::collections::BTreeMap;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

pub use claim::{
    Claim, HistoryClaim, HistorySide, KeysClaim, Legality, LostClaim, PawnClaim, PromotedClaim,
    VariationClaim,
};

/// The format's name in every certificate.
pub const FORMAT: &str = "arbiter-certificate";
/// The version written by this crate.
pub const VERSION: u32 = 2;

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

/// Why no game reaches a past.
///
/// ```
/// use chess_arbiter::certificate::{Evidence, Node};
/// use chess_arbiter::{format::fen, reach, rules::Standard};
/// let men = "1r1N1rq1/1R2NBp1/3bQ1P1/3Pn1Nq/4n1P1/P1pkb2q/K4n2/bb4n1";
/// let setup = fen::parse::<Standard>(&format!("{men} w - - 0 1")).unwrap();
/// let certificate = reach::decide(&setup, &Default::default()).unwrap().certificate().unwrap();
/// let Evidence::Nodes { nodes } = certificate.evidence else { panic!() };
/// assert!(matches!(&nodes[..], [Node::Cases(..)]) && nodes[0].reason() == "columns");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(untagged))]
pub enum Node {
    /// Position, and `retract` or the name of a lemma.
    Reason(String, String),
    /// Position, `columns` or `confined-columns`, and cases that show that there is no account of the pawns.
    Cases(String, String, Cases),
    /// Position, `kernel`, and states that show that there is no kernel.
    States(String, String, Box<KernelCases>),
    /// Position, `order`, and placements that the men of a side do not leave.
    Order(String, String, OrderCases),
    /// Position, `parity`, and placements of the men of White and of Black.
    Parity(String, String, Box<[ParityCases; 2]>),
}

impl Node {
    /// Its position.
    pub fn position(&self) -> &str {
        self.texts().0
    }

    /// `retract` or the name of a lemma.
    pub fn reason(&self) -> &str {
        self.texts().1
    }

    const fn texts(&self) -> (&String, &String) {
        match self {
            Node::Reason(position, reason)
            | Node::Cases(position, reason, _)
            | Node::States(position, reason, _)
            | Node::Order(position, reason, _)
            | Node::Parity(position, reason, _) => (position, reason),
        }
    }
}

/// What shows that there is no account of the pawns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(untagged))]
pub enum Cases {
    /// The prices of White and of Black.
    Leaf(Box<[CasePrices; 2]>),
    /// The home of a pawn, and `dies`, `leaves`, `stays`, or the square where it stands: the cases where it
    /// is so, and where it is not.
    Fork(String, String, Box<Cases>, Box<Cases>),
}

/// The prices of a side: of a capture, of a pawn that dies, of an enemy pawn that died on each file, of the
/// square of each pawn, and of each sort of men that were pawns: bishops on dark squares and on light ones,
/// or those that can have promoted on certain files.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct CasePrices(pub i32, pub i32, pub [i32; 8], pub Vec<i32>, pub Vec<i32>);

/// What shows that there is no kernel: tariffs, of White and Black, and states.
///
/// ```
/// use chess_arbiter::certificate::{Evidence, Node};
/// use chess_arbiter::{format::fen, reach, rules::Standard};
/// let men = "q2R3N/k2nK2p/bPR2Q1q/2r4N/rr2B2P/3BbN1p/r3q1q1/2Q2n1b";
/// let setup = fen::parse::<Standard>(&format!("{men} b - - 0 1")).unwrap();
/// let certificate = reach::decide(&setup, &Default::default()).unwrap().certificate().unwrap();
/// let Evidence::Nodes { nodes } = certificate.evidence else { panic!() };
/// let [Node::States(_, _, cases)] = &nodes[..] else { panic!() };
/// assert_eq!(cases.1[0].0, "P2p2/P2p2/P2p2/P2p2/P2p2/P2p2/P2p2/P2p2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct KernelCases(pub Vec<[KernelPrices; 2]>, pub Vec<KernelState>);

/// The prices of a side: of a man that is captured, of a spare pawn, of a pawn that leaves each file, of one
/// that comes to each, and of promoted bishops on dark squares and on light ones.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct KernelPrices(pub i32, pub i32, pub [i32; 8], pub [i32; 8], pub [i32; 2]);

/// The pawns of the files with their bounds, what is left to capture of each side, and the places of the
/// tariffs and states that do for all captures.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct KernelState(pub String, pub [[u8; 4]; 2], pub Vec<u32>, pub Vec<u32>);

/// What shows that men of a side cannot have passed each other to their places: the side, the files where
/// they began, and all placements that their moves lead to, each with the square of each, `--` for one that
/// was captured.
///
/// ```
/// use chess_arbiter::certificate::{Evidence, Node};
/// use chess_arbiter::{format::fen, reach, rules::Standard};
/// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/3QRKR1 w - - 0 1";
/// let setup = fen::parse::<Standard>(fen).unwrap();
/// let certificate = reach::decide(&setup, &Default::default()).unwrap().certificate().unwrap();
/// let Evidence::Nodes { nodes } = certificate.evidence else { panic!() };
/// let [Node::Order(_, _, cases)] = &nodes[..] else { panic!() };
/// assert!(cases.0 == "white" && cases.2[0].len() == 2 * cases.1.len());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct OrderCases(pub String, pub String, pub Vec<String>);

/// The files where men of a side began, and all placements that an even, and an odd number of their moves
/// leads to, as in [`OrderCases`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct ParityCases(pub String, pub Vec<String>, pub Vec<String>);

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
    /// For a help problem: its solutions, and what adds up to as many. (Before `Nodes`, for it may have nodes
    /// too, and none.)
    Solutions {
        /// The moves of each.
        lines: Vec<Vec<String>>,
        /// A position, plies from two on, and how many ways there are to the end in just as many.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        nodes: Option<Vec<(String, u32, u64)>>,
        /// A search that found no others, if there would be too many nodes.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        searched: Option<Searched>,
        /// The moves of each if the first move is passed over, where the claim speaks of these.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        set_play: Option<Vec<Vec<String>>>,
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
        /// How many, but for those listed.
        closure: u64,
        /// Positions without the ghosts.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        positions: Option<Vec<String>>,
        /// Square, where it can be as it is and promoted, whether it is a pawn that is kept.
        ghosts: Vec<(String, String, String, bool)>,
    },
    /// Positions that come about, none of them mate, until one comes to those that have evidence of their
    /// own.
    Leaves {
        /// How many, without these and those listed.
        closure: u64,
        /// Positions.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        positions: Option<Vec<String>>,
        /// Each with what shows that the side never mates from it.
        leaves: Vec<(String, Evidence)>,
    },
    /// All positions that can come about, none of them mate.
    Closure {
        /// How many, but for those listed.
        closure: u64,
        /// Positions.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        positions: Option<Vec<String>>,
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
    /// In place of a refutation of an ending, or beside it where somebody may castle: bounds for all its
    /// positions, by the name of their class.
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
