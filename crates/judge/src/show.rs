//! Words of input as a person would recognise them.

use std::fmt::Write;

/// A word in quotes, what is not text as `\xNN`; `…` where it was cut.
pub(super) fn word(bytes: &[u8], cut: bool) -> String {
    let mut text = String::from("'");
    for part in bytes.utf8_chunks() {
        for c in part.valid().chars() {
            match c {
                ' '..='~' => text.push(c),
                _ => text.extend(c.escape_debug()),
            }
        }
        for byte in part.invalid() {
            let _ = write!(text, "\\x{byte:02X}");
        }
    }
    if cut {
        text.push('…');
    }
    text.push('\'');
    text
}
