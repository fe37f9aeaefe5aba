//! Tables of any bytes: every row is an item or a fault, on a line of the text.
#![no_main]

use chess_arbiter::format::reader::{Columns, Reader};
use chess_arbiter::rules::Standard;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let table = [b"id,fen\n".as_slice(), bytes].concat();
    let lines = table.split(|&byte| byte == b'\n').count();
    for item in Reader::new::<Standard>(table.as_slice()).flatten() {
        assert!((2..=lines).contains(&item.line));
        let _ = item.parse::<Standard>();
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let mut lines = text.lines();
        let heading = lines.next().unwrap_or_default();
        if let Some(columns) = Columns::named::<Standard>(heading, lines.next()) {
            lines.for_each(|line| drop(columns.row(line)));
        }
    }
});
