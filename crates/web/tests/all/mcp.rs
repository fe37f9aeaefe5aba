//! The Model Context Protocol over HTTP.

use crate::common;

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use chess_arbiter_web::Config;
use common::{MATED, Response, Running, config, events, start};
use serde_json::{Value, json};

const ENDLESS: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
const BOTH: &str = "Accept: application/json, text/event-stream\r\n";

fn posted(body: &[u8], more: &str) -> Vec<u8> {
    let length = body.len();
    let kind = if more.contains("Content-Type") { "" } else { "Content-Type: application/json\r\n" };
    let host = if more.contains("Host:") { "" } else { "Host: localhost\r\n" };
    let head = format!(
        "POST /mcp HTTP/1.1\r\n{host}{kind}Content-Length: {length}\r\nConnection: close\r\n{BOTH}{more}\r\n"
    );
    [head.as_bytes(), body].concat()
}

fn send(server: &Running, message: &Value, more: &str) -> Response {
    server.send(&posted(message.to_string().as_bytes(), more))
}

fn request(id: u32, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

fn call(id: u32, tool: &str, arguments: Value) -> Value {
    request(id, "tools/call", json!({"name": tool, "arguments": arguments}))
}

fn cancel(id: u32) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
}

#[test]
fn a_conversation() {
    let server = start(config());
    let hello = send(&server, &request(0, "initialize", json!({"protocolVersion": "2025-11-25"})), "");
    assert_eq!((hello.status, hello.header("content-type")), (200, Some("application/json")));
    hello.is_secure();
    assert_eq!(hello.json()["result"]["protocolVersion"], "2025-11-25");
    let session = hello.header("mcp-session-id").unwrap().to_owned();
    let again = send(&server, &request(0, "initialize", json!({"protocolVersion": "2025-11-25"})), "");
    assert_ne!(again.header("mcp-session-id"), Some(session.as_str()));

    let named = format!("Mcp-Session-Id: {session}\r\nMCP-Protocol-Version: 2025-11-25\r\n");
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let accepted = send(&server, &ready, &named);
    assert_eq!((accepted.status, accepted.body.len()), (202, 0));
    let tools = send(&server, &request(1, "tools/list", json!({})), &named);
    assert!(tools.json()["result"]["tools"].as_array().unwrap().len() >= 6);
    assert_eq!(tools.header("mcp-session-id"), None);
    let mate = send(&server, &call(2, "status", json!({"position": MATED})), &named).json();
    assert_eq!(
        (&mate["id"], &mate["result"]["structuredContent"]["verdict"]),
        (&json!(2), &json!("checkmate"))
    );
    let win = send(&server, &call(3, "win", json!({"position": "kbK5/pp6/1P6/8/8/8/8/R7 w"})), &named).json();
    assert_eq!(win["result"]["structuredContent"]["plies"], 3);
    // A large message is read where it keeps nobody waiting.
    let many = send(&server, &call(4, "status", json!({"positions": vec![MATED; 9_000]})), &named).json();
    assert_eq!(many["result"]["structuredContent"]["answers"].as_array().unwrap().len(), 9_000);
    // Without a session, and together.
    let pair = json!([call(5, "status", json!({"position": MATED})), request(6, "ping", json!({})), ready]);
    let ids: Vec<Value> =
        send(&server, &pair, "").json().as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
    assert!(ids.len() == 2 && ids.contains(&json!(5)) && ids.contains(&json!(6)), "{ids:?}");
    server.is_idle();
}

#[test]
fn without_a_handshake() {
    let server = start(config());
    let ask = |method: &str, mut params: Value, headers: &str| {
        params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
        params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
        send(&server, &request(1, method, params), headers)
    };
    let headers = |method: &str, more: &str| {
        format!("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n{more}")
    };
    let about = ask("server/discover", json!({}), &headers("server/discover", ""));
    assert_eq!((about.status, about.header("mcp-session-id")), (200, None));
    assert_eq!(about.json()["result"]["supportedVersions"][0], "2026-07-28");
    let call = json!({"name": "status", "arguments": {"position": MATED}});
    let mate = ask("tools/call", call.clone(), &headers("tools/call", "Mcp-Name: status\r\n")).json();
    assert_eq!(mate["result"]["structuredContent"]["verdict"], "checkmate");
    assert_eq!(mate["result"]["resultType"], "complete");
    for (method, params, headers, status, code) in [
        ("tools/call", call.clone(), headers("tools/call", "Mcp-Name: reach\r\n"), 400, -32020),
        ("tools/call", call.clone(), headers("tools/call", ""), 400, -32020),
        ("tools/list", json!({}), headers("tools/call", ""), 400, -32020),
        ("tools/list", json!({}), String::new(), 400, -32020),
        (
            "tools/list",
            json!({}),
            "MCP-Protocol-Version: 2025-11-25\r\nMcp-Method: tools/list\r\n".into(),
            400,
            -32020,
        ),
        ("frobnicate", json!({}), headers("frobnicate", ""), 404, -32601),
        ("tools/list", json!({"cursor": 1}), headers("tools/list", ""), 400, -32602),
    ] {
        let response = ask(method, params, &headers);
        assert_eq!(
            (response.status, &response.json()["error"]["code"]),
            (status, &json!(code)),
            "{}",
            response.text()
        );
    }
    // A header alone does not make a request one of these; a version that nobody knows is told so.
    let unnamed = send(&server, &request(1, "tools/list", json!({})), &headers("tools/list", ""));
    assert_eq!((unnamed.status, &unnamed.json()["error"]["code"]), (400, &json!(-32602)));
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2030-01-01",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let later = "MCP-Protocol-Version: 2030-01-01\r\nMcp-Method: tools/list\r\n";
    let unknown = send(&server, &request(1, "tools/list", json!({"_meta": meta})), later);
    assert_eq!((unknown.status, &unknown.json()["error"]["code"]), (400, &json!(-32022)));
    server.is_idle();
}

#[test]
fn what_is_refused() {
    let server = start(Config { body: 10_000, ..config() });
    let ping = request(1, "ping", json!({}));
    for (more, status) in [
        ("Content-Type: text/plain\r\n", 415),
        ("MCP-Protocol-Version: 1999-01-01\r\n", 400),
        ("Origin: http://elsewhere.example\r\n", 403),
        ("Origin: null\r\n", 403),
        ("Origin: \r\n", 403),
        ("Origin: http://localhost.elsewhere.example:8080\r\n", 403),
        ("Host: elsewhere.example\r\nOrigin: http://elsewhere.example\r\n", 421),
    ] {
        send(&server, &ping, more).problem(status);
    }
    for more in
        ["Origin: http://localhost:5173\r\n", "Origin: http://127.0.0.1:1\r\n", "Origin: http://[::1]:1\r\n"]
    {
        assert_eq!(send(&server, &ping, more).json()["result"], json!({}), "{more}");
    }
    for method in ["GET", "DELETE", "PUT"] {
        let head = format!("{method} /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{BOTH}\r\n");
        let refused = server.send(head.as_bytes());
        refused.problem(405);
        assert_eq!(refused.header("allow"), Some("POST"));
    }
    server.send(&posted(&[b' '; 10_001], "")).problem(413);
    assert_eq!(server.send(&posted(b"{", "")).json()["error"]["code"], -32700);
    server.is_idle();
}

#[test]
fn progress_comes_as_events() {
    let server = start(config());
    let message = request(
        9,
        "tools/call",
        json!({
            "name": "win",
            "arguments": {"position": ENDLESS, "time": "3s"},
            "_meta": {"progressToken": 4},
        }),
    );
    let response = send(&server, &message, "");
    assert_eq!(response.header("content-type"), Some("text/event-stream"));
    let events = events(&response.text());
    let (last, before) = events.split_last().unwrap();
    assert!(events.iter().all(|(name, _)| name == "message"));
    assert_eq!((&last.1["id"], &last.1["result"]["structuredContent"]["limit"]), (&json!(9), &json!("time")));
    assert!(!before.is_empty());
    for (_, told) in before {
        assert_eq!(
            (&told["method"], &told["params"]["progressToken"]),
            (&json!("notifications/progress"), &json!(4))
        );
    }
    server.is_idle();
}

/// A call that has made room for another is run anew, and says more each time all the same.
#[test]
fn progress_never_falls() {
    let server = start(Config { workers: 1, ..config() });
    let ask = |id: u32| {
        let arguments = json!({"position": ENDLESS, "time": "3s"});
        let called = json!({"name": "win", "arguments": arguments, "_meta": {"progressToken": id}});
        let mut stream = server.connect();
        let message = request(id, "tools/call", called).to_string();
        stream.write_all(&posted(message.as_bytes(), "")).unwrap();
        server.after_a_look();
        stream
    };
    let mut asked = [ask(1), ask(2)];
    for stream in &mut asked {
        let told = events(&Response::read(stream).text());
        let told: Vec<f64> =
            told.iter().filter_map(|(_, told)| told["params"]["progress"].as_f64()).collect();
        assert!(told.len() > 1 && told.is_sorted_by(|before, after| before < after), "{told:?}");
    }
    server.is_idle();
}

#[test]
fn calls_are_cancelled_within_their_session() {
    let server = start(config());
    let ask = |session: &str| {
        let mut stream = server.connect();
        let message = call(1, "win", json!({"position": ENDLESS, "time": "50s"}));
        let more = format!("Mcp-Session-Id: {session}\r\n");
        stream.write_all(&posted(message.to_string().as_bytes(), &more)).unwrap();
        stream
    };
    let (mut mine, theirs) = (ask("mine"), ask("theirs"));
    server.wait(Duration::from_secs(10), "both at work", |metrics| metrics.working() == 2);
    // Under no name, another name or another id nothing happens.
    for (id, more) in [(1, ""), (1, "Mcp-Session-Id: other\r\n"), (2, "Mcp-Session-Id: mine\r\n")] {
        assert_eq!(send(&server, &cancel(id), more).status, 202);
    }
    thread::sleep(Duration::from_millis(300));
    assert_eq!(server.metrics.working(), 2);
    let started = Instant::now();
    assert_eq!(send(&server, &cancel(1), "Mcp-Session-Id: mine\r\n").status, 202);
    assert_eq!(Response::read(&mut mine).json()["error"]["code"], -32800);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    server.wait(Duration::from_secs(5), "one is left", |metrics| metrics.working() == 1);
    // Hanging up stops the other.
    drop(theirs);
    server.is_idle();
}

#[test]
fn who_cannot_wait_is_told() {
    let server = start(Config { workers: 1, queue: 1, ..config() });
    let search = |id| {
        let mut stream = server.connect();
        let message = call(id, "win", json!({"position": ENDLESS, "time": "50s"}));
        stream.write_all(&posted(message.to_string().as_bytes(), "")).unwrap();
        stream
    };
    let _working = search(1);
    server.wait(Duration::from_secs(10), "one works", |metrics| metrics.working() == 1);
    let _waiting = search(2);
    server.after_a_look();
    server.wait(Duration::from_secs(10), "one waits", |metrics| metrics.waiting() == 1);
    let refused = send(&server, &call(3, "win", json!({"position": ENDLESS})), "").json();
    assert_eq!((&refused["id"], &refused["result"]["isError"]), (&json!(3), &json!(true)));
    // So is who would hold too much.
    let small = start(Config { bodies: 200_000, ..config() });
    let large = call(5, "status", json!({"positions": vec![MATED; 9_000]}));
    let refused = send(&small, &large, "").problem(503);
    assert!(refused["detail"].as_str().unwrap().contains("large"), "{refused}");
    // What is quick has threads of its own.
    let mate = send(&server, &call(4, "status", json!({"position": MATED})), "").json();
    assert_eq!(mate["result"]["structuredContent"]["verdict"], "checkmate");
}
