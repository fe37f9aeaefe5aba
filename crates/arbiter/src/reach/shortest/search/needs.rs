//! What is known of a position before any move is tried: what its sides need, which men stand for good.
//! Most of it is in tables, whose keys are all that it depends on.

use crate::board::{Bitboard, Color};
use crate::position::Position;
use crate::rules::{Rules, Standard};

use super::super::bound::{Details, SideBound};
use super::super::geometry::FAR;
use super::super::goal::MEN;
use super::super::memory::{Leaving, OnSquares, planes};
use super::Search;

impl Search<'_> {
    /// Whether there are squares on which the captures that are owed can be made, one at a time.
    pub(super) fn captures_fit(
        &mut self,
        position: &Position<Standard>,
        restless: u16,
        owes: [u8; 2],
        moves: [usize; 2],
    ) -> bool {
        let captures = self.geometry().known.captures;
        let details = Color::BOTH.map(|color| self.details(position, color, restless, owes[color as usize]));
        Color::BOTH.into_iter().all(|by| {
            let (takes, loses) = (by as usize, !by as usize);
            if owes[takes] == 0 {
                return true;
            }
            let on: Bitboard = captures[takes]
                .filter(|on| {
                    usize::from(details[takes].taken[on.index()]) <= moves[takes]
                        && usize::from(details[loses].lost[on.index()]) <= moves[loses]
                })
                .collect();
            on.has_any()
                && (on == captures[takes]
                    || usize::from(self.limited(position, !by, restless, owes[loses], on)) <= moves[loses])
        })
    }

    /// The bound of a side, from the table if it is there.
    #[inline(always)]
    pub(super) fn bound(
        &mut self,
        position: &Position<Standard>,
        color: Color,
        restless: u16,
        owed: u8,
    ) -> u8 {
        let key = self.key(position, color, restless, owed);
        if let Some(&least) = self.tables.bounds.get(&key) {
            return least;
        }
        let least = self.side(position, color, restless, owed).least();
        self.tables.bounds.set(key, least);
        least
    }

    fn limited(
        &mut self,
        position: &Position<Standard>,
        color: Color,
        restless: u16,
        owed: u8,
        on: Bitboard,
    ) -> u8 {
        let [a, b, c, d] = self.key(position, color, restless, owed);
        let key = [a, b, c, d, on.0];
        if let Some(&least) = self.tables.limited.get(&key) {
            return least;
        }
        let least = self.side(position, color, restless, owed).least_lost_on(on);
        self.tables.limited.set(key, least);
        least
    }

    fn details(&mut self, position: &Position<Standard>, color: Color, restless: u16, owed: u8) -> OnSquares {
        let key = self.key(position, color, restless, owed);
        if let Some(&details) = self.tables.details.get(&key) {
            return details;
        }
        let Details { lost, taken, .. } = self.side(position, color, restless, owed).details();
        let details = OnSquares { lost, taken };
        self.tables.details.set(key, details);
        details
    }

    fn side<'b>(
        &'b self,
        position: &'b Position<Standard>,
        color: Color,
        restless: u16,
        owed: u8,
    ) -> SideBound<'b> {
        let rights = position.castling(color);
        let restless = self.restless_men(restless);
        SideBound {
            goal: self.goal,
            geometry: self.geometry(),
            board: position.board(),
            color,
            rights,
            owed,
            restless,
            walls: self.geometry().known.frozen,
        }
    }

    /// Men that stand for good in all games that go on from here, besides those known; `None` if there are
    /// no games.
    pub(super) fn settle(
        &mut self,
        position: &Position<Standard>,
        restless: u16,
        owes: [u8; 2],
        moves: [usize; 2],
        mut walls: Bitboard,
    ) -> Option<Bitboard> {
        let board = position.board();
        loop {
            let before = walls;
            for color in Color::BOTH {
                let left = moves[color as usize];
                let leaving = self.leaving(position, color, restless, owes[color as usize], walls);
                if usize::from(leaving.least) > left {
                    return None;
                }
                for (square, least) in board.color(color).into_iter().zip(leaving.men) {
                    let is_home = self.goal.board.man_at(square) == board.man_at(square);
                    if is_home && usize::from(least) > left {
                        walls |= square.bb();
                    }
                }
            }
            if walls == before {
                return Some(walls);
            }
        }
    }

    /// What it takes a side's men to leave their squares, past walls.
    fn leaving(
        &mut self,
        position: &Position<Standard>,
        color: Color,
        restless: u16,
        owed: u8,
        walls: Bitboard,
    ) -> Leaving {
        let [a, b, c, d] = self.key(position, color, restless, owed);
        let key = [a, b, c, d, walls.0];
        if let Some(&leaving) = self.tables.leaving.get(&key) {
            return leaving;
        }
        let details = SideBound { walls, ..self.side(position, color, restless, owed) }.details();
        let mut leaving = Leaving { least: details.least, men: [FAR; MEN] };
        for (square, least) in position.board().color(color).into_iter().zip(&mut leaving.men) {
            *least = details.leaves[square.index()];
        }
        self.tables.leaving.set(key, leaving);
        leaving
    }

    /// All that a side's bound depends on.
    #[inline(always)]
    fn key(&self, position: &Position<Standard>, color: Color, restless: u16, owed: u8) -> [u64; 4] {
        let board = position.board();
        let [a, b, c] = planes(board, board.color(color));
        let rights = (position.castling(color) & Standard::back_rank(color)).0 >> (56 * color as u64);
        // Those of the other side are no matter; they are in its men's key.
        let rest = self.geometry().id << 32
            | u64::from(restless & self.restless_of[color as usize]) << 16
            | rights << 8
            | u64::from(owed) << 1
            | color as u64;
        [a, b, c, rest]
    }
}
