//! The command line.

use std::path::PathBuf;

use chess_arbiter_answer::request::Memory;
use chess_arbiter_sql::{Form, Table};
use clap::{ArgGroup, Parser};

/// SQL on files of chess positions, with exact answers
#[derive(Debug, Parser)]
#[command(name = "arbiter-sql", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = EXAMPLES, group(ArgGroup::new("asked").required(true).args(["query", "file", "list"])))]
pub(crate) struct Cli {
    /// The query, in SQL; - reads it from standard input
    #[arg(value_name = "QUERY")]
    pub(crate) query: Option<String>,
    /// Read the query from a file
    #[arg(long, value_name = "PATH")]
    pub(crate) file: Option<PathBuf>,
    /// List the functions
    #[arg(long)]
    pub(crate) list: bool,
    /// A name for a file or a folder of files; 'PATH' in quotes works in the query too
    #[arg(long, value_name = "NAME=PATH")]
    pub(crate) table: Vec<Table>,
    /// How to write rows [default: table on a terminal, csv elsewhere; for a file, by its name]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Form>,
    /// Write a file: .parquet, .csv, .tsv, .json, .jsonl; all but Parquet also with .gz or .zst
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the output if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Threads to work with [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for groups, sorts and joins; whatever needs more uses temporary files
    #[arg(long, value_name = "SIZE", default_value = "2GiB")]
    pub(crate) memory: Memory,
}

impl Cli {
    pub(crate) fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }
}

const EXAMPLES: &str = "\
Examples:
  arbiter-sql \"SELECT chess_status(fen) AS status, count(*) FROM 'positions.parquet' GROUP BY 1\"
  arbiter-sql \"SELECT fen FROM 'games.csv.gz' WHERE chess_mate_in(fen, 2) = 2\" -o mates.parquet
  arbiter-sql --table p=puzzles.jsonl --format csv \\
      \"SELECT chess_material(fen) AS men, chess_keys(fen, 1) AS keys FROM p\"
  arbiter-sql --list

Files are .parquet, .csv, .tsv, .json and .jsonl (one object per line); all but Parquet also with .gz, .bz2, .xz \
or .zst. A folder or a pattern such as 'games/*.parquet' is one table. docs/sql.md says more.

Exit status: 0 done, 1 it could not be done, 2 wrong usage, 130 interrupted by Ctrl-C.";
