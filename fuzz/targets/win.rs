//! Any FEN that is a position: whatever is proved of a forced win in a small budget, its certificate
//! verifies.
#![no_main]

use chess_arbiter::format::fen;
use chess_arbiter::rules::{Simplified, SimplifiedPawns, Standard};
use chess_arbiter::win::{Goal, Limits, Plies, Solvable, WinAnswer};

fn verifies<R: Solvable>(text: &[u8]) {
    let Some((&first, text)) = text.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let Ok(position) = fen::position::<R>(text) else { return };
    let limits = Limits { nodes: Some(200_000 >> (first >> 4)), memory: 16 << 20, ..Limits::default() };
    let mut solver = R::solver(limits.clone());
    let goal = match first % 6 {
        0 => Goal::Shortest,
        plies => Goal::Within(Plies(u32::from(plies))),
    };
    let mut answer = solver.decide(&position, goal).answer;
    if let WinAnswer::Undecided { win_within: Some(plies), .. } = answer {
        answer = WinAnswer::Win { plies, shortest: false };
    }
    solver.set_limits(Limits { nodes: Some(200_000), ..limits });
    if let Ok(Some(certificate)) = solver.certificate(&position, answer) {
        let json = certificate.to_json();
        chess_arbiter_check::check(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
    }
    let _ = solver.line(&position, answer);
}

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    verifies::<Simplified>(text);
    verifies::<SimplifiedPawns>(text);
    verifies::<Standard>(text);
});
