//! One position in whichever form it was written.

use std::fmt;
use std::str::FromStr;

use crate::board::{Bitboard, Color, PartialSetup, Role, Setup, Square};
use crate::position::{Policy, Position};
use crate::rules::{Rules, Size};

use super::epd::Operation;
use super::error::{PositionError, TextError};
use super::forms::{looks, spelled};
use super::{diagram, epd, fen};

/// A setup from a FEN, an EPD or a diagram; blank lines around it are passed over. A FEN or an EPD may stand
/// in quotes, or in the tag of a PGN: `[FEN "…"]`.
///
/// Where these readers fail, from what else people have: a link that contains a FEN, a FEN with `_` for
/// blanks, with figurines or with words for the side to move (`Black to play`), the Forsyth of Popeye, a list
/// of men by squares (`White Kg1 Qd1 Black Ke8`). Of what is none of these it is said what it looks like.
///
/// ```
/// use chess_arbiter::{format::parse_setup, rules::Simplified};
/// let fen = parse_setup::<Simplified>("1q2/4/4/Q2n w").unwrap();
/// let drawn = parse_setup::<Simplified>(".q..\n....\n....\nQ..n\n").unwrap();
/// assert_eq!(fen, drawn);
/// let listed = parse_setup::<Simplified>("White Qa1; Black Qb4, Nd1").unwrap();
/// assert_eq!(fen, listed);
/// ```
///
/// # Errors
/// The first fault of the form that the text is most likely meant in.
pub fn parse_setup<R: Rules>(text: &str) -> Result<Setup, TextError> {
    parse_sized(text, R::SIZE)
}

/// [`parse_setup`], compiled once for all boards.
fn parse_sized(text: &str, size: Size) -> Result<Setup, TextError> {
    usual(text, size).or_else(|fault| other(text, size, fault, |fen| bare_line(fen, size)))
}

/// What the usual readers make nothing of, read as something else; or what it looks like.
#[cold]
fn other<T>(
    text: &str,
    size: Size,
    fault: TextError,
    read: impl FnOnce(&str) -> Result<T, TextError>,
) -> Result<T, TextError> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    // Of what stands in quotes, or in a tag, the inner part; which of them it was is known.
    let first = first_line(text);
    let is_quoted = text.trim().starts_with(['"', '[']) && !text.trim().contains('\n');
    let quoted = match is_quoted.then(|| unwrap(text.lines().nth(first - 1).unwrap_or_default())) {
        Some(Err(_)) => return Err(fault),
        Some(Ok((inner, before))) if before > 0 => Some((inner, before, first - 1)),
        _ => None,
    };
    let (inner, before, above) = quoted.unwrap_or((text, 0, 0));
    match spelled(inner, size) {
        Some(Ok(spelled)) => {
            read(&spelled.text).map_err(|fault| spelled.fault(fault).right(before).below(above))
        }
        Some(Err(fault)) => Err(fault.right(before).below(above)),
        None => Err(match looks::what(inner) {
            Some(what) => TextError::new(first, 1, what),
            None => fault,
        }),
    }
}

/// The number of the first line that says something.
fn first_line(text: &str) -> usize {
    1 + text.lines().take_while(|line| line.trim().is_empty()).count()
}

/// Whether a field is a position in a form that takes one line.
pub(super) fn is_position(text: &str, size: Size) -> bool {
    parse_sized(text, size).is_ok() || (text.contains('?') && fen::parse_partial_sized(text, size).is_ok())
}

/// Whether a line is a FEN and nothing else.
pub(super) fn is_plain(line: &str, size: Size) -> bool {
    fen::parse_sized(line, size).is_ok()
}

/// A FEN, an EPD or a diagram.
fn usual(text: &str, size: Size) -> Result<Setup, TextError> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if diagram::looks_like_diagram(text) {
        return diagram::draw(text, size).map(|diagram| diagram.setup);
    }
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let Some((number, line)) = lines.next() else {
        return Err(TextError::new(1, 1, "expected a FEN, an EPD or a diagram, found nothing"));
    };
    let setup = parse_line(line, size).map_err(|fault| fault.below(number))?;
    match lines.next() {
        None => Ok(setup),
        Some((number, _)) => Err(TextError::new(number + 1, 1, "expected one position, found another line")),
    }
}

/// [`parse_setup`], with what the text leaves open: a field that is missing, or `?` in a FEN. A diagram says
/// nothing of castling and en passant, and perhaps nothing of the side to move.
///
/// ```
/// use chess_arbiter::{Color, Standard, format::parse_partial};
/// let partial = parse_partial::<Standard>("4k3/8/8/8/8/8/8/4K3 b ?").unwrap();
/// assert_eq!((partial.turn, partial.castling, partial.en_passant), (Some(Color::Black), None, None));
/// ```
///
/// # Errors
/// As [`parse_setup`].
pub fn parse_partial<R: Rules>(text: &str) -> Result<PartialSetup, TextError> {
    usual_partial::<R>(text).or_else(|fault| other(text, R::SIZE, fault, fen::parse_partial::<R>))
}

fn usual_partial<R: Rules>(text: &str) -> Result<PartialSetup, TextError> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if diagram::looks_like_diagram(text) {
        let drawn = diagram::parse::<R>(text)?;
        let turn = drawn.says_turn.then_some(drawn.setup.turn);
        return Ok(PartialSetup { board: drawn.setup.board, turn, castling: None, en_passant: None });
    }
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    if let (Some((number, line)), None) = (lines.next(), lines.next()) {
        let (inner, before) = unwrap(line).map_err(|fault| fault.below(number))?;
        match fen::parse_partial::<R>(inner) {
            Ok(partial) => return Ok(partial),
            // Perhaps an EPD; of a FEN with `?` the fault is this one.
            Err(fault) if inner.contains('?') && usual(text, R::SIZE).is_err() => {
                return Err(fault.right(before).below(number));
            }
            Err(_) => {}
        }
    }
    Ok(PartialSetup::from(&usual(text, R::SIZE)?))
}

/// What else a text says, if it is an EPD: its operations in order, each with line and column of what it
/// applies to. Nothing of any other text.
///
/// ```
/// use chess_arbiter::{Standard, format::operations};
/// let said = operations::<Standard>("\n\"4k3/8/8/8/8/8/8/4K3 w - - dm 3;\"");
/// assert_eq!((said[0].0.opcode.as_str(), said[0].1), ("dm", (2, 31)));
/// assert!(operations::<Standard>("4k3/8/8/8/8/8/8/4K3 w - - 0 1").is_empty());
/// ```
pub fn operations<R: Rules>(text: &str) -> Vec<(Operation, (usize, usize))> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if diagram::looks_like_diagram(text) || usual(text, R::SIZE).is_err() {
        return Vec::new();
    }
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let Some((number, line)) = lines.next() else { return Vec::new() };
    let Ok((inner, before)) = unwrap(line) else { return Vec::new() };
    let Ok((epd, columns)) = epd::parse_placed::<R>(inner) else { return Vec::new() };
    let places = columns.into_iter().map(|column| (number + 1, before + column));
    epd.operations.into_iter().zip(places).collect()
}

/// A position as problems are printed: a board, and no word about castling unless there is something to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProblemSetup {
    /// The setup, castling rights by convention included.
    pub setup: Setup,
    /// The rights by convention, as the squares of the rooks; none where the text says what they are.
    pub assumed: Bitboard,
}

impl ProblemSetup {
    /// The rights by convention as in a FEN: letters of `KQkq`, or nothing.
    pub fn letters(&self) -> String {
        let corners = [(7, 0, 'K'), (0, 0, 'Q'), (7, 7, 'k'), (0, 7, 'q')];
        let named = corners.into_iter().filter(|&(file, rank, _)| self.assumed.has(Square::at(file, rank)));
        named.map(|(.., letter)| letter).collect()
    }
}

/// [`parse_setup`] by the convention of problems: where the castling rights are missing or `?`, a king and a
/// rook on the squares where they begin may castle. Whether one of them must have moved is not asked. `-`
/// says that nobody may.
///
/// ```
/// use chess_arbiter::{Standard, format::parse_problem};
/// let letters = |text: &str| parse_problem::<Standard>(text).map(|problem| problem.letters());
/// assert_eq!(letters("8/4RBQ1/8/8/8/3k4/8/R3K3 w"), Ok("Q".into()));
/// assert_eq!(letters("8/4RBQ1/8/8/8/3k4/8/R3K3 w ?"), Ok("Q".into()));
/// assert_eq!(letters("8/4RBQ1/8/8/8/3k4/8/R3K3 w -"), Ok("".into()));
/// ```
///
/// # Errors
/// As [`parse_setup`]; only for castling rights may `?` stand, and for an en passant square after it.
pub fn parse_problem<R: Rules>(text: &str) -> Result<ProblemSetup, TextError> {
    let written = parse_setup::<R>(text);
    let known = ProblemSetup { setup: *written.as_ref().unwrap_or(&Setup::EMPTY), assumed: Bitboard::EMPTY };
    let partial = parse_partial::<R>(text).ok().filter(|partial| R::CASTLING && partial.castling.is_none());
    let Some(partial) = partial.filter(|partial| written.is_ok() || partial.turn.is_some()) else {
        return written.map(|_| known);
    };
    let assumed = at_home(&partial);
    let setup = written.unwrap_or_else(|_| partial.setup());
    Ok(ProblemSetup { setup: Setup { castling: assumed, ..setup }, assumed })
}

/// The rooks that stand where they begin, with their king.
pub(crate) fn at_home(PartialSetup { board, .. }: &PartialSetup) -> Bitboard {
    let home = |(color, rank)| {
        let king = board.men(color, Role::King).has(Square::at(4, rank));
        let corners = [0, 7].into_iter().map(move |file| Square::at(file, rank));
        corners.filter(move |&corner| king && board.men(color, Role::Rook).has(corner))
    };
    [(Color::White, 0), (Color::Black, 7)].into_iter().flat_map(home).collect()
}

/// [`parse_setup`], and then a position that satisfies [`Policy::Movable`].
///
/// # Errors
/// As [`parse_setup`], or all faults of what is described.
fn parse_position<R: Rules>(text: &str) -> Result<Position<R>, PositionError> {
    Ok(Position::new(&parse_setup::<R>(text)?, Policy::Movable)?)
}

/// Reads a FEN, an EPD or a diagram, which must satisfy [`Policy::Movable`].
///
/// ```
/// use chess_arbiter::{Position, Gardner};
/// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?; // of standard chess
/// let small: Position<Gardner> = "rnbqk/ppppp/5/PPPPP/RNBQK w".parse()?;
/// assert_eq!(small.to_string(), "rnbqk/ppppp/5/PPPPP/RNBQK w");
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
impl<R: Rules> FromStr for Position<R> {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position<R>, PositionError> {
        parse_position(text)
    }
}

/// As FEN.
impl<R: Rules> fmt::Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fen::write::<R>(&self.to_setup()))
    }
}

/// A FEN or an EPD, perhaps in quotes or as the value of a PGN tag.
fn parse_line(line: &str, size: Size) -> Result<Setup, TextError> {
    let (inner, before) = unwrap(line)?;
    bare_line(inner, size).map_err(|fault| fault.right(before))
}

/// What stands in `"…"` or `[FEN "…"]`, and how many characters stand before it; any other line as it is.
fn unwrap(line: &str) -> Result<(&str, usize), TextError> {
    let trimmed = line.trim();
    let tag = trimmed.strip_prefix("[FEN").filter(|rest| rest.starts_with([' ', '\t', '"']));
    let Some(quoted) = tag.unwrap_or(trimmed).trim_start().strip_prefix('"') else { return Ok((line, 0)) };
    let characters = |text: &str| text.chars().count();
    // `quoted` reaches to the end of the trimmed line: what is not in it stands before it.
    let before = characters(line.trim_end()) - characters(quoted);
    let end_column = before + characters(quoted) + 1;
    let inner = match tag {
        None => Some(quoted),
        Some(_) => quoted.strip_suffix(']').map(str::trim_end),
    };
    let Some(inner) = inner else {
        return Err(TextError::new(1, end_column, "expected ']' at the end of the tag"));
    };
    match inner.strip_suffix('"') {
        Some(inner) => Ok((inner, before)),
        None => Err(TextError::new(1, before, "this quote is never closed")),
    }
}

/// A FEN or an EPD with nothing around it.
fn bare_line(line: &str, size: Size) -> Result<Setup, TextError> {
    let fault = match fen::parse_sized(line, size) {
        Ok(setup) => return Ok(setup),
        Err(fault) => fault,
    };
    let Ok((_, rest)) = fen::parse_four_fields(line, size) else { return Err(fault) };
    let rest = line[rest..].trim_start();
    if rest.contains(';') || rest.starts_with(char::is_alphabetic) || has_clocks_and_operation(rest) {
        epd::parse_sized(line, size).map(|(epd, _)| epd.setup)
    } else {
        Err(fault)
    }
}

/// Whether a FEN's two clocks are followed by an operation. One word alone is none: it is more likely to be
/// a slip in a FEN.
fn has_clocks_and_operation(rest: &str) -> bool {
    let mut words = rest.split_whitespace();
    let clocks = words.by_ref().take(2).filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())).count();
    clocks == 2
        && words.next().is_some_and(|word| word.starts_with(char::is_alphabetic))
        && words.next().is_some()
}
