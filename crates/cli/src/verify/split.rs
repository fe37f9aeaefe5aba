//! Splitting a file into JSON texts: one a line, or one over several lines.

use std::io::{BufRead, Read};

/// Why there is no text.
#[derive(Debug)]
pub(super) enum NoText {
    /// It cannot be read.
    Fault(String),
    /// It is longer than a text may be, and nothing after it was read.
    TooLong,
    /// The time for all was over, and nothing after it was read.
    Late,
}

/// The texts with the number of their first line; blank lines are passed over.
pub(super) struct TextReader<B> {
    input: B,
    /// Bytes that a text may have.
    most: usize,
    lines: usize,
    /// A line that was read and belongs to the next text.
    kept: Option<String>,
    ended: bool,
}

impl<B: BufRead> TextReader<B> {
    pub(super) fn new(input: B, most: usize) -> TextReader<B> {
        TextReader { input, most, lines: 0, kept: None, ended: false }
    }

    /// Passes over empty lines all at once: a packed file can have very many. What is wrong with the input is
    /// met again.
    fn pass_blank(&mut self) {
        while let Ok(bytes) = self.input.fill_buf() {
            let (empty, all) = (bytes.iter().take_while(|&&byte| byte == b'\n').count(), bytes.len());
            self.input.consume(empty);
            self.lines += empty;
            if empty == 0 || empty < all {
                return;
            }
        }
    }

    /// The next line with its end, of at most so many bytes.
    fn line(&mut self, most: usize) -> Result<Option<String>, NoText> {
        if let Some(line) = self.kept.take() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        // One byte more tells that there are more.
        match (&mut self.input).take(most as u64 + 1).read_until(b'\n', &mut bytes) {
            Ok(0) => return Ok(None),
            Ok(read) if read > most => {
                self.ended = true;
                self.lines += 1;
                return Err(NoText::TooLong);
            }
            Ok(_) => self.lines += 1,
            Err(error) => {
                self.ended = true;
                return Err(NoText::Fault(format!("cannot read: {error}")));
            }
        }
        if self.lines == 1 && bytes.starts_with("\u{FEFF}".as_bytes()) {
            bytes.drain(..3);
        }
        String::from_utf8(bytes).map(Some).map_err(|error| NoText::Fault(format!("not UTF-8: {error}")))
    }
}

impl<B: BufRead> Iterator for TextReader<B> {
    type Item = (usize, Result<String, NoText>);

    fn next(&mut self) -> Option<Self::Item> {
        let mut text = String::new();
        let (mut first, mut nesting) = (0, Nesting::default());
        while !self.ended {
            if text.is_empty() && self.kept.is_none() {
                self.pass_blank();
            }
            let line = match self.line(self.most - text.len()) {
                Ok(Some(line)) => line,
                Ok(None) => {
                    self.ended = true;
                    break;
                }
                Err(error) => return Some((self.lines.max(1), Err(error))),
            };
            if text.is_empty() {
                if line.trim().is_empty() {
                    continue;
                }
                first = self.lines;
            } else if begins_anew(&line) {
                // The text before was cut off: the checker will say so.
                self.kept = Some(line);
                return Some((first, Ok(text)));
            }
            nesting.read(&line);
            if text.is_empty() {
                text = line;
            } else {
                text += &line;
            }
            if nesting.closed() {
                return Some((first, Ok(text)));
            }
        }
        (!text.is_empty()).then_some((first, Ok(text)))
    }
}

/// Whether a line within an unfinished text is plainly a text of its own.
fn begins_anew(line: &str) -> bool {
    let mut nesting = Nesting::default();
    let own = ["{\"input\"", "{\"format\""].iter().any(|start| line.starts_with(start));
    own && {
        nesting.read(line);
        nesting.closed() && line.trim_end().ends_with('}')
    }
}

/// How deep in brackets a text is.
#[derive(Default)]
struct Nesting {
    depth: usize,
    quoted: bool,
    escaped: bool,
}

impl Nesting {
    fn read(&mut self, text: &str) {
        for byte in text.bytes() {
            match (self.quoted, byte) {
                (true, _) if self.escaped => self.escaped = false,
                (true, b'\\') => self.escaped = true,
                (true, b'"') => self.quoted = false,
                // A string ends with its line, closed or not.
                (true, b'\n') => self.quoted = false,
                (false, b'"') => self.quoted = true,
                (false, b'{' | b'[') => self.depth += 1,
                (false, b'}' | b']') => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    fn closed(&self) -> bool {
        self.depth == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<(usize, String)> {
        TextReader::new(text.as_bytes(), 1000)
            .map(|(line, text)| (line, text.unwrap().trim().to_owned()))
            .collect()
    }

    #[test]
    fn lines_and_blocks() {
        assert_eq!(
            split("{}\n\n{\"a\": [1]}\nnull"),
            [(1, "{}".into()), (3, "{\"a\": [1]}".into()), (4, "null".into())]
        );
        assert_eq!(
            split("\n{\n \"a}\\\"}\":\n [\n]\n}\n[]"),
            [(2, "{\n \"a}\\\"}\":\n [\n]\n}".into()), (7, "[]".into())]
        );
        assert_eq!(split("  \n\n"), []);
        assert_eq!(split("\n\n\n{}\n\n\n[\n\n]"), [(4, "{}".into()), (7, "[\n\n]".into())]);
    }

    #[test]
    fn a_text_that_was_cut_off_takes_no_others_with_it() {
        let whole = "{\"format\": 1}";
        assert_eq!(
            split(&format!("{{\"format\": [\"unfin\n{whole}\n{whole}\n{{\"x\"")),
            [(1, "{\"format\": [\"unfin".into()), (2, whole.into()), (3, whole.into()), (4, "{\"x\"".into())]
        );
    }
}
