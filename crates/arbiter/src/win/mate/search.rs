//! The exhaustive search for mates: what can be said of a node at once.

use crate::attacks::Isa;
use crate::limits::{Meter, Reached};
use crate::position::Position;
use crate::rules::Rules;
use crate::win::exhaust::{Look, Search, Works};

use super::candidates::Replies;
use super::last_moves::{one, three, two};
use super::memory::SearchMemory;

/// The exhaustive search for mates.
pub(super) type MateSearch<R> = Search<R, Mating>;

/// The attacker is to mate.
#[derive(Clone, Copy)]
pub(super) struct Mating;

impl<R: Rules> Works<R> for Mating {
    const PORTABLE_ONLY: bool = R::PORTABLE_ONLY;

    #[inline(always)]
    fn look<I: Isa>(
        self,
        memory: &mut SearchMemory,
        meter: &mut Meter,
        position: &Position<R>,
        moves: u32,
    ) -> Result<Look, Reached> {
        let look = two::look::<R, I>(memory, meter, position, moves)?;
        if let Look::Open(place, _) = &look
            && let Some(known) = memory.ending(position, place, moves)
        {
            return Ok(Look::Decided(known.map(|(mv, _)| mv)));
        }
        Ok(look)
    }

    #[inline(always)]
    fn look_at_replies<I: Isa>(
        self,
        memory: &mut SearchMemory,
        meter: &mut Meter,
        position: &Position<R>,
        left: u32,
    ) -> Result<Option<bool>, Reached> {
        meter.count()?;
        Ok(match left {
            0 => Some(one::is_mated::<R, I>(position)),
            1 => Some(!two::refutes::<R, I>(memory, meter, position)?),
            2 => Some(!I::call(three::Refutes { memory, meter, position })?),
            _ => match memory.list_defence::<R, I>(position, left) {
                Replies::Mated => Some(true),
                Replies::Refute => Some(false),
                Replies::Listed => None,
            },
        })
    }
}
