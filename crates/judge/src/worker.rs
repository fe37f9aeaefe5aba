//! A thread of the crew.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use chess_arbiter::rules::Rules;
use chess_arbiter::win::{Limits, Oracle, Reached, Solvable, Solve};

use super::alone::{solver, wins};
use super::simplified::ContestGame;

/// Games that are answered together.
pub(super) struct Chunk<R: Rules> {
    pub(super) number: u64,
    pub(super) games: Vec<ContestGame<R>>,
}

/// The answers to a chunk: all of them, or those before a limit was reached.
pub(super) struct Solved {
    pub(super) wins: Vec<bool>,
    pub(super) stopped: Option<Reached>,
}

/// The number of a chunk and its answers, or the panic that they ended in.
pub(super) type ChunkOutcome = (u64, thread::Result<Solved>);

/// Solves chunks until there are no more. Told to stop, it leaves games unanswered.
pub(super) fn work<R: Solvable>(
    queue: &Mutex<Receiver<Chunk<R>>>,
    outcomes: &Sender<ChunkOutcome>,
    limits: Limits,
    oracle: Option<Arc<dyn Oracle>>,
    stop: &Arc<AtomicBool>,
) {
    let limits = Limits { interrupt: Some(Arc::clone(stop)), ..limits };
    let mut solver = solver(limits, oracle);
    loop {
        // The lock is held while waiting: the threads queue up for the queue.
        let chunk = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Chunk { number, games }) = chunk else { return };
        // Every chunk gets an outcome, for the crew may wait for it.
        let outcome = if stop.load(Ordering::Relaxed) {
            Ok(Solved { wins: Vec::new(), stopped: Some(Reached::Interrupt) })
        } else {
            catch_unwind(AssertUnwindSafe(|| solve(&mut *solver, &games)))
        };
        let panicked = outcome.is_err();
        if outcomes.send((number, outcome)).is_err() || panicked {
            return;
        }
    }
}

fn solve<R: Rules>(solver: &mut dyn Solve<R>, games: &[ContestGame<R>]) -> Solved {
    let mut solved = Solved { wins: Vec::with_capacity(games.len()), stopped: None };
    for game in games {
        match wins(solver, game) {
            Ok(answer) => solved.wins.push(answer),
            Err(limit) => {
                solved.stopped = Some(limit);
                break;
            }
        }
    }
    solved
}
