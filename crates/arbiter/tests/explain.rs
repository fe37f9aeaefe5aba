//! Explanations.
mod common;
use chess_arbiter::format::fen;
use chess_arbiter::reach::{Answer, Level, Limits, Reachability};
use chess_arbiter::rules::Standard;

#[test]
#[ignore]
fn show() {
    let files = std::env::var("ROWS").unwrap_or("composed_a,composed_b,tromp923,tromp10k".into());
    let legal = std::env::var("LEGAL").is_ok();
    for file in files.split(',') {
        let Some(text) = common::shared(&format!("legality/{file}.tsv")) else { return };
        for row in common::rows(&text) {
            if (row[1] == "legal") != legal { continue }
            let Ok(setup) = fen::parse::<Standard>(row[0]) else { continue };
            let mut limits = Limits { level: if legal { Level::Full } else { Level::LastMove }, ..Limits::default() };
            limits.work.time = Some(std::time::Duration::from_secs(2));
            let verdict = Reachability::decide(&setup, &limits);
            let nodes = if let Answer::Illegal(nodes) = &verdict.answer { nodes.len() } else { 0 };
            println!("\n{file} {} | {} {} {:?} {nodes} | {}", row[0], verdict.word(), verdict.level, verdict.lemma().map(|l| l.name()), &row[2].chars().take(90).collect::<String>());
            let started = std::time::Instant::now();
            let sentences = verdict.sentences();
            let time = started.elapsed();
            for s in sentences { println!("    {s}"); }
            if time.as_millis() > 2 { println!("    SLOW {time:?}"); }
        }
    }
}
