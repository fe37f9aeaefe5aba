//! Bodies of requests, bounded in size and time.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::Duration;

use axum::body::Body;
use axum::http::header;
use axum::http::request::Parts;
use chess_arbiter_answer::request::{Kind, Problem};
use http_body::Body as _;
use tokio::time::{Instant, timeout, timeout_at};

use crate::config::Config;
use crate::metrics::Metrics;
use crate::presence::Presence;

/// A body that is too large is read to its end, and forgotten, if that takes no longer: many clients read the
/// answer only after they have sent everything.
const DRAIN: Duration = Duration::from_secs(2);

/// A body in memory, which is counted as long as this lives.
pub(crate) struct HeldBody {
    pub(crate) bytes: Vec<u8>,
    counted: usize,
    metrics: Arc<Metrics>,
}

impl HeldBody {
    /// Counts more bytes unless all bodies together are too many then.
    fn count(&mut self, more: usize, most: usize) -> Result<(), Problem> {
        let before = self.metrics.body_bytes.fetch_add(more, Ordering::Relaxed);
        self.counted += more;
        if before + more > most {
            return Err(Problem::new(Kind::Busy, "too many large requests at the moment"));
        }
        Ok(())
    }
}

impl Drop for HeldBody {
    fn drop(&mut self) {
        self.metrics.body_bytes.fetch_sub(self.counted, Ordering::Relaxed);
    }
}

/// Reads a body of at most `most` bytes.
pub(crate) async fn read(
    head: &Parts,
    mut body: Body,
    most: usize,
    config: &Config,
    metrics: &Arc<Metrics>,
) -> Result<HeldBody, Problem> {
    let too_large = || {
        Problem::new(
            Kind::TooLarge,
            format!("the body has more than {most} bytes, the most that is read here"),
        )
    };
    let headers = &head.headers;
    let presence = head.extensions.get::<Arc<Presence>>();
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > most as u64) {
        // Who expects to be told before sending has sent nothing.
        if !headers.contains_key(header::EXPECT) {
            drain(&mut body, presence).await;
        }
        return Err(too_large());
    }
    let mut held = HeldBody { bytes: Vec::new(), counted: 0, metrics: metrics.clone() };
    let end = Instant::now() + config.body_time;
    loop {
        let frame = timeout_at(end, timeout(config.body_pause, piece(&mut body, presence))).await;
        let piece = match frame {
            Ok(Ok(Some(Ok(frame)))) => frame.into_data().unwrap_or_default(),
            Ok(Ok(None)) => return Ok(held),
            Ok(Ok(Some(Err(_)))) => return Err(Problem::new(Kind::BadRequest, "the body was cut off")),
            Ok(Err(_)) | Err(_) => {
                return Err(Problem::new(Kind::TooSlow, "the body did not arrive in time"));
            }
        };
        if held.bytes.len() + piece.len() > most {
            drop(held);
            drain(&mut body, presence).await;
            return Err(too_large());
        }
        held.count(piece.len(), config.bodies)?;
        held.bytes.extend_from_slice(&piece);
    }
}

type BodyPiece = Option<Result<http_body::Frame<axum::body::Bytes>, axum::Error>>;

/// The next piece; an error where there will be none, though there should be.
async fn piece(body: &mut Body, presence: Option<&Arc<Presence>>) -> BodyPiece {
    poll_fn(|cx| match Pin::new(&mut *body).poll_frame(cx) {
        // The connection does not tell as long as it hides the end.
        Poll::Pending if presence.is_some_and(|presence| presence.has_ended()) => {
            let cut_off = io::Error::from(io::ErrorKind::UnexpectedEof);
            Poll::Ready(Some(Err(axum::Error::new(cut_off))))
        }
        piece => piece,
    })
    .await
}

async fn drain(body: &mut Body, presence: Option<&Arc<Presence>>) {
    let _ = timeout(DRAIN, async { while let Some(Ok(_)) = piece(body, presence).await {} }).await;
}
