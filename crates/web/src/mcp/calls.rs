//! Calls in work, so that they can be cancelled and waited for; and replies that go back together.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chess_arbiter_mcp::{Call, Id, Incoming, Notify, Server};

use crate::pool::Job;

/// Who asked, and under which id. Clients choose their ids themselves, so that those of two may be the same.
type Key = (String, Id);

/// All calls that wait or are in work.
#[derive(Default)]
pub(crate) struct Calls {
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Default)]
struct State {
    known: HashMap<Key, Flags>,
    count: usize,
}

#[derive(Clone, Default)]
struct Flags {
    /// Stops the work.
    interrupt: Arc<AtomicBool>,
    /// By the client, who wants no reply then.
    cancelled: Arc<AtomicBool>,
}

/// A call as long as it waits or is in work.
struct InFlight {
    calls: Arc<Calls>,
    key: Option<Key>,
    flags: Flags,
}

impl Calls {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(self: &Arc<Calls>, session: Option<&str>, id: &Id) -> InFlight {
        let flags = Flags::default();
        let key = session.map(|session| (session.to_owned(), id.clone()));
        let mut state = self.lock();
        state.count += 1;
        if let Some(key) = &key {
            state.known.insert(key.clone(), flags.clone());
        }
        drop(state);
        InFlight { calls: self.clone(), key, flags }
    }

    /// Stops a call. There may be none: it may just have ended.
    pub(crate) fn cancel(&self, session: &str, id: &Id) {
        if let Some(flags) = self.lock().known.get(&(session.to_owned(), id.clone())) {
            flags.cancelled.store(true, Ordering::Relaxed);
            flags.interrupt.store(true, Ordering::Relaxed);
        }
    }

    /// Waits until no call is left, or for so long. Whether none is.
    pub(crate) fn wait(&self, most: Duration) -> bool {
        let end = Instant::now() + most;
        let mut state = self.lock();
        while state.count > 0 {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            state = self.ended.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        let mut state = self.calls.lock();
        state.count -= 1;
        if let Some(key) = &self.key
            && state.known.get(key).is_some_and(|known| Arc::ptr_eq(&known.interrupt, &self.flags.interrupt))
        {
            state.known.remove(key);
        }
        drop(state);
        self.calls.ended.notify_all();
    }
}

/// Where replies go.
pub(crate) trait Outlet: Send + Sync {
    /// Sends what belongs to a call before its reply.
    fn notify(&self, text: &str);

    /// Sends the replies to one text of a client; none if nobody wants any.
    fn done(&self, text: Option<String>);
}

/// The replies to one text, until all are there.
pub(crate) struct Gather {
    outlet: Box<dyn Outlet>,
    batch: bool,
    replies: Mutex<(usize, Vec<String>)>,
}

impl Gather {
    /// For so many replies.
    pub(crate) fn new(outlet: Box<dyn Outlet>, batch: bool, count: usize) -> Arc<Gather> {
        Arc::new(Gather { outlet, batch, replies: Mutex::new((count, Vec::new())) })
    }

    /// One of them; none if it is not wanted any more.
    pub(crate) fn reply(&self, reply: Option<String>) {
        let mut state = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        state.1.extend(reply);
        state.0 -= 1;
        let all = (state.0 == 0).then(|| std::mem::take(&mut state.1));
        drop(state);
        if let Some(all) = all {
            self.outlet.done(Incoming::joined(self.batch, all));
        }
    }
}

/// What a worker does for a call, and the flag that stops it.
pub(crate) fn job(
    server: &Arc<Server>,
    calls: &Arc<Calls>,
    session: Option<&str>,
    call: Call,
    gather: &Arc<Gather>,
) -> (Arc<AtomicBool>, Job) {
    let in_flight = calls.begin(session, call.id());
    let interrupt = in_flight.flags.interrupt.clone();
    let (server, gather) = (server.clone(), gather.clone());
    let run = move || {
        let flags = &in_flight.flags;
        let is_cancelled = || flags.cancelled.load(Ordering::Relaxed);
        if is_cancelled() {
            return gather.reply(None);
        }
        let mut context = server.context();
        context.interrupt = Some(flags.interrupt.clone());
        let outlet = gather.clone();
        let notify: Notify = Arc::new(move |text| outlet.outlet.notify(&text));
        let reply = call.run(&context, Some(notify));
        gather.reply((!is_cancelled()).then_some(reply));
    };
    (interrupt, Box::new(run))
}
