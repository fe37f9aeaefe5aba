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

/// A lemma: whatever past it applies to, no game reaches.
struct Lemma<Answer> {
    /// The name in certificates.
    name: &'static str,
    /// When it applies.
    condition: &'static str,
    applies: fn(&Past) -> Answer,
}

impl<Answer> Lemma<Answer> {
    const fn new(name: &'static str, condition: &'static str, applies: fn(&Past) -> Answer) -> Self {
        Lemma { name, condition, applies }
    }
}

/// Those that need a node, asked only where no instant lemma applies; `None`: not known within the limit.
const OTHERS: &[Lemma<Option<bool>>] = &[
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

/// Checks that the lemma with this name applies to a past. The error says that there is no such lemma,
/// when it would apply, or that this takes too long to find out.
pub fn check(name: &str, past: &Past) -> Result<(), String> {
    let (applies, condition) = if let Some(lemma) = INSTANT.iter().find(|lemma| lemma.name == name) {
        (Some((lemma.applies)(past)), lemma.condition)
    } else {
        let lemma = OTHERS.iter().find(|lemma| lemma.name == name);
        let lemma = lemma.ok_or_else(|| format!("no lemma {} is known", crate::json::quote(name)))?;
        if let Some(instant) = instant(past) {
            return Err(format!("the lemma {name} does not apply: the instant lemma {instant} does"));
        }
        ((lemma.applies)(past), lemma.condition)
    };
    match applies {
        Some(true) => Ok(()),
        Some(false) => Err(format!("the lemma {name} does not apply: it is not so that {condition}")),
        None => Err(format!("the lemma {name} could not be verified within the limit of steps")),
    }
}

/// The name of an instant lemma that applies, if there is one.
pub fn instant(past: &Past) -> Option<&'static str> {
    INSTANT.iter().find(|lemma| (lemma.applies)(past)).map(|lemma| lemma.name)
}
