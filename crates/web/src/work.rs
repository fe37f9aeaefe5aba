//! What a worker does for a request.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chess_arbiter_answer::request::{Context, Endpoint, Kind, Outcome, Problem, Request};

use crate::body::HeldBody;
use crate::config::Config;
use crate::reply::{ReplyWriter, Shared};

/// Bytes of an answer that are gathered before they are sent.
const GATHER: usize = 16 << 10;

/// A request whose body was read.
pub(crate) enum BodyRead {
    /// It makes sense.
    Request(Request),
    /// A large one, which is read where it takes nobody's time.
    Body(HeldBody),
}

/// Answers a request.
pub(crate) struct Work {
    pub(crate) config: Arc<Config>,
    pub(crate) endpoint: Endpoint,
    pub(crate) asked: BodyRead,
    /// Whether the answer goes out as events.
    pub(crate) events: bool,
    pub(crate) interrupt: Arc<AtomicBool>,
}

impl Work {
    pub(crate) fn run(self, shared: &Arc<Shared>) {
        let writer = ReplyWriter::new(shared);
        let request = match self.asked {
            BodyRead::Request(request) => Ok(request),
            BodyRead::Body(held) => Request::parse(self.endpoint, &held.bytes, &self.config.grant),
        };
        let request = match request {
            Ok(request) => request,
            Err(problem) => return writer.fail(problem),
        };
        let mut context = Context {
            interrupt: Some(self.interrupt),
            oracle: self.config.oracle.clone(),
            ..Context::new(self.config.grant.clone())
        };
        if self.events {
            let shared = shared.clone();
            context.progress = Some(Arc::new(move |index, told| shared.tell(index, told)));
            events(request, &context, writer);
        } else if request.is_many() {
            list(request, &context, writer);
        } else {
            single(request, &context, writer);
        }
    }
}

fn stopped() -> Problem {
    Problem::new(Kind::Busy, "the server is being stopped")
}

/// One answer, or one problem.
fn single(request: Request, context: &Context, writer: ReplyWriter) {
    let mut only = None;
    let whole = request.run(context, &mut |_, outcome: Outcome| {
        only = Some(outcome.result);
        true
    });
    match only.filter(|_| whole) {
        Some(Ok(answer)) => {
            // Together, so that the length is known when the head is sent.
            writer.send(&answer);
            writer.begin_whole();
        }
        Some(Err(problem)) => writer.fail(problem),
        None => writer.fail(stopped()),
    }
}

/// `{"answers": […]}`.
fn list(request: Request, context: &Context, writer: ReplyWriter) {
    let mut text = String::from("{\"answers\":[");
    let mut begun = false;
    let whole = request.run(context, &mut |index, outcome: Outcome| {
        text += if index > 0 { "," } else { "" };
        text += &outcome.object();
        if text.len() < GATHER {
            return true;
        }
        if !begun {
            begun = true;
            writer.begin();
        }
        let wanted = writer.send(&text);
        text.clear();
        wanted
    });
    match (whole, begun) {
        (true, _) => {
            text += "]}";
            writer.send(&text);
            writer.begin_whole();
        }
        (false, false) => writer.fail(stopped()),
        // Dropped unfinished: the client sees that the list was cut off.
        (false, true) => {}
    }
}

/// Server-sent events.
fn events(request: Request, context: &Context, writer: ReplyWriter) {
    writer.begin();
    writer.at(0);
    let mut count = 0;
    let whole = request.run(context, &mut |index, outcome: Outcome| {
        let (name, text) = match outcome.result {
            Ok(answer) => ("answer", answer),
            Err(problem) => ("problem", problem.json()),
        };
        count = index + 1;
        writer.at(count);
        writer.send(&format!("event: answer\ndata: {{\"index\":{index},\"{name}\":{text}}}\n\n"))
    });
    if whole {
        writer.send(&format!("event: done\ndata: {{\"answers\":{count}}}\n\n"));
        writer.finish();
    }
}
