//! From ranks to moves.

use super::{PawnEvent, PawnId, PawnStep, Planner, first_rank, forward, last_rank};
use crate::board::Square;
use crate::reach::facts::columns::PawnFate;

impl Planner {
    /// The moves of the pawns, in order.
    pub(super) fn steps(&self, ranks: &[[i8; 16]]) -> Vec<PawnStep> {
        let mut pawns = PawnsNow::new();
        self.lose_taken(&mut pawns);
        for (slot, (columns, ranks)) in self.history.iter().zip(ranks).enumerate() {
            // Who is gone from the columns has promoted: it runs to the last rank.
            let waiting = pawns.advance_all(|pawn, file| {
                let is_present = columns[usize::from(file)].place(pawn).is_some();
                Some(if is_present { ranks[usize::from(pawn)] } else { last_rank(pawn) })
            });
            debug_assert!(waiting.is_empty(), "pawns pass: {waiting:?} {:?}", self.events);
            let Some(&event) = self.events.get(slot) else { break };
            pawns.capture(event);
        }
        // To where they stand.
        pawns.advance_all(|pawn, _| match self.fates[usize::from(pawn)] {
            PawnFate::Stands { square, .. } => Some(square.rank() as i8),
            _ => None,
        });
        pawns.steps
    }

    /// Those that pieces take first of all: after two steps into the open, where every piece can take them
    /// (and the pieces behind them come out), or otherwise as chance has it.
    fn lose_taken(&self, pawns: &mut PawnsNow) {
        let mut random = self.seed;
        for pawn in (0..16).filter(|&pawn| self.taken >> pawn & 1 == 1) {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let steps = if self.seed == 0 { 2 } else { (random >> 33) % 4 };
            pawns.advance(pawn, first_rank(pawn) + steps as i8 * forward(pawn));
            pawns.lose(pawn);
        }
    }
}

/// Where the pawns are after the steps so far.
struct PawnsNow {
    file: [u8; 16],
    rank: [i8; 16],
    on_board: [bool; 16],
    steps: Vec<PawnStep>,
}

impl PawnsNow {
    fn new() -> PawnsNow {
        PawnsNow {
            file: std::array::from_fn(|pawn| pawn as u8 % 8),
            rank: std::array::from_fn(|pawn| first_rank(pawn as PawnId)),
            on_board: [true; 16],
            steps: Vec::new(),
        }
    }

    fn square(&self, pawn: PawnId) -> Square {
        at(self.file[usize::from(pawn)], self.rank[usize::from(pawn)])
    }

    /// Whether another pawn of its file is in the way of a pawn to a rank, or stands there.
    fn is_blocked(&self, pawn: PawnId, goal: i8) -> bool {
        let pawn = usize::from(pawn);
        let (file, from) = (self.file[pawn], self.rank[pawn]);
        (0..16).any(|other| {
            let rank = self.rank[other];
            other != pawn
                && self.on_board[other]
                && self.file[other] == file
                && rank != from
                && (from.min(goal)..=from.max(goal)).contains(&rank)
        })
    }

    /// Straight moves of a pawn, the double step where it can be.
    fn advance(&mut self, pawn: PawnId, goal: i8) {
        let (file, mut rank) = (self.file[usize::from(pawn)], self.rank[usize::from(pawn)]);
        while rank != goal {
            let (first, forward) = if goal > rank { (1, 1) } else { (6, -1) };
            let may_jump = rank == first && rank.abs_diff(goal) >= 2;
            let next = rank + forward * if may_jump { 2 } else { 1 };
            self.steps.push(PawnStep::Push { from: at(file, rank), to: at(file, next) });
            rank = next;
        }
        self.put(pawn, file, rank);
    }

    /// All pawns on the board go to their goals, of which `goal` knows by pawn and file, each when nothing on
    /// its file is in its way. Order on a file never changes, so this ends; who is still in another's way
    /// then is returned.
    fn advance_all(&mut self, goal: impl Fn(PawnId, u8) -> Option<i8>) -> Vec<PawnId> {
        let mut waiting: Vec<PawnId> = (0..16).filter(|&pawn| self.on_board[usize::from(pawn)]).collect();
        loop {
            let before = waiting.len();
            waiting.retain(|&pawn| {
                let Some(goal) = goal(pawn, self.file[usize::from(pawn)]) else { return false };
                let is_blocked = self.is_blocked(pawn, goal);
                if !is_blocked {
                    self.advance(pawn, goal);
                }
                is_blocked
            });
            if waiting.is_empty() || waiting.len() == before {
                return waiting;
            }
        }
    }

    fn capture(&mut self, event: PawnEvent) {
        let PawnEvent { pawn, victim, to_file } = event;
        let from = self.square(pawn);
        self.put(pawn, to_file, self.rank[usize::from(pawn)] + forward(pawn));
        self.steps.push(PawnStep::Capture { from, to: self.square(pawn), pawn: victim.is_some() });
        if let Some(victim) = victim {
            self.on_board[usize::from(victim)] = false;
        }
    }

    /// A piece takes a pawn.
    fn lose(&mut self, pawn: PawnId) {
        self.on_board[usize::from(pawn)] = false;
        self.steps.push(PawnStep::Taken { square: self.square(pawn) });
    }

    /// On the last rank it is a pawn no more.
    fn put(&mut self, pawn: PawnId, file: u8, rank: i8) {
        (self.file[usize::from(pawn)], self.rank[usize::from(pawn)]) = (file, rank);
        if rank == last_rank(pawn) {
            self.on_board[usize::from(pawn)] = false;
        }
    }
}

fn at(file: u8, rank: i8) -> Square {
    Square::at(file, rank as u8)
}
