//! The protocol, a message at a time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chess_arbiter_answer::request::Grant;
use chess_arbiter_mcp::{Call, Message, Server, VERSIONS};
use serde_json::{Value, json};

const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b";
/// A search that nobody waits for the end of.
const ENDLESS: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

fn handle(text: &str) -> Option<Value> {
    let reply = Server::default().handle(text.as_bytes())?;
    assert!(!reply.contains('\n'), "a message is a line: {reply}");
    Some(serde_json::from_str(&reply).unwrap_or_else(|_| panic!("{reply}")))
}

fn ask(method: &str, params: &Value) -> Value {
    let message = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
    let reply = handle(&message.to_string()).unwrap();
    assert_eq!((&reply["jsonrpc"], &reply["id"]), (&json!("2.0"), &json!(7)));
    reply
}

fn call(tool: &str, arguments: &Value) -> Value {
    ask("tools/call", &json!({"name": tool, "arguments": arguments}))["result"].take()
}

fn tools() -> Vec<Value> {
    ask("tools/list", &json!({}))["result"]["tools"].as_array().unwrap().clone()
}

/// The call in a message.
fn read_call(server: &Server, params: &Value) -> Call {
    let message = json!({"jsonrpc": "2.0", "id": "x", "method": "tools/call", "params": params});
    match server.read(message.to_string().as_bytes()).messages.remove(0) {
        Message::Call(call) => *call,
        other => panic!("{other:?}"),
    }
}

#[test]
fn versions_are_negotiated() {
    for known in VERSIONS {
        let params = json!({"protocolVersion": known, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
        let result = &ask("initialize", &params)["result"];
        assert_eq!(result["protocolVersion"], known);
        assert_eq!(result["serverInfo"]["name"], "arbiter");
        assert_eq!(result["capabilities"], json!({"tools": {"listChanged": false}}));
        assert!(result["instructions"].as_str().unwrap().contains("undecided"));
    }
    for unknown in ["2027-01-01", "1.0", ""] {
        assert_eq!(
            ask("initialize", &json!({"protocolVersion": unknown}))["result"]["protocolVersion"],
            VERSIONS[0]
        );
    }
    for wrong in [json!({}), json!({"protocolVersion": 1}), json!({"protocolVersion": null})] {
        assert_eq!(ask("initialize", &wrong)["error"]["code"], -32602);
    }
}

/// A request of the version without a handshake.
fn ask_stateless(method: &str, mut params: Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    ask(method, &params)
}

#[test]
fn without_a_handshake() {
    let about = ask_stateless("server/discover", json!({}));
    let versions = about["result"]["supportedVersions"].as_array().unwrap();
    assert_eq!((&versions[0], versions.len()), (&json!("2026-07-28"), 1 + VERSIONS.len()));
    let tools = ask_stateless("tools/list", json!({}));
    assert_eq!(tools["result"]["tools"], json!(self::tools()));
    let mate = ask_stateless("tools/call", json!({"name": "status", "arguments": {"position": MATED}}));
    assert_eq!(mate["result"]["structuredContent"]["verdict"], "checkmate");
    let wrong = ask_stateless("tools/call", json!({"name": "status", "arguments": {"position": "9/8"}}));
    assert_eq!(wrong["result"]["isError"], true);
    for reply in [&about, &tools, &mate, &wrong] {
        let result = &reply["result"];
        assert_eq!(result["resultType"], "complete", "{result}");
        assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "arbiter");
    }
    for reply in [&about, &tools] {
        assert!(reply["result"]["ttlMs"].is_u64() && reply["result"]["cacheScope"] == "public");
    }
    // What belongs to the other era is not there.
    for method in ["ping", "initialize", "frobnicate"] {
        assert_eq!(
            ask_stateless(method, json!({"protocolVersion": "2025-11-25"}))["error"]["code"],
            -32601,
            "{method}"
        );
    }
    assert_eq!(ask("server/discover", &json!({}))["error"]["code"], -32601);
    let version = "io.modelcontextprotocol/protocolVersion";
    let capabilities = "io.modelcontextprotocol/clientCapabilities";
    let unknown = ask("tools/list", &json!({"_meta": {version: "2027-01-01", capabilities: {}}}));
    assert_eq!(
        (&unknown["error"]["code"], &unknown["error"]["data"]["requested"]),
        (&json!(-32022), &json!("2027-01-01"))
    );
    assert_eq!(unknown["error"]["data"]["supported"], json!(versions));
    for meta in [json!({version: "2026-07-28"}), json!({version: 5, capabilities: {}})] {
        assert_eq!(ask("tools/list", &json!({"_meta": meta}))["error"]["code"], -32602, "{meta}");
    }
}

#[test]
fn headers_say_what_messages_say() {
    let message = |params: Value| {
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string()
    };
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let server = Server::default();
    let request =
        server.read(message(json!({"name": "status", "_meta": meta})).as_bytes()).stateless.unwrap();
    let said = |version, method, name| {
        request.mismatch(move |key| match key {
            "MCP-Protocol-Version" => version,
            "Mcp-Method" => method,
            "Mcp-Name" => name,
            other => panic!("{other}"),
        })
    };
    let (version, method) = (Some("2026-07-28"), Some("tools/call"));
    assert_eq!(said(version, method, Some("status")), None);
    assert_eq!(said(version, method, Some("=?base64?c3RhdHVz?=")), None);
    for (version, method, name) in [
        (None, method, Some("status")),
        (Some("2025-11-25"), method, Some("status")),
        (version, Some("tools/list"), Some("status")),
        (version, None, Some("status")),
        (version, method, None),
        (version, method, Some("Status")),
        (version, method, Some("=?base64?!?=")),
    ] {
        assert!(said(version, method, name).unwrap().starts_with("the header M"));
    }
    assert_eq!(server.read(message(json!({"name": "status"})).as_bytes()).stateless, None);
}

#[test]
fn what_is_no_message_has_an_error() {
    let table = [
        ("", -32700),
        ("{", -32700),
        ("nonsense", -32700),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} {}", -32700),
        ("\"ping\"", -32600),
        ("1", -32600),
        ("null", -32600),
        ("[]", -32600),
        ("{}", -32600),
        (r#"{"jsonrpc":"2.0","id":1}"#, -32600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
        (r#"{"id":1,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"frobnicate"}"#, -32601),
        (r#"{"jsonrpc":"2.0","id":1,"method":"Ping"}"#, -32601),
        (r#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, -32601),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}"#, -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":1}}"#, -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"mate"}}"#, -32602),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":{"text":""}}}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"status","arguments":[]}}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"status","_meta":{"progressToken":{}}}}"#,
            -32602,
        ),
    ];
    for (text, code) in table {
        let reply = handle(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(reply["error"]["code"], code, "{text}: {reply}");
        assert!(!reply["error"]["message"].as_str().unwrap().is_empty());
        let named = code != -32700 && text.contains("\"id\":1,") && !text.contains("\"id\":2")
            || text.contains("\"id\":1}");
        assert_eq!(reply["id"], if named { json!(1) } else { Value::Null }, "{text}");
    }
    // Not UTF-8, and deeper than is read.
    for bytes in [&b"\"\xFF\""[..], &[b'['; 100_000]] {
        let reply = Server::default().handle(bytes).unwrap();
        assert!(reply.contains("-32700"), "{reply}");
    }
    assert!(Server::too_long(9).contains("more than 9 bytes"));
}

#[test]
fn ids_come_back_as_they_were() {
    for id in [json!(0), json!(-3), json!(u64::MAX), json!(""), json!("a\"\n\u{1F600}\u{0}")] {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": "ping"});
        assert_eq!(handle(&message.to_string()), Some(json!({"jsonrpc": "2.0", "id": id, "result": {}})));
    }
}

#[test]
fn notifications_and_responses_have_no_reply() {
    for quiet in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"reason":"late"}}"#,
        r#"{"jsonrpc":"2.0","method":"frobnicate","params":[1]}"#,
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"status","arguments":{}}}"#,
        r#"{"jsonrpc":"2.0","id":3,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"no"}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}"#,
        r#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#,
    ] {
        assert_eq!(handle(quiet), None, "{quiet}");
    }
    let cancel = br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"\u0061"}}"#;
    let incoming = Server::default().read(cancel);
    assert!(
        matches!(&incoming.messages[..], [Message::Cancel(id)] if id.to_string() == "\"a\""),
        "{incoming:?}"
    );
}

#[test]
fn batches() {
    let ping = |id: usize| json!({"jsonrpc": "2.0", "id": id, "method": "ping"});
    let quiet = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let reply = handle(&json!([ping(1), quiet, 5, ping(2)]).to_string()).unwrap();
    let ids: Vec<&Value> = reply.as_array().unwrap().iter().map(|reply| &reply["id"]).collect();
    assert_eq!(ids, [&json!(1), &Value::Null, &json!(2)]);
    let full: Vec<Value> = (0..100).map(ping).collect();
    assert_eq!(handle(&json!(full).to_string()).unwrap().as_array().unwrap().len(), 100);
    let over: Vec<Value> = (0..101).map(ping).collect();
    assert_eq!(handle(&json!(over).to_string()).unwrap()["error"]["code"], -32600);
}

/// Schemas stand alone, take what the tools take, and describe what they give.
#[test]
fn tools_are_described() {
    let tools = tools();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["status", "reach", "retro", "dead", "win", "verify", "play", "explain"]);
    for tool in &tools {
        assert!(tool["description"].as_str().unwrap().len() > 40);
        assert_eq!(tool["annotations"]["readOnlyHint"], true);
        for schema in [&tool["inputSchema"], &tool["outputSchema"]] {
            assert_eq!(schema["type"], "object");
            let text = schema.to_string();
            for part in text.split("\"$ref\":\"").skip(1) {
                let name = part.split('"').next().unwrap().strip_prefix("#/$defs/").unwrap();
                assert!(schema["$defs"][name].is_object(), "{name}");
            }
            assert!(!text.contains("uint") && !text.contains("#/components"));
        }
    }
    // An option that somebody adds is there, with its default.
    let reach = &tools[1]["inputSchema"]["properties"];
    assert_eq!((&reach["time"]["default"], &reach["level"]["default"]), (&json!("10s"), &json!("full")));
    let all = ask("tools/list", &json!({})).to_string();
    assert!(all.len() < 60_000, "{} bytes are much for the context of a model", all.len());
}

#[test]
fn every_tool_answers() {
    let text = |result: &Value| result["content"][0]["text"].as_str().unwrap().to_owned();
    let mate = call("status", &json!({"position": MATED, "certificate": true}));
    assert_eq!(
        (&mate["isError"], &mate["structuredContent"]["verdict"]),
        (&json!(false), &json!("checkmate"))
    );
    assert!(text(&mate).starts_with("checkmate\nBlack is checkmated: the queen on g7"), "{}", text(&mate));
    // Who sees the text alone has the evidence too, unless it is long.
    let evidence =
        text(&mate).lines().find_map(|line| line.strip_prefix("certificate: ")).unwrap().to_owned();
    let checked = call("verify", &json!({"certificate": serde_json::from_str::<Value>(&evidence).unwrap()}));
    assert_eq!(checked["structuredContent"]["verdict"], "accepted");
    let win =
        call("win", &json!({"position": ENDLESS.replace(" w ", " b "), "certificate": true, "time": "1s"}));
    assert!(!text(&win).contains("certificate"), "{}", text(&win));
    let long = json!({"position": "8/8/8/8/8/5k2/8/6QK w", "certificate": true});
    assert!(
        text(&call("win", &long)).contains("bytes, in structuredContent"),
        "{}",
        text(&call("win", &long))
    );

    let checked = call("verify", &json!({"certificate": mate["structuredContent"]}));
    assert_eq!(checked["structuredContent"]["verdict"], "accepted");
    assert!(text(&checked).starts_with("accepted\ncheckmate: 7k/6Q1"), "{}", text(&checked));

    let shut = call("reach", &json!({"position": "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w", "level": "static"}));
    assert_eq!(shut["structuredContent"]["lemma"], "origins");
    let repaired = call("reach", &json!({"position": "4k3/8/8/8/8/8/8/R3K3 w K -"}));
    assert!(text(&repaired).contains("8/8/8/8/8/8/R3K3 w - -"), "{}", text(&repaired));
    let game =
        call("reach", &json!({"position": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"}));
    assert!(text(&game).contains("game: "), "{}", text(&game));

    let win = call("win", &json!({"position": "kbK5/pp6/1P6/8/8/8/8/R7 w", "mate": 2, "tree": true}));
    assert_eq!(win["structuredContent"]["keys"], json!(["a1a6"]));
    assert!(text(&win).contains("solution:\n1. Ra6! (zugzwang)\n"), "{}", text(&win));

    let play = call("play", &json!({"position": "7k/8/5K2/6Q1/8/8/8/8 w", "moves": ["g5g7"]}));
    assert!(text(&play).starts_with("checkmate\n") && text(&play).contains("san: Qg7#"), "{}", text(&play));
    let start = text(&call("play", &json!({})));
    let moves = start.lines().find_map(|line| line.strip_prefix("moves: ")).unwrap();
    assert_eq!(moves.split(' ').count(), 20, "{start}");

    let last = call("retro", &json!({"position": "6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w - ?"}));
    assert!(text(&last).contains("last move was d7-d5"), "{}", text(&last));
    let flag = call("dead", &json!({"position": "8/8/8/4k3/8/8/5P2/4K3 w", "flagged": "white"}));
    assert_eq!(flag["structuredContent"]["result"], "1/2-1/2");

    let many = call("status", &json!({"positions": [MATED, "9/8"]}));
    assert_eq!(many["structuredContent"]["answers"].as_array().unwrap().len(), 2);
    assert_eq!(text(&many).lines().count(), 2);
    let long = call("status", &json!({"positions": vec![MATED; 1_000]}));
    assert!(text(&long).len() < 20_000 && text(&long).ends_with("more in structuredContent"));
    assert_eq!(call("status", &json!({"positions": []}))["structuredContent"], json!({"answers": []}));
}

#[test]
fn explain_shows_the_board() {
    let result = call("explain", &json!({"position": MATED}));
    let [said, image] = &result["content"].as_array().unwrap()[..] else { panic!("{result}") };
    assert!(said["text"].as_str().unwrap().contains("8 . . . . . . . k\n"));
    assert_eq!((&image["type"], &image["mimeType"]), (&json!("image"), &json!("image/png")));
    // The signature of a PNG, in base64.
    assert!(image["data"].as_str().unwrap().starts_with("iVBORw0KGgo"));
    let members: Vec<&String> = result["structuredContent"].as_object().unwrap().keys().collect();
    assert_eq!(members, ["answer", "ask", "board", "input", "reason"]);
    let win = call("explain", &json!({"position": "kbK5/pp6/1P6/8/8/8/8/R7 w", "ask": "win"}));
    assert!(win["content"][0]["text"].as_str().unwrap().contains("1. Ra6 bxa6 2. b7#"));
}

/// Models read what is wrong with what they asked.
#[test]
fn wrong_arguments_are_results() {
    let table = [
        ("status", json!({}), "position: expected a position"),
        (
            "status",
            json!({"position": "9/8"}),
            "position: expected a piece letter or a digit 1-8, found '9' (line 1, column 1)",
        ),
        ("status", json!({"fen": MATED}), "unknown field `fen`"),
        ("win", json!({"position": MATED, "mate": 0}), "mate: expected a number of moves"),
        ("reach", json!({"position": MATED, "time": "soon"}), "time: expected a time such as"),
        ("play", json!({"moves": ["e2e5"]}), "moves[0]: "),
        ("explain", json!({"ask": "win"}), "missing field `position`"),
        ("explain", json!({"position": MATED, "ask": "why"}), "ask: expected one of status, reach"),
        ("verify", json!({"certificate": 5, "certificates": []}), "found both"),
    ];
    for (tool, arguments, part) in table {
        let result = call(tool, &arguments);
        assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
        assert!(
            result["content"][0]["text"].as_str().unwrap().contains(part),
            "{tool} {arguments}: {result}"
        );
        assert_eq!(result["structuredContent"], Value::Null);
    }
}

#[test]
fn work_and_answers_are_bounded() {
    let grant = Grant { time: Some(Duration::from_millis(300)), positions: 5, ..Grant::default() };
    let server = Server { grant, reply: 2_000, ..Server::default() };
    let call = |tool: &str, arguments: Value| {
        let params = json!({"name": tool, "arguments": arguments});
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        let reply: Value =
            serde_json::from_str(&server.handle(message.to_string().as_bytes()).unwrap()).unwrap();
        reply["result"].clone()
    };
    let started = Instant::now();
    let search = call("win", json!({"position": ENDLESS}));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    assert_eq!(
        (&search["isError"], &search["structuredContent"]["verdict"]),
        (&json!(false), &json!("undecided"))
    );
    for (tool, arguments, part) in [
        ("win", json!({"position": ENDLESS, "time": "1h"}), "time: at most 0.3 s are allowed here"),
        ("explain", json!({"position": ENDLESS, "ask": "win", "time": "1h"}), "time: at most 0.3 s"),
        ("status", json!({"positions": vec![MATED; 6]}), "at most 5 are allowed"),
        ("play", json!({}), "more than 2000 bytes"),
        ("status", json!({"positions": vec![MATED; 5], "certificate": true}), "more than 2000 bytes"),
    ] {
        let result = call(tool, arguments);
        assert_eq!(result["isError"], true, "{result}");
        assert!(result["content"][0]["text"].as_str().unwrap().contains(part), "{result}");
    }
}

/// What is large is read when it is its turn; what is wrong with it is told then.
#[test]
fn large_arguments_wait_unread() {
    let server = Server::default();
    let many = read_call(&server, &json!({"name": "status", "arguments": {"positions": vec![MATED; 5_000]}}));
    assert!(many.size() > 64 << 10 && !many.is_quick());
    let reply: Value = serde_json::from_str(&many.run(&server.context(), None)).unwrap();
    assert_eq!(reply["result"]["structuredContent"]["answers"].as_array().unwrap().len(), 5_000);
    let over =
        read_call(&server, &json!({"name": "status", "arguments": {"positions": vec![MATED; 10_001]}}));
    let reply: Value = serde_json::from_str(&over.run(&server.context(), None)).unwrap();
    assert!(reply["result"]["content"][0]["text"].as_str().unwrap().contains("at most 10000"), "{reply}");
    let few = read_call(&server, &json!({"name": "status", "arguments": {"positions": vec![MATED; 50]}}));
    assert!(few.is_quick() && few.size() < 64 << 10);
}

#[test]
fn a_call_is_stopped_and_followed() {
    let server = Server::default();
    let params = json!({
        "name": "win",
        "arguments": {"position": ENDLESS, "time": "50s"},
        "_meta": {"progressToken": "p"},
    });
    let call = read_call(&server, &params);
    assert!(call.tells_progress() && !call.is_quick());
    let interrupt = Arc::new(AtomicBool::new(false));
    let (told, stop) = (Arc::new(Mutex::new(Vec::new())), interrupt.clone());
    let notify = {
        let told = told.clone();
        move |text: String| {
            let mut told = told.lock().unwrap();
            told.push(serde_json::from_str::<Value>(&text).unwrap());
            // Enough was seen.
            stop.store(told.len() >= 2, Ordering::Relaxed);
        }
    };
    let mut context = server.context();
    context.interrupt = Some(interrupt);
    let started = Instant::now();
    let reply: Value = serde_json::from_str(&call.run(&context, Some(Arc::new(notify)))).unwrap();
    assert!(started.elapsed() < Duration::from_secs(40), "{:?}", started.elapsed());
    assert_eq!(reply["result"]["structuredContent"]["limit"], "interrupt");
    let told = told.lock().unwrap();
    assert!(told.len() >= 2);
    for pair in told.windows(2) {
        assert!(pair[0]["params"]["progress"].as_f64() < pair[1]["params"]["progress"].as_f64(), "{pair:?}");
    }
    assert_eq!(told[0]["method"], "notifications/progress");
    assert_eq!(told[0]["params"]["progressToken"], "p");
    assert!(told[0]["params"]["message"].as_str().unwrap().contains("positions looked at"));
    // Without a token nobody is told.
    let call = read_call(&server, &json!({"name": "win", "arguments": {"position": ENDLESS, "time": "1s"}}));
    call.run(&server.context(), Some(Arc::new(|text| panic!("{text}"))));
}

/// Whatever comes, there is a reply or silence, and never a panic.
#[test]
fn damaged_messages() {
    let good = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params":
        {"name": "status", "arguments": {"position": MATED}, "_meta": {"progressToken": 1}}})
    .to_string();
    let server = Server::default();
    let mut dice = 1_u64;
    let mut below = |most: usize| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) as usize % most
    };
    let (mut errors, mut answers) = (0, 0);
    for _ in 0..20_000 {
        let mut bytes = good.clone().into_bytes();
        for _ in 0..=below(3) {
            let at = below(bytes.len().max(1));
            if bytes.is_empty() {
                break;
            }
            match below(4) {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, b"{}[]\",:0x\\\x00\xFF"[below(12)]),
                2 => bytes[at] = below(256) as u8,
                _ => bytes.truncate(at.max(1)),
            }
        }
        let Some(reply) = server.handle(&bytes) else { continue };
        let reply: Value = serde_json::from_str(&reply).unwrap();
        for reply in reply.as_array().unwrap_or(&vec![reply.clone()]) {
            assert_eq!(reply["jsonrpc"], "2.0");
            assert!(reply["result"].is_object() != reply["error"].is_object(), "{reply}");
            if reply["error"].is_object() { errors += 1 } else { answers += 1 }
        }
    }
    assert!(errors > 1_000 && answers > 300, "{errors} {answers}");
}
