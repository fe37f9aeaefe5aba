//! The page in a real browser, served by the command.

use std::path::Path;
use std::process::Command;

#[test]
fn page_in_a_browser() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/test");
    let output = Command::new("bash")
        .arg(script)
        .env("ARBITER_BIN", env!("CARGO_BIN_EXE_arbiter"))
        .output()
        .expect("bash is there");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
}
