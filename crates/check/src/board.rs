//! Men, squares, rule sets, positions, and the position text of certificates.

use std::fmt;

use crate::json::ensure;
use crate::squares::{Set, Side, home, own_row, row_between, shift};

/// One of the four sets of rules a certificate can be about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RuleSet {
    /// Full chess, Chess960 castling included.
    Standard,
    /// 8×8 without pawns, castling or demands on the position beyond one king each.
    Pawnless,
    /// 4×4, the queen is royal and may be captured.
    Simplified,
    /// [`RuleSet::Simplified`] with pawns.
    SimplifiedPawns,
}

impl RuleSet {
    /// Every rule set with its name in certificates.
    pub const NAMES: [(RuleSet, &'static str); 4] = [
        (RuleSet::Standard, "standard"),
        (RuleSet::Pawnless, "pawnless"),
        (RuleSet::Simplified, "simplified"),
        (RuleSet::SimplifiedPawns, "simplified-pawns"),
    ];

    /// The rule set with this name.
    pub fn from_name(name: &str) -> Option<RuleSet> {
        Self::NAMES.iter().find(|(_, n)| *n == name).map(|(rules, _)| *rules)
    }

    /// Whether these are the rules of the 4×4 window: the royal is the queen, it may be
    /// captured, and a move may leave the own royal attacked.
    pub fn is_simplified(self) -> bool {
        matches!(self, RuleSet::Simplified | RuleSet::SimplifiedPawns)
    }

    /// Number of rows and of files in play, counted from a1.
    pub fn size(self) -> i8 {
        if self.is_simplified() { 4 } else { 8 }
    }

    /// The squares in play.
    pub fn window(self) -> Set {
        if self.is_simplified() { 0x0f0f_0f0f } else { Set::MAX }
    }

    /// The man that must not be lost.
    pub fn royal(self) -> Kind {
        if self.is_simplified() { Kind::Queen } else { Kind::King }
    }

    /// Whether men of this kind exist under these rules.
    pub fn has(self, kind: Kind) -> bool {
        match kind {
            Kind::King => !self.is_simplified(),
            Kind::Pawn => matches!(self, RuleSet::Standard | RuleSet::SimplifiedPawns),
            _ => true,
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAMES[*self as usize].1)
    }
}

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Colour {
    White,
    Black,
}

impl Colour {
    /// Both sides.
    pub const BOTH: [Colour; 2] = [Colour::White, Colour::Black];

    /// The other side.
    pub fn other(self) -> Colour {
        if self == Colour::White { Colour::Black } else { Colour::White }
    }

    /// Upper case is White.
    pub(crate) fn of_case(letter: char) -> Colour {
        if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black }
    }

    /// The direction its pawns move in, in rows.
    pub fn forward(self) -> i8 {
        if self == Colour::White { 1 } else { -1 }
    }

    /// A row counted from the side's own back row (0) on a board of `size` rows.
    pub fn own_row(self, row: i8, size: i8) -> i8 {
        if self == Colour::White { row } else { size - 1 - row }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Colour::White { "white" } else { "black" })
    }
}

/// The six kinds of men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

impl Kind {
    pub(crate) const OFFICERS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
    pub(crate) const ALL: [Kind; 6] =
        [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

    /// How many a side has in the initial array.
    pub(crate) fn at_first(self) -> u8 {
        [1, 1, 2, 2, 2, 8][self as usize]
    }

    /// The lower case letter: `k`, `q`, `r`, `b`, `n` or `p`.
    pub fn letter(self) -> char {
        char::from(b"kqrbnp"[self as usize])
    }
}

/// A man of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub struct Man {
    pub colour: Colour,
    pub kind: Kind,
}

impl Man {
    /// The FEN letter: upper case is White.
    pub fn letter(self) -> char {
        cased(self.kind.letter(), self.colour)
    }

    /// The man with this FEN letter.
    pub fn from_letter(letter: char) -> Option<Man> {
        let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase())?;
        Some(Man { colour: Colour::of_case(letter), kind })
    }
}

fn cased(letter: char, colour: Colour) -> char {
    if colour == Colour::White { letter.to_ascii_uppercase() } else { letter }
}

/// A square of the 8×8 board; the 4×4 window is a1 to d4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square on this file and row, both taken modulo 8.
    pub(crate) fn on(file: i8, row: i8) -> Square {
        Square(((row & 7) * 8 + (file & 7)) as u8)
    }

    /// The square with this name, as `e4`.
    pub fn parse(name: &str) -> Option<Square> {
        match name.as_bytes() {
            [file @ b'a'..=b'h', row @ b'1'..=b'8'] => Some(Square((row - b'1') * 8 + (file - b'a'))),
            _ => None,
        }
    }

    /// File, 0 for a.
    pub fn file(self) -> i8 {
        (self.0 % 8) as i8
    }

    /// Row, 0 for row 1.
    pub fn row(self) -> i8 {
        (self.0 / 8) as i8
    }

    /// Those of a set, from a1 on.
    pub fn in_set(set: Set) -> impl Iterator<Item = Square> {
        let with_lowest = |set: Set| (set != 0).then_some(set);
        std::iter::successors(with_lowest(set), move |set| with_lowest(set & (set - 1)))
            .map(|set| Square(set.trailing_zeros() as u8))
    }

    /// The set of this square alone.
    pub(crate) fn bit(self) -> Set {
        1 << self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", file_letter(self.file()), self.row() + 1)
    }
}

/// `a` for file 0.
pub(crate) fn file_letter(file: i8) -> char {
    char::from(b'a' + file as u8)
}

/// The files of castling: where the rook of the initial array stands, where the king and where the
/// rook lands. On the king's right-hand side and on the left.
pub(crate) const CASTLINGS: [[usize; 3]; 2] = [[7, 6, 5], [0, 2, 3]];

/// Of a side's first row the squares from the king of the initial array to the rook on a file.
pub(crate) fn castling_way(side: Colour, rook: usize) -> Set {
    row_between(home(side, 0, 4), home(side, 0, rook))
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// The men by [`Colour`].
    pub(crate) sides: [Side; 2],
    /// The rules it is played by.
    pub rules: RuleSet,
    /// The side to move.
    pub turn: Colour,
    /// The rooks of all castling rights.
    pub castling: Set,
    /// The square a pawn has just crossed with a double step.
    pub en_passant: Option<Square>,
}

impl Board {
    /// Reads a position as certificates write it and checks that it is one of the rule set, or says
    /// what is wrong. Every position has one spelling: that of its [`Display`](fmt::Display).
    pub fn parse(rules: RuleSet, text: &str) -> Result<Board, String> {
        let board = Board::parse_fields(rules, text, |board, castling| {
            let size = rules.size();
            for colour in Colour::BOTH {
                let count = board.side(colour).count(rules.royal());
                ensure(count == 1, || format!("{colour} has {count} royals, expected 1"))?;
                for pawn in board.squares_of(colour, Kind::Pawn) {
                    let row = colour.own_row(pawn.row(), size);
                    let can_stand = row < size - 1 && (row > 0 || rules != RuleSet::Standard);
                    ensure(can_stand, || format!("no {colour} pawn can stand on {pawn}"))?;
                }
            }
            board.read_castling(castling)
        })?;
        let waiting = board.turn.other();
        if let Some(square) = board.en_passant.filter(|square| !board.can_have_crossed(*square)) {
            return Err(format!("no {waiting} pawn can just have made a double step over {square}"));
        }
        let may_wait = rules != RuleSet::Standard || !board.is_attacked(waiting);
        ensure(may_wait, || format!("{waiting} is not to move but its king is attacked"))?;
        Ok(board)
    }

    /// Reads any men, side to move and en passant square, and castling rights as the reader says.
    pub(crate) fn parse_fields(
        rules: RuleSet,
        text: &str,
        read_castling: impl Fn(&mut Board, &str) -> Result<(), String>,
    ) -> Result<Board, String> {
        // Whatever else is written there is spelt otherwise.
        let mut fields = text.split(' ');
        let mut next = || fields.next().unwrap_or_default();
        let mut board = Board::parse_men(rules, next())?;
        board.turn = if next() == "b" { Colour::Black } else { Colour::White };
        read_castling(&mut board, next())?;
        board.en_passant = Square::parse(next());
        board.expect_spelling(text, board.to_string())
    }

    /// Reads the men of a rule set, the first field of a FEN, in whatever spelling. White is to move.
    pub fn parse_men(rules: RuleSet, text: &str) -> Result<Board, String> {
        let (sides, turn) = (Default::default(), Colour::White);
        let mut board = Board { rules, sides, turn, castling: 0, en_passant: None };
        let (size, found) = (rules.size(), text.split('/').count());
        ensure(found == size as usize, || format!("expected {size} rows of men, found {found}"))?;
        for (row, letters) in (0..size).rev().zip(text.split('/')) {
            let mut file = 0;
            for letter in letters.chars().take(8) {
                let man = Man::from_letter(letter).filter(|man| rules.has(man.kind));
                let is_known = man.is_some() || letter.is_ascii_digit();
                ensure(is_known, || format!("row {}: {letter:?} is not a man of {rules}", row + 1))?;
                if file < size {
                    board.put(Square::on(file, row), man);
                }
                file += letter.to_digit(10).unwrap_or(1) as i8;
            }
        }
        Ok(board)
    }

    /// This position, which has one spelling.
    pub(crate) fn expect_spelling(self, text: &str, expected: String) -> Result<Board, String> {
        ensure(text == expected, || format!("expected the spelling {expected}")).map(|()| self)
    }

    fn read_castling(&mut self, text: &str) -> Result<(), String> {
        for letter in text.chars() {
            let colour = Colour::of_case(letter);
            let row = own_row(colour, 0);
            let king = self.side(colour).squares(Kind::King) & row;
            let is_named = |rook: &Square| {
                let by_file = cased(file_letter(rook.file()), colour);
                rook.bit() & row != 0 && [self.right_letter(colour, *rook), by_file].contains(&letter)
            };
            let mut rooks = self.squares_of(colour, Kind::Rook).filter(|_| king != 0);
            let Some(rook) = rooks.find(is_named).map(Square::bit) else { continue };
            let corner = home(colour, 0, CASTLINGS[usize::from(rook < king)][0]);
            let is_second = row_between(king, corner) & self.castling != 0;
            let wrong = || format!("castling right {letter:?}: a second one on that side of the king");
            ensure(!is_second, wrong)?;
            self.castling |= rook;
        }
        Ok(())
    }

    /// The letter of the right to castle with a rook: of the side of the king if no rook stands
    /// farther out, else of the rook's file.
    fn right_letter(&self, colour: Colour, rook: Square) -> char {
        // In the corner wherever the king is.
        let is_left =
            rook.file() == 0 || rook.file() < 7 && self.royal(colour).is_some_and(|king| rook < king);
        let corner = home(colour, 0, CASTLINGS[usize::from(is_left)][0]);
        let farther = row_between(rook.bit(), corner) & !rook.bit() & self.side(colour).squares(Kind::Rook);
        let letter = if farther != 0 { file_letter(rook.file()) } else { ['k', 'q'][usize::from(is_left)] };
        cased(letter, colour)
    }

    /// Whether a pawn of the side not to move can just have made a double step over a square.
    pub(crate) fn can_have_crossed(&self, square: Square) -> bool {
        let (enemy, empty) = (self.turn.other(), self.empty());
        let near = |rows: i8| shift(square.bit(), (0, rows * enemy.forward()));
        let stands_beyond = near(1) & self.side(enemy).squares(Kind::Pawn) != 0;
        stands_beyond && near(-1) & empty != 0 && square.bit() & own_row(enemy, 2) & empty != 0
    }

    /// The man on a square.
    pub fn man(&self, square: Square) -> Option<Man> {
        let man = |colour| Some(Man { colour, kind: self.side(colour).kind_on(square)? });
        Colour::BOTH.into_iter().find_map(man)
    }

    /// Puts a man, or nothing, on a square.
    pub(crate) fn put(&mut self, square: Square, man: Option<Man>) {
        self.sides.iter_mut().flat_map(|side| &mut side.0).for_each(|squares| *squares &= !square.bit());
        if let Some(Man { colour, kind }) = man {
            self.sides[colour as usize].0[kind as usize] |= square.bit();
        }
    }

    /// The squares in play with no man.
    pub(crate) fn empty(&self) -> Set {
        let [white, black] = self.sides.map(|side| side.all_squares());
        self.rules.window() & !white & !black
    }

    /// The men of a side as sets of squares.
    pub(crate) fn side(&self, colour: Colour) -> &Side {
        &self.sides[colour as usize]
    }

    /// A side's men with their squares, from a1 on.
    pub(crate) fn men_of(&self, colour: Colour) -> impl Iterator<Item = (Square, Man)> + use<> {
        let side = *self.side(colour);
        Square::in_set(side.all_squares())
            .filter_map(move |square| Some((square, Man { colour, kind: side.kind_on(square)? })))
    }

    /// Where a side's men of one kind stand, from a1 on.
    pub fn squares_of(&self, colour: Colour, kind: Kind) -> impl Iterator<Item = Square> + use<> {
        Square::in_set(self.side(colour).squares(kind))
    }

    /// Where a side's royal stands; `None` after it has been captured.
    pub fn royal(&self, colour: Colour) -> Option<Square> {
        self.squares_of(colour, self.rules.royal()).next()
    }

    /// The men as FEN writes them, top row first.
    pub(crate) fn men_text(&self) -> String {
        let (size, mut text) = (self.rules.size(), String::new());
        for (row, file) in (0..size).rev().flat_map(|row| (0..size).map(move |file| (row, file))) {
            let letter = self.man(Square::on(file, row)).map_or('1', Man::letter);
            match text.pop() {
                // One more in a run of empty squares.
                Some(run @ '1'..='7') if letter == '1' => text.push(char::from(run as u8 + 1)),
                before => text.extend(before.into_iter().chain([letter])),
            }
            text.push_str(if file == size - 1 && row > 0 { "/" } else { "" });
        }
        text
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.men_text(), ["w", "b"][self.turn as usize])?;
        if self.rules == RuleSet::Standard {
            let mut rights = String::new();
            for colour in Colour::BOTH {
                let letters = Square::in_set(self.castling & own_row(colour, 0));
                let letters: Vec<char> = letters.map(|rook| self.right_letter(colour, rook)).collect();
                rights.extend(letters.iter().rev());
            }
            let en_passant = self.en_passant.map_or("-".into(), |square| square.to_string());
            write!(f, " {} {en_passant}", if rights.is_empty() { "-" } else { &rights })?;
        }
        Ok(())
    }
}
