//! What is sent back: results and errors of JSON-RPC 2.0, each on one line.

use serde_json::{Value, json};

use crate::message::Id;

/// The text is not JSON.
pub(crate) const PARSE_ERROR: i32 = -32700;
/// It is no message.
pub(crate) const INVALID_REQUEST: i32 = -32600;
/// There is no such method.
pub(crate) const METHOD_NOT_FOUND: i32 = -32601;
/// The method takes something else.
pub(crate) const INVALID_PARAMS: i32 = -32602;

/// The client has cancelled it.
pub(crate) const CANCELLED: i32 = -32800;

/// A result, which is JSON on one line.
pub(crate) fn result(id: &Id, result: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}")
}

/// An error; without an id where none could be read.
pub(crate) fn error(id: Option<&Id>, code: i32, message: &str) -> String {
    let error = json!({"code": code, "message": message});
    let id = id.map_or("null".to_owned(), Id::to_string);
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{error}}}")
}

/// The result of a tool: what it says, then perhaps a picture, and its answer as JSON.
pub(crate) fn called(id: &Id, content: &[Value], answer: &str) -> String {
    let content = Value::from(content);
    result(id, &format!("{{\"content\":{content},\"structuredContent\":{answer},\"isError\":false}}"))
}

/// The result of a tool that has no answer: models read why, and may mend what they asked.
pub(crate) fn failed(id: &Id, why: &str) -> String {
    result(id, &json!({"content": [text(why)], "isError": true}).to_string())
}

/// Text for whoever reads the result.
pub(crate) fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}
