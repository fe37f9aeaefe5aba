//! The lines of a stream.

use std::io::{self, BufRead};

use super::super::forms::list;
use super::{Columns, MAX_LINE};

/// Whether a line is passed over, of a text that is no table.
pub fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// Whether a line of a table is passed over: names may begin with `#` too, so that it is a row where its
/// field for a position has what can be one.
///
/// ```
/// use chess_arbiter::Standard;
/// use chess_arbiter::format::reader::{Columns, is_comment_among};
/// let columns = Columns::named::<Standard>("id,fen", None).unwrap();
/// assert!(!is_comment_among("#1,4k3/8/8/8/8/8/8/4K3 w", &columns));
/// assert!(is_comment_among("# these are old, those below new", &columns));
/// ```
pub fn is_comment_among(line: &str, columns: &Columns) -> bool {
    let is_row = |(position, _): (String, Option<String>)| {
        !is_comment(&position) && (position.contains('/') || list::is_part(&position))
    };
    is_comment(line) && !columns.row(line).is_some_and(is_row)
}

/// A line without its `\n`, and whether it was cut because it is too long; `None` at the end.
pub(crate) fn read_line(input: &mut dyn BufRead) -> io::Result<Option<(Vec<u8>, bool)>> {
    let (mut line, mut any, mut too_long) = (Vec::new(), false, false);
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(any.then_some((line, too_long)));
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        too_long |= line.len() + part.len() > MAX_LINE;
        if !too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some((line, too_long)));
        }
    }
}
