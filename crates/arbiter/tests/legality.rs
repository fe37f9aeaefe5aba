//! Legality: what is decided about the tables' positions, and that it is right.

use std::time::{Duration, Instant};

use chess_arbiter::format::fen;
use chess_arbiter::limits;
use chess_arbiter::reach::{Answer, Level, Limits, Reachability};
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
