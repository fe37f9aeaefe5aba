//! What the men of a side tell of captures and promotions, by the facts of the last round.

use super::instant;
use super::matching::{FORBIDDEN, least_cost, matching};
use super::rounds::{Moved, Round, first_square, rounds};
use crate::board::{Colour, Kind};
use crate::json::{Item, Object};
use crate::past::Past;
use crate::squares::{Square, home};
use crate::{Checked, Rule};

/// Checks all that a claim says of a side.
///
/// # Errors
/// Refuses what is not so by the facts, and all if a lemma shows that no game reaches the past.
pub(crate) fn check(past: &Past, side: Colour, claim: &Object<'_>) -> Checked {
    let get = |key| claim.get(key).map(|item| item.under(Rule::History));
    let (answer, captures) = (get("answer")?, get("pawn_captures")?);
    let impossible = |lemma| answer.refuse(format!("no game reaches {past}, by the lemma {lemma}"));
    instant(past).map_or(Ok(()), |lemma| Err(impossible(lemma)))?;
    let round = answer.budget.borrow(|| rounds(past, answer.budget))?.map_err(impossible)?;
    at_most(&captures, round.assignments[side as usize].cost())?;
    get("pawns")?.list()?.try_for_each(|item| check_pawn(&round, side, item))?;
    get("promoted_among")?.list()?.try_for_each(|item| check_promoted(&round, side, item))?;
    get("lost_men")?.list()?.try_for_each(|item| check_lost(&round, side, item))
}

/// Refuses a number that is more than is shown.
fn at_most(item: &Item<'_>, shown: i32) -> Checked {
    let told: u32 = item.value("a whole number from 0")?;
    item.ensure(i64::from(told) <= shown.into(), || format!("no more than {shown} is shown"))
}

/// The man of the side on a square, which may have moved.
fn man<'a>(round: &'a Round<'_>, side: Colour, on: Square) -> Result<(usize, &'a Moved), String> {
    let man = round.moved(side).iter().enumerate().find(|(_, man)| man.square == on);
    man.ok_or_else(|| format!("{on} has no man of {side} that may have moved"))
}

/// Where a pawn came from, how often it captured, where the last time, and which man.
fn check_pawn(round: &Round<'_>, side: Colour, item: Item<'_>) -> Checked {
    let other = side.other();
    let keys = ["square", "origins", "least", "most", "on", "victims"];
    let [square, origins, least, most, on, victims] = item.object()?.fields(keys)?;
    let found = man(round, side, square.square()?).map_err(|error| square.refuse(error));
    let (man, &Moved { square: s, kind, .. }) = found?;
    square.ensure(kind == Kind::Pawn, || format!("{s} has no pawn"))?;
    // From where it can have come straight ahead since.
    let behind = |all, _| all | round.ways.behind(side, all).0 & !round.ways.facts.fixed;
    let straight = (0..6).fold(s.bit(), behind);
    let (mut from, mut last, mut counts) = (0, 0, Vec::new());
    for (file, reach) in round.ways.reach[side as usize].iter().enumerate() {
        for captures in ((s.file() as usize).abs_diff(file)..7).step_by(2) {
            let can_come = || round.can_have_been(side, man, 8 + file, captures as i32);
            if reach[captures] & s.bit() != 0 && can_come() {
                square.ensure(captures > 0, || format!("the pawn on {s} need not have captured"))?;
                from |= home(side, 1, file);
                last |= round.ways.diagonal(side, reach[captures - 1]) & straight;
                counts.push(captures);
            }
        }
    }
    origins.expect_squares(from)?;
    on.expect_squares(last)?;
    for (item, count) in [(least, counts.iter().min()), (most, counts.iter().max())] {
        let wrong = || format!("expected {}", count.unwrap_or(&0));
        item.ensure(Some(&item.value("a whole number")?) == count, wrong)?;
    }
    let cost_without = |origin: usize| {
        let mut costs = round.all_costs(other);
        costs.iter_mut().for_each(|costs| costs[origin] = FORBIDDEN);
        least_cost(&costs)
    };
    let can_be = |origin: &usize| {
        round.can_be_lost(other, *origin)
            && round.trace(other, *origin) & last != 0
            && cost_without(*origin) <= round.captures(other)
    };
    let all = (0..16).filter(can_be);
    victims.expect_squares(all.fold(0, |all, origin| all | first_square(other, origin)))
}

/// How many men of a kind are promoted.
fn check_promoted(round: &Round<'_>, side: Colour, item: Item<'_>) -> Checked {
    let [squares, least] = item.object()?.fields(["squares", "least"])?;
    let men = Square::in_set(squares.squares()?).map(|on| man(round, side, on).map(|(_, man)| man));
    let men: Vec<&Moved> = men.collect::<Result<_, _>>().map_err(|error| squares.refuse(error))?;
    let are_alike = men.iter().all(|man| man.kind == men[0].kind && Kind::OFFICERS.contains(&man.kind));
    squares.ensure(are_alike, || "expected pieces of one kind".into())?;
    let originals: Vec<u16> = men.iter().map(|man| man.originals()).collect();
    at_most(&least, (men.len() - matching(&originals)) as i32)
}

/// That a man of the array is not on the board, and where it was captured.
fn check_lost(round: &Round<'_>, side: Colour, item: Item<'_>) -> Checked {
    let [first, on] = item.object()?.fields(["home", "on"])?;
    let square = first.square()?;
    let is_lost = |origin: &usize| {
        let mut men = round.moved(side).iter().enumerate();
        first_square(side, *origin) == square.bit()
            && round.can_be_lost(side, *origin)
            && !men.any(|(at, man)| round.can_have_been(side, at, *origin, man.costs[*origin]))
    };
    let origin = (0..16).find(is_lost);
    let origin = origin.ok_or_else(|| first.refuse(format!("no man that began on {square} is lost")))?;
    on.expect_squares(if origin < 8 { round.trace(side, origin) } else { 0 })
}
