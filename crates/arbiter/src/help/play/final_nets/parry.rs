//! Whether the check of a net is surely parried.

use crate::attacks;
use crate::board::{Bitboard, Role, Square};
use crate::position::Position;
use crate::rules::Rules;

use super::fewest::{ANY, kind as kind_of, on_empty, onto, rank_of_pawn};
use super::judge::{Final, Others};
use super::{NOWHERE, Net, Nets, square};

impl Nets {
    /// Whether so many men of the defender parry the check, or attack the other king, that not all of them
    /// can go.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn is_surely_parried<R: Rules>(
        &self,
        net: &Net,
        position: &Position<R>,
        end: &Final,
        others: &Others,
        line: Bitboard,
        hard: Bitboard,
        attacker_spare: u8,
        defender_spare: u8,
    ) -> bool {
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
                return true;
            }
        }
        let mut culprits = 0;
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
                    culprits += 1;
                    if culprits > defender_spare {
                        return true;
                    }
                }
            }
        }
        if exact {
            // Nobody else checks: then it would have been the attacker's move with the king in check.
            for role in [Role::Pawn, Role::Knight, Role::King] {
                let kind = kind_of(role, self.attacker);
                if (board.role(role) & (end.other_attackers - end.soft) & onto(kind, king)).has_any() {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a pawn of the defender has the moves to be something else on a square.
    pub(super) fn may_be_promoted(&self, man: u8, to: u8, spare: u8) -> bool {
        let man = usize::from(man);
        let (kind, from) = (self.men.kind[man], usize::from(self.men.square[man]));
        let fewest = |after| self.fewest.get(kind, from, after, to.into());
        let most = fewest(ANY).saturating_add(spare);
        (2..6).any(|after| fewest(after) <= most)
    }

    /// The attacker's men in the end on whose lines the king stands.
    #[inline(always)]
    fn final_sliders<R: Rules>(&self, net: &Net, position: &Position<R>, end: &Final) -> Bitboard {
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
