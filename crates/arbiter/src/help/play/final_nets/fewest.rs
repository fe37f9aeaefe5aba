//! The fewest moves of a man from a square to another one, on a board where nobody is in its way.

use std::sync::LazyLock;

use super::kind::Kind;
use crate::board::{Bitboard, Square};

/// No number of moves does it.
pub(super) const NEVER: u8 = u8::MAX;

const KINDS: usize = Kind::ALL.len();

fn as_pawn(pawn: Kind, from: usize, to: usize) -> u8 {
    let (rank, files) = (pawn.rank_of_pawn(from), (from as u8 & 7).abs_diff(to as u8 & 7));
    let Some(ranks) = pawn.rank_of_pawn(to).checked_sub(rank).filter(|&ranks| ranks >= files) else {
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
    fn place(before: Kind, after: Option<Kind>, to: usize) -> usize {
        (before as usize * 8 + after.map_or(KINDS, |after| after as usize)) << 12 | to << 6
    }

    /// Moves of a man of one kind to be another one on a square, or any (`None`).
    #[inline(always)]
    pub(super) fn get(&self, before: Kind, from: usize, after: Option<Kind>, to: usize) -> u8 {
        self.moves[Fewest::place(before, after, to) | from]
    }

    #[inline(always)]
    fn place_within(kind: Kind, from: Square, moves: usize) -> usize {
        ((kind as usize) << 6 | from.index()) * (MANY + 1) + moves.min(MANY)
    }

    /// Where a man may be after at most so many moves, one at least.
    #[inline(always)]
    pub(super) fn within(&self, kind: Kind, from: Square, moves: u8) -> Bitboard {
        self.within[Fewest::place_within(kind, from, moves.into())]
    }

    fn new() -> Fewest {
        let mut all = Fewest {
            moves: vec![NEVER; KINDS * 8 * 64 * 64].into(),
            within: vec![Bitboard::EMPTY; KINDS * 64 * (MANY + 1)].into(),
        };
        for piece in Kind::ALL.into_iter().filter(|kind| !kind.is_pawn()) {
            all.add_piece(piece);
        }
        for pawn in Kind::PAWNS {
            all.add_pawn(pawn);
        }
        for kind in Kind::ALL {
            all.add_any(kind);
            all.add_within(kind);
        }
        all
    }

    /// Moves of a piece, breadth first from where it ends: it goes back as it comes.
    fn add_piece(&mut self, piece: Kind) {
        for to in Square::all() {
            let place = Fewest::place(piece, Some(piece), to.index());
            let (mut known, mut edge, mut moves) = (to.bb(), to.bb(), 0);
            while edge.has_any() {
                let mut next = Bitboard::EMPTY;
                for from in edge {
                    self.moves[place | from.index()] = moves;
                    next |= piece.on_empty(from);
                }
                edge = next - known;
                known |= next;
                moves += 1;
            }
        }
    }

    /// Moves of a pawn, as a pawn or by way of the last rank, once those of pieces are known.
    fn add_pawn(&mut self, pawn: Kind) {
        let last = if pawn == Kind::WhitePawn { 56..64 } else { 0..8 };
        for to in 0..64 {
            for from in (0..64).filter(|&from| pawn.rank_of_pawn(from) < 7) {
                if pawn.rank_of_pawn(to) < 7 {
                    self.moves[Fewest::place(pawn, Some(pawn), to) | from] = as_pawn(pawn, from, to);
                }
                for piece in Kind::PROMOTED {
                    let moves = last.clone().map(|on| {
                        as_pawn(pawn, from, on).saturating_add(self.get(piece, on, Some(piece), to))
                    });
                    self.moves[Fewest::place(pawn, Some(piece), to) | from] = moves.min().unwrap_or(NEVER);
                }
            }
        }
    }

    /// Moves to be whatever there is.
    fn add_any(&mut self, before: Kind) {
        for to in 0..64 {
            for from in 0..64 {
                let moves = Kind::ALL.into_iter().map(|after| self.get(before, from, Some(after), to)).min();
                self.moves[Fewest::place(before, None, to) | from] = moves.unwrap_or(NEVER);
            }
        }
    }

    /// The same the other way round.
    fn add_within(&mut self, kind: Kind) {
        for from in Square::all() {
            for to in Square::all() {
                let moves = self.get(kind, from.index(), None, to.index());
                if moves != NEVER {
                    for most in usize::from(moves).clamp(1, MANY)..=MANY {
                        self.within[Fewest::place_within(kind, from, most)] |= to.bb();
                    }
                }
            }
        }
    }
}
