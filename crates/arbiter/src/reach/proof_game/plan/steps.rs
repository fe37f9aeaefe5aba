//! From ranks to moves.

use super::{PawnEvent, PawnId, PawnStep, Planner, side};
use crate::board::Square;
use crate::reach::facts::columns::PawnFate;

impl Planner {
    /// The moves of the pawns, in order.
    pub(super) fn steps(&self, ranks: &[[i8; 16]]) -> Vec<PawnStep> {
        let mut steps = Vec::new();
        let mut file: [u8; 16] = std::array::from_fn(|p| p as u8 % 8);
        let mut rank: [i8; 16] = std::array::from_fn(|p| if p < 8 { 1 } else { 6 });
        let mut on_board: [bool; 16] = std::array::from_fn(|p| self.taken >> p & 1 == 0);
        // Two steps into the open, where every piece can take it (and the pieces behind it come out), or
        // otherwise as chance has it.
        let mut random = self.seed;
        for pawn in (0..16).filter(|&p| !on_board[p]) {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let forth = if self.seed == 0 { 2 } else { (random >> 33) % 4 };
            let goal = if pawn < 8 { 1 + forth as i8 } else { 6 - forth as i8 };
            push(&mut steps, file[pawn], rank[pawn], goal);
            steps.push(PawnStep::Taken { square: at(file[pawn], goal) });
        }
        for (slot, (columns, ranks)) in self.history.iter().zip(ranks).enumerate() {
            // Who is gone from the columns has promoted: it runs to the last rank.
            let present =
                |pawn: PawnId, file: &[u8; 16]| columns[file[pawn as usize] as usize].place(pawn).is_some();
            let mut pending: Vec<PawnId> = (0..16u8).filter(|&p| on_board[p as usize]).collect();
            // A pawn goes when nothing on its file is in its way; order on a file never changes, so this
            // ends.
            loop {
                let before = pending.len();
                pending.retain(|&pawn| {
                    let goal = if !present(pawn, &file) {
                        if side(pawn) == 0 { 7 } else { 0 }
                    } else {
                        ranks[pawn as usize]
                    };
                    let (from, f) = (rank[pawn as usize], file[pawn as usize]);
                    let blocked = (0..16u8).any(|o| {
                        let (r, at) = (rank[o as usize], file[o as usize]);
                        o != pawn
                            && on_board[o as usize]
                            && at == f
                            && r != from
                            && (r.min(goal.max(from)) == r)
                            && (r.max(goal.min(from)) == r)
                    });
                    if blocked {
                        return true;
                    }
                    push(&mut steps, f, from, goal);
                    rank[pawn as usize] = goal;
                    if !present(pawn, &file) {
                        on_board[pawn as usize] = false;
                    }
                    false
                });
                if pending.is_empty() || pending.len() == before {
                    break;
                }
            }
            debug_assert!(pending.is_empty(), "pawns pass: {pending:?} {:?}", self.events);
            let Some(&event) = self.events.get(slot) else { break };
            let PawnEvent { pawn, victim, to_file } = event;
            let p = pawn as usize;
            let next = rank[p] + if side(pawn) == 0 { 1 } else { -1 };
            steps.push(PawnStep::Capture {
                from: at(file[p], rank[p]),
                to: at(to_file, next),
                pawn: victim.is_some(),
            });
            (file[p], rank[p]) = (to_file, next);
            if let Some(victim) = victim {
                on_board[victim as usize] = false;
            }
            if next == 0 || next == 7 {
                on_board[p] = false;
            }
        }
        // To where they stand.
        let mut pending: Vec<PawnId> = (0..16u8).filter(|&p| on_board[p as usize]).collect();
        loop {
            let before = pending.len();
            pending.retain(|&pawn| {
                let PawnFate::Stands { square, .. } = self.fates[pawn as usize] else { return false };
                let (from, f, goal) = (rank[pawn as usize], file[pawn as usize], square.rank() as i8);
                let blocked = (0..16u8).any(|o| {
                    let r = rank[o as usize];
                    o != pawn
                        && on_board[o as usize]
                        && file[o as usize] == f
                        && r != from
                        && r >= from.min(goal)
                        && r <= from.max(goal)
                });
                if blocked {
                    return true;
                }
                push(&mut steps, f, from, goal);
                rank[pawn as usize] = goal;
                false
            });
            if pending.is_empty() || pending.len() == before {
                break;
            }
        }
        steps
    }
}

fn at(file: u8, rank: i8) -> Square {
    Square::at(file, rank as u8)
}

/// Straight moves of a pawn, the double step where it can be.
fn push(steps: &mut Vec<PawnStep>, file: u8, mut from: i8, goal: i8) {
    while from != goal {
        let (first, forward) = if goal > from { (1, 1) } else { (6, -1) };
        let step = if from == first && (goal - from).abs() >= 2 { 2 * forward } else { forward };
        steps.push(PawnStep::Push { from: at(file, from), to: at(file, from + step) });
        from += step;
    }
}
