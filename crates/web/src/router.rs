//! What is where.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use chess_arbiter_answer::request::{Endpoint, Kind, Problem};

use crate::question::{self, App};
use crate::{headers, mcp, openapi, page};

/// The routes of the server.
pub(crate) fn routes(app: App) -> Router {
    let mut router = Router::new()
        .route(
            "/healthz",
            get(|| async {
                json(concat!("{\"status\":\"ok\",\"version\":\"", env!("CARGO_PKG_VERSION"), "\"}"))
            }),
        )
        .route("/api/v1/openapi.json", get(|| async { json(openapi::document()) }));
    for endpoint in Endpoint::ALL {
        let app = app.clone();
        let handler = move |request: Request<Body>| question::answer(app, endpoint, request);
        router = router.route(&format!("/api/v1/{}", endpoint.name()), post(handler));
    }
    router = router.route("/mcp", post(move |request: Request<Body>| mcp::post(app, request)));
    router.method_not_allowed_fallback(wrong_method).fallback(page::file)
}

async fn wrong_method(request: Request<Body>) -> Response<Body> {
    let detail = format!("{} is not allowed here", request.method());
    headers::problem(&Problem::new(Kind::WrongMethod, detail))
}

fn json(text: &'static str) -> Response<Body> {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}
