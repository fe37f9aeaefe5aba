//! Files of problems of any bytes: each problem or fault lies within the text, and it ends.
#![no_main]

use chess_arbiter::popeye::{Problems, parse};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let lines = bytes.split(|&byte| byte == b'\n').count();
    for written in Problems::new(bytes).flatten() {
        assert!((1..=lines).contains(&written.line));
        match written.parse() {
            Ok(problem) => assert!(!problem.parts.is_empty()),
            Err(fault) => assert!((written.line..=lines + 1).contains(&fault.line)),
        }
    }
    if let Ok(text) = str::from_utf8(bytes) {
        let _ = parse(text);
    }
});
