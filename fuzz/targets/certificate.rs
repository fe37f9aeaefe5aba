//! The checker takes any text: accepted or refused, never a panic. What it accepts is true.
#![no_main]

use chess_arbiter::format::fen;
use chess_arbiter::rules::{Gardner, LosAlamos, Pawnless, Rules, Simplified, SimplifiedPawns, Standard};
use chess_arbiter::status::status;
use chess_arbiter_check::{Accepted, Question, board::RuleSet, check};

fn agrees<R: Rules>(accepted: &Accepted) {
    let position = fen::position::<R>(&accepted.position).expect("the checker is the stricter reader");
    assert_eq!(status(&position).to_string(), accepted.answer);
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(accepted) = check(text)
        && accepted.question == Question::Status
    {
        match accepted.rules {
            RuleSet::Standard => agrees::<Standard>(&accepted),
            RuleSet::Pawnless => agrees::<Pawnless>(&accepted),
            RuleSet::Simplified => agrees::<Simplified>(&accepted),
            RuleSet::SimplifiedPawns => agrees::<SimplifiedPawns>(&accepted),
            RuleSet::Gardner => agrees::<Gardner>(&accepted),
            RuleSet::LosAlamos => agrees::<LosAlamos>(&accepted),
        }
    }
});
