//! What the module asks of whoever loads it.

#[cfg(target_arch = "wasm32")]
mod imported {
    use std::time::Duration;

    use chess_arbiter::clock;

    #[link(wasm_import_module = "arbiter")]
    // SAFETY: numbers go in and come out.
    unsafe extern "C" {
        safe fn now() -> f64;
        pub(crate) safe fn progress(
            index: u32,
            nodes: f64,
            seconds: f64,
            no_win_within: u32,
            win_within: u32,
        );
    }

    /// Gives the library the host's clock.
    pub(crate) fn start() {
        clock::set(|| Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default());
    }
}

/// Where the module is an ordinary library: a clock is there, and nobody is told anything.
#[cfg(not(target_arch = "wasm32"))]
mod imported {
    pub(crate) fn start() {}

    pub(crate) fn progress(_: u32, _: f64, _: f64, _: u32, _: u32) {}
}

pub(crate) use imported::{progress, start};
