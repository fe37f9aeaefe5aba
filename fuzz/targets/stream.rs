//! A stream of positions of any bytes: every item or fault lies within the text, and it ends.
#![no_main]

use chess_arbiter::format::reader::Reader;
use chess_arbiter::rules::{Simplified, Standard};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let lines = bytes.split(|&byte| byte == b'\n').count();
    for item in Reader::new::<Standard>(bytes).flatten() {
        assert!((1..=lines).contains(&item.line));
        let _ = item.parse::<Standard>();
    }
    for item in Reader::new::<Simplified>(bytes).flatten() {
        let _ = item.parse::<Simplified>();
    }
});
