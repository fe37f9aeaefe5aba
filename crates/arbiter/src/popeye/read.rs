//! A problem, command by command.

use std::time::Duration;

use crate::board::{Bitboard, Board, Color, PartialSetup, Role, Setup, Square};
use crate::format::position::at_home;
use crate::format::{ProblemSetup, TextError};
use crate::position::Position;
use crate::rules::Standard;
use crate::stipulation::{AnyStipulation, NoStipulation};

use super::keywords::{Choice, Command, Walk};
use super::twin::{self, State};
use super::words::{Meaning, Word, Words};
use super::{Heading, MAX_TWINS, Options, Part, Problem, men};

/// Who attacks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    White,
    Black,
    Both,
}

/// A twin that is still to be read, after its keyword.
struct Twin<'a> {
    place: (usize, usize),
    words: Words<'a>,
}

/// What is asked about: the position that was set up, or a twin.
struct Asked {
    line: usize,
    men_at: (usize, usize),
    change: String,
    state: Result<State, TextError>,
}

/// What has been read.
struct Reading<'a> {
    heading: Heading,
    options: Options,
    sides: Sides,
    /// Of these squares nothing castles.
    moved: Bitboard,
    /// The square stepped over, and where that is said.
    en_passant: Option<(Square, Word<'a>)>,
    board: Board,
    /// The line and column of the command that placed men, if one has.
    placed: Option<(usize, usize)>,
    stipulation: Option<Result<AnyStipulation, TextError>>,
    twins: Vec<Twin<'a>>,
    /// Of the first twin too many.
    too_many: Option<TextError>,
    /// Of help play, the side that moves last moves first: `h#3` is `h#2.5` then.
    without_first: bool,
    /// The position set up is not asked about.
    zero: bool,
}

pub(super) fn problem(text: &str) -> Result<Problem, TextError> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut words = Words::new(text);
    let mut walk = Walk::default();
    let first = words.next();
    match first.map(|word| (word, walk.command(word))) {
        Some((_, Some(Command::Begin | Command::Next))) => {}
        Some((word, _)) => {
            return Err(word.fault(format!("expected BeginProblem, found {}", word.shown())));
        }
        None => return Err(words.fault_at_end("expected BeginProblem, found nothing")),
    }
    let line = first.map_or(1, |word| word.line);
    let mut reading = Reading {
        heading: Heading::default(),
        options: Options::default(),
        sides: Sides::White,
        moved: Bitboard::EMPTY,
        en_passant: None,
        board: Board::EMPTY,
        placed: None,
        stipulation: None,
        twins: Vec::new(),
        too_many: None,
        without_first: false,
        zero: false,
    };
    loop {
        let Some(word) = words.next() else {
            return Err(words.fault_at_end("expected EndProblem or NextProblem, found the end of the text"));
        };
        let command = match Command::of(word) {
            Meaning::One(command) => command,
            Meaning::Several(names) => {
                return Err(word.fault(format!("{} is short for {}", word.shown(), names.join(" and "))));
            }
            Meaning::Unknown => {
                let expected = "a command such as Stipulation, Pieces, Option, Twin or EndProblem";
                return Err(word.fault(format!("expected {expected}, found {}", word.shown())));
            }
        };
        if matches!(command, Command::End | Command::Next) {
            return reading.finish(word, line);
        }
        reading.command(command, word, &mut words)?;
    }
}

impl<'a> Reading<'a> {
    fn command(&mut self, command: Command, word: Word<'a>, words: &mut Words<'a>) -> Result<(), TextError> {
        match command {
            Command::Begin => {
                return Err(word.fault("expected EndProblem or NextProblem before the next BeginProblem"));
            }
            Command::Next | Command::End => {}
            Command::Author => self.heading.authors.extend(text(words)),
            Command::Origin => self.heading.origins.extend(text(words)),
            Command::Title => self.heading.titles.extend(text(words)),
            Command::Award => self.heading.awards.extend(text(words)),
            Command::Remark => self.heading.remarks.extend(text(words)),
            Command::Output => drop(text(words)),
            Command::Stipulation => self.stipulation = Some(after_fault(words, stipulation)),
            Command::Structured => {
                let message = "structured stipulations are not supported; expected Stipulation";
                self.stipulation = Some(Err(word.fault(message)));
                Walk::default().skip_to_command(words);
            }
            Command::Condition => {
                let condition = words.peek().filter(|&next| Command::of(next).one().is_none());
                if let Some(condition) = condition {
                    let name = condition.shown();
                    return Err(condition.fault(format!("the condition {name} is not supported")));
                }
            }
            Command::Option => self.choices(words)?,
            Command::Pieces => {
                men::pieces(words, &mut self.board, false)?;
                self.placed = Some((word.line, word.column));
            }
            Command::Forsyth => {
                men::forsyth(words, &mut self.board)?;
                self.placed = Some((word.line, word.column));
            }
            Command::Array => {
                self.board = *Position::<Standard>::initial().board();
                self.placed = Some((word.line, word.column));
            }
            Command::Twin | Command::Zero => {
                self.zero |= command == Command::Zero;
                if self.twins.len() < MAX_TWINS {
                    self.twins.push(Twin { place: (word.line, word.column), words: words.clone() });
                } else if self.too_many.is_none() {
                    self.too_many = Some(word.fault(format!("more than {MAX_TWINS} twins are not read")));
                }
                let mut walk = Walk::default();
                walk.command(word);
                walk.skip_to_command(words);
            }
        }
        Ok(())
    }

    fn choices(&mut self, words: &mut Words<'a>) -> Result<(), TextError> {
        while let Some(word) = words.peek() {
            let choice = match Choice::of(word) {
                Meaning::One(choice) => choice,
                _ if Command::of(word).one().is_some() => return Ok(()),
                Meaning::Several(names) => {
                    return Err(word.fault(format!("{} is short for {}", word.shown(), names.join(" and "))));
                }
                Meaning::Unknown => {
                    let expected = "an option such as Variation, Try or SetPlay, or a command";
                    return Err(word.fault(format!("expected {expected}, found {}", word.shown())));
                }
            };
            words.next();
            match choice {
                Choice::Variation => self.options.variations = true,
                Choice::Try => self.options.tries = self.options.tries.max(1),
                Choice::Defence => self.options.tries = number(words)? as usize,
                Choice::SetPlay => self.options.set_play = true,
                Choice::NoThreat => self.options.threats = false,
                Choice::NoShort => self.options.short = false,
                Choice::NoBoard => self.options.board = false,
                Choice::Duplex => self.sides = Sides::Both,
                Choice::HalfDuplex => self.sides = Sides::Black,
                Choice::MaxTime => {
                    self.options.time = Some(Duration::from_secs(number(words)?.into()));
                }
                Choice::NoCastling => {
                    let squares = words.next().map(|word| men::squares(word, 0)).transpose()?;
                    self.moved |= squares.into_iter().flatten().collect::<Bitboard>();
                }
                Choice::EnPassant => {
                    let Some(word) = words.next() else { continue };
                    self.en_passant = Some((stepped_over(word)?, word));
                }
                Choice::WhiteToPlay => self.without_first = true,
                Choice::Nothing(numbers) => {
                    for _ in 0..numbers {
                        let is_number = |word: Word<'_>| word.text.bytes().all(|byte| byte.is_ascii_digit());
                        if words.peek().is_some_and(is_number) {
                            words.next();
                        }
                    }
                }
                Choice::Unsupported => {
                    return Err(word.fault(format!("the option {} is not supported", word.shown())));
                }
            }
        }
        Ok(())
    }

    /// The problem, at the word that ends it.
    fn finish(mut self, end: Word<'a>, line: usize) -> Result<Problem, TextError> {
        let Some(placed) = self.placed else {
            return Err(end.fault(format!("expected Pieces or Forsyth before {}", end.shown())));
        };
        let Some(stipulation) = self.stipulation.take() else {
            return Err(end.fault(format!("expected Stipulation before {}", end.shown())));
        };
        let first = State { board: self.board, stipulation };
        let mut states: Vec<Asked> = Vec::new();
        if !self.zero {
            states.push(Asked { line, men_at: placed, change: String::new(), state: Ok(first.clone()) });
        }
        let twins = std::mem::take(&mut self.twins);
        for Twin { place, mut words } in twins {
            let before = states.last().filter(|_| twin::goes_on(&words)).map(|last| last.state.clone());
            let made = before
                .unwrap_or_else(|| Ok(first.clone()))
                .and_then(|mut state| twin::change(&mut words, &mut state).map(|change| (change, state)));
            let (change, state) = match made {
                Ok((change, state)) => (change, Ok(state)),
                Err(fault) => (String::new(), Err(fault)),
            };
            states.push(Asked { line: place.0, men_at: place, change, state });
        }
        let several = states.len() > 1;
        let mut parts = Vec::new();
        for (i, Asked { line, men_at, change, state }) in states.into_iter().enumerate() {
            let name = if several { name(i) } else { String::new() };
            let state = state.and_then(|state| Ok((state.board, state.stipulation?)));
            match state {
                Err(fault) => parts.push(Err(fault)),
                Ok((board, stipulation)) => {
                    let stipulation =
                        if self.without_first { stipulation.without_first() } else { stipulation };
                    for attacker in [Color::White, Color::Black] {
                        let left_out = if attacker == Color::White { Sides::Black } else { Sides::White };
                        if self.sides != left_out {
                            let (name, change) = (name.clone(), change.clone());
                            let problem = self.setup(&board, stipulation.begins(attacker))?;
                            parts.push(Ok(Part { line, men_at, name, change, problem, stipulation }));
                        }
                    }
                }
            }
        }
        parts.extend(self.too_many.map(Err));
        Ok(Problem { heading: self.heading, options: self.options, parts })
    }

    /// The position with a side to move.
    fn setup(&self, board: &Board, turn: Color) -> Result<ProblemSetup, TextError> {
        let partial = PartialSetup { board: *board, turn: Some(turn), castling: None, en_passant: None };
        let mut assumed = at_home(&partial) - self.moved;
        for (color, rank) in [(Color::White, 0), (Color::Black, 7)] {
            if (self.moved & board.men(color, Role::King)).has_any() {
                assumed = assumed - Bitboard::rank(rank);
            }
        }
        let mut setup = Setup { castling: assumed, ..Setup::new(*board, turn) };
        if let Some((square, word)) = self.en_passant {
            let captor = if square.rank() == 5 { Color::White } else { Color::Black };
            if captor == turn {
                setup.en_passant = Some(square);
            } else if self.sides != Sides::Both {
                let message = format!("{captor} could capture on {square}, but {turn} is to move");
                return Err(word.fault(message));
            }
        }
        Ok(ProblemSetup { setup, assumed })
    }
}

/// `a` to `z`, then `z1`, `z2`, ….
fn name(index: usize) -> String {
    match u8::try_from(index) {
        Ok(index @ 0..26) => char::from(b'a' + index).into(),
        _ => format!("z{}", index - 25),
    }
}

/// The rest of the line, if it says anything.
fn text(words: &mut Words<'_>) -> Option<String> {
    let text = words.rest_of_line();
    (!text.is_empty()).then(|| text.to_owned())
}

/// What `read` reads; after a fault, goes on at the next command.
fn after_fault<'a, T>(
    words: &mut Words<'a>,
    read: impl FnOnce(&mut Words<'a>) -> Result<T, TextError>,
) -> Result<T, TextError> {
    let result = read(words);
    if result.is_err() {
        Walk::default().skip_to_command(words);
    }
    result
}

/// Takes a stipulation; its number may be a word of its own.
pub(super) fn stipulation(words: &mut Words<'_>) -> Result<AnyStipulation, TextError> {
    let Some(word) = words.next() else {
        return Err(words.clone().fault_at_end("expected a stipulation, found the end of the text"));
    };
    let mut text = word.text.to_ascii_lowercase();
    if !text.ends_with(|c: char| c.is_ascii_digit())
        && let Some(next) = words.peek()
        && next.text.bytes().all(|byte| byte.is_ascii_digit())
    {
        text += next.text;
        words.next();
    }
    text.parse().map_err(|fault: NoStipulation| {
        const OTHERS: [&str; 7] = ["h", "ser-", "pser-", "phser-", "reci-", "dia", "hs"];
        if OTHERS.iter().any(|other| text.starts_with(other)) || text.contains("->") {
            word.fault(format!("the stipulation {} is not supported: {fault}", word.shown()))
        } else {
            word.fault(format!("{fault}, found {}", word.shown()))
        }
    })
}

fn number(words: &mut Words<'_>) -> Result<u32, TextError> {
    let Some(word) = words.next() else {
        return Err(words.clone().fault_at_end("expected a number, found the end of the text"));
    };
    let digits = word.text.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| word.fault(format!("expected a number, found {}", word.shown())))
}

/// The square that a pawn stepped over: of `a2a3a4` the one in the middle, or said alone.
fn stepped_over(word: Word<'_>) -> Result<Square, TextError> {
    let squares = men::squares(word, 0)?;
    let square = match squares[..] {
        [over] | [_, over, _] => over,
        _ => return Err(word.fault("expected the squares of a pawn's double step, such as a2a3a4")),
    };
    let steps = squares
        .windows(2)
        .all(|two| two[0].file() == two[1].file() && two[0].rank().abs_diff(two[1].rank()) == 1);
    let straight = squares.first() != squares.last() || squares.len() == 1;
    if steps && straight && matches!(square.rank(), 2 | 5) {
        Ok(square)
    } else {
        Err(word.fault("expected the squares of a pawn's double step, such as a2a3a4"))
    }
}
