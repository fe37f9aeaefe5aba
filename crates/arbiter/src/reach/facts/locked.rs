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

use crate::attacks;
use crate::board::{Bitboard, Board, Color, Role, Square, Start};

use super::origins::Origins;
use super::ways::{LEVELS, Ways, neighbours, relative, relative_rank};

/// Where the men of a side can ever have stood, and so where they can have come from.
pub struct Ranges<'a> {
    ways: &'a Ways,
    color: Color,
    /// `None`: nothing is known of it.
    origins: Option<&'a Origins>,
    /// By role; the last rank is none for pawns.
    stood: [Bitboard; 6],
    /// Where pawns can have stood with a capture to spare.
    capturers: Bitboard,
}

impl<'a> Ranges<'a> {
    fn new(ways: &'a Ways, origins: &'a Origins) -> Ranges<'a> {
        let mut ranges = Ranges::of_men_with_origins(ways, origins);
        let promoted = origins.pawn_range(LEVELS) & Bitboard::rank(7 - 7 * origins.color as u8);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let from = promoted | origins.ranges_of(role, ways.start);
            ranges.stood[role as usize] = ways.fill(origins.color, role, from);
        }
        ranges
    }

    /// The same where each man is known to have an origin. Then every piece stands where one of its kind can
    /// have stood, and so do all that it steps to: where it comes from need not be asked.
    fn of_men_with_origins(ways: &'a Ways, origins: &'a Origins) -> Ranges<'a> {
        let color = origins.color;
        let pawns = origins.pawn_range(LEVELS) - Bitboard::rank(7 - 7 * color as u8);
        let mut stood = [Bitboard::FULL; 6];
        stood[Role::Pawn as usize] = pawns;
        stood[Role::King as usize] = origins.ranges_of(Role::King, ways.start);
        let capturers = match origins.captures.checked_sub(1) {
            Some(before) => origins.pawn_range(before as usize) & pawns,
            None => Bitboard::EMPTY,
        };
        Ranges { ways, color, origins: Some(origins), stood, capturers }
    }

    /// The same where nothing is known but the ways.
    fn anywhere(ways: &'a Ways, color: Color) -> Ranges<'a> {
        let capturers = if ways.captures[color as usize] == 0 { Bitboard::EMPTY } else { Bitboard::FULL };
        Ranges { ways, color, origins: None, stood: [Bitboard::FULL; 6], capturers }
    }

    /// Where a pawn that comes onto this square, or is promoted there, can have been: the ways of the other
    /// side's pawns lead back.
    pub fn pawn_back(&self, square: Square) -> Bitboard {
        let color = self.color;
        (self.ways.behind(color, square) & self.stood[Role::Pawn as usize])
            | (self.ways.captures_from(color, square) & self.capturers)
    }

    /// Where a piece can have been before a move onto this square past a set of men that stand.
    pub fn moves_back(&self, role: Role, square: Square, set: Bitboard) -> Bitboard {
        if role == Role::Knight {
            return self.piece_back(role, square);
        }
        self.ways.slides(self.color, role, square, set) & self.stood[role as usize]
    }

    /// Where a piece can have been before a step, one square of a longer move, onto this one.
    pub fn piece_back(&self, role: Role, square: Square) -> Bitboard {
        self.ways.steps(self.color, role, square.bb()) & self.stood[role as usize]
    }
}

/// The men that cannot ever have moved, `never` among them, where each man of either side has an origin.
pub(super) fn locked(board: &Board, ways: &Ways, origins: &[Origins; 2], never: Bitboard) -> Bitboard {
    let ranges = [&origins[0], &origins[1]].map(|origins| Ranges::of_men_with_origins(ways, origins));
    Men { board, ranges, never }.greatest(true)
}

/// Men that cannot ever have moved, as far as the ways tell by themselves.
pub(super) fn locked_anyway(board: &Board, ways: &Ways, never: Bitboard) -> Bitboard {
    let ranges = Color::BOTH.map(|color| Ranges::anywhere(ways, color));
    Men { board, ranges, never }.greatest(true)
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
        let ranges = [&origins[0], &origins[1]].map(|origins| Ranges::new(ways, origins));
        Men { board, ranges, never }
    }

    /// The greatest set of men none of which can take back a move while the others stand.
    fn greatest(&self, lawful: bool) -> Bitboard {
        // Those that the ways have as fixed were locked when less was known, so they are now.
        let stay = self.never | self.ranges[0].ways.fixed;
        let mut set = self.board.occupied();
        loop {
            set = self.without_plain_movers(set, stay);
            let before = set;
            // Kings first: where they are not in the set, checks forbid nothing.
            let kings = (set & self.board.role(Role::King)) - stay;
            for square in kings.chain(set - stay - kings) {
                if self.can_take_back(square, set, lawful) {
                    set ^= square.bb();
                }
            }
            if set == before {
                return set;
            }
        }
    }

    /// A set of men without some that can lawfully take back a move, and without those that then can: all of
    /// a kind at once. Found are those that step back, but kings, where that is plain.
    fn without_plain_movers(&self, mut set: Bitboard, stay: Bitboard) -> Bitboard {
        let (mut color, mut in_vain) = (Color::White, 0);
        while in_vain < 2 {
            let movers = self.plain_movers(color, set) - stay;
            in_vain = if movers.is_empty() { in_vain + 1 } else { 0 };
            set = set - movers;
            color = !color;
        }
        set
    }

    /// The men of a side, no kings, that can lawfully take back a step onto a square outside the set: none
    /// where their king is in check from a man next to it, and not onto squares where they would shut a line
    /// to it, or attack the enemy king.
    fn plain_movers(&self, color: Color, set: Bitboard) -> Bitboard {
        let (board, ranges) = (self.board, &self.ranges[color as usize]);
        let (ways, enemies) = (ranges.ways, board.color(!color) & set);
        let mut open = !(set | ways.fixed);
        for king in board.men(color, Role::King) & set {
            if (self.attackers_near(!color, king) & enemies).has_any() {
                return Bitboard::EMPTY;
            }
            for slider in attacks::snipers(board, king, !color) & enemies {
                let line = attacks::between(slider, king);
                open = open - if line.more_than_one() { Bitboard::EMPTY } else { line };
            }
        }
        let king = board.men(!color, Role::King) & set;
        let men = |role| board.men(color, role) & set;
        let mut movers = Bitboard::EMPTY;
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let men = men(role);
            if men.has_any() {
                let from = (open - neighbours(role, king)) & ranges.stood[role as usize];
                movers |= men & ways.steps(color, role, from);
            }
        }
        let pawns = men(Role::Pawn) - Bitboard::rank(relative(color, 0, 1).rank());
        if pawns.has_any() {
            let open = open - king.fold(Bitboard::EMPTY, |all, king| all | attacks::pawn(!color, king));
            let from = [open & ranges.stood[Role::Pawn as usize], open & ranges.capturers];
            movers |= pawns & (ways.ahead(color, from[0]) | ways.captures(color, from[1]));
        }
        movers
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
                        && ranges.origins.is_none_or(|origins| origins.can_have_promoted(square)))
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
    use crate::reach::facts::ways::Fills;
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
