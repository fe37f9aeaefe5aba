//! Diagrams: what parses is drawn in every style and read back to the same men.
#![no_main]

use chess_arbiter::format::diagram::{self, Style};
use chess_arbiter::rules::{Rules, Simplified, Standard};

fn round_trip<R: Rules>(text: &str) {
    let Ok(read) = diagram::parse::<R>(text) else { return };
    for bits in 0..8u8 {
        let style = Style {
            unicode: bits & 1 != 0,
            labels: bits & 2 != 0,
            framed: bits & 4 != 0,
            ..Style::default()
        };
        let drawn = diagram::write::<R>(&read.setup, style);
        let again = diagram::parse::<R>(&drawn).unwrap_or_else(|error| panic!("{error}\n{drawn}"));
        assert_eq!(again.setup.board, read.setup.board, "{drawn}");
    }
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    round_trip::<Standard>(text);
    round_trip::<Simplified>(text);
});
