//! `arbiter mcp` as a client's process.

use crate::common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use common::{run, start};
use serde_json::{Value, json};

const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b";
const ENDLESS: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

struct Client {
    child: Child,
    input: Option<ChildStdin>,
    replies: Receiver<Value>,
}

impl Client {
    fn start(options: &[&str]) -> Client {
        let mut child = start(&[&["mcp"], options].concat());
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, replies) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = sender.send(serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}")));
            }
        });
        let input = child.stdin.take();
        Client { child, input, replies }
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all([text, "\n"].concat().as_bytes()).unwrap();
        input.flush().unwrap();
    }

    fn call(&mut self, id: u32, tool: &str, arguments: &Value) {
        self.send(&call(id, tool, arguments));
    }

    #[track_caller]
    fn reply(&self) -> Value {
        self.replies.recv_timeout(Duration::from_secs(30)).unwrap()
    }

    /// Waits for the end.
    fn end(&mut self) -> (ExitStatus, Duration) {
        let started = Instant::now();
        loop {
            match self.child.try_wait().unwrap() {
                Some(status) => return (status, started.elapsed()),
                None if started.elapsed() > Duration::from_secs(30) => panic!("it does not end"),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn call(id: u32, tool: &str, arguments: &Value) -> String {
    let params = json!({"name": tool, "arguments": arguments});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string()
}

#[test]
fn lines_in_and_lines_out() {
    let lines = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
        "",
        "  \r",
        "nonsense",
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        &call(2, "status", &json!({"position": MATED})),
        // The last line need not be ended.
        r#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#,
    ];
    let ran = run(&["mcp"], &lines.join("\n")).with_code(0);
    assert_eq!(ran.err, "");
    let mut replies = ran.json();
    replies.sort_by_key(|reply| reply["id"].as_u64());
    assert_eq!(replies.len(), 4, "{}", ran.out);
    assert_eq!(replies[0]["error"]["code"], -32700);
    assert_eq!(replies[1]["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(replies[2]["result"]["structuredContent"]["verdict"], "checkmate");
    assert_eq!(replies[3]["result"], json!({}));
    // What the tools say is what the command prints.
    let printed = run(&["status", "--json", MATED], "").json().remove(0);
    assert_eq!(replies[2]["result"]["structuredContent"], printed);
    assert_eq!(run(&["mcp"], "").with_code(0).out, "");
}

#[test]
fn many_calls_at_once() {
    let mut client = Client::start(&["--workers", "2"]);
    client.call(0, "win", &json!({"position": ENDLESS, "time": "50s"}));
    for id in 1..=100 {
        client.call(id, "status", &json!({"position": MATED}));
        client.call(1_000 + id, "win", &json!({"position": "kbK5/pp6/1P6/8/8/8/8/R7 w", "mate": 2}));
    }
    // All are answered while the first goes on.
    let mut ids: Vec<u64> = (0..200).map(|_| client.reply()["id"].as_u64().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, (1..=100).chain(1_001..=1_100).collect::<Vec<u64>>());
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}"#);
    client.send(r#"{"jsonrpc":"2.0","id":"end","method":"ping"}"#);
    // A cancelled call has no reply.
    assert_eq!(client.reply()["id"], "end");
    client.input = None;
    let (status, took) = client.end();
    assert!(status.success() && took < Duration::from_millis(900), "{status} {took:?}");
    assert!(client.replies.recv_timeout(Duration::from_secs(1)).is_err());
}

#[test]
fn what_waits_can_be_cancelled_too() {
    let mut client = Client::start(&["--workers", "1"]);
    for id in 0..5 {
        client.call(id, "win", &json!({"position": ENDLESS, "time": "50s"}));
    }
    for id in (0..5).rev() {
        let params = json!({"requestId": id});
        client.send(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}).to_string(),
        );
    }
    client.call(9, "win", &json!({"position": "kbK5/pp6/1P6/8/8/8/8/R7 w"}));
    assert_eq!(client.reply()["id"], 9);
}

#[test]
fn the_end_of_input_is_the_end() {
    let mut client = Client::start(&[]);
    client.call(1, "win", &json!({"position": ENDLESS, "time": "50s"}));
    client.input = None;
    let (status, took) = client.end();
    assert!(status.success(), "{status}");
    assert!(took > Duration::from_millis(500) && took < Duration::from_secs(10), "{took:?}");
    assert_eq!(client.reply()["result"]["structuredContent"]["limit"], "interrupt");
}

#[cfg(unix)]
#[test]
fn signals_end_it() {
    for (signal, code) in [("-INT", Some(130)), ("-TERM", None)] {
        let mut client = Client::start(&[]);
        client.call(1, "status", &json!({"position": MATED}));
        client.reply();
        client.call(2, "win", &json!({"position": ENDLESS, "time": "50s"}));
        Command::new("kill").args([signal, &client.child.id().to_string()]).status().unwrap();
        let (status, took) = client.end();
        assert_eq!(status.code(), code, "{signal}");
        assert!(took < Duration::from_secs(2), "{took:?}");
    }
}

/// A line that never ends takes no memory, and what comes after it is answered.
#[cfg(target_os = "linux")]
#[test]
fn lines_are_bounded() {
    let mut client = Client::start(&[]);
    let piece = "x".repeat(1 << 20);
    let input = client.input.as_mut().unwrap();
    for _ in 0..200 {
        input.write_all(piece.as_bytes()).unwrap();
    }
    client.send("");
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    let refused = client.reply();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&Value::Null, &json!(-32600)));
    assert!(refused["error"]["message"].as_str().unwrap().contains("more than 8388608 bytes"), "{refused}");
    assert_eq!(client.reply()["id"], 1);
    let status = std::fs::read_to_string(format!("/proc/{}/status", client.child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: u64 = peak.trim().split(' ').next().unwrap().parse().unwrap();
    assert!(peak < 64 << 10, "{peak} kB");
}

/// A client that is gone is no error of ours, and nothing goes on for it.
#[cfg(unix)]
#[test]
fn nobody_reads() {
    let line = format!("{}\n", call(1, "status", &json!({"position": MATED})));
    let script = format!(
        "(echo '{0}'; sleep 0.3; echo '{0}'; echo '{0}'; sleep 5) | \"$1\" mcp | head -1 >/dev/null; echo \"${{PIPESTATUS[1]}}\"",
        line.trim_end()
    );
    let started = Instant::now();
    let output =
        Command::new("bash").args(["-c", &script, "-", env!("CARGO_BIN_EXE_arbiter")]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "0\n");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    // (The shell waits for its last sleep.)
    assert!(started.elapsed() < Duration::from_secs(9));
}

#[test]
fn wrong_options_are_refused() {
    for wrong in [&["--workers", "0"][..], &["--time", "soon"], &["--memory", "0"], &["x"]] {
        run(&[&["mcp"], wrong].concat(), "").with_code(2);
    }
    let help = run(&["mcp", "--help"], "").with_code(0).out;
    for part in ["mcpServers", "/mcp", "--time", "explain"] {
        assert!(help.contains(part), "{part}");
    }
}

/// Calls that wait hold 128 MiB together and no more, however many they are.
#[cfg(target_os = "linux")]
#[test]
fn what_waits_is_bounded() {
    let mut client = Client::start(&["--workers", "1"]);
    client.call(0, "win", &json!({"position": ENDLESS, "time": "50s"}));
    // Each has a look before it waits: so none may be answered by that.
    let blanks = format!("\"arguments\":{{{}", " ".repeat(8_000_000));
    for id in 1..=20 {
        let call = call(id, "win", &json!({"position": ENDLESS, "time": "50s"}));
        client.send(&call.replacen("\"arguments\":{", &blanks, 1));
    }
    // The first sixteen wait.
    let mut refused: Vec<u64> = (17..=20)
        .map(|_| {
            let reply = client.reply();
            let text = reply["result"]["content"][0]["text"].as_str().unwrap();
            assert!(text.contains("waiting"), "{reply}");
            reply["id"].as_u64().unwrap()
        })
        .collect();
    refused.sort_unstable();
    assert_eq!(refused, [17, 18, 19, 20]);
    let status = std::fs::read_to_string(format!("/proc/{}/status", client.child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: u64 = peak.trim().split(' ').next().unwrap().parse().unwrap();
    assert!(peak < 500 << 10, "{peak} kB");
}
