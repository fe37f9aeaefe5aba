//! **Origins.** Which of its sixteen men of the starting position each man of a side on the board can have
//! been, and how many captures by pawns that takes. (Why there is an assignment: lemma `origins`.) The
//! cheapest assignment is found by the Hungarian method.

use crate::board::{Bitboard, Board, Color, Role, Square};

use super::ways::{LEVELS, Ways, relative};

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
}

/// The fewest captures with which a pawn comes onto any of the squares.
fn captures_to(levels: &[Bitboard; LEVELS], squares: Bitboard) -> u32 {
    levels.iter().position(|&level| (level & squares).has_any()).map_or(NEVER, |level| level as u32)
}

impl Origins {
    pub(super) fn new(board: &Board, ways: &Ways, color: Color) -> Origins {
        let pawns = board.men(color, Role::Pawn);
        // With eight pawns on the board none ever stood where it cannot have come to one of their squares
        // from.
        let past = if pawns.len() == 8 { ways.pawn_past(color, pawns) } else { Bitboard::FULL };
        let levels: [_; 8] =
            std::array::from_fn(|file| ways.pawn_levels(color, file as u8).map(|level| level & past));
        let ranges: [_; 8] = std::array::from_fn(|file| ways.home_range(color, file as u8));
        let stood = levels.iter().fold(Bitboard::EMPTY, |all, levels| all | levels[LEVELS - 1]);
        let men: Vec<_> =
            (board.color(color) - ways.fixed).map(|square| (square, board.role_on(square))).collect();
        let cost = |&(square, role): &(Square, Role)| {
            let mut costs = [NEVER; 16];
            for file in 0..8 {
                if ways.start.roles()[file] == role && ranges[file].has(square) {
                    costs[file] = 0;
                }
            }
            let from = match role {
                Role::King => return costs,
                Role::Pawn => square.bb(),
                _ => ways.promotions(color, role, square, stood),
            };
            for file in 0..8 {
                costs[8 + file] = captures_to(&levels[file], from);
            }
            costs
        };
        let mut costs: Vec<_> = men.iter().map(cost).collect();
        // The origins of fixed men are theirs.
        for column in 0..16 {
            if ways.fixed.has(home(color, column)) {
                costs.iter_mut().for_each(|costs| costs[column] = NEVER);
            }
        }
        Origins { color, men, costs, levels, ranges, captures: ways.captures[color as usize] }
    }

    /// Whether there is no assignment that the captures allow.
    pub(super) fn refuted(&self) -> bool {
        least_cost(&self.costs) > self.captures
    }

    /// Whether an assignment remains possible when the man on `square` comes from the pawn of `file` with
    /// so many captures.
    pub(in crate::reach) fn can_come(&self, square: Square, file: usize, captures: u32) -> bool {
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
        let mut costs = self.costs.clone();
        costs.iter_mut().for_each(|costs| costs[column] = NEVER);
        least_cost(&costs) <= self.captures
    }

    /// Whether one remains possible when some man does.
    pub(in crate::reach) fn can_be_there(&self, column: usize) -> bool {
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

    /// For each pawn on its third rank that can only have come from one square: that square and its own.
    pub(in crate::reach) fn single_steps(&self) -> impl Iterator<Item = (Square, Square)> {
        self.third_rank().filter_map(|(square, files)| {
            let file = files.is_power_of_two().then(|| files.trailing_zeros())?;
            Some((relative(self.color, file as u8, 1), square))
        })
    }

    /// The squares of the pawns on the third rank that cannot have come straight: they captured there.
    pub(super) fn held(&self) -> Bitboard {
        self.third_rank()
            .filter(|(square, files)| files >> square.file() & 1 == 0)
            .map(|(at, _)| at)
            .collect()
    }

    /// The pawns on the third rank, with the files they can have come from, a bit each.
    fn third_rank(&self) -> impl Iterator<Item = (Square, u8)> {
        let third = Bitboard::rank(2 + 3 * self.color as u8);
        let pawns = self.men.iter().filter(move |&&(square, role)| role == Role::Pawn && third.has(square));
        pawns.map(|&(square, _)| {
            let possible = |&file: &usize| {
                let captures = captures_to(&self.levels[file], square.bb());
                captures <= self.captures && self.can_come(square, file, captures)
            };
            (square, (0..8).filter(possible).map(|file| 1 << file).sum())
        })
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

/// The least sum of costs with a different column for each row; [`NEVER`] or more if there is none.
fn least_cost(costs: &[[u32; 16]]) -> u32 {
    assigned(costs).map_or(NEVER, |pairs| pairs.map(|(row, column)| costs[row][column]).sum())
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
    if costs.len() > 16 {
        return None;
    }
    // Rows and columns count from 1; 0 is the row that is being placed.
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
    Some((1..17).filter(move |&j| row_of[j] != 0).map(move |j| (row_of[j] - 1, j - 1)))
}
