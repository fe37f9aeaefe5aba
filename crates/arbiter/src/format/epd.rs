//! EPD (Extended Position Description): the first four fields of a FEN, then operations such as
//! `bm Nf3; id "test 1";`.

use std::fmt::Write;

use crate::board::Setup;
use crate::rules::{Rules, Size};

use super::error::TextError;
use super::fen;
use super::scan::Scanner;

/// A position and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position. The clock operations `hmvc` and `fmvn` are part of it, not of `operations`.
    pub setup: Setup,
    /// Everything else that is said, in order.
    pub operations: Vec<Operation>,
}

/// One operation: a name and what it applies to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The name, such as `bm`: a letter, then no blanks, quotes or semicolons.
    pub opcode: String,
    /// The operands, in order.
    pub operands: Vec<Operand>,
}

/// What an operation applies to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Operand {
    /// A word, such as a move or a number.
    Bare(String),
    /// A text in quotes, given here without them.
    Quoted(String),
}

impl Operand {
    /// The text, quotes removed.
    ///
    /// ```
    /// use chess_arbiter::{Standard, format::epd};
    /// let said = epd::parse::<Standard>(r#"4k3/8/8/8/8/8/8/4K3 w - - id "a study";"#)?;
    /// assert_eq!(said.operations[0].operands[0].text(), "a study");
    /// # Ok::<(), chess_arbiter::TextError>(())
    /// ```
    pub fn text(&self) -> &str {
        match self {
            Operand::Bare(text) | Operand::Quoted(text) => text,
        }
    }
}

impl Epd {
    /// The first operation of a name.
    ///
    /// ```
    /// use chess_arbiter::{Standard, format::epd};
    /// let said = epd::parse::<Standard>("4k3/8/8/8/8/8/8/4K3 w - - dm 3;")?;
    /// assert!(said.operation("dm").is_some() && said.operation("bm").is_none());
    /// # Ok::<(), chess_arbiter::TextError>(())
    /// ```
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }
}

/// One line of EPD.
///
/// As people write it: the last `;` may be missing, the clocks of a FEN may stand before the
/// operations, empty operations (`;D1 20 ;D2 400`) are passed over. In quotes `\"`, `\\`, `\n`, `\r` and
/// `\t` stand for characters that could not be there.
///
/// ```
/// use chess_arbiter::{format::epd, rules::Standard};
/// let epd = epd::parse::<Standard>(r#"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; hmvc 7; id "a b";"#).unwrap();
/// assert_eq!(epd.setup.halfmoves, 7);
/// assert_eq!(epd.operation("id").unwrap().operands[0].text(), "a b");
/// ```
///
/// # Errors
/// The first fault, with its column.
pub fn parse<R: Rules>(text: &str) -> Result<Epd, TextError> {
    parse_sized(text, R::SIZE).map(|(epd, _)| epd)
}

/// [`parse`], with the column of what each operation applies to.
///
/// ```
/// use chess_arbiter::{format::epd, rules::Standard};
/// let (epd, columns) = epd::parse_placed::<Standard>("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id 7;")?;
/// assert_eq!((epd.operations.len(), columns), (2, vec![32, 39]));
/// # Ok::<(), chess_arbiter::TextError>(())
/// ```
///
/// # Errors
/// The first fault, with its column.
pub fn parse_placed<R: Rules>(text: &str) -> Result<(Epd, Vec<usize>), TextError> {
    parse_sized(text, R::SIZE)
}

/// [`parse_placed`], compiled once for all boards.
pub(super) fn parse_sized(text: &str, size: Size) -> Result<(Epd, Vec<usize>), TextError> {
    let (mut setup, rest) = fen::parse_four_fields(text, size)?;
    let text = text.trim_end();
    let mut scanner = Scanner::new(text, rest.min(text.len()));
    if let Some(line_end) = scanner.rest().find(['\n', '\r']) {
        return Err(Scanner::new(text, rest + line_end).error("an EPD is one line, found a line end"));
    }
    fen_clocks(&mut scanner, &mut setup)?;
    let (mut operations, mut columns) = (Vec::new(), Vec::new());
    loop {
        scanner.take_while(|c| c.is_whitespace() || c == ';');
        if scanner.is_at_end() {
            return Ok((Epd { setup, operations }, columns));
        }
        let opcode = opcode(&mut scanner)?;
        scanner.skip_blanks();
        let before = scanner.clone();
        let operation = Operation { opcode, operands: operands(&mut scanner)? };
        let clock = || {
            let wrong = || format!("{} takes one whole number to 65535", operation.opcode);
            clock(&operation).ok_or_else(|| before.error(wrong()))
        };
        match operation.opcode.as_str() {
            "hmvc" => setup.halfmoves = clock()?,
            "fmvn" => setup.fullmoves = clock()?,
            _ => {
                operations.push(operation);
                columns.push(before.column());
            }
        }
    }
}

/// Clocks as in a FEN, which many EPD files have before the operations.
fn fen_clocks(scanner: &mut Scanner<'_>, setup: &mut Setup) -> Result<(), TextError> {
    for clock in [&mut setup.halfmoves, &mut setup.fullmoves] {
        scanner.skip_blanks();
        let start = scanner.clone();
        let digits = scanner.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            break;
        }
        *clock = digits.parse().map_err(|_| start.error("this clock is above 65535"))?;
        if scanner.peek().is_some_and(|c| !c.is_whitespace() && c != ';') {
            return Err(
                scanner.error(format!("a clock is a whole number, found {} after it", scanner.found()))
            );
        }
    }
    Ok(())
}

fn opcode(scanner: &mut Scanner<'_>) -> Result<String, TextError> {
    if !scanner.peek().is_some_and(char::is_alphabetic) {
        let message = format!("expected the name of an operation, such as bm, found {}", scanner.found());
        return Err(scanner.error(message));
    }
    Ok(scanner.take_while(is_bare).to_owned())
}

/// Operands up to a semicolon, which is taken, or the end.
fn operands(scanner: &mut Scanner<'_>) -> Result<Vec<Operand>, TextError> {
    let mut operands = Vec::new();
    loop {
        scanner.skip_blanks();
        match scanner.peek() {
            None => return Ok(operands),
            Some(';') => {
                scanner.next();
                return Ok(operands);
            }
            Some('"') => operands.push(Operand::Quoted(quoted(scanner)?)),
            Some(_) => operands.push(Operand::Bare(scanner.take_while(is_bare).to_owned())),
        }
    }
}

fn quoted(scanner: &mut Scanner<'_>) -> Result<String, TextError> {
    let start = scanner.clone();
    scanner.next();
    let mut text = String::new();
    loop {
        match scanner.next() {
            None => return Err(start.error("this quote is never closed")),
            Some('"') => return Ok(text),
            // Only these escapes: other backslashes, as in file names, stand for themselves.
            Some('\\') => text.push(
                scanner
                    .take(|c| ESCAPES.iter().find(|&&(letter, _)| letter == c).map(|&(_, meant)| meant))
                    .unwrap_or('\\'),
            ),
            Some(c) => text.push(c),
        }
    }
}

const ESCAPES: [(char, char); 5] = [('"', '"'), ('\\', '\\'), ('n', '\n'), ('r', '\r'), ('t', '\t')];

/// Whether a character can stand in a word.
fn is_bare(c: char) -> bool {
    !c.is_whitespace() && c != ';' && c != '"'
}

fn clock(operation: &Operation) -> Option<u16> {
    match operation.operands.as_slice() {
        [Operand::Bare(number)] if number.bytes().all(|byte| byte.is_ascii_digit()) => number.parse().ok(),
        _ => None,
    }
}

/// One line of EPD, without a line end: [`parse`] gives the same back.
/// A bare operand that is not a word is written in quotes.
///
/// ```
/// use chess_arbiter::{Standard, format::epd};
/// let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;";
/// assert_eq!(epd::write::<Standard>(&epd::parse::<Standard>(line)?), line);
/// # Ok::<(), chess_arbiter::TextError>(())
/// ```
pub fn write<R: Rules>(epd: &Epd) -> String {
    let mut text = fen::write_key::<R>(&epd.setup);
    let clocks = [("hmvc", epd.setup.halfmoves, 0), ("fmvn", epd.setup.fullmoves, 1)];
    let told = clocks.into_iter().filter(|&(_, value, usual)| value != usual);
    // Games without castling leave two fields out, but operations stand after four.
    if text.split(' ').count() < 4 && (!epd.operations.is_empty() || told.clone().next().is_some()) {
        text.push_str(" - -");
    }
    for (opcode, value, _) in told {
        let _ = write!(text, " {opcode} {value};");
    }
    for operation in &epd.operations {
        let _ = write!(text, " {}", operation.opcode);
        for operand in &operation.operands {
            text.push(' ');
            match operand {
                Operand::Bare(word) if !word.is_empty() && word.chars().all(is_bare) => text.push_str(word),
                operand => write_quoted(operand.text(), &mut text),
            }
        }
        text.push(';');
    }
    text
}

fn write_quoted(operand: &str, text: &mut String) {
    text.push('"');
    for c in operand.chars() {
        match ESCAPES.iter().find(|&&(_, meant)| meant == c) {
            Some((letter, _)) => text.extend(['\\', *letter]),
            None => text.push(c),
        }
    }
    text.push('"');
}
