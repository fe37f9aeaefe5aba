//! Positions as certificates write them. Every position has one spelling.

use std::fmt;

use crate::board::{Board, CASTLINGS};
use crate::json::ensure;
use crate::men::{Colour, Kind, Man, cased};
use crate::rules::RuleSet;
use crate::squares::{Square, file_letter, home, own_rank, rank_between};

impl Board {
    /// Reads a position as certificates write it and checks that it is one of the rule set, or says
    /// what is wrong. Every position has one spelling: that of its [`Display`](fmt::Display).
    pub fn parse(rules: RuleSet, text: &str) -> Result<Board, String> {
        let board = Board::parse_attacked(rules, text)?;
        let waiting = board.turn.other();
        let may_wait = rules.facts().may_wait_attacked || !board.is_attacked(waiting);
        ensure(may_wait, || format!("{waiting} is not to move but its king is attacked"))?;
        Ok(board)
    }

    /// The same where the king of the side not to move may be attacked.
    pub(crate) fn parse_attacked(rules: RuleSet, text: &str) -> Result<Board, String> {
        let board = Board::parse_fields(rules, text, |board, castling| {
            let size = rules.size();
            for colour in Colour::BOTH {
                let count = board.side(colour).count(rules.facts().royal);
                ensure(count == 1, || format!("{colour} has {count} royals, expected 1"))?;
                for pawn in board.squares_of(colour, Kind::Pawn) {
                    let rank = colour.own_rank(pawn.rank(), size);
                    let can_stand = rank < size - 1 && (rank > 0 || !rules.facts().castling);
                    ensure(can_stand, || format!("no {colour} pawn can stand on {pawn}"))?;
                }
            }
            board.read_castling(castling)
        })?;
        if let Some(square) = board.en_passant.filter(|square| !board.can_have_crossed(*square)) {
            let waiting = board.turn.other();
            return Err(format!("no {waiting} pawn can just have made a double step over {square}"));
        }
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
        ensure(found == size as usize, || format!("expected {size} ranks of men, found {found}"))?;
        for (rank, letters) in (0..size).rev().zip(text.split('/')) {
            let mut file = 0;
            for letter in letters.chars().take(8) {
                let man = Man::from_letter(letter).filter(|man| rules.has(man.kind));
                let is_known = man.is_some() || letter.is_ascii_digit();
                ensure(is_known, || format!("rank {}: {letter:?} is not a man of {rules}", rank + 1))?;
                if file < size {
                    board.put(Square::on(file, rank), man);
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
            let rank = own_rank(colour, 0);
            let king = self.side(colour).squares(Kind::King) & rank;
            let is_named = |rook: &Square| {
                let by_file = cased(file_letter(rook.file()), colour);
                rook.bit() & rank != 0 && [self.right_letter(colour, *rook), by_file].contains(&letter)
            };
            let mut rooks = self.squares_of(colour, Kind::Rook).filter(|_| king != 0);
            let Some(rook) = rooks.find(is_named).map(Square::bit) else { continue };
            let corner = home(colour, 0, CASTLINGS[usize::from(rook < king)][0]);
            let is_second = rank_between(king, corner) & self.castling != 0;
            let wrong = || format!("castling right {letter:?}: a second one on that side of the king");
            ensure(!is_second, wrong)?;
            self.castling |= rook;
        }
        Ok(())
    }

    /// The letter of a right to castle: of the side if no rook stands farther out, else of the rook's file.
    fn right_letter(&self, colour: Colour, rook: Square) -> char {
        // In the corner wherever the king is.
        let is_left =
            rook.file() == 0 || rook.file() < 7 && self.royal(colour).is_some_and(|king| rook < king);
        let corner = home(colour, 0, CASTLINGS[usize::from(is_left)][0]);
        let farther = rank_between(rook.bit(), corner) & !rook.bit() & self.side(colour).squares(Kind::Rook);
        let letter = if farther != 0 { file_letter(rook.file()) } else { ['k', 'q'][usize::from(is_left)] };
        cased(letter, colour)
    }

    /// The men as FEN writes them, top rank first.
    pub(crate) fn men_text(&self) -> String {
        let (size, mut text) = (self.rules.size(), String::new());
        for (rank, file) in (0..size).rev().flat_map(|rank| (0..size).map(move |file| (rank, file))) {
            let letter = self.man(Square::on(file, rank)).map_or('1', Man::letter);
            match text.pop() {
                // One more in a run of empty squares.
                Some(run @ '1'..='7') if letter == '1' => text.push(char::from(run as u8 + 1)),
                before => text.extend(before.into_iter().chain([letter])),
            }
            text.push_str(if file == size - 1 && rank > 0 { "/" } else { "" });
        }
        text
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.men_text(), ["w", "b"][self.turn as usize])?;
        if self.rules.facts().castling {
            let mut rights = String::new();
            for colour in Colour::BOTH {
                let letters = Square::in_set(self.castling & own_rank(colour, 0));
                let letters: Vec<char> = letters.map(|rook| self.right_letter(colour, rook)).collect();
                rights.extend(letters.iter().rev());
            }
            let en_passant = self.en_passant.map_or("-".into(), |square| square.to_string());
            write!(f, " {} {en_passant}", if rights.is_empty() { "-" } else { &rights })?;
        }
        Ok(())
    }
}
