//! Every command shown in the README and the pages for people prints what they show.

use std::path::Path;
use std::process::Command;

/// Commands of `console` blocks with the output shown below them.
fn shown(pages: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut in_block = false;
    for line in pages.lines() {
        match line {
            "```console" => in_block = true,
            "```" => in_block = false,
            _ if !in_block => {}
            _ => match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command.into(), String::new())),
                (None, Some((_, output))) => *output += &format!("{line}\n"),
                (None, None) => {}
            },
        }
    }
    commands
}

#[test]
fn commands_print_what_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let arbiter = Path::new(env!("CARGO_BIN_EXE_arbiter"));
    let page = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let pages =
        ["README.md", "docs/guide.md", "docs/inputs.md", "docs/retro.md", "docs/dead.md", "docs/win.md"]
            .map(page)
            .concat();
    let path = format!("{}:{}", arbiter.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut run = 0;
    for (command, expected) in shown(&pages).into_iter().filter(|(command, _)| command.contains("arbiter ")) {
        let output = Command::new("bash")
            .args(["-c", &command])
            .current_dir(&root)
            .env("PATH", &path)
            .output()
            .unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert_eq!(stdout.trim_end(), expected.trim_end(), "$ {command}");
        run += 1;
    }
    assert!(run >= 10, "{run}");
}
