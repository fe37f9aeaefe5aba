//! **Origins.** Which of its sixteen men of the starting position each man of a side on the board can have
//! been, and how many captures by pawns that takes. (Why there is an assignment: lemma `origins`.) The
//! cheapest assignment is found by the Hungarian method.

use crate::board::{Bitboard, Board, Color, Role, Square, Start};

use super::late::LateWalls;
use super::ways::{Fills, LEVELS, Ways, relative};

/// More than any sum of captures: no way.
pub const NEVER: u32 = 1_000;

/// The men of a side that are not fixed, and what each costs from each origin.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Origins {
    /// The side.
    pub color: Color,
    /// Squares and kinds of the men.
    pub men: Vec<(Square, Role)>,
    /// For each man: captures from the pieces of the first rank by file, then from the pawns.
    pub costs: Vec<[u32; 16]>,
    /// Where each pawn can have stood, by captures.
    levels: [[Bitboard; LEVELS]; 8],
    /// Where each man of the first rank can have stood.
    ranges: [Bitboard; 8],
    /// The most captures that the pawns of the side can have made.
    pub captures: u32,
    /// One assignment that takes the fewest captures, if there is one that is allowed: it answers many
    /// questions by itself.
    cheapest: Option<Assignment>,
    /// The squares of the men, and of those that can be pieces of the first rank.
    moved: Bitboard,
    original: Bitboard,
    /// The origins, a bit each, of men that may have been captured: no kings and no fixed men.
    losable: u16,
    /// The origins that each man can have at any cost, a bit each.
    able: [u16; 16],
    /// For each piece of the first rank the men that it can be, a bit each.
    originals: [u16; 8],
    /// Where pawns of the enemy stood when those of the side promoted.
    late: LateWalls,
}

/// Origins for all men of a side.
#[derive(Clone, Debug)]
struct Assignment {
    captures: u32,
    /// By man.
    columns: [u8; 16],
    /// The others.
    unused: u16,
}

/// What a man that was a pawn costs.
struct AsPawns {
    /// The squares that it came to as one.
    from: Bitboard,
    /// By file.
    costs: [u32; 8],
    /// The files from which it can have come, and those from which at no cost, a bit each.
    able: u16,
    at_no_cost: u16,
}

impl AsPawns {
    /// Of the pawns of these files.
    fn from(from: Bitboard, levels: &[[Bitboard; LEVELS]; 8], pawns: u8) -> AsPawns {
        let mut this = AsPawns { from, costs: [NEVER; 8], able: 0, at_no_cost: 0 };
        for file in bits(pawns).filter(|&file| (levels[file][LEVELS - 1] & from).has_any()) {
            let cost = captures_to(&levels[file], from);
            this.costs[file] = cost;
            this.able |= 1 << file;
            this.at_no_cost |= u16::from(cost == 0) << file;
        }
        this
    }
}

/// The fewest captures with which a pawn comes onto any of the squares.
fn captures_to(levels: &[Bitboard; LEVELS], squares: Bitboard) -> u32 {
    let fewest = levels.iter().position(|&level| (level & squares).has_any());
    fewest.map_or(NEVER, |captures| captures as u32)
}

impl Origins {
    pub(super) fn new(board: &Board, fills: &mut Fills<'_>, color: Color) -> Origins {
        let ways = fills.ways();
        let standing = board.men(color, Role::Pawn);
        // With eight pawns on the board none ever stood where it cannot have come to one of their squares
        // from.
        let past = if standing.len() == 8 { ways.pawn_past(color, standing) } else { Bitboard::FULL };
        let levels = ways.pawn_levels(color).map(|levels| levels.map(|level| level & past));
        let roles = ways.start.roles();
        let ranges: [_; 8] = std::array::from_fn(|file| {
            let home = home(color, file);
            if ways.fixed.has(home) { home.bb() } else { fills.of(color, roles[file], home) }
        });
        let stood = levels.iter().fold(Bitboard::EMPTY, |all, levels| all | levels[LEVELS - 1]);
        let late = LateWalls::new(ways, color, stood);
        // The origins of fixed men are theirs.
        let free = |file: &usize, rank| !ways.fixed.has(relative(color, *file as u8, rank));
        let (mut pieces, mut pawns) = ([0u8; 6], 0u8);
        for file in (0..8).filter(|file| free(file, 0)) {
            pieces[roles[file] as usize] |= 1 << file;
        }
        for file in (0..8).filter(|file| free(file, 1)) {
            pawns |= 1 << file;
        }
        let moved = board.color(color) - ways.fixed;
        let men: Vec<_> = moved.map(|square| (square, board.role_on(square))).collect();
        let losable = u16::from(pawns) << 8
            | (0..6)
                .filter(|&role| role != Role::King as usize)
                .fold(0, |all, role| all | u16::from(pieces[role]));
        let mut original = Bitboard::EMPTY;
        let (mut able, mut at_no_cost, mut originals) = ([0; 16], [0; 16], [0; 8]);
        let mut last = AsPawns { from: Bitboard::EMPTY, costs: [NEVER; 8], able: 0, at_no_cost: 0 };
        let mut cost = |(man, &(square, role)): (usize, &(Square, Role))| {
            let mut costs = [NEVER; 16];
            let mut as_piece = 0;
            for file in bits(pieces[role as usize]).filter(|&file| ranges[file].has(square)) {
                costs[file] = 0;
                as_piece |= 1 << file;
                if man < 16 {
                    originals[file] |= 1 << man;
                }
            }
            original |= if as_piece == 0 { Bitboard::EMPTY } else { square.bb() };
            let from = match role {
                Role::King => Bitboard::EMPTY,
                Role::Pawn => square.bb(),
                _ => late.promotions(ways, color, role, square, fills.of(color, role, square)),
            };
            // Many pieces can have been promoted on the same squares.
            if last.from != from {
                last = AsPawns::from(from, &levels, pawns);
            }
            costs[8..].copy_from_slice(&last.costs);
            if man < 16 {
                able[man] = as_piece | last.able << 8;
                at_no_cost[man] = as_piece | last.at_no_cost << 8;
            }
            costs
        };
        let costs: Vec<_> = men.iter().enumerate().map(&mut cost).collect();
        let captures = ways.captures[color as usize];
        let cheapest =
            Assignment::cheapest(&costs, &at_no_cost).filter(|cheapest| cheapest.captures <= captures);
        Origins {
            color,
            men,
            costs,
            levels,
            ranges,
            captures,
            cheapest,
            moved,
            original,
            losable,
            able,
            originals,
            late,
        }
    }

    /// Whether there is no assignment that the captures allow.
    pub(super) fn refuted(&self) -> bool {
        self.cheapest.is_none()
    }

    /// Whether the cheapest assignment, changed for at most two men, has the man on `square` from the pawn of
    /// `file` with so many captures.
    fn comes_by_exchange(&self, square: Square, file: usize, captures: u32) -> bool {
        let (Some(cheapest), wanted) = (&self.cheapest, 8 + file) else { return false };
        let Some(this) = self.men.iter().position(|man| man.0 == square) else { return false };
        let left = cheapest.columns[this] as usize;
        let mut sum = cheapest.captures - self.costs[this][left] + captures;
        let other = (0..self.men.len()).find(|&man| cheapest.columns[man] as usize == wanted);
        if let Some(other) = other.filter(|&other| other != this) {
            let columns = Bitboard(u64::from(cheapest.unused | 1 << left));
            let costs = columns.map(|column| self.costs[other][column.index()]);
            sum = sum - self.costs[other][wanted] + costs.min().unwrap_or(NEVER);
        }
        sum <= self.captures
    }

    /// Whether the others take too many captures even if each has what is cheapest for it, but for this
    /// origin.
    fn costs_too_much(&self, square: Square, file: usize, captures: u32) -> bool {
        let others = self.men.iter().zip(&self.costs).filter(|(man, _)| man.0 != square);
        let least = |costs: &[u32; 16]| {
            let others = costs.iter().enumerate().filter(|&(column, _)| column != 8 + file);
            others.map(|(_, &cost)| cost).min().unwrap_or(NEVER)
        };
        captures + others.map(|(_, costs)| least(costs)).sum::<u32>() > self.captures
    }

    /// Whether an assignment remains possible when the man on `square` comes from the pawn of `file` with
    /// so many captures.
    pub(in crate::reach) fn can_come(&self, square: Square, file: usize, captures: u32) -> bool {
        if self.comes_by_exchange(square, file, captures) {
            return true;
        }
        if self.costs_too_much(square, file, captures) {
            return false;
        }
        let mut costs = self.costs.clone();
        for (costs, man) in costs.iter_mut().zip(&self.men) {
            let this = man.0 == square;
            costs
                .iter_mut()
                .enumerate()
                .filter(|&(column, _)| this != (column == 8 + file))
                .for_each(|(_, cost)| *cost = NEVER);
            if this {
                costs[8 + file] = captures;
            }
        }
        least_cost(&costs) <= self.captures
    }

    /// Where the pawn of a file can have stood after so many captures or fewer.
    pub(in crate::reach) fn level(&self, file: usize, captures: usize) -> Bitboard {
        self.levels[file][captures.min(LEVELS - 1)]
    }

    /// Whether an assignment remains possible when no man comes from this origin.
    pub(in crate::reach) fn can_be_missing(&self, column: usize) -> bool {
        if self.cheapest.as_ref().is_some_and(|cheapest| cheapest.unused >> column & 1 == 1) {
            return true;
        }
        let mut costs = self.costs.clone();
        costs.iter_mut().for_each(|costs| costs[column] = NEVER);
        least_cost(&costs) <= self.captures
    }

    /// Whether one remains possible when some man does.
    pub(in crate::reach) fn can_be_there(&self, column: usize) -> bool {
        if self.cheapest.as_ref().is_some_and(|cheapest| cheapest.unused >> column & 1 == 0) {
            return true;
        }
        (0..self.costs.len()).any(|man| {
            let mut costs = self.costs.clone();
            let only = costs[man][column];
            costs[man] = [NEVER; 16];
            costs[man][column] = only;
            least_cost(&costs) <= self.captures
        })
    }

    /// Whether the piece on a square of the last rank can have promoted there.
    pub(super) fn can_have_promoted(&self, square: Square) -> bool {
        (0..8).any(|file| {
            let captures = captures_to(&self.levels[file], square.bb());
            captures <= self.captures && self.can_come(square, file, captures)
        })
    }

    /// For each pawn on its third rank that can only have come from one square: that square and its own. And
    /// those that cannot have come straight: they captured there.
    pub(in crate::reach) fn on_third_rank(&self) -> (Vec<(Square, Square)>, Bitboard) {
        let third = Bitboard::rank(2 + 3 * self.color as u8);
        let (mut single, mut held) = (Vec::new(), Bitboard::EMPTY);
        for &(square, _) in self.men.iter().filter(|&&(square, role)| role == Role::Pawn && third.has(square))
        {
            // Its own first: two tell enough.
            let own = usize::from(square.file());
            let files = [Some(own), own.checked_sub(1), Some(own + 1).filter(|&file| file < 8)];
            let mut files = files.map(|file| file.filter(|&file| self.levels[file][LEVELS - 1].has(square)));
            // It came from somewhere.
            if files.iter().flatten().count() > 1 {
                let mut found = 0;
                for file in &mut files {
                    let can_be = |&file: &usize| {
                        found < 2 && self.can_come(square, file, captures_to(&self.levels[file], square.bb()))
                    };
                    *file = file.filter(can_be);
                    found += u32::from(file.is_some());
                }
            }
            let mut files = files.into_iter().flatten();
            let (first, second) = (files.next(), files.next());
            if let (Some(file), None) = (first, second) {
                single.push((relative(self.color, file as u8, 1), square));
            }
            if first != Some(own) {
                held |= square.bb();
            }
        }
        (single, held)
    }

    /// All squares where a pawn of the side can have stood, and on the last rank promoted, with no more than
    /// so many captures.
    pub fn pawn_range(&self, captures: usize) -> Bitboard {
        self.levels.iter().fold(Bitboard::EMPTY, |all, levels| all | levels[captures.min(LEVELS - 1)])
    }

    /// Where pawns of the side can have captured.
    pub(crate) fn pawn_victims(&self, ways: &Ways) -> Bitboard {
        match self.captures.checked_sub(1) {
            Some(before) => {
                let from = self.pawn_range(before as usize) - ways.fixed;
                ways.captures(self.color, from) & self.pawn_range(before as usize + 1)
            }
            None => Bitboard::EMPTY,
        }
    }

    /// By origin: the men, kings and fixed ones aside, that never stood on any of `squares`, pawns not even
    /// as what they promoted to.
    pub fn pocketed(&self, squares: Bitboard, ways: &Ways) -> [bool; 16] {
        let pocketed = self.pockets(squares, &mut Fills::new(ways));
        std::array::from_fn(|column| pocketed >> column & 1 == 1)
    }

    /// The same, a bit each.
    pub(super) fn pockets(&self, squares: Bitboard, fills: &mut Fills<'_>) -> u16 {
        let mut pocketed = 0;
        for column in bits(self.losable) {
            let is = match column {
                0..8 => (self.ranges[column] & squares).is_empty(),
                _ => self.late.never_on(fills, self.color, self.levels[column - 8][LEVELS - 1], squares),
            };
            pocketed |= u16::from(is) << column;
        }
        pocketed
    }

    /// The fewest men of these origins that must have been captured, where there is an assignment.
    pub(super) fn lost(&self, pocketed: u16) -> u32 {
        // As many of them as men can have: there is an assignment with these for all the men then (Mendelsohn
        // and Dulmage 1958).
        let rows = self.men.len().min(16);
        let used = matched(self.able.map(|able| able & pocketed), rows);
        let used = used.iter().filter(|&&row| row > 0).count() as u32;
        pocketed.count_ones() - used
    }

    /// Where the pieces of a kind that began on the first rank can have stood.
    pub(super) fn ranges_of(&self, role: Role, start: Start) -> Bitboard {
        let files = (0..8).filter(|&file| start.roles()[file] == role);
        files.fold(Bitboard::EMPTY, |all, file| all | self.ranges[file])
    }

    /// Where the piece that began on a file of the first rank can have stood.
    pub fn range(&self, file: usize) -> Bitboard {
        self.ranges[file]
    }

    /// How many of the men chosen can be original pieces, at most.
    pub(in crate::reach) fn most_original(&self, chosen: impl Fn(Square, Role) -> bool) -> u32 {
        let men = self.men.iter().take(16).enumerate();
        let chosen = men.filter(|(_, man)| chosen(man.0, man.1)).fold(0, |set, (man, _)| set | 1 << man);
        self.most_original_among(chosen)
    }

    /// The squares of the men that can be original pieces.
    pub(super) fn original(&self) -> Bitboard {
        self.original
    }

    /// [`most_original`](Origins::most_original) of those on these squares.
    pub(super) fn most_original_on(&self, squares: Bitboard) -> u32 {
        let rows = (squares & self.moved).map(|square| (self.moved & Bitboard(square.bb().0 - 1)).len());
        self.most_original_among(rows.filter(|&row| row < 16).fold(0, |rows, row| rows | 1 << row))
    }

    fn most_original_among(&self, chosen: u16) -> u32 {
        // By origin, the men that can have come from it; a kind has two origins at most.
        let mut sets = self.originals.iter().map(|men| men & chosen).filter(|&set| set != 0);
        match (sets.next(), sets.next()) {
            (None, _) => 0,
            (Some(a), Some(b)) if a != b || a.count_ones() > 1 => 2,
            _ => 1,
        }
    }

    /// Whether the man on a square must be one of the originals in `files`, none other being possible.
    pub(super) fn only_from(&self, square: Square, files: &[usize]) -> bool {
        self.men.iter().zip(&self.costs).any(|(man, costs)| {
            man.0 == square && (0..16).all(|column| costs[column] > self.captures || files.contains(&column))
        })
    }
}

/// The first square of an origin: pieces by file, then pawns.
pub fn home(color: Color, column: usize) -> Square {
    relative(color, column as u8 & 7, column as u8 >> 3)
}

/// The places of the bits of a set of files or origins.
fn bits(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    Bitboard(set.into()).map(Square::index)
}

impl Assignment {
    /// One of least cost, where `free` has the columns that cost nothing; `None` if it costs [`NEVER`] or
    /// more.
    fn cheapest(costs: &[[u32; 16]], free: &[u16; 16]) -> Option<Assignment> {
        let mut cheapest = Assignment { captures: 0, columns: [0; 16], unused: u16::MAX };
        let row_of = if costs.len() <= 16 { matched(*free, costs.len()) } else { [0; 17] };
        for (row, column) in assigned_from(costs, row_of)? {
            cheapest.captures += costs[row][column];
            cheapest.columns[row] = column as u8;
            cheapest.unused &= !(1 << column);
        }
        (cheapest.captures < NEVER).then_some(cheapest)
    }
}

/// The least sum of costs with a different column for each row; [`NEVER`] or more if there is none.
fn least_cost(costs: &[[u32; 16]]) -> u32 {
    if costs.len() > 16 {
        return NEVER;
    }
    let mut free = [0; 16];
    for (free, costs) in free.iter_mut().zip(costs) {
        *free = costs.iter().enumerate().fold(0, |all, (column, &cost)| all | u16::from(cost == 0) << column);
    }
    let row_of = matched(free, costs.len());
    assigned_from(costs, row_of).map_or(NEVER, |pairs| pairs.map(|(row, column)| costs[row][column]).sum())
}

/// As many of the first `count` rows as can have different columns, each one of its own set: the row of each
/// column, both counted from 1.
fn matched(sets: [u16; 16], count: usize) -> [usize; 17] {
    /// Finds a column for a row, a free one or one of those not tried yet whose row finds another.
    fn place(
        row: usize,
        sets: &[u16; 16],
        taken: &mut u16,
        untried: &mut u16,
        row_of: &mut [usize; 17],
    ) -> bool {
        let free = sets[row - 1] & !*taken;
        if free != 0 {
            *taken |= free & free.wrapping_neg();
            row_of[1 + free.trailing_zeros() as usize] = row;
            return true;
        }
        while sets[row - 1] & *untried != 0 {
            let column = (sets[row - 1] & *untried).trailing_zeros() as usize;
            *untried &= !(1 << column);
            if place(row_of[1 + column], sets, taken, untried, row_of) {
                row_of[1 + column] = row;
                return true;
            }
        }
        false
    }
    let (mut taken, mut row_of) = (0, [0; 17]);
    for (row, set) in (1..=count).zip(sets) {
        let free = set & !taken;
        if free != 0 {
            taken |= free & free.wrapping_neg();
            row_of[1 + free.trailing_zeros() as usize] = row;
        } else if set != 0 {
            let mut untried = taken;
            place(row, &sets, &mut taken, &mut untried, &mut row_of);
        }
    }
    row_of
}

/// `least_cost`, and the column of each row.
pub fn assign(costs: &[[u32; 16]]) -> (u32, Vec<usize>) {
    let mut columns = vec![0; costs.len()];
    for (row, column) in assigned(costs).into_iter().flatten() {
        columns[row] = column;
    }
    (least_cost(costs), columns)
}

/// The rows and columns that make the least sum of costs; `None` if there are more rows than columns. (Kuhn
/// 1955, with potentials.)
fn assigned(costs: &[[u32; 16]]) -> Option<impl Iterator<Item = (usize, usize)>> {
    assigned_from(costs, [0; 17])
}

/// The same where some rows have their columns already, at no cost.
fn assigned_from(
    costs: &[[u32; 16]],
    mut row_of: [usize; 17],
) -> Option<impl Iterator<Item = (usize, usize)>> {
    if costs.len() > 16 {
        return None;
    }
    // Rows and columns count from 1; column 0 is that of the row that is being placed.
    let placed = row_of.iter().fold(0u32, |all, row| all | 1 << row);
    let (mut u, mut v) = ([0i32; 17], [0i32; 17]);
    for row in (1..=costs.len()).filter(|row| placed >> row & 1 == 0) {
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
    Some((1..17).filter(move |&j| row_of[j] != 0).map(move |j| (row_of[j] - 1, j - 1)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// What costs nothing is placed first, and the sum is the same.
        #[test]
        fn least_costs(costs in prop::collection::vec(
            prop::array::uniform16(prop_oneof![3 => Just(0), 2 => 1u32..7, 5 => Just(NEVER)]), 0..=17,
        )) {
            let one_by_one = assigned(&costs).map_or(NEVER, |pairs| pairs.map(|(row, column)| costs[row][column]).sum());
            prop_assert_eq!(least_cost(&costs), one_by_one);
        }
    }
}
