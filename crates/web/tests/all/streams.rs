//! Progress, cancelling by hanging up, and the end of the server.

#![allow(clippy::print_stderr, reason = "measurements, shown when asked for")]

use crate::common;

use std::io::{Read, Write};
use std::net::Shutdown;
use std::thread;
use std::time::{Duration, Instant};

use chess_arbiter_web::Config;
use common::{ENDLESS, MATED, Response, config, events, post, start};
use serde_json::{Value, json};

#[test]
fn a_search_says_how_far_it_is() {
    let server = start(config());
    let request = ENDLESS.replace("true", r#"true, "time": "2s""#);
    let events = server.events("win", &request);
    let progress: Vec<_> = events.iter().filter(|(name, _)| name == "progress").collect();
    assert!(progress.len() >= 2, "{events:?}");
    assert!(progress.iter().all(|(_, data)| data["index"] == 0 && data["seconds"].as_f64().is_some()));
    let last = &progress.last().unwrap().1;
    assert!(last["no_win_within"].as_u64().unwrap() >= 2, "{last}");
    assert!(last["nodes"].as_u64().unwrap() > 0, "{last}");
    let (_, answer) = events.iter().find(|(name, _)| name == "answer").unwrap();
    assert_eq!(
        (&answer["answer"]["verdict"], &answer["answer"]["limit"]),
        (&json!("undecided"), &json!("time"))
    );
    assert_eq!(events.last().unwrap().0, "done");
    server.is_idle();
}

/// Begins a search without end, and waits until it is in work.
fn searching(server: &common::Running, request: &[u8]) -> std::net::TcpStream {
    let mut stream = server.connect();
    stream.write_all(request).unwrap();
    server.wait(Duration::from_secs(5), "begun", |metrics| metrics.working() == 1);
    thread::sleep(Duration::from_millis(100));
    assert_eq!(server.metrics.working(), 1);
    stream
}

#[test]
fn who_hangs_up_stops_the_search() {
    let server = start(config());
    let old = String::from_utf8(post("win", ENDLESS.as_bytes(), "")).unwrap().replace("HTTP/1.1", "HTTP/1.0");
    let endless: Value = serde_json::from_str(ENDLESS).unwrap();
    let mut positions = vec![MATED; 200];
    positions.push(endless["position"].as_str().unwrap());
    let many = json!({"positions": positions, "shortest": true}).to_string();
    for (request, most) in [
        (post("win", ENDLESS.as_bytes(), "Accept: text/event-stream\r\n"), 3),
        (post("win", ENDLESS.as_bytes(), ""), 3),
        (post("win", many.as_bytes(), ""), 5),
        // It cannot be asked whether it is there.
        (old.into_bytes(), 8),
    ] {
        drop(searching(&server, &request));
        let took = server.wait(Duration::from_secs(most), "stopped", |metrics| metrics.working() == 0);
        eprintln!("a worker was free {took:?} after the client hung up");
        // The same after it has said that there will be no more.
        let stream = searching(&server, &request);
        stream.shutdown(Shutdown::Write).unwrap();
        thread::sleep(Duration::from_millis(500));
        assert_eq!(server.metrics.working(), 1);
        drop(stream);
        server.wait(Duration::from_secs(most), "stopped", |metrics| metrics.working() == 0);
    }
    server.is_idle();
}

/// Sends a request, closes that half, and reads the answer.
fn half_closed(server: &common::Running, request: &[u8]) -> Response {
    let mut stream = server.connect();
    stream.write_all(request).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    Response::read(&mut stream)
}

#[test]
fn who_closes_only_its_half_gets_the_answer() {
    let server = start(config());
    for kept in ["", "Connection: close\r\n"] {
        let get = format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\n{kept}\r\n");
        assert_eq!(half_closed(&server, get.as_bytes()).json()["status"], "ok");
    }
    let status = json!({"position": MATED}).to_string();
    let quick = post("status", status.as_bytes(), "");
    assert_eq!(half_closed(&server, &quick).json()["verdict"], "checkmate");
    let old = String::from_utf8(quick.clone()).unwrap().replace("HTTP/1.1", "HTTP/1.0");
    assert_eq!(half_closed(&server, old.as_bytes()).json()["verdict"], "checkmate");
    let endless: Value = serde_json::from_str(ENDLESS).unwrap();
    let position = endless["position"].as_str().unwrap();
    let search = json!({"position": position, "shortest": true, "time": "1500ms"}).to_string();
    assert_eq!(half_closed(&server, &post("win", search.as_bytes(), "")).json()["limit"], "time");
    let told = half_closed(&server, &post("win", search.as_bytes(), "Accept: text/event-stream\r\n"));
    assert_eq!(events(&told.text()).last().unwrap().0, "done");
    // Answers that come before, and then a search.
    let mut positions = vec![MATED; 200];
    positions.push(position);
    let many = json!({"positions": positions, "shortest": true, "time": "1500ms"});
    let listed = half_closed(&server, &post("win", many.to_string().as_bytes(), ""));
    assert!(listed.whole);
    assert_eq!(listed.json()["answers"].as_array().unwrap().len(), 201);
    // Two requests one after the other, and no more.
    let both = [&quick.clone()[..], b""].concat();
    let kept = String::from_utf8(both).unwrap().replace("Connection: close\r\n", "");
    let mut stream = server.connect();
    stream.write_all((kept.clone() + &kept).as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert_eq!(text.matches("HTTP/1.1 200 OK").count(), 2, "{text}");
    // Half a body is none, and half a head neither.
    let started = Instant::now();
    half_closed(&server, &quick[..quick.len() - 5]).problem(400);
    let mut stream = server.connect();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: local").unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let _ = stream.read_to_end(&mut Vec::new());
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    server.is_idle();
}

#[test]
fn a_search_that_waits_is_forgotten() {
    let server = start(Config { workers: 1, ..config() });
    let mut searching = server.connect();
    searching.write_all(&post("win", ENDLESS.as_bytes(), "")).unwrap();
    server.wait(Duration::from_secs(5), "begun", |metrics| metrics.working() == 1);
    let mut waiting = server.connect();
    waiting.write_all(&post("win", ENDLESS.as_bytes(), "Accept: text/event-stream\r\n")).unwrap();
    server.wait(Duration::from_secs(5), "queued", |metrics| metrics.waiting() == 1);
    // Its events have begun: it waits.
    let mut head = [0; 12];
    waiting.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 200");
    drop(waiting);
    server.wait(Duration::from_secs(3), "forgotten", |metrics| metrics.waiting() == 0);
    assert_eq!(server.metrics.working(), 1);
    drop(searching);
    server.is_idle();
}

#[test]
fn quick_questions_do_not_wait_for_searches() {
    let server = start(config());
    let searches: Vec<_> = (0..6)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(&post("win", ENDLESS.as_bytes(), "")).unwrap();
            stream
        })
        .collect();
    server.wait(Duration::from_secs(5), "busy", |metrics| metrics.working() == 2 && metrics.waiting() == 4);
    let status = json!({"position": MATED}).to_string();
    let started = Instant::now();
    for _ in 0..20 {
        assert_eq!(server.ask("status", &status)["verdict"], "checkmate");
        assert_eq!(
            server.ask("reach", json!({"position": MATED, "by": "rules"}).to_string())["verdict"],
            "holds"
        );
        server.ask("play", "{}");
    }
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    drop(searches);
    server.is_idle();
}

#[test]
fn a_full_queue_says_so() {
    let server = start(Config { workers: 1, queue: 1, ..config() });
    let begin = || {
        let mut stream = server.connect();
        stream.write_all(&post("win", ENDLESS.as_bytes(), "")).unwrap();
        stream
    };
    let first = begin();
    server.wait(Duration::from_secs(5), "begun", |metrics| metrics.working() == 1);
    let second = begin();
    server.after_a_look();
    server.wait(Duration::from_secs(5), "queued", |metrics| metrics.waiting() == 1);
    let refused = server.post("win", ENDLESS);
    refused.problem(503);
    assert_eq!(refused.header("retry-after"), Some("1"));
    drop((first, second));
    server.is_idle();
    assert_eq!(
        server.ask("win", json!({"position": "kbK5/pp6/1P6/8/8/8/8/R7 w", "mate": 2}).to_string())["verdict"],
        "win"
    );
}

/// Whoever has most waiting makes room for others; of events that have begun the problem is one.
#[test]
fn a_full_queue_is_shared() {
    let server = start(Config { workers: 1, queue: 3, ..config() });
    let begin = |client: u8, more: &str| {
        let mut stream = server.connect();
        let from = format!("X-Forwarded-For: 192.0.2.{client}\r\n{more}");
        stream.write_all(&post("win", ENDLESS.as_bytes(), &from)).unwrap();
        stream
    };
    let mut hostile = Vec::new();
    for more in ["", "", "", "Accept: text/event-stream\r\n"] {
        hostile.push(begin(1, more));
        server.after_a_look();
    }
    server.wait(Duration::from_secs(10), "full", |metrics| metrics.waiting() == 3);
    let _good = begin(2, "");
    let refused = Response::read(&mut hostile[3]);
    let told = events(&refused.text());
    let (name, data) = told.last().unwrap();
    assert_eq!((name.as_str(), &data["problem"]["status"]), ("answer", &json!(503)), "{told:?}");
    server.after_a_look();
    let _better = begin(3, "");
    Response::read(&mut hostile[2]).problem(503);
    drop(hostile);
}

/// Whoever had a place in a full queue and loses it to another client is told so: with a 503, or with an
/// answer that is cut off where it had begun.
#[test]
fn who_loses_a_place_is_told() {
    let server = start(Config { workers: 1, queue: 2, ..config() });
    let from = |client: u8, body: &str, more: &str| {
        let mut stream = server.connect();
        let more = format!("X-Forwarded-For: 192.0.2.{client}\r\n{more}");
        stream.write_all(&post("win", body.as_bytes(), &more)).unwrap();
        server.after_a_look();
        stream
    };
    let endless: Value = serde_json::from_str(ENDLESS).unwrap();
    let mut positions = vec![MATED; 200];
    positions.push(endless["position"].as_str().unwrap());
    let many = json!({"positions": positions, "shortest": true}).to_string();
    // So large that it is not read before its turn.
    let large = json!({"positions": vec![positions[200]; 2000], "shortest": true}).to_string();
    for (body, more, status, whole) in [
        (ENDLESS, "", 503, true),
        (ENDLESS, "Accept: text/event-stream\r\n", 200, true),
        (&many, "Accept: text/event-stream\r\n", 200, true),
        (&large, "Accept: text/event-stream\r\n", 503, true),
        (&many, "", 200, false),
    ] {
        let kept = [from(1, ENDLESS, ""), from(1, ENDLESS, "")];
        let mut last = from(1, body, more);
        server.wait(Duration::from_secs(5), "queued", |metrics| metrics.waiting() == 2);
        let other = from(2, ENDLESS, "");
        let told = Response::read(&mut last);
        assert_eq!((told.status, told.whole), (status, whole), "{body:.60} {more}: {}", told.text());
        // Of what has no end of its own an event says it.
        assert!(told.text().contains("503") || !whole, "{body:.60} {more}: {}", told.text());
        drop((kept, other));
        server.is_idle();
    }
}

#[test]
fn the_end_is_graceful() {
    // A short request ends by itself.
    let mut server = start(config());
    let request = ENDLESS.replace("true", r#"true, "time": "1s""#);
    let mut stream = server.connect();
    stream.write_all(&post("win", request.as_bytes(), "Accept: text/event-stream\r\n")).unwrap();
    server.wait(Duration::from_secs(5), "begun", |metrics| metrics.working() == 1);
    server.ask_to_stop();
    let response = Response::read(&mut stream);
    let told = events(&response.text());
    assert!(response.whole);
    assert_eq!(told.last().unwrap().0, "done");
    let answer = told.iter().find(|(name, _)| name == "answer").unwrap();
    assert_eq!(answer.1["answer"]["limit"], "time");
    assert!(server.stop() < Duration::from_secs(2));

    // A long one is cancelled, and says so.
    let mut server = start(Config { grace: Duration::from_secs(3), ..config() });
    let streams: Vec<_> = (0..3)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(&post("win", ENDLESS.as_bytes(), "")).unwrap();
            stream
        })
        .collect();
    server.wait(Duration::from_secs(5), "begun", |metrics| metrics.working() == 2 && metrics.waiting() == 1);
    let idle = server.connect();
    let took = server.stop();
    assert!(took > Duration::from_secs(1) && took < Duration::from_secs(4), "{took:?}");
    let mut answered: Vec<u16> = streams
        .into_iter()
        .map(|mut stream| {
            let response = Response::read(&mut stream);
            if response.status == 200 {
                assert_eq!(response.json()["limit"], "interrupt");
            }
            response.status
        })
        .collect();
    answered.sort_unstable();
    assert_eq!(answered, [200, 200, 503]);
    drop(idle);
    assert!(std::net::TcpStream::connect(server.address).is_err());
}
