//! The methods.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::call::Call;
use crate::message::{Asked, Id, Message};
use crate::reply::{INVALID_PARAMS, METHOD_NOT_FOUND, error, result};
use crate::tools::Tool;
use crate::{Server, tools};

/// The versions of the protocol that are spoken, the newest first.
pub const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const INSTRUCTIONS: &str = "Exact answers about chess positions. Every verdict is proved or says `undecided`; nothing is estimated. \
    Positions are FENs (EPDs and drawn boards are read too). status: check, checkmate, stalemate, and why. reach: can the position arise \
    in a game? retro: what must have happened before? dead: can a side still win at all? win: is there a forced win, such as a mate in n? \
    play: the legal moves, and where moves lead; use it instead of working out moves yourself. explain: reasons in words, with the \
    board as an image. With \"certificate\": true an answer carries evidence, which verify checks independently. Long searches take \
    `time` (such as \"10s\").";

/// What becomes of a request or a notification.
pub(crate) fn answer(server: &Server, asked: Asked<'_>) -> Message {
    let Asked { id, method, params } = asked;
    let Some(id) = id else { return notified(&method, params) };
    let answered = match method.as_str() {
        "initialize" => initialize(params),
        "ping" => Ok("{}".to_owned()),
        "tools/list" => list(params),
        "tools/call" => match call(params) {
            Ok((tool, arguments, token)) => return Call::read(server, id, tool, arguments, token),
            Err(wrong) => Err(wrong),
        },
        _ => {
            let message = format!("there is no method `{method}`");
            return Message::Reply(error(Some(&id), METHOD_NOT_FOUND, &message));
        }
    };
    Message::Reply(match answered {
        Ok(text) => result(&id, &text),
        Err(wrong) => error(Some(&id), INVALID_PARAMS, &wrong),
    })
}

fn notified(method: &str, params: Option<&RawValue>) -> Message {
    #[derive(Deserialize)]
    struct Cancelled<'a> {
        #[serde(rename = "requestId", borrow)]
        id: &'a RawValue,
    }
    if method != "notifications/cancelled" {
        return Message::Nothing;
    }
    // Nobody waits for an answer to a notification that makes no sense.
    let cancelled = params.and_then(|raw| serde_json::from_str::<Cancelled<'_>>(raw.get()).ok());
    cancelled.and_then(|Cancelled { id }| Id::read(id.get())).map_or(Message::Nothing, Message::Cancel)
}

/// The params of a method.
fn params<'a, T: Deserialize<'a>>(raw: Option<&'a RawValue>) -> Result<T, String> {
    serde_json::from_str(raw.map_or("{}", RawValue::get)).map_err(|why| format!("params: {why}"))
}

fn initialize(raw: Option<&RawValue>) -> Result<String, String> {
    #[derive(Deserialize)]
    struct Initialize {
        #[serde(rename = "protocolVersion")]
        version: String,
    }
    let Initialize { version } = params(raw)?;
    // Who asks for another one is offered the newest, and may go.
    let version = VERSIONS.into_iter().find(|known| *known == version).unwrap_or(VERSIONS[0]);
    let about = json!({
        "name": "arbiter",
        "title": "Arbiter",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Exact, explained and checkable answers about chess positions",
        "websiteUrl": env!("CARGO_PKG_REPOSITORY"),
    });
    let result = json!({
        "protocolVersion": version,
        "capabilities": {"tools": {"listChanged": false}},
        "serverInfo": about,
        "instructions": INSTRUCTIONS,
    });
    Ok(result.to_string())
}

fn list(raw: Option<&RawValue>) -> Result<String, String> {
    #[derive(Deserialize)]
    struct List {
        cursor: Option<Value>,
    }
    match params::<List>(raw)?.cursor {
        None => Ok(tools::list().to_owned()),
        Some(_) => Err("params: the list has one page, and no cursor was given out".into()),
    }
}

/// The tool, its arguments and the token of its progress.
fn call(raw: Option<&RawValue>) -> Result<(Tool, String, Option<Id>), String> {
    #[derive(Deserialize)]
    struct CallParams<'a> {
        name: String,
        #[serde(borrow)]
        arguments: Option<&'a RawValue>,
        #[serde(rename = "_meta", borrow)]
        meta: Option<Meta<'a>>,
    }
    #[derive(Deserialize)]
    struct Meta<'a> {
        #[serde(rename = "progressToken", borrow)]
        token: Option<&'a RawValue>,
    }
    let CallParams { name, arguments, meta } = params(raw)?;
    let Some(tool) = Tool::from_name(&name) else {
        let names = Tool::ALL.map(Tool::name).join(", ");
        return Err(format!("there is no tool `{name}`; there are {names}"));
    };
    let token = match meta.and_then(|meta| meta.token) {
        None => None,
        Some(raw) => {
            Some(Id::read(raw.get()).ok_or("params: the progressToken must be a string or an integer")?)
        }
    };
    let arguments = arguments.map_or("{}", RawValue::get);
    if !arguments.starts_with('{') {
        return Err("params: the arguments must be an object".into());
    }
    Ok((tool, arguments.to_owned(), token))
}
