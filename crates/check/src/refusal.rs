//! Why a certificate is not valid: the rule of `docs/certificate.md` that it breaks, and where.

use std::fmt;

use serde::Serialize;

/// Each rule with the heading in the document below which it stands, and what it says.
macro_rules! rules {
    ($($rule:ident: $section:literal, $doc:literal;)*) => {
        /// A rule of the document, serialized by its name there. A certificate that keeps all is valid.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Rule { $(#[doc = $doc] $rule,)* }

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
    Form: "Certificates, version 2", "One JSON object with the keys and types of values that are named.";
    Version: "Certificates, version 2", "The format and the version that are known.";
    Question: "Certificates, version 2", "A question that is asked about the rule set.";
    Position: "Positions and moves", "A position of the rule set, in its one spelling.";
    StatusClaim: "`status`", "The answer of `status`.";
    Checkers: "`status`", "The men that attack the royal are exactly these.";
    StatusMove: "`status`", "A move that can be played.";
    Refuted: "`status`", "Every pseudo-legal move is refuted.";
    SideFacts: "`rules`: the five rules of reachability", "The facts about the men of a side.";
    Origins: "`rules`: the five rules of reachability", "Each pawn has an own file that it can be from.";
    Hall: "`rules`: the five rules of reachability", "Pawns that outnumber the files that they can be from.";
    BrokenRules: "`rules`: the five rules of reachability", "The claim names exactly the broken rules.";
    WinClaim: "`win`: forced win within a number of plies", "The answer of `win`.";
    Strategy: "`win`: forced win within a number of plies", "The attacker's moves.";
    Refutation: "`win`: forced win within a number of plies", "The defender's moves.";
    Tables: "`win`: forced win within a number of plies", "Bounds of all positions of an ending.";
    ProofGame: "`{\"answer\": \"legal\"}`", "The moves of a proof game.";
    Clocks: "Clocks", "The clocks that the claim names.";
    AtLeast: "`at_least`: no game of fewer plies", "No game has fewer plies.";
    Nodes: "`{\"answer\": \"illegal\"}`", "Pasts: the first covers the position, none is there twice.";
    Retract: "`{\"answer\": \"illegal\"}`", "Every predecessor of a past is refuted or covered.";
    Lemma: "Lemmas", "The lemma applies to the past.";
    History: "`{\"answer\": \"white-history\"}`", "What the men tell of captures and promotions.";
    CanWinClaim: "`can-win`: can a side still win, by any moves", "The answer of `can-win`.";
    Line: "`{\"answer\": \"winnable\"}`", "The moves that end with mate.";
    Terminal: "`{\"answer\": \"unwinnable\"}`", "The game is over without mate by the side.";
    Material: "`{\"answer\": \"unwinnable\"}`", "Men with which a side never mates.";
    Closure: "`{\"answer\": \"unwinnable\"}`", "All positions that can come about.";
    Ghosts: "`{\"answer\": \"unwinnable\"}`", "Men left off the board, and the squares that they can be on.";
    Region: "`{\"answer\": \"unwinnable\"}`", "The squares that men can ever be on.";
    HelpClaim: "`help`: all games in which both sides help", "The claim of `help`.";
    Solutions: "`help`: all games in which both sides help", "The solutions, and that there are no others.";
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
