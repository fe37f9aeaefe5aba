//! Whether a net can be mate as far as is certain.

use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::position::Position;
use crate::rules::Rules;

use super::fewest::{ANY, MANY, on_empty, onto, rank_of_pawn, role};
use super::men::{Castlings, between};
use super::{NOWHERE, Net, Nets, square};

/// Men in the final position.
pub(super) struct Final {
    /// Squares of those with a part.
    pub(super) attackers: Bitboard,
    pub(super) defenders: Bitboard,
    /// Of the others, where they stand now.
    pub(super) other_attackers: Bitboard,
    pub(super) other_defenders: Bitboard,
    /// All without a part, and those too to whose square somebody comes.
    pub(super) free_attackers: Bitboard,
    pub(super) free_defenders: Bitboard,
    /// Of those without a part, who may be captured by a man with a part on its way.
    pub(super) soft: Bitboard,
    /// Where the attacker's men with a part may capture.
    pub(super) caught: Bitboard,
    pub(super) king: Square,
}

/// Where men without a part may come to stand.
#[derive(Default)]
pub(super) struct Others {
    /// The attacker's.
    pub(super) attackers: Bitboard,
    /// Whether there may be one who moves along lines.
    pub(super) slides: bool,
    /// At least one man of the defender.
    pub(super) once: Bitboard,
    /// At least two.
    pub(super) twice: Bitboard,
    /// What he may guard who opens a line.
    pub(super) guards: Bitboard,
}

impl Nets {
    /// Where a man may land on its way to a square, if it goes to one, in so many moves.
    #[inline(always)]
    fn visits(&self, kind: u8, from: Square, to: u8, moves: u8) -> Bitboard {
        if to == NOWHERE {
            // Wherever it goes, it may capture.
            return self.fewest.within(kind, from, moves);
        }
        if moves < 2 {
            return Bitboard::EMPTY;
        }
        if kind < 2 {
            return self.fewest.within(kind, from, moves - 1);
        }
        // Pieces go back as they come.
        (1..moves.min(MANY as u8 + 1)).fold(Bitboard::EMPTY, |visits, first| {
            visits
                | self.fewest.within(kind, from, first) & self.fewest.within(kind, square(to), moves - first)
        })
    }

    /// What a net is in the end, if nobody without a part moves any more.
    #[inline(always)]
    fn final_position<R: Rules>(
        &self,
        net: &Net,
        position: &Position<R>,
        attacker_spare: u8,
        defender_spare: u8,
    ) -> Final {
        let men = &self.men;
        let board = position.board();
        let Net { attackers, defenders, .. } = *net;
        // Where the men with a part come from, and where they may capture on their way.
        let from = square(men.square[usize::from(men.king)]);
        let moves = self.fewest.get(6, from.index(), 6, net.king.into()).saturating_add(defender_spare);
        let mut moving = from.bb();
        let (mut caught, mut taken) = (attackers, self.visits(6, from, net.king, moves));
        for part in self.parts(net) {
            let man = usize::from(part.man);
            let (kind, from) = (men.kind[man], square(men.square[man]));
            moving |= from.bb();
            let moves = part.moves(self.fewest, net.king, kind, from.index(), false);
            if men.attackers >> part.man & 1 == 1 {
                caught |= self.visits(kind, from, part.square, moves.saturating_add(attacker_spare));
            } else {
                taken |= self.visits(kind, from, part.square, moves.saturating_add(defender_spare));
            }
        }
        let king = square(net.king);
        let free_attackers = board.color(self.attacker) - moving;
        let free_defenders = board.color(!self.attacker) - moving;
        let targets = attackers | defenders | king.bb();
        let other_attackers = free_attackers - targets;
        let other_defenders = free_defenders - targets;
        let mut soft = free_defenders & caught | free_attackers & taken;
        if let Some(over) = position.en_passant() {
            let jumped = Square::at(over.file(), if over.rank() == 2 { 3 } else { 4 });
            soft |= jumped.bb() & (free_attackers | free_defenders);
        }
        Final {
            attackers,
            defenders,
            other_attackers,
            other_defenders,
            free_attackers,
            free_defenders,
            soft,
            caught,
            king,
        }
    }

    /// The men of the defender who may move for something else than a net, if it can still be mate:
    /// `strictly` in the position for which it was made.
    #[inline(always)]
    pub(super) fn judge_net<R: Rules, I: Isa>(
        &self,
        net: &Net,
        position: &Position<R>,
        attacker_spare: u8,
        defender_spare: u8,
        strictly: bool,
    ) -> Option<u64> {
        let men = &self.men;
        let spare = u32::from(attacker_spare) + u32::from(defender_spare);
        // A king that castles takes along a rook that has no part.
        if self.castling && self.may_castle(net, position, attacker_spare, defender_spare) {
            return Some(u64::MAX);
        }
        let board = position.board();
        let end = self.final_position(net, position, attacker_spare, defender_spare);
        let king = end.king;
        let parts = self.parts(net);
        let targets = end.attackers | end.defenders;
        let hard = targets | ((end.other_attackers | end.other_defenders) - end.soft);

        // The check must come through.
        let line = if self.stalemates { Bitboard::EMPTY } else { between(parts[0].square, net.king) };
        if self.moves_to_open(board, line & hard) > spare {
            return None;
        }

        if !self.has_victims(net, position, attacker_spare, defender_spare) {
            return None;
        }

        // Who stands where another man of its side is to stand has to go, if it is not captured.
        let mut others = self.others(position, &end, attacker_spare, defender_spare);
        let stuck = (end.free_attackers & end.attackers) - end.soft - others.once;
        if stuck.len() > attacker_spare.into() {
            return None;
        }
        let stuck = (end.free_defenders & end.defenders) - end.soft - others.attackers;
        if stuck.len() > defender_spare.into() {
            return None;
        }

        // Who opens a line may do it with a move that guards squares, shuts another line or pins somebody.
        let is_open = net.discovered && parts[1].square == NOWHERE;
        if is_open {
            let (slides, lands) = self.opener(net, attacker_spare);
            if slides && !strictly {
                return Some(u64::MAX);
            }
            others.slides |= slides;
            others.attackers |= lands;
            let kind = men.kind[usize::from(parts[1].man)];
            for from in lands {
                others.guards |= on_empty(kind, from);
            }
        }

        // Each square round the king.
        let blocked = end.defenders | end.other_defenders;
        let mut need = attacks::king(king) - blocked;
        for part in parts {
            if part.square != NOWHERE && men.attackers >> part.man & 1 == 1 {
                need = need
                    - attacks::attacks::<R, I>(role(part.kind), self.attacker, square(part.square), hard);
            }
        }
        if need.has_any() {
            for role in Role::ALL {
                for from in board.role(role) & end.other_attackers {
                    need = need - attacks::attacks::<R, I>(role, self.attacker, from, hard);
                }
            }
        }
        let mut blocks = Bitboard::EMPTY;
        if need.has_any() {
            if spare == 0 && (need - others.guards).has_any() {
                return None;
            }
            for on in need {
                let at = (on.index() as i32 - king.index() as i32 + 9) as u32;
                let at = at / 8 * 3 + at % 8;
                let may_be_guarded = if net.promised >> at & 1 == 1 {
                    // It may have gone away, and come back.
                    others.slides && !strictly
                } else {
                    others.guards.has(on) || self.may_guard(position, &end, attacker_spare, on)
                };
                if may_be_guarded || self.fewest_in_the_way(net, position, &end, on, hard) <= spare {
                    continue;
                }
                // Somebody has to come and block it, on each of these squares another one.
                blocks |= on.bb();
                if blocks.len() > defender_spare.into() || !others.once.has(on) || net.promised >> at & 1 == 1
                {
                    return None;
                }
            }
        }
        if self.stalemates {
            return self.immobile(net, position, &end, &others, attacker_spare, defender_spare);
        }
        if others.slides {
            return Some(u64::MAX);
        }
        self.unparried(net, position, &end, &others, line, hard, blocks, attacker_spare, defender_spare)
    }

    /// Whether somebody may castle while a net is completed.
    #[cold]
    fn may_castle<R: Rules>(
        &self,
        net: &Net,
        position: &Position<R>,
        attacker_spare: u8,
        defender_spare: u8,
    ) -> bool {
        let men = &self.men;
        let castlings = Castlings::new(position, men);
        let fewest = |man: u8, from, has_castled| {
            self.moves_of(net, man, men.kind[usize::from(man)], from, has_castled)
        };
        let spare = |man: u8| if men.attackers >> man & 1 == 1 { attacker_spare } else { defender_spare };
        castlings.may_come(men, net.men, fewest, spare)
    }

    /// Whether pawns that must capture may find somebody.
    fn has_victims<R: Rules>(
        &self,
        net: &Net,
        position: &Position<R>,
        attacker_spare: u8,
        defender_spare: u8,
    ) -> bool {
        let board = position.board();
        for part in self.parts(net) {
            let man = usize::from(part.man);
            let (kind, from) = (self.men.kind[man], usize::from(self.men.square[man]));
            if kind >= 2 || part.square == NOWHERE || part.square % 8 == self.men.square[man] % 8 {
                continue;
            }
            let is_attacker = self.men.attackers >> part.man & 1 == 1;
            let (spare, victim_spare) =
                if is_attacker { (attacker_spare, defender_spare) } else { (defender_spare, attacker_spare) };
            if part.kind == ANY && self.may_be_promoted(part.man, part.square, spare)
                || (2..7).contains(&part.kind)
            {
                continue;
            }
            let color = if is_attacker { !self.attacker } else { self.attacker };
            let parts = self.parts(net).iter();
            let moving = parts
                .fold(Bitboard::EMPTY, |set, part| set | square(self.men.square[usize::from(part.man)]).bb());
            let victims = board.color(color) - board.role(Role::King) - moving;
            let files = (part.square % 8).abs_diff(self.men.square[man] % 8);
            // All squares on its ways, and those behind them, for pawns that are captured en passant.
            let to = usize::from(part.square);
            let mut on = Bitboard::EMPTY;
            for square in Square::all() {
                let onto = self.fewest.get(kind, from, kind, square.index());
                if onto != 0 && onto != u8::MAX && self.fewest.get(kind, square.index(), kind, to) != u8::MAX
                {
                    on |= square.bb();
                }
            }
            on |= on.shift(if kind == 0 { -8 } else { 8 });
            let caught = victims.into_iter().filter(|&victim| {
                on.has(victim)
                    || victim_spare > 0 && {
                        let kind = super::fewest::kind(board.role_on(victim), color);
                        (self.fewest.within(kind, victim, victim_spare) & on).has_any()
                    }
            });
            if caught.count() < usize::from(files) {
                return false;
            }
        }
        true
    }

    /// Whether who opens a line may slide in the end, and where it may stand then.
    fn opener(&self, net: &Net, spare: u8) -> (bool, Bitboard) {
        let part = &self.parts(net)[1];
        let man = usize::from(part.man);
        let (kind, from) = (self.men.kind[man], square(self.men.square[man]));
        let moves = part.moves(self.fewest, net.king, kind, from.index(), false).saturating_add(spare);
        if kind < 2 {
            (
                rank_of_pawn(kind, from.index()).saturating_add(moves) >= 6,
                self.fewest.within(kind, from, moves),
            )
        } else if (3..6).contains(&kind) {
            (true, Bitboard::EMPTY)
        } else {
            let line = between(part.opens, net.king);
            let mut lands = Bitboard::EMPTY;
            for on in line {
                if self.fewest.get(kind, from.index(), kind, on.index()) < moves {
                    lands |= on_empty(kind, on);
                }
            }
            (false, lands - line)
        }
    }

    /// Where the men without a part may go.
    #[inline(always)]
    fn others<R: Rules>(
        &self,
        position: &Position<R>,
        end: &Final,
        attacker_spare: u8,
        defender_spare: u8,
    ) -> Others {
        let board = position.board();
        let mut others = Others::default();
        if attacker_spare > 0 {
            let sliders = board.role(Role::Bishop) | board.role(Role::Rook) | board.role(Role::Queen);
            others.slides = (sliders & end.free_attackers).has_any();
            for from in end.free_attackers {
                let kind = super::fewest::kind(board.role_on(from), self.attacker);
                others.attackers |= self.fewest.within(kind, from, attacker_spare);
                others.slides |= kind < 2 && rank_of_pawn(kind, from.index()) + attacker_spare >= 6;
            }
        }
        if defender_spare > 0 {
            for from in end.free_defenders {
                let kind = super::fewest::kind(board.role_on(from), !self.attacker);
                let within = self.fewest.within(kind, from, defender_spare);
                others.twice |= others.once & within;
                others.once |= within;
            }
        }
        others
    }

    /// Whether a man of the attacker without a part may come to attack a square.
    pub(super) fn may_guard<R: Rules>(
        &self,
        position: &Position<R>,
        end: &Final,
        spare: u8,
        on: Square,
    ) -> bool {
        spare > 0
            && end.free_attackers.into_iter().any(|from| {
                let kind = super::fewest::kind(position.board().role_on(from), self.attacker);
                (self.fewest.within(kind, from, spare) & onto(kind, on)).has_any()
                    || kind < 2 && rank_of_pawn(kind, from.index()) + spare >= 6
            })
    }

    /// Fewest spare moves that take men away from where they stand: a move may take its own man away, and one
    /// of the other side that it captures.
    #[inline(always)]
    fn moves_to_open(&self, board: &Board, men: Bitboard) -> u32 {
        (men & board.color(Color::White)).len().max((men & board.color(Color::Black)).len())
    }

    /// The fewest men in the way of somebody who would attack a square.
    fn fewest_in_the_way<R: Rules>(
        &self,
        net: &Net,
        position: &Position<R>,
        end: &Final,
        on: Square,
        hard: Bitboard,
    ) -> u32 {
        let targets = end.attackers | end.defenders;
        let count = |kind: u8, from: Square| {
            let between = attacks::between(from, on);
            if on_empty(kind, from).has(on) && (between & targets).is_empty() {
                self.moves_to_open(position.board(), between & hard)
            } else {
                u32::MAX
            }
        };
        let parts = self
            .parts(net)
            .iter()
            .filter(|part| part.square != NOWHERE && self.men.attackers >> part.man & 1 == 1);
        let with = parts.map(|part| count(part.kind, square(part.square))).min();
        let without = end
            .other_attackers
            .into_iter()
            .map(|from| count(super::fewest::kind(position.board().role_on(from), self.attacker), from));
        with.into_iter().chain(without.min()).min().unwrap_or(u32::MAX)
    }
}
