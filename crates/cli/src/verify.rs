//! `arbiter verify`.

mod packed;
mod split;

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader};
use std::sync::Arc;

use chess_arbiter_answer::{Form, Opinion, json as as_json, words};

use crate::exit::{Exit, Failure};
use crate::input::{self, BUFFER};
use crate::interrupt;
use crate::options::VerifyOptions;
use crate::output::{Row, Writer};
use crate::pipeline::{self, Feeder, Plan};
use split::Texts;

/// What was found where.
struct Found {
    file: Arc<str>,
    line: usize,
    text: Result<String, String>,
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
        Ok(text) => pipeline::guarded(|| Opinion::of(text)).unwrap_or_else(Opinion::Refused),
        Err(reason) => Opinion::Refused(reason.clone()),
    };
    let place = format!("{}:{}", words::printable(&found.file), found.line);
    let error = !matches!(opinion, Opinion::Accepted(_));
    let text = if json { as_json(&opinion.object(&place)) } else { opinion.line(&place) };
    Row { text, error, ..Row::default() }
}
