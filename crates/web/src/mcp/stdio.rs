//! The protocol over a pair of streams: a message a line.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chess_arbiter_mcp::{Message, Server};

use super::calls::{Calls, Desk, Gather, Outlet};
use super::lines::{self, Line};
use crate::callers;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::pool::{Caller, Pool};

/// How long calls may go on after the client has closed its end: it waits for us to go. (Clients of the SDKs
/// end a process after two seconds.)
const GRACE: Duration = Duration::from_secs(1);
/// How long stopped calls may take to say so.
const LAST: Duration = Duration::from_secs(5);

/// The session of the only client.
const ONLY: &str = "";

/// Converses with a client until its end of the conversation is closed.
///
/// Calls run on threads of their own, as many as the config says; quick ones do not wait for searches. What
/// is in work at the end has another second, then it is stopped.
///
/// # Errors
/// The client cannot be read from, or takes no replies, or no threads can be started.
pub fn talk(input: &mut dyn BufRead, output: Box<dyn Write + Send>, config: &Config) -> io::Result<()> {
    let pool = Pool::new(config.workers, config.queue, &Arc::new(Metrics::default()))?;
    let output = Arc::new(Output { stream: Mutex::new(output), broken: AtomicBool::new(false) });
    let client = Client {
        server: Arc::new(super::server(config)),
        calls: Arc::default(),
        pool: &pool,
        most: config.bodies,
        output: output.clone(),
        caller: callers::only(),
    };
    while let Some(line) = lines::next(input, config.body)? {
        match line {
            Line::TooLong => output.line(&Server::too_long(config.body)),
            Line::Read(line) if line.trim_ascii().is_empty() => {}
            Line::Read(line) => client.take(&line),
        }
        if output.broken.load(Ordering::Relaxed) {
            pool.interrupt();
            return Err(io::ErrorKind::BrokenPipe.into());
        }
    }
    if !client.calls.wait(GRACE) {
        pool.interrupt();
        client.calls.wait(LAST);
    }
    Ok(())
}

/// The other end, and what answers it.
struct Client<'a> {
    server: Arc<Server>,
    calls: Arc<Calls>,
    pool: &'a Pool,
    /// Bytes that calls may hold.
    most: usize,
    output: Arc<Output>,
    caller: Caller,
}

impl Client<'_> {
    fn take(&self, line: &[u8]) {
        let incoming = self.server.read(line);
        let gather = Gather::new(Box::new(self.output.clone()), incoming.batch, incoming.messages.len());
        let desk = Desk { server: &self.server, calls: &self.calls, most: self.most };
        for message in incoming.messages {
            match message {
                Message::Reply(reply) | Message::Error(_, reply) => gather.reply(Some(reply)),
                Message::Call(call) => {
                    let caller = self.caller.clone();
                    desk.take(Some(ONLY), *call, caller, &gather, |place, job| self.pool.post(place, job));
                }
                Message::Cancel(id) => {
                    self.calls.cancel(ONLY, &id);
                    gather.reply(None);
                }
                Message::Nothing => gather.reply(None),
            }
        }
    }
}

/// Lines for the client, each whole.
struct Output {
    stream: Mutex<Box<dyn Write + Send>>,
    /// The client takes nothing any more.
    broken: AtomicBool,
}

impl Output {
    fn line(&self, text: &str) {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        let line = [text, "\n"].concat();
        if stream.write_all(line.as_bytes()).and_then(|()| stream.flush()).is_err() {
            self.broken.store(true, Ordering::Relaxed);
        }
    }
}

impl Outlet for Arc<Output> {
    fn notify(&self, text: &str) {
        self.line(text);
    }

    fn done(&self, text: Option<String>) {
        if let Some(text) = text {
            self.line(&text);
        }
    }
}
