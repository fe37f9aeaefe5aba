//! Lengths and limits in words, and texts that are safe to show.

/// `1 ply`, `5 plies`.
pub fn plies(plies: u32) -> String {
    if plies == 1 { "1 ply".into() } else { format!("{plies} plies") }
}

/// A text without control characters, which could make a terminal do things.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{FFFD}' } else { c }).collect()
}

/// A text on one line.
pub fn one_line(text: &str) -> String {
    printable(text).replace('\n', " ")
}
