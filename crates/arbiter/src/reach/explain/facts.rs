//! The rounds of deductions about who can have moved (`docs/certificate.md`: facts, assignments, rounds), played
//! again such that their reasons can be told: [`Mobility`](crate::reach::statics::Mobility) only says how they
//! end. A test compares the two.

use crate::attacks;
use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::moves::Past;

/// The most captures that matter, and one more for none.
const LEVELS: usize = 7;

/// More than any sum of captures: no way.
pub(super) const NEVER: u32 = 1_000;

/// The role that begins on each file of the first row.
pub(super) const FIRST_ROW: [Role; 8] =
    [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];

/// The square in a side's `row`th row, its first being 0.
pub(super) const fn relative(color: Color, file: u8, row: u8) -> Square {
    Square::at(file, if color as u8 == 0 { row } else { 7 - row })
}

/// The row in which a side sees a square, its first being 0.
pub(super) const fn row_of(color: Color, square: Square) -> u8 {
    if color as u8 == 0 { square.rank() } else { 7 - square.rank() }
}

/// Where an origin begins: pieces by file, then pawns.
pub(super) const fn home(color: Color, origin: usize) -> Square {
    relative(color, (origin & 7) as u8, (origin >> 3) as u8)
}

/// Whether the man on a square is one of the initial array, on its square.
pub(super) fn is_initial(board: &Board, square: Square) -> bool {
    board.man_at(square).is_some_and(|man| match row_of(man.color, square) {
        0 => FIRST_ROW[usize::from(square.file())] == man.role,
        1 => man.role == Role::Pawn,
        _ => false,
    })
}

/// The differences of index in which a piece steps.
const fn directions(role: Role) -> &'static [(i8, i8)] {
    match role {
        Role::Rook => &[(0, 1), (1, 0), (0, -1), (-1, 0)],
        Role::Bishop => &[(1, 1), (1, -1), (-1, -1), (-1, 1)],
        Role::Queen | Role::King => &[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)],
        Role::Knight => &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
        Role::Pawn => &[],
    }
}

/// The square so many files and ranks on.
pub(super) fn on(square: Square, (file, rank): (i8, i8)) -> Option<Square> {
    let (file, rank) = (square.file() as i8 + file, square.rank() as i8 + rank);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| Square::at(file as u8, rank as u8))
}

/// What holds through the whole of any game that reaches a past.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Facts {
    /// Squares of men that never moved.
    pub(super) fixed: Bitboard,
    /// Pawns that made one move, from the first square to the second.
    pub(super) cuts: Vec<(Color, Square, Square)>,
    /// Squares where a king never stepped, by side.
    pub(super) guarded: [Bitboard; 2],
    /// The most captures that the pawns of a side made.
    pub(super) captures: [u32; 2],
}

impl Facts {
    fn fix(&mut self, board: &Board, fixed: Bitboard) {
        self.fixed = fixed;
        self.guarded = Color::BOTH.map(|color| {
            (fixed & board.color(!color)).fold(Bitboard::EMPTY, |all, square| all | guards(board, square))
        });
    }

    /// Whether the step is between the squares of a pawn's only move, of a side or (`None`) of either.
    pub(super) fn is_cut(&self, by: Option<Color>, a: Square, b: Square) -> bool {
        let this = |&(color, from, to): &(Color, Square, Square)| {
            by.is_none_or(|by| by == color) && ((from, to) == (a, b) || (from, to) == (b, a))
        };
        self.cuts.iter().any(this)
    }

    /// Where a piece steps from a square.
    pub(super) fn steps(&self, color: Color, role: Role, from: Square) -> Bitboard {
        let mut to: Bitboard = directions(role).iter().filter_map(|&by| on(from, by)).collect();
        if role != Role::Knight && !self.cuts.is_empty() {
            to = to.filter(|&to| !self.is_cut(None, from, to)).collect();
        }
        let closed = if role == Role::King { self.guarded[color as usize] } else { Bitboard::EMPTY };
        to - self.fixed - closed
    }

    /// Wherever a piece can have come from some squares.
    pub(super) fn fill(&self, color: Color, role: Role, from: Bitboard) -> Bitboard {
        let (mut all, mut new) = (from, from);
        while let Some(square) = new.next() {
            let more = self.steps(color, role, square) - all;
            (all, new) = (all | more, new | more);
        }
        all
    }

    /// Fixed men that keep a piece of this side and role within a range.
    pub(super) fn walls(&self, color: Color, role: Role, range: Bitboard, board: &Board) -> Bitboard {
        let mut walls = Bitboard::EMPTY;
        for square in range {
            let around: Bitboard = directions(role).iter().filter_map(|&by| on(square, by)).collect();
            walls |= around & self.fixed;
            if role == Role::King {
                let shut = (around & self.guarded[color as usize]) - range;
                walls |= (self.fixed & board.color(!color))
                    .filter(|&man| (guards(board, man) & shut).has_any())
                    .collect();
            }
        }
        walls - range
    }

    /// The squares straight ahead and those of captures, for a pawn.
    fn pawn_steps(&self, color: Color, from: Square) -> (Bitboard, Bitboard) {
        let ahead = if color == Color::White { 1 } else { -1 };
        let open = |to: &Square| !self.fixed.has(*to) && !self.is_cut(Some(!color), from, *to);
        let straight = on(from, (0, ahead)).filter(&open).into_iter().collect();
        (straight, [-1, 1].into_iter().filter_map(|file| on(from, (file, ahead))).filter(open).collect())
    }

    /// Where a pawn can have stood (on its last row: promoted), by captures.
    fn levels(&self, color: Color, file: u8) -> [Bitboard; LEVELS] {
        let home = relative(color, file, 1).bb();
        let mut levels = [home; LEVELS];
        if (home & self.fixed).has_any() {
            return levels;
        }
        let mut set = home;
        for (captures, level) in levels.iter_mut().enumerate() {
            if captures > 0 && captures <= self.captures[color as usize] as usize {
                set |= self.pawn_captures(color, set);
            }
            for _ in 0..6 {
                set |= set.fold(Bitboard::EMPTY, |all, square| all | self.pawn_steps(color, square).0);
            }
            *level = set;
        }
        levels
    }

    /// Where pawns capture from any of some squares.
    pub(super) fn pawn_captures(&self, color: Color, from: Bitboard) -> Bitboard {
        from.fold(Bitboard::EMPTY, |all, square| all | self.pawn_steps(color, square).1)
    }

    /// From where pawns come to a square: straight, and by captures.
    pub(super) fn pawn_back(&self, color: Color, to: Square) -> (Bitboard, Bitboard) {
        let back = if color == Color::White { -1 } else { 1 };
        let open = |from: &Square| !self.fixed.has(*from) && !self.is_cut(Some(!color), *from, to);
        let straight = on(to, (0, back)).filter(&open).filter(|_| !self.fixed.has(to)).into_iter().collect();
        let beside = [-1, 1].into_iter().filter_map(|file| on(to, (file, back)));
        (straight, beside.filter(open).filter(|_| !self.fixed.has(to)).collect())
    }
}

/// The squares that a man which never moved keeps the enemy king from.
pub(super) fn guards(board: &Board, square: Square) -> Bitboard {
    match board.man_at(square) {
        Some(man) if man.role == Role::Pawn => attacks::pawn(man.color, square),
        Some(man) => directions(man.role).iter().filter_map(|&by| on(square, by)).collect(),
        None => Bitboard::EMPTY,
    }
}

/// The men of a side that may have moved, and which origins they can have.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub(super) color: Color,
    pub(super) men: Vec<(Square, Role)>,
    /// For each man the captures it takes from each origin.
    pub(super) costs: Vec<[u32; 16]>,
    levels: [[Bitboard; LEVELS]; 8],
    /// Where each piece of the first row can have stood.
    pub(super) ranges: [Bitboard; 8],
    captures: u32,
}

/// The fewest captures that lead to any of some squares.
fn captures_to(levels: &[Bitboard; LEVELS], squares: Bitboard) -> u32 {
    levels.iter().position(|&level| (level & squares).has_any()).map_or(NEVER, |level| level as u32)
}

impl Side {
    fn new(board: &Board, facts: &Facts, color: Color) -> Side {
        let last_row = Bitboard::rank(7 - 7 * color as u8);
        let pawns = board.men(color, Role::Pawn);
        let mut past = if pawns.len() == 8 { pawns } else { Bitboard::FULL };
        for _ in 0..6 {
            for square in past {
                let (straight, beside) = facts.pawn_back(color, square);
                past |= straight | beside;
            }
        }
        let levels: [_; 8] =
            std::array::from_fn(|file| facts.levels(color, file as u8).map(|level| level & past));
        let ranges: [_; 8] = std::array::from_fn(|file| {
            let home = home(color, file).bb();
            if (home & facts.fixed).has_any() { home } else { facts.fill(color, FIRST_ROW[file], home) }
        });
        let men: Vec<_> =
            (board.color(color) - facts.fixed).filter_map(|s| Some((s, board.role_at(s)?))).collect();
        let cost = |&(square, role): &(Square, Role)| {
            let from = match role {
                Role::King => Bitboard::EMPTY,
                Role::Pawn => square.bb(),
                _ => facts.fill(color, role, square.bb()) & last_row,
            };
            std::array::from_fn(|origin| {
                if facts.fixed.has(home(color, origin)) {
                    NEVER
                } else if origin >= 8 {
                    captures_to(&levels[origin - 8], from)
                } else if FIRST_ROW[origin] == role && ranges[origin].has(square) {
                    0
                } else {
                    NEVER
                }
            })
        };
        let costs = men.iter().map(cost).collect();
        Side { color, men, costs, levels, ranges, captures: facts.captures[color as usize] }
    }

    /// All squares where a pawn can have stood, with no more than so many captures.
    pub(super) fn pawn_range(&self, captures: u32) -> Bitboard {
        let level = (captures as usize).min(LEVELS - 1);
        self.levels.iter().fold(Bitboard::EMPTY, |all, levels| all | levels[level])
    }

    fn can_come(&self, square: Square, file: usize) -> bool {
        let captures = captures_to(&self.levels[file], square.bb());
        if captures > self.captures {
            return false;
        }
        let mut costs = self.costs.clone();
        for (costs, man) in costs.iter_mut().zip(&self.men) {
            let this = man.0 == square;
            for (origin, cost) in costs.iter_mut().enumerate() {
                if this != (origin == 8 + file) {
                    *cost = NEVER;
                } else if this {
                    *cost = captures;
                }
            }
        }
        assign(&costs).0 <= self.captures
    }

    fn single_steps(&self) -> Vec<(Square, Square)> {
        let third =
            |&&(square, role): &&(Square, Role)| role == Role::Pawn && row_of(self.color, square) == 2;
        let single = |&(square, _): &(Square, Role)| {
            let mut files = (0..8).filter(|&file| self.can_come(square, file));
            let file = files.next()?;
            files.next().is_none().then(|| (home(self.color, 8 + file), square))
        };
        self.men.iter().filter(third).filter_map(single).collect()
    }

    /// The origins that never stood on any of `squares`, and how many of them are not among the men on the board.
    pub(super) fn pockets(&self, squares: Bitboard, fixed: Bitboard) -> (Vec<usize>, u32) {
        let pockets: Vec<usize> = (0..8)
            .filter(|&file| FIRST_ROW[file] != Role::King && !fixed.has(home(self.color, file)))
            .filter(|&file| (self.ranges[file] & squares).is_empty())
            .collect();
        let mut costs = self.costs.clone();
        for costs in &mut costs {
            for (origin, cost) in costs.iter_mut().enumerate().filter(|(_, cost)| **cost < NEVER) {
                *cost = u32::from(!pockets.contains(&origin));
            }
        }
        let others = assign(&costs).0;
        let lost = if others >= NEVER { 0 } else { pockets.len() as u32 + others - self.men.len() as u32 };
        (pockets, lost)
    }

    /// Whether the man on a square can have no other origin than the first-row ones in `files`.
    pub(super) fn only_from(&self, square: Square, files: &[usize]) -> bool {
        self.men.iter().zip(&self.costs).any(|(man, costs)| {
            man.0 == square && (0..16).all(|origin| costs[origin] > self.captures || files.contains(&origin))
        })
    }
}

/// How the rounds end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// This side's men cannot all have come from the array.
    Origins(Color),
    /// These men are locked, not all of them where they began.
    Locked(Bitboard),
    /// Nothing more follows.
    Open,
}

/// The last round.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    /// Men known from the start never to have moved.
    pub(super) never: Bitboard,
    /// The men each side has lost, as captures of the other.
    pub(super) missing: [u32; 2],
    pub(super) facts: Facts,
    pub(super) sides: [Side; 2],
    pub(super) end: End,
}

/// Plays the rounds for a past that no instant lemma refutes.
pub(super) fn rounds(past: &Past) -> Rounds {
    let board = &past.board;
    let mut never = past.castling;
    for color in Color::BOTH {
        let row = Bitboard::rank(7 * color as u8);
        if (past.castling & row).has_any() {
            never |= home(color, 4).bb();
        }
        never |= board.men(color, Role::Pawn) & Bitboard::rank(1 + 5 * color as u8);
    }
    never &= board.occupied();
    let missing = Color::BOTH.map(|color| 16u32.saturating_sub(board.color(!color).len()));
    let mut facts =
        Facts { fixed: Bitboard::EMPTY, cuts: Vec::new(), guarded: [Bitboard::EMPTY; 2], captures: missing };
    facts.fix(board, never);
    loop {
        let sides = Color::BOTH.map(|color| Side::new(board, &facts, color));
        if let Some(side) = sides.iter().find(|side| assign(&side.costs).0 > side.captures) {
            let end = End::Origins(side.color);
            return Rounds { never, missing, facts, sides, end };
        }
        let locked = locked(board, &facts, &sides, never);
        if locked.into_iter().any(|square| !is_initial(board, square)) {
            return Rounds { never, missing, facts, sides, end: End::Locked(locked) };
        }
        let mut next = facts.clone();
        for color in Color::BOTH {
            let side = color as usize;
            for (from, to) in sides[side].single_steps() {
                if !next.cuts.contains(&(color, from, to)) {
                    next.cuts.push((color, from, to));
                }
            }
            let (_, lost) = sides[1 - side].pockets(pawn_victims(&facts, &sides[side]), facts.fixed);
            next.captures[side] = missing[side] - lost.min(missing[side]);
        }
        next.fix(board, locked);
        if next == facts {
            return Rounds { never, missing, facts, sides, end: End::Open };
        }
        facts = next;
    }
}

/// Where pawns of a side can have captured.
pub(super) fn pawn_victims(facts: &Facts, side: &Side) -> Bitboard {
    match side.captures.checked_sub(1) {
        Some(before) => facts.pawn_captures(side.color, side.pawn_range(before)),
        None => Bitboard::EMPTY,
    }
}

fn locked(board: &Board, facts: &Facts, sides: &[Side; 2], never: Bitboard) -> Bitboard {
    let stood = Color::BOTH.map(|color| Role::ALL.map(|role| stood(facts, &sides[color as usize], role)));
    let mut set = board.occupied();
    loop {
        let before = set;
        for square in set - never {
            let Some(man) = board.man_at(square) else { continue };
            let side = &sides[man.color as usize];
            let stood = &stood[man.color as usize];
            let free = |ways: Bitboard| (ways - set).has_any();
            let promoted = || {
                row_of(man.color, square) == 7
                    && !matches!(man.role, Role::King | Role::Pawn)
                    && free(pawn_ways(facts, side, square))
                    && (0..8).any(|file| side.can_come(square, file))
            };
            let can = match man.role {
                Role::Pawn => row_of(man.color, square) > 1 && free(pawn_ways(facts, side, square)),
                role => {
                    free(facts.steps(man.color, role, square) & stood[role as usize])
                        || castled(board, man.color, square, set)
                        || promoted()
                }
            };
            if can {
                set ^= square.bb();
            }
        }
        if set == before {
            return set;
        }
    }
}

/// Where a piece of this kind can ever have stood.
pub(super) fn stood(facts: &Facts, side: &Side, role: Role) -> Bitboard {
    let mut squares = side.pawn_range(6) & Bitboard::rank(7 - 7 * side.color as u8);
    if role == Role::King {
        squares = Bitboard::EMPTY;
    }
    for (range, _) in side.ranges.iter().zip(FIRST_ROW).filter(|(_, kind)| *kind == role) {
        squares |= *range;
    }
    if role == Role::King { squares } else { facts.fill(side.color, role, squares) }
}

/// From where a pawn can have come to a square.
pub(super) fn pawn_ways(facts: &Facts, side: &Side, square: Square) -> Bitboard {
    let (straight, beside) = facts.pawn_back(side.color, square);
    let capturers = side.captures.checked_sub(1).map_or(Bitboard::EMPTY, |before| side.pawn_range(before));
    (straight & side.pawn_range(6)) | (beside & capturers)
}

fn castled(board: &Board, color: Color, square: Square, set: Bitboard) -> bool {
    [(6, 5, [4, 7, 7]), (2, 3, [4, 0, 1])].into_iter().any(|(king, rook, empty)| {
        let at = |file| relative(color, file, 0);
        let free = |file, role| !set.has(at(file)) || board.men(color, role).has(at(file));
        let this = |file, role| square == at(file) && board.men(color, role).has(square);
        (this(king, Role::King) || this(rook, Role::Rook))
            && free(king, Role::King)
            && free(rook, Role::Rook)
            && empty.into_iter().all(|file| !set.has(at(file)))
    })
}

/// The least sum of costs with a different origin for each man ([`NEVER`] or more if there is none), and the
/// origins. (The Hungarian method.)
pub(super) fn assign(costs: &[[u32; 16]]) -> (u32, Vec<usize>) {
    if costs.len() > 16 {
        return (NEVER, Vec::new());
    }
    // Rows and columns count from 1; column 0 holds the row that is being placed.
    let mut row_of = [0usize; 17];
    let (mut u, mut v) = ([0i32; 17], [0i32; 17]);
    for row in 1..=costs.len() {
        row_of[0] = row;
        let (mut column, mut least, mut before, mut done) = (0, [i32::MAX; 17], [0usize; 17], [false; 17]);
        while row_of[column] != 0 {
            done[column] = true;
            let (here, mut delta, mut next) = (row_of[column], i32::MAX, 0);
            for j in (1..17).filter(|&j| !done[j]) {
                let reduced = costs[here - 1][j - 1] as i32 - u[here] - v[j];
                if reduced < least[j] {
                    (least[j], before[j]) = (reduced, column);
                }
                if least[j] < delta {
                    (delta, next) = (least[j], j);
                }
            }
            for j in 0..17 {
                if done[j] {
                    u[row_of[j]] += delta;
                    v[j] -= delta;
                } else if least[j] < i32::MAX {
                    least[j] -= delta;
                }
            }
            column = next;
        }
        while column != 0 {
            row_of[column] = row_of[before[column]];
            column = before[column];
        }
    }
    let mut origins = vec![0; costs.len()];
    for j in (1..17).filter(|&j| row_of[j] != 0) {
        origins[row_of[j] - 1] = j - 1;
    }
    (origins.iter().zip(costs).map(|(&origin, costs)| costs[origin]).sum(), origins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::fen;
    use crate::reach::statics::{Lemma, Mobility, instant};
    use crate::rules::Standard;

    /// The rounds end as those of the deductions that certificates rest on.
    #[test]
    fn rounds_agree_with_mobility() {
        let rows = ["composed_a", "composed_b", "tromp923", "tromp10k", "randomplay"].map(|file| {
            let path = format!("{}/../../../shared/cases/legality/{file}.tsv", env!("CARGO_MANIFEST_DIR"));
            std::fs::read_to_string(path).unwrap_or_default()
        });
        let own = "4k1B1/5ppB/6p1/8/8/8/8/4K3 b - - 0 1\n3k1b1K/4ppp1/7p/8/8/8/8/8 w - - 0 1\n\
                   rnbqkbnr/pppppp1p/8/3b4/8/6P1/PPPPPP2/RNBQK1NR w K - 0 1";
        for line in own.lines().chain(rows.iter().flat_map(|text| text.lines())) {
            let Some(Ok(setup)) = line.split('\t').next().map(fen::parse::<Standard>) else { continue };
            let past = Past::from(&setup);
            if instant(&past).is_some() {
                continue;
            }
            let rounds = rounds(&past);
            let end = match rounds.end {
                End::Origins(_) => Err(Lemma::Origins),
                End::Locked(_) => Err(Lemma::Locked),
                End::Open => Ok(rounds.facts.fixed),
            };
            assert_eq!(end, Mobility::of(&past).map(|mobility| mobility.forced().fixed), "{line}");
        }
    }
}
