//! **Closures.** All positions that can come about from one, as long as there are not too many: if none is
//! mate by the side, it never mates; if one is, the way there is a game, and the shortest.
//!
//! Positions in which the material shows that the side never mates are left where they are.

use crate::attacks::{Isa, Task, with_best_isa};
use crate::board::{Color, Move, Square};
use crate::limits::{Meter, Reached};
use crate::moves::{ForEachMove, Legal, generate, has_legal_move};
use crate::position::Position;
use crate::rules::Rules;

use super::graph::{BYTES, Graph};
use super::{Closed, material};

/// More are not looked for, whatever the memory.
const MAX_POSITIONS: usize = 1 << 24;

/// The positions that can come about from one, found breadth first.
pub(super) struct Closure<R: Rules> {
    graph: Graph<R>,
    color: Color,
    /// How many positions have been left for those they lead to.
    done: u32,
}

/// What is known of a closure.
pub(super) enum Explored {
    /// The moves to a mate.
    Mate(Vec<Move>),
    /// These are all, and none of them is mate.
    Closed(Closed),
    /// There are more positions,
    Open,
    /// and no memory for them.
    NoRoom,
}

impl<R: Rules> Closure<R> {
    pub(super) fn new(root: &Position<R>, color: Color) -> Closure<R> {
        Closure { graph: Graph::new(root), color, done: 0 }
    }

    /// The men that are not on their squares in some positions, and in how many, most first.
    pub(super) fn moved(&self) -> Vec<(Square, usize)> {
        let root = self.graph.get(0).board();
        let men = root.occupied() - root.role(R::ROYAL);
        let times = |square| {
            let man = root.man_at(square)?;
            let is_gone =
                |number: &u32| !self.graph.get(*number).board().men(man.color, man.role).has(square);
            Some((square, (0..self.graph.len() as u32).filter(is_gone).count())).filter(|man| man.1 > 0)
        };
        let mut moved: Vec<_> = men.filter_map(times).collect();
        moved.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        moved
    }

    /// Goes on until so many positions are known.
    pub(super) fn explore(&mut self, most: usize, meter: &mut Meter) -> Result<Explored, Reached> {
        with_best_isa(Explore { closure: self, most, meter })
    }
}

struct Explore<'a, R: Rules> {
    closure: &'a mut Closure<R>,
    most: usize,
    meter: &'a mut Meter,
}

impl<R: Rules> Task for Explore<'_, R> {
    type Output = Result<Explored, Reached>;
    const PORTABLE_ONLY: bool = R::PORTABLE_ONLY;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<Explored, Reached> {
        let Explore { closure: Closure { graph, color, done }, most, meter } = self;
        while (*done as usize) < graph.len() {
            if graph.len() >= most {
                return Ok(Explored::Open);
            }
            if graph.len().saturating_mul(BYTES) > meter.memory() / 2 || graph.len() >= MAX_POSITIONS {
                return Ok(Explored::NoRoom);
            }
            meter.count()?;
            let (position, number) = (*graph.get(*done), *done);
            let mut mate = None;
            let each = |role, mv| {
                let after = position.play_role(mv, role);
                if material::never_mates::<R>(after.board(), *color) {
                    return false;
                }
                let is_new = graph.meet(after, (number, mv)).is_some();
                if is_new
                    && position.turn() == *color
                    && after.checkers().has_any()
                    && !has_legal_move(&after)
                {
                    mate = Some(mv);
                }
                mate.is_some()
            };
            generate::<R, I, Legal, _>(&position, &mut ForEachMove(each));
            if let Some(mv) = mate {
                return Ok(Explored::Mate(graph.line(number, Some(mv))));
            }
            *done += 1;
        }
        Ok(Explored::Closed(graph.closed()))
    }
}
