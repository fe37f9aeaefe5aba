//! The command line.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use chess_arbiter_answer::request::{Memory, Time};
use chess_arbiter_sql::{Form, Table};
use clap::{Args, Parser, Subcommand};

/// Questions about chess positions, in SQL, asked of many machines
///
/// There is no authentication: whoever reaches a port may run queries and read every file that the executors
/// can read. Listen on a private network only.
#[derive(Debug, Parser)]
#[command(name = "arbiter-cluster", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "docs/cluster.md brings up a cluster with copied commands.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// What to write to standard error of what goes on, as RUST_LOG has it [default: nothing but errors]
    #[arg(long, global = true, value_name = "LEVELS", env = "RUST_LOG", hide_env_values = true)]
    pub(crate) log: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Plans queries and hands their tasks to executors: one for a cluster
    Scheduler(Scheduler),
    /// Does the tasks: one for a machine
    Executor(Executor),
    /// Asks one query and writes its rows
    Sql(Sql),
    /// Asks a long query in pieces, each a file; the same command goes on after an interruption
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
    /// After how long without a sign of life an executor is lost and its tasks are given to others
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = seconds)]
    pub(crate) executor_timeout: u64,
}

#[derive(Debug, Args)]
pub(crate) struct Executor {
    /// The scheduler
    #[arg(long, value_name = "HOST:PORT", env = "ARBITER_SCHEDULER", default_value = "127.0.0.1:50050")]
    pub(crate) scheduler: Address,
    /// Where to listen: results are fetched from PORT, tasks come to the port after it; with 0 both are
    /// chosen
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:0")]
    pub(crate) bind: Address,
    /// The name or address by which others reach this machine [default: the one of --bind; if that is
    /// 0.0.0.0, the one that the scheduler sees]
    #[arg(long, value_name = "HOST")]
    pub(crate) advertise: Option<String>,
    /// Tasks at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The folder for what tasks leave to others and for results [default: a new one among temporary files]
    #[arg(long, value_name = "DIR")]
    pub(crate) work_dir: Option<PathBuf>,
    /// Memory of all tasks together, such as 8GiB: sorts and groups beyond it go to the disk [default: 70 %
    /// of the machine's or container's]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub(crate) memory: Option<Memory>,
    /// How long to wait for the scheduler, such as 500ms, 60s, 5m, or none for ever
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
    /// A name for a file, or a folder of files; in the query 'PATH' in quotes does as well. All executors
    /// have it at the same place
    #[arg(short, long, value_name = "NAME=PATH")]
    pub(crate) table: Vec<Table>,
    /// How long to wait until an executor has joined, such as 500ms, 60s, 5m, or none for ever
    #[arg(long, value_name = "TIME", default_value = "30s")]
    pub(crate) wait: Time,
    /// End the query after so long
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
    /// How rows are written [default: table on a terminal, csv elsewhere; of a file by its name]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Form>,
    /// Replace the output if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Parts that a file is cut into, and groups and joins are spread over, at most: as many as all executors
    /// have threads, or more
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
    /// Pieces to cut the table into, at most: no row group of Parquet is cut, nor any other file
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=99_999))]
    pub(crate) pieces: u32,
    /// Pieces that are asked at a time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) at_once: u16,
    /// Throw away the pieces of another command
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
