//! That no game has fewer plies, written out so that others can check it with sums alone: rounds of duals,
//! from which walls and squares without captures follow, and where they do not suffice the moves one by one.

use std::collections::HashMap;

use crate::board::{Bitboard, Color, Move};
use crate::certificate::{self, BoundDual};
use crate::format::uci;
use crate::limits::{Limits, Meter, Reached};
use crate::moves::{Past, legal_moves};
use crate::position::Position;
use crate::reach::{GameTerms, Unknown};
use crate::rules::Standard;

use super::analysis::{self, BothBounds};
use super::duals::{Dual, Event, Shown, WayCosts};
use super::geometry::{Geometry, Known};
use super::goal::GameGoal;
use super::memory::claim;
use super::{MAX_PLIES, Quest};

/// Nodes and numbers of a tree that somebody may want to read.
const MOST_NODES: usize = 2_000;
const MOST_NUMBERS: usize = 70_000;

/// What shows that no game to a past has fewer plies.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LowerBound {
    /// No game has fewer.
    pub at_least: usize,
    /// Which games: of those that may end with other rights or another en passant square, all.
    pub terms: GameTerms,
    /// Positions, each with its children behind it; the first is the initial array.
    pub nodes: Vec<BoundNode>,
}

/// A position with what is deduced about the games that go on from it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BoundNode {
    /// The move that leads to it, in UCI.
    pub mv: Option<String>,
    /// Duals, in the order of deduction. Either they refute the position, or it has children.
    pub rounds: Vec<Vec<Dual>>,
}

/// Shows that games to a past have at least so many plies, or as many as can be shown shortly. The argument
/// is about games from the usual array: of others nothing is shown.
///
/// ```
/// use chess_arbiter::reach::{GameTerms, shortest};
/// use chess_arbiter::{Limits, Standard, fen, moves::Past};
/// let setup = fen::parse::<Standard>("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq -").unwrap();
/// let past = Past::from(&setup);
/// let shown = shortest::lower_bound(&past, GameTerms::default(), 3, &Limits::default()).unwrap();
/// assert_eq!((shown.at_least, shown.nodes.len()), (3, 1));
/// ```
///
/// # Errors
/// The limit that was reached before.
pub fn lower_bound(
    past: &Past,
    terms: GameTerms,
    plies: usize,
    limits: &Limits,
) -> Result<LowerBound, Reached> {
    let mut meter = Meter::new(limits);
    let parity = usize::from(past.turn == Color::Black);
    let mut shown = LowerBound { at_least: parity, terms, nodes: Vec::new() };
    if !past.start.is_usual() {
        return Ok(shown);
    }
    // What is unknown may be anything.
    let Unknown { castling, en_passant } = terms.unknown;
    let castling = if castling { Bitboard::EMPTY } else { past.castling };
    let en_passant = past.en_passant.filter(|_| !en_passant);
    let Some(mut quest) = Quest::new(&Past { castling, en_passant, ..*past }, terms) else {
        return Ok(shown);
    };
    let last = usize::from(quest.goal.last.is_some());
    if plies > MAX_PLIES || plies % 2 != parity {
        return Ok(shown);
    }
    if last == 1 {
        shown.at_least = 1 + usize::from(quest.goal.turn == Color::Black);
    }
    if plies <= shown.at_least {
        return Ok(shown);
    }
    let (goal, geometry) = (&quest.goal, &mut quest.geometries[0]);
    // What one node may show; where that is two plies short, a tree may be small.
    let mut most = quest.plies.min(plies - last);
    while most + last < plies {
        let moves = BothBounds::moves(Color::White, most);
        let mut spend = |cost| meter.charge(cost);
        if analysis::analyse(goal, &Position::initial(), moves, Known::at_first(goal), geometry, &mut spend)?
        {
            break;
        }
        most += 2;
    }
    // (What the search deduces from pawns on their files a single node cannot say.)
    let short = plies - last;
    let trees = (short >= 2 && most + 2 >= short).then_some((short, MOST_NODES));
    let roots = (2..=most).rev().step_by(2).map(|most| (most, 1));
    for (most, nodes) in trees.into_iter().chain(roots) {
        if let Some(nodes) = Writer::new(goal, &mut meter).write(most - 2, nodes)? {
            (shown.at_least, shown.nodes) = (most + last, nodes);
            break;
        }
    }
    Ok(shown)
}

impl LowerBound {
    /// As certificates have it.
    pub(crate) fn written(self) -> Vec<certificate::BoundNode> {
        let side = |side| if side == Color::White { "white" } else { "black" };
        let dual = |dual: Dual| BoundDual(side(dual.side).into(), dual.way.into(), dual.numbers);
        let round = |duals: Vec<Dual>| duals.into_iter().map(dual).collect();
        let node =
            |node: BoundNode| certificate::BoundNode(node.mv, node.rounds.into_iter().map(round).collect());
        self.nodes.into_iter().map(node).collect()
    }
}

/// A position whose moves are looked at one by one.
struct OpenNode {
    position: Position<Standard>,
    key: [u64; 5],
    /// What was known of it first, and now.
    before: BoundFacts,
    facts: BoundFacts,
    left: Vec<Move>,
}

/// What holds in the games that are left.
#[derive(Clone, Copy)]
struct BoundFacts {
    moves: [u8; 2],
    frozen: Bitboard,
    captures: [Bitboard; 2],
}

impl BoundFacts {
    /// Whether they hold wherever the others do.
    fn cover(&self, other: &BoundFacts) -> bool {
        let of_side = |side: usize| {
            self.moves[side] >= other.moves[side] && (other.captures[side] - self.captures[side]).is_empty()
        };
        (self.frozen - other.frozen).is_empty() && of_side(0) && of_side(1)
    }
}

/// A position, whole.
fn key(position: &Position<Standard>) -> [u64; 5] {
    claim(position, position.turn() as usize, true)
}

struct Writer<'a> {
    goal: &'a GameGoal,
    meter: &'a mut Meter,
    geometry: Geometry,
    nodes: Vec<BoundNode>,
    numbers: usize,
    /// What was known of the positions that are refuted, with all that comes after.
    done: HashMap<[u64; 5], Vec<BoundFacts>>,
}

impl<'a> Writer<'a> {
    fn new(goal: &'a GameGoal, meter: &'a mut Meter) -> Writer<'a> {
        Writer { goal, meter, geometry: Geometry::new(), nodes: Vec::new(), numbers: 0, done: HashMap::new() }
    }

    /// Nodes that refute all games of so many plies; `None` if it takes more of them than are wanted.
    fn write(mut self, plies: usize, most: usize) -> Result<Option<Vec<BoundNode>>, Reached> {
        let mut above: Vec<OpenNode> = Vec::new();
        let start = Position::initial();
        let moves = BothBounds::moves(Color::White, plies);
        let facts = BoundFacts { moves, frozen: self.goal.unmoved, captures: [Bitboard::FULL; 2] };
        let mut next = Some((None, start, facts));
        loop {
            let Some((mv, position, before)) = next.take() else {
                let Some(open) = above.last_mut() else { break };
                let Some(mv) = open.left.pop() else {
                    self.done.entry(open.key).or_default().push(open.before);
                    above.pop();
                    continue;
                };
                let mut facts = open.facts;
                facts.moves[open.position.turn() as usize] -= 1;
                let position = open.position.play(mv);
                if !self.is_known(&position, facts) {
                    next = Some((Some(uci::write(&open.position, mv)), position, facts));
                }
                continue;
            };
            self.meter.charge(30)?;
            let BoundFacts { moves, frozen, captures } = before;
            (self.geometry.known.frozen, self.geometry.known.captures, self.geometry.budget) =
                (frozen, captures, moves);
            let (rounds, refuted) = self.refute(&position);
            self.numbers += rounds.iter().flatten().map(|dual| dual.numbers.len()).sum::<usize>();
            self.nodes.push(BoundNode { mv, rounds });
            let key = key(&position);
            if refuted {
                self.done.entry(key).or_default().push(before);
                continue;
            }
            if self.nodes.len() >= most || self.numbers > MOST_NUMBERS || self.is_goal(&position) {
                return Ok(None);
            }
            let left = self.going_on(&position);
            let Known { frozen, captures, .. } = self.geometry.known;
            above.push(OpenNode {
                position,
                key,
                before,
                facts: BoundFacts { moves, frozen, captures },
                left,
            });
        }
        Ok(Some(self.nodes))
    }

    fn is_known(&self, position: &Position<Standard>, facts: BoundFacts) -> bool {
        self.done.get(&key(position)).is_some_and(|done| done.iter().any(|known| known.cover(&facts)))
    }

    /// Whether games may end here, never mind the last move.
    fn is_goal(&self, position: &Position<Standard>) -> bool {
        let rights = position.castling(Color::White) | position.castling(Color::Black);
        let GameGoal { board, turn, castling, .. } = self.goal;
        board == position.board()
            && *turn == position.turn()
            && castling.is_none_or(|wanted| wanted == rights)
    }

    /// The moves that a game that is left may go on with.
    fn going_on(&self, position: &Position<Standard>) -> Vec<Move> {
        let (us, Geometry { known: Known { frozen, captures, .. }, budget, .. }) =
            (position.turn(), &self.geometry);
        if budget[us as usize] == 0 {
            return Vec::new();
        }
        let enemy = position.board().color(!us);
        let may_be = |mv: &Move| {
            let takes = enemy.has(mv.to()) || position.is_en_passant(*mv);
            // Castling goes to the rook's square.
            let castles = position.board().color(us).has(mv.to());
            let stuck = frozen.has(mv.from()) || castles && frozen.has(mv.to());
            !stuck && (!takes || captures[us as usize].has(mv.to()))
        };
        legal_moves(position).iter().copied().filter(may_be).collect()
    }

    /// What is owed, and where it cannot be captured. `false` if that cannot be.
    fn settle(&mut self, position: &Position<Standard>) -> bool {
        let geometry = &mut self.geometry;
        Color::BOTH.into_iter().all(|color| {
            let side = color as usize;
            let Some(owed) = self.goal.owed(position.board(), color) else { return false };
            geometry.owed[side] = owed;
            let captures = geometry.known.captures[side] - geometry.known.frozen;
            geometry.known.captures[side] = if owed > 0 { captures } else { Bitboard::EMPTY };
            owed <= geometry.budget[side] && (owed == 0 || geometry.known.captures[side].has_any())
        })
    }

    /// Rounds of deduction; whether they refute the position.
    fn refute(&mut self, position: &Position<Standard>) -> (Vec<Vec<Dual>>, bool) {
        let mut rounds = Vec::new();
        let mut shown = Shown::nothing();
        loop {
            if !self.settle(position) {
                return (rounds, true);
            }
            self.geometry.rebuild(position.board());
            let before = (self.geometry.known.frozen, self.geometry.known.captures);
            let refuted = self.round(position, &mut shown);
            let mut duals = std::mem::take(&mut shown.duals);
            if duals.is_empty() {
                duals.push(self.nothing(position));
            }
            if refuted || before != (self.geometry.known.frozen, self.geometry.known.captures) {
                rounds.push(duals);
            }
            if refuted || before == (self.geometry.known.frozen, self.geometry.known.captures) {
                return (rounds, refuted);
            }
        }
    }

    /// The numbers of a round that needs none.
    fn nothing(&self, position: &Position<Standard>) -> Dual {
        let (side, goal) = (Color::White, self.goal);
        let is_missing = goal.castling.is_some_and(|wanted| (position.castling(side) - wanted).has_any());
        let men = position.board().color(side).len() as usize + goal.men(side).len();
        Dual { side, way: if is_missing { "king" } else { "plain" }, numbers: vec![0; men + 1] }
    }

    /// One round: what follows from the tables; whether it refutes the position.
    fn round(&mut self, position: &Position<Standard>, shown: &mut Shown) -> bool {
        let rights = position.castling(Color::White) | position.castling(Color::Black);
        let (board, goal) = (position.board(), self.goal);
        let (mut frozen, mut captures) = (self.geometry.known.frozen, self.geometry.known.captures);
        let ways = Color::BOTH.map(|color| {
            let side = analysis::side(goal, &self.geometry, position, color, rights);
            WayCosts::all(side, position.en_passant()).unwrap_or_default()
        });
        for ways in &ways {
            if ways.iter().all(WayCosts::fails) {
                ways.iter().for_each(|way| way.show_failure(shown));
                return true;
            }
        }
        for color in Color::BOTH {
            let (own, other) = (&ways[color as usize], &ways[!color as usize]);
            for on in self.geometry.known.captures[color as usize] {
                let cannot = |ways: &[WayCosts<'_>], event| !ways.iter().any(|way| way.affords(event));
                let (ways, event) = if cannot(other, Event::Lost(on)) {
                    (other, Event::Lost(on))
                } else if cannot(own, Event::Takes(on)) {
                    (own, Event::Takes(on))
                } else {
                    continue;
                };
                ways.iter().for_each(|way| way.show(event, shown));
                captures[color as usize] = captures[color as usize] - on.bb();
            }
            for at in board.color(color) - self.geometry.known.frozen {
                if !own.iter().any(|way| way.affords(Event::Leaves(at))) {
                    own.iter().for_each(|way| way.show(Event::Leaves(at), shown));
                    frozen |= at.bb();
                }
            }
        }
        (self.geometry.known.frozen, self.geometry.known.captures) = (frozen, captures);
        false
    }
}
