//! The last two moves, where nearly all the time goes: every move of the attacker is met by a reply that leaves
//! no mating move, and most by the same reply.

use crate::attacks::{Isa, Task};
use crate::board::Move;
use crate::limits::{Meter, Reached};
use crate::position::Position;
use crate::rules::Rules;

use super::one;
use super::order;
use super::search::{List, Search};

/// A move with which the attacker, to move, mates within two, if there is one. (It may mate at once.)
/// The enemy king must not be attacked already.
#[inline(always)]
pub(super) fn mating_move<R: Rules, I: Isa>(
    search: &mut Search<R>,
    meter: &mut Meter,
    position: &Position<R>,
) -> Result<Option<Move>, Reached> {
    let first = search.moves.len();
    let found = I::call(TryAll { search, meter, position });
    search.moves.truncate(first);
    found
}

struct TryAll<'a, R: Rules> {
    search: &'a mut Search<R>,
    meter: &'a mut Meter,
    position: &'a Position<R>,
}

impl<R: Rules> Task for TryAll<'_, R> {
    type Output = Result<Option<Move>, Reached>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        try_all::<R, I>(self.search, self.meter, self.position)
    }
}

#[inline(always)]
fn try_all<R: Rules, I: Isa>(
    search: &mut Search<R>,
    meter: &mut Meter,
    position: &Position<R>,
) -> Result<Option<Move>, Reached> {
    let first = search.moves.len();
    search.list_attack::<I>(position, 2, None);
    let last = search.moves.len();
    for index in first..last {
        let mv = search.moves[index].mv;
        if !refutes::<R, I>(search, meter, &position.play(mv))? {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}

/// Whether the defender, to move, can avoid being mated now or with the attacker's next move.
#[inline(always)]
pub(super) fn refutes<R: Rules, I: Isa>(
    search: &mut Search<R>,
    meter: &mut Meter,
    position: &Position<R>,
) -> Result<bool, Reached> {
    meter.count()?;
    let us = position.turn();
    let killers = search.last_defences[us as usize];
    for mv in killers.0.into_iter().flatten() {
        if order::surely_legal::<R, I>(position, mv) && one::mating_move::<R, I>(&position.play(mv)).is_none()
        {
            search.last_defences[us as usize].push(mv);
            return Ok(true);
        }
    }
    I::call(TryReplies { search, meter, position })
}

struct TryReplies<'a, R: Rules> {
    search: &'a mut Search<R>,
    meter: &'a mut Meter,
    position: &'a Position<R>,
}

impl<R: Rules> Task for TryReplies<'_, R> {
    type Output = Result<bool, Reached>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        let TryReplies { search, meter, position } = self;
        let first = search.moves.len();
        let refutation = try_replies::<R, I>(search, meter, position);
        search.moves.truncate(first);
        refutation
    }
}

#[inline(always)]
fn try_replies<R: Rules, I: Isa>(
    search: &mut Search<R>,
    meter: &mut Meter,
    position: &Position<R>,
) -> Result<bool, Reached> {
    let us = position.turn();
    let killers = search.last_defences[us as usize];
    let first = search.moves.len();
    let (moves, history) = (&mut search.moves, &search.history);
    let enemy = position.board().color(!us);
    I::call(List { position, moves });
    for choice in &mut moves[first..] {
        let role = position.board().role_on(choice.mv.from());
        choice.score = history.of(us, role, choice.mv) + (u32::from(enemy.has(choice.mv.to())) << 6);
    }
    if moves.len() == first {
        // Mated, or stalemated.
        return Ok(position.checkers().is_empty());
    }
    while let Some(best) = (first..search.moves.len()).max_by_key(|&i| search.moves[i].score) {
        let mv = search.moves.swap_remove(best).mv;
        if killers.0.contains(&Some(mv)) && order::surely_legal::<R, I>(position, mv) {
            continue; // tried already
        }
        meter.count()?;
        if one::mating_move::<R, I>(&position.play(mv)).is_none() {
            search.last_defences[us as usize].push(mv);
            search.history.reward(us, position.board().role_on(mv.from()), mv, 1);
            return Ok(true);
        }
    }
    Ok(false)
}
