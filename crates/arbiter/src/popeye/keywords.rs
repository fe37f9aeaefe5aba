//! The keywords, and where a problem ends.

use super::words::{Meaning, Word, Words, meaning};

/// What a problem is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Begin,
    Next,
    End,
    Author,
    Origin,
    Title,
    Award,
    Remark,
    /// About files that Popeye writes.
    Output,
    Stipulation,
    Structured,
    Condition,
    Option,
    Pieces,
    Forsyth,
    Array,
    Twin,
    Zero,
}

const COMMANDS: [(&str, Command); 20] = [
    ("BeginProblem", Command::Begin),
    ("NextProblem", Command::Next),
    ("EndProblem", Command::End),
    ("Author", Command::Author),
    ("Origin", Command::Origin),
    ("Title", Command::Title),
    ("Award", Command::Award),
    ("Remark", Command::Remark),
    ("Protocol", Command::Output),
    ("LaTeX", Command::Output),
    ("LaTeXPieces", Command::Output),
    ("Stipulation", Command::Stipulation),
    ("SStipulation", Command::Structured),
    ("Condition", Command::Condition),
    ("Option", Command::Option),
    ("Pieces", Command::Pieces),
    ("Forsyth", Command::Forsyth),
    ("Array", Command::Array),
    ("Twin", Command::Twin),
    ("ZeroPosition", Command::Zero),
];

impl Command {
    /// Whether all of the line after it is text.
    pub(super) fn takes_line(self) -> bool {
        use Command::{Author, Award, Origin, Output, Remark, Title};
        matches!(self, Author | Award | Origin | Output | Remark | Title)
    }

    /// The command that a word is; the first letters will do, at least three. (Fewer can be men: `R a1`.)
    pub(super) fn of(word: Word<'_>) -> Meaning<Command> {
        if word.text.len() < 3 { Meaning::Unknown } else { meaning(word.text, &COMMANDS) }
    }
}

/// What `Option` takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    Variation,
    Try,
    Defence,
    SetPlay,
    NoThreat,
    NoShort,
    NoBoard,
    Duplex,
    HalfDuplex,
    EnPassant,
    NoCastling,
    MaxTime,
    WhiteToPlay,
    /// Changes nothing that is told here; takes so many numbers at most.
    Nothing(u8),
    Unsupported,
}

const CHOICES: [(&str, Choice); 42] = [
    ("Beep", Choice::Nothing(1)),
    ("CastlingMutuallyExclusive", Choice::Unsupported),
    ("Defence", Choice::Defence),
    ("Duplex", Choice::Duplex),
    ("EnPassant", Choice::EnPassant),
    ("GoalIsEnd", Choice::Unsupported),
    ("HalfDuplex", Choice::HalfDuplex),
    ("Intelligent", Choice::Nothing(1)),
    ("IntelligentMode", Choice::Nothing(1)),
    ("KeepMatingPiece", Choice::Unsupported),
    ("LastCapture", Choice::Unsupported),
    ("MatesIn1", Choice::Unsupported),
    ("MaxFlightsquares", Choice::Unsupported),
    ("MaxSolutions", Choice::Nothing(1)),
    ("MaxTime", Choice::MaxTime),
    ("MoveNumbers", Choice::Nothing(0)),
    ("NoBk", Choice::Unsupported),
    ("NoBoard", Choice::NoBoard),
    ("NoCastling", Choice::NoCastling),
    ("NonTrivial", Choice::Unsupported),
    ("NoShortVariations", Choice::NoShort),
    ("NoThreat", Choice::NoThreat),
    ("NoWk", Choice::Unsupported),
    ("NullMoves", Choice::Unsupported),
    ("PostKeyPlay", Choice::Unsupported),
    ("Quodlibet", Choice::Unsupported),
    ("SetPlay", Choice::SetPlay),
    ("StartMoveNumber", Choice::Unsupported),
    ("StopOnShortSolutions", Choice::Nothing(0)),
    ("SuppressGrid", Choice::Nothing(0)),
    ("Threat", Choice::Unsupported),
    ("TrivialTriesAvoid", Choice::Unsupported),
    ("Try", Choice::Try),
    ("UpToMoveNumber", Choice::Unsupported),
    ("Variation", Choice::Variation),
    ("WhiteToPlay", Choice::WhiteToPlay),
    ("WriteGrid", Choice::Nothing(0)),
    // As people say it.
    ("Defense", Choice::Defence),
    ("Variations", Choice::Variation),
    ("Tries", Choice::Try),
    ("SetVariations", Choice::SetPlay),
    ("NoCastle", Choice::NoCastling),
];

impl Choice {
    pub(super) fn of(word: Word<'_>) -> Meaning<Choice> {
        meaning(word.text, &CHOICES)
    }
}

/// What `Twin` takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    Continued,
    Move,
    Exchange,
    Remove,
    Add,
    Substitute,
    Rotate,
    Mirror,
    Shift,
    Polish,
    Stipulation,
    Unsupported,
}

const CHANGES: [(&str, Change); 13] = [
    ("Continued", Change::Continued),
    ("Move", Change::Move),
    ("Exchange", Change::Exchange),
    ("Remove", Change::Remove),
    ("Add", Change::Add),
    ("Substitute", Change::Substitute),
    ("Rotate", Change::Rotate),
    ("Mirror", Change::Mirror),
    ("Shift", Change::Shift),
    ("PolishType", Change::Polish),
    ("Stipulation", Change::Stipulation),
    ("SStipulation", Change::Unsupported),
    ("Condition", Change::Unsupported),
];

impl Change {
    pub(super) fn of(word: Word<'_>) -> Meaning<Change> {
        // "con" is short for two of them; who writes so means twins that go on.
        if word.text.eq_ignore_ascii_case("con") || word.text.eq_ignore_ascii_case("cont") {
            return Meaning::One(Change::Continued);
        }
        meaning(word.text, &CHANGES)
    }
}

/// Follows the words of a text as far as is needed to see where lines of text and problems end: a word means
/// something else after `Option` or `Twin` than elsewhere.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Walk {
    within: Within,
}

#[derive(Clone, Copy, Debug, Default)]
enum Within {
    Options,
    Changes,
    #[default]
    Other,
}

impl Walk {
    /// The command that a word is, if it is one where it stands.
    pub(super) fn command(&mut self, word: Word<'_>) -> Option<Command> {
        let taken = match self.within {
            Within::Options => Choice::of(word).one().is_some(),
            Within::Changes => Change::of(word).one().is_some(),
            Within::Other => false,
        };
        if taken {
            return None;
        }
        let command = Command::of(word).one()?;
        self.within = match command {
            Command::Option => Within::Options,
            Command::Twin | Command::Zero => Within::Changes,
            _ => Within::Other,
        };
        Some(command)
    }

    /// Passes over words up to a command, which is given and not passed over.
    pub(super) fn skip_to_command<'a>(&mut self, words: &mut Words<'a>) -> Option<(Word<'a>, Command)> {
        loop {
            let before = words.clone();
            let word = words.next()?;
            if let Some(command) = self.command(word) {
                *words = before;
                return Some((word, command));
            }
        }
    }
}
