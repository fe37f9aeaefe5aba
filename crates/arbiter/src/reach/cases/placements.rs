//! **Placements of caged pieces**: for a position that the lemma `order` or `parity` refutes, what a checker
//! needs to see it without a search.

use crate::board::Color;
use crate::certificate::{OrderCases, ParityCases};
use crate::moves::Past;
use crate::reach::facts::Facts;

/// Where the pieces of a side that cannot have passed one another can have come to: as few pieces as show it.
/// `None` if the lemma does not refute the past.
pub(in crate::reach) fn of_order(past: &Past) -> Option<OrderCases> {
    let facts = Facts::new(past);
    facts.open_mobility()?;
    let color = Color::BOTH.into_iter().find(|&color| !facts.cage(color).can_end(&facts))?;
    let (files, [mut all, odd]) = facts.cage(color).least(&facts).written(&facts);
    all.extend(odd);
    all.sort_unstable();
    all.dedup();
    Some(OrderCases(color.to_string(), files, all))
}

/// Where the caged pieces of both sides can have come to with an even, and with an odd number of moves.
pub(in crate::reach) fn of_parity(past: &Past) -> Option<Box<[ParityCases; 2]>> {
    let facts = Facts::new(past);
    facts.open_mobility()?;
    Some(Box::new(Color::BOTH.map(|color| {
        let (files, [even, odd]) = facts.cage(color).written(&facts);
        ParityCases(files, even, odd)
    })))
}
