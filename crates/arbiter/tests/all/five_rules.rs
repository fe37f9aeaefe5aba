//! The five rules against a slow obvious implementation, and the checker.

use crate::common;

use chess_arbiter::board::{Board, Color, Man, Role, Setup, Square};
use chess_arbiter::format::fen;
use chess_arbiter::reach::five_rules;
use chess_arbiter::rules::Standard;
use common::Chance;

/// Rule 5 by trying every assignment, as the document's program does (but pawns behind their first row
/// come from nowhere).
fn assignable(pawns: &[(i32, i32)], taken: u32) -> bool {
    let Some((&(file, steps), rest)) = pawns.split_first() else { return true };
    (0..8).any(|from| {
        taken >> from & 1 == 0 && (from - file).abs() <= steps && assignable(rest, taken | 1 << from)
    })
}

/// The rules as the document writes them, square by square.
fn slow(board: &Board) -> Vec<u8> {
    let mut broken = [false; 6];
    for color in Color::BOTH {
        let men: Vec<(Square, Role)> = board
            .iter()
            .filter(|(_, man)| man.color == color)
            .map(|(square, man)| (square, man.role))
            .collect();
        let count = |role| men.iter().filter(|&&(_, r)| r == role).count();
        let promoted: usize = count(Role::Pawn)
            + count(Role::Queen).saturating_sub(1)
            + [Role::Rook, Role::Bishop, Role::Knight]
                .map(|role| count(role).saturating_sub(2))
                .iter()
                .sum::<usize>();
        let pawns: Vec<Square> = men.iter().filter(|m| m.1 == Role::Pawn).map(|m| m.0).collect();
        let bishops: Vec<bool> = men.iter().filter(|m| m.1 == Role::Bishop).map(|m| m.0.is_light()).collect();
        let steps = |pawn: &Square| {
            let rank = i32::from(pawn.rank());
            (i32::from(pawn.file()), if color == Color::White { rank - 1 } else { 6 - rank })
        };
        // Too many pawns to assign are refused at once: trying every assignment would take for ever.
        let origins = pawns.len() <= 8 && assignable(&pawns.iter().map(steps).collect::<Vec<_>>(), 0);
        broken[1] |= count(Role::King) != 1;
        broken[2] |= pawns.iter().any(|pawn| pawn.rank() == 0 || pawn.rank() == 7);
        broken[3] |= men.len() > 16 || promoted > 8;
        broken[4] |= bishops.len() >= 2 && promoted >= 8 && bishops.iter().all(|&light| light == bishops[0]);
        broken[5] |= !origins;
    }
    (1..=5).filter(|&rule| broken[rule as usize]).collect()
}

/// Boards near the edges of the rules: about eight pawns and promoted pieces, few of them free.
fn edgy_board(chance: &mut Chance) -> Board {
    let mut board = Board::EMPTY;
    let mut place = |chance: &mut Chance, color, role, low: usize, high: usize| {
        for _ in 0..8 {
            let square = Square::at(chance.below(8) as u8, (low + chance.below(high - low + 1)) as u8);
            if board.man_at(square).is_none() {
                board.put(square, Man { color, role });
                return;
            }
        }
    };
    for color in Color::BOTH {
        let kings = if chance.one_in(20) { chance.below(3) } else { 1 };
        (0..kings).for_each(|_| place(chance, color, Role::King, 0, 7));
        let (near, far) = if color == Color::White { (1, 3) } else { (4, 6) };
        let most = if chance.one_in(10) { 12 } else { 9 };
        let pawns = chance.below(most);
        for _ in 0..pawns {
            if chance.one_in(60) {
                place(chance, color, Role::Pawn, 0, 7);
            } else {
                place(chance, color, Role::Pawn, near, far);
            }
        }
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            let initial = if role == Role::Queen { 1 } else { 2 };
            let most = initial + 1 + if chance.one_in(2) { 8usize.saturating_sub(pawns) } else { 0 };
            (0..chance.below(most + 1)).for_each(|_| place(chance, color, role, 0, 7));
        }
    }
    board
}

fn judge(board: &Board) -> Vec<u8> {
    let verdict = five_rules(board);
    let broken = verdict.broken();
    assert_eq!(verdict.first_broken(), broken.first().copied());
    let setup = Setup::new(*board, Color::White);
    let json = verdict.certificate(&setup).to_json();
    let accepted = chess_arbiter_check::check(&json).unwrap_or_else(|e| panic!("{e}\n{json}"));
    assert_eq!(accepted.broken, broken, "{json}");
    for side in &verdict.sides {
        if let Err(hall) = &side.origins {
            assert_eq!(hall.pawns.len(), hall.files.count_ones() + 1, "k + 1 pawns for k files: {json}");
        }
    }
    broken
}

#[test]
fn agrees_with_the_slow_rules_and_verifies() {
    let mut chance = Chance(11);
    let mut seen = [0; 6];
    for _ in 0..40_000 {
        let board = edgy_board(&mut chance);
        let broken = judge(&board);
        assert_eq!(broken, slow(&board), "{}", fen::write::<Standard>(&Setup::new(board, Color::White)));
        seen[broken.first().map_or(0, |&rule| rule as usize)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}

#[test]
fn any_board_of_64_squares_gets_an_answer() {
    let mut chance = Chance(12);
    for _ in 0..2_000 {
        let mut board = Board::EMPTY;
        for square in Square::all() {
            if !chance.one_in(5) {
                board.put(square, Man { color: chance.pick(&Color::BOTH), role: chance.pick(&Role::ALL) });
            }
        }
        assert_eq!(judge(&board), slow(&board));
    }
    assert_eq!(judge(&Board::EMPTY), [1]);
}
