//! Several threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// How many rows are answered, and of how many: for who looks on from another thread. Values that a
/// dictionary holds once are counted once.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<[AtomicUsize; 2]>);

impl Progress {
    /// Rows answered, and all of them; none before the work begins.
    pub fn get(&self) -> (usize, usize) {
        let [done, all] = &*self.0;
        (done.load(Ordering::Relaxed), all.load(Ordering::Relaxed))
    }

    pub(crate) fn begin(&self, rows: usize) {
        let [done, all] = &*self.0;
        done.store(0, Ordering::Relaxed);
        all.store(rows, Ordering::Relaxed);
    }

    pub(crate) fn add(&self, rows: usize) {
        self.0[0].fetch_add(rows, Ordering::Relaxed);
    }
}

/// Does the work for batches of rows on several threads; the parts come back in order. Once the flag is set
/// there are none.
///
/// Threads are made for each call: a pool would not survive the `fork` of `multiprocessing`.
pub fn in_parallel<T: Send>(
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
