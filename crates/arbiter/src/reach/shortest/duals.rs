//! The numbers by which others can see how few moves are left for a man: duals of assignments, as
//! certificates have them.

use crate::board::{Bitboard, Color, Role, Square};

use super::assignment::{Assignment, Costs};
use super::bound::{CastlingWay, Lists, Matrix, SideBound, through};
use super::goal::MEN;

/// A dual of a side in one of its ways: a number for each man of the position, for each man of the goal,
/// and for being captured.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Dual {
    /// The side.
    pub side: Color,
    /// `plain`, `king`, `rooks`, `O-O` or `O-O-O`.
    pub way: &'static str,
    /// What adds up to the bound.
    pub numbers: Vec<i16>,
}

/// By man and place, among all; the last place is to be captured.
type Pairs = [[i16; MEN + 1]; MEN];

/// What all other men need at least if a man ends in a place, as far as duals have shown it; by way.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    others: [[Pairs; 5]; 2],
    /// The duals that show it.
    pub(super) duals: Vec<Dual>,
}

impl Shown {
    pub(super) fn nothing() -> Shown {
        Shown { others: [[[[0; MEN + 1]; MEN]; 5]; 2], duals: Vec::new() }
    }
}

/// What may happen to a man.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// The man of a square leaves it, or is captured on it.
    Leaves(Square),
    /// A man is captured, by a capture that ends on a square.
    Lost(Square),
    /// A man captures on a square.
    Takes(Square),
}

/// A way of a side, with what it costs.
pub(super) struct WayCosts<'a> {
    side: SideBound<'a>,
    lists: Lists,
    matrix: Matrix,
    /// A pawn that has just made a double step over a square.
    crosser: Option<(Square, Square)>,
    /// Its name, and its place among all.
    name: &'static str,
    place: usize,
    /// Moves besides castling.
    budget: i16,
    /// No cost is more than one beyond the budget.
    costs: Costs,
    /// What all men need.
    total: i16,
    /// What all others need if a man is sent to a place.
    others: Costs,
}

impl<'a> WayCosts<'a> {
    /// The ways that are not plainly impossible; `None` if more men are to stay than there are. A pawn has
    /// just crossed a square.
    pub(super) fn all(side: SideBound<'a>, crossed: Option<Square>) -> Option<Vec<WayCosts<'a>>> {
        let forward = side.color.forward();
        let crosser = crossed.map(|over| (over, over.offset(forward)));
        let mut ways = Vec::new();
        for way in side.ways() {
            let lists = side.lists()?;
            let Some(mut matrix) = side.matrix(&lists, way, None) else { continue };
            // Others than this one are not captured en passant, which the search leaves open.
            for (&(from, role), row) in matrix.men.iter().zip(&mut matrix.costs[..lists.size]) {
                if role == Role::Pawn && crosser.is_none_or(|(_, at)| at != from) {
                    let on = side.geometry.known.captures[!side.color as usize];
                    let doom = side.geometry.doom_on(side.color, lists.layer, role, from, on);
                    row[lists.stay..lists.size].fill(doom.into());
                }
            }
            let budget = i16::from(side.geometry.budget[side.color as usize]) - matrix.extra;
            let mut costs = matrix.costs;
            costs.iter_mut().flatten().for_each(|cost| *cost = (*cost).min(budget + 1));
            let assignment = Assignment::new(&mut costs, lists.size);
            let mut others = assignment.forced(&costs);
            for (row, costs) in others.iter_mut().zip(&costs) {
                row.iter_mut().zip(costs).for_each(|(least, cost)| *least -= cost);
            }
            let (place, name) = match way {
                CastlingWay::Plain if side.surplus().is_empty() => (0, "plain"),
                CastlingWay::Plain | CastlingWay::KingMoves => (1, "king"),
                CastlingWay::RooksMove => (2, "rooks"),
                CastlingWay::Castles(corner) if corner.file() == 7 => (3, "O-O"),
                CastlingWay::Castles(_) => (4, "O-O-O"),
            };
            let total = assignment.total;
            ways.push(WayCosts { side, lists, matrix, crosser, name, place, budget, costs, total, others });
        }
        Some(ways)
    }

    /// Whether the side has too few moves for this way.
    pub(super) fn fails(&self) -> bool {
        self.total > self.budget
    }

    /// All pairs of men and places; those of captured men are alike.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let Lists { size, stay, .. } = self.lists;
        (0..size).flat_map(move |i| (0..size.min(stay + 1)).map(move |j| (i, j)))
    }

    /// The moves of a man that ends in a place, and something happens; `None` if it does not happen to it.
    fn moves(&self, i: usize, j: usize, event: Event) -> Option<i16> {
        let (geometry, color) = (self.side.geometry, self.side.color);
        let Lists { layer, stay, .. } = self.lists;
        let (from, role) = self.matrix.men[i];
        let target = (j < stay).then(|| self.lists.targets[j]);
        let cost = self.costs[i][j];
        if cost > self.budget {
            return None;
        }
        let moves: i16 = match event {
            Event::Leaves(at) if at != self.lists.men[i].0 => return None,
            Event::Leaves(_) if self.matrix.moved >> i & 1 == 0 && target == Some((from, role)) => {
                geometry.detour(color, role, from).into()
            }
            Event::Leaves(_) => cost,
            Event::Lost(_) if target.is_some() || role == Role::King => return None,
            Event::Lost(on) if self.crosser == Some((on, from)) => 0,
            Event::Lost(on) => geometry.arrival(color, layer, role, from, on).into(),
            Event::Takes(on) => through(geometry, color, self.side.owed, (from, role), on, target).into(),
        };
        Some(moves.max(cost))
    }

    /// Whether the side can afford that something happens.
    pub(super) fn affords(&self, event: Event) -> bool {
        let may_be = |(i, j): (usize, usize)| {
            self.others[i][j] <= self.budget
                && self.moves(i, j, event).is_some_and(|moves| moves + self.others[i][j] <= self.budget)
        };
        !self.fails() && self.pairs().any(may_be)
    }

    /// Shows that the side cannot afford it, if that is so.
    pub(super) fn show(&self, event: Event, shown: &mut Shown) {
        if self.fails() {
            return self.show_failure(shown);
        }
        for (i, j) in self.pairs() {
            let moves = self.moves(i, j, event);
            if moves.is_some_and(|moves| moves + *self.shown(i, j, shown) <= self.budget) {
                self.add(Some((i, j)), shown);
            }
        }
    }

    /// Shows that the way fails.
    pub(super) fn show_failure(&self, shown: &mut Shown) {
        let sum = |(i, j): (usize, usize), shown: &mut Shown| self.costs[i][j] + *self.shown(i, j, shown);
        let nowhere = (0..self.lists.size)
            .any(|man| self.pairs().filter(|pair| pair.0 == man).all(|pair| sum(pair, shown) > self.budget));
        if !nowhere {
            self.add(None, shown);
        }
    }

    /// What is shown of a pair.
    fn shown<'b>(&self, i: usize, j: usize, shown: &'b mut Shown) -> &'b mut i16 {
        let (man, place) = (self.man(i), if j < self.lists.stay { self.target(j) } else { MEN });
        &mut shown.others[self.side.color as usize][self.place][man][place]
    }

    /// The place of a man among all of its side.
    fn man(&self, i: usize) -> usize {
        let before = Bitboard((1 << self.lists.men[i].0.index()) - 1);
        (self.side.board.color(self.side.color) & before).len() as usize % MEN
    }

    /// The place of a target among all men of the goal.
    fn target(&self, j: usize) -> usize {
        let square = self.lists.targets[j].0;
        self.side.goal.men(self.side.color).iter().filter(|man| man.0 < square).count()
    }

    /// Adds a dual: for a pair the one that shows most of it, or the one of the whole way.
    fn add(&self, pair: Option<(usize, usize)>, shown: &mut Shown) {
        let Lists { size, stay, .. } = self.lists;
        let mut costs = self.costs;
        if let Some((i, j)) = pair {
            costs[i] = [(MEN as i16) * (self.budget + 2); MEN];
            costs[i][j..if j < stay { j + 1 } else { size }].fill(0);
        }
        let (mut rows, columns) = Assignment::new(&mut costs, size).into_duals();
        if let Some((i, _)) = pair {
            let least = (0..size).map(|j| self.costs[i][j] - columns[j]).min();
            rows[i] = least.unwrap_or(0);
        }
        let captured = columns[stay..size].iter().copied().min().unwrap_or(0);
        let color = self.side.color;
        let men = self.side.board.color(color).len() as usize;
        let mut numbers = vec![0; men + self.side.goal.men(color).len() + 1];
        (0..size).for_each(|i| numbers[self.man(i)] = rows[i]);
        (0..stay).for_each(|j| numbers[men + self.target(j)] = columns[j]);
        if let Some(last) = numbers.last_mut() {
            *last = captured;
        }
        let several = (size - stay) as i16 * captured;
        let sum = rows[..size].iter().chain(&columns[..stay]).sum::<i16>() + several;
        for (i, j) in self.pairs() {
            let column = if j < stay { columns[j] } else { captured };
            let place = self.shown(i, j, shown);
            *place = (*place).max(sum - rows[i] - column);
        }
        shown.duals.push(Dual { side: color, way: self.name, numbers });
    }
}
