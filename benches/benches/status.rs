//! Status of positions that are parsed already.
#![allow(missing_docs)]

use arbiter_benches::positions::random_play;
use arbiter_benches::{Contestant, compare};
use chess_arbiter::position::Position;
use chess_arbiter::status::lanes::{LANES, Lanes, Shown};
use chess_arbiter::status::{self, Status};
use chess_arbiter::{format::fen, rules::Standard};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

const COUNT: usize = 1_000_000;

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
    // How many are safe, in check and checkmated, as digits of one number.
    let one = |check: bool, moves: bool| match (check, moves) {
        (false, true) => 1,
        (true, true) => 1u64 << 20,
        (true, false) => 1 << 40,
        (false, false) => 0,
    };
    let of = |status: Status| [1u64, 1 << 20, 1 << 40, 0][status as usize];
    let alone = |position: &Position<Standard>| of(status::status(position));
    compare(
        "status of parsed positions",
        "position",
        COUNT as u64,
        15,
        &mut [
            Contestant::new("arbiter", || ours.iter().map(|position| of(status::status(position))).sum()),
            Contestant::new("arbiter, 64 at once", || {
                let mut sum = 0;
                for (positions, lanes) in ours.chunks(LANES).zip(&lanes) {
                    let Shown { checks, mut unclear } = lanes.look();
                    let checks = u64::from(checks.count_ones());
                    sum += (checks << 20) + (LANES as u64 - checks - u64::from(unclear.count_ones()));
                    while unclear != 0 {
                        // Lanes beyond the last position have none.
                        sum += positions.get(unclear.trailing_zeros() as usize).map_or(0, alone);
                        unclear &= unclear - 1;
                    }
                }
                sum
            }),
            Contestant::new("cozy-chess", || {
                let moves = |board: &cozy_chess::Board| board.generate_moves(|_| true);
                cozy.iter().map(|board| one(!board.checkers().is_empty(), moves(board))).sum()
            }),
            Contestant::new("shakmaty", || {
                let moves = |position: &Chess| !position.legal_moves().is_empty();
                theirs.iter().map(|position| one(position.is_check(), moves(position))).sum()
            }),
        ],
    );
}
