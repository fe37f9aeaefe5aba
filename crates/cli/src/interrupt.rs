//! Ctrl-C.

pub(crate) use chess_arbiter_companion::flag;

use crate::exit::Exit;

/// Ctrl-C ends the process at once, with our exit status.
pub(crate) fn ends_process() {
    let _ = ctrlc::set_handler(|| std::process::exit(Exit::Interrupted as i32));
}
