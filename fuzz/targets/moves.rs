//! A FEN, a line end, moves: any text is read or refused, and what is read is written back to the same move.
#![no_main]

use chess_arbiter::format::{fen, san, uci};
use chess_arbiter::rules::{Rules, SimplifiedPawns, Standard};

fn play<R: Rules>(text: &str) {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or("");
    let Ok(mut position) = fen::position::<R>(if first.is_empty() { fen::START } else { first }) else {
        return;
    };
    for word in lines.flat_map(str::split_whitespace).take(50) {
        let mv = match (san::parse(&position, word), uci::parse(&position, word)) {
            (Ok(mv), _) | (Err(_), Ok(mv)) => mv,
            _ => continue,
        };
        assert_eq!(uci::parse(&position, &uci::write(&position, mv)), Ok(mv));
        assert_eq!(san::parse(&position, &san::write(&position, mv)), Ok(mv));
        position = position.play(mv);
    }
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    play::<Standard>(text);
    play::<SimplifiedPawns>(text);
});
