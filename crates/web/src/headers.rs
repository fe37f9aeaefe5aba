//! Headers of every response, and the host that requests are for.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Request, Response, Uri, Version, header};
use axum::response::IntoResponse;
use chess_arbiter_answer::request::{Kind, Problem};

use crate::config::Config;

const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
    magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()";

/// Adds what every response has: nothing from elsewhere may be loaded, nor may anyone embed the page.
pub(crate) fn secure<B>(response: &mut Response<B>) {
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), PERMISSIONS),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
}

/// A problem as a response.
pub(crate) fn problem(problem: &Problem) -> Response<Body> {
    let status = axum::http::StatusCode::from_u16(problem.status).unwrap_or_default();
    let kind = [(header::CONTENT_TYPE, "application/problem+json"), (header::CACHE_CONTROL, "no-store")];
    let mut response = (status, kind, problem.json()).into_response();
    let headers = response.headers_mut();
    match problem.status {
        503 => drop(headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"))),
        // What is left of the body is not wanted.
        408 | 413 => drop(headers.insert(header::CONNECTION, HeaderValue::from_static("close"))),
        _ => {}
    }
    response
}

/// The names that a server answers to.
pub(crate) struct Names {
    /// The address that a client has reached.
    pub(crate) own: Option<SocketAddr>,
    /// Only this machine can reach it.
    pub(crate) local: bool,
    pub(crate) config: Arc<Config>,
}

/// Refuses requests under no name, or two, and such under a name that is not ours: a page from elsewhere can
/// have its own name resolve to this machine (DNS rebinding), and would then share our origin. A server that
/// others can reach and that was given no names cannot know them.
pub(crate) fn check_host<B>(request: &Request<B>, ours: &Names) -> Result<(), Problem> {
    let mut named = request.headers().get_all(header::HOST).iter();
    let (first, second) = (named.next(), named.next());
    if second.is_some() {
        return Err(Problem::new(Kind::BadRequest, "the header Host is there more than once"));
    }
    if first.is_none() && request.version() >= Version::HTTP_11 {
        return Err(Problem::new(Kind::BadRequest, "the header Host is missing"));
    }
    if !ours.local && ours.config.hosts.is_empty() {
        return Ok(());
    }
    let named = match (request.uri().authority(), first) {
        (Some(place), _) => place.as_str(),
        (None, first) => first.and_then(|host| host.to_str().ok()).unwrap_or_default(),
    };
    let host = host_in(named);
    // A name can be made to point here, an address cannot.
    let is_own = ours.own.is_some_and(|own| address_of(&host) == Some(own.ip().to_canonical()));
    if is_own || is_ours(&host, &ours.config.hosts) {
        return Ok(());
    }
    let known = [&["localhost".to_owned()], &ours.config.hosts[..]].concat().join(", ");
    let detail =
        format!("this server answers only as {known}; start it with --host {host} if that is its name");
    Err(Problem::new(Kind::WrongHost, detail))
}

/// Refuses what pages from elsewhere send. Browsers say where a page is from, other programs do not; pages of
/// this very server may ask too.
pub(crate) fn check_origin<B>(request: &Request<B>, ours: &[String]) -> Result<(), Problem> {
    let value = |name| request.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    if !request.headers().contains_key(header::ORIGIN) {
        return Ok(());
    }
    let origin = value(header::ORIGIN).unwrap_or_default();
    let place = origin.split_once("://").map_or("", |(_, place)| place);
    let is_same = value(header::HOST).is_some_and(|host| host.eq_ignore_ascii_case(place));
    if !place.is_empty() && (is_same || is_ours(&host_in(place), ours)) {
        return Ok(());
    }
    Err(Problem::new(Kind::WrongOrigin, format!("pages of {origin} may not ask here")))
}

/// The host of `host:port`; none where more stands before it, as a user.
fn host_in(place: &str) -> String {
    let place = if place.contains('@') { "" } else { place };
    place.parse::<Uri>().ok().and_then(|uri| uri.host().map(str::to_ascii_lowercase)).unwrap_or_default()
}

/// Whether a host is this machine, or a name that it was given.
fn is_ours(host: &str, ours: &[String]) -> bool {
    let local = host == "localhost" || host.ends_with(".localhost") || is_loopback(host);
    local || ours.iter().any(|name| name.eq_ignore_ascii_case(host))
}

fn is_loopback(host: &str) -> bool {
    address_of(host).is_some_and(|address| address.is_loopback())
}

fn address_of(host: &str) -> Option<IpAddr> {
    host.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_that_was_reached_is_a_name() {
        let is_answered = |own: &str, host: &str| {
            let config = Arc::new(Config { hosts: vec!["chess.example".into()], ..Config::default() });
            let ours = Names { own: own.parse().ok(), local: false, config };
            check_host(&Request::builder().header(header::HOST, host).body(()).unwrap(), &ours).is_ok()
        };
        assert!(is_answered("192.0.2.2:80", "192.0.2.2"));
        // A socket of IPv6 that clients of IPv4 reach too.
        assert!(is_answered("[::ffff:192.0.2.2]:80", "192.0.2.2:80"));
        assert!(is_answered("[2001:db8::2]:80", "[2001:db8::2]:80"));
        assert!(is_answered("192.0.2.2:80", "chess.example"));
        assert!(!is_answered("[::ffff:192.0.2.2]:80", "192.0.2.3"));
        assert!(!is_answered("192.0.2.2:80", "evil.example"));
    }
}
