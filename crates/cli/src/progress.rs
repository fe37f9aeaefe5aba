//! What a terminal shows while answers are awaited.

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use chess_arbiter_answer::Told;
use indicatif::ProgressBar;

use crate::options::is_quiet;

/// Delay before progress appears.
const PATIENCE: Duration = Duration::from_millis(300);
const TICK: Duration = Duration::from_millis(100);

/// Counts positions, and says how many are done once it has taken that long.
#[derive(Clone, Default)]
pub(crate) struct ProgressLine(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    decided: u64,
    working: u32,
    /// Since when there has been work without a pause.
    since: Option<Instant>,
    shown: Option<ProgressBar>,
}

impl ProgressLine {
    /// On standard error, if that is a terminal.
    pub(crate) fn new() -> ProgressLine {
        let progress = ProgressLine::default();
        if io::stderr().is_terminal() && !is_quiet() {
            let ticking = progress.clone();
            // Without the thread nothing is shown: no reason not to answer.
            let _ = thread::Builder::new().name("progress".into()).spawn(move || {
                loop {
                    thread::sleep(TICK);
                    ticking.lock().tick();
                }
            });
        }
        progress
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a position as in work while `work` runs.
    pub(crate) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let working = Working::new(self);
        let done = work();
        drop(working);
        done
    }

    /// Writes to the terminal while nothing else is shown there.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        let mut state = self.lock();
        state.clear();
        write()
    }
}

impl State {
    fn tick(&mut self) {
        match self.since {
            Some(since) if since.elapsed() >= PATIENCE => {
                let seconds = since.elapsed().as_secs();
                let message = format!("{} decided, {} in work, {seconds} s", self.decided, self.working);
                let shown = self.shown.get_or_insert_with(ProgressBar::new_spinner);
                shown.set_message(message);
                shown.tick();
            }
            _ => self.clear(),
        }
    }

    fn clear(&mut self) {
        if let Some(shown) = self.shown.take() {
            shown.finish_and_clear();
        }
    }
}

/// A position in work, until dropped: a panic ends the work too.
struct Working<'a>(&'a ProgressLine);

impl Working<'_> {
    fn new(progress: &ProgressLine) -> Working<'_> {
        let mut state = progress.lock();
        state.working += 1;
        state.since.get_or_insert_with(Instant::now);
        drop(state);
        Working(progress)
    }
}

impl Drop for Working<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.working -= 1;
        state.decided += 1;
        if state.working == 0 {
            state.since = None;
        }
    }
}

/// Says how far a forced win is, once it has taken that long.
pub(crate) fn spinner(bar: &ProgressBar, told: Told) {
    let Told { no_win_within, win_within, nodes, time } = told;
    if time >= PATIENCE {
        let win = win_within.map_or(String::new(), |plies| format!(", a win within {plies}"));
        bar.set_message(format!("no win within {no_win_within} plies{win}, {nodes} positions looked at"));
        bar.tick();
    }
}
