//! The games of one length, taken apart: by the squares on which captures are made, and with what that forces
//! men to do. A search of each part knows more than one of all together.

use crate::board::{Bitboard, Square};
use crate::limits::Reached;
use crate::position::Position;
use crate::rules::Standard;

use super::analysis::analyse;
use super::geometry::{Geometry, Known};
use super::goal::GameGoal;

/// Sets of squares looked at for a side, and parts; with more of them its captures are left together.
const MAX_SETS: usize = 400;
const MAX_PARTS: usize = 200;

/// Restless men of a part, so that a set of them fits into a key.
const MAX_RESTLESS: u32 = 16;

/// What is known of the games of a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) known: Known,
    /// Whether a side captures on each of its squares, so that no game is in two parts.
    pub(super) exact: [bool; 2],
}

/// Takes games apart.
pub(super) struct Splitter<'a> {
    pub(super) goal: &'a GameGoal,
    pub(super) start: &'a Position<Standard>,
    /// How many moves each side makes.
    pub(super) moves: [u8; 2],
    /// Written over.
    pub(super) geometry: &'a mut Geometry,
    pub(super) spend: &'a mut dyn FnMut(u64) -> Result<(), Reached>,
}

impl Splitter<'_> {
    /// The parts of the games of which this is known; each game is in one of them.
    ///
    /// # Errors
    /// What `spend` says.
    pub(super) fn parts(&mut self, known: Known) -> Result<Vec<Part>, Reached> {
        let mut parts = vec![Part { known, exact: [false; 2] }];
        for side in [0, 1] {
            let all = known.captures[side];
            let Some(sets) = sets(all, self.geometry.owed[side].into()) else { continue };
            let mut split = Vec::new();
            for part in &parts {
                for &set in &sets {
                    let mut known = part.known;
                    known.captures[side] = set;
                    let is_possible = self.analyse(known)?;
                    let found = self.geometry.known;
                    // A square less is another part.
                    if is_possible && found.captures[side] == set && self.keeps(part, found) {
                        let mut exact = part.exact;
                        exact[side] = true;
                        split.push(Part { known: found, exact });
                    }
                }
            }
            if split.len() <= MAX_PARTS {
                parts = split;
            }
        }
        let mut restless = Vec::new();
        for part in parts {
            if let Some(known) = self.find_restless(part.known)?
                && self.keeps(&part, known)
            {
                restless.push(Part { known, ..part });
            }
        }
        // The smallest first: it may have what is looked for.
        restless.sort_by_key(|part| {
            let free = self.start.board().occupied() - part.known.frozen - part.known.restless;
            free.len()
        });
        Ok(restless)
    }

    fn analyse(&mut self, known: Known) -> Result<bool, Reached> {
        analyse(self.goal, self.start, self.moves, known, self.geometry, self.spend)
    }

    /// Whether the squares of a part are still all possible.
    fn keeps(&self, part: &Part, found: Known) -> bool {
        [0, 1].into_iter().all(|side| !part.exact[side] || found.captures[side] == part.known.captures[side])
    }

    /// What is known when each man that may stay has been thought to: if then there is no game, it leaves.
    /// `None`: there is no game at all.
    fn find_restless(&mut self, mut known: Known) -> Result<Option<Known>, Reached> {
        let board = self.start.board();
        let may_stay = |&at: &Square| board.man_at(at) == self.goal.board.man_at(at);
        let men: Bitboard = board.occupied().filter(may_stay).collect();
        loop {
            let before = known;
            for man in men - known.frozen - known.restless {
                let stays = Known { frozen: known.frozen | man.bb(), ..known };
                if known.restless.len() < MAX_RESTLESS && !self.analyse(stays)? {
                    known.restless |= man.bb();
                }
            }
            if !self.analyse(known)? {
                return Ok(None);
            }
            known = self.geometry.known;
            if known == before {
                return Ok(Some(known));
            }
        }
    }
}

/// All sets of squares on which so many captures are made; `None` if they are too many.
fn sets(all: Bitboard, captures: usize) -> Option<Vec<Bitboard>> {
    let mut found = Vec::new();
    let mut last = vec![Bitboard::EMPTY];
    for _ in 0..captures {
        let mut next = Vec::new();
        for &set in &last {
            for square in all {
                if set.into_iter().all(|other| other < square) {
                    next.push(set | square.bb());
                }
            }
            if found.len() + next.len() > MAX_SETS {
                return None;
            }
        }
        found.extend(&next);
        last = next;
    }
    (captures > 0).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_squares() {
        let all = Square::D5.bb() | Square::E4.bb() | Square::F1.bb();
        assert_eq!(sets(all, 0), None);
        assert_eq!(sets(all, 1).unwrap().len(), 3);
        assert_eq!(sets(all, 2).unwrap().len(), 6);
        assert_eq!(sets(all, 5).unwrap().len(), 7);
        assert_eq!(sets(Bitboard::FULL, 3), None);
        assert_eq!(sets(Bitboard::EMPTY, 2), Some(Vec::new()));
    }
}
