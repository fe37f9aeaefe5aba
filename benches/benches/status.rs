//! Status of positions that are parsed already.
#![allow(missing_docs)]

use arbiter_benches::positions::random_play;
use arbiter_benches::{Contestant, compare};
use chess_arbiter::position::Position;
use chess_arbiter::status::lanes::{LANES, Lanes};
use chess_arbiter::status::{self, Status};
use chess_arbiter::{format::fen, rules::Standard};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

const COUNT: usize = 1_000_000;

/// The few whose status does not show.
#[cold]
fn alone(position: &Position<Standard>) -> Status {
    status::status(position)
}

fn main() {
    let fens = random_play(COUNT, 1);
    let ours: Vec<Position<Standard>> =
        fens.iter().map(|text| fen::position(text).expect("a position")).collect();
    let lanes: Vec<Lanes> = ours
        .chunks(LANES)
        .map(|positions| {
            let mut lanes = Lanes::EMPTY;
            positions.iter().enumerate().for_each(|(lane, position)| lanes.set(lane, &position.to_setup()));
            lanes
        })
        .collect();
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
    // The same of a status: safe, check, checkmate, stalemate.
    let weigh_status = |index: usize, status: Status| (index as u64 | 1) * [2, 3, 1, 0][status as usize];
    compare(
        "status of parsed positions",
        "position",
        COUNT as u64,
        15,
        &mut [
            Contestant::new("arbiter", || {
                let mut sum = 0u64;
                for (i, position) in ours.iter().enumerate() {
                    sum = sum.wrapping_add(weigh_status(i, status::status(position)));
                }
                sum
            }),
            Contestant::new("arbiter, 64 at once", || {
                let mut sum = 0u64;
                let mut index = 0;
                for (positions, lanes) in ours.chunks(LANES).zip(&lanes) {
                    let found = lanes.statuses();
                    for (position, found) in positions.iter().zip(&found) {
                        let status = found.unwrap_or_else(|| alone(position));
                        sum = sum.wrapping_add(weigh_status(index, status));
                        index += 1;
                    }
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
