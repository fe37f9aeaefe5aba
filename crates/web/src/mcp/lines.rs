//! Lines of bounded length.

use std::io::{self, BufRead};

/// A line that was read.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// Without its end.
    Read(Vec<u8>),
    /// It has more bytes than are read, and was passed over.
    TooLong,
}

/// The next line; none at the end. No more than `most` bytes are kept.
pub(super) fn next(input: &mut dyn BufRead, most: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let (mut begun, mut too_long) = (false, false);
    loop {
        let piece = match input.fill_buf() {
            Ok(piece) => piece,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let is_end = piece.is_empty();
        let end = piece.iter().position(|byte| *byte == b'\n');
        let taken = &piece[..end.unwrap_or(piece.len())];
        begun |= !is_end;
        if line.len() + taken.len() > most {
            too_long = true;
            line = Vec::new();
        }
        if !too_long {
            line.extend_from_slice(taken);
        }
        let used = taken.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() || is_end {
            let read = if too_long { Line::TooLong } else { Line::Read(line) };
            return Ok(begun.then_some(read));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_passed_over() {
        let text =
            [&b"{}\n\n"[..], &[b'x'; 100], b"\nabc\r\n", &[b'y'; 8], b"\n", &[b'z'; 9], b"\nlast"].concat();
        for room in [1, 3, 7, 1_000] {
            let mut input = io::BufReader::with_capacity(room, &text[..]);
            let mut lines = Vec::new();
            while let Some(line) = next(&mut input, 8).unwrap() {
                lines.push(line);
            }
            let read = |text: &[u8]| Line::Read(text.to_vec());
            let expected = [
                read(b"{}"),
                read(b""),
                Line::TooLong,
                read(b"abc\r"),
                read(&[b'y'; 8]),
                Line::TooLong,
                read(b"last"),
            ];
            assert_eq!(lines, expected, "{room}");
        }
        assert_eq!(next(&mut &b""[..], 8).unwrap(), None);
    }
}
