//! `arbiter win`.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chess_arbiter::win::Solvable;
use chess_arbiter::with_rules;
use chess_arbiter_answer::WinQuestion;

use crate::checkpoint::Checkpoint;
use crate::exit::{Exit, Failure};
use crate::options::WinOptions;
use crate::progress::spinner;
use crate::question::{Beside, ask_beside};
use crate::{input, interrupt, output};

pub(crate) fn run(options: WinOptions) -> Result<Exit, Failure> {
    with_rules!(options.rules, R => run_with::<R>(options))
}

fn run_with<R: Solvable>(options: WinOptions) -> Result<Exit, Failure> {
    let WinOptions { positions, goal, problem, tables, limits, checkpoint, shown, threads, .. } = options;
    let wanted = problem.wanted();
    if R::ROYAL_CAPTURABLE && wanted.is_some() {
        let why = "--keys, --tries, --set-play and --tree are about checkmate, by which this game is not won";
        return Err(Failure::Usage(why.into()));
    }
    let sources = input::sources(&positions.positions)?;
    let checkpoint = match checkpoint {
        Some(path) => Checkpoint::open::<R>(path, &sources, goal.goal())?,
        None => None,
    };
    let asked = threads.asked();
    let threads = input::useful_threads(&sources, threads.count());
    let interrupted: Arc<AtomicBool> = interrupt::flag();
    let mut limits = limits.each_of(threads, &interrupted);
    if threads == 1 {
        // A single position: then they work on it together.
        limits.threads = asked;
    }
    let form = output::form(shown.json, shown.certificate, shown.explain);
    let question = WinQuestion::<R> {
        goal: goal.goal(),
        wanted,
        limits,
        certificate: shown.certificate,
        oracle: tables.oracle(),
        resume: checkpoint.as_ref().map(Checkpoint::resume),
        game: PhantomData,
    };
    let beside = Beside { watch: Some(spinner), ..Beside::default() };
    let exit = ask_beside(question, sources, form, beside, threads, &interrupted)?;
    match checkpoint {
        Some(checkpoint) if exit == Exit::Done => checkpoint.close()?,
        _ => {}
    }
    Ok(exit)
}
