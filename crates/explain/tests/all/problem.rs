//! Directmates in problem notation.

use chess_arbiter::format::fen;
use chess_arbiter::limits::Limits;
use chess_arbiter::position::Position;
use chess_arbiter::rules::Standard;
use chess_arbiter::win::solution::{Solution, Wanted};
use chess_arbiter::win::{MateSolver, Moves, SolveMates};
use chess_arbiter_explain::problem::text;

fn position(text: &str) -> Position<Standard> {
    fen::position(text).unwrap()
}

fn all() -> Wanted {
    Wanted { tries: 1, set_play: true, ..Wanted::default() }
}

fn solved(root: &Position<Standard>, moves: u32, wanted: &Wanted) -> Solution {
    let mut solver = MateSolver::new(Limits { memory: 64 << 20, ..Limits::default() });
    solver.solution(root, Moves(moves), wanted).unwrap()
}

#[test]
fn a_block_with_set_play() {
    // Every black move is answered already; the key must only wait.
    let root = position("8/8/8/8/1p6/1p6/1P1K4/k1N5 w - - 0 1");
    let problem = solved(&root, 2, &all());
    let text = text(&problem, &root);
    assert!(text.contains("zugzwang") || problem.keys.is_empty(), "{text}");
}

#[test]
fn a_threat_and_what_meets_it() {
    let root = position("k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w - - 0 1");
    let problem = solved(&root, 3, &Wanted::default());
    assert_eq!(problem.keys.len(), 1);
    assert!(problem.complete);
    insta::assert_snapshot!(text(&problem, &root));
}

#[test]
fn a_defence_that_only_puts_off_the_threat_is_told() {
    // Any king move threatens mate; after 1... Bxg5+ it still begins the mate, but takes a move more.
    let root = position("3K2k1/5ppp/7b/6P1/8/2R5/8/8 w - - 0 1");
    let text = text(&solved(&root, 3, &Wanted::default()), &root);
    assert!(text.contains("1... Bxg5+ (dual)"), "{text}");
}

#[test]
fn lines_beyond_the_bound_are_cut_and_said_to_be() {
    let root = position("k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w - - 0 1");
    let problem = solved(&root, 3, &Wanted { lines: 1, ..Wanted::default() });
    assert!(!problem.complete);
    assert!(text(&problem, &root).ends_with("asked for)\n"));
}

#[test]
fn nothing_to_tell() {
    let bare = position("7k/8/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(text(&solved(&bare, 3, &all()), &bare), "");
}
