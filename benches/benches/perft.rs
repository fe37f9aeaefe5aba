//! Perft with bulk counting against cozy-chess and shakmaty.
#![allow(missing_docs)]

use arbiter_benches::{Contestant, compare};
use chess_arbiter::{format::fen, moves, rules::Standard};
use shakmaty::{CastlingMode, Chess, fen::Fen};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn main() {
    for (name, text, depth, nodes) in
        [("start position", fen::START, 6, 119_060_324), ("kiwipete", KIWIPETE, 5, 193_690_690)]
    {
        let ours = fen::position::<Standard>(text).expect("a position");
        let cozy: cozy_chess::Board = text.parse().expect("a position");
        let theirs: Chess =
            text.parse::<Fen>().expect("a FEN").into_position(CastlingMode::Standard).expect("a position");
        compare(
            &format!("perft {depth}, {name}"),
            "node",
            nodes,
            9,
            &mut [
                Contestant::new("arbiter", || moves::perft(&ours, depth)),
                Contestant::new("arbiter, portable code", || moves::perft_portable(&ours, depth)),
                Contestant::new("cozy-chess", || cozy_perft(&cozy, depth)),
                Contestant::new("shakmaty", || shakmaty::perft(&theirs, depth)),
            ],
        );
    }
}
