//! `arbiter reach`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use chess_arbiter::rules::RulesKind;
use chess_arbiter_answer::request::{Context, Grant};
use chess_arbiter_answer::{Form, Question};

use crate::exit::{Exit, Failure};
use crate::options::{Format, ReachOptions};
use crate::progress::ProgressLine;
use crate::question::{Beside, Inquiry, ask};
use crate::{input, interrupt, output};

pub(crate) fn run(options: ReachOptions) -> Result<Exit, Failure> {
    let ReachOptions { positions, request, pgn, shown, threads } = options;
    let mut question = request.check(&Grant::UNBOUNDED)?;
    if let Question::Legality(legality) = &mut question {
        legality.games = pgn.is_some();
    } else if pgn.is_some() {
        return Err(Failure::Usage("--pgn: only for by proof: the five rules need no search".into()));
    }
    if let (true, Some(Format::Csv | Format::Tsv | Format::Markdown)) = (request.repair, shown.format) {
        let message = "--repair: repairs have no column; ask for --format text, table or json";
        return Err(Failure::Usage(message.into()));
    }
    let to_stdout = pgn.as_deref() == Some(Path::new("-"));
    if to_stdout && (shown.json || request.certificate || shown.explain || shown.format.is_some()) {
        let message = "--pgn - writes games in place of the answers: name a file to have both";
        return Err(Failure::Usage(message.into()));
    }
    let sources = input::sources(&positions.positions)?;
    let threads = input::useful_threads(&sources, threads.count());
    let is_single = || input::is_single(RulesKind::Standard, &sources);
    let form = match output::form(shown, request.certificate, is_single)? {
        (_, layout) if to_stdout => (Form::Pgn, layout),
        form => form,
    };
    let games = match &pgn {
        Some(path) if !to_stdout => {
            let failed = |error| Failure::System { what: path.display().to_string(), error };
            Some(Box::new(BufWriter::new(File::create(path).map_err(failed)?)) as Box<dyn Write + Send>)
        }
        _ => None,
    };
    let interrupted = interrupt::flag();
    let progress = (!question.is_quick()).then(ProgressLine::new);
    let context = Context { interrupt: Some(interrupted.clone()), ..Context::new(Grant::UNBOUNDED) };
    let beside = Beside { games, progress, ..Beside::default() };
    ask(Inquiry::question(question, context), sources, form, beside, threads, &interrupted)
}
