//! Sharing out the fates among the men of a side, as cheaply as can be.

use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::position::Position;
use crate::reach::proof_game::detour::Crowd;
use crate::reach::proof_game::fates::{Fates, MAX_FATES};
use crate::reach::proof_game::ways::{NEVER, WayTable};
use crate::rules::Standard;

use super::fortune::Hunt;
use super::{HUNTERS, IMPOSSIBLE, MOVE, PREY, PlanTask, SOON, distance, price, soon};

/// A way that a piece is to go, and what a move of it counts.
#[derive(Clone, Copy)]
pub(in crate::reach::proof_game) struct Errand<'a> {
    pub(in crate::reach::proof_game) table: Option<&'a WayTable>,
    weight: i32,
    /// Where it ends, if that is where the piece belongs.
    to: Option<Square>,
    /// The squares it leads over, when all steps are done.
    pub(in crate::reach::proof_game) path: Bitboard,
}

impl Errand<'_> {
    const NONE: Errand<'static> = Errand { table: None, weight: 0, to: None, path: Bitboard::EMPTY };

    /// What is still to go from a square.
    #[inline(always)]
    pub(in crate::reach::proof_game) fn price(&self, square: Square) -> i32 {
        match self.table {
            Some(table) => price(table[square.index()], self.weight),
            None => 0,
        }
    }
}

/// A pawn to be hunted soon: how far the nearest and the second nearest hunters are.
#[derive(Clone, Copy)]
pub(in crate::reach::proof_game) struct Chase<'a> {
    ways: [&'a WayTable; 5],
    weight: i32,
    nearest: (u8, Square),
    second: u8,
}

impl Chase<'_> {
    /// How the price changes when a piece moves.
    #[inline(always)]
    pub(in crate::reach::proof_game) fn change(&self, role: Role, from: Square, to: Square) -> i32 {
        let others = if self.nearest.1 == from { self.second } else { self.nearest.0 };
        let now = others.min(self.ways[role as usize - 1][to.index()].moves);
        distance(now, self.weight) - distance(self.nearest.0, self.weight)
    }
}

/// The cheapest sharing out of fates among the men of a side.
pub(in crate::reach::proof_game) struct Share<'a> {
    pub(in crate::reach::proof_game) cost: i32,
    /// The errand of the piece on each square.
    pub(in crate::reach::proof_game) errands: [Errand<'a>; 64],
    pub(in crate::reach::proof_game) chases: [Option<Chase<'a>>; 2],
    /// How many men pieces of the other side may still capture freely.
    pub(in crate::reach::proof_game) preys: usize,
    /// What it is worth that a man leaves a square, or costs that one enters it, when all steps are done.
    pub(in crate::reach::proof_game) relief: [i16; 64],
}

struct ShareOut<'a, 'p> {
    task: &'a PlanTask,
    position: &'p Position<Standard>,
    phase: usize,
    side: Color,
}

impl<'a> attacks::Task for ShareOut<'a, '_> {
    type Output = Share<'a>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Share<'a> {
        self.task.share_out::<I>(self.position, self.phase, self.side)
    }
}

impl PlanTask {
    /// Shares out the fates of a side.
    #[inline(always)]
    pub(in crate::reach::proof_game) fn share<I: Isa>(
        &self,
        position: &Position<Standard>,
        phase: usize,
        side: Color,
    ) -> Share<'_> {
        I::call(ShareOut { task: self, position, phase, side })
    }

    #[inline(always)]
    fn share_out<I: Isa>(&self, position: &Position<Standard>, phase: usize, side: Color) -> Share<'_> {
        let board = position.board();
        let fortune = &self.fortunes[side as usize];
        let last = self.script.len();
        let drift = if phase == last { MOVE } else { self.tuning.drift };
        let pieces = board.color(side) - board.role(Role::Pawn) - self.fixed;
        let men = pieces - board.role(Role::King);
        let sacrifices = &fortune.sacrifices[fortune.sacrifices.partition_point(|s| s.act < phase)..];
        let gone = fortune.sacrifices.len() - sacrifices.len();
        let promotions = &fortune.promotions[fortune.promotions.partition_point(|p| p.act < phase)..];
        let size = men.len() as usize + promotions.len();
        let goals = fortune.goals.len();
        let certain = goals + sacrifices.len();
        let mut share =
            Share { cost: 0, errands: [Errand::NONE; 64], chases: [None; 2], preys: 0, relief: [0; 64] };
        if size < certain || size > MAX_FATES {
            share.cost = IMPOSSIBLE;
            return share;
        }
        share.preys = size - certain;
        let mut fates = Fates::new(size);
        for (row, square) in fates.cost.iter_mut().zip(men) {
            let role = board.role_on(square);
            for (cell, goal) in row.iter_mut().zip(&fortune.goals) {
                *cell = if goal.role == role
                    && (role != Role::Bishop || goal.square.is_light() == square.is_light())
                {
                    price(self.ways.table(goal.way, phase)[square.index()], drift)
                } else {
                    IMPOSSIBLE
                };
            }
            for (cell, sacrifice) in row[goals..].iter_mut().zip(sacrifices) {
                let table = self.ways.table(sacrifice.ways[role as usize - 1], phase);
                *cell = price(table[square.index()], soon(sacrifice.act - phase));
            }
            if share.preys > 0 {
                let prey = if phase == last { MOVE + self.prey(board, side, square) } else { PREY };
                row[certain..size].fill(prey);
            }
        }
        for (row, promotion) in fates.cost[men.len() as usize..].iter_mut().zip(promotions) {
            row[..goals].copy_from_slice(&promotion.prices[..goals]);
            row[goals..certain].copy_from_slice(&promotion.prices[goals + gone..]);
            row[certain..size].fill(PREY);
        }
        share.cost = fates.solve();
        for (square, &fate) in men.zip(&fates.fate) {
            let fate = fate as usize;
            let errand = &mut share.errands[square.index()];
            if fate < goals {
                let table = self.ways.table(fortune.goals[fate].way, phase);
                *errand = Errand {
                    table: Some(table),
                    weight: drift,
                    to: Some(fortune.goals[fate].square),
                    path: Bitboard::EMPTY,
                };
            } else if fate < certain {
                let sacrifice = &sacrifices[fate - goals];
                let role = board.role_on(square);
                let table = self.ways.table(sacrifice.ways[role as usize - 1], phase);
                *errand = Errand {
                    table: Some(table),
                    weight: soon(sacrifice.act - phase),
                    to: None,
                    path: Bitboard::EMPTY,
                };
            }
        }
        if let (Some(way), Some(king)) = (fortune.king, position.royal(side)) {
            let multiple = if phase == last { self.tuning.king_at_last } else { self.tuning.king };
            let errand = Errand {
                table: Some(self.ways.table(way, phase)),
                weight: multiple * drift,
                to: self.target.board.men(side, Role::King).first(),
                path: Bitboard::EMPTY,
            };
            share.cost += errand.price(king);
            share.errands[king.index()] = errand;
            share.cost += i32::from(self.in_the_way(phase, Role::King, side)[king.index()]);
        }
        let costly = self.in_the_way(phase, Role::Queen, side);
        for square in men {
            share.cost += i32::from(costly[square.index()]);
        }
        let hunts = &fortune.hunts[fortune.hunts.partition_point(|hunt| hunt.act < phase)..];
        for (place, hunt) in share.chases.iter_mut().zip(hunts) {
            if hunt.act - phase >= SOON.len() {
                break;
            }
            let chase = self.chase(board, pieces, hunt, phase);
            share.cost += distance(chase.nearest.0, chase.weight);
            *place = Some(chase);
        }
        share.cost += self.rights_to_lose(position, side, phase);
        if phase == last && self.tuning.detours {
            self.detours::<I>(board, side, &mut share);
        }
        share
    }

    /// Counts what is in the way of the men that are not yet where they belong.
    #[inline(always)]
    fn detours<I: Isa>(&self, board: &Board, side: Color, share: &mut Share<'_>) {
        let target = &self.target.board;
        let walls = board.role(Role::Pawn) | self.fixed;
        let mut settled = Bitboard::EMPTY;
        for role in HUNTERS {
            for color in Color::BOTH {
                settled |= board.men(color, role) & target.men(color, role);
            }
        }
        let settled = settled - self.fixed;
        let mut crowd =
            Crowd { walls, settled, loose: board.occupied() - walls - settled, danger: Bitboard::EMPTY };
        for from in board.color(side) - walls {
            let errand = share.errands[from.index()];
            let (Some(table), Some(to)) = (errand.table, errand.to) else { continue };
            let far = table[from.index()].moves;
            if far == 0 || far == NEVER {
                continue;
            }
            let role = board.role_on(from);
            if role == Role::King {
                crowd.danger = attacked::<I>(board, !side, board.occupied() - from.bb());
                crowd.walls |= attacks::pawns(!side, board.men(!side, Role::Pawn)) - to.bb() - from.bb();
            }
            let detour = crowd.detour::<I>(role, side, from, to);
            crowd.walls = walls;
            let Some(detour) = detour else {
                share.cost += 12 * MOVE;
                continue;
            };
            share.errands[from.index()].path = detour.path;
            share.cost += (i32::from(detour.moves) - i32::from(far)).max(0) * errand.weight;
            // Whoever guards the king's way had better look elsewhere.
            if role == Role::King {
                for square in detour.path & crowd.danger {
                    let occupied = board.occupied() - from.bb();
                    for guard in attacks::attackers::<Standard, I>(board, square, !side, occupied) {
                        share.relief[guard.index()] += (2 * errand.weight) as i16;
                    }
                }
            }
            for square in detour.path {
                let worth = if settled.has(square) { 2 * errand.weight } else { errand.weight };
                share.relief[square.index()] += worth as i16;
            }
        }
    }

    /// How near the hunters of a pawn are.
    #[inline(always)]
    fn chase(&self, board: &Board, pieces: Bitboard, hunt: &Hunt, phase: usize) -> Chase<'_> {
        let ways = hunt.ways.map(|way| self.ways.table(way, phase));
        let weight = soon(hunt.act - phase);
        let mut chase = Chase { ways, weight, nearest: (NEVER, Square::at(0, 0)), second: NEVER };
        for square in pieces {
            let moves = ways[board.role_on(square) as usize - 1][square.index()].moves;
            if moves < chase.nearest.0 {
                (chase.second, chase.nearest) = (chase.nearest.0, (moves, square));
            } else {
                chase.second = chase.second.min(moves);
            }
        }
        chase
    }

    /// What it takes to capture a man at the end, where it stands.
    #[inline(always)]
    fn prey(&self, board: &Board, side: Color, square: Square) -> i32 {
        let Some(ways) = self.chase.get(square.index()) else { return PREY };
        let hunters = board.color(!side) - board.role(Role::Pawn) - self.fixed;
        let moves = hunters
            .map(|from| self.ways.table(ways[board.role_on(from) as usize - 1], 0)[from.index()].moves)
            .min()
            .unwrap_or(NEVER);
        distance(moves, MOVE)
    }
}

/// What the pieces of a side attack.
#[inline(always)]
fn attacked<I: Isa>(board: &Board, by: Color, occupied: Bitboard) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    for square in board.color(by) - board.role(Role::Pawn) {
        squares |= attacks::attacks::<Standard, I>(board.role_on(square), by, square, occupied);
    }
    squares
}
