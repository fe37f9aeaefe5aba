//! `arbiter serve`.

use std::io::{self, Write};
use std::net::SocketAddr;

use chess_arbiter_answer::request::{Grant, Memory, Time};
use chess_arbiter_web::Config;
use clap::Args;

use crate::exit::{Exit, Failure};
use crate::table_options::TablesOptions;

#[derive(Debug, Args)]
pub(crate) struct ServeOptions {
    /// Where to listen: an address of this machine and a port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    bind: String,
    /// Searches at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// Time that a request may ask for, such as 10s, 5m, or none
    #[arg(long, value_name = "TIME", default_value = "60s")]
    time: Time,
    /// Positions that a search may look at for each position asked about [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory that a request may ask for, such as 512MiB: all take --workers times that at most
    #[arg(long, value_name = "SIZE", default_value = "256MiB")]
    memory: Memory,
    /// Requests that may wait for a thread
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    queue: u32,
    /// Connections at a time
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    connections: u32,
    /// Another name that browsers call the server by, where a proxy on this machine passes it on
    ///
    /// While --bind is an address that only this machine can reach, requests for other hosts than localhost
    /// are refused, lest a page from elsewhere pretends to be this one (DNS rebinding). May be given several
    /// times.
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    #[command(flatten)]
    tables: TablesOptions,
}

pub(crate) fn run(options: ServeOptions) -> Result<Exit, Failure> {
    let ServeOptions { bind, workers, time, nodes, memory, queue, connections, hosts, tables } = options;
    let own = Config::default();
    let config = Config {
        workers: workers.map_or(own.workers, usize::from),
        grant: Grant { time: time.0, nodes, memory: memory.0, ..own.grant },
        queue: queue as usize,
        connections: connections as usize,
        hosts,
        oracle: Some(tables.oracle()),
        ..own
    };
    let result = chess_arbiter_web::run(&bind, config, |address| {
        // Whoever started us may not read it.
        let _ = announce(address);
    });
    match result {
        Ok(()) => Ok(Exit::Done),
        Err(error) => Err(Failure::System { what: format!("cannot listen on {bind}"), error }),
    }
}

fn announce(address: SocketAddr) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "http://{address}/")?;
    out.flush()
}
