//! Links, spellings, lists of men, and what a text looks like: whatever is read is a setup that a FEN can
//! say, and faults lie within the text.
#![no_main]

use chess_arbiter::format::{fen, near_fens, parse_partial, parse_setup};
use chess_arbiter::rules::{Simplified, Standard};

libfuzzer_sys::fuzz_target!(|text: &str| {
    match parse_setup::<Standard>(text) {
        Ok(setup) => assert_eq!(parse_setup::<Standard>(&fen::write::<Standard>(&setup)), Ok(setup)),
        Err(fault) => {
            assert!((1..=text.lines().count().max(1)).contains(&fault.line));
            let line = text.lines().nth(fault.line - 1).unwrap_or("");
            assert!((1..=line.chars().count() + 2).contains(&fault.column));
        }
    }
    let _ = parse_partial::<Standard>(text);
    let _ = parse_setup::<Simplified>(text);
    for near in near_fens::<Standard>(text) {
        assert!((1..=2).contains(&near.ranks.len()));
        assert_eq!(fen::parse::<Standard>(&fen::write::<Standard>(&near.setup)), Ok(near.setup));
    }
});
