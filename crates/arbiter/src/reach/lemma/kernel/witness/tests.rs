//! States are found just where there is no kernel.

use crate::format::fen;
use crate::limits::Limits;
use crate::moves::Past;
use crate::reach::cases::Allowance;
use crate::reach::facts::Facts;
use crate::rules::Standard;

use super::super::{Kernel, KernelEnd};

const BASES: [&str; 2] = [
    "1rkQ1r2/b5p1/1nnRrRN1/pRNN4/B4Nb1/1bn1PNP1/3K4/1qn2r2 b - -",
    "q2R3N/k2nK2p/bPR2Q1q/2r4N/rr2B2P/3BbN1p/r3q1q1/2Q2n1b b - -",
];

/// Pawns on other squares, and pieces become pawns or bishops.
fn edited(squares: &[char], seed: &mut u64) -> String {
    let mut below = |count: u64| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((*seed >> 33) % count) as usize
    };
    let mut squares = squares.to_vec();
    for _ in 0..=below(3) {
        let (one, other) = (8 + below(48), 8 + below(48));
        match below(4) {
            0 if !"kK".contains(squares[one]) => squares[one] = ['b', 'B', 'q', 'Q', '1'][below(5)],
            1 if !"kK".contains(squares[one]) => squares[one] = ['p', 'P'][below(2)],
            _ => squares.swap(one, other),
        }
    }
    let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
    (2..=8).rev().fold(rows.join("/"), |rows, empty| rows.replace(&"1".repeat(empty), &empty.to_string()))
}

#[test]
fn states_where_there_is_no_kernel() {
    let (mut seed, mut counts) = (1, [0; 2]);
    for turn in 0..1_000_000 {
        let (men, rest) = BASES[turn % 2].split_once(' ').unwrap();
        let squares: Vec<char> = men
            .chars()
            .filter(|man| *man != '/')
            .flat_map(|man| match man.to_digit(10) {
                Some(empty) => vec!['1'; empty as usize],
                None => vec![man],
            })
            .collect();
        let text = format!("{} {rest} 0 1", edited(&squares, &mut seed));
        let Ok(setup) = fen::parse::<Standard>(&text) else { continue };
        let past = Past::from(&setup);
        let facts = Facts::new(&past);
        if crate::reach::lemma::instant(&past).is_some() || facts.open_mobility().is_none() {
            continue;
        }
        let Some(kernel) = Kernel::new(&facts).filter(Kernel::is_tight) else { continue };
        let end = kernel.search(20_000);
        if end == KernelEnd::Unknown {
            continue;
        }
        let found = super::of(&past, &mut Allowance::new(1_500, &Limits::default())).is_some();
        assert_eq!(found, end == KernelEnd::None, "{text}");
        counts[usize::from(end == KernelEnd::None)] += 1;
        if counts.iter().all(|count| *count > 2) {
            return;
        }
    }
    panic!("{counts:?}");
}
