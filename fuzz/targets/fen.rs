//! FEN of every game: what parses is written back to the same setup, and clocks and rights survive.
#![no_main]

use chess_arbiter::format::fen;
use chess_arbiter::rules::{Pawnless, Rules, Simplified, SimplifiedPawns, Standard};

fn round_trip<R: Rules>(text: &[u8]) {
    if let Ok(setup) = fen::parse_bytes::<R>(text) {
        assert_eq!(fen::parse::<R>(&fen::write::<R>(&setup)), Ok(setup));
    }
}

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    round_trip::<Standard>(text);
    round_trip::<Pawnless>(text);
    round_trip::<Simplified>(text);
    round_trip::<SimplifiedPawns>(text);
});
