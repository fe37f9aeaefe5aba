//! An answer in a few lines, for who reads text and not JSON.

use std::fmt::Write;

use serde_json::{Map, Value};

/// Bytes after which no more lines are written.
const ENOUGH: usize = 8_000;
/// Bytes of a line.
const LINE: usize = 4_000;

/// Members that are said first, in this order.
const FIRST: [&str; 5] = ["verdict", "answer", "status", "claim", "reason"];
/// Members that who asked knows.
const LEFT_OUT: [&str; 2] = ["input", "ask"];

/// The answer, or the answers, in lines.
pub(crate) fn text(answer: &Value) -> String {
    let mut text = String::new();
    match answer.get("answers") {
        Some(Value::Array(answers)) => {
            for (at, answer) in answers.iter().enumerate() {
                if text.len() > ENOUGH {
                    let _ = writeln!(text, "… {} more in structuredContent", answers.len() - at);
                    break;
                }
                let input = answer.get("input").and_then(Value::as_str).unwrap_or_default();
                let said = answer.as_object().map(|members| lines(members).replace('\n', " "));
                let _ = writeln!(text, "{}: {}", cut(input), cut(&said.unwrap_or_default()));
            }
        }
        _ => text = answer.as_object().map(lines).unwrap_or_default(),
    }
    text.trim_end().to_owned()
}

/// The members of one answer.
fn lines(members: &Map<String, Value>) -> String {
    let mut text = String::new();
    for value in FIRST.iter().filter_map(|name| members.get(*name)) {
        if let Some(said) = plain(value) {
            let _ = writeln!(text, "{}", cut(&said));
        }
    }
    let is_other = |name: &&String| !FIRST.contains(&name.as_str()) && !LEFT_OUT.contains(&name.as_str());
    for (name, value) in members.iter().filter(|(name, _)| is_other(name)) {
        if text.len() > ENOUGH {
            text += "… more in structuredContent\n";
            break;
        }
        if name == "certificate" && value.is_object() {
            // Whole or not at all: who sees no more than this text may hand it to `verify`.
            let evidence = value.to_string();
            let is_short = evidence.len() <= LINE;
            let said =
                if is_short { evidence } else { format!("{} bytes, in structuredContent", evidence.len()) };
            let _ = writeln!(text, "{name}: {said}");
            continue;
        }
        if let Some(said) = plain(value) {
            let break_or_space = if said.contains('\n') { "\n" } else { " " };
            let _ = writeln!(text, "{name}:{break_or_space}{}", cut(&said));
        }
    }
    text
}

/// A value in words; of objects only those that are told by a member or two.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.trim_end().to_owned()),
        Value::Array(items) => {
            let words: Vec<String> = items.iter().filter_map(plain).collect();
            let is_lines = items.iter().any(|item| item.is_array());
            let separator = if is_lines || words.iter().any(|word| word.contains(' ')) { "\n" } else { " " };
            (!words.is_empty()).then(|| words.join(separator))
        }
        Value::Object(members) => {
            let text = |name: &str| members.get(name)?.as_str();
            match (text("what"), text("fen")) {
                // A change, and what it makes of the position.
                (Some(what), Some(fen)) => Some(format!("{what}: {fen}")),
                _ => ["san", "message", "move"].into_iter().find_map(text).map(ToOwned::to_owned),
            }
        }
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
    }
}

/// The beginning of a text that is long.
fn cut(text: &str) -> String {
    match text.char_indices().map(|(at, _)| at).find(|at| *at >= LINE) {
        Some(at) => format!("{} …", &text[..at]),
        None => text.to_owned(),
    }
}
