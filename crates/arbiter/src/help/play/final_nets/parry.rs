//! Whether the check of a net is surely parried.

use crate::attacks;
use crate::board::{Bitboard, Role, Square};
use crate::rules::Rules;

use super::ending::Ending;
use super::kind::Kind;
use super::square;

/// The check of a net, and what the defender can do about it.
struct Check<'a, R: Rules> {
    ending: &'a Ending<'a, R>,
    checker: Square,
    /// Who else may pin: the attacker's men on whose lines the king stands. Where a line is opened, the
    /// checker is one of them.
    sliders: Bitboard,
    /// What may be in a line that is to be open.
    fixed: Bitboard,
    /// Whether somebody else surely checks too.
    double: bool,
    /// Where the attacker's king stands, if that is certain.
    own_king: Option<Square>,
    /// Where men stand in the end, if nobody without a part moves any more.
    all: Bitboard,
}

impl<R: Rules> Ending<'_, R> {
    /// `None` if so many men of the defender parry the check, or attack the other king, that not all of them
    /// can go; else the men of the defender who may move for something else than the net.
    ///
    /// All that parries is looked for where it would surely be: men with a part where they end, the others
    /// where they stand, unless they go; and there are only so many moves with which they can.
    pub(super) fn unparried(&self, blocks: Bitboard) -> Option<u64> {
        let check = Check::new(self);
        if !check.parts_are_harmless() {
            return None;
        }
        let culprits = check.culprits()?;
        let movers = check.movers(blocks, culprits)?;
        if culprits.len() == 1
            && let Some(culprit) = culprits.first()
            && !check.can_go(culprit)
        {
            return None;
        }
        if self.spare.of_both() == 0 && self.others_check() {
            return None;
        }
        Some(movers)
    }

    /// Whether a pawn, a knight or the king checks that has no part and does not move any more: then it would
    /// have been the attacker's move with the king in check.
    fn others_check(&self) -> bool {
        let others = self.other_attackers - self.soft;
        [Role::Pawn, Role::Knight, Role::King].into_iter().any(|role| {
            let kind = Kind::of(role, self.nets.attacker);
            (self.board().role(role) & others & kind.onto(self.king)).has_any()
        })
    }
}

impl<'a, R: Rules> Check<'a, R> {
    fn new(ending: &'a Ending<'a, R>) -> Check<'a, R> {
        let men = &ending.nets.men;
        let king = ending.king;
        let checker = square(ending.parts()[0].square);
        let fixed = if ending.spare.of_both() == 0 { ending.hard } else { ending.targets() };
        let is_discovered = ending.net.discovered;
        let mut sliders = ending.sliders();
        if !is_discovered {
            sliders = sliders - checker.bb();
        }
        let double = !is_discovered
            && sliders.into_iter().any(|from| (attacks::between(from, king) & fixed).is_empty());
        let own_king = match ending.parts().iter().find(|part| part.man == men.attacker_king) {
            Some(part) => part.stands(),
            None if ending.spare.attacker > 0 => None,
            None => Some(men.square_of(men.attacker_king)),
        };
        Check { ending, checker, sliders, fixed, double, own_king, all: ending.all() }
    }

    /// Whether a man of the defender does harm on a square: attacks the other king or parries the check, past
    /// men who stand on `shut`. Where somebody may be in between he is to be among these, since what is asked
    /// is whether it is sure.
    fn is_harmful(&self, kind: Kind, from: Square, shut: Bitboard) -> bool {
        self.own_king.is_some_and(|king| kind.reaches(from, king, shut))
            || !self.double && self.parries(kind, from, shut) && !self.may_be_pinned(from)
    }

    /// Whether it captures who checks, or goes between, were it not pinned.
    fn parries(&self, kind: Kind, from: Square, shut: Bitboard) -> bool {
        let line = self.ending.line;
        if kind.reaches(from, self.checker, shut) {
            return true;
        }
        if !kind.is_pawn() {
            return line.into_iter().any(|to| kind.reaches(from, to, shut));
        }
        if line.is_empty() {
            return false;
        }
        let one = from.bb().shift(kind.forward());
        let jumps = kind.rank_of_pawn(from.index()) == 1 && (one & shut).is_empty();
        let two = if jumps { one.shift(kind.forward()) } else { Bitboard::EMPTY };
        ((one | two) & (line - self.all)).has_any()
    }

    fn may_be_pinned(&self, from: Square) -> bool {
        let king = self.ending.king;
        attacks::queen_rays(king).has(from)
            && self.sliders.into_iter().any(|slider| {
                let between = attacks::between(slider, king);
                between.has(from) && ((between - from.bb()) & self.fixed).is_empty()
            })
    }

    /// Whether no man of the defender with a part surely does harm where it ends. What a pawn does that may
    /// be promoted by then nobody knows.
    fn parts_are_harmless(&self) -> bool {
        let ending = self.ending;
        let shut = self.all | ending.others.attackers | ending.others.once;
        ending.defending_parts().all(|(part, on)| {
            let now = ending.nets.men.kind_of(part.man);
            let may_change = part.kind.is_none()
                && now.is_pawn()
                && (now.rank_of_pawn(on.index()) == 7
                    || ending.nets.may_be_promoted(part.man, on, ending.spare.defender));
            may_change || !self.is_harmful(part.kind.unwrap_or(now), on, shut)
        })
    }

    /// Who of the others does harm where it stands, whoever else may come in between: all these have to go.
    /// `None` if they are more than the moves with which they can.
    fn culprits(&self) -> Option<Bitboard> {
        let ending = self.ending;
        let (others, spare) = (&ending.others, ending.spare.defender);
        let stay = ending.other_defenders - ending.soft - others.attackers;
        let mut culprits = Bitboard::EMPTY;
        for role in Role::ALL {
            let kind = Kind::of(role, !ending.nets.attacker);
            for from in ending.board().role(role) & stay {
                let shut = if spare == 0 {
                    others.attackers
                } else {
                    // It cannot come in between itself.
                    let within = ending.nets.fewest.within(kind, from, spare);
                    others.attackers | others.twice | (others.once - within)
                };
                if self.is_harmful(kind, from, self.all | shut) {
                    culprits |= from.bb();
                    if culprits.len() > spare.into() {
                        return None;
                    }
                }
            }
        }
        Some(culprits)
    }

    /// Who may come to block a square, in so many moves, and do no harm there.
    fn blockers(&self, on: Square, moves: u8, gone: Bitboard) -> u64 {
        let ending = self.ending;
        let (nets, others) = (ending.nets, &ending.others);
        let mut who = 0;
        for from in ending.free_defenders - gone {
            let kind = ending.defender_on(from);
            if !nets.fewest.within(kind, from, moves).has(on) {
                continue;
            }
            let rest = moves - nets.fewest.get(kind, from.index(), None, on.index()).clamp(1, moves);
            let shut = if rest == 0 { others.attackers } else { others.attackers | others.once };
            let stand = (self.all - from.bb()) | ending.targets() | ending.king.bb();
            if kind.is_pawn() && nets.may_be_promoted_at(kind, from, on, moves)
                || !self.is_harmful(kind, on, stand | shut)
            {
                who |= 1 << nets.men.on(from);
            }
        }
        who
    }

    /// The men of the defender who may move for something else than the net, where somebody has to come to
    /// each of `blocks`; `None` if nobody can come to one. Where that, or that the culprits go, takes all
    /// moves there are, nobody else has any.
    fn movers(&self, blocks: Bitboard, culprits: Bitboard) -> Option<u64> {
        let spare = self.ending.spare.defender;
        let mut movers = u64::MAX;
        if blocks.has_any() {
            let mut blockers = 0;
            for on in blocks {
                let who = self.blockers(on, spare, Bitboard::EMPTY);
                if who == 0 {
                    return None;
                }
                blockers |= who;
            }
            if blocks.len() == u32::from(spare) {
                movers = blockers;
            }
        }
        if culprits.len() == u32::from(spare) {
            movers &= self.ending.men_on(culprits);
        }
        Some(movers)
    }

    /// Whether the only culprit can go. It must go far enough, and where it blocked a square, somebody else
    /// must come.
    fn can_go(&self, from: Square) -> bool {
        let ending = self.ending;
        let kind = ending.defender_on(from);
        let rest = ending.spare.defender - 1;
        if attacks::king(ending.king).has(from)
            && (rest == 0 || self.blockers(from, rest, from.bb()) == 0)
            && !self.may_be_guarded(from, rest)
        {
            return false;
        }
        if rest > 0 || kind.is_pawn() {
            return true;
        }
        let away = ending.nets.fewest.within(kind, from, 1) - from.bb() - ending.defenders - ending.king.bb();
        let stand = (self.all - from.bb()) | ending.others.attackers;
        (away & (ending.caught | ending.others.attackers)).has_any()
            || away.into_iter().any(|to| !self.is_harmful(kind, to, stand))
    }

    /// Whether the attacker may guard a square in the end from which a man of the defender is gone, who alone
    /// moves beside the men of the net on its side, so many moves being left to it then.
    fn may_be_guarded(&self, on: Square, rest: u8) -> bool {
        let ending = self.ending;
        let mut shut = ending.targets();
        if ending.spare.attacker == 0 && rest == 0 {
            // It may capture one with the move with which it goes.
            let moves = ending.nets.fewest.within(ending.defender_on(on), on, 1);
            let captures = moves | ending.soft | ending.others.attackers;
            shut |= (ending.other_attackers | ending.other_defenders) - captures - on.bb();
        }
        ending.others.guards.has(on)
            || ending.attacking_parts().any(|(kind, from)| kind.reaches(from, on, shut))
            || ending.other_attackers.into_iter().any(|from| ending.attacker_on(from).reaches(from, on, shut))
            || ending.may_guard(on)
    }
}
