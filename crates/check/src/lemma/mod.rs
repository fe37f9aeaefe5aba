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
mod instant;
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
use crate::{CheckError, Refusal, Rule};
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
const OTHERS: &[Lemma] = &[
    files::FILES,
    rounds::ORIGINS,
    rounds::LOCKED,
    order::ORDER,
    parity::PARITY,
    columns::COLUMNS,
    confined::CONFINED_COLUMNS,
    kernel::KERNEL,
];

/// The names of all lemmas.
pub fn names() -> impl Iterator<Item = &'static str> {
    INSTANT.iter().map(|lemma| lemma.name).chain(OTHERS.iter().map(|lemma| lemma.name))
}

/// Whether a node may bring cases that show that the lemma with this name applies.
pub(crate) fn has_cases(name: &str) -> bool {
    [columns::COLUMNS.name, confined::CONFINED_COLUMNS.name, kernel::KERNEL.name].contains(&name)
}

/// Checks that the lemma with this name applies to a past.
///
/// # Errors
/// There is no such lemma, it does not apply, or it takes too long to find out.
pub fn check(name: &str, past: &Past) -> Result<(), CheckError> {
    check_within(name, past, None, &Budget::default())
}

/// See [`check`]; stops when the budget is spent. Where there are cases nothing is searched.
pub(crate) fn check_within(
    name: &str,
    past: &Past,
    cases: Option<&Item<'_>>,
    budget: &Budget<'_>,
) -> Result<(), CheckError> {
    let refuse = |message: String| {
        Err(Refusal { lemma: Some(name.into()), ..Refusal::new(Rule::Lemma, message) }.into())
    };
    let at_once = INSTANT.iter().find(|lemma| lemma.name == name);
    let other = OTHERS.iter().find(|lemma| lemma.name == name);
    let (applies, condition) = match (at_once, other) {
        (Some(lemma), _) => ((lemma.applies)(past), lemma.condition),
        (None, Some(lemma)) => {
            if let Some(instant) = instant(past) {
                return refuse(format!("the lemma {name} does not apply: the instant lemma {instant} does"));
            }
            if let Some(cases) = cases {
                let named = |refusal| Refusal { lemma: Some(name.into()), ..refusal };
                let check = match name {
                    _ if name == columns::COLUMNS.name => cases::check_columns,
                    _ if name == kernel::KERNEL.name => states::check,
                    _ => cases::check_confined,
                };
                return check(past, cases).map_err(|error| error.with(named));
            }
            (budget.borrow(|| (lemma.applies)(past, budget))?, lemma.condition)
        }
        (None, None) => return refuse(format!("no lemma {} is known", crate::json::quote(name))),
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
