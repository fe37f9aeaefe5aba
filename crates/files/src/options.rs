//! The command line.

use std::path::PathBuf;
use std::str::FromStr;

use chess_arbiter_answer::request::{DeadRequest, ReachRequest, StatusRequest, WinRequest};
use clap::{Args, Parser, Subcommand};

/// Exact answers about chess positions in files: Parquet, CSV, JSON lines, text, PGN
#[derive(Debug, Parser)]
#[command(name = "arbiter-files", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "docs/files.md explains the columns, and how to carry on after an interruption.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Is the side to move safe, in check, checkmated or stalemated?
    Status {
        #[command(flatten)]
        request: StatusRequest,
        #[command(flatten)]
        files: Files,
    },
    /// Can the position have arisen in play?
    Reach {
        #[command(flatten)]
        request: ReachRequest,
        #[command(flatten)]
        files: Files,
    },
    /// Can a side still win by any series of legal moves?
    Dead {
        #[command(flatten)]
        request: DeadRequest,
        #[command(flatten)]
        files: Files,
    },
    /// Can the side to move force a win, and how soon?
    Win {
        #[command(flatten)]
        request: WinRequest,
        #[command(flatten)]
        files: Files,
    },
}

/// What is read and written.
#[derive(Debug, Args)]
pub(crate) struct Files {
    /// Files of positions, one after another: .parquet, .csv, .tsv, .jsonl, .ndjson, .txt, .fen, .epd, .pgn;
    /// all but Parquet also with .gz or .zst
    #[arg(value_name = "IN", required = true)]
    pub(crate) inputs: Vec<PathBuf>,
    /// The file to write, in any of these formats but PGN
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// The column of positions [default: the one named fen, epd or position]
    #[arg(long, value_name = "NAME", help_heading = "Files")]
    pub(crate) column: Option<String>,
    /// Play the first N moves (UCI or SAN, separated by spaces; all by default) from a column before asking
    #[arg(long, value_name = "COLUMN[:N]", help_heading = "Files")]
    pub(crate) play: Option<Moves>,
    /// For PGN games: the last position, all positions, or the one after N plies
    #[arg(long, value_name = "last|all|ply:N", default_value = "last", help_heading = "Files")]
    pub(crate) positions: Positions,
    /// Of the input, write only the column of positions
    #[arg(long, help_heading = "Files")]
    pub(crate) only: bool,
    /// Put this before the names of the answers' columns
    #[arg(long, value_name = "P", default_value = "", hide_default_value = true, help_heading = "Files")]
    pub(crate) prefix: String,
    /// Replace the output if it exists
    #[arg(long, help_heading = "Files")]
    pub(crate) force: bool,
    /// Discard what an interrupted run has done
    #[arg(long, help_heading = "Files")]
    pub(crate) restart: bool,
    /// Threads to work with [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Files {
    pub(crate) fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }
}

/// Moves to be played before asking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Moves {
    pub(crate) column: String,
    /// All if `None`.
    pub(crate) number: Option<usize>,
}

impl FromStr for Moves {
    type Err = String;

    fn from_str(text: &str) -> Result<Moves, String> {
        let Some((column, number)) = text.rsplit_once(':') else {
            return Ok(Moves { column: text.into(), number: None });
        };
        let wrong = |_| format!("expected COLUMN or COLUMN:N such as moves:1, found '{text}'");
        Ok(Moves { column: column.into(), number: Some(number.parse().map_err(wrong)?) })
    }
}

/// Which positions of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Positions {
    Last,
    All,
    Ply(u32),
}

impl FromStr for Positions {
    type Err = String;

    fn from_str(text: &str) -> Result<Positions, String> {
        let ply = || text.strip_prefix("ply:")?.parse().ok().map(Positions::Ply);
        match text {
            "last" => Ok(Positions::Last),
            "all" => Ok(Positions::All),
            _ => ply().ok_or_else(|| format!("expected last, all or ply:N such as ply:20, found '{text}'")),
        }
    }
}
