//! The memory that `arbiter verify` takes, beside the size of a certificate.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// A queen takes a queen; what stands on the other squares tells the nodes apart.
fn node(number: usize) -> Value {
    let digit = |place: u32| &"RBNrbn1"[number / 7_usize.pow(place) % 7..][..1];
    let rank = |places: std::ops::Range<u32>| {
        let ones = ["1111", "111", "11"];
        ones.iter().fold(places.map(digit).collect(), |rank: String, ones| {
            rank.replace(ones, &ones.len().to_string())
        })
    };
    json!([format!("4/{}/q{}/Q3 w", rank(0..4), rank(4..7)), 1, "a1a2"])
}

fn certificate(nodes: usize) -> String {
    let strategy: Vec<Value> = (0..nodes).map(node).collect();
    let position = &strategy[0][0];
    json!({"format": "arbiter-certificate", "version": 2, "rules": "simplified", "question": "win",
        "position": position, "claim": {"answer": "win", "plies": 1}, "evidence": {"strategy": strategy}})
    .to_string()
}

/// The most bytes that it held until it accepted a certificate.
fn peak(certificate: &str) -> usize {
    let mut verify = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    let mut child =
        verify.args(["verify", "-j", "1"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{certificate}").unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    assert!(said.starts_with("accepted: "), "{said}");
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(input);
    child.wait().unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    1024 * peak.trim().split(' ').next().unwrap().parse::<usize>().unwrap()
}

#[test]
fn many_nodes_take_four_times_their_text_at_most() {
    // One more than a table of 2^17 places has room for.
    let many = certificate((1 << 17) * 7 / 8 + 1);
    let (little, much) = (peak(&certificate(1)), peak(&many));
    assert!(much - little < 4 * many.len(), "{little} {much} {}", many.len());
}
