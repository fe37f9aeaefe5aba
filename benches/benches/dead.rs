//! Can a side still win: both sides of each position of a table (FEN, who can still win, …), as
//! `../shared/cases/dead` has it.
//!
//! `DEAD_CASES=file.tsv` names the table, `DEAD_STEP=10` takes every tenth row, `DEAD_TIME=2` bounds a query
//! in seconds, `DEAD_ROWS=20` prints the slowest, `DEAD_CPU=1` counts processor
//! time.
#![allow(missing_docs, clippy::print_stdout)]

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::time::{Duration, Instant};

use chess_arbiter::help::{CanWinAnswer, QuickAnswer, can_win, can_win_quick};
use chess_arbiter::{Color, Limits, Position, Status, legal_moves, status};

fn number<T: std::str::FromStr>(name: &str, default: T) -> T {
    env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A clock: of the processor time of this thread where `DEAD_CPU` is set and the system tells it, for a
/// machine that has other work to do.
fn now(start: Instant) -> f64 {
    let cpu = || {
        let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse::<f64>().ok()
    };
    let cpu = env::var_os("DEAD_CPU").and_then(|_| cpu());
    cpu.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

/// What became of a query.
struct Row<'a> {
    seconds: f64,
    word: &'static str,
    fen: &'a str,
    color: Color,
}

fn main() {
    let Ok(file) = env::var("DEAD_CASES") else {
        println!("DEAD_CASES is missing: a table of FEN and who can still win");
        return;
    };
    let text = fs::read_to_string(&file).expect("DEAD_CASES can be read");
    let limits = Limits {
        time: Some(Duration::from_secs_f64(number("DEAD_TIME", 10.0))),
        memory: 512 << 20,
        ..Limits::default()
    };
    let lines = text.lines().filter(|line| !line.starts_with('#')).step_by(number("DEAD_STEP", 1));
    let (mut rows, mut wrong, mut quick_seconds, mut unwinnable, mut quick_no) = (Vec::new(), 0, 0.0, 0, 0);
    for line in lines {
        let mut fields = line.split('\t');
        let (fen, truth) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        let position: Position = fen.parse().expect("a position");
        for (color, letter) in [(Color::White, 'W'), (Color::Black, 'B')] {
            let started = Instant::now();
            let quick = can_win_quick(&position, color);
            quick_seconds += started.elapsed().as_secs_f64();
            let before = now(started);
            let found = can_win(&position, color, &limits);
            let seconds = now(started) - before;
            let (word, can) = match &found.answer {
                CanWinAnswer::Winnable(line) => {
                    let end = line.iter().fold(position, |position, &mv| {
                        assert!(legal_moves(&position).contains(&mv), "{fen}: {mv}");
                        position.play(mv)
                    });
                    assert!(status(&end) == Status::Checkmate && end.turn() != color, "{fen}");
                    ("winnable", Some(true))
                }
                CanWinAnswer::Unwinnable(why) => (why.name(), Some(false)),
                CanWinAnswer::Undecided(_) => ("undecided", None),
            };
            let expected = truth.contains(letter);
            unwinnable += u64::from(!expected);
            quick_no += u64::from(quick == QuickAnswer::No);
            let quick = match quick {
                QuickAnswer::Yes => Some(true),
                QuickAnswer::No => Some(false),
                QuickAnswer::Unknown => None,
            };
            for answer in [can, quick].into_iter().flatten().filter(|answer| *answer != expected) {
                println!("WRONG: {fen}: {color} {answer}, expected {truth}");
                wrong += 1;
            }
            rows.push(Row { seconds, word, fen, color });
        }
    }
    let queries = rows.len() as f64;
    let mut words = BTreeMap::<&str, (u64, f64)>::new();
    for row in &rows {
        let sum = words.entry(row.word).or_default();
        *sum = (sum.0 + 1, sum.1 + row.seconds);
    }
    for (word, (count, seconds)) in words {
        println!("{word:10} {count:7}   {seconds:9.3} s");
    }
    rows.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    let all: f64 = rows.iter().map(|row| row.seconds).sum();
    let longest = rows.first().map_or(0.0, |row| row.seconds);
    println!(
        "{queries} queries, {wrong} wrong; {all:.3} s, mean {:.1} us, most {:.3} ms",
        all / queries * 1e6,
        longest * 1e3
    );
    println!(
        "quick: {quick_no} of {unwinnable} that cannot win, mean {:.3} us",
        quick_seconds / queries * 1e6
    );
    for Row { seconds, word, fen, color } in rows.iter().take(number("DEAD_ROWS", 0)) {
        println!("{:9.3} ms  {word:10} {color:5} {fen}", seconds * 1e3);
    }
}
