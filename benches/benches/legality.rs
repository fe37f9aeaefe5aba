//! Legality by proof: the quick tests against shakmaty's validation of setups, the time and size of proofs
//! that a position is illegal, and the time of proof games.
//!
//! Wants `../shared/cases/legality` beside the checkout; says what it skips. `LEGALITY_SECONDS` is the time
//! limit for each position in all parts but the first (10), `LEGALITY_PARTS` a choice of them (`abcde`).
#![allow(missing_docs, clippy::print_stdout)]

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{Duration, Instant};

use arbiter_benches::positions::{after_plies, with_rights};
use arbiter_benches::{Contestant, race};
use chess_arbiter::board::Setup;
use chess_arbiter::format::fen;
use chess_arbiter::limits;
use chess_arbiter::moves::Past;
use chess_arbiter::reach::shortest;
use chess_arbiter::reach::{self, GameTerms, Level, ReachAnswer, ReachLimits, ReachVerdict, Unknown, quick};
use chess_arbiter::rules::Standard;
use shakmaty::{CastlingMode, Chess, FromSetup as _, fen::Fen};

/// Passes over the rows in one round, so that it takes long enough to time.
const PASSES: u64 = 20;

struct Row {
    text: String,
    setup: Setup,
    legal: bool,
}

fn main() {
    let parts = std::env::var("LEGALITY_PARTS").unwrap_or_else(|_| "abcde".into());
    let seconds = std::env::var("LEGALITY_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(10.0);
    let time = Duration::from_secs_f64(seconds);
    if parts.contains('a') {
        flags(&rows("tromp10k.tsv"));
    }
    if parts.contains('b') {
        for file in ["tromp10k.tsv", "composed_a.tsv", "composed_b.tsv"] {
            refutations(file, &rows(file), time);
        }
    }
    if parts.contains('c') {
        for file in ["tromp923.tsv", "randomplay.tsv"] {
            games(file, &rows(file), time);
        }
    }
    if parts.contains('d') {
        games("2 to 20 plies", &legal(after_plies(1_500, &[2, 4, 6, 8, 10, 12, 14, 16, 18, 20], 1)), time);
        games("22 to 40 plies", &legal(after_plies(600, &[22, 28, 34, 40], 2)), time);
        games("rights, few men", &legal(with_rights(600, 3)), time);
    }
    if parts.contains('e') {
        for plies in [0..=22, 23..=30] {
            published(plies, time);
        }
    }
}

/// The rows of a file whose text is a position and whose answer is known.
fn rows(file: &str) -> Vec<Row> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases/legality");
    let Ok(text) = std::fs::read_to_string(folder.join(file)) else {
        println!("skipped: ../shared/cases/legality/{file} is not there\n");
        return Vec::new();
    };
    let row = |line: &str| {
        let mut fields = line.split('\t');
        let (position, answer) = (fields.next()?, fields.next()?);
        let setup = fen::parse::<Standard>(position).ok()?;
        matches!(answer, "legal" | "illegal").then(|| Row {
            text: position.into(),
            setup,
            legal: answer == "legal",
        })
    };
    text.lines().filter_map(row).collect()
}

/// Positions that were played.
fn legal(fens: Vec<String>) -> Vec<Row> {
    let setup = |text: &str| fen::parse::<Standard>(text).expect("it was written as one");
    fens.into_iter().map(|text| Row { setup: setup(&text), text, legal: true }).collect()
}

/// Published shortest proof games: whether the length is found, and whether the game is the only one.
fn published(plies: RangeInclusive<usize>, time: Duration) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases/legality/spg.tsv");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: ../shared/cases/legality/spg.tsv is not there\n");
        return;
    };
    let mut terms = GameTerms::new();
    terms.unknown = Unknown { castling: true, en_passant: true };
    let limits = limits::Limits { time: Some(time), memory: 256 << 20, ..limits::Limits::default() };
    let (mut rows, mut decided, mut other, mut seconds) = (0, 0, 0, Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let length = fields[1].parse().expect("a number of plies");
        if !plies.contains(&length) {
            continue;
        }
        let setup = fen::parse::<Standard>(&fields[0].replace('?', "-")).expect("a position");
        let started = Instant::now();
        let found = shortest::shortest(&Past::from(&setup), terms, 2, &limits);
        rows += 1;
        if found.limit.is_none() && !found.games.is_empty() {
            decided += 1;
            other += u32::from(found.at_least != length);
            seconds.push(started.elapsed().as_secs_f64());
        }
    }
    println!(
        "published shortest games of {plies:?} plies: length and uniqueness of {decided} of {rows} decided"
    );
    println!("  of another length than published: {other}");
    milliseconds("search", &Sorted::new(seconds), 95);
    println!();
}

/// How many rows are flagged, and how fast.
fn flags(rows: &[Row]) {
    if rows.is_empty() {
        return;
    }
    let setups: Vec<shakmaty::Setup> =
        rows.iter().map(|row| row.text.parse::<Fen>().expect("both read these rows").into_setup()).collect();
    let theirs = |setup: &shakmaty::Setup| Chess::from_setup(setup.clone(), CastlingMode::Standard).is_err();
    let up_to_static = ReachLimits { level: Level::Static, ..ReachLimits::default() };
    let levels = |row: &Row| {
        matches!(reach::decide(&row.setup, &up_to_static).unwrap().answer, ReachAnswer::Illegal(_))
    };
    let share = |legal: bool, flagged: &dyn Fn(usize) -> bool| {
        let of = (0..rows.len()).filter(|&i| rows[i].legal == legal);
        let (all, hit) = of.fold((0, 0), |(all, hit), i| (all + 1, hit + u32::from(flagged(i))));
        format!("{hit} of {all} ({:.1} %)", f64::from(hit) / f64::from(all) * 100.0)
    };
    let table: [(&str, &dyn Fn(usize) -> bool); 3] = [
        ("arbiter, quick tests", &|i| quick(&rows[i].setup).is_some()),
        ("arbiter, level static", &|i| levels(&rows[i])),
        ("shakmaty, from_setup", &|i| theirs(&setups[i])),
    ];
    println!("flagged among the rows of tromp10k");
    for (name, flagged) in table {
        println!("  {name:<24} illegal {}, legal {}", share(false, flagged), share(true, flagged));
    }
    println!();
    let passes = |flagged: &dyn Fn(usize) -> bool| {
        (0..PASSES).map(|_| (0..rows.len()).filter(|&i| flagged(i)).count() as u64).sum()
    };
    race(
        "quick tests of parsed positions",
        "position",
        PASSES * rows.len() as u64,
        15,
        &mut [
            Contestant::new("arbiter, quick tests", || passes(&|i| quick(&rows[i].setup).is_some())),
            Contestant::new("shakmaty, from_setup", || passes(&|i| theirs(&setups[i]))),
        ],
    );
    race(
        "levels up to static of parsed positions",
        "position",
        rows.len() as u64,
        5,
        &mut [Contestant::new("arbiter, level static", || {
            rows.iter().filter(|row| levels(row)).count() as u64
        })],
    );
}

/// All values in order, for percentiles.
struct Sorted(Vec<f64>);

impl Sorted {
    fn new(mut values: Vec<f64>) -> Sorted {
        values.sort_by(f64::total_cmp);
        Sorted(values)
    }

    /// The value that so many percent do not exceed.
    fn at(&self, percent: usize) -> f64 {
        let index = (self.0.len() * percent).div_ceil(100).max(1) - 1;
        self.0.get(index).copied().unwrap_or(f64::NAN)
    }
}

fn milliseconds(name: &str, seconds: &Sorted, percentile: usize) {
    if seconds.0.is_empty() {
        return;
    }
    println!(
        "  {name:<24} median {:>10.3} ms   p{percentile} {:>10.3} ms   max {:>10.3} ms",
        seconds.at(50) * 1e3,
        seconds.at(percentile) * 1e3,
        seconds.at(100) * 1e3
    );
}

/// One line of what is no time: sizes, lengths.
fn amounts(name: &str, unit: &str, amounts: &Sorted, percentile: usize) {
    println!(
        "  {name:<24} median {:>10} {unit:<2}   p{percentile} {:>10} {unit:<2}   max {:>10} {unit}",
        amounts.at(50),
        amounts.at(percentile),
        amounts.at(100)
    );
}

/// Has a certificate checked: how many seconds that took.
fn check(row: &Row, certificate: &str) -> f64 {
    let start = Instant::now();
    let accepted = chess_arbiter_check::check(certificate);
    let seconds = start.elapsed().as_secs_f64();
    if let Err(refusal) = accepted {
        println!("  REFUSED: {}: {refusal}", row.text);
    }
    seconds
}

fn decide(row: &Row, level: Level, time: Duration) -> (ReachVerdict, f64) {
    let work = limits::Limits { time: Some(time), ..ReachLimits::default().work };
    let start = Instant::now();
    let verdict = reach::decide(&row.setup, &ReachLimits { level, work, ..ReachLimits::default() }).unwrap();
    (verdict, start.elapsed().as_secs_f64())
}

/// The time of proofs that a position is illegal (all levels but games), of checking them, and their size.
fn refutations(file: &str, rows: &[Row], time: Duration) {
    let rows: Vec<&Row> = rows.iter().filter(|row| !row.legal).collect();
    if rows.is_empty() {
        return;
    }
    let (mut found, mut checked, mut sizes, mut open) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for row in &rows {
        let (verdict, seconds) = decide(row, Level::LastMove, time);
        let start = Instant::now();
        let Some(certificate) = verdict.certificate() else {
            open.push(seconds);
            continue;
        };
        let text = certificate.to_json();
        found.push(seconds + start.elapsed().as_secs_f64());
        checked.push(check(row, &text));
        sizes.push(text.len() as f64);
    }
    println!("illegal rows of {file}: {} of {} proved, one thread, {time:?} each", found.len(), rows.len());
    milliseconds("verdict and certificate", &Sorted::new(found), 99);
    milliseconds("checker", &Sorted::new(checked), 99);
    milliseconds("undecided", &Sorted::new(open), 99);
    amounts("size", "B", &Sorted::new(sizes), 99);
    println!();
}

/// The time of proof games.
fn games(file: &str, rows: &[Row], time: Duration) {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.legal).collect();
    if rows.is_empty() {
        return;
    }
    let (mut found, mut checked, mut plies, mut open) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for row in &rows {
        let (verdict, seconds) = decide(row, Level::Full, time);
        match &verdict.answer {
            ReachAnswer::Legal(game) => {
                found.push(seconds);
                plies.push(game.len() as f64);
            }
            ReachAnswer::Illegal(_) | ReachAnswer::ImpossibleClocks(_) => {
                println!("  CONTRADICTED: {}", row.text)
            }
            ReachAnswer::Undecided(_) => open.push(seconds),
        }
        if let Some(certificate) = verdict.certificate() {
            checked.push(check(row, &certificate.to_json()));
        }
    }
    println!(
        "legal rows of {file}: games for {} of {}, {} undecided, one thread, {time:?} each",
        found.len(),
        rows.len(),
        open.len()
    );
    milliseconds("proof game", &Sorted::new(found), 95);
    milliseconds("checker", &Sorted::new(checked), 95);
    milliseconds("undecided", &Sorted::new(open), 95);
    amounts("plies", "", &Sorted::new(plies), 95);
    println!();
}
