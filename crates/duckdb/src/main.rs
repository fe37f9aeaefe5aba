//! Makes the extension of the library that was built with this program.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs, io};

use chess_arbiter_duckdb::{NAME, footer, platform};

const USAGE: &str = "usage: chess-arbiter-duckdb [FOLDER]\n\nWrites chess_arbiter.duckdb_extension into the folder (this one), to be loaded by DuckDB.\n";

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a program")]
fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let folder = match arguments.as_slice() {
        [] => PathBuf::from("."),
        [folder] if !folder.to_string_lossy().starts_with('-') => folder.into(),
        [help] if help == "--help" || help == "-h" => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match written(folder) {
        Ok(path) => {
            println!("{}", path.display());
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn written(folder: PathBuf) -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let library = program.with_file_name(format!("{DLL_PREFIX}chess_arbiter_duckdb{DLL_SUFFIX}"));
    let of = |path: &PathBuf, error: io::Error| format!("{}: {error}", path.display());
    let mut bytes = fs::read(&library).map_err(|error| of(&library, error))?;
    bytes.extend(footer(&platform()));
    let path = folder.join(format!("{NAME}.duckdb_extension"));
    // Put in its place as a whole: the old one may be in use.
    let part = path.with_extension(format!("part-{}", std::process::id()));
    fs::write(&part, bytes).map_err(|error| of(&part, error))?;
    fs::rename(&part, &path).map_err(|error| of(&path, error))?;
    Ok(path)
}
