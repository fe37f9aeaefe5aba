//! Whether a net can be mate as far as is certain.

use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Role, Square};
use crate::position::Position;
use crate::rules::Rules;

use super::ending::Ending;
use super::fewest::NEVER;
use super::kind::Kind;
use super::men::{Castlings, between};
use super::{Net, Nets, Part, Spare, place_in_ring};

impl Nets {
    /// The men of the defender who may move for something else than a net, if it can still be mate:
    /// `strictly` in the position for which it was made.
    #[inline(always)]
    pub(super) fn judge_net<R: Rules, I: Isa>(
        &self,
        net: &Net,
        position: &Position<R>,
        spare: Spare,
        strictly: bool,
    ) -> Option<u64> {
        // A king that castles takes along a rook that has no part.
        if self.castling && self.may_castle(net, position, spare) {
            return Some(u64::MAX);
        }
        let mut ending = Ending::new(self, net, position, spare, strictly);
        // The check must come through.
        if ending.moves_to_open(ending.line & ending.hard) > spare.of_both() || !ending.has_victims() {
            return None;
        }
        ending.let_others_move();
        if ending.is_stuck() {
            return None;
        }
        if ending.is_opener_free() && ending.let_opener_move() && !strictly {
            return Some(u64::MAX);
        }
        let blocks = ending.blocks::<I>()?;
        if self.stalemates {
            return ending.immobile();
        }
        if ending.others.slides {
            return Some(u64::MAX);
        }
        ending.unparried(blocks)
    }

    /// Whether somebody may castle while a net is completed.
    #[cold]
    fn may_castle<R: Rules>(&self, net: &Net, position: &Position<R>, spare: Spare) -> bool {
        let men = &self.men;
        let castlings = Castlings::new(position, men);
        let fewest = |man, from, has_castled| self.moves_of(net, man, men.kind_of(man), from, has_castled);
        castlings.may_come(men, net.men, fewest, |man| spare.of(men.is_attacker(man)))
    }
}

impl<R: Rules> Ending<'_, R> {
    /// Whether too many stand where another man of their side is to stand: each has to go, if it is not
    /// captured.
    #[inline(always)]
    fn is_stuck(&self) -> bool {
        let attackers = (self.free_attackers & self.attackers) - self.soft - self.others.once;
        let defenders = (self.free_defenders & self.defenders) - self.soft - self.others.attackers;
        attackers.len() > self.spare.attacker.into() || defenders.len() > self.spare.defender.into()
    }

    /// Whether pawns that must capture may find somebody.
    fn has_victims(&self) -> bool {
        self.parts().iter().all(|part| {
            let (kind, from) = (self.nets.men.kind_of(part.man), self.nets.men.square_of(part.man));
            part.stands().is_none_or(|to| {
                !kind.is_pawn() || to.file() == from.file() || self.finds_victims(part, kind, from, to)
            })
        })
    }

    /// Whether a pawn that is to go to another file may find somebody to capture for each file on its way, if
    /// it is a pawn still when it gets there.
    fn finds_victims(&self, part: &Part, pawn: Kind, from: Square, to: Square) -> bool {
        let men = &self.nets.men;
        let fewest = self.nets.fewest;
        let is_attacker = men.is_attacker(part.man);
        let may_be_piece = match part.kind {
            Some(kind) => !kind.is_pawn(),
            None => self.nets.may_be_promoted(part.man, to, self.spare.of(is_attacker)),
        };
        if may_be_piece {
            return true;
        }
        let color = if is_attacker { !self.nets.attacker } else { self.nets.attacker };
        let moving =
            self.parts().iter().fold(Bitboard::EMPTY, |set, part| set | men.square_of(part.man).bb());
        let victims = self.board().color(color) - self.board().role(Role::King) - moving;
        // All squares on its ways, and those behind them, for pawns that are captured en passant.
        let mut on = Bitboard::EMPTY;
        for square in Square::all() {
            let onto = fewest.get(pawn, from.index(), Some(pawn), square.index());
            if onto != 0 && onto != NEVER && fewest.get(pawn, square.index(), Some(pawn), to.index()) != NEVER
            {
                on |= square.bb();
            }
        }
        on |= on.shift(-pawn.forward());
        let spare = self.spare.of(!is_attacker);
        let caught = victims.into_iter().filter(|&victim| {
            on.has(victim)
                || spare > 0 && {
                    let kind = Kind::of(self.board().role_on(victim), color);
                    (fewest.within(kind, victim, spare) & on).has_any()
                }
        });
        caught.count() >= usize::from(to.file().abs_diff(from.file()))
    }

    /// Whether somebody opens the line of the check, and it is open to where.
    #[inline(always)]
    fn is_opener_free(&self) -> bool {
        self.net.discovered && self.parts()[1].stands().is_none()
    }

    /// Who opens a line may do it with a move that guards squares, shuts another line or pins somebody; true
    /// if it may slide in the end.
    #[inline(always)]
    fn let_opener_move(&mut self) -> bool {
        let opener = &self.parts()[1];
        let (kind, from) = (self.nets.men.kind_of(opener.man), self.nets.men.square_of(opener.man));
        let (slides, lands) = self.opener(opener, kind, from);
        self.others.slides |= slides;
        self.others.attackers |= lands;
        for from in lands {
            self.others.guards |= kind.on_empty(from);
        }
        slides
    }

    /// Whether who opens a line may slide in the end, and where it may stand then.
    fn opener(&self, part: &Part, kind: Kind, from: Square) -> (bool, Bitboard) {
        let fewest = self.nets.fewest;
        let moves =
            part.moves(fewest, self.net.king, kind, from.index(), false).saturating_add(self.spare.attacker);
        if kind.is_pawn() {
            return (kind.may_promote(from.index(), moves), fewest.within(kind, from, moves));
        }
        if kind.is_slider() {
            return (true, Bitboard::EMPTY);
        }
        let line = between(part.opens, self.net.king);
        let mut lands = Bitboard::EMPTY;
        for on in line {
            if fewest.get(kind, from.index(), Some(kind), on.index()) < moves {
                lands |= kind.on_empty(on);
            }
        }
        (false, lands - line)
    }

    /// The squares around the king to which somebody has to come and block them, each another one, since
    /// nobody attacks them and nobody may; `None` if that cannot be.
    #[inline(always)]
    fn blocks<I: Isa>(&self) -> Option<Bitboard> {
        let need = self.unguarded::<I>();
        let spare = self.spare.of_both();
        if spare == 0 && (need - self.others.guards).has_any() {
            return None;
        }
        let mut blocks = Bitboard::EMPTY;
        for on in need {
            let is_promised = self.net.promised >> place_in_ring(self.king, on) & 1 == 1;
            let may_be_guarded = if is_promised {
                // It may have gone away, and come back.
                self.others.slides && !self.strictly
            } else {
                self.others.guards.has(on) || self.may_guard(on)
            };
            if may_be_guarded || self.fewest_in_the_way(on) <= spare {
                continue;
            }
            blocks |= on.bb();
            if blocks.len() > self.spare.defender.into() || !self.others.once.has(on) || is_promised {
                return None;
            }
        }
        Some(blocks)
    }

    /// The squares around the king that nobody blocks or attacks, if nobody without a part moves any more.
    #[inline(always)]
    fn unguarded<I: Isa>(&self) -> Bitboard {
        let color = self.nets.attacker;
        let mut need = attacks::king(self.king) - (self.defenders | self.other_defenders);
        for (kind, from) in self.attacking_parts() {
            need = need - attacks::attacks::<R, I>(kind.role(), color, from, self.hard);
        }
        if need.has_any() {
            for role in Role::ALL {
                for from in self.board().role(role) & self.other_attackers {
                    need = need - attacks::attacks::<R, I>(role, color, from, self.hard);
                }
            }
        }
        need
    }
}
