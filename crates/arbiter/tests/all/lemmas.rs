//! Library and checker, each written from the certificate page, find the same lemmas.
#![allow(clippy::print_stderr)]

use crate::common;

use std::collections::BTreeMap;

use chess_arbiter::board::Setup;
use chess_arbiter::format::fen;
use chess_arbiter::moves::{Past, legal_moves};
use chess_arbiter::position::Position;
use chess_arbiter::reach::lemma::{
    COLUMNS, CONFINED_COLUMNS, FILES, LOCKED, Lemma, ORDER, ORIGINS, PARITY, Refutation, instant,
};
use chess_arbiter::rules::Standard;
use chess_arbiter_check::past::Past as Checked;
use chess_arbiter_check::{check, lemma};
use common::{Chance, sweep};

/// How a lemma refutes a past, whether others do or not; `None` if it does not, or an instant lemma does.
pub(crate) fn refutation(lemma: &'static Lemma, past: &Past) -> Option<Refutation> {
    if instant(past).is_some() {
        return None;
    }
    lemma.refutation(past)
}

/// The certificate that says so.
pub(crate) fn certificate(refutation: &Refutation) -> String {
    let node = refutation.node().unwrap_or_else(|| panic!("no cases: {refutation:?}"));
    let mut claim = serde_json::json!({"answer": "illegal"});
    let start = refutation.facts.past().start;
    if !start.is_usual() {
        claim["start"] = start.to_string().into();
    }
    let certificate = serde_json::json!({
        "format": "arbiter-certificate", "version": 2, "rules": "standard", "question": "legality",
        "position": node.position(), "claim": claim, "evidence": {"nodes": [node]},
    });
    certificate.to_string()
}

/// Both at once.
pub(crate) fn refuted_by(lemma: &'static Lemma, past: &Past) -> Option<String> {
    refutation(lemma, past).map(|refutation| certificate(&refutation))
}

/// Asserts that the checker accepts that a lemma refutes a past, if it does; whether it does.
pub(crate) fn checked_refutation(lemma: &'static Lemma, past: &Past) -> bool {
    let certificate = refuted_by(lemma, past);
    certificate.iter().for_each(|text| {
        check(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    });
    certificate.is_some()
}

/// Positions that lemmas refute, or nearly.
const HARD: [&str; 24] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "4k1B1/5ppB/6p1/8/8/8/8/4K3",
    "4k3/8/7R/8/8/1P6/P1PPPPPP/4K3",
    "3k1b1K/4ppp1/7p/8/8/8/8/8",
    "k1KQRb2/ppppp1p1/5pp1/7N/8/8/8/8",
    "k1KQRb2/ppppp1p1/5p2/7p/8/8/8/8",
    "1nbqkbnr/1ppppppp/1p6/3rN3/8/8/1PPPPPPP/R1BQKBNR",
    "rnbqkbnr/1ppppp1p/1p4p1/8/8/8/PPPPP1P1/RNBQKBN1",
    "Knrk4/BpppRp2/1p2p3/8/8/8/8/8",
    "4BQrr/pp1ppK1k/2p1p1pp/8/8/8/8/8",
    "4BQ1q/3ppK1k/4pp1p/8/8/8/8/8",
    "kBRB4/1pKpp1p1/1pp5/7p/8/8/8/8",
    "3BN1qk/2pRK1pp/3ppp2/8/8/8/8/8",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/3RRQK1",
    "rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR",
    "rnbqk2r/ppppp1pp/6pb/8/8/1PB5/P1PPPPPP/RN1QKBNR",
    "r1bqkb1r/p1pppppp/p7/8/8/6P1/PPPPPPP1/RNBQKB1R",
    "rnbq1bkr/pppppppp/8/8/8/P1P5/1PP1PPPP/RKBQ1BNR",
    "8/8/8/8/2K5/1P2P1k1/P1PP1PP1/B1RNRB2",
    "rnbqkbnr/ppppppp1/7P/8/8/1p6/PPPPPPP1/RNBQKB1R",
    "1nbqkbnr/1ppppppp/1p6/3r4/4N3/8/1PPPPPPP/1NBQKBNR",
    "8/6K1/2pprp2/2pQpb2/2pkPp2/2Pn1P2/3P1P2/2bqrn2",
    "5K2/8/3ppn2/2p1Qb2/2RkPp2/2Nn1n2/2qP1P2/2QrNN2",
    "KBq5/B2p2n1/Rkp5/q1p5/npp5/8/8/8",
];

type Men = Vec<char>;

fn men(placement: &str) -> Men {
    let each = |letter: char| letter.to_digit(10).map_or(vec![letter], |empty| vec!['1'; empty as usize]);
    placement.split(' ').next().unwrap().chars().filter(|letter| *letter != '/').flat_map(each).collect()
}

fn placement(men: &Men) -> String {
    let rows: Vec<String> = men.chunks(8).map(|row| row.iter().collect()).collect();
    (2..=8)
        .rev()
        .fold(rows.join("/"), |text, empty: usize| text.replace(&"1".repeat(empty), &empty.to_string()))
}

/// The position after some random moves.
fn played(chance: &mut Chance) -> Men {
    let mut position = Position::<Standard>::initial();
    for _ in 0..chance.below(120) {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        position = position.play(chance.pick(&moves));
    }
    men(&fen::write::<Standard>(&position.to_setup()))
}

/// Upper rows of one, lower rows of the other; of kings too many the last go.
fn paste(mut upper: Men, lower: &Men, rows: usize) -> Men {
    upper[8 * rows..].copy_from_slice(&lower[8 * rows..]);
    for king in ['k', 'K'] {
        let places: Vec<usize> = (0..64).filter(|place| upper[*place] == king).collect();
        places.iter().skip(1).for_each(|place| upper[*place] = '1');
    }
    upper
}

/// Both kings and other men close together at Black's end.
fn crowd(chance: &mut Chance) -> Men {
    let mut men = vec!['1'; 64];
    let (first, width, height) = (chance.below(4), 3 + chance.below(6), 2 + chance.below(5));
    let places: Vec<usize> =
        (0..8 * height).filter(|place| (first..first + width).contains(&(place % 8))).collect();
    let own = chance.below(4);
    for &place in &places {
        men[place] = match place / 8 {
            1..=5 if chance.below(5) > 1 => 'p',
            _ if chance.below(4) < own => chance.pick(&['q', 'r', 'r', 'b', 'b', 'n', 'n', '1']),
            _ => chance.pick(&['Q', 'R', 'B', 'N', '1', '1']),
        };
    }
    let (white, black) = (chance.pick(&places), chance.pick(&places));
    (men[white], men[black]) = ('K', if white == black { 'K' } else { 'k' });
    men
}

fn change(chance: &mut Chance, men: &mut Men) {
    for _ in 0..chance.below(8) {
        let (one, other) = (chance.below(64), chance.below(64));
        let near = (one / 8 * 8 + other % 8 + [0, 0, 8][chance.below(3)]) % 64;
        match chance.below(8) {
            0 | 1 if !"kK".contains(men[one]) => men[one] = '1',
            2 if men[one] == 'p' => men[one] = chance.pick(&['q', 'r', 'b', 'n']),
            2 if men[one] == 'P' => men[one] = chance.pick(&['Q', 'R', 'B', 'N']),
            3 if men[one] == '1' => men[one] = chance.pick(&['P', 'p', 'Q', 'b', 'R', 'n', 'B', 'N', 'r']),
            4 => men.swap(one, other),
            _ => men.swap(one, near),
        }
    }
}

/// A board turned over, with the colours exchanged.
fn turned(men: &Men) -> Men {
    let other = |letter: &char| {
        if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    men.chunks(8).rev().flatten().map(other).collect()
}

/// Where the two differ. Of a lemma with cases the checker must accept those that the library finds.
fn disagreement(setup: &Setup, text: &str, counts: &mut BTreeMap<String, u32>) -> Option<String> {
    let (past, checked) = (Past::from(setup), Checked::parse(text).unwrap());
    let (found, checks) = (instant(&past), lemma::instant(&checked));
    if found.is_some() || checks.is_some() {
        return (found.is_some() != checks.is_some()).then(|| format!("{found:?} {checks:?} {text}"));
    }
    let mut differing = None;
    let mut applies = |lemma: &'static Lemma| {
        let found = if lemma::takes_cases(lemma.name) {
            checked_refutation(lemma, &past)
        } else {
            let found = lemma.refutation(&past).is_some();
            if lemma::check(lemma.name, &checked).is_ok() != found {
                differing = Some(format!("{lemma}, the library says {found}: {text}"));
            }
            found
        };
        *counts.entry(format!("{lemma} {}", if found { "yes" } else { "no" })).or_default() += 1;
        found
    };
    // Not one and not the other; and where either applies the others are not asked.
    if ![&ORIGINS, &LOCKED].map(&mut applies).contains(&true) && !applies(&ORDER) {
        applies(&PARITY);
        applies(&CONFINED_COLUMNS);
    }
    applies(&FILES);
    applies(&COLUMNS);
    differing
}

/// `ARBITER_LONG=1`: 200,000 boards.
#[test]
fn library_and_checker_agree() {
    let most = sweep(2_000, 200_000);
    let seed = std::env::var("ARBITER_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(41);
    let (mut chance, mut seen, mut counts, mut differing) = (Chance(seed), 0, BTreeMap::new(), Vec::new());
    while seen < most && differing.len() < 20 {
        let mut men = match chance.below(6) {
            0 => played(&mut chance),
            1 => {
                let (upper, lower) = (played(&mut chance), played(&mut chance));
                paste(upper, &lower, 1 + chance.below(7))
            }
            2 | 3 => crowd(&mut chance),
            _ => men(chance.pick(&HARD)),
        };
        change(&mut chance, &mut men);
        if chance.one_in(2) {
            men = turned(&men);
        }
        let rights = chance.pick(&["-", "-", "-", "KQkq", "Kq", "Q"]);
        let text = format!("{} {} {rights} -", placement(&men), chance.pick(&["w", "b"]));
        let Ok(setup) = fen::parse::<Standard>(&format!("{text} 0 1")) else { continue };
        if Checked::parse(&text).is_ok_and(|past| lemma::instant(&past).is_none()) {
            seen += 1;
        }
        differing.extend(disagreement(&setup, &text, &mut counts));
    }
    eprintln!("{seen} boards without an instant lemma: {counts:?}");
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// Lemmas that cases show, where they apply, and where they just do not any more.
#[test]
fn by_hand() {
    let home = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP";
    for (text, expected) in [
        // The h-pawns have passed each other; nothing was captured; a knight; a knight by another pawn and
        // the black h-pawn.
        ("rnbqkbnr/ppppppp1/7P/8/8/7p/PPPPPPP1/RNBQKBNR w KQkq -", &["columns", "confined-columns"][..]),
        ("rnbqkbnr/ppppppp1/7P/8/8/7p/PPPPPPP1/RNBQKB1R w KQkq -", &["columns", "confined-columns"]),
        ("rnbqkbnr/1pppppp1/7P/8/8/1p6/PPPPPPP1/RNBQKB1R w KQkq -", &[]),
        ("rnbqkbnr/ppp1pppp/8/8/8/4p3/PPPPPPPP/RNBQKBNR w KQkq -", &["columns"]),
        (&format!("{home}/3QRKR1 w - -"), &["order"]),
        (&format!("{home}/1QR1K2R w kq -"), &["order"]),
        (&format!("{home}/3RRK2 w kq -"), &[]),
        (&format!("{home}/2KR3R w kq -"), &[]),
        (&format!("{home}/RNBQKBNR b KQkq -"), &["parity"]),
        (&format!("{home}/RNBQKBNR w KQkq -"), &[]),
        (&format!("{home}/RNBQKB1R b KQkq -"), &[]),
    ] {
        let past = Past::from(&fen::parse::<Standard>(&format!("{text} 0 1")).unwrap());
        let found = [&ORDER, &PARITY, &COLUMNS, &CONFINED_COLUMNS]
            .map(|lemma| (lemma, checked_refutation(lemma, &past)));
        let found: Vec<&str> =
            found.iter().filter(|(_, found)| *found).map(|(lemma, _)| lemma.name).collect();
        assert_eq!(found, expected, "{text}");
    }
}
