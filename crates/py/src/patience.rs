//! Long work: the GIL is released, and Ctrl-C is honoured.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::error;

/// How often Python is asked whether somebody pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// Does the work on another thread while this one, Python's, waits for signals. The flag tells the work to
/// stop.
pub(crate) fn patiently<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    let flag = Arc::new(AtomicBool::new(false));
    py.detach(|| {
        thread::scope(|scope| {
            let (done, waiting) = mpsc::sync_channel(1);
            let stop = &flag;
            let worker = move || {
                // Nobody waits only if this thread is unwinding.
                let _ = done.send(error::guarded(|| work(stop)));
            };
            thread::Builder::new().name("arbiter".into()).spawn_scoped(scope, worker)?;
            loop {
                match waiting.recv_timeout(LOOK) {
                    Ok(outcome) => return outcome.map_err(|_| error::internal()),
                    Err(RecvTimeoutError::Disconnected) => return Err(error::internal()),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(signal) = Python::attach(|py| py.check_signals()) {
                            flag.store(true, Ordering::Relaxed);
                            return Err(signal);
                        }
                    }
                }
            }
        })
    })
}

/// More are of no use on any machine, and each takes memory.
const MAX_THREADS: usize = 1024;

/// As many as asked for, or as there are processors.
pub(crate) fn threads(asked: Option<usize>) -> PyResult<usize> {
    match asked {
        Some(0) => Err(error::value("threads must be at least 1")),
        Some(threads) => Ok(threads.min(MAX_THREADS)),
        None => Ok(thread::available_parallelism().map_or(1, usize::from)),
    }
}
