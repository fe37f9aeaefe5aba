//! FEN of every game: what parses is written back to the same setup, and clocks and rights survive.
#![no_main]

use chess_arbiter::format::fen;
use chess_arbiter::rules::{Rules, RulesKind};
use chess_arbiter::with_rules;

fn round_trip<R: Rules>(text: &[u8]) {
    if let Ok(setup) = fen::parse_bytes::<R>(text) {
        assert_eq!(fen::parse::<R>(&fen::write::<R>(&setup)), Ok(setup));
    }
}

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    for rules in RulesKind::ALL {
        with_rules!(rules, R => round_trip::<R>(text));
    }
});
