//! Drives the module as JavaScript does: through bytes in its memory.

use chess_arbiter_answer::request::{self, Context, Endpoint};
use chess_arbiter_wasm::{ReplyHead, alloc, call, free};
use serde_json::{Value, json};

/// A text in the module's memory.
struct Sent(*mut u8, usize);

impl Sent {
    fn new(text: &str) -> Sent {
        let place = alloc(text.len());
        // SAFETY: so much was asked for.
        unsafe { place.copy_from_nonoverlapping(text.as_ptr(), text.len()) };
        Sent(place, text.len())
    }
}

impl Drop for Sent {
    fn drop(&mut self) {
        // SAFETY: it is from `alloc`, with this size.
        unsafe { free(self.0, self.1) };
    }
}

fn ask(name: &str, body: &str) -> (u32, String) {
    let (name, body) = (Sent::new(name), Sent::new(body));
    // SAFETY: both are texts of these sizes; the reply says how large it is.
    unsafe {
        let reply = call(name.0, name.1, body.0, body.1);
        let ReplyHead { status, size } = reply.read();
        let place = reply.cast::<u8>();
        let text = std::slice::from_raw_parts(place.add(8), size as usize).to_vec();
        free(place, 8 + size as usize);
        (status, String::from_utf8(text).unwrap())
    }
}

fn answered(name: &str, body: &Value) -> Value {
    let (status, text) = ask(name, &body.to_string());
    assert_eq!(status, 200, "{text}");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn every_endpoint_answers_as_the_interface_does() {
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    for (name, body) in [
        ("status", json!({ "positions": [mate, "nonsense"], "certificate": true })),
        ("reach", json!({ "position": mate, "by": "rules" })),
        ("retro", json!({ "position": "6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w - ?" })),
        ("win", json!({ "position": "7k/8/5K2/8/8/8/8/QR6 w", "mate": 2, "keys": true })),
        ("read", json!({ "text": "1\n2 1 1\nQ B 1\nN A 1\nQ C 4\n" })),
        ("play", json!({ "position": mate })),
    ] {
        let (status, text) = ask(name, &body.to_string());
        let endpoint = Endpoint::from_name(name).unwrap();
        let expected = request::call(endpoint, body.to_string().as_bytes(), &Context::default()).unwrap();
        assert_eq!((status, text), (200, expected), "{name}");
    }
}

#[test]
fn a_certificate_is_accepted_and_its_forgery_refused() {
    let said =
        answered("status", &json!({ "position": "k7/8/1Q6/8/8/8/8/7K b - - 0 1", "certificate": true }));
    assert_eq!(said["verdict"], "stalemate");
    let mut certificate = said["certificate"].clone();
    assert_eq!(answered("verify", &json!({ "certificate": certificate }))["verdict"], "accepted");
    certificate["position"] = json!("k7/8/8/1Q6/8/8/8/7K b - - 0 1");
    assert_eq!(answered("verify", &json!({ "certificate": certificate }))["verdict"], "refused");
}

#[test]
fn problems_have_their_status() {
    for (name, body, expected) in [
        ("status", r#"{"position": "9/8"}"#, 422),
        ("status", "{", 400),
        ("win", r#"{"position": "7k/8/5K2/8/8/8/8/QR6 w", "memory": "8G"}"#, 400),
        ("mate", "{}", 404),
        ("", "", 404),
    ] {
        let (status, text) = ask(name, body);
        let problem: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((status, &problem["status"]), (expected, &json!(expected)), "{text}");
    }
}
