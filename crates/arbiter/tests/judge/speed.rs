//! How fast: run with `cargo test --release -p chess-arbiter --test judge -- --ignored --nocapture speed`.
#![allow(clippy::print_stderr)]

use std::io::BufReader;
use std::time::Instant;

use chess_arbiter::judge::{self, Options, Program};

use crate::random::{Random, quiet_games};

fn time(what: &str, program: Program, text: &str, threads: usize) {
    let options = Options { threads, ..Options::default() };
    let (best, lines) = (0..10)
        .map(|_| {
            let input = BufReader::with_capacity(1 << 16, text.as_bytes());
            let mut answers = Vec::new();
            let start = Instant::now();
            judge::run(program, input, &mut answers, &options).unwrap();
            (start.elapsed(), answers.iter().filter(|&&byte| byte == b'\n').count())
        })
        .min()
        .unwrap();
    let each = best.as_nanos() as f64 / lines as f64;
    eprintln!("{what}, {threads} threads: best of 10 {best:.1?} for {lines} answers, {each:.0} ns each");
}

#[test]
#[ignore = "prints times"]
fn speed() {
    for plies in [1, 6] {
        let games = quiet_games(20_000, plies, 1);
        for threads in [1, 2] {
            time(&format!("simplified, m = {plies}"), Program::Simplified, &games, threads);
        }
    }
    let mut random = Random(2);
    let mut squares: Vec<String> =
        "abcdefgh".chars().flat_map(|f| (1..9).map(move |r| format!("{f}{r}"))).collect();
    let cases: String = (0..1_000_000)
        .map(|_| {
            for i in 0..4 {
                let other = i + random.below(64 - i);
                squares.swap(i, other);
            }
            format!("{}\n", squares[..4].join(" "))
        })
        .collect();
    time("unfinished", Program::Unfinished, &cases, 1);
    let boards = include_str!("../cases/judge/reachable.in").repeat(2000);
    time("reachable", Program::Reachable, &boards, 1);
    let sets = include_str!("../cases/judge/checkmate_100.in").split_once('\n').unwrap().1;
    time("checkmate", Program::Checkmate, &format!("100000\n{}", sets.repeat(1000)), 1);
}
