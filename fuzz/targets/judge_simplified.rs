//! The judge format `simplified` with any input: answers and a clear end, within its limits.
#![no_main]

use chess_arbiter::win::Limits;
use chess_arbiter_judge::{Options, Program, run};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { nodes: Some(20_000), memory: 16 << 20, ..Limits::default() };
    let options = Options { threads: 1, limits, ..Options::default() };
    let mut output = Vec::new();
    let _ = run(
        if bytes.len().is_multiple_of(2) { Program::Simplified } else { Program::SimplifiedPawns },
        &mut &bytes[..],
        &mut output,
        &options,
    );
    assert!(output.is_ascii() && (output.is_empty() || output.ends_with(b"\n")));
});
