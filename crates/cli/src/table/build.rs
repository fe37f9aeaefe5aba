//! `arbiter table build`.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use chess_arbiter_tables::BuildError;
use chess_arbiter_tables::build::{BuildProgress, BuildSettings, Finished, build};
use chess_arbiter_tables::stats::Figures;
use indicatif::ProgressBar;

use super::{duration, stats, with_threads};
use crate::exit::{Exit, Failure, say};
use crate::interrupt;
use crate::options::is_quiet;
use crate::table_options::BuildOptions;
use chess_arbiter_answer::json;

const TICK: Duration = Duration::from_millis(500);
/// No estimate before so much was seen.
const PATIENCE: Duration = Duration::from_secs(3);

pub(crate) fn run(options: BuildOptions) -> Result<Exit, Failure> {
    options.manner.apply();
    let classes = options.game.classes()?;
    if classes.is_empty() {
        return Err(Failure::Usage("say what to build: --class, --up-to or --all".into()));
    }
    let interrupted = interrupt::flag();
    let how = BuildSettings { memory: options.memory.0 as u64, ..BuildSettings::default() };
    let progress = BuildProgress::default();
    let (ended, end) = mpsc::channel::<()>();
    let mut failed = None;
    let start = Instant::now();
    let shown = Mutex::new(None);
    let built = thread::scope(|scope| {
        if io::stderr().is_terminal() && !is_quiet() {
            let (progress, shown) = (&progress, &shown);
            scope.spawn(move || show(progress, shown, end));
        }
        let each = |finished: Finished| {
            let bar = shown.lock().unwrap_or_else(PoisonError::into_inner);
            let text: String = rows(&finished, options.json);
            let write = || io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
            let written = match &*bar {
                Some(bar) => ProgressBar::suspend(bar, write),
                None => write(),
            };
            // Whoever no longer reads still wants the tables.
            failed = failed.take().or(written.err());
        };
        let built = with_threads(options.threads, || {
            build(&options.out, classes, &how, &progress, &interrupted, each)
        });
        drop(ended);
        built
    });
    match built? {
        Ok(()) => {}
        Err(BuildError::Interrupted) => {
            say("interrupted; the same command carries on from here");
            return Ok(Exit::Interrupted);
        }
        Err(error @ BuildError::Memory { .. }) => {
            say(&error.to_string());
            return Ok(Exit::Limit);
        }
        Err(error) => {
            say(&error.to_string());
            return Ok(Exit::Errors);
        }
    }
    if !options.json {
        let (total, found) = (progress.total.load(Relaxed), progress.found.load(Relaxed));
        let time = duration(start.elapsed().as_secs_f64());
        say(&format!("{} positions solved in {time}, {found} were there", total - found));
    }
    failed.map_or(Ok(Exit::Done), |error| Err(Failure::Write(error)))
}

fn rows(finished: &Finished, as_json: bool) -> String {
    let row = |(class, counts): &(_, _)| {
        let figures = Figures::of(*class, counts);
        if as_json {
            return json(&stats::StatsRow::of(&figures, None, Some(finished.time.as_secs_f64())));
        }
        let plies = |plies: Option<usize>| plies.map_or("-".into(), |plies| plies.to_string());
        format!(
            "{class}: {} entries, longest win {}, longest loss {}, never {:.2} %, pair in {}\n",
            figures.entries,
            plies(figures.longest_win),
            plies(figures.longest_loss),
            100.0 * figures.never_share(),
            duration(finished.time.as_secs_f64())
        )
    };
    finished.classes.iter().map(row).collect()
}

/// Shows how far the work is until it ends.
fn show(progress: &BuildProgress, shown: &Mutex<Option<ProgressBar>>, end: mpsc::Receiver<()>) {
    let start = Instant::now();
    while let Err(RecvTimeoutError::Timeout) = end.recv_timeout(TICK) {
        let mut bar = shown.lock().unwrap_or_else(PoisonError::into_inner);
        let bar = bar.get_or_insert_with(ProgressBar::new_spinner);
        bar.set_message(message(progress, start.elapsed()));
        bar.tick();
    }
    if let Some(bar) = shown.lock().unwrap_or_else(PoisonError::into_inner).take() {
        bar.finish_and_clear();
    }
}

fn message(progress: &BuildProgress, elapsed: Duration) -> String {
    let (total, found) = (progress.total.load(Relaxed), progress.found.load(Relaxed));
    let position = progress.position();
    let doing = progress.doing.lock().unwrap_or_else(PoisonError::into_inner);
    let doing = doing.map_or("looking at the tables".into(), |(pair, level)| match level {
        0 => pair.to_string(),
        _ => format!("{pair}, level {level}"),
    });
    let done = position.saturating_sub(found) as f64;
    let left = total.saturating_sub(position) as f64;
    let estimate = if elapsed < PATIENCE || done <= 0.0 {
        String::new()
    } else {
        // Larger classes have more moves: what is to come takes longer than what was.
        format!(", about {} left", duration(elapsed.as_secs_f64() * left / done))
    };
    format!("{:.1} % of {total} positions, {doing}{estimate}", 100.0 * position as f64 / total.max(1) as f64)
}
