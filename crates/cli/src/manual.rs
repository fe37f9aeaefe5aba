//! `arbiter completions` and `arbiter man`.

use std::fs;
use std::io::{self, Write};

use clap::CommandFactory;
use clap_mangen::Man;

use crate::exit::{Exit, Failure};
use crate::options::{Cli, CompletionsOptions, ManOptions};

pub(crate) fn completions(options: CompletionsOptions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Cli::command(), "arbiter", &mut script);
    print(&script)
}

pub(crate) fn man(options: ManOptions) -> Result<Exit, Failure> {
    let Some(directory) = options.out else {
        let mut page = Vec::new();
        Man::new(Cli::command()).render(&mut page)?;
        return print(&page);
    };
    let failed = |error| Failure::System { what: directory.display().to_string(), error };
    fs::create_dir_all(&directory).map_err(failed)?;
    clap_mangen::generate_to(Cli::command(), &directory).map_err(failed)?;
    Ok(Exit::Done)
}

fn print(text: &[u8]) -> Result<Exit, Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(Exit::Done)
}
