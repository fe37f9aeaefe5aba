//! Proves or refutes "the aim is reached within n moves", for any n: exhaustively, without recursion that the
//! question can deepen.
//!
//! Built like the exhaustive search for mates: positions with the attacker to move are OR nodes, with the
//! defender to move AND nodes; all moves of both sides are looked at; each node of the attacker is itself
//! deepened from what is known of it; proved bounds are kept under whole positions.

use crate::attacks::{Isa, Task};
use crate::board::Move;
use crate::limits::{Meter, Reached};
use crate::position::Position;
use crate::rules::{Pawns, Rules};
use crate::win::mate::candidates::greatest_first;
use crate::win::mate::endings::Endings;
use crate::win::mate::last_moves::one;
use crate::win::mate::memory::{SearchMemory, work};
use crate::win::mate::order;
use crate::win::mate::search::waiting_side_is_attacked;
use crate::win::mate::table::{MateTable, Place, UNKNOWN};
use crate::win::stipulation::Aim;

use super::last_move::{is_forced, self_mating_move, stalemating_move};
use super::replies::{Replies, without_a_move};

/// The search for one aim: what it remembers between claims, and its stack. The table keeps bounds for this
/// aim alone.
pub(super) struct ProblemSearch<R: Rules> {
    aim: Aim,
    memory: SearchMemory,
    stack: Vec<Node<R>>,
}

struct Node<R: Rules> {
    position: Position<R>,
    place: Place,
    /// Attacker to move.
    attacking: bool,
    /// Moves that the attacker has left, counting the one to be made.
    goal: u32,
    /// Of these, how many are tried now (`goal` for the defender).
    depth: u32,
    /// The node's moves are these of `SearchMemory::moves`.
    first: usize,
    next: usize,
    last: usize,
    /// Count of positions when the node was pushed.
    began: u64,
    /// The same when the move was made that is tried now.
    tried: u64,
}

/// What is asked.
#[derive(Clone, Copy)]
pub(super) enum Claim {
    /// The side to move is the attacker and reaches the aim within so many moves, at least 1.
    Reaches(u32),
    /// The side to move is the defender, and the aim is reached with so many moves of the attacker left.
    IsReached(u32),
}

/// Decides a claim.
pub(super) struct Prove<'a, R: Rules> {
    pub(super) search: &'a mut ProblemSearch<R>,
    pub(super) meter: &'a mut Meter,
    pub(super) position: &'a Position<R>,
    pub(super) claim: Claim,
}

/// A decided claim: whether it is true, and the move of the attacker that makes it so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decided {
    pub(super) holds: bool,
    pub(super) by: Option<Move>,
}

impl Decided {
    const NO: Decided = Decided { holds: false, by: None };

    #[inline(always)]
    fn by(mv: Option<Move>) -> Decided {
        Decided { holds: mv.is_some(), by: mv }
    }
}

impl<R: Rules> Task for Prove<'_, R> {
    type Output = Result<Decided, Reached>;
    // Of games without pawns few problems are asked: they are not worth the time to compile it twice.
    const PORTABLE_ONLY: bool = R::PORTABLE_ONLY || matches!(R::PAWNS, Pawns::None);

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<Decided, Reached> {
        let Prove { search, meter, position, claim } = self;
        search.stack.clear();
        search.memory.moves.clear();
        let mut value = match claim {
            // Where the enemy king is attacked already the last move needs the general way.
            Claim::Reaches(_) if waiting_side_is_attacked(position) => {
                if search.aim.obliges(position) {
                    return Ok(Decided::NO);
                }
                None
            }
            Claim::Reaches(moves) => search.enter_attacker::<I>(meter, position, moves)?,
            Claim::IsReached(left) => search.enter_defender::<I>(meter, position, left)?,
        };
        if let (Claim::Reaches(moves), None, true) = (claim, value, search.stack.is_empty()) {
            search.push_attacker::<I>(meter, position, Place::of(position), moves, moves, None);
        }
        loop {
            let Some(node) = search.stack.last_mut() else { return Ok(value.unwrap_or(Decided::NO)) };
            let (attacking, place, began) = (node.attacking, node.place, node.began);
            if attacking && value.is_some_and(|decided: Decided| !decided.holds) {
                let work = meter.effort_nodes() - node.tried;
                search.memory.moves[node.next - 1].score = u32::try_from(work).unwrap_or(u32::MAX);
            }
            if value.take().is_some_and(|decided| decided.holds == attacking) {
                // The move just tried decides the node.
                let (mv, color, depth) =
                    (search.memory.moves[node.next - 1].mv, node.position.turn(), node.depth);
                let role = node.position.board().role_on(mv.from());
                search.pop();
                search.memory.reward(attacking, color, role, mv, depth);
                if attacking {
                    search.memory.table.mate(&place, depth, Some(mv), work(meter, began));
                }
                value = Some(if attacking { Decided::by(Some(mv)) } else { Decided::NO });
                continue;
            }
            if node.next < node.last {
                let mv = search.memory.moves[node.next].mv;
                node.next += 1;
                node.tried = meter.effort_nodes();
                let child = node.position.play(mv);
                let depth = node.depth;
                value = if attacking {
                    search.enter_defender::<I>(meter, &child, depth - 1)?
                } else {
                    search.enter_attacker::<I>(meter, &child, depth)?
                };
                continue;
            }
            if attacking {
                search.memory.table.none(&place, node.depth, work(meter, began));
                if node.depth < node.goal {
                    node.depth += 1;
                    node.next = node.first;
                    // What took most work to refute is likeliest to do with a move more.
                    greatest_first(&mut search.memory.moves[node.first..node.last]);
                    continue;
                }
            }
            search.pop();
            value = Some(Decided { holds: !attacking, by: None });
        }
    }
}

impl<R: Rules> ProblemSearch<R> {
    /// A search whose table grows to at most `bytes`.
    pub(super) fn new(aim: Aim, bytes: usize) -> ProblemSearch<R> {
        let memory = SearchMemory::new(MateTable::new(bytes), Endings::default());
        ProblemSearch { aim, memory, stack: Vec::new() }
    }

    /// The attacker has one move left: one that reaches the aim. Of a reflexmate only if it cannot mate
    /// itself.
    #[inline(always)]
    fn last_move<I: Isa>(&mut self, position: &Position<R>) -> Option<Move> {
        match self.aim {
            Aim::Mate => one::mating_move::<R, I>(position),
            Aim::Stalemate => stalemating_move::<R, I>(position),
            Aim::Selfmate => self_mating_move::<R, I>(position),
            Aim::Reflexmate => {
                if one::mating_move::<R, I>(position).is_some() {
                    return None;
                }
                let first = self.memory.moves.len();
                self.memory.list_attack::<R, I>(position, 1, None);
                let mut found = None;
                for index in first..self.memory.moves.len() {
                    let mv = self.memory.moves[index].mv;
                    if one::mating_move::<R, I>(&position.play(mv)).is_some() {
                        found = Some(mv);
                        break;
                    }
                }
                self.memory.moves.truncate(first);
                found
            }
        }
    }

    /// The attacker is to move and the enemy king not attacked. `None` if the node was pushed.
    #[inline(always)]
    fn enter_attacker<I: Isa>(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        moves: u32,
    ) -> Result<Option<Decided>, Reached> {
        meter.count()?;
        if moves <= 1 {
            return Ok(Some(Decided::by(self.last_move::<I>(position).filter(|_| moves == 1))));
        }
        let place = Place::of(position);
        let bounds = self.memory.table.get(&place);
        if bounds.mate <= moves && bounds.best.is_some() {
            return Ok(Some(Decided::by(bounds.best)));
        }
        if bounds.none >= moves {
            return Ok(Some(Decided::NO));
        }
        if bounds.none == 0 {
            if self.aim == Aim::Reflexmate && one::mating_move::<R, I>(position).is_some() {
                // It has to mate, now and whenever it comes here.
                self.memory.table.none(&place, UNKNOWN, 0);
                return Ok(Some(Decided::NO));
            }
            if let Some(mv) = self.last_move::<I>(position) {
                self.memory.table.mate(&place, 1, Some(mv), 0);
                return Ok(Some(Decided::by(Some(mv))));
            }
        }
        self.push_attacker::<I>(meter, position, place, bounds.none.max(1) + 1, moves, bounds.best);
        Ok(None)
    }

    #[inline(always)]
    fn push_attacker<I: Isa>(
        &mut self,
        meter: &Meter,
        position: &Position<R>,
        place: Place,
        depth: u32,
        goal: u32,
        best: Option<Move>,
    ) {
        let first = self.memory.moves.len();
        self.memory.list_attack::<R, I>(position, depth, best);
        self.push(meter, position, place, true, first, (depth, goal));
    }

    #[inline(always)]
    fn push(
        &mut self,
        meter: &Meter,
        position: &Position<R>,
        place: Place,
        attacking: bool,
        first: usize,
        (depth, goal): (u32, u32),
    ) {
        let (last, began) = (self.memory.moves.len(), meter.effort_nodes());
        let position = *position;
        let (next, tried) = (first, began);
        self.stack.push(Node { position, place, attacking, goal, depth, first, next, last, began, tried });
    }

    /// The defender is to move; the attacker will have `left` moves, and its king is not attacked. `None` if
    /// the node was pushed.
    #[inline(always)]
    fn enter_defender<I: Isa>(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        left: u32,
    ) -> Result<Option<Decided>, Reached> {
        let decided = |holds| Ok(Some(Decided { holds, by: None }));
        meter.count()?;
        if self.aim == Aim::Reflexmate && one::mating_move::<R, I>(position).is_some() {
            return decided(true);
        }
        if left == 0 {
            return decided(match self.aim {
                Aim::Mate => one::is_mated::<R, I>(position),
                Aim::Stalemate => position.checkers().is_empty() && !I::call(one::HasMove(position)),
                Aim::Selfmate => is_forced::<R, I>(position),
                Aim::Reflexmate => false,
            });
        }
        if left == 1 {
            return decided(!I::call(Refutes { search: self, meter, position })?);
        }
        let first = self.memory.moves.len();
        match self.memory.list_replies::<R, I>(self.aim, position, left) {
            Replies::Reached => return decided(true),
            Replies::Refute => return decided(false),
            Replies::Listed => {}
        }
        self.push(meter, position, Place::of(position), false, first, (left, left));
        Ok(None)
    }

    /// The node on top is decided.
    #[inline(always)]
    fn pop(&mut self) {
        if let Some(node) = self.stack.pop() {
            self.memory.moves.truncate(node.first);
        }
    }
}

/// Whether a reply of the defender leaves the attacker, who has one move left, no way to the aim.
struct Refutes<'a, R: Rules> {
    search: &'a mut ProblemSearch<R>,
    meter: &'a mut Meter,
    position: &'a Position<R>,
}

impl<R: Rules> Task for Refutes<'_, R> {
    type Output = Result<bool, Reached>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<bool, Reached> {
        let Refutes { search, meter, position } = self;
        let us = position.turn();
        // The replies that refuted lately, before all are listed.
        let killers = search.memory.last_defences[us as usize];
        for &mv in killers.0.iter().flatten() {
            if order::surely_legal::<R, I>(position, mv) {
                meter.count()?;
                if !search.is_answered::<I>(&position.play(mv)) {
                    return Ok(true);
                }
            }
        }
        let first = search.memory.moves.len();
        search.memory.list_last_replies::<R, I>(position);
        if search.memory.moves.len() == first {
            return Ok(matches!(without_a_move(search.aim, position), Replies::Refute));
        }
        let mut refuted = false;
        for index in first..search.memory.moves.len() {
            let mv = search.memory.moves[index].mv;
            if killers.0.contains(&Some(mv)) && order::surely_legal::<R, I>(position, mv) {
                continue;
            }
            if let Err(limit) = meter.count() {
                search.memory.moves.truncate(first);
                return Err(limit);
            }
            if !search.is_answered::<I>(&position.play(mv)) {
                search.memory.last_defences[us as usize].push(mv);
                search.memory.history.reward(us, position.board().role_on(mv.from()), mv, 1);
                refuted = true;
                break;
            }
        }
        search.memory.moves.truncate(first);
        Ok(refuted)
    }
}

impl<R: Rules> ProblemSearch<R> {
    /// Whether a reply of the defender, just made, reaches the aim itself or lets the attacker do it with one
    /// move more.
    #[inline(always)]
    fn is_answered<I: Isa>(&mut self, next: &Position<R>) -> bool {
        if self.aim == Aim::Selfmate && next.checkers().has_any() && !I::call(one::HasMove(next)) {
            return true;
        }
        self.last_move::<I>(next).is_some()
    }
}
