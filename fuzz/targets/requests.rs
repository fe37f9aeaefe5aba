//! Whatever a client sends, the server answers or closes the connection, never with a fault of its own; its
//! answers are JSON where they say so, and the next client is served.
//!
//! The first byte says where the rest goes: to an endpoint as its body, or, from 128 on, as it is.
#![no_main]

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, mpsc};
use std::thread;
use std::time::Duration;

use chess_arbiter_answer::request::{Endpoint, Grant};
use chess_arbiter_web::{Config, Metrics, Server};

const INTERIM: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

struct Running {
    address: SocketAddr,
    metrics: Arc<Metrics>,
}

static SERVER: LazyLock<Running> = LazyLock::new(|| {
    let config = Config {
        workers: 1,
        grant: Grant { time: Some(Duration::from_millis(100)), memory: 16 << 20, ..Grant::default() },
        head_time: Duration::from_millis(500),
        body_pause: Duration::from_millis(500),
        ..Config::default()
    };
    let (ready, started) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let server = Server::bind("127.0.0.1:0", config).await.expect("a free port");
            ready
                .send(Running { address: server.address().expect("bound"), metrics: server.metrics() })
                .expect("somebody waits");
            server.run(std::future::pending()).await;
        });
    });
    started.recv().expect("it starts")
});

/// What comes back when all is sent and nothing more will be.
fn answer(sent: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(SERVER.address).expect("it accepts connections");
    stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a time");
    // Where it refuses to read more, writing fails and there may be an answer or none.
    let _ = stream.write_all(sent);
    let _ = stream.shutdown(Shutdown::Write);
    let mut back = Vec::new();
    if let Err(error) = stream.read_to_end(&mut back) {
        assert!(
            !matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut),
            "no end of the answer after 10 s"
        );
    }
    // Sent to find out whether whoever sends nothing more is there.
    while back.starts_with(INTERIM) {
        back.drain(..INTERIM.len());
    }
    back
}

/// The first answer is one of HTTP's, not a fault of the server, and what its type says.
fn look(back: &[u8]) {
    if back.is_empty() {
        return;
    }
    let text = String::from_utf8_lossy(back);
    let (head, rest) = text.split_once("\r\n\r\n").expect("a head");
    let status: u16 = head
        .strip_prefix("HTTP/1.")
        .and_then(|line| line.get(2..5)?.parse().ok())
        .unwrap_or_else(|| panic!("no status: {head}"));
    assert!(status != 500, "{text}");
    let said = |name: &str| {
        head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    };
    if said("content-type").is_some_and(|kind| kind.ends_with("json"))
        && let Some(len) = said("content-length").and_then(|len| len.parse::<usize>().ok())
        && let Some(body) = rest.get(..len)
    {
        serde_json::from_str::<serde_json::Value>(body).unwrap_or_else(|error| panic!("{error}: {body}"));
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let Some((&to, rest)) = bytes.split_first() else { return };
    if to >= 128 {
        look(&answer(rest));
    } else {
        let endpoints = Endpoint::ALL.map(|endpoint| format!("/api/v1/{}", endpoint.name()));
        let place = usize::from(to) % (endpoints.len() + 1);
        let path = endpoints.get(place).map_or("/mcp", |path| path);
        let accept = if to >= 64 { "text/event-stream" } else { "application/json" };
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\naccept: {accept}, \
             application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
            rest.len()
        );
        look(&answer(&[head.as_bytes(), rest].concat()));
    }
    if COUNT.fetch_add(1, Ordering::Relaxed).is_multiple_of(64) {
        let health = answer(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        assert!(health.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&health));
        // Whoever has its answer may still be counted for a moment.
        let left = || SERVER.metrics.body_bytes() + SERVER.metrics.waiting() + SERVER.metrics.connections();
        let gone = (0..5000).any(|_| {
            left() == 0 || {
                thread::sleep(Duration::from_millis(1));
                false
            }
        });
        assert!(gone, "something is held for clients that are gone");
    }
});
