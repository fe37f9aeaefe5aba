//! Positions of the library as the tables see them, and back.

use chess_arbiter::board::{Bitboard, Board, Color, Man, Role, Setup, Square};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Standard;
use chess_arbiter::win::Asked;

use super::index::{Placed, Squares};
use crate::material::{Army, Class, PIECES};

/// The class of men on a board, the side to move first.
pub fn class_of(board: &Board, turn: Color) -> Class {
    let army = |color| {
        let count = |role| board.men(color, role).len() as u8;
        Army {
            queens: count(Role::Queen),
            rooks: count(Role::Rook),
            bishops: count(Role::Bishop),
            knights: count(Role::Knight),
            pawns: count(Role::Pawn),
            ..Army::alone(Role::King)
        }
    };
    Class { us: army(turn), them: army(!turn) }
}

/// Those positions of a board's class alone that have their pawns on the same files.
pub(super) fn class_on_files_of(board: &Board, turn: Color) -> Class {
    let class = class_of(board, turn);
    let on_files = |army: Army, color| army.on_files(pawns(board, color).map(|pawns| pawns.len() as u8));
    Class { us: on_files(class.us, turn), them: on_files(class.them, !turn) }
}

/// The pawns of a side, file by file as [`Army::on_files`] has them.
fn pawns(board: &Board, color: Color) -> [Bitboard; 4] {
    const A_AND_H: u64 = 0x8181_8181_8181_8181;
    const B_AND_G: u64 = 0x4242_4242_4242_4242;
    const C_AND_F: u64 = 0x2424_2424_2424_2424;
    const D_AND_E: u64 = 0x1818_1818_1818_1818;
    [A_AND_H, B_AND_G, C_AND_F, D_AND_E].map(|files| board.men(color, Role::Pawn) & Bitboard(files))
}

/// A position as the tables see it: our pawns move up. It has no more men than tables can have.
pub(super) fn placed(asked: Asked<'_>) -> (Class, Placed) {
    let Asked { board, turn, en_passant, .. } = asked;
    let flip = if turn == Color::White { 0 } else { 56 };
    let mut squares = Squares::default();
    let kings = [turn, !turn].map(|color| board.men(color, Role::King));
    let others = [turn, !turn]
        .into_iter()
        .flat_map(|color| PIECES.map(|role| board.men(color, role)).into_iter().chain(pawns(board, color)));
    let stand = kings.into_iter().chain(others).flatten();
    for (man, square) in squares.iter_mut().zip(stand) {
        *man = square.index() as u8 ^ flip;
    }
    let passed = en_passant.map(|square| (square.index() as u8 ^ flip) - 8);
    let passing = passed.and_then(|pawn| squares.iter().position(|&square| square == pawn));
    (class_of(board, turn), Placed { squares, passing })
}

/// The position of the library, White to move; `None` where there is none such.
pub(super) fn position(class: Class, placed: &Placed) -> Option<Position<Standard>> {
    let mut setup = Setup::EMPTY;
    let men = |color, army: Army| {
        let roles = PIECES
            .into_iter()
            .chain([Role::Pawn])
            .flat_map(move |role| (0..army.count(role)).map(move |_| role));
        roles.map(move |role| Man { color, role })
    };
    let king = |color| Man { color, role: Role::King };
    let men = men(Color::White, class.us).chain(men(Color::Black, class.them));
    for (man, &square) in Color::BOTH.map(king).into_iter().chain(men).zip(&placed.squares) {
        if setup.board.occupied().has(Square::wrap(square)) {
            return None;
        }
        setup.board.put(Square::wrap(square), man);
    }
    setup.en_passant = placed.passing.map(|man| Square::wrap(placed.squares[man] + 8));
    Position::new(&setup, Policy::Movable).ok()
}
