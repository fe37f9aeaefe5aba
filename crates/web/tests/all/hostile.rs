//! Many clients, and clients that mean no good.

#![allow(clippy::print_stderr, reason = "measurements, shown when asked for")]

use crate::common;

use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use chess_arbiter_web::Config;
use common::{ENDLESS, MATED, Response, Running, config, post, start, start_apart};
use serde_json::{Value, json};

/// A good request with what must be in its answer.
fn good(number: usize) -> (&'static str, Value, fn(&Value) -> bool) {
    let four = "rnq1/R3/1QN1/4 w";
    match number % 8 {
        0 => ("status", json!({"position": MATED}), |answer| answer["verdict"] == "checkmate"),
        1 => ("status", json!({"positions": vec![MATED; 50]}), |answer| {
            let answers = answer["answers"].as_array().unwrap();
            answers.len() == 50 && answers.iter().all(|answer| answer["verdict"] == "checkmate")
        }),
        2 => ("reach", json!({"position": "4k3/8/8/8/8/3P4/1PPPPPPP/4K3 w", "by": "rules"}), |answer| {
            answer["verdict"] == "broken"
        }),
        3 => ("win", json!({"position": "kbK5/pp6/1P6/8/8/8/8/R7 w", "mate": 2}), |answer| {
            answer["verdict"] == "win" && answer["plies"] == 3
        }),
        4 => ("win", json!({"position": four, "rules": "simplified", "within": 6}), |answer| {
            answer["verdict"] == "no-win" || answer["verdict"] == "win"
        }),
        5 => ("verify", json!({"certificate": {}}), |answer| answer["verdict"] == "refused"),
        6 => ("read", json!({"text": "a6 b4 c8 a8\n"}), |answer| answer["cases"][0]["answer"] == "CHECKMATE"),
        _ => ("play", json!({"moves": ["e2e4"]}), |answer| answer["moves"].as_array().unwrap().len() == 20),
    }
}

/// Something that no honest client does; what comes back, if anything, is a problem.
fn bad(server: &Running, number: usize) {
    let mut stream = server.connect();
    let mut send = |bytes: &[u8]| {
        let _ = stream.write_all(bytes);
    };
    match number % 8 {
        // Half a body, then gone.
        0 => send(&post("status", json!({"position": MATED}).to_string().as_bytes(), "")[..150]),
        // A search, then gone.
        1 => {
            send(&post("win", ENDLESS.as_bytes(), "Accept: text/event-stream\r\n"));
            thread::sleep(Duration::from_millis(20));
        }
        2 => drop(server.post("status", b"{\"position\": \"\xFF\xFE\"}").problem(400)),
        3 => {
            let deep = format!("{{\"position\": {}", "[".repeat(100_000));
            server.post("status", deep).problem(400);
            let deep = format!("{{\"certificate\": {}{}}}", "[".repeat(20_000), "]".repeat(20_000));
            assert_eq!(server.ask("verify", deep)["verdict"], "refused");
        }
        4 => {
            let large = format!("{{\"position\": \"{}\"}}", " ".repeat(9 << 20));
            server.post("status", large).problem(413);
        }
        // Not HTTP.
        5 => {
            send(b"\x16\x03\x01\x02\x00\x01\x00\x01\xFC\x03\x03\r\n\r\n");
            let mut rest = Vec::new();
            let _ = stream.read_to_end(&mut rest);
            assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 400"));
        }
        // A head without end.
        6 => {
            send(b"GET / HTTP/1.1\r\nHost: localhost\r\n");
            send(format!("X: {}\r\n", "x".repeat(64 << 10)).as_bytes());
            let mut rest = Vec::new();
            let _ = stream.read_to_end(&mut rest);
            assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 4"), "{}", String::from_utf8_lossy(&rest));
        }
        // A length that is a lie.
        _ => send(b"POST /api/v1/status HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n{"),
    }
}

/// Sixty-four clients at once, of which every fourth means no good: how many good requests were answered
/// right.
fn round(server: &Running) -> usize {
    thread::scope(|scope| {
        let clients: Vec<_> = (0..64)
            .map(|client| {
                scope.spawn(move || {
                    let mut answered = 0;
                    for round in 0..6 {
                        let number = client + round;
                        if client % 4 == 3 {
                            // Each round another kind: the client's number alone is always 3 or 7 of 8.
                            bad(server, number / 4 + round);
                            continue;
                        }
                        let (endpoint, request, holds) = good(number);
                        let answer = server.ask(endpoint, request.to_string());
                        assert!(holds(&answer), "{endpoint} {request}: {answer}");
                        answered += 1;
                    }
                    answered
                })
            })
            .collect();
        clients.into_iter().map(|client| client.join().unwrap()).sum()
    })
}

#[test]
fn a_server_apart() {
    common::serve_if_child();
}

#[test]
fn sixty_four_clients_of_every_kind() {
    let server = start_apart("hostile::a_server_apart");
    // What the allocator keeps settles in the first rounds; a leak would grow with every one.
    let mut seen = Vec::new();
    for _ in 0..6 {
        let started = Instant::now();
        assert_eq!(round(&server), 48 * 6);
        let took = started.elapsed();
        thread::sleep(Duration::from_millis(200));
        let (threads, memory) = (server.status("Threads:"), server.status("VmRSS:"));
        eprintln!("288 good requests among 96 bad ones in {took:?}; {threads:?} threads, {memory:?} kB");
        seen.extend(threads.zip(memory));
    }
    if let ([(threads, first), ..], Some((threads_after, last))) = (&seen[..], seen.last()) {
        assert!(threads_after <= threads, "{seen:?}");
        assert!(*last < 100 << 10 && *last < first + (32 << 10), "{seen:?}");
    }
    assert_eq!(server.ask("status", json!({"position": MATED}).to_string())["verdict"], "checkmate");
}

#[test]
fn ten_thousand_positions_and_one_more() {
    let server = start(config());
    let positions = |count: usize| json!({"positions": vec![MATED; count], "certificate": true}).to_string();
    let started = Instant::now();
    let answer = server.ask("status", positions(10_000));
    let answers = answer["answers"].as_array().unwrap();
    assert_eq!(answers.len(), 10_000);
    assert!(answers.iter().all(|answer| answer["verdict"] == "checkmate"));
    eprintln!("10,000 positions with certificates in {:?}", started.elapsed());
    assert_eq!(server.post("status", positions(10_001)).problem(413)["field"], "positions");
    let text = format!("{MATED}\n").repeat(10_001);
    let read = server.ask("read", json!({"text": text}).to_string());
    assert_eq!(read["cases"].as_array().unwrap().len(), 10_000);
    assert_eq!(read["error"]["line"], 10_001);
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2500);
    assert_eq!(
        server.ask("play", json!({"moves": moves}).to_string())["positions"].as_array().unwrap().len(),
        10_001
    );
    server.is_idle();
}

/// A certificate that takes long, for it is long: knights go there and back.
fn long_game(plies: usize) -> Value {
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    json!({
        "format": "arbiter-certificate", "version": 2, "rules": "standard", "question": "legality",
        "position": position, "claim": {"answer": "legal"},
        "evidence": {"draws": "ignored", "game": moves.repeat(plies / 4)},
    })
}

const KERNEL: &str = "K3R2Q/3prp2/Rr1bQ2P/1Q6/Nnr2PRp/q1B1p1B1/1n1N4/b4n1k w - -";

#[test]
fn certificates_that_take_long() {
    let server = start(config());
    let certificate = long_game(1_000_000);
    let body = format!("{{\"time\":\"1s\",\"certificates\":[{certificate}]}}");
    let started = Instant::now();
    let answer = server.ask("verify", format!("{{\"time\":\"100ms\",\"certificate\":{certificate}}}"));
    assert_eq!((&answer["verdict"], &answer["reason"]), (&json!("stopped"), &json!("the time limit")));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    let answer =
        server.post("verify", format!("{{\"time\":\"5m\",\"certificate\":{certificate}}}")).problem(400);
    assert_eq!(answer["field"], "time");
    // All threads for long questions are at it, and the quick ones are answered as ever.
    let begin = |_| {
        let mut stream = server.connect();
        stream.write_all(&post("verify", body.as_bytes(), "")).unwrap();
        stream
    };
    let clients: Vec<_> = (0..16).map(begin).collect();
    std::thread::sleep(Duration::from_millis(300));
    for _ in 0..20 {
        let started = Instant::now();
        assert_eq!(server.ask("status", json!({"position": MATED}).to_string())["verdict"], "checkmate");
        assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
    }
    // Who leaves is not worked for any more.
    drop(clients);
    let started = Instant::now();
    server.is_idle();
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}

#[test]
fn certificates_that_would_fill_the_memory() {
    let server = start(config());
    let objects = vec!["{\"a\":1}"; 1_000_000].join(",");
    let answer = server.ask("verify", format!("{{\"certificate\":{{\"x\":[{objects}]}}}}"));
    assert_eq!(answer["verdict"], "refused");
    let lists = vec!["[]"; 10_000_000].join(",");
    let nodes = json!({
        "format": "arbiter-certificate", "version": 2, "rules": "standard", "question": "legality",
        "position": KERNEL, "claim": {"answer": "illegal"}, "evidence": {"nodes": "NODES"},
    });
    let nodes = nodes.to_string().replace("\"NODES\"", &format!("[{lists}]"));
    let answer = server.ask("verify", format!("{{\"certificate\":{nodes}}}"));
    // Its items take no memory before they are looked at, and the first is wrong.
    assert_eq!((&answer["verdict"], &answer["fault"]["rule"]), (&json!("refused"), &json!("form")));
    let ones = vec!["1"; 1_100_000].join(",");
    server.post("verify", format!("{{\"certificates\":[{ones}]}}")).problem(400);
    server.is_idle();
}

#[test]
fn slow_clients_are_cut_off() {
    let slow = Config {
        head_time: Duration::from_millis(600),
        body_pause: Duration::from_millis(600),
        body_time: Duration::from_millis(1200),
        write_time: Duration::from_millis(600),
        connections: 24,
        ..config()
    };
    let server = start(slow);
    // Heads that come letter by letter, connections that say nothing: as many as there may be.
    let started = Instant::now();
    let drip = |mut stream: std::net::TcpStream, text: &[u8]| {
        for byte in text {
            if stream.write_all(&[*byte]).is_err() {
                break;
            }
            thread::sleep(Duration::from_millis(60));
        }
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        rest
    };
    thread::scope(|scope| {
        for client in 0..24 {
            let stream = server.connect();
            scope.spawn(move || {
                let head = b"GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: patience\r\n\r\n";
                drip(stream, if client % 2 == 0 { head } else { b"" });
            });
        }
        thread::sleep(Duration::from_millis(50));
        // Who comes after them is served as soon as they are cut off.
        assert_eq!(server.ask("status", json!({"position": MATED}).to_string())["verdict"], "checkmate");
    });
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
    server.is_idle();

    // A body that comes letter by letter, and one that pauses.
    let whole = post("status", json!({"position": MATED, "certificate": true}).to_string().as_bytes(), "");
    let mut dripping = server.connect();
    let (head, body) = whole.split_at(whole.len() - 40);
    dripping.write_all(head).unwrap();
    let rest = drip(dripping, body);
    assert!(rest.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&rest));
    let mut pausing = server.connect();
    pausing.write_all(head).unwrap();
    Response::read(&mut pausing).problem(408);
    server.is_idle();

    // A client that does not read many megabytes of answers.
    let many = json!({"positions": vec![MATED; 10_000], "certificate": true}).to_string();
    for accept in ["", "Accept: text/event-stream\r\n"] {
        let mut deaf = server.connect();
        deaf.write_all(&post("status", many.as_bytes(), accept)).unwrap();
        server.wait(Duration::from_secs(5), "begun", |metrics| metrics.working() == 1);
        server.wait(Duration::from_secs(10), "cut off", |metrics| {
            metrics.working() + metrics.connections() == 0
        });
    }
    server.is_idle();
}

#[test]
fn bodies_share_a_bound() {
    let server = start(Config { bodies: 1 << 20, ..config() });
    let large = json!({"text": "8/8/8/8/8/8/8/8 w\n".repeat(30_000)}).to_string();
    let mut first = server.connect();
    let request = post("read", large.as_bytes(), "");
    first.write_all(&request[..request.len() - 1]).unwrap();
    server.wait(Duration::from_secs(5), "received", |metrics| metrics.body_bytes() > 500 << 10);
    let refused = server.post("read", &large);
    let again = server.post("read", &large);
    assert!([refused.status, again.status].contains(&503), "{} {}", refused.status, again.status);
    first.write_all(&request[request.len() - 1..]).unwrap();
    assert_eq!(Response::read(&mut first).status, 200);
    server.is_idle();
}

/// Eight clients that ask for as much as they can, each over six connections, and a good one that asks for a
/// mate in one, a short search and a status: from addresses of their own, as a proxy on this machine tells
/// them, and all from one. How long the good one waits.
#[test]
#[ignore = "takes a minute"]
fn eight_hostile_clients_beside_a_good_one() {
    let certificates = json!({"certificates": vec![long_game(60_000); 12]}).to_string();
    let searches =
        json!({"positions": vec!["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"; 50], "shortest": true});
    let statuses = json!({"positions": vec![MATED; 2_000], "certificate": true});
    let hostile = [
        ("win", ENDLESS.to_owned()),
        ("verify", certificates),
        ("win", searches.to_string()),
        ("status", statuses.to_string()),
        ("reach", json!({"position": KERNEL, "time": "60s"}).to_string()),
        ("win", ENDLESS.replace("true", "true, \"certificate\": true")),
    ];
    let good = [
        ("win", json!({"position": "7k/8/6K1/8/8/8/8/R7 w", "mate": 1}), "win"),
        ("win", json!({"position": "kbK5/pp6/1P6/8/8/8/8/R7 w", "shortest": true}), "win"),
        ("status", json!({"position": MATED}), "checkmate"),
    ];
    for apart in [true, false] {
        let server = start(config());
        let from = |client: usize| {
            if apart { format!("X-Forwarded-For: 192.0.2.{client}\r\n") } else { String::new() }
        };
        let over = std::sync::atomic::AtomicBool::new(false);
        let mut waited: Vec<Vec<Duration>> = vec![Vec::new(); good.len()];
        thread::scope(|scope| {
            for client in 1..=8 {
                for (number, (endpoint, body)) in hostile.iter().enumerate() {
                    let (over, server, from) = (&over, &server, from(client));
                    scope.spawn(move || {
                        while !over.load(std::sync::atomic::Ordering::Relaxed) {
                            let mut stream = server.connect();
                            stream.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
                            let _ = stream.write_all(&post(endpoint, body.as_bytes(), &from));
                            // Some leave early, and ask again.
                            let end = Instant::now() + Duration::from_secs(2 + number as u64 * 4);
                            let mut buffer = [0; 4096];
                            while Instant::now() < end && !over.load(std::sync::atomic::Ordering::Relaxed) {
                                if stream.read(&mut buffer).is_ok_and(|read| read == 0) {
                                    break;
                                }
                            }
                        }
                    });
                }
            }
            thread::sleep(Duration::from_secs(1));
            for round in 0..300 {
                let (endpoint, body, verdict) = &good[round % good.len()];
                let started = Instant::now();
                let response = server.send(&post(endpoint, body.to_string().as_bytes(), &from(99)));
                assert_eq!(response.status, 200, "{}", response.text());
                assert_eq!(response.json()["verdict"], *verdict);
                waited[round % good.len()].push(started.elapsed());
                thread::sleep(Duration::from_millis(20));
            }
            over.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        for (waited, (endpoint, body, _)) in waited.iter_mut().zip(&good) {
            waited.sort_unstable();
            let [median, p99] = [waited.len() / 2, waited.len() * 99 / 100].map(|place| waited[place]);
            eprintln!("apart {apart}: {endpoint} median {median:?}, p99 {p99:?}, most {:?}", waited.last());
            // Of searches from one address nobody knows which is the good one's short one.
            let is_promised = apart || !body.to_string().contains("shortest");
            assert!(!is_promised || p99 <= Duration::from_secs(1), "{p99:?}");
        }
        server.is_idle();
    }
}
