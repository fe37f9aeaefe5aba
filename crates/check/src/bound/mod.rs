//! That no game of fewer plies reaches a position: what each side needs at least, by sums of numbers.

pub mod steps;
mod ways;

use std::collections::HashMap;
use std::fmt;

use crate::Checked;
use crate::board::{Board, Colour, Kind, RuleSet, Square};
use crate::can_win::code;
use crate::json::{Item, quote};
use crate::moves::Move;
use crate::past::Past;
use crate::squares::Set;
use crate::start::Start;
use steps::{Facts, Steps};
use ways::Way;

/// What is claimed of the plies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AtLeast {
    /// No game has fewer.
    pub plies: u16,
    /// Whatever the castling rights.
    pub any_castling: bool,
    /// Whatever the en passant square.
    pub any_en_passant: bool,
}

impl fmt::Display for AtLeast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.plies == 1 { "y" } else { "ies" };
        write!(f, "and no game of fewer than {} pl{plural}", self.plies)?;
        let open = [(self.any_castling, "castling rights"), (self.any_en_passant, "en passant square")];
        let open: Vec<&str> = open.into_iter().filter_map(|(any, name)| any.then_some(name)).collect();
        if open.is_empty() { Ok(()) } else { write!(f, " (any {})", open.join(" and ")) }
    }
}

/// Where games end.
struct Goal {
    board: Board,
    /// `None` if any rights will do.
    castling: Option<Set>,
}

/// What a node takes at most, with its moves.
const NODE_BYTES: usize = 256 * size_of::<Move>() + 8 * size_of::<Node<'_>>();

/// A position with what holds in all games that go on from it to the goal.
#[derive(Clone, Copy)]
struct Node<'a> {
    goal: &'a Goal,
    board: Board,
    /// Moves that each side has at most.
    moves: [i32; 2],
    facts: Facts,
    /// What was known of it before its rounds.
    before: Facts,
}

/// Checks that no game of fewer plies reaches a position, by the nodes of a bound.
pub(crate) fn check(position: &Past, claimed: AtLeast, item: &Item<'_>) -> Checked {
    let (mut board, mut plies) = (position.board, i64::from(claimed.plies));
    let parity = i64::from(board.turn == Colour::Black);
    item.ensure(plies % 2 == parity, || format!("games of {} plies end with the other side to move", plies))?;
    if let Some(on) = board.en_passant.filter(|_| !claimed.any_en_passant) {
        board.turn = board.turn.other();
        let [from, to] = [-1, 1].map(|ranks| Square::on(on.file(), on.rank() + ranks * board.turn.forward()));
        board.put(from, board.man(to));
        board.put(to, None);
        plies -= 1;
    }
    let goal = Goal { board, castling: (!claimed.any_castling).then_some(position.board.castling) };
    let unmoved = if claimed.any_castling { 0 } else { position.castling_squares() };
    let most = (plies - 2).max(-1) as i32;
    let board = Board::parse(RuleSet::Standard, &Start::USUAL.position()).map_err(|why| item.refuse(why))?;
    let facts = Facts { walls: unmoved, open: [Set::MAX; 2], owes: [0; 2] };
    let first = Node { goal: &goal, board, moves: [(most + 1) / 2, most / 2], facts, before: facts };
    let mut tree = Tree { first: (most >= 0).then_some(first), above: Vec::new(), done: HashMap::new() };
    for node in item.list()? {
        node.budget.take(NODE_BYTES)?;
        let [played, rounds] = node.parts()?;
        let next = tree.next(&played)?;
        let board = next.board;
        let (next, refuted) = next.read(&rounds).map_err(|error| error.at_node(&node.path, &board))?;
        node.ensure(refuted || !next.is_goal(), || format!("the goal is reached: {board}"))?;
        tree.above.push((next, if refuted { Vec::new() } else { next.going_on() }));
        tree.drop_known();
    }
    let missing = tree.above.last().and_then(|(parent, left)| Some((parent, left.first()?)));
    item.ensure_none(missing, |(parent, m)| format!("there is no node for {m} in {}", parent.board))?;
    item.ensure(tree.first.is_none(), || "there is no node".into())
}

/// The nodes that have been read.
struct Tree<'a> {
    /// The first, before it is read.
    first: Option<Node<'a>>,
    /// Those whose children are being read, with the moves that are left.
    above: Vec<(Node<'a>, Vec<Move>)>,
    /// Those that are done, by position.
    done: HashMap<[u64; 4], Vec<Node<'a>>>,
}

impl<'a> Tree<'a> {
    /// The node that a move leads to.
    fn next(&mut self, item: &Item<'_>) -> Checked<Node<'a>> {
        let played: Option<String> = item.value("a move or null")?;
        match (self.above.last_mut(), played) {
            (Some((parent, left)), Some(text)) => {
                let from = text.get(..2).and_then(Square::parse);
                let place = left.iter().position(|m| Some(m.from) == from && m.to_string() == text);
                let wrong = || {
                    item.refuse_move(&text, format!("{} needs no node for {}", parent.board, quote(&text)))
                };
                place.map(|place| parent.after(&left.swap_remove(place))).ok_or_else(wrong)
            }
            (None, None) => self.first.take().ok_or_else(|| item.refuse("nothing is left to be shown")),
            (above, _) => Err(item.refuse(if above.is_some() { "expected a move" } else { "expected null" })),
        }
    }

    /// Leaves out what has been shown elsewhere, and ends the nodes that have no moves left.
    fn drop_known(&mut self) {
        while let Some((node, _)) = self.above.pop_if(|(parent, left)| {
            left.retain(|m| {
                let child = parent.after(m);
                let done = self.done.get(&code(&child.board));
                !done.is_some_and(|done| done.iter().any(|node| node.covers(&child)))
            });
            left.is_empty()
        }) {
            self.done.entry(code(&node.board)).or_default().push(node);
        }
    }
}

impl<'a> Node<'a> {
    /// With what follows from its rounds, and whether they refute it.
    fn read(mut self, rounds: &Item<'_>) -> Checked<(Node<'a>, bool)> {
        self.settle();
        let mut refuted = self.is_refuted();
        let mut ways = None;
        for round in rounds.list()? {
            round.budget.look()?;
            round.ensure(!refuted, || "the node is refuted before".into())?;
            round.ensure(round.list()?.next().is_some(), || "a round needs a dual: ask again".into())?;
            let all = |side| Way::all(self.goal, &self.board, side, self.moves[side as usize]);
            let ways: &mut [Vec<Way>; 2] = ways.get_or_insert_with(|| Colour::BOTH.map(all));
            let steps = Steps::new(&self.board, self.facts);
            ways.iter_mut().for_each(|ways| Way::count(ways, &steps, self.facts.walls));
            for dual in round.list()? {
                let parts: Vec<Item<'_>> = dual.list()?.take(4).collect();
                let [side, name, numbers] = &parts[..] else {
                    return Err(dual.refuse("expected side, way and numbers"));
                };
                let side = side.colour()? as usize;
                let name = name.text()?;
                let way = ways[side].iter_mut().find(|way| way.name == name);
                way.ok_or_else(|| dual.refuse("there is no such way"))?.take(numbers)?;
            }
            let before = self.facts;
            refuted = self.conclude(ways, &steps);
            round.ensure(refuted || self.facts != before, || "nothing follows from this round".into())?;
        }
        Ok((self, refuted))
    }

    /// What is owed, and where it cannot be.
    fn settle(&mut self) {
        for side in Colour::BOTH {
            let [has, keeps] = [&self.board, &self.goal.board].map(|board| board.side(side.other()).men());
            let owes = i32::from(has) - i32::from(keeps);
            self.facts.owes[side as usize] = owes;
            self.facts.open[side as usize] &= if owes > 0 { !self.facts.walls } else { 0 };
        }
    }

    fn is_refuted(&self) -> bool {
        let Facts { owes, open, .. } = self.facts;
        let can_be_paid = |side: usize| (0..=self.moves[side]).contains(&owes[side]);
        (0..2).any(|side| !can_be_paid(side) || owes[side] > 0 && open[side] == 0)
    }

    /// Adds what follows; whether the node is refuted.
    fn conclude(&mut self, ways: &[Vec<Way>; 2], steps: &Steps) -> bool {
        let lasting = ways.each_ref().map(|ways| ways.iter().filter(|way| !way.fails()).collect::<Vec<_>>());
        if lasting.iter().any(Vec::is_empty) {
            return true;
        }
        for side in Colour::BOTH {
            let [own, other] = [&lasting[side as usize], &lasting[side.other() as usize]];
            let open = self.facts.open[side as usize];
            let taken = own.iter().fold(0, |all, way| all | way.takes(steps, open & !all));
            let lost = other.iter().fold(0, |all, way| all | way.loses(steps, taken & !all));
            self.facts.open[side as usize] = lost;
        }
        let staying = lasting.map(|ways| ways.iter().fold(Set::MAX, |all, way| all & way.staying(steps)));
        self.facts.walls |= staying[0] | staying[1];
        self.settle();
        self.is_refuted()
    }

    fn is_goal(&self) -> bool {
        let goal = self.goal;
        let has_rights = goal.castling.is_none_or(|castling| castling == self.board.castling);
        self.board.sides == goal.board.sides && self.board.turn == goal.board.turn && has_rights
    }

    /// The legal moves that a game looked at may go on with.
    fn going_on(&self) -> Vec<Move> {
        let side = self.board.turn;
        let (Facts { walls, open, .. }, empty) = (self.facts, self.board.empty());
        let may_be = |m: &Move| {
            let en_passant = self.board.en_passant == Some(m.to)
                && self.board.man(m.from).is_some_and(|man| man.kind == Kind::Pawn);
            let captures = m.castling.is_none() && (m.to.bit() & empty == 0 || en_passant);
            let rook = m.castling.map_or(0, |(rook, _)| rook.bit());
            (m.from.bit() | rook) & walls == 0 && (!captures || m.to.bit() & open[side as usize] != 0)
        };
        if self.moves[side as usize] == 0 {
            Vec::new()
        } else {
            self.board.playable_moves().into_iter().filter(may_be).collect()
        }
    }

    /// The child for a move.
    fn after(&self, m: &Move) -> Node<'a> {
        let mut moves = self.moves;
        moves[self.board.turn as usize] -= 1;
        Node { board: self.board.play(m), moves, before: self.facts, ..*self }
    }

    /// Whether no game of another node, of the same position, is left if none of this one is.
    fn covers(&self, other: &Node<'_>) -> bool {
        let (ours, theirs) = (self.before, other.before);
        let more =
            |side: usize| self.moves[side] >= other.moves[side] && theirs.open[side] & !ours.open[side] == 0;
        ours.walls & !theirs.walls == 0 && more(0) && more(1)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/bound.rs"]
mod tests;
