//! Verdicts in words: for someone with a board in front of them who asks "why?".
//!
//! The sentences are made from the verdict's evidence, the lemmas and pasts of its certificate, and from what the
//! deductions of a lemma knew when they ended. They are a reading aid: what proves the verdict is the certificate.

mod cages;
mod clocks;
mod game;
mod last;
mod material;
mod origins;
mod pawns;
pub(super) mod words;

use crate::board::{Bitboard, Color, Role};
use crate::moves::Past;

use super::last_move::Reason;
use super::statics::mobility::End;
use super::statics::{Lemma, Mobility};
use super::{Level, ReachAnswer, ReachVerdict, Why};

pub use clocks::clock_faults;
pub(super) use material::right;
use words::{all, sentence, side};

/// The most sentences for one verdict.
const MOST: usize = 10;

impl ReachVerdict {
    /// Why the verdict is what it is, for a person: at most ten sentences made from its evidence.
    ///
    /// ```
    /// use chess_arbiter::format::fen;
    /// use chess_arbiter::reach::{ReachLimits, decide};
    /// use chess_arbiter::rules::Standard;
    ///
    /// let setup = fen::parse::<Standard>("4k3/8/8/8/8/8/8/K3R3 w - - 0 1").unwrap();
    /// let verdict = decide(&setup, &ReachLimits::default()).unwrap();
    /// assert_eq!(verdict.sentences()[0], "It is White's turn, yet Black's king on e8 is attacked by the rook on e1.");
    /// ```
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = match &self.answer {
            ReachAnswer::Legal(game) => game::told(game),
            ReachAnswer::Illegal(nodes) => match nodes.first().map(|node| node.reason) {
                Some(Reason::Lemma(lemma)) => lemma_sentences(self.past(), lemma),
                _ => last::by_retraction(nodes),
            },
            ReachAnswer::Undecided(why) => undecided(self.level, *why),
        };
        sentences.truncate(MOST);
        sentences
    }
}

/// Why a lemma refutes a past, never nothing.
fn lemma_sentences(past: &Past, lemma: Lemma) -> Vec<String> {
    let sentences = match lemma {
        Lemma::Files => pawns::by_files(&past.board),
        Lemma::Columns => pawns::by_columns(past),
        Lemma::ConfinedColumns => pawns::by_confined_columns(past),
        Lemma::Origins | Lemma::Locked | Lemma::Order | Lemma::Parity => {
            let rounds = Mobility::last_round(past);
            match (lemma, rounds.end) {
                (_, End::Origins(color)) => origins::by_origins(past, &rounds, color),
                (_, End::Locked(locked)) => cages::by_locked(past, &rounds, locked),
                (Lemma::Order, End::Open) => cages::by_order(past, &rounds),
                (_, End::Open) => cages::by_parity(past, &rounds),
            }
        }
        Lemma::Kernel => vec![
            "Too few men are missing: whichever pawns captured, or were captured, in whatever order and on whatever ranks, \
             the others cannot have promoted and stand as they do."
                .into(),
        ],
        _ => material::instant(past, lemma),
    };
    if sentences.is_empty() {
        vec![format!("Lemma `{lemma}` shows the position to be impossible.")]
    } else {
        sentences
    }
}

/// A lemma in a few words, to be said of a position that would have been there before.
fn clause(past: &Past, lemma: Lemma) -> String {
    let board = &past.board;
    match lemma {
        Lemma::WaitingSideAttacked => {
            let king = board.men(!past.turn, Role::King).first();
            let by = king.map(|king| material::attackers(board, king, past.turn));
            match by {
                Some(by) => format!(
                    "{}'s king would have been in check from {} with {} to move",
                    side(!past.turn),
                    all(board, by),
                    side(past.turn)
                ),
                None => "a king would have been missing".into(),
            }
        }
        Lemma::Files | Lemma::Columns | Lemma::ConfinedColumns => {
            let lost: u32 =
                Color::BOTH.map(|color| 16u32.saturating_sub(board.color(color).len())).iter().sum();
            format!(
                "only {} {} missing, too few captures for the pawns and promoted pieces",
                words::men(lost),
                if lost == 1 { "was" } else { "were" }
            )
        }
        Lemma::Origins => {
            let rounds = Mobility::last_round(past);
            let End::Origins(color) = rounds.end else {
                return "the men could not have come where they stood".into();
            };
            let this = &rounds.origins[color as usize];
            let culprits = origins::culprits(this, rounds.ways.captures[color as usize]);
            let squares: Bitboard = culprits.iter().map(|&man| this.men[man].0).collect();
            let all = if squares.len() > 6 { format!("{}'s men", side(color)) } else { all(board, squares) };
            format!("{all} could not {}have come there", if squares.more_than_one() { "all " } else { "" })
        }
        Lemma::Locked => "men would have stood locked in where they did not begin".into(),
        Lemma::Order => "pieces of a first row would have got past one another where they could not".into(),
        Lemma::Parity => "the sides would have made the wrong number of moves".into(),
        Lemma::Promotions => "a side would have had more than eight pawns and promoted pieces".into(),
        Lemma::Men => "a side would have had more than 16 men".into(),
        _ => "something plain would have been wrong".into(),
    }
}

/// What was tried in vain.
fn undecided(level: Level, why: Why) -> Vec<String> {
    let mut sentences =
        vec!["Neither a proof that the position can arise nor one that it cannot was found.".to_owned()];
    let mut plain = vec!["castling rights and en passant square fit the men"];
    if level >= Level::Playable {
        plain.push("kings, checks and numbers of men are in order");
    }
    if level >= Level::FiveRules {
        plain.push("none of the five rules is broken");
    }
    sentences.push(sentence(plain.join("; ")));
    if level >= Level::Static {
        sentences.push("No deduction from captures, pawns and shut-in men refutes it.".into());
    }
    if level >= Level::LastMove {
        sentences.push("What can have been played last, and before that, was not refuted either.".into());
    }
    if level >= Level::Full {
        sentences.push("No game that leads to it was found.".into());
    }
    sentences.push(match why {
        Why::Level => format!("Nothing beyond the level `{level}` was asked for."),
        Why::Exhausted => "All that this version knows was tried.".into(),
        Why::Limit(reached) => format!("The search ended at {reached}; with more it may be decided."),
    });
    sentences
}
