//! `arbiter uci` driven by a real client: python-chess.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A Python that has python-chess, installed beside the build's other temporary files.
fn python() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-chess");
    let python = folder.join("bin/python");
    if !folder.join("installed").exists() {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder));
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "chess==1.11.2"]));
        std::fs::write(folder.join("installed"), "").expect("the folder was just made");
    }
    python
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}\n{out}\n{err}");
    out.into_owned()
}

#[test]
#[ignore = "needs python-chess, which it fetches with pip"]
fn python_chess() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python_chess.py");
    let out = run(Command::new(python()).arg(script).arg(env!("CARGO_BIN_EXE_arbiter")));
    assert_eq!(out.trim(), "ok");
}
