//! What both searches for mates remember from one claim to the next, and the lists they work on.

use crate::board::{Color, Move, Role};
use crate::limits::Meter;
use crate::moves::legal_moves;
use crate::position::Position;
use crate::rules::Rules;
use crate::win::OracleValue;

use super::endings::Endings;
use super::order::{History, Killers};
use super::table::{MateTable, Place, UNKNOWN};

/// The transposition table, what move ordering has learned, and lists that are used again and again.
pub(in crate::win) struct SearchMemory {
    pub(in crate::win) table: MateTable,
    pub(in crate::win) endings: Endings,
    /// Moves of all nodes under way, each node's in one run.
    pub(in crate::win) moves: Vec<RankedMove>,
    /// Where the replies of one node lead.
    pub(in crate::win) places: Vec<Place>,
    pub(in crate::win) history: History,
    /// Replies that left no mating move, by the colour of the defender.
    pub(in crate::win) last_defences: [Killers<4>; 2],
    /// The same where two moves would mate.
    pub(in crate::win) defences_of_three: [Killers<4>; 2],
    /// Moves that refuted, by the moves left of the attacker (the greater ones share the last).
    pub(in crate::win) defences: [[Killers<2>; LEVELS]; 2],
    /// Moves that won, in the same way.
    pub(in crate::win) attacks: [[Killers<2>; LEVELS]; 2],
}

/// A move to be tried; the greatest score first. Once it is refuted at an attacker's node, the score is the
/// work of that.
#[derive(Clone, Copy, Debug)]
pub(in crate::win) struct RankedMove {
    pub(in crate::win) score: u32,
    pub(in crate::win) mv: Move,
}

/// An ending that is known is worth so much work: less than what is kept for long.
const ENDING: u8 = 6;

/// Numbers of moves with killers of their own.
const LEVELS: usize = 32;

#[inline(always)]
pub(in crate::win) fn level(depth: u32) -> usize {
    (depth as usize).min(LEVELS - 1)
}

/// Logarithm of the work since `began`.
#[inline(always)]
pub(in crate::win) fn work(meter: &Meter, began: u64) -> u8 {
    (64 - (meter.effort_nodes() - began).leading_zeros()) as u8
}

impl SearchMemory {
    pub(in crate::win) fn new(table: MateTable, endings: Endings) -> SearchMemory {
        SearchMemory {
            table,
            endings,
            moves: Vec::new(),
            places: Vec::new(),
            history: History::new(),
            last_defences: [Killers::NONE; 2],
            defences_of_three: [Killers::NONE; 2],
            defences: [[Killers::NONE; LEVELS]; 2],
            attacks: [[Killers::NONE; LEVELS]; 2],
        }
    }

    /// Whether the attacker, to move, mates within `moves`, if that is known of the ending: the
    /// move, and in how many. The table is told.
    #[inline(always)]
    pub(in crate::win) fn ending<R: Rules>(
        &mut self,
        position: &Position<R>,
        place: &Place,
        moves: u32,
    ) -> Option<Option<(Move, u32)>> {
        let value = self.endings.value(position)?;
        self.take_over(position, place, moves, value)
    }

    #[cold]
    fn take_over<R: Rules>(
        &mut self,
        position: &Position<R>,
        place: &Place,
        moves: u32,
        value: OracleValue,
    ) -> Option<Option<(Move, u32)>> {
        let least = if let OracleValue::Win(plies) = value { plies.moves().0 } else { u32::MAX };
        if least <= moves {
            let mv = self.endings.best_move(position)?;
            self.table.mate(place, least, Some(mv), ENDING);
            return Some(Some((mv, least)));
        }
        self.table.none(place, moves, ENDING);
        Some(None)
    }

    /// A move decided a node, with so many moves left.
    #[inline(always)]
    pub(in crate::win) fn reward(&mut self, attacking: bool, color: Color, role: Role, mv: Move, depth: u32) {
        let killers = if attacking { &mut self.attacks } else { &mut self.defences };
        killers[color as usize][level(depth)].push(mv);
        self.history.reward(color, role, mv, depth.min(64) * depth.min(64));
    }

    /// The best moves and replies that the table knows after a position: a line for show.
    pub(in crate::win) fn line<R: Rules>(&self, position: &Position<R>) -> Vec<Move> {
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
