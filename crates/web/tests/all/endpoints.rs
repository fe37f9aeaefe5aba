//! Each endpoint answers what the answer crate does, which is what the command prints.

use std::collections::HashMap;

use crate::common;

use chess_arbiter_answer::request::{self, Context, Endpoint};
use common::{MATED, config, start};
use serde_json::{Value, json};

/// Good requests and bad ones of every endpoint.
fn table() -> Vec<(Endpoint, Value)> {
    let four = "rnq1/R3/1QN1/4 w";
    vec![
        (Endpoint::Status, json!({"position": MATED})),
        (Endpoint::Status, json!({"position": MATED, "certificate": true})),
        (Endpoint::Status, json!({"position": four, "rules": "simplified"})),
        (Endpoint::Status, json!({"position": ".q..\n....\n....\nQ..n\n", "rules": "simplified"})),
        (Endpoint::Status, json!({"positions": [MATED, "not a position", "8/8/8/8/8/8/8/8 w", "", MATED]})),
        (Endpoint::Status, json!({"positions": []})),
        (Endpoint::Status, json!({"position": "9/8 w"})),
        (Endpoint::Status, json!({"position": "7k/8/8/8/8/8/8/8 w"})),
        (Endpoint::Status, json!({"position": format!("{MATED}\n{MATED}")})),
        (
            Endpoint::Reach,
            json!({"position": "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w", "by": "rules", "certificate": true}),
        ),
        (Endpoint::Reach, json!({"position": "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w", "certificate": true})),
        (Endpoint::Reach, json!({"position": "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w", "level": "static"})),
        (Endpoint::Reach, json!({"position": "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"})),
        (Endpoint::Retro, json!({"position": "6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w - ?", "certificate": true})),
        (Endpoint::Retro, json!({"positions": ["8/8/8/8/8/8/5k1p/7K", "8/8/8/8/8/8/5k1p/7K x"]})),
        (Endpoint::Retro, json!({"position": "8/8/8/8/8/8/5k1p/7K", "level": "full"})),
        (Endpoint::Reach, json!({"position": "8/8/8/8/8/8/5k1p/7K ?"})),
        (Endpoint::Dead, json!({"position": "8/8/8/4k3/8/8/5P2/4K3 w", "certificate": true})),
        (Endpoint::Dead, json!({"positions": ["8/8/8/4k3/8/8/5P2/4K3 w", "x"], "flagged": "white"})),
        (Endpoint::Dead, json!({"position": "8/8/8/4k3/8/8/5P2/4K3 w", "flagged": "white", "side": "white"})),
        (Endpoint::Dead, json!({"position": "8/8/8/4k3/8/8/5P2/4K3 w", "quick": true})),
        (
            Endpoint::Win,
            json!({"position": "kbK5/pp6/1P6/8/8/8/8/R7 w", "mate": 2, "keys": true, "certificate": true}),
        ),
        (Endpoint::Win, json!({"position": "kbK5/pp6/1P6/8/8/8/8/R7 w", "within": 1})),
        (Endpoint::Win, json!({"position": four, "rules": "simplified", "shortest": true})),
        (Endpoint::Win, json!({"positions": [four, "x"], "rules": "simplified", "within": 6})),
        (Endpoint::Verify, json!({"certificate": {"format": "arbiter-certificate"}})),
        (Endpoint::Verify, json!({"certificates": [{}, null, {"error": {}}]})),
        (Endpoint::Read, json!({"text": "a6 b4 c8 a8\n"})),
        (Endpoint::Play, json!({})),
        (Endpoint::Play, json!({"moves": ["e2e4", "e7e5", "g1f3"]})),
        (Endpoint::Play, json!({"moves": ["e2e5"]})),
    ]
}

#[test]
fn every_endpoint_answers_as_the_library_does() {
    let mut server = start(config());
    let context = Context::new(config().grant);
    for (endpoint, request) in table() {
        let body = request.to_string();
        let expected = request::call(endpoint, body.as_bytes(), &context);
        let response = server.post(endpoint.name(), &body);
        response.is_secure();
        assert!(response.whole);
        match expected {
            Ok(expected) => {
                assert_eq!(response.status, 200, "{body}");
                assert_eq!(response.text(), expected, "{body}");
            }
            Err(problem) => {
                assert_eq!(response.problem(problem.status).to_string(), as_value(&problem.json()))
            }
        }
    }
    server.is_idle();
    server.stop();
}

/// With its members in the order that values have.
fn as_value(text: &str) -> String {
    serde_json::from_str::<Value>(text).unwrap().to_string()
}

#[test]
fn events_tell_the_same() {
    let mut server = start(config());
    for (endpoint, request) in table() {
        let body = request.to_string();
        let plain = server.post(endpoint.name(), &body);
        if plain.status == 400 {
            continue;
        }
        let events = server.events(endpoint.name(), &body);
        let (last, done) = events.last().unwrap_or_else(|| panic!("{body}"));
        let answers: Vec<&Value> =
            events.iter().filter(|(name, _)| name == "answer").map(|(_, data)| data).collect();
        assert_eq!((last.as_str(), &done["answers"]), ("done", &json!(answers.len())), "{body}");
        let plain = plain.json();
        let expected = match plain.get("answers") {
            Some(answers) => answers.as_array().unwrap().clone(),
            None => vec![plain],
        };
        assert_eq!(answers.len(), expected.len(), "{body}");
        for (index, (found, expected)) in answers.iter().zip(&expected).enumerate() {
            assert_eq!(found["index"], index);
            match found.get("answer") {
                Some(answer) => assert_eq!(answer, expected),
                None if expected.get("error").is_some() => {
                    assert_eq!(found["problem"]["detail"], expected["error"]["message"]);
                    assert_eq!(found["problem"]["line"], expected["error"]["line"]);
                    assert_eq!(found["problem"]["field"], format!("positions[{index}]"));
                }
                None => assert_eq!(&found["problem"], expected),
            }
        }
    }
    server.is_idle();
    server.stop();
}

#[test]
fn certificates_are_accepted() {
    let server = start(config());
    let answer = server.ask("status", json!({"position": MATED, "certificate": true}).to_string());
    let certificate = answer["certificate"].clone();
    for request in [json!({"certificate": certificate}), json!({"certificate": answer})] {
        let opinion = server.ask("verify", request.to_string());
        assert_eq!(opinion["verdict"], "accepted", "{opinion}");
    }
    let mut other = answer.clone();
    other["verdict"] = json!("safe");
    let both = json!({"certificates": [other, certificate]});
    let opinions = server.ask("verify", both.to_string());
    assert_eq!(opinions["answers"][0]["verdict"], "refused");
    assert_eq!(opinions["answers"][1]["verdict"], "accepted");
    // The checker sees the text itself: a key that is there twice is refused.
    let text = certificate.to_string().replacen('{', r#"{"version": 2,"#, 1);
    let opinion = server.ask("verify", format!(r#"{{"certificate": {text}}}"#));
    assert_eq!(opinion["verdict"], "refused");
    assert!(opinion["reason"].as_str().unwrap().contains("occurs twice"), "{opinion}");
}

#[test]
fn texts_become_cases() {
    let server = start(config());
    let read = |request: Value| server.ask("read", request.to_string());

    let checkmate = "2\nw\n........\n........\n........\n........\n........\n..K.....\n..Q.....\n..k.....\nB\nK.......\n.q......\n.k......\n........\n........\n........\n........\n........\n";
    let found = read(json!({"text": checkmate}));
    assert_eq!(found["format"], "checkmate");
    // Lower case is White there.
    assert_eq!(found["cases"][0]["position"], "8/8/8/8/8/2k5/2q5/2K5 w");
    assert_eq!(found["cases"][0]["answer"], "WHITE IS CHECKMATED");
    assert_eq!(found["cases"][1]["line"], 11);
    assert_eq!(found["cases"][1]["answer"], "BLACK IS CHECKMATED");
    let case = &found["cases"][0];
    assert_eq!(
        (&case["ask"], &case["rules"], &case["options"]),
        (&json!("status"), &json!("pawnless"), &json!({}))
    );
    let answer =
        server.ask("status", json!({"position": case["position"], "rules": case["rules"]}).to_string());
    assert_eq!(answer["verdict"], "checkmate");

    let simplified = "1\n2 2 1\nQ B 1\nN A 1\nQ B 4\nN D 4\n";
    let found = read(json!({"text": simplified}));
    assert_eq!(found["format"], "simplified");
    let case = &found["cases"][0];
    assert_eq!((&case["options"]["within"], &case["answer"]), (&json!(1), &json!("YES")));
    assert_eq!(case["position"], "1q1n/4/4/NQ2 w");
    assert_eq!(read(json!({"text": simplified.replace("N A 1", "P A 2")}))["format"], "simplified-pawns");

    let drawn =
        "8♜♞♝♛♚♝♞♜\n7♟♟♟♟♟♟♟♟\n6........\n5........\n4........\n3........\n2♙♙♙♙♙♙♙♙\n1♖♘♗♕♔♗♘♖\n abcdefgh\n";
    let found = read(json!({"text": format!("(The array)\n{drawn}\n{drawn}")}));
    assert_eq!((&found["format"], &found["cases"][1]["answer"]), (&json!("reachable"), &json!("True")));
    assert_eq!(found["cases"][0]["options"], json!({"by": "rules"}));
    assert_eq!(found["cases"][0]["line"], 2);
    // More than that format has: a diagram.
    assert_eq!(read(json!({"text": format!("{drawn}black to move\n")}))["format"], "positions");
    assert_eq!(read(json!({"text": drawn, "program": "positions"}))["format"], "positions");

    let found = read(json!({"text": "a6 b4 c8 a8\n\nb7 h1 c6 a8\na1 a1 a2 a8\n"}));
    assert_eq!(found["format"], "unfinished");
    assert_eq!(found["cases"][0]["answer"], "CHECKMATE");
    assert_eq!(found["cases"][1]["answer"], "OTHER");
    assert_eq!(found["cases"][1]["line"], 3);
    assert_eq!((&found["error"]["line"], &found["error"]["column"]), (&json!(4), &json!(4)));

    let found = read(json!({"text": format!("# two\n{MATED}\nnonsense\n")}));
    assert_eq!(found["format"], "positions");
    assert_eq!(found["cases"][0]["line"], 2);
    assert!(found["cases"][0].get("ask").is_none());
    assert_eq!(found["cases"][1]["line"], 3);
    assert!(found["cases"][1]["error"].is_string());
    let found = read(json!({"text": "1q2/4/4/Q2n w"}));
    assert_eq!(found["cases"][0]["rules"], "simplified");
}

#[test]
fn texts_say_what_is_asked_and_leave_open_who_is_to_move() {
    let server = start(config());
    let read = |text: &str| server.ask("read", json!({"text": text}).to_string());

    let problems = "BeginProblem\nTitle Two\nStip h#2\nPieces White Kf5 Rb4 Black Kc7\nOption SetPlay\n\
                    Twin Stip hs#2\nNextProblem\nStip #1\nOption Try\nFors 7k/5K2/8/8/8/8/8/R7\nEndProblem\n";
    let found = read(problems);
    assert_eq!(found["format"], "problems");
    let cases = found["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 3);
    let fields = |case: &Value| (case["id"].clone(), case["position"].clone(), case["ask"].clone());
    let first = (json!("Two a)"), json!("8/2k5/8/5K2/1R6/8/8/8 b - - 0 1"), json!("win"));
    assert_eq!(fields(&cases[0]), first);
    assert_eq!(cases[0]["options"], json!({"stipulation": "h#2", "set_play": true}));
    assert_eq!((&cases[1]["line"], cases[1]["error"].is_string()), (&json!(6), true), "{}", cases[1]);
    let last = (Value::Null, json!("7k/5K2/8/8/8/8/8/R7 w - - 0 1"), json!("win"));
    assert_eq!((cases[2]["line"].clone(), fields(&cases[2])), (json!(7), last));
    assert_eq!(cases[2]["options"], json!({"stipulation": "#1", "tries": 1}));

    let drawn = ".......k\n......Q.\n......K.\n........\n........\n........\n........\n........\n";
    for (text, assumed) in [
        (drawn.to_owned(), json!(true)),
        (format!("{drawn}black to move\n"), Value::Null),
        ("7k/6Q1/6K1/8/8/8/8/8".to_owned(), json!(true)),
        ("7k/6Q1/6K1/8/8/8/8/8 ? - -".to_owned(), json!(true)),
        (MATED.to_owned(), Value::Null),
        ("White Kg6 Qg7 Black Kh8".to_owned(), json!(true)),
    ] {
        assert_eq!(read(&text)["cases"][0]["turn_assumed"], assumed, "{text}");
    }

    let found =
        read(&format!("{{\"id\": 7, \"fen\": \"{MATED}\"}}\n\n{{\"fen\": \"8/9\"}}\n{{\"men\": 3}}\n"));
    let cases = found["cases"].as_array().unwrap();
    assert_eq!((&cases[0]["id"], &cases[0]["line"]), (&json!("7"), &json!(1)));
    assert_eq!((&cases[1]["line"], cases[1]["error"].is_string()), (&json!(3), true));
    assert!(cases[2]["error"].as_str().unwrap().contains("this is JSON"));
}

#[test]
fn moves_are_played() {
    let server = start(config());
    let play = |request: Value| server.ask("play", request.to_string());
    let played = play(json!({"moves": ["e2e4", "c7c5"]}));
    assert_eq!(played["positions"].as_array().unwrap().len(), 3);
    assert_eq!(played["san"], json!(["e4", "c5"]));
    assert_eq!((&played["turn"], &played["status"]), (&json!("white"), &json!("safe")));
    assert_eq!(played["moves"].as_array().unwrap().len(), 30);
    let knight = played["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == "g1f3").unwrap();
    assert_eq!(knight["san"], "Nf3");
    let after = play(json!({"moves": ["e2e4", "c7c5", "g1f3"]}));
    assert_eq!(after["positions"][3], knight["position"]);

    let four = play(json!({"position": "1q2/4/4/1Q1n w", "rules": "simplified"}));
    let taking = four["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == "b1b4").unwrap();
    assert_eq!(taking["wins"], true);
    assert!(taking.get("position").is_none());
    let over = play(json!({"position": "1q2/4/4/1Q1n w", "rules": "simplified", "moves": ["b1b4"]}));
    assert_eq!(over["moves"], json!([]));
    let more = json!({"position": "1q2/4/4/1Q1n w", "rules": "simplified", "moves": ["b1b4", "d1b2"]});
    let problem = server.post("play", more.to_string()).problem(422);
    assert_eq!(problem["field"], "moves[1]");
}

#[test]
fn problems_are_played_out() {
    let server = start(config());
    let play = |position: &str, aim: &str, moves: Value| {
        let said = server.ask("play", json!({"position": position, "aim": aim, "moves": moves}).to_string());
        let named = |mv: &Value| (mv["san"].as_str().unwrap().to_owned(), mv["ends"].clone());
        let moves: HashMap<String, Value> = said["moves"].as_array().unwrap().iter().map(named).collect();
        (moves, said["must_mate"] == true)
    };
    let ends = |reached: bool, by: &str| json!({"reached": reached, "by": by});
    // A selfmate: Black has to mate with its second move; to mate Black is no success.
    let (moves, _) = play("4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8 w", "selfmate", json!(["Qa5", "Qa4", "Qab4"]));
    assert_eq!(moves, HashMap::from([("Qxb4#".into(), ends(true, "checkmate"))]));
    let ladder = "6k1/5ppp/8/8/8/8/r7/1r5K b";
    let (moves, _) = play("7k/R7/1R6/8/8/8/8/7K w", "selfmate", json!([]));
    assert_eq!(moves["Rb8#"], ends(false, "checkmate"));
    assert_eq!(moves["Rc6"], json!(null));
    // The same move for the other aims.
    for (aim, reached) in [("mate", true), ("stalemate", false), ("reflexmate", false)] {
        let (moves, must) = play("7k/R7/1R6/8/8/8/8/7K w", aim, json!([]));
        assert_eq!(moves["Rb8#"], ends(reached, "checkmate"), "{aim}");
        assert_eq!((moves.len() == 1, must), (aim == "reflexmate", aim == "reflexmate"), "{aim}");
    }
    let (moves, _) = play("7k/8/5K2/8/8/8/8/6Q1 w", "stalemate", json!([]));
    assert_eq!(moves["Qg6"], ends(true, "stalemate"));
    // A reflexmate is over where the attacker could mate: Black's king goes where a rook mates it.
    let (moves, must) = play("k7/8/1R6/8/2R5/8/8/7K w", "reflexmate", json!(["Kg1"]));
    assert_eq!((moves["Ka7"].clone(), must), (json!(null), false));
    let (moves, _) = play("k7/7R/8/8/6R1/8/8/7K w", "reflexmate", json!(["Rf4"]));
    assert_eq!(moves["Kb8"], ends(false, "obligation"));
    let problem =
        server.post("play", json!({"position": ladder, "aim": "helpmate"}).to_string()).problem(400);
    assert!(problem["detail"].as_str().unwrap().contains("expected one of mate, stalemate, selfmate"));
    let four = json!({"position": "1q2/4/4/1Q1n w", "rules": "simplified", "aim": "mate"});
    assert_eq!(server.post("play", four.to_string()).problem(400)["field"], "aim");
}

#[test]
fn a_game_is_played_as_far_as_it_is_legal() {
    let server = start(config());
    let play = |request: Value| server.ask("play", request.to_string());
    let whole = play(json!({"moves": ["e4", "e7e5", "Nf3", "Nc6"], "partly": true}));
    assert_eq!(whole["uci"], json!(["e2e4", "e7e5", "g1f3", "b8c6"]));
    assert!(whole.get("stopped").is_none());
    let part = play(json!({"moves": ["e4", "e5", "Bd3", "Nc6", "Nh4", "a6"], "partly": true}));
    assert_eq!(part["san"], json!(["e4", "e5", "Bd3", "Nc6"]));
    let stopped = &part["stopped"];
    assert_eq!((&stopped["index"], &stopped["move"]), (&json!(4), &json!("Nh4")));
    assert_eq!(stopped["reason"], "no white knight can go to h4");
    assert_eq!(stopped["near"].as_array().unwrap()[..2], [json!("Nh3"), json!("h4")]);
    assert_eq!(part["moves"].as_array().unwrap().len(), 28);
    // Junk is no move, and nothing is near it; nor is anything after the end of a game.
    let junk = play(json!({"moves": ["e4", "x".repeat(1000)], "partly": true}));
    assert_eq!((&junk["stopped"]["index"], &junk["stopped"]["near"]), (&json!(1), &json!([])));
    let moves = json!(["b1b4", "d1b2"]);
    let over =
        play(json!({"position": "1q2/4/4/1Q1n w", "rules": "simplified", "moves": moves, "partly": true}));
    assert_eq!(over["stopped"]["reason"], "the game is over: the queen has been taken");
    let moves = ["f3", "e5", "g4", "Qh4", "Kf2"];
    let mated = play(json!({"moves": moves, "partly": true}));
    assert_eq!((&mated["status"], &mated["moves"]), (&json!("checkmate"), &json!([])));
    assert_eq!(mated["stopped"]["near"], json!([]));
}
