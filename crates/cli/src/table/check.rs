//! `arbiter table verify`.

use std::io::{self, Write};
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use chess_arbiter_tables::verify::{CheckedEntries, VerifyError, verify};
use serde::Serialize;

use super::{duration, present, with_threads};
use crate::exit::{Exit, Failure, say};
use crate::interrupt;
use crate::table_options::CheckOptions;
use chess_arbiter_answer::json;

#[derive(Serialize)]
struct Row {
    class: String,
    verdict: &'static str,
    entries: u64,
    quiet: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

pub(crate) fn run(options: CheckOptions) -> Result<Exit, Failure> {
    let mut classes = options.game.classes()?;
    if classes.is_empty() {
        classes = present(&options.folder.folder)?;
    }
    if classes.is_empty() {
        say(&format!("{}: there are no tables", options.folder.folder.display()));
        return Ok(Exit::Errors);
    }
    let interrupted = interrupt::flag();
    let done = AtomicU64::new(0);
    let mut exit = Exit::Done;
    for class in classes {
        let start = Instant::now();
        let checked = with_threads(options.threads, || {
            verify(&options.folder.folder, class, options.sample, options.seed, &done, &interrupted)
        })?;
        let (CheckedEntries { entries, quiet }, error) = match checked {
            Ok(checked) => (checked, None),
            Err(VerifyError::Interrupted) => return Ok(Exit::Interrupted),
            Err(error) => (CheckedEntries::default(), Some(error.to_string())),
        };
        if error.is_some() {
            exit = Exit::Errors;
        }
        let verdict = if error.is_none() { "right" } else { "refused" };
        let text = if options.json {
            json(&Row { class: class.to_string(), verdict, entries, quiet, error })
        } else {
            match error {
                Some(error) => format!("refused: {error}\n"),
                None => {
                    let time = duration(start.elapsed().as_secs_f64());
                    format!("right: {class}, {entries} entries checked, {quiet} of them quiet, in {time}\n")
                }
            }
        };
        io::stdout().write_all(text.as_bytes())?;
    }
    Ok(exit)
}
