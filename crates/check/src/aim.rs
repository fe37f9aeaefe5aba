//! What the attacker of a claim `win` is to reach: to win, or the aim of another problem.

use crate::Checked;
use crate::board::Board;
use crate::draws::is_dead;
use crate::json::Item;
use crate::moves::Move;
use crate::squares::Set;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// To mate, or to capture the royal where it may be taken.
    Win,
    Stalemate,
    Selfmate,
    Reflexmate,
}

impl Aim {
    /// Those that claims name.
    const NAMED: [(&str, Aim); 3] =
        [("stalemate", Aim::Stalemate), ("selfmate", Aim::Selfmate), ("reflexmate", Aim::Reflexmate)];

    /// Of a claim that names one.
    pub(crate) fn read(item: Item<'_>, board: &Board) -> Checked<Aim> {
        let won_by_mate = !board.rules.facts().royal_can_be_taken;
        item.ensure(won_by_mate, || "only for games that are won by checkmate".into())?;
        let name = item.one_of(&Aim::NAMED.map(|(name, _)| name))?;
        Ok(Aim::NAMED.into_iter().find(|(known, _)| *known == name).map_or(Aim::Win, |(_, aim)| aim))
    }

    /// As claims name it.
    pub(crate) fn name(self) -> Option<&'static str> {
        Aim::NAMED.into_iter().find(|(_, aim)| *aim == self).map(|(name, _)| name)
    }

    pub(crate) fn by_defender(self) -> bool {
        matches!(self, Aim::Selfmate | Aim::Reflexmate)
    }

    /// The fewest plies from a move of the attacker to its aim: the defender makes the last one or not.
    pub(crate) fn least(self) -> u64 {
        if self.by_defender() { 2 } else { 1 }
    }

    /// The answers to a move of the attacker after which the aim is not reached yet, each of which it has to
    /// meet: none if it is reached already, or the defender has to mate. `None` if all is over without it.
    pub(crate) fn answers(self, after: &Board, must_mate: bool) -> Option<Vec<Move>> {
        let mut answers = after.playable_moves();
        let is_missed = answers.is_empty() && !self.is_reached(after);
        answers.retain(|m| !must_mate && self.is_open(after, m));
        (!is_missed).then_some(answers)
    }

    /// Whether there is an answer to meet after a move of the attacker, or it has missed its aim.
    pub(crate) fn is_met(self, after: &Board, must_mate: bool) -> bool {
        let is_to_meet = |m: &Move| after.after(m).is_some() && self.is_open(after, m);
        let has_one = || self != Aim::Selfmate || after.pseudo_legal_moves().iter().any(is_to_meet);
        if after.has_move() { !must_mate && has_one() } else { !self.is_reached(after) }
    }

    /// Whether the defender, to move, has ended as the aim is if it has no move.
    fn is_reached(self, after: &Board) -> bool {
        let is_won = self == Aim::Win && !after.rules.facts().royal_can_be_taken;
        is_won && after.is_attacked(after.turn) || self == Aim::Stalemate && !after.is_attacked(after.turn)
    }

    /// Whether an answer is to be met, where none has to mate.
    pub(crate) fn is_open(self, after: &Board, m: &Move) -> bool {
        self != Aim::Selfmate || !after.wins(m)
    }

    /// Whether the side that is to mate has a king alone, or against a king alone men that cannot mate: no
    /// move of such men gives checkmate. (Bishops leave every orthogonal neighbour of the king that they
    /// check to their own king, which never covers two that are a knight's move or opposite.)
    pub(crate) fn is_out_of_reach(self, board: &Board) -> bool {
        if self == Aim::Stalemate || board.rules.facts().royal_can_be_taken {
            return false;
        }
        let mating = if self.by_defender() { board.turn.other() } else { board.turn };
        let [own, other] = [mating, mating.other()].map(|side| board.side(side).all_squares());
        let is_one = |men: Set| men & men.wrapping_sub(1) == 0;
        is_one(own) || is_one(other) && is_dead(board)
    }

    /// For messages: what the attacker does at once, that it does not, and how the defender ends.
    pub(crate) fn words(self) -> [&'static str; 3] {
        match self {
            Aim::Win => ["win", "nobody wins", "check"],
            _ => {
                ["reach the aim", "the aim is missed", if self == Aim::Stalemate { "stale" } else { "check" }]
            }
        }
    }
}
