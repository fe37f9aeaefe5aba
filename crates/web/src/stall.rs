//! Connections that give up clients which do not read, and those that are gone.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::presence::{Ask, Asking, Presence};

/// Bytes that a client must take within the time: one by one is not enough.
const ENOUGH: usize = 64 << 10;

/// A connection on which a write that waits too long is an error.
pub(crate) struct Stalling {
    stream: TcpStream,
    time: Duration,
    /// Runs while the client is behind.
    waiting: Option<Pin<Box<Sleep>>>,
    /// Bytes taken since it runs.
    taken: usize,
    /// The last write has to be tried again.
    is_full: bool,
    presence: Arc<Presence>,
    asking: Asking,
}

impl Stalling {
    pub(crate) fn new(stream: TcpStream, time: Duration, presence: Arc<Presence>) -> Stalling {
        Stalling {
            stream,
            time,
            waiting: None,
            taken: 0,
            is_full: false,
            presence,
            asking: Asking::default(),
        }
    }

    /// What a write came to, unless it has waited too long.
    fn watch(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        self.is_full = written.is_pending();
        if let Poll::Ready(Ok(bytes)) = &written {
            self.taken += bytes;
            if self.taken >= ENOUGH {
                self.waiting = None;
                self.taken = 0;
            }
        }
        if written.is_pending() {
            let time = self.time;
            let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(time)));
            ready!(waiting.as_mut().poll(cx));
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        written
    }
}

impl AsyncRead for Stalling {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if !this.presence.has_ended() {
            let before = buffer.filled().len();
            ready!(Pin::new(&mut this.stream).poll_read(cx, buffer))?;
            if buffer.filled().len() > before || buffer.remaining() == 0 {
                return Poll::Ready(Ok(()));
            }
            this.presence.end();
        }
        // The end is hidden from a request in work, which it would end too.
        if !this.presence.is_asked() {
            return Poll::Ready(Ok(()));
        }
        // Between the bytes of an answer before it nothing may stand.
        let ask = if this.is_full { Ask::Look } else { this.presence.ask() };
        this.asking.poll(cx, ask, &this.stream).map(Err)
    }
}

impl AsyncWrite for Stalling {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watch(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.watch(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
