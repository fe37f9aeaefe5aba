//! What has to be done: the plan, the fates that the men of each side can have, and what each would cost.

mod fortune;
mod share;

use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Color, Role, Square};
use crate::moves::Past;
use crate::position::Position;
use crate::rules::Standard;

use super::chance::Chance;
use super::script::{Deed, Script};
use super::ways::{Far, NEVER, Way, WayTables};

use fortune::Fortune;
pub(super) use share::Share;

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
/// Those that capture pawns, in the order of their tables.
const HUNTERS: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

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
    /// Whether a king that ends on a wing waits on its first square for castling to that side. Behind pawns
    /// that never move king and rook change places in no other way.
    pub(super) castle: bool,
}

impl Tuning {
    /// What does best most often.
    pub(super) const USUAL: Tuning =
        Tuning { drift: DRIFT, king: 2, king_at_last: 3, detours: false, castle: false };

    /// Something else for a later try.
    pub(super) fn varied(attempt: usize, chance: &mut Chance) -> Tuning {
        Tuning {
            drift: 1 + chance.below(4),
            king: [2, 3, 4, 8, 16][chance.below(5) as usize],
            king_at_last: 3 + chance.below(4),
            detours: attempt % 2 == 1,
            castle: attempt % 3 == 1,
        }
    }
}

/// The whole task.
pub(super) struct PlanTask {
    pub(super) script: Script,
    pub(super) target: Past,
    /// Men that must never move, for the sake of castling rights.
    pub(super) fixed: Bitboard,
    pub(super) tuning: Tuning,
    /// By side: the rook that a king castles with which ends on that wing.
    corners: [Bitboard; 2],
    ways: WayTables,
    fortunes: [Fortune; 2],
    /// By phase and side: what it costs to stand there.
    in_the_way: Vec<[[u8; 64]; 2]>,
    /// The same for kings.
    in_the_way_of_kings: Vec<[[u8; 64]; 2]>,
    /// Distances between squares when all steps are done, by role; only if men have to be captured by pieces.
    chase: Vec<[Way; 5]>,
}

impl PlanTask {
    /// Prepares the task; `None` if the men cannot come out.
    #[inline(always)]
    pub(super) fn new<I: Isa>(script: Script, target: Past) -> Option<PlanTask> {
        let fixed = target.unmoved();
        let mut ways = WayTables::default();
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
                chase
                    .push(HUNTERS.map(|role| ways.measure::<I>(&bare, fixed, Color::White, role, square, 0)));
            }
        }
        let in_the_way = (0..=last).map(|phase| obstructions(&script, phase, false)).collect();
        let in_the_way_of_kings = (0..=last).map(|phase| obstructions(&script, phase, true)).collect();
        let tuning = Tuning::USUAL;
        let corners = Color::BOTH.map(|color| corner(&target, color));
        Some(PlanTask {
            script,
            target,
            fixed,
            tuning,
            corners,
            ways,
            fortunes,
            in_the_way,
            in_the_way_of_kings,
            chase,
        })
    }

    /// How many men have no way to where they are needed; `None` if there are not men enough.
    #[inline(always)]
    pub(super) fn cut_off<I: Isa>(&self, position: &Position<Standard>) -> Option<u32> {
        let mut cut_off = 0;
        for side in Color::BOTH {
            let share = self.share::<I>(position, 0, side);
            if PlanTask::is_impossible(share.cost) {
                return None;
            }
            for square in position.board().color(side) {
                cut_off += u32::from(share.errands[square.index()].price(square) >= CUT_OFF);
            }
        }
        Some(cut_off)
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

    /// King and rook of a side that wait for castling.
    #[inline(always)]
    pub(super) fn waiting(&self, position: &Position<Standard>, side: Color) -> Bitboard {
        if !self.tuning.castle {
            return Bitboard::EMPTY;
        }
        let corner = self.corners[side as usize] & position.castling(side);
        if corner.is_empty() { corner } else { corner | position.board().men(side, Role::King) }
    }

    /// Whether a cost says that the men cannot come out.
    #[inline(always)]
    pub(super) fn is_impossible(cost: i32) -> bool {
        cost >= IMPOSSIBLE
    }
}

/// The rook that a king castles with if it ends on a wing of its first rank, without rights.
fn corner(target: &Past, color: Color) -> Bitboard {
    let rank = Bitboard::rank(7 * color as u8);
    let king = (target.board.men(color, Role::King) & rank).first();
    match king.map(Square::file) {
        Some(_) if (target.castling & rank).has_any() => Bitboard::EMPTY,
        Some(0..=2) => target.start.castling(color, false).rook.bb(),
        Some(6..=7) => target.start.castling(color, true).rook.bb(),
        _ => Bitboard::EMPTY,
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

#[inline(always)]
fn soon(steps: usize) -> i32 {
    SOON.get(steps).copied().unwrap_or(DRIFT)
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
