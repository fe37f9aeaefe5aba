//! Attacks, pseudo-legal and safe moves, and playing a move.

use std::fmt;

use crate::board::{Board, Colour, Kind, Man, RuleSet, Square, Wing};
use crate::json::quote;

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A move; its [`Display`](fmt::Display) is the UCI text of certificates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Where the man (in castling: the king) starts.
    pub from: Square,
    /// Where it lands.
    pub to: Square,
    /// What a pawn becomes on the last row.
    pub promotion: Option<Kind>,
    /// In castling, where the rook starts and lands.
    pub castling: Option<(Square, Square)>,
}

impl Move {
    fn simple(from: Square, to: Square) -> Move {
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

/// Attacks.
impl Board {
    /// Where the men of a side that attack the square stand.
    pub fn attackers(&self, square: Square, by: Colour) -> Vec<Square> {
        let attacks = |(from, man): &(Square, Man)| self.would_attack(*man, *from, square);
        self.men_of(by).filter(attacks).map(|(from, _)| from).collect()
    }

    /// Whether a man of this side attacks the square.
    pub(crate) fn is_attacked_on(&self, square: Square, by: Colour) -> bool {
        self.men_of(by).any(|(from, man)| self.would_attack(man, from, square))
    }

    /// Whether this man would attack `to` if it stood on `from`.
    pub(crate) fn would_attack(&self, man: Man, from: Square, to: Square) -> bool {
        let (files, rows) = (to.file() - from.file(), to.row() - from.row());
        let straight = files == 0 || rows == 0;
        let diagonal = files.abs() == rows.abs();
        match man.kind {
            Kind::King => from != to && files.abs() <= 1 && rows.abs() <= 1,
            Kind::Queen => (straight || diagonal) && self.is_open(from, to),
            Kind::Rook => straight && self.is_open(from, to),
            Kind::Bishop => diagonal && self.is_open(from, to),
            Kind::Knight => files.abs() * rows.abs() == 2,
            Kind::Pawn => files.abs() == 1 && rows == man.colour.forward(),
        }
    }

    /// Whether `to` can be reached from `from` along a row, file or diagonal over empty squares.
    fn is_open(&self, from: Square, to: Square) -> bool {
        let step = ((to.file() - from.file()).signum(), (to.row() - from.row()).signum());
        let mut next = from.offset(step.0, step.1);
        while let Some(square) = next.filter(|square| *square != to && self.man(*square).is_none()) {
            next = square.offset(step.0, step.1);
        }
        from != to && next == Some(to)
    }

    /// Whether a side's royal stands attacked.
    pub fn is_attacked(&self, colour: Colour) -> bool {
        self.royal(colour).is_some_and(|royal| self.is_attacked_on(royal, colour.other()))
    }
}

/// Generating moves. Of a position whose royals are both on the board.
impl Board {
    /// Every pseudo-legal move of the side to move.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, man) in self.men_of(self.turn) {
            match man.kind {
                Kind::King => {
                    self.slide(from, &[STRAIGHT, DIAGONAL].concat(), 1, &mut moves);
                    moves.extend(Wing::BOTH.iter().filter_map(|wing| self.castle(from, *wing)));
                }
                Kind::Queen => self.slide(from, &[STRAIGHT, DIAGONAL].concat(), 7, &mut moves),
                Kind::Rook => self.slide(from, &STRAIGHT, 7, &mut moves),
                Kind::Bishop => self.slide(from, &DIAGONAL, 7, &mut moves),
                Kind::Knight => self.slide(from, &JUMPS, 1, &mut moves),
                Kind::Pawn => self.pawn_moves(from, &mut moves),
            }
        }
        moves
    }

    /// The pseudo-legal moves that no enemy man refutes.
    pub fn safe_moves(&self) -> Vec<Move> {
        self.pseudo_legal_moves().into_iter().filter(|m| self.refuters(m).is_empty()).collect()
    }

    /// The moves that the rule set allows: the safe ones, or all where the royal may be left attacked.
    pub fn playable_moves(&self) -> Vec<Move> {
        if self.rules.is_simplified() { self.pseudo_legal_moves() } else { self.safe_moves() }
    }

    /// The pseudo-legal move with this text.
    pub fn find_move(&self, text: &str) -> Result<Move, String> {
        let from = text.get(0..2).and_then(Square::parse);
        let mut moves = self.pseudo_legal_moves().into_iter().filter(|m| Some(m.from) == from);
        moves
            .find(|m| m.to_string() == text)
            .ok_or_else(|| format!("{} is not a pseudo-legal move", quote(text)))
    }

    /// The move with this text, if the rule set allows it.
    pub(crate) fn find_playable(&self, text: &str) -> Result<Move, String> {
        let m = self.find_move(text)?;
        let allowed = self.rules.is_simplified() || self.refuters(&m).is_empty();
        if allowed { Ok(m) } else { Err(format!("{m} leaves the king attacked")) }
    }

    /// Whether a move that the rule set allows wins at once: it captures the royal, or gives checkmate.
    pub fn wins(&self, m: &Move) -> bool {
        if self.rules.is_simplified() {
            return self.captures_royal(m);
        }
        let after = self.play(m);
        after.is_attacked(after.turn) && after.playable_moves().is_empty()
    }

    /// Whether a pseudo-legal move captures the enemy royal.
    pub fn captures_royal(&self, m: &Move) -> bool {
        self.man(m.to) == Some(Man { colour: self.turn.other(), kind: self.rules.royal() })
    }

    /// Where the enemy men stand that make a pseudo-legal move unsafe: they attack the mover's
    /// royal after it, or in castling before or on the way. None if it captures the enemy royal.
    pub fn refuters(&self, m: &Move) -> Vec<Square> {
        if self.captures_royal(m) {
            return Vec::new();
        }
        let enemy = self.turn.other();
        let after = self.play(m);
        let royal = after.royal(self.turn);
        let mut refuters = royal.map_or(Vec::new(), |royal| after.attackers(royal, enemy));
        if m.castling.is_some() {
            // On its way the king must not shield the squares behind it.
            let mut crossing = *self;
            crossing.put(m.from, None);
            refuters.extend(row_between(m.from, m.to).flat_map(|square| crossing.attackers(square, enemy)));
            refuters.sort_unstable();
            refuters.dedup();
        }
        refuters
    }

    /// The position after a pseudo-legal move.
    pub fn play(&self, m: &Move) -> Board {
        let mut after = *self;
        after.turn = self.turn.other();
        after.en_passant = None;
        let Some(man) = self.man(m.from) else { return after };
        after.put(m.from, None);
        if let Some((rook_from, rook_to)) = m.castling {
            after.put(rook_from, None);
            after.put(rook_to, Some(Man { colour: man.colour, kind: Kind::Rook }));
        }
        after.put(m.to, Some(Man { kind: m.promotion.unwrap_or(man.kind), ..man }));
        if man.kind == Kind::Pawn && self.en_passant == Some(m.to) {
            // The pawn that crossed the square stands beside the capturing one.
            after.put(Square::on(m.to.file(), m.from.row()), None);
        }
        if man.kind == Kind::Pawn && (m.to.row() - m.from.row()).abs() == 2 {
            after.en_passant = m.from.offset(0, man.colour.forward());
        }
        if man.kind == Kind::King {
            after.castling[man.colour as usize] = [None; 2];
        }
        for right in after.castling.iter_mut().flatten() {
            // Its rook has moved or been captured.
            *right = right.filter(|rook| *rook != m.from && *rook != m.to);
        }
        after
    }

    /// Whether a man of the side to move may land there; `false` for the king that cannot be captured.
    fn may_capture(&self, square: Square) -> bool {
        self.man(square).is_some_and(|man| {
            man.colour != self.turn && (self.rules.is_simplified() || man.kind != self.rules.royal())
        })
    }

    fn slide(&self, from: Square, directions: &[(i8, i8)], reach: i8, moves: &mut Vec<Move>) {
        for (files, rows) in directions {
            for distance in 1..=reach {
                let to = from.offset(files * distance, rows * distance);
                let Some(to) = to.filter(|to| self.contains(*to)) else { break };
                let empty = self.man(to).is_none();
                if empty || self.may_capture(to) {
                    moves.push(Move::simple(from, to));
                }
                if !empty {
                    break;
                }
            }
        }
    }

    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let size = self.rules.size();
        let forward = self.turn.forward();
        let mut targets = Vec::new();
        let empty = |square: &Square| self.contains(*square) && self.man(*square).is_none();
        if let Some(one) = from.offset(0, forward).filter(empty) {
            targets.push(one);
            let on_start = from.row() == self.turn.own_row(1, 8) && self.rules == RuleSet::Standard;
            targets.extend(one.offset(0, forward).filter(empty).filter(|_| on_start));
        }
        for side in [-1, 1] {
            let target = from.offset(side, forward).filter(|to| self.contains(*to));
            targets.extend(target.filter(|to| self.may_capture(*to) || self.en_passant == Some(*to)));
        }
        for to in targets {
            let step = Move::simple(from, to);
            if to.row() == self.turn.own_row(size - 1, size) {
                let promotions = self.rules.promotions().iter();
                moves.extend(promotions.map(|kind| Move { promotion: Some(*kind), ..step }));
            } else {
                moves.push(step);
            }
        }
    }

    /// Castling, when the right is there and everything crossed or landed on is empty.
    fn castle(&self, king: Square, wing: Wing) -> Option<Move> {
        let rook = self.castling[self.turn as usize][wing as usize]?;
        let [_, king_to, rook_to] = wing.files().map(|file| Square::on(file, king.row()));
        let mut path = row_between(king, king_to).chain(row_between(rook, rook_to));
        path.all(|square| square == king || square == rook || self.man(square).is_none())
            .then_some(Move { castling: Some((rook, rook_to)), ..Move::simple(king, king_to) })
    }
}

/// The squares of a row from one to another, both included.
fn row_between(a: Square, b: Square) -> impl Iterator<Item = Square> {
    (a.file().min(b.file())..=a.file().max(b.file())).map(move |file| Square::on(file, a.row()))
}
