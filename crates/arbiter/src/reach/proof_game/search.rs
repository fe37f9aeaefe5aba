//! The search: a beam of games that grow ply by ply, the most promising kept.

use std::collections::HashSet;
use std::marker::PhantomData;

use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Board, Color, Move, Role, Square};
use crate::limits::{Meter, Reached};
use crate::moves::{Legal, Sink, generate};
use crate::position::Position;
use crate::rules::Standard;

use super::approach::Approach;
use super::chance::Chance;
use super::script::Deed;
use super::task::{PlanTask, Share};

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamBounds {
    /// Games kept.
    pub(super) width: usize,
    /// Plies without progress after which to give up.
    pub(super) patience: usize,
}

/// The end of a game under construction.
#[derive(Clone, Copy)]
struct BeamPosition {
    position: Position<Standard>,
    /// What is left to do for either side.
    costs: [i32; 2],
    phase: usize,
    /// Where its last move is noted.
    trace: u32,
}

/// A move that leads to a node that may be kept.
#[derive(Clone, Copy)]
struct BeamCandidate {
    /// Cost with a little chance.
    key: i32,
    parent: u32,
    mv: Move,
    phase: u16,
    costs: [i32; 2],
}

/// How a beam ended.
pub(super) enum BeamEnd {
    /// The moves of the game.
    Found(Vec<Move>),
    /// So many steps were done, and the rest was still worth so much.
    Stuck {
        /// Steps of the plan that some game had done.
        steps: usize,
        /// What was left, in moves, about.
        left: i32,
    },
}

/// What a beam keeps from ply to ply.
pub(super) struct Beam<'a> {
    task: &'a PlanTask,
    approach: &'a Approach,
    chance: Chance,
    trace: Vec<(u32, Move)>,
    seen: HashSet<u64>,
}

/// A game's beginning.
const START: u32 = u32::MAX;

impl<'a> Beam<'a> {
    pub(super) fn new(task: &'a PlanTask, approach: &'a Approach, seed: u64) -> Beam<'a> {
        Beam { task, approach, chance: Chance::new(seed), trace: Vec::new(), seen: HashSet::new() }
    }

    /// Grows games from `start`.
    #[inline(always)]
    pub(super) fn run<I: Isa>(
        &mut self,
        start: &Position<Standard>,
        effort: BeamBounds,
        meter: &mut Meter,
    ) -> Result<BeamEnd, Reached> {
        let task = self.task;
        let costs = Color::BOTH.map(|side| task.share::<I>(start, 0, side).cost);
        let mut beam = vec![BeamPosition { position: *start, costs, phase: 0, trace: START }];
        if let Some(rest) = self.rest(&beam[0]) {
            return Ok(BeamEnd::Found(rest));
        }
        let mut next: Vec<BeamPosition> = Vec::new();
        let mut candidates: Vec<BeamCandidate> = Vec::new();
        let mut best = (i32::MAX, 0);
        let mut steps = 0;
        for ply in 0.. {
            candidates.clear();
            for (index, node) in beam.iter().enumerate() {
                meter.count()?;
                self.expand::<I>(node, index as u32, &mut candidates);
            }
            let enough = (2 * effort.width).min(candidates.len());
            if enough < candidates.len() {
                candidates.select_nth_unstable_by_key(enough, |candidate| candidate.key);
            }
            let chosen = &mut candidates[..enough];
            chosen.sort_unstable_by_key(|candidate| candidate.key);
            next.clear();
            for candidate in chosen {
                if next.len() == effort.width {
                    break;
                }
                let parent = &beam[candidate.parent as usize];
                let position = parent.position.play(candidate.mv);
                if !self.seen.insert(position.zobrist() ^ u64::from(candidate.phase) << 48) {
                    continue;
                }
                let trace = self.trace.len() as u32;
                self.trace.push((parent.trace, candidate.mv));
                let node = BeamPosition {
                    position,
                    costs: candidate.costs,
                    phase: usize::from(candidate.phase),
                    trace,
                };
                if let Some(rest) = self.rest(&node) {
                    let mut moves = self.moves(trace);
                    moves.extend(rest);
                    return Ok(BeamEnd::Found(moves));
                }
                steps = steps.max(node.phase);
                let cost = task.ahead(node.phase) + node.costs[0] + node.costs[1];
                if cost < best.0 {
                    best = (cost, ply);
                }
                next.push(node);
            }
            std::mem::swap(&mut beam, &mut next);
            if beam.is_empty() || ply > best.1 + effort.patience {
                break;
            }
        }
        Ok(BeamEnd::Stuck { steps, left: best.0 / super::task::MOVE })
    }

    /// The moves that led to a node.
    fn moves(&self, mut trace: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(&(before, mv)) = self.trace.get(trace as usize) {
            moves.push(mv);
            trace = before;
        }
        moves.reverse();
        moves
    }

    /// The moves from here to the target, if it is near.
    #[inline(always)]
    fn rest(&self, node: &BeamPosition) -> Option<Vec<Move>> {
        let BeamPosition { position, phase, .. } = node;
        let target = &self.task.target;
        if *phase < self.task.script.len()
            || position.castling(Color::White) | position.castling(Color::Black) != target.castling
        {
            return None;
        }
        let moves = self.approach.moves_from(position.board(), position.turn())?;
        // A double step must be forgotten by then.
        (position.en_passant().is_none() || !moves.is_empty()).then_some(moves)
    }

    /// Finds the moves that serve.
    #[inline(always)]
    fn expand<I: Isa>(&mut self, node: &BeamPosition, index: u32, candidates: &mut Vec<BeamCandidate>) {
        let task = self.task;
        let position = &node.position;
        let us = position.turn();
        let share = task.share::<I>(position, node.phase, us);
        if PlanTask::is_impossible(share.cost) {
            return;
        }
        let mut costs = node.costs;
        costs[us as usize] = share.cost;
        let mut relief_theirs = [0; 64];
        if node.phase == task.script.len() && task.tuning.detours {
            relief_theirs = task.share::<I>(position, node.phase, !us).relief;
        }
        let act = task.script.acts.get(node.phase);
        let must = act.is_some_and(|act| act.deed == Deed::EnPassant);
        let board = position.board();
        let theirs = board.color(!us) - board.role(Role::Pawn) - board.role(Role::King) - task.fixed;
        let mut expansion = Expansion {
            task,
            node,
            board,
            index,
            us,
            costs,
            ahead: task.ahead(node.phase),
            empty: !board.occupied(),
            prey: if must { Bitboard::EMPTY } else { theirs },
            quarry: match act {
                Some(act) if act.side == us && act.deed == Deed::Taken => act.to.bb(),
                _ => Bitboard::EMPTY,
            },
            must,
            waiting: task.waiting(position, us),
            share,
            relief_theirs,
            isa: PhantomData::<I>,
            chance: &mut self.chance,
            candidates,
        };
        if expansion.prey.has_any() && task.preys(position, node.phase, !us) == 0 {
            expansion.prey = Bitboard::EMPTY;
        }
        generate::<Standard, I, Legal, _>(position, &mut expansion);
    }
}

/// Receives the moves of a node.
struct Expansion<'a, 'b, I> {
    task: &'a PlanTask,
    node: &'b BeamPosition,
    board: &'b Board,
    index: u32,
    us: Color,
    costs: [i32; 2],
    ahead: i32,
    empty: Bitboard,
    /// Men that may be captured at will.
    prey: Bitboard,
    /// The pawn to be taken by a piece now.
    quarry: Bitboard,
    /// Only the next step is wanted.
    must: bool,
    /// King and rook that wait for castling.
    waiting: Bitboard,
    share: Share<'a>,
    /// What the other side cares about where men stand.
    relief_theirs: [i16; 64],
    isa: PhantomData<I>,
    chance: &'b mut Chance,
    candidates: &'b mut Vec<BeamCandidate>,
}

/// What is left to do for either side after a move.
struct CostsAfter<'a> {
    task: &'a PlanTask,
    position: &'a Position<Standard>,
    mv: Move,
    phase: usize,
}

impl attacks::Task for CostsAfter<'_> {
    type Output = [i32; 2];

    #[inline(always)]
    fn run<I: Isa>(self) -> [i32; 2] {
        let CostsAfter { task, position, mv, phase } = self;
        let next = position.play(mv);
        Color::BOTH.map(|side| task.share::<I>(&next, phase, side).cost)
    }
}

impl<I: Isa> Expansion<'_, '_, I> {
    #[inline(always)]
    fn push(&mut self, mv: Move, phase: usize, costs: [i32; 2], ahead: i32) {
        let chance = (self.chance.next() >> 60) as i32;
        let key = 2 * (ahead + costs[0] + costs[1]) + chance;
        self.candidates.push(BeamCandidate { key, parent: self.index, mv, phase: phase as u16, costs });
    }

    /// A move after which all has to be counted anew.
    #[inline(always)]
    fn weigh(&mut self, mv: Move, phase: usize) {
        let (task, position) = (self.task, &self.node.position);
        let costs = I::call(CostsAfter { task, position, mv, phase });
        if !costs.iter().any(|&cost| PlanTask::is_impossible(cost)) {
            self.push(mv, phase, costs, self.task.ahead(phase));
        }
    }
}

impl<I: Isa> Sink<Standard> for Expansion<'_, '_, I> {
    /// Pawns, and castling.
    #[inline(always)]
    fn one(&mut self, role: Role, mv: Move) -> bool {
        if role == Role::King {
            if !self.must && !self.task.fixed.has(mv.from()) {
                self.weigh(mv, self.node.phase);
            }
            return false;
        }
        let Some(act) = self.task.script.acts.get(self.node.phase) else { return false };
        let fits =
            act.side == self.us && act.from == mv.from() && act.to == mv.to() && act.deed != Deed::Taken;
        if !fits {
            return false;
        }
        let expected = match act.deed {
            Deed::Push => self.empty.has(mv.to()),
            Deed::TakePiece => !self.empty.has(mv.to()) && !self.task.fixed.has(mv.to()),
            Deed::TakePawn => self.board.role(Role::Pawn).has(mv.to()),
            Deed::EnPassant => self.node.position.is_en_passant(mv),
            Deed::Taken => false,
        };
        if expected {
            self.weigh(mv, self.node.phase + 1);
        }
        false
    }

    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) -> bool {
        if !self.must && !self.task.fixed.has(from) && !self.waiting.has(from) {
            I::call(MovePiece { expansion: self, role, from, to });
        }
        false
    }
}

/// Receives the moves of a piece; out of line, for the generator calls it in many places.
struct MovePiece<'e, 'a, 'b, I> {
    expansion: &'e mut Expansion<'a, 'b, I>,
    role: Role,
    from: Square,
    to: Bitboard,
}

impl<J: Isa> attacks::Task for MovePiece<'_, '_, '_, J> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let MovePiece { expansion, role, from, to } = self;
        let (node, task, us) = (expansion.node, expansion.task, expansion.us);
        let phase = node.phase;
        let errand = expansion.share.errands[from.index()];
        let costly = task.in_the_way(phase, role, us);
        let mut costs = expansion.costs;
        let mine = &mut costs[us as usize];
        *mine -= errand.price(from)
            + i32::from(costly[from.index()])
            + i32::from(expansion.share.relief[from.index()]);
        let here = *mine;
        for to in to & expansion.empty {
            let mut cost = here + errand.price(to) + i32::from(costly[to.index()]);
            for chase in expansion.share.chases.iter().flatten() {
                cost += chase.change(role, from, to);
            }
            let mut theirs = expansion.costs[!us as usize] - i32::from(expansion.relief_theirs[from.index()])
                + i32::from(expansion.relief_theirs[to.index()]);
            theirs = theirs.max(0);
            if !errand.path.has(to) {
                cost += i32::from(expansion.share.relief[to.index()]);
            }
            costs[us as usize] = cost;
            costs[!us as usize] = theirs;
            expansion.push(Move::new(from, to), phase, costs, expansion.ahead);
        }
        for to in to & (expansion.prey | expansion.quarry) {
            let phase = phase + usize::from(expansion.quarry.has(to));
            expansion.weigh(Move::new(from, to), phase);
        }
    }
}
