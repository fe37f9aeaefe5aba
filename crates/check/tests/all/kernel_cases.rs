//! Tariffs and states of the lemma `kernel`: where it is told that they are wrong. (What makes them valid or
//! not is in `docs/conformance`.)

use chess_arbiter_check::{CheckError, check};
use serde_json::{Value, json};

use crate::common::{accepted, conformance_case, refused, with};

fn good() -> Value {
    conformance_case("lemmas/kernel-cases")
}

#[test]
fn refusals() {
    let good = good();
    accepted(&good);
    for (pointer, value, expected) in [
        ("", json!(null), "expected a list"),
        ("", json!([[]]), "expected a list of 2"),
        ("/0/0/1/0", json!(0), "a capture can save more than it costs"),
        ("/0/0/1/0", json!(-1), "a capture can save more than it costs"),
        ("/0/0/1", json!([1, 1]), "expected [white, black] prices"),
        ("/1/0", json!([]), "expected [files, lost, tariffs, states]"),
        ("/1/0/0", json!("P2p2"), "the files are not eight lists of pawns"),
        ("/1/0/0", json!("P2p2/P2p2/P2p2/P2p2/P2p2/P2p2/P2p2/P2P2"), "bounds are not raised"),
        ("/1/0/0", json!("P2p2/P2p2/P2p2/P2p2/P2p2/P2p2/P2p2/P2P3p2"), "more than 16 pawns"),
        ("/1/0/1/0/0", json!(-1), "less than nothing is lost"),
        ("/1/0/1/0/0", json!(1), "the first state does not cover that at the beginning"),
        ("/1/0/2", json!(vec![0; 17]), "more than 16 tariffs"),
        ("/1/0/2", json!([8]), "there is no such tariff or state"),
        ("/1/0/3", json!([16]), "there is no such tariff or state"),
        ("/1/1/3", json!([6, 7, 8]), "a capture of Black's is not refuted, by or of a pawn on f7"),
        ("/1/13/2", json!([4]), "a capture of "),
    ] {
        refused(&with(&good, &format!("/evidence/nodes/0/2{pointer}"), value), expected);
    }
    let more = |state: Value| {
        let mut more = good.clone();
        more.pointer_mut("/evidence/nodes/0/2/1").unwrap().as_array_mut().unwrap().push(state);
        more
    };
    let end = json!(["P2/P2/p2/p2/p2/p2/p2/p4P2p2", [[0, 1, 0, 0], [0, 0, 0, 0]], [], []]);
    refused(&more(end), "the pawns stand as they do at the end");
    // Not as many pawns, of other sides, with less room: none covers what the first state leads to.
    for file in ["p3", "P2p2", "p4p2"] {
        let text = format!("{file}/P2/P2p2/P2p2/P2p2/P2p2/P2p2/P2p2");
        let other = more(json!([text, [[0, 1, 0, 2], [0, 0, 0, 0]], [1, 2, 4, 5, 6], [6, 7, 8, 9]]));
        let wrong = with(&other, "/evidence/nodes/0/2/1/0/3", json!([16, 2, 3, 4, 5]));
        refused(&wrong, "evidence.nodes[0][2][1][0]");
    }
    let last = json!("P2p2/P2p2/P2p2/P2p2/P2p2/P2p2/P2p2/P3p2");
    let place = "/evidence/nodes/0/2/1/0/0";
    refused(&with(&good, place, last), "the first state does not cover that at the beginning");
    // White captures as well: a man by a pawn, and a pawn by a piece.
    for (files, lost, pawn) in [
        ("P2p2/P2p2/P2p2/P2p2/P2p2/P2p2/P2p2/P2p2", [1, 0, 0, 0], "a2"),
        ("p2/P2p2/P2p2/P2p2/P2p2/P2p2/P2p2/P2p2", [0, 0, 0, 1], "a7"),
    ] {
        let wrong = more(json!([files, [[0, 0, 0, 0], lost], [], []]));
        refused(&wrong, &format!("a capture of White's is not refuted, by or of a pawn on {pawn}"));
    }
    // A file of eight pawns.
    let full = json!(["p8p8p7p6p5p4p3p2/////P2//", [[0, 0, 0, 0], [1, 0, 0, 0]], [5], []]);
    refused(&more(full), "a file has no room for more pawns");
}

#[test]
fn refusals_have_places() {
    let wrong = with(&good(), "/evidence/nodes/0/2/1/14/2", json!([4]));
    let Err(CheckError::Refused(refusal)) = check(&wrong.to_string()) else { panic!("{wrong}") };
    assert_eq!(refusal.place, "certificate.evidence.nodes[0][2][1][14]");
    assert_eq!(refusal.lemma.as_deref(), Some("kernel"));
}

/// Where the lemma is not asked there are no cases.
#[test]
fn not_asked() {
    let of = |position: &str| {
        let mut certificate = with(&good(), "/position", json!(position));
        certificate = with(&certificate, "/evidence/nodes/0/0", json!(position));
        certificate
    };
    refused(&of("4k3/8/7R/8/8/1P6/P1PPPPPP/4K3 w - -"), "the lemma origins ends the rounds");
    refused(&of("8/8/8/8/8/8/8/8 w - -"), "the instant lemma kings does");
}

/// Tariffs that nobody names, each of which lets a capture save more than it costs in one way alone, and
/// their neighbours that do not.
#[test]
fn tariffs() {
    let good = good();
    let at = |files: &[usize]| -> Vec<i32> { (0..8).map(|file| i32::from(files.contains(&file))).collect() };
    let prices = |man: i32, spare: i32, leave: &[usize], come: &[usize], light: i32| {
        json!([man, spare, at(leave), at(come), [0, light]])
    };
    let none = prices(0, 0, &[], &[], 0);
    let rich = prices(1, 1, &[], &[], 0);
    let mut less = none.clone();
    less[4][0] = json!(-1);
    let mut passing = none.clone();
    passing[2][3] = json!(-1);
    // White's pawns promote on light squares of the files a, c, e and g, Black's on those of the others.
    for (ours, theirs, is_white, holds) in [
        (&none, &none, true, true),
        (&less, &none, true, false),
        (&passing, &none, true, false),
        (&prices(0, 0, &[], &[0, 2, 4, 6], 1), &rich, true, true),
        (&prices(0, 0, &[], &[0, 4, 6], 1), &rich, true, false),
        (&prices(0, 0, &[], &[1, 3, 5, 7], 1), &rich, false, true),
        (&prices(0, 0, &[], &[1, 3, 5], 1), &rich, false, false),
        (&prices(0, 1, &[3], &[], 0), &rich, true, true),
        (&prices(0, 0, &[3], &[], 0), &rich, true, false),
        (&prices(0, 1, &[0], &[], 0), &prices(0, 1, &[], &[], 0), true, false),
        (&prices(0, 1, &[7], &[], 0), &prices(0, 1, &[], &[], 0), true, false),
        (&prices(0, 1, &[7], &[], 0), &prices(1, 0, &[], &[], 0), true, false),
        (&prices(1, 2, &[3], &[], 0), &prices(1, 2, &[2], &[], 0), true, true),
        (&prices(1, 2, &[3], &[], 0), &prices(1, 1, &[2], &[], 0), true, false),
        (&prices(1, 2, &[3], &[], 0), &prices(1, 1, &[4], &[], 0), true, false),
    ] {
        let tariff = if is_white { json!([ours, theirs]) } else { json!([theirs, ours]) };
        let mut more = good.clone();
        more.pointer_mut("/evidence/nodes/0/2/0").unwrap().as_array_mut().unwrap().push(tariff);
        match holds {
            true => drop(accepted(&more)),
            false => refused(&more, "a capture can save more than it costs"),
        }
    }
}

/// Other members of the cases, a few states more for the most part, each with what the second checker
/// (`proof/python`), which was written without this one, says of it.
#[test]
fn as_the_second_checker_says() {
    let mut wrong = Vec::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/kernel_cases.tsv");
    let rows = std::fs::read_to_string(file).unwrap();
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let [name, pointer, value, expected] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let mut certificate = conformance_case(&format!("lemmas/{name}"));
        let members = &mut certificate["evidence"]["nodes"][0][2];
        let mut value: Value = serde_json::from_str(value).unwrap();
        match pointer.strip_suffix("/-") {
            Some(list) => {
                let list = members.pointer_mut(list).unwrap().as_array_mut().unwrap();
                list.append(value.as_array_mut().unwrap());
            }
            None => *members.pointer_mut(pointer).unwrap() = value,
        }
        let found = if check(&certificate.to_string()).is_ok() { "accepted" } else { "refused" };
        if found != expected {
            wrong.push(format!("{row}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
