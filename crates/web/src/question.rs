//! `POST /api/v1/…`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Request as HttpRequest, Response, header};
use axum::response::IntoResponse;
use chess_arbiter_answer::request::{Endpoint, Kind, Problem, Request};

use crate::body;
use crate::callers;
use crate::config::Config;
use crate::headers;
use crate::mcp::Calls;
use crate::metrics::Metrics;
use crate::pool::{Lanes, Place, Pool, Size};
use crate::reply::{ReplyStream, Shared};
use crate::work::{BodyRead, Work, full};

/// Larger bodies are read by a worker, and are never quick.
pub(crate) const SMALL: usize = 64 << 10;

/// What all requests share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) config: Arc<Config>,
    pub(crate) pool: Arc<Pool>,
    pub(crate) metrics: Arc<Metrics>,
    /// The tools of the Model Context Protocol.
    pub(crate) mcp: Arc<chess_arbiter_mcp::Server>,
    pub(crate) calls: Arc<Calls>,
}

/// Answers a request to an endpoint.
pub(crate) async fn answer(app: App, endpoint: Endpoint, request: HttpRequest<Body>) -> Response<Body> {
    match ask(&app, endpoint, request).await {
        Ok(response) => response,
        Err(problem) => headers::problem(&problem),
    }
}

async fn ask(app: &App, endpoint: Endpoint, request: HttpRequest<Body>) -> Result<Response<Body>, Problem> {
    let App { config, pool, metrics, .. } = app;
    let (head, body) = request.into_parts();
    if !is_json(&head.headers) {
        return Err(Problem::new(
            Kind::NotJson,
            "expected a body with the header Content-Type: application/json",
        ));
    }
    let events = wants_events(&head.headers);
    let most = if endpoint == Endpoint::Verify { config.certificates } else { config.body };
    let held = body::read(&head, body, most, config, metrics).await?;
    let (lane, asked) = if held.bytes.len() <= SMALL {
        let request = Request::parse(endpoint, &held.bytes, &config.grant)?;
        (lane(request.is_quick(), request.is_brief()), BodyRead::Request(request))
    } else {
        (Lanes::Search(Size::Long), BodyRead::Body(held))
    };
    let known = matches!(asked, BodyRead::Request(_));
    let interrupt = Arc::new(AtomicBool::new(false));
    let shared = Shared::new();
    let work = Work::new(config, endpoint, asked, events, interrupt.clone(), shared.clone());
    let place = Place { lane, caller: callers::of(&head), interrupt };
    let ticket = pool.submit(place, Box::new(work)).map_err(|_| full())?;
    let mut reply = ReplyStream::new(shared, vec![ticket], events).for_client(head.extensions.get());
    // A request that makes sense has events, whatever becomes of it: they can begin while it waits for a
    // worker.
    if !(events && known) {
        reply.head().await.unwrap_or_else(|| Err(Problem::new(Kind::Internal, "please report it")))?;
    }
    Ok(respond(reply, events))
}

pub(crate) fn lane(is_quick: bool, is_brief: bool) -> Lanes {
    match (is_quick, is_brief) {
        (true, _) => Lanes::Quick,
        (false, true) => Lanes::Search(Size::Brief),
        (false, false) => Lanes::Search(Size::Unknown),
    }
}

pub(crate) fn respond(reply: ReplyStream, events: bool) -> Response<Body> {
    let kind = if events { "text/event-stream" } else { "application/json" };
    let whole = if events { None } else { reply.whole() };
    let body = match whole {
        Some(bytes) => Body::from(bytes),
        None => Body::new(reply),
    };
    let mut response =
        ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")], body).into_response();
    if events {
        // Proxies such as nginx would gather events otherwise.
        response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    }
    response
}

pub(crate) fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}

pub(crate) fn wants_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|accepted| accepted.to_str().ok());
    accepted.flat_map(|accepted| accepted.split(',')).any(|kind| {
        kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("text/event-stream")
    })
}
