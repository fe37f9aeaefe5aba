//! **Locked men.** Take a set of men none of whom can take back a move while the others of the set stand
//! where they stand. Then none of them ever moved: the last move of one of them would have come from a square
//! where no other stood, and that is a move it could take back. So all of them stood there from the
//! beginning. The greatest such set is found by striking out, again and again, every man that can take back a
//! move onto a square outside the set; men outside the set are thought away, and captures may leave anything
//! behind. Moves that checks forbid (`lawful`) do not count.
//!
//! A king or rook that castles counts as moved, even if it ends where it stood: so nothing ever passed over a
//! man of the set.
//!
//! Pawns on their own second rank and men with castling rights have nothing to take back. Men of the set that
//! are not of the starting position refute the position; otherwise all of them are fixed.

use crate::board::{Bitboard, Board, Color, Role, Square, Start};

use super::origins::Origins;
use super::ways::{Fills, LEVELS, Ways, relative_rank};

/// Where the men of a side can ever have stood, and so where they can have come from.
pub struct Ranges<'a> {
    ways: &'a Ways,
    origins: &'a Origins,
    /// By role; the last rank is none for pawns.
    stood: [Bitboard; 6],
    /// Where pawns can have stood with a capture to spare.
    capturers: Bitboard,
}

impl<'a> Ranges<'a> {
    fn new(fills: &mut Fills<'a>, origins: &'a Origins) -> Ranges<'a> {
        let (ways, color) = (fills.ways(), origins.color);
        let pawns = origins.pawn_range(LEVELS);
        let promoted = pawns & Bitboard::rank(7 - 7 * color as u8);
        let mut stood = [promoted; 6];
        (stood[Role::Pawn as usize], stood[Role::King as usize]) = (pawns - promoted, Bitboard::EMPTY);
        for file in 0..8 {
            stood[ways.start.roles()[file] as usize] |= origins.range(file);
        }
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            stood[role as usize] = fills.of_all(color, role, stood[role as usize]);
        }
        let capturers = match origins.captures.checked_sub(1) {
            Some(before) => origins.pawn_range(before as usize) - promoted,
            None => Bitboard::EMPTY,
        };
        Ranges { ways, origins, stood, capturers }
    }

    /// Where a pawn that comes onto this square, or is promoted there, can have been: the ways of the other
    /// side's pawns lead back.
    pub fn pawn_back(&self, square: Square) -> Bitboard {
        let color = self.origins.color;
        (self.ways.behind(color, square) & self.stood[Role::Pawn as usize])
            | (self.ways.captures_from(color, square) & self.capturers)
    }

    /// Where a piece can have been before a move onto this square past a set of men that stand.
    pub fn moves_back(&self, role: Role, square: Square, set: Bitboard) -> Bitboard {
        if role == Role::Knight {
            return self.piece_back(role, square);
        }
        self.ways.slides(self.origins.color, role, square, set) & self.stood[role as usize]
    }

    /// Where a piece can have been before a step, one square of a longer move, onto this one.
    pub fn piece_back(&self, role: Role, square: Square) -> Bitboard {
        self.ways.steps(self.origins.color, role, square.bb()) & self.stood[role as usize]
    }
}

/// The men that cannot ever have moved, `never` among them.
pub(super) fn locked(board: &Board, ways: &Ways, origins: &[Origins; 2], never: Bitboard) -> Bitboard {
    Men::new(board, ways, origins, never).greatest(true)
}

/// The men of a past, and what is known of where they stood.
pub struct Men<'a> {
    pub(super) board: &'a Board,
    /// Of White and Black.
    pub ranges: [Ranges<'a>; 2],
    /// Those that never moved.
    never: Bitboard,
}

impl<'a> Men<'a> {
    /// The men of a board, of whom these `never` moved.
    pub fn new(board: &'a Board, ways: &'a Ways, origins: &'a [Origins; 2], never: Bitboard) -> Men<'a> {
        let mut fills = Fills::new(ways);
        let ranges = Color::BOTH.map(|color| Ranges::new(&mut fills, &origins[color as usize]));
        Men { board, ranges, never }
    }

    /// The greatest set of men none of which can take back a move while the others stand.
    fn greatest(&self, lawful: bool) -> Bitboard {
        let mut set = self.board.occupied();
        loop {
            let before = set;
            for square in set {
                if self.can_take_back(square, set, lawful) {
                    set ^= square.bb();
                }
            }
            if set == before {
                return set;
            }
        }
    }

    /// Whether a man can take back a move onto a square outside a set of men that stand; with `lawful`,
    /// checks count.
    pub(super) fn can_take_back(&self, square: Square, set: Bitboard, lawful: bool) -> bool {
        if self.never.has(square) {
            return false;
        }
        let board = self.board;
        let color = if board.color(Color::White).has(square) { Color::White } else { Color::Black };
        let (role, ranges) = (board.role_on(square), &self.ranges[color as usize]);
        let rank = relative_rank(color, square);
        let can = |role, from: Bitboard| {
            (from - set).any(|from| !lawful || self.forbidding(color, role, from, square, set).is_empty())
        };
        match role {
            Role::Pawn => rank > 1 && can(role, ranges.pawn_back(square)),
            Role::King => {
                can(role, ranges.piece_back(role, square))
                    || castled(ranges.ways.start, board, color, square, set)
            }
            _ => {
                can(role, ranges.moves_back(role, square, set))
                    || (role == Role::Rook && castled(ranges.ways.start, board, color, square, set))
                    || (rank == 7
                        && can(Role::Pawn, ranges.pawn_back(square))
                        && ranges.origins.can_have_promoted(square))
            }
        }
    }
}

/// Whether the king or rook on this square can have come there by castling, or castled there on the spot.
fn castled(start: Start, board: &Board, color: Color, square: Square, set: Bitboard) -> bool {
    start.castlings(color).into_iter().any(|castling| {
        let (king, rook) = (castling.king_to, castling.rook_to);
        let free = |at, role| !set.has(at) || board.men(color, role).has(at);
        let others = castling.way() - king.bb() - rook.bb();
        (square == king || square == rook)
            && free(king, Role::King)
            && free(rook, Role::Rook)
            && (others & set).is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Man, Setup};
    use crate::format::fen;
    use crate::moves::legal_moves;
    use crate::position::{Policy, Position};
    use crate::rules::Standard;

    /// xorshift64 (Marsaglia 2003)
    fn below(seed: &mut u64, n: u64) -> u64 {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed % n
    }

    /// Men crowded in a few ranks and files, which are returned too.
    fn crowd(seed: &mut u64) -> Option<(Position<Standard>, Bitboard)> {
        let mut setup = Setup::EMPTY;
        setup.turn = Color::BOTH[below(seed, 2) as usize];
        let (files, ranks) = (2 + below(seed, 3), 2 + below(seed, 3));
        let (left, bottom) = (below(seed, 9 - files), below(seed, 9 - ranks));
        let most = files * ranks * (50 + below(seed, 250)) / 100;
        for i in 0..most {
            let square = Square::at((left + below(seed, files)) as u8, (bottom + below(seed, ranks)) as u8);
            let role = match (i, below(seed, 8)) {
                (0 | 1, _) => Role::King,
                (_, 0..4) => Role::Pawn,
                (_, r) => [Role::Knight, Role::Bishop, Role::Rook, Role::Queen][r as usize - 4],
            };
            let color = Color::BOTH[if i < 2 { i } else { below(seed, 2) } as usize];
            let end_rank = role == Role::Pawn && (square.rank() == 0 || square.rank() == 7);
            if !end_rank && setup.board.man_at(square).is_none() {
                setup.board.put(square, Man { color, role });
            }
        }
        let within = |square: &Square| {
            let (file, rank) = (u64::from(square.file()), u64::from(square.rank()));
            (left..left + files).contains(&file) && (bottom..bottom + ranks).contains(&rank)
        };
        let room = Bitboard::FULL.filter(within).collect();
        Some((Position::new(&setup, Policy::Movable).ok()?, room))
    }

    #[test]
    fn nothing_that_moved_in_a_crowd_is_locked() {
        let games = std::env::var("ARBITER_CROWDS").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000);
        let (mut seed, mut seen, mut by_checks) = (0x9E37_79B9_7F4A_7C15, 0, 0);
        for _ in 0..games {
            // Nobody ever leaves the room, or promotes: origins are left out of account.
            let Some((mut position, room)) = crowd(&mut seed) else { continue };
            // When the man on each square last moved.
            let mut moved = [0; 64];
            for ply in 1..=8 {
                let mut moves = legal_moves(&position);
                moves.retain(|mv| room.has(mv.to()) && mv.promotion().is_none());
                if moves.is_empty() {
                    break;
                }
                let mv = moves[below(&mut seed, moves.len() as u64) as usize];
                position = position.play(mv);
                moved[mv.from().index()] = 0;
                moved[mv.to().index()] = ply;
                let board = position.board();
                moved.iter_mut().enumerate().for_each(|(at, last)| {
                    if board.man_at(Square::wrap(at as u8)).is_none() {
                        *last = 0;
                    }
                });
                let mut ways = Ways::new(Start::USUAL, [15; 2]);
                ways.fix(board, Bitboard::FULL - room);
                let mut fills = Fills::new(&ways);
                let origins = Color::BOTH.map(|color| Origins::new(board, &mut fills, color));
                let mut men = Men::new(board, &ways, &origins, Bitboard::EMPTY);
                for ranges in &mut men.ranges {
                    (ranges.stood, ranges.capturers) = ([Bitboard::FULL; 6], Bitboard::FULL);
                }
                let set = men.greatest(true);
                let last = set.map(|square| moved[square.index()]).max().unwrap_or_default();
                // Before the first move of all nothing is known of checks.
                assert!(last < 2, "{set:?}: {}", fen::write::<Standard>(&position.to_setup()));
                seen += 1;
                by_checks += usize::from(set != men.greatest(false));
            }
        }
        assert!(by_checks > seen / 1000, "{by_checks} of {seen}");
    }
}
