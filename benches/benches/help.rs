//! Helpmates and series beside Popeye's intelligent mode: all solutions, each problem asked of both in turn.
//!
//! `POPEYE=path` names the program; without it only our times are shown. `HELP=path` takes others in the
//! place of `tests/cases/help.tsv`: of a table of the same form, or the orthodox help problems of a folder of
//! Popeye's files. `SECONDS=10` is what either may take for a problem.
//!
//! Popeye's time is that of the whole process, less that of one with nothing to solve. Ours is that of one
//! run with a new solver, the solutions listed.
#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr)]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use chess_arbiter::board::Setup;
use chess_arbiter::format::fen;
use chess_arbiter::help::{End, HelpStipulation, Play, solve};
use chess_arbiter::limits::Limits;
use chess_arbiter::popeye::Problems;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Standard;
use chess_arbiter::stipulation::AnyStipulation;

/// What is asked of both.
struct Asked {
    setup: Setup,
    stipulation: HelpStipulation,
}

/// Those of the files below a folder, each once.
fn read(folder: &Path, all: &mut BTreeMap<String, Asked>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            read(&entry, all);
        } else if entry.extension().is_some_and(|extension| extension == "inp") {
            let bytes = fs::read(&entry).expect("a file");
            for problem in Problems::new(&bytes[..]).filter_map(|written| written.ok()?.parse().ok()) {
                for part in problem.parts.into_iter().flatten() {
                    let AnyStipulation::Help(stipulation) = part.stipulation else { continue };
                    let setup = part.problem.setup;
                    let name = format!("{} {stipulation}", fen::write::<Standard>(&setup));
                    // Popeye is told of the men alone.
                    let plain = setup.en_passant.is_none();
                    if plain && Position::<Standard>::new(&setup, Policy::Movable).is_ok() {
                        all.insert(name, Asked { setup, stipulation });
                    }
                }
            }
        }
    }
}

/// Those of a table: position, stipulation.
fn table(text: &str, all: &mut BTreeMap<String, Asked>) {
    for line in text.lines() {
        let mut fields = line.split('\t');
        let (Some(text), Some(asked)) = (fields.next(), fields.next()) else { continue };
        let setup = fen::parse::<Standard>(text).expect("a position");
        let stipulation = asked.parse().expect("a stipulation");
        all.insert(format!("{text} {asked}"), Asked { setup, stipulation });
    }
}

/// Seconds, and how many solutions it lists.
fn popeye(path: &str, problem: &str, seconds: u32) -> (f64, Option<usize>) {
    let file = env::temp_dir().join(format!("arbiter-help-{}.inp", std::process::id()));
    let text = format!("BeginProblem\n{problem}\nOption NoBoard Intelligent MaxTime {seconds}\nEndProblem\n");
    fs::write(&file, text).expect("a file in the folder for such");
    let began = Instant::now();
    let ran = Command::new(path).arg(&file).stdin(Stdio::null()).output().expect("Popeye runs");
    let time = began.elapsed().as_secs_f64();
    let said = String::from_utf8_lossy(&ran.stdout);
    let lines = said.lines().filter(|line| line.trim_start().starts_with("1.")).count();
    let _ = fs::remove_file(&file);
    (time, said.contains("solution finished").then_some(lines))
}

fn problem(Asked { setup, stipulation }: &Asked) -> String {
    let board = fen::write::<Standard>(setup);
    let board = board.split(' ').next().unwrap_or("").replace('n', "s").replace('N', "S");
    let usual = AnyStipulation::Help(*stipulation).begins(chess_arbiter::Color::White);
    let side = if setup.turn == usual { "" } else { "\nOption HalfDuplex" };
    format!("Stipulation {stipulation}\nForsyth {board}{side}")
}

fn main() {
    let peer = env::var("POPEYE").ok();
    if peer.is_none() {
        eprintln!("POPEYE=path is not set: only our times are shown");
    }
    let seconds: u32 = env::var("SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(10);
    let mut all = BTreeMap::new();
    match env::var("HELP") {
        Ok(path) if Path::new(&path).is_dir() => read(Path::new(&path), &mut all),
        Ok(path) => table(&fs::read_to_string(path).expect("a table"), &mut all),
        Err(_) => table(include_str!("../../tests/cases/help.tsv"), &mut all),
    }
    let idle = peer.as_ref().map_or(0.0, |path| {
        let nothing = "Stipulation h#1\nForsyth 8/8/8/8/8/8/8/K6k";
        (0..9).map(|_| popeye(path, nothing, seconds).0).fold(f64::MAX, f64::min)
    });
    /// Of a stipulation.
    #[derive(Default)]
    struct Row {
        problems: usize,
        ours: f64,
        longest: f64,
        theirs: f64,
        /// Left open by us and by Popeye; with other numbers of solutions.
        open: [usize; 2],
        differ: usize,
    }
    let mut rows: BTreeMap<(u8, bool, u32), Row> = BTreeMap::new();
    for (name, asked) in &all {
        let position = Position::<Standard>::new(&asked.setup, Policy::Movable).expect("a position");
        let limits = Limits { time: Some(Duration::from_secs(seconds.into())), ..Limits::default() };
        let began = Instant::now();
        let found = solve(&position, asked.stipulation, 10_000, &limits);
        let time = began.elapsed().as_secs_f64();
        let HelpStipulation { play, end, plies } = asked.stipulation;
        let play = [Play::Help, Play::SeriesHelp, Play::Series].iter().position(|one| *one == play);
        let row = rows.entry((play.unwrap_or(0) as u8, end == End::Stalemate, plies)).or_default();
        row.problems += 1;
        row.ours += time;
        row.longest = row.longest.max(time);
        row.open[0] += usize::from(found.stopped.is_some());
        if let Some(path) = &peer {
            let (time, lines) = popeye(path, &problem(asked), seconds);
            row.theirs += (time - idle).max(0.0);
            row.open[1] += usize::from(lines.is_none());
            if let Some(lines) = lines.filter(|_| found.stopped.is_none())
                && lines as u64 != found.count()
            {
                row.differ += 1;
                println!("{name}: {} solutions, Popeye {lines}", found.count());
            }
        }
    }
    println!(
        "{:8} {:>8} {:>11} {:>11} {:>11} {:>7} open differ",
        "", "problems", "mean", "longest", "Popeye", "ratio"
    );
    for ((play, is_stalemate, plies), row) in rows {
        let play = [Play::Help, Play::SeriesHelp, Play::Series][usize::from(play)];
        let end = if is_stalemate { End::Stalemate } else { End::Mate };
        let mean = |sum: f64| sum / row.problems as f64 * 1e3;
        println!(
            "{:8} {:>8} {:>8.2} ms {:>8.1} ms {:>8.2} ms {:>7.2} {}/{} {}",
            HelpStipulation { play, end, plies }.to_string(),
            row.problems,
            mean(row.ours),
            row.longest * 1e3,
            mean(row.theirs),
            row.theirs / row.ours,
            row.open[0],
            row.open[1],
            row.differ
        );
    }
}
