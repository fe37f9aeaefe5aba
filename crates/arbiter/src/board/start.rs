//! The arrays that games of chess begin with: the usual one and the others of Chess960.

use std::fmt;
use std::str::FromStr;

use super::{Bitboard, Board, Color, Man, Role, Setup, Square};

/// An array of Chess960: the pieces of the first rank, both sides alike. It is one of 960, numbered as
/// Reinhard Scharnagl proposed; 518 is the usual one.
///
/// ```
/// use chess_arbiter::board::Start;
/// let start: Start = "bqnbnrkr".parse().unwrap();
/// assert_eq!("518".parse(), Ok(Start::USUAL));
/// assert_eq!(Start::new(start.number()), Some(start));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Start(u16);

/// What is looked up.
#[derive(Clone, Copy)]
struct Array {
    roles: [Role; 8],
    king: u8,
    /// On the king's left and on its right.
    rooks: [u8; 2],
}

const COUNT: u16 = 960;

static ARRAYS: [Array; COUNT as usize] = {
    let mut arrays = [array(0); COUNT as usize];
    let mut number = 1;
    while number < COUNT {
        arrays[number as usize] = array(number);
        number += 1;
    }
    arrays
};

/// The array of a number. Its digits tell the places: of the bishop on light squares (4), of that on dark
/// ones (4), of the queen among the files that are left (6), of the two knights (10); king and rooks take the
/// rest.
const fn array(number: u16) -> Array {
    let digits = [number % 4, number / 4 % 4, number / 16 % 6, number / 96];
    let mut files = [None; 8];
    files[2 * digits[0] as usize + 1] = Some(Role::Bishop);
    files[2 * digits[1] as usize] = Some(Role::Bishop);
    put(&mut files, digits[2], Role::Queen);
    // The pairs of five places in order.
    let (mut first, mut pair) = (0, digits[3]);
    while pair >= 4 - first {
        pair -= 4 - first;
        first += 1;
    }
    put(&mut files, first, Role::Knight);
    put(&mut files, first + pair, Role::Knight);
    let left = put(&mut files, 0, Role::Rook);
    let king = put(&mut files, 0, Role::King);
    let right = put(&mut files, 0, Role::Rook);
    let mut roles = [Role::Pawn; 8];
    let mut file = 0;
    while file < 8 {
        if let Some(role) = files[file] {
            roles[file] = role;
        }
        file += 1;
    }
    Array { roles, king, rooks: [left, right] }
}

/// Puts a piece on the free file with this place among the free ones; returns the file.
const fn put(files: &mut [Option<Role>; 8], place: u16, role: Role) -> u8 {
    let (mut file, mut left) = (0, place);
    while file < 7 && (files[file].is_some() || left > 0) {
        left -= files[file].is_none() as u16;
        file += 1;
    }
    files[file] = Some(role);
    file as u8
}

/// Where king and rook of a side stand in the array, and where castling brings them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castling {
    /// The king's first square.
    pub king: Square,
    /// The rook's first square.
    pub rook: Square,
    /// Where the king goes.
    pub king_to: Square,
    /// Where the rook goes.
    pub rook_to: Square,
}

impl Castling {
    /// All squares that either stands on, crosses or goes to.
    #[inline(always)]
    pub const fn way(self) -> Bitboard {
        Bitboard(span(self.king, self.king_to).0 | span(self.rook, self.rook_to).0)
    }

    /// The squares that the king stands on before, or crosses; that where it ends, if it moves, is not one.
    #[inline(always)]
    pub const fn crossed(self) -> Bitboard {
        Bitboard(span(self.king, self.king_to).0 & !self.king_to.bb().0 | self.king.bb().0)
    }

    /// Whether a right to castle with a rook is on the king's side, wherever the king stands. A king in the
    /// corner stands where a right on that side is thought to have its rook.
    ///
    /// ```
    /// use chess_arbiter::board::{Castling, Square};
    /// assert!(Castling::is_on_kings_side(Square::H1, Square::E1));
    /// assert!(Castling::is_on_kings_side(Square::H1, Square::H1));
    /// assert!(!Castling::is_on_kings_side(Square::A1, Square::A1));
    /// ```
    #[inline]
    pub fn is_on_kings_side(rook: Square, king: Square) -> bool {
        rook.file() > king.file().min(6)
    }
}

/// The squares of a rank from one to another.
#[inline(always)]
const fn span(one: Square, other: Square) -> Bitboard {
    let (a, b) = (one.bb().0, other.bb().0);
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    Bitboard(high | high.wrapping_sub(low))
}

impl Start {
    /// The usual array.
    pub const USUAL: Start = Start(518);

    /// The array with a number below 960.
    pub const fn new(number: u16) -> Option<Start> {
        if number < COUNT { Some(Start(number)) } else { None }
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Start> {
        (0..COUNT).map(Start)
    }

    /// Its number.
    pub const fn number(self) -> u16 {
        self.0
    }

    /// Whether it is the usual one.
    pub const fn is_usual(self) -> bool {
        self.0 == Start::USUAL.0
    }

    #[inline(always)]
    fn array(self) -> &'static Array {
        &ARRAYS[usize::from(self.0)]
    }

    /// The pieces by file.
    #[inline(always)]
    pub fn roles(self) -> &'static [Role; 8] {
        &self.array().roles
    }

    /// The square of a side's king.
    #[inline(always)]
    pub fn king(self, color: Color) -> Square {
        Square::at(self.array().king, 7 * color as u8)
    }

    /// The squares of a side's rooks.
    #[inline(always)]
    pub fn rooks(self, color: Color) -> Bitboard {
        let [left, right] = self.array().rooks;
        Bitboard((1 << left | 1 << right) << (56 * color as u64))
    }

    /// Castling of a side with the rook on the king's right, and with that on its left.
    #[inline(always)]
    pub fn castlings(self, color: Color) -> [Castling; 2] {
        [self.castling(color, true), self.castling(color, false)]
    }

    /// Castling on one side of the king.
    #[inline(always)]
    pub(crate) fn castling(self, color: Color, right: bool) -> Castling {
        let &Array { king, rooks, .. } = self.array();
        let (rook, king_to, rook_to) = if right { (rooks[1], 6, 5) } else { (rooks[0], 2, 3) };
        let [king, rook, king_to, rook_to] =
            [king, rook, king_to, rook_to].map(|file| Square::at(file, 7 * color as u8));
        Castling { king, rook, king_to, rook_to }
    }

    /// The array itself, with all castling rights, White to move.
    ///
    /// ```
    /// use chess_arbiter::{Position, Setup, board::Start};
    /// assert_eq!(Start::USUAL.setup(), Setup::from(Position::initial()));
    /// ```
    pub fn setup(self) -> Setup {
        let mut board = Board::default();
        for color in Color::BOTH {
            for (file, &role) in (0..).zip(self.roles()) {
                board.put(Square::at(file, 7 * color as u8), Man { color, role });
                board.put(Square::at(file, 1 + 5 * color as u8), Man { color, role: Role::Pawn });
            }
        }
        let castling = self.rooks(Color::White) | self.rooks(Color::Black);
        Setup { castling, ..Setup::new(board, Color::White) }
    }
}

/// The usual one.
impl Default for Start {
    fn default() -> Start {
        Start::USUAL
    }
}

/// White's first rank in small letters, as `rnbqkbnr`.
impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.roles().iter().try_for_each(|role| write!(f, "{}", role.letter()))
    }
}

impl fmt::Debug for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Start({} {self})", self.0)
    }
}

/// A text that names no array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a number from 0 to 959, or the letters of a first rank of Chess960 such as rnbqkbnr: the king \
     between the rooks, bishops on both colours"
)]
pub struct ParseStartError;

/// Reads a number, or the letters of the first rank.
impl FromStr for Start {
    type Err = ParseStartError;

    fn from_str(text: &str) -> Result<Start, ParseStartError> {
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return text.parse().ok().and_then(Start::new).ok_or(ParseStartError);
        }
        let letters = text.to_ascii_lowercase();
        let is_it = |start: &Start| start.roles().iter().map(|role| role.letter()).eq(letters.chars());
        Start::all().find(is_it).ok_or(ParseStartError)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The numbers as python-chess has them.
    #[test]
    fn numbers() {
        let rows = [
            (0, "bbqnnrkr"),
            (1, "bqnbnrkr"),
            (77, "nnrbkqbr"),
            (317, "nqrbkrbn"),
            (518, "rnbqkbnr"),
            (534, "rnbkqbnr"),
            (692, "rbbqknnr"),
            (959, "rkrnnqbb"),
        ];
        for (number, letters) in rows {
            let start = Start::new(number).unwrap();
            assert_eq!(start.to_string(), letters);
            assert_eq!(letters.parse(), Ok(start));
            assert_eq!(number.to_string().parse(), Ok(start));
        }
        for wrong in ["960", "-1", "", "any", "rnbqkbn", "rnbqkbnrr", "rnqbkbnr", "krrbbnnq", "+1"] {
            assert_eq!(wrong.parse::<Start>(), Err(ParseStartError), "{wrong}");
        }
    }

    /// All that the rules of Chess960 allow, each once.
    #[test]
    fn all_are_arrays() {
        let all: HashSet<String> = Start::all().map(|start| start.to_string()).collect();
        assert_eq!(all.len(), 960);
        for start in Start::all() {
            let roles = start.roles();
            let files = |role| (0..8).filter(move |&file| roles[file] == role).collect::<Vec<_>>();
            let [rooks, knights, bishops] = [Role::Rook, Role::Knight, Role::Bishop].map(files);
            assert_eq!([rooks.len(), knights.len(), bishops.len()], [2, 2, 2]);
            assert_eq!(files(Role::Queen).len(), 1);
            assert_eq!((bishops[0] + bishops[1]) % 2, 1);
            let king = files(Role::King)[0];
            assert!(rooks[0] < king && king < rooks[1]);
            assert_eq!(start.king(Color::Black), Square::at(king as u8, 7));
            let castlings = start.castlings(Color::White);
            assert_eq!(castlings.map(|castling| castling.rook.index()), [rooks[1], rooks[0]]);
        }
    }

    #[test]
    fn ways_of_castling() {
        let way = |letters: &str, right| {
            let castling = letters.parse::<Start>().unwrap().castling(Color::White, right);
            [castling.way(), castling.crossed()]
                .map(|squares| squares.map(|square| square.file_char()).collect::<String>())
        };
        assert_eq!(way("rnbqkbnr", true), ["efgh", "ef"]);
        assert_eq!(way("rnbqkbnr", false), ["abcde", "de"]);
        // They change places; the king stays; the rook comes over the king.
        assert_eq!(way("rbbnqkrn", true), ["fg", "f"]);
        assert_eq!(way("bnrbnqkr", true), ["fgh", "g"]);
        assert_eq!(way("rkrnnqbb", false), ["abcd", "b"]);
    }
}
