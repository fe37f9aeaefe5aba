//! Men on squares.

use std::hash::{Hash, Hasher};

use super::{Bitboard, Color, Man, Role, Square, zobrist};

/// Which man stands where: any arrangement of up to 64 men.
///
/// Invariant: the role sets are disjoint, the colour sets are disjoint, both cover the same squares.
///
/// ```
/// use chess_arbiter::{Board, Color, Man, Role, Square};
/// let mut board = Board::EMPTY;
/// board.put(Square::E1, Man { color: Color::White, role: Role::King });
/// assert_eq!(board.men(Color::White, Role::King), Square::E1.bb());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Board {
    colors: [Bitboard; 2],
    roles: [Bitboard; 6],
}

/// Equal boards have equal Zobrist keys.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.zobrist().hash(state);
    }
}

impl Board {
    /// The board without men.
    pub const EMPTY: Board = Board { colors: [Bitboard::EMPTY; 2], roles: [Bitboard::EMPTY; 6] };

    /// Assembles a board; `None` unless the role sets are disjoint, the colour sets are disjoint,
    /// and both cover the same squares.
    ///
    /// ```
    /// use chess_arbiter::{Bitboard, Board, Square};
    /// let rook = Square::A1.bb();
    /// let none = Bitboard::EMPTY;
    /// let roles = [none, none, none, rook, none, none];
    /// assert_eq!(Board::from_sets([rook, none], roles).unwrap().iter().count(), 1);
    /// assert_eq!(Board::from_sets([none, none], roles), None); // whose rook?
    /// ```
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

    /// Assembles a board from sets that the caller has made agree.
    #[inline(always)]
    pub(crate) fn from_parts(colors: [Bitboard; 2], roles: [Bitboard; 6]) -> Board {
        let board = Board { colors, roles };
        debug_assert_eq!(Board::from_sets(colors, roles), Some(board));
        board
    }

    /// Zobrist key of the men: a look-up for each of them. Equal boards have equal keys; the reverse is never
    /// relied on.
    ///
    /// ```
    /// use chess_arbiter::Position;
    /// let start = Position::initial();
    /// let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
    /// let there_and_back = moves.iter().fold(start, |position, mv| position.play(mv.parse().unwrap()));
    /// assert_eq!(there_and_back.board().zobrist(), start.board().zobrist());
    /// ```
    pub fn zobrist(&self) -> u64 {
        let [p0, p1, p2, black] = self.planes();
        let bit = |plane: u64, square: Square| (plane >> square.index() & 1) as u8;
        let code =
            |square| bit(p0, square) | bit(p1, square) << 1 | bit(p2, square) << 2 | bit(black, square) << 3;
        self.occupied().fold(0, |key, square| key ^ zobrist::code(code(square), square))
    }

    /// Bit k of the code of what stands on each square ([`Man::code`], 0 for nothing), for k from 0 to 3.
    #[inline(always)]
    fn planes(&self) -> [u64; 4] {
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles.map(|set| set.0);
        [pawns | bishops | queens, knights | bishops | kings, rooks | queens | kings, self.colors[1].0]
    }

    /// The men of one colour.
    ///
    /// ```
    /// use chess_arbiter::{Bitboard, Color, Position};
    /// assert_eq!(Position::initial().board().color(Color::White), Bitboard::rank(0) | Bitboard::rank(1));
    /// ```
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// The men of one role, both colours.
    ///
    /// ```
    /// use chess_arbiter::{Position, Role};
    /// assert_eq!(Position::initial().board().role(Role::Rook).len(), 4);
    /// ```
    #[inline(always)]
    pub const fn role(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    /// The men of one colour and role.
    ///
    /// ```
    /// use chess_arbiter::{Bitboard, Color, Position, Role};
    /// assert_eq!(Position::initial().board().men(Color::Black, Role::Pawn), Bitboard::rank(6));
    /// ```
    #[inline(always)]
    pub const fn men(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.color(color).0 & self.role(role).0)
    }

    /// Pieces of a role beyond the initial set: promoted pawns, if the position came about in a game.
    ///
    /// ```
    /// use chess_arbiter::{Color, Position, Role};
    /// let position: Position = "4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1".parse()?;
    /// assert_eq!(position.board().surplus(Color::White, Role::Queen), 2);
    /// # Ok::<(), chess_arbiter::PositionError>(())
    /// ```
    pub const fn surplus(&self, color: Color, role: Role) -> u32 {
        self.men(color, role).len().saturating_sub(role.initial_count())
    }

    /// All men.
    ///
    /// ```
    /// use chess_arbiter::Position;
    /// assert_eq!(Position::initial().board().occupied().len(), 32);
    /// ```
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// The role of the man on a square, if there is one.
    ///
    /// ```
    /// use chess_arbiter::{Position, Role, Square};
    /// assert_eq!(Position::initial().board().role_at(Square::D8), Some(Role::Queen));
    /// ```
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
    ///
    /// ```
    /// use chess_arbiter::{Position, Square};
    /// let board = *Position::initial().board();
    /// assert_eq!(board.man_at(Square::D8).unwrap().to_string(), "black queen");
    /// assert_eq!(board.man_at(Square::D4), None);
    /// ```
    #[inline(always)]
    pub fn man_at(&self, square: Square) -> Option<Man> {
        let role = self.role_at(square)?;
        let color = if self.color(Color::White).has(square) { Color::White } else { Color::Black };
        Some(Man { color, role })
    }

    /// Puts a man on a square, replacing what stood there.
    ///
    /// ```
    /// use chess_arbiter::{Board, Color, Man, Role, Square};
    /// let mut board = Board::EMPTY;
    /// for role in [Role::Rook, Role::Queen] {
    ///     board.put(Square::A1, Man { color: Color::White, role });
    /// }
    /// assert_eq!((board.role_at(Square::A1), board.occupied().len()), (Some(Role::Queen), 1));
    /// ```
    #[inline]
    pub fn put(&mut self, square: Square, man: Man) {
        self.remove(square);
        self.toggle(man.color, man.role, square);
    }

    /// Empties a square and returns the man that stood there.
    ///
    /// ```
    /// use chess_arbiter::{Board, Position, Square};
    /// let mut board: Board = *Position::initial().board();
    /// assert!(board.remove(Square::A1).is_some() && board.remove(Square::A1).is_none());
    /// ```
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
    }

    /// Every man with its square, a1 first.
    ///
    /// ```
    /// use chess_arbiter::{Position, Square};
    /// let (square, man) = Position::initial().board().iter().next().unwrap();
    /// assert_eq!((square, man.letter()), (Square::A1, 'R'));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        self.occupied().filter_map(|square| Some((square, self.man_at(square)?)))
    }
}
