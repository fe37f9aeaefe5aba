//! Long work: the GIL is released, and Ctrl-C is honoured.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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

/// Does the work for batches of rows on several threads; the parts come back in order. Once the flag is set
/// there are none.
///
/// Threads are made for each call: a pool would not survive the `fork` of `multiprocessing`.
pub(crate) fn in_parallel<T: Send>(
    rows: usize,
    batch: usize,
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(std::ops::Range<usize>) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let batches = rows.div_ceil(batch);
    let worker = || {
        let mut parts = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= batches {
                break;
            }
            parts.push((number, work(number * batch..rows.min((number + 1) * batch))));
        }
        parts
    };
    let mut parts = thread::scope(|scope| {
        // Where a thread cannot be made, fewer do as well.
        let others: Vec<_> = (1..threads.min(batches))
            .map_while(|_| thread::Builder::new().name("arbiter".into()).spawn_scoped(scope, worker).ok())
            .collect();
        let mut parts = worker();
        for other in others {
            match other.join() {
                Ok(more) => parts.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        parts
    });
    if stop.load(Ordering::Relaxed) {
        return Vec::new();
    }
    parts.sort_unstable_by_key(|&(number, _)| number);
    parts.into_iter().map(|(_, part)| part).collect()
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
