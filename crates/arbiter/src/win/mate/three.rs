//! The last three moves, with the defender to move: the same few replies refute most tries, so these come first where
//! they leave the attacker few moves; otherwise the reply that leaves fewest.

use crate::attacks::{Isa, Task};
use crate::limits::{Meter, Reached};
use crate::position::Position;
use crate::rules::Rules;

use super::candidates::Replies;
use super::order::{mobility, surely_legal};
use super::search::Search;

/// Whether the defender, to move, can avoid being mated with the attacker's next two moves.
///
/// Here it costs less to look for mates in two than to ask the table about every reply first.
pub(super) struct Refutes<'a, R: Rules> {
    pub(super) search: &'a mut Search<R>,
    pub(super) meter: &'a mut Meter,
    pub(super) position: &'a Position<R>,
}

/// Where the attacker has more moves it pays to compare all replies first.
const FEW: u32 = 20;

impl<R: Rules> Task for Refutes<'_, R> {
    type Output = Result<bool, Reached>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        let Refutes { search, meter, position } = self;
        let us = position.turn();
        let killers = search.defences_of_three[us as usize];
        for mv in killers.0.into_iter().flatten().filter(|&mv| surely_legal::<R, I>(position, mv)) {
            let next = position.play(mv);
            if mobility::<R, I>(&next) <= FEW && !search.mates_in_two::<I>(meter, &next)? {
                search.defences_of_three[us as usize].push(mv);
                return Ok(true);
            }
        }
        let first = search.moves.len();
        let refutes = match search.list_defence::<I>(position, 2) {
            Replies::Mated => Ok(false),
            Replies::Refute => Ok(true),
            Replies::Listed => search.refutes_among::<I>(meter, position, first),
        };
        search.moves.truncate(first);
        refutes
    }
}

impl<R: Rules> Search<R> {
    /// Whether one of the replies listed from `first` on leaves the attacker no mate in two.
    #[inline(always)]
    fn refutes_among<I: Isa>(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        first: usize,
    ) -> Result<bool, Reached> {
        let us = position.turn();
        for index in first..self.moves.len() {
            let mv = self.moves[index].mv;
            if !self.mates_in_two::<I>(meter, &position.play(mv))? {
                self.defences_of_three[us as usize].push(mv);
                self.history.reward(us, position.board().role_on(mv.from()), mv, 4);
                return Ok(true);
            }
        }
        Ok(false)
    }

    #[inline(always)]
    fn mates_in_two<I: Isa>(&mut self, meter: &mut Meter, position: &Position<R>) -> Result<bool, Reached> {
        struct MatesInTwo<'a, R: Rules>(&'a mut Search<R>, &'a mut Meter, &'a Position<R>);
        impl<R: Rules> Task for MatesInTwo<'_, R> {
            type Output = Result<bool, Reached>;

            #[inline(always)]
            fn run<I: Isa>(self) -> Self::Output {
                let decided = self.0.enter_attacker::<I>(self.1, self.2, 2)?;
                Ok(decided.is_some_and(|decided| decided.holds))
            }
        }
        I::call(MatesInTwo(self, meter, position))
    }
}
