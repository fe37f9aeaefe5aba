//! The table of lemmas in `docs/reach.md` is the list of the library; with `ARBITER_BLESS` set it is written
//! anew.

use std::collections::BTreeSet;
use std::path::Path;

use chess_arbiter::reach::Lemma;
use chess_arbiter::reach::lemma::LEMMAS;

#[test]
fn docs_have_the_list() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reach.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let head = "| lemma | level | in plain words |\n|---|---|---|\n";
    let (before, rest) = text.split_once(head).expect("the head of the table");
    let (_, after) = rest.split_once("\n\n").expect("a line without text ends the table");
    let row = |lemma: &&Lemma| format!("| `{}` | {} | {} |\n", lemma.name, lemma.level, lemma.summary);
    let table: String = LEMMAS.iter().map(row).collect();
    let printed = format!("{before}{head}{table}\n{after}");
    if std::env::var_os("ARBITER_BLESS").is_some() {
        std::fs::write(&path, printed).unwrap();
    } else {
        assert_eq!(text, printed, "run this test with ARBITER_BLESS=1");
    }
}

#[test]
fn names_are_unique_and_known_to_the_checker() {
    let names: BTreeSet<&str> = LEMMAS.iter().map(|lemma| lemma.name).collect();
    assert_eq!(names.len(), LEMMAS.len());
    for lemma in LEMMAS {
        assert_eq!(Lemma::named(lemma.name), Some(*lemma));
    }
    assert_eq!(Lemma::named("retract"), None);
    assert_eq!(names, chess_arbiter_check::lemma::names().collect());
}
