//! The files of the page, as `build.rs` found them.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use chess_arbiter_answer::request::{Kind, Problem};

use crate::headers;

struct File {
    path: &'static str,
    /// Changes with the content.
    tag: &'static str,
    bytes: &'static [u8],
    /// Where that is smaller.
    gzip: Option<&'static [u8]>,
}

static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file of the page; everything that has no other route comes here.
pub(crate) async fn file(request: Request) -> Response<Body> {
    let path = request.uri().path();
    let wanted = if path == "/" { "/index.html" } else { path };
    match FILES.iter().find(|file| file.path == wanted) {
        Some(file) if matches!(request.method().as_str(), "GET" | "HEAD") => serve(file, request.headers()),
        Some(_) => {
            let problem = Problem::new(Kind::WrongMethod, "only GET and HEAD are allowed here");
            let mut response = headers::problem(&problem);
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
            response
        }
        None => headers::problem(&Problem::new(Kind::NotFound, format!("there is nothing at {path}"))),
    }
}

fn serve(file: &'static File, asked: &HeaderMap) -> Response<Body> {
    let value = |name| asked.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let common = [
        (header::ETAG, file.tag),
        // Names stay the same from one version to the next: ask each time whether it is still this.
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "Accept-Encoding"),
    ];
    let known = value(header::IF_NONE_MATCH);
    if known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == file.tag || tag.trim() == "*") {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [(header::CONTENT_TYPE, content_type(file.path))];
    match file.gzip {
        Some(gzip) if takes_gzip(value(header::ACCEPT_ENCODING)) => {
            (common, kind, [(header::CONTENT_ENCODING, "gzip")], gzip).into_response()
        }
        _ => (common, kind, file.bytes).into_response(),
    }
}

fn takes_gzip(accepted: &str) -> bool {
    accepted.split(',').any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        matches!(name.trim(), "gzip" | "*") && !refused
    })
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
