//! Texts that are safe to show, and what they name.

use chess_arbiter::board::Square;
use chess_arbiter::rules::RulesKind;

/// A text without control characters, which could make a terminal do things; a tab is a blank.
pub fn printable(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' => c,
        '\t' => ' ',
        c if c.is_control() => '\u{FFFD}',
        c => c,
    };
    text.chars().map(shown).collect()
}

/// A text on one line.
pub fn one_line(text: &str) -> String {
    printable(text).replace('\n', " ")
}

/// The squares that a sentence names, in its order, each once.
///
/// ```
/// use chess_arbiter::RulesKind;
/// use chess_arbiter_answer::words::squares;
/// assert_eq!(squares("the bishop on a1 behind b2 (a1, Kb2)", RulesKind::Standard), ["a1", "b2"]);
/// assert!(squares("a8 is on no board of 4 by 4", RulesKind::Simplified).is_empty());
/// ```
pub fn squares(text: &str, rules: RulesKind) -> Vec<String> {
    let (files, ranks) = rules.size();
    let mut found: Vec<String> = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        let Ok(square) = word.parse::<Square>() else { continue };
        if square.file() < files && square.rank() < ranks && !found.iter().any(|known| known == word) {
            found.push(word.to_owned());
        }
    }
    found
}
