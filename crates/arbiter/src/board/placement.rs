//! Men on squares.

use std::hash::{Hash, Hasher};

use super::{Bitboard, Color, Man, Role, Square, zobrist};

/// Which man stands where: any arrangement of up to 64 men.
///
/// Invariant: the role sets are disjoint, the colour sets are disjoint, both cover the same squares,
/// and the hash is that of the men.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Board {
    colors: [Bitboard; 2],
    roles: [Bitboard; 6],
    hash: u64,
}

/// Equal boards have equal Zobrist keys.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.zobrist().hash(state);
    }
}

impl Board {
    /// The board without men.
    pub const EMPTY: Board = Board { colors: [Bitboard::EMPTY; 2], roles: [Bitboard::EMPTY; 6], hash: 0 };

    /// Assembles a board; `None` unless the role sets are disjoint, the colour sets are disjoint,
    /// and both cover the same squares.
    pub fn from_sets(colors: [Bitboard; 2], roles: [Bitboard; 6]) -> Option<Board> {
        let mut board = Board::EMPTY;
        for color in Color::BOTH {
            for role in Role::ALL {
                for square in colors[color as usize] & roles[role as usize] {
                    board.toggle(color, role, square);
                }
            }
        }
        (board.colors == colors && board.roles == roles).then_some(board)
    }

    /// Assembles a board from sets and a hash that the caller has made agree.
    #[inline(always)]
    pub(crate) fn from_parts(colors: [Bitboard; 2], roles: [Bitboard; 6], hash: u64) -> Board {
        let board = Board { colors, roles, hash };
        debug_assert_eq!(Board::from_sets(colors, roles), Some(board));
        board
    }

    /// Zobrist key of the men, kept up as they are put and removed. Equal boards have equal
    /// keys; the reverse is never relied on.
    #[inline(always)]
    pub const fn zobrist(&self) -> u64 {
        self.hash
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

    /// Pieces of a role beyond the initial set: promoted pawns, if the position came about in a game.
    pub const fn surplus(&self, color: Color, role: Role) -> u32 {
        self.men(color, role).len().saturating_sub(role.initial_count())
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
    #[inline]
    pub fn put(&mut self, square: Square, man: Man) {
        self.remove(square);
        self.toggle(man.color, man.role, square);
    }

    /// Empties a square and returns the man that stood there.
    #[inline]
    pub fn remove(&mut self, square: Square) -> Option<Man> {
        let man = self.man_at(square)?;
        self.toggle(man.color, man.role, square);
        Some(man)
    }

    /// Puts or removes a man: the caller keeps the invariant.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, color: Color, role: Role, square: Square) {
        self.colors[color as usize] ^= square.bb();
        self.roles[role as usize] ^= square.bb();
        self.hash ^= zobrist::man(color, role, square);
    }

    /// Every man with its square, a1 first.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        self.occupied().filter_map(|square| Some((square, self.man_at(square)?)))
    }
}
