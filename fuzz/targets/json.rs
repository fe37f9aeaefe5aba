//! JSON setups: what parses is written back to the same setup.
#![no_main]

use chess_arbiter::format::json;
use chess_arbiter::rules::{Rules, Simplified, Standard};

fn round_trip<R: Rules>(text: &str) {
    if let Ok(setup) = json::from_json::<R>(text) {
        assert_eq!(json::from_json::<R>(&json::to_json::<R>(&setup).to_string()), Ok(setup));
    }
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    round_trip::<Standard>(text);
    round_trip::<Simplified>(text);
});
