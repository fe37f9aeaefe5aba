//! What a text looks like that is no position.

use super::super::san;

/// Bytes that files of other kinds begin with.
const FILES: [(&[u8], &str); 8] = [
    (b"\x89PNG", "this is a PNG picture"),
    (b"\xFF\xD8\xFF", "this is a JPEG picture"),
    (b"GIF8", "this is a GIF picture"),
    (b"%PDF", "this is a PDF file"),
    (b"PK\x03\x04", "this is a ZIP archive"),
    (b"\x1F\x8B", "this is a gzip file"),
    (b"\x28\xB5\x2F\xFD", "this is a Zstandard file"),
    (b"PAR1", "this is a Parquet file"),
];

/// The kind of file that bytes begin, if these are no text of positions.
pub(in crate::format) fn file(bytes: &[u8]) -> Option<String> {
    let (_, what) = FILES.iter().find(|(begin, _)| bytes.starts_with(begin))?;
    Some(format!("{what}; expected text"))
}

/// What could be read instead.
pub(in crate::format) const EXPECTED: &str =
    "expected a FEN, an EPD, a diagram, a list of men, or a link with a FEN";

/// What a text is that is no position in any form, and what would be; nothing if it may be a position with a
/// fault.
pub(in crate::format) fn what(text: &str) -> Option<String> {
    if let Some(file) = file(text.as_bytes()) {
        return Some(file);
    }
    let begin = text.trim_start();
    let starts =
        |prefix: &str| begin.get(..prefix.len()).is_some_and(|found| found.eq_ignore_ascii_case(prefix));
    let what = if starts("<svg") || (starts("<?xml") && begin.contains("<svg")) {
        "this is an SVG picture"
    } else if starts("<!doctype html") || starts("<html") {
        "this is an HTML page"
    } else if starts("<?xml") {
        "this is an XML file"
    } else if is_game(begin) {
        "this is a PGN game"
    } else if starts("{") || starts("[{") {
        "this is JSON"
    } else if starts("beginproblem") {
        return Some("this is a problem for Popeye: `arbiter win` reads files of them".into());
    } else if starts("position startpos") || starts("ucinewgame") || starts("bestmove ") || starts("go ") {
        "this is a line of the Universal Chess Interface"
    } else if all_words(begin, is_uci) {
        "this looks like UCI moves"
    } else if all_words(begin, is_san) {
        "this looks like moves"
    } else {
        return None;
    };
    Some(format!("{what}; {EXPECTED}"))
}

/// Whether a text begins as a game does: with a tag, or with the first move.
pub(in crate::format) fn is_game(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default();
    is_tag(first) || is_movetext(first)
}

/// `[Name "…`.
pub(in crate::format) fn is_tag(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('[') else { return false };
    let rest = rest.trim_start();
    let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    length > 0 && rest[length..].starts_with([' ', '\t']) && rest[length..].trim_start().starts_with('"')
}

/// `1. e4`, `1.e4 e5`, `12... Kf7`, perhaps after a comment.
pub(in crate::format) fn is_movetext(line: &str) -> bool {
    let mut line = line.trim_start();
    if let Some(comment) = line.strip_prefix('{') {
        let Some((_, rest)) = comment.split_once('}') else { return false };
        line = rest.trim_start();
    }
    let numberless = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let Some(rest) = numberless.strip_prefix('.').filter(|_| numberless.len() < line.len()) else {
        return false;
    };
    let rest = rest.trim_start_matches(['.', '…']).trim_start();
    rest.split_whitespace().next().is_some_and(is_san)
}

fn all_words(text: &str, is: impl Fn(&str) -> bool) -> bool {
    // Whoever pastes more has moves among the first words too.
    let mut words = text.split_whitespace().take(100).peekable();
    words.peek().is_some() && words.all(is)
}

fn is_uci(word: &str) -> bool {
    match word.as_bytes() {
        [from @ .., b'a'..=b'h', b'1'..=b'8'] => matches!(from, [b'a'..=b'h', b'1'..=b'8']),
        [from @ .., b'q' | b'r' | b'b' | b'n'] => {
            matches!(from, [b'a'..=b'h', b'2' | b'7', b'a'..=b'h', b'1' | b'8'])
        }
        _ => false,
    }
}

/// A move as people write it, or its number.
fn is_san(word: &str) -> bool {
    let is_number = |word: &str| {
        let word = word.trim_end_matches(['.', '…']);
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    word.len() <= 10 && (san::is_move(word) || (is_number(word) && word.ends_with('.')))
}
