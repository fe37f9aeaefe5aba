//! Lemmas: reasons, known by name, why no game reaches a past.
//!
//! A lemma needs no more than to be decided here: the document proves them.

mod columns;
mod confined;
mod facts;
mod files;
mod instant;
mod kernel;
mod locked;
mod matching;
mod order;
mod parity;
mod rounds;

use crate::past::Past;
use instant::INSTANT;

/// A lemma, which no past has that a game reaches: its name in certificates, the condition under which
/// it applies, and whether it does (`None`: not known within the limit).
struct Lemma(&'static str, &'static str, fn(&Past) -> Option<bool>);

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
    INSTANT.iter().chain(OTHERS).map(|Lemma(name, ..)| *name)
}

/// Checks that the lemma with this name applies to a past. The error says that there is no such lemma,
/// when it would apply, or that this takes too long to find out.
pub fn check(name: &str, past: &Past) -> Result<(), String> {
    let lemma = INSTANT.iter().chain(OTHERS).find(|Lemma(known, ..)| *known == name);
    let Lemma(_, condition, applies) =
        lemma.ok_or_else(|| format!("no lemma {} is known", crate::json::quote(name)))?;
    let needs_node = OTHERS.iter().any(|Lemma(known, ..)| *known == name);
    if let Some(instant) = instant(past).filter(|_| needs_node) {
        return Err(format!("the lemma {name} does not apply: the instant lemma {instant} does"));
    }
    match applies(past) {
        Some(true) => Ok(()),
        Some(false) => Err(format!("the lemma {name} does not apply: it is not so that {condition}")),
        None => Err(format!("the lemma {name} could not be verified within the limit of steps")),
    }
}

/// The name of an instant lemma that applies, if there is one.
pub fn instant(past: &Past) -> Option<&'static str> {
    INSTANT.iter().find(|Lemma(_, _, applies)| applies(past) == Some(true)).map(|Lemma(name, ..)| *name)
}
