//! Pieces of input as a person would recognise them.

use std::fmt::Write;

/// A character: visible ones as they are, outside ASCII with their number (many look alike).
pub(super) fn character(c: char) -> String {
    match c {
        ' ' => "a space".into(),
        '!'..='~' => format!("'{c}'"),
        _ if c.is_ascii() => format!("a control character (byte {:#04x})", c as u32),
        _ if c.is_control() || c.is_whitespace() => format!("the character U+{:04X}", c as u32),
        _ => format!("'{c}' (U+{:04X})", c as u32),
    }
}

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
