//! **The search for a mate with the other side's help**: of the positions of each ply only the most promising
//! are kept (a beam). It says nothing when it finds none.

use crate::attacks::{Isa, Task, with_best_isa};
use crate::board::{Color, Move};
use crate::limits::{Meter, Reached};
use crate::moves::{ForEachMove, Legal, generate, has_legal_move};
use crate::position::Position;
use crate::rules::Rules;

use super::graph::{BYTES, Graph};
use super::material;
use super::score::score;
use super::weights::{By, Drawn};

/// Which weights it goes by.
#[derive(Clone, Copy)]
pub(super) enum Choice {
    Usual,
    Other,
    /// Drawn from a number.
    Drawn(u64),
}

/// How wide and how long a beam is.
#[derive(Clone, Copy)]
pub(super) struct Beam {
    /// Positions that are kept of each ply.
    pub(super) width: usize,
    /// Plies.
    pub(super) plies: usize,
    pub(super) choice: Choice,
}

/// Moves of a position that are kept in mind, about: lists grow by doubling.
const MOVES: usize = 64;

/// A move that may be made: how far it seems to lead from mate, its number, where from.
type Candidate = (i32, u32, u32, Move);

/// What is kept for the next beam, so that nothing is allocated anew.
pub(super) struct Beams<R: Rules> {
    graph: Graph<R>,
    color: Color,
    now: Vec<u32>,
    candidates: Vec<Candidate>,
    /// Whether the last beam ended before it had no more memory.
    pub(super) has_room: bool,
}

impl<R: Rules> Beams<R> {
    pub(super) fn new(root: &Position<R>, color: Color) -> Beams<R> {
        Beams { graph: Graph::new(root), color, now: Vec::new(), candidates: Vec::new(), has_room: true }
    }

    /// Looks for moves that end with mate by the side.
    pub(super) fn search(
        &mut self,
        root: &Position<R>,
        beam: Beam,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Move>>, Reached> {
        with_best_isa(Search { beams: self, root, beam, meter })
    }
}

struct Search<'a, R: Rules> {
    beams: &'a mut Beams<R>,
    root: &'a Position<R>,
    beam: Beam,
    meter: &'a mut Meter,
}

impl<R: Rules> Task for Search<'_, R> {
    type Output = Result<Option<Vec<Move>>, Reached>;
    const PORTABLE_ONLY: bool = R::PORTABLE_ONLY;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<Option<Vec<Move>>, Reached> {
        let Search { beams: Beams { graph, color, now, candidates, has_room }, root, beam, meter } = self;
        let color = *color;
        let by = match beam.choice {
            Choice::Usual => By::Usual,
            Choice::Other => By::Other,
            Choice::Drawn(number) => By::Drawn(Drawn::new(number)),
        };
        // Beside the positions there are those that may be next.
        let next = beam.width.saturating_mul(MOVES * size_of::<Candidate>());
        let room = (meter.memory() / 2).saturating_sub(next) / BYTES;
        graph.clear(root);
        now.clear();
        now.push(0);
        for _ in 0..beam.plies {
            candidates.clear();
            for &number in now.iter() {
                meter.count()?;
                let position = *graph.get(number);
                let mut mate = None;
                let each = |role, mv| {
                    let after = position.move_men(mv, role);
                    if material::never_mates::<R>(after.board(), color) {
                        return false;
                    }
                    let score = score::<R, I>(after.board(), color, &by);
                    let may_be_mate = score.may_be_mate && position.turn() == color;
                    if may_be_mate && !has_legal_move(&position.play_role(mv, role)) {
                        mate = Some(mv);
                        return true;
                    }
                    candidates.push((score.distance, candidates.len() as u32, number, mv));
                    false
                };
                generate::<R, I, Legal, _>(&position, &mut ForEachMove(each));
                if let Some(mv) = mate {
                    return Ok(Some(graph.line(number, Some(mv))));
                }
            }
            // Some of the best are known already: the rest need not be in order.
            let best = candidates.len().min(beam.width.saturating_mul(2).saturating_add(8));
            if best < candidates.len() {
                candidates.select_nth_unstable(best);
            }
            candidates[..best].sort_unstable();
            now.clear();
            for &(_, _, number, mv) in candidates.iter() {
                now.extend(graph.meet(graph.get(number).play(mv), (number, mv)));
                if now.len() == beam.width {
                    break;
                }
            }
            *has_room = graph.len().saturating_add(beam.width) <= room;
            if now.is_empty() || !*has_room {
                break;
            }
        }
        Ok(None)
    }
}
