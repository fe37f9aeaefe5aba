//! `arbiter uci`.

use std::io;

use crate::exit::{Exit, Failure};

pub(crate) fn run() -> Result<Exit, Failure> {
    chess_arbiter_uci::run(io::stdin().lock(), io::stdout())?;
    Ok(Exit::Done)
}
