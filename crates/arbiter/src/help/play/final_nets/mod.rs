//! **Final nets.** All ways in which a position may look where the mate or stalemate is given, as far as the
//! men that must move for it are concerned: the king's square, and the squares of some men. What the others
//! do is open, but each of their moves is one that the men of the net do not make.
//!
//! Every mate agrees with at least one of the nets: its men stand where the net says, and at no time before
//! are there too few moves left for them to get there. So a move after which no net can be completed any more
//! need not be looked at.

mod build;
mod ending;
mod fewest;
mod immobile;
mod judge;
mod kind;
mod men;
mod parry;

use crate::attacks::Isa;
use crate::board::{Bitboard, Color, Move, Square};
use crate::position::Position;
use crate::rules::Rules;

use self::fewest::{Fewest, NEVER};
use self::kind::Kind;
use self::men::{Castlings, Change, Men, NOBODY, between};
use super::search::Left;

/// Nothing is asked of that square.
const NOWHERE: u8 = 64;

/// What a man does for a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    man: u8,
    /// What it is in the end, unless that is open.
    kind: Option<Kind>,
    /// Where it stands in the end, or `NOWHERE` if that is open.
    square: u8,
    /// Where somebody stands who checks when this man leaves the line, or `NOWHERE`.
    opens: u8,
    /// Whether it makes the last move to get there.
    last: bool,
}

/// One of the nets.
#[derive(Clone, Copy, Debug)]
struct Net {
    /// The men with a part, and the king.
    men: u64,
    /// Where those with a part stand in the end.
    attackers: Bitboard,
    defenders: Bitboard,
    first: u32,
    parts: u8,
    king: u8,
    /// Of the squares around the king, those that somebody attacks whose line is not open yet.
    promised: u16,
    /// The first part is a man whose line another one opens.
    discovered: bool,
}

/// The moves that both sides have for something else than a net.
#[derive(Clone, Copy, Debug)]
struct Spare {
    attacker: u8,
    defender: u8,
}

/// A net that can be completed still.
#[derive(Clone, Copy, Debug)]
pub(super) struct Live {
    net: u32,
    spare: Spare,
    /// The men of the defender who may make the moves for something else.
    movers: u64,
}

/// A move that was made, and where the nets begin that are live after it.
pub(super) struct Made {
    change: Change,
    pub(super) live: usize,
}

/// The nets of a position.
pub(super) struct Nets {
    nets: Vec<Net>,
    parts: Vec<Part>,
    men: Men,
    /// Live nets of the positions from the first to that which is looked at.
    pub(super) live: Vec<Live>,
    /// Whether there was a right to castle.
    castling: bool,
    attacker: Color,
    /// Whether the end is a stalemate: then nobody checks.
    stalemates: bool,
    fewest: &'static Fewest,
}

impl Spare {
    #[inline(always)]
    const fn of(self, is_attacker: bool) -> u8 {
        if is_attacker { self.attacker } else { self.defender }
    }

    #[inline(always)]
    const fn of_both(self) -> u32 {
        self.attacker as u32 + self.defender as u32
    }
}

impl Part {
    /// Where it stands in the end, unless that is open.
    #[inline(always)]
    fn stands(&self) -> Option<Square> {
        (self.square != NOWHERE).then(|| square(self.square))
    }

    /// Fewest moves that the man still makes, being of a kind, from a square. Where it has just castled
    /// there, that may have been the last move, or have opened the line.
    #[inline(always)]
    fn moves(&self, fewest: &Fewest, king: u8, kind: Kind, from: usize, has_castled: bool) -> u8 {
        let mut moves = 0;
        if let Some(to) = self.stands() {
            moves = fewest.get(kind, from, self.kind, to.index());
            if moves == 0 && self.last && !has_castled {
                // It goes away and comes back.
                moves = if kind.is_pawn() { NEVER } else { 2 };
            }
        }
        if self.opens != NOWHERE && !has_castled {
            moves = moves.max(opening(fewest, self.opens, king, kind, from));
        }
        moves
    }
}

/// Fewest moves with which a man gets off the line between a king and who will check it from a square.
fn opening(fewest: &Fewest, checker: u8, king: u8, kind: Kind, from: usize) -> u8 {
    let onto = between(checker, king).into_iter().map(|on| fewest.get(kind, from, None, on.index())).min();
    let mut moves = onto.unwrap_or(NEVER).saturating_add(1);
    if kind.is_pawn() {
        // What it captures en passant may be what leaves the line.
        let rank = kind.rank_of_pawn(from);
        if rank <= 4 {
            moves = moves.min(5 - rank - u8::from(rank <= 1));
        }
    }
    moves
}

impl Nets {
    #[inline(always)]
    fn parts(&self, net: &Net) -> &[Part] {
        &self.parts[net.first as usize..net.first as usize + usize::from(net.parts)]
    }

    /// The moves that both sides have for something else than a net, if they have enough for it.
    fn spare(&self, net: &Net, castlings: &Castlings, left: Left) -> Option<Spare> {
        let men = &self.men;
        let mut attacker = left.attacker as i32 + i32::from(castlings.saved(net.men, men.attackers));
        let mut defender = left.defender as i32 + i32::from(castlings.saved(net.men, !men.attackers));
        let king = castlings.fewest(men, men.king, |from, _| self.king_moves(from, net.king));
        defender -= i32::from(king);
        for part in self.parts(net) {
            if men.is_gone(part.man) {
                return None;
            }
            let kind = men.kind_of(part.man);
            let moves = castlings.fewest(men, part.man, |from, has_castled| {
                part.moves(self.fewest, net.king, kind, from, has_castled)
            });
            if men.is_attacker(part.man) {
                attacker -= i32::from(moves);
            } else {
                defender -= i32::from(moves);
            }
        }
        (attacker >= 0 && defender >= 0)
            .then_some(Spare { attacker: attacker.min(255) as u8, defender: defender.min(255) as u8 })
    }

    /// Fewest moves of the defender's king from a square to another one.
    #[inline(always)]
    fn king_moves(&self, from: usize, to: u8) -> u8 {
        self.fewest.get(Kind::King, from, Some(Kind::King), to.into())
    }

    /// Fewest moves of a man for a net to which it belongs, as [`Part::moves`].
    #[inline(always)]
    fn moves_of(&self, net: &Net, man: u8, kind: Kind, from: usize, has_castled: bool) -> u8 {
        if man == self.men.king {
            return self.king_moves(from, net.king);
        }
        let part = self.parts(net).iter().find(|part| part.man == man);
        part.map_or(0, |part| part.moves(self.fewest, net.king, kind, from, has_castled))
    }

    /// Makes a move and adds the nets from `first` on that are live then, `left` being what is left then; or
    /// does nothing if none is.
    #[inline(always)]
    pub(super) fn play<R: Rules>(
        &mut self,
        first: usize,
        before: &Position<R>,
        mv: Move,
        left: Left,
    ) -> Option<Made> {
        let change = self.men.play(before, mv);
        let last = self.live.len();
        // Rights are lost by the move, or as they were.
        let mut castlings = Castlings::default();
        let mut all_anew = false;
        if self.castling {
            let rights =
                |position: &Position<R>| position.castling(Color::White) | position.castling(Color::Black);
            let after = before.play(mv);
            all_anew = rights(before) != rights(&after);
            if all_anew {
                castlings = Castlings::new(&after, &self.men);
            }
        }
        let is_attacker = self.men.is_attacker(change.man);
        let (kind, to) = (self.men.kind_of(change.man), self.men.square_of(change.man));
        for i in first..last {
            let mut live = self.live[i];
            let net = &self.nets[live.net as usize];
            if change.captured.0 != NOBODY && net.men >> change.captured.0 & 1 == 1 {
                continue;
            }
            if all_anew {
                let Some(spare) = self.spare(net, &castlings, left) else { continue };
                live.spare = spare;
            } else {
                let mut lost = 1;
                if net.men >> change.man & 1 == 1 {
                    let before = self.moves_of(net, change.man, change.kind, change.from.into(), false);
                    let after = self.moves_of(net, change.man, kind, to.index(), false);
                    lost += i32::from(after) - i32::from(before);
                }
                let spare = if is_attacker { &mut live.spare.attacker } else { &mut live.spare.defender };
                match u8::try_from(i32::from(*spare) - lost) {
                    Ok(now) => *spare = now,
                    Err(_) => continue,
                }
            }
            self.live.push(live);
        }
        let made = Made { change, live: last };
        if self.live.len() == last {
            self.take_back(&made);
            return None;
        }
        Some(made)
    }

    /// Takes a move back, and the nets that were live after it.
    #[inline(always)]
    pub(super) fn take_back(&mut self, made: &Made) {
        self.men.take_back(&made.change);
        self.live.truncate(made.live);
    }

    /// Leaves of the nets from `first` on only those that can be mate still; false if there are none.
    #[inline(always)]
    pub(super) fn judge<R: Rules, I: Isa>(&mut self, first: usize, position: &Position<R>) -> bool {
        let mut kept = first;
        for i in first..self.live.len() {
            let live = self.live[i];
            let net = &self.nets[live.net as usize];
            if let Some(movers) = self.judge_net::<R, I>(net, position, live.spare, false) {
                self.live[kept] = Live { movers, ..live };
                kept += 1;
            }
        }
        self.live.truncate(kept);
        kept > first
    }

    /// The men that some net from `first` on lets move.
    #[inline(always)]
    pub(super) fn movable(&self, first: usize, turn: Color) -> u64 {
        let is_attacker = turn == self.attacker;
        // Who castles may do it for its rook.
        let mut movable = if self.castling { 1 << self.men.king | 1 << self.men.attacker_king } else { 0 };
        for live in &self.live[first..] {
            movable |= self.nets[live.net as usize].men;
            if is_attacker && live.spare.attacker > 0 {
                return u64::MAX;
            }
            if !is_attacker && live.spare.defender > 0 {
                movable |= live.movers;
            }
        }
        movable
    }

    /// Who makes a move.
    #[inline(always)]
    pub(super) fn man(&self, mv: Move) -> u8 {
        self.men.on(mv.from())
    }
}

#[inline(always)]
fn square(number: u8) -> Square {
    Square::wrap(number)
}

/// The place of a square around a king, or its own, among the bits of [`Net::promised`].
#[inline(always)]
const fn place_in_ring(king: Square, on: Square) -> u32 {
    // Of the ranks of eight three are left, of each three squares.
    let at = on.index() as u32 + 9 - king.index() as u32;
    at / 8 * 3 + at % 8
}
