//! Where answers are written.

use std::io::Write;

use chess_arbiter::board::Setup;

use super::error::JudgeError;

/// Owes answers, or holds known ones back for a moment.
pub(super) trait Settle {
    /// Writes every answer that is known or owed. Called before waiting for anything.
    fn settle(&mut self) -> Result<(), JudgeError>;
}

/// Takes what is read, case by case.
pub(super) trait Hear: Settle {
    /// A case that begins on a line, and its answer, which ends with its line end.
    fn hear(&mut self, line: usize, setup: &Setup, answer: &'static [u8]) -> Result<(), JudgeError>;
}

impl Hear for Answers<'_> {
    #[inline(always)]
    fn hear(&mut self, _: usize, _: &Setup, answer: &'static [u8]) -> Result<(), JudgeError> {
        self.add(answer)
    }
}

/// Answers on their way out: gathered as long as the next one is at hand.
pub(super) struct Answers<'o> {
    output: &'o mut dyn Write,
    gathered: Vec<u8>,
    /// Something was written since the last flush.
    unflushed: bool,
}

/// Answers gathered before they are written at the latest.
const GATHER: usize = 1 << 15;

impl<'o> Answers<'o> {
    pub(super) fn new(output: &'o mut dyn Write) -> Answers<'o> {
        Answers { output, gathered: Vec::new(), unflushed: false }
    }

    /// Adds an answer, which ends with its line end.
    #[inline(always)]
    pub(super) fn add(&mut self, answer: &[u8]) -> Result<(), JudgeError> {
        self.gathered.extend_from_slice(answer);
        if self.gathered.len() < GATHER { Ok(()) } else { self.write() }
    }

    #[cold]
    fn write(&mut self) -> Result<(), JudgeError> {
        self.unflushed = true;
        let written = self.output.write_all(&self.gathered);
        // Cleared even on failure: an answer must never be written twice.
        self.gathered.clear();
        written.map_err(JudgeError::writing)
    }
}

impl Settle for Answers<'_> {
    fn settle(&mut self) -> Result<(), JudgeError> {
        if !self.gathered.is_empty() {
            self.write()?;
        }
        if self.unflushed {
            self.output.flush().map_err(JudgeError::writing)?;
            self.unflushed = false;
        }
        Ok(())
    }
}
