//! What a man is, as far as its moves go.

use crate::attacks;
use crate::board::{Bitboard, Color, Role, Square};

/// White's pawns, Black's, and the five pieces, whose colour makes no difference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Kind {
    WhitePawn,
    BlackPawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    pub(super) const ALL: [Kind; 7] =
        [Kind::WhitePawn, Kind::BlackPawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    pub(super) const PAWNS: [Kind; 2] = [Kind::WhitePawn, Kind::BlackPawn];
    /// What a pawn may become.
    pub(super) const PROMOTED: [Kind; 4] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

    #[inline(always)]
    pub(super) const fn of(role: Role, color: Color) -> Kind {
        match (role, color) {
            (Role::Pawn, Color::White) => Kind::WhitePawn,
            (Role::Pawn, Color::Black) => Kind::BlackPawn,
            (Role::Knight, _) => Kind::Knight,
            (Role::Bishop, _) => Kind::Bishop,
            (Role::Rook, _) => Kind::Rook,
            (Role::Queen, _) => Kind::Queen,
            (Role::King, _) => Kind::King,
        }
    }

    #[inline(always)]
    pub(super) const fn role(self) -> Role {
        match self {
            Kind::WhitePawn | Kind::BlackPawn => Role::Pawn,
            Kind::Knight => Role::Knight,
            Kind::Bishop => Role::Bishop,
            Kind::Rook => Role::Rook,
            Kind::Queen => Role::Queen,
            Kind::King => Role::King,
        }
    }

    #[inline(always)]
    pub(super) const fn is_pawn(self) -> bool {
        matches!(self, Kind::WhitePawn | Kind::BlackPawn)
    }

    /// Whether it moves along lines.
    #[inline(always)]
    pub(super) const fn is_slider(self) -> bool {
        matches!(self, Kind::Bishop | Kind::Rook | Kind::Queen)
    }

    /// What it attacks on the empty board.
    #[inline(always)]
    pub(super) fn on_empty(self, from: Square) -> Bitboard {
        match self {
            Kind::WhitePawn => attacks::pawn(Color::White, from),
            Kind::BlackPawn => attacks::pawn(Color::Black, from),
            Kind::Knight => attacks::knight(from),
            Kind::Bishop => attacks::bishop_rays(from),
            Kind::Rook => attacks::rook_rays(from),
            Kind::Queen => attacks::queen_rays(from),
            Kind::King => attacks::king(from),
        }
    }

    /// From where it attacks a square on the empty board.
    #[inline(always)]
    pub(super) fn onto(self, to: Square) -> Bitboard {
        match self {
            Kind::WhitePawn => Kind::BlackPawn.on_empty(to),
            Kind::BlackPawn => Kind::WhitePawn.on_empty(to),
            piece => piece.on_empty(to),
        }
    }

    /// Whether it attacks a square from another one, past men who stand on `shut`.
    #[inline(always)]
    pub(super) fn reaches(self, from: Square, to: Square, shut: Bitboard) -> bool {
        self.on_empty(from).has(to) && (attacks::between(from, to) & shut).is_empty()
    }

    /// Whose pawn it is.
    #[inline(always)]
    const fn color_of_pawn(self) -> Color {
        if matches!(self, Kind::WhitePawn) { Color::White } else { Color::Black }
    }

    /// How far a pawn's step shifts it.
    #[inline(always)]
    pub(super) const fn forward(self) -> i8 {
        self.color_of_pawn().forward()
    }

    /// How many ranks a pawn has gone from its side's first one.
    #[inline(always)]
    pub(super) const fn rank_of_pawn(self, square: usize) -> u8 {
        self.color_of_pawn().own_rank(square as u8 >> 3)
    }

    /// Whether it is a pawn that may be promoted after so many moves, one of which may be of two ranks.
    #[inline(always)]
    pub(super) const fn may_promote(self, from: usize, moves: u8) -> bool {
        self.is_pawn() && self.rank_of_pawn(from).saturating_add(moves) >= 6
    }
}
