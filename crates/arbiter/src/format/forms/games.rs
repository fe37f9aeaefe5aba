//! The positions of PGN games, by ply: line by line, in the memory of one line.
//!
//! Positions are named `game.ply`, from `1.0`, where a game begins. Variations and comments are passed over.

use std::collections::VecDeque;

use crate::position::{Policy, Position};
use crate::rules::Rules;

use super::super::error::TextError;
use super::super::reader::Item;
use super::super::{fen, san};
use super::looks;

/// Variants whose moves are those of chess.
const CHESS: [&str; 6] = ["standard", "chess", "chess960", "chess 960", "from position", "fischerandom"];

/// The games of a text, as far as it has been read.
#[derive(Debug)]
pub(in crate::format) struct Games {
    rules: Playing,
    /// Games so far, this one included.
    number: u64,
    ply: u32,
    /// The FEN of the position reached; none where a game is passed over.
    position: Option<String>,
    /// What a tag says: where the game begins, or why it is not read.
    start: Option<Result<String, TextError>>,
    /// What a tag says that needs a tag FEN, for without it nobody knows where the game begins.
    needs_fen: Option<&'static str>,
    /// The game begins where all do, so that its moves are numbered from 1.
    counted: bool,
    place: Place,
    /// How deep in variations.
    depth: u32,
    in_comment: bool,
    found: VecDeque<Result<Item, TextError>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Tags,
    Moves,
    /// Behind the result.
    Over,
}

/// What the game's rules have to do with it. Pointers, so that reading is compiled once.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Playing {
    start: Option<&'static str>,
    check: fn(&str) -> Result<String, String>,
    play: fn(&str, &str) -> Result<String, TextError>,
}

impl Playing {
    pub(in crate::format) fn of<R: Rules>() -> Playing {
        Playing { start: R::START, check: check::<R>, play: play::<R> }
    }
}

/// The position of a tag as FEN.
fn check<R: Rules>(text: &str) -> Result<String, String> {
    let setup = super::super::parse_setup::<R>(text).map_err(|fault| fault.message)?;
    let position = Position::<R>::new(&setup, Policy::Movable).map_err(|faults| faults.to_string())?;
    Ok(fen::write::<R>(&position.to_setup()))
}

/// The position after a move.
fn play<R: Rules>(position: &str, word: &str) -> Result<String, TextError> {
    let wrong = |error: String| TextError::new(1, 1, error);
    let position = fen::position::<R>(position).map_err(|error| wrong(error.to_string()))?;
    let mv = san::parse(&position, word)?;
    Ok(fen::write::<R>(&position.play(mv).to_setup()))
}

impl Games {
    pub(in crate::format) fn new(rules: Playing) -> Games {
        Games {
            rules,
            number: 0,
            ply: 0,
            position: None,
            start: None,
            needs_fen: None,
            counted: false,
            place: Place::Over,
            depth: 0,
            in_comment: false,
            found: VecDeque::new(),
        }
    }

    /// The next position that was found, or what is wrong with a game.
    pub(in crate::format) fn next(&mut self) -> Option<Result<Item, TextError>> {
        self.found.pop_front()
    }

    /// Reads a line; `Err` if it could not be read itself.
    pub(in crate::format) fn line(&mut self, number: usize, line: Result<&str, TextError>) {
        let line = match line {
            Ok(line) => line,
            Err(fault) => {
                self.found.push_back(Err(fault));
                self.leave();
                // Nobody knows which moves it had: what follows is not played from elsewhere.
                if self.place == Place::Over {
                    self.number += 1;
                }
                self.place = Place::Moves;
                return;
            }
        };
        // An escape, for other programs.
        if line.starts_with('%') && !self.in_comment {
            return;
        }
        if !self.in_comment && line.trim_start().starts_with('[') {
            self.tag(number, line);
        } else if !line.trim().is_empty() || self.in_comment {
            self.moves(number, line);
        }
    }

    /// The end of the text: a game of tags alone has a position too.
    pub(in crate::format) fn end(&mut self, line: usize) {
        if self.place == Place::Tags {
            self.begin(line);
        }
        if self.in_comment || self.depth > 0 {
            let sign = if self.in_comment { "a '}'" } else { "a ')'" };
            let message = format!("game {}: expected {sign}, found the end of the text", self.number);
            self.found.push_back(Err(TextError::new(line.max(1), 1, message)));
            (self.in_comment, self.depth) = (false, 0);
        }
        self.place = Place::Over;
    }

    /// What is left of a game is not read.
    fn leave(&mut self) {
        self.position = None;
        (self.in_comment, self.depth) = (false, 0);
    }

    fn tag(&mut self, number: usize, line: &str) {
        if self.place != Place::Tags {
            if self.depth > 0 {
                let message = format!("game {}: expected a ')' before the next game", self.number);
                self.found.push_back(Err(TextError::new(number, 1, message)));
            }
            (self.number, self.place, self.start) = (self.number + 1, Place::Tags, None);
            (self.ply, self.position, self.needs_fen) = (0, None, None);
            self.leave();
        }
        let inner = line.trim_start().trim_start_matches('[').trim_start();
        let name: String = inner.chars().take_while(|c| !c.is_whitespace() && *c != '"').collect();
        let value =
            inner.split_once('"').and_then(|(_, rest)| Some(rest.rsplit_once('"')?.0)).unwrap_or_default();
        let column = 1 + line.split('"').next().unwrap_or_default().chars().count() + 1;
        let wrong = |message| Some(Err(TextError::new(number, column, message)));
        let game = self.number;
        match name.to_ascii_lowercase().as_str() {
            "fen" => {
                let start = (self.rules.check)(value);
                let said = start.map_err(|message| format!("game {game}: tag FEN: {message}"));
                if !matches!(self.start, Some(Err(_))) {
                    self.start = Some(said.map_err(|message| TextError::new(number, column, message)));
                }
            }
            "variant" if !CHESS.contains(&value.to_lowercase().as_str()) => {
                let message = format!("game {game}: expected a game of chess, found the variant '{value}'");
                self.start = wrong(message);
            }
            "variant" if value.to_lowercase().replace(' ', "") == "chess960" => {
                self.needs_fen = Some("the variant Chess960");
            }
            "variant" if value.eq_ignore_ascii_case("fischerandom") => {
                self.needs_fen = Some("the variant Fischerandom");
            }
            "setup" if value == "1" => self.needs_fen = Some("SetUp 1"),
            _ => {}
        }
    }

    /// The first moves, or none, follow the tags.
    fn begin(&mut self, line: usize) {
        if self.place == Place::Over {
            (self.number, self.start, self.ply, self.needs_fen) = (self.number + 1, None, 0, None);
            self.depth = 0;
        }
        self.place = Place::Moves;
        let start = self.start.take();
        if let (None, Some(why)) = (&start, self.needs_fen) {
            let message = format!("game {}: expected a tag FEN, since there is {why}", self.number);
            self.found.push_back(Err(TextError::new(line, 1, message)));
            self.leave();
            return;
        }
        self.counted = start.is_none();
        match start.or_else(|| self.rules.start.map(|start| Ok(start.to_owned()))) {
            Some(Ok(start)) => {
                self.position = Some(start);
                self.push(line);
            }
            Some(Err(fault)) => {
                self.found.push_back(Err(fault));
                self.leave();
            }
            None => {
                let message =
                    format!("game {}: expected a tag FEN, since nothing says where it begins", self.number);
                self.found.push_back(Err(TextError::new(line, 1, message)));
                self.leave();
            }
        }
    }

    /// The position reached is one of those found.
    fn push(&mut self, line: usize) {
        if let Some(text) = self.position.clone() {
            let id = Some(format!("{}.{}", self.number, self.ply));
            self.found.push_back(Ok(Item { line, text, diagram: false, id }));
        }
    }

    fn moves(&mut self, number: usize, line: &str) {
        let mut rest = line;
        let column = |rest: &str| 1 + line[..line.len() - rest.len()].chars().count();
        while let Some(c) = rest.chars().next() {
            let behind = &rest[c.len_utf8()..];
            if self.in_comment {
                match rest.split_once('}') {
                    Some((_, behind)) => (self.in_comment, rest) = (false, behind),
                    None => return,
                }
                continue;
            }
            match c {
                '{' => self.in_comment = true,
                ';' => return,
                '(' => self.depth += 1,
                ')' => self.depth = self.depth.saturating_sub(1),
                c if c.is_whitespace() => {}
                _ => {
                    let ends = |c: char| c.is_whitespace() || "{};()".contains(c);
                    let (word, behind) =
                        rest.split_at(rest.find(ends).unwrap_or(rest.len()).max(c.len_utf8()));
                    if self.depth == 0 {
                        self.word(number, column(rest), word);
                    }
                    rest = behind;
                    continue;
                }
            }
            rest = behind;
        }
    }

    fn word(&mut self, line: usize, column: usize, word: &str) {
        let is_result = ["1-0", "0-1", "1/2-1/2", "½-½", "*"].contains(&word);
        match self.place {
            Place::Over if is_result => return,
            // Behind a result a game without tags may begin.
            Place::Over | Place::Tags => self.begin(line),
            Place::Moves => {}
        }
        if is_result {
            (self.place, self.position) = (Place::Over, None);
            return;
        }
        let Some(position) = &self.position else { return };
        let numberless = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let said = if word.starts_with("0-0") { word } else { numberless.trim_start_matches(['.', '…']) };
        let digits = &word[..word.len() - numberless.len()];
        let dots = &numberless[..numberless.len() - numberless.trim_start_matches(['.', '…']).len()];
        if self.counted && said.len() < word.len() && (said.is_empty() || !dots.is_empty()) {
            let [expected, ply] = [self.ply / 2 + 1, self.ply % 2];
            let for_black = dots.len() > 1;
            if digits.parse() != Ok(expected) || (for_black && ply == 0) {
                let sign = if ply == 0 { "." } else { "..." };
                let message = format!(
                    "game {}: expected move {expected}{sign}, found {digits}{dots}: these moves begin elsewhere",
                    self.number
                );
                self.found.push_back(Err(TextError::new(line, column, message)));
                self.position = None;
                return;
            }
        }
        // (`--` is a move that is none: nothing can be told of what comes after it.)
        let is_mark = said != "--"
            && (word.starts_with('$') || said.chars().all(|c| "!?+-=#±∓∞⩲⩱□".contains(c)) || said == "e.p.");
        if is_mark {
            return;
        }
        self.ply += 1;
        match (self.rules.play)(position, said) {
            Ok(next) => {
                self.position = Some(next);
                self.push(line);
            }
            Err(fault) => {
                let before = word.chars().count() - said.chars().count();
                let message = format!("game {}, ply {}, {said}: {}", self.number, self.ply, fault.message);
                self.found.push_back(Err(TextError::new(line, column + before, message)));
                self.position = None;
            }
        }
    }
}

/// Whether a first line begins games. Of a tag with a FEN alone nobody knows before the next line.
pub(in crate::format) fn begin(line: &str, next: Option<&str>) -> bool {
    let is_fen =
        line.trim_start().strip_prefix("[FEN").is_some_and(|rest| rest.starts_with([' ', '\t', '"']));
    let goes_on = |next: &str| {
        let is_fen = next.trim_start().starts_with("[FEN");
        (looks::is_tag(next) && !is_fen) || looks::is_movetext(next)
    };
    match is_fen {
        true => next.is_some_and(goes_on),
        false => looks::is_tag(line) || looks::is_movetext(line),
    }
}
