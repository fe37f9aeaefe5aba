//! **Locked men.** Take a set of men none of whom can take back a move while the others of the set stand where
//! they stand. Then none of them ever moved: the last move of one of them would have come from a square where no other stood, and
//! that is a move it could take back. So all of them stood there from the beginning. The greatest such set
//! is found by striking out, again and again, every man that can take back a move onto a square outside the set; men
//! outside the set are thought away, and captures may leave anything behind.
//!
//! Pawns on their own second row and men with castling rights have nothing to take back. Men of the set that are not
//! of the initial array refute the position; otherwise all of them are fixed.

use crate::board::{Bitboard, Board, Color, Role, Square};

use super::origins::Origins;
use super::ways::{FIRST_ROW, LEVELS, Ways, relative, relative_rank};

/// Where the men of a side can ever have stood, and so where they can have come from.
pub(in crate::reach) struct Ranges<'a> {
    ways: &'a Ways,
    origins: &'a Origins,
    /// By role; the last row is none for pawns.
    stood: [Bitboard; 6],
    /// Where pawns can have stood with a capture to spare.
    capturers: Bitboard,
}

impl<'a> Ranges<'a> {
    pub(in crate::reach) fn new(ways: &'a Ways, origins: &'a Origins) -> Ranges<'a> {
        let color = origins.color;
        let pawns = origins.pawn_range(LEVELS);
        let promoted = pawns & Bitboard::rank(7 - 7 * color as u8);
        let mut stood = [promoted; 6];
        (stood[Role::Pawn as usize], stood[Role::King as usize]) = (pawns - promoted, Bitboard::EMPTY);
        for file in 0..8 {
            stood[FIRST_ROW[file] as usize] |= origins.range(file);
        }
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            stood[role as usize] = ways.fill(color, role, stood[role as usize]);
        }
        let capturers = match origins.captures.checked_sub(1) {
            Some(before) => origins.pawn_range(before as usize) - promoted,
            None => Bitboard::EMPTY,
        };
        Ranges { ways, origins, stood, capturers }
    }

    /// Where a pawn that comes onto this square, or is promoted there, can have been: the ways of the other side's pawns lead back.
    pub(in crate::reach) fn pawn_back(&self, square: Square) -> Bitboard {
        let color = self.origins.color;
        (self.ways.behind(color, square) & self.stood[Role::Pawn as usize])
            | (self.ways.captures_from(color, square) & self.capturers)
    }

    /// Where a piece can have been before a step, one square of a longer move, onto this one.
    pub(in crate::reach) fn piece_back(&self, role: Role, square: Square) -> Bitboard {
        self.ways.steps(self.origins.color, role, square.bb()) & self.stood[role as usize]
    }
}

/// The men that cannot ever have moved, `never` among them.
pub(super) fn locked(board: &Board, ways: &Ways, origins: &[Origins; 2], never: Bitboard) -> Bitboard {
    let ranges = Color::BOTH.map(|color| Ranges::new(ways, &origins[color as usize]));
    let mut set = board.occupied();
    loop {
        let before = set;
        for square in set - never {
            let color = if board.color(Color::White).has(square) { Color::White } else { Color::Black };
            if can_take_back(board, &ranges[color as usize], square, set) {
                set ^= square.bb();
            }
        }
        if set == before {
            return set;
        }
    }
}

fn can_take_back(board: &Board, ranges: &Ranges<'_>, square: Square, set: Bitboard) -> bool {
    let (role, color) = (board.role_on(square), ranges.origins.color);
    let free = |from: Bitboard| (from - set).has_any();
    let row = relative_rank(color, square);
    match role {
        Role::Pawn => row > 1 && free(ranges.pawn_back(square)),
        Role::King => free(ranges.piece_back(role, square)) || castled(board, color, square, set),
        _ => {
            free(ranges.piece_back(role, square))
                || (role == Role::Rook && castled(board, color, square, set))
                || (row == 7 && free(ranges.pawn_back(square)) && ranges.origins.can_have_promoted(square))
        }
    }
}

/// Whether the king or rook on this square can have come there by castling.
fn castled(board: &Board, color: Color, square: Square, set: Bitboard) -> bool {
    // King and rook after castling, and the squares that were empty then or are now.
    [(6, 5, [4, 7, 7]), (2, 3, [4, 0, 1])].into_iter().any(|(king, rook, empty)| {
        let at = |file| relative(color, file, 0);
        let free = |file, role| !set.has(at(file)) || board.men(color, role).has(at(file));
        (square == at(king) || square == at(rook))
            && free(king, Role::King)
            && free(rook, Role::Rook)
            && empty.into_iter().all(|file| !set.has(at(file)))
    })
}
