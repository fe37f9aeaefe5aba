//! Help problems in words, and their solutions in problem notation.

use std::fmt::Write;

use chess_arbiter::board::{Color, Move};
use chess_arbiter::format::san;
use chess_arbiter::help::{End, HelpAnswer, HelpStipulation, Play};
use chess_arbiter::position::Position;
use chess_arbiter::rules::Rules;

use crate::words::side;

/// What was found of a help problem in which `attacker` makes the last move: sentences.
///
/// ```
/// use chess_arbiter::help::solve;
/// use chess_arbiter::{Color, Limits, Position};
/// let position: Position = "8/2k5/8/5K2/1R6/8/8/8 b - - 0 1".parse()?;
/// let asked = "h#2".parse().unwrap();
/// let found = solve(&position, asked, 0, &Limits::default());
/// assert_eq!(
///     chess_arbiter_explain::help(&found, asked, Color::White),
///     "h#2 has exactly one solution: a game of at most 4 plies in which both sides help and Black is \
///      mated.",
/// );
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
pub fn help(found: &HelpAnswer, asked: HelpStipulation, attacker: Color) -> String {
    let games = games(asked, attacker);
    let least = asked.shorter().next().unwrap_or(asked);
    let shorter: Vec<String> = found
        .lengths
        .iter()
        .filter(|(length, count)| *length != asked && *count > 0)
        .map(|(length, count)| format!("{} of {length}", number(*count)))
        .collect();
    if let Some(limit) = found.stopped {
        let known = match found.lengths.last() {
            None => "Nothing is known about it.".to_owned(),
            Some(_) if shorter.is_empty() => match found.lengths.last() {
                Some((last, _)) if *last != least => format!("There is no solution of {least} to {last}."),
                _ => format!("There is no solution of {least}."),
            },
            Some((last, _)) => format!("Up to {last} it has these solutions: {}.", shorter.join(", ")),
        };
        return format!("{asked} was not searched to the end: {limit} stopped it. {known}");
    }
    let plies = match asked.plies {
        1 => "of one ply".to_owned(),
        plies if least == asked => format!("of {plies} plies"),
        plies => format!("of at most {plies} plies"),
    };
    let mut text = match found.count() {
        0 => format!("{asked} has no solution: there is no game {plies} {games}."),
        1 => format!("{asked} has exactly one solution: a game {plies} {games}."),
        u64::MAX => format!("{asked} has at least {} solutions: games {plies} {games}.", u64::MAX),
        count => format!("{asked} has exactly {count} solutions: games {plies} {games}."),
    };
    if !shorter.is_empty() {
        let _ = write!(text, " Some are shorter: {}.", shorter.join(", "));
    }
    text
}

fn number(count: u64) -> String {
    if count == u64::MAX { format!("at least {count}") } else { count.to_string() }
}

fn games(asked: HelpStipulation, attacker: Color) -> String {
    let (us, them) = (side(attacker), side(!attacker));
    let end = if asked.end == End::Mate { "mated" } else { "stalemated" };
    match asked.play {
        Play::Help => format!("in which both sides help and {them} is {end}"),
        Play::SeriesHelp => format!("in which {them} alone moves until {us} moves once and {them} is {end}"),
        Play::Series => format!("in which {us} alone moves and {them} is {end}"),
    }
}

/// Solutions, each on a line of its own: `1. Rb2 Kc3 2. Ra2 Rb1#`; `1... Kc3 2. Ra2 Rb1#` where the side that
/// ends it begins. Of set play `skipped` plies stand before what is written.
pub fn lines<R: Rules>(
    position: &Position<R>,
    asked: HelpStipulation,
    skipped: u32,
    lines: &[Vec<Move>],
) -> String {
    let mut text = String::new();
    for line in lines {
        let mut now = *position;
        for (i, &mv) in line.iter().enumerate() {
            let is_last = i + 1 == line.len();
            let _ = match asked.play {
                Play::Help => {
                    // Of `h#2.5` the first ply is the second of a move.
                    let ply = i as u32 + skipped + (asked.plies + skipped) % 2;
                    let number = 1 + ply / 2;
                    match (ply % 2, i) {
                        (0, 0) => write!(text, "{number}. "),
                        (0, _) => write!(text, " {number}. "),
                        (_, 0) => write!(text, "{number}... "),
                        _ => write!(text, " "),
                    }
                }
                Play::SeriesHelp if is_last => write!(text, " "),
                Play::SeriesHelp | Play::Series if i == 0 => write!(text, "1. "),
                Play::SeriesHelp | Play::Series => write!(text, " {}. ", i + 1),
            };
            text += &san::write(&now, mv);
            text += if is_last && asked.end == End::Stalemate { "=" } else { "" };
            now = asked.play.after(&now, mv, (line.len() - i - 1) as u32).unwrap_or(now);
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess_arbiter::Limits;
    use chess_arbiter::format::fen;
    use chess_arbiter::help::solve;
    use chess_arbiter::rules::Standard;

    fn told(text: &str, asked: &str) -> (String, String) {
        let position = fen::position::<Standard>(text).unwrap();
        let asked: HelpStipulation = asked.parse().unwrap();
        let found = solve(&position, asked, 10, &Limits::default());
        (help(&found, asked, asked.attacker(position.turn())), lines(&position, asked, 0, &found.lines))
    }

    #[test]
    fn numbers() {
        for (position, asked, says, first) in [
            (
                "8/2k5/8/5K2/1R6/8/8/8 b - - 0 1",
                "h#2",
                "exactly one solution: a game of at most 4 plies in which both sides help and Black is mated.",
                "1. Kd8 Ke6 2. Ke8 Rb8#",
            ),
            (
                "n3n3/P1P5/3k4/8/2K5/8/8/8 w - - 0 1",
                "h#2.5",
                "exactly one solution: a game of at most 5 plies in which both sides help and Black is mated.",
                "1... c8=Q 2. Nac7 a8=R 3. Kc6 Ra6#",
            ),
            (
                "8/2K5/8/5k2/1r6/8/8/8 w - - 0 1",
                "h#2",
                "exactly one solution: a game of at most 4 plies in which both sides help and White is mated.",
                "1. Kd8 Ke6 2. Ke8 Rb8#",
            ),
            (
                "7k/2P1pP2/K3P3/8/8/2p5/8/8 w - - 0 1",
                "ser-#4",
                "exactly one solution: a game of at most 4 plies in which White alone moves and Black is mated.",
                "1. c8=B 2. Bb7 3. Be4 4. f8=Q#",
            ),
            (
                "k7/2P5/2N5/3K4/8/8/8/8 b - - 0 1",
                "ser-h=3",
                "a game of at most 4 plies in which Black alone moves until White moves once and Black is \
                 stalemated. Some are shorter: 1 of ser-h=2.",
                "1. Kb7 2. Ka8 c8=B=",
            ),
            ("8/2k5/8/5K2/8/8/8/8 b - - 0 1", "h#2", "no solution: there is no game of at most 4 plies", ""),
        ] {
            let (said, lines) = told(position, asked);
            assert!(said.contains(says), "{said}");
            assert_eq!(lines.trim_end(), first);
        }
    }
}
