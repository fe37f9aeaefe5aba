//! The forced win by plain recursion over an array of squares, sharing nothing with the library.

use chess_arbiter_judge::{Options, Program};

use crate::answers_with;
use crate::random::{Grid, Random, attacks_queen, placement, reaches, write_game};

/// Every position after a move of a side.
fn moves(grid: &Grid, white: bool, mut visit: impl FnMut(Grid) -> bool) -> bool {
    let is_own = |c: u8| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == white;
    for from in (0..16).filter(|&from| is_own(grid[from])) {
        let mut targets = reaches(grid, from);
        let pawn = grid[from].eq_ignore_ascii_case(&b'P');
        targets.retain(|&to| !is_own(grid[to]) && (!pawn || grid[to] != b'.'));
        if pawn {
            let ahead = if white { from + 4 } else { from.wrapping_sub(4) };
            if ahead < 16 && grid[ahead] == b'.' {
                targets.push(ahead);
            }
        }
        for to in targets {
            let promotes = pawn && !(4..12).contains(&to);
            let becomes: &[u8] = if promotes { b"RBN" } else { &[grid[from]] };
            for &man in becomes {
                let mut next = *grid;
                next[to] = if white { man.to_ascii_uppercase() } else { man.to_ascii_lowercase() };
                next[from] = b'.';
                if visit(next) {
                    return true;
                }
            }
        }
    }
    false
}

/// Whether White, to move, can take the black queen within `plies`.
fn white_wins(grid: &Grid, plies: u32) -> bool {
    plies > 0
        && moves(grid, true, |next| {
            !next.contains(&b'q') || (!attacks_queen(&next, false) && black_loses(&next, plies - 1))
        })
}

/// Whether every move of Black leads to a win of White. Without a move Black has not lost.
fn black_loses(grid: &Grid, plies: u32) -> bool {
    let mut stuck = true;
    let escapes = plies == 0
        || moves(grid, false, |next| {
            stuck = false;
            !next.contains(&b'Q') || !white_wins(&next, plies - 1)
        });
    !escapes && !stuck
}

fn compare(program: Program, games: usize, men: usize, most_plies: usize, seed: u64) {
    let mut random = Random(seed);
    let (mut text, mut expected) = (format!("{games}\n"), String::new());
    let mut quiet = 0;
    while expected.lines().count() < games {
        let (white, black) = (1 + random.below(men), 1 + random.below(men));
        let pawns = program == Program::SimplifiedPawns;
        let Some(grid) = placement(&mut random, white, black, pawns) else { continue };
        // Few of the games that are over at once.
        if attacks_queen(&grid, true) && random.below(8) > 0 {
            continue;
        }
        quiet += usize::from(!attacks_queen(&grid, true));
        let plies = 1 + random.below(most_plies) as u32;
        write_game(&mut text, &grid, plies);
        expected += if white_wins(&grid, plies) { "YES\n" } else { "NO\n" };
    }
    assert!(quiet > games / 2 && expected.contains("YES") && expected.contains("NO"));
    for threads in [1, 3] {
        let options = Options { threads, ..Options::default() };
        let (answers, result) = answers_with(program, text.as_bytes(), 500, &options);
        result.unwrap();
        let games = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).skip(1);
        let wrong = games.zip(answers.lines().zip(expected.lines())).find(|(_, (a, b))| a != b);
        assert_eq!(wrong, None, "{text}");
        assert_eq!(answers, expected);
    }
}

#[test]
fn without_pawns() {
    compare(Program::Simplified, 4000, 5, 4, 1);
    compare(Program::Simplified, 300, 3, 6, 2);
}

#[test]
fn with_pawns() {
    compare(Program::SimplifiedPawns, 3000, 7, 4, 3);
    compare(Program::SimplifiedPawns, 200, 4, 6, 4);
}
