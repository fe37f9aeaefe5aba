//! Calls in work, so that they can be cancelled and waited for; and replies that go back together.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chess_arbiter_mcp::{Call, Id, Incoming, Notify, Server};

use crate::pool::{Caller, Done, Full, Job, Place, Turn};
use crate::question::lane;

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
    /// Of the texts that wait.
    bytes: usize,
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
    size: usize,
    flags: Flags,
}

impl Calls {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// None if all calls together would hold more than so many bytes.
    fn begin(self: &Arc<Calls>, session: Option<&str>, call: &Call, most: usize) -> Option<InFlight> {
        let (flags, size) = (Flags::default(), call.size());
        let key = session.map(|session| (session.to_owned(), call.id().clone()));
        let mut state = self.lock();
        if state.bytes + size > most {
            return None;
        }
        state.count += 1;
        state.bytes += size;
        if let Some(key) = &key {
            state.known.insert(key.clone(), flags.clone());
        }
        drop(state);
        Some(InFlight { calls: self.clone(), key, size, flags })
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
        state.bytes -= self.size;
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

/// What calls are run with.
pub(crate) struct Desk<'a> {
    pub(crate) server: &'a Arc<Server>,
    pub(crate) calls: &'a Arc<Calls>,
    /// Bytes that all calls may hold.
    pub(crate) most: usize,
}

impl Desk<'_> {
    /// Lets a call wait for its turn. `submit` says whether there is room for it; if not, the client is told
    /// so.
    pub(crate) fn take<T>(
        &self,
        session: Option<&str>,
        call: Call,
        caller: Caller,
        gather: &Arc<Gather>,
        submit: impl FnOnce(Place, Box<dyn Job>) -> Result<T, Full>,
    ) -> Option<T> {
        let (busy, lane) = (call.busy(), lane(call.is_quick(), call.is_brief()));
        let taken = self.calls.begin(session, &call, self.most).and_then(|in_flight| {
            let interrupt = in_flight.flags.interrupt.clone();
            let (server, gather) = (self.server.clone(), gather.clone());
            let work = Answering { server, in_flight, call, gather };
            submit(Place { lane, caller, interrupt }, Box::new(work)).ok()
        });
        if taken.is_none() {
            gather.reply(Some(busy));
        }
        taken
    }
}

/// A call that waits for its turn, or has it.
struct Answering {
    server: Arc<Server>,
    in_flight: InFlight,
    call: Call,
    gather: Arc<Gather>,
}

impl Job for Answering {
    fn run(&mut self, turn: &Turn) -> Done {
        let flags = &self.in_flight.flags;
        let is_cancelled = || flags.cancelled.load(Ordering::Relaxed);
        if is_cancelled() {
            self.gather.reply(None);
            return Done::Finished;
        }
        let mut context = self.server.context();
        context.interrupt = Some(flags.interrupt.clone());
        let outlet = self.gather.clone();
        let notify: Notify = Arc::new(move |text| outlet.outlet.notify(&text));
        let reply = self.call.run(&context, Some(notify));
        if turn.is_over() && !is_cancelled() {
            return Done::Again;
        }
        self.gather.reply((!is_cancelled()).then_some(reply));
        Done::Finished
    }

    fn refuse(&mut self) {
        self.gather.reply(Some(self.call.busy()));
    }
}
