//! Quotation marks of a record of fields. The parser takes every text, and of one with a wrong quotation mark
//! makes something else than was meant: here is what it does not tell.

/// Where in a record we are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    FieldBegins,
    /// In a field without quotation marks around it; those in it are characters like others.
    Plain,
    Quoted,
    /// After a quotation mark in a quoted field: its end, or the first of two that stand for one.
    QuotedOrAfter,
}

/// Follows the fields of one record.
pub(super) struct Quotes {
    delimiter: u8,
    state: State,
    went_on: bool,
}

impl Quotes {
    pub(super) fn new(delimiter: u8) -> Quotes {
        Quotes { delimiter, state: State::FieldBegins, went_on: false }
    }

    /// A record begins.
    pub(super) fn begin(&mut self) {
        *self = Quotes::new(self.delimiter);
    }

    /// The next bytes of the record.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        let is_end = |byte: u8| byte == self.delimiter || matches!(byte, b'\n' | b'\r');
        let Some(&last) = bytes.last() else { return };
        if matches!(self.state, State::FieldBegins | State::Plain) && !bytes.contains(&b'"') {
            self.state = if is_end(last) { State::FieldBegins } else { State::Plain };
            return;
        }
        for &byte in bytes {
            self.state = match (self.state, byte) {
                (State::FieldBegins | State::QuotedOrAfter, b'"') => State::Quoted,
                (State::Quoted, b'"') => State::QuotedOrAfter,
                (State::Quoted, _) => State::Quoted,
                (_, byte) if is_end(byte) => State::FieldBegins,
                (State::QuotedOrAfter, _) => {
                    self.went_on = true;
                    State::Plain
                }
                _ => State::Plain,
            };
        }
    }

    /// What is wrong with the record that has ended.
    pub(super) fn fault(&self) -> Option<&'static str> {
        if self.went_on {
            Some("expected the end of the field after its closing quotation mark, found more")
        } else {
            (self.state == State::Quoted)
                .then_some("expected a closing quotation mark, found the end of the file")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the pieces in which a record is read.
    #[test]
    fn wrong_marks_are_found() {
        for (record, expected) in [
            ("a,b\n", None),
            ("a,\"b\"\n", None),
            ("a,\"b, \"\"c\"\"\nd\",\"\"\r\n", None),
            ("a \"b\" c,6\"\n", None),
            ("a,\"", Some("the end of the file")),
            ("\"a\"\"\n", Some("the end of the file")),
            ("\"a\"b,c\n", Some("found more")),
            ("\"a\" ,c\n", Some("found more")),
        ] {
            for piece in 1..=record.len() {
                let mut quotes = Quotes::new(b',');
                quotes.begin();
                record.as_bytes().chunks(piece).for_each(|bytes| quotes.read(bytes));
                let fault = quotes.fault();
                assert_eq!(fault.is_some(), expected.is_some(), "{record:?}");
                assert!(fault.zip(expected).is_none_or(|(fault, part)| fault.ends_with(part)), "{record:?}");
            }
        }
    }
}
