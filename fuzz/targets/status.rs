//! Any FEN that is a position: the certificate of its status verifies.
#![no_main]

use chess_arbiter::format::fen;
use chess_arbiter::rules::{Rules, RulesKind};
use chess_arbiter::status::{explain, status};
use chess_arbiter::with_rules;

fn verifies<R: Rules>(text: &[u8]) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    if let Ok(position) = fen::position::<R>(text) {
        let verdict = explain(&position);
        assert_eq!(verdict.status, status(&position));
        let json = verdict.certificate(&position).to_json();
        chess_arbiter_check::check(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
    }
}

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    for rules in RulesKind::ALL {
        with_rules!(rules, R => verifies::<R>(text));
    }
});
