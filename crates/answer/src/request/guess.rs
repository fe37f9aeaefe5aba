//! What a text looks like.
//!
//! * A number alone on the first line begins a contest: before `w` or `B` it is `checkmate`, before another
//!   number `simplified`, or `simplified-pawns` if a line begins with `P`.
//! * Four squares on the first line: `unfinished`.
//! * Chess symbols and dots, with row numbers or not, perhaps below a caption in parentheses or `abcdefgh`:
//!   `reachable`, unless only all of it can be read as positions: diagrams with more to them.
//! * Anything else: positions.

use chess_arbiter::board::Man;
use chess_arbiter::rules::RulesKind;
use chess_arbiter_judge::Program;

use super::values::Reading;

/// What a text is read as, and whether it must be that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Guess {
    pub(super) reading: Reading,
    pub(super) sure: bool,
}

pub(super) fn guess(text: &str, rules: Option<RulesKind>) -> Guess {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let sure = |reading| Guess { reading, sure: true };
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else { return sure(Reading::Positions) };
    let next = lines.next().unwrap_or_default();
    if is_number(first) {
        let word = next.split_whitespace().next().unwrap_or_default();
        if matches!(word, "w" | "W" | "b" | "B") {
            return sure(Reading::Contest(Program::Checkmate));
        }
        if is_number(word) {
            let pawns = rules == Some(RulesKind::SimplifiedPawns) || has_pawns(text);
            let program = if pawns { Program::SimplifiedPawns } else { Program::Simplified };
            return sure(Reading::Contest(program));
        }
    }
    if first.split_whitespace().count() == 4 && first.split_whitespace().all(is_square) {
        return sure(Reading::Contest(Program::Unfinished));
    }
    let drawn = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with('(') && !line.eq_ignore_ascii_case("abcdefgh"));
    let eight = rules.is_none_or(|rules| rules.size() == (8, 8));
    if eight && drawn.is_some_and(is_drawn) && text.chars().any(is_symbol) {
        return Guess { reading: Reading::Contest(Program::Reachable), sure: false };
    }
    sure(Reading::Positions)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_square(word: &str) -> bool {
    matches!(word.as_bytes(), [file, rank] if file.is_ascii_alphabetic() && rank.is_ascii_digit())
}

fn is_symbol(c: char) -> bool {
    Man::from_symbol(c).is_some()
}

/// Whether a line of the game with pawns is among the men.
fn has_pawns(text: &str) -> bool {
    text.lines().any(|line| line.split_whitespace().next() == Some("P"))
}

/// Whether a line is a row of dots and symbols.
fn is_drawn(line: &str) -> bool {
    let row = |c: char| c == '.' || is_symbol(c);
    let beside = |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '\u{FE0E}' | '\u{FE0F}');
    line.chars().all(|c| row(c) || beside(c)) && line.chars().filter(|&c| row(c)).count() >= 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_how_they_begin() {
        let read = |text: &str| guess(text, None).reading.name();
        assert_eq!(read("1\n2 2 1\nQ B 1\n"), "simplified");
        assert_eq!(read("\n 1 \n1 1 1\nQ B 1\nQ C 2\nP A 2"), "simplified-pawns");
        assert_eq!(read("2\nw\n........\n"), "checkmate");
        assert_eq!(read("a6 b4 c8 a8\n"), "unfinished");
        assert_eq!(read("(Rule 1)\n8♜♞♝♛♚♝♞♜\n7........"), "reachable");
        assert_eq!(read("abcdefgh\n........\n♜♞♝♛♚♝♞♜"), "reachable");
        assert_eq!(read("8/8/8/8/8/8/8/8 w"), "positions");
        assert_eq!(read("k.......\n........\n"), "positions");
        assert_eq!(read(""), "positions");
        assert_eq!(read("7"), "positions");
        assert_eq!(guess("1\n1 1 1\n", Some(RulesKind::SimplifiedPawns)).reading.name(), "simplified-pawns");
        assert_eq!(guess("♕..♛\n....\n....\n....", Some(RulesKind::Simplified)).reading.name(), "positions");
    }
}
