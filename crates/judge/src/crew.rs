//! Several threads solve the games of the `simplified` programs; the answers come out in order.
//!
//! The reading thread hands out chunks of games as it has them, and writes answers whenever it would
//! otherwise wait. It waits for all answers before it waits for input: so a person who types one game
//! sees its answer, and an error is told at once.

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};
use std::time::Duration;

use chess_arbiter::rules::Rules;
use chess_arbiter::win::{Limits, Oracle, Solvable};

use super::Options;
use super::alone::text;
use super::answers::{Answers, Settle};
use super::error::JudgeError;
use super::simplified::{ContestGame, Referee};
use super::worker::{Chunk, ChunkOutcome, Solved, work};

/// Quick games in a chunk: some tenths of a millisecond of work. Any other game is a chunk alone.
const CHUNK: usize = 64;

/// Chunks out for each thread before the oldest is waited for: bounds memory, and how far
/// the other threads get ahead of one hard game.
const AHEAD: usize = 64;

/// More threads than this are not started.
const MAX_THREADS: usize = 256;

/// How often the caller's interrupt is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(10);

pub(super) struct Crew<'scope, 'env, 'o, R: Rules> {
    answers: Answers<'o>,
    scope: &'scope Scope<'scope, 'env>,
    threads: usize,
    /// What a thread may use.
    limits: Limits,
    oracle: Option<Arc<dyn Oracle>>,
    /// One for each thread that was started, to stop it.
    stops: Vec<Arc<AtomicBool>>,
    jobs: Sender<Chunk<R>>,
    queue: Arc<Mutex<Receiver<Chunk<R>>>>,
    outcomes: Receiver<ChunkOutcome>,
    outcomes_end: Sender<ChunkOutcome>,
    /// Games not given out yet.
    filling: Vec<ContestGame<R>>,
    /// Chunks given out and not written, in order; those solved already are there.
    out: VecDeque<Option<Solved>>,
    /// Number of the chunk in front.
    front: u64,
    /// Games answered.
    games: u64,
}

/// Runs `task` with a crew, whose threads have all ended afterwards.
pub(super) fn with<'o, R: Solvable, T>(
    answers: Answers<'o>,
    options: &Options,
    task: impl for<'scope> FnOnce(Crew<'scope, '_, 'o, R>) -> T,
) -> T {
    thread::scope(|scope| {
        let (jobs, queue) = channel();
        let (outcomes_end, outcomes) = channel();
        let threads = options.threads.clamp(1, MAX_THREADS);
        let memory = options.limits.memory / threads;
        task(Crew {
            answers,
            scope,
            threads,
            limits: Limits { memory, ..options.limits.clone() },
            oracle: options.oracle.clone(),
            stops: Vec::new(),
            jobs,
            queue: Arc::new(Mutex::new(queue)),
            outcomes,
            outcomes_end,
            filling: Vec::with_capacity(CHUNK),
            out: VecDeque::new(),
            front: 0,
            games: 0,
        })
    })
}

impl<R: Solvable> Crew<'_, '_, '_, R> {
    /// Gives out the games gathered, to a new thread while there are fewer than chunks.
    fn give_out(&mut self) {
        if self.filling.is_empty() {
            return;
        }
        let games = std::mem::replace(&mut self.filling, Vec::with_capacity(CHUNK));
        let number = self.front + self.out.len() as u64;
        self.out.push_back(None);
        if self.stops.len() < self.threads.min(self.out.len()) {
            self.start_thread();
        }
        // Cannot fail: the crew holds the queue's other end.
        let _ = self.jobs.send(Chunk { number, games });
    }

    fn start_thread(&mut self) {
        let stop = Arc::new(AtomicBool::new(false));
        self.stops.push(Arc::clone(&stop));
        let (queue, outcomes) = (Arc::clone(&self.queue), self.outcomes_end.clone());
        let (limits, oracle) = (self.limits.clone(), self.oracle.clone());
        self.scope.spawn(move || work(&queue, &outcomes, limits, oracle, &stop));
    }

    /// Writes what is solved, and waits until at most `most` chunks are out.
    fn collect(&mut self, most: usize) -> Result<(), JudgeError> {
        loop {
            while let Ok(outcome) = self.outcomes.try_recv() {
                self.receive(outcome);
            }
            while let Some(solved) = self.out.front_mut().and_then(Option::take) {
                self.out.pop_front();
                self.front += 1;
                self.write(&solved)?;
            }
            if self.out.len() <= most {
                return Ok(());
            }
            self.answers.settle()?;
            match self.outcomes.recv_timeout(LOOK_EVERY) {
                Ok(outcome) => self.receive(outcome),
                Err(RecvTimeoutError::Timeout) => self.pass_interrupt_on(),
                Err(RecvTimeoutError::Disconnected) => {}
            }
        }
    }

    fn receive(&mut self, (number, outcome): ChunkOutcome) {
        let solved = outcome.unwrap_or_else(|panic| resume_unwind(panic));
        if let Some(place) = self.out.get_mut((number - self.front) as usize) {
            *place = Some(solved);
        }
    }

    fn write(&mut self, solved: &Solved) -> Result<(), JudgeError> {
        for &wins in &solved.wins {
            self.answers.add(text(wins))?;
        }
        self.games += solved.wins.len() as u64;
        match solved.stopped {
            None => Ok(()),
            Some(limit) => {
                self.answers.settle()?;
                Err(JudgeError::stopped(self.games + 1, limit))
            }
        }
    }

    fn pass_interrupt_on(&self) {
        if self.limits.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            self.stop();
        }
    }
}

impl<R: Rules> Crew<'_, '_, '_, R> {
    fn stop(&self) {
        self.stops.iter().for_each(|stop| stop.store(true, Ordering::Relaxed));
    }
}

impl<R: Solvable> Settle for Crew<'_, '_, '_, R> {
    fn settle(&mut self) -> Result<(), JudgeError> {
        self.give_out();
        self.collect(0)?;
        self.answers.settle()
    }
}

impl<R: Solvable> Referee<R> for Crew<'_, '_, '_, R> {
    fn judge(&mut self, game: ContestGame<R>) -> Result<(), JudgeError> {
        let quick = game.is_quick();
        if !quick {
            self.give_out();
        }
        self.filling.push(game);
        if !quick || self.filling.len() == CHUNK {
            self.give_out();
            self.collect(self.threads * AHEAD)?;
        }
        Ok(())
    }
}

/// However the work ended, no thread goes on.
impl<R: Rules> Drop for Crew<'_, '_, '_, R> {
    fn drop(&mut self) {
        self.stop();
    }
}
