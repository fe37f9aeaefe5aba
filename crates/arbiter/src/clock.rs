//! The clock by which limits of time are kept.
//!
//! It is the standard library's, but in a browser: `wasm32-unknown-unknown` has none, so there whoever loads
//! the module gives one with `set`. Without it no time passes there, and limits of time are never reached.
//!
//! ```
//! use chess_arbiter::clock::Instant;
//! let started = Instant::now();
//! assert!(started <= Instant::now());
//! ```

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use given::{Instant, set};

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod given {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Gives the clock: the time since some moment, which never goes back. Only the first call counts.
    pub fn set(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// This one.
        #[must_use]
        pub fn now() -> Instant {
            Instant(CLOCK.get().map(|clock| clock()).unwrap_or_default())
        }

        /// The time that has passed since.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }
}
