//! What is wrong with packed bytes, in words.

use std::io;

/// The error of a decoder of zstd in words: the library is built without its own.
///
/// ```
/// use std::io;
/// let error = chess_arbiter_companion::unpacking(io::Error::other("Error strings stripped"));
/// assert_eq!(error.to_string(), "expected frames of zstd, found other bytes");
/// ```
pub fn unpacking(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::Other => io::Error::other("expected frames of zstd, found other bytes"),
        _ => error,
    }
}
