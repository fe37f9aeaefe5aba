//! Writes a crate's sources with all slips at once, each asleep until it is named: `mutants FROM TO LIST`.
//!
//! `FROM` and `TO` are folders of sources, `LIST` is the file that tells which number is which slip. The
//! slips are those of cargo-mutants (operators, results of functions, arms of a match), and more: a condition
//! left out, a number one off, `any` for `all`. A program made of `TO` has slip 7 where the environment
//! variable `MUTANT` is 7.

mod fold;
mod values;

use std::path::{Path, PathBuf};
use std::{env, fs, process};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [from, to, list] = &arguments[..] else {
        eprintln!("usage: mutants FROM TO LIST");
        process::exit(2);
    };
    let mut lines = Vec::new();
    for file in files(Path::new(from)) {
        let name = file.strip_prefix(from).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let mut made = fold::slips(name, &text, &mut lines);
        if name == Path::new("lib.rs") {
            made += include_str!("awake.rs");
        }
        let place = Path::new(to).join(name);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        // Left alone where it is the same, so that nothing is compiled again.
        if fs::read_to_string(&place).ok().as_ref() != Some(&made) {
            fs::write(place, made).unwrap();
        }
    }
    fs::write(list, lines.join("\n") + "\n").unwrap();
    println!("{} slips", lines.len());
}

/// All sources below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    entries
        .into_iter()
        .flat_map(below)
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect()
}
