//! Bytes that are packed, as the name of their file says.

use std::io::{self, BufRead, BufReader, Read, Write};

use crate::unpacking;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

struct Unpacked<R: Read>(zstd::Decoder<'static, BufReader<R>>);

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(unpacking)
    }
}

/// How bytes are packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// Not at all.
    None,
    /// `.gz`
    Gzip,
    /// `.zst`
    Zstd,
}

/// Level of both, the usual one of neither: answers repeat and are packed well by any.
const GZIP_LEVEL: u32 = 6;
const ZSTD_LEVEL: i32 = 3;

const BUFFER: usize = 1 << 20;

impl Packing {
    /// By the end of a name; what stands before that end.
    pub fn of(name: &str) -> (&str, Packing) {
        match name.rsplit_once('.') {
            Some((name, end)) if end.eq_ignore_ascii_case("gz") => (name, Packing::Gzip),
            Some((name, end)) if end.eq_ignore_ascii_case("zst") => (name, Packing::Zstd),
            _ => (name, Packing::None),
        }
    }

    /// The bytes that were packed. Members or frames one after another are one text.
    ///
    /// # Errors
    /// No memory.
    pub fn reader(self, packed: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
        Ok(match self {
            Packing::None => Box::new(BufReader::with_capacity(BUFFER, packed)),
            Packing::Gzip => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(packed))),
            Packing::Zstd => {
                Box::new(BufReader::with_capacity(BUFFER, Unpacked(zstd::Decoder::new(packed)?)))
            }
        })
    }

    /// Packs what is written.
    ///
    /// # Errors
    /// No memory.
    pub fn writer<W: Write>(self, to: W) -> io::Result<Packed<W>> {
        Ok(Packed(match self {
            Packing::None => Inner::None(to),
            Packing::Gzip => Inner::Gzip(Box::new(GzEncoder::new(to, Compression::new(GZIP_LEVEL)))),
            Packing::Zstd => Inner::Zstd(Box::new(zstd::Encoder::new(to, ZSTD_LEVEL)?)),
        }))
    }

    /// Packs bytes as a whole member or frame: several one after another are a file.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn pack(self, bytes: &[u8], out: impl Write) -> io::Result<()> {
        let mut packed = self.writer(out)?;
        packed.write_all(bytes)?;
        packed.finish().map(drop)
    }
}

/// Packs what is written into it. It ends with [`finish`](Packed::finish).
pub struct Packed<W: Write>(Inner<W>);

enum Inner<W: Write> {
    None(W),
    Gzip(Box<GzEncoder<W>>),
    Zstd(Box<zstd::Encoder<'static, W>>),
}

impl<W: Write> Packed<W> {
    /// Writes what is left, not flushed; gives back what was written to.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish(self) -> io::Result<W> {
        match self.0 {
            Inner::None(to) => Ok(to),
            Inner::Gzip(encoder) => encoder.finish(),
            Inner::Zstd(encoder) => encoder.finish(),
        }
    }
}

impl<W: Write> Write for Packed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Inner::None(to) => to.write(bytes),
            Inner::Gzip(encoder) => encoder.write(bytes),
            Inner::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Inner::None(to) => to.flush(),
            Inner::Gzip(encoder) => encoder.flush(),
            Inner::Zstd(encoder) => encoder.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_read_again() {
        for (name, expected) in [
            ("a.csv", ("a.csv", Packing::None)),
            ("a.csv.gz", ("a.csv", Packing::Gzip)),
            ("a.jsonl.ZST", ("a.jsonl", Packing::Zstd)),
            ("gz", ("gz", Packing::None)),
        ] {
            assert_eq!(Packing::of(name), expected);
        }
        for packing in [Packing::None, Packing::Gzip, Packing::Zstd] {
            let mut bytes = Vec::new();
            packing.pack(b"one\n", &mut bytes).unwrap();
            let mut writer = packing.writer(bytes).unwrap();
            writer.write_all(b"two\n").unwrap();
            writer.flush().unwrap();
            writer.write_all(b"three\n").unwrap();
            let bytes = writer.finish().unwrap();
            let mut text = String::new();
            packing.reader(io::Cursor::new(bytes)).unwrap().read_to_string(&mut text).unwrap();
            assert_eq!(text, "one\ntwo\nthree\n", "{packing:?}");
        }
    }
}
