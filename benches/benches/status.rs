//! Status of positions that are parsed already.
#![allow(missing_docs)]

use arbiter_benches::positions::random_play;
use arbiter_benches::{Contestant, compare};
use chess_arbiter::position::Position;
use chess_arbiter::{format::fen, rules::Standard, status};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

const COUNT: usize = 1_000_000;

fn main() {
    let fens = random_play(COUNT, 1);
    let ours: Vec<Position<Standard>> =
        fens.iter().map(|text| fen::position(text).expect("a position")).collect();
    let cozy: Vec<cozy_chess::Board> = fens.iter().map(|text| text.parse().expect("a position")).collect();
    let theirs: Vec<Chess> = fens
        .iter()
        .map(|text| {
            text.parse::<Fen>().expect("a FEN").into_position(CastlingMode::Standard).expect("a position")
        })
        .collect();
    // The checksum of a list of statuses: 2 × (has a move) + (in check), summed with weights.
    let weigh =
        |index: usize, check: bool, moves: bool| (index as u64 | 1) * (2 * moves as u64 + check as u64);
    compare(
        "status of parsed positions",
        "position",
        COUNT as u64,
        15,
        &mut [
            Contestant::new("arbiter", || {
                let mut sum = 0u64;
                for (i, position) in ours.iter().enumerate() {
                    use status::Status::{Check, Checkmate, Safe, Stalemate};
                    let (check, moves) = match status::status(position) {
                        Safe => (false, true),
                        Check => (true, true),
                        Checkmate => (true, false),
                        Stalemate => (false, false),
                    };
                    sum = sum.wrapping_add(weigh(i, check, moves));
                }
                sum
            }),
            Contestant::new("cozy-chess", || {
                let mut sum = 0u64;
                for (i, board) in cozy.iter().enumerate() {
                    let moves = board.generate_moves(|_| true);
                    sum = sum.wrapping_add(weigh(i, !board.checkers().is_empty(), moves));
                }
                sum
            }),
            Contestant::new("shakmaty", || {
                let mut sum = 0u64;
                for (i, position) in theirs.iter().enumerate() {
                    let moves = !position.legal_moves().is_empty();
                    sum = sum.wrapping_add(weigh(i, position.is_check(), moves));
                }
                sum
            }),
        ],
    );
}
