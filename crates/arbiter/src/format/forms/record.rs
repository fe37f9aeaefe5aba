//! Lines that are JSON objects, one for each position: `{"id": "a1", "fen": "…", …}`.

use serde_json::{Map, Value};

use super::columns::{POSITIONS, is_id};

/// The position of a line and what it is called there, by the names that columns have; nothing if the line is
/// no object, or has no text for its position.
pub(in crate::format) fn position(line: &str) -> Option<(String, Option<String>)> {
    if !line.trim_start().starts_with('{') {
        return None;
    }
    let members: Map<String, Value> = serde_json::from_str(line).ok()?;
    let position = POSITIONS.iter().find_map(|&wanted| {
        let found = members.iter().find(|(name, _)| name.trim().eq_ignore_ascii_case(wanted));
        found.and_then(|(_, value)| value.as_str())
    })?;
    let id = members.iter().find(|(name, _)| name.eq_ignore_ascii_case("id"));
    let id = id.or_else(|| members.iter().find(|(name, _)| is_id(name)));
    let id = id.and_then(|(_, value)| match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    });
    Some((position.to_owned(), id.filter(|id| !id.is_empty())))
}

#[cfg(test)]
mod tests {
    use super::position;

    #[test]
    fn members_by_their_names() {
        let found = |line: &str| position(line);
        let some = |text: &str, id: Option<&str>| Some((text.to_owned(), id.map(str::to_owned)));
        assert_eq!(found(r#"{"id": 7, "fen": "8/8 w"}"#), some("8/8 w", Some("7")));
        assert_eq!(found(r#"{"FEN":"8/8 w","PuzzleId":" 0009B "}"#), some("8/8 w", Some("0009B")));
        assert_eq!(found(r#"{"label":"mate","position":"8/8 w","id":""}"#), some("8/8 w", None));
        assert_eq!(found(r#"{"board":{"a1":"K"},"position":"x"}"#), some("x", None));
        for none in [r#"{"men":{"a1":"K"}}"#, r#"{"fen":3}"#, r#"{"fen":"8/8 w""#, r#"["8/8 w"]"#, "8/8 w"] {
            assert_eq!(found(none), None, "{none}");
        }
    }
}
