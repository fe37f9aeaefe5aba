//! `arbiter win --checkpoint`.

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};

use common::run;

/// Mates in 7, 7 and 6 that take some ten or hundred thousand positions, and how many to stop after.
const LONG: [(&str, &str, u64); 3] = [
    ("2Q4r/8/8/8/6Rp/6p1/5Npk/4K2b w - - 0 1", "win 13", 20_000),
    ("2k1K3/2B5/1Pp5/p1N1p3/P1p5/2pp1n2/3r2bp/3B4 w - - 0 1", "win 13", 60_000),
    ("4K3/3N4/4k3/1P2B3/4P3/8/5P2/8 w - - 0 1", "win 11", 15_000),
];

/// Of the 4×4 game, lost and won.
const SMALL: [(&str, &str); 3] = [
    ("1q2/1nrR/4/N1Q1 w", "no-win never (lost in 18)"),
    ("1R1N/3q/n1r1/2Q1 w", "no-win never (lost in 18)"),
    ("2Q1/r3/n2R/q1N1 w", "win 21"),
];

/// A mate in 7 that takes long enough for a second thread to help.
const LONGER: &str = "1Qbr4/p7/NpPNpPn1/1Prk2p1/R2P4/KP1p1pnB/3P1b2/8 w - - 0 1";

/// Nothing is forced.
const QUIET: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A path at which nothing is.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Asks again and again, each time with a limit, until nothing is left.
fn asked_in_parts(arguments: &[&str], nodes: u64, file: &Path) -> (String, u32) {
    let nodes = nodes.to_string();
    let mut bound = 0;
    for times in 1..100 {
        let arguments = [arguments, &["--nodes", &nodes, "--checkpoint", text(file)]].concat();
        let ran = run(&arguments, "");
        let line = ran.lines()[0].to_string();
        if !file.exists() {
            ran.with_code(0);
            return (line, times);
        }
        // A mate that is short enough is an answer, and what is left is whether there is a shorter one.
        ran.with_code(if line.starts_with("win ") { 0 } else { 3 });
        // What was proved stays proved.
        let proved = no_win_within(&line);
        assert!(bound <= proved, "{line} after {bound}");
        bound = proved;
    }
    panic!("{arguments:?}");
}

/// Of an answer that a limit stopped.
fn no_win_within(line: &str) -> u32 {
    let text = line.strip_prefix("undecided ").or_else(|| line.split("no win within ").nth(1));
    let number = text.and_then(|text| text.split([' ', ')']).next());
    number.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{line}"))
}

#[test]
fn in_parts_the_answer_is_the_same() {
    let file = fresh("parts.checkpoint");
    for (position, answer, nodes) in LONG {
        for question in [&["--shortest"][..], &["--mate", "7"]] {
            let arguments = [&["win", position], question].concat();
            let (line, times) = asked_in_parts(&arguments, nodes, &file);
            assert_eq!(line, answer, "{arguments:?}");
            assert!(times > 1, "{arguments:?}");
        }
        let (line, _) = asked_in_parts(&["win", position, "--within", "8"], nodes / 3, &file);
        assert_eq!(line, "no-win 8");
    }
}

#[test]
fn in_parts_in_the_small_games() {
    let file = fresh("small.checkpoint");
    for (position, answer) in SMALL {
        let arguments = ["win", "--rules", "simplified", "--shortest", position];
        let (line, times) = asked_in_parts(&arguments, 60_000, &file);
        assert_eq!(line, answer, "{position}");
        assert!(times > 1, "{position}");
    }
}

#[test]
fn two_threads() {
    let alone = run(&["win", "--mate", "6", LONGER], "").with_code(0);
    assert_eq!(alone.lines(), ["no-win 11"]);
    let arguments = ["win", "--mate", "7", "--threads", "2", LONGER];
    assert_eq!(run(&arguments, "").with_code(0).lines(), ["win 13"]);
    let file = fresh("threads.checkpoint");
    let (line, times) = asked_in_parts(&arguments, 500_000, &file);
    assert_eq!(line, "win 13");
    assert!(times > 1);
}

#[test]
fn a_mate_that_is_short_enough_is_an_answer() {
    let file = fresh("enough.checkpoint");
    // A mate in 9 is soon found, and not that there is none in 8.
    let position = "3B4/8/2kN4/4K3/8/2P1p3/4P3/8 w - - 0 1";
    let ask = |most: &[&str], more: &[&str]| {
        let limit = ["--nodes", "100000"];
        run(&[&["win", position], most, &limit, more].concat(), "")
    };
    let said = ask(&["--mate", "12"], &["--checkpoint", text(&file)]).with_code(0);
    let line = said.lines()[0];
    assert!(line.starts_with("win ") && line.contains(" (node limit; no win within "), "{line}");
    assert!(file.exists());
    let json = ask(&["--mate", "12"], &["--json", "--certificate"]).with_code(0);
    let said: serde_json::Value = serde_json::from_str(json.lines()[0]).unwrap();
    assert_eq!((&said["verdict"], &said["limit"]), (&"win".into(), &"nodes".into()));
    assert_eq!(line, format!("win {} (node limit; no win within {})", said["plies"], said["no_win_within"]));
    assert_eq!(said.get("shortest"), None);
    // What is claimed is proved.
    let verified = run(&["verify", "-"], &json.out).with_code(0);
    assert!(verified.out.starts_with("accepted: ") && !verified.out.contains("no fewer"), "{}", verified.out);
    // To ask for the shortest is to ask for more.
    let shortest = ask(&["--shortest"], &[]).with_code(3);
    assert!(shortest.lines()[0].starts_with("undecided "), "{}", shortest.out);
}

#[test]
fn a_certificate_after_a_stop() {
    let file = fresh("certificate.checkpoint");
    let arguments = ["win", "--mate", "5", "--certificate", "--checkpoint", text(&file), LONG[2].0];
    run(&[&arguments[..], &["--nodes", "15000"]].concat(), "").with_code(3);
    assert!(file.exists());
    let ran = run(&arguments, "").with_code(0);
    assert!(!file.exists());
    let verified = run(&["verify", "-"], &ran.out).with_code(0);
    assert!(verified.out.starts_with("accepted: "), "{}", verified.out);
}

#[test]
fn what_is_no_checkpoint_is_left_alone() {
    let file = fresh("refused.checkpoint");
    let arguments =
        |position| ["win", "--mate", "6", "--nodes", "300000", "--checkpoint", text(&file), position];
    run(&arguments(QUIET), "").with_code(3);
    let whole = fs::read(&file).unwrap();
    let refused = |arguments: &[&str], bytes: &[u8], why: &str| {
        fs::write(&file, bytes).unwrap();
        let ran = run(arguments, "").with_code(1);
        assert_eq!(ran.out, "");
        assert!(ran.err.contains(why) && ran.err.contains("refused.checkpoint"), "{}", ran.err);
        assert_eq!(fs::read(&file).unwrap(), bytes);
    };
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    refused(&arguments(QUIET), &damaged, "damaged");
    refused(&arguments(QUIET), &whole[..whole.len() - 7], "damaged");
    refused(&arguments(QUIET), &[], "not a checkpoint");
    refused(&arguments(QUIET), b"8/8/8/4k3/8/8/8/K6R w - -\n", "not a checkpoint");
    let mut later = whole.clone();
    later[8] += 1;
    refused(&arguments(QUIET), &later, "version 2");
    refused(&arguments(LONG[0].0), &whole, "another position");
    let mut question = arguments(QUIET);
    question[2] = "7";
    refused(&question, &whole, "another question, --within 11");
    let other_game = [&arguments("8/8/8/4k3/8/8/8/K6R w - -")[..], &["--rules", "pawnless"]].concat();
    refused(&other_game, &whole, "the game standard, not pawnless");
    // Whole, but with a proof about nothing.
    let mut unsound = whole.clone();
    let end = unsound.len() - 4;
    unsound[end - 40..end].fill(0xFF);
    let crc = crc32fast::hash(&unsound[..end]);
    unsound[end..].copy_from_slice(&crc.to_le_bytes());
    refused(&arguments(QUIET), &unsound, "a proof is about nothing that can be");
    // Nothing is wrong with it.
    fs::write(&file, &whole).unwrap();
    run(&arguments(QUIET), "").with_code(3);
}

#[test]
fn one_position() {
    let file = fresh("several.checkpoint");
    let short = "8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1";
    let several = run(&["win", "--mate", "2", "--checkpoint", text(&file), short, short], "").with_code(2);
    assert!(several.err.contains("a single position"), "{}", several.err);
    let piped = run(&["win", "--mate", "2", "--checkpoint", text(&file)], short).with_code(2);
    assert!(piped.err.contains("a single position"), "{}", piped.err);
    let wrong = run(&["win", "--mate", "2", "--checkpoint", text(&file), "8/8 w"], "").with_code(1);
    assert!(wrong.lines()[0].starts_with("error: "), "{}", wrong.out);
    assert!(!file.exists());
    // From a file too.
    let positions = common::file("one.fen", short);
    let ran = run(&["win", "--mate", "2", "--checkpoint", text(&file), text(&positions)], "").with_code(0);
    assert_eq!(ran.lines(), ["win 3"]);
    assert!(!file.exists());
    let nowhere = fresh("no-such-folder").join("checkpoint");
    run(&["win", "--mate", "2", "--checkpoint", text(&nowhere), short], "").with_code(1);
}

/// Ctrl-C, and on with it.
#[cfg(unix)]
#[test]
fn interrupted() {
    use std::process::Command;
    use std::time::Duration;

    let file = fresh("interrupted.checkpoint");
    let arguments = ["win", "--mate", "9", "--time", "none", "--checkpoint", text(&file), QUIET];
    let mut bound = 0;
    for _ in 0..2 {
        let child = common::start(&arguments);
        std::thread::sleep(Duration::from_secs(2));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let line = String::from_utf8(output.stdout).unwrap();
        let proved = no_win_within(&line);
        assert!(line.ends_with("(interrupted)\n") && proved >= bound, "{line}");
        assert!(fs::metadata(&file).unwrap().len() > 1000);
        bound = proved;
    }
    assert!(bound >= 6, "{bound}");
}
