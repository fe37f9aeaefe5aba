//! A paired harness: contestants take turns in every round, so that a machine that slows down
//! slows all of them, and the median of the ratios round by round is what is printed.
//! (The usual harnesses time one contestant after the other.)
#![allow(clippy::print_stdout)]

pub mod positions;

use std::hint::black_box;
use std::time::Instant;

/// Something to time: a name and a computation whose result all contestants must agree on.
pub struct Contestant<'a> {
    /// Shown in the table.
    pub name: &'a str,
    /// Does the work once and returns a checksum.
    pub run: Box<dyn FnMut() -> u64 + 'a>,
}

impl<'a> Contestant<'a> {
    /// A contestant.
    pub fn new(name: &'a str, run: impl FnMut() -> u64 + 'a) -> Self {
        Contestant { name, run: Box::new(run) }
    }
}

/// Median of a list that is not empty.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Runs all contestants `rounds` times in turn (after one round to warm up) and prints for each the median
/// time per unit and the median over rounds of its time divided by the first contestant's.
///
/// # Panics
/// If two contestants disagree on the result: a comparison of different work is worth nothing.
pub fn compare(title: &str, unit: &str, units: u64, rounds: usize, contestants: &mut [Contestant<'_>]) {
    let results = race(title, unit, units, rounds, contestants);
    for (contestant, result) in contestants.iter().zip(&results) {
        assert_eq!(*result, results[0], "{title}: {} disagrees", contestant.name);
    }
}

/// [`compare`] for contestants that answer the same question better and worse: gives what each found, to be
/// told beside the times.
///
/// # Panics
/// If a contestant finds something else from one round to the next.
pub fn race(
    title: &str,
    unit: &str,
    units: u64,
    rounds: usize,
    contestants: &mut [Contestant<'_>],
) -> Vec<u64> {
    let mut times = vec![Vec::new(); contestants.len()];
    let mut results = vec![None; contestants.len()];
    for round in 0..=rounds {
        for ((contestant, times), found) in contestants.iter_mut().zip(&mut times).zip(&mut results) {
            let start = Instant::now();
            let result = black_box((contestant.run)());
            let seconds = start.elapsed().as_secs_f64();
            assert_eq!(*found.get_or_insert(result), result, "{title}: {} is not constant", contestant.name);
            if round > 0 {
                times.push(seconds);
            }
        }
    }
    println!("{title} ({units} {unit}s, median of {rounds} rounds)");
    for (contestant, own) in contestants.iter().zip(&times) {
        let ratio = median(own.iter().zip(&times[0]).map(|(own, first)| own / first).collect());
        let per_unit = median(own.clone()) / units as f64 * 1e9;
        println!("  {:<24} {per_unit:>10.2} ns/{unit}   {ratio:>7.2} x", contestant.name);
    }
    println!();
    results.into_iter().flatten().collect()
}
