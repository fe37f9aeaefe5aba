//! The command line.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess_arbiter::reach::{self, Level};
use chess_arbiter::rules::RulesKind;
use chess_arbiter::win::stipulation::Wanted;
use chess_arbiter::win::{Goal, Limits, Moves, Plies};
use chess_arbiter_judge::Program;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::help;
use crate::serve::ServeOptions;
use crate::table_options::{TableCommand, TablesOptions};
use chess_arbiter_answer::values::{Memory, Time};

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
    /// Can the side to move force a win, and how soon?
    #[command(long_about = help::WIN, after_long_help = help::POSITIONS)]
    Win(WinOptions),
    /// Speak the Universal Chess Interface, for programs that drive engines
    #[command(long_about = help::UCI)]
    Uci,
    /// Serve the page and its interface to browsers and programs
    #[command(long_about = help::SERVE)]
    Serve(ServeOptions),
    /// Check certificates with an independent checker
    #[command(long_about = help::VERIFY)]
    Verify(VerifyOptions),
    /// Answer in the exact format of a contest: judge PROGRAM < in > out
    #[command(long_about = help::JUDGE)]
    Judge(JudgeOptions),
    /// Tables of the 4x4 games, solved completely: build, verify, probe, stats
    #[command(long_about = help::TABLE, arg_required_else_help = true)]
    Table {
        #[command(subcommand)]
        command: TableCommand,
    },
    /// Write a completion script for a shell to standard output
    Completions(CompletionsOptions),
    /// Write the manual pages
    Man(ManOptions),
}

#[derive(Debug, Args)]
pub(crate) struct Positions {
    /// A FEN, an EPD, a diagram, a file of these, or `-` for standard input
    ///
    /// If a file of that name exists it is read, else the argument is the position. Without any
    /// POSITION, standard input is read unless it is a terminal.
    #[arg(value_name = "POSITION")]
    pub(crate) positions: Vec<OsString>,
}

#[derive(Debug, Args)]
pub(crate) struct Shown {
    /// Write one JSON object for each position
    #[arg(long)]
    pub(crate) json: bool,
    /// Add the certificate of each answer to the JSON; without --json write it alone
    #[arg(long)]
    pub(crate) certificate: bool,
    /// Write boards and sentences, as at a terminal, to pipes and files too
    #[arg(long, conflicts_with_all = ["json", "certificate"])]
    pub(crate) explain: bool,
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Threads {
    /// Threads to work with [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
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
    /// The game
    #[arg(long, value_name = "GAME", default_value = "standard", value_parser = rules())]
    pub(crate) rules: RulesKind,
    #[command(flatten)]
    pub(crate) shown: Shown,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Debug, Args)]
pub(crate) struct ReachOptions {
    #[command(flatten)]
    pub(crate) positions: Positions,
    /// What to judge by
    #[arg(long, value_name = "EVIDENCE", value_enum, default_value = "proof")]
    pub(crate) by: Evidence,
    #[command(flatten)]
    pub(crate) shown: Shown,
    #[command(flatten)]
    pub(crate) threads: Threads,
    // Last, for its heading is that of all that follow.
    #[command(flatten)]
    pub(crate) proof: ProofOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Evidence {
    /// A game that reaches the position, or a proof that none does
    Proof,
    /// Five rules that every position from a game keeps
    Rules,
}

/// What only `--by proof` knows. Options that were not given are told from defaults, for `--by rules` refuses them.
#[derive(Debug, Args)]
#[command(next_help_heading = "With --by proof")]
pub(crate) struct ProofOptions {
    /// The evidence to look at, each level with those before it [default: full]
    #[arg(long, value_name = "LEVEL", value_parser = levels())]
    level: Option<Level>,
    /// Time for each position, such as 500ms, 60s, 5m, or none [default: 10s]
    #[arg(long, value_name = "TIME")]
    time: Option<Time>,
    /// Positions to look at for each position asked about [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory for each position in work, such as 512MiB [default: 256MiB]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Memory>,
    /// Choose among the games that are tried [default: 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Write the games found to a file, or with `-` to standard output in place of the answers
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Look for single men to move, remove or replace that make an illegal position possible
    #[arg(long)]
    pub(crate) repair: bool,
}

/// Time for each position unless told otherwise.
const PROOF_TIME: Duration = Duration::from_secs(10);

impl ProofOptions {
    /// The first option that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [
            (self.level.is_some(), "--level"),
            (self.time.is_some(), "--time"),
            (self.nodes.is_some(), "--nodes"),
            (self.memory.is_some(), "--memory"),
            (self.seed.is_some(), "--seed"),
            (self.pgn.is_some(), "--pgn"),
            (self.repair, "--repair"),
        ];
        given.into_iter().find(|&(given, _)| given).map(|(_, name)| name)
    }

    /// The limits for each position.
    pub(crate) fn limits(&self, interrupt: &Arc<AtomicBool>) -> reach::ReachLimits {
        let own = reach::ReachLimits::default();
        reach::ReachLimits {
            level: self.level.unwrap_or(own.level),
            seed: self.seed.unwrap_or(own.seed),
            work: Limits {
                time: self.time.map_or(Some(PROOF_TIME), |time| time.0),
                nodes: self.nodes,
                memory: self.memory.map_or(own.work.memory, |memory| memory.0),
                interrupt: Some(interrupt.clone()),
                ..own.work
            },
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct WinOptions {
    #[command(flatten)]
    pub(crate) positions: Positions,
    /// The game
    #[arg(long, value_name = "GAME", default_value = "standard", hide_default_value = true, value_parser = rules())]
    pub(crate) rules: RulesKind,
    #[command(flatten)]
    pub(crate) goal: GoalOptions,
    #[command(flatten)]
    pub(crate) problem: ProblemOptions,
    #[command(flatten)]
    pub(crate) tables: TablesOptions,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    /// Keep what is proved in this file, and go on from it if it exists (one position only)
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shown: Shown,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct GoalOptions {
    /// Is there a win within so many plies, moves of both sides counted?
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    within: Option<u32>,
    /// Is there a win within so many moves of the side to move, as in "mate in 3"?
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..=i64::from(Moves::MAX.0)))]
    mate: Option<u32>,
    /// Find the shortest win, or that the other side has one
    #[arg(long)]
    shortest: bool,
}

impl GoalOptions {
    pub(crate) fn goal(&self) -> Goal {
        match (self.within, self.mate) {
            (Some(plies), _) => Goal::Within(Plies(plies)),
            (_, Some(moves)) => Goal::Within(Moves(moves).plies()),
            _ => Goal::Shortest,
        }
    }
}

/// What problemists ask beside.
#[derive(Debug, Args)]
pub(crate) struct ProblemOptions {
    /// All first moves that mate in time, not only one
    #[arg(long)]
    keys: bool,
    /// First moves that only one defence refutes (or at most N)
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    tries: Option<usize>,
    /// What would follow if the other side were to move
    #[arg(long)]
    set_play: bool,
    /// The variations after each key, with threats and duals
    #[arg(long)]
    tree: bool,
    /// Moves of the attacker that --tree writes down at most
    #[arg(long, value_name = "N", default_value_t = Wanted::default().lines, requires = "tree")]
    lines: usize,
}

impl ProblemOptions {
    /// What to work out, if anything was asked for.
    pub(crate) fn wanted(&self) -> Option<Wanted> {
        let asked = self.keys || self.tries.is_some() || self.set_play || self.tree;
        asked.then(|| Wanted {
            variations: self.tree,
            tries: self.tries.unwrap_or(0),
            set_play: self.set_play,
            lines: self.lines,
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct LimitOptions {
    /// Time for each position, such as 500ms, 60s, 5m, or none
    #[arg(long, value_name = "TIME", default_value = "60s")]
    time: Time,
    /// Positions that the search may look at for each position asked about [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory of all threads together, such as 512MiB
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    memory: Memory,
}

impl LimitOptions {
    /// The limits for each position, with the memory of all threads.
    pub(crate) fn of_all(&self) -> Limits {
        Limits { time: self.time.0, nodes: self.nodes, memory: self.memory.0, ..Limits::default() }
    }

    /// The limits of one of several threads.
    pub(crate) fn each_of(&self, threads: usize, interrupt: &Arc<AtomicBool>) -> Limits {
        let all = self.of_all();
        Limits { memory: all.memory / threads.max(1), interrupt: Some(interrupt.clone()), ..all }
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
    /// Time for each certificate, such as 500ms, 60s, 5m, or none
    #[arg(long, value_name = "TIME", default_value = "60s")]
    pub(crate) time: Time,
    /// Memory for each certificate in work, such as 512MiB; its text may take a quarter
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    pub(crate) memory: Memory,
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

pub(crate) fn rules() -> impl TypedValueParser<Value = RulesKind> {
    let named = |kind: RulesKind| PossibleValue::new(kind.name()).help(kind.title());
    PossibleValuesParser::new(RulesKind::ALL.map(named)).try_map(|name| name.parse::<RulesKind>())
}

fn levels() -> impl TypedValueParser<Value = Level> {
    // The parser has refused all other names.
    PossibleValuesParser::new(Level::ALL.map(Level::name))
        .map(|name| Level::ALL.into_iter().find(|level| level.name() == name).unwrap_or_default())
}

fn programs() -> impl TypedValueParser<Value = Program> {
    PossibleValuesParser::new(Program::ALL.map(Program::name)).try_map(|name| name.parse::<Program>())
}
