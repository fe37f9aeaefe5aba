//! What is going on.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts of what is going on now. What ended is no longer counted: an idle server has only zeros.
#[derive(Debug, Default)]
pub struct Metrics {
    pub(crate) connections: AtomicUsize,
    pub(crate) waiting: AtomicUsize,
    pub(crate) working: AtomicUsize,
    pub(crate) body_bytes: AtomicUsize,
}

impl Metrics {
    /// Connections.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }

    /// Requests that wait for a thread.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Threads at work.
    pub fn working(&self) -> usize {
        self.working.load(Ordering::Relaxed)
    }

    /// Bytes of bodies in memory.
    pub fn body_bytes(&self) -> usize {
        self.body_bytes.load(Ordering::Relaxed)
    }
}
