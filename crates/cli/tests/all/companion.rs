//! `-o`, `sql` and `cluster` run programs beside the command.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

/// A folder with the command alone in it, removed with this.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::copy(env!("CARGO_BIN_EXE_arbiter"), folder.join("arbiter")).unwrap();
        Folder(folder)
    }

    /// The exit status, and what is written to standard output and error.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(self.0.join("arbiter"));
        let output = command.args(arguments).env("PATH", "").output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn files_are_written_by_the_program_beside() {
    let folder = Folder::new("beside");
    let program = folder.0.join("arbiter-files");
    fs::write(&program, "#!/bin/sh\necho \"$@\"\nexit 3\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    for asked in
        ["status in.csv -o out.csv", "reach --level static in.csv --output=out.csv", "win a b -oc.csv"]
    {
        let arguments: Vec<&str> = asked.split(' ').collect();
        assert_eq!(folder.run(&arguments), (3, format!("{asked}\n"), String::new()));
    }
    // Not asked for: behind `--` all are positions.
    let (code, out, _) = folder.run(&["status", "--", "-o"]);
    assert!(code == 1 && out.starts_with("error: line 1"), "{code} {out}");
}

#[test]
fn commands_are_programs_beside() {
    let folder = Folder::new("commands");
    for name in ["sql", "cluster"] {
        let program = folder.0.join(format!("arbiter-{name}"));
        fs::write(&program, "#!/bin/sh\necho \"$0\" \"$@\"\nexit 130\n").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        for rest in ["SELECT 1", "--help", "-o out.csv --", "--version"] {
            let arguments: Vec<&str> = [name].into_iter().chain(rest.split(' ')).collect();
            assert_eq!(
                folder.run(&arguments),
                (130, format!("{} {rest}\n", program.display()), String::new())
            );
        }
    }
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let folder = Folder::new("nowhere");
    let (code, out, error) = folder.run(&["status", "in.csv", "-o", "out.csv"]);
    assert!(code == 2 && out.is_empty(), "{code} {out}");
    assert!(
        error.contains("arbiter-files, which was not found") && error.contains("docs/files.md"),
        "{error}"
    );
    for name in ["sql", "cluster"] {
        let (code, out, error) = folder.run(&[name, "--help"]);
        assert!(code == 2 && out.is_empty(), "{code} {out}");
        let expected = format!("arbiter-{name}, which was not found: `cargo install --path crates/{name}`");
        assert!(error.contains(&expected) && error.contains(&format!("docs/{name}.md")), "{error}");
    }
}
