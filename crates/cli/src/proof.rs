//! `arbiter reach --by proof`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use chess_arbiter_answer::{Form, LegalityQuestion};

use crate::exit::{Exit, Failure};
use crate::options::{Positions, ProofOptions, Shown, Threads};
use crate::progress::Progress;
use crate::question::{Beside, ask_beside};
use crate::{input, interrupt, output};

pub(crate) fn run(
    positions: &Positions,
    options: &ProofOptions,
    shown: &Shown,
    threads: Threads,
) -> Result<Exit, Failure> {
    let to_stdout = options.pgn.as_deref() == Some(Path::new("-"));
    if to_stdout && (shown.json || shown.certificate || shown.explain) {
        let message = "--pgn - writes games in place of the answers: name a file to have both";
        return Err(Failure::Usage(message.into()));
    }
    let sources = input::sources(&positions.positions)?;
    let threads = input::useful_threads(&sources, threads.count());
    let form = if to_stdout { Form::Pgn } else { output::form(shown.json, shown.certificate, shown.explain) };
    let games = match &options.pgn {
        Some(path) if !to_stdout => {
            let failed = |error| Failure::System { what: path.display().to_string(), error };
            Some(Box::new(BufWriter::new(File::create(path).map_err(failed)?)) as Box<dyn Write>)
        }
        _ => None,
    };
    let interrupted = interrupt::flag();
    let question = LegalityQuestion {
        limits: options.limits(&interrupted),
        certificate: shown.certificate,
        games: options.pgn.is_some(),
        repair: options.repair,
    };
    let beside = Beside { games, progress: Some(Progress::new()), ..Beside::default() };
    ask_beside(question, sources, form, beside, threads, &interrupted)
}
