//! Why a judge stopped before the end of its input.

use std::io;

use chess_arbiter::format::TextError;
use chess_arbiter::win::Reached;

/// Why a judge stopped. Every answer before that has been written.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The input breaks its format: where, what is wrong, what was expected.
    #[error(transparent)]
    Malformed(#[from] TextError),
    /// A game has no answer because a limit stopped the work.
    #[error("game {game} has no answer: stopped by {limit}")]
    Limit {
        /// Number of the game, from 1.
        game: u64,
        /// What stopped it.
        limit: Reached,
    },
    /// Interrupted from outside ([`Limits::interrupt`](chess_arbiter::win::Limits::interrupt)).
    #[error("interrupted")]
    Interrupted,
    /// The input cannot be read.
    #[error("cannot read the input: {0}")]
    Input(#[source] io::Error),
    /// Whoever read the answers has stopped reading (a closed pipe).
    #[error("the output was closed")]
    OutputClosed,
    /// The answers cannot be written.
    #[error("cannot write the answers: {0}")]
    Output(#[source] io::Error),
}

impl JudgeError {
    pub(super) fn stopped(game: u64, limit: Reached) -> JudgeError {
        match limit {
            Reached::Interrupt => JudgeError::Interrupted,
            limit => JudgeError::Limit { game, limit },
        }
    }

    pub(super) fn writing(error: io::Error) -> JudgeError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => JudgeError::OutputClosed,
            _ => JudgeError::Output(error),
        }
    }
}
