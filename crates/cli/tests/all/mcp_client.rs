//! `arbiter mcp` asked by a real client: the Python SDK of the Model Context Protocol.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A Python that has the SDK, installed beside the build's other temporary files.
fn python() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-mcp");
    let python = folder.join("bin/python");
    if !folder.join("installed").exists() {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder));
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "mcp==2.3.0"]));
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
#[ignore = "needs Python 3.10 with the MCP SDK, which it fetches with pip"]
fn python_sdk() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mcp_client.py");
    let out = run(Command::new(python()).arg(script).arg(env!("CARGO_BIN_EXE_arbiter")));
    assert_eq!(out.trim(), "ok");
}
