//! `arbiter table stats`.

use std::fs;
use std::io::{self, Write};

use chess_arbiter::rules::RulesKind;
use chess_arbiter_tables::stats::Figures;
use chess_arbiter_tables::svg;
use serde::Serialize;

use super::present;
use crate::exit::{Exit, Failure, say};
use crate::table_options::StatsOptions;
use chess_arbiter_answer::json;

/// The figures of a class as JSON.
#[derive(Serialize)]
pub(crate) struct StatsRow {
    class: String,
    entries: u64,
    positions: u64,
    at_once: u64,
    wins: u64,
    losses: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    mated: Option<u64>,
    never: u64,
    longest_win: Option<usize>,
    longest_loss: Option<usize>,
    crc32: String,
    /// Positions by value: never, won at once, lost in 2, won in 3, …, to the longest; mated ones apart.
    by_value: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    /// For the pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

impl StatsRow {
    pub(crate) fn of(figures: &Figures, bytes: Option<u64>, seconds: Option<f64>) -> StatsRow {
        let last = figures.by_value.iter().rposition(|&count| count > 0).unwrap_or(0);
        StatsRow {
            class: figures.class.to_string(),
            entries: figures.entries,
            positions: figures.positions,
            at_once: figures.at_once,
            wins: figures.wins,
            losses: figures.losses,
            mated: (figures.class.rules() == RulesKind::Standard).then_some(figures.mated),
            never: figures.never,
            longest_win: figures.longest_win,
            longest_loss: figures.longest_loss,
            crc32: format!("{:08x}", figures.checksum),
            by_value: figures.by_value[..=last].to_vec(),
            bytes,
            seconds,
        }
    }
}

pub(crate) fn run(options: StatsOptions) -> Result<Exit, Failure> {
    let folder = &options.folder.folder;
    let mut classes = options.game.classes()?;
    if classes.is_empty() {
        classes = present(folder)?;
    }
    let mut exit = Exit::Done;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if !options.json {
        writeln!(out, "{}", Figures::COLUMNS)?;
    }
    let (mut sums, mut names) = (Vec::<u64>::new(), Vec::new());
    for class in classes {
        let (figures, bytes) = match Figures::read(folder, class) {
            Ok(Some(found)) => found,
            Ok(None) => {
                say(&format!("{class}: no such table"));
                exit = Exit::Errors;
                continue;
            }
            Err(error) => {
                say(&error.to_string());
                exit = Exit::Errors;
                continue;
            }
        };
        sums.resize(sums.len().max(figures.by_value.len()), 0);
        sums.iter_mut().zip(&figures.by_value).for_each(|(sum, count)| *sum += count);
        names.push(class.to_string());
        if options.json {
            out.write_all(json(&StatsRow::of(&figures, bytes, None)).as_bytes())?;
        } else {
            writeln!(out, "{}", figures.row())?;
        }
    }
    out.flush()?;
    if let Some(path) = options.svg {
        let title = match &names[..] {
            [name] => name.clone(),
            names => format!("{} classes", names.len()),
        };
        let written = fs::write(&path, svg::plot(&title, &sums));
        written.map_err(|error| Failure::System { what: path.display().to_string(), error })?;
    }
    Ok(exit)
}
