//! `arbiter table`.

mod build;
mod check;
mod probe;
mod stats;

use std::path::Path;

use chess_arbiter_tables::file;
use chess_arbiter_tables::material::Class;

use crate::exit::{Exit, Failure};
use crate::options::Threads;
use crate::table_options::TableCommand;

pub(crate) fn run(command: TableCommand) -> Result<Exit, Failure> {
    match command {
        TableCommand::Build(options) => build::run(options),
        TableCommand::Verify(options) => check::run(options),
        TableCommand::Probe(options) => probe::run(options),
        TableCommand::Stats(options) => stats::run(options),
    }
}

/// Work on so many threads.
fn with_threads<T: Send>(threads: Threads, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.count()).build();
    let system = |error: rayon::ThreadPoolBuildError| Failure::System {
        what: "cannot start a thread".into(),
        error: std::io::Error::other(error),
    };
    Ok(pool.map_err(system)?.install(work))
}

/// The classes of which there is a table in a folder, smaller ones first.
fn present(folder: &Path) -> Result<Vec<Class>, Failure> {
    let system = |error| Failure::System { what: folder.display().to_string(), error };
    let mut classes = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(system)? {
        let name = entry.map_err(system)?.file_name();
        if let Some(class) = name.to_str().and_then(file::class_of) {
            classes.extend(file::classes(class));
        }
    }
    classes.sort_by_key(|class| (class.men(), class.pawns(), class.pair(), *class));
    classes.dedup();
    Ok(classes)
}

/// `2 h 05 min`, `3 min 10 s`, `12 s`, `0.35 s`.
fn duration(seconds: f64) -> String {
    match seconds as u64 {
        0..10 => format!("{seconds:.2} s"),
        whole @ 10..60 => format!("{whole} s"),
        whole @ 60..3600 => format!("{} min {:02} s", whole / 60, whole % 60),
        whole => format!("{} h {:02} min", whole / 3600, whole % 3600 / 60),
    }
}
