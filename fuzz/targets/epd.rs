//! EPD: what parses is written back to the same setup and operations.
#![no_main]

use chess_arbiter::format::epd;
use chess_arbiter::rules::{Simplified, Standard};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(read) = epd::parse::<Standard>(text) {
        assert_eq!(epd::parse::<Standard>(&epd::write::<Standard>(&read)), Ok(read));
    }
    let _ = epd::parse::<Simplified>(text);
});
