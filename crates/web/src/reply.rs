//! An answer on its way from the thread that finds it to the connection that waits for it.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use chess_arbiter_answer::request::Problem;
use chess_arbiter_answer::{Told, json};
use http_body::{Body, Frame};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::time::{Instant as Time, Interval, MissedTickBehavior, interval_at};

use crate::pool::Ticket;
use crate::presence::Presence;

/// Bytes that may wait for the client; a thread that has more waits itself.
const ROOM: usize = 1 << 20;
/// How long a thread waits for a client, all in all: then the client is given up.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often a client that reads events hears something.
const TICK: Duration = Duration::from_millis(500);

/// What thread and connection share.
pub(crate) struct Shared {
    state: Mutex<State>,
    room: Condvar,
}

struct State {
    bytes: Vec<u8>,
    head: Option<Result<(), Problem>>,
    end: Option<End>,
    /// The client is gone.
    left: bool,
    waker: Option<Waker>,
    /// How long the thread has waited for the client so far.
    waited: Duration,
    /// How far the answer is.
    far: SoFar,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Whole,
    CutOff,
}

/// The data of a progress event.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Progress")]
pub(crate) struct ProgressEvent {
    /// Index of the position in work.
    index: usize,
    /// Positions looked at.
    nodes: u64,
    /// Since the work on the position began.
    seconds: f64,
    /// It is proved that there is no win within so many plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_win_within: Option<u32>,
    /// It is proved that there is a win within so many plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    win_within: Option<u32>,
}

/// How far the answers are.
#[derive(Clone, Copy)]
pub(crate) struct SoFar {
    /// The position in work; none before the work begins.
    pub(crate) index: Option<usize>,
    since: Instant,
    told: Option<Told>,
}

/// The thread's end. Dropped without [`ReplyWriter::finish`], it cuts the answer off.
pub(crate) struct ReplyWriter(Arc<Shared>);

/// The connection's end. When it is dropped, the work is interrupted.
pub(crate) struct ReplyStream {
    shared: Arc<Shared>,
    _tickets: Vec<Ticket>,
    events: bool,
    /// When to say that the work goes on: to who reads events, and to who may have hung up.
    tick: Option<Interval>,
    client: Option<Arc<Presence>>,
}

impl Shared {
    pub(crate) fn new() -> Arc<Shared> {
        let far = SoFar { index: None, since: Instant::now(), told: None };
        Arc::new(Shared {
            state: Mutex::new(State {
                bytes: Vec::new(),
                head: None,
                end: None,
                left: false,
                waker: None,
                waited: Duration::ZERO,
                far,
            }),
            room: Condvar::new(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        change(&mut state);
        let waker = state.waker.take();
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Notes how far a position is, and tells the client if it keeps up.
    pub(crate) fn tell(&self, index: usize, told: Told) {
        self.change(|state| {
            state.far.index = Some(index);
            state.far.told = Some(told);
            if state.bytes.len() < ROOM / 16 {
                let event = state.far.event(told.time);
                state.bytes.extend_from_slice(event.as_bytes());
            }
        });
    }
}

impl SoFar {
    /// A progress event.
    fn event(&self, time: Duration) -> String {
        let progress = ProgressEvent {
            index: self.index.unwrap_or_default(),
            nodes: self.told.map_or(0, |told| told.nodes),
            seconds: (time.as_secs_f64() * 1e3).round() / 1e3,
            no_win_within: self.told.map(|told| told.no_win_within),
            win_within: self.told.and_then(|told| told.win_within),
        };
        format!("event: progress\ndata: {}\n\n", json(&progress).trim_end())
    }
}

impl ReplyWriter {
    pub(crate) fn new(shared: &Arc<Shared>) -> ReplyWriter {
        ReplyWriter(shared.clone())
    }

    /// There will be an answer.
    pub(crate) fn begin(&self) {
        self.0.change(|state| state.head = Some(Ok(())));
    }

    /// There is none.
    pub(crate) fn fail(&self, problem: Problem) {
        self.0.change(|state| {
            state.head = Some(Err(problem));
            state.end = Some(End::Whole);
        });
    }

    /// Says which position is in work from now on.
    pub(crate) fn at(&self, index: usize) {
        self.0.lock().far = SoFar { index: Some(index), since: Instant::now(), told: None };
    }

    /// Says that no position is in work.
    pub(crate) fn waits(&self) {
        self.0.lock().far = SoFar { index: None, since: Instant::now(), told: None };
    }

    /// Sends a piece, if need be after the client has taken earlier ones. False if the client is gone or too
    /// slow.
    pub(crate) fn send(&self, piece: &str) -> bool {
        let mut state = self.0.lock();
        while state.bytes.len() > ROOM && !state.left {
            let left = PATIENCE.saturating_sub(state.waited);
            if left.is_zero() {
                state.end = Some(End::CutOff);
                break;
            }
            let started = Instant::now();
            state = self.0.room.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
            state.waited += started.elapsed();
        }
        let wanted = !state.left && state.end.is_none();
        drop(state);
        if wanted {
            self.0.change(|state| state.bytes.extend_from_slice(piece.as_bytes()));
        }
        wanted
    }

    /// Everything was sent.
    pub(crate) fn finish(self) {
        self.0.change(|state| state.end = state.end.or(Some(End::Whole)));
    }

    /// There is an answer, and everything was sent.
    pub(crate) fn begin_whole(self) {
        self.0.change(|state| {
            state.head = state.head.take().or(Some(Ok(())));
            state.end = state.end.or(Some(End::Whole));
        });
    }
}

impl Drop for ReplyWriter {
    fn drop(&mut self) {
        self.0.change(|state| state.end = state.end.or(Some(End::CutOff)));
    }
}

impl ReplyStream {
    pub(crate) fn new(shared: Arc<Shared>, tickets: Vec<Ticket>, events: bool) -> ReplyStream {
        let tick = events.then(ticks);
        ReplyStream { shared, _tickets: tickets, events, tick, client: None }
    }

    /// The same, for this client.
    pub(crate) fn for_client(mut self, client: Option<&Arc<Presence>>) -> ReplyStream {
        self.client = client.cloned();
        self
    }

    /// Waits until it is known whether there will be an answer. `None` if the thread failed.
    pub(crate) async fn head(&mut self) -> Option<Result<(), Problem>> {
        poll_fn(|cx| {
            let mut state = self.shared.lock();
            match (state.head.take(), state.end) {
                (Some(head), _) => Poll::Ready(Some(head)),
                (None, Some(_)) => Poll::Ready(None),
                (None, None) => {
                    state.waker = Some(cx.waker().clone());
                    Poll::Pending
                }
            }
        })
        .await
    }

    /// The whole answer, if it is whole already.
    pub(crate) fn whole(&self) -> Option<Vec<u8>> {
        let mut state = self.shared.lock();
        (state.end == Some(End::Whole)).then(|| std::mem::take(&mut state.bytes))
    }
}

fn ticks() -> Interval {
    let mut tick = interval_at(Time::now() + TICK, TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    tick
}

impl Body for ReplyStream {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let this = self.get_mut();
        let mut state = this.shared.lock();
        if !state.bytes.is_empty() {
            let bytes = std::mem::take(&mut state.bytes);
            drop(state);
            this.shared.room.notify_one();
            if let Some(tick) = &mut this.tick {
                tick.reset();
            }
            return Poll::Ready(Some(Ok(Frame::data(bytes.into()))));
        }
        match state.end {
            Some(End::Whole) => return Poll::Ready(None),
            Some(End::CutOff) => return Poll::Ready(Some(Err(io::Error::other("the answer was cut off")))),
            None => state.waker = Some(cx.waker().clone()),
        }
        let far = state.far;
        drop(state);
        if this.tick.is_none() && this.client.as_ref().is_some_and(|client| client.has_ended()) {
            this.tick = Some(ticks());
        }
        if let Some(tick) = &mut this.tick
            && tick.poll_tick(cx).is_ready()
        {
            // Registers for the next tick, so that this one is not the last.
            tick.reset();
            let event = match far.index {
                // Between answers JSON has room for as many lines as are wanted.
                _ if !this.events => "\n".into(),
                Some(_) => far.event(far.since.elapsed()),
                None => ": waiting\n\n".into(),
            };
            return Poll::Ready(Some(Ok(Frame::data(event.into()))));
        }
        Poll::Pending
    }
}

impl Drop for ReplyStream {
    fn drop(&mut self) {
        self.shared.lock().left = true;
        self.shared.room.notify_one();
    }
}
