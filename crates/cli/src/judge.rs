//! `arbiter judge`.

use crate::exit::{Exit, Failure};
use crate::options::JudgeOptions;

pub(crate) fn run(_options: JudgeOptions) -> Result<Exit, Failure> {
    Err(Failure::Usage("PENDING".into()))
}
