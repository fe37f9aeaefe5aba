//! Calls of tools.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use chess_arbiter_answer::request::{Context, ExplainRequest, Grant, Outcome, Problem, Request};
use chess_arbiter_answer::{ExplainQuestion, INTERNAL, Told, guarded};
use serde_json::{Value, json};

use crate::message::{Id, Message};
use crate::reply::Era;
use crate::tools::Tool;
use crate::{Server, reply, says};

/// Is handed notifications that belong to a call.
pub type Notify = Arc<dyn Fn(String) + Send + Sync>;

/// Between two notifications of progress.
const PAUSE: Duration = Duration::from_millis(250);

/// Bytes of arguments that are read at once; more are read when it is their turn.
const SMALL: usize = 64 << 10;

/// Pixels of a picture: enough for a model to see what stands where.
const PICTURE: u32 = 480;

/// A call of a tool that makes sense and asks for no more than is granted.
#[derive(Debug)]
pub struct Call {
    id: Id,
    asked: Asked,
    token: Option<Id>,
    most: usize,
    size: usize,
    era: Era,
    /// When it was run for the first time: it may be run anew, and its progress never falls.
    begun: OnceLock<Instant>,
}

#[derive(Debug)]
enum Asked {
    Request(Request),
    Explain(ExplainQuestion),
    /// Many arguments, as they came: read, they take several times as much memory.
    Unread(Tool, String),
}

impl Asked {
    fn read(tool: Tool, arguments: &str, grant: &Grant) -> Result<Asked, Problem> {
        let body = arguments.as_bytes();
        match tool {
            Tool::Ask(endpoint) => Request::parse(endpoint, body, grant).map(Asked::Request),
            Tool::Explain => {
                ExplainRequest::parse(body).and_then(|request| request.check(grant)).map(Asked::Explain)
            }
        }
    }
}

impl Call {
    /// Reads the arguments. What is wrong with them is the result of the call, so that models see it.
    pub(crate) fn read(
        server: &Server,
        id: Id,
        tool: Tool,
        arguments: String,
        token: Option<Id>,
        era: Era,
    ) -> Message {
        let size = arguments.len();
        let asked = if size > SMALL {
            Ok(Asked::Unread(tool, arguments))
        } else {
            Asked::read(tool, &arguments, &server.grant)
        };
        match asked {
            Ok(asked) => Message::Call(Box::new(Call {
                id,
                asked,
                token,
                most: server.reply,
                size,
                era,
                begun: OnceLock::new(),
            })),
            Err(problem) => Message::Reply(reply::failed(&id, era, &told(&problem))),
        }
    }

    /// Of the request.
    pub fn id(&self) -> &Id {
        &self.id
    }

    /// The reply if it cannot wait for its turn.
    pub fn busy(&self) -> String {
        reply::failed(&self.id, self.era, "too many calls are waiting already: try again in a moment")
    }

    /// Bytes that it holds as long as it waits.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether it takes well under a millisecond for each position, so that it can be answered while others
    /// search.
    pub fn is_quick(&self) -> bool {
        match &self.asked {
            Asked::Request(request) => request.is_quick(),
            Asked::Explain(question) => question.is_quick(),
            Asked::Unread(..) => false,
        }
    }

    /// Whether it most likely takes milliseconds.
    pub fn is_brief(&self) -> bool {
        match &self.asked {
            Asked::Request(request) => request.is_brief(),
            Asked::Explain(question) => question.is_quick(),
            Asked::Unread(..) => false,
        }
    }

    /// Whether it says how far it is, if it is given somebody to tell.
    pub fn tells_progress(&self) -> bool {
        self.token.is_some()
    }

    /// Runs the tool: the reply. The context's interrupt stops it.
    pub fn run(&self, context: &Context, notify: Option<Notify>) -> String {
        let Call { id, asked, token, most, era, begun, .. } = self;
        let (most, era, since) = (*most, *era, *begun.get_or_init(Instant::now));
        let progress =
            token.clone().zip(notify).map(|(token, notify)| Arc::new(Progress::new(token, notify, since)));
        let context = match &progress {
            Some(progress) => {
                let progress = progress.clone();
                let tell = move |_, told: Told| progress.tell(|| how_far(told));
                Context { progress: Some(Arc::new(tell)), ..context.clone() }
            }
            None => context.clone(),
        };
        let result = guarded(|| {
            let read;
            let asked = match asked {
                Asked::Unread(tool, arguments) => {
                    read = Asked::read(*tool, arguments, &context.grant).map_err(|problem| told(&problem))?;
                    &read
                }
                asked => asked,
            };
            match asked {
                Asked::Request(request) => answer(request, &context, most, progress.as_deref()),
                Asked::Explain(question) => explain(question, &context),
                Asked::Unread(..) => Err(INTERNAL.into()),
            }
        });
        match result {
            Some(Ok(Answer { text, picture })) => {
                let answer: Value = serde_json::from_str(&text).unwrap_or_default();
                let mut content = vec![reply::text(&says::text(&answer))];
                content.extend(picture.map(
                    |png| json!({"type": "image", "data": BASE64.encode(png), "mimeType": "image/png"}),
                ));
                reply::called(id, era, &content, &text)
            }
            Some(Err(why)) => reply::failed(id, era, &why),
            None => reply::failed(id, era, INTERNAL),
        }
    }
}

/// What a tool found.
struct Answer {
    /// JSON on one line.
    text: String,
    picture: Option<Vec<u8>>,
}

/// Asks, and gathers answers as long as they are not too many bytes.
fn answer(
    request: &Request,
    context: &Context,
    most: usize,
    progress: Option<&Progress>,
) -> Result<Answer, String> {
    let many = request.is_many();
    let mut text = String::new();
    let mut wrong = None;
    let mut too_large = false;
    let whole = request.run(context, &mut |index, outcome: Outcome| {
        if many {
            text += if index == 0 { "{\"answers\":[" } else { "," };
            text += &outcome.object();
        } else {
            match outcome.result {
                Ok(answer) => text = answer,
                Err(problem) => wrong = Some(told(&problem)),
            }
        }
        if let Some(progress) = progress.filter(|_| many) {
            progress.tell(|| format!("{} answered", index + 1));
        }
        too_large = text.len() > most;
        !too_large
    });
    if many {
        text += if text.is_empty() { "{\"answers\":[]}" } else { "]}" };
    }
    match wrong {
        Some(why) => Err(why),
        None if too_large => Err(format!(
            "the answer has more than {most} bytes, the most that is sent here: ask about fewer positions, for fewer lines, \
             or without a certificate"
        )),
        None if !whole => Err("the work was stopped before there was an answer".into()),
        None => Ok(Answer { text, picture: None }),
    }
}

fn explain(question: &ExplainQuestion, context: &Context) -> Result<Answer, String> {
    let explained = question.answer(context).map_err(|problem| told(&problem))?;
    let picture = explained.picture.svg(PICTURE).png();
    Ok(Answer { text: chess_arbiter_answer::json(&explained).trim_end().to_owned(), picture: Some(picture) })
}

/// What is wrong, and where, on one line.
fn told(problem: &Problem) -> String {
    let Problem { detail, line, column, field, .. } = problem;
    let text = match field {
        Some(field) => format!("{field}: {detail}"),
        None => detail.clone(),
    };
    // The place is one in the field's text; that of an argument that makes no sense is of no use to anybody.
    match (line, column) {
        (Some(line), Some(column)) if problem.status == 422 => {
            format!("{text} (line {line}, column {column})")
        }
        _ => text,
    }
}

fn how_far(told: Told) -> String {
    let Told { no_win_within, win_within, nodes, .. } = told;
    let win = win_within.map_or(String::new(), |plies| format!("a win within {plies} plies, "));
    format!("{win}none within {no_win_within} plies; {nodes} positions looked at")
}

/// Tells now and then how far a call is.
struct Progress {
    token: Id,
    notify: Notify,
    since: Instant,
    last: Mutex<Option<Instant>>,
}

impl Progress {
    fn new(token: Id, notify: Notify, since: Instant) -> Progress {
        Progress { token, notify, since, last: Mutex::new(None) }
    }

    /// The number that grows is the time in seconds: how much is left to do nobody knows.
    fn tell(&self, message: impl FnOnce() -> String) {
        let now = Instant::now();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| now - last < PAUSE) {
            return;
        }
        *last = Some(now);
        let seconds = ((now - self.since).as_secs_f64() * 1e6).round() / 1e6;
        let message = Value::from(message());
        let token = &self.token;
        (self.notify)(format!(
            "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{{\"progressToken\":{token},\"progress\":{seconds},\"message\":{message}}}}}"
        ));
    }
}
