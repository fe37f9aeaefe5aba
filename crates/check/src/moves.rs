//! Attacks, pseudo-legal and safe moves, and playing a move.

use std::fmt;

use crate::attacks::{attacks, between};
use crate::board::{Board, CASTLINGS, Colour, Kind, Man, Square};
use crate::json::quote;
use crate::sight::Sight;
use crate::squares::{Set, own_rank, rank_between, shift};

/// A move; its [`Display`](fmt::Display) is the UCI text of certificates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Where the man (in castling: the king) starts.
    pub from: Square,
    /// Where it lands.
    pub to: Square,
    /// What a pawn becomes on the last rank.
    pub promotion: Option<Kind>,
    /// In castling, where the rook starts and lands.
    pub castling: Option<(Square, Square)>,
}

impl Move {
    pub(crate) fn simple(from: Square, to: Square) -> Move {
        Move { from, to, promotion: None, castling: None }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = match self.castling {
            // Not the castling of the start position: the king moves onto its rook.
            Some((rook, _)) if self.from.file() != 4 || ![0, 7].contains(&rook.file()) => rook,
            _ => self.to,
        };
        write!(f, "{}{to}", self.from)?;
        self.promotion.map_or(Ok(()), |kind| write!(f, "{}", kind.letter()))
    }
}

/// Attacks and moves.
impl Board {
    /// Where the men of a side that attack the square stand.
    pub fn attackers(&self, square: Square, by: Colour) -> Set {
        self.attackers_through(square, by, self.empty()).fold(0, |all, men| all | men)
    }

    /// The same by kinds, these squares being empty.
    fn attackers_through(&self, square: Square, by: Colour, empty: Set) -> impl Iterator<Item = Set> {
        let side = self.side(by);
        // A man attacks the square from where one of the other side attacks it from there; a queen as others.
        [Kind::Rook, Kind::Bishop, Kind::King, Kind::Knight, Kind::Pawn].into_iter().map(move |kind| {
            let is_rider = matches!(kind, Kind::Rook | Kind::Bishop);
            let men = side.squares(kind) | if is_rider { side.squares(Kind::Queen) } else { 0 };
            let man = Man { colour: by.other(), kind };
            if men == 0 { 0 } else { attacks(man, square.bit(), empty) & men }
        })
    }

    /// Whether a side's royal stands attacked.
    pub fn is_attacked(&self, colour: Colour) -> bool {
        self.royal(colour).is_some_and(|royal| self.attackers(royal, colour.other()) != 0)
    }

    /// Every pseudo-legal move of the side to move, whose royals are both on the board.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        self.moves_to(!0, !0)
    }

    /// Those of some men to some squares.
    pub(crate) fn moves_to(&self, men: Set, wanted: Set) -> Vec<Move> {
        let (size, empty) = (self.rules.size(), self.empty());
        let enemy = self.side(self.turn.other());
        let safe =
            if self.rules.facts().royal_can_be_taken { 0 } else { enemy.squares(self.rules.facts().royal) };
        let enemies = enemy.all_squares() & !safe;
        let crossed = self.en_passant.map_or(0, Square::bit);
        let mut moves = Vec::with_capacity(64);
        for (from, man) in self.men_of(self.turn).filter(|(from, _)| from.bit() & men != 0) {
            let to = wanted
                & match man.kind {
                    Kind::Pawn => {
                        let step = |from: Set| shift(from, (0, man.colour.forward())) & empty;
                        let one = step(from.bit());
                        let home = self.rules.facts().castling && from.bit() & own_rank(self.turn, 1) != 0;
                        let steps = if home { one | step(one) } else { one };
                        steps | attacks(man, from.bit(), 0) & (enemies | crossed)
                    }
                    _ => attacks(man, from.bit(), empty) & (enemies | empty),
                };
            for step in Square::in_set(to).map(|to| Move::simple(from, to)) {
                if man.kind == Kind::Pawn && step.to.rank() == self.turn.own_rank(size - 1, size) {
                    let kinds = self.rules.facts().pawns.unwrap_or_default();
                    moves.extend(kinds.iter().map(|kind| Move { promotion: Some(*kind), ..step }));
                } else {
                    moves.push(step);
                }
            }
            if man.kind == Kind::King {
                let rooks = Square::in_set(self.castling & own_rank(self.turn, 0));
                let castlings = rooks.filter_map(|rook| self.castle(from, rook));
                moves.extend(castlings.filter(|m| m.to.bit() & wanted != 0));
            }
        }
        moves
    }

    /// Castling with a rook that has the right to, when everything crossed or landed on is empty.
    fn castle(&self, king: Square, rook: Square) -> Option<Move> {
        let files = CASTLINGS[usize::from(rook < king)];
        let [_, king_to, rook_to] = files.map(|file| Square::on(file as i8, king.rank()));
        let path = rank_between(king.bit(), king_to.bit()) | rank_between(rook.bit(), rook_to.bit());
        let is_open = path & !self.empty() & !king.bit() & !rook.bit() == 0;
        is_open.then_some(Move { castling: Some((rook, rook_to)), ..Move::simple(king, king_to) })
    }

    /// The pseudo-legal moves that no enemy man refutes.
    pub fn safe_moves(&self) -> Vec<Move> {
        self.pseudo_legal_moves().into_iter().filter(|m| self.refuters(m) == 0).collect()
    }

    /// The moves that the rule set allows.
    pub fn playable_moves(&self) -> Vec<Move> {
        let (mut moves, own) = (self.pseudo_legal_moves(), Sight::of(self, self.turn));
        moves.retain(|m| own.is_aside(m) || self.after(m).is_some());
        moves
    }

    /// Whether there is one.
    pub(crate) fn has_move(&self) -> bool {
        let Some(king) = self.royal(self.turn).filter(|_| !self.rules.facts().royal_can_be_taken) else {
            return !self.pseudo_legal_moves().is_empty();
        };
        // Most often it can step.
        if self.can_step(king) {
            return true;
        }
        // The one checker is captured, or a man goes between, unless it is pinned: that stays on its line.
        let (empty, checkers) = (self.empty(), self.attackers(king, self.turn.other()));
        let crossed = self.en_passant.map_or(0, Square::bit);
        let ends = match checkers.count_ones() {
            0 => !0,
            1 => Square::in_set(checkers).fold(checkers | crossed, |all, from| all | between(king, from)),
            _ => return false,
        };
        let pinned = Sight::from(self, self.turn, king.bit(), empty).screens;
        let lines = attacks(Man { colour: self.turn, kind: Kind::Queen }, king.bit(), empty | pinned);
        let castlings = if self.castling == 0 { 0 } else { king.bit() };
        let is_safe = |m: &Move| self.after(m).is_some();
        self.moves_to(!pinned, ends).iter().any(|m| m.to.bit() & crossed == 0 || is_safe(m))
            || self.moves_to(pinned & !king.bit(), lines & ends).iter().any(is_safe)
            || self.moves_to(castlings, ends).iter().any(is_safe)
    }

    /// The position after a pseudo-legal move that the rule set allows: it is safe, or need not be.
    pub(crate) fn after(&self, m: &Move) -> Option<Board> {
        let after = self.play(m);
        let is_allowed = self.rules.facts().royal_can_be_taken || self.refuters_after(m, &after) == 0;
        is_allowed.then_some(after)
    }

    /// The pseudo-legal move with this text; the error says that there is none.
    pub fn find_move(&self, text: &str) -> Result<Move, String> {
        let [from, to] = [0..2, 2..4].map(|at| text.get(at).and_then(Square::parse));
        let is_it = |m: &Move| (Some(m.to) == to || m.castling.is_some()) && m.to_string() == text;
        let found = self.moves_to(from.map_or(0, Square::bit), !0).into_iter().find(is_it);
        found.ok_or_else(|| format!("{} is not a pseudo-legal move", quote(text)))
    }

    /// The move with this text, if the rule set allows it.
    pub(crate) fn find_playable(&self, text: &str) -> Result<Move, String> {
        let m = self.find_move(text)?;
        if self.after(&m).is_some() { Ok(m) } else { Err(format!("{m} leaves the king attacked")) }
    }

    /// Whether a move that the rule set allows wins at once: it captures the royal, or gives checkmate.
    pub fn wins(&self, m: &Move) -> bool {
        if self.rules.facts().royal_can_be_taken {
            return self.captures_royal(m);
        }
        let after = self.play(m);
        after.is_attacked(after.turn) && !after.has_move()
    }

    /// Whether the king on this square can step aside; it does not shield the squares behind it.
    fn can_step(&self, king: Square) -> bool {
        let (empty, enemy) = (self.empty(), self.turn.other());
        let enemies = self.side(enemy).all_squares() & !self.side(enemy).squares(Kind::King);
        let steps = attacks(Man { colour: enemy, kind: Kind::King }, king.bit(), 0) & (empty | enemies);
        Square::in_set(steps)
            .any(|to| self.attackers_through(to, enemy, empty | king.bit()).all(|men| men == 0))
    }

    /// Whether a pseudo-legal move captures the enemy royal.
    pub fn captures_royal(&self, m: &Move) -> bool {
        self.side(self.turn.other()).squares(self.rules.facts().royal) & m.to.bit() != 0
    }

    /// Where the enemy men stand that make a pseudo-legal move unsafe: they attack the mover's
    /// royal after it, or in castling before or on the way. None if it captures the enemy royal.
    pub fn refuters(&self, m: &Move) -> Set {
        self.refuters_after(m, &self.play(m))
    }

    /// The same, the position after the move being known.
    fn refuters_after(&self, m: &Move, after: &Board) -> Set {
        if self.captures_royal(m) {
            return 0;
        }
        let enemy = self.turn.other();
        let refuters = after.royal(self.turn).map_or(0, |royal| after.attackers(royal, enemy));
        if m.castling.is_none() {
            return refuters;
        }
        // On its way the king must not shield the squares behind it.
        let mut crossing = *self;
        crossing.put(m.from, None);
        let way = rank_between(m.from.bit(), m.to.bit());
        Square::in_set(way).fold(refuters, |all, square| all | crossing.attackers(square, enemy))
    }

    /// The position after a pseudo-legal move.
    pub fn play(&self, m: &Move) -> Board {
        let mut after = *self;
        after.make(m);
        after
    }

    /// The same in place: inlined it would be made elsewhere and copied.
    #[inline(never)]
    fn make(&mut self, m: &Move) {
        let [colour, enemy] = [self.turn, self.turn.other()];
        let crossed = self.en_passant.take();
        self.turn = enemy;
        let Some(kind) = self.side(colour).kind_on(m.from) else { return };
        let own = &mut self.sides[colour as usize].0;
        own[kind as usize] ^= m.from.bit();
        if let Some((rook_from, rook_to)) = m.castling {
            own[Kind::Rook as usize] ^= rook_from.bit() ^ rook_to.bit();
        }
        own[m.promotion.unwrap_or(kind) as usize] |= m.to.bit();
        self.sides[enemy as usize].0.iter_mut().for_each(|men| *men &= !m.to.bit());
        if kind == Kind::Pawn && crossed == Some(m.to) {
            // The pawn that crossed the square stands beside the capturing one.
            self.put(Square::on(m.to.file(), m.from.rank()), None);
        }
        if kind == Kind::Pawn && (m.to.rank() - m.from.rank()).abs() == 2 {
            self.en_passant = Some(Square::on(m.to.file(), (m.from.rank() + m.to.rank()) / 2));
        }
        // Lost when king or rook have moved, or the rook has been captured.
        let all = if kind == Kind::King { own_rank(colour, 0) } else { 0 };
        self.castling &= !(all | m.from.bit() | m.to.bit());
    }
}
