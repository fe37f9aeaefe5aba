//! What a worker does for a request.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chess_arbiter_answer::request::{Context, Endpoint, Kind, Outcome, Problem, Request};

use crate::body::HeldBody;
use crate::config::Config;
use crate::pool::{Done, Job, Turn};
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
    config: Arc<Config>,
    endpoint: Endpoint,
    asked: BodyRead,
    /// Whether the answer goes out as events.
    events: bool,
    interrupt: Arc<AtomicBool>,
    shared: Arc<Shared>,
    /// None once the answer is whole.
    writer: Option<ReplyWriter>,
    /// Answers that were given before the work made room for other work.
    given: usize,
    /// Of a list that has not been sent.
    text: String,
    /// Some of the answer may have been sent.
    begun: bool,
}

impl Work {
    pub(crate) fn new(
        config: &Arc<Config>,
        endpoint: Endpoint,
        asked: BodyRead,
        events: bool,
        interrupt: Arc<AtomicBool>,
        shared: Arc<Shared>,
    ) -> Work {
        let (config, writer) = (config.clone(), Some(ReplyWriter::new(&shared)));
        let (given, text, begun) = (0, String::new(), false);
        Work { config, endpoint, asked, events, interrupt, shared, writer, given, text, begun }
    }

    fn fail(&mut self, problem: Problem) -> Done {
        if let Some(writer) = self.writer.take() {
            writer.fail(problem);
        }
        Done::Finished
    }
}

impl Job for Work {
    fn run(&mut self, turn: &Turn) -> Done {
        let read;
        let request = match &self.asked {
            BodyRead::Request(request) => request,
            BodyRead::Body(held) => match Request::parse(self.endpoint, &held.bytes, &self.config.grant) {
                Ok(request) => {
                    read = request;
                    &read
                }
                Err(problem) => return self.fail(problem),
            },
        };
        let Some(writer) = &self.writer else { return Done::Finished };
        let mut context = Context {
            interrupt: Some(self.interrupt.clone()),
            oracle: self.config.oracle.clone(),
            skip: self.given,
            ..Context::new(self.config.grant.clone())
        };
        let (given, text, begun) = (&mut self.given, &mut self.text, &mut self.begun);
        let whole = if self.events {
            *begun = true;
            let shared = self.shared.clone();
            context.progress = Some(Arc::new(move |index, told| shared.tell(index, told)));
            events(request, &context, writer, turn, given)
        } else if request.is_many() {
            list(request, &context, writer, turn, (given, text, begun))
        } else {
            single(request, &context, turn, text)
        };
        // What was found after its turn is not kept, even if it is whole: it is found again.
        if turn.is_over() && whole != Ok(true) {
            writer.waits();
            return Done::Again;
        }
        let is_cut_off = *begun;
        let Some(writer) = self.writer.take() else { return Done::Finished };
        match whole {
            Ok(true) => {
                // Together, so that the length is known when the head is sent.
                writer.send(&self.text);
                writer.begin_whole();
            }
            Err(problem) => writer.fail(problem),
            // Dropped unfinished: the client sees that the list was cut off.
            Ok(false) if is_cut_off => {}
            Ok(false) => writer.fail(Problem::new(Kind::Busy, "the server is being stopped")),
        }
        Done::Finished
    }

    fn refuse(&mut self) {
        let has_head = self.events && matches!(self.asked, BodyRead::Request(_));
        if has_head && let Some(writer) = &self.writer {
            let (index, problem) = (self.given, full().json());
            writer.send(&format!("event: answer\ndata: {{\"index\":{index},\"problem\":{problem}}}\n\n"));
        }
        if self.begun && !has_head {
            // Too late for a problem: the client sees that the list was cut off.
            self.writer = None;
        } else {
            self.fail(full());
        }
    }
}

/// There is no place where the work could wait.
pub(crate) fn full() -> Problem {
    Problem::new(Kind::Busy, "too many requests are waiting already")
}

/// One answer, or one problem. Whether there is one.
fn single(request: &Request, context: &Context, turn: &Turn, text: &mut String) -> Result<bool, Problem> {
    let mut only = None;
    let whole = request.run(context, &mut |_, outcome: Outcome| {
        only = Some(outcome.result).filter(|_| !turn.is_over());
        true
    });
    match only.filter(|_| whole) {
        Some(Ok(answer)) => {
            *text = answer;
            Ok(true)
        }
        Some(Err(problem)) => Err(problem),
        None => Ok(false),
    }
}

/// `{"answers": […]}`. Whether it is whole.
fn list(
    request: &Request,
    context: &Context,
    writer: &ReplyWriter,
    turn: &Turn,
    (given, text, begun): (&mut usize, &mut String, &mut bool),
) -> Result<bool, Problem> {
    if *given == 0 {
        *text = "{\"answers\":[".into();
    }
    let whole = request.run(context, &mut |index, outcome: Outcome| {
        if turn.is_over() {
            return false;
        }
        *text += if index > 0 { "," } else { "" };
        *text += &outcome.object();
        *given = index + 1;
        if text.len() < GATHER {
            return true;
        }
        if !*begun {
            *begun = true;
            writer.begin();
        }
        let wanted = writer.send(text);
        text.clear();
        wanted
    });
    *text += if whole { "]}" } else { "" };
    Ok(whole)
}

/// Server-sent events. Whether all were sent.
fn events(
    request: &Request,
    context: &Context,
    writer: &ReplyWriter,
    turn: &Turn,
    given: &mut usize,
) -> Result<bool, Problem> {
    writer.begin();
    writer.at(*given);
    let whole = request.run(context, &mut |index, outcome: Outcome| {
        if turn.is_over() {
            return false;
        }
        let (name, text) = match outcome.result {
            Ok(answer) => ("answer", answer),
            Err(problem) => ("problem", problem.json()),
        };
        *given = index + 1;
        writer.at(*given);
        writer.send(&format!("event: answer\ndata: {{\"index\":{index},\"{name}\":{text}}}\n\n"))
    });
    if whole {
        writer.send(&format!("event: done\ndata: {{\"answers\":{given}}}\n\n"));
    }
    Ok(whole)
}
