//! The sentence of an answer, derived again from what is proved.

use chess_arbiter::board::Setup;
use chess_arbiter::format::parse_setup;
use chess_arbiter::rules::RulesKind;
use chess_arbiter::win::stipulation::Aim;
use chess_arbiter::win::{Goal, Plies, WinAnswer, WinVerdict};
use chess_arbiter::with_rules;
use chess_arbiter_check::{Accepted, Question};

use crate::five_rules::RulesQuestion;
use crate::report::Form;
use crate::status::StatusQuestion;

/// The reason that an answer gives if it says no more than is proved; `None` where it takes more than that to
/// tell it.
pub(super) fn of(proved: &Accepted) -> Option<String> {
    let rules: RulesKind = proved.rules.to_string().parse().ok()?;
    let setup: Setup = with_rules!(rules, R => parse_setup::<R>(&proved.position)).ok()?;
    let report = match proved.question {
        Question::Status => StatusQuestion { rules, certificate: false }.answer(&setup, Form::Json).ok()?,
        Question::Rules => RulesQuestion { certificate: false }.answer(&setup, Form::Json).ok()?,
        Question::Win => return win(proved, rules, &setup),
        Question::Legality | Question::CanWin | Question::Help => return None,
    };
    Some(report.fields.reason().to_owned())
}

fn win(proved: &Accepted, rules: RulesKind, setup: &Setup) -> Option<String> {
    let plies = proved.plies.map(|plies| u32::try_from(plies).map(Plies)).transpose().ok()?;
    let aim = Aim::ALL.into_iter().find(|aim| aim.name() == proved.aim)?;
    let answer = match (proved.answer, plies) {
        ("win", plies) => WinAnswer::Win { plies: plies?, shortest: proved.shortest },
        (_, Some(plies)) => WinAnswer::NoWin { plies },
        (_, None) => WinAnswer::Never,
    };
    let verdict = WinVerdict::new(Goal::Shortest, answer);
    Some(chess_arbiter_explain::win(&verdict, rules, aim, setup))
}
