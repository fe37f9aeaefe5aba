//! Cases of the lemma `kernel`: the checker accepts what is written, and that of no position where the search
//! finds a kernel.
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use chess_arbiter::certificate::{Certificate, Evidence, Node};
use chess_arbiter::format::fen;
use chess_arbiter::moves::Past;
use chess_arbiter::reach::lemma::{KERNEL, instant, refute};
use chess_arbiter::reach::{ReachLimits, decide};
use chess_arbiter::rules::Standard;
use chess_arbiter_check::check;

use crate::cases::{edited, transferred};
use crate::common::Chance;

/// Of four captures, and of five.
const POSITIONS: [&str; 3] = [
    "1rkQ1r2/b5p1/1nnRrRN1/pRNN4/B4Nb1/1bn1PNP1/3K4/1qn2r2 b - -",
    "q2R3N/k2nK2p/bPR2Q1q/2r4N/rr2B2P/3BbN1p/r3q1q1/2Q2n1b b - -",
    "Rrq3K1/1p3bPQ/P7/B4RNb/1R1n4/kP2nbq1/2PnbpR1/3N1q2 w - -",
];

/// The certificate of a position that this lemma refutes and none before it, and how long it took to write.
fn certified(position: &str) -> Option<(Certificate, Duration)> {
    let setup = fen::parse::<Standard>(&format!("{position} 0 1")).ok()?;
    let past = Past::from(&setup);
    if instant(&past).is_some() || refute(&past).is_some() {
        return None;
    }
    KERNEL.refutation(&past)?;
    let verdict = decide(&setup, &ReachLimits::default()).unwrap();
    let begun = Instant::now();
    Some((verdict.certificate()?, begun.elapsed()))
}

/// How many tariffs and states; `None` if there are none, or another lemma was cited.
fn states(certificate: &Certificate) -> Option<[usize; 2]> {
    let Evidence::Nodes { nodes } = &certificate.evidence else { return None };
    nodes.iter().find_map(|node| match node {
        Node::States(_, _, cases) => Some([cases.0.len(), cases.1.len()]),
        _ => None,
    })
}

/// Of more tariffs than a state may name; it takes seconds to write.
const LONG: &str = "K3R2Q/3prp2/Rr1bQ2P/1Q6/Nnr2PRp/q1B1p1B1/1n1N4/b4n1k w - -";

/// `ARBITER_LONG=1`: one more.
#[test]
fn every_position_is_shown() {
    let long = std::env::var_os("ARBITER_LONG").map(|_| LONG);
    for position in POSITIONS.into_iter().chain(long) {
        let (certificate, _) = certified(position).unwrap_or_else(|| panic!("{position}"));
        let [tariffs, states] = states(&certificate).unwrap_or_else(|| panic!("{position}"));
        let text = certificate.to_json();
        println!("{tariffs} tariffs, {states} states, {} B", text.len());
        assert!(text.len() < 40_000, "{text}");
        check(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    }
}

/// Positions a few edits away. Those that the lemma refutes have states; and where those of another position
/// are accepted, the search of the checker agrees.
#[test]
fn edits() {
    let most = if std::env::var_os("ARBITER_LONG").is_some() { 400 } else { 6 };
    let known = POSITIONS.map(|position| certified(position).unwrap().0.to_json());
    let (mut chance, mut bytes, mut missing, mut foreign) = (Chance(20), Vec::new(), 0, [0; 2]);
    let mut longest = Duration::ZERO;
    while bytes.len() < most {
        let place = chance.below(if most > 6 { 3 } else { 2 });
        let (men, rest) = POSITIONS[place].split_once(' ').unwrap();
        let key = format!("{} {rest}", edited(&mut chance, men));
        if let Some((certificate, took)) = certified(&key) {
            let text = certificate.to_json();
            if text.contains("\"kernel\"") {
                check(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                missing += usize::from(states(&certificate).is_none());
                longest = longest.max(took);
                if let Some(file) = std::env::var_os("KERNEL_CASES") {
                    use std::io::Write as _;
                    let mut file = std::fs::File::options().append(true).create(true).open(file).unwrap();
                    writeln!(file, "{text}").unwrap();
                }
                bytes.push(text.len());
            }
        }
        if let Some(accepted) = transferred(&KERNEL, &known[place], POSITIONS[place], &key) {
            foreign[usize::from(accepted)] += 1;
        }
    }
    bytes.sort_unstable();
    let (median, last) = (bytes[most / 2], bytes.last());
    println!("median {median} B, most {last:?}; {missing} without; {foreign:?}; written in {longest:?}");
    assert!(missing * 20 <= most, "{missing} of {most} have no states");
    assert!(foreign.iter().all(|count| *count > 0), "{foreign:?}");
}
