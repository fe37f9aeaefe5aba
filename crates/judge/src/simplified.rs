//! *Simplified Chess Engine*, with and without pawns: reads the games.
//!
//! `g`, then for each game `w b m` and `w + b` men `T C R`, White's first. The contest's bounds on
//! g, w, b, m and on the kinds of men are not asked for; what has no meaning is refused.

use std::io::BufRead;

use chess_arbiter::board::{Board, Color, Man, Role, Setup, Square};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Rules;
use chess_arbiter::win::Solvable;

use super::Options;
use super::alone::Alone;
use super::answers::{Answers, Settle};
use super::crew;
use super::error::JudgeError;
use super::source::CaseSource;
use super::word::Word;

/// Can White win within so many plies?
#[derive(Clone, Copy)]
pub(super) struct ContestGame<R: Rules> {
    /// Where it begins.
    pub(super) line: usize,
    pub(super) position: Position<R>,
    pub(super) plies: u32,
}

impl<R: Rules> ContestGame<R> {
    /// Takes microseconds, so that answers may wait for it.
    pub(super) fn is_quick(&self) -> bool {
        self.plies <= 6
    }
}

/// Answers games in the order in which it gets them.
pub(super) trait Referee<R: Rules>: Settle {
    fn judge(&mut self, game: ContestGame<R>) -> Result<(), JudgeError>;
}

/// Whether there are threads to start: in a browser's module there are none.
const THREADS: bool = !cfg!(all(target_arch = "wasm32", target_os = "unknown"));

/// Judges all games on one thread or on several.
pub(super) fn run<R: Solvable>(
    input: &mut dyn BufRead,
    answers: Answers<'_>,
    options: &Options,
) -> Result<(), JudgeError> {
    if options.threads <= 1 || !THREADS {
        let referee = Alone::<R>::new(answers, options);
        CaseSource::new(input, referee, options).judge(games::<R, _>)
    } else {
        crew::with::<R, _>(answers, options, |crew| {
            CaseSource::new(input, crew, options).judge(games::<R, _>)
        })
    }
}

/// Reads all games and has them judged.
pub(super) fn games<R: Rules, S: Referee<R>>(source: &mut CaseSource<'_, S>) -> Result<(), JudgeError> {
    let (count, _) = source.expect_number("games", 0..=u64::MAX)?;
    for _ in 0..count {
        let game = read::<R, S>(source)?;
        source.sink.judge(game)?;
    }
    source.expect_end(if count == 1 { "the only game" } else { "the last game" })
}

fn read<R: Rules, S: Settle>(source: &mut CaseSource<'_, S>) -> Result<ContestGame<R>, JudgeError> {
    let squares = u64::from(R::WINDOW.len());
    let (white, white_word) = source.expect_number("white pieces", 1..=squares - 1)?;
    let (black, black_word) = source.expect_number("black pieces", 1..=squares - white)?;
    let (plies, _) = source.expect_number("plies", 1..=u64::from(u32::MAX))?;
    source.finish_line_in_hand()?;
    let mut men = MenRead { board: Board::EMPTY, lines: [0; 64] };
    for (color, count, word) in [(Color::White, white, white_word), (Color::Black, black, black_word)] {
        for _ in 0..count {
            men.read::<R, S>(source, color)?;
        }
        if men.board.men(color, R::ROYAL).is_empty() {
            return Err(word.error(format!("expected a {} among the {color} pieces, found none", R::ROYAL)));
        }
    }
    let setup = Setup::new(men.board, Color::White);
    // Nothing is left for `Position` to complain about; if it does, the game's first word is the place.
    let position =
        Position::new(&setup, Policy::Movable).map_err(|faults| white_word.error(faults.to_string()))?;
    Ok(ContestGame { line: white_word.line, position, plies: plies as u32 })
}

/// The men read so far, with the line of each.
struct MenRead {
    board: Board,
    lines: [usize; 64],
}

impl MenRead {
    /// Reads a man and puts it on the board.
    #[inline]
    fn read<R: Rules, S: Settle>(
        &mut self,
        source: &mut CaseSource<'_, S>,
        color: Color,
    ) -> Result<(), JudgeError> {
        // A line as the document writes it, if it is in hand as a whole.
        let (line, _) = source.place();
        if let [letter, b' ', file @ b'A'..=b'H', b' ', rank @ b'1'..=b'8', b'\n', ..] = *source.chunk()?
            && let square = Square::at(file - b'A', rank - b'1')
            && R::WINDOW.has(square)
            && let Some(role) = role::<R>(letter)
            && self.fault::<R>(color, role).is_none()
            && self.fault_at::<R>(color, role, square).is_none()
        {
            source.advance_line(6);
            self.put(color, role, square, line);
            return Ok(());
        }
        self.read_words::<R, S>(source, color)
    }

    /// The same word by word: for every other way to write a man, and to say what is wrong with it.
    #[cold]
    fn read_words<R: Rules, S: Settle>(
        &mut self,
        source: &mut CaseSource<'_, S>,
        color: Color,
    ) -> Result<(), JudgeError> {
        let Some(word) = source.word()? else {
            return Err(source.unexpected_end(&format!("a {color} piece")));
        };
        let role = match *word.bytes() {
            [letter] => role::<R>(letter),
            _ => None,
        };
        let Some(role) = role else { return Err(not_a_piece::<R>(&word)) };
        if let Some(fault) = self.fault::<R>(color, role) {
            return Err(word.error(fault));
        }
        let line = word.line;
        let file = coordinate(source, "a column", b'A', R::WIDTH)?.1;
        let (word, rank) = coordinate(source, "a row", b'1', R::HEIGHT)?;
        let square = Square::at(file, rank);
        if let Some(fault) = self.fault_at::<R>(color, role, square) {
            return Err(word.error(fault));
        }
        self.put(color, role, square, line);
        source.finish_line_in_hand()
    }

    #[inline]
    fn put(&mut self, color: Color, role: Role, square: Square, line: usize) {
        self.board.put(square, Man { color, role });
        self.lines[square.index()] = line;
    }

    /// What is wrong with another such man, wherever it stands.
    #[inline]
    fn fault<R: Rules>(&self, color: Color, role: Role) -> Option<String> {
        let royals = self.board.men(color, R::ROYAL).first()?;
        let line = self.lines[royals.index()];
        (role == R::ROYAL)
            .then(|| format!("a second {color} {role}, the first is on line {line}; expected one"))
    }

    /// What is wrong with its place.
    #[inline]
    fn fault_at<R: Rules>(&self, color: Color, role: Role, square: Square) -> Option<String> {
        if let Some(Man { color, role }) = self.board.man_at(square) {
            let line = self.lines[square.index()];
            return Some(format!(
                "two pieces on {}: the {color} {role} of line {line} stands there",
                shown(square)
            ));
        }
        let promotes = role == Role::Pawn && R::last_rank(color).has(square);
        promotes.then(|| format!("a {color} pawn on {}, where it would have promoted", shown(square)))
    }
}

/// The role of a letter, if the game has it.
#[inline]
fn role<R: Rules>(letter: u8) -> Option<Role> {
    let role = letter.is_ascii_uppercase().then(|| Role::from_letter(letter)).flatten()?;
    R::has_role(role).then_some(role)
}

/// A word that is one letter or digit of a row of them, as its number in the row.
fn coordinate<S: Settle>(
    source: &mut CaseSource<'_, S>,
    what: &str,
    first: u8,
    count: u8,
) -> Result<(Word, u8), JudgeError> {
    let expected = || format!("{what} {} to {}", first as char, (first + count - 1) as char);
    let Some(word) = source.word()? else { return Err(source.unexpected_end(&expected())) };
    match *word.bytes() {
        [byte] if (first..first + count).contains(&byte) => Ok((word, byte - first)),
        _ => Err(word.unexpected(&expected())),
    }
}

fn not_a_piece<R: Rules>(word: &Word) -> JudgeError {
    let letters: Vec<String> =
        R::ROLES.iter().rev().map(|role| role.letter().to_ascii_uppercase().to_string()).collect();
    let (last, others) = letters.split_last().map_or(("", &[][..]), |(last, others)| (last.as_str(), others));
    let why = match *word.bytes() {
        [letter @ b'A'..=b'Z'] => {
            Role::from_letter(letter).map(|role| format!(" (this game has no {role}s)"))
        }
        _ => None,
    };
    word.error(format!(
        "expected a piece {} or {last}, found {}{}",
        others.join(", "),
        word.shown(),
        why.unwrap_or_default()
    ))
}

/// A square as this format writes it.
fn shown(square: Square) -> String {
    square.to_string().to_ascii_uppercase()
}
