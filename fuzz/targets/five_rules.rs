//! Any FEN: the certificate of the five rules verifies.
#![no_main]

use chess_arbiter::format::fen;
use chess_arbiter::reach::five_rules;
use chess_arbiter::rules::Standard;

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    if let Ok(setup) = fen::parse_bytes::<Standard>(text) {
        let verdict = five_rules(&setup.board);
        let json = verdict.certificate(&setup).to_json();
        let accepted = chess_arbiter_check::check(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
        assert_eq!(accepted.broken, verdict.broken());
        let told = chess_arbiter_explain::five_rules(&verdict);
        assert!(told.len() >= verdict.broken().len().max(1), "{told:?}");
    }
});
