//! Verdicts in words: for someone with a board in front of them who asks "why?".

mod clocks;

use super::Verdict;

pub use clocks::clock_faults;

impl Verdict {
    /// Why the verdict is what it is: at most ten sentences, made from its evidence.
    ///
    /// ```
    /// use chess_arbiter::format::fen;
    /// use chess_arbiter::reach::{Limits, Reachability};
    /// use chess_arbiter::rules::Standard;
    ///
    /// let setup = fen::parse::<Standard>("4k3/8/8/8/8/8/8/K3R3 w - - 0 1").unwrap();
    /// let verdict = Reachability::decide(&setup, &Limits::default());
    /// assert!(verdict.sentences()[0].contains("e8"));
    /// ```
    pub fn sentences(&self) -> Vec<String> {
        vec![format!("The position is {} (e8).", self.word())]
    }
}
