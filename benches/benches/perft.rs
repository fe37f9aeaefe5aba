//! Perft with bulk counting against cozy-chess and shakmaty, and against a program that takes a FEN
//! and a depth and prints the count as the first number on a line of its own or after a colon:
//! `PERFT_PEER`, a command such as `taskset -c 0 perft` (its time has its start in it).
#![allow(missing_docs, clippy::print_stdout)]

use std::process::Command;

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

/// What the peer counts.
fn peer_perft(command: &str, fen: &str, depth: u32) -> u64 {
    let mut words = command.split_whitespace();
    let mut program = Command::new(words.next().expect("a command"));
    let output = program.args(words).args([fen, &depth.to_string()]).output().expect("the peer runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers = text.lines().filter_map(|line| line.rsplit(':').next()?.trim().parse().ok());
    numbers.max().expect("a count")
}

fn main() {
    let peer = std::env::var("PERFT_PEER").ok();
    if peer.is_none() {
        println!("PERFT_PEER is not set: no program runs beside the libraries\n");
    }
    for (name, text, depth, nodes) in
        [("start position", fen::START, 6, 119_060_324), ("kiwipete", KIWIPETE, 5, 193_690_690)]
    {
        let ours = fen::position::<Standard>(text).expect("a position");
        let cozy: cozy_chess::Board = text.parse().expect("a position");
        let theirs: Chess =
            text.parse::<Fen>().expect("a FEN").into_position(CastlingMode::Standard).expect("a position");
        let mut contestants = vec![
            Contestant::new("arbiter", || moves::perft(&ours, depth)),
            Contestant::new("arbiter, portable code", || moves::perft_portable(&ours, depth)),
            Contestant::new("cozy-chess", || cozy_perft(&cozy, depth)),
            Contestant::new("shakmaty", || shakmaty::perft(&theirs, depth)),
        ];
        if let Some(peer) = &peer {
            contestants.push(Contestant::new("PERFT_PEER", || peer_perft(peer, text, depth)));
        }
        compare(&format!("perft {depth}, {name}"), "node", nodes, 9, &mut contestants);
    }
}
