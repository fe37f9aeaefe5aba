//! Why a certificate is not valid: the rule of `docs/certificate.md` that it breaks, and where.

use std::fmt;

use serde::Serialize;

/// A rule of the document, serialized by its name there. A certificate that keeps all of them is valid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Rule {
    /// One JSON object with the keys that are named, each once, and values of the types that are named.
    Form,
    /// The format and the version that are known.
    Version,
    /// A question that is asked about the rule set.
    Question,
    /// A position of the rule set, in its one spelling.
    Position,
    /// The answer of `status`.
    StatusClaim,
    /// The men that attack the royal are exactly these.
    Checkers,
    /// A move that can be played.
    StatusMove,
    /// Every pseudo-legal move is refuted.
    Refuted,
    /// The facts about the men of a side.
    SideFacts,
    /// Every pawn has a file of its own that it can have come from.
    Origins,
    /// Pawns that outnumber the files that they can have come from.
    Hall,
    /// The claim names exactly the broken rules.
    BrokenRules,
    /// The answer of `win`.
    WinClaim,
    /// The attacker's moves.
    Strategy,
    /// The defender's moves.
    Refutation,
    /// The moves of a proof game.
    ProofGame,
    /// The clocks that the claim names.
    Clocks,
    /// No game has fewer plies.
    AtLeast,
    /// The list of pasts: the first covers the position, none is there twice.
    Nodes,
    /// Every predecessor of a past is refuted or covered.
    Retract,
    /// The lemma applies to the past.
    Lemma,
    /// The lemma takes no more steps than the checker allows.
    LemmaSteps,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 22] = [
        Rule::Form,
        Rule::Version,
        Rule::Question,
        Rule::Position,
        Rule::StatusClaim,
        Rule::Checkers,
        Rule::StatusMove,
        Rule::Refuted,
        Rule::SideFacts,
        Rule::Origins,
        Rule::Hall,
        Rule::BrokenRules,
        Rule::WinClaim,
        Rule::Strategy,
        Rule::Refutation,
        Rule::ProofGame,
        Rule::Clocks,
        Rule::AtLeast,
        Rule::Nodes,
        Rule::Retract,
        Rule::Lemma,
        Rule::LemmaSteps,
    ];

    /// The heading in the document below which it stands.
    pub fn section(self) -> &'static str {
        match self {
            Rule::Form | Rule::Version | Rule::Question => "Certificates, version 1",
            Rule::Position => "Positions and moves",
            Rule::StatusClaim | Rule::Checkers | Rule::StatusMove | Rule::Refuted => "`status`",
            Rule::SideFacts | Rule::Origins | Rule::Hall | Rule::BrokenRules => {
                "`rules`: the five rules of reachability"
            }
            Rule::WinClaim | Rule::Strategy | Rule::Refutation => {
                "`win`: forced win within a number of plies"
            }
            Rule::ProofGame => "`{\"answer\": \"legal\"}`",
            Rule::Clocks => "Clocks",
            Rule::AtLeast => "`at_least`: no game of fewer plies",
            Rule::Nodes | Rule::Retract => "`{\"answer\": \"illegal\"}`",
            Rule::Lemma | Rule::LemmaSteps => "Lemmas",
        }
    }
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
        for part in
            [Some(&self.place), self.node.as_ref()].into_iter().flatten().filter(|part| !part.is_empty())
        {
            write!(f, "{part}: ")?;
        }
        f.write_str(&self.message)
    }
}
