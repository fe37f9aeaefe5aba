//! Perft: counts published for many positions, by both attack implementations.
//!
//! `ARBITER_LONG=1` adds the rows of more than 200,000 nodes.
#![allow(clippy::print_stderr)]

use crate::common;

use chess_arbiter::Position;
use chess_arbiter::board::Start;
use chess_arbiter::format::fen;
use chess_arbiter::moves::{perft, perft_portable};
use chess_arbiter::rules::{Pawnless, Simplified, SimplifiedPawns, Standard};

fn count_rows(
    text: &str,
    count: impl Fn(&chess_arbiter::position::Position<Standard>, u32) -> u64,
    most: u64,
) {
    let mut counted = 0;
    for row in common::rows(text) {
        let (depth, nodes) = (row[1].parse().unwrap(), row[2].parse::<u64>().unwrap());
        if nodes <= most {
            let position = fen::position::<Standard>(row[0]).unwrap_or_else(|e| panic!("{}: {e}", row[0]));
            assert_eq!(count(&position, depth), nodes, "{} depth {depth}", row[0]);
            counted += 1;
        }
    }
    assert!(counted > 0);
    eprintln!("{counted} rows of at most {most} nodes");
}

fn most() -> u64 {
    if std::env::var_os("ARBITER_LONG").is_some() { u64::MAX } else { 200_000 }
}

#[test]
fn published_counts() {
    count_rows(&common::cases("perft.tsv"), perft, most());
}

#[test]
fn published_counts_by_the_portable_code() {
    count_rows(&common::cases("perft.tsv"), perft_portable, 200_000);
}

/// The last two plies, which are counted with AVX-512 where the processor has it, against the portable code:
/// positions that no game has, random play, and random play from other arrays. `ARBITER_LONG=1`: 50 times as
/// many.
#[test]
fn two_plies_agree_with_the_portable_code() {
    let agree = |position: &Position<Standard>| {
        assert_eq!(perft(position, 2), perft_portable(position, 2), "{position}");
    };
    let mut chance = common::Chance(22);
    for round in 0..common::sweep(400, 20_000) {
        for _ in 0..50 {
            agree(&common::random_position(&mut chance));
        }
        let start = match round % 4 {
            0 => Position::from_start(Start::new(chance.below(960) as u16).unwrap()),
            _ => Position::initial(),
        };
        common::random_game(&start, 150, &mut chance, agree);
    }
}

/// The checker's generator, written independently from the rules alone.
fn checker_perft(board: &chess_arbiter_check::board::Board, depth: u32) -> u64 {
    let moves = board.playable_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|mv| {
            let next = board.play(mv);
            // Where the royal can be captured the game ends with it.
            if board.captures_royal(mv) { 0 } else { checker_perft(&next, depth - 1) }
        })
        .sum()
}

fn agrees<R: chess_arbiter::rules::Rules>(text: &str, depth: u32) {
    use chess_arbiter_check::board::{Board, RuleSet};
    let position = fen::position::<R>(text).unwrap();
    let checked = Board::parse(RuleSet::from_name(R::NAME).unwrap(), &common::key(&position)).unwrap();
    for depth in 1..=depth {
        assert_eq!(perft(&position, depth), checker_perft(&checked, depth), "{text} depth {depth}");
        assert_eq!(perft(&position, depth), perft_portable(&position, depth), "{text} depth {depth}");
    }
}

#[test]
fn every_rule_set_agrees_with_the_checker() {
    agrees::<Standard>("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3);
    agrees::<Pawnless>("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w", 3);
    agrees::<Pawnless>("8/8/8/3kK3/8/1r2Q3/8/B6n b", 3);
    agrees::<Simplified>("rnbq/4/4/QBNR w", 5);
    agrees::<Simplified>("q3/1n2/2N1/3Q b", 5);
    agrees::<SimplifiedPawns>("rqnb/p2p/P2P/BNQR w", 4);
    agrees::<SimplifiedPawns>("q3/1P2/2p1/3Q w", 5);
}
