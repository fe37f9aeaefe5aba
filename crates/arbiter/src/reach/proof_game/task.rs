//! What has to be done: the plan, the fates that the men of each side can have, and what each would cost.

use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::moves::Past;
use crate::position::Position;
use crate::rules::Standard;

use super::chance::Chance;
use super::detour::Crowd;
use super::fates::{Fates, MOST};
use super::script::{Deed, Script};
use super::ways::{Far, NEVER, Table, Way, Ways};

/// The unit of cost: one move.
pub(super) const MOVE: i32 = 16;
/// What a step of the plan still to do counts.
const STEP: i32 = 6 * MOVE;
/// What it counts that not all steps are done: the ways to the final squares weigh less till then.
const FINISH: i32 = 25 * MOVE;
/// A fate that the man is cut off from.
const CUT_OFF: i32 = 60 * MOVE;
/// A fate that a man of this kind cannot have.
const IMPOSSIBLE: i32 = 1 << 16;
/// Weight of a way to the final square while the plan goes on.
const DRIFT: i32 = 2;
/// A man that has to be captured by some piece some time.
const PREY: i32 = 2 * MOVE;

/// Weights of what a step needs, by how many steps lie before it.
const SOON: [i32; 12] = [MOVE, 9, 7, 5, 4, 4, 3, 3, 3, 2, 2, 2];
/// What a man costs that stands in the way of a step, by how many steps lie before it.
const IN_THE_WAY: [u8; 6] = [24, 10, 6, 4, 3, 2];

/// The kinds of men that are moved about, in the order of their tables.
const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Weights that tries may differ in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tuning {
    /// Of a way to the final square while the plan goes on.
    pub(super) drift: i32,
    /// Of the king's ways, as a multiple of other pieces'.
    pub(super) king: i32,
    /// The same when all steps are done.
    pub(super) king_at_last: i32,
    /// Whether to count what is in the way when all steps are done.
    pub(super) detours: bool,
}

impl Tuning {
    /// What does best most often.
    pub(super) const USUAL: Tuning = Tuning { drift: DRIFT, king: 2, king_at_last: 3, detours: false };

    /// Something else for a later try.
    pub(super) fn varied(attempt: usize, chance: &mut Chance) -> Tuning {
        Tuning {
            drift: 1 + chance.below(4),
            king: [2, 3, 4, 8, 16][chance.below(5) as usize],
            king_at_last: 3 + chance.below(4),
            detours: attempt % 2 == 1,
        }
    }
}

/// A square that a piece of the target stands on.
struct Goal {
    role: Role,
    square: Square,
    way: Way,
}

/// A pawn's capture that a piece has to be brought to.
struct Sacrifice {
    act: usize,
    /// By role of the victim.
    ways: [Way; 4],
}

/// A pawn that will become a piece.
struct Promotion {
    act: usize,
    /// What its fates cost, goals first, then sacrifices.
    prices: Vec<i32>,
}

/// A pawn that has to be captured by a piece.
struct Hunt {
    act: usize,
    /// By role of the hunter, the king last.
    ways: [Way; 5],
}

/// The fates of one side.
struct Fortune {
    goals: Vec<Goal>,
    sacrifices: Vec<Sacrifice>,
    promotions: Vec<Promotion>,
    hunts: Vec<Hunt>,
    king: Option<Way>,
}

/// The whole task.
pub(super) struct Task {
    pub(super) script: Script,
    pub(super) target: Past,
    /// Men that must never move, for the sake of castling rights.
    pub(super) fixed: Bitboard,
    pub(super) tuning: Tuning,
    ways: Ways,
    fortunes: [Fortune; 2],
    /// By phase and side: what it costs to stand there.
    in_the_way: Vec<[[u8; 64]; 2]>,
    /// The same for kings.
    in_the_way_of_kings: Vec<[[u8; 64]; 2]>,
    /// Distances between squares when all steps are done, by role; only if men have to be captured by pieces.
    chase: Vec<[Way; 5]>,
}

/// A way that a piece is to go, and what a move of it counts.
#[derive(Clone, Copy)]
pub(super) struct Errand<'a> {
    pub(super) table: Option<&'a Table>,
    weight: i32,
    /// Where it ends, if that is where the piece belongs.
    to: Option<Square>,
    /// The squares it leads over, when all steps are done.
    pub(super) path: Bitboard,
}

impl Errand<'_> {
    const NONE: Errand<'static> = Errand { table: None, weight: 0, to: None, path: Bitboard::EMPTY };

    /// What is still to go from a square.
    #[inline(always)]
    pub(super) fn price(&self, square: Square) -> i32 {
        match self.table {
            Some(table) => price(table[square.index()], self.weight),
            None => 0,
        }
    }
}

#[inline(always)]
fn price(far: Far, weight: i32) -> i32 {
    if far.moves == NEVER { CUT_OFF } else { i32::from(far.moves) * weight + i32::from(far.urgency) }
}

#[inline(always)]
fn distance(moves: u8, weight: i32) -> i32 {
    if moves == NEVER { CUT_OFF } else { i32::from(moves) * weight }
}

/// A pawn to be hunted soon: how far the nearest and the second nearest hunters are.
#[derive(Clone, Copy)]
pub(super) struct Chase<'a> {
    ways: [&'a Table; 5],
    weight: i32,
    nearest: (u8, Square),
    second: u8,
}

impl Chase<'_> {
    /// How the price changes when a piece moves.
    #[inline(always)]
    pub(super) fn change(&self, role: Role, from: Square, to: Square) -> i32 {
        let others = if self.nearest.1 == from { self.second } else { self.nearest.0 };
        let now = others.min(self.ways[role as usize - 1][to.index()].moves);
        distance(now, self.weight) - distance(self.nearest.0, self.weight)
    }
}

/// The cheapest sharing out of fates among the men of a side.
pub(super) struct Share<'a> {
    pub(super) cost: i32,
    /// The errand of the piece on each square.
    pub(super) errands: [Errand<'a>; 64],
    pub(super) chases: [Option<Chase<'a>>; 2],
    /// How many men pieces of the other side may still capture freely.
    pub(super) preys: usize,
    /// What it is worth that a man leaves a square, or costs that one enters it, when all steps are done.
    pub(super) relief: [i16; 64],
}

impl Task {
    /// Prepares the task; `None` if the men cannot come out.
    #[inline(always)]
    pub(super) fn new<I: Isa>(script: Script, target: Past) -> Option<Task> {
        let fixed = fixed(&target);
        let mut ways = Ways::default();
        let mut fortunes = Vec::with_capacity(2);
        for color in Color::BOTH {
            fortunes.push(Fortune::new::<I>(&script, &target, fixed, color, &mut ways)?);
        }
        let fortunes: [Fortune; 2] = fortunes.try_into().ok()?;
        let last = script.len();
        let mut chase = Vec::new();
        let hungry = Color::BOTH.iter().any(|&color| fortunes[color as usize].preys(fixed, color) > 0);
        if hungry {
            // Kings keep off squares that pawns attack; near enough to take White's for both.
            let bare = Script { acts: Vec::new(), pawns: vec![script.pawns[last]] };
            for square in Square::all() {
                chase.push(
                    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King]
                        .map(|role| ways.measure::<I>(&bare, fixed, Color::White, role, square, 0)),
                );
            }
        }
        let in_the_way = (0..=last).map(|phase| obstructions(&script, phase, false)).collect();
        let in_the_way_of_kings = (0..=last).map(|phase| obstructions(&script, phase, true)).collect();
        let tuning = Tuning::USUAL;
        Some(Task { script, target, fixed, tuning, ways, fortunes, in_the_way, in_the_way_of_kings, chase })
    }

    /// What it costs men of each side to stand on each square.
    #[inline(always)]
    pub(super) fn in_the_way(&self, phase: usize, role: Role, side: Color) -> &[u8; 64] {
        let tables = if role == Role::King { &self.in_the_way_of_kings } else { &self.in_the_way };
        &tables[phase][side as usize]
    }

    /// What the steps still to do count.
    #[inline(always)]
    pub(super) fn ahead(&self, phase: usize) -> i32 {
        let steps = (self.script.len() - phase) as i32;
        steps * STEP + if steps > 0 { FINISH } else { 0 }
    }

    /// What the castling rights count that the target does not have.
    #[inline(always)]
    pub(super) fn rights_to_lose(&self, position: &Position<Standard>, side: Color, phase: usize) -> i32 {
        let weight = if phase == self.script.len() { 2 * MOVE } else { 2 * DRIFT };
        (position.castling(side) - self.target.castling).len() as i32 * weight
    }

    /// Shares out the fates of a side.
    #[inline(always)]
    pub(super) fn share<I: Isa>(
        &self,
        position: &Position<Standard>,
        phase: usize,
        side: Color,
    ) -> Share<'_> {
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
        if size < certain || size > MOST {
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
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
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

    /// How many men of a side pieces have to capture, some time.
    #[inline(always)]
    pub(super) fn preys(&self, position: &Position<Standard>, phase: usize, side: Color) -> usize {
        let board = position.board();
        let fortune = &self.fortunes[side as usize];
        let men = board.color(side) - board.role(Role::Pawn) - board.role(Role::King) - self.fixed;
        let promotions = fortune.promotions.len() - fortune.promotions.partition_point(|p| p.act < phase);
        let sacrifices = fortune.sacrifices.len() - fortune.sacrifices.partition_point(|s| s.act < phase);
        (men.len() as usize + promotions).saturating_sub(fortune.goals.len() + sacrifices)
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

    /// Whether a cost says that the men cannot come out.
    #[inline(always)]
    pub(super) fn is_impossible(cost: i32) -> bool {
        cost >= IMPOSSIBLE
    }
}

/// The men that must not move: kings and rooks with castling rights.
pub(super) fn fixed(target: &Past) -> Bitboard {
    target.castling.fold(Bitboard::EMPTY, |men, rook| men | rook.bb() | Square::at(4, rook.rank()).bb())
}

impl Fortune {
    #[inline(always)]
    fn new<I: Isa>(
        script: &Script,
        target: &Past,
        fixed: Bitboard,
        color: Color,
        ways: &mut Ways,
    ) -> Option<Fortune> {
        let last = script.len();
        let board = &target.board;
        let mut fortune = Fortune {
            goals: Vec::new(),
            sacrifices: Vec::new(),
            promotions: Vec::new(),
            hunts: Vec::new(),
            king: None,
        };
        for role in PIECES {
            for square in board.men(color, role) - fixed {
                let way = ways.measure::<I>(script, fixed, color, role, square, last);
                fortune.goals.push(Goal { role, square, way });
            }
        }
        let king = board.men(color, Role::King).single()?;
        if !fixed.has(king) {
            fortune.king = Some(ways.measure::<I>(script, fixed, color, Role::King, king, last));
        }
        for (index, act) in script.acts.iter().enumerate() {
            if act.deed == Deed::TakePiece && act.side != color {
                let ways = PIECES.map(|role| ways.measure::<I>(script, fixed, color, role, act.to, index));
                fortune.sacrifices.push(Sacrifice { act: index, ways });
            }
            if act.deed == Deed::Taken && act.side == color {
                let ways = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King]
                    .map(|role| ways.measure::<I>(script, fixed, color, role, act.to, index));
                fortune.hunts.push(Hunt { act: index, ways });
            }
        }
        for (index, act) in script.acts.iter().enumerate() {
            if !act.promotes || act.side != color {
                continue;
            }
            let to_goals = fortune.goals.iter().map(|goal| {
                if goal.role == Role::Bishop && goal.square.is_light() != act.to.is_light() {
                    return IMPOSSIBLE;
                }
                price(ways.table(goal.way, index + 1)[act.to.index()], DRIFT)
            });
            let to_sacrifices = fortune.sacrifices.iter().map(|sacrifice| {
                if sacrifice.act <= index {
                    return IMPOSSIBLE;
                }
                let moves =
                    sacrifice.ways.iter().map(|&way| ways.table(way, index + 1)[act.to.index()].moves);
                distance(moves.min().unwrap_or(NEVER), DRIFT)
            });
            let prices = to_goals.chain(to_sacrifices).collect();
            fortune.promotions.push(Promotion { act: index, prices });
        }
        (fortune.men(fixed, color) >= fortune.goals.len() + fortune.sacrifices.len()).then_some(fortune)
    }

    /// The men that are not pawns and may move, those to come included, king aside, at the beginning.
    fn men(&self, fixed: Bitboard, color: Color) -> usize {
        let home = Bitboard::rank(if color == Color::White { 0 } else { 7 });
        let rooks = fixed & home & (Bitboard::file(0) | Bitboard::file(7));
        7 - rooks.len() as usize + self.promotions.len()
    }

    /// How many of them pieces have to capture.
    fn preys(&self, fixed: Bitboard, color: Color) -> usize {
        self.men(fixed, color) - self.goals.len() - self.sacrifices.len()
    }
}

#[inline(always)]
fn soon(steps: usize) -> i32 {
    SOON.get(steps).copied().unwrap_or(DRIFT)
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

/// What it costs to stand where the next steps need room.
fn obstructions(script: &Script, phase: usize, kings: bool) -> [[u8; 64]; 2] {
    let mut tables = [[0; 64]; 2];
    for (act, cost) in script.acts[phase..].iter().zip(IN_THE_WAY) {
        for color in Color::BOTH {
            let mut squares = act.forbidden(color);
            if kings && color != act.side && act.deed != Deed::Taken {
                // A check by a pawn can be mate.
                squares |= attacks::pawn(act.side, act.to);
            }
            for square in squares {
                let cell: &mut u8 = &mut tables[color as usize][square.index()];
                *cell = cost.max(*cell);
            }
        }
    }
    tables
}
