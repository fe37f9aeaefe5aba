//! A directmate as problemists publish it: keys, threats, variations with their duals, tries, set play.

mod notation;

use crate::board::Move;
use crate::limits::{Meter, Reached};
use crate::moves;
use crate::position::{Policy, Position};
use crate::rules::Rules;

use super::mate::Solver;

/// What to work out beside the keys.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Variations after each key and after each try.
    pub variations: bool,
    /// First moves that fail to at most so many defences; 0 for none.
    pub tries: usize,
    /// What would follow if the defender were to move first.
    pub set_play: bool,
    /// Moves of the attacker in all that are written down at most.
    pub lines: usize,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted { variations: true, tries: 0, set_play: false, lines: 10_000 }
    }
}

/// A directmate worked out.
///
/// ```
/// use chess_arbiter::{format::fen, limits::Limits, rules::Standard};
/// use chess_arbiter::win::{mate::Solver, problem::Wanted};
///
/// let position = fen::position::<Standard>("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
/// let problem = Solver::new(Limits::default()).problem(&position, 1, &Wanted::default()).unwrap();
/// assert_eq!(problem.text(&position), "1. Ra8#\n");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The stipulation: mate within so many moves of the attacker.
    pub moves: u32,
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
pub struct Attack {
    /// The move.
    pub mv: Move,
    /// How the attacker would go on if the defender could pass, without what follows. None and not a check: zugzwang.
    pub threats: Vec<Attack>,
    /// The defences that meet the threats, or all of them where there is none.
    pub defences: Vec<Defence>,
}

/// A move of the defender and how the attacker mates soonest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defence {
    /// The move.
    pub mv: Move,
    /// Every move that mates as soon as can be; more than one is a dual.
    pub continuations: Vec<Attack>,
}

/// A first move that almost mates in time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Try {
    /// The move, with what it threatens and the variations it does have.
    pub attack: Attack,
    /// The defences that refute it.
    pub refutations: Vec<Move>,
}

impl<R: Rules> Solver<R> {
    /// All that problemists ask of a mate within `moves`: `keys` is empty if there is none.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn problem(
        &mut self,
        position: &Position<R>,
        moves: u32,
        wanted: &Wanted,
    ) -> Result<Problem, Reached> {
        let meter = Meter::new(self.limits());
        let mut work = Work { solver: self, meter, lines: wanted.lines, complete: true };
        let mut problem =
            Problem { moves, keys: Vec::new(), tries: Vec::new(), set_play: Vec::new(), complete: true };
        let keys = work.keys(position, moves)?;
        for &mv in &keys {
            problem.keys.push(work.attack(position, mv, moves, wanted.variations)?);
        }
        if wanted.tries > 0 && moves > 1 {
            problem.tries = work.tries(position, moves, &keys, wanted)?;
        }
        if wanted.set_play
            && moves > 1
            && let Some(passed) = passed(position)
        {
            problem.set_play = work.defences(&passed, moves, None, wanted.variations)?;
        }
        problem.complete = work.complete;
        Ok(problem)
    }
}

struct Work<'a, R: Rules> {
    solver: &'a mut Solver<R>,
    meter: Meter,
    /// Moves of the attacker that may still be written down.
    lines: usize,
    complete: bool,
}

impl<R: Rules> Work<'_, R> {
    fn keys(&mut self, position: &Position<R>, moves: u32) -> Result<Vec<Move>, Reached> {
        self.solver.all_keys(&mut self.meter, position, moves)
    }

    /// The fewest moves, at most `moves`, within which the attacker, to move, mates, and every move that does it.
    fn soonest(&mut self, position: &Position<R>, moves: u32) -> Result<Option<(u32, Vec<Move>)>, Reached> {
        for fewest in 1..=moves {
            if self.solver.mates(&mut self.meter, position, fewest)?.is_some() {
                return Ok(Some((fewest, self.keys(position, fewest)?)));
            }
        }
        Ok(None)
    }

    /// A move of the attacker, to mate within `moves` with this one, and what follows if that is wanted.
    fn attack(
        &mut self,
        position: &Position<R>,
        mv: Move,
        moves: u32,
        variations: bool,
    ) -> Result<Attack, Reached> {
        let mut attack = Attack { mv, threats: Vec::new(), defences: Vec::new() };
        if moves == 1 || !variations {
            return Ok(attack);
        }
        if self.lines == 0 {
            self.complete = false;
            return Ok(attack);
        }
        self.lines -= 1;
        let after = position.play(mv);
        let mut threat = None;
        if let Some(passed) = passed(&after)
            && let Some((left, keys)) = self.soonest(&passed, moves - 1)?
        {
            for &threat in &keys {
                attack.threats.push(self.attack(&passed, threat, left, false)?);
            }
            threat = Some((left, keys));
        }
        let threat = threat.as_ref().map(|(left, keys)| (*left, keys.as_slice()));
        attack.defences = self.defences(&after, moves, threat, true)?;
        Ok(attack)
    }

    /// The defences that have an answer in time, without those that a threat answers: a move that mates within so many
    /// moves if nothing is done about it, and still does.
    fn defences(
        &mut self,
        after: &Position<R>,
        moves: u32,
        threat: Option<(u32, &[Move])>,
        variations: bool,
    ) -> Result<Vec<Defence>, Reached> {
        let mut defences = Vec::new();
        for mv in moves::legal_moves(after) {
            let next = after.play(mv);
            let Some((left, keys)) = self.soonest(&next, moves - 1)? else { continue };
            if threat.is_some_and(|(most, moves)| left <= most && keys.iter().any(|key| moves.contains(key)))
            {
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
        moves: u32,
        keys: &[Move],
        wanted: &Wanted,
    ) -> Result<Vec<Try>, Reached> {
        let mut tries = Vec::new();
        for mv in moves::legal_moves(position) {
            if keys.contains(&mv) {
                continue;
            }
            let after = position.play(mv);
            let mut refutations = Vec::new();
            for reply in moves::legal_moves(&after) {
                let next = after.play(reply);
                if self.solver.mates(&mut self.meter, &next, moves - 1)?.is_none() {
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

/// The position with the other side to move; none if the side that has moved is in check then, or the other now.
fn passed<R: Rules>(position: &Position<R>) -> Option<Position<R>> {
    if position.checkers().has_any() {
        return None;
    }
    let mut setup = position.to_setup();
    setup.turn = !setup.turn;
    setup.en_passant = None;
    Position::new(&setup, Policy::Movable).ok()
}
