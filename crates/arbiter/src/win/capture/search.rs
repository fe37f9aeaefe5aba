//! Proves or refutes "the attacker, to move, wins within n plies", for any n, without recursion.
//!
//! Positions with the attacker to move are OR nodes, with the defender to move AND nodes. Only safe moves are
//! looked at: any other lets the opponent take the royal at once, which for the attacker is no win and for
//! the defender a loss in two plies. What remains is a game like chess in which a side without a safe move
//! has lost; n counts to the capture itself.

use crate::attacks::{Isa, Task};
use crate::board::{Color, Move, Role};
use crate::limits::{Meter, Reached};
use crate::moves::{Exists, ForEachMove, Pseudo, Safe, generate};
use crate::position::Position;
use crate::rules::Rules;
use crate::win::keep::Halt;

use super::key::CaptureKey;
use super::last_plies::mating_move;
use super::table::CaptureTable;

/// What one attacker's search remembers between claims.
pub(super) struct CaptureSearch<R: Rules> {
    pub(super) table: CaptureTable,
    /// Moves of all nodes on the stack, each node's in one run.
    moves: Vec<(u32, Move)>,
    stack: Vec<OpenNode<R>>,
    /// How often a move refuted, by colour, from and to: orders what is tried.
    history: Box<[[[u32; 64]; 64]; 2]>,
}

struct OpenNode<R: Rules> {
    position: Position<R>,
    /// Plies left, to move included.
    plies: u32,
    /// Attacker to move.
    attacking: bool,
    /// The node's moves not yet tried end here in `CaptureSearch::moves`.
    first: usize,
    /// The move being tried.
    trying: Option<Move>,
}

/// Proves a claim about a position with the attacker to move, in which neither side can take the enemy
/// royal...
pub(super) struct ProveCapture<'a, R: Rules> {
    pub(super) search: &'a mut CaptureSearch<R>,
    pub(super) meter: &'a mut Meter,
    pub(super) position: &'a Position<R>,
    /// Odd, at least 3.
    pub(super) plies: u32,
    /// Goes on with the same claim where it paused.
    pub(super) resume: bool,
    /// Pauses when so many positions have been looked at in all.
    pub(super) until: u64,
}

impl<R: Rules> CaptureSearch<R> {
    pub(super) fn new(memory: usize) -> CaptureSearch<R> {
        CaptureSearch {
            table: CaptureTable::new(memory),
            moves: Vec::new(),
            stack: Vec::new(),
            history: Box::new([[[0; 64]; 64]; 2]),
        }
    }

    /// Pushes a node with its safe moves, the most promising last; false if there are none.
    #[inline(always)]
    fn push<I: Isa>(
        &mut self,
        position: &Position<R>,
        plies: u32,
        attacking: bool,
        first_try: Option<Move>,
    ) -> bool {
        let first = self.moves.len();
        let (moves, history) = (&mut self.moves, &self.history[position.turn() as usize]);
        I::call(ListMoves { position, first_try, moves, history });
        let found = self.moves.len() > first;
        if found {
            self.stack.push(OpenNode { position: *position, plies, attacking, first, trying: None });
        }
        found
    }

    /// The best untried move of the node on top, which it takes off the list.
    #[inline(always)]
    fn next_move(&mut self) -> Option<Move> {
        let first = self.stack.last()?.first;
        let best = (first..self.moves.len()).max_by_key(|&i| self.moves[i].0)?;
        Some(self.moves.swap_remove(best).1)
    }

    /// The node on top is decided.
    #[inline(always)]
    fn pop(&mut self) -> Option<OpenNode<R>> {
        let node = self.stack.pop()?;
        self.moves.truncate(node.first);
        Some(node)
    }

    fn reward(&mut self, color: Color, mv: Move, plies: u32) {
        let count = &mut self.history[color as usize][mv.from().index()][mv.to().index()];
        *count += plies.min(64).pow(2);
        // Keep scores small and recent.
        if *count > 1 << 20 {
            self.history.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|count| *count /= 2);
        }
    }
}

/// Adds the safe moves of a position, each with what it promises.
struct ListMoves<'a, R: Rules> {
    position: &'a Position<R>,
    first_try: Option<Move>,
    moves: &'a mut Vec<(u32, Move)>,
    history: &'a [[u32; 64]; 64],
}

impl<R: Rules> Task for ListMoves<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let ListMoves { position, first_try, moves, history } = self;
        let enemy = position.board().color(!position.turn());
        generate::<R, I, Safe, _>(
            position,
            &mut ForEachMove(
                #[inline(always)]
                |_: Role, mv: Move| {
                    let capture = u32::from(enemy.has(mv.to())) << 8;
                    let score = history[mv.from().index()][mv.to().index()] + capture;
                    moves.push((if first_try == Some(mv) { u32::MAX } else { score }, mv));
                    false
                },
            ),
        );
    }
}

impl<R: Rules> Task for ProveCapture<'_, R> {
    type Output = Result<Option<Move>, Halt>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<Option<Move>, Halt> {
        let ProveCapture { search, meter, position, plies, resume, until } = self;
        if !resume {
            search.stack.clear();
            search.moves.clear();
            match enter_attacker::<R, I>(search, meter, position, plies)? {
                Entered::Decided(winning) => return Ok(winning),
                Entered::Pushed => {}
            }
        }
        let mut value = None;
        // `value`: what the last finished child of the node on top came to (true: the attacker wins).
        loop {
            let Some(node) = search.stack.last_mut() else {
                debug_assert!(false, "the root decides itself below");
                return Ok(None);
            };
            if value.is_none() && meter.effort_nodes() >= until {
                return Err(Halt::Pause);
            }
            let (attacking, left, turn) = (node.attacking, node.plies, node.position.turn());
            if let Some(won) = value.take()
                && won == attacking
                && let Some(mv) = node.trying
            {
                // The mover found what it wanted: the node is decided.
                search.reward(turn, mv, left);
                let Some(node) = search.pop() else { return Ok(None) };
                if attacking {
                    search.table.win(CaptureKey::of(&node.position), left, mv);
                }
                if search.stack.is_empty() {
                    return Ok(Some(mv));
                }
                value = Some(attacking);
                continue;
            }
            let Some(mv) = search.next_move() else {
                let Some(node) = search.pop() else { return Ok(None) };
                if attacking {
                    search.table.no_win(CaptureKey::of(&node.position), left);
                }
                if search.stack.is_empty() {
                    return Ok(None);
                }
                value = Some(!attacking);
                continue;
            };
            let Some(node) = search.stack.last_mut() else { return Ok(None) };
            node.trying = Some(mv);
            let child = node.position.play(mv);
            value = if attacking {
                enter_defender::<R, I>(search, meter, &child, left - 1)?
            } else {
                match enter_attacker::<R, I>(search, meter, &child, left - 1)? {
                    Entered::Decided(winning) => Some(winning.is_some()),
                    Entered::Pushed => None,
                }
            };
        }
    }
}

enum Entered {
    Decided(Option<Move>),
    Pushed,
}

/// The attacker is to move and cannot take the royal at once; `plies` is odd, at least 3.
#[inline(always)]
fn enter_attacker<R: Rules, I: Isa>(
    search: &mut CaptureSearch<R>,
    meter: &mut Meter,
    position: &Position<R>,
    plies: u32,
) -> Result<Entered, Reached> {
    meter.count()?;
    if plies == 3 {
        return Ok(Entered::Decided(mating_move::<R, I>(position)));
    }
    let bounds = search.table.get(CaptureKey::of(position));
    if bounds.win <= plies
        && let Some(best) = bounds.best
    {
        return Ok(Entered::Decided(Some(best)));
    }
    if bounds.no_win >= plies || !search.push::<I>(position, plies, true, bounds.best) {
        return Ok(Entered::Decided(None));
    }
    Ok(Entered::Pushed)
}

/// The defender is to move and cannot take the attacker's royal; `plies` is even, at least 4.
/// `None` if the node was pushed, else whether the attacker wins.
#[inline(always)]
fn enter_defender<R: Rules, I: Isa>(
    search: &mut CaptureSearch<R>,
    meter: &mut Meter,
    position: &Position<R>,
    plies: u32,
) -> Result<Option<bool>, Reached> {
    meter.count()?;
    if search.push::<I>(position, plies, false, None) {
        return Ok(None);
    }
    // No safe move: lost, unless there is no move at all.
    Ok(Some(generate::<R, I, Pseudo, _>(position, &mut Exists)))
}
