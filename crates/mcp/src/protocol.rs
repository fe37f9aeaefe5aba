//! The methods.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::call::Call;
use crate::message::{Asked, Id, Message, Stateless};
use crate::reply::{Era, INVALID_PARAMS, METHOD_NOT_FOUND, UNSUPPORTED_VERSION, error, error_with, result};
use crate::tools::Tool;
use crate::{Server, tools};

/// The version of the protocol without a handshake that is spoken: each request names it.
pub const STATELESS: &str = "2026-07-28";

/// The versions with a handshake (`initialize`) that are spoken, the newest first.
pub const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const INSTRUCTIONS: &str = "Exact answers about chess positions. Every verdict is proved or says `undecided`; nothing is estimated. \
    Positions are FENs (EPDs and drawn boards are read too). status: check, checkmate, stalemate, and why. reach: can the position arise \
    in a game? retro: what must have happened before? dead: can a side still win at all? win: is there a forced win, such as a mate in n? \
    play: the legal moves, and where moves lead; use it instead of working out moves yourself. explain: reasons in words, with the \
    board as an image. With \"certificate\": true an answer carries evidence, which verify checks independently. Long searches take \
    `time` (such as \"10s\").";

/// Milliseconds for which clients may keep what does not change as long as the program runs.
const KEPT: u32 = 3_600_000;

/// What becomes of a request or a notification.
pub(crate) fn answer(server: &Server, asked: Asked<'_>) -> Message {
    let Asked { id, method, params, version } = asked;
    let Some(id) = id else { return notified(&method, params) };
    let era = match version {
        None => Era::Handshake,
        Some(Ok(version)) if version == STATELESS => Era::Stateless,
        Some(Ok(version)) => {
            let data = json!({"supported": all_versions(), "requested": version});
            return error_with(Some(&id), UNSUPPORTED_VERSION, "Unsupported protocol version", Some(data));
        }
        Some(Err(wrong)) => return error(Some(&id), INVALID_PARAMS, &wrong),
    };
    let answered = match (method.as_str(), era) {
        ("initialize", Era::Handshake) => initialize(params),
        ("ping", Era::Handshake) => Ok("{}".to_owned()),
        ("server/discover", Era::Stateless) => Ok(discover()),
        ("tools/list", era) => list(params, era),
        ("tools/call", era) => match call(params) {
            Ok((tool, arguments, token)) => return Call::read(server, id, tool, arguments, token, era),
            Err(wrong) => Err(wrong),
        },
        _ => return error(Some(&id), METHOD_NOT_FOUND, &format!("there is no method `{method}`")),
    };
    match answered {
        Ok(text) => Message::Reply(result(&id, era, &text)),
        Err(wrong) => error(Some(&id), INVALID_PARAMS, &wrong),
    }
}

/// The version that the params of a request name, if they name one.
pub(crate) fn named_version(params: &RawValue) -> Option<Result<String, String>> {
    #[derive(Deserialize)]
    struct Params {
        #[serde(rename = "_meta")]
        meta: Option<Meta>,
    }
    #[derive(Deserialize)]
    struct Meta {
        #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
        version: Option<Value>,
        #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
        capabilities: Option<Value>,
    }
    let Params { meta } = serde_json::from_str(params.get()).ok()?;
    let Meta { version, capabilities } = meta?;
    let wrong = |what: &str| Err(format!("params._meta: expected io.modelcontextprotocol/{what}"));
    Some(match (version?, capabilities) {
        (Value::String(_), None | Some(Value::Null)) => wrong("clientCapabilities"),
        (Value::String(version), Some(_)) => Ok(version),
        _ => wrong("protocolVersion as a string"),
    })
}

/// What a request says of itself, if it names its version.
pub(crate) fn stateless(asked: &Asked<'_>) -> Option<Stateless> {
    #[derive(Deserialize)]
    struct Named {
        name: Option<String>,
    }
    let version = asked.version.clone()?.ok()?;
    let name = (asked.method == "tools/call").then(|| {
        let named: Option<Named> = asked.params.and_then(|raw| serde_json::from_str(raw.get()).ok());
        named?.name
    });
    let id = asked.id.clone()?;
    Some(Stateless { id, version, method: asked.method.clone(), name: name.flatten() })
}

/// The newest first.
fn all_versions() -> Vec<&'static str> {
    [STATELESS].into_iter().chain(VERSIONS).collect()
}

/// What this server is.
pub(crate) fn about() -> Value {
    json!({
        "name": "arbiter",
        "title": "Arbiter",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Exact, explained and checkable answers about chess positions",
        "websiteUrl": env!("CARGO_PKG_REPOSITORY"),
    })
}

fn discover() -> String {
    let result = json!({
        "supportedVersions": all_versions(),
        "capabilities": {"tools": {}},
        "instructions": INSTRUCTIONS,
        "ttlMs": KEPT,
        "cacheScope": "public",
    });
    result.to_string()
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
    let result = json!({
        "protocolVersion": version,
        "capabilities": {"tools": {"listChanged": false}},
        "serverInfo": about(),
        "instructions": INSTRUCTIONS,
    });
    Ok(result.to_string())
}

fn list(raw: Option<&RawValue>, era: Era) -> Result<String, String> {
    #[derive(Deserialize)]
    struct List {
        cursor: Option<Value>,
    }
    match params::<List>(raw)?.cursor {
        None if era == Era::Stateless => {
            let tools = tools::list().strip_suffix('}').unwrap_or_default();
            Ok(format!("{tools},\"ttlMs\":{KEPT},\"cacheScope\":\"public\"}}"))
        }
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
