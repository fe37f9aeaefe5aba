//! Lemmas: reasons, known by name, why no game reaches a past.
//!
//! One lemma is a row of a table here and a function in a file beside this one. Each is proved in
//! the document; a function only decides whether it applies.

mod instant;

use crate::past::Past;

/// A lemma: whatever past it applies to, no game reaches.
struct Lemma {
    /// The name in certificates.
    name: &'static str,
    /// When it applies.
    condition: &'static str,
    applies: fn(&Past) -> bool,
}

/// Those that refute predecessors without a node. The cheap ones first.
const INSTANT: &[Lemma] = &[
    instant::KINGS,
    instant::MEN,
    instant::END_ROW_PAWNS,
    instant::PROMOTIONS,
    instant::CASTLING,
    instant::EN_PASSANT,
    instant::WAITING_SIDE_ATTACKED,
];

/// Those that need a node.
const OTHERS: &[Lemma] = &[];

/// The names of all lemmas.
pub fn names() -> impl Iterator<Item = &'static str> {
    INSTANT.iter().chain(OTHERS).map(|lemma| lemma.name)
}

/// Checks that the lemma with this name applies to a past.
///
/// # Errors
/// Says that there is no such lemma, or when it would apply.
pub fn check(name: &str, past: &Past) -> Result<(), String> {
    let lemma = INSTANT.iter().chain(OTHERS).find(|lemma| lemma.name == name);
    let lemma = lemma.ok_or_else(|| format!("no lemma {} is known", crate::json::quote(name)))?;
    if (lemma.applies)(past) {
        Ok(())
    } else {
        Err(format!("the lemma {name} does not apply: it is not so that {}", lemma.condition))
    }
}

/// The name of an instant lemma that applies, if there is one.
pub fn instant(past: &Past) -> Option<&'static str> {
    INSTANT.iter().find(|lemma| (lemma.applies)(past)).map(|lemma| lemma.name)
}
