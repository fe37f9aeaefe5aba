//! The command line.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use chess_arbiter_answer::request::{Memory, Time};
use chess_arbiter_sql::{Form, Table};
use clap::{Args, Parser, Subcommand};

/// Questions about chess positions, in SQL, asked of many machines
///
/// There is no authentication: whoever can reach a port can run queries and read every file that the
/// executors can read. Listen only on a private network.
#[derive(Debug, Parser)]
#[command(name = "arbiter-cluster", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "docs/cluster.md has the commands that set up a cluster.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// What to log on standard error, in the form of RUST_LOG [default: only errors]
    #[arg(long, global = true, value_name = "LEVELS", env = "RUST_LOG", hide_env_values = true)]
    pub(crate) log: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Plans queries and hands out their tasks to executors: one per cluster
    Scheduler(Scheduler),
    /// Does the tasks: one per machine
    Executor(Executor),
    /// Runs a query and writes its rows
    Sql(Sql),
    /// Runs a long query in pieces, each a file; the same command carries on after an interruption
    Run(Run),
}

#[derive(Debug, Args)]
pub(crate) struct Scheduler {
    /// Where to listen
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:50050")]
    pub(crate) bind: Address,
    /// The name or address by which executors reach this machine [default: the one of --bind]
    #[arg(long, value_name = "HOST")]
    pub(crate) advertise: Option<String>,
    /// After how long without a heartbeat an executor counts as lost and its tasks go to others
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = seconds)]
    pub(crate) executor_timeout: u64,
}

#[derive(Debug, Args)]
pub(crate) struct Executor {
    /// The scheduler
    #[arg(long, value_name = "HOST:PORT", env = "ARBITER_SCHEDULER", default_value = "127.0.0.1:50050")]
    pub(crate) scheduler: Address,
    /// Where to listen: results are fetched from PORT, tasks come to the next port; with 0 both are chosen
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:0")]
    pub(crate) bind: Address,
    /// The name or address by which others reach this machine [default: the one of --bind; if that is
    /// 0.0.0.0, the one that the scheduler sees]
    #[arg(long, value_name = "HOST")]
    pub(crate) advertise: Option<String>,
    /// Tasks at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The folder for intermediate data and results [default: a new temporary folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) work_dir: Option<PathBuf>,
    /// Memory for all tasks together, such as 8GiB: sorts and groups beyond it go to disk [default: 70 % of
    /// the machine's or container's]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub(crate) memory: Option<Memory>,
    /// How long to wait for the scheduler, such as 500ms, 60s, 5m, or none to wait for ever
    #[arg(long, value_name = "TIME", default_value = "30s")]
    pub(crate) wait: Time,
}

/// What is asked, and whom.
#[derive(Debug, Args)]
pub(crate) struct Query {
    /// The query
    #[arg(value_name = "QUERY")]
    pub(crate) sql: String,
    /// The scheduler
    #[arg(long, value_name = "HOST:PORT", env = "ARBITER_SCHEDULER", default_value = "127.0.0.1:50050")]
    pub(crate) scheduler: Address,
    /// A name for a file or a folder of files; 'PATH' in quotes works in the query too. It must be at the
    /// same place on all executors
    #[arg(short, long, value_name = "NAME=PATH")]
    pub(crate) table: Vec<Table>,
    /// How long to wait for an executor to join, such as 500ms, 60s, 5m, or none to wait for ever
    #[arg(long, value_name = "TIME", default_value = "30s")]
    pub(crate) wait: Time,
    /// Cancel the query after this time
    #[arg(long, value_name = "TIME", default_value = "none")]
    pub(crate) time: Time,
}

#[derive(Debug, Args)]
pub(crate) struct Sql {
    #[command(flatten)]
    pub(crate) query: Query,
    /// The file to write: .parquet, .csv, .tsv, .json, .jsonl; all but Parquet also with .gz or .zst
    /// [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// How to write rows [default: table on a terminal, csv elsewhere; for a file, by its name]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Form>,
    /// Replace the output if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Into how many parts files are cut and over how many groups and joins are spread, at most: as many as
    /// all executors have threads, or more
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) partitions: u16,
}

#[derive(Debug, Args)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) query: Query,
    /// The folder to write: part-00000.parquet, part-00001.parquet, …
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    /// How many pieces to cut the table into, at most; row groups of Parquet and files of other formats are
    /// never cut
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=99_999))]
    pub(crate) pieces: u32,
    /// Pieces to work on at a time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) at_once: u16,
    /// Discard the pieces of another command
    #[arg(long)]
    pub(crate) restart: bool,
}

/// Ballista counts whole seconds, and looks every few of them.
fn seconds(text: &str) -> Result<u64, String> {
    let Time(time) = text.parse()?;
    let seconds = time.filter(|time| time.subsec_nanos() == 0).map(|time| time.as_secs());
    seconds
        .filter(|seconds| (5..=3600).contains(seconds))
        .ok_or_else(|| "expected whole seconds from 5s to 1h".into())
}

fn memory(text: &str) -> Result<Memory, String> {
    let Memory(bytes) = text.parse()?;
    if bytes < 16 << 20 {
        return Err("expected at least 16MiB".into());
    }
    Ok(Memory(bytes))
}

/// A host and a port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Address {
    pub(crate) host: String,
    pub(crate) port: u16,
}

impl Address {
    /// The host as functions of the network want it: that of IPv6 without brackets.
    pub(crate) fn name(&self) -> &str {
        self.host.trim_matches(['[', ']'])
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Address, String> {
        let parts = text.rsplit_once(':').filter(|(host, _)| !host.is_empty() && !host.contains('/'));
        let read =
            parts.and_then(|(host, port)| Some(Address { host: host.into(), port: port.parse().ok()? }));
        read.ok_or_else(|| format!("expected HOST:PORT such as 127.0.0.1:50050, found '{text}'"))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}
