//! **Locked men.** Take a set of men none of whom can take back a move while the others of the set stand where
//! they stand. Then none of them ever moved: the last move of one of them would have come from a square where no other stood, and
//! that is a move it could take back. So all of them stood there from the beginning. The greatest such set
//! is found by striking out, again and again, every man that can take back a move onto a square outside the set; men
//! outside the set are thought away, and captures may leave anything behind. Moves that [checks](super::lawful) forbid do not count.
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

    /// Where a piece can have been before a move onto this square past a set of men that stand.
    fn moves_back(&self, role: Role, square: Square, set: Bitboard) -> Bitboard {
        if role == Role::Knight {
            return self.piece_back(role, square);
        }
        self.ways.slides(self.origins.color, role, square, set) & self.stood[role as usize]
    }

    /// Where a piece can have been before a step, one square of a longer move, onto this one.
    pub(in crate::reach) fn piece_back(&self, role: Role, square: Square) -> Bitboard {
        self.ways.steps(self.origins.color, role, square.bb()) & self.stood[role as usize]
    }
}

/// The men that cannot ever have moved, `never` among them.
pub(super) fn locked(board: &Board, ways: &Ways, origins: &[Origins; 2], never: Bitboard) -> Bitboard {
    let men =
        Men { board, ranges: Color::BOTH.map(|color| Ranges::new(ways, &origins[color as usize])), never };
    let mut set = board.occupied();
    loop {
        let before = set;
        for square in set {
            if men.can_take_back(square, set, true) {
                set ^= square.bb();
            }
        }
        if set == before {
            return set;
        }
    }
}

/// The men of a past, and what is known of where they stood.
pub(super) struct Men<'a> {
    pub(super) board: &'a Board,
    ranges: [Ranges<'a>; 2],
    /// Those that never moved.
    never: Bitboard,
}

impl Men<'_> {
    /// Whether a man can take back a move onto a square outside a set of men that stand; with `lawful`, checks count.
    pub(super) fn can_take_back(&self, square: Square, set: Bitboard, lawful: bool) -> bool {
        if self.never.has(square) {
            return false;
        }
        let board = self.board;
        let color = if board.color(Color::White).has(square) { Color::White } else { Color::Black };
        let (role, ranges) = (board.role_on(square), &self.ranges[color as usize]);
        let row = relative_rank(color, square);
        let can = |role, from: Bitboard| {
            (from - set).any(|from| !lawful || self.is_lawful(color, role, from, square, set))
        };
        match role {
            Role::Pawn => row > 1 && can(role, ranges.pawn_back(square)),
            Role::King => can(role, ranges.piece_back(role, square)) || castled(board, color, square, set),
            _ => {
                can(role, ranges.moves_back(role, square, set))
                    || (role == Role::Rook && castled(board, color, square, set))
                    || (row == 7
                        && can(Role::Pawn, ranges.pawn_back(square))
                        && ranges.origins.can_have_promoted(square))
            }
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
