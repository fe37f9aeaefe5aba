//! Positions that have been met, each under its exact key, with the move that led to it.

use crate::board::{Move, Setup, Square};
use crate::position::{Position, PositionKey};
use crate::rules::Rules;

use super::Closed;

/// Positions in the order in which they were met, numbered from 0, the first of which is where all begin.
pub(super) struct Graph<R: Rules> {
    positions: Vec<Position<R>>,
    /// Of each position but the first, which one it was met from, and the move.
    from: Vec<(u32, Move)>,
    /// Numbers plus one, each at the first free place after that of its hash; 0 is free. A power of two, at
    /// least twice as many as positions.
    index: Vec<u32>,
}

/// What a position takes at most, lists being twice as long as they need be, its places in the index while
/// that is made larger, and what is kept of it in the end.
pub(super) const BYTES: usize =
    3 * (size_of::<Position>() + size_of::<(u32, Move)>()) / 2 + 10 * size_of::<u32>() + size_of::<Setup>();

/// Most often a mate is found with fewer positions.
const FEW: usize = 64;

impl<R: Rules> Graph<R> {
    pub(super) fn new(root: &Position<R>) -> Graph<R> {
        let mut graph = Graph {
            positions: Vec::with_capacity(FEW),
            from: Vec::with_capacity(FEW),
            index: vec![0; 2 * FEW],
        };
        graph.clear(root);
        graph
    }

    /// Forgets all that was met.
    pub(super) fn clear(&mut self, root: &Position<R>) {
        self.positions.clear();
        self.from.clear();
        self.index.fill(0);
        self.meet(*root, (0, Move::new(Square::A1, Square::A1)));
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    #[inline(always)]
    pub(super) fn get(&self, number: u32) -> &Position<R> {
        &self.positions[number as usize]
    }

    /// All that were met, for whoever wants to see them.
    pub(super) fn closed(&self) -> Closed {
        Closed { others: self.positions[1..].iter().map(Position::to_setup).collect() }
    }

    /// The number of a position that has not been met before.
    #[inline(always)]
    pub(super) fn meet(&mut self, position: Position<R>, from: (u32, Move)) -> Option<u32> {
        let mask = self.index.len() - 1;
        let key = PositionKey::of(&position);
        let mut place = key.hash(position.turn() as u64) as usize & mask;
        while let Some(number) = self.index[place].checked_sub(1) {
            let known = self.get(number);
            if PositionKey::of(known) == key && known.turn() == position.turn() {
                return None;
            }
            place = (place + 1) & mask;
        }
        let number = self.positions.len() as u32;
        self.index[place] = number + 1;
        self.positions.push(position);
        self.from.push(from);
        if 2 * self.positions.len() > self.index.len() {
            self.enlarge();
        }
        Some(number)
    }

    #[cold]
    #[inline(never)]
    fn enlarge(&mut self) {
        let mut index = vec![0; 4 * self.index.len()];
        let mask = index.len() - 1;
        for (number, position) in self.positions.iter().enumerate() {
            let mut place = PositionKey::of(position).hash(position.turn() as u64) as usize & mask;
            while index[place] != 0 {
                place = (place + 1) & mask;
            }
            index[place] = number as u32 + 1;
        }
        self.index = index;
    }

    /// The moves from the first position to this one, and then one more.
    pub(super) fn line(&self, mut number: u32, last: Option<Move>) -> Vec<Move> {
        let mut line = Vec::from_iter(last);
        while number != 0 {
            let (from, mv) = self.from[number as usize];
            line.push(mv);
            number = from;
        }
        line.reverse();
        line
    }
}
