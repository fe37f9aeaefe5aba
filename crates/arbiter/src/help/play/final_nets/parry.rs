//! Whether the check of a net is surely parried.

use crate::attacks;
use crate::board::{Bitboard, Role, Square};
use crate::position::Position;
use crate::rules::Rules;

use super::fewest::{ANY, kind as kind_of, on_empty, onto, rank_of_pawn};
use super::judge::{Final, Others};
use super::{NOWHERE, Net, Nets, square};

impl Nets {
    /// `None` if so many men of the defender parry the check, or attack the other king, that not all of them
    /// can go; else the men of the defender who may move for something else than the net.
    #[expect(clippy::too_many_arguments, reason = "all of them are about one net")]
    pub(super) fn unparried<R: Rules>(
        &self,
        net: &Net,
        position: &Position<R>,
        end: &Final,
        others: &Others,
        line: Bitboard,
        hard: Bitboard,
        blocks: Bitboard,
        attacker_spare: u8,
        defender_spare: u8,
    ) -> Option<u64> {
        let men = &self.men;
        let board = position.board();
        let parts = self.parts(net);
        let king = end.king;
        let targets = end.attackers | end.defenders;
        let all = targets | end.other_attackers | end.other_defenders | king.bb();
        let checker = square(parts[0].square);
        let exact = attacker_spare == 0 && defender_spare == 0;
        // What may be in a line that is to be open.
        let fixed = if exact { hard } else { targets };
        let mut sliders = self.final_sliders(net, position, end);
        if !net.discovered {
            sliders = sliders - checker.bb();
        }
        let double = !net.discovered
            && sliders.into_iter().any(|from| (attacks::between(from, king) & fixed).is_empty());
        let own_king = match parts.iter().find(|part| part.man == men.attacker_king) {
            Some(part) if part.square == NOWHERE => None,
            Some(part) => Some(square(part.square)),
            None if attacker_spare > 0 => None,
            None => Some(square(men.square[usize::from(men.attacker_king)])),
        };
        let is_harmful = |kind: u8, from: Square, shut: Bitboard| -> bool {
            let reaches =
                |to: Square| on_empty(kind, from).has(to) && (attacks::between(from, to) & shut).is_empty();
            if own_king.is_some_and(reaches) {
                return true;
            }
            if double {
                return false;
            }
            let parries = reaches(checker)
                || line.has_any()
                    && if kind < 2 {
                        let forward = if kind == 0 { 8 } else { -8 };
                        let one = from.bb().shift(forward);
                        let jumps = rank_of_pawn(kind, from.index()) == 1 && (one & shut).is_empty();
                        let two = if jumps { one.shift(forward) } else { Bitboard::EMPTY };
                        ((one | two) & (line - all)).has_any()
                    } else {
                        line.into_iter().any(reaches)
                    };
            // It may be pinned.
            parries
                && !(attacks::queen_rays(king).has(from)
                    && sliders.into_iter().any(|slider| {
                        let between = attacks::between(slider, king);
                        between.has(from) && ((between - from.bb()) & fixed).is_empty()
                    }))
        };
        for part in parts {
            if men.attackers >> part.man & 1 == 1 || part.square == NOWHERE {
                continue;
            }
            let mut kind = men.kind[usize::from(part.man)];
            if part.kind != ANY {
                kind = part.kind;
            } else if kind < 2
                && (rank_of_pawn(kind, part.square.into()) == 7
                    || self.may_be_promoted(part.man, part.square, defender_spare))
            {
                continue;
            }
            if is_harmful(kind, square(part.square), all | others.attackers | others.once) {
                return None;
            }
        }
        // Who of the others does harm where it stands, whoever else may come in between: all these have to
        // go.
        let mut culprits = Bitboard::EMPTY;
        for role in Role::ALL {
            let kind = kind_of(role, !self.attacker);
            for from in board.role(role) & (end.other_defenders - end.soft - others.attackers) {
                let shut = if defender_spare == 0 {
                    others.attackers
                } else {
                    let within = self.fewest.within(kind, from, defender_spare);
                    others.attackers | others.twice | (others.once - within)
                };
                if is_harmful(kind, from, all | shut) {
                    culprits |= from.bb();
                    if culprits.len() > defender_spare.into() {
                        return None;
                    }
                }
            }
        }
        // Whether somebody may come to block a square, in so many moves, and do no harm there.
        let may_block = |on: Square, moves: u8, gone: Bitboard| -> u64 {
            let mut who = 0;
            for from in end.free_defenders - gone {
                let kind = kind_of(board.role_on(from), !self.attacker);
                if !self.fewest.within(kind, from, moves).has(on) {
                    continue;
                }
                let rest = moves - self.fewest.get(kind, from.index(), ANY, on.index()).clamp(1, moves);
                let shut = if rest == 0 { others.attackers } else { others.attackers | others.once };
                if kind < 2 && self.may_be_promoted_at(kind, from, on, moves)
                    || !is_harmful(kind, on, (all - from.bb()) | targets | king.bb() | shut)
                {
                    who |= 1 << men.on(from);
                }
            }
            who
        };
        // Where that takes all moves there are, nobody else has any.
        let mut movers = u64::MAX;
        if blocks.has_any() {
            let mut blockers = 0;
            for on in blocks {
                let who = may_block(on, defender_spare, Bitboard::EMPTY);
                if who == 0 {
                    return None;
                }
                blockers |= who;
            }
            if blocks.len() == u32::from(defender_spare) {
                movers = blockers;
            }
        }
        if culprits.len() == u32::from(defender_spare) {
            movers &= culprits.into_iter().fold(0, |who, from| who | 1 << men.on(from));
        }
        if culprits.len() == 1
            && let Some(from) = culprits.first()
        {
            // One that goes must go far enough, and where it blocked a square, somebody else must come.
            let kind = kind_of(board.role_on(from), !self.attacker);
            let rest = defender_spare - 1;
            if attacks::king(king).has(from)
                && (rest == 0 || may_block(from, rest, from.bb()) == 0)
                && !self.may_be_guarded(net, position, end, others, from, attacker_spare, rest)
            {
                return None;
            }
            if rest == 0 && kind >= 2 {
                let away = self.fewest.within(kind, from, 1) - from.bb() - end.defenders - king.bb();
                let stand = (all - from.bb()) | others.attackers;
                if (away & (end.caught | others.attackers)).is_empty()
                    && away.into_iter().all(|to| is_harmful(kind, to, stand))
                {
                    return None;
                }
            }
        }
        if exact {
            // Nobody else checks: then it would have been the attacker's move with the king in check.
            for role in [Role::Pawn, Role::Knight, Role::King] {
                let kind = kind_of(role, self.attacker);
                if (board.role(role) & (end.other_attackers - end.soft) & onto(kind, king)).has_any() {
                    return None;
                }
            }
        }
        Some(movers)
    }

    /// Whether the attacker may guard a square in the end from which a man of the defender is gone, who alone
    /// moves beside the men of the net on its side.
    #[expect(clippy::too_many_arguments, reason = "all of them are about one net")]
    fn may_be_guarded<R: Rules>(
        &self,
        net: &Net,
        position: &Position<R>,
        end: &Final,
        others: &Others,
        on: Square,
        attacker_spare: u8,
        rest: u8,
    ) -> bool {
        let targets = end.attackers | end.defenders;
        let mut shut = targets;
        if attacker_spare == 0 && rest == 0 {
            // It may capture one with the move with which it goes.
            let kind = kind_of(position.board().role_on(on), !self.attacker);
            let captures = self.fewest.within(kind, on, 1) | end.soft | others.attackers;
            shut |= (end.other_attackers | end.other_defenders) - captures - on.bb();
        }
        let guards = |kind: u8, from: Square| {
            on_empty(kind, from).has(on) && (attacks::between(from, on) & shut).is_empty()
        };
        let board = position.board();
        others.guards.has(on)
            || self.parts(net).iter().any(|part| {
                self.men.attackers >> part.man & 1 == 1
                    && part.square != NOWHERE
                    && guards(part.kind, square(part.square))
            })
            || end
                .other_attackers
                .into_iter()
                .any(|from| guards(kind_of(board.role_on(from), self.attacker), from))
            || self.may_guard(position, end, attacker_spare, on)
    }

    /// Whether a pawn of the defender has the moves to be something else on a square.
    pub(super) fn may_be_promoted(&self, man: u8, to: u8, spare: u8) -> bool {
        let man = usize::from(man);
        let (kind, from) = (self.men.kind[man], self.men.square[man]);
        let most = self.fewest.get(kind, from.into(), ANY, to.into()).saturating_add(spare);
        self.may_be_promoted_at(kind, square(from), square(to), most)
    }

    /// Whether so many moves are enough to be something else on a square.
    fn may_be_promoted_at(&self, kind: u8, from: Square, to: Square, moves: u8) -> bool {
        (2..6).any(|after| self.fewest.get(kind, from.index(), after, to.index()) <= moves)
    }

    /// The attacker's men in the end on whose lines the king stands.
    #[inline(always)]
    pub(super) fn final_sliders<R: Rules>(&self, net: &Net, position: &Position<R>, end: &Final) -> Bitboard {
        let board = position.board();
        let king = end.king;
        let queens = board.role(Role::Queen);
        let mut sliders = end.other_attackers
            & (attacks::rook_rays(king) & (board.role(Role::Rook) | queens)
                | attacks::bishop_rays(king) & (board.role(Role::Bishop) | queens));
        for part in self.parts(net) {
            if self.men.attackers >> part.man & 1 == 1
                && (3..6).contains(&part.kind)
                && part.square != NOWHERE
                && on_empty(part.kind, king).has(square(part.square))
            {
                sliders |= square(part.square).bb();
            }
        }
        sliders
    }
}
