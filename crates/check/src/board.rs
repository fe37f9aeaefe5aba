//! Men, squares, rule sets, positions, and the position text of certificates.

use std::fmt;

use crate::census::Side;
use crate::json::ensure;

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

    /// The squares in play on a row in play.
    fn row(self, row: i8) -> impl Iterator<Item = Square> {
        (0..self.size()).map(move |file| Square::on(file, row))
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

    /// What a pawn may become on the last row.
    pub fn promotions(self) -> &'static [Kind] {
        if self == RuleSet::SimplifiedPawns { &Kind::OFFICERS[1..] } else { &Kind::OFFICERS }
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

    /// The direction its pawns move in, in rows.
    pub fn forward(self) -> i8 {
        if self == Colour::White { 1 } else { -1 }
    }

    /// The letter of the side to move in a FEN: `w` or `b`.
    pub fn letter(self) -> char {
        if self == Colour::White { 'w' } else { 'b' }
    }

    pub(crate) fn parse(letter: &str) -> Result<Colour, String> {
        match letter {
            "w" => Ok(Colour::White),
            "b" => Ok(Colour::Black),
            _ => Err("the side to move is neither w nor b".into()),
        }
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
    const ALL: [Kind; 6] = [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

    /// The lower case letter: `k`, `q`, `r`, `b`, `n` or `p`.
    pub fn letter(self) -> char {
        char::from(b"kqrbnp"[self as usize])
    }

    /// The name in lower case.
    pub fn name(self) -> &'static str {
        ["king", "queen", "rook", "bishop", "knight", "pawn"][self as usize]
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
        Some(Man { colour: colour_of(letter), kind })
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.colour, self.kind.name())
    }
}

pub(crate) fn cased(letter: char, colour: Colour) -> char {
    if colour == Colour::White { letter.to_ascii_uppercase() } else { letter }
}

fn colour_of(letter: char) -> Colour {
    if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black }
}

/// A square of the 8×8 board; the 4×4 window is a1 to d4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square on this file and row (both 0 to 7), if there is one.
    pub fn new(file: i8, row: i8) -> Option<Square> {
        ((0..8).contains(&file) && (0..8).contains(&row)).then_some(Square::on(file, row))
    }

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

    /// The square so many files to the right and rows up, if it is on the board.
    pub fn offset(self, files: i8, rows: i8) -> Option<Square> {
        Square::new(self.file().saturating_add(files), self.row().saturating_add(rows))
    }

    /// Those of a set: a bit for each square, row by row from a1, which has the lowest.
    pub(crate) fn in_set(set: u64) -> impl Iterator<Item = Square> {
        let with_lowest = |set: u64| (set != 0).then_some(set);
        std::iter::successors(with_lowest(set), move |set| with_lowest(set & (set - 1)))
            .map(|set| Square(set.trailing_zeros() as u8))
    }

    /// The set of this square alone.
    pub(crate) fn bit(self) -> u64 {
        1 << self.0
    }

    /// Whether it is on row 1 or 8.
    pub(crate) fn is_on_end_row(self) -> bool {
        [0, 7].contains(&self.row())
    }

    pub(crate) fn index(self) -> usize {
        self.0.into()
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

/// On which side of the king the castling rook stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wing {
    /// The right-hand side.
    HSide,
    /// The left-hand side.
    ASide,
}

impl Wing {
    /// Both wings, in the order FEN names them.
    pub const BOTH: [Wing; 2] = [Wing::HSide, Wing::ASide];

    /// The files where the rook of the initial array stands, where the king and where the rook lands.
    pub(crate) fn files(self) -> [i8; 3] {
        if self == Wing::HSide { [7, 6, 5] } else { [0, 2, 3] }
    }
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(crate) men: [Option<Man>; 64],
    /// The same men by [`Colour`], as sets of squares.
    pub(crate) sides: [Side; 2],
    /// The rules it is played by.
    pub rules: RuleSet,
    /// The side to move.
    pub turn: Colour,
    /// The rook of each castling right, by [`Colour`] and [`Wing`]; `None` when the right is lost.
    pub castling: [[Option<Square>; 2]; 2],
    /// The square a pawn has just crossed with a double step.
    pub en_passant: Option<Square>,
}

/// Reading a position.
impl Board {
    /// Reads a position as certificates write it and checks that it is one of the rule set, or says
    /// what is wrong. Every position has one spelling: that of [`Board::to_text`].
    pub fn parse(rules: RuleSet, text: &str) -> Result<Board, String> {
        let fields: Vec<&str> = text.split(' ').collect();
        let (men, turn, castling, en_passant) = match *fields {
            [men, turn, castling, square] if rules == RuleSet::Standard => (men, turn, castling, square),
            [men, turn] if rules != RuleSet::Standard => (men, turn, "-", "-"),
            _ if rules == RuleSet::Standard => return Err("expected men, side, castling, en passant".into()),
            _ => return Err("expected men, side".into()),
        };
        let mut board = Board::parse_men(rules, men)?;
        board.turn = Colour::parse(turn)?;
        board.check_men()?;
        board.read_castling(castling)?;
        board.read_en_passant(en_passant)?;
        let waiting = board.turn.other();
        let wrong = board.en_passant.filter(|square| !board.can_have_crossed(*square));
        if let Some(square) = wrong {
            return Err(format!("no {waiting} pawn can just have made a double step over {square}"));
        }
        let may_wait = rules != RuleSet::Standard || !board.is_attacked(waiting);
        ensure(may_wait, || format!("{waiting} is not to move but its king is attacked"))?;
        expect_spelling(text, board.to_string())?;
        Ok(board)
    }

    /// Reads a placement of men (the first field of a FEN) without any demand on it but that the
    /// rule set has these men. White is to move; no castling rights, no en passant square.
    pub fn parse_men(rules: RuleSet, text: &str) -> Result<Board, String> {
        let (men, sides, castling) = ([None; 64], Default::default(), [[None; 2]; 2]);
        let mut board = Board { rules, men, sides, turn: Colour::White, castling, en_passant: None };
        // One character for each square, a dot for an empty one.
        let mut squares = String::new();
        for letter in text.chars() {
            match letter.to_digit(10) {
                Some(empty) => squares.extend(std::iter::repeat_n('.', empty as usize)),
                None => squares.push(letter),
            }
        }
        let rows: Vec<&str> = squares.split('/').collect();
        let size = rules.size();
        if rows.len() != size as usize {
            return Err(format!("expected {size} rows of men, found {}", rows.len()));
        }
        for (row, letters) in (0..size).rev().zip(rows) {
            let length = letters.chars().count();
            let wrong = || format!("row {} has {length} squares, expected {size}", row + 1);
            ensure(length == size as usize, wrong)?;
            for (square, letter) in rules.row(row).zip(letters.chars()) {
                let man = Man::from_letter(letter).filter(|man| rules.has(man.kind));
                if man.is_none() && letter != '.' {
                    return Err(format!("row {}: {letter:?} is not a man of {rules}", row + 1));
                }
                board.put(square, man);
            }
        }
        expect_spelling(text, board.men_text())?;
        Ok(board)
    }

    /// One royal each, no pawn where it cannot stand.
    fn check_men(&self) -> Result<(), String> {
        let size = self.rules.size();
        for colour in Colour::BOTH {
            let count = self.squares_of(colour, self.rules.royal()).count();
            ensure(count == 1, || format!("{colour} has {count} royals, expected 1"))?;
            for square in self.squares_of(colour, Kind::Pawn) {
                let row = colour.own_row(square.row(), size);
                let can_stand = row != size - 1 && (row != 0 || self.rules != RuleSet::Standard);
                ensure(can_stand, || format!("no {colour} pawn can stand on {square}"))?;
            }
        }
        Ok(())
    }

    fn read_castling(&mut self, text: &str) -> Result<(), String> {
        for letter in text.chars().filter(|_| text != "-") {
            let colour = colour_of(letter);
            let back = colour.own_row(0, 8);
            let Some(king) = self.royal(colour).filter(|king| king.row() == back) else {
                return Err(format!("castling right {letter:?}: no king on its own back row"));
            };
            let rook = match letter.to_ascii_lowercase() {
                'k' => self.outermost_rook(colour, king, Wing::HSide),
                'q' => self.outermost_rook(colour, king, Wing::ASide),
                file => {
                    let named = |rook: &Square| rook.row() == back && file_letter(rook.file()) == file;
                    self.squares_of(colour, Kind::Rook).find(named)
                }
            };
            let rook = rook.ok_or_else(|| format!("castling right {letter:?} names no rook"))?;
            let wing = if rook > king { Wing::HSide } else { Wing::ASide };
            if self.castling[colour as usize][wing as usize].replace(rook).is_some() {
                return Err(format!("castling right {letter:?}: a second one on that side of the king"));
            }
        }
        Ok(())
    }

    /// The own rook on the king's row that is farthest from it on one wing.
    fn outermost_rook(&self, colour: Colour, king: Square, wing: Wing) -> Option<Square> {
        let mut rooks = self.squares_of(colour, Kind::Rook).filter(|rook| rook.row() == king.row());
        match wing {
            Wing::HSide => rooks.filter(|rook| *rook > king).last(),
            Wing::ASide => rooks.find(|rook| *rook < king),
        }
    }

    pub(crate) fn read_en_passant(&mut self, text: &str) -> Result<(), String> {
        if text != "-" {
            let square = Square::parse(text).ok_or("the en passant square is neither a square nor -")?;
            self.en_passant = Some(square);
        }
        Ok(())
    }

    /// Whether a pawn of the side not to move can just have made a double step over a square.
    pub(crate) fn can_have_crossed(&self, square: Square) -> bool {
        let enemy = self.turn.other();
        let near = |rows: i8| square.offset(0, rows * enemy.forward()).and_then(|near| self.man(near));
        let pawn = Some(Man { colour: enemy, kind: Kind::Pawn });
        square.row() == enemy.own_row(2, 8) && [near(-1), near(0), near(1)] == [None, None, pawn]
    }
}

pub(crate) fn expect_spelling(text: &str, expected: String) -> Result<(), String> {
    ensure(text == expected, || format!("expected the spelling {expected}"))
}

/// Looking at a position.
impl Board {
    /// The man on a square.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.men[square.index()]
    }

    /// Puts a man, or nothing, on a square.
    pub(crate) fn put(&mut self, square: Square, man: Option<Man>) {
        let before = std::mem::replace(&mut self.men[square.index()], man);
        for Man { colour, kind } in before.into_iter().chain(man) {
            self.sides[colour as usize].0[kind as usize] ^= square.bit();
        }
    }

    /// Whether the square is in play.
    pub fn contains(&self, square: Square) -> bool {
        square.file() < self.rules.size() && square.row() < self.rules.size()
    }

    /// The squares in play, row by row from a1.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let rules = self.rules;
        (0..rules.size()).flat_map(move |row| rules.row(row))
    }

    /// The men of a side as sets of squares.
    pub(crate) fn side(&self, colour: Colour) -> &Side {
        &self.sides[colour as usize]
    }

    /// A side's men with their squares, in the order of [`Board::squares`].
    pub(crate) fn men_of(&self, colour: Colour) -> impl Iterator<Item = (Square, Man)> + '_ {
        let squares = Square::in_set(self.side(colour).all_squares());
        squares.filter_map(|square| self.man(square).map(|man| (square, man)))
    }

    /// Where a side's men of one kind stand, in the order of [`Board::squares`].
    pub fn squares_of(&self, colour: Colour, kind: Kind) -> impl Iterator<Item = Square> + use<> {
        Square::in_set(self.side(colour).squares(kind))
    }

    /// Where a side's royal stands; `None` after it has been captured.
    pub fn royal(&self, colour: Colour) -> Option<Square> {
        self.squares_of(colour, self.rules.royal()).next()
    }

    /// The position as certificates write it.
    pub fn to_text(&self) -> String {
        self.to_string()
    }

    /// The men as FEN writes them, top row first.
    pub fn men_text(&self) -> String {
        let mut text = String::new();
        for row in (0..self.rules.size()).rev() {
            for square in self.rules.row(row) {
                let letter = self.man(square).map_or('1', Man::letter);
                match text.pop() {
                    // One more in a run of empty squares.
                    Some(run @ '1'..='7') if letter == '1' => text.push(char::from(run as u8 + 1)),
                    before => text.extend(before.into_iter().chain([letter])),
                }
            }
            if row > 0 {
                text.push('/');
            }
        }
        text
    }

    fn castling_text(&self) -> String {
        let mut text = String::new();
        for colour in Colour::BOTH {
            for (wing, letter) in [(Wing::HSide, 'k'), (Wing::ASide, 'q')] {
                let Some(rook) = self.castling[colour as usize][wing as usize] else { continue };
                let outermost = self.royal(colour).and_then(|king| self.outermost_rook(colour, king, wing));
                let letter = if outermost == Some(rook) { letter } else { file_letter(rook.file()) };
                text.push(cased(letter, colour));
            }
        }
        if text.is_empty() { "-".into() } else { text }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.men_text(), self.turn.letter())?;
        if self.rules == RuleSet::Standard {
            let en_passant = self.en_passant.map_or("-".into(), |square| square.to_string());
            write!(f, " {} {en_passant}", self.castling_text())?;
        }
        Ok(())
    }
}
