//! What the server grants.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chess_arbiter::win::Oracle;
use chess_arbiter_answer::request::Grant;

/// Limits on requests and on those who make them.
#[derive(Clone)]
pub struct Config {
    /// Threads for questions that may take long; two more answer the quick ones.
    pub workers: usize,
    /// What a request may ask for.
    pub grant: Grant,
    /// Bytes of a body.
    pub body: usize,
    /// Bytes of a body with certificates.
    pub certificates: usize,
    /// Bytes of all bodies that are being received or waiting.
    pub bodies: usize,
    /// Requests that may wait for a thread of their kind.
    pub queue: usize,
    /// Connections at a time; more are not accepted until one ends.
    pub connections: usize,
    /// Bytes of a request's head.
    pub head: usize,
    /// For the head of a request, also on a connection that is kept for the next one.
    pub head_time: Duration,
    /// For a body: between two pieces of it.
    pub body_pause: Duration,
    /// For a body as a whole.
    pub body_time: Duration,
    /// For a client to take another 64 KiB of what waits for it.
    pub write_time: Duration,
    /// How long requests may go on after the server was told to stop.
    pub grace: Duration,
    /// Names beside `localhost` and its own address that requests may call the server. Without any, a server
    /// that others can reach answers under every name.
    pub hosts: Vec<String>,
    /// Tables of the games that are won by capture.
    pub oracle: Option<Arc<dyn Oracle>>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            workers: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            grant: Grant { time: Some(Duration::from_secs(60)), memory: 256 << 20, ..Grant::default() },
            body: 8 << 20,
            certificates: 64 << 20,
            bodies: 128 << 20,
            queue: 256,
            connections: 512,
            head: 16 << 10,
            head_time: Duration::from_secs(10),
            body_pause: Duration::from_secs(10),
            body_time: Duration::from_secs(60),
            write_time: Duration::from_secs(10),
            grace: Duration::from_secs(10),
            hosts: Vec::new(),
            oracle: None,
        }
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("workers", &self.workers)
            .field("grant", &self.grant)
            .finish_non_exhaustive()
    }
}
