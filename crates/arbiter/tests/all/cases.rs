//! Cases of the lemmas `columns` and `confined-columns`: the checker accepts what is written, and that of no
//! position where the search finds an account.
#![allow(clippy::print_stdout)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess_arbiter::certificate::{Cases, Certificate, Evidence, Node};
use chess_arbiter::format::fen;
use chess_arbiter::limits::{Limits, Reached};
use chess_arbiter::moves::Past;
use chess_arbiter::reach::lemma::{COLUMNS, CONFINED_COLUMNS, Lemma, instant, refute};
use chess_arbiter::reach::{ReachLimits, decide};
use chess_arbiter::rules::Standard;
use chess_arbiter_check::{CheckError, check};

use crate::common::Chance;

/// Of very many captures, of one, of none; some with bishops that were pawns.
const POSITIONS: [&str; 8] = [
    "4BQ1q/3ppKpk/4pp1P/8/8/8/8/8",
    "1r1N1rq1/1R2NBp1/3bQ1P1/3Pn1Nq/4n1P1/P1pkb2q/K4n2/bb4n1",
    "qn1qB3/1Pp2R2/3qN2N/2n1Nr2/2Qr2b1/bN1K1rpp/2qR1R2/Bn4k1",
    "4R3/1r4B1/np1B2R1/1B2P2N/Qbb2n2/1n1NbBpp/2rqNp1k/q1NK4",
    "3Kn1k1/8/b2QPbP1/2Rqb3/B4Nqq/3R1BBB/nb1R3b/B3b1b1",
    "1b2NB1n/1q2Q1p1/1PB5/P1q2k2/R1p1nb2/K1N1n1P1/b2b2Br/1QN1r2n",
    "r1N1q3/1bP5/Q3RBRb/n2q1k2/3b2qP/4K1P1/rQ1R1pnn/B1NB3N",
    "2Bb4/1b1P2n1/k2qrpPp/3P2RK/1Qq2QNP/b1RpBq2/1NrQ1B2/8",
];

/// Positions whose pawns have an account, but none with what men can have moved where.
const CONFINED: [&str; 5] = [
    "B1Q5/1p1bR3/1RPQqb1b/3n4/1RK1N1Nn/b4pQ1/2Qr3B/1r2qbBk w - -",
    "nnr3Bn/3P1q1Q/QB1rR1b1/1P2RbrN/K3pk2/R1N2q2/3bQ1P1/4B3 b - -",
    "rqB1k2q/BbpN4/3n1N2/qr2P1p1/1pP1PN2/bB1B2KP/6R1/R4B1Q b q -",
    "n1b5/pppp4/1N6/8/8/3P2PP/1PPkPPRr/bQ3QKn b - -",
    "n1b5/pppp4/1R6/8/8/3P2PP/1PPkPPRr/bQ3QKn b - -",
];

/// The certificate that a position is refuted by this lemma alone; `None` if it is not.
fn certified_by(lemma: &Lemma, position: &str) -> Option<Certificate> {
    let setup = fen::parse::<Standard>(&format!("{position} 0 1")).ok()?;
    let past = Past::from(&setup);
    if instant(&past).is_some() || refute(&past) != Some(lemma) {
        return None;
    }
    decide(&setup, &ReachLimits::default()).unwrap().certificate()
}

fn certified(men: &str) -> Option<Certificate> {
    certified_by(&COLUMNS, &format!("{men} w - -"))
}

fn cases(certificate: &Certificate) -> Option<&Cases> {
    match &certificate.evidence {
        Evidence::Nodes { nodes } => nodes.iter().find_map(|node| match node {
            Node::Cases(_, _, cases) => Some(cases),
            _ => None,
        }),
        other => panic!("{other:?}"),
    }
}

/// Where a lemma takes a search to show, that heeds limits; what takes none is written at once.
#[test]
fn limits_end_the_search_for_cases() {
    let no_time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let interrupted = Limits { interrupt: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    let verdict = |position: &str| {
        decide(&fen::parse::<Standard>(&format!("{position} 0 1")).unwrap(), &ReachLimits::default()).unwrap()
    };
    let columns = POSITIONS.map(|men| format!("{men} w - -"));
    let mut seen = 0;
    for position in columns.iter().map(String::as_str).chain(CONFINED) {
        let verdict = verdict(position);
        if verdict.lemma().is_none_or(|lemma| *lemma != COLUMNS && *lemma != CONFINED_COLUMNS) {
            continue;
        }
        assert_eq!(verdict.certificate_within(&no_time), Err(Reached::Time), "{position}");
        assert_eq!(verdict.certificate_within(&interrupted), Err(Reached::Interrupt), "{position}");
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
    let bishop = verdict("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w - -");
    assert!(bishop.certificate_within(&no_time).is_ok_and(|certificate| certificate.is_some()));
}

/// Some men gone, exchanged, promoted, or on other squares.
pub(crate) fn edited(chance: &mut Chance, men: &str) -> String {
    let row = |row: &str| {
        row.chars()
            .flat_map(|man| {
                vec!['1'; man.to_digit(10).unwrap_or(0) as usize]
                    .into_iter()
                    .chain((!man.is_ascii_digit()).then_some(man))
            })
            .collect::<Vec<char>>()
    };
    let mut squares: Vec<char> = men.split('/').flat_map(row).collect();
    for _ in 0..1 + chance.below(3) {
        let (one, other) = (chance.below(64), chance.below(64));
        match chance.below(4) {
            _ if "kK".contains(squares[one]) => {}
            0 => squares[one] = '1',
            1 => squares[one] = chance.pick(&['q', 'b', 'b', 'n', 'Q', 'B', 'B', 'N']),
            2 if (8..56).contains(&one) => squares[one] = chance.pick(&['p', 'P']),
            _ => squares.swap(one, other),
        }
    }
    let mut rows = squares.chunks(8).map(|row| row.iter().collect()).collect::<Vec<String>>().join("/");
    for empty in (2..=8).rev() {
        rows = rows.replace(&"1".repeat(empty), &empty.to_string());
    }
    rows
}

#[test]
fn every_position_is_shown() {
    for men in POSITIONS {
        let certificate = certified(men).unwrap_or_else(|| panic!("{men}"));
        assert!(cases(&certificate).is_some(), "{men}");
        let text = certificate.to_json();
        assert!(text.len() < 3_000, "{text}");
        check(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    }
    // There is an account, and there are no cases.
    assert!(certified("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR").is_none());
}

/// Whether the certificate of a base is accepted when it is said of a position a few edits away; the search
/// of the library must find that the lemma applies to that then.
pub(crate) fn transferred(lemma: &'static Lemma, text: &str, base: &str, key: &str) -> Option<bool> {
    let setup = fen::parse::<Standard>(&format!("{key} 0 1")).ok()?;
    let text = text.replace(base, key);
    match check(&text) {
        Ok(_) => {
            assert!(lemma.refutation(&Past::from(&setup)).is_some(), "{text}");
            Some(true)
        }
        Err(CheckError::Refused(_)) => Some(false),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn confined() {
    let known = CONFINED.map(|position| {
        let certificate = certified_by(&CONFINED_COLUMNS, position).unwrap_or_else(|| panic!("{position}"));
        assert!(cases(&certificate).is_some(), "{position}");
        let text = certificate.to_json();
        println!("{text}");
        assert!(text.len() < 3_000, "{text}");
        check(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        text
    });
    // Positions a few edits away.
    let most = if std::env::var_os("ARBITER_LONG").is_some() { 2_000 } else { 40 };
    let (mut chance, mut bytes, mut missing, mut foreign) = (Chance(19), Vec::new(), 0, [0; 2]);
    while bytes.len() < most {
        let place = chance.below(CONFINED.len());
        let (men, rest) = CONFINED[place].split_once(' ').unwrap();
        let key = format!("{} {rest}", edited(&mut chance, men));
        if let Some(certificate) = certified_by(&CONFINED_COLUMNS, &key) {
            let text = certificate.to_json();
            check(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            missing += usize::from(cases(&certificate).is_none());
            bytes.push(text.len());
        }
        if let Some(accepted) = transferred(&CONFINED_COLUMNS, &known[place], CONFINED[place], &key) {
            foreign[usize::from(accepted)] += 1;
        }
    }
    bytes.sort_unstable();
    println!("median {} B, most {:?}; {missing} without; {foreign:?}", bytes[most / 2], bytes.last());
    assert!(missing * 20 <= most, "{missing} of {most} have no cases");
    assert!(foreign.iter().all(|count| *count > most / 20), "{foreign:?}");
}

/// Positions a few edits away. Those that are refuted have cases; and where the cases of another position are
/// accepted, the search agrees.
#[test]
fn edits() {
    let most = if std::env::var_os("ARBITER_LONG").is_some() { 40_000 } else { 200 };
    let known = POSITIONS.map(|men| certified(men).unwrap().to_json());
    let (mut chance, mut bytes, mut missing, mut foreign) = (Chance(18), Vec::new(), 0, [0; 2]);
    while bytes.len() < most {
        let place = chance.below(POSITIONS.len());
        let base = POSITIONS[place];
        let men = edited(&mut chance, base);
        if let Some(certificate) = certified(&men) {
            let text = certificate.to_json();
            check(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            missing += usize::from(cases(&certificate).is_none());
            bytes.push(text.len());
        }
        let key = format!("{men} w - -");
        if let Some(accepted) = transferred(&COLUMNS, &known[place], &format!("{base} w - -"), &key) {
            foreign[usize::from(accepted)] += 1;
        }
    }
    bytes.sort_unstable();
    println!("median {} B, most {:?}; {missing} without; {foreign:?}", bytes[most / 2], bytes.last());
    assert!(missing * 100 <= most, "{missing} of {most} have no cases");
    assert!(foreign.iter().all(|count| *count > most / 20), "{foreign:?}");
    assert!(bytes[most * 9 / 10] < 1_000, "{bytes:?}");
}
