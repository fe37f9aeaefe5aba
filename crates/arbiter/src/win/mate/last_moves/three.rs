//! The last three moves, with the defender to move: the same few replies refute most tries, so these come
//! first where they leave the attacker few moves; otherwise the reply that leaves fewest.

use crate::attacks::{Isa, Task};
use crate::limits::{Meter, Reached};
use crate::position::Position;
use crate::rules::Rules;

use crate::win::mate::candidates::Replies;
use crate::win::mate::memory::SearchMemory;
use crate::win::mate::order::{mobility, surely_legal};

use super::two;
use crate::win::exhaust::Look;

/// Whether the defender, to move, can avoid being mated with the attacker's next two moves.
///
/// Here it costs less to look for mates in two than to ask the table about every reply first.
pub(in crate::win::mate) struct Refutes<'a, R: Rules> {
    pub(in crate::win::mate) memory: &'a mut SearchMemory,
    pub(in crate::win::mate) meter: &'a mut Meter,
    pub(in crate::win::mate) position: &'a Position<R>,
}

/// Where the attacker has more moves it pays to compare all replies first.
const FEW: u32 = 20;

impl<R: Rules> Task for Refutes<'_, R> {
    type Output = Result<bool, Reached>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        let Refutes { memory, meter, position } = self;
        let us = position.turn();
        let killers = memory.defences_of_three[us as usize];
        for mv in killers.0.into_iter().flatten().filter(|&mv| surely_legal::<R, I>(position, mv)) {
            let next = position.play(mv);
            if mobility::<R, I>(&next) <= FEW && !mates_in_two::<R, I>(memory, meter, &next)? {
                memory.defences_of_three[us as usize].push(mv);
                return Ok(true);
            }
        }
        let first = memory.moves.len();
        let refutes = match memory.list_defence::<R, I>(position, 2) {
            Replies::Mated => Ok(false),
            Replies::Refute => Ok(true),
            Replies::Listed => refutes_among::<R, I>(memory, meter, position, first),
        };
        memory.moves.truncate(first);
        refutes
    }
}

/// Whether one of the replies listed from `first` on leaves the attacker no mate in two.
#[inline(always)]
fn refutes_among<R: Rules, I: Isa>(
    memory: &mut SearchMemory,
    meter: &mut Meter,
    position: &Position<R>,
    first: usize,
) -> Result<bool, Reached> {
    let us = position.turn();
    for index in first..memory.moves.len() {
        let mv = memory.moves[index].mv;
        if !mates_in_two::<R, I>(memory, meter, &position.play(mv))? {
            memory.defences_of_three[us as usize].push(mv);
            memory.history.reward(us, position.board().role_on(mv.from()), mv, 4);
            return Ok(true);
        }
    }
    Ok(false)
}

#[inline(always)]
fn mates_in_two<R: Rules, I: Isa>(
    memory: &mut SearchMemory,
    meter: &mut Meter,
    position: &Position<R>,
) -> Result<bool, Reached> {
    I::call(MatesInTwo { memory, meter, position })
}

struct MatesInTwo<'a, R: Rules> {
    memory: &'a mut SearchMemory,
    meter: &'a mut Meter,
    position: &'a Position<R>,
}

impl<R: Rules> Task for MatesInTwo<'_, R> {
    type Output = Result<bool, Reached>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        let MatesInTwo { memory, meter, position } = self;
        Ok(matches!(two::look::<R, I>(memory, meter, position, 2)?, Look::Decided(Some(_))))
    }
}
