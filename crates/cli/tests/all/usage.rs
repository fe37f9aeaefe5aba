//! Help, version, manual pages, completions, wrong usage.

use crate::common;

use std::fs;
use std::path::PathBuf;
#[cfg(unix)]
use std::process::Command;

use common::run;

#[test]
fn help_starts_from_what_one_wants_to_know() {
    let ran = run(&["--help"], "").with_code(0);
    for part in ["Is it checkmate?", "arbiter status '", "Exit status:", "judge", "arbiter sql \"SELECT "] {
        assert!(ran.out.contains(part), "{part}");
    }
    // Commands that do not exist are not promised.
    assert!(!ran.out.contains("batch"));
    for command in [
        "status",
        "reach",
        "retro",
        "dead",
        "win",
        "uci",
        "serve",
        "mcp",
        "verify",
        "judge",
        "table",
        "completions",
        "man",
    ] {
        run(&[command, "--help"], "").with_code(0);
    }
    let win = run(&["win", "--help"], "").with_code(0).out;
    assert!(win.contains("default 60 s") && win.contains("1 GiB of memory"), "{win}");
    let reach = run(&["reach", "--help"], "").with_code(0).out;
    assert!(reach.contains("default 10 s") && reach.contains("256 MiB of memory"), "{reach}");
    for option in
        ["--by", "--level", "--time", "--nodes", "--memory", "--seed", "--pgn", "--repair", "--threads"]
    {
        assert!(reach.contains(option), "{option}");
    }
}

/// The examples of the help do what the help says.
#[test]
fn examples() {
    assert_eq!(run(&["status", "R5k1/5ppp/8/8/8/8/8/4K3 b"], "").with_code(0).out, "checkmate\n");
    let win = ["win", "rnq1/R3/1QN1/4 w", "--rules", "simplified", "--shortest"];
    assert_eq!(run(&win, "").with_code(0).out, "win 3\n");
    let proof = run(&[&win[..], &["--certificate"]].concat(), "").with_code(0).out;
    let accepted = "accepted: win within 3 plies and no fewer: rnq1/R3/1QN1/4 w (simplified)\n";
    assert_eq!(run(&["verify"], &proof).with_code(0).out, accepted);
    let caged = "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w";
    assert_eq!(run(&["reach", caged], "").with_code(0).out, "illegal static origins\n");
    let pgn = run(&["reach", "--pgn", "-", "4k3/8/8/8/8/8/8/4K2R w"], "").with_code(0).out;
    assert!(pgn.starts_with("[Event \"Proof game\"]\n"), "{pgn}");
    assert_eq!(run(&["reach", "--by", "rules", "4k3/8/8/8/8/3P4/1PPPPPPP/4K3 w"], "").out, "broken 5\n");
}

#[test]
fn version() {
    assert_eq!(
        run(&["--version"], "").with_code(0).out,
        concat!("arbiter ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

#[test]
fn wrong_usage() {
    for arguments in [
        &[][..],
        &["frobnicate"],
        &["server"],
        &["status", "--frobnicate"],
        &["status", "--rules", "chess"],
        &["judge"],
        &["judge", "frobnicate"],
        &["completions", "frobnicate"],
    ] {
        let ran = run(arguments, "").with_code(2);
        assert_eq!(ran.out, "");
        assert!(!ran.err.is_empty());
    }
}

#[test]
fn manual_pages() {
    assert!(run(&["man"], "").with_code(0).out.contains(".TH arbiter 1"));
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("usage_man/1");
    let _ = fs::remove_dir_all(&directory);
    run(&["man", "--out", directory.to_str().unwrap()], "").with_code(0);
    for page in
        ["arbiter", "arbiter-status", "arbiter-reach", "arbiter-win", "arbiter-verify", "arbiter-judge"]
    {
        let text = fs::read_to_string(directory.join(format!("{page}.1"))).unwrap();
        assert!(text.contains(".SH OPTIONS"), "{page}");
    }
    let ran = run(&["man", "--out", "/dev/null/x"], "").with_code(1);
    assert!(ran.err.starts_with("arbiter: /dev/null/x: "), "{}", ran.err);
}

#[test]
fn completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = run(&["completions", shell], "").with_code(0);
        assert!(
            ["simplified-pawns", "shortest", "level", "pgn"].iter().all(|word| ran.out.contains(word)),
            "{shell}"
        );
    }
}

/// What a shell's `>&-` asks for; a `/dev/null` that the caller chose is no fault, however it is opened.
#[cfg(unix)]
#[test]
fn standard_output_that_is_closed() {
    let shell = |line: &str| {
        let script = format!("exec 2>&3 3>&-; {line}");
        let arbiter = env!("CARGO_BIN_EXE_arbiter");
        let run = Command::new("bash").args(["-c", &format!("{{ {script}; }} 3>&1"), "-", arbiter]).output();
        let run = run.unwrap();
        (run.status.code(), String::from_utf8(run.stdout).unwrap())
    };
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b";
    let closed = (Some(1), "arbiter: cannot write: standard output is closed\n".to_owned());
    for command in [&format!("status '{mate}'")[..], "judge checkmate </dev/null", "uci </dev/null", "man"] {
        assert_eq!(shell(&format!("\"$1\" {command} >&-")), closed, "{command}");
    }
    for chosen in [">/dev/null", "1<>/dev/null", ">/dev/null <&-"] {
        assert_eq!(shell(&format!("\"$1\" status '{mate}' {chosen}")), (Some(0), String::new()), "{chosen}");
    }
    // Nobody hears of it, but the exit status says so.
    assert_eq!(shell(&format!("\"$1\" status '{mate}' >&- 2>&-")), (Some(1), String::new()));
}

/// Programs that drive engines give no arguments.
#[test]
fn an_engine_without_arguments() {
    let talk = "uci\r\nposition fen 7k/8/6K1/8/8/8/8/R7 w - -\ngo mate 1\n";
    let lines = run(&[], talk).with_code(0).out;
    assert!(lines.starts_with("id name Arbiter") && lines.ends_with("bestmove a1a8\n"), "{lines}");
    // Whatever else stands there is none of its business.
    for input in
        ["", "uci please\n", "isready\n", "\nuci\n", "7k/6Q1/6K1/8/8/8/8/8 b\n", &"u".repeat(100_000)]
    {
        assert!(run(&[], input).with_code(2).err.contains("Usage: arbiter"), "{input}");
    }
}

/// The same file under another name is an engine whatever its input begins with.
#[cfg(unix)]
#[test]
fn the_name_of_the_engine() {
    let link = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("arbiter-uci");
    let _ = fs::remove_file(&link);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_arbiter"), &link).unwrap();
    let mut engine = Command::new(&link)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut engine.stdin.take().unwrap(), b"isready\nquit\n").unwrap();
    assert_eq!(engine.wait_with_output().unwrap().stdout, b"readyok\n");
    // With arguments it is the command.
    let version = Command::new(&link).arg("--version").output().unwrap();
    assert!(version.stdout.starts_with(b"arbiter "));
}

/// What cargo installs beside the command.
#[test]
fn the_program_of_the_engine() {
    let engine = |arguments: &[&str], input: &str| {
        let child = common::program(env!("CARGO_BIN_EXE_arbiter-uci"), arguments).spawn().unwrap();
        common::run_child(child, input)
    };
    let talk = "isready\nposition fen 7k/8/6K1/8/8/8/8/R7 w - -\ngo mate 1\n";
    let lines = engine(&[], talk).with_code(0).out;
    assert!(lines.starts_with("readyok\n") && lines.ends_with("bestmove a1a8\n"), "{lines}");
    let version = format!("arbiter-uci {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(engine(&["--version"], "").with_code(0).out, version);
    let wrong = engine(&["uci"], talk).with_code(2);
    assert!(wrong.out.is_empty() && wrong.err.contains("Usage: arbiter-uci"), "{}", wrong.err);
}
