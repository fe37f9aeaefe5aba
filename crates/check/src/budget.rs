//! What a check may cost: time, which somebody else measures, and memory.

use std::cell::Cell;

/// Bytes that a check may take beside its text, unless its budget says otherwise.
pub const MAX_MEMORY: usize = 1 << 30;

/// So many looks go by between two that ask: a look is cheap, and asking may read a clock. The work
/// between two looks takes most often less than a tenth of a millisecond, and milliseconds at worst.
const ASKED_EVERY: u32 = 16;

/// What a check may cost. The default is [`MAX_MEMORY`] and any time.
///
/// The checker reads no clock: it asks now and then whether it is to stop.
///
/// ```
/// use chess_arbiter_check::{Budget, CheckError, Stopped, check_within};
/// let stop = || true;
/// let stopped = check_within("{}", &Budget::new(1 << 20, &stop));
/// assert_eq!(stopped, Err(CheckError::Stopped(Stopped::Told)));
/// ```
pub struct Budget<'a> {
    stop: Option<&'a dyn Fn() -> bool>,
    memory: usize,
    taken: Cell<usize>,
    looks: Cell<u32>,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget { stop: None, memory: MAX_MEMORY, taken: Cell::new(0), looks: Cell::new(0) }
    }
}

impl<'a> Budget<'a> {
    /// So many bytes beside the text, and time until `stop` says so.
    pub fn new(memory: usize, stop: &'a dyn Fn() -> bool) -> Budget<'a> {
        Budget { stop: Some(stop), memory, ..Budget::default() }
    }

    /// Whether to go on. Every search and every list of nodes asks.
    pub(crate) fn look(&self) -> Result<(), Stopped> {
        let looks = self.looks.get();
        self.looks.set((looks + 1) % ASKED_EVERY);
        let is_told = looks == 0 && self.stop.is_some_and(|stop| stop());
        if is_told { Err(Stopped::Told) } else { Ok(()) }
    }

    /// Takes memory.
    pub(crate) fn take(&self, bytes: usize) -> Result<(), Stopped> {
        let taken = self.taken.get().saturating_add(bytes);
        self.taken.set(taken);
        if taken > self.memory { Err(Stopped::Memory) } else { Ok(()) }
    }

    /// What is done with memory that is given back when it has ended.
    pub(crate) fn borrow<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = self.taken.get();
        let done = work();
        self.taken.set(before);
        done
    }
}

/// Why a check ended without an outcome: the certificate is neither accepted nor refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Stopped {
    /// The budget's `stop` said so.
    #[error("stopped before its end")]
    Told,
    /// The memory of the budget does not suffice.
    #[error("stopped: it takes more memory than is allowed")]
    Memory,
    /// The rounds of facts have not ended after more than any position needs.
    #[error("stopped: the rounds of facts do not end")]
    Steps,
}
