//! Colours, roles, and the men that have one of each.

use std::fmt;
use std::ops::Not;

/// A side.
///
/// ```
/// use chess_arbiter::Color;
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::White.to_string(), "white");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Moves first; its pawns go up the board.
    White = 0,
    /// Its pawns go down the board.
    Black = 1,
}

impl Color {
    /// Both, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// `w` or `b`.
    ///
    /// ```
    /// use chess_arbiter::Color;
    /// assert_eq!(Color::Black.letter(), 'b');
    /// ```
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// From a square to the one straight ahead of a pawn: 8, or -8.
    ///
    /// ```
    /// use chess_arbiter::{Color, board::Square};
    /// assert_eq!(Square::E7.offset(Color::Black.forward()), Square::E6);
    /// ```
    #[inline(always)]
    pub const fn forward(self) -> i8 {
        if self as u8 == 0 { 8 } else { -8 }
    }

    /// A rank counted from the side's own first, 0 to 7, as White counts it; and the other way round.
    ///
    /// ```
    /// use chess_arbiter::Color;
    /// assert_eq!((Color::White.own_rank(1), Color::Black.own_rank(1)), (1, 6));
    /// ```
    #[inline(always)]
    pub const fn own_rank(self, rank: u8) -> u8 {
        if self as u8 == 0 { rank } else { 7 - rank }
    }
}

impl Not for Color {
    type Output = Color;
    #[inline(always)]
    fn not(self) -> Color {
        if self as u8 == 0 { Color::Black } else { Color::White }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}

/// What a man is, whatever its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
    /// ♙
    Pawn = 0,
    /// ♘
    Knight = 1,
    /// ♗
    Bishop = 2,
    /// ♖
    Rook = 3,
    /// ♕
    Queen = 4,
    /// ♔
    King = 5,
}

impl Role {
    /// All roles, pawn first, king last.
    pub const ALL: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// The English letter, lower case: `p n b r q k`.
    ///
    /// ```
    /// use chess_arbiter::Role;
    /// assert_eq!(Role::Knight.letter(), 'n');
    /// ```
    pub const fn letter(self) -> char {
        b"pnbrqk"[self as usize] as char
    }

    /// The role of an English letter, either case.
    ///
    /// ```
    /// use chess_arbiter::Role;
    /// assert_eq!(Role::from_letter(b'N'), Some(Role::Knight));
    /// assert_eq!(Role::from_letter(b'x'), None);
    /// ```
    pub const fn from_letter(letter: u8) -> Option<Role> {
        Some(match letter | 0x20 {
            b'p' => Role::Pawn,
            b'n' => Role::Knight,
            b'b' => Role::Bishop,
            b'r' => Role::Rook,
            b'q' => Role::Queen,
            b'k' => Role::King,
            _ => return None,
        })
    }

    /// How many of it each side begins a game of chess with.
    ///
    /// ```
    /// use chess_arbiter::Role;
    /// assert_eq!(Role::ALL.map(Role::initial_count).iter().sum::<u32>(), 16);
    /// ```
    pub const fn initial_count(self) -> u32 {
        match self {
            Role::Pawn => 8,
            Role::Knight | Role::Bishop | Role::Rook => 2,
            Role::Queen | Role::King => 1,
        }
    }

    /// The English word.
    ///
    /// ```
    /// use chess_arbiter::Role;
    /// assert_eq!(Role::King.name(), "king");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A man: colour and role.
///
/// ```
/// use chess_arbiter::{Color, Man, Role};
/// let man = Man { color: Color::Black, role: Role::Rook };
/// assert_eq!(man.to_string(), "black rook");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Man {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Man {
    /// Four bits that tell men apart: role + 1 in the lower three, set fourth for Black. Never 0.
    pub(crate) const fn code(self) -> u8 {
        (self.role as u8 + 1) | (self.color as u8) << 3
    }

    /// The FEN letter: upper case for White.
    ///
    /// ```
    /// use chess_arbiter::board::{Color, Man, Role};
    /// assert_eq!(Man { color: Color::White, role: Role::Knight }.letter(), 'N');
    /// ```
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter().to_ascii_uppercase(),
            Color::Black => self.role.letter(),
        }
    }

    /// The man of a FEN letter.
    ///
    /// ```
    /// use chess_arbiter::{Color, Man, Role};
    /// assert_eq!(Man::from_letter(b'q'), Some(Man { color: Color::Black, role: Role::Queen }));
    /// ```
    pub const fn from_letter(letter: u8) -> Option<Man> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_letter(letter) {
            Some(role) if letter.is_ascii_alphabetic() => Some(Man { color, role }),
            _ => None,
        }
    }

    /// The Unicode chess symbol, `♔`–`♟`.
    ///
    /// ```
    /// use chess_arbiter::Man;
    /// assert_eq!(Man::from_letter(b'N').map(Man::symbol), Some('♘'));
    /// ```
    pub const fn symbol(self) -> char {
        match (self.color, self.role) {
            (Color::White, Role::King) => '♔',
            (Color::White, Role::Queen) => '♕',
            (Color::White, Role::Rook) => '♖',
            (Color::White, Role::Bishop) => '♗',
            (Color::White, Role::Knight) => '♘',
            (Color::White, Role::Pawn) => '♙',
            (Color::Black, Role::King) => '♚',
            (Color::Black, Role::Queen) => '♛',
            (Color::Black, Role::Rook) => '♜',
            (Color::Black, Role::Bishop) => '♝',
            (Color::Black, Role::Knight) => '♞',
            (Color::Black, Role::Pawn) => '♟',
        }
    }

    /// The man of a Unicode chess symbol.
    ///
    /// ```
    /// use chess_arbiter::Man;
    /// assert_eq!(Man::from_symbol('♞').map(Man::letter), Some('n'));
    /// ```
    pub const fn from_symbol(symbol: char) -> Option<Man> {
        let index = match symbol {
            '♔'..='♟' => symbol as u32 - '♔' as u32,
            _ => return None,
        };
        const ORDER: [Role; 6] =
            [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
        let color = if index < 6 { Color::White } else { Color::Black };
        Some(Man { color, role: ORDER[(index % 6) as usize] })
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.role)
    }
}
