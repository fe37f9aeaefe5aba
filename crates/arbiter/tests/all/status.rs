//! Status against published rows, an exhaustive sweep, and the checker.
#![allow(clippy::print_stderr)]

use crate::common;

use chess_arbiter::board::{Board, Color, Man, Role, Setup, Square};
use chess_arbiter::format::fen;
use chess_arbiter::moves::legal_moves;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Gardner, LosAlamos, Pawnless, Rules, Simplified, SimplifiedPawns, Standard};
use chess_arbiter::status::{Status, explain, status};
use common::{Chance, random_position};

#[test]
fn known_rows() {
    let text = common::cases("status/standard.tsv");
    let mut rows = 0;
    for row in common::rows(&text) {
        let position = fen::position::<Standard>(row[0]).unwrap_or_else(|e| panic!("{}: {e}", row[0]));
        let expected = match row[1] {
            "check" => Status::Check,
            "checkmate" => Status::Checkmate,
            "stalemate" => Status::Stalemate,
            "none" => Status::Safe,
            other => panic!("{other}"),
        };
        assert_eq!(status(&position), expected, "{}", row[0]);
        assert_eq!(legal_moves(&position).len().to_string(), row[2], "{}", row[0]);
        rows += 1;
    }
    assert!(rows > 1000);
}

#[test]
fn known_rows_of_unfinished() {
    let text = common::cases("status/unfinished.tsv");
    let mut rows = 0;
    for row in common::rows(&text) {
        let squares: Vec<Square> = row[0].split(' ').map(|name| name.parse().unwrap()).collect();
        let mate = unfinished(squares[0], squares[1], squares[2], squares[3]) == Status::Checkmate;
        assert_eq!(if mate { "CHECKMATE" } else { "OTHER" }, row[1], "{}", row[0]);
        rows += 1;
    }
    assert!(rows > 200, "{rows}");
}

fn unfinished(rook: Square, other_rook: Square, white_king: Square, black_king: Square) -> Status {
    let mut board = Board::EMPTY;
    for (square, color, role) in [
        (rook, Color::White, Role::Rook),
        (other_rook, Color::White, Role::Rook),
        (white_king, Color::White, Role::King),
        (black_king, Color::Black, Role::King),
    ] {
        board.put(square, Man { color, role });
    }
    status(&Position::<Pawnless>::new(&Setup::new(board, Color::Black), Policy::Movable).unwrap())
}

/// All ordered inputs of *Game of chess unfinished*: four distinct squares, kings not adjacent.
#[test]
fn every_input_of_unfinished() {
    let (mut mates, mut others) = (0, 0);
    for white_king in Square::all() {
        for black_king in Square::all() {
            let apart = white_king
                .file()
                .abs_diff(black_king.file())
                .max(white_king.rank().abs_diff(black_king.rank()));
            if apart < 2 {
                continue;
            }
            for rook in Square::all() {
                for other_rook in Square::all() {
                    let distinct = [rook, other_rook, white_king, black_king];
                    let occupied: chess_arbiter::board::Bitboard = distinct.into_iter().collect();
                    if occupied.len() == 4 {
                        match unfinished(rook, other_rook, white_king, black_king) {
                            Status::Checkmate => mates += 1,
                            _ => others += 1,
                        }
                    }
                }
            }
        }
    }
    assert_eq!((mates, others), (144_784, 13_515_800));
}

/// The certificate of every kind of verdict is accepted, and says what the quick answer says.
fn certified<R: Rules>(count: usize, seed: u64) -> [u32; 4] {
    let mut chance = Chance(seed);
    let mut seen = [0; 4];
    let mut check = |position: &Position<R>| {
        let verdict = explain(position);
        assert_eq!(verdict.status, status(position));
        let json = verdict.certificate(position).to_json();
        let accepted = chess_arbiter_check::check(&json).unwrap_or_else(|e| panic!("{e}\n{json}"));
        assert_eq!(accepted.answer, verdict.status.to_string());
        seen[verdict.status as usize] += 1;
    };
    for _ in 0..count {
        check(&random_position::<R>(&mut chance));
    }
    seen
}

#[test]
fn random_verdicts_verify() {
    let [safe, check, mate, _] = certified::<Standard>(10_000, 1);
    assert!(safe > 100 && check > 100 && mate > 10);
    let [safe, check, mate, _] = certified::<Pawnless>(10_000, 2);
    assert!(safe > 100 && check > 100 && mate > 10);
    let [safe, check, mate, _] = certified::<Simplified>(10_000, 3);
    assert!(safe > 100 && check > 100 && mate > 10);
    for [safe, check, mate, _] in [certified::<Gardner>(10_000, 5), certified::<LosAlamos>(10_000, 6)] {
        assert!(safe > 100 && check > 100 && mate > 10, "{mate}");
    }
    let [safe, check, mate, stalemate] = certified::<SimplifiedPawns>(30_000, 4);
    assert!(safe > 100 && check > 100 && mate > 10 && stalemate > 0, "{stalemate}");
}

#[test]
fn known_verdicts_verify() {
    let text = common::cases("status/standard.tsv");
    let mut stalemates = 0;
    for row in common::rows(&text) {
        let position = fen::position::<Standard>(row[0]).unwrap();
        let verdict = explain(&position);
        let json = verdict.certificate(&position).to_json();
        chess_arbiter_check::check(&json).unwrap_or_else(|e| panic!("{e}\n{json}"));
        stalemates += u32::from(verdict.status == Status::Stalemate);
    }
    assert!(stalemates > 10);
}
