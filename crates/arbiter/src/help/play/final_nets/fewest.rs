//! The fewest moves of a man from a square to another one, on a board where nobody is in its way.

use std::sync::LazyLock;

use crate::attacks;
use crate::board::{Bitboard, Color, Role, Square};

/// White's pawns, Black's, and the five pieces, whose colour makes no difference.
pub(super) const KINDS: usize = 7;
/// As a kind to become: any.
pub(super) const ANY: u8 = 7;
/// No number of moves does it.
pub(super) const NEVER: u8 = u8::MAX;

/// The kind of a man.
#[inline(always)]
pub(super) const fn kind(role: Role, color: Color) -> u8 {
    match role {
        Role::Pawn => color as u8,
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Rook => 4,
        Role::Queen => 5,
        Role::King => 6,
    }
}

/// What a kind is called.
#[inline(always)]
pub(super) const fn role(kind: u8) -> Role {
    match kind {
        0 | 1 => Role::Pawn,
        2 => Role::Knight,
        3 => Role::Bishop,
        4 => Role::Rook,
        5 => Role::Queen,
        _ => Role::King,
    }
}

/// What a man attacks on the empty board.
#[inline(always)]
pub(super) fn on_empty(kind: u8, from: Square) -> Bitboard {
    match kind {
        0 => attacks::pawn(Color::White, from),
        1 => attacks::pawn(Color::Black, from),
        2 => attacks::knight(from),
        3 => attacks::bishop_rays(from),
        4 => attacks::rook_rays(from),
        5 => attacks::queen_rays(from),
        _ => attacks::king(from),
    }
}

/// From where a man attacks a square on the empty board.
#[inline(always)]
pub(super) fn onto(kind: u8, to: Square) -> Bitboard {
    on_empty(if kind < 2 { 1 - kind } else { kind }, to)
}

/// How many ranks a pawn has gone from its first one.
#[inline(always)]
pub(super) const fn rank_of_pawn(kind: u8, square: usize) -> u8 {
    let rank = square as u8 >> 3;
    if kind == 0 { rank } else { 7 - rank }
}

fn as_pawn(kind: u8, from: usize, to: usize) -> u8 {
    let (rank, files) = (rank_of_pawn(kind, from), (from as u8 & 7).abs_diff(to as u8 & 7));
    let Some(ranks) = rank_of_pawn(kind, to).checked_sub(rank).filter(|&ranks| ranks >= files) else {
        return NEVER;
    };
    ranks - u8::from(rank <= 1 && ranks >= 2 && ranks - 2 >= files)
}

/// All of them.
pub(super) struct Fewest {
    moves: Box<[u8]>,
    /// For a kind and a square, where it may be after at most so many moves, as whatever.
    within: Box<[Bitboard]>,
}

/// As many moves as need be told from more.
pub(super) const MANY: usize = 7;

/// They are the same for all positions.
pub(super) static FEWEST: LazyLock<Fewest> = LazyLock::new(Fewest::new);

impl Fewest {
    #[inline(always)]
    const fn place(before: u8, after: u8, to: usize) -> usize {
        (before as usize * 8 + after as usize) << 12 | to << 6
    }

    /// Moves of a man of one kind to be another one on a square.
    #[inline(always)]
    pub(super) fn get(&self, before: u8, from: usize, after: u8, to: usize) -> u8 {
        self.moves[Fewest::place(before, after, to) | from]
    }

    /// Where a man may be after at most so many moves, one at least.
    #[inline(always)]
    pub(super) fn within(&self, kind: u8, from: Square, moves: u8) -> Bitboard {
        self.within[(usize::from(kind) << 6 | from.index()) * (MANY + 1) + usize::from(moves).min(MANY)]
    }

    fn new() -> Fewest {
        let mut all = Fewest {
            moves: vec![NEVER; KINDS * 8 * 64 * 64].into(),
            within: vec![Bitboard::EMPTY; KINDS * 64 * (MANY + 1)].into(),
        };
        for piece in 2..KINDS as u8 {
            for to in Square::all() {
                let place = Fewest::place(piece, piece, to.index());
                let (mut known, mut edge, mut moves) = (to.bb(), to.bb(), 0);
                while edge.has_any() {
                    let mut next = Bitboard::EMPTY;
                    for from in edge {
                        all.moves[place | from.index()] = moves;
                        next |= on_empty(piece, from);
                    }
                    edge = next - known;
                    known |= next;
                    moves += 1;
                }
            }
        }
        for pawn in 0..2 {
            for to in 0..64 {
                for from in 0..64 {
                    if rank_of_pawn(pawn, from) == 7 {
                        continue;
                    }
                    if rank_of_pawn(pawn, to) < 7 {
                        all.moves[Fewest::place(pawn, pawn, to) | from] = as_pawn(pawn, from, to);
                    }
                    for piece in 2..6 {
                        let last = if pawn == 0 { 56..64 } else { 0..8 };
                        let moves = last
                            .map(|on| as_pawn(pawn, from, on).saturating_add(all.get(piece, on, piece, to)));
                        all.moves[Fewest::place(pawn, piece, to) | from] = moves.min().unwrap_or(NEVER);
                    }
                }
            }
        }
        for before in 0..KINDS as u8 {
            for to in 0..64 {
                for from in 0..64 {
                    let moves = (0..KINDS as u8).map(|after| all.get(before, from, after, to)).min();
                    all.moves[Fewest::place(before, ANY, to) | from] = moves.unwrap_or(NEVER);
                }
            }
        }
        for kind in 0..KINDS as u8 {
            for from in Square::all() {
                for to in Square::all() {
                    let moves = all.get(kind, from.index(), ANY, to.index());
                    if moves != NEVER {
                        let place = (usize::from(kind) << 6 | from.index()) * (MANY + 1);
                        for most in usize::from(moves).clamp(1, MANY)..=MANY {
                            all.within[place + most] |= to.bb();
                        }
                    }
                }
            }
        }
        all
    }
}
