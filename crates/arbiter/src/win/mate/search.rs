//! Proves or refutes "the side to move mates within n moves", for any n: exhaustively, without recursion that
//! the question can deepen.
//!
//! Positions with the attacker to move are OR nodes, with the defender to move AND nodes. All moves of both
//! sides are looked at, so a no is as good as a yes. Each node of the attacker is itself deepened from what
//! is known of it, so that a bad defence is refuted by its shortest mate, and the table knows what to try
//! first when it comes back.

use crate::attacks::{self, Isa, Portable, Task};
use crate::board::Move;
use crate::limits::{Meter, Reached};
use crate::position::Position;
use crate::rules::Rules;
use crate::win::keep::Halt;

use super::candidates::{Replies, greatest_first};
use super::endings::Endings;
use super::last_moves::two::{self, Look};
use super::last_moves::{one, three};
use super::memory::{RankedMove, SearchMemory, work};
use super::table::{MateTable, Place};

/// The exhaustive search: what it remembers between claims, and its stack.
pub(super) struct MateSearch<R: Rules> {
    pub(super) memory: SearchMemory,
    stack: Vec<MateNode<R>>,
    /// This search is one of several on the same claim: which, and of how many.
    part: (usize, usize),
    /// The moves of the last position that was asked about in vain, what took most work to refute first.
    asked: (Option<Place>, Vec<RankedMove>),
}

struct MateNode<R: Rules> {
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
    /// Count of positions when the node was pushed.
    began: u64,
    /// The same when the move was made that is tried now.
    tried: u64,
}

/// What is asked.
pub(super) enum MateClaim {
    /// The side to move mates within so many moves, at least 1.
    Mates(u32),
    /// The side to move is mated within so many moves of the other side, whatever it does.
    IsMated(u32),
}

/// Decides a claim. A move is a mating one, if the side to move is to mate.
pub(super) struct ProveMate<'a, R: Rules> {
    pub(super) search: &'a mut MateSearch<R>,
    pub(super) meter: &'a mut Meter,
    pub(super) position: &'a Position<R>,
    pub(super) claim: MateClaim,
    /// Goes on with the same claim where it paused.
    pub(super) resume: bool,
    /// Pauses when so many positions have been looked at in all.
    pub(super) until: u64,
}

/// A decided claim: whether it is true, and the mating move of the attacker.
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

impl<R: Rules> MateSearch<R> {
    pub(super) fn new(bytes: usize) -> MateSearch<R> {
        MateSearch::with(SearchMemory::new(MateTable::new(bytes), Endings::default()), (0, 1))
    }

    /// Another search that shares the table of this one, for another thread: the given part of the work.
    pub(super) fn helper(&mut self, part: usize, of: usize) -> MateSearch<R> {
        let endings = self.memory.endings.anew();
        MateSearch::with(SearchMemory::new(self.memory.table.share(), endings), (part, of))
    }

    fn with(memory: SearchMemory, part: (usize, usize)) -> MateSearch<R> {
        MateSearch { memory, stack: Vec::new(), part, asked: (None, Vec::new()) }
    }
}

/// Whether the side to move attacks the enemy king already, as it may in some games before the first move.
pub(in crate::win) fn waiting_side_is_attacked<R: Rules>(position: &Position<R>) -> bool {
    let (board, us) = (position.board(), position.turn());
    let attackers = |king| attacks::attackers::<R, Portable>(board, king, us, board.occupied());
    R::WAITING_SIDE_ATTACKABLE && position.royal(!us).is_some_and(|king| attackers(king).has_any())
}

impl<R: Rules> Task for ProveMate<'_, R> {
    type Output = Result<Decided, Halt>;
    const PORTABLE_ONLY: bool = R::PORTABLE_ONLY;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<Decided, Halt> {
        let ProveMate { search, meter, position, claim, resume, until } = self;
        let mut value = None;
        if !resume {
            search.stack.clear();
            search.memory.moves.clear();
            value = match claim {
                // Where the enemy king is attacked already the last moves need the general way.
                MateClaim::Mates(moves) if waiting_side_is_attacked(position) => {
                    search.push_attacker::<I>(meter, position, Place::of(position), moves, moves, None);
                    None
                }
                MateClaim::Mates(moves) => search.enter_attacker::<I>(meter, position, moves)?,
                MateClaim::IsMated(moves) => search.enter_defender::<I>(meter, position, moves)?,
            };
        }
        loop {
            let Some(node) = search.stack.last_mut() else { return Ok(value.unwrap_or(Decided::NO)) };
            if value.is_none() && meter.effort_nodes() >= until {
                return Err(Halt::Pause);
            }
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
                    // What took most work to refute is likeliest to mate with a move more.
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

impl<R: Rules> MateSearch<R> {
    /// The attacker is to move and the enemy king not attacked. `None` if the node was pushed.
    #[inline(always)]
    fn enter_attacker<I: Isa>(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        moves: u32,
    ) -> Result<Option<Decided>, Reached> {
        match two::look::<R, I>(&mut self.memory, meter, position, moves)? {
            Look::Decided(mv) => return Ok(Some(Decided::by(mv))),
            Look::Open(place, bounds) => {
                if let Some(known) = self.memory.ending(position, &place, moves) {
                    return Ok(Some(Decided::by(known.map(|(mv, _)| mv))));
                }
                self.push_attacker::<I>(meter, position, place, bounds.none + 1, moves, bounds.best);
            }
        }
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
        if self.stack.is_empty() && self.asked.0 == Some(place) {
            self.memory.moves.extend_from_slice(&self.asked.1);
        } else {
            self.memory.list_attack::<R, I>(position, depth, best);
        }
        // Each of several searches begins elsewhere, and finds in the table what the others have finished.
        let (part, of) = self.part;
        if part > 0 {
            let moves = &mut self.memory.moves[first..];
            moves.rotate_left(moves.len() * part / of);
        }
        let (last, began) = (self.memory.moves.len(), meter.effort_nodes());
        let position = *position;
        self.stack.push(MateNode {
            position,
            place,
            attacking: true,
            goal,
            depth,
            first,
            next: first,
            last,
            began,
            tried: began,
        });
    }

    /// The defender is to move; the attacker will have `left` moves. `None` if the node was pushed, else
    /// whether the defender is mated.
    #[inline(always)]
    fn enter_defender<I: Isa>(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        left: u32,
    ) -> Result<Option<Decided>, Reached> {
        meter.count()?;
        let decided = |holds| Ok(Some(Decided { holds, by: None }));
        match left {
            0 => return decided(one::is_mated::<R, I>(position)),
            1 => return decided(!two::refutes::<R, I>(&mut self.memory, meter, position)?),
            2 => return decided(!I::call(three::Refutes { memory: &mut self.memory, meter, position })?),
            _ => {}
        }
        let first = self.memory.moves.len();
        match self.memory.list_defence::<R, I>(position, left) {
            Replies::Mated => return decided(true),
            Replies::Refute => {
                self.memory.moves.truncate(first);
                return decided(false);
            }
            Replies::Listed => {}
        }
        let last = self.memory.moves.len();
        let (position, place, began) = (*position, Place::of(position), meter.effort_nodes());
        let (goal, depth) = (left, left);
        self.stack.push(MateNode {
            position,
            place,
            attacking: false,
            goal,
            depth,
            first,
            next: first,
            last,
            began,
            tried: began,
        });
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
