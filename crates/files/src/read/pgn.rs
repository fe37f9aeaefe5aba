//! Games: the positions that are met in them.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{RecordBatch, UInt32Array, UInt64Array};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use chess_arbiter::format::{fen, parse_setup, san};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Standard;
use chess_arbiter_companion::Failure;

use super::{Block, Lines, MAX_ROW, Reader, Rows, TOO_LONG};
use crate::options::Positions;

/// Games one after another; each begins with tags.
pub(super) struct Pgn {
    lines: Lines,
    positions: Positions,
    schema: SchemaRef,
    games: u64,
    /// The first line of the next game has been read.
    begun: bool,
}

/// A game as it was written.
struct Game {
    line: u64,
    tags: Vec<String>,
    moves: String,
    /// Something of it was passed over.
    is_too_long: bool,
}

/// What is wrong with a game.
struct Fault {
    /// Where, if it is a move.
    ply: Option<u32>,
    error: String,
}

impl Pgn {
    pub(super) fn new(path: &Path, text: Box<dyn BufRead + Send>, positions: Positions) -> Pgn {
        let number = |name, kind| Field::new(name, kind, false);
        let schema = Schema::new(vec![
            number("game", DataType::UInt64),
            number("line", DataType::UInt64),
            Field::new("ply", DataType::UInt32, true),
            Field::new("fen", DataType::Utf8, true),
        ]);
        Pgn { lines: Lines::new(path, text), positions, schema: Arc::new(schema), games: 0, begun: false }
    }

    fn game(&mut self) -> Result<Option<Game>, Failure> {
        let mut game: Option<Game> = None;
        let mut in_comment = false;
        while self.begun || self.lines.advance()? {
            let text = String::from_utf8_lossy(&self.lines.line);
            let text = text.trim_end();
            let is_tag = !in_comment && text.trim_start().starts_with('[');
            // A tag comes twice where a game has no moves, not even a result.
            let ends = |game: &Game| !game.moves.trim().is_empty() || game.tag(name(text)).is_some();
            if is_tag && !self.begun && game.as_ref().is_some_and(ends) {
                self.begun = true;
                return Ok(game);
            }
            self.begun = false;
            // An escape, for other programs.
            let is_too_long = self.lines.is_too_long;
            if (text.is_empty() && game.is_none() && !is_too_long) || (text.starts_with('%') && !in_comment) {
                continue;
            }
            let line = self.lines.number;
            let game = game.get_or_insert_with(|| Game {
                line,
                tags: Vec::new(),
                moves: String::new(),
                is_too_long: false,
            });
            if is_too_long || game.length() + text.len() > MAX_ROW {
                // The next tag begins the next game.
                (game.is_too_long, game.moves) = (true, "*".into());
                in_comment = false;
            }
            if game.is_too_long {
                continue;
            }
            if is_tag {
                game.tags.push(text.trim_start().to_owned());
                continue;
            }
            for c in text.chars() {
                match c {
                    '{' => in_comment = true,
                    '}' => in_comment = false,
                    ';' if !in_comment => break,
                    _ => {}
                }
            }
            game.moves.push_str(text);
            game.moves.push('\n');
        }
        Ok(game)
    }
}

/// The name of a tag.
fn name(tag: &str) -> &str {
    let tag = tag.trim_start().trim_start_matches('[').trim_start();
    tag.split([' ', '\t']).next().unwrap_or_default()
}

impl Game {
    fn length(&self) -> usize {
        self.moves.len() + self.tags.iter().map(String::len).sum::<usize>()
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find_map(|tag| {
            let rest = tag.strip_prefix('[')?.trim_start().strip_prefix(name)?;
            let rest = rest.strip_prefix([' ', '\t'])?.trim_start().strip_prefix('"')?;
            rest.rsplit_once('"').map(|(value, _)| value)
        })
    }

    fn start(&self) -> Result<Position<Standard>, String> {
        if self.is_too_long {
            return Err(TOO_LONG.into());
        }
        if let Some(variant) = self.tag("Variant") {
            let known = ["standard", "chess960", "from position", "chess", "fischerandom"];
            if !known.contains(&variant.to_lowercase().as_str()) {
                return Err(format!("expected a game of chess, found the variant '{variant}'"));
            }
        }
        let Some(text) = self.tag("FEN") else { return Ok(Position::initial()) };
        let setup = parse_setup::<Standard>(text).map_err(|fault| format!("tag FEN: {}", fault.message))?;
        Position::new(&setup, Policy::Movable).map_err(|faults| format!("tag FEN: {faults}"))
    }

    /// Its moves as they were written, without comments, variations and numbers; nothing after its result.
    ///
    /// # Errors
    /// A comment or a variation does not end: nobody knows which moves come after it.
    fn moves(&self) -> Result<Vec<&str>, String> {
        let (mut moves, mut depth, text) = (Vec::new(), 0_u32, self.moves.as_str());
        let mut rest = text.trim_start();
        while let Some(c) = rest.chars().next() {
            let after = |end: char| rest.find(end).map_or("", |at| &rest[at + 1..]);
            rest = match c {
                '{' if !rest.contains('}') => return Err("expected a '}' after the last '{'".into()),
                '{' => after('}'),
                ';' => after('\n'),
                '(' => {
                    depth += 1;
                    &rest[1..]
                }
                ')' => {
                    depth = depth.saturating_sub(1);
                    &rest[1..]
                }
                _ => {
                    let end = rest[c.len_utf8()..].find(|c: char| c.is_whitespace() || "{};()".contains(c));
                    let (word, after) = rest.split_at(end.map_or(rest.len(), |end| end + c.len_utf8()));
                    if depth == 0 {
                        if ["1-0", "0-1", "1/2-1/2", "*"].contains(&word) {
                            return Ok(moves);
                        }
                        let castling = word.starts_with("0-0");
                        let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
                        let said = if castling { word } else { numbered.trim_start_matches(['.', '…']) };
                        let is_mark = word.starts_with('$') || said.chars().all(|c| "!?".contains(c));
                        if !is_mark {
                            moves.push(said);
                        }
                    }
                    after
                }
            }
            .trim_start();
        }
        if depth > 0 {
            return Err("expected a ')' after the last '('".into());
        }
        Ok(moves)
    }

    /// The positions that are wanted, each with its ply; and what is wrong with the game, at which ply.
    fn positions(&self, wanted: Positions) -> (Vec<(u32, String)>, Option<Fault>) {
        let mut position = match self.start() {
            Ok(position) => position,
            Err(error) => return (Vec::new(), Some(Fault { ply: None, error })),
        };
        let write = |position: &Position<Standard>| fen::write::<Standard>(&position.to_setup());
        let (mut found, mut ply) = (Vec::new(), 0);
        let is_wanted = |ply| wanted == Positions::All || wanted == Positions::Ply(ply);
        if is_wanted(ply) {
            found.push((ply, write(&position)));
        }
        let moves = match self.moves() {
            Ok(moves) => moves,
            Err(error) => return (found, Some(Fault { ply: None, error })),
        };
        for word in moves {
            if wanted == Positions::Ply(ply) {
                return (found, None);
            }
            ply += 1;
            position = match san::parse(&position, word) {
                Ok(mv) => position.play(mv),
                Err(fault) => {
                    let error = format!("ply {ply}, {word}: {}", fault.message);
                    return (found, Some(Fault { ply: Some(ply), error }));
                }
            };
            if is_wanted(ply) {
                found.push((ply, write(&position)));
            }
        }
        match wanted {
            Positions::Last => found.push((ply, write(&position))),
            Positions::Ply(wanted) if wanted > ply => {
                let error = format!("expected at least {wanted} plies, found {ply}");
                return (found, Some(Fault { ply: None, error }));
            }
            _ => {}
        }
        (found, None)
    }
}

impl Reader for Pgn {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn next(&mut self, most: usize) -> Result<Option<Block>, Failure> {
        let (mut games, mut lines, mut plies, mut fens) =
            (Vec::new(), Vec::new(), Vec::new(), StringBuilder::new());
        let mut faults = Vec::new();
        while games.len() < most
            && let Some(game) = self.game()?
        {
            self.games += 1;
            let (positions, fault) = game.positions(self.positions);
            let rows = positions.into_iter().map(|(ply, fen)| (Some(ply), Some(fen)));
            let failed = fault.as_ref().map(|fault| (fault.ply, None));
            for (ply, fen) in rows.chain(failed) {
                games.push(self.games);
                lines.push(game.line);
                plies.push(ply);
                fens.append_option(fen);
            }
            if let Some(Fault { error, .. }) = fault {
                faults.push((games.len() - 1, error));
            }
        }
        if games.is_empty() {
            return Ok(None);
        }
        let columns = vec![
            Arc::new(UInt64Array::from(games)) as _,
            Arc::new(UInt64Array::from(lines)) as _,
            Arc::new(UInt32Array::from(plies)) as _,
            Arc::new(fens.finish()) as _,
        ];
        let columns = RecordBatch::try_new(self.schema.clone(), columns);
        let columns = columns.map_err(|error| Failure::of(&self.lines.path, error))?;
        Ok(Some(Block::Rows(Rows { columns, faults, lines: None, raw: None, ends: true })))
    }
}
