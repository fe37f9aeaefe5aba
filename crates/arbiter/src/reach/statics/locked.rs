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

/// Where the men of a side can ever have stood, by role.
struct Ranges {
    pieces: [Bitboard; 6],
    /// With a capture to spare.
    capturers: Bitboard,
}

impl Ranges {
    fn new(ways: &Ways, origins: &Origins, color: Color) -> Ranges {
        let captures = ways.captures[color as usize] as usize;
        let pawns = origins.pawn_range(LEVELS);
        let promoted = pawns & Bitboard::rank(7 - 7 * color as u8);
        let mut pieces = [promoted; 6];
        (pieces[Role::Pawn as usize], pieces[Role::King as usize]) = (pawns - promoted, Bitboard::EMPTY);
        for file in 0..8 {
            pieces[FIRST_ROW[file] as usize] |= origins.range(file);
        }
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            pieces[role as usize] = ways.fill(color, role, pieces[role as usize]);
        }
        let capturers =
            if captures == 0 { Bitboard::EMPTY } else { origins.pawn_range(captures - 1) - promoted };
        Ranges { pieces, capturers }
    }
}

/// The men that cannot ever have moved, `never` among them.
pub(super) fn locked(board: &Board, ways: &Ways, origins: &[Origins; 2], never: Bitboard) -> Bitboard {
    let ranges = Color::BOTH.map(|color| Ranges::new(ways, &origins[color as usize], color));
    let mut set = board.occupied();
    loop {
        let before = set;
        for square in set - never {
            let color = if board.color(Color::White).has(square) { Color::White } else { Color::Black };
            let (ranges, origins) = (&ranges[color as usize], &origins[color as usize]);
            if can_take_back(board, ways, ranges, origins, color, square, set) {
                set ^= square.bb();
            }
        }
        if set == before {
            return set;
        }
    }
}

fn can_take_back(
    board: &Board,
    ways: &Ways,
    ranges: &Ranges,
    origins: &Origins,
    color: Color,
    square: Square,
    set: Bitboard,
) -> bool {
    let role = board.role_on(square);
    // Where a pawn that comes onto this square can have been: the ways of the other side's pawns lead back.
    let pawn = || {
        (ways.behind(color, square) & (ranges.pieces[Role::Pawn as usize] - set)).has_any()
            || (ways.captures_from(color, square) & (ranges.capturers - set)).has_any()
    };
    match role {
        Role::Pawn => relative_rank(color, square) > 1 && pawn(),
        Role::King => {
            (ways.steps(color, role, square.bb()) & (ranges.pieces[role as usize] - set)).has_any()
                || castled(board, color, square, set)
        }
        _ => {
            (ways.steps(color, role, square.bb()) & (ranges.pieces[role as usize] - set)).has_any()
                || (role == Role::Rook && castled(board, color, square, set))
                || (relative_rank(color, square) == 7 && pawn() && origins.can_have_promoted(square))
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
