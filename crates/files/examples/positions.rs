//! Makes files of positions from random play in the shapes that people have, to time and try programs with:
//!
//! ```sh
//! cargo run --release -p chess-arbiter-files --example positions -- 10000000 positions.parquet
//! ```
//!
//! `.parquet` and `.txt` have FENs, in the order of the games, or with `--shuffled` in none; `.csv` has
//! puzzles as Lichess publishes them (the FEN one move early), `.jsonl` evaluations as it publishes those,
//! `.pgn` games.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use chess_arbiter::format::{fen, san, uci};
use chess_arbiter::{Move, Position, legal_moves};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

/// Rows of a row group of Parquet, and rows that are shuffled together.
const GROUP: usize = 1 << 17;
/// Plies after which a game is left.
const PLIES: u32 = 120;

/// Random play, the same in every run.
struct Play {
    seed: u64,
    position: Position,
    ply: u32,
}

impl Play {
    fn new() -> Play {
        Play { seed: 1, position: Position::initial(), ply: 0 }
    }

    fn below(&mut self, most: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) as usize % most
    }

    fn choice(&mut self, position: &Position) -> Option<Move> {
        let moves = legal_moves(position);
        if moves.is_empty() { None } else { Some(moves[self.below(moves.len())]) }
    }

    /// The next position; after the last one of a game the first of another.
    fn next(&mut self) -> Position {
        let position = self.position;
        match self.choice(&position).filter(|_| self.ply < PLIES) {
            Some(mv) => (self.position, self.ply) = (position.play(mv), self.ply + 1),
            None => (self.position, self.ply) = (Position::initial(), 0),
        }
        self.position
    }

    /// Up to so many moves from a position.
    fn line(&mut self, mut position: Position, most: usize) -> Vec<(Position, Move)> {
        let mut line = Vec::new();
        while line.len() < most
            && let Some(mv) = self.choice(&position)
        {
            line.push((position, mv));
            position = position.play(mv);
        }
        line
    }

    fn uci(&mut self, position: Position, most: usize) -> String {
        let line = self.line(position, most);
        let words: Vec<String> = line.iter().map(|(position, mv)| uci::write(position, *mv)).collect();
        words.join(" ")
    }

    fn fens(&mut self, rows: usize, shuffled: bool) -> Vec<String> {
        let mut fens: Vec<String> = (0..rows).map(|_| text(&self.next())).collect();
        if shuffled {
            (1..rows).rev().for_each(|last| fens.swap(last, self.below(last + 1)));
        }
        fens
    }
}

fn text(position: &Position) -> String {
    fen::write::<chess_arbiter::Standard>(&position.to_setup())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let shuffled = arguments.iter().any(|argument| argument == "--shuffled");
    arguments.retain(|argument| argument != "--shuffled");
    let [rows, path] = &arguments[..] else { return Err("usage: positions [--shuffled] ROWS FILE".into()) };
    let (rows, file) = (rows.parse()?, File::create(path)?);
    let mut out = BufWriter::new(&file);
    let mut play = Play::new();
    match Path::new(path).extension().and_then(|extension| extension.to_str()) {
        Some("parquet") => parquet(&mut play, rows, shuffled, &file)?,
        Some("txt") => {
            for start in (0..rows).step_by(GROUP) {
                for fen in play.fens(GROUP.min(rows - start), shuffled) {
                    writeln!(out, "{fen}")?;
                }
            }
        }
        Some("csv") => puzzles(&mut play, rows, &mut out)?,
        Some("jsonl") => evaluations(&mut play, rows, &mut out)?,
        Some("pgn") => games(&mut play, rows, &mut out)?,
        _ => return Err("expected a file that ends with .parquet, .txt, .csv, .jsonl or .pgn".into()),
    }
    Ok(out.flush()?)
}

fn parquet(play: &mut Play, rows: usize, shuffled: bool, file: &File) -> Result<(), Box<dyn Error>> {
    let zstd = Compression::ZSTD(ZstdLevel::default());
    let properties = WriterProperties::builder().set_compression(zstd).build();
    let batch = |fens: Vec<String>| {
        RecordBatch::try_from_iter([("fen", Arc::new(StringArray::from(fens)) as ArrayRef)])
    };
    let mut writer = ArrowWriter::try_new(file, batch(Vec::new())?.schema(), Some(properties))?;
    for start in (0..rows).step_by(GROUP) {
        writer.write(&batch(play.fens(GROUP.min(rows - start), shuffled))?)?;
        writer.flush()?;
    }
    writer.close()?;
    Ok(())
}

fn puzzles(play: &mut Play, rows: usize, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    writeln!(out, "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags")?;
    for row in 0..rows {
        let position = play.next();
        let length = 2 + 2 * play.below(4);
        let moves = play.uci(position, length);
        let (rating, plays) = (600 + play.below(2000), play.below(9000));
        writeln!(
            out,
            "{row:05x},{},{moves},{rating},75,91,{plays},middlegame short,https://example.org/{row:08x}#{},",
            text(&position),
            play.ply
        )?;
    }
    Ok(())
}

fn evaluations(play: &mut Play, rows: usize, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    for _ in 0..rows {
        let position = play.next();
        // As it publishes them: no clocks.
        let fen = text(&position).splitn(5, ' ').take(4).collect::<Vec<_>>().join(" ");
        let mut lines = Vec::new();
        for _ in 0..1 + play.below(3) {
            let (cp, line) = (play.below(1200) as i32 - 600, play.uci(position, 10));
            lines.push(format!("{{\"cp\":{cp},\"line\":\"{line}\"}}"));
        }
        let (lines, depth, knodes) = (lines.join(","), 20 + play.below(30), play.below(90_000));
        writeln!(
            out,
            "{{\"fen\":\"{fen}\",\"evals\":[{{\"pvs\":[{lines}],\"knodes\":{knodes},\"depth\":{depth}}}]}}"
        )?;
    }
    Ok(())
}

fn games(play: &mut Play, rows: usize, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    for row in 0..rows {
        let plies = 20 + play.below(100);
        writeln!(
            out,
            "[Event \"Rated blitz game\"]\n[Site \"https://example.org/{row:08x}\"]\n[Result \"*\"]\n"
        )?;
        for (ply, (position, mv)) in play.line(Position::initial(), plies).iter().enumerate() {
            let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
            let clock = 180 - ply;
            write!(
                out,
                "{number}{} {{ [%clk 0:{:02}:{:02}] }} ",
                san::write(position, *mv),
                clock / 60,
                clock % 60
            )?;
        }
        writeln!(out, "*\n")?;
    }
    Ok(())
}
