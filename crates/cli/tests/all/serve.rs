//! `arbiter serve`: the command, and the guide's examples.
#![cfg(unix)]

use crate::common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{run, start};
use serde_json::{Value, json};

struct Server {
    child: Child,
    /// `127.0.0.1:PORT`.
    address: String,
}

impl Server {
    fn start(options: &[&str]) -> Server {
        Server::start_at("127.0.0.1:0", options)
    }

    fn start_at(bind: &str, options: &[&str]) -> Server {
        let mut child = start(&[&["serve", "--bind", bind, "--workers", "2"], options].concat());
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        Server { child, address: address.unwrap_or_else(|| panic!("{line}")).to_owned() }
    }

    /// Status and body of a response.
    fn ask(&self, endpoint: &str, request: &Value) -> (u16, String) {
        let body = request.to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let head = format!(
            "POST /api/v1/{endpoint} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        assert!(!head.contains("chunked"), "{head}");
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    /// Sends a signal, and waits for the end.
    fn end(&mut self, signal: &str) -> (Option<i32>, Duration) {
        let started = Instant::now();
        Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        (self.child.wait().unwrap().code(), started.elapsed())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_interface_says_what_the_command_prints() {
    let server = Server::start(&[]);
    let four = "rnq1/R3/1QN1/4 w";
    let mate = "kbK5/pp6/1P6/8/8/8/8/R7 w";
    let impossible = "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w";
    let table: &[(&str, &[&str], Value)] = &[
        ("status", &["7k/6Q1/6K1/8/8/8/8/8 b"], json!({})),
        ("status", &["7k/5Q2/6K1/8/8/8/8/8 b", "--certificate"], json!({"certificate": true})),
        ("status", &[four, "--rules", "simplified"], json!({"rules": "simplified"})),
        (
            "reach",
            &[impossible, "--by", "rules", "--certificate"],
            json!({"by": "rules", "certificate": true}),
        ),
        ("reach", &[impossible, "--certificate"], json!({"certificate": true})),
        ("reach", &["4k3/8/8/8/8/8/8/4K2R w", "--level", "static"], json!({"level": "static"})),
        ("reach", &["4k3/8/8/8/8/8/8/4K2R w", "--seed", "3"], json!({"seed": 3})),
        (
            "win",
            &[mate, "--mate", "2", "--keys", "--certificate"],
            json!({"mate": 2, "keys": true, "certificate": true}),
        ),
        (
            "win",
            &[mate, "--mate", "2", "--tree", "--tries=2", "--set-play"],
            json!({"mate": 2, "tree": true, "tries": 2, "set_play": true}),
        ),
        ("win", &[mate, "--within", "2"], json!({"within": 2})),
        (
            "win",
            &[four, "--shortest", "--rules", "simplified"],
            json!({"shortest": true, "rules": "simplified"}),
        ),
    ];
    for (command, arguments, options) in table {
        let printed = run(&[&[*command, "--json"], *arguments].concat(), "");
        let mut request = options.clone();
        request["position"] = json!(arguments[0]);
        let (status, body) = server.ask(command, &request);
        assert_eq!((status, body.as_str()), (200, printed.out.trim_end()), "{request}");
    }

    let lines = "7k/6Q1/6K1/8/8/8/8/8 b\n9/8 w\n8/8/8/8/8/8/8/8 w\n";
    let printed = run(&["status", "--json", "-"], lines);
    let (_, body) = server.ask("status", &json!({"positions": lines.lines().collect::<Vec<_>>()}));
    // The command counts the lines of its input, here each text has its own.
    let mut printed: Vec<Value> = printed.json();
    for object in &mut printed {
        if let Some(error) = object.get_mut("error") {
            error["line"] = json!(1);
            error.as_object_mut().unwrap().remove("file");
        }
    }
    assert_eq!(serde_json::from_str::<Value>(&body).unwrap(), json!({"answers": printed}));
}

#[test]
fn the_examples_of_the_guide_are_right() {
    let server = Server::start(&[]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = std::fs::read_to_string(root.join("docs/serve.md")).unwrap();
    let mut examples: Vec<(String, String)> = Vec::new();
    for block in guide.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => examples.push((command.into(), String::new())),
                (None, Some((_, shown))) => *shown += &format!("{line}\n"),
                (None, None) => {}
            }
        }
    }
    assert!(examples.len() >= 8, "{examples:?}");
    for (command, shown) in examples {
        let command = command.replace("localhost:8080", &server.address);
        let output = Command::new("bash").args(["-c", &command]).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed.trim_end(), shown.trim_end(), "$ {command}");
    }
}

#[test]
fn signals_end_it() {
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start(&[]);
        let _idle = TcpStream::connect(&server.address).unwrap();
        let (code, took) = server.end(signal);
        assert_eq!(code, Some(0));
        assert!(took < Duration::from_secs(3), "{took:?}");
    }
    // The second does not wait for what is in work.
    let mut server = Server::start(&[]);
    let mut search = TcpStream::connect(&server.address).unwrap();
    let body = r#"{"position": "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w", "shortest": true}"#;
    let head = "POST /api/v1/win HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\n";
    write!(search, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    search.read_exact(&mut [0; 64]).unwrap();
    Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert!(server.child.try_wait().unwrap().is_none());
    let (code, took) = server.end("-TERM");
    assert_eq!(code, Some(130));
    assert!(took < Duration::from_secs(2), "{took:?}");
}

/// A server that others can reach says so if it was not told its names.
#[test]
fn absent_names_are_told_at_the_start() {
    for (bind, names, expected) in [
        ("0.0.0.0:0", &[][..], true),
        ("0.0.0.0:0", &["--host", "chess.example"], false),
        ("127.0.0.1:0", &[], false),
    ] {
        let mut server = Server::start_at(bind, names);
        let mut err = server.child.stderr.take().unwrap();
        server.end("-TERM");
        let mut said = String::new();
        err.read_to_string(&mut said).unwrap();
        assert_eq!(said.contains("--host NAME") && said.contains("DNS rebinding"), expected, "{bind} {said}");
        assert_eq!(said.is_empty(), !expected, "{said}");
    }
}

#[test]
fn wrong_options_are_refused() {
    for wrong in [&["--workers", "0"][..], &["--time", "soon"], &["--memory", "0"], &["--queue", "0"], &["x"]]
    {
        run(&[&["serve"], wrong].concat(), "").with_code(2);
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let ran = run(&["serve", "--bind", &address], "").with_code(1);
    assert!(ran.err.contains(&address), "{}", ran.err);
    run(&["serve", "--bind", "nonsense"], "").with_code(1);
}

/// A script of that name in the place of the desktop's, which writes down what it was to open.
#[cfg(target_os = "linux")]
#[test]
fn the_page_is_opened_in_the_browser() {
    use std::os::unix::fs::PermissionsExt;

    let dir = tempfile::tempdir().unwrap();
    let (script, said) = (dir.path().join("xdg-open"), dir.path().join("said"));
    std::fs::write(&script, format!("#!/bin/sh\necho \"$1\" > {}\n", said.display())).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", dir.path().display(), std::env::var("PATH").unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    command.args(["serve", "--port", "0", "--open", "--workers", "1"]).env("PATH", path);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let server = Server { child, address: line.trim_end().into() };
    assert!(server.address.starts_with("http://127.0.0.1:"), "{}", server.address);
    let written = || std::fs::read_to_string(&said).unwrap_or_default();
    let started = Instant::now();
    while written() != line && started.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(written(), line);
}
