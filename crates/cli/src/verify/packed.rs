//! Files packed with zstd, told by their first bytes.

use std::io::{self, BufRead, BufReader, Read};

use crate::input::BUFFER;

/// What every zstd frame begins with.
const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// Bytes that a packed file may grow to: a few bytes can unpack to more than any memory holds.
const MAX_BYTES: u64 = 4 << 30;

/// The text of a file, unpacked if it is packed.
pub(super) fn unpacked<'a>(mut source: impl BufRead + 'a) -> Box<dyn BufRead + 'a> {
    // A fault of reading is met again, and told, where the text is read.
    if !source.fill_buf().is_ok_and(|bytes| bytes.starts_with(&MAGIC)) {
        return Box::new(source);
    }
    match zstd::Decoder::with_buffer(source) {
        Ok(decoder) => {
            Box::new(BufReader::with_capacity(BUFFER, Bounded { source: decoder, left: MAX_BYTES }))
        }
        Err(error) => Box::new(BufReader::new(Failed(Some(error)))),
    }
}

/// Ends with an error where there is more than was allowed.
struct Bounded<R> {
    source: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            io::Error::other(format!("more than {} GiB when unpacked: unpack it before", MAX_BYTES >> 30))
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
