//! What is sent back: results and errors of JSON-RPC 2.0, each on one line.

use serde_json::{Value, json};

use crate::message::{Id, Message};
use crate::protocol;

/// The text is not JSON.
pub(crate) const PARSE_ERROR: i32 = -32700;
/// It is no message.
pub(crate) const INVALID_REQUEST: i32 = -32600;
/// There is no such method.
pub const METHOD_NOT_FOUND: i32 = -32601;
/// The method takes something else.
pub(crate) const INVALID_PARAMS: i32 = -32602;

/// Headers of HTTP say something else than the message.
pub(crate) const HEADER_MISMATCH: i32 = -32020;
/// The version of the protocol that a request names is not spoken.
pub(crate) const UNSUPPORTED_VERSION: i32 = -32022;
/// The client has cancelled it.
pub(crate) const CANCELLED: i32 = -32800;

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Era {
    /// For clients that began with `initialize`.
    Handshake,
    /// For requests that say themselves which version they are of: so do results.
    Stateless,
}

/// A result, which is an object of JSON on one line.
pub(crate) fn result(id: &Id, era: Era, result: &str) -> String {
    let members = match (era, result.strip_prefix('{')) {
        (Era::Stateless, Some(members)) => {
            let about = json!({"io.modelcontextprotocol/serverInfo": protocol::about()});
            &format!("{{\"resultType\":\"complete\",\"_meta\":{about},{members}")
        }
        _ => result,
    };
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{members}}}")
}

/// An error; without an id where none could be read.
pub(crate) fn error(id: Option<&Id>, code: i32, message: &str) -> Message {
    error_with(id, code, message, None)
}

/// An error with more about it.
pub(crate) fn error_with(id: Option<&Id>, code: i32, message: &str, data: Option<Value>) -> Message {
    let mut error = json!({"code": code, "message": message});
    if let Some(data) = data {
        error["data"] = data;
    }
    let id = id.map_or("null".to_owned(), Id::to_string);
    Message::Error(code, format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{error}}}"))
}

/// The text of an error.
pub(crate) fn error_text(code: i32, message: &str) -> String {
    match error(None, code, message) {
        Message::Error(_, text) | Message::Reply(text) => text,
        Message::Call(_) | Message::Cancel(_) | Message::Nothing => String::new(),
    }
}

/// The result of a tool: what it says, then perhaps a picture, and its answer as JSON.
pub(crate) fn called(id: &Id, era: Era, content: &[Value], answer: &str) -> String {
    let content = Value::from(content);
    let text = format!("{{\"content\":{content},\"structuredContent\":{answer},\"isError\":false}}");
    result(id, era, &text)
}

/// The result of a tool that has no answer: models read why, and may mend what they asked.
pub(crate) fn failed(id: &Id, era: Era, why: &str) -> String {
    result(id, era, &json!({"content": [text(why)], "isError": true}).to_string())
}

/// Text for whoever reads the result.
pub(crate) fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}
