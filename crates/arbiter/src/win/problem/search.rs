//! The exhaustive search for the other aims: what can be said of a node at once.

use crate::attacks::{Isa, Task};
use crate::board::Move;
use crate::limits::{Meter, Reached};
use crate::position::Position;
use crate::rules::{Pawns, Rules};
use crate::win::exhaust::{Look, Search, Works};
use crate::win::mate::last_moves::one;
use crate::win::mate::memory::SearchMemory;
use crate::win::mate::order;
use crate::win::mate::table::{Place, UNKNOWN};
use crate::win::stipulation::Aim;

use super::last_move::{is_forced, self_mating_move, stalemating_move};
use super::replies::{Replies, without_a_move};

/// The search for one aim.
pub(super) type ProblemSearch<R> = Search<R, Aim>;

impl<R: Rules> Works<R> for Aim {
    // Of games without pawns few problems are asked: they are not worth the time to compile it twice.
    const PORTABLE_ONLY: bool = R::PORTABLE_ONLY || matches!(R::PAWNS, Pawns::None);

    #[inline(always)]
    fn look<I: Isa>(
        self,
        memory: &mut SearchMemory,
        meter: &mut Meter,
        position: &Position<R>,
        moves: u32,
    ) -> Result<Look, Reached> {
        meter.count()?;
        if moves <= 1 {
            let mv = if moves == 1 { last_move::<R, I>(self, memory, position) } else { None };
            return Ok(Look::Decided(mv));
        }
        let place = Place::of(position);
        let mut bounds = memory.table.get(&place);
        if bounds.mate <= moves && bounds.best.is_some() {
            return Ok(Look::Decided(bounds.best));
        }
        if bounds.none >= moves {
            return Ok(Look::Decided(None));
        }
        if bounds.none == 0 {
            if self == Aim::Reflexmate && one::mating_move::<R, I>(position).is_some() {
                // It has to mate, now and whenever it comes here.
                memory.table.none(&place, UNKNOWN, 0);
                return Ok(Look::Decided(None));
            }
            if let Some(mv) = last_move::<R, I>(self, memory, position) {
                memory.table.mate(&place, 1, Some(mv), 0);
                return Ok(Look::Decided(Some(mv)));
            }
            bounds.none = 1;
        }
        Ok(Look::Open(place, bounds))
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
        if self == Aim::Reflexmate && one::mating_move::<R, I>(position).is_some() {
            return Ok(Some(true));
        }
        Ok(match left {
            0 => Some(match self {
                Aim::Mate => one::is_mated::<R, I>(position),
                Aim::Stalemate => position.checkers().is_empty() && !I::call(one::HasMove(position)),
                Aim::Selfmate => is_forced::<R, I>(position),
                Aim::Reflexmate => false,
            }),
            1 => Some(!I::call(Refutes { aim: self, memory, meter, position })?),
            _ => match memory.list_replies::<R, I>(self, position, left) {
                Replies::Reached => Some(true),
                Replies::Refute => Some(false),
                Replies::Listed => None,
            },
        })
    }
}

/// The attacker has one move left: one that reaches the aim. Of a reflexmate only if it cannot mate itself.
#[inline(always)]
fn last_move<R: Rules, I: Isa>(aim: Aim, memory: &mut SearchMemory, position: &Position<R>) -> Option<Move> {
    I::call(LastMove { aim, memory, position })
}

struct LastMove<'a, R: Rules> {
    aim: Aim,
    memory: &'a mut SearchMemory,
    position: &'a Position<R>,
}

impl<R: Rules> Task for LastMove<'_, R> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<Move> {
        let LastMove { aim, memory, position } = self;
        match aim {
            Aim::Mate => one::mating_move::<R, I>(position),
            Aim::Stalemate => stalemating_move::<R, I>(position),
            Aim::Selfmate => self_mating_move::<R, I>(position),
            Aim::Reflexmate => {
                if one::mating_move::<R, I>(position).is_some() {
                    return None;
                }
                let first = memory.moves.len();
                memory.list_attack::<R, I>(position, 1, None);
                let mut moves = memory.moves.drain(first..).map(|ranked| ranked.mv);
                moves.find(|&mv| one::mating_move::<R, I>(&position.play(mv)).is_some())
            }
        }
    }
}

/// Whether a reply of the defender leaves the attacker, who has one move left, no way to the aim.
struct Refutes<'a, R: Rules> {
    aim: Aim,
    memory: &'a mut SearchMemory,
    meter: &'a mut Meter,
    position: &'a Position<R>,
}

impl<R: Rules> Task for Refutes<'_, R> {
    type Output = Result<bool, Reached>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<bool, Reached> {
        let Refutes { aim, memory, meter, position } = self;
        let us = position.turn();
        // The replies that refuted lately, before all are listed.
        let killers = memory.last_defences[us as usize];
        for &mv in killers.0.iter().flatten() {
            if order::surely_legal::<R, I>(position, mv) {
                meter.count()?;
                if !is_answered::<R, I>(aim, memory, &position.play(mv)) {
                    return Ok(true);
                }
            }
        }
        let first = memory.moves.len();
        memory.list_last_replies::<R, I>(position);
        if memory.moves.len() == first {
            return Ok(matches!(without_a_move(aim, position), Replies::Refute));
        }
        let mut refuted = false;
        for index in first..memory.moves.len() {
            let mv = memory.moves[index].mv;
            if killers.0.contains(&Some(mv)) && order::surely_legal::<R, I>(position, mv) {
                continue;
            }
            if let Err(limit) = meter.count() {
                memory.moves.truncate(first);
                return Err(limit);
            }
            if !is_answered::<R, I>(aim, memory, &position.play(mv)) {
                memory.last_defences[us as usize].push(mv);
                memory.history.reward(us, position.board().role_on(mv.from()), mv, 1);
                refuted = true;
                break;
            }
        }
        memory.moves.truncate(first);
        Ok(refuted)
    }
}

/// Whether a reply of the defender, just made, reaches the aim itself or lets the attacker do it with one
/// move more.
#[inline(always)]
fn is_answered<R: Rules, I: Isa>(aim: Aim, memory: &mut SearchMemory, next: &Position<R>) -> bool {
    aim == Aim::Selfmate && one::is_mated::<R, I>(next) || last_move::<R, I>(aim, memory, next).is_some()
}
