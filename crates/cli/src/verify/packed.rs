//! Files packed with zstd, told by their first bytes.

use std::io::{self, BufRead, BufReader, Read};

use chess_arbiter_companion::unpacking;

use crate::input::BUFFER;

/// What every zstd frame begins with.
const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// Whether these are the first bytes of a zstd frame, or of one that is to be skipped, with which some
/// programs begin (from `50 2A 4D 18` to `5F 2A 4D 18`).
fn are_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC) || matches!(bytes, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
}

/// The text of a file, unpacked if it is packed, to at most so many bytes: a few can unpack to more than any
/// memory holds, and to more than anybody wants to wait for.
pub(super) fn unpacked<'a>(mut source: impl BufRead + 'a, most: usize) -> Box<dyn BufRead + 'a> {
    // A fault of reading is met again, and told, where the text is read.
    if !source.fill_buf().is_ok_and(are_packed) {
        return Box::new(source);
    }
    match zstd::Decoder::with_buffer(source) {
        Ok(decoder) => {
            Box::new(BufReader::with_capacity(BUFFER, Bounded { source: decoder, most, left: most }))
        }
        Err(error) => Box::new(BufReader::new(Failed(Some(error)))),
    }
}

/// Ends with an error where there is more than was allowed.
struct Bounded<R> {
    source: R,
    most: usize,
    left: usize,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer).map_err(unpacking)?;
        let most = self.most;
        self.left = self.left.checked_sub(read).ok_or_else(|| {
            io::Error::other(format!("more than {most} bytes when unpacked, the limit of --unpacked"))
        })?;
        Ok(read)
    }
}

/// A source that could not be opened.
struct Failed(Option<io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
