//! The protocol over HTTP ("streamable HTTP"): each message is posted, and the reply is the response.
//!
//! A session is a name and nothing more: it tells apart clients that cancel, and nothing is kept for it.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode, header};
use axum::response::IntoResponse;
use chess_arbiter_answer::request::{Kind, Problem};
use chess_arbiter_mcp::{Call, Incoming, METHOD_NOT_FOUND, Message, STATELESS, Server, VERSIONS};
use tokio::sync::oneshot;

use super::calls::{Desk, Gather, Outlet};
use crate::body::HeldBody;
use crate::pool::{Caller, Done, Job, Lanes, Place, Turn};
use crate::question::{App, SMALL, is_json, respond, wants_events};
use crate::reply::{ReplyStream, ReplyWriter, Shared};
use crate::work::full;
use crate::{body, callers, headers};

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// Characters of the name of a session.
const NAME: usize = 128;

/// Takes what a client posts.
pub(crate) async fn post(app: App, request: Request<Body>) -> Response<Body> {
    match take(&app, request).await {
        Ok(response) => response,
        Err(problem) => headers::problem(&problem),
    }
}

async fn take(app: &App, request: Request<Body>) -> Result<Response<Body>, Problem> {
    headers::check_origin(&request, &app.config.hosts)?;
    let (head, body) = request.into_parts();
    if !is_json(&head.headers) {
        let detail = "expected a message with the header Content-Type: application/json";
        return Err(Problem::new(Kind::NotJson, detail));
    }
    let held = body::read(&head, body, app.config.body, &app.config, &app.metrics).await?;
    let caller = callers::of(&head);
    let incoming = read(app, held, caller.clone()).await?;
    if let Some(refusal) = refusal(&head.headers, &incoming)? {
        return Ok(json(StatusCode::BAD_REQUEST, refusal));
    }
    let opens = incoming.opens;
    let session = text(&head.headers, &SESSION).filter(|name| name.len() <= NAME);
    let mut response = answer(app, incoming, session, caller, wants_events(&head.headers)).await?;
    if opens && let Ok(name) = HeaderValue::from_str(&fresh_name()) {
        response.headers_mut().insert(SESSION, name);
    }
    Ok(response)
}

/// Reads a message, a large one where that keeps no connection waiting.
async fn read(app: &App, held: HeldBody, caller: Caller) -> Result<Incoming, Problem> {
    if held.bytes.len() <= SMALL {
        return Ok(app.mcp.read(&held.bytes));
    }
    let (sender, read) = oneshot::channel();
    let job = Reading { server: app.mcp.clone(), held, sender: Some(sender) };
    let place = Place { lane: Lanes::Quick, caller, interrupt: Arc::default() };
    app.pool.post(place, Box::new(job)).map_err(|_| full())?;
    // Nobody reads it where others have taken its place.
    read.await.map_err(|_| full())
}

/// A large message that waits to be read.
struct Reading {
    server: Arc<Server>,
    held: HeldBody,
    sender: Option<oneshot::Sender<Incoming>>,
}

impl Job for Reading {
    fn run(&mut self, _: &Turn) -> Done {
        if let Some(sender) = self.sender.take() {
            drop(sender.send(self.server.read(&self.held.bytes)));
        }
        Done::Finished
    }

    fn refuse(&mut self) {
        self.sender = None;
    }
}

/// What is wrong with the headers.
fn refusal(headers: &HeaderMap, incoming: &Incoming) -> Result<Option<String>, Problem> {
    let version = text(headers, &VERSION);
    if let Some(request) = &incoming.stateless {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        return Ok(request.mismatch(header).map(|detail| Server::mismatch(request, &detail)));
    }
    match version {
        Some(STATELESS) => {
            let is_asked = |message: &Message| matches!(message, Message::Reply(_) | Message::Call(_));
            Ok(incoming.messages.iter().any(is_asked).then(Server::unnamed))
        }
        Some(version) if !VERSIONS.contains(&version) => {
            let detail = format!("MCP-Protocol-Version: expected {STATELESS}, {}", VERSIONS.join(", "));
            Err(Problem::new(Kind::BadRequest, detail))
        }
        _ => Ok(None),
    }
}

fn json(status: StatusCode, text: String) -> Response<Body> {
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, kind, text).into_response()
}

async fn answer(
    app: &App,
    incoming: Incoming,
    session: Option<&str>,
    caller: Caller,
    takes_events: bool,
) -> Result<Response<Body>, Problem> {
    let Incoming { messages, batch, stateless, .. } = incoming;
    // Nothing is kept from one request of these to the next.
    let session = session.filter(|_| stateless.is_none());
    let mut status = StatusCode::OK;
    let mut replies = Vec::new();
    let mut calls: Vec<Call> = Vec::new();
    for message in messages {
        match message {
            Message::Reply(reply) => replies.push(reply),
            Message::Error(code, reply) => {
                if stateless.is_some() {
                    let is_unknown = code == METHOD_NOT_FOUND;
                    status = if is_unknown { StatusCode::NOT_FOUND } else { StatusCode::BAD_REQUEST };
                }
                replies.push(reply);
            }
            Message::Call(call) => calls.push(*call),
            Message::Cancel(id) => {
                if let Some(session) = session {
                    app.calls.cancel(session, &id);
                }
            }
            Message::Nothing => {}
        }
    }
    if calls.is_empty() {
        return Ok(match Incoming::joined(batch, replies) {
            Some(text) => json(status, text),
            None => StatusCode::ACCEPTED.into_response(),
        });
    }
    let events = takes_events && calls.iter().any(Call::tells_progress);
    let shared = Shared::new();
    let outlet = Http { events, writer: Mutex::new(Some(ReplyWriter::new(&shared))) };
    let gather = Gather::new(Box::new(outlet), batch, replies.len() + calls.len());
    replies.into_iter().for_each(|reply| gather.reply(Some(reply)));
    let desk = Desk { server: &app.mcp, calls: &app.calls, most: app.config.bodies };
    let submit =
        |call| desk.take(session, call, caller.clone(), &gather, |place, job| app.pool.submit(place, job));
    let tickets: Vec<_> = calls.into_iter().filter_map(submit).collect();
    drop(gather);
    let mut reply = ReplyStream::new(shared, tickets, events);
    if !events {
        reply.head().await.unwrap_or_else(|| Err(Problem::new(Kind::Internal, "please report it")))?;
    }
    Ok(respond(reply, events))
}

/// The response to one post.
struct Http {
    events: bool,
    writer: Mutex<Option<ReplyWriter>>,
}

impl Outlet for Http {
    fn notify(&self, text: &str) {
        if self.events
            && let Some(writer) = &*self.writer.lock().unwrap_or_else(PoisonError::into_inner)
        {
            writer.send(&event(text));
        }
    }

    fn done(&self, text: Option<String>) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(writer) = writer else { return };
        // A request must be answered here, even one that its client has cancelled.
        let text = text.unwrap_or_else(Server::cancelled);
        if self.events {
            writer.send(&event(&text));
            writer.finish();
        } else {
            writer.send(&text);
            writer.begin_whole();
        }
    }
}

/// A server-sent event; JSON on one line is one line of data.
fn event(text: &str) -> String {
    format!("event: message\ndata: {text}\n\n")
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// A name that nobody guesses: numbers hashed with keys that the system chose at random.
fn fresh_name() -> String {
    let keys = Arc::new(RandomState::new());
    let half = |number: u64| keys.hash_one(number);
    format!("{:016x}{:016x}", half(0), half(1))
}
