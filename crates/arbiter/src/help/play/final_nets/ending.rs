//! What a net looks like in the end, as seen from a position on the way to it.

use crate::attacks;
use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::position::Position;
use crate::rules::Rules;

use super::fewest::MANY;
use super::kind::Kind;
use super::men::between;
use super::{Net, Nets, Part, Spare, square};

/// The final position of a net, with what is open in it.
pub(super) struct Ending<'a, R: Rules> {
    pub(super) nets: &'a Nets,
    pub(super) net: &'a Net,
    pub(super) position: &'a Position<R>,
    pub(super) spare: Spare,
    /// Whether this is the position for which the net was made.
    pub(super) strictly: bool,
    pub(super) king: Square,
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
    /// Where men stand for whom only a move to spare makes room.
    pub(super) hard: Bitboard,
    /// The line of the check, which is to be open.
    pub(super) line: Bitboard,
    /// Nobody yet: [`Ending::let_others_move`].
    pub(super) others: Others,
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
    fn visits(&self, kind: Kind, from: Square, to: Option<Square>, moves: u8) -> Bitboard {
        let Some(to) = to else {
            // Wherever it goes, it may capture.
            return self.fewest.within(kind, from, moves);
        };
        if moves < 2 {
            return Bitboard::EMPTY;
        }
        if kind.is_pawn() {
            return self.fewest.within(kind, from, moves - 1);
        }
        // Pieces go back as they come.
        (1..moves.min(MANY as u8 + 1)).fold(Bitboard::EMPTY, |visits, first| {
            visits | self.fewest.within(kind, from, first) & self.fewest.within(kind, to, moves - first)
        })
    }

    /// Whether a pawn has the moves to be something else on a square, so many of them to spare.
    pub(super) fn may_be_promoted(&self, pawn: u8, to: Square, spare: u8) -> bool {
        let (kind, from) = (self.men.kind_of(pawn), self.men.square_of(pawn));
        let most = self.fewest.get(kind, from.index(), None, to.index()).saturating_add(spare);
        self.may_be_promoted_at(kind, from, to, most)
    }

    /// Whether so many moves are enough to be something else on a square.
    pub(super) fn may_be_promoted_at(&self, kind: Kind, from: Square, to: Square, moves: u8) -> bool {
        Kind::PROMOTED.into_iter().any(|after| self.may_become(kind, from, after, to, moves))
    }

    /// Whether so many moves are enough to be of a kind on a square.
    #[inline(always)]
    pub(super) fn may_become(&self, kind: Kind, from: Square, after: Kind, to: Square, moves: u8) -> bool {
        self.fewest.get(kind, from.index(), Some(after), to.index()) <= moves
    }
}

impl<'a, R: Rules> Ending<'a, R> {
    /// What a net is in the end, if nobody without a part moves any more.
    #[inline(always)]
    pub(super) fn new(
        nets: &'a Nets,
        net: &'a Net,
        position: &'a Position<R>,
        spare: Spare,
        strictly: bool,
    ) -> Ending<'a, R> {
        let men = &nets.men;
        let board = position.board();
        let Net { attackers, defenders, .. } = *net;
        let king = square(net.king);
        // Where the men with a part come from, and where they may capture on their way.
        let from = men.square_of(men.king);
        let moves = nets.king_moves(from.index(), net.king).saturating_add(spare.defender);
        let mut moving = from.bb();
        let (mut caught, mut taken) = (attackers, nets.visits(Kind::King, from, Some(king), moves));
        for part in nets.parts(net) {
            let (kind, from) = (men.kind_of(part.man), men.square_of(part.man));
            moving |= from.bb();
            let moves = part.moves(nets.fewest, net.king, kind, from.index(), false);
            if men.is_attacker(part.man) {
                caught |= nets.visits(kind, from, part.stands(), moves.saturating_add(spare.attacker));
            } else {
                taken |= nets.visits(kind, from, part.stands(), moves.saturating_add(spare.defender));
            }
        }
        let free_attackers = board.color(nets.attacker) - moving;
        let free_defenders = board.color(!nets.attacker) - moving;
        let targets = attackers | defenders;
        let other_attackers = free_attackers - targets - king.bb();
        let other_defenders = free_defenders - targets - king.bb();
        let mut soft = free_defenders & caught | free_attackers & taken;
        if let Some(over) = position.en_passant() {
            let jumped = Square::at(over.file(), if over.rank() == 2 { 3 } else { 4 });
            soft |= jumped.bb() & (free_attackers | free_defenders);
        }
        let line =
            if nets.stalemates { Bitboard::EMPTY } else { between(nets.parts(net)[0].square, net.king) };
        Ending {
            nets,
            net,
            position,
            spare,
            strictly,
            king,
            attackers,
            defenders,
            other_attackers,
            other_defenders,
            free_attackers,
            free_defenders,
            soft,
            caught,
            hard: targets | ((other_attackers | other_defenders) - soft),
            line,
            others: Others::default(),
        }
    }

    /// Finds where the men without a part may go.
    #[inline(always)]
    pub(super) fn let_others_move(&mut self) {
        let board = self.board();
        let fewest = self.nets.fewest;
        let Spare { attacker, defender } = self.spare;
        let mut others = Others::default();
        if attacker > 0 {
            let sliders = board.role(Role::Bishop) | board.role(Role::Rook) | board.role(Role::Queen);
            others.slides = (sliders & self.free_attackers).has_any();
            for from in self.free_attackers {
                let kind = self.attacker_on(from);
                others.attackers |= fewest.within(kind, from, attacker);
                others.slides |= kind.may_promote(from.index(), attacker);
            }
        }
        if defender > 0 {
            for from in self.free_defenders {
                let within = fewest.within(self.defender_on(from), from, defender);
                others.twice |= others.once & within;
                others.once |= within;
            }
        }
        self.others = others;
    }

    /// Where those with a part stand.
    #[inline(always)]
    pub(super) fn targets(&self) -> Bitboard {
        self.attackers | self.defenders
    }

    /// Where all stand, if nobody without a part moves any more.
    #[inline(always)]
    pub(super) fn all(&self) -> Bitboard {
        self.targets() | self.other_attackers | self.other_defenders | self.king.bb()
    }

    #[inline(always)]
    pub(super) fn board(&self) -> &'a Board {
        self.position.board()
    }

    /// Who of the attacker's men stands on a square now.
    #[inline(always)]
    pub(super) fn attacker_on(&self, on: Square) -> Kind {
        Kind::of(self.board().role_on(on), self.nets.attacker)
    }

    /// Who of the defender's men stands on a square now.
    #[inline(always)]
    pub(super) fn defender_on(&self, on: Square) -> Kind {
        Kind::of(self.board().role_on(on), !self.nets.attacker)
    }

    /// The numbers of those who stand on some squares now.
    #[inline(always)]
    pub(super) fn men_on(&self, squares: Bitboard) -> u64 {
        squares.into_iter().fold(0, |who, on| who | 1 << self.nets.men.on(on))
    }

    #[inline(always)]
    pub(super) fn parts(&self) -> &'a [Part] {
        self.nets.parts(self.net)
    }

    /// What the attacker's men with a part are in the end, and where, but for one whose square is open.
    #[inline(always)]
    pub(super) fn attacking_parts(&self) -> impl Iterator<Item = (Kind, Square)> {
        let men = &self.nets.men;
        self.parts()
            .iter()
            .filter(|part| men.is_attacker(part.man))
            .filter_map(|part| Some((part.kind?, part.stands()?)))
    }

    /// The defender's men with a part, and where they stand in the end.
    #[inline(always)]
    pub(super) fn defending_parts(&self) -> impl Iterator<Item = (&'a Part, Square)> {
        let men = &self.nets.men;
        self.parts()
            .iter()
            .filter(|part| !men.is_attacker(part.man))
            .filter_map(|part| Some((part, part.stands()?)))
    }

    /// The attacker's men in the end on whose lines the king stands.
    #[inline(always)]
    pub(super) fn sliders(&self) -> Bitboard {
        let board = self.board();
        let king = self.king;
        let queens = board.role(Role::Queen);
        let others = self.other_attackers
            & (attacks::rook_rays(king) & (board.role(Role::Rook) | queens)
                | attacks::bishop_rays(king) & (board.role(Role::Bishop) | queens));
        self.attacking_parts()
            .filter(|&(kind, from)| kind.is_slider() && kind.on_empty(king).has(from))
            .fold(others, |sliders, (_, from)| sliders | from.bb())
    }

    /// Whether a man of the attacker without a part may come to attack a square.
    pub(super) fn may_guard(&self, on: Square) -> bool {
        let spare = self.spare.attacker;
        spare > 0
            && self.free_attackers.into_iter().any(|from| {
                let kind = self.attacker_on(from);
                (self.nets.fewest.within(kind, from, spare) & kind.onto(on)).has_any()
                    || kind.may_promote(from.index(), spare)
            })
    }

    /// Fewest spare moves that take men away from where they stand: a move may take its own man away, and one
    /// of the other side that it captures.
    #[inline(always)]
    pub(super) fn moves_to_open(&self, men: Bitboard) -> u32 {
        let board = self.board();
        (men & board.color(Color::White)).len().max((men & board.color(Color::Black)).len())
    }

    /// The fewest men in the way of somebody who would attack a square.
    pub(super) fn fewest_in_the_way(&self, on: Square) -> u32 {
        let count = |(kind, from): (Kind, Square)| {
            if kind.reaches(from, on, self.targets()) {
                self.moves_to_open(attacks::between(from, on) & self.hard)
            } else {
                u32::MAX
            }
        };
        let others = self.other_attackers.into_iter().map(|from| (self.attacker_on(from), from));
        self.attacking_parts().chain(others).map(count).min().unwrap_or(u32::MAX)
    }
}
