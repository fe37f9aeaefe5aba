//! `ARCHITECTURE.md` says what is so: which part may import which, and where unsafe code is.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rows of the house: each a place, and what it may import.
fn rows() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let house = text.split("## The house").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
    let cells = house.lines().filter(|line| line.starts_with("| `")).map(|line| {
        let cells: Vec<_> = line.trim_matches('|').split('|').collect();
        assert_eq!(cells.len(), 3, "{line}");
        (cells[0].trim().to_owned(), cells[2].trim().to_owned())
    });
    cells.collect()
}

/// The names between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2).map(str::trim)
}

/// Files of Rust below a folder, or the file.
fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.into()];
    }
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let entries = entries.filter(|path| path.is_dir() || path.extension().is_some_and(|end| end == "rs"));
    entries.flat_map(|path| sources(&path)).collect()
}

#[test]
fn crates_import_what_is_said() {
    let (mut above, mut seen) = (BTreeSet::new(), 0);
    for (place, may) in rows() {
        let Some(name) = quoted(&place).next().and_then(|place| place.strip_prefix("crates/")) else {
            continue;
        };
        let manifest = fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).unwrap();
        let dependencies = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        let ours = dependencies.lines().filter_map(|line| line.strip_prefix("chess-arbiter"));
        let ours = ours.map(|rest| {
            let name = rest.trim_start_matches('-').split(['.', ' ', '=']).next().unwrap_or_default();
            if name.is_empty() { "arbiter" } else { name }
        });
        let imports: BTreeSet<_> = ours.map(str::to_owned).collect();
        let said = may.split(", ").filter(|name| *name != "nothing of ours").map(str::to_owned).collect();
        assert_eq!(imports, said, "crates/{name}");
        assert!(imports.is_subset(&above), "crates/{name} stands above what it imports");
        above.insert(name.to_owned());
        seen += 1;
    }
    let crates = fs::read_dir(root().join("crates")).unwrap().count();
    assert_eq!(seen, crates, "every crate has its row");
}

/// A module of the library names in `use` only those above it, and no question another.
#[test]
fn modules_import_those_above() {
    let library = root().join("crates/arbiter/src");
    let inside = rows().into_iter().skip_while(|(place, _)| place != "`crates/arbiter`").skip(1);
    let inside = inside.take_while(|(place, _)| place.starts_with("`  "));
    let questions = ["status", "reach", "win", "help"];
    let (mut above, mut seen): (Vec<String>, _) = (Vec::new(), 0);
    for (place, _) in inside {
        let modules: Vec<_> = quoted(&place).map(|name| name.trim_end_matches('/').to_owned()).collect();
        for module in &modules {
            let folder = library.join(module);
            let path = if folder.is_dir() { folder } else { library.join(format!("{module}.rs")) };
            for path in sources(&path) {
                let text = fs::read_to_string(&path).unwrap();
                // Unit tests come last, and may import anything.
                let text = text.split("#[cfg(test)]").next().unwrap_or_default();
                for line in text.lines().filter_map(|line| line.split("use crate::").nth(1)) {
                    let name = line.split([':', ';', ' ', '{']).next().unwrap_or_default();
                    let is_macro_or_type = name.contains('!')
                        || !library.join(name).exists() && !library.join(format!("{name}.rs")).exists();
                    let may = modules.iter().chain(&above).any(|one| one == name);
                    let other =
                        name != module && questions.contains(&module.as_str()) && questions.contains(&name);
                    assert!(is_macro_or_type || may && !other, "{}: {name}", path.display());
                    seen += 1;
                }
            }
        }
        above.extend(modules);
    }
    assert!(above.len() >= 14 && seen > 500, "{above:?}: {seen}");
}

#[test]
fn unsafe_code_is_where_it_is_said_to_be() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let bullet = text.split("* **Unsafe code**").nth(1).unwrap();
    let bullet = bullet.split("\n## ").next().unwrap().split("\n* ").next().unwrap();
    let said: Vec<_> = quoted(bullet).filter(|name| name.starts_with("crates/")).collect();
    let mut used = BTreeSet::new();
    for path in sources(&root().join("crates")) {
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        if name.contains("/tests/") || name.contains("/target/") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let mut words = code.filter(|line| line.contains("unsafe ") && !line.contains('"'));
        if words.any(|line| {
            ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"].iter().any(|word| line.contains(word))
        }) {
            let place = said.iter().find(|place| name.starts_with(**place));
            used.insert(*place.unwrap_or_else(|| panic!("{name} has unsafe code and is not named")));
        }
    }
    assert_eq!(used, said.into_iter().collect(), "what is named has some");
}
