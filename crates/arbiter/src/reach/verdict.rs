//! What is answered of a position, with its evidence.

use std::fmt;

use crate::board::{Color, Move};
use crate::limits::{Effort, Reached};
use crate::moves::Past;
use crate::position::Position;

use super::last_move::ImpossiblePast;
use super::lemma::{Lemma, Refutation};
use super::proof_game::en_passant_is_possible;
use super::{ClockFault, GameTerms, Level, Unknown};

/// Whether a position can arise in play, with its proof.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReachVerdict {
    /// The answer.
    pub answer: ReachAnswer,
    /// The level that decided, or the last one that was tried.
    pub level: Level,
    /// The work it took.
    pub effort: Effort,
    pub(super) past: Past,
    pub(super) terms: GameTerms,
    refutation: Option<Box<Refutation>>,
    /// Where any array was asked about and none will do: why not the others.
    pub(super) elsewhere: Vec<Vec<ImpossiblePast>>,
    pub(super) clocks: Option<Clocks>,
    other_clocks: Option<Vec<Move>>,
}

/// The clocks of a position, as part of the question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clocks {
    /// Plies since the last capture or pawn move.
    pub halfmoves: u16,
    /// Number of the move to be played.
    pub fullmoves: u16,
}

/// An answer with its evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReachAnswer {
    /// A game from the array that ends in the position.
    Legal(Vec<Move>),
    /// A closed set of impossible pasts, the position itself first.
    Illegal(Vec<ImpossiblePast>),
    /// The clocks, which were part of the question, are not those of any game to the men.
    ImpossibleClocks(ClockFault),
    /// Neither was proved.
    Undecided(Why),
}

/// Why nothing was proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The levels asked for say nothing against the position.
    Level,
    /// All that this version knows was tried.
    Exhausted,
    /// A limit was reached.
    Limit(Reached),
}

/// A few words: `legal`, `illegal static origins`, `illegal static clocks`, `undecided full (time limit)`.
impl fmt::Display for ReachVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        if !matches!(self.answer, ReachAnswer::Legal(_)) {
            write!(f, " {}", self.level)?;
        }
        if matches!(self.answer, ReachAnswer::ImpossibleClocks(_)) {
            f.write_str(" clocks")?;
        }
        match (self.lemma(), self.limit()) {
            (Some(lemma), _) => write!(f, " {lemma}"),
            (None, Some(limit)) => write!(f, " ({})", limit.cause()),
            (None, None) => Ok(()),
        }
    }
}

impl ReachVerdict {
    /// A verdict about a position without clocks.
    pub(super) fn new(
        answer: ReachAnswer,
        level: Level,
        effort: Effort,
        past: Past,
        terms: GameTerms,
        refutation: Option<Box<Refutation>>,
    ) -> ReachVerdict {
        let (elsewhere, clocks, other_clocks) = (Vec::new(), None, None);
        ReachVerdict { answer, level, effort, past, terms, refutation, elsewhere, clocks, other_clocks }
    }

    /// The verdict as one about a position with these clocks: the same if the position cannot arise at all.
    pub(super) fn with_clocks(self, clocks: Clocks) -> ReachVerdict {
        ReachVerdict { clocks: Some(clocks), ..self }
    }

    /// The clocks are wrong.
    pub(super) fn by_clocks(self, fault: ClockFault) -> ReachVerdict {
        ReachVerdict { answer: ReachAnswer::ImpossibleClocks(fault), level: Level::Static, ..self }
    }

    /// A game with the clocks was found, or none: then what was one without them is kept.
    pub(super) fn by_game(mut self, game: Result<Vec<Move>, Why>, effort: Effort) -> ReachVerdict {
        let answer = match game {
            Ok(game) => ReachAnswer::Legal(game),
            Err(why) => ReachAnswer::Undecided(why),
        };
        let other = std::mem::replace(&mut self.answer, answer);
        if let (ReachAnswer::Legal(game), ReachAnswer::Undecided(_)) = (other, &self.answer) {
            self.other_clocks = Some(game);
        }
        ReachVerdict { level: Level::Full, effort, ..self }
    }

    /// That a past is impossible, by a closed set of pasts that was put together elsewhere.
    pub(super) fn by_retraction(past: Past, nodes: Vec<ImpossiblePast>, effort: Effort) -> ReachVerdict {
        let answer = ReachAnswer::Illegal(nodes);
        ReachVerdict::new(answer, Level::LastMove, effort, past, GameTerms::default(), None)
    }

    /// Whether it is impossible from every array, as [`decide_any`](super::decide_any) finds it.
    pub const fn is_from_any(&self) -> bool {
        !self.elsewhere.is_empty()
    }

    /// Of an impossible position the closed set.
    pub(super) fn into_nodes(self) -> Option<Vec<ImpossiblePast>> {
        if let ReachAnswer::Illegal(nodes) = self.answer { Some(nodes) } else { None }
    }

    /// The position, as it was asked about.
    pub fn past(&self) -> &Past {
        &self.past
    }

    /// The clocks that were part of the question.
    pub const fn clocks(&self) -> Option<Clocks> {
        self.clocks
    }

    /// Where no game with the clocks was found: one to the position with others.
    pub fn other_clocks(&self) -> Option<&[Move]> {
        self.other_clocks.as_deref()
    }

    /// `legal`, `illegal` or `undecided`.
    pub const fn word(&self) -> &'static str {
        match self.answer {
            ReachAnswer::Legal(_) => "legal",
            ReachAnswer::Illegal(_) | ReachAnswer::ImpossibleClocks(_) => "illegal",
            ReachAnswer::Undecided(_) => "undecided",
        }
    }

    /// The position that the game ends in, if there is one: where fields were not given it has those of the
    /// game. Otherwise the position as it was asked about.
    pub fn reached(&self) -> Past {
        let (ReachAnswer::Legal(game), Unknown { castling, en_passant }) = (&self.answer, self.terms.unknown)
        else {
            return self.past;
        };
        let end = game.iter().fold(Position::from_start(self.past.start), |position, &mv| position.play(mv));
        let mut past = self.past;
        if castling {
            past.castling = end.castling(Color::White) | end.castling(Color::Black);
        }
        if en_passant {
            past.en_passant = end.en_passant().filter(|_| en_passant_is_possible(&end));
        }
        past
    }

    /// The lemma that shows the position itself to be impossible; `None` if it is legal or undecided, or if
    /// it is impossible for what must have been played before.
    pub fn lemma(&self) -> Option<&'static Lemma> {
        Some(self.refutation()?.lemma)
    }

    /// How [its lemma](Self::lemma) refutes the position.
    pub fn refutation(&self) -> Option<&Refutation> {
        self.refutation.as_deref()
    }

    /// The limit that left it undecided.
    pub const fn limit(&self) -> Option<Reached> {
        match self.answer {
            ReachAnswer::Undecided(Why::Limit(reached)) => Some(reached),
            _ => None,
        }
    }

    /// Whether it is undecided though all levels were asked, or for a limit. (A level below the last that has
    /// nothing against the position has answered what it was asked.)
    pub fn gave_up(&self) -> bool {
        match self.answer {
            ReachAnswer::Undecided(Why::Limit(_)) => true,
            ReachAnswer::Undecided(Why::Exhausted) => self.level == Level::Full,
            ReachAnswer::Undecided(Why::Level)
            | ReachAnswer::Legal(_)
            | ReachAnswer::Illegal(_)
            | ReachAnswer::ImpossibleClocks(_) => false,
        }
    }
}
