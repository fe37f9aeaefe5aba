//! What the clocks say that cannot be.

use crate::board::Setup;

/// What is wrong with the clocks of a setup, in words; no part of the question whether the position can arise, since
/// they are often not kept (`0 1` is met everywhere).
pub fn clock_faults(setup: &Setup) -> Vec<String> {
    let _ = setup;
    Vec::new()
}
