//! Random games, made without the library.

use std::fmt::Write;

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) >> 11) as usize % bound
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Row 1 first, four squares a row; upper case White, `.` empty.
pub(crate) type Grid = [u8; 16];

/// The squares that the man on `from` could move to or take on, its own men's included.
pub(crate) fn reaches(grid: &Grid, from: usize) -> Vec<usize> {
    let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let leaps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let up = if grid[from].is_ascii_uppercase() { 1 } else { -1 };
    let (steps, far): (Vec<(i32, i32)>, bool) = match grid[from].to_ascii_uppercase() {
        b'Q' => ([straight, diagonal].concat(), true),
        b'R' => (straight.to_vec(), true),
        b'B' => (diagonal.to_vec(), true),
        b'N' => (leaps.to_vec(), false),
        b'P' => (vec![(-1, up), (1, up)], false),
        _ => (vec![], false),
    };
    let mut squares = Vec::new();
    for (df, dr) in steps {
        let (mut file, mut rank) = (from as i32 % 4 + df, from as i32 / 4 + dr);
        while (0..4).contains(&file) && (0..4).contains(&rank) {
            let to = (rank * 4 + file) as usize;
            squares.push(to);
            if !far || grid[to] != b'.' {
                break;
            }
            (file, rank) = (file + df, rank + dr);
        }
    }
    squares
}

/// Whether a side attacks the other's queen.
pub(crate) fn attacks_queen(grid: &Grid, white: bool) -> bool {
    let queen = if white { b'q' } else { b'Q' };
    let own = |c: u8| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == white;
    (0..16).any(|from| own(grid[from]) && reaches(grid, from).into_iter().any(|to| grid[to] == queen))
}

/// The men of a side within the contest's bounds.
fn side(random: &mut Random, most: usize, pawns: bool) -> Vec<u8> {
    let mut pool = vec![b'R', b'R', [b'B', b'N'][random.below(2)], [b'B', b'N'][random.below(2)]];
    if pawns {
        pool.extend(*b"PP");
    }
    random.shuffle(&mut pool);
    pool.truncate(most - 1);
    pool.push(b'Q');
    pool
}

/// A random placement of so many men; `None` if it is none (a pawn where it would have promoted).
pub(crate) fn placement(random: &mut Random, white: usize, black: usize, pawns: bool) -> Option<Grid> {
    let mut squares: Vec<usize> = (0..16).collect();
    random.shuffle(&mut squares);
    let mut grid = [b'.'; 16];
    let men = side(random, white, pawns);
    let others = side(random, black, pawns).into_iter().map(|man| man.to_ascii_lowercase());
    for (man, square) in men.into_iter().chain(others).zip(squares) {
        if (man == b'P' && square >= 12) || (man == b'p' && square < 4) {
            return None;
        }
        grid[square] = man;
    }
    Some(grid)
}

/// Writes a game in the contest's format.
pub(crate) fn write_game(text: &mut String, grid: &Grid, plies: u32) {
    let men = |white: bool| {
        (0..16).filter(move |&i| grid[i].is_ascii_alphabetic() && grid[i].is_ascii_uppercase() == white)
    };
    let _ = writeln!(text, "{} {} {plies}", men(true).count(), men(false).count());
    for square in men(true).chain(men(false)) {
        let (man, file) = (grid[square].to_ascii_uppercase() as char, (b'A' + square as u8 % 4) as char);
        let _ = writeln!(text, "{man} {file} {}", square / 4 + 1);
    }
}

/// Games of five against five in which neither queen can be taken at once.
pub(crate) fn quiet_games(count: usize, plies: u32, seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = format!("{count}\n");
    let mut made = 0;
    while made < count {
        let Some(grid) = placement(&mut random, 5, 5, false) else { continue };
        if !attacks_queen(&grid, true) && !attacks_queen(&grid, false) {
            write_game(&mut text, &grid, plies);
            made += 1;
        }
    }
    text
}
