//! Counting move sequences: known numbers of the full rules.

use std::collections::BTreeMap;

use chess_arbiter_check::board::{Board, RuleSet};

fn perft(board: &Board, depth: u32) -> u64 {
    let moves = board.safe_moves();
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.iter().map(|m| perft(&board.play(m), depth - 1)).sum(),
    }
}

fn standard(text: &str) -> Board {
    Board::parse(RuleSet::Standard, text).unwrap()
}

#[test]
fn start_position() {
    assert_eq!(perft(&standard("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"), 4), 197_281);
}

#[test]
fn kiwipete() {
    let board = standard("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -");
    assert_eq!(perft(&board, 3), 97_862);
}

/// Positions that differ only by what the text says must not come out of playing moves.
#[test]
fn played_positions_read_back() {
    fn walk(board: &Board, depth: u32) {
        assert_eq!(Board::parse(board.rules, &board.to_string()), Ok(*board));
        for m in board.safe_moves().iter().filter(|_| depth > 0) {
            assert_eq!(board.find_move(&m.to_string()), Ok(*m));
            walk(&board.play(m), depth - 1);
        }
    }
    walk(&standard("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"), 2);
    walk(&standard("rk2r3/pp6/8/2Pp4/8/8/6P1/R1RK2R1 w KCkq d6"), 3);
}

#[test]
#[allow(clippy::print_stdout)]
fn table() {
    let table = include_str!("../../../../tests/cases/perft.tsv");
    let (mut counted, mut nodes_counted) = (0, 0);
    let mut refused: BTreeMap<String, String> = BTreeMap::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (fen, depth, nodes) =
            (columns[0], columns[1].parse().unwrap(), columns[2].parse::<u64>().unwrap());
        if nodes > 20_000 {
            continue;
        }
        let text = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        match Board::parse(RuleSet::Standard, &text) {
            Ok(board) => {
                assert_eq!(perft(&board, depth), nodes, "{fen} depth {depth}");
                counted += 1;
                nodes_counted += nodes;
            }
            Err(error) => drop(refused.insert(text, error)),
        }
    }
    println!("{counted} rows with {nodes_counted} nodes counted, {} positions refused:", refused.len());
    for (text, error) in &refused {
        println!("{text}: {error}");
    }
    assert!(counted > 0);
}
