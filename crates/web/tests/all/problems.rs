//! What is wrong is said, and where.

use crate::common;

use common::{MATED, config, post, start, start_at};
use serde_json::{Value, json};

#[test]
fn every_fault_has_its_problem() {
    let server = start(config());
    let cases: &[(&str, &str, u16, Value)] = &[
        ("status", "", 400, json!({"line": 1})),
        ("status", "{", 400, json!({"line": 1, "column": 1})),
        ("status", "[]", 400, json!({})),
        ("status", "{}", 400, json!({"field": "position"})),
        ("status", "{\"position\": \"x\"} x", 400, json!({"line": 1, "column": 19})),
        ("status", "{\"position\":\n \"x\", \"rule\": 1}", 400, json!({"line": 2, "field": "rule"})),
        ("status", "{\"position\": \"x\", \"positions\": []}", 400, json!({"field": "positions"})),
        ("status", "{\"position\": \"x\", \"position\": \"y\"}", 400, json!({})),
        ("status", "{\"position\": 1}", 400, json!({"field": "position"})),
        ("status", "{\"positions\": [\"x\", 2]}", 400, json!({"field": "positions[1]"})),
        ("status", "{\"position\": \"x\", \"rules\": \"losing\"}", 400, json!({"field": "rules"})),
        ("reach", "{\"position\": \"x\", \"time\": \"soon\"}", 400, json!({"field": "time"})),
        ("reach", "{\"position\": \"x\", \"time\": \"1h\"}", 400, json!({"field": "time"})),
        ("reach", "{\"position\": \"x\", \"time\": \"none\"}", 400, json!({"field": "time"})),
        ("reach", "{\"position\": \"x\", \"memory\": \"1TiB\"}", 400, json!({"field": "memory"})),
        ("reach", "{\"position\": \"x\", \"nodes\": 0}", 400, json!({"field": "nodes"})),
        ("reach", "{\"position\": \"x\", \"level\": \"deep\"}", 400, json!({"field": "level"})),
        ("reach", "{\"position\": \"x\", \"by\": \"rules\", \"seed\": 1}", 400, json!({"field": "seed"})),
        ("win", "{\"position\": \"x\"}", 422, json!({"field": "position"})),
        (
            "win",
            "{\"position\": \"x\", \"mate\": 1, \"solutions\": true}",
            400,
            json!({"field": "solutions"}),
        ),
        (
            "win",
            "{\"position\": \"x\", \"stipulation\": \"h#2\", \"keys\": true}",
            400,
            json!({"field": "stipulation"}),
        ),
        ("win", "{\"position\": \"x\", \"within\": 0}", 400, json!({"field": "within"})),
        ("win", "{\"position\": \"x\", \"mate\": 4294967295}", 400, json!({"field": "mate"})),
        ("win", "{\"position\": \"x\", \"mate\": 4294967296}", 400, json!({"field": "mate"})),
        ("win", "{\"position\": \"x\", \"mate\": -1}", 400, json!({"field": "mate"})),
        ("win", "{\"position\": \"x\", \"mate\": 1, \"shortest\": true}", 400, json!({"field": "mate"})),
        ("win", "{\"position\": \"x\", \"mate\": 1, \"lines\": 9}", 400, json!({"field": "lines"})),
        (
            "win",
            "{\"position\": \"x\", \"mate\": 1, \"keys\": true, \"rules\": \"simplified\"}",
            400,
            json!({"field": "rules"}),
        ),
        ("verify", "{}", 400, json!({"field": "certificate"})),
        ("read", "{}", 400, json!({})),
        ("read", "{\"text\": \"\", \"program\": \"chess\"}", 400, json!({"field": "program"})),
        ("play", "{\"rules\": \"simplified\"}", 400, json!({"field": "position"})),
        ("status", "{\"position\": \"\"}", 422, json!({"line": 1, "column": 1, "field": "position"})),
        ("status", "{\"position\": \"9/8 w\"}", 422, json!({"line": 1, "column": 1})),
        ("status", "{\"position\": \"\\n7k/6Q1/6K1/8/8/8/8/8 x\"}", 422, json!({"line": 2, "column": 22})),
        ("status", "{\"position\": \"P6k/8/8/8/8/8/8/K7 w\"}", 422, json!({"square": "a8"})),
        ("status", "{\"position\": \"P6k/8/8/8/8/8/8/K6 w\"}", 422, json!({})),
        ("status", "{\"position\": \"P5k1/8/8/8/8/8/8/K7 w\"}", 422, json!({"square": "a8"})),
        ("status", "{\"position\": \"R5k1/8/8/8/8/8/8/K7 w\"}", 422, json!({"square": "g8", "line": 1})),
        ("play", "{\"moves\": [\"e2e4\", \"e7e6e\"]}", 422, json!({"field": "moves[1]", "column": 5})),
    ];
    for (endpoint, body, status, expected) in cases {
        let problem = server.post(endpoint, body).problem(*status);
        for (member, value) in expected.as_object().unwrap() {
            assert_eq!(problem.get(member), Some(value), "{body}: {problem}");
        }
    }
}

#[test]
fn addresses_methods_and_kinds() {
    let server = start(config());
    for path in ["/nowhere", "/api/v1/nothing", "/api", "/assets/../Cargo.toml", "/%2e%2e/secret", "//"] {
        server.get(path).problem(404);
    }
    let response = server.get("/api/v1/status");
    response.problem(405);
    assert_eq!(response.header("allow"), Some("POST"));
    let response = server.send(b"DELETE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    response.problem(405);
    assert_eq!(response.header("allow"), Some("GET,HEAD"));
    let response = server
        .send(b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    response.problem(405);
    assert_eq!(response.header("allow"), Some("GET,HEAD"));

    let body = json!({"position": MATED}).to_string();
    let request = String::from_utf8(post("status", body.as_bytes(), "")).unwrap();
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
    ] {
        server.send(request.replace("application/json", kind).as_bytes()).problem(415);
    }
    server.send(request.replace("Content-Type: application/json\r\n", "").as_bytes()).problem(415);
    let charset = request.replace("application/json", "Application/JSON; charset=utf-8");
    assert_eq!(server.send(charset.as_bytes()).status, 200);
}

#[test]
fn only_our_own_names_are_answered() {
    let config = chess_arbiter_web::Config { hosts: vec!["chess.example".into()], ..config() };
    let server = start(config);
    let get = |host: &str| {
        server.send(format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
    };
    for host in [
        "localhost",
        "LOCALHOST:8080",
        "127.0.0.1:1",
        "127.1.2.3",
        "[::1]:8080",
        "chess.example",
        "a.localhost",
    ] {
        assert_eq!(get(host).status, 200, "{host}");
    }
    for host in ["evil.example", "localhost.evil.example:8080", "1.2.3.4", "chess.example.evil", "", "[::2]"]
    {
        get(host).problem(421);
    }
    // What a proxy and the server may understand differently.
    for hosts in ["Host: localhost\r\nHost: localhost\r\n", "Host: localhost\r\nhost: evil.example\r\n", ""] {
        let request = format!("GET /healthz HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        let problem = server.send(request.as_bytes()).problem(400);
        assert!(problem["detail"].as_str().unwrap().contains("the header Host"), "{problem}");
    }
}

/// Whoever else can reach it may call it by its address and by the names that it was given; without names by
/// any.
#[test]
fn names_where_others_reach_it() {
    for (names, wrong) in [(vec![], 200), (vec!["chess.example".to_owned()], 421)] {
        let server = start_at("0.0.0.0:0", chess_arbiter_web::Config { hosts: names, ..config() });
        for (host, status) in
            [("127.0.0.1", 200), ("chess.example:80", 200), ("evil.example", wrong), ("192.0.2.7", wrong)]
        {
            let get = format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
            assert_eq!(server.send(get.as_bytes()).status, status, "{host}");
        }
        let twice = b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n";
        server.send(twice).problem(400);
    }
}

#[test]
fn the_page_and_the_description() {
    let server = start(config());
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    page.is_secure();
    assert_eq!(page.text(), server.get("/index.html").text());
    let tag = page.header("etag").unwrap();
    let ask = |more: &str| {
        server
            .send(format!("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{more}\r\n").as_bytes())
    };
    let again = ask(&format!("If-None-Match: {tag}\r\n"));
    assert_eq!((again.status, again.body.len()), (304, 0));
    let packed = ask("Accept-Encoding: br, gzip\r\n");
    assert_eq!(packed.status, 200);
    if packed.header("content-encoding") == Some("gzip") {
        assert_eq!(packed.body[..2], [0x1F, 0x8B]);
        assert!(packed.body.len() < page.body.len());
    }
    let head = server.send(b"HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert_eq!(head.status, 200);
    assert!(head.body.is_empty());

    assert_eq!(server.get("/healthz").json()["status"], "ok");
    let document = server.get("/api/v1/openapi.json");
    document.is_secure();
    let document = document.json();
    assert_eq!(document["openapi"], "3.1.0");
    for name in ["status", "reach", "win", "verify", "read", "play"] {
        let operation = &document["paths"][format!("/api/v1/{name}")]["post"];
        assert_eq!(operation["operationId"], name);
        let request = &operation["requestBody"]["content"]["application/json"]["schema"];
        let schema = resolve(&document, request);
        assert_eq!(schema["additionalProperties"], false, "{name}");
        assert!(operation["responses"]["200"]["content"]["application/json"]["schema"].is_object());
    }
    let win = resolve(&document, &json!({"$ref": "#/components/schemas/WinRequest"})).clone();
    for option in [
        "position",
        "positions",
        "rules",
        "within",
        "mate",
        "shortest",
        "keys",
        "tries",
        "set_play",
        "tree",
        "lines",
        "time",
        "nodes",
        "memory",
        "certificate",
    ] {
        assert!(win["properties"].get(option).is_some(), "{option}");
    }
    references(&document, &document);
}

fn resolve<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(place) => document.pointer(&place[1..]).unwrap_or_else(|| panic!("{place}")),
        None => schema,
    }
}

/// Every reference leads somewhere.
fn references(document: &Value, value: &Value) {
    match value {
        Value::Object(members) => {
            resolve(document, value);
            members.values().for_each(|value| references(document, value));
        }
        Value::Array(items) => items.iter().for_each(|item| references(document, item)),
        _ => {}
    }
}
