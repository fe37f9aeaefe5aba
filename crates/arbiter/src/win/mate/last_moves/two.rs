//! The last two moves, where nearly all the time goes: every move of the attacker is met by a reply that
//! leaves no mating move, and most by the same reply.

use crate::attacks::{Isa, Task};
use crate::board::{Move, Role};
use crate::limits::{Meter, Reached};
use crate::position::Position;
use crate::rules::Rules;

use super::blanket::Blanket;
use super::one;
use crate::win::exhaust::Look;
use crate::win::mate::candidates::ListMoves;
use crate::win::mate::memory::{RankedMove, SearchMemory, work};
use crate::win::mate::order;
use crate::win::mate::table::Place;

/// A move with which the attacker, to move, mates within two, if there is one. (It may mate at once.)
/// The enemy king must not be attacked already.
#[inline(always)]
pub(in crate::win::mate) fn mating_move<R: Rules, I: Isa>(
    memory: &mut SearchMemory,
    meter: &mut Meter,
    position: &Position<R>,
) -> Result<Option<Move>, Reached> {
    let first = memory.moves.len();
    let found = I::call(TryAll { memory, meter, position });
    memory.moves.truncate(first);
    found
}

/// Whether the attacker, to move, mates within `moves`, by the table and the last two moves. The enemy king
/// must not be attacked already.
#[inline(always)]
pub(in crate::win::mate) fn look<R: Rules, I: Isa>(
    memory: &mut SearchMemory,
    meter: &mut Meter,
    position: &Position<R>,
    moves: u32,
) -> Result<Look, Reached> {
    meter.count()?;
    if moves <= 1 {
        return Ok(Look::Decided(one::mating_move::<R, I>(position).filter(|_| moves == 1)));
    }
    let began = meter.effort_nodes();
    let place = Place::of(position);
    let mut bounds = memory.table.get(&place);
    if bounds.mate <= moves && bounds.best.is_some() {
        return Ok(Look::Decided(bounds.best));
    }
    if bounds.none >= moves {
        return Ok(Look::Decided(None));
    }
    if bounds.none == 0 {
        if let Some(mv) = one::mating_move::<R, I>(position) {
            memory.table.mate(&place, 1, Some(mv), 0);
            return Ok(Look::Decided(Some(mv)));
        }
        bounds.none = 1;
    }
    if bounds.none == 1 {
        if let Some(mv) = mating_move::<R, I>(memory, meter, position)? {
            memory.table.mate(&place, 2, Some(mv), work(meter, began));
            return Ok(Look::Decided(Some(mv)));
        }
        bounds.none = 2;
        memory.table.none(&place, 2, work(meter, began));
        if moves == 2 {
            return Ok(Look::Decided(None));
        }
    }
    Ok(Look::Open(place, bounds))
}

struct TryAll<'a, R: Rules> {
    memory: &'a mut SearchMemory,
    meter: &'a mut Meter,
    position: &'a Position<R>,
}

impl<R: Rules> Task for TryAll<'_, R> {
    type Output = Result<Option<Move>, Reached>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        try_all::<R, I>(self.memory, self.meter, self.position)
    }
}

#[inline(always)]
fn try_all<R: Rules, I: Isa>(
    memory: &mut SearchMemory,
    meter: &mut Meter,
    position: &Position<R>,
) -> Result<Option<Move>, Reached> {
    let first = memory.moves.len();
    I::call(ListMoves { position, moves: &mut memory.moves });
    // Most of them are refuted by one and the same reply.
    let killers = memory.last_defences[!position.turn() as usize];
    for reply in killers.0.into_iter().flatten() {
        if I::call(Sweep { position, reply, moves: &mut memory.moves, first }) {
            meter.count()?;
            break;
        }
    }
    memory.rank_attack::<R, I>(position, 2, None, first);
    let last = memory.moves.len();
    for index in first..last {
        let mv = memory.moves[index].mv;
        if !refutes::<R, I>(memory, meter, &position.play(mv))? {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}

/// Whether the defender, to move, can avoid being mated now or with the attacker's next move.
#[inline(always)]
pub(in crate::win::mate) fn refutes<R: Rules, I: Isa>(
    memory: &mut SearchMemory,
    meter: &mut Meter,
    position: &Position<R>,
) -> Result<bool, Reached> {
    meter.count()?;
    let us = position.turn();
    let killers = memory.last_defences[us as usize];
    for mv in killers.0.into_iter().flatten() {
        if order::surely_legal::<R, I>(position, mv) && one::mating_move::<R, I>(&position.play(mv)).is_none()
        {
            memory.last_defences[us as usize].push(mv);
            return Ok(true);
        }
    }
    I::call(TryReplies { memory, meter, position })
}

struct TryReplies<'a, R: Rules> {
    memory: &'a mut SearchMemory,
    meter: &'a mut Meter,
    position: &'a Position<R>,
}

impl<R: Rules> Task for TryReplies<'_, R> {
    type Output = Result<bool, Reached>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        let TryReplies { memory, meter, position } = self;
        let first = memory.moves.len();
        let refutation = try_replies::<R, I>(memory, meter, position);
        memory.moves.truncate(first);
        refutation
    }
}

#[inline(always)]
fn try_replies<R: Rules, I: Isa>(
    memory: &mut SearchMemory,
    meter: &mut Meter,
    position: &Position<R>,
) -> Result<bool, Reached> {
    let us = position.turn();
    let killers = memory.last_defences[us as usize];
    let first = memory.moves.len();
    let (moves, history) = (&mut memory.moves, &memory.history);
    let enemy = position.board().color(!us);
    I::call(ListMoves { position, moves });
    for choice in &mut moves[first..] {
        let role = position.board().role_on(choice.mv.from());
        choice.score = history.of(us, role, choice.mv) + (u32::from(enemy.has(choice.mv.to())) << 6);
    }
    if moves.len() == first {
        // Mated, or stalemated.
        return Ok(position.checkers().is_empty());
    }
    while let Some(best) = (first..memory.moves.len()).max_by_key(|&i| memory.moves[i].score) {
        let mv = memory.moves.swap_remove(best).mv;
        if killers.0.contains(&Some(mv)) && order::surely_legal::<R, I>(position, mv) {
            continue; // tried already
        }
        meter.count()?;
        if one::mating_move::<R, I>(&position.play(mv)).is_none() {
            memory.last_defences[us as usize].push(mv);
            memory.history.reward(us, position.board().role_on(mv.from()), mv, 1);
            return Ok(true);
        }
    }
    Ok(false)
}

/// Strikes out the moves listed from `first` on that one reply refutes.
struct Sweep<'a, R: Rules> {
    position: &'a Position<R>,
    reply: Move,
    moves: &'a mut Vec<RankedMove>,
    first: usize,
}

impl<R: Rules> Task for Sweep<'_, R> {
    /// Whether it could be asked about this reply.
    type Output = bool;

    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        let Sweep { position, reply, moves, first } = self;
        let Some(mut blanket) = Blanket::new::<I>(position, reply) else { return false };
        let pawns = position.board().role(Role::Pawn);
        let (mut kept, mut index) = (first, first);
        while index < moves.len() {
            let from = moves[index].mv.from();
            let run = moves[index..].iter().take_while(|choice| choice.mv.from() == from).count();
            // To look at a man costs as much as to try a move or two.
            let few = run < 3 || pawns.has(from);
            for index in index..index + run {
                let choice = moves[index];
                if few || !blanket.refutes::<I>(choice.mv) {
                    moves[kept] = choice;
                    kept += 1;
                }
            }
            index += run;
        }
        moves.truncate(kept);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::with_best_isa;
    use crate::board::Bitboard;
    use crate::format::fen;
    use crate::moves::legal_moves;
    use crate::rules::{Pawnless, Standard};

    /// Whatever is struck out is refuted by the reply: on positions from random play, for every move the
    /// defender could make if it were to move.
    fn strikes_are_refuted<R: Rules>(start: &str, games: usize) -> usize {
        let mut chance = 7u64;
        let mut below = |n: usize| {
            chance = chance.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            (chance >> 33) as usize % n
        };
        let mut struck = 0;
        for _ in 0..games {
            let mut position = fen::position::<R>(start).unwrap();
            for ply in 0..160 {
                let moves = legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                let them = position.board().color(!position.turn());
                for _ in 0..if ply > 60 { 12 } else { 0 } {
                    let squares: Vec<_> = them.collect();
                    let from = squares[below(squares.len())];
                    let to = Bitboard::FULL.into_iter().nth(below(64)).unwrap();
                    let mut left: Vec<RankedMove> =
                        moves.iter().map(|&mv| RankedMove { score: 0, mv }).collect();
                    let reply = Move::new(from, to);
                    let sweep = Sweep { position: &position, reply, moves: &mut left, first: 0 };
                    if !with_best_isa(sweep) {
                        continue;
                    }
                    for &mv in moves.iter().filter(|&&mv| !left.iter().any(|choice| choice.mv == mv)) {
                        let text = fen::write::<R>(&position.to_setup());
                        let next = position.play(mv);
                        assert!(legal_moves(&next).contains(&reply), "{text} {mv} {reply}");
                        let last = next.play(reply);
                        let mates = |mv: &Move| {
                            let end = last.play(*mv);
                            end.checkers().has_any() && legal_moves(&end).is_empty()
                        };
                        assert!(!legal_moves(&last).iter().any(mates), "{text} {mv} {reply}");
                        struck += 1;
                    }
                }
                position = position.play(moves[below(moves.len())]);
            }
        }
        struck
    }

    #[test]
    fn what_one_reply_refutes_at_once_it_refutes() {
        assert!(strikes_are_refuted::<Standard>(fen::START, 200) > 20_000);
        // Where mates are near.
        let bare = "4k3/8/8/8/8/8/8/RNBQKBNR w - - 0 1";
        assert!(strikes_are_refuted::<Pawnless>(bare, 200) > 20_000);
        let pawns = "4k3/pppp4/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
        assert!(strikes_are_refuted::<Standard>(pawns, 200) > 20_000);
    }
}
