//! Texts that are safe to show.

/// A text without control characters, which could make a terminal do things.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{FFFD}' } else { c }).collect()
}

/// A text on one line.
pub fn one_line(text: &str) -> String {
    printable(text).replace('\n', " ")
}
