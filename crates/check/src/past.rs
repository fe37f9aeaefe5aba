//! Pasts: positions of standard chess read as a demand on a game, valid or not.

use std::fmt;

use crate::board::{Board, Colour, Kind, Man, NO_EN_PASSANT, RuleSet, Square, Wing, cased, expect_spelling};
use crate::census::Census;

/// The array a game begins with.
pub const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// A past. A game reaches it when it reaches exactly its men with its side to move, at least its
/// castling rights and, if one is given, its en passant square.
///
/// Any men, any rights and any square will do. The rights are those of the initial array: of the
/// king on its e-square with the rook in the corner, wherever king and rook stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Past {
    board: Board,
    census: Census,
}

impl Past {
    /// Reads a past in the spelling of positions, the rights being some of `KQkq`.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    pub fn parse(text: &str) -> Result<Past, String> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [men, turn, rights, en_passant] = *fields else {
            return Err("expected men, side, castling, en passant".into());
        };
        let mut board = Board::parse_men(RuleSet::Standard, men)?;
        board.turn = Colour::parse(turn)?;
        for letter in rights.chars().filter(|_| rights != "-") {
            let right = Right::ALL.into_iter().find(|right| right.letter() == letter);
            let right = right.ok_or_else(|| format!("castling right {letter:?} is none of KQkq"))?;
            right.add_to(&mut board);
        }
        if en_passant != "-" {
            board.en_passant = Some(Square::parse(en_passant).ok_or(NO_EN_PASSANT)?);
        }
        let past = Past::new(board);
        expect_spelling(text, past.to_string())?;
        Ok(past)
    }

    /// The past that demands all of a position; `None` if it is not of standard chess or has a
    /// castling right with a king or rook elsewhere than in the initial array.
    pub fn of(board: &Board) -> Option<Past> {
        let past = Past::new(*board);
        let mut ours = Past { board: Board { castling: [[None; 2]; 2], ..*board }, ..past };
        past.rights().for_each(|right| ours.demand_right(right));
        let standard = board.rules == RuleSet::Standard && past.rights().all(|right| past.has_men_of(right));
        (standard && ours == past).then_some(past)
    }

    fn new(board: Board) -> Past {
        let mut census = Census::default();
        board.occupied().for_each(|(square, man)| census.change(square, man));
        Past { board, census }
    }

    /// What was there at the same time but for the side to move, and without its en passant square.
    pub(crate) fn with_other_side(&self) -> Past {
        let board = Board { turn: self.board.turn.other(), en_passant: None, ..self.board };
        Past { board, ..*self }
    }

    /// Puts a man, or nothing, on a square.
    pub(crate) fn put(&mut self, square: Square, man: Option<Man>) {
        let before = std::mem::replace(&mut self.board.men[square.index()], man);
        before.into_iter().chain(man).for_each(|man| self.census.change(square, man));
    }

    pub(crate) fn demand_right(&mut self, right: Right) {
        right.add_to(&mut self.board);
    }

    pub(crate) fn demand_en_passant(&mut self, square: Square) {
        self.board.en_passant = Some(square);
    }

    /// Whether king and rook of a right stand on their first squares.
    pub(crate) fn has_men_of(&self, right: Right) -> bool {
        right
            .men()
            .into_iter()
            .all(|(square, man)| square.and_then(|square| self.board.man(square)) == Some(man))
    }

    /// Where its men stand.
    pub(crate) fn census(&self) -> &Census {
        &self.census
    }

    /// Men, side to move and en passant square; of each castling right the corner.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The castling rights it demands.
    pub(crate) fn rights(&self) -> impl Iterator<Item = Right> + use<> {
        let castling = self.board.castling;
        Right::ALL
            .into_iter()
            .filter(move |right| castling[right.colour as usize][right.wing as usize].is_some())
    }

    /// Whether every game that reaches the other past reaches this one.
    pub fn covers(&self, other: &Past) -> bool {
        self.men_key() == other.men_key()
            && self.board.turn == other.board.turn
            && self.demand().is_implied_by(&other.demand())
    }

    /// Rights and en passant square.
    pub(crate) fn demand(&self) -> Demand {
        let bit = |right: Right| 1 << (2 * right.colour as u8 + right.wing as u8);
        Demand { rights: self.rights().map(bit).sum(), en_passant: self.board.en_passant }
    }

    /// One byte for each square.
    pub(crate) fn men_key(&self) -> [u8; 64] {
        self.board.men.map(|man| man.map_or(0, |man| man.letter() as u8))
    }
}

impl fmt::Display for Past {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rights: String = self.rights().map(Right::letter).collect();
        if rights.is_empty() {
            rights.push('-');
        }
        let en_passant = self.board.en_passant.map_or("-".into(), |square| square.to_string());
        write!(f, "{} {} {rights} {en_passant}", self.board.men_text(), self.board.turn.letter())
    }
}

/// What a past demands beside men and side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Demand {
    /// A bit for each castling right.
    rights: u8,
    en_passant: Option<Square>,
}

impl Demand {
    /// Whether whatever meets the other demand meets this one.
    pub(crate) fn is_implied_by(&self, other: &Demand) -> bool {
        self.rights & !other.rights == 0 && (self.en_passant.is_none() || self.en_passant == other.en_passant)
    }
}

/// A castling right of the initial array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Right {
    pub(crate) colour: Colour,
    pub(crate) wing: Wing,
}

impl Right {
    /// In the order of `KQkq`.
    const ALL: [Right; 4] = [
        Right { colour: Colour::White, wing: Wing::HSide },
        Right { colour: Colour::White, wing: Wing::ASide },
        Right { colour: Colour::Black, wing: Wing::HSide },
        Right { colour: Colour::Black, wing: Wing::ASide },
    ];

    fn letter(self) -> char {
        cased(if self.wing == Wing::HSide { 'k' } else { 'q' }, self.colour)
    }

    /// The square on a file of the side's back row.
    pub(crate) fn square(self, file: i8) -> Option<Square> {
        Square::new(file, self.colour.own_row(0, 8))
    }

    /// King and rook, each with its square in the initial array.
    pub(crate) fn men(self) -> [(Option<Square>, Man); 2] {
        let rook = if self.wing == Wing::HSide { 7 } else { 0 };
        [(4, Kind::King), (rook, Kind::Rook)]
            .map(|(file, kind)| (self.square(file), Man { colour: self.colour, kind }))
    }

    fn add_to(self, board: &mut Board) {
        let [_, (corner, _)] = self.men();
        board.castling[self.colour as usize][self.wing as usize] = corner;
    }
}
