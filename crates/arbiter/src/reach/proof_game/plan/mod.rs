//! From what became of each pawn to what the pawns do, square by square.
//!
//! An [`PawnFates`] says which pawns leave their files and which die. Here the captures are put in an order
//! ([`events`]); then ranks are found for all pawns before and after each of them ([`ranks`], [`victims`]),
//! and the moves ([`steps`]). Most of these could as well be made in another order ([`order`]), and often one
//! in which the captures come first is far easier for the pieces.

mod events;
mod order;
mod ranks;
mod steps;
#[cfg(test)]
mod tests;
mod victims;

use std::cell::Cell;

use self::victims::Spare;
use super::PawnStep;
use super::chance::Chance;
use crate::board::{Board, Color};
use crate::clock::Instant;
use crate::reach::facts::columns::{Columns, PawnFate, PawnFates};

pub(super) use self::order::{StepOrder, reordered};

/// A pawn by colour and first file: 0 to 7 White's, 8 to 15 Black's.
type PawnId = u8;

const fn color(pawn: PawnId) -> Color {
    if pawn < 8 { Color::White } else { Color::Black }
}

/// The rank on which it starts.
const fn first_rank(pawn: PawnId) -> i8 {
    color(pawn).own_rank(1) as i8
}

/// The rank on which it promotes.
const fn last_rank(pawn: PawnId) -> i8 {
    color(pawn).own_rank(7) as i8
}

/// By how many ranks a step takes it on.
const fn forward(pawn: PawnId) -> i8 {
    color(pawn).forward() / 8
}

/// Whether a square is light.
const fn is_light(file: u8, rank: i8) -> bool {
    (file as i8 + rank) % 2 == 1
}

/// The pawns of a file from the first rank up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PawnColumn {
    pawns: [PawnId; 16],
    len: u8,
}

impl PawnColumn {
    fn as_slice(&self) -> &[PawnId] {
        &self.pawns[..self.len as usize]
    }

    fn insert(&mut self, at: usize, pawn: PawnId) {
        self.pawns.copy_within(at..self.len as usize, at + 1);
        self.pawns[at] = pawn;
        self.len += 1;
    }

    fn remove(&mut self, at: usize) {
        self.pawns.copy_within(at + 1..self.len as usize, at);
        self.len -= 1;
    }

    fn place(&self, pawn: PawnId) -> Option<usize> {
        self.as_slice().iter().position(|&p| p == pawn)
    }
}

/// A pawn captures a pawn or a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PawnEvent {
    pawn: PawnId,
    victim: Option<PawnId>,
    to_file: u8,
}

/// How far the planner may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanBounds {
    /// Steps of the search.
    pub(super) nodes: u64,
    /// When to give up.
    pub(super) until: Option<Instant>,
}

/// The result of planning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Planned {
    /// The steps of the pawns.
    Steps(Vec<PawnStep>),
    /// There is no order in which this assignment works, with captures as it says.
    Impossible,
    /// The effort was not enough.
    GaveUp,
}

#[derive(Clone)]
struct PlanState {
    columns: [PawnColumn; 8],
    /// File on which each pawn is.
    file: [u8; 16],
    /// Captures that each pawn still makes.
    captures: [u8; 16],
}

struct Planner {
    fates: [PawnFate; 16],
    nodes: u64,
    until: Option<Instant>,
    events: Vec<PawnEvent>,
    /// The columns before each event and after the last.
    history: Vec<[PawnColumn; 8]>,
    /// Pawns that pieces take before anything else happens.
    taken: u16,
    spare: Spare,
    /// How many times more wishes for ranks are tried where they seem to be in vain.
    unlikely: Cell<u32>,
    seed: u64,
}

/// Such tries of a plan.
const UNLIKELY: u32 = 8;

/// Which of the pawns that die are taken by pieces: at once, since a pawn less is never in the way, so the
/// more the better. With a seed any of them come first.
fn taken_by_pieces(assignment: &PawnFates, piece_captures: [u8; 2], seed: u64) -> Vec<u16> {
    let mut chance = Chance::new(seed);
    let mut sets: Vec<u16> = vec![0];
    for side in 0..2 {
        let dying: Vec<u16> =
            (0..8).filter(|&f| assignment[side][f] == PawnFate::Dies).map(|f| 1 << (8 * side + f)).collect();
        let most = dying.len().min(usize::from(piece_captures[1 - side]));
        let mut subsets: Vec<u16> = (0u16..1 << dying.len())
            .filter(|set| set.count_ones() as usize == most)
            .map(|set| (0..dying.len()).filter(|i| set >> i & 1 == 1).map(|i| dying[i]).sum())
            .collect();
        if seed != 0 {
            let first = chance.below(subsets.len() as u64) as usize;
            subsets.rotate_left(first);
        }
        sets = sets.iter().flat_map(|a| subsets.iter().map(move |b| a | b)).collect();
    }
    sets
}

/// Finds an order of captures and squares for an assignment. `piece_captures`: how many enemy
/// pawns the pieces of each side may take.
fn plan(
    assignment: &PawnFates,
    piece_captures: [u8; 2],
    spare: Spare,
    effort: PlanBounds,
    seed: u64,
) -> Planned {
    let fates: [PawnFate; 16] = std::array::from_fn(|pawn| assignment[pawn / 8][pawn % 8]);
    let sets = taken_by_pieces(assignment, piece_captures, seed);
    let mut planner = Planner {
        fates,
        nodes: effort.nodes,
        until: effort.until,
        events: Vec::new(),
        history: Vec::new(),
        taken: 0,
        spare,
        unlikely: Cell::new(UNLIKELY),
        seed,
    };
    for taken in sets {
        planner.taken = taken;
        planner.events.clear();
        planner.history.clear();
        let column = |file: u8| {
            let mut column = PawnColumn { pawns: [0; 16], len: 0 };
            for pawn in [file, 8 + file] {
                if taken >> pawn & 1 == 0 {
                    column.insert(column.len as usize, pawn);
                }
            }
            column
        };
        let state = PlanState {
            columns: [0, 1, 2, 3, 4, 5, 6, 7].map(column),
            file: [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7],
            captures: fates.map(PawnFate::captures),
        };
        match planner.search(state) {
            Some(true) => {
                return match planner.ranks(true) {
                    Some(ranks) => Planned::Steps(planner.steps(&ranks)),
                    None => Planned::GaveUp,
                };
            }
            Some(false) => {}
            None => return Planned::GaveUp,
        }
    }
    Planned::Impossible
}

/// Lets pawns die that need not promote or cannot, where pieces can take them: then fewer pieces have to be
/// got rid of.
pub(super) fn simplified(columns: &Columns, assignment: &PawnFates) -> PawnFates {
    let mut simple = *assignment;
    for side in 0..2 {
        // Those first that cannot promote where they are.
        let is_closed = |file: &usize| columns.open(side) >> file & 1 == 0;
        let (closed, open): (Vec<usize>, Vec<usize>) = (0..8).partition(is_closed);
        for file in closed.into_iter().chain(open) {
            let needless = |fate| match fate {
                PawnFate::Promotes { captures: 0, .. } => true,
                PawnFate::Promotes { captures, files } => {
                    !leads_to(file as u8, captures, files & columns.open(side))
                }
                _ => false,
            };
            if needless(simple[side][file]) {
                let before = std::mem::replace(&mut simple[side][file], PawnFate::Dies);
                if !columns.allow(&simple) {
                    simple[side][file] = before;
                }
            }
        }
    }
    simple
}

/// Whether so many captures lead from a file to any of these.
fn leads_to(file: u8, captures: u8, files: u8) -> bool {
    (0..8u8).any(|to| {
        let distance = to.abs_diff(file);
        files >> to & 1 == 1 && distance <= captures && (captures - distance).is_multiple_of(2)
    })
}

/// An assignment with promotions on files only where a side can promote.
fn on_open_files(columns: &Columns, mut assignment: PawnFates) -> Option<PawnFates> {
    for (side, fates) in assignment.iter_mut().enumerate() {
        let open = columns.open(side);
        for (file, fate) in fates.iter_mut().enumerate() {
            let PawnFate::Promotes { captures, files } = fate else { continue };
            *files &= open;
            if !leads_to(file as u8, *captures, *files) {
                return None;
            }
        }
    }
    Some(assignment)
}

/// Whether all pawns that promote can do so on files where their side can promote.
pub(super) fn can_promote(columns: &Columns, assignment: &PawnFates) -> bool {
    on_open_files(columns, *assignment).is_some()
        || on_open_files(columns, simplified(columns, assignment)).is_some()
}

/// A plan for an assignment, if there is one.
pub(super) fn plan_of(
    board: &Board,
    columns: &Columns,
    assignment: &PawnFates,
    effort: PlanBounds,
    seed: u64,
) -> Planned {
    let simple = simplified(columns, assignment);
    let mut result = Planned::Impossible;
    let full = (simple != *assignment).then_some(*assignment);
    let possible = |assignment: PawnFates| on_open_files(columns, assignment);
    for assignment in [simple].into_iter().chain(full).filter_map(possible) {
        let mut pieces = [0; 2];
        for side in 0..2 {
            let used: u8 = assignment[side].iter().map(|fate| fate.captures()).sum();
            match columns.captures(side).checked_sub(used) {
                Some(left) => pieces[side] = left,
                None => return Planned::Impossible,
            }
        }
        match plan(&assignment, pieces, Spare::of(board, &assignment), effort, seed) {
            Planned::Impossible => {}
            Planned::GaveUp => result = Planned::GaveUp,
            steps => return steps,
        }
    }
    result
}
