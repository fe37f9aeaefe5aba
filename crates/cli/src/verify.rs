//! `arbiter verify`.

mod packed;
mod room;
mod split;

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader};
use std::sync::Arc;
use std::time::Duration;

use chess_arbiter::limits::{Limits, Reached};
use chess_arbiter_answer::request::{Allowance, Context, Grant};
use chess_arbiter_answer::{Form, INTERNAL, Layout, Opinion, guarded, json as as_json, words};

use crate::exit::{Exit, Failure};
use crate::input::{self, BUFFER};
use crate::interrupt;
use crate::options::VerifyOptions;
use crate::output::{Row, RowWriter, Tally};
use crate::pipeline::{self, Feeder, Plan};
use room::{Reservation, Room};
use split::{NoText, TextReader};

/// What a check may take beside its time for each byte: so long it may take to begin one and look at a clock.
const BESIDE: Duration = Duration::from_millis(10);

/// A text may be as long as this part of the memory for its check; its nodes take the rest.
const TEXT_SHARE: usize = 4;

/// How many bytes there may be.
#[derive(Clone, Copy)]
struct Sizes {
    /// Of a text.
    text: usize,
    /// Of a packed file when it is unpacked.
    unpacked: usize,
}

/// What was found where.
struct Found {
    file: Arc<str>,
    line: usize,
    text: Result<String, NoText>,
    /// Kept while the text is in memory.
    _place: Reservation,
}

/// Where texts go.
struct TextFeed<'a> {
    file: Arc<str>,
    most: Sizes,
    allowance: &'a Allowance,
    feeder: &'a Feeder<Found>,
    room: &'a Arc<Room>,
}

impl TextFeed<'_> {
    /// Hands over a text; false if nobody wants more.
    fn push(&self, line: usize, text: Result<String, NoText>) -> bool {
        let bytes = text.as_ref().map_or(0, String::len);
        // What waits in an unfinished batch is never given back.
        let _place = self.room.place(bytes, || self.feeder.hand_over());
        self.feeder.push(Found { file: self.file.clone(), line, text, _place })
    }
}

pub(crate) fn run(options: VerifyOptions) -> Result<Exit, Failure> {
    let VerifyOptions { mut files, json, unpacked, per_byte, manner, request, threads } = options;
    manner.apply();
    let allowance = request.allowance(&Grant::UNBOUNDED)?;
    if files.is_empty() {
        input::stdin_or("no file given: name one, or `-` for standard input")?;
        files.push("-".into());
    }
    let form = if json { Form::Json } else { Form::Lines };
    let mut writer = RowWriter::new(form, Layout::Text);
    let interrupted = interrupt::flag();
    let context = Context { interrupt: Some(interrupted.clone()), ..Context::new(Grant::UNBOUNDED) };
    let memory = allowance.limits(&context).memory;
    // Certificates can be large: few are read ahead.
    let plan = Plan { threads: threads.count(), batch: 64, ahead: 2 };
    let most = Sizes { text: memory / TEXT_SHARE, unpacked: unpacked.0 };
    let room = Room::new(memory);
    let reading = allowance.clone();
    let feed = move |feeder: &_| {
        for file in &files {
            if !read(file, most, feeder, &room, &reading) {
                return;
            }
        }
    };
    let per_byte = per_byte.and_then(|time| time.0);
    let check = move |found| row(found, json, per_byte, &allowance.limits(&context));
    pipeline::run(plan, &interrupted, feed, check, &mut writer)?;
    Ok(writer.finish("certificate", "not accepted", &interrupted))
}

/// Hands over every text of a file; false if nobody wants more.
fn read(name: &OsStr, most: Sizes, feeder: &Feeder<Found>, room: &Arc<Room>, allowance: &Allowance) -> bool {
    let source = TextFeed { file: name.to_string_lossy().into(), most, allowance, feeder, room };
    if name == "-" {
        return texts(feeder.prompt(io::stdin().lock()), &source);
    }
    match File::open(name) {
        Ok(file) => texts(feeder.prompt(file), &source),
        Err(error) => source.push(1, Err(NoText::Fault(format!("cannot read: {error}")))),
    }
}

fn texts(input: impl io::Read, source: &TextFeed<'_>) -> bool {
    let mut any = false;
    let Sizes { text: most, unpacked } = source.most;
    let input = packed::unpacked(BufReader::with_capacity(BUFFER, input), unpacked);
    for (line, text) in TextReader::new(input, most) {
        any = true;
        // Nothing after it will be checked, so that it need not be read.
        if source.allowance.is_spent() {
            source.push(line, Err(NoText::Late));
            return false;
        }
        if !source.push(line, text) {
            return false;
        }
    }
    // Nothing was checked: that must not look like success.
    any || source.push(1, Err(NoText::Fault("it contains no certificate".into())))
}

fn row(found: Found, json: bool, per_byte: Option<Duration>, limits: &Limits) -> Row {
    let opinion = match &found.text {
        Ok(text) => {
            // The text is part of what the check takes.
            let memory = limits.memory - text.len().min(limits.memory);
            let bytes = u32::try_from(text.len()).unwrap_or(u32::MAX);
            let of_size = per_byte.map(|time| time.saturating_mul(bytes).saturating_add(BESIDE));
            let time = limits.time.into_iter().chain(of_size).min();
            let limits = Limits { memory, time, ..limits.clone() };
            guarded(|| Opinion::of(text, &limits)).unwrap_or_else(|| Opinion::Refused(INTERNAL.into()))
        }
        Err(NoText::Fault(reason)) => Opinion::Refused(reason.clone()),
        Err(NoText::TooLong) => Opinion::Stopped(Reached::Memory),
        Err(NoText::Late) => Opinion::Stopped(Reached::Time),
    };
    let place = format!("{}:{}", words::printable(&found.file), found.line);
    let undecided = matches!(opinion, Opinion::Stopped(_));
    let error = !undecided && !matches!(opinion, Opinion::Accepted(..));
    let text = if json { as_json(&opinion.object(&place)) } else { opinion.line(&place) };
    let [errors, undecided] = [error, undecided].map(u64::from);
    Row { text, tally: Tally { rows: 1, errors, undecided, ..Tally::default() }, ..Row::default() }
}
