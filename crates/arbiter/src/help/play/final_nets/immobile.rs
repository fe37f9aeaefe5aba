//! Whether the defender's men may all be unable to move in the end of a net, where a stalemate is asked for.

use crate::attacks;
use crate::board::{Bitboard, Role, Square};
use crate::rules::Rules;

use super::ending::Ending;
use super::fewest::NEVER;
use super::kind::Kind;

/// Squares to which a piece has its first step from a square; a piece that can make none of them cannot move.
fn steps(piece: Kind, from: Square) -> Bitboard {
    let near = attacks::king(from);
    match piece {
        Kind::Bishop => near & attacks::bishop_rays(from),
        Kind::Rook => near & attacks::rook_rays(from),
        Kind::Queen => near,
        _ => attacks::knight(from),
    }
}

/// A stalemate, and what the defender's men can do in it.
struct Stalemate<'a, R: Rules> {
    ending: &'a Ending<'a, R>,
    /// Where the defender's men stand, if nobody without a part moves any more.
    own: Bitboard,
    /// Where all stand then.
    all: Bitboard,
    /// Who pins: those who stand there, and those who may come.
    pinners: Bitboard,
}

/// Where the defender's men without a part may come to stand and be unable to move.
struct Arrivals {
    /// At least one of them.
    once: Bitboard,
    /// At least two.
    twice: Bitboard,
    /// Each, by the square it stands on.
    from: [Bitboard; 64],
}

impl Arrivals {
    /// Where others may come than who stands on a square.
    fn but_from(&self, from: Square) -> Bitboard {
        self.twice | (self.once - self.from[from.index()])
    }
}

impl<R: Rules> Ending<'_, R> {
    /// `None` if so many men of the defender can move in the end that the moves for something else are too
    /// few to stop them; else the men of the defender who may make such moves.
    ///
    /// A man that stands where it stands now, and is not pinned, can move: a pawn if the square before it is
    /// empty, a piece if on one of its first steps no man of its own stands. So it has to go, to be captured,
    /// or somebody comes to stand on such a square. Men with a part do what is told of them; whoever else
    /// comes there makes one of the moves for something else, and each of these ends on one square.
    pub(super) fn immobile(&self) -> Option<u64> {
        let sliders = self.sliders();
        if self.is_in_check(sliders) {
            return None;
        }
        let stalemate = Stalemate {
            ending: self,
            own: self.defenders | self.other_defenders | self.king.bb(),
            all: self.all(),
            pinners: self.pinners(sliders),
        };
        let arrivals = stalemate.arrivals();
        if !stalemate.parts_can_stand(&arrivals) {
            return None;
        }
        stalemate.movers(&arrivals)
    }

    /// Whether the king is surely in check, `sliders` being those on whose lines it stands: by one with a
    /// part that stands beside it, or by anybody who stays, where no move is left to go.
    fn is_in_check(&self, sliders: Bitboard) -> bool {
        let is_near = |from: Square| attacks::between(from, self.king).is_empty();
        if (sliders & self.attackers).into_iter().any(is_near) {
            return true;
        }
        let stay = self.other_attackers - self.soft - self.others.once;
        self.spare.attacker == 0
            && Role::ALL.into_iter().any(|role| {
                let kind = Kind::of(role, self.nets.attacker);
                let stay = self.board().role(role) & stay;
                stay.into_iter().any(|from| kind.on_empty(from).has(self.king) && is_near(from))
            })
    }

    /// Where somebody may pin in the end: the sliders that stand there, and whoever may come.
    fn pinners(&self, sliders: Bitboard) -> Bitboard {
        let spare = self.spare.attacker;
        let mut pinners = sliders;
        if spare > 0 {
            for from in self.free_attackers {
                let kind = self.attacker_on(from);
                let lines = if kind.is_slider() {
                    kind.on_empty(self.king)
                } else if kind.may_promote(from.index(), spare) {
                    attacks::queen_rays(self.king)
                } else {
                    Bitboard::EMPTY
                };
                pinners |= self.nets.fewest.within(kind, from, spare) & lines;
            }
        }
        pinners
    }
}

impl<R: Rules> Stalemate<'_, R> {
    /// Whether somebody may pin a man on one of these lines through the king.
    fn may_be_pinned_on(&self, on: Square, lines: Bitboard) -> bool {
        let king = self.ending.king;
        lines.has(on) && self.pinners.into_iter().any(|slider| attacks::between(slider, king).has(on))
    }

    /// Whether a man may be unable to move on a square since it is pinned. A piece that is pinned still moves
    /// along the line if that is how it moves, and so does a pawn on its file.
    fn may_be_pinned(&self, kind: Kind, on: Square) -> bool {
        let king = self.ending.king;
        let lines = match kind {
            Kind::WhitePawn | Kind::BlackPawn => attacks::queen_rays(king) - Bitboard::file(king.file()),
            Kind::Bishop => attacks::rook_rays(king),
            Kind::Rook => attacks::bishop_rays(king),
            Kind::Knight => attacks::queen_rays(king),
            Kind::Queen | Kind::King => Bitboard::EMPTY,
        };
        self.may_be_pinned_on(on, lines)
    }

    /// The square before a pawn.
    fn ahead(pawn: Kind, on: Square) -> Bitboard {
        on.bb().shift(pawn.forward())
    }

    /// Whether a man that ends on a square may be unable to move there, others of its side having come to
    /// some of `arrivals`.
    fn may_stand(&self, kind: Kind, on: Square, arrivals: Bitboard) -> bool {
        let stops = if kind.is_pawn() {
            let captures = kind.on_empty(on) & self.ending.attackers;
            let stand = self.all | arrivals | self.ending.others.attackers;
            (Self::ahead(kind, on) & stand).has_any()
                && (captures.is_empty() || self.may_be_pinned_on(on, attacks::queen_rays(self.ending.king)))
        } else {
            let free = steps(kind, on) - self.own;
            free.len() <= self.ending.spare.defender.into() && (free - arrivals).is_empty()
        };
        stops || self.may_be_pinned(kind, on)
    }

    /// Where the men without a part may come to stand and be unable to move, if the others come to stand
    /// round them with the moves that are left then.
    fn arrivals(&self) -> Arrivals {
        let mut arrivals =
            Arrivals { once: Bitboard::EMPTY, twice: Bitboard::EMPTY, from: [Bitboard::EMPTY; 64] };
        if self.ending.spare.defender > 0 {
            for from in self.ending.free_defenders {
                let comes = self.comes(from);
                arrivals.from[from.index()] = comes;
                arrivals.twice |= arrivals.once & comes;
                arrivals.once |= comes;
            }
        }
        arrivals
    }

    /// The same of a single man, where there is a move for it.
    fn comes(&self, from: Square) -> Bitboard {
        let nets = self.ending.nets;
        let spare = self.ending.spare.defender;
        let kind = self.ending.defender_on(from);
        let rest = u32::from(spare - 1);
        let may_stand = |piece: Kind, on: Square| {
            (steps(piece, on) - (self.own - from.bb())).len() <= rest || self.may_be_pinned(piece, on)
        };
        let mut comes =
            nets.fewest.within(kind, from, spare) - from.bb() - self.ending.defenders - self.ending.king.bb();
        for on in comes {
            let stands = if kind.is_pawn() {
                let is_pawn =
                    kind.rank_of_pawn(on.index()) < 7 && nets.may_become(kind, from, kind, on, spare);
                is_pawn
                    || Kind::PROMOTED
                        .into_iter()
                        .any(|piece| nets.may_become(kind, from, piece, on, spare) && may_stand(piece, on))
            } else {
                may_stand(kind, on)
            };
            if !stands {
                comes = comes - on.bb();
            }
        }
        comes
    }

    /// Whether each man of the defender with a part may be unable to move where it ends, as what it may be by
    /// then.
    fn parts_can_stand(&self, arrivals: &Arrivals) -> bool {
        let nets = self.ending.nets;
        self.ending.defending_parts().all(|(part, on)| {
            let (kind, from) = (nets.men.kind_of(part.man), nets.men.square_of(part.man));
            let may_stand = |kind: Kind| self.may_stand(kind, on, arrivals.once);
            if !kind.is_pawn() {
                return may_stand(kind);
            }
            let fewest = |after| nets.fewest.get(kind, from.index(), after, on.index());
            let most = fewest(None).saturating_add(self.ending.spare.defender);
            kind.rank_of_pawn(on.index()) < 7 && fewest(Some(kind)) != NEVER && may_stand(kind)
                || Kind::PROMOTED.into_iter().any(|piece| fewest(Some(piece)) <= most && may_stand(piece))
        })
    }

    /// The men of the defender who may move for something else than the net, if the moves are enough for all
    /// men without a part that would move in the end.
    fn movers(&self, arrivals: &Arrivals) -> Option<u64> {
        let ending = self.ending;
        // Those that must go or be captured, and pawns before which somebody may come to stand.
        let (mut movable, mut open) = (Bitboard::EMPTY, 0);
        for from in ending.other_defenders - ending.soft {
            let kind = ending.defender_on(from);
            if !self.may_stand(kind, from, arrivals.but_from(from)) {
                movable |= from.bb();
            } else if kind.is_pawn()
                && (Self::ahead(kind, from) & self.all).is_empty()
                && !self.may_be_pinned(kind, from)
            {
                open += 1;
            }
        }
        // A capture stops one man, and so does somebody of the attacker before a pawn; who goes away may do
        // so before a pawn.
        let (own_moves, captures) = (u32::from(ending.spare.defender), u32::from(ending.spare.attacker));
        let escape = movable - ending.others.attackers;
        if escape.len() > own_moves
            || movable.len() > own_moves + captures
            || movable.len() + open > 2 * own_moves + captures
        {
            return None;
        }
        if escape.len() == own_moves {
            return Some(ending.men_on(escape));
        }
        Some(u64::MAX)
    }
}
