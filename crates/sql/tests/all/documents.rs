//! `docs/sql.md` shows what is so.

use std::path::Path;
use std::process::Command;

use chess_arbiter_columns::functions::FUNCTIONS;

use crate::support::{Folder, MATE, MATE_IN_ONE, STALEMATE};

fn page() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/sql.md")).unwrap()
}

#[test]
fn commands_print_what_is_shown() {
    let folder = Folder::new();
    let rows = [
        ("mate", MATE),
        ("queen", STALEMATE),
        ("rook", MATE_IN_ONE),
        ("typo", "4k3/9/8 w"),
        ("caged", "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w - - 0 1"),
    ];
    let rows = rows.map(|(name, fen)| format!("{name},{fen}\n")).concat();
    folder.write("positions.csv", format!("name,fen\n{rows}"));
    let program = Path::new(env!("CARGO_BIN_EXE_arbiter-sql"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let page = page();
    let blocks: Vec<&str> =
        page.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    for block in &blocks {
        let (command, expected) = block.strip_prefix("$ ").and_then(|block| block.split_once('\n')).unwrap();
        let output = Command::new("bash")
            .args(["-c", command])
            .current_dir(folder.path(""))
            .env("PATH", &path)
            .output();
        let output = output.unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(said, expected, "$ {command}");
    }
    assert!(blocks.len() >= 7);
}

/// With `ARBITER_BLESS` set the list is written anew.
#[test]
fn functions_are_listed() {
    let row = |function: &chess_arbiter_columns::functions::Function| {
        format!("| `{function}` | {} | {} |\n", function.result, function.about)
    };
    let rows: String = FUNCTIONS.iter().map(row).collect();
    let expected =
        format!("<!-- functions -->\n| function | gives | what it says |\n|---|---|---|\n{rows}<!-- end -->");
    let page = page();
    if std::env::var_os("ARBITER_BLESS").is_some() {
        let (before, rest) = page.split_once("<!-- functions -->").unwrap();
        let (_, after) = rest.split_once("<!-- end -->").unwrap();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/sql.md");
        return std::fs::write(path, format!("{before}{expected}{after}")).unwrap();
    }
    assert!(page.contains(&expected), "run this test with ARBITER_BLESS=1");
}
