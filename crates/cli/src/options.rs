//! The command line.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use chess_arbiter::limits::Limits;
use chess_arbiter_answer::request::{
    DeadRequest, Memory, ReachRequest, RetroRequest, RulesName, StatusRequest, Time, VerifyRequest,
    WinRequest,
};
use chess_arbiter_judge::Program;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::help;
use crate::mcp::McpOptions;
use crate::serve::ServeOptions;
use crate::table_options::{TableCommand, TablesOptions};

/// Exact answers about chess positions, explained, with evidence that can be checked
#[derive(Debug, Parser)]
#[command(name = "arbiter", version, max_term_width = 100, arg_required_else_help = true)]
#[command(long_about = help::ABOUT, after_long_help = help::EXIT_STATUS, after_help = help::MORE)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Is the side to move safe, in check, checkmated or stalemated?
    #[command(long_about = help::STATUS, after_long_help = help::POSITIONS)]
    Status(StatusOptions),
    /// Can the position have arisen in play? With a game, or a proof that there is none
    #[command(long_about = help::REACH, after_long_help = help::POSITIONS)]
    Reach(ReachOptions),
    /// What does the position say about its past: last moves, castling, en passant, who is to move?
    #[command(long_about = help::RETRO, after_long_help = help::POSITIONS)]
    Retro(RetroOptions),
    /// Can a side still win by any series of legal moves? Dead positions, and results when a flag falls
    #[command(long_about = help::DEAD, after_long_help = help::POSITIONS)]
    Dead(DeadOptions),
    /// Can the side to move force a win, and how soon?
    #[command(long_about = help::WIN, after_long_help = help::POSITIONS)]
    Win(WinOptions),
    /// Speak the Universal Chess Interface, for programs that drive engines
    #[command(long_about = help::UCI)]
    Uci,
    /// Serve the page and its interface to browsers and programs
    #[command(long_about = help::SERVE)]
    Serve(ServeOptions),
    /// Offer the answers as tools to language models (Model Context Protocol)
    #[command(long_about = help::MCP)]
    Mcp(McpOptions),
    /// Check certificates with an independent checker
    #[command(long_about = help::VERIFY)]
    Verify(VerifyOptions),
    /// Answer in the exact format of a contest: judge PROGRAM < in > out
    #[command(long_about = help::JUDGE)]
    Judge(JudgeOptions),
    /// Tables of the 4x4 games and of endings, solved completely: build, verify, probe, stats
    #[command(long_about = help::TABLE, arg_required_else_help = true)]
    Table {
        #[command(subcommand)]
        command: TableCommand,
    },
    /// Query files of positions in SQL (runs arbiter-sql: docs/sql.md)
    Sql,
    /// The same on many machines (runs arbiter-cluster: docs/cluster.md)
    Cluster,
    /// Write a completion script for a shell to standard output
    Completions(CompletionsOptions),
    /// Write the manual pages
    Man(ManOptions),
}

#[derive(Debug, Args)]
pub(crate) struct Positions {
    /// A FEN, an EPD, a diagram, a link with a FEN, a file of these (or CSV, PGN), or `-` for standard input
    ///
    /// If a file of that name exists it is read; otherwise the argument is the position. Without any
    /// POSITION, standard input is read unless it is a terminal.
    #[arg(value_name = "POSITION")]
    pub(crate) positions: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Shown {
    /// Write one JSON object for each position
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Write boards and sentences, as for a single position at a terminal
    #[arg(long, conflicts_with_all = ["json", "format"])]
    pub(crate) explain: bool,
    /// How to write answers [default: words for programs; at a terminal a table, or a board if there is one
    /// position]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) format: Option<Format>,
    #[command(flatten)]
    pub(crate) manner: Manner,
}

/// How answers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// One line each, with the reason
    Text,
    /// Columns, and how often each verdict was given
    Table,
    /// Comma-separated values with a heading
    Csv,
    /// The same, separated by tabs
    Tsv,
    /// One JSON object each, as --json
    Json,
    /// A Markdown table
    Markdown,
}

/// What is shown beside the answers, and in what colours.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Manner {
    /// When to use colours (auto: at terminals, respecting NO_COLOR and CLICOLOR_FORCE)
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    color: Color,
    /// Show no progress and no summaries
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

static QUIET: AtomicBool = AtomicBool::new(false);

impl Manner {
    /// Makes it so for all that follows.
    pub(crate) fn apply(self) {
        match self.color {
            // The environment decides.
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
        QUIET.store(self.quiet, Ordering::Relaxed);
    }
}

/// Whether no progress and no summaries are wanted.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Threads {
    /// Threads to work with [default: one per core; one for a single position of `win`]
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// Threads that were asked for, one otherwise: for what is the same every time only with one.
    pub(crate) fn asked(&self) -> usize {
        self.threads.map_or(1, usize::from)
    }

    pub(crate) fn count(self) -> usize {
        match self.threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct StatusOptions {
    #[command(flatten)]
    pub(crate) positions: Positions,
    #[command(flatten)]
    pub(crate) request: StatusRequest,
    #[command(flatten)]
    pub(crate) shown: Shown,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Debug, Args)]
pub(crate) struct ReachOptions {
    #[command(flatten)]
    pub(crate) positions: Positions,
    #[command(flatten)]
    pub(crate) request: ReachRequest,
    /// Write the games found to a file, or with `-` to standard output in place of the answers
    #[arg(long, value_name = "FILE", help_heading = "With --by proof")]
    pub(crate) pgn: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shown: Shown,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Debug, Args)]
pub(crate) struct RetroOptions {
    #[command(flatten)]
    pub(crate) positions: Positions,
    #[command(flatten)]
    pub(crate) request: RetroRequest,
    #[command(flatten)]
    pub(crate) shown: Shown,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Debug, Args)]
pub(crate) struct DeadOptions {
    #[command(flatten)]
    pub(crate) positions: Positions,
    #[command(flatten)]
    pub(crate) request: DeadRequest,
    /// The game: only `standard` is answered, so it is not shown
    #[arg(long, value_name = "GAME", hide = true, default_value_t)]
    pub(crate) rules: RulesName,
    #[command(flatten)]
    pub(crate) shown: Shown,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Debug, Args)]
pub(crate) struct WinOptions {
    #[command(flatten)]
    pub(crate) positions: Positions,
    #[command(flatten)]
    pub(crate) request: WinRequest,
    #[command(flatten)]
    pub(crate) tables: TablesOptions,
    /// Save what is proved in this file, and carry on from it if it exists (one position only)
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Write a LaTeX document with a diagram and the answer for each position
    #[arg(long, conflicts_with_all = ["json", "explain", "format", "certificate"])]
    pub(crate) latex: bool,
    /// Draw the board to this file, replacing it (a second position goes to one with -2 in its name)
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shown: Shown,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// Limits for each game of a contest; by default those of a forced win.
#[derive(Debug, Args)]
pub(crate) struct LimitOptions {
    /// Time for each game, such as 500ms, 60s, 5m, or none
    #[arg(long, value_name = "TIME", default_value_t = WinRequest::TIME)]
    time: Time,
    /// Positions that the search may look at for each game [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory for all threads together, such as 512MiB
    #[arg(long, value_name = "SIZE", default_value_t = WinRequest::memory())]
    memory: Memory,
}

impl LimitOptions {
    /// The limits for each game, with the memory of all threads.
    pub(crate) fn of_all(&self) -> Limits {
        Limits { time: self.time.0, nodes: self.nodes, memory: self.memory.0, ..Limits::default() }
    }
}

#[derive(Debug, Args)]
pub(crate) struct VerifyOptions {
    /// A file with certificates, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
    /// Write one JSON object for each certificate
    #[arg(long)]
    pub(crate) json: bool,
    /// Size to which a compressed file may expand, such as 512MiB
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    pub(crate) unpacked: Memory,
    /// Time for each byte of a certificate, such as 1us or 500ns, with 10ms besides; what takes longer stops
    #[arg(long, value_name = "TIME")]
    pub(crate) per_byte: Option<Time>,
    #[command(flatten)]
    pub(crate) manner: Manner,
    #[command(flatten)]
    pub(crate) request: VerifyRequest,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Debug, Args)]
pub(crate) struct JudgeOptions {
    /// The contest
    #[arg(value_name = "PROGRAM", value_parser = programs())]
    pub(crate) program: Program,
    #[command(flatten)]
    pub(crate) tables: TablesOptions,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsOptions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManOptions {
    /// Write the page of each command into this directory, instead of the main page to standard output
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

fn programs() -> impl TypedValueParser<Value = Program> {
    PossibleValuesParser::new(Program::ALL.map(Program::name)).try_map(|name| name.parse::<Program>())
}
