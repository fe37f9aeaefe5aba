//! Whether the defender's men may all be unable to move in the end of a net, where a stalemate is asked for.

use crate::attacks;
use crate::board::{Bitboard, Color, Role, Square};
use crate::position::Position;
use crate::rules::Rules;

use super::fewest::{ANY, NEVER, kind as kind_of, on_empty, rank_of_pawn, role as role_of};
use super::judge::{Final, Others};
use super::{NOWHERE, Net, Nets, square};

/// Squares to which a piece has its first step from a square; a piece that can make none of them cannot move.
fn steps(role: Role, from: Square) -> Bitboard {
    let near = attacks::king(from);
    match role {
        Role::Bishop => near & attacks::bishop_rays(from),
        Role::Rook => near & attacks::rook_rays(from),
        Role::Queen => near,
        _ => attacks::knight(from),
    }
}

impl Nets {
    /// `None` if so many men of the defender can move in the end that the moves for something else are too
    /// few to stop them; else the men of the defender who may make such moves.
    ///
    /// A man that stands where it stands now, and is not pinned, can move: a pawn if the square before it is
    /// empty, a piece if on one of its first steps no man of its own stands. So it has to go, to be captured,
    /// or somebody comes to stand on such a square. Men with a part do what is told of them; whoever else
    /// comes there makes one of the moves for something else, and each of these ends on one square.
    pub(super) fn immobile<R: Rules>(
        &self,
        net: &Net,
        position: &Position<R>,
        end: &Final,
        others: &Others,
        attacker_spare: u8,
        defender_spare: u8,
    ) -> Option<u64> {
        let board = position.board();
        let king = end.king;
        let own = end.defenders | end.other_defenders | king.bb();
        let all = own | end.attackers | end.other_attackers;
        let sliders = self.final_sliders(net, position, end);
        let checks = |from: Square| attacks::between(from, king).is_empty();
        if (sliders & end.attackers).into_iter().any(checks) {
            return None;
        }
        if attacker_spare == 0 {
            // Nobody who stays checks.
            for role in Role::ALL {
                let kind = kind_of(role, self.attacker);
                let stay = board.role(role) & (end.other_attackers - end.soft - others.once);
                if stay.into_iter().any(|from| on_empty(kind, from).has(king) && checks(from)) {
                    return None;
                }
            }
        }
        // Who pins: those who stand there, and those who may come.
        let mut pinners = sliders;
        if attacker_spare > 0 {
            for from in end.free_attackers {
                let kind = kind_of(board.role_on(from), self.attacker);
                let lines = match kind {
                    3 => attacks::bishop_rays(king),
                    4 => attacks::rook_rays(king),
                    5 => attacks::queen_rays(king),
                    0 | 1 if rank_of_pawn(kind, from.index()) + attacker_spare >= 6 => {
                        attacks::queen_rays(king)
                    }
                    _ => Bitboard::EMPTY,
                };
                pinners |= self.fewest.within(kind, from, attacker_spare) & lines;
            }
        }
        // A piece that is pinned still moves along the line if that is how it moves, and so does a pawn on
        // its file.
        let is_pinned = |on: Square, lines: Bitboard| {
            lines.has(on) && pinners.into_iter().any(|slider| attacks::between(slider, king).has(on))
        };
        let may_be_pinned = |role: Role, on: Square| {
            let lines = match role {
                Role::Pawn => attacks::queen_rays(king) - Bitboard::file(king.file()),
                Role::Bishop => attacks::rook_rays(king),
                Role::Rook => attacks::bishop_rays(king),
                Role::Knight => attacks::queen_rays(king),
                _ => Bitboard::EMPTY,
            };
            is_pinned(on, lines)
        };
        let ahead = if self.attacker == Color::White { -8 } else { 8 };
        // Whether a man that ends on a square may be unable to move there, as a pawn or as a piece.
        // `arrivals` are where others of its side may come, of whom so many may.
        let pawn = |on: Square, arrivals: Bitboard| {
            let captures = attacks::pawn(!self.attacker, on) & end.attackers;
            (on.bb().shift(ahead) & (all | arrivals | others.attackers)).has_any()
                && (captures.is_empty() || is_pinned(on, attacks::queen_rays(king)))
                || may_be_pinned(Role::Pawn, on)
        };
        let piece = |role: Role, on: Square, arrivals: Bitboard, many: u8| {
            let free = steps(role, on) - own;
            free.len() <= many.into() && (free - arrivals).is_empty() || may_be_pinned(role, on)
        };
        let men = &self.men;
        let officers = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let becomes = |kind: u8, from: usize, role: Role, on: Square, moves: u8| {
            self.fewest.get(kind, from, kind_of(role, Color::White), on.index()) <= moves
        };
        // Where the men without a part may come to stand and be unable to move, if the others come to stand
        // round them with the moves that are left then: one at least, and two.
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let comes = |from: Square| {
            let kind = kind_of(board.role_on(from), !self.attacker);
            let mut within =
                self.fewest.within(kind, from, defender_spare) - from.bb() - end.defenders - king.bb();
            let rest = u32::from(defender_spare - 1);
            let shut = |role: Role, on: Square| (steps(role, on) - (own - from.bb())).len() <= rest;
            for on in within {
                let stands = match kind {
                    0 | 1 => {
                        rank_of_pawn(kind, on.index()) < 7
                            && self.fewest.get(kind, from.index(), kind, on.index()) <= defender_spare
                            || officers.into_iter().any(|role| {
                                becomes(kind, from.index(), role, on, defender_spare)
                                    && (shut(role, on) || may_be_pinned(role, on))
                            })
                    }
                    _ => shut(role_of(kind), on) || may_be_pinned(role_of(kind), on),
                };
                if !stands {
                    within = within - on.bb();
                }
            }
            within
        };
        let mut ways = [Bitboard::EMPTY; 64];
        if defender_spare > 0 {
            for from in end.free_defenders {
                let comes = comes(from);
                ways[from.index()] = comes;
                twice |= once & comes;
                once |= comes;
            }
        }
        for part in self.parts(net) {
            if men.attackers >> part.man & 1 == 1 || part.square == NOWHERE {
                continue;
            }
            let (man, on) = (usize::from(part.man), square(part.square));
            let (kind, from) = (men.kind[man], usize::from(men.square[man]));
            let most = self.fewest.get(kind, from, ANY, on.index()).saturating_add(defender_spare);
            let may_stand = if kind >= 2 {
                piece(role_of(kind), on, once, defender_spare)
            } else {
                rank_of_pawn(kind, on.index()) < 7
                    && self.fewest.get(kind, from, kind, on.index()) != NEVER
                    && pawn(on, once)
                    || officers.into_iter().any(|role| {
                        becomes(kind, from, role, on, most) && piece(role, on, once, defender_spare)
                    })
            };
            if !may_stand {
                return None;
            }
        }
        // Those that must go or be captured, and pawns before which somebody may come to stand.
        let (mut movable, mut open) = (Bitboard::EMPTY, 0);
        for from in end.other_defenders - end.soft {
            let role = board.role_on(from);
            // Where others of its side may come.
            let arrivals = twice | (once - ways[from.index()]);
            if role == Role::Pawn {
                if !pawn(from, arrivals) {
                    movable |= from.bb();
                } else if (from.bb().shift(ahead) & all).is_empty() && !may_be_pinned(Role::Pawn, from) {
                    open += 1;
                }
            } else if !piece(role, from, arrivals, defender_spare) {
                movable |= from.bb();
            }
        }
        // A capture stops one man, and so does somebody of the attacker before a pawn; who goes away may do
        // so before a pawn.
        let (own_moves, captures) = (u32::from(defender_spare), u32::from(attacker_spare));
        let (go, escape) = (movable.len(), (movable - others.attackers).len());
        if escape > own_moves || go > own_moves + captures || go + open > 2 * own_moves + captures {
            return None;
        }
        if escape == own_moves {
            let escape = movable - others.attackers;
            return Some(escape.into_iter().fold(0, |who, from| who | 1 << men.on(from)));
        }
        Some(u64::MAX)
    }
}
