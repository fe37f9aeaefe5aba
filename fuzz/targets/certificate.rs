//! The checker takes any text: accepted or refused, never a panic. What it accepts is true.
#![no_main]

use chess_arbiter::format::fen;
use chess_arbiter::rules::{Rules, RulesKind};
use chess_arbiter::status::status;
use chess_arbiter::with_rules;
use chess_arbiter_check::{Accepted, Question, check};

fn agrees<R: Rules>(accepted: &Accepted) {
    let position = fen::position::<R>(&accepted.position).expect("the checker is the stricter reader");
    assert_eq!(status(&position).to_string(), accepted.answer);
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(accepted) = check(text)
        && accepted.question == Question::Status
    {
        let rules: RulesKind = accepted.rules.to_string().parse().expect("both know the same rule sets");
        with_rules!(rules, R => agrees::<R>(&accepted));
    }
});
