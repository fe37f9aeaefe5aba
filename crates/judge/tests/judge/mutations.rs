//! Damaged input: never a panic, and the same answers and fault however it arrives.

use chess_arbiter::win::Limits;
use chess_arbiter_judge::{Options, Program};

use crate::answers_with;
use crate::random::Random;
use crate::samples::SAMPLES;

const BYTES: &[u8] = b" \n\r\t.0123456789abcdefghABCDEQRNPKqrnkwB-\0\xFF\xE2\x99\x94\xEF\xB8\x8F\xBB";

fn damage(random: &mut Random, text: &mut Vec<u8>) {
    let at = random.below(text.len() + 1);
    let byte = BYTES[random.below(BYTES.len())];
    match random.below(5) {
        0 => text.insert(at, byte),
        1 if at < text.len() => _ = text.remove(at),
        2 => text.truncate(at),
        // A line again, or blanks.
        3 => {
            let end =
                text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| at + end + 1);
            let line = text[at..end].to_vec();
            text.splice(at..at, line);
        }
        _ if at < text.len() => text[at] = byte,
        _ => text.extend([byte; 50]),
    }
}

#[test]
fn damaged_samples() {
    let mut random = Random(17);
    let lines = ("unfinished", Program::Unfinished, "a6 b4 c8 a8\na7 h1 c6 a8\n\na1 h1 d4 e5\n", "");
    // Damage may ask for many plies.
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    for (name, program, input, _) in SAMPLES.into_iter().chain([lines]) {
        // Some of the cases are enough.
        let short: String = input.lines().take(60).flat_map(|line| [line, "\n"]).collect();
        for _ in 0..400 {
            let mut text = short.replacen("200\n", "6\n", 1).replacen("100\n", "4\n", 1).into_bytes();
            for _ in 0..1 + random.below(3) {
                damage(&mut random, &mut text);
            }
            let judged = |buffer, threads| {
                let options = Options { threads, limits: limits.clone(), ..Options::default() };
                let (answers, result) = answers_with(program, &text[..], buffer, &options);
                (answers, result.map_err(|error| error.to_string()))
            };
            let expected = judged(8192, 1);
            if expected.1.as_ref().is_err_and(|error| error.contains("stopped by")) {
                // How much is searched does depend on what a thread has seen before.
                continue;
            }
            for (buffer, threads) in [(1, 1), (7, 1), (8192, 2), (50, 3)] {
                assert_eq!(judged(buffer, threads), expected, "{name}: {:?}", String::from_utf8_lossy(&text));
            }
        }
    }
}
