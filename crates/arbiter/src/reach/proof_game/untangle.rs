//! Where men stand in each other's way: moves are taken back, the most promising first, until each has room.
//!
//! A game that is constructed move by move comes as far as a knot of men and does not find the one order in
//! which they step into it. Backwards the knot is there from the start, and every man that has left it shows
//! that the order is right so far.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::ops::ControlFlow;

use crate::attacks::{self, Portable};
use crate::board::{Bitboard, Board, Color, Move, Role, Square};
use crate::moves::{Past, Unmove, UnmoveKind, pawns_and_promoted, plausible_unmoves};
use crate::reach::facts::mobility::Forced;
use crate::reach::facts::ways::is_initial;
use crate::reach::terms::cannot_mate;
use crate::rules::Standard;

use super::chance::Chance;
use super::quiet::{Ready, forward, is_quiet, is_stiff};

/// The most un-moves.
const DEEPEST: u32 = 120;
/// Pasts to look at before it is seen what they are good for.
const LOOKS: u32 = 4_000;
/// Pasts to look at before another search begins.
const PATIENCE: u32 = 12_000;
/// Ways to take back a move, quiet and capturing ones, of men outside the knot.
const OTHERS: usize = 4;
/// So many plies more are worth a promotion less.
const EXCESS_WEIGHT: u32 = 4;
/// So many plies more are worth king and rook that may have moved before.
const CASTLING_WEIGHT: u32 = 20;
/// Pasts that a search may keep.
const MOST: usize = 100_000;
/// What it counts to see whether there is a plan, in pasts looked at.
const PLAN_COST: u64 = 15;
/// Where so many pasts that differ for a plan are met, captures are many.
const MANY_PLANS: usize = 400;

/// A past, and the move that leads on.
struct Node {
    past: Past,
    next: Option<(u32, Move)>,
    plies: u32,
}

/// How a search goes about it; none is best for all knots.
#[derive(Clone, Copy)]
struct Manner {
    /// Half so much jam is a ply more worth.
    plies: u32,
    /// How many times a knot is looked at, with other men elsewhere.
    same_knot: u32,
}

/// A search for pasts in which all men have room; when one is found, or none for long, another search begins,
/// which goes another way.
pub(super) struct Untangler<'a> {
    target: Past,
    chance: Chance,
    manner: Manner,
    nodes: Vec<Node>,
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    seen: HashSet<Past>,
    /// How many times each knot was looked at.
    knots: HashMap<u64, u32>,
    /// Where the knot is that comes apart now.
    region: Bitboard,
    /// The least jam of all pasts of this search, if one is better than the target's.
    best: u32,
    /// Pasts that this search looked at.
    looks: u32,
    /// Whether a plan was found for pasts with these pawns and kinds of men ([`plan_key`]).
    has_plan_of: HashMap<u64, bool>,
    refuted: &'a dyn Fn(&Past) -> bool,
    has_plan: Option<&'a dyn Fn(&Past) -> bool>,
}

impl<'a> Untangler<'a> {
    pub(super) fn new(
        target: &Past,
        seed: u64,
        refuted: &'a dyn Fn(&Past) -> bool,
        has_plan: Option<&'a dyn Fn(&Past) -> bool>,
    ) -> Self {
        let mut untangler = Untangler {
            target: *target,
            chance: Chance::new(seed),
            manner: Manner { plies: 2, same_knot: 2 },
            nodes: Vec::new(),
            queue: BinaryHeap::new(),
            seen: HashSet::new(),
            knots: HashMap::new(),
            region: Bitboard::FULL,
            best: 0,
            looks: 0,
            has_plan_of: HashMap::new(),
            refuted,
            has_plan,
        };
        untangler.begin();
        untangler
    }

    fn begin(&mut self) {
        self.nodes.clear();
        self.seen.clear();
        self.seen.insert(self.target);
        self.nodes.push(Node { past: self.target, next: None, plies: 0 });
        self.best = u32::MAX;
        self.looks = 0;
        self.go_on_from(0);
    }

    /// Turns to a knot of this past, and forgets what was to be looked at.
    fn go_on_from(&mut self, number: u32) {
        self.queue.clear();
        self.queue.push(Reverse((0, number)));
        self.knots.clear();
        let jammed = Knot::of(&self.nodes[number as usize].past, Bitboard::FULL).jammed;
        let which = self.chance.below(u64::from(jammed.len().max(1))) as usize;
        self.region = jammed.into_iter().nth(which).map_or(Bitboard::FULL, |man| around(man, jammed));
    }

    /// Whether it looks only at pasts for which a plan is found. Where captures are few most ways to take one
    /// back leave the pawns no account of themselves; where they are many that is time lost.
    pub(super) fn asks_for_plans(&self) -> bool {
        self.has_plan.is_some() && self.has_plan_of.len() < MANY_PLANS
    }

    /// The next past with its jam; `None` if the men have not more room than in those before. `spend` is
    /// called with the worth, in positions, of what is done next, and ends the search by an error.
    pub(super) fn next<E>(
        &mut self,
        mut spend: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Option<(Ready, u32)>, E> {
        let mut best = None;
        for _ in 0..LOOKS {
            let Some(Reverse((_, number))) = self.queue.pop() else { break };
            let Node { past, plies, .. } = self.nodes[number as usize];
            let knot = Knot::of(&past, self.region);
            let times = self.knots.entry(knot.name).or_default();
            *times += 1;
            if *times > self.manner.same_knot {
                continue;
            }
            spend(1)?;
            self.looks += 1;
            if (self.refuted)(&past) {
                continue;
            }
            if plies > 0 && knot.all_jam < self.best && is_quiet(&past) && !cannot_mate(&past.board) {
                self.best = knot.all_jam;
                best = Some(number);
                if self.best == 0 {
                    break;
                }
            }
            if knot.jam == 0 && knot.all_jam > 0 {
                self.go_on_from(number);
            } else if plies < DEEPEST && self.nodes.len() < MOST {
                self.expand(number, &past, &knot, &mut spend)?;
            }
        }
        let ready = best.map(|number| (self.ready(number), self.best));
        let is_spent = self.queue.is_empty() || self.nodes.len() >= MOST || self.looks >= PATIENCE;
        if self.best == 0 || is_spent {
            let (plies, same_knot) = (self.chance.below(3) as u32, 1 << self.chance.below(3));
            self.manner = Manner { plies, same_knot };
            self.begin();
        }
        Ok(ready)
    }

    /// Takes back all moves of men in the knot, and some of others, where there may be a plan for what was
    /// before.
    fn expand<E>(
        &mut self,
        number: u32,
        past: &Past,
        knot: &Knot,
        spend: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut in_knot = Vec::new();
        let mut others = [Vec::new(), Vec::new()];
        let _ = plausible_unmoves(past, |unmoves| -> ControlFlow<()> {
            for unmove in unmoves.iter() {
                if knot.men.has(unmove.stands) {
                    in_knot.push(unmove);
                } else {
                    others[usize::from(unmove.captured.is_some())].push(unmove);
                }
            }
            ControlFlow::Continue(())
        });
        let mut chosen = Vec::new();
        for unmove in in_knot {
            if self.may_have_plan(past, &unmove, spend)? {
                chosen.push(unmove);
            }
        }
        for mut others in others {
            let enough = chosen.len() + OTHERS;
            while chosen.len() < enough && !others.is_empty() {
                let which = self.chance.below(others.len() as u64) as usize;
                let unmove = others.swap_remove(which);
                if self.may_have_plan(past, &unmove, spend)? {
                    chosen.push(unmove);
                }
            }
        }
        let plies = self.nodes[number as usize].plies + 1;
        for unmove in chosen {
            let earlier = past.before(unmove);
            if self.seen.insert(earlier) {
                let jam = Knot::of(&earlier, self.region).jam;
                let castling = if earlier.castling == past.castling { 0 } else { CASTLING_WEIGHT };
                let worth = 2 * (jam + EXCESS_WEIGHT * excess(&earlier.board) + castling)
                    + self.manner.plies * plies
                    + 2 * self.chance.below(4) as u32;
                self.queue.push(Reverse((worth, self.nodes.len() as u32)));
                let next = Some((number, forward(past, &unmove)));
                self.nodes.push(Node { past: earlier, next, plies });
            }
        }
        Ok(())
    }

    /// Whether a plan is found for what was before, or for another past with the same pawns and kinds of men.
    fn may_have_plan<E>(
        &mut self,
        past: &Past,
        unmove: &Unmove,
        spend: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<bool, E> {
        let is_step = matches!(unmove.kind, UnmoveKind::Step | UnmoveKind::Castling);
        let keeps_pawns =
            is_step && unmove.captured.is_none() && past.board.role_on(unmove.stands) != Role::Pawn;
        let Some(has_plan) = self.has_plan.filter(|_| !keeps_pawns) else { return Ok(true) };
        let earlier = past.before(*unmove);
        let key = plan_key(&earlier.board);
        if let Some(&known) = self.has_plan_of.get(&key) {
            return Ok(known);
        }
        if !self.asks_for_plans() {
            return Ok(true);
        }
        spend(PLAN_COST)?;
        self.looks += PLAN_COST as u32;
        let known = has_plan(&earlier);
        self.has_plan_of.insert(key, known);
        Ok(known)
    }

    fn ready(&self, number: u32) -> Ready {
        let mut at = &self.nodes[number as usize];
        let past = at.past;
        let mut tail = Vec::new();
        while let Some((after, mv)) = at.next {
            tail.push(mv);
            at = &self.nodes[after as usize];
        }
        Ready { past, tail }
    }
}

/// The squares no more than two king's steps from a man and from those of a set that are joined with it by
/// such steps.
fn around(man: Square, men: Bitboard) -> Bitboard {
    let near = |mut squares: Bitboard| {
        for _ in 0..2 {
            squares = squares.into_iter().fold(squares, |all, square| all | attacks::king(square));
        }
        squares
    };
    let mut all = man.bb();
    loop {
        let joined = all | near(all) & men;
        if joined == all {
            return near(all);
        }
        all = joined;
    }
}

/// Tells apart what plans are made for: pawns, and how many men there are of each kind. Two boards with one
/// key cost a search its way, no verdict its truth.
fn plan_key(board: &Board) -> u64 {
    let mut key = 0_u64;
    let mut mix = |part: u64| key = (key ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    for color in Color::BOTH {
        mix(board.men(color, Role::Pawn).0);
        for (role, squares) in Forced::KINDS {
            mix(u64::from((board.men(color, role) & squares).len()));
        }
    }
    key
}

/// Pieces that must have promoted, at least.
fn excess(board: &Board) -> u32 {
    let men: u32 = Color::BOTH.map(|color| pawns_and_promoted(board, color)).iter().sum();
    men - board.role(Role::Pawn).len()
}

/// Whether men stand in each other's way.
pub(super) fn is_tangled(past: &Past) -> bool {
    Knot::of(past, Bitboard::FULL).jam > 0
}

/// Squares that are as good as the whole board.
const ROOM: u32 = 6;

/// The men that lack room, those of a region above all.
struct Knot {
    /// These, where they are in the region, with the pawns there.
    men: Bitboard,
    /// The men that lack room, wherever they are.
    jammed: Bitboard,
    /// Tells knots apart.
    name: u64,
    /// For each man of the region that is not a pawn and not where it began, the squares it lacks to [`ROOM`]
    /// within a few moves while nobody else moves. The king's count more.
    jam: u32,
    /// The same everywhere.
    all_jam: u32,
}

impl Knot {
    fn of(past: &Past, region: Bitboard) -> Knot {
        let board = &past.board;
        let pawns = board.role(Role::Pawn);
        let (mut jam, mut all_jam, mut jammed) = (0, 0, Bitboard::EMPTY);
        for color in Color::BOTH {
            for stands in board.color(color) - pawns - past.unmoved() {
                let role = board.role_on(stands);
                if is_initial(past.start, board, stands) {
                    continue;
                }
                let feared = if role == Role::King { board.color(!color) } else { Bitboard::EMPTY };
                let mut lacks = ROOM - room(past, color, role, stands, feared);
                if lacks > 0 {
                    jammed |= stands.bb();
                }
                // What attacks a square may have come there only now; kings and pawns seldom have.
                if feared.has_any() && lacks > 0 {
                    let slow = feared & (board.role(Role::King) | board.role(Role::Pawn));
                    lacks += ROOM - room(past, color, role, stands, slow);
                }
                all_jam += lacks;
                if region.has(stands) {
                    jam += lacks;
                }
            }
            if is_stiff(past, color) {
                jam += ROOM;
                all_jam += ROOM;
            }
        }
        let men = (jammed | pawns) & region;
        let mut core = Board::default();
        for square in men {
            if let Some(man) = board.man_at(square) {
                core.put(square, man);
            }
        }
        let name = core.zobrist() ^ u64::from(jam) << 1 ^ past.turn as u64;
        Knot { men, jammed, name, jam, all_jam }
    }
}

/// How many squares a man can have come from within three moves, [`ROOM`] at most, over none that these
/// enemies attack.
fn room(past: &Past, color: Color, role: Role, stands: Square, feared: Bitboard) -> u32 {
    let board = &past.board;
    let occupied = board.occupied() - stands.bb();
    let mut closed = occupied;
    for enemy in feared {
        let role = board.role_on(enemy);
        closed |= attacks::attacks::<Standard, Portable>(role, !color, enemy, occupied);
    }
    let mut seen = stands.bb();
    let mut edge = seen;
    for _ in 0..3 {
        let mut next = Bitboard::EMPTY;
        for square in edge {
            next |= attacks::attacks::<Standard, Portable>(role, color, square, occupied) - closed;
        }
        edge = next - seen;
        seen |= next;
        if seen.len() > ROOM {
            return ROOM;
        }
    }
    seen.len() - 1
}
