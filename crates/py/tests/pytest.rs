//! What is tested in Python: types, docstrings, pages, callers, Ctrl-C.

use std::path::Path;
use std::process::Command;

#[test]
fn python() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("test");
    // Of this build: <target>/tmp.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder in the target directory");
    let output = Command::new("bash").arg(script).env("CARGO_TARGET_DIR", target).output().expect("bash");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
}
