//! **`kernel`.** The columns once more, but with the captures in their order and the pawns on their ranks.
//! (Peter Österlund calls such a sequence of captures a proof kernel.)
//!
//! Of a game only the captures are looked at, and of the board only the pawns: on each file a *stack*, lowest
//! first, at the beginning a white pawn below a black one. A capture takes a pawn of the enemy off its stack,
//! puts the capturing pawn on a neighbouring one, or both, or neither. Between captures pawns go ahead on
//! their files and promote, and never pass each other: a pawn that promotes has nothing in front of it then.
//! It may stay in its stack all the same, white ones uppermost and black ones lowest, for everything that was
//! above a promoted white pawn or came to its file later can be thought below it; and if a file of the
//! position shows, from below, `t`, then at the end its stack is black pawns, `t`, and white pawns.
//!
//! Men that never moved [bar](crate::reach::facts::bars) the way. A file that they *close* is one where pawns
//! promote only by capturing onto its last square.
//!
//! What was captured: the position has fewer knights, rooks, queens, bishops of a colour of squares than the
//! starting position, or more. Of each kind of which it has fewer, so many men of the kind were captured, at
//! least. The pawns that neither stand nor are needed for promoted pieces are *spare*. There are just as many
//! other captures as spare pawns: for each man captured of a kind beyond those, another pawn has promoted to
//! that kind, before or after. So a spare pawn stands for one capture of anything anywhere, or is itself
//! captured as a pawn. A bishop is captured on its colour of squares.
//!
//! Ranks: each pawn has the rearmost rank on which it can be. It never goes back, and pawns of a stack are on
//! different ranks, in their order. A pawn that captures goes from one rank exactly to the next: so pawns of
//! its own side above are still farther, those of the enemy below it have come farther, and those of its own
//! side below and of the enemy above must leave it room. En passant, the victim could as well have gone one
//! step instead of two. The constraints are differences of ranks, so the rearmost ranks that meet them all
//! meet them together; only where a higher rank would give an enemy pawn below more room there is a choice,
//! and each is tried. A capture on a rank, with the pawns in their order, in real play is one of those tried,
//! and leaves every pawn at or ahead of its rearmost rank. So where the search comes to no end that has the
//! pawns and the promoted bishops of the position, no game does.
//!
//! The search goes through states, and through none twice that leaves the pawns no more room than one that
//! failed. It leaves off where the captures cannot be enough: each takes at most its own pawn off a file
//! where it is in the way, and a spare pawn captured there.

mod stack;
pub(in crate::reach) mod witness;

use std::collections::HashMap;

use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::reach::Level;
use crate::reach::facts::Facts;
use crate::reach::facts::bars::{Bars, Closed};
use crate::reach::facts::ways::relative;

use super::{Lemma, Witness};
use stack::{Pawn, Stack};

/// `kernel`: no sequence of captures, in any order, leaves the pawns where they are.
pub static KERNEL: Lemma = Lemma {
    name: "kernel",
    level: Level::LastMove,
    instant: false,
    summary: "too few men are missing: whichever pawns captured, or were captured, in whatever order and on \
              whatever ranks, the others cannot have promoted and stand as they do",
    refute: |facts| refutation(facts, MAX_STATES, &|| false),
};

/// States that the search looks at unless the limits are narrower: some hundreds of milliseconds.
pub(in crate::reach) const MAX_STATES: usize = 200_000;

/// After so many states it is asked whether to stop: about a millisecond.
const ASKED_EVERY: usize = 256;

/// What a side has lost, by what can have been captured: *pieces* that stood anywhere, the bishop of the dark
/// squares, that of the light ones, and *spare* pawns, as pawns or as whatever they promoted to.
type Lost = [u8; 4];
const PIECES: usize = 0;
const DARK: usize = 1;
const LIGHT: usize = 2;
const SPARE: usize = 3;

/// With more captures, or more that need not open a file, there is a kernel as good as always.
const MAX_CAPTURES: u8 = 6;
const MAX_TO_SPARE: u8 = 2;

/// What the pawns need of captures that there are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KernelNeeds {
    /// By file: pawns that must leave it by capturing, or be captured on it, at least.
    pub misplaced: [u8; 8],
    /// By file: for whom it is closed.
    pub closed: [Closed; 8],
}

/// What a search through so many states at most finds where it shows that there is no kernel, of a past that
/// no instant lemma refutes. `stop` is asked now and then.
pub(in crate::reach) fn refutation(
    facts: &Facts,
    states: usize,
    stop: &dyn Fn() -> bool,
) -> Option<Witness> {
    facts.open_mobility()?;
    let Some(kernel) = Kernel::new(facts) else {
        return Some(Witness::Promotions);
    };
    let none = kernel.is_tight() && kernel.search_until(states, stop) == KernelEnd::None;
    let closed = std::array::from_fn(|file| kernel.bars.closed(file));
    none.then(|| Witness::Kernel(KernelNeeds { misplaced: kernel.misplaced(&kernel.start), closed }))
}

/// Where the pawns are between two captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PawnStacks {
    files: [Stack; 8],
    /// What will be captured, of each side.
    lost: [Lost; 2],
}

/// What a past demands of captures and pawns.
pub struct Kernel {
    start: PawnStacks,
    target: [Stack; 8],
    /// Promoted bishops by side, on dark and on light squares.
    bishops: [[u8; 2]; 2],
    bars: Bars,
}

impl Kernel {
    /// `None` if there are not pawns enough for the promoted pieces.
    pub fn new(facts: &Facts) -> Option<Kernel> {
        let board = facts.board();
        let (mut lost, mut bishops) = ([[0; 4]; 2], [[0; 2]; 2]);
        for color in Color::BOTH {
            (lost[color as usize], bishops[color as usize]) = census(board, color)?;
        }
        let mut target = [Stack::default(); 8];
        for square in board.men(Color::White, Role::Pawn) | board.men(Color::Black, Role::Pawn) {
            let stack = &mut target[usize::from(square.file())];
            let color = if board.color(Color::White).has(square) { Color::White } else { Color::Black };
            *stack = stack.with(stack.len(), Pawn::new(color, square.rank() + 1));
        }
        let home = Stack::default().with(0, Pawn::new(Color::White, 2)).with(1, Pawn::new(Color::Black, 7));
        let bars = Bars::new(board, facts.mobility().ways.fixed);
        Some(Kernel { start: PawnStacks { files: [home; 8], lost }, target, bishops, bars })
    }
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KernelEnd {
    /// There is a kernel.
    Found,
    /// There is none: no game reaches the past.
    None,
    /// Not known within the limit.
    Unknown,
}

/// What a side has lost; and its promoted bishops on dark and on light squares.
fn census(board: &Board, color: Color) -> Option<(Lost, [u8; 2])> {
    let kinds = [
        (Role::Knight, Bitboard::FULL, 2, PIECES),
        (Role::Rook, Bitboard::FULL, 2, PIECES),
        (Role::Queen, Bitboard::FULL, 1, PIECES),
        (Role::Bishop, !Bitboard::LIGHT, 1, DARK),
        (Role::Bishop, Bitboard::LIGHT, 1, LIGHT),
    ];
    let (mut lost, mut promoted) = ([0; 4], [0; 3]);
    for (role, squares, initial, victim) in kinds {
        let men = (board.men(color, role) & squares).len() as u8;
        lost[victim] += u8::saturating_sub(initial, men);
        promoted[victim] += men.saturating_sub(initial);
    }
    lost[SPARE] = 8u8.checked_sub(board.men(color, Role::Pawn).len() as u8 + promoted.iter().sum::<u8>())?;
    Some((lost, [promoted[DARK], promoted[LIGHT]]))
}

impl Kernel {
    /// How many men were captured.
    pub fn captures(&self) -> u8 {
        self.start.lost.as_flattened().iter().sum()
    }

    /// Whether captures are so few, and so many of them needed, that a search may show that there is no
    /// kernel.
    pub fn is_tight(&self) -> bool {
        let spare = self.to_spare(&self.start, &self.misplaced(&self.start));
        self.captures() <= MAX_CAPTURES && spare.is_none_or(|spare| spare <= MAX_TO_SPARE)
    }

    fn misplaced(&self, state: &PawnStacks) -> [u8; 8] {
        std::array::from_fn(|file| self.misplaced_on(file, state.files[file]))
    }

    fn misplaced_on(&self, file: usize, stack: Stack) -> u8 {
        stack.misplaced(self.target[file], self.bars.closed(file))
    }

    /// Looks for a kernel, through so many states at most.
    pub fn search(&self, states: usize) -> KernelEnd {
        self.search_until(states, &|| false)
    }

    /// The same, unless `stop`, asked now and then, says so before.
    fn search_until(&self, states: usize, stop: &dyn Fn() -> bool) -> KernelEnd {
        let mut search = KernelSearch { kernel: self, failed: HashMap::new(), states, stop, crowded: false };
        match search.visit(&self.start, self.misplaced(&self.start)) {
            None => KernelEnd::Unknown,
            Some(true) => KernelEnd::Found,
            Some(false) if search.crowded => KernelEnd::Unknown,
            Some(false) => KernelEnd::None,
        }
    }

    /// How many more pawns the captures that are left can take off their files than must go; `None` if they
    /// cannot be enough.
    fn to_spare(&self, state: &PawnStacks, misplaced: &[u8; 8]) -> Option<u8> {
        let [white, black] = state.lost.map(|lost| lost.iter().sum::<u8>());
        // Each capture takes one pawn off its file, and another one if its victim is a pawn.
        let most = white + black + state.lost[0][SPARE] + state.lost[1][SPARE];
        let spare = most.checked_sub(misplaced.iter().sum())?;
        let missing = |color| -> usize {
            let pairs = self.target.iter().zip(&state.files);
            pairs.map(|(target, stack)| target.count(color).saturating_sub(stack.count(color))).sum()
        };
        let enough =
            missing(Color::White) <= usize::from(black) && missing(Color::Black) <= usize::from(white);
        enough.then_some(spare)
    }

    /// Whether a file is closed to a side and to the other.
    fn closed_to(&self, color: Color, file: usize) -> Closed {
        let [white, black] = self.bars.closed(file);
        if color == Color::White { [white, black] } else { [black, white] }
    }

    /// Whether the pawns can now promote, or stand, as they must.
    fn is_done(&self, state: &PawnStacks) -> bool {
        let mut promoted = [[0; 2]; 2];
        for (file, (stack, &target)) in state.files.iter().zip(&self.target).enumerate() {
            let Some([white, black]) = stack.promoting(target, self.bars.closed(file)) else { return false };
            // a1 is dark, a8 light.
            promoted[0][1 - file % 2] += white;
            promoted[1][file % 2] += black;
        }
        let enough = |side: usize| (0..2).all(|on| promoted[side][on] >= usize::from(self.bishops[side][on]));
        enough(0) && enough(1)
    }
}

struct KernelSearch<'a> {
    kernel: &'a Kernel,
    /// States from which there is no kernel, or that are being looked at: by the order of the pawns and what
    /// is left to capture.
    failed: HashMap<(u128, [Lost; 2]), Vec<[Stack; 8]>>,
    /// How many states may still be looked at.
    states: usize,
    stop: &'a dyn Fn() -> bool,
    /// A file had more pawns than a stack has room for, and what then was left out.
    crowded: bool,
}

impl KernelSearch<'_> {
    /// Whether no state is known that failed and left the pawns as much room.
    fn is_new(&mut self, state: &PawnStacks) -> bool {
        let order = state.files.iter().fold(0, |order, stack| order << 16 | u128::from(stack.order()));
        let failed = self.failed.entry((order, state.lost)).or_default();
        let bars = &self.kernel.bars;
        let has_room = |one: &[Stack; 8]| {
            (0..8).all(|file| one[file].has_room_of(state.files[file], bars.closed(file)))
        };
        let new = !failed.iter().any(has_room);
        if new {
            failed.push(state.files);
        }
        new
    }

    /// Whether a kernel goes on from a state; `None` beyond the limit.
    fn visit(&mut self, state: &PawnStacks, misplaced: [u8; 8]) -> Option<bool> {
        let Some(spare) = self.kernel.to_spare(state, &misplaced).filter(|_| self.is_new(state)) else {
            return Some(false);
        };
        self.states = self.states.checked_sub(1)?;
        if self.states.is_multiple_of(ASKED_EVERY) && (self.stop)() {
            return None;
        }
        if self.kernel.is_done(state) {
            return Some(true);
        }
        for color in Color::BOTH {
            let prey = state.lost[1 - color as usize];
            if prey == [0; 4] {
                continue;
            }
            // From here on as if White captured.
            let seen = |stack: Stack| if color == Color::White { stack } else { stack.mirrored() };
            let files = state.files.map(seen);
            for (file, &stack) in files.iter().enumerate() {
                for (at, pawn) in stack.pawns().enumerate() {
                    if !pawn.is_white() {
                        // A piece takes it.
                        if prey[SPARE] > 0
                            && spare > 0
                            && !(pawn.is_last() && self.kernel.closed_to(color, file)[1])
                            && self.change(state, &misplaced, color, SPARE, &[(file, stack.without(at))])?
                        {
                            return Some(true);
                        }
                        continue;
                    }
                    let left = self.kernel.misplaced_on(file, seen(stack.without(at)));
                    let gain = misplaced[file] - left.min(misplaced[file]);
                    if gain + spare == 0 {
                        continue;
                    }
                    for to in [file.wrapping_sub(1), file + 1].into_iter().filter(|&to| to < 8) {
                        let capture =
                            Capture { color, file, stack, at, to, onto: files[to], most: gain + spare };
                        if self.captures(state, &misplaced, &capture, prey)? {
                            return Some(true);
                        }
                    }
                }
            }
        }
        Some(false)
    }

    /// All captures by one pawn onto one file.
    fn captures(
        &mut self,
        state: &PawnStacks,
        misplaced: &[u8; 8],
        capture: &Capture,
        prey: Lost,
    ) -> Option<bool> {
        let &Capture { color, file, to, onto, most, .. } = capture;
        let bars = &self.kernel.bars;
        let closed = self.kernel.closed_to(color, to)[0];
        for place in 0..=onto.len() {
            for victim in [DARK, LIGHT, PIECES, SPARE] {
                if prey[victim] == 0 || most < if victim == SPARE { 2 } else { 1 } {
                    continue;
                }
                if onto.len() == Stack::MAX {
                    self.crowded = true;
                    continue;
                }
                let mut lowest = false;
                for rank in 3..=8 {
                    // Where the file is closed the last rank is worth more than those before it.
                    let needless = lowest && !(rank == 8 && closed);
                    if needless || !in_order(onto, place, rank) || !capture.is_open(bars, rank) {
                        continue;
                    }
                    let on = relative(color, to as u8, rank - 1);
                    if victim_on(on, prey) != victim {
                        continue;
                    }
                    let with = onto.with(place, Pawn::new(Color::White, 2));
                    let Some((from, onto, lowered)) = self.pin_both(capture, with, place, rank) else {
                        continue;
                    };
                    if self.change(state, misplaced, color, victim, &[(file, from), (to, onto)])? {
                        return Some(true);
                    }
                    lowest |= !lowered;
                }
            }
            // The pawn on this place.
            if prey[SPARE] == 0 || place == onto.len() || onto.get(place).is_white() {
                continue;
            }
            for rank in (3..=onto.get(place).rank()).filter(|&rank| capture.is_open(bars, rank)) {
                let replaced = onto.without(place).with(place, Pawn::new(Color::White, 2));
                let Some((from, onto, lowered)) = self.pin_both(capture, replaced, place, rank) else {
                    continue;
                };
                if self.change(state, misplaced, color, SPARE, &[(file, from), (to, onto)])? {
                    return Some(true);
                }
                if !lowered {
                    break;
                }
            }
        }
        Some(false)
    }

    /// A pawn (white, as it sees itself) leaves one file for another, whose stack has it already, by a
    /// capture onto a rank: both files after it, and whether that is news of a pawn of the other side.
    fn pin_both(
        &self,
        capture: &Capture,
        onto: Stack,
        place: usize,
        rank: u8,
    ) -> Option<(Stack, Stack, bool)> {
        let closed = |file| self.kernel.closed_to(capture.color, file);
        let (from, lowered) = capture.stack.pinned(capture.at, rank - 1, closed(capture.file))?;
        let (onto, lowers) = onto.pinned(place, rank, closed(capture.to))?;
        Some((from.without(capture.at), onto, lowered || lowers))
    }

    /// Goes on with some files changed (seen from `color`'s side) and one man less of the other side.
    fn change(
        &mut self,
        state: &PawnStacks,
        misplaced: &[u8; 8],
        color: Color,
        victim: usize,
        files: &[(usize, Stack)],
    ) -> Option<bool> {
        let (mut next, mut misplaced) = (*state, *misplaced);
        next.lost[1 - color as usize][victim] -= 1;
        for &(file, stack) in files {
            let Some(stack) = stack.settled(self.kernel.closed_to(color, file)) else {
                return Some(false);
            };
            let stack = if color == Color::White { stack } else { stack.mirrored() };
            next.files[file] = stack;
            misplaced[file] = self.kernel.misplaced_on(file, stack);
        }
        self.visit(&next, misplaced)
    }
}

/// What a capture on a square takes that leaves most for the others: a bishop that can be captured there, for
/// it can be captured on half the squares only; or a piece, since a spare pawn can also be captured as a
/// pawn.
fn victim_on(square: Square, prey: Lost) -> usize {
    let bishop = if Bitboard::LIGHT.has(square) { LIGHT } else { DARK };
    [bishop, PIECES].into_iter().find(|&victim| prey[victim] > 0).unwrap_or(SPARE)
}

/// A pawn of `color` (seen from its side) at a place of a file captures onto another file.
struct Capture {
    color: Color,
    file: usize,
    stack: Stack,
    at: usize,
    to: usize,
    onto: Stack,
    /// How many pawns it may cost, of those that the captures can take off their files.
    most: u8,
}

impl Capture {
    /// Whether the bars leave the way onto this rank.
    fn is_open(&self, bars: &Bars, rank: u8) -> bool {
        let from = relative(self.color, self.file as u8, rank - 2);
        let to = relative(self.color, self.to as u8, rank - 1);
        bars.leave(self.color, from, to)
    }
}

/// Whether a white pawn that comes to this place on this rank has only lower ones directly below and no lower
/// ones directly above it. Of neighbours of one side it makes no difference which is which, so that no other
/// order need be tried: the lowest of the bounds is right for the lowest of them. Nor is more learnt about a
/// black pawn below than is true, for a black pawn that is n below a white one is at least n ranks behind its
/// bound already: that is so when either comes, and stays so.
fn in_order(onto: Stack, place: usize, rank: u8) -> bool {
    let above = (place < onto.len()).then(|| onto.get(place)).filter(|pawn| pawn.is_white());
    let below = place.checked_sub(1).map(|below| onto.get(below)).filter(|pawn| pawn.is_white());
    above.is_none_or(|pawn| pawn.rank() >= rank) && below.is_none_or(|pawn| pawn.rank() < rank)
}
