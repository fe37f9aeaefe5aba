//! Legality: what is decided about the tables' positions, and that it is right.

use std::time::{Duration, Instant};

use chess_arbiter::board::Setup;
use chess_arbiter::format::fen;
use chess_arbiter::limits;
use chess_arbiter::moves::{Past, legal_moves};
use chess_arbiter::position::Position;
use chess_arbiter::reach::{Answer, Level, Limits, Reachability, last_move, statics};
use chess_arbiter::rules::Standard;

/// Position, whether it is legal, note.
fn rows(file: &str) -> Vec<(String, bool, String)> {
    let path = if file.starts_with("/") { file.to_owned() } else { format!("{}/../../../shared/cases/legality/{file}", env!("CARGO_MANIFEST_DIR")) };
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {file} is not here");
        return Vec::new();
    };
    let row = |line: &str| {
        let mut fields = line.split('\t');
        let (position, verdict, note) = (fields.next()?, fields.next()?, fields.next()?);
        Some((position.to_owned(), verdict == "legal", note.to_owned()))
    };
    text.lines().filter_map(row).collect()
}

/// A source of chance (SplitMix64, Vigna 2015).
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// Positions of uniform random play after so many plies; games that end before are begun again.
fn random_position(chance: &mut Chance, plies: usize) -> Position<Standard> {
    'game: loop {
        let mut position = Position::initial();
        for _ in 0..plies {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                continue 'game;
            }
            position = position.play(moves[chance.below(moves.len())]);
        }
        return position;
    }
}

/// The setup as it is usually written: an en passant square only where a capture there is legal.
fn as_written(position: &Position<Standard>) -> Setup {
    let mut setup = position.to_setup();
    let possible = legal_moves(position).iter().any(|&mv| position.is_en_passant(mv));
    if !possible {
        setup.en_passant = None;
    }
    setup
}

/// No position of a game is refuted, whatever it demands of the past. `ARBITER_LONG=1`: 100,000 of them.
#[test]
fn nothing_that_was_played_is_refuted() {
    let long = std::env::var_os("ARBITER_LONG").is_some();
    let (games, seeds) = if long { (700, 2..3) } else { (70, 1..2) };
    let mut positions = 0;
    for seed in seeds {
        let mut chance = Chance(seed);
        for _ in 0..games {
            let mut position = Position::initial();
            for ply in 0..300 {
                let moves = legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[chance.below(moves.len())]);
                let past = Past::from(&position.to_setup());
                let text = || fen::write::<Standard>(&position.to_setup());
                assert_eq!(statics::refute(&past), None, "{}", text());
                assert_eq!(statics::quick(&position.to_setup()), None, "{}", text());
                positions += 1;
                if (ply + 3 * seed as usize) % 37 == 0 {
                    let limits = limits::Limits { nodes: Some(200), ..Default::default() };
                    let outcome = last_move::prove(&past, &limits, &mut statics::refute);
                    assert!(!matches!(outcome, last_move::Outcome::Illegal(_)), "{}", text());
                }
            }
        }
    }
    assert!(positions > if long { 100_000 } else { 10_000 });
}

#[test]
#[ignore]
fn random_survey() {
    let count: usize = std::env::var("N").ok().and_then(|n| n.parse().ok()).unwrap_or(30);
    let seed: u64 = std::env::var("SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let seconds: f64 = std::env::var("SECONDS_EACH").ok().and_then(|s| s.parse().ok()).unwrap_or(10.0);
    let mut chance = Chance(seed);
    for plies in [2, 6, 12, 20, 30, 40, 60, 80, 120, 160, 240, 300] {
        let (mut times, mut open) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let setup = as_written(&random_position(&mut chance, plies));
            let work =
                limits::Limits { time: Some(Duration::from_secs_f64(seconds)), memory: 256 << 20, ..Default::default() };
            let started = Instant::now();
            let verdict = Reachability::decide(&setup, &Limits { work, ..Limits::default() });
            match verdict.answer {
                Answer::Legal(_) => times.push(started.elapsed()),
                Answer::Illegal(_) => println!("WRONG {}", fen::write::<Standard>(&setup)),
                Answer::Undecided(_) => open.push(fen::write::<Standard>(&setup)),
            }
        }
        times.sort();
        let n = times.len();
        println!("{plies} plies: {n} found, median {:?} p95 {:?} max {:?}", times.get(n / 2), times.get(n * 95 / 100), times.last());
        for position in open {
            println!("    OPEN {position}");
        }
    }
}

#[test]
#[ignore]
fn survey() {
    let files = std::env::var("ROWS").unwrap_or("tromp923.tsv,composed_a.tsv,composed_b.tsv,tromp10k.tsv,randomplay.tsv".into());
    let seconds: f64 = std::env::var("SECONDS_EACH").ok().and_then(|s| s.parse().ok()).unwrap_or(5.0);
    let level = if std::env::var("LAST").is_ok() { Level::LastMove } else { Level::Full };
    let check = std::env::var("CHECK").is_ok();
    for file in files.split(',') {
        let mut table = std::collections::BTreeMap::<_, Vec<_>>::new();
        for (position, legal, note) in rows(file) {
            let Ok(setup) = fen::parse::<Standard>(&position) else { continue };
            if level == Level::Full && !legal && std::env::var("LEGAL").is_ok() { continue }
            let work = limits::Limits { time: Some(Duration::from_secs_f64(seconds)), memory: 256 << 20, ..Default::default() };
            let limits = Limits { level, work, ..Limits::default() };
            let started = Instant::now();
            let verdict = Reachability::decide(&setup, &limits);
            let time = started.elapsed();
            let mut size = 0;
            if check && let Some(certificate) = verdict.certificate() {
                let text = certificate.to_json();
                size = text.len();
                if let Err(why) = chess_arbiter_check::check(&text) {
                    println!("REFUSED {position} {why}");
                }
            }
            let how = match &verdict.answer {
                Answer::Undecided(why) => format!("{why:?}"),
                _ => format!("{} {}", verdict.level, verdict.lemma().map_or("", |l| l.name())),
            };
            let bad = match verdict.answer { Answer::Legal(_) => !legal, Answer::Illegal(_) => legal, _ => false };
            if bad {
                println!("WRONG {position} {} {note}", verdict.word());
            }
            table.entry((legal, verdict.word(), how)).or_default().push((time, size, position, note));
        }
        for ((legal, word, how), mut list) in table {
            list.sort();
            let n = list.len();
            println!("{file} {} {word} {how}: {n} median {:?} p95 {:?} max {:?} size max {}", if legal { "legal" } else { "illegal" }, list[n / 2].0, list[n * 95 / 100].0, list[n - 1].0, list.iter().map(|x| x.1).max().unwrap());
            if word == "undecided" {
                for (time, _, position, note) in &list {
                    println!("    {time:?} {position} {note}");
                }
            }
        }
    }
}
