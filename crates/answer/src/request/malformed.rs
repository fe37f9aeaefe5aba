//! What is wrong with a body, in the words of JSON: serde names Rust's types.

use super::problem::{Kind, Problem};

/// A body that could not be read, or a member of it.
pub(super) fn malformed(error: &serde_json::Error, field: Option<String>) -> Problem {
    let message = error.to_string();
    // The place has members of its own.
    let place = format!(" at line {} column {}", error.line(), error.column());
    let detail = message.strip_suffix(&place).unwrap_or(&message);
    let detail = if error.is_data() { in_words(detail) } else { format!("not JSON: {detail}") };
    let problem = Problem::new(Kind::BadRequest, detail);
    let field = field.map(Into::into);
    Problem { line: Some(error.line()), column: Some(error.column()), field, ..problem }
}

/// `invalid type: boolean ‘true’, expected usize` as `expected a whole number from 0, found ‘true’`; other
/// messages as they are.
fn in_words(detail: &str) -> String {
    let value = ["invalid type: ", "invalid value: ", "invalid length "]
        .iter()
        .find_map(|begin| detail.strip_prefix(begin));
    match value.and_then(|rest| rest.rsplit_once(", expected ")) {
        Some((found, expected)) => {
            format!("expected {}, found {}", expected_words(expected), found_words(found))
        }
        None => detail.to_owned(),
    }
}

fn expected_words(expected: &str) -> String {
    let largest = match expected {
        "u8" => u8::MAX.into(),
        "u16" => u16::MAX.into(),
        "u32" => u64::from(u32::MAX),
        "u64" | "usize" => return "a whole number from 0".into(),
        "i8" | "i16" | "i32" | "i64" | "isize" => return "a whole number".into(),
        "f32" | "f64" => return "a number".into(),
        "a boolean" => return "true or false".into(),
        "a sequence" => return "a list".into(),
        "a map" => return "an object".into(),
        _ if expected.starts_with("struct ") => return "an object".into(),
        _ => return expected.into(),
    };
    format!("a whole number from 0 to {largest}")
}

fn found_words(found: &str) -> &str {
    match found {
        "map" => return "an object",
        "sequence" => return "a list",
        _ => {}
    }
    // A value as it was written.
    ["boolean ", "integer ", "floating point ", "string "]
        .iter()
        .find_map(|kind| found.strip_prefix(kind))
        .unwrap_or(found)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    struct All {
        small: Option<u32>,
        large: Option<usize>,
        signed: Option<i32>,
        real: Option<f64>,
        asked: Option<bool>,
        text: Option<String>,
        list: Option<Vec<u8>>,
        inner: Option<Box<All>>,
    }

    #[test]
    fn no_type_of_rust_is_named() {
        for (body, expected) in [
            (r#"{"small": "x"}"#, "expected a whole number from 0 to 4294967295, found \"x\""),
            (r#"{"small": -1}"#, "expected a whole number from 0 to 4294967295, found `-1`"),
            (r#"{"small": 1.5}"#, "expected a whole number from 0 to 4294967295, found `1.5`"),
            (r#"{"large": true}"#, "expected a whole number from 0, found `true`"),
            (r#"{"signed": []}"#, "expected a whole number, found a list"),
            (r#"{"real": "1, expected u8"}"#, "expected a number, found \"1, expected u8\""),
            (r#"{"asked": {}}"#, "expected true or false, found an object"),
            (r#"{"text": 5}"#, "expected a string, found `5`"),
            (r#"{"list": "ab"}"#, "expected a list, found \"ab\""),
            (r#"{"inner": 3}"#, "expected an object, found `3`"),
            (r#""x""#, "expected an object, found \"x\""),
            (r#"{"text": "a"#, "not JSON: EOF while parsing a string"),
        ] {
            let error = serde_json::from_str::<All>(body).expect_err(body);
            assert_eq!(malformed(&error, None).detail, expected, "{body}");
        }
        let unknown = serde_json::from_str::<All>(r#"{"foo": 1}"#).expect_err("unknown");
        assert!(malformed(&unknown, None).detail.starts_with("unknown field `foo`, expected one of `small`"));
    }
}
