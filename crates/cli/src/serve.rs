//! `arbiter serve`.

use std::fmt;
use std::io::{self, Write};
use std::net::{Ipv6Addr, SocketAddr};
use std::str::FromStr;

use chess_arbiter_answer::request::{Grant, Memory, Time};
use chess_arbiter_web::Config;
use clap::Args;

use crate::exit::{Exit, Failure};
use crate::table_options::TablesOptions;

#[derive(Debug, Args)]
pub(crate) struct ServeOptions {
    /// Where to listen: an address of this machine and a port, or one of them
    ///
    /// A port alone is one of 127.0.0.1, which only this machine can reach; an address alone is asked for its
    /// port 8080. Port 0 is any that is free.
    #[arg(long, value_name = "ADDRESS:PORT", default_value_t, value_parser = Bind::from_str)]
    bind: Bind,
    /// The port to listen on, instead of the one that --bind says
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Show the page in the browser
    #[arg(long)]
    open: bool,
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
    /// A name that browsers call the server by, beside localhost and its own address
    ///
    /// Requests for other hosts are refused: a page from elsewhere could pretend to be this one (DNS
    /// rebinding). May be given several times. Where --bind is an address that others can reach and no name
    /// is given, any name will do, which is said at the start.
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    #[command(flatten)]
    tables: TablesOptions,
}

pub(crate) fn run(options: ServeOptions) -> Result<Exit, Failure> {
    let ServeOptions { bind, port, open, workers, time, nodes, memory, queue, connections, hosts, tables } =
        options;
    let bind = Bind { port: port.unwrap_or(bind.port), ..bind }.to_string();
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
    let is_named = !config.hosts.is_empty();
    let ready = |address: SocketAddr| {
        if !is_named && !address.ip().is_loopback() {
            warn_of_names();
        }
        if open { announce_and_show(address) } else { announce(address) }
    };
    match chess_arbiter_web::run(&bind, config, &ready) {
        Ok(()) => Ok(Exit::Done),
        Err(error) => Err(Failure::System { what: format!("cannot listen on {bind}"), error }),
    }
}

fn announce(address: SocketAddr) {
    let mut out = io::stdout().lock();
    // Whoever started us may not read it.
    let _ = writeln!(out, "http://{address}/").and_then(|()| out.flush());
}

/// Others can reach the server, and it does not know what they call it.
fn warn_of_names() {
    let _ = writeln!(
        io::stderr(),
        "arbiter: without --host NAME the server answers under any name: a page from elsewhere can ask it through \
         the browser of whoever can reach it (DNS rebinding)"
    );
}

/// Shows the page in the browser of whoever is there; the server goes on where there is none.
fn announce_and_show(address: SocketAddr) {
    announce(address);
    let here = if address.ip().is_unspecified() { "127.0.0.1".into() } else { address.ip().to_string() };
    let here = if address.is_ipv6() && !address.ip().is_unspecified() { format!("[{here}]") } else { here };
    if let Err(error) = open::that_detached(format!("http://{here}:{}/", address.port())) {
        let _ = writeln!(io::stderr(), "arbiter: the browser cannot be opened: {error}");
    }
}

/// An address, or the name of a host, and a port.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bind {
    /// An IPv6 address in its brackets.
    host: String,
    port: u16,
}

impl Default for Bind {
    fn default() -> Bind {
        Bind { host: "127.0.0.1".into(), port: 8080 }
    }
}

impl fmt::Display for Bind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl FromStr for Bind {
    type Err = String;

    fn from_str(text: &str) -> Result<Bind, String> {
        let usual = Bind::default();
        let text = text.strip_prefix("http://").map_or(text, |rest| rest.trim_end_matches('/'));
        let port = |digits: &str| {
            digits
                .parse::<u16>()
                .map_err(|_| format!("{digits:?} is not a port: expected a number up to 65535"))
        };
        if text.parse::<Ipv6Addr>().is_ok() {
            return Ok(Bind { host: format!("[{text}]"), ..usual });
        }
        match text.rsplit_once(':') {
            _ if text.is_empty() => Err("expected an address and a port, such as 127.0.0.1:8080".into()),
            _ if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(Bind { port: port(text)?, ..usual }),
            Some(("", digits)) => Ok(Bind { port: port(digits)?, ..usual }),
            Some((host, digits)) if !text.ends_with(']') => {
                Ok(Bind { host: host.into(), port: port(digits)? })
            }
            _ => Ok(Bind { host: text.into(), ..usual }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bind;

    #[test]
    fn a_port_an_address_or_both() {
        for (text, bind) in [
            ("8080", "127.0.0.1:8080"),
            ("0", "127.0.0.1:0"),
            (":9000", "127.0.0.1:9000"),
            ("0.0.0.0", "0.0.0.0:8080"),
            ("0.0.0.0:81", "0.0.0.0:81"),
            ("localhost:82", "localhost:82"),
            ("http://localhost:82/", "localhost:82"),
            ("::1", "[::1]:8080"),
            ("[::1]", "[::1]:8080"),
            ("[::1]:83", "[::1]:83"),
        ] {
            assert_eq!(text.parse::<Bind>().map(|bind| bind.to_string()).as_deref(), Ok(bind), "{text}");
        }
        for text in ["", "65536", "localhost:http", "localhost:", "999999"] {
            assert!(text.parse::<Bind>().is_err(), "{text}");
        }
    }
}
