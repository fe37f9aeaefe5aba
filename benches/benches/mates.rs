//! Directmates with known lengths: how long each question takes, and how many are answered in time.
//!
//! `MATES_PARTS=abcdef` chooses tables, `MATES_ROWS=1` prints every position, `MATES_FROM` and `MATES_TO`
//! limit the numbers of moves, `MATES_MEMORY` is in MiB. Time limits are processor time of this process;
//! `MATES_SCALE=3` triples them.
//! `MATES_EPD=FILE` takes positions from a file with `bm #N` (those of a public collection, matetrack), and
//! `MATES_SAMPLE=30` so many of each table, drawn by the number `MATES_SEED`; the tables `jklmnopr` are
//! for these. With `MATES_ENDINGS=0` no endings are asked; else they are solved anew for each position. With
//! `MATES_PEER=stockfish` a UCI engine is asked beside for the tables of mates to be found (`go mate N`, the
//! same time, 1 GiB, one thread).
#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr)]

use std::env;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use arbiter_benches::median;
use chess_arbiter::format::fen;
use chess_arbiter::position::Position;
use chess_arbiter::rules::Standard;
use chess_arbiter::win::{Limits, MateSolver, Moves, Solve, SolveMates, WinAnswer};
use chess_arbiter_tables::standard::{ALL, Endings};

struct Row {
    fen: String,
    moves: u32,
    keys: Option<usize>,
    /// The length is proved by a program that shows it.
    proved: bool,
}

/// Positions with `bm #N` among their operations, without clocks.
fn epd_rows(path: &str) -> Vec<Row> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("MATES_EPD: {path}: {error}"));
    let row = |line: &str| {
        let (position, operations) = line.split_once(" bm #")?;
        let moves = operations.split(';').next()?.parse().ok()?;
        Some(Row { fen: format!("{position} 0 1"), moves, keys: None, proved: false })
    };
    text.lines().filter_map(row).collect()
}

fn rows() -> Vec<Row> {
    if let Ok(path) = env::var("MATES_EPD") {
        return epd_rows(&path);
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/cases/win/directmate.tsv");
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: ../shared/cases/win/directmate.tsv is not there");
        return Vec::new();
    };
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            Row {
                fen: fields[0].into(),
                moves: fields[1].parse().expect("a number"),
                keys: fields[3].parse().ok(),
                proved: fields[4] == "popeye",
            }
        })
        .collect()
}

fn number(name: &str, default: u64) -> u64 {
    env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

type Ask = fn(&mut MateSolver<Standard>, &Position<Standard>, &Row, &Over) -> Result<bool, String>;

/// Ends a search.
type Over = Arc<AtomicBool>;

struct Case<'a> {
    title: &'a str,
    from: u32,
    to: u32,
    seconds: f64,
    /// A mate is to be found, which a peer can be asked too.
    to_find: bool,
    /// Whether the question was answered, and the answer is right.
    ask: Ask,
}

fn run(case: &Case<'_>, rows: &[Row]) {
    let (from, to) = (number("MATES_FROM", 0) as u32, number("MATES_TO", 999) as u32);
    let scale = env::var("MATES_SCALE").ok().and_then(|value| value.parse().ok()).unwrap_or(1.0);
    let (mut times, mut nodes, mut done, mut count) = (Vec::new(), 0u64, 0, 0);
    let mut peer = env::var("MATES_PEER").ok().filter(|_| case.to_find).map(|name| Peer::start(&name));
    let cpu = cpu_seconds();
    let mut chosen: Vec<&Row> =
        rows.iter().filter(|row| (case.from.max(from)..=case.to.min(to)).contains(&row.moves)).collect();
    draw(&mut chosen, number("MATES_SAMPLE", u64::MAX), number("MATES_SEED", 1));
    for row in chosen {
        let position = fen::position::<Standard>(&row.fen).expect("a position");
        let over = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            interrupt: Some(over.clone()),
            memory: (number("MATES_MEMORY", 1024) as usize) << 20,
            ..Limits::default()
        };
        let start = cpu_seconds();
        let mut solver = MateSolver::new(limits);
        if number("MATES_ENDINGS", 1) == 1 {
            solver.set_oracle(Arc::new(Endings::new(ALL, 1)));
        }
        let answered =
            limited(start + case.seconds * scale, &over, || (case.ask)(&mut solver, &position, row, &over));
        let time = cpu_seconds() - start;
        count += 1;
        if let Some(peer) = &mut peer {
            peer.ask(&row.fen, row.moves, case.seconds * scale);
        }
        nodes += solver.effort().nodes;
        times.push(time);
        let text = match answered {
            Ok(true) => {
                done += 1;
                "ok".into()
            }
            Ok(false) => "-".into(),
            Err(wrong) => {
                println!("WRONG {wrong}: {}", row.fen);
                wrong
            }
        };
        if number("MATES_ROWS", 0) == 1 {
            println!("  #{:<2} {text:5} {time:9.4} s {:12} {}", row.moves, solver.effort().nodes, row.fen);
        }
    }
    if count > 0 {
        let total = cpu_seconds() - cpu;
        println!(
            "{:<44} {done:3} of {count:3}   median {:9.5} s   total {total:8.2} s   {:5.1} M positions/s",
            case.title,
            median(times.clone()),
            nodes as f64 / total / 1e6
        );
        if let Some(peer) = peer {
            println!(
                "{:<44} {:3} of {count:3}   median {:9.5} s",
                "   the peer",
                peer.found,
                median(peer.times.clone())
            );
        }
    }
}

/// Keeps so many rows, drawn by a number, in the order of their lengths.
fn draw(rows: &mut Vec<&Row>, count: u64, seed: u64) {
    let mut chance = seed;
    let mut drawn = |_: &&Row| {
        chance = chance.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        chance >> 33
    };
    if rows.len() as u64 > count {
        rows.sort_by_cached_key(&mut drawn);
        rows.truncate(count as usize);
        rows.sort_by_key(|row| row.moves);
    }
}

/// Sets `over` when this process has used so much processor time while `ask` works.
fn limited<T>(until: f64, over: &AtomicBool, ask: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watch = scope.spawn(|| {
            while !done.load(Relaxed) {
                thread::park_timeout(Duration::from_millis(20));
                if cpu_seconds() >= until {
                    over.store(true, Relaxed);
                }
            }
        });
        let answer = ask();
        done.store(true, Relaxed);
        watch.thread().unpark();
        answer
    })
}

/// Processor time of this process.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// A UCI engine.
struct Peer {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    times: Vec<f64>,
    found: usize,
}

impl Peer {
    fn start(name: &str) -> Peer {
        let mut child = Command::new(name)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("MATES_PEER: {name} does not start: {error}"));
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        Peer { child, lines, times: Vec::new(), found: 0 }
    }

    fn say(&mut self, text: &str) {
        if let Some(stdin) = &mut self.child.stdin {
            let _ = writeln!(stdin, "{text}");
        }
    }

    /// Counts a mate that is no longer than asked; whether it is right nobody checks.
    fn ask(&mut self, fen: &str, moves: u32, seconds: f64) {
        self.say("setoption name Hash value 1024\nucinewgame\nisready");
        while self.lines.next().is_some_and(|line| line.is_ok_and(|line| line != "readyok")) {}
        let start = Instant::now();
        let most = (seconds * 1000.0) as u64;
        self.say(&format!("position fen {fen}\ngo mate {moves} movetime {most}"));
        let mut mate = false;
        while let Some(Ok(line)) = self.lines.next() {
            if let Some((_, rest)) = line.split_once("score mate ") {
                let length = rest.split(' ').next().and_then(|text| text.parse::<i64>().ok()).unwrap_or(0);
                mate |= (1..=i64::from(moves)).contains(&length);
            }
            if line.starts_with("bestmove") {
                break;
            }
        }
        self.times.push(start.elapsed().as_secs_f64());
        self.found += usize::from(mate);
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.say("quit");
        let _ = self.child.wait();
    }
}

fn keys(
    solver: &mut MateSolver<Standard>,
    position: &Position<Standard>,
    row: &Row,
    _: &Over,
) -> Result<bool, String> {
    match solver.keys(position, Moves(row.moves)) {
        Ok(keys) if keys.is_empty() || row.keys.is_some_and(|count| count != keys.len()) => {
            Err(format!("{} keys for {:?}", keys.len(), row.keys))
        }
        Ok(_) => Ok(true),
        Err(_) => Ok(false),
    }
}

fn none_shorter(
    solver: &mut MateSolver<Standard>,
    position: &Position<Standard>,
    row: &Row,
    _: &Over,
) -> Result<bool, String> {
    match solver.within(position, Moves(row.moves - 1).plies()) {
        WinAnswer::NoWin { .. } => Ok(true),
        WinAnswer::Win { plies, .. } => Err(format!("mate in {} for {}", plies.moves(), row.moves)),
        _ => Ok(false),
    }
}

fn none_found(
    solver: &mut MateSolver<Standard>,
    position: &Position<Standard>,
    row: &Row,
    _: &Over,
) -> Result<bool, String> {
    match solver.any_within(position, Moves(row.moves - 1).plies()) {
        WinAnswer::NoWin { .. } => Ok(true),
        WinAnswer::Win { plies, .. } => Err(format!("mate in {} for {}", plies.moves(), row.moves)),
        _ => Ok(false),
    }
}

fn found(
    solver: &mut MateSolver<Standard>,
    position: &Position<Standard>,
    row: &Row,
    _: &Over,
) -> Result<bool, String> {
    match solver.any_within(position, Moves(row.moves).plies()) {
        WinAnswer::Win { .. } => Ok(true),
        WinAnswer::NoWin { .. } => Err("no mate".into()),
        _ => Ok(false),
    }
}

/// The shortest mate is asked for, and the first mate that is found ends it: nobody tells how long it may be.
fn found_untold(
    solver: &mut MateSolver<Standard>,
    position: &Position<Standard>,
    row: &Row,
    over: &Over,
) -> Result<bool, String> {
    let over = over.clone();
    solver.on_progress(Box::new(move |progress| {
        if progress.win_within.is_some() {
            over.store(true, Relaxed);
        }
    }));
    match solver.shortest(position) {
        WinAnswer::Win { plies, .. } | WinAnswer::Undecided { win_within: Some(plies), .. } => {
            if number("MATES_ROWS", 0) == 1 {
                print!("  {} moves found,", plies.moves());
            }
            match row.proved && plies < Moves(row.moves).plies() {
                true => Err(format!("mate in {} for {}", plies.moves(), row.moves)),
                false => Ok(true),
            }
        }
        WinAnswer::Undecided { .. } => Ok(false),
        answer => Err(format!("{answer:?} for {}", row.moves)),
    }
}

fn shortest(
    solver: &mut MateSolver<Standard>,
    position: &Position<Standard>,
    row: &Row,
    _: &Over,
) -> Result<bool, String> {
    match solver.shortest(position) {
        WinAnswer::Win { plies, shortest: true } if plies == Moves(row.moves).plies() || !row.proved => {
            Ok(true)
        }
        WinAnswer::Undecided { .. } => Ok(false),
        answer => Err(format!("{answer:?} for {}", row.moves)),
    }
}

/// The shortest mate with a certificate that says so and is accepted.
fn certified(
    solver: &mut MateSolver<Standard>,
    position: &Position<Standard>,
    row: &Row,
    over: &Over,
) -> Result<bool, String> {
    let start = cpu_seconds();
    if !shortest(solver, position, row, over)? {
        return Ok(false);
    }
    let solved = cpu_seconds();
    let answer = solver.shortest(position);
    let Ok(Some(certificate)) = solver.certificate(position, answer) else { return Ok(false) };
    let text = certificate.to_json();
    let written = cpu_seconds();
    let accepted = chess_arbiter_check::check(&text).map_err(|error| error.to_string())?;
    let checked = cpu_seconds();
    if number("MATES_ROWS", 0) == 1 {
        println!(
            "  {} bytes, solved {:.2} s, written {:.2} s, verified {:.2} s",
            text.len(),
            solved - start,
            written - solved,
            checked - written
        );
    }
    Ok(accepted.shortest)
}

fn main() {
    let rows = rows();
    let parts = env::var("MATES_PARTS").unwrap_or_else(|_| "abcdef".into());
    let cases = [
        Case {
            title: "a: mates in 2 and 3, all keys",
            from: 2,
            to: 3,
            seconds: 10.0,
            to_find: false,
            ask: keys,
        },
        Case { title: "b: mates in 5, all keys", from: 5, to: 5, seconds: 60.0, to_find: false, ask: keys },
        Case {
            title: "c: mates in 6, none in 5",
            from: 6,
            to: 6,
            seconds: 60.0,
            to_find: false,
            ask: none_shorter,
        },
        Case {
            title: "d: mates in 5 to 8, found within 1 s",
            from: 5,
            to: 8,
            seconds: 1.0,
            to_find: true,
            ask: found,
        },
        Case {
            title: "e: mates in 9 to 20, found within 10 s",
            from: 9,
            to: 20,
            seconds: 10.0,
            to_find: true,
            ask: found,
        },
        Case {
            title: "f: mates in 8, shortest proved within 10 s",
            from: 8,
            to: 8,
            seconds: 10.0,
            to_find: false,
            ask: shortest,
        },
        Case {
            title: "h: mates in 6, none in 5, by the finder",
            from: 6,
            to: 6,
            seconds: 60.0,
            to_find: false,
            ask: none_found,
        },
        Case {
            title: "i: mates in 8, none in 7, by the finder",
            from: 8,
            to: 8,
            seconds: 10.0,
            to_find: false,
            ask: none_found,
        },
        Case {
            title: "g: mates in 1 to 7, shortest within 30 s",
            from: 1,
            to: 7,
            seconds: 30.0,
            to_find: false,
            ask: shortest,
        },
        Case {
            title: "q: mates in 8, shortest certified within 60 s",
            from: 8,
            to: 8,
            seconds: 60.0,
            to_find: false,
            ask: certified,
        },
        Case {
            title: "j: mates in 2 to 8, found within 10 s",
            from: 2,
            to: 8,
            seconds: 10.0,
            to_find: true,
            ask: found,
        },
        Case {
            title: "k: mates in 2 to 8, shortest proved within 10 s",
            from: 2,
            to: 8,
            seconds: 10.0,
            to_find: false,
            ask: shortest,
        },
        Case {
            title: "l: mates in 9 to 12, found within 10 s",
            from: 9,
            to: 12,
            seconds: 10.0,
            to_find: true,
            ask: found,
        },
        Case {
            title: "m: mates in 9 to 12, shortest proved within 60 s",
            from: 9,
            to: 12,
            seconds: 60.0,
            to_find: false,
            ask: shortest,
        },
        Case {
            title: "n: mates in 13 to 20, found within 60 s",
            from: 13,
            to: 20,
            seconds: 60.0,
            to_find: true,
            ask: found,
        },
        Case {
            title: "o: mates in 21 to 50, found within 60 s",
            from: 21,
            to: 50,
            seconds: 60.0,
            to_find: true,
            ask: found,
        },
        Case {
            title: "p: mates in more than 50, found within 600 s",
            from: 51,
            to: 999,
            seconds: 600.0,
            to_find: true,
            ask: found,
        },
        Case {
            title: "r: mates in 9 and more, length not told, 600 s",
            from: 9,
            to: 999,
            seconds: 600.0,
            to_find: false,
            ask: found_untold,
        },
    ];
    for case in cases.iter().filter(|case| parts.contains(&case.title[..1])) {
        run(case, &rows);
    }
}
