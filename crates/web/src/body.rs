//! Bodies of requests, bounded in size and time.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, header};
use chess_arbiter_answer::request::{Kind, Problem};
use http_body::Body as _;
use tokio::time::{Instant, timeout, timeout_at};

use crate::config::Config;
use crate::metrics::Metrics;

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
    headers: &HeaderMap,
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
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > most as u64) {
        // Who expects to be told before sending has sent nothing.
        if !headers.contains_key(header::EXPECT) {
            drain(&mut body).await;
        }
        return Err(too_large());
    }
    let mut held = HeldBody { bytes: Vec::new(), counted: 0, metrics: metrics.clone() };
    let end = Instant::now() + config.body_time;
    loop {
        let frame = timeout_at(end, timeout(config.body_pause, frame(&mut body))).await;
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
            drain(&mut body).await;
            return Err(too_large());
        }
        held.count(piece.len(), config.bodies)?;
        held.bytes.extend_from_slice(&piece);
    }
}

type BodyPiece = Option<Result<http_body::Frame<axum::body::Bytes>, axum::Error>>;

async fn frame(body: &mut Body) -> BodyPiece {
    poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await
}

async fn drain(body: &mut Body) {
    let _ = timeout(DRAIN, async { while let Some(Ok(_)) = frame(body).await {} }).await;
}
