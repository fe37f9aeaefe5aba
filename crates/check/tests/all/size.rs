//! The checker is to be read by whoever does not trust the rest, so it has to stay small, and so does each
//! file.

use std::fs;
use std::path::{Path, PathBuf};

/// Lines of all files together, without unit tests.
const MAX_LINES: usize = 7_199;
/// Lines of a file: what can be read beside its paragraph of the document.
const MAX_FILE_LINES: usize = 300;

/// Every file below a folder with its lines, but those of unit tests.
fn files(folder: &Path) -> Vec<(PathBuf, usize)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    // Unit tests come last.
    let lines = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        text.split("\n#[cfg(test)]").next().unwrap_or_default().lines().count()
    };
    entries
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![(path.clone(), lines(&path))] })
        .collect()
}

#[test]
fn few_lines() {
    let files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let all: usize = files.iter().map(|(_, lines)| lines).sum();
    assert!(files.len() > 20 && all <= MAX_LINES, "{all} lines, of which there may be {MAX_LINES}");
    for (path, lines) in files {
        assert!(lines <= MAX_FILE_LINES, "{}: {lines} lines", path.display());
    }
}

/// The document is read beside the files.
#[test]
fn the_document_is_narrow() {
    for line in include_str!("../../../../docs/certificate.md").lines() {
        assert!(line.chars().count() <= 110, "{line}");
    }
}

/// Every lemma has its paragraph, in the order of the checker's list, and every rule set its row.
#[test]
fn the_document_has_every_lemma_and_rule_set() {
    let document = include_str!("../../../../docs/certificate.md");
    let (mut names, mut last) = (0, 0);
    for name in chess_arbiter_check::lemma::names().skip(7) {
        let place = document.find(&format!("**`{name}`**")).unwrap_or_else(|| panic!("{name}"));
        assert!(place > last, "{name}");
        (names, last) = (names + 1, place);
    }
    assert_eq!(names, 8);
    for name in chess_arbiter_check::lemma::names().take(7) {
        assert!(document.contains(&format!("\n* `{name}`: ")), "{name}");
    }
    for rules in chess_arbiter_check::board::RuleSet::all() {
        assert!(document.contains(&format!("\n| `{rules}` | a1–")), "{rules}");
    }
}
