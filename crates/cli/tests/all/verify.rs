//! `arbiter verify`, and that whatever the command proves is accepted.

use crate::common;

use std::time::{Duration, Instant};

use common::{Dice, file, run};
use serde_json::json;

const MATE: &str = "7k/6Q1/6K1/8/8/8/8/8 b - -";

/// The answers to random positions, those with errors left out.
fn answers(arguments: &[&str], positions: &[String]) -> Vec<String> {
    let ran = run(&[arguments, &["--json", "--certificate"]].concat(), &positions.join("\n"));
    let rows: Vec<&str> = ran.lines();
    assert_eq!(rows.len(), positions.len(), "{}", ran.err);
    rows.into_iter().filter(|row| !row.contains("\"error\":{")).map(str::to_owned).collect()
}

#[track_caller]
fn all_accepted(rows: &[String]) {
    let verified = run(&["verify"], &rows.join("\n")).with_code(0);
    let lines = verified.lines();
    assert_eq!(lines.len(), rows.len());
    assert!(lines.iter().all(|line| line.starts_with("accepted: ")));
}

#[test]
fn status_certificates_are_accepted() {
    let games = [
        ("standard", 8, "Kk", "QRBNPqrbnp", 10),
        ("standard", 8, "Kk", "Qq", 3),
        ("pawnless", 8, "Kk", "QRBNqrbn", 12),
        ("simplified", 4, "Qq", "RBNrbn", 10),
        ("simplified-pawns", 4, "Qq", "RBNPrbnp", 10),
    ];
    for (rules, size, always, others, most) in games {
        let mut dice = Dice(11);
        let positions: Vec<String> = (0..800).map(|_| dice.position(size, always, others, most)).collect();
        let rows = answers(&["status", "--rules", rules], &positions);
        assert!(rows.len() > 200, "{rules}: {}", rows.len());
        all_accepted(&rows);
    }
}

#[test]
fn every_status_is_proved() {
    let positions = [
        MATE.to_owned(),
        "7k/5Q2/6K1/8/8/8/8/8 b".into(),
        "7k/8/6KQ/8/8/8/8/8 b".into(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
        // The only moves are en passant captures, castling is refuted on the way.
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1".into(),
        "4k3/8/8/8/8/8/5r2/R3K2R w KQ - 5 20".into(),
        "k.......\n........\n.K......\n........\n........\n........\n........\n......Q.\nb".into(),
    ];
    all_accepted(&answers(&["status"], &positions));
}

#[test]
fn reach_certificates_are_accepted() {
    let mut dice = Dice(12);
    let mut positions: Vec<String> = (0..800).map(|_| dice.position(8, "", "KQRBNPPPkqrbnppp", 40)).collect();
    positions.push("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into());
    positions.push("4k3/8/8/8/8/3P4/1PPPPPPP/P3K3 w - - 0 1".into());
    let rows = answers(&["reach", "--by", "rules"], &positions);
    assert_eq!(rows.len(), positions.len());
    all_accepted(&rows);
}

#[test]
fn win_certificates_are_accepted() {
    for (rules, others) in [("simplified", "RBNrbn"), ("simplified-pawns", "RBNPPrbnpp")] {
        let mut dice = Dice(13);
        let positions: Vec<String> = (0..300).map(|_| dice.position(4, "Qq", others, 8)).collect();
        for within in ["1", "4", "7"] {
            let rows = answers(&["win", "--rules", rules, "--within", within], &positions);
            assert_eq!(rows.len(), positions.len());
            all_accepted(&rows);
        }
        let rows = answers(&["win", "--rules", rules, "--shortest", "--nodes", "20000"], &positions);
        // The limit leaves some undecided, and some certificates unwritten.
        let decided: Vec<String> =
            rows.into_iter().filter(|row| !row.contains("\"certificate\":null")).collect();
        assert!(decided.len() > 200, "{}", decided.len());
        assert!(decided.iter().any(|row| row.contains("\"lost_in\"")));
        all_accepted(&decided);
    }
}

fn certificate() -> String {
    run(&["status", "--certificate", MATE], "").with_code(0).out
}

#[test]
fn one_certificate_in_any_layout() {
    let text = certificate();
    let pretty =
        serde_json::to_string_pretty(&serde_json::from_str::<serde_json::Value>(&text).unwrap()).unwrap();
    let accepted = format!("accepted: checkmate: {MATE} (standard)\n");
    assert_eq!(run(&["verify"], &text).with_code(0).out, accepted);
    assert_eq!(run(&["verify", "-"], &pretty).with_code(0).out, accepted);
    let path = file("verify_pretty.json", &format!("\n{pretty}\n\n{text}{pretty}"));
    assert_eq!(run(&["verify", path.to_str().unwrap()], "").with_code(0).out, accepted.repeat(3));
}

#[test]
fn refusals_name_their_place() {
    let text = certificate();
    let path = file("verify_refused.jsonl", &format!("{text}\n{}{text}", text.replace("checkmate", "check")));
    let path = path.to_str().unwrap();
    let ran = run(&["verify", path], "").with_code(1);
    let lines = ran.lines();
    assert!(lines[0].starts_with("accepted: checkmate: "), "{}", ran.out);
    assert!(lines[1].starts_with(&format!("refused: {path}:3: ")), "{}", ran.out);
    assert!(lines[2].starts_with("accepted: checkmate: "), "{}", ran.out);
    assert_eq!(ran.err, "arbiter: 3 certificates: 1 not accepted\n");

    let ran = run(&["verify", "--json", path], "").with_code(1).json();
    assert_eq!(
        ran[0],
        json!({
            "input": format!("{path}:1"), "verdict": "accepted", "claim": format!("checkmate: {MATE} (standard)")
        })
    );
    assert_eq!(ran[1]["input"], format!("{path}:3"));
    assert_eq!(ran[1]["verdict"], "refused");
    assert!(ran[1]["reason"].is_string());
}

#[test]
fn packed_files_are_unpacked() {
    let text = format!("{}\n{}\n", certificate(), certificate());
    let packed = zstd::encode_all(text.as_bytes(), 3).unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = file(name, "");
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let whole = write("packed.zst", &packed);
    let ran = run(&["verify", whole.to_str().unwrap()], "").with_code(0);
    assert_eq!(ran.lines().len(), 2);
    // Some programs begin with a frame that is to be skipped; what follows the last frame is none.
    let skipped = [&[0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 9, 9, 9, 9], &packed[..]].concat();
    let ran = run(&["verify", write("skipped.zst", &skipped).to_str().unwrap()], "").with_code(0);
    assert_eq!(ran.lines().len(), 2);
    let more = [&packed[..], b"more"].concat();
    let ran = run(&["verify", write("more.zst", &more).to_str().unwrap()], "").with_code(1);
    assert!(ran.out.ends_with("cannot read: expected frames of zstd, found other bytes\n"), "{}", ran.out);
    let cut = write("cut.zst", &packed[..packed.len() / 2]);
    let ran = run(&["verify", cut.to_str().unwrap()], "").with_code(1);
    assert!(ran.out.contains("cannot read"), "{}", ran.out);
    let magic = write("magic.zst", &packed[..4]);
    run(&["verify", magic.to_str().unwrap()], "").with_code(1);
    // Four megabytes of zeros in some hundred bytes are no certificate, and no trouble.
    let zeros = write("zeros.zst", &zstd::encode_all(&vec![b'0'; 4 << 20][..], 19).unwrap());
    run(&["verify", zeros.to_str().unwrap()], "").with_code(1);
}

/// A certificate that takes long, for it is long: knights go there and back.
fn long_game(plies: usize) -> String {
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let certificate = json!({
        "format": "arbiter-certificate", "version": 2, "rules": "standard", "question": "legality",
        "position": position, "claim": {"answer": "legal"},
        "evidence": {"draws": "ignored", "game": moves.repeat(plies / 4)},
    });
    format!("{certificate}\n")
}

#[test]
fn limits_stop_a_check() {
    let text = certificate() + &long_game(1_000_000) + &certificate();
    let ran = run(&["verify", "--time", "100ms", "--threads", "1"], &text).with_code(3);
    let lines = ran.lines();
    assert!(lines[0].starts_with("accepted: "), "{}", ran.out);
    assert_eq!(lines[1..], ["stopped: -:2: the time limit", "stopped: -:3: the time limit"]);
    assert_eq!(ran.err, "arbiter: 3 certificates: 2 undecided\n");
    // Tables are unpacked, with all that follows from them.
    let tables =
        run(&["win", "8/8/8/8/3k4/8/8/K1Q5 w - -", "--mate", "4", "--certificate"], "").with_code(0).out;
    assert!((20 << 10..32 << 10).contains(&tables.len()), "{}", tables.len());
    run(&["verify", "--memory", "256KiB"], &tables).with_code(0);
    let ran = run(&["verify", "--memory", "128KiB", "--json"], &tables).with_code(3);
    let found = &ran.json()[0];
    assert_eq!(*found, json!({"input": "-:1", "verdict": "stopped", "reason": "the memory limit"}));
    // Longer than a quarter of the memory.
    let ran = run(&["verify", "--memory", "128KiB"], &format!("{tables}{}", "x".repeat(64 << 10)));
    assert_eq!(ran.with_code(3).lines()[1], "stopped: -:2: the memory limit");
}

/// None takes longer than its size pays for, and those that do not are checked, in order.
#[test]
fn a_time_for_each_byte() {
    // Space between parts of it is paid for, too.
    let (short, long) =
        (certificate().replacen('{', &format!("{{{}", " ".repeat(5_000)), 1), long_game(40_000));
    let text = (short.clone() + &long).repeat(20);
    let started = Instant::now();
    let ran = run(&["verify", "--per-byte", "30ns", "--threads", "1"], &text).with_code(3);
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
    for (number, line) in (1..).zip(ran.lines()) {
        let stopped = format!("stopped: -:{number}: the time limit");
        assert!(
            if number % 2 == 1 { line.starts_with("accepted: ") } else { line == stopped },
            "{}",
            ran.out
        );
    }
    assert_eq!(ran.err, "arbiter: 40 certificates: 20 undecided\n");
    // What is shorter holds.
    let both = ["verify", "--per-byte", "1ms", "--time", "100ms"];
    assert_eq!(run(&both, &long_game(1_000_000)).with_code(3).lines(), ["stopped: -:1: the time limit"]);
    for wrong in ["0us", "0.1ns", "us", "1e3us", "1 day", ""] {
        let ran = run(&["verify", "--per-byte", wrong], &certificate()).with_code(2);
        assert!(ran.err.contains("--per-byte"), "{wrong}: {}", ran.err);
    }
    for long in ["0.5 µs", "999999999999999999s", "none"] {
        run(&["verify", "--per-byte", long], &certificate()).with_code(0);
    }
}

/// The time is for all of them: many that take long cost no more than one, and what comes later is not read.
#[test]
fn the_time_is_for_all_certificates() {
    let started = Instant::now();
    let ran = run(&["verify", "--time", "1s"], &long_game(1_000_000).repeat(30)).with_code(3);
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
    let lines = ran.lines();
    assert!(lines.iter().skip(5).all(|line| line.starts_with("stopped: -:")), "{}", ran.out);
    assert!(lines.last().unwrap().ends_with(": the time limit") && lines.len() < 30, "{}", lines.len());
}

/// What a program took at most, in KiB, if the system tells.
#[cfg(target_os = "linux")]
fn peak_memory(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// What a command writes, its exit status, and what it took at most in KiB.
#[cfg(target_os = "linux")]
fn peak(arguments: &[&str]) -> (String, Option<i32>, u64) {
    use std::io::Read;
    let mut child = common::start(arguments);
    drop(child.stdin.take());
    let mut out = String::new();
    let pid = child.id();
    let (stop, stopped) = std::sync::mpsc::channel();
    let watch = std::thread::spawn(move || {
        let mut most = 0;
        while stopped.recv_timeout(Duration::from_millis(2)).is_err() {
            most = peak_memory(pid).unwrap_or(most);
        }
        most
    });
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    let code = child.wait().unwrap().code();
    stop.send(()).unwrap();
    (out, code, watch.join().unwrap())
}

/// Lists of very many nodes, which are all read before one is refused, take about four times their size, with
/// their text.
#[test]
#[cfg(target_os = "linux")]
fn nodes_take_little_more_than_their_text() {
    let mut placed = vec![String::new()];
    for man in "KkNnBbQ".chars() {
        let next = |text: &String| (0..8).map(move |file| row_with(text, man, file)).collect::<Vec<_>>();
        placed = placed.iter().flat_map(next).take(400_000).collect();
    }
    let nodes = |side: &str, rest: &str| {
        let nodes: Vec<String> = placed.iter().map(|men| format!("[\"{men}8 {side}\",{rest}]")).collect();
        nodes.join(",")
    };
    for (name, head, nodes) in [
        (
            "wins.zst",
            r#""rules":"pawnless","question":"win","position":"8/8/8/K7/8/k7/8/8 w","claim":{"answer":"no-win","plies":9},"evidence":{"refutation":["#,
            nodes("b", "7,null"),
        ),
        (
            "pasts.zst",
            r#""rules":"standard","question":"legality","position":"8/8/8/K7/8/k7/8/8 w - -","claim":{"answer":"illegal"},"evidence":{"nodes":["#,
            nodes("b - -", "\"retract\""),
        ),
    ] {
        let text = format!("{{\"format\":\"arbiter-certificate\",\"version\":2,{head}{nodes}]}}}}\n");
        let path = file(name, "");
        std::fs::write(&path, zstd::encode_all(text.as_bytes(), 1).unwrap()).unwrap();
        let (out, code, most) = peak(&["verify", path.to_str().unwrap()]);
        assert!(out.starts_with("refused: ") && code == Some(1), "{out}");
        let size = text.len() as u64 >> 10;
        assert!(size > 12 << 10 && most < 9 * size / 2 + (16 << 10), "{name}: {most} KiB for {size}");
        // The limit of unpacking is told.
        let (out, code, _) = peak(&["verify", "--unpacked", "1MiB", path.to_str().unwrap()]);
        assert!(out.contains("more than 1048576 bytes when unpacked, the limit of --unpacked"), "{out}");
        assert_eq!(code, Some(1));
    }
}

/// One more rank, with a man on a file.
fn row_with(text: &str, man: char, file: usize) -> String {
    let run = |empty: usize| if empty == 0 { String::new() } else { empty.to_string() };
    format!("{text}{}{man}{}/", run(file), run(7 - file))
}

/// Files that grow to gigabytes when they are unpacked: one line; one certificate with a list; many lines.
#[test]
#[cfg(target_os = "linux")]
fn packed_files_do_not_fill_the_memory() {
    use std::io::Write;
    let nodes = r#"{"format":"arbiter-certificate","version":2,"rules":"standard","question":"legality",
        "position":"8/8/8/K7/8/k7/8/8 w - -","claim":{"answer":"illegal"},"evidence":{"nodes":["#;
    let nodes = nodes.replace('\n', "");
    for (name, head, body, times) in [
        ("line.zst", "", "0".repeat(1 << 20), 3 << 10),
        ("list.zst", &*nodes, "[],".repeat(1 << 18), 3 << 10),
        ("lines.zst", "", format!("{}\n", "0".repeat(100 << 20)), 20),
    ] {
        let path = file(name, "");
        let mut packed = zstd::Encoder::new(std::fs::File::create(&path).unwrap(), 1).unwrap();
        packed.write_all(head.as_bytes()).unwrap();
        (0..times).for_each(|_| packed.write_all(body.as_bytes()).unwrap());
        packed.finish().unwrap();
        let size = std::fs::metadata(&path).unwrap().len();
        assert!(size < 1 << 20, "{name}: {size} bytes");
        let (out, code, most) = peak(&["verify", "--memory", "256MiB", path.to_str().unwrap()]);
        assert!(out.starts_with("stopped: ") && out.contains("the memory limit"), "{name}: {out}");
        assert_eq!(code, Some(3), "{name}");
        assert!(most > 0 && most < 700 << 10, "{name}: {most} KiB");
    }
}

#[test]
fn what_cannot_be_read_is_refused() {
    let text = certificate();
    let cut = &text[..text.len() / 2];
    let ran = run(&["verify"], &format!("{cut}\n{text}hello\n[]\n{{}}\n42\n{cut}")).with_code(1);
    let verdicts: Vec<&str> = ran.lines().iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(
        verdicts,
        ["refused:", "accepted:", "refused:", "refused:", "refused:", "refused:", "refused:"]
    );
    assert!(ran.lines()[6].starts_with("refused: -:7: "), "{}", ran.out);

    let path = file("verify_bytes.json", "");
    std::fs::write(&path, [b"\xFF\xFE\n".as_slice(), text.as_bytes()].concat()).unwrap();
    let ran = run(&["verify", path.to_str().unwrap(), "no-such-file.json"], "").with_code(1);
    assert!(ran.lines()[0].contains(":1: not UTF-8"), "{}", ran.out);
    assert!(ran.lines()[1].starts_with("accepted: "), "{}", ran.out);
    assert!(ran.lines()[2].starts_with("refused: no-such-file.json:1: cannot read: "), "{}", ran.out);
}

#[test]
fn nothing_to_check_is_no_success() {
    let ran = run(&["verify"], "\n \n").with_code(1);
    assert_eq!(ran.out, "refused: -:1: it contains no certificate\n");
}

#[test]
fn answers_without_a_claim() {
    let undecided = ["win", "--rules", "simplified", "--shortest", "--nodes", "1000", "3Q/N1Bn/q3/3b w"];
    let inside = run(&[&undecided[..], &["--json", "--certificate"]].concat(), "").with_code(3).out;
    let alone = run(&[&undecided[..], &["--certificate"]].concat(), "").with_code(3).out;
    let error = run(&["status", "--certificate", "x"], "").with_code(1).out;
    let ran = run(&["verify"], &(inside + &alone + &error)).with_code(1);
    assert_eq!(
        ran.lines(),
        [
            "none: -:1: undecided, nothing is claimed",
            "none: -:2: undecided, nothing is claimed",
            "none: -:3: there was an error instead of an answer",
        ]
    );
}

#[test]
fn an_answer_must_be_what_its_certificate_proves() {
    let refused = |text: &str, why: &str| {
        let ran = run(&["verify"], text).with_code(1);
        assert!(ran.out.starts_with("refused: ") && ran.out.contains(why), "{}", ran.out);
    };
    let status = run(&["status", "--json", "--certificate", MATE], "").with_code(0).out;
    refused(&status.replacen("checkmate", "check", 1), "proves another verdict");
    refused(&status.replacen("7k/6Q1", "7k/7Q", 1), "is about another position");
    refused(&status.replacen("b - -", "w - -", 1), "is about another position");
    // A key twice: whatever a reader may make of it.
    refused(&status.replacen("\"certificate\"", "\"certificate\":null,\"certificate\"", 1), "no certificate");
    refused(&status.replacen("\"verdict\"", "\"verdict\":\"safe\",\"verdict\"", 1), "verdict");
    let bare = run(&["status", "--json", MATE], "").with_code(0).out;
    refused(&bare, "there is no certificate for this answer");

    let win = ["win", "--rules", "simplified", "--json", "--certificate"];
    let won = run(&[&win[..], &["--shortest", "rnq1/R3/1QN1/4 w"]].concat(), "").with_code(0).out;
    refused(&won.replacen("\"plies\":3", "\"plies\":1", 1), "proves less");
    let held = run(&[&win[..], &["--within", "2", "rnq1/R3/1QN1/4 w"]].concat(), "").with_code(0).out;
    refused(&held.replacen("\"plies\":2", "\"plies\":null", 1), "proves less");
    let broken = run(&["reach", "--by", "rules", "--json", "--certificate", "8/8/8/8/8/8/8/8"], "").out;
    refused(&broken.replacen("\"rules\":[1]", "\"rules\":[1,2]", 1), "proves less");
}

#[test]
fn certificates_in_a_pipe_of_their_own_kind() {
    let mut dice = Dice(14);
    let positions: Vec<String> = (0..200).map(|_| dice.position(4, "Qq", "RBNrbn", 6)).collect();
    let proved =
        run(&["win", "--rules", "simplified", "--within", "5", "--certificate"], &positions.join("\n"));
    let verified = run(&["verify", "--threads", "3"], &proved.with_code(0).out).with_code(0);
    assert_eq!(verified.lines().len(), positions.len());
}

/// The number of moves of a stipulation is compared too: with more there may be a win, with fewer none, and
/// there are other keys.
#[test]
fn stipulations_are_compared() {
    let answer = |stipulation: &str, position: &str| {
        let asked = ["win", "--keys", "--json", "--certificate", "--stipulation", stipulation, position];
        run(&asked, "").with_code(0).out
    };
    let with = |text: &str, from: &str, to: &str| {
        let said = |stipulation: &str| format!("\"stipulation\":\"{stipulation}\"");
        assert!(text.contains(&said(from)), "{text}");
        run(&["verify"], &text.replacen(&said(from), &said(to), 1)).out
    };
    let held = answer("s#2", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(with(&held, "s#2", "s#1").starts_with("accepted: no-win (selfmate) within 4 plies"));
    assert!(with(&held, "s#2", "s#3").contains("is about a different number of moves than the stipulation"));
    // Stalemate in one, and in two with any of five.
    let won = answer("=2", "7k/8/5K2/8/6Q1/8/8/8 w - - 0 1");
    assert!(
        with(&won, "=2", "=2")
            .starts_with("accepted: win (stalemate) within 1 ply and no fewer, keys within 3")
    );
    for other in ["=1", "=3"] {
        assert!(with(&won, "=2", other).contains("has different keys than the answer"), "{other}");
    }
    // One that is not needed is compared as well.
    let mate = run(&["win", "--mate", "2", "--json", "--certificate", "7k/8/5K2/8/8/8/8/R7 w"], "").out;
    let named = |stipulation: &str| {
        let said = format!("\"stipulation\":\"{stipulation}\",\"plies\":3");
        run(&["verify"], &mate.replacen("\"plies\":3", &said, 1)).out
    };
    assert!(named("#2").starts_with("accepted: win within 3 plies and no fewer"), "{}", named("#2"));
    assert!(named("#1").contains("is about a different number of moves"), "{}", named("#1"));
}

/// What shows that no game is shorter is checked too, and what was only searched is named.
#[test]
fn shortest_games_are_certified() {
    let answer = |position: &str| {
        run(&["reach", "--shortest", "--json", "--certificate", position], "").with_code(0).out
    };
    let verified = |text: &str, code: i32| run(&["verify"], text).with_code(code).out;
    let exchange = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq -";
    let three = answer(exchange);
    let accepted = format!(
        "accepted: legal, and no game of fewer than 3 plies: {exchange} (standard); not covered: level, reason\n"
    );
    assert_eq!(verified(&three, 0), accepted);
    let refused = |text: &str, why: &str| {
        let said = verified(text, 1);
        assert!(said.starts_with("refused: ") && said.contains(why), "{said}");
    };
    refused(&three.replacen("\"at_least\":3,\"shortest\"", "\"at_least\":5,\"shortest\"", 1), "proves less");
    refused(&three.replacen("\"legal\",\"at_least\":3", "\"legal\",\"at_least\":5", 1), "certificate");
    refused(&three.replacen("\"legal\",\"at_least\":3", "\"legal\",\"at_least\":1", 1), "certificate");

    let open = answer("rn1qkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR b ? ?");
    let any = "and no game of fewer than 7 plies (any castling rights and en passant square): ";
    assert!(verified(&open, 0).contains(any));
    refused(&open.replacen(",\"en_passant\":\"any\"", "", 1), "proves less");

    let searched = answer("1rbqkbnr/p3pppp/3p4/1pp5/7P/1PPP1P2/P5P1/RNBQKBNR b KQk -");
    let said = verified(&searched, 0);
    assert!(said.contains("and no game of fewer than 13 plies: "), "{said}");
    assert!(said.contains("; that no game has 14 plies or fewer was searched, and is not proved;"), "{said}");
    refused(&searched.replacen("\"searched\":{\"plies\":14", "\"searched\":{\"plies\":12", 1), "proves less");
}

/// What is wrong, and where, can be read without the sentence.
#[test]
fn json_names_the_rule_and_the_place() {
    let mut forged: serde_json::Value =
        serde_json::from_str(run(&["status", "--certificate", MATE], "").with_code(0).lines()[0]).unwrap();
    forged["evidence"]["refuted"][0] = json!(["h8h1", "g7"]);
    let lines = format!("{forged}\nno JSON\n{{\"verdict\": \"checkmate\"}}\n");
    let ran = run(&["verify", "--json"], &lines).with_code(1);
    let rows: Vec<serde_json::Value> =
        ran.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let fault = &rows[0]["fault"];
    assert_eq!((&fault["rule"], &fault["section"]), (&json!("refuted"), &json!("`status`")), "{fault}");
    assert!(fault["place"].as_str().unwrap().starts_with("certificate.evidence.refuted"), "{fault}");
    assert!(rows[0]["reason"].as_str().unwrap().ends_with(fault["message"].as_str().unwrap()));
    assert_eq!((&rows[1]["fault"]["rule"], &rows[1]["fault"]["place"]), (&json!("form"), &json!("")));
    // No rule of the certificate is broken where there is none.
    assert_eq!((&rows[2]["verdict"], &rows[2]["fault"]), (&json!("refused"), &json!(null)));
}
