//! Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit::Exit;

/// A flag that Ctrl-C sets; a second Ctrl-C ends the process at once.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = flag.clone();
    // Where no handler can be installed, Ctrl-C keeps its meaning: the process ends.
    let _ = ctrlc::set_handler(move || {
        if set.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
    });
    flag
}

/// Ctrl-C ends the process at once, with our exit status.
pub(crate) fn ends_process() {
    let _ = ctrlc::set_handler(|| std::process::exit(Exit::Interrupted as i32));
}
