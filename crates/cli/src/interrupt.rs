//! Ctrl-C.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::exit::{Exit, say};

/// How long a write may wait for its reader once Ctrl-C was pressed.
const PATIENCE: Duration = Duration::from_secs(1);

/// Counts the begins and the ends of writes to standard output: odd while one waits.
static WRITES: AtomicU64 = AtomicU64::new(0);

/// A flag that Ctrl-C sets. Another Ctrl-C ends the process at once, and so does the first where nobody reads
/// what is [`Watched`].
pub(crate) fn flag() -> Arc<AtomicBool> {
    chess_arbiter_companion::flag_and(|| {
        loop {
            let before = WRITES.load(Ordering::Relaxed);
            thread::sleep(PATIENCE);
            if before % 2 == 1 && WRITES.load(Ordering::Relaxed) == before {
                say("interrupted; nobody reads the output");
                std::process::exit(Exit::Interrupted as i32);
            }
        }
    })
}

/// Ctrl-C ends the process at once, with our exit status.
pub(crate) fn ends_process() {
    let _ = ctrlc::set_handler(|| std::process::exit(Exit::Interrupted as i32));
}

/// Standard output, of which it is known whether a write waits for its reader.
pub(crate) struct Watched<W>(pub(crate) W);

impl<W: Write> Watched<W> {
    fn watch<T>(&mut self, write: impl FnOnce(&mut W) -> T) -> T {
        WRITES.fetch_add(1, Ordering::Relaxed);
        let done = write(&mut self.0);
        WRITES.fetch_add(1, Ordering::Relaxed);
        done
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.watch(|out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.watch(W::flush)
    }
}
