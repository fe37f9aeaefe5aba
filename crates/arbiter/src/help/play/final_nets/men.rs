//! Men with their names: who is who after some moves.

use crate::attacks;
use crate::board::{Bitboard, Color, Move, Role, Square};
use crate::position::Position;
use crate::rules::Rules;

use super::kind::Kind;
use super::square;

/// A square of those that were captured.
const GONE: u8 = 64;
/// No man.
pub(super) const NOBODY: u8 = 64;

/// A man's number is its place here.
#[derive(Clone)]
pub(super) struct Men {
    kind: [Kind; 64],
    square: [u8; 64],
    /// Who stands on a square, if somebody does.
    on: [u8; 64],
    pub(super) count: u8,
    /// Numbers of those of the side that mates.
    pub(super) attackers: u64,
    /// The one to be mated.
    pub(super) king: u8,
    /// The other one.
    pub(super) attacker_king: u8,
}

/// What a move did.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) man: u8,
    pub(super) from: u8,
    pub(super) kind: Kind,
    /// Who was captured, and where.
    pub(super) captured: (u8, u8),
    /// The rook that castled, and from where.
    rook: (u8, u8),
}

impl Men {
    pub(super) fn new<R: Rules>(position: &Position<R>, attacker: Color) -> Men {
        let mut men = Men {
            kind: [Kind::King; 64],
            square: [GONE; 64],
            on: [NOBODY; 64],
            count: 0,
            attackers: 0,
            king: NOBODY,
            attacker_king: NOBODY,
        };
        for color in [attacker, !attacker] {
            for role in Role::ALL {
                for square in position.board().men(color, role) {
                    let man = men.count;
                    men.count += 1;
                    men.kind[usize::from(man)] = Kind::of(role, color);
                    men.square[usize::from(man)] = square.index() as u8;
                    men.on[square.index()] = man;
                    if color == attacker {
                        men.attackers |= 1 << man;
                    }
                    if role == Role::King {
                        *(if color == attacker { &mut men.attacker_king } else { &mut men.king }) = man;
                    }
                }
            }
        }
        men
    }

    #[inline(always)]
    pub(super) fn is_attacker(&self, man: u8) -> bool {
        self.attackers >> man & 1 == 1
    }

    #[inline(always)]
    pub(super) fn kind_of(&self, man: u8) -> Kind {
        self.kind[usize::from(man)]
    }

    #[inline(always)]
    pub(super) fn is_gone(&self, man: u8) -> bool {
        self.square[usize::from(man)] == GONE
    }

    /// Where a man stands that is not gone.
    #[inline(always)]
    pub(super) fn square_of(&self, man: u8) -> Square {
        square(self.square[usize::from(man)])
    }

    /// Who stands on a square, if somebody does.
    #[inline(always)]
    pub(super) fn on(&self, square: Square) -> u8 {
        self.on[square.index()]
    }

    #[inline(always)]
    fn put(&mut self, man: u8, square: u8) {
        self.square[usize::from(man)] = square;
        self.on[usize::from(square)] = man;
    }

    #[inline(always)]
    pub(super) fn play<R: Rules>(&mut self, position: &Position<R>, mv: Move) -> Change {
        let (from, mut to) = (mv.from(), mv.to());
        let man = self.on(from);
        let kind = self.kind[usize::from(man)];
        let mut change =
            Change { man, from: from.index() as u8, kind, captured: (NOBODY, 0), rook: (NOBODY, 0) };
        self.on[from.index()] = NOBODY;
        if kind == Kind::King && position.is_castling(mv) {
            let rook = self.on(to);
            self.on[to.index()] = NOBODY;
            change.rook = (rook, to.index() as u8);
            let (king_to, rook_to) = Position::<R>::castling_squares(from, to);
            self.put(rook, rook_to.index() as u8);
            to = king_to;
        } else {
            let square = if kind.is_pawn() && position.is_en_passant(mv) {
                Square::at(to.file(), from.rank())
            } else {
                to
            };
            let captured = self.on(square);
            if captured != NOBODY {
                change.captured = (captured, square.index() as u8);
                self.square[usize::from(captured)] = GONE;
                self.on[square.index()] = NOBODY;
            }
            if let Some(role) = mv.promotion() {
                self.kind[usize::from(man)] = Kind::of(role, position.turn());
            }
        }
        self.put(man, to.index() as u8);
        change
    }

    #[inline(always)]
    pub(super) fn take_back(&mut self, change: &Change) {
        self.on[usize::from(self.square[usize::from(change.man)])] = NOBODY;
        if change.rook.0 != NOBODY {
            self.on[usize::from(self.square[usize::from(change.rook.0)])] = NOBODY;
            self.put(change.rook.0, change.rook.1);
        }
        if change.captured.0 != NOBODY {
            self.put(change.captured.0, change.captured.1);
        }
        self.kind[usize::from(change.man)] = change.kind;
        self.put(change.man, change.from);
    }
}

/// A castling that may still come.
#[derive(Clone, Copy)]
struct Castling {
    king: u8,
    king_to: u8,
    rook: u8,
    rook_to: u8,
}

/// All that may still come.
#[derive(Clone, Copy, Default)]
pub(super) struct Castlings {
    all: [Option<Castling>; 4],
    any: bool,
}

impl Castlings {
    #[inline(always)]
    pub(super) fn new<R: Rules>(position: &Position<R>, men: &Men) -> Castlings {
        let mut castlings = Castlings::default();
        let mut place = 0;
        for color in [Color::White, Color::Black] {
            let rooks = position.castling(color);
            if rooks.is_empty() {
                continue;
            }
            let Some(king) = position.royal(color) else { continue };
            for rook in rooks {
                if place < 4 {
                    let (king_to, rook_to) = Position::<R>::castling_squares(king, rook);
                    castlings.all[place] = Some(Castling {
                        king: men.on(king),
                        king_to: king_to.index() as u8,
                        rook: men.on(rook),
                        rook_to: rook_to.index() as u8,
                    });
                    castlings.any = true;
                    place += 1;
                }
            }
        }
        castlings
    }

    #[inline(always)]
    pub(super) fn any(&self) -> bool {
        self.any
    }

    /// Fewest moves of a man: of `moves(square, false)` from where it stands, and one more than
    /// `moves(square, true)` from where it may castle to.
    #[inline(always)]
    pub(super) fn fewest(&self, men: &Men, man: u8, moves: impl Fn(usize, bool) -> u8) -> u8 {
        let mut fewest = moves(men.square[usize::from(man)].into(), false);
        if self.any && matches!(men.kind_of(man), Kind::Rook | Kind::King) {
            for castling in self.all.iter().flatten() {
                if castling.king == man {
                    fewest = fewest.min(moves(castling.king_to.into(), true).saturating_add(1));
                } else if castling.rook == man {
                    fewest = fewest.min(moves(castling.rook_to.into(), true).saturating_add(1));
                }
            }
        }
        fewest
    }

    /// Whether castling may come before a net is completed. `fewest` are the moves of a man from a square, if
    /// it belongs to the net, and whether it has castled there; `spare` those of its side for something else.
    pub(super) fn may_come(
        &self,
        men: &Men,
        net: u64,
        fewest: impl Fn(u8, usize, bool) -> u8,
        spare: impl Fn(u8) -> u8,
    ) -> bool {
        let moves = |man: u8, from: usize, has_castled: bool| {
            if net >> man & 1 == 1 { fewest(man, from, has_castled) } else { 0 }
        };
        self.all.iter().flatten().any(|one| {
            let castled = [(one.king, one.king_to), (one.rook, one.rook_to)]
                .map(|(man, to)| u32::from(moves(man, to.into(), true)));
            let now = [one.king, one.rook].map(|man| {
                u32::from(self.fewest(men, man, |from, has_castled| moves(man, from, has_castled)))
            });
            // One move castles, which is not to spare where both of them need it.
            castled[0] + castled[1] < now[0] + now[1] + u32::from(spare(one.king))
        })
    }

    /// How many moves less a side may need because one move moved king and rook.
    pub(super) fn saved(&self, mask: u64, side: u64) -> u8 {
        u8::from(
            self.any
                && self.all.iter().flatten().any(|castling| {
                    let both = 1 << castling.king | 1 << castling.rook;
                    mask & side & both == both
                }),
        )
    }
}

/// Squares strictly between two.
#[inline(always)]
pub(super) fn between(a: u8, b: u8) -> Bitboard {
    attacks::between(Square::wrap(a), Square::wrap(b))
}
