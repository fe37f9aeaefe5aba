//! The order of a plan's steps: which of them could as well be done in another, and what order helps the
//! pieces.

use crate::board::{Bitboard, Square};
use crate::reach::proof_game::PawnStep;
use crate::reach::proof_game::chance::Chance;

/// In what order steps are done that do not depend on each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum StepOrder {
    /// As they were planned: who can promote does so at once.
    Planned,
    /// First the captures and what leads to them, while the other pawns still protect their kings; then pawn
    /// by pawn.
    ByPawn,
    /// The same, then all pawns side by side.
    SideBySide,
    /// As chance has it.
    Any,
    /// Promotions first, those that need fewest captures before others: whoever promotes can be captured.
    Promotions,
}

impl StepOrder {
    /// Another order for every try, those more often that do best.
    pub(in super::super) const fn of_try(number: u64) -> StepOrder {
        match number % 6 {
            0 | 2 => StepOrder::ByPawn,
            1 | 3 => StepOrder::SideBySide,
            4 => StepOrder::Planned,
            _ => StepOrder::Any,
        }
    }
}

/// The squares that a step needs: two steps that share none can be done in either order.
fn squares(step: &PawnStep) -> Bitboard {
    match *step {
        PawnStep::Push { from, to } => {
            let over = Square::wrap((from.index() as u8 + to.index() as u8) / 2);
            let between = if from.rank().abs_diff(to.rank()) == 2 { over.bb() } else { Bitboard::EMPTY };
            from.bb() | to.bb() | between
        }
        PawnStep::Capture { from, to, .. } => from.bb() | to.bb(),
        PawnStep::EnPassant { from, to } => from.bb() | to.bb() | Square::at(to.file(), from.rank()).bb(),
        PawnStep::Taken { square } => square.bb(),
    }
}

/// The steps in another order, which the pawns can do as well: what needs the same squares keeps its order.
pub(in super::super) fn reordered(
    steps: &[PawnStep],
    order: StepOrder,
    chance: &mut Chance,
) -> Vec<PawnStep> {
    let n = steps.len();
    // Sixteen pawns never make so many steps.
    if order == StepOrder::Planned || n > 128 {
        return steps.to_vec();
    }
    let needs: Vec<Bitboard> = steps.iter().map(squares).collect();
    // A bit for each step that has to come before.
    let before: Vec<u128> = (0..n)
        .map(|i| (0..i).filter(|&j| (needs[i] & needs[j]).has_any()).fold(0, |set, j| set | 1 << j))
        .collect();
    // The first capture that waits for each step, and the last step of all that do: most often its pawn's
    // promotion.
    let is_push = |i: usize| matches!(steps[i], PawnStep::Push { .. });
    let mut capture: Vec<usize> = (0..n).map(|i| if is_push(i) { usize::MAX } else { i }).collect();
    let mut last: Vec<usize> = (0..n).collect();
    for i in (0..n).rev() {
        for j in (0..i).filter(|&j| before[i] >> j & 1 == 1) {
            capture[j] = capture[j].min(capture[i]);
            last[j] = last[j].max(last[i]);
        }
    }
    let turn = match order {
        StepOrder::Promotions => promotion_turns(steps, &before, chance),
        _ => vec![0; n],
    };
    let whims: Vec<u64> = (0..n).map(|_| chance.next()).collect();
    let key = |&i: &usize| match order {
        StepOrder::ByPawn => (capture[i], whims[last[i]], i),
        StepOrder::SideBySide => (capture[i], whims[i], i),
        StepOrder::Planned | StepOrder::Any => (0, whims[i], i),
        StepOrder::Promotions => (turn[i], capture[i] as u64, i),
    };
    let mut done = 0_u128;
    let mut result = Vec::with_capacity(n);
    while let Some(next) = (0..n).filter(|&i| done >> i & 1 == 0 && before[i] & !done == 0).min_by_key(key) {
        done |= 1 << next;
        result.push(steps[next]);
    }
    result
}

/// For each step with the promotion that it leads to: in which turn that comes, those first that need fewest
/// captures of pieces. Other steps come after all of them.
fn promotion_turns(steps: &[PawnStep], before: &[u128], chance: &mut Chance) -> Vec<usize> {
    let n = steps.len();
    let has = |set: u128, i: usize| set >> i & 1 == 1;
    let promotes = |&i: &usize| match steps[i] {
        PawnStep::Push { to, .. } | PawnStep::Capture { to, .. } => matches!(to.rank(), 0 | 7),
        PawnStep::EnPassant { .. } | PawnStep::Taken { .. } => false,
    };
    let with_all_before = |last: usize| {
        (0..last).rev().fold(1 << last | before[last], |set, i| set | if has(set, i) { before[i] } else { 0 })
    };
    let takes_piece = |&i: &usize| matches!(steps[i], PawnStep::Capture { pawn: false, .. });
    let pieces = (0..n).filter(takes_piece).fold(0_u128, |set, i| set | 1 << i);
    let mut waiting: Vec<(u128, u64)> =
        (0..n).filter(promotes).map(|i| (with_all_before(i), chance.below(2) as u64)).collect();
    let mut turns = vec![n; n];
    let mut done = 0_u128;
    for turn in 0..waiting.len() {
        let cost = |&(set, whim): &(u128, u64)| u64::from((set & pieces & !done).count_ones()) + whim;
        let Some(next) = (0..waiting.len()).min_by_key(|&i| cost(&waiting[i])) else { break };
        let (set, _) = waiting.swap_remove(next);
        for i in (0..n).filter(|&i| has(set & !done, i)) {
            turns[i] = turn;
        }
        done |= set;
    }
    turns
}
