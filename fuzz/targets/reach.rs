//! Any FEN: whether it can arise is decided within small limits, and the certificate verifies.
#![no_main]

use std::time::Duration;

use chess_arbiter::format::fen;
use chess_arbiter::limits;
use chess_arbiter::reach::{self, ReachLimits};
use chess_arbiter::rules::Standard;

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    let Ok(setup) = fen::parse_bytes::<Standard>(text) else { return };
    let _ = reach::quick(&setup);
    let work = limits::Limits {
        time: Some(Duration::from_millis(200)),
        nodes: Some(20_000),
        memory: 16 << 20,
        ..limits::Limits::default()
    };
    let Ok(verdict) = reach::decide(&setup, &ReachLimits { work, ..ReachLimits::default() }) else { return };
    assert!(verdict.effort.time < Duration::from_secs(5), "{:?}", verdict.effort);
    assert!((1..=10).contains(&chess_arbiter_explain::legality(&verdict).len()));
    if let Some(certificate) = verdict.certificate() {
        let json = certificate.to_json();
        chess_arbiter_check::check(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
    }
});
