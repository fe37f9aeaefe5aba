//! FEN text to a validated position to its status.
#![allow(missing_docs)]

use arbiter_benches::positions::random_play;
use arbiter_benches::{Contestant, compare};
use chess_arbiter::{format::fen, rules::Standard, status};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

const COUNT: usize = 300_000;

fn main() {
    let lines = random_play(COUNT, 2).join("\n");
    // All contestants read the same text, in its order.
    let fens: Vec<_> = lines.lines().collect();
    let one_by_one = |text: &str| {
        let position = fen::position::<Standard>(text).expect("a position");
        u64::from(matches!(status::status(&position), status::Status::Safe | status::Status::Check))
    };
    compare(
        "FEN text, validated, status",
        "FEN",
        COUNT as u64,
        15,
        &mut [
            Contestant::new("arbiter", || fens.iter().map(|text| one_by_one(text)).sum()),
            Contestant::new("arbiter, lines together", || {
                let mut movable = 0;
                let read = status::of_lines(lines.as_bytes(), |status| {
                    movable += u64::from(matches!(status, status::Status::Safe | status::Status::Check));
                });
                assert_eq!(read, lines.len());
                movable
            }),
            Contestant::new("cozy-chess", || {
                fens.iter()
                    .map(|text| {
                        let board: cozy_chess::Board = text.parse().expect("a position");
                        std::hint::black_box(board.checkers());
                        u64::from(board.generate_moves(|_| true))
                    })
                    .sum()
            }),
            Contestant::new("shakmaty", || {
                fens.iter()
                    .map(|text| {
                        let fen: Fen = text.parse().expect("a FEN");
                        let position: Chess = fen.into_position(CastlingMode::Standard).expect("a position");
                        std::hint::black_box(position.is_check());
                        u64::from(!position.legal_moves().is_empty())
                    })
                    .sum()
            }),
        ],
    );
}
