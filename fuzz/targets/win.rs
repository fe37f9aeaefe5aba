//! Any 4×4 FEN that is a position: the certificate of a forced win within five plies, or of none, verifies.
#![no_main]

use chess_arbiter::format::fen;
use chess_arbiter::rules::{Rules, Simplified, SimplifiedPawns};
use chess_arbiter::win::{CaptureSolver, Limits, Plies, Solve};

fn verifies<R: Rules>(text: &[u8]) {
    let Some((&plies, text)) = text.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let Ok(position) = fen::position::<R>(text) else { return };
    let mut solver =
        CaptureSolver::<R>::new(Limits { nodes: Some(200_000), memory: 16 << 20, ..Limits::default() });
    let answer = solver.within(&position, Plies(u32::from(plies % 5) + 1));
    if let Ok(Some(certificate)) = solver.certificate(&position, answer) {
        let json = certificate.to_json();
        chess_arbiter_check::check(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
    }
    let _ = solver.line(&position, answer);
}

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    verifies::<Simplified>(text);
    verifies::<SimplifiedPawns>(text);
});
