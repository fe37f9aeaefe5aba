//! `arbiter mcp`.

use std::io::{self, BufReader};

use chess_arbiter_answer::request::{Grant, Memory, Time};
use chess_arbiter_web::Config;
use clap::Args;

use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::table_options::TablesOptions;

#[derive(Debug, Args)]
pub(crate) struct McpOptions {
    /// Searches at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// Time that a call may ask for, such as 10s, 5m, or none
    #[arg(long, value_name = "TIME", default_value = "60s")]
    time: Time,
    /// Positions that a search may look at for each position asked about [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory that a call may ask for, such as 512MiB: all take --workers times that at most
    #[arg(long, value_name = "SIZE", default_value = "256MiB")]
    memory: Memory,
    #[command(flatten)]
    tables: TablesOptions,
}

pub(crate) fn run(options: McpOptions) -> Result<Exit, Failure> {
    let McpOptions { workers, time, nodes, memory, tables } = options;
    let own = Config::default();
    let config = Config {
        workers: workers.map_or(own.workers, usize::from),
        grant: Grant { time: time.0, nodes, memory: memory.0, ..own.grant },
        oracle: Some(tables.oracle()),
        ..own
    };
    interrupt::ends_process();
    let mut input = BufReader::with_capacity(64 << 10, io::stdin());
    chess_arbiter_web::talk(&mut input, Box::new(io::stdout()), &config)?;
    Ok(Exit::Done)
}
