//! Proves or refutes "the aim is reached within n moves", for any n: exhaustively, without recursion that the
//! question can deepen.
//!
//! Positions with the attacker to move are OR nodes, with the defender to move AND nodes. All moves of both
//! sides are looked at, so a no is as good as a yes. Each node of the attacker is itself deepened from what
//! is known of it, so that a bad defence is refuted by its shortest answer, and the table knows what to try
//! first when it comes back. What the attacker works for is told by [`Works`].

use crate::attacks::{self, Isa, Portable, Task, with_best_isa};
use crate::board::Move;
use crate::limits::{Meter, Reached};
use crate::position::Position;
use crate::rules::Rules;

use super::keep::Halt;
use super::mate::candidates::greatest_first;
use super::mate::endings::Endings;
use super::mate::memory::{RankedMove, SearchMemory, work};
use super::mate::table::{MateTable, MoveBounds, Place};

/// What the attacker works for: what is said of a node before its moves are tried one by one.
pub(super) trait Works<R: Rules>: Copy {
    /// Whether the search is compiled for the portable code alone.
    const PORTABLE_ONLY: bool;

    /// The attacker is to move, and the enemy king not attacked.
    fn look<I: Isa>(
        self,
        memory: &mut SearchMemory,
        meter: &mut Meter,
        position: &Position<R>,
        moves: u32,
    ) -> Result<Look, Reached>;

    /// The defender is to move; the attacker will have `left` moves. Whether the aim is reached, or `None`
    /// if it depends on the replies that are listed.
    fn look_at_replies<I: Isa>(
        self,
        memory: &mut SearchMemory,
        meter: &mut Meter,
        position: &Position<R>,
        left: u32,
    ) -> Result<Option<bool>, Reached>;
}

/// What can be said of the attacker, to move, without trying its moves.
pub(super) enum Look {
    /// A move that reaches the aim in time, or the proof that there is none.
    Decided(Option<Move>),
    /// Not within `none` moves: where it is, and what else the table says.
    Open(Place, MoveBounds),
}

/// The exhaustive search for one aim: what it remembers between claims, and its stack. The table keeps bounds
/// for this aim alone.
pub(super) struct Search<R: Rules, A> {
    aim: A,
    pub(super) memory: SearchMemory,
    stack: Vec<Node<R>>,
    /// This search is one of several on the same claim: which, and of how many.
    part: (usize, usize),
    /// The moves of the last position that was asked about in vain, what took most work to refute first.
    asked: (Option<Place>, Vec<RankedMove>),
    /// When it paused, and positions that others have looked at in its pauses: what they do says nothing of
    /// the moves tried here.
    paused: u64,
    elsewhere: u64,
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
    /// The node's moves are these of `SearchMemory::moves`, up to those of the next node.
    first: usize,
    next: usize,
    last: usize,
    /// Positions this search had looked at when the node was pushed.
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
pub(super) struct Prove<'a, R: Rules, A> {
    pub(super) search: &'a mut Search<R, A>,
    pub(super) meter: &'a mut Meter,
    pub(super) position: &'a Position<R>,
    pub(super) claim: Claim,
    /// Goes on with the same claim where it paused.
    pub(super) resume: bool,
    /// Pauses when so many positions have been looked at in all.
    pub(super) until: u64,
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

/// Whether the side to move attacks the enemy king already, as it may in some games before the first move.
pub(super) fn waiting_side_is_attacked<R: Rules>(position: &Position<R>) -> bool {
    let (board, us) = (position.board(), position.turn());
    let attackers = |king| attacks::attackers::<R, Portable>(board, king, us, board.occupied());
    R::WAITING_SIDE_ATTACKABLE && position.royal(!us).is_some_and(|king| attackers(king).has_any())
}

impl<R: Rules, A: Works<R>> Search<R, A> {
    /// A search whose table grows to at most `bytes`.
    pub(super) fn new(aim: A, bytes: usize) -> Search<R, A> {
        Search::with(aim, SearchMemory::new(MateTable::new(bytes), Endings::default()), (0, 1))
    }

    /// Another search that shares the table of this one, for another thread: the given part of the work.
    pub(super) fn helper(&mut self, part: usize, of: usize) -> Search<R, A> {
        let endings = self.memory.endings.anew();
        Search::with(self.aim, SearchMemory::new(self.memory.table.share(), endings), (part, of))
    }

    fn with(aim: A, memory: SearchMemory, part: (usize, usize)) -> Search<R, A> {
        let (stack, asked) = (Vec::new(), (None, Vec::new()));
        Search { aim, memory, stack, part, asked, paused: 0, elsewhere: 0 }
    }

    /// Decides a claim without a pause.
    pub(super) fn prove(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        claim: Claim,
    ) -> Result<Decided, Reached> {
        meter.look()?;
        match with_best_isa(Prove { search: self, meter, position, claim, resume: false, until: u64::MAX }) {
            Ok(decided) => Ok(decided),
            Err(Halt::Limit(limit)) => Err(limit),
            // It was not asked to pause.
            Err(Halt::Pause) => Err(Reached::Nodes),
        }
    }

    fn push(
        &mut self,
        meter: &Meter,
        position: &Position<R>,
        place: Place,
        attacking: bool,
        first: usize,
        (depth, goal): (u32, u32),
    ) {
        let (last, began) = (self.memory.moves.len(), self.now(meter));
        let position = *position;
        let (next, tried) = (first, began);
        self.stack.push(Node { position, place, attacking, goal, depth, first, next, last, began, tried });
    }

    /// Positions that this search has looked at.
    #[inline(always)]
    fn now(&self, meter: &Meter) -> u64 {
        meter.effort_nodes() - self.elsewhere
    }

    /// The node on top is decided.
    #[inline(always)]
    fn pop(&mut self) {
        if let Some(node) = self.stack.pop() {
            self.memory.moves.truncate(node.first);
        }
    }
}

impl<R: Rules, A: Works<R>> Task for Prove<'_, R, A> {
    type Output = Result<Decided, Halt>;
    const PORTABLE_ONLY: bool = A::PORTABLE_ONLY;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<Decided, Halt> {
        let Prove { search, meter, position, claim, resume, until } = self;
        let mut value = None;
        if resume {
            search.elsewhere += meter.effort_nodes() - search.paused;
        } else {
            search.elsewhere = 0;
            search.stack.clear();
            search.memory.moves.clear();
            let (attacking, moves) = match claim {
                Claim::Reaches(moves) => (true, moves),
                Claim::IsReached(left) => (false, left),
            };
            value = I::call(Enter { search, meter, position, attacking, moves })?;
        }
        loop {
            let now = search.now(meter);
            let Some(node) = search.stack.last_mut() else { return Ok(value.unwrap_or(Decided::NO)) };
            if value.is_none() && meter.effort_nodes() >= until {
                search.paused = meter.effort_nodes();
                return Err(Halt::Pause);
            }
            let (attacking, place, began) = (node.attacking, node.place, node.began);
            if attacking && value.is_some_and(|decided: Decided| !decided.holds) {
                let work = now - node.tried;
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
                    search.memory.table.mate(&place, depth, Some(mv), work(meter, began + search.elsewhere));
                }
                value = Some(if attacking { Decided::by(Some(mv)) } else { Decided::NO });
                continue;
            }
            if node.next < node.last {
                let mv = search.memory.moves[node.next].mv;
                node.next += 1;
                node.tried = now;
                let position = &node.position.play(mv);
                let moves = node.depth - u32::from(attacking);
                value = I::call(Enter { search, meter, position, attacking: !attacking, moves })?;
                continue;
            }
            if attacking {
                search.memory.table.none(&place, node.depth, work(meter, began + search.elsewhere));
                if node.depth < node.goal {
                    node.depth += 1;
                    node.next = node.first;
                    // What took most work to refute is likeliest to do with a move more.
                    greatest_first(&mut search.memory.moves[node.first..node.last]);
                    continue;
                }
                let (first, last) = (node.first, node.last);
                if search.stack.len() == 1 {
                    greatest_first(&mut search.memory.moves[first..last]);
                    search.asked = (Some(place), search.memory.moves[first..last].to_vec());
                }
            }
            search.pop();
            value = Some(Decided { holds: !attacking, by: None });
        }
    }
}

/// Looks at a node, and pushes it if that does not decide it. The attacker has `moves` moves left.
struct Enter<'a, R: Rules, A> {
    search: &'a mut Search<R, A>,
    meter: &'a mut Meter,
    position: &'a Position<R>,
    attacking: bool,
    moves: u32,
}

impl<R: Rules, A: Works<R>> Task for Enter<'_, R, A> {
    type Output = Result<Option<Decided>, Reached>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<Option<Decided>, Reached> {
        let Enter { search, meter, position, attacking, moves } = self;
        let aim = search.aim;
        let first = search.memory.moves.len();
        if !attacking {
            if let Some(holds) = aim.look_at_replies::<I>(&mut search.memory, meter, position, moves)? {
                search.memory.moves.truncate(first);
                return Ok(Some(Decided { holds, by: None }));
            }
            search.push(meter, position, Place::of(position), false, first, (moves, moves));
            return Ok(None);
        }
        let at_root = search.stack.is_empty();
        let (place, depth, best) = if at_root && waiting_side_is_attacked(position) {
            // The last moves need the general way.
            (Place::of(position), moves, None)
        } else {
            match aim.look::<I>(&mut search.memory, meter, position, moves)? {
                Look::Decided(mv) => return Ok(Some(Decided::by(mv))),
                Look::Open(place, bounds) => (place, bounds.none + 1, bounds.best),
            }
        };
        if at_root && search.asked.0 == Some(place) {
            search.memory.moves.extend_from_slice(&search.asked.1);
        } else {
            search.memory.list_attack::<R, I>(position, depth, best);
        }
        // Each of several searches begins elsewhere, and finds in the table what the others have finished.
        let (part, of) = search.part;
        if part > 0 {
            let moves = &mut search.memory.moves[first..];
            moves.rotate_left(moves.len() * part / of);
        }
        search.push(meter, position, place, true, first, (depth, moves));
        Ok(None)
    }
}
