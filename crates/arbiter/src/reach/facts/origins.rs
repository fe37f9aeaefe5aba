//! **Origins.** Which of its sixteen men of the starting position each man of a side on the board can have
//! been, and how many captures by pawns that takes. (Why there is an assignment: lemma `origins`.) The
//! cheapest assignment is found by the Hungarian method.

use crate::board::{Bitboard, Board, Color, Role, Square};

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

/// The fewest captures with which a pawn comes onto any of the squares.
fn captures_to(levels: &[Bitboard; LEVELS], squares: Bitboard) -> u32 {
    // Each level has all squares of those before it.
    let without: u32 = levels.iter().map(|&level| u32::from((level & squares).is_empty())).sum();
    if without < LEVELS as u32 { without } else { NEVER }
}

impl Origins {
    pub(super) fn new(board: &Board, fills: &mut Fills<'_>, color: Color) -> Origins {
        let ways = fills.ways();
        let pawns = board.men(color, Role::Pawn);
        // With eight pawns on the board none ever stood where it cannot have come to one of their squares
        // from.
        let past = if pawns.len() == 8 { ways.pawn_past(color, pawns) } else { Bitboard::FULL };
        let levels: [_; 8] =
            std::array::from_fn(|file| ways.pawn_levels(color, file as u8).map(|level| level & past));
        let ranges: [_; 8] = std::array::from_fn(|file| {
            let home = home(color, file);
            let role = ways.start.roles()[file];
            if ways.fixed.has(home) { home.bb() } else { fills.of(color, role, home) }
        });
        let stood = levels.iter().fold(Bitboard::EMPTY, |all, levels| all | levels[LEVELS - 1]);
        let men: Vec<_> =
            (board.color(color) - ways.fixed).map(|square| (square, board.role_on(square))).collect();
        let mut last: (_, [u32; 8]) = (Bitboard::EMPTY, [NEVER; 8]);
        let mut cost = |&(square, role): &(Square, Role)| {
            let mut costs = [NEVER; 16];
            for file in 0..8 {
                if ways.start.roles()[file] == role && ranges[file].has(square) {
                    costs[file] = 0;
                }
            }
            let from = match role {
                Role::King => return costs,
                Role::Pawn => square.bb(),
                _ => ways.promotions(color, role, square, fills.of(color, role, square), stood),
            };
            // Many pieces can have been promoted on the same squares.
            if last.0 != from {
                last = (from, std::array::from_fn(|file| captures_to(&levels[file], from)));
            }
            costs[8..].copy_from_slice(&last.1);
            costs
        };
        let mut costs: Vec<_> = men.iter().map(&mut cost).collect();
        // The origins of fixed men are theirs.
        for column in 0..16 {
            if ways.fixed.has(home(color, column)) {
                costs.iter_mut().for_each(|costs| costs[column] = NEVER);
            }
        }
        let captures = ways.captures[color as usize];
        let cheapest = Assignment::cheapest(&costs).filter(|cheapest| cheapest.captures <= captures);
        Origins { color, men, costs, levels, ranges, captures, cheapest }
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

    /// Whether an assignment remains possible when the man on `square` comes from the pawn of `file` with
    /// so many captures.
    pub(in crate::reach) fn can_come(&self, square: Square, file: usize, captures: u32) -> bool {
        if self.comes_by_exchange(square, file, captures) {
            return true;
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
            let can_be = |&file: &usize| {
                let captures = captures_to(&self.levels[file], square.bb());
                captures <= self.captures && self.can_come(square, file, captures)
            };
            // Its own first: two tell enough.
            let own = usize::from(square.file());
            let files = [own].into_iter().chain((0..8).filter(|file| *file != own));
            let mut files = files.filter(can_be);
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
        let stood = self.pawn_range(LEVELS);
        std::array::from_fn(|column| {
            let file = column & 7;
            let may = column >= 8 || ways.start.roles()[file] != Role::King;
            may && !ways.fixed.has(home(self.color, column))
                && match column {
                    0..8 => (self.ranges[file] & squares).is_empty(),
                    _ => ways.never_on(self.color, self.levels[file][LEVELS - 1], stood, squares),
                }
        })
    }

    /// The fewest men of these origins that must have been captured.
    pub(super) fn lost(&self, pocketed: [bool; 16]) -> u32 {
        let pockets = pocketed.iter().filter(|&&is| is).count() as u32;
        if pockets == 0 {
            return 0;
        }
        // An assignment with as many men as possible from the pockets: each other one costs 1.
        let mut costs = self.costs.clone();
        for costs in &mut costs {
            for (column, cost) in costs.iter_mut().enumerate().filter(|(_, cost)| **cost < NEVER) {
                *cost = u32::from(!pocketed[column]);
            }
        }
        let others = least_cost(&costs);
        if others >= NEVER { 0 } else { pockets + others - self.men.len() as u32 }
    }

    /// Where the piece that began on a file of the first rank can have stood.
    pub fn range(&self, file: usize) -> Bitboard {
        self.ranges[file]
    }

    /// How many of the men chosen can be original pieces, at most.
    pub(in crate::reach) fn most_original(&self, chosen: impl Fn(Square, Role) -> bool) -> u32 {
        let costs: Vec<_> = (self.men.iter().zip(&self.costs))
            .filter(|(man, _)| chosen(man.0, man.1))
            .map(|(_, costs)| *costs)
            .collect();
        // By origin, the men that can have come from it; a kind has two origins at most.
        let able = |column: usize| {
            (0..costs.len()).filter(|&i| costs[i][column] == 0).fold(0u16, |set, i| set | 1 << i)
        };
        let mut sets = (0..8).map(able).filter(|&set| set != 0);
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

impl Assignment {
    /// One of least cost; `None` if it costs [`NEVER`] or more.
    fn cheapest(costs: &[[u32; 16]]) -> Option<Assignment> {
        let mut cheapest = Assignment { captures: 0, columns: [0; 16], unused: u16::MAX };
        let row_of = if costs.len() <= 16 { free_rows(costs) } else { [0; 17] };
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
    let row_of = if costs.len() <= 16 { free_rows(costs) } else { [0; 17] };
    assigned_from(costs, row_of).map_or(NEVER, |pairs| pairs.map(|(row, column)| costs[row][column]).sum())
}

/// As many rows as can have different columns that cost nothing: the row of each column, both counted from 1.
fn free_rows(costs: &[[u32; 16]]) -> [usize; 17] {
    /// Finds a column for a row, of those not tried yet, and others for the rows that stand in its way.
    fn place(row: usize, free: &[u32; 16], untried: &mut u32, row_of: &mut [usize; 17]) -> bool {
        while free[row - 1] & *untried != 0 {
            let column = (free[row - 1] & *untried).trailing_zeros() as usize;
            *untried &= !(1 << column);
            if row_of[column] == 0 || place(row_of[column], free, untried, row_of) {
                row_of[column] = row;
                return true;
            }
        }
        false
    }
    let mut free = [0u32; 16];
    for (free, costs) in free.iter_mut().zip(costs) {
        *free =
            (1..17).zip(costs).filter(|(_, cost)| **cost == 0).fold(0, |all, (column, _)| all | 1 << column);
    }
    let mut row_of = [0; 17];
    for row in 1..=costs.len() {
        place(row, &free, &mut { u32::MAX }, &mut row_of);
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
