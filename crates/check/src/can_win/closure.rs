//! `closure`: all positions to which legal moves lead, but for `leaves`, and none is mate by the attacker.

use std::collections::HashSet;
use std::iter;

use super::{material, settled};
use crate::Checked;
use crate::board::{Board, Colour, Kind, RuleSet, Square};
use crate::json::Item;
use crate::squares::Set;

/// So many positions at most besides those that are listed.
pub(super) const MOST: usize = 32;

/// What a position takes at most while it is known.
pub(super) const KNOWN_BYTES: usize = 3 * (size_of::<[u64; 4]>() + 1);

/// How many positions there are, and those that are listed.
pub(super) struct Closure<'a> {
    pub(super) most: Item<'a>,
    pub(super) listed: Item<'a>,
    /// How many there may be besides those listed, the first counted.
    pub(super) limit: usize,
}

impl Closure<'_> {
    pub(super) fn check(&self, root: &Board, attacker: Colour, leaves: &HashSet<[u64; 4]>) -> Checked {
        self.explore(root, Board::parse, |board| {
            let moves = board.playable_moves();
            let is_mate = moves.is_empty() && board.turn != attacker && board.is_attacked(board.turn);
            self.most.ensure(!is_mate, || format!("{attacker} has mated: {board}"))?;
            let is_open = |after: &Board| !material::holds(after, attacker) && !leaves.contains(&code(after));
            Ok(moves.iter().map(|m| settled(board.play(m))).filter(is_open).collect())
        })
    }

    /// Goes on from a position, and from each that is listed, to all that come about.
    pub(super) fn explore(
        &self,
        root: &Board,
        parse: impl Fn(RuleSet, &str) -> Result<Board, String>,
        next: impl Fn(&Board) -> Checked<Vec<Board>>,
    ) -> Checked {
        let (item, first) = (&self.most, settled(*root));
        let most: usize = item.value("a whole number")?;
        let is_listed = || format!("expected from 1 to {}: others are listed", self.limit);
        item.ensure((1..=self.limit).contains(&most), is_listed)?;
        let read = |item: &Item<'_>| -> Checked<Board> {
            let text = item.text()?;
            Ok(settled(item.read(&text, parse(RuleSet::Standard, &text))?))
        };
        let mut known = HashSet::from([code(&first)]);
        for item in self.listed.list()? {
            item.budget.take(KNOWN_BYTES)?;
            let is_new = known.insert(code(&read(&item)?));
            item.ensure(is_new, || "this position is there already".into())?;
        }
        let all = known.len() + most - 1;
        for start in iter::once(Ok(first)).chain(self.listed.list()?.map(|item| read(&item))) {
            let mut open = vec![start?];
            while let Some(board) = open.pop() {
                item.budget.look()?;
                for after in next(&board)? {
                    if known.insert(code(&after)) {
                        item.ensure(known.len() <= all, || format!("there are more than {most} positions"))?;
                        open.push(after);
                    }
                }
            }
        }
        Ok(())
    }
}

/// A position in few bytes, none like another of the same rules: four bits a square.
pub(crate) fn code(board: &Board) -> [u64; 4] {
    let mut code = [0; 4];
    let mut put = |squares: Set, number: usize| {
        for (bit, plane) in code.iter_mut().enumerate() {
            *plane = *plane & !squares | if number >> bit & 1 == 1 { squares } else { 0 };
        }
    };
    for (side, first) in board.sides.iter().zip([1, 7]) {
        side.0.iter().zip(first..).for_each(|(squares, number)| put(*squares, number));
    }
    // The rank tells whose rook may castle, the other king whose king is to move.
    put(board.castling, 13);
    put(board.en_passant.map_or(0, Square::bit), 14);
    put(board.side(board.turn).squares(Kind::King), 15);
    code
}

#[cfg(test)]
#[path = "../../tests/unit/closure.rs"]
mod tests;
