//! Messages of JSON-RPC 2.0, as the protocol has them.

use std::fmt::{self, Display};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::call::Call;
use crate::reply::{INVALID_REQUEST, PARSE_ERROR, error};
use crate::{BATCH, Server, protocol};

/// What a text from a client asks for.
#[derive(Debug)]
pub struct Incoming {
    /// One; of a batch all.
    pub messages: Vec<Message>,
    /// The replies go back together, as a list.
    pub batch: bool,
    /// It begins a session (`initialize`).
    pub opens: bool,
    /// What a single request says of itself that HTTP has in headers too, if it is of version 2026-07-28 or
    /// later.
    pub stateless: Option<Stateless>,
}

/// A request that says itself which version of the protocol it is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stateless {
    /// Of the request.
    pub id: Id,
    /// The version.
    pub version: String,
    /// What is asked for.
    pub method: String,
    /// The tool, if one is called.
    pub name: Option<String>,
}

impl Stateless {
    /// What headers of HTTP say otherwise, in words: they must be there, and say the same.
    pub fn mismatch<'a>(&self, header: impl Fn(&str) -> Option<&'a str>) -> Option<String> {
        let Stateless { version, method, name, .. } = self;
        let all = [
            ("MCP-Protocol-Version", Some(version)),
            ("Mcp-Method", Some(method)),
            ("Mcp-Name", name.as_ref()),
        ];
        let wrong = |(key, expected): (&str, Option<&String>)| {
            let expected = expected?;
            match header(key) {
                None => Some(format!("the header {key} is missing")),
                Some(found) if plain(found).as_ref() == Some(expected) => None,
                Some(found) => Some(format!("the header {key} says {found}, the message says {expected}")),
            }
        };
        all.into_iter().find_map(wrong)
    }
}

/// The value of a header, which may be packed as `=?base64?…?=`.
fn plain(header: &str) -> Option<String> {
    match header.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) {
        Some(packed) => String::from_utf8(BASE64.decode(packed).ok()?).ok(),
        None => Some(header.to_owned()),
    }
}

/// What one message asks for.
#[derive(Debug)]
pub enum Message {
    /// This is to be sent back.
    Reply(String),
    /// This error is to be sent back; the number is its code.
    Error(i32, String),
    /// A tool is to be run.
    Call(Box<Call>),
    /// The request with this id is not wanted any more.
    Cancel(Id),
    /// There is nothing to do.
    Nothing,
}

/// The id of a request: a string or an integer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Id(String);

impl Id {
    /// From JSON, if it is one.
    pub(crate) fn read(raw: &str) -> Option<Id> {
        match serde_json::from_str(raw).ok()? {
            text @ Value::String(_) => Some(Id(text.to_string())),
            Value::Number(number) if !number.is_f64() => Some(Id(number.to_string())),
            _ => None,
        }
    }
}

impl Display for Id {
    /// As JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Incoming {
    /// The replies to a text as one text; none if there is nothing to say.
    pub fn joined(batch: bool, replies: Vec<String>) -> Option<String> {
        match (batch, replies.is_empty()) {
            (_, true) => None,
            (true, false) => Some(format!("[{}]", replies.join(","))),
            (false, false) => replies.into_iter().next(),
        }
    }

    fn one(message: Message) -> Incoming {
        Incoming { messages: vec![message], batch: false, opens: false, stateless: None }
    }
}

/// A message whose members are not read yet.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<&'a RawValue>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

/// A member that is there, even if it is null.
fn present<'de: 'a, 'a, D: Deserializer<'de>>(from: D) -> Result<Option<&'a RawValue>, D::Error> {
    Deserialize::deserialize(from).map(Some)
}

/// A request or a notification.
pub(crate) struct Asked<'a> {
    /// None of a notification.
    pub(crate) id: Option<Id>,
    pub(crate) method: String,
    pub(crate) params: Option<&'a RawValue>,
    /// The version that it names, if it names one, or what is wrong with that.
    pub(crate) version: Option<Result<String, String>>,
}

pub(crate) fn read(server: &Server, text: &[u8]) -> Incoming {
    let whole: &RawValue = match serde_json::from_slice(text) {
        Ok(whole) => whole,
        Err(why) => {
            return Incoming::one(error(None, PARSE_ERROR, &format!("not JSON: {why}")));
        }
    };
    if !whole.get().starts_with('[') {
        let Read { message, opens, stateless } = message(server, whole);
        return Incoming { opens, stateless, ..Incoming::one(message) };
    }
    let wrong = |detail: &str| Incoming::one(error(None, INVALID_REQUEST, detail));
    match serde_json::from_str::<Vec<&RawValue>>(whole.get()) {
        Ok(all) if all.is_empty() => wrong("a batch without messages"),
        Ok(all) if all.len() > BATCH => {
            wrong(&format!("a batch of {} messages, at most {BATCH} are read", all.len()))
        }
        Ok(all) => {
            let read: Vec<Read> = all.into_iter().map(|raw| message(server, raw)).collect();
            let opens = read.iter().any(|read| read.opens);
            let messages = read.into_iter().map(|read| read.message).collect();
            Incoming { messages, batch: true, opens, stateless: None }
        }
        Err(why) => wrong(&why.to_string()),
    }
}

/// A message that was read.
struct Read {
    message: Message,
    opens: bool,
    stateless: Option<Stateless>,
}

fn message(server: &Server, raw: &RawValue) -> Read {
    let only = |message| Read { message, opens: false, stateless: None };
    match asked(raw.get()) {
        Ok(Some(asked)) => {
            let opens = asked.id.is_some() && asked.method == "initialize";
            let stateless = protocol::stateless(&asked);
            Read { message: protocol::answer(server, asked), opens, stateless }
        }
        // We ask clients nothing: a response of theirs is none of our business.
        Ok(None) => only(Message::Nothing),
        Err(error) => only(error),
    }
}

/// Reads a message; none if it is a response.
fn asked(text: &str) -> Result<Option<Asked<'_>>, Message> {
    let wrong = |id: Option<&Id>, detail: &str| Err(error(id, INVALID_REQUEST, detail));
    let envelope: Envelope<'_> = match serde_json::from_str(text) {
        Ok(envelope) => envelope,
        Err(why) => return wrong(None, &format!("expected a message of JSON-RPC: {why}")),
    };
    let Envelope { jsonrpc, id, method, params, result, error } = envelope;
    let id = match id.map(|raw| Id::read(raw.get())) {
        None => None,
        Some(Some(id)) => Some(id),
        // Who could not read our id tells us so.
        Some(None) if error.is_some() && method.is_none() => return Ok(None),
        Some(None) => return wrong(None, "the id must be a string or an integer"),
    };
    if jsonrpc.is_none_or(|raw| raw.get() != "\"2.0\"") {
        return wrong(id.as_ref(), "expected \"jsonrpc\": \"2.0\"");
    }
    match method.map(|raw| serde_json::from_str::<String>(raw.get())) {
        Some(Ok(method)) => {
            let version = params.and_then(protocol::named_version);
            Ok(Some(Asked { id, method, params, version }))
        }
        Some(Err(_)) => wrong(id.as_ref(), "the method must be a string"),
        None if result.is_some() || error.is_some() => Ok(None),
        None => wrong(id.as_ref(), "expected a method"),
    }
}
