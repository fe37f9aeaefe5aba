//! The checker is to be read by whoever does not trust the rest, so it has to stay small.

use std::fs;
use std::path::Path;

/// What can still be read at one sitting.
const MOST_LINES: usize = 3_000;

fn lines(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let count = |path| fs::read_to_string(path).unwrap().lines().count();
    entries.map(|path| if path.is_dir() { lines(&path) } else { count(path) }).sum()
}

#[test]
fn few_lines() {
    let found = lines(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(found <= MOST_LINES, "{found} lines, of which there may be {MOST_LINES}");
}
