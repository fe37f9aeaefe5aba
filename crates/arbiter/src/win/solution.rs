//! A problem as problemists publish it: keys, threats, variations with their duals, tries, set play.
//!
//! Here they are found; `chess-arbiter-explain` writes them down.

mod known;

use std::marker::PhantomData;

use crate::board::Move;
use crate::limits::Reached;
use crate::moves;
use crate::position::Position;
use crate::rules::Rules;

use super::Moves;
use super::keys::FindsKeys;
use super::stipulation::Aim;

pub use known::Known;
pub(super) use known::{Fact, known};

/// What to work out beside the keys.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Variations after each key and after each try.
    pub variations: bool,
    /// First moves that fail to at most so many defences; 0 for none.
    pub tries: usize,
    /// What would follow if the defender were to move first.
    pub set_play: bool,
    /// Threats, and only those defences that meet them; all defences otherwise.
    pub threats: bool,
    /// Variations that end before the last move of the stipulation too.
    pub short: bool,
    /// Moves of the attacker in all that are written down at most.
    pub lines: usize,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted { variations: true, tries: 0, set_play: false, threats: true, short: true, lines: 10_000 }
    }
}

impl Wanted {
    /// Whether anything is wanted beside the keys.
    #[must_use]
    pub fn more_than_keys(&self) -> bool {
        self.variations || self.tries > 0 || self.set_play
    }
}

/// A directmate worked out.
///
/// ```
/// use chess_arbiter::{format::fen, limits::Limits, rules::Standard};
/// use chess_arbiter::win::{MateSolver, Moves, SolveMates, solution::Wanted};
///
/// let position = fen::position::<Standard>("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
/// let mut solver = MateSolver::new(Limits::default());
/// let solution = solver.solution(&position, Moves(1), &Wanted::default()).unwrap();
/// assert_eq!(solution.keys[0].mv, "a1a8".parse().unwrap());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// What the attacker wants,
    pub aim: Aim,
    /// and within so many of its moves.
    pub moves: Moves,
    /// Every first move that mates within `moves`. More than one: the problem is cooked.
    pub keys: Vec<Attack>,
    /// First moves that only few defences refute.
    pub tries: Vec<Try>,
    /// The defender's first moves that already have an answer, were it to move.
    pub set_play: Vec<Defence>,
    /// Whether `Wanted::lines` sufficed; if not, some moves have no variations.
    pub complete: bool,
}

/// A move of the attacker and what follows.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Attack {
    /// The move.
    pub mv: Move,
    /// How the attacker would go on if the defender could pass.
    pub threats: Vec<Attack>,
    /// Nothing is threatened, and not by check: what the defender suffers from is that it must move.
    pub zugzwang: bool,
    /// The defences that meet a threat, or all of them where there is none. One that lets the attacker
    /// mate sooner than it threatens to does not meet it.
    pub defences: Vec<Defence>,
}

/// A move of the defender and how the attacker mates soonest.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Defence {
    /// The move.
    pub mv: Move,
    /// Every move that reaches the aim as soon as can be; more than one is a dual. None if the defence itself
    /// does: it mates, as a selfmate wants it.
    pub continuations: Vec<Attack>,
}

/// A first move that almost mates in time.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Try {
    /// The move, with what it threatens and the variations it does have.
    pub attack: Attack,
    /// The defences that refute it.
    pub refutations: Vec<Move>,
}

/// Who knows with which moves the attacker, to move, reaches its aim.
trait Knows<R: Rules> {
    /// Why something is not known.
    type Gap;

    /// What the attacker wants.
    fn aim(&self) -> Aim;

    /// Whether it reaches that within `moves`.
    fn reaches(&mut self, position: &Position<R>, moves: Moves) -> Result<bool, Self::Gap>;

    /// Every move with which it does.
    fn keys(&mut self, position: &Position<R>, moves: Moves) -> Result<Vec<Move>, Self::Gap>;
}

/// All that problemists ask of a mate within `moves`: `keys` is empty if there is none.
pub(super) fn solution<R: Rules>(
    solver: &mut dyn FindsKeys<R>,
    position: &Position<R>,
    moves: Moves,
    wanted: &Wanted,
) -> Result<Solution, Reached> {
    work_out(&mut known::Asker::new(solver, false), position, moves, wanted)
}

fn work_out<R: Rules, K: Knows<R>>(
    knows: &mut K,
    position: &Position<R>,
    moves: Moves,
    wanted: &Wanted,
) -> Result<Solution, K::Gap> {
    let aim = knows.aim();
    let &Wanted { threats, short, lines, .. } = wanted;
    let mut work = WorkingOut { knows, rules: PhantomData, threats, short, lines, depth: 0, complete: true };
    let (mut keys, mut tries, mut set_play) = (Vec::new(), Vec::new(), Vec::new());
    let first_moves = work.knows.keys(position, moves)?;
    for &mv in &first_moves {
        let length = if short { moves } else { work.length(position, mv, moves)? };
        keys.push(work.attack(position, mv, length, wanted.variations)?);
    }
    if wanted.tries > 0 && (moves > Moves(1) || aim.is_selfmate()) {
        tries = work.tries(position, moves, &first_moves, wanted)?;
    }
    if wanted.set_play
        && (moves > Moves(1) || aim.is_selfmate())
        && let Some(passed) = position.passed()
    {
        set_play = work.defences(&passed, moves, None, wanted.variations)?;
    }
    Ok(Solution { aim, moves, keys, tries, set_play, complete: work.complete })
}

/// Variations are not followed further: neither is a mate so long ever found, nor may what is nested grow
/// without bound.
const MAX_DEPTH: u32 = 200;

struct WorkingOut<'a, R, K> {
    knows: &'a mut K,
    rules: PhantomData<fn() -> R>,
    threats: bool,
    short: bool,
    /// Moves of the attacker that may still be written down.
    lines: usize,
    /// Moves of the attacker in the variation that is followed.
    depth: u32,
    complete: bool,
}

impl<R: Rules, K: Knows<R>> WorkingOut<'_, R, K> {
    /// The fewest moves, at most `moves`, within which the attacker, to move, mates, and every move that does
    /// it.
    fn soonest(
        &mut self,
        position: &Position<R>,
        moves: Moves,
    ) -> Result<Option<(Moves, Vec<Move>)>, K::Gap> {
        for fewest in (1..=moves.0).map(Moves) {
            if self.knows.reaches(position, fewest)? {
                return Ok(Some((fewest, self.knows.keys(position, fewest)?)));
            }
        }
        Ok(None)
    }

    /// The fewest moves within which a key of a mate within `moves` mates: what is short after it is short
    /// beside that.
    fn length(&mut self, position: &Position<R>, key: Move, moves: Moves) -> Result<Moves, K::Gap> {
        for fewer in (1..moves.0).map(Moves) {
            if self.knows.keys(position, fewer)?.contains(&key) {
                return Ok(fewer);
            }
        }
        Ok(moves)
    }

    /// A move of the attacker, to mate within `moves` with this one, and what follows if that is wanted.
    fn attack(
        &mut self,
        position: &Position<R>,
        mv: Move,
        moves: Moves,
        variations: bool,
    ) -> Result<Attack, K::Gap> {
        let mut attack = Attack { mv, threats: Vec::new(), zugzwang: false, defences: Vec::new() };
        let aim = self.knows.aim();
        if moves == Moves(1) && !aim.is_selfmate() || !variations {
            return Ok(attack);
        }
        let after = position.play(mv);
        // Nothing is threatened when all is over.
        if aim.ending(&after, position.turn()).is_some() {
            return Ok(attack);
        }
        if self.lines == 0 || self.depth == MAX_DEPTH {
            self.complete = false;
            return Ok(attack);
        }
        self.lines -= 1;
        self.depth += 1;
        let mut threat = None;
        // A defender that has to mate cannot pass.
        let has_to_mate =
            aim == Aim::Reflexmate && aim.replies_to_meet(&after).is_some_and(|met| met.is_empty());
        if self.threats
            && !has_to_mate
            && let Some(passed) = after.passed()
        {
            if let Some((left, keys)) = self.soonest(&passed, moves - 1)? {
                for &threat in &keys {
                    attack.threats.push(self.attack(&passed, threat, left, true)?);
                }
                threat = Some((left, keys));
            }
            attack.zugzwang = threat.is_none();
        }
        let threat = threat.as_ref().map(|(left, keys)| (*left, keys.as_slice()));
        attack.defences = self.defences(&after, moves, threat, true)?;
        self.depth -= 1;
        Ok(attack)
    }

    /// The defences that have an answer in time, without those after which every threat is as good as before
    /// and those that only let the attacker mate sooner than it threatens to.
    fn defences(
        &mut self,
        after: &Position<R>,
        moves: Moves,
        threat: Option<(Moves, &[Move])>,
        variations: bool,
    ) -> Result<Vec<Defence>, K::Gap> {
        let (mut defences, aim) = (Vec::new(), self.knows.aim());
        for mv in aim.replies(after) {
            let next = after.play(mv);
            if aim.is_reached_by_reply(&next) {
                defences.push(Defence { mv, continuations: Vec::new() });
                continue;
            }
            let Some((left, keys)) = self.soonest(&next, moves - 1)? else { continue };
            let is_answered = |(most, threats): (Moves, &[Move])| {
                left < most || left == most && threats.iter().all(|threat| keys.contains(threat))
            };
            if threat.is_some_and(is_answered) || (!self.short && left < moves - 1) {
                continue;
            }
            let continuations = keys
                .iter()
                .map(|&key| self.attack(&next, key, left, variations))
                .collect::<Result<_, _>>()?;
            defences.push(Defence { mv, continuations });
        }
        Ok(defences)
    }

    fn tries(
        &mut self,
        position: &Position<R>,
        moves: Moves,
        keys: &[Move],
        wanted: &Wanted,
    ) -> Result<Vec<Try>, K::Gap> {
        let (mut tries, aim) = (Vec::new(), self.knows.aim());
        if aim.obliges(position) {
            return Ok(tries);
        }
        for mv in moves::legal_moves(position) {
            if keys.contains(&mv) {
                continue;
            }
            let after = position.play(mv);
            let mut refutations = Vec::new();
            for reply in aim.replies(&after) {
                let next = after.play(reply);
                if aim.is_reached_by_reply(&next) {
                    continue;
                }
                if !self.knows.reaches(&next, moves - 1)? {
                    refutations.push(reply);
                    if refutations.len() > wanted.tries {
                        break;
                    }
                }
            }
            // Without a refutation the defender has no move: stalemate, and not even an attempt.
            if (1..=wanted.tries).contains(&refutations.len()) {
                tries.push(Try { attack: self.attack(position, mv, moves, wanted.variations)?, refutations });
            }
        }
        Ok(tries)
    }
}
