//! Long work: the GIL is released, Ctrl-C is honoured, other threads can stop it, and who looks on is told
//! how far it is.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use chess_arbiter_columns::Progress;
use pyo3::prelude::*;

use crate::error;

/// How often Python is asked whether somebody pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

thread_local! {
    /// Stops the work of this thread when set.
    static STOP: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Stops work that another thread waits for.
#[pyclass(frozen, module = "chess_arbiter._native")]
pub(crate) struct Stop(Arc<AtomicBool>);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Stop {
        Stop(Arc::default())
    }

    /// Stops it, now or as soon as it begins.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Calls the function; what it asks here can be stopped.
    fn run<'py>(&self, work: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let before = STOP.replace(Some(self.0.clone()));
        let outcome = work.call0();
        STOP.set(before);
        outcome
    }
}

/// Does the work on another thread while this one, Python's, waits for signals. The flag tells the work to
/// stop.
pub(crate) fn patiently<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    patiently_told(py, None, work)
}

/// As `patiently`, and a function hears how many rows are answered, and of how many.
pub(crate) fn patiently_told<T: Send>(
    py: Python<'_>,
    told: Option<(&Py<PyAny>, &Progress)>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    let flag = STOP.with_borrow(Clone::clone).unwrap_or_default();
    let is_stopped = || flag.load(Ordering::Relaxed);
    let tell = || match told {
        None => Ok(()),
        Some((hear, progress)) => Python::attach(|py| hear.call1(py, progress.get()).map(drop)),
    };
    let found = py.detach(|| {
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
                    Ok(_) if is_stopped() => return Err(error::cancelled()),
                    Ok(outcome) => return outcome.map_err(|_| error::internal()),
                    Err(RecvTimeoutError::Disconnected) => return Err(error::internal()),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(raised) = Python::attach(|py| py.check_signals()).and_then(|()| tell()) {
                            flag.store(true, Ordering::Relaxed);
                            return Err(raised);
                        }
                    }
                }
            }
        })
    })?;
    // All of them now.
    tell()?;
    Ok(found)
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
