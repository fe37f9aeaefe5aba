//! A problem worked out again, from nothing but what its certificate shows.

use chess_arbiter::certificate::{KeysClaim, VariationClaim};
use chess_arbiter::format::{parse_setup, uci};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Rules, RulesKind};
use chess_arbiter::win::solution::{Known, Solution, Wanted};
use chess_arbiter::win::stipulation::{Aim, Stipulation};
use chess_arbiter::win::{Moves, Plies};
use chess_arbiter::with_rules;
use chess_arbiter_check::{Accepted, Question};
use chess_arbiter_explain::problem;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::members::Answer;
use crate::report::WinFields;
use crate::win::say_solution;

/// What a certificate shows of keys, here and elsewhere.
#[derive(Deserialize)]
struct Excerpt {
    claim: ClaimExcerpt,
}

#[derive(Deserialize)]
struct ClaimExcerpt {
    keys: Option<KeysClaim>,
    #[serde(default)]
    variations: Vec<VariationClaim>,
}

/// A try as an answer has it, with nothing else.
#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(deny_unknown_fields)]
struct SaidTry {
    #[serde(rename = "move")]
    mv: String,
    refutations: Vec<String>,
}

impl Answer<'_> {
    /// Those of the members `tries`, `solution` and `reason` that are told again from what the certificate of
    /// a problem shows.
    ///
    /// # Errors
    /// Other tries follow from it.
    pub(super) fn told_again(&self, proved: &Accepted) -> Result<Vec<&'static str>, &'static str> {
        match proved.question {
            Question::Win => self.worked_out(proved),
            Question::Help => Ok(self.of_help(proved).unwrap_or_default()),
            _ => Ok(Vec::new()),
        }
    }

    fn worked_out(&self, proved: &Accepted) -> Result<Vec<&'static str>, &'static str> {
        let certificate = self.certificate.and_then(|text| serde_json::from_str::<Excerpt>(text).ok());
        let (Some(Excerpt { claim }), Ok(rules)) =
            (certificate, proved.rules.to_string().parse::<RulesKind>())
        else {
            return Ok(Vec::new());
        };
        let aim = Aim::ALL.into_iter().find(|aim| aim.name() == proved.aim);
        with_rules!(rules, R => aim.map_or(Ok(Vec::new()), |aim| self.follows_from::<R>(&claim, aim, proved)))
    }

    fn follows_from<R: Rules>(
        &self,
        claim: &ClaimExcerpt,
        aim: Aim,
        proved: &Accepted,
    ) -> Result<Vec<&'static str>, &'static str> {
        let text = self.said.solution.and_then(text_of);
        let tries = self.said.tries.map(|tries| serde_json::from_str::<Vec<SaidTry>>(tries.get()));
        let Ok(mut tries) = tries.unwrap_or_else(|| Ok(Vec::new())) else {
            return Err("has different tries than the answer");
        };
        let root = position::<R>(&proved.position);
        let plies = match &claim.keys {
            Some(keys) => Some(keys.plies),
            // That there is no win says that there is no key.
            None => {
                proved.plies.filter(|_| proved.answer == "no-win").and_then(|plies| plies.try_into().ok())
            }
        };
        // The keys that the answer has tell, with the stipulation, which problem it is about: they have been
        // compared.
        let (Some(root), Some(plies), Some(_)) = (root, plies, self.said.keys) else { return Ok(Vec::new()) };
        let asked = self.said.stipulation.as_ref().and_then(|asked| asked.parse::<Stipulation>().ok());
        let moves = asked.map_or(aim.moves(Plies(plies)), |asked| asked.moves);
        let known = known(&root, claim, aim, plies);
        tries.sort_unstable();
        let most = tries.iter().map(|attempt| attempt.refutations.len()).max().unwrap_or(0);
        let mut covered = Vec::new();
        let text = text.as_deref().unwrap_or_default();
        // A problem asks a few for each of its variations: never more time than the length of the answer.
        let questions = (self.certificate.map_or(0, str::len) + text.len()) as u64;
        // What is asked for without being said: there are few ways. Each line takes four letters or
        // more.
        let set_play = text.starts_with(problem::SET_PLAY);
        for (variations, short) in [(true, true), (false, true), (true, false), (false, false)] {
            let wanted = Wanted {
                variations,
                tries: most,
                set_play,
                short,
                lines: text.len() / 4,
                ..Wanted::default()
            };
            let Some(solution) = known.solution(&root, aim, moves, &wanted, questions) else { continue };
            if !tries.is_empty() && !covered.contains(&"tries") {
                if tries_of(&root, &solution) != tries {
                    return Err("has different tries than the answer");
                }
                covered.push("tries");
            }
            if problem::text(&solution, &root) == text {
                covered.push("solution");
                break;
            }
        }
        Ok(covered)
    }
}

pub(super) fn text_of(said: &RawValue) -> Option<String> {
    serde_json::from_str(said.get()).ok()
}

pub(super) fn position<R: Rules>(text: &str) -> Option<Position<R>> {
    Position::new(&parse_setup::<R>(text).ok()?, Policy::Movable).ok()
}

/// What is shown of the keys of all positions.
fn known<R: Rules>(root: &Position<R>, claim: &ClaimExcerpt, aim: Aim, plies: u32) -> Known<R> {
    let mut known = Known::default();
    let mut add = |position: &Position<R>, moves: Moves, keys: Option<&[String]>| {
        let read = |keys: &[String]| keys.iter().map(|key| uci::parse(position, key).ok()).collect();
        match keys.map(read) {
            Some(Some(keys)) => known.add_keys(position, moves, keys),
            Some(None) => {}
            None => known.add_reached(position, moves),
        }
    };
    let keys = claim.keys.as_ref().map_or(&[][..], |keys| &keys.moves);
    add(root, aim.moves(Plies(plies)), Some(keys));
    for VariationClaim { position: at, plies, moves, .. } in &claim.variations {
        if let Some(at) = position::<R>(at) {
            add(&at, aim.moves(Plies(*plies)), moves.as_deref());
        }
    }
    known
}

fn tries_of<R: Rules>(root: &Position<R>, solution: &Solution) -> Vec<SaidTry> {
    let mut fields = WinFields::default();
    say_solution(&mut fields, root, solution);
    let mut tries: Vec<SaidTry> = fields
        .tries
        .into_iter()
        .map(|attempt| SaidTry { mv: attempt.mv, refutations: attempt.refutations })
        .collect();
    tries.sort_unstable();
    tries
}
