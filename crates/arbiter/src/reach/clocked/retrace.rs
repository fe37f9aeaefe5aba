//! The last moves taken back, as many as the halfmove clock says, and then a capture or a move of a pawn.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::board::{Man, Move, Role, Square, Start};
use crate::limits::{Meter, Reached};
use crate::moves::{Past, Unmove, UnmoveKind, plausible_unmoves};
use crate::reach::facts::ways::relative_rank;
use crate::reach::proof_game::{Chance, forward};
use crate::reach::shortest::Quest;
use crate::reach::terms::{GameTerms, cannot_mate};

/// A past, and the moves from there to the position.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    pub(super) past: Past,
    /// Moves of all kinds.
    pub(super) first: Vec<Move>,
    /// A capture or move of a pawn.
    pub(super) lasting: Move,
    /// Moves that are neither.
    pub(super) quiet: Vec<Move>,
}

/// How many moves are taken back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depths {
    /// Quiet ones.
    pub(super) quiet: usize,
    /// Any, before the one that was not.
    pub(super) further: usize,
    /// Plies that there may be before that one.
    pub(super) before: usize,
}

/// Un-moves of which the one that brings the men nearest to where they began is chosen.
const CHOICES: usize = 40;
/// Of these so many are looked at more closely.
const CLOSELY: usize = 8;
/// What a capture that is still to be made counts, in plies.
const CAPTURE_WORK: usize = 2;
/// Chance in that, in half plies.
const NOISE: u64 = 3;

/// Takes back so many quiet moves, one that was not, and some more, by chance, but towards the starting
/// position. `None` where that was no way.
pub(super) fn retraced(
    past: &Past,
    depths: Depths,
    chance: &mut Chance,
    meter: &mut Meter,
) -> Result<Option<Ending>, Reached> {
    let Depths { quiet, further, before } = depths;
    let mut walk = Walk { at: *past, seen: HashSet::from([*past]), moves: Vec::new(), chance, meter };
    for _ in 0..quiet {
        if !walk.back(Some(false))? {
            return Ok(None);
        }
    }
    if !walk.back(Some(true))? {
        return Ok(None);
    }
    for _ in 0..further.min(before) {
        if !walk.back(None)? {
            break;
        }
    }
    let Walk { at, mut moves, .. } = walk;
    moves.reverse();
    let first = moves.drain(..moves.len() - quiet - 1).collect();
    let lasting = moves.remove(0);
    Ok(Some(Ending { past: at, first, lasting, quiet: moves }))
}

/// About how much is left to do before a past, in plies.
pub(super) fn work(past: &Past) -> usize {
    let board = &past.board;
    let moves: usize = board.iter().map(|(square, man)| from_home(past.start, square, man)).sum();
    moves + CAPTURE_WORK * 32usize.saturating_sub(board.occupied().len() as usize)
}

/// About how many moves a man is away from the nearest square where one of its kind begins.
fn from_home(start: Start, square: Square, man: Man) -> usize {
    let rank = usize::from(relative_rank(man.color, square));
    let homes = (0..8).filter(|&file| start.roles()[file] == man.role);
    let near = homes.map(|home| home.abs_diff(usize::from(square.file()))).min().unwrap_or(0);
    match man.role {
        // With a double step.
        Role::Pawn => rank.saturating_sub(1) - usize::from(rank > 2),
        Role::King => near.max(rank),
        Role::Knight => (near + rank).div_ceil(3) + usize::from((near + rank) % 3 == 1),
        Role::Queen => usize::from(near > 0 || rank > 0),
        Role::Rook => usize::from(near > 0) + usize::from(rank > 0),
        Role::Bishop if rank == 0 => 2 * usize::from(near > 0),
        Role::Bishop => 1 + usize::from(near != rank),
    }
}

/// A way back.
struct Walk<'a> {
    at: Past,
    seen: HashSet<Past>,
    /// The last one first.
    moves: Vec<Move>,
    chance: &'a mut Chance,
    meter: &'a mut Meter,
}

impl Walk<'_> {
    /// Takes back a move: a lasting one, a quiet one, or any. Of some the one that leaves least work, about.
    /// Whether there was one.
    fn back(&mut self, lasting: Option<bool>) -> Result<bool, Reached> {
        let mut unmoves = Vec::new();
        let _ = plausible_unmoves(&self.at, |all| -> ControlFlow<()> {
            let wanted =
                |unmove: &Unmove| lasting.is_none_or(|lasting| is_lasting(&self.at, unmove) == lasting);
            unmoves.extend(all.iter().filter(wanted));
            ControlFlow::Continue(())
        });
        let mut chosen: Vec<(usize, Unmove)> = Vec::new();
        while chosen.len() < CHOICES && !unmoves.is_empty() {
            let unmove = unmoves.swap_remove(self.chance.below(unmoves.len() as u64) as usize);
            let before = self.at.before(unmove);
            if !self.seen.contains(&before) && !cannot_mate(&before.board) {
                chosen.push((2 * work(&before) + self.chance.below(NOISE) as usize, unmove));
            }
        }
        chosen.sort_by_key(|&(rank, _)| rank);
        chosen.truncate(CLOSELY);
        let mut best: Option<(usize, Unmove)> = None;
        for (rank, unmove) in chosen {
            self.meter.charge(10)?;
            let before = self.at.before(unmove);
            let Some(quest) = Quest::new(&before, GameTerms::default()) else { continue };
            let rank = rank + 2 * quest.at_least();
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, unmove));
            }
        }
        let Some((_, unmove)) = best else { return Ok(false) };
        self.moves.push(forward(&self.at, &unmove));
        self.at = self.at.before(unmove);
        self.seen.insert(self.at);
        Ok(true)
    }
}

fn is_lasting(past: &Past, unmove: &Unmove) -> bool {
    unmove.captured.is_some()
        || unmove.kind == UnmoveKind::Promotion
        || past.board.role_at(unmove.stands) == Some(Role::Pawn)
}
