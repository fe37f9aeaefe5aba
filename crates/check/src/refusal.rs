//! Why a certificate is not valid: the rule of `docs/certificate.md` that it breaks, and where.

use std::fmt;

use serde::Serialize;

/// Each rule with the heading in the document below which it stands.
macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident: $section:literal,)*) => {
        /// A rule of the document, serialized by its name there. A certificate that keeps all is valid.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Rule { $($(#[$doc])* $rule,)* }

        impl Rule {
            /// All of them.
            pub const ALL: [Rule; [$($section),*].len()] = [$(Rule::$rule),*];

            /// The heading in the document below which it stands.
            pub fn section(self) -> &'static str {
                match self { $(Rule::$rule => $section,)* }
            }
        }
    };
}

rules! {
    /// One JSON object with the keys that are named, each once, and values of the types that are named.
    Form: "Certificates, version 2",
    /// The format and the version that are known.
    Version: "Certificates, version 2",
    /// A question that is asked about the rule set.
    Question: "Certificates, version 2",
    /// A position of the rule set, in its one spelling.
    Position: "Positions and moves",
    /// The answer of `status`.
    StatusClaim: "`status`",
    /// The men that attack the royal are exactly these.
    Checkers: "`status`",
    /// A move that can be played.
    StatusMove: "`status`",
    /// Every pseudo-legal move is refuted.
    Refuted: "`status`",
    /// The facts about the men of a side.
    SideFacts: "`rules`: the five rules of reachability",
    /// Every pawn has a file of its own that it can have come from.
    Origins: "`rules`: the five rules of reachability",
    /// Pawns that outnumber the files that they can have come from.
    Hall: "`rules`: the five rules of reachability",
    /// The claim names exactly the broken rules.
    BrokenRules: "`rules`: the five rules of reachability",
    /// The answer of `win`.
    WinClaim: "`win`: forced win within a number of plies",
    /// The attacker's moves.
    Strategy: "`win`: forced win within a number of plies",
    /// The defender's moves.
    Refutation: "`win`: forced win within a number of plies",
    /// Bounds of all positions of an ending.
    Tables: "`win`: forced win within a number of plies",
    /// The moves of a proof game.
    ProofGame: "`{\"answer\": \"legal\"}`",
    /// The clocks that the claim names.
    Clocks: "Clocks",
    /// No game has fewer plies.
    AtLeast: "`at_least`: no game of fewer plies",
    /// The list of pasts: the first covers the position, none is there twice.
    Nodes: "`{\"answer\": \"illegal\"}`",
    /// Every predecessor of a past is refuted or covered.
    Retract: "`{\"answer\": \"illegal\"}`",
    /// The lemma applies to the past.
    Lemma: "Lemmas",
    /// What the men tell of captures and promotions.
    History: "`{\"answer\": \"white-history\"}`",
    /// The answer of `can-win`.
    CanWinClaim: "`can-win`: can a side still win, by any moves",
    /// The moves that end with mate.
    Line: "`{\"answer\": \"winnable\"}`",
    /// The game is over without mate by the side.
    Terminal: "`{\"answer\": \"unwinnable\"}`",
    /// Men with which a side never mates.
    Material: "`{\"answer\": \"unwinnable\"}`",
    /// All positions that can come about.
    Closure: "`{\"answer\": \"unwinnable\"}`",
    /// The men left off the board, and the squares that they can be on.
    Ghosts: "`{\"answer\": \"unwinnable\"}`",
    /// The squares that men can ever be on.
    Region: "`{\"answer\": \"unwinnable\"}`",
    /// The claim of `help`.
    HelpClaim: "`help`: all games in which both sides help",
    /// The solutions, and that there are no others.
    Solutions: "`help`: all games in which both sides help",
}

/// Why a certificate is not valid. As text it begins with the place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Refusal {
    /// The rule that is broken.
    pub rule: Rule,
    /// The place in the certificate, as `certificate.evidence.nodes[3]`; empty of what is no JSON.
    pub place: String,
    /// Where a node is wrong, its position.
    pub node: Option<String>,
    /// Where a move is wrong, or the move of a node, that move as it is written.
    pub played: Option<String>,
    /// Where a lemma is wrong, its name as it is written.
    pub lemma: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl Refusal {
    pub(crate) fn new(rule: Rule, message: impl fmt::Display) -> Refusal {
        let (place, message) = (String::new(), message.to_string());
        Refusal { rule, place, node: None, played: None, lemma: None, message }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [&*self.place, self.node.as_deref().unwrap_or_default()];
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            write!(f, "{part}: ")?;
        }
        f.write_str(&self.message)
    }
}
