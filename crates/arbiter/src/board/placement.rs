//! Men on squares.

use super::{Bitboard, Color, Man, Role, Square};

/// Which man stands where: any arrangement of up to 64 men.
///
/// Invariant: the role sets are disjoint, the colour sets are disjoint, and both cover the same squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    colors: [Bitboard; 2],
    roles: [Bitboard; 6],
}

impl Board {
    /// The board without men.
    pub const EMPTY: Board = Board { colors: [Bitboard::EMPTY; 2], roles: [Bitboard::EMPTY; 6] };

    /// Assembles a board; `None` unless the invariant of [`Board`] holds.
    #[inline]
    pub fn from_sets(colors: [Bitboard; 2], roles: [Bitboard; 6]) -> Option<Board> {
        let mut union = 0;
        let mut overlap = 0;
        for set in roles {
            overlap |= union & set.0;
            union |= set.0;
        }
        let board = Board { colors, roles };
        (overlap == 0 && (colors[0] & colors[1]).is_empty() && board.occupied().0 == union).then_some(board)
    }

    /// Assembles a board from sets that the caller has made disjoint.
    #[inline(always)]
    pub(crate) fn from_disjoint_sets(colors: [Bitboard; 2], roles: [Bitboard; 6]) -> Board {
        debug_assert!(Board::from_sets(colors, roles).is_some());
        Board { colors, roles }
    }

    /// The men of one colour.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// The men of one role, both colours.
    #[inline(always)]
    pub const fn role(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    /// The men of one colour and role.
    #[inline(always)]
    pub const fn men(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.color(color).0 & self.role(role).0)
    }

    /// All men.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// The role of the man on a square, if there is one.
    #[inline(always)]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        if self.occupied().has(square) { Some(self.role_on(square)) } else { None }
    }

    /// The role of the man on a square known to be occupied (pawn if it is not).
    #[inline(always)]
    pub(crate) fn role_on(&self, square: Square) -> Role {
        // Branch-free: the roles are disjoint, so at most one term is non-zero.
        let bit = |role: Role| (self.role(role).0 >> square.index() & 1) as usize;
        let index = bit(Role::Knight)
            + 2 * bit(Role::Bishop)
            + 3 * bit(Role::Rook)
            + 4 * bit(Role::Queen)
            + 5 * bit(Role::King);
        Role::ALL[index.min(5)]
    }

    /// The man on a square, if there is one.
    #[inline(always)]
    pub fn man_at(&self, square: Square) -> Option<Man> {
        let role = self.role_at(square)?;
        let color = if self.color(Color::White).has(square) { Color::White } else { Color::Black };
        Some(Man { color, role })
    }

    /// Puts a man on a square, replacing what stood there.
    pub fn put(&mut self, square: Square, man: Man) {
        self.remove(square);
        self.toggle(man.color, man.role, square.bb());
    }

    /// Empties a square and returns the man that stood there.
    pub fn remove(&mut self, square: Square) -> Option<Man> {
        let man = self.man_at(square)?;
        self.toggle(man.color, man.role, square.bb());
        Some(man)
    }

    /// Flips squares of one man: the caller keeps the invariant.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, color: Color, role: Role, squares: Bitboard) {
        self.colors[color as usize] ^= squares;
        self.roles[role as usize] ^= squares;
    }

    /// Every man with its square, a1 first.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        self.occupied().filter_map(|square| Some((square, self.man_at(square)?)))
    }
}
