//! Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::exit::Exit;

/// Programs that pass signals on deliver the same Ctrl-C twice.
const SAME: Duration = Duration::from_millis(500);

/// A flag that Ctrl-C sets; another Ctrl-C later ends the process at once.
pub fn flag() -> Arc<AtomicBool> {
    flag_and(|| {})
}

/// [`flag`]; the first Ctrl-C also starts a thread that does this.
pub fn flag_and(watch: fn()) -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = flag.clone();
    let mut first = None;
    // Where no handler can be installed, Ctrl-C keeps its meaning: the process ends.
    let _ = ctrlc::set_handler(move || {
        set.store(true, Ordering::Relaxed);
        if first.is_none() {
            // Without the thread a second Ctrl-C is needed.
            let _ = thread::Builder::new().name("ctrl-c".into()).spawn(watch);
        }
        if first.get_or_insert_with(Instant::now).elapsed() > SAME {
            std::process::exit(Exit::Interrupted as i32);
        }
    });
    flag
}
