//! What an EPD asks of its own position: `stipulation "s#3";`.

use chess_arbiter::format::{TextError, operations};
use chess_arbiter::rules::Rules;
use chess_arbiter::stipulation::AnyStipulation;
use chess_arbiter::with_rules;

use super::{WinQuestion, within};

/// The operation's name.
pub const OPCODE: &str = "stipulation";

/// Whether an EPD of a text may ask something itself, as far as its words show.
///
/// ```
/// use chess_arbiter_answer::win::may_say;
/// assert!(may_say("7k/8/6K1/8/8/8/8/R7 w - - stipulation #1;"));
/// assert!(!may_say("7k/8/6K1/8/8/8/8/R7 w - - dm 1;"));
/// ```
#[must_use]
pub fn may_say(text: &str) -> bool {
    text.contains(OPCODE)
}

impl WinQuestion {
    /// The question about the position of a text: its own, if it has one.
    ///
    /// # Errors
    /// It says what cannot be asked.
    pub fn of(&self, text: &str) -> Result<WinQuestion, TextError> {
        let own = with_rules!(self.rules, R => stipulation::<R>(text))?;
        Ok(own.map_or(*self, |stipulation| WinQuestion {
            goal: within(stipulation),
            stipulation: Some(stipulation),
            ..*self
        }))
    }
}

/// What an EPD asks of itself, if anything.
pub(crate) fn stipulation<R: Rules>(text: &str) -> Result<Option<AnyStipulation>, TextError> {
    if !may_say(text) {
        return Ok(None);
    }
    let mut found = None;
    let said = operations::<R>(text).into_iter().filter(|(operation, _)| operation.opcode == OPCODE);
    for (operation, (line, column)) in said {
        let wrong = |message: String| TextError::new(line, column, message);
        if R::ROYAL_CAPTURABLE {
            return Err(wrong(super::NO_STIPULATIONS.into()));
        }
        if found.is_some() {
            return Err(wrong("this position has a stipulation already".into()));
        }
        let [operand] = operation.operands.as_slice() else {
            let count = operation.operands.len();
            return Err(wrong(format!("{OPCODE} takes one word such as \"s#3\", found {count}")));
        };
        let word = operand.text();
        let parsed = word.parse().map_err(|error| wrong(format!("{error}, found '{word}'")))?;
        found = Some(parsed);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use crate::request::{Grant, WinRequest};

    #[test]
    fn what_a_position_asks() {
        let asked = |text: &str| {
            let request = WinRequest { mate: Some(5), ..WinRequest::default() };
            let question = request.check(&Grant::default()).unwrap();
            question.of(text).map(|question| question.stipulation.map(|asked| asked.to_string()))
        };
        const FEN: &str = "7k/8/6K1/8/8/8/8/R7 w - -";
        for word in ["s#3", "\"s#3\"", "s#3; dm 4", "\"s#3\"; id \"stipulation r#1\""] {
            assert_eq!(asked(&format!("{FEN} acd 3; stipulation {word};")), Ok(Some("s#3".into())), "{word}");
        }
        assert_eq!(asked(&format!("{FEN} id \"stipulation #1\"; dm 1;")), Ok(None));
        assert_eq!(asked(&format!("{FEN} 0 1")), Ok(None));
        for (operands, column, says) in [
            ("hs#2", 39, "found 'hs#2'"),
            ("#0", 39, "found '#0'"),
            ("", 39, "takes one word such as \"s#3\", found 0"),
            ("s #3", 39, "found 2"),
            ("#1; stipulation #2", 55, "already"),
        ] {
            let fault = asked(&format!("\n{FEN} stipulation {operands};")).unwrap_err();
            assert_eq!((fault.line, fault.column), (2, column), "{operands}: {fault}");
            assert!(fault.message.contains(says), "{operands}: {fault}");
        }
    }
}
