//! `arbiter verify`.

mod members;
mod packed;
mod split;

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader};
use std::sync::Arc;

use chess_arbiter_answer::{Form, words};
use chess_arbiter_check::check;
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::input::{self, BUFFER};
use crate::interrupt;
use crate::options::VerifyOptions;
use crate::output::{Row, Writer};
use crate::pipeline::{self, Feeder, Plan};
use members::Claimed;
use split::Texts;

/// What was found where.
struct Found {
    file: Arc<str>,
    line: usize,
    text: Result<String, String>,
}

/// What is said about one text.
enum Opinion {
    Accepted(String),
    Refused(String),
    /// There is nothing to check, because nothing is claimed.
    Nothing(&'static str),
}

pub(crate) fn run(options: VerifyOptions) -> Result<Exit, Failure> {
    let VerifyOptions { mut files, json, threads } = options;
    if files.is_empty() {
        input::stdin_or("no file given: name one, or `-` for standard input")?;
        files.push("-".into());
    }
    let form = if json { Form::Json } else { Form::Lines };
    let mut writer = Writer::new(form);
    let interrupted = interrupt::flag();
    // Certificates can be large: few are read ahead.
    let plan = Plan { threads: threads.count(), batch: 64, ahead: 2 };
    let feed = move |feeder: &_| {
        for file in &files {
            if !read(file, feeder) {
                return;
            }
        }
    };
    pipeline::run(plan, &interrupted, feed, move |found| row(found, json), &mut writer)?;
    Ok(writer.finish("certificate", "not accepted", &interrupted))
}

/// Hands over every text of a file; false if nobody wants more.
fn read(name: &OsStr, feeder: &Feeder<Found>) -> bool {
    let file: Arc<str> = name.to_string_lossy().into();
    if name == "-" {
        return texts(feeder.prompt(io::stdin().lock()), file, feeder);
    }
    match File::open(name) {
        Ok(source) => texts(feeder.prompt(source), file, feeder),
        Err(error) => feeder.push(Found { file, line: 1, text: Err(format!("cannot read: {error}")) }),
    }
}

fn texts(source: impl io::Read, file: Arc<str>, feeder: &Feeder<Found>) -> bool {
    let mut any = false;
    for (line, text) in Texts::new(packed::unpacked(BufReader::with_capacity(BUFFER, source))) {
        any = true;
        if !feeder.push(Found { file: file.clone(), line, text }) {
            return false;
        }
    }
    // Nothing was checked: that must not look like success.
    any || feeder.push(Found { file, line: 1, text: Err("there is no certificate in it".into()) })
}

fn row(found: Found, json: bool) -> Row {
    let opinion = match &found.text {
        Ok(text) => pipeline::guarded(|| judge(text)).unwrap_or_else(Opinion::Refused),
        Err(reason) => Opinion::Refused(reason.clone()),
    };
    let place = format!("{}:{}", words::printable(&found.file), found.line);
    let error = !matches!(opinion, Opinion::Accepted(_));
    let text = if json { as_json(&place, &opinion) } else { as_line(&place, &opinion) };
    Row { text, error, ..Row::default() }
}

fn judge(text: &str) -> Opinion {
    match members::claimed(text) {
        Claimed::Certificate => match check(text) {
            Ok(accepted) => Opinion::Accepted(accepted.to_string()),
            Err(refusal) => Opinion::Refused(refusal.to_string()),
        },
        Claimed::Answer(answer) => {
            let Some(certificate) = answer.certificate else {
                return Opinion::Refused("there is no certificate for this answer".into());
            };
            match check(certificate) {
                Ok(accepted) => match answer.differs(&accepted) {
                    None => Opinion::Accepted(accepted.to_string()),
                    Some(what) => {
                        Opinion::Refused(format!("the certificate is valid, but {what}: {accepted}"))
                    }
                },
                Err(refusal) => Opinion::Refused(refusal.to_string()),
            }
        }
        Claimed::Nothing(why) => Opinion::Nothing(why),
    }
}

fn as_line(place: &str, opinion: &Opinion) -> String {
    match opinion {
        Opinion::Accepted(claim) => format!("accepted: {claim}\n"),
        Opinion::Refused(reason) => format!("refused: {place}: {}\n", words::one_line(reason)),
        Opinion::Nothing(why) => format!("none: {place}: {why}\n"),
    }
}

#[derive(Serialize)]
struct Json<'a> {
    input: &'a str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

fn as_json(place: &str, opinion: &Opinion) -> String {
    let (verdict, claim, reason) = match opinion {
        Opinion::Accepted(claim) => ("accepted", Some(claim.as_str()), None),
        Opinion::Refused(reason) => ("refused", None, Some(reason.as_str())),
        Opinion::Nothing(why) => ("none", None, Some(*why)),
    };
    chess_arbiter_answer::json(&Json { input: place, verdict, claim, reason })
}
