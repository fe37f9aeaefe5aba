//! Whether a client is still there that has closed its half of the connection.
//!
//! That it sends nothing more can mean two things: that it waits for the answer (`shutdown(SHUT_WR)`), or
//! that it has hung up. Only bytes tell them apart, to which the system of whoever is gone answers with a
//! reset: an interim response says nothing and may be sent until the answer begins.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Response, Version};
use http_body::{Frame, SizeHint};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// Every client reads over this one, whether or not it has asked for it.
const INTERIM: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";
/// Before it is asked for the second time; twice as long before each further time.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSE: Duration = Duration::from_secs(4);
/// A client of HTTP/1.0 may not be sent interim responses: it is given so long.
const OLD_PAUSE: Duration = Duration::from_secs(5);

/// What connection, request and answer know of the client.
#[derive(Default)]
pub(crate) struct Presence {
    /// A request is in work, or its answer on the way.
    asked: AtomicBool,
    /// The client will send nothing more.
    ended: AtomicBool,
    /// The answer has begun.
    begun: AtomicBool,
    /// It may be sent interim responses.
    modern: AtomicBool,
}

/// What may be done to find out whether a client is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    /// Send it an interim response.
    Interim,
    /// Look whether the connection has been reset: an answer is being written.
    Look,
    /// Wait, but not for long.
    Wait,
}

impl Presence {
    /// A request has come.
    pub(crate) fn begin(&self, version: Version) {
        self.begun.store(false, Ordering::Relaxed);
        self.modern.store(version >= Version::HTTP_11, Ordering::Relaxed);
        self.asked.store(true, Ordering::Relaxed);
    }

    /// The client will send nothing more.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Whether it waits for an answer.
    pub(crate) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// What may be done while it waits.
    pub(crate) fn ask(&self) -> Ask {
        match (self.begun.load(Ordering::Relaxed), self.modern.load(Ordering::Relaxed)) {
            (true, _) => Ask::Look,
            (false, true) => Ask::Interim,
            (false, false) => Ask::Wait,
        }
    }

    /// The answer, which is over when its body is dropped.
    pub(crate) fn until_the_end(self: Arc<Presence>, response: Response<Body>) -> Response<Body> {
        self.begun.store(true, Ordering::Relaxed);
        response.map(|body| Body::new(Answer { body, presence: self }))
    }
}

/// The body of an answer.
struct Answer {
    body: Body,
    presence: Arc<Presence>,
}

impl http_body::Body for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.presence.asked.store(false, Ordering::Relaxed);
    }
}

/// Asks a client that has closed its half whether it is there.
#[derive(Default)]
pub(crate) struct Asking {
    next: Option<Pin<Box<Sleep>>>,
    pause: Duration,
}

impl Asking {
    /// Never ready but with the error of a client that is gone.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>, ask: Ask, stream: &TcpStream) -> Poll<io::Error> {
        loop {
            let is_first = self.next.is_none();
            if let Some(next) = &mut self.next {
                ready!(next.as_mut().poll(cx));
            }
            match stream.take_error() {
                Ok(None) => {}
                Ok(Some(error)) | Err(error) => return Poll::Ready(error),
            }
            if ask == Ask::Interim {
                match stream.try_write(INTERIM) {
                    Ok(sent) if sent == INTERIM.len() => {}
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    // It takes not even a line.
                    Ok(_) => return Poll::Ready(io::ErrorKind::TimedOut.into()),
                    Err(error) => return Poll::Ready(error),
                }
            }
            if ask == Ask::Wait && !is_first {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            let longer = (self.pause * 2).clamp(FIRST_PAUSE, MAX_PAUSE);
            self.pause = if ask == Ask::Wait { OLD_PAUSE } else { longer };
            self.next = Some(Box::pin(sleep(self.pause)));
        }
    }
}
