//! The lemma `kernel`: no sequence of captures leaves the pawns as they are.

use std::collections::HashMap;

use super::Lemma;
use super::lists::{Bars, File, Files, fits, has_room, most_that_stay, pin, promotes, turned};
use super::rounds::rounds;
use crate::board::{Kind, Square};
use crate::budget::{Budget, Steps, Stopped};
use crate::men::Side;
use crate::past::Past;
use crate::squares::LIGHT;

pub(super) const KERNEL: Lemma = Lemma {
    name: "kernel",
    condition: "at most six men were lost, at most two pawns are to spare, and no sequence of captures leaves the pawns as they are",
    applies: |past, budget| match asked(past, budget)? {
        Some((mut search, start)) => search.has_kernel(&start).map(|has_one| !has_one),
        None => Ok(false),
    },
};

/// A search for a kernel and the state in which it begins, if the lemma is asked at all.
pub(super) fn asked<'a>(past: &Past, budget: &'a Budget<'a>) -> Result<Option<(Search<'a>, State)>, Stopped> {
    let Ok(round) = rounds(past, budget)? else { return Ok(None) };
    let mut goal = Files::default();
    let [white, black] = past.board.sides.map(|side| side.squares(Kind::Pawn));
    for pawn in Square::in_set(white | black) {
        let on = if white & pawn.bit() != 0 { pawn.rank() + 1 } else { pawn.rank() - 8 };
        goal[pawn.file() as usize].push(on);
    }
    let start = State {
        files: std::array::from_fn(|_| [2, -2].into_iter().collect()),
        lost: past.board.sides.each_ref().map(lost),
    };
    let mut search = Search {
        goal,
        bishops: past.board.sides.map(|side| [side.promoted()[0], side.promoted()[1]]),
        bars: Bars::new(&round),
        failed: HashMap::new(),
        stay: HashMap::new(),
        steps: Steps::new(MAX_STEPS, budget),
    };
    // With more captures, or more to spare, there nearly always is one.
    let captures: i8 = start.lost.as_flattened().iter().sum();
    let is_asked = captures <= MAX_CAPTURES && search.beyond_need(&start) <= MAX_BEYOND_NEED;
    Ok(is_asked.then_some((search, start)))
}

/// The lemma is asked when so many men were lost: a file has two pawns at first, and never more than eight.
const MAX_CAPTURES: i8 = 6;
/// And when the captures can take so many pawns more off their files than are in the way there.
const MAX_BEYOND_NEED: i32 = 2;

/// The search is given up after so many steps, which take ten seconds or so.
const MAX_STEPS: u32 = 4_000_000;

/// Of a side: pieces, dark bishops, light bishops, spare pawns.
pub(super) type Lost = [i8; 4];

/// Whether the square of a file and a rank, as a side counts it, is light: a1 is dark, as Black sees it a8.
pub(super) fn is_light(side: usize, file: usize, rank: i8) -> bool {
    (file as i8 + rank + side as i8) % 2 == 0
}

/// What a capture takes that leaves most for other captures: the bishop of the square, else a piece.
pub(super) fn best(lost: Lost, is_light: bool) -> usize {
    [1 + usize::from(is_light), 0].into_iter().find(|of| lost[*of] > 0).unwrap_or(SPARE)
}

/// What a side has lost to captures.
fn lost(side: &Side) -> Lost {
    let missing = |kind: Kind| kind.at_first().saturating_sub(side.count(kind)) as i8;
    let pieces = [Kind::Queen, Kind::Rook, Kind::Knight].map(missing).iter().sum();
    let [dark, light] = [!LIGHT, LIGHT].map(|on| i8::from(side.squares(Kind::Bishop) & on == 0));
    [pieces, dark, light, 8 - side.pawns_at_first() as i8]
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) files: Files,
    /// Of each side what has yet to be captured.
    pub(super) lost: [Lost; 2],
}

pub(super) const SPARE: usize = 3;
/// A spare pawn as a pawn.
const PAWN: usize = 4;

pub(super) struct Search<'a> {
    pub(super) goal: Files,
    /// Promoted bishops of each side, on dark and on light squares.
    pub(super) bishops: [[u8; 2]; 2],
    pub(super) bars: Bars,
    /// By the signs of all pawns and what has yet to be captured: states that have been looked at.
    failed: HashMap<State, Vec<Files>>,
    /// How many pawns of a file can stay.
    stay: HashMap<(usize, File), usize>,
    steps: Steps<'a>,
}

impl Search<'_> {
    /// Whether captures lead from a state to the goal.
    fn has_kernel(&mut self, state: &State) -> Result<bool, Stopped> {
        self.steps.count(0)?;
        if self.beyond_need(state) < 0 {
            return Ok(false);
        }
        let signs = state.files.each_ref().map(|file| file.iter().map(|pawn| pawn.signum()).collect());
        let failed = self.failed.entry(State { files: signs, ..*state }).or_default();
        let bars = &self.bars;
        let covers =
            |old: &Files| (0..8).all(|file| has_room(&old[file], &state.files[file], bars.closed(0, file)));
        if failed.iter().any(covers) {
            return Ok(false);
        }
        // What a table and a list take when they have grown, about: while a table moves it takes more.
        let entry = if failed.is_empty() { 2 * size_of::<(State, Vec<Files>)>() } else { 0 };
        let list = if failed.len() == failed.capacity() { failed.capacity().max(4) } else { 0 };
        self.steps.hold(entry + list * size_of::<Files>())?;
        failed.push(state.files.clone());
        if self.is_goal(state) {
            return Ok(true);
        }
        for (side, from) in (0..2).flat_map(|side| (0..8).map(move |from| (side, from))) {
            for place in 0..state.files[from].len() {
                if self.captures(state, side, from, place)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Captures of a side (as White) by the pawn at a place of a file, or of it by a piece.
    fn captures(&mut self, state: &State, side: usize, from: usize, place: usize) -> Result<bool, Stopped> {
        let see = |files: Files| if side == 0 { files } else { files.map(turned) };
        let after = |victim: usize, files: Files| {
            let mut after = State { files: see(files), ..*state };
            after.lost[1 - side][victim] -= 1;
            after
        };
        let (files, lost) = (see(state.files.clone()), state.lost[1 - side]);
        let mut left = files.clone();
        left[from].remove(place);
        // The best that a capture can do is to take another pawn off the file it leads to.
        if self.beyond_need(&State { files: see(left.clone()), ..*state }) < 1 {
            return Ok(false);
        }
        if files[from][place] < 0 {
            let is_promoted = files[from][place] == -8 && self.bars.closed(side, from)[1];
            return Ok(lost[SPARE] > 0 && !is_promoted && self.has_kernel(&after(SPARE, left))?);
        }
        for to in [from.wrapping_sub(1), from + 1].into_iter().filter(|to| *to < 8) {
            let pawns = files[to].len();
            for (onto, victim) in (0..=pawns).flat_map(|onto| (0..=PAWN).map(move |victim| (onto, victim))) {
                let taken = if victim == PAWN { files[to].get(onto).map_or(0, |pawn| *pawn) } else { -1 };
                if lost[victim.min(SPARE)] == 0 || taken >= 0 {
                    continue;
                }
                let [closed, onto_closed] = [from, to].map(|file| self.bars.closed(side, file));
                let mut is_lowest = false;
                for rank in 3..=if victim == PAWN { 9 + taken } else { 8 } {
                    let is_light = is_light(side, to, rank);
                    let is_other = victim != best(lost, is_light);
                    // Of neighbours of one side it makes no difference which is which.
                    let is_lower = onto < pawns && (1..rank).contains(&files[to][onto]);
                    let is_same = is_lower || onto > 0 && files[to][onto - 1] >= rank;
                    // A higher rank leaves it less room itself, but for the last of a closed file.
                    let is_higher = is_lowest && !(rank == 8 && onto_closed[0]);
                    let is_needless = is_higher || victim != PAWN && (is_same || is_other);
                    if is_needless || !self.bars.is_open(side, [from, to], rank) {
                        continue;
                    }
                    let mut next = files.clone();
                    if victim == PAWN {
                        next[to].remove(onto);
                    }
                    next[to].insert(onto, 1);
                    let can_be = pin(&mut next[from], place, rank - 1, closed)
                        && pin(&mut next[to], onto, rank, onto_closed);
                    next[from].remove(place);
                    if can_be && self.has_kernel(&after(victim.min(SPARE), next.clone()))? {
                        return Ok(true);
                    }
                    // At most it leaves more to the enemy's pawns.
                    let enemies = |files: &Files| {
                        files[from].iter().chain(&files[to]).map(|pawn| *pawn.min(&0)).sum::<i8>()
                    };
                    let gone = if victim == PAWN { taken } else { 0 };
                    is_lowest |= can_be && enemies(&next) == enemies(&files) - gone;
                }
            }
        }
        Ok(false)
    }

    /// How many more pawns the captures that are left can take off their files (their own pawn
    /// each, and another one if that is the victim) than are in the way there.
    fn beyond_need(&mut self, state: &State) -> i32 {
        let in_the_way = |(file, pawns): (usize, &File)| {
            let (goal, closed) = (&self.goal[file], self.bars.closed(0, file));
            let stay = self.stay.entry((file, pawns.clone()));
            pawns.len() - *stay.or_insert_with(|| most_that_stay(pawns, goal, true, closed))
        };
        let all: usize = state.files.iter().enumerate().map(in_the_way).sum();
        let most: i8 = state.lost.iter().map(|lost| lost.iter().sum::<i8>() + lost[SPARE]).sum();
        i32::from(most) - all as i32
    }

    /// Whether the pawns stand as they do when some black ones, the lowest of a file, and some white
    /// ones, the uppermost, have promoted; and these are enough for the bishops.
    pub(super) fn is_goal(&self, state: &State) -> bool {
        let mut promoted = [[0; 2]; 2];
        for (file, (pawns, goal)) in state.files.iter().zip(&self.goal).enumerate() {
            let black = |file: &File| file.iter().filter(|pawn| **pawn < 0).count();
            let (all, standing) = (pawns.len(), goal.len());
            let Some(lower) = black(pawns).checked_sub(black(goal)) else { return false };
            let Some(upper) = all.checked_sub(lower + standing) else { return false };
            let stand = pawns[lower..].iter().zip(&goal[..standing]).all(|(pawn, on)| fits(*pawn, *on));
            let closed = self.bars.closed(0, file);
            let left = pawns[..lower].iter().all(|pawn| *pawn < 0 && promotes(*pawn, closed));
            let right = pawns[lower + standing..].iter().all(|pawn| *pawn > 0 && promotes(*pawn, closed));
            if !stand || !left || !right {
                return false;
            }
            // a1 is dark, and a8 light.
            promoted[0][1 - file % 2] += upper;
            promoted[1][file % 2] += lower;
        }
        let enough = |(has, needs): (&usize, &u8)| *has >= usize::from(*needs);
        promoted.as_flattened().iter().zip(self.bishops.as_flattened()).all(enough)
    }
}
