//! Lemmas: reasons, known by name, why no game reaches a past.
//!
//! A lemma needs no more than to be decided here: the document proves them.

mod captures;
mod cases;
mod columns;
mod confined;
mod facts;
mod files;
pub(crate) mod history;
pub(crate) mod instant;
mod kernel;
mod lists;
mod locked;
mod matching;
mod order;
mod parity;
mod rounds;
mod states;
mod tariffs;

use crate::budget::{Budget, Stopped};
use crate::json::Item;
use crate::past::Past;
use crate::{CheckError, Checked, Refusal, Rule};
use instant::INSTANT;

/// A lemma, which applies to no past that a game reaches.
struct Lemma<A = fn(&Past, &Budget<'_>) -> Result<bool, Stopped>> {
    /// In certificates.
    name: &'static str,
    /// When it applies, in words.
    condition: &'static str,
    /// Whether it does.
    applies: A,
}

/// A lemma that needs no node and no search.
type Instant = Lemma<fn(&Past) -> bool>;

/// Those that need a node, asked only where no instant lemma applies.
const OTHERS: &[Lemma] = &[files::FILES, rounds::ORIGINS, rounds::LOCKED];

/// Checks that cases show that a lemma applies.
type CheckCases = fn(&Past, &Item<'_>) -> Checked;

/// Those whose node brings cases, so that nothing is searched.
const WITH_CASES: &[(&str, CheckCases)] = &[
    ("order", order::check),
    ("parity", parity::check),
    ("columns", cases::check_columns),
    ("confined-columns", cases::check_confined),
    ("kernel", states::check),
];

/// The names of all lemmas.
pub fn names() -> impl Iterator<Item = &'static str> {
    let others = OTHERS.iter().map(|lemma| lemma.name).chain(WITH_CASES.iter().map(|(name, _)| *name));
    INSTANT.iter().map(|lemma| lemma.name).chain(others)
}

/// Whether a node brings cases that show that the lemma with this name applies, without which it is refused.
pub fn takes_cases(name: &str) -> bool {
    WITH_CASES.iter().any(|(known, _)| *known == name)
}

/// Checks that the lemma with this name applies to a past. Of those that have cases none does without.
///
/// # Errors
/// There is no such lemma, it does not apply, or it takes too long to find out.
pub fn check(name: &str, past: &Past) -> Result<(), CheckError> {
    check_within(name, past, None, &Budget::default())
}

/// See [`check`]; stops when the budget is spent.
pub(crate) fn check_within(
    name: &str,
    past: &Past,
    cases: Option<&Item<'_>>,
    budget: &Budget<'_>,
) -> Checked {
    let named = |refusal| Refusal { lemma: Some(name.into()), ..refusal };
    let refuse = |message: String| Err(named(Refusal::new(Rule::Lemma, message)).into());
    let at_once = INSTANT.iter().find(|lemma| lemma.name == name);
    if let Some(instant) = instant(past).filter(|_| at_once.is_none() && names().any(|known| known == name)) {
        return refuse(format!("the lemma {name} does not apply: the instant lemma {instant} does"));
    }
    let (applies, condition) = if let Some(lemma) = at_once {
        ((lemma.applies)(past), lemma.condition)
    } else if let Some(lemma) = OTHERS.iter().find(|lemma| lemma.name == name) {
        (budget.borrow(|| (lemma.applies)(past, budget))?, lemma.condition)
    } else if let Some((_, check)) = WITH_CASES.iter().find(|(known, _)| *known == name) {
        return match cases {
            Some(cases) => check(past, cases).map_err(|error| error.with(named)),
            None => refuse(format!("the lemma {name} takes cases that show it: ask again")),
        };
    } else {
        return refuse(format!("no lemma {} is known", crate::json::quote(name)));
    };
    if applies {
        return Ok(());
    }
    refuse(format!("the lemma {name} does not apply: it is not so that {condition}"))
}

/// The name of an instant lemma that applies, if there is one.
pub fn instant(past: &Past) -> Option<&'static str> {
    INSTANT.iter().find(|lemma| (lemma.applies)(past)).map(|lemma| lemma.name)
}
