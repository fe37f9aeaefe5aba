//! All games that end as is asked.

use crate::attacks::{Isa, Task, with_best_isa};
use crate::board::{Color, Move};
use crate::limits::{Effort, Limits, Meter, Reached};
use crate::moves::{ForEachMove, Legal, generate};
use crate::position::Position;
use crate::rules::Rules;

use super::memo::{Memo, key};
use super::net::{Net, Ways};
use super::stipulation::{End, HelpStipulation, Play};

/// Counts solutions, and remembers them.
pub(super) struct Search {
    memo: Memo,
    ways: Ways,
    meter: Meter,
    play: Play,
    end: End,
    attacker: Color,
    lists: Vec<Move>,
}

/// Moves left of each side.
#[derive(Clone, Copy)]
pub(super) struct Left {
    pub(super) attacker: u32,
    pub(super) defender: u32,
}

impl Left {
    /// At the start of a game as long as is asked.
    pub(super) const fn of(asked: HelpStipulation) -> Left {
        match asked.play {
            Play::Help => Left { attacker: asked.plies.div_ceil(2), defender: asked.plies / 2 },
            Play::SeriesHelp => Left { attacker: 1, defender: asked.plies.saturating_sub(1) },
            Play::Series => Left { attacker: asked.plies, defender: 0 },
        }
    }
}

impl Left {
    fn code(self, turn: Color) -> u32 {
        (self.attacker + self.defender) << 16 | self.attacker << 1 | turn as u32
    }
}

struct Count<'a, R: Rules> {
    search: &'a mut Search,
    position: &'a Position<R>,
    left: Left,
}

impl<R: Rules> Task for Count<'_, R> {
    type Output = Result<u64, Reached>;
    const PORTABLE_ONLY: bool = R::PORTABLE_ONLY;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<u64, Reached> {
        let Count { search, position, left } = self;
        search.meter.count()?;
        let ok = Net::new::<R, I>(
            &mut search.ways,
            position,
            search.attacker,
            left.attacker,
            left.defender,
            search.end,
        )
        .is_none_or(|mut net| net.may_be_built::<R, I>());
        if !ok {
            return Ok(0);
        }
        if left.attacker + left.defender == 1 {
            let mut count = 0;
            let each = |role, mv| {
                let after = position.play_role(mv, role);
                count += u64::from(search.end.is_reached(&after));
                false
            };
            generate::<R, I, Legal, _>(position, &mut ForEachMove(each));
            return Ok(count);
        }
        let code = left.code(position.turn());
        let key = key(position);
        if let Some(known) = search.memo.get(&key, code) {
            return Ok(known);
        }
        let first = search.lists.len();
        generate::<R, I, Legal, _>(
            position,
            &mut ForEachMove(|_, mv| {
                search.lists.push(mv);
                false
            }),
        );
        let mut count = 0u64;
        let last = search.lists.len();
        for i in first..last {
            let mv = search.lists[i];
            let Some((after, left)) = search.after(position, mv, left) else { continue };
            count = count.saturating_add(I::call(Count { search, position: &after, left })?);
        }
        search.lists.truncate(first);
        search.memo.put(key, code, count);
        Ok(count)
    }
}

impl Search {
    pub(super) fn new(limits: &Limits, play: Play, end: End, attacker: Color) -> Search {
        let memo = Memo::new(limits.memory / 2);
        Search { memo, ways: Ways::new(), meter: Meter::new(limits), play, end, attacker, lists: Vec::new() }
    }

    /// Number of ways to end as is asked; `u64::MAX` or more.
    pub(super) fn count<R: Rules>(&mut self, position: &Position<R>, left: Left) -> Result<u64, Reached> {
        with_best_isa(Count { search: self, position, left })
    }

    /// What is there after a move that is not the last.
    #[inline(always)]
    pub(super) fn after<R: Rules>(
        &self,
        position: &Position<R>,
        mv: Move,
        left: Left,
    ) -> Option<(Position<R>, Left)> {
        let left = if position.turn() == self.attacker {
            Left { attacker: left.attacker - 1, ..left }
        } else {
            Left { defender: left.defender - 1, ..left }
        };
        Some((self.play.after(position, mv, left.attacker + left.defender)?, left))
    }

    pub(super) fn effort(&self) -> Effort {
        self.meter.effort()
    }
}
