//! Moves that somebody else holds as text: a game as people write it.

use std::fmt::Write;

use chess_arbiter::board::{Color, Move, Setup, Start};
use chess_arbiter::format::{fen, parse_move, san};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Rules, RulesKind, Standard};
use chess_arbiter::status::{Status, status};
use chess_arbiter::with_rules;

use crate::pgn::{Game, wrapped};
use crate::question::Refused;

/// Moves from a position on, replayed.
///
/// ```
/// use chess_arbiter::format::parse_setup;
/// use chess_arbiter::rules::{RulesKind, Standard};
/// use chess_arbiter_answer::Line;
///
/// let setup = parse_setup::<Standard>("7k/8/6K1/8/8/8/8/R7 w")?;
/// let line = Line::new(RulesKind::Standard, &setup, &["a1a8".into()]).unwrap();
/// assert_eq!((line.text.as_str(), line.san.as_slice()), ("1. Ra8#", ["Ra8#".to_owned()].as_slice()));
/// assert!(line.pgn("A mate").ends_with("\n1. Ra8# 1-0\n"));
/// # Ok::<(), chess_arbiter::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Line {
    /// Each move as people write it.
    pub san: Vec<String>,
    /// `1. Ra8+ Kg7 2. Qg8#`.
    pub text: String,
    rules: RulesKind,
    first: String,
    plies: usize,
    result: &'static str,
}

impl Line {
    /// The moves may be UCI or SAN.
    ///
    /// # Errors
    /// The position is none that can be played on, or a move cannot be played.
    pub fn new(rules: RulesKind, setup: &Setup, moves: &[String]) -> Result<Line, Refused> {
        with_rules!(rules, R => Line::of::<R>(rules, setup, moves))
    }

    fn of<R: Rules>(rules: RulesKind, setup: &Setup, moves: &[String]) -> Result<Line, Refused> {
        let first = Position::<R>::new(setup, Policy::Movable)?;
        let mut san = Vec::with_capacity(moves.len());
        let (played, position) = replayed(first, moves, |position, mv| san.push(san::write(position, mv)))?;
        Ok(Line {
            san,
            text: numbered(first, &played),
            rules,
            first: fen::write::<R>(&first.to_setup()),
            plies: played.len(),
            result: result(&position),
        })
    }

    /// The line as a game of PGN that begins with its position; `event` is what it is.
    pub fn pgn(&self, event: &str) -> String {
        let plies = self.plies.to_string();
        let variant = self.rules.name();
        let tags = [
            ("Event", event),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "-"),
            ("White", "?"),
            ("Black", "?"),
            ("Result", self.result),
            ("PlyCount", &plies),
            ("Variant", variant),
            ("SetUp", "1"),
            ("FEN", &self.first),
        ];
        let tags =
            tags.into_iter().filter(|&(name, _)| name != "Variant" || self.rules != RulesKind::Standard);
        let tags: String = tags.map(|(name, value)| format!("[{name} \"{}\"]\n", quoted(value))).collect();
        // A number stays with its move.
        let text = self.text.replace(". ", ".\0");
        let words = text.split(' ').filter(|word| !word.is_empty()).map(|word| word.replace('\0', " "));
        format!("{tags}\n{}", wrapped(words.chain([self.result.to_owned()])))
    }
}

/// A proof game as PGN, as the command writes it: from an array to the position that was asked about.
///
/// # Errors
/// A move cannot be played.
pub fn proof_game_pgn(start: Start, moves: &[String], asked: &Setup) -> Result<String, Refused> {
    let (played, _) = replayed(Position::<Standard>::from_start(start), moves, |_, _| {})?;
    Ok(Game::new(start, &played).pgn(asked))
}

/// The moves, and the position after them; `each` is told of each move and the position before it.
fn replayed<R: Rules>(
    mut position: Position<R>,
    moves: &[String],
    mut each: impl FnMut(&Position<R>, Move),
) -> Result<(Vec<Move>, Position<R>), Refused> {
    let mut played = Vec::with_capacity(moves.len());
    for (index, text) in moves.iter().enumerate() {
        let mv = parse_move(&position, text)
            .map_err(|fault| Refused::new(format!("move {}, {text}: {}", index + 1, fault.message)))?;
        each(&position, mv);
        played.push(mv);
        position = position.play(mv);
    }
    Ok((played, position))
}

/// `1. Qb3 Qa1 2. Qxa1`.
pub(crate) fn numbered<R: Rules>(mut position: Position<R>, moves: &[Move]) -> String {
    let mut text = String::new();
    for (i, &mv) in moves.iter().enumerate() {
        let number = position.fullmoves();
        let _ = match (position.turn(), i) {
            (Color::White, 0) => write!(text, "{number}. "),
            (Color::White, _) => write!(text, " {number}. "),
            (Color::Black, 0) => write!(text, "{number}... "),
            (Color::Black, _) => write!(text, " "),
        };
        text += &san::write(&position, mv);
        position = position.play(mv);
    }
    text
}

/// Who has won, if the game is over.
fn result<R: Rules>(position: &Position<R>) -> &'static str {
    let lost = position.royal(position.turn()).is_none();
    match (if lost { Status::Checkmate } else { status(position) }, position.turn()) {
        (Status::Checkmate, Color::White) if lost || !R::ROYAL_CAPTURABLE => "0-1",
        (Status::Checkmate, Color::Black) if lost || !R::ROYAL_CAPTURABLE => "1-0",
        (Status::Stalemate, _) if !R::ROYAL_CAPTURABLE => "1/2-1/2",
        _ => "*",
    }
}

/// The value of a tag, in which quotes and backslashes are escaped.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
