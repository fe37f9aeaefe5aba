//! Proves or refutes "the side to move mates within n moves", for any n: exhaustively, without recursion that
//! the question can deepen.
//!
//! Positions with the attacker to move are OR nodes, with the defender to move AND nodes. All moves of both sides
//! are looked at, so a no is as good as a yes. Each node of the attacker is itself deepened from what is known of it,
//! so that a bad defence is refuted by its shortest mate, and the table knows what to try first when it comes back.

use crate::attacks::{self, Isa, Portable, Task};
use crate::board::{Color, Move, Role};
use crate::limits::{Meter, Reached};
use crate::moves::legal_moves;
use crate::position::Position;
use crate::rules::Rules;

use super::candidates::{Choice, Replies, greatest_first};
use super::order::{History, Killers};
use super::table::{Place, Table, UNKNOWN};
use super::{one, three, two};

/// What is remembered between claims, and the stack.
pub(super) struct Search<R: Rules> {
    pub(super) table: Table,
    /// Moves of all nodes on the stack, each node's in one run.
    pub(super) moves: Vec<Choice>,
    stack: Vec<Node<R>>,
    /// Where the replies of one node lead.
    pub(super) places: Vec<Place>,
    pub(super) history: History,
    /// Replies that left no mating move, by the colour of the defender.
    pub(super) last_defences: [Killers<4>; 2],
    /// The same where two moves would mate.
    pub(super) defences_of_three: [Killers<4>; 2],
    /// Moves that refuted, by the moves left of the attacker (the greater ones share the last).
    pub(super) defences: [[Killers<2>; LEVELS]; 2],
    /// Moves that won, in the same way.
    pub(super) attacks: [[Killers<2>; LEVELS]; 2],
    /// This search is one of several on the same claim: which, and of how many.
    part: (usize, usize),
    /// The moves of the last position that was asked about in vain, what took most work to refute first.
    asked: (Option<Place>, Vec<Choice>),
}

/// Numbers of moves with killers of their own.
const LEVELS: usize = 32;

struct Node<R: Rules> {
    position: Position<R>,
    place: Place,
    /// Attacker to move.
    attacking: bool,
    /// Moves that the attacker has left, counting the one to be made.
    goal: u32,
    /// Of these, how many are tried now (`goal` for the defender).
    depth: u32,
    /// The node's moves are these of `Search::moves`, up to those of the next node.
    first: usize,
    next: usize,
    last: usize,
    /// Count of positions when the node was pushed.
    began: u64,
    /// The same when the move was made that is tried now.
    tried: u64,
}

/// What is asked.
pub(super) enum Claim {
    /// The side to move mates within so many moves, at least 1.
    Mates(u32),
    /// The side to move is mated within so many moves of the other side, whatever it does.
    IsMated(u32),
}

/// Decides a claim. A move is a mating one, if the side to move is to mate.
pub(super) struct Prove<'a, R: Rules> {
    pub(super) search: &'a mut Search<R>,
    pub(super) meter: &'a mut Meter,
    pub(super) position: &'a Position<R>,
    pub(super) claim: Claim,
    /// Goes on with the same claim where it paused.
    pub(super) resume: bool,
    /// Pauses when so many positions have been looked at in all.
    pub(super) until: u64,
}

/// Why a search came back undecided.
pub(super) enum Halt {
    /// Its share of the work is done.
    Pause,
    Limit(Reached),
}

impl From<Reached> for Halt {
    fn from(limit: Reached) -> Halt {
        Halt::Limit(limit)
    }
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

impl<R: Rules> Search<R> {
    pub(super) fn new(memory: usize) -> Search<R> {
        Search::over(Table::new(memory), (0, 1))
    }

    /// Another search that shares the table of this one, for another thread: the given part of the work.
    pub(super) fn helper(&mut self, part: usize, of: usize) -> Search<R> {
        Search::over(self.table.share(), (part, of))
    }

    fn over(table: Table, part: (usize, usize)) -> Search<R> {
        Search {
            table,
            moves: Vec::new(),
            stack: Vec::new(),
            places: Vec::new(),
            history: History::new(),
            last_defences: [Killers::NONE; 2],
            defences_of_three: [Killers::NONE; 2],
            defences: [[Killers::NONE; LEVELS]; 2],
            attacks: [[Killers::NONE; LEVELS]; 2],
            part,
            asked: (None, Vec::new()),
        }
    }

    /// The best moves and replies that the table knows after a position: a line for show.
    pub(super) fn line(&self, position: &Position<R>) -> Vec<Move> {
        let (mut line, mut position) = (Vec::new(), *position);
        // No line is longer than the shortest of its bounds, which get smaller.
        let mut left = UNKNOWN;
        loop {
            let bounds = self.table.get(&Place::of(&position));
            let Some(mv) = bounds.best.filter(|_| bounds.mate < left) else { break };
            left = bounds.mate;
            line.push(mv);
            position = position.play(mv);
            let known = |&mv: &Move| {
                let bounds = self.table.get(&Place::of(&position.play(mv)));
                if bounds.mate == UNKNOWN { (0, 0) } else { (bounds.none + 1, bounds.mate) }
            };
            let Some(reply) = legal_moves(&position).into_iter().max_by_key(known) else { break };
            line.push(reply);
            position = position.play(reply);
        }
        // The last reply is of no interest if nothing follows.
        if line.len() % 2 == 0 {
            line.pop();
        }
        line
    }
}

/// Whether the side to move attacks the enemy king already, as it may in some games before the first move.
pub(super) fn waiting_side_is_attacked<R: Rules>(position: &Position<R>) -> bool {
    let (board, us) = (position.board(), position.turn());
    let attackers = |king| attacks::attackers::<R, Portable>(board, king, us, board.occupied());
    R::WAITING_SIDE_ATTACKABLE && position.royal(!us).is_some_and(|king| attackers(king).has_any())
}

#[inline(always)]
pub(super) fn level(depth: u32) -> usize {
    (depth as usize).min(LEVELS - 1)
}

/// Logarithm of the work since `began`.
#[inline(always)]
pub(super) fn work(meter: &Meter, began: u64) -> u8 {
    (64 - (meter.effort_nodes() - began).leading_zeros()) as u8
}

impl<R: Rules> Task for Prove<'_, R> {
    type Output = Result<Decided, Halt>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<Decided, Halt> {
        let Prove { search, meter, position, claim, resume, until } = self;
        let mut value = None;
        if !resume {
            search.stack.clear();
            search.moves.clear();
            value = match claim {
                // Where the enemy king is attacked already the last moves need the general way.
                Claim::Mates(moves) if waiting_side_is_attacked(position) => {
                    search.push_attacker::<I>(meter, position, Place::of(position), moves, moves, None);
                    None
                }
                Claim::Mates(moves) => search.enter_attacker::<I>(meter, position, moves)?,
                Claim::IsMated(moves) => search.enter_defender::<I>(meter, position, moves)?,
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
                search.moves[node.next - 1].score = u32::try_from(work).unwrap_or(u32::MAX);
            }
            if value.take().is_some_and(|decided| decided.holds == attacking) {
                // The move just tried decides the node.
                let (mv, color, depth) = (search.moves[node.next - 1].mv, node.position.turn(), node.depth);
                let role = node.position.board().role_on(mv.from());
                search.pop();
                search.reward(attacking, color, role, mv, depth);
                if attacking {
                    search.table.mate(&place, depth, Some(mv), work(meter, began));
                }
                value = Some(if attacking { Decided::by(Some(mv)) } else { Decided::NO });
                continue;
            }
            if node.next < node.last {
                let mv = search.moves[node.next].mv;
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
                search.table.none(&place, node.depth, work(meter, began));
                if node.depth < node.goal {
                    node.depth += 1;
                    node.next = node.first;
                    // What took most work to refute is likeliest to mate with a move more.
                    greatest_first(&mut search.moves[node.first..node.last]);
                    continue;
                }
                let (first, last) = (node.first, node.last);
                if search.stack.len() == 1 {
                    greatest_first(&mut search.moves[first..last]);
                    search.asked = (Some(place), search.moves[first..last].to_vec());
                }
            }
            search.pop();
            value = Some(Decided { holds: !attacking, by: None });
        }
    }
}

impl<R: Rules> Search<R> {
    /// The attacker is to move and the enemy king not attacked. `None` if the node was pushed.
    #[inline(always)]
    pub(super) fn enter_attacker<I: Isa>(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        moves: u32,
    ) -> Result<Option<Decided>, Reached> {
        meter.count()?;
        if moves <= 1 {
            return Ok(Some(Decided::by(one::mating_move::<R, I>(position).filter(|_| moves == 1))));
        }
        let began = meter.effort_nodes();
        let place = Place::of(position);
        let mut bounds = self.table.get(&place);
        if bounds.mate <= moves && bounds.best.is_some() {
            return Ok(Some(Decided::by(bounds.best)));
        }
        if bounds.none >= moves {
            return Ok(Some(Decided::NO));
        }
        if bounds.none == 0 {
            if let Some(mv) = one::mating_move::<R, I>(position) {
                self.table.mate(&place, 1, Some(mv), 0);
                return Ok(Some(Decided::by(Some(mv))));
            }
            bounds.none = 1;
        }
        if bounds.none == 1 {
            if let Some(mv) = two::mating_move::<R, I>(self, meter, position)? {
                self.table.mate(&place, 2, Some(mv), work(meter, began));
                return Ok(Some(Decided::by(Some(mv))));
            }
            bounds.none = 2;
            self.table.none(&place, 2, work(meter, began));
            if moves == 2 {
                return Ok(Some(Decided::NO));
            }
        }
        self.push_attacker::<I>(meter, position, place, bounds.none + 1, moves, bounds.best);
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
        let first = self.moves.len();
        if self.stack.is_empty() && self.asked.0 == Some(place) {
            self.moves.extend_from_slice(&self.asked.1);
        } else {
            self.list_attack::<I>(position, depth, best);
        }
        // Each of several searches begins elsewhere, and finds in the table what the others have finished.
        let (part, of) = self.part;
        if part > 0 {
            let moves = &mut self.moves[first..];
            moves.rotate_left(moves.len() * part / of);
        }
        let (last, began) = (self.moves.len(), meter.effort_nodes());
        let position = *position;
        self.stack.push(Node {
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

    /// The defender is to move; the attacker will have `left` moves. `None` if the node was pushed, else whether
    /// the defender is mated.
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
            1 => return decided(!two::refutes::<R, I>(self, meter, position)?),
            2 => return decided(!I::call(three::Refutes { search: self, meter, position })?),
            _ => {}
        }
        let first = self.moves.len();
        match self.list_defence::<I>(position, left) {
            Replies::Mated => return decided(true),
            Replies::Refute => {
                self.moves.truncate(first);
                return decided(false);
            }
            Replies::Listed => {}
        }
        let last = self.moves.len();
        let (position, place, began) = (*position, Place::of(position), meter.effort_nodes());
        let (goal, depth) = (left, left);
        self.stack.push(Node {
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
            self.moves.truncate(node.first);
        }
    }

    #[inline(always)]
    fn reward(&mut self, attacking: bool, color: Color, role: Role, mv: Move, depth: u32) {
        let killers = if attacking { &mut self.attacks } else { &mut self.defences };
        killers[color as usize][level(depth)].push(mv);
        self.history.reward(color, role, mv, depth.min(64) * depth.min(64));
    }
}
