//! Messages of JSON-RPC 2.0, as the protocol has them.

use std::fmt::{self, Display};

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
}

/// What one message asks for.
#[derive(Debug)]
pub enum Message {
    /// This is to be sent back.
    Reply(String),
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
        Incoming { messages: vec![message], batch: false, opens: false }
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
}

pub(crate) fn read(server: &Server, text: &[u8]) -> Incoming {
    let whole: &RawValue = match serde_json::from_slice(text) {
        Ok(whole) => whole,
        Err(why) => {
            let reply = error(None, PARSE_ERROR, &format!("not JSON: {why}"));
            return Incoming::one(Message::Reply(reply));
        }
    };
    if !whole.get().starts_with('[') {
        let (message, opens) = message(server, whole);
        return Incoming { opens, ..Incoming::one(message) };
    }
    let wrong = |detail: &str| Incoming::one(Message::Reply(error(None, INVALID_REQUEST, detail)));
    match serde_json::from_str::<Vec<&RawValue>>(whole.get()) {
        Ok(all) if all.is_empty() => wrong("a batch without messages"),
        Ok(all) if all.len() > BATCH => {
            wrong(&format!("a batch of {} messages, at most {BATCH} are read", all.len()))
        }
        Ok(all) => {
            let (messages, opens): (Vec<_>, Vec<_>) = all.into_iter().map(|raw| message(server, raw)).unzip();
            Incoming { messages, batch: true, opens: opens.contains(&true) }
        }
        Err(why) => wrong(&why.to_string()),
    }
}

/// What is to be done, and whether a session begins.
fn message(server: &Server, raw: &RawValue) -> (Message, bool) {
    match asked(raw.get()) {
        Ok(Some(asked)) => {
            let opens = asked.id.is_some() && asked.method == "initialize";
            (protocol::answer(server, asked), opens)
        }
        // We ask clients nothing: a response of theirs is none of our business.
        Ok(None) => (Message::Nothing, false),
        Err(reply) => (Message::Reply(reply), false),
    }
}

/// Reads a message; none if it is a response. The error is the reply.
fn asked(text: &str) -> Result<Option<Asked<'_>>, String> {
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
        Some(Ok(method)) => Ok(Some(Asked { id, method, params })),
        Some(Err(_)) => wrong(id.as_ref(), "the method must be a string"),
        None if result.is_some() || error.is_some() => Ok(None),
        None => wrong(id.as_ref(), "expected a method"),
    }
}
