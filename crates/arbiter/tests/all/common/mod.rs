//! What several tests need: a reproducible source of chance, random positions, cases.
#![allow(dead_code, unreachable_pub)] // each test file uses its part

use std::path::{Path, PathBuf};

use chess_arbiter::board::{Color, Man, Role, Setup, Square};
use chess_arbiter::format::fen;
use chess_arbiter::moves::legal_moves;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Pawns, Rules};

/// SplitMix64.
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A file of `tests/cases`.
pub fn cases(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../tests/cases", name].iter().collect();
    read(&path)
}

/// A file of cases that may not be copied here: of the folder that `ARBITER_CASES` names, by default
/// `../shared/cases` beside the checkout. Tests that ask for one are ignored; `tests/run` runs them where
/// they are there.
pub fn cases_elsewhere(name: &str) -> String {
    let beside = || [env!("CARGO_MANIFEST_DIR"), "../../../shared/cases"].iter().collect();
    let folder = std::env::var_os("ARBITER_CASES").map_or_else(beside, PathBuf::from);
    read(&folder.join(name))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Rows of tab-separated fields, comments dropped.
pub fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split('\t').collect())
}

/// Random men on random squares, one royal a side; castling rights and en passant squares now and
/// then, true or not.
pub fn random_setup<R: Rules>(chance: &mut Chance) -> Setup {
    let window: Vec<Square> = R::WINDOW.into_iter().collect();
    let mut setup = Setup::EMPTY;
    setup.turn = chance.pick(&Color::BOTH);
    // Now and then one colour has nearly all men: only then do crowded boards pass as positions.
    let lopsided = chance.one_in(3).then(|| if chance.one_in(8) { setup.turn } else { !setup.turn });
    let most = if chance.one_in(4) { window.len() } else { window.len() / 3 };
    let others: Vec<Role> = R::ROLES.iter().copied().filter(|&role| role != R::ROYAL).collect();
    for _ in 0..chance.below(most + 1) {
        let color = match lopsided {
            Some(color) if !chance.one_in(16) => color,
            _ => chance.pick(&Color::BOTH),
        };
        let square = chance.pick(&window);
        let role = chance.pick(&others);
        if role == Role::Pawn && R::PAWNS == Pawns::Full && (square.rank() == 0 || square.rank() == 7) {
            continue;
        }
        setup.board.put(square, Man { color, role });
    }
    if most == window.len() && chance.one_in(2) {
        // Fill up entirely.
        for &square in &window {
            if setup.board.man_at(square).is_none() {
                let color = lopsided.unwrap_or(Color::White);
                setup.board.put(square, Man { color, role: chance.pick(&others) });
            }
        }
    }
    let mut royals = [Square::at(0, 0); 2];
    while royals[0] == royals[1] {
        royals = [0, 1].map(|color| {
            if R::CASTLING && chance.one_in(3) {
                Square::at(chance.below(8) as u8, if color == 0 { 0 } else { 7 })
            } else {
                chance.pick(&window)
            }
        });
    }
    for color in Color::BOTH {
        setup.board.put(royals[color as usize], Man { color, role: R::ROYAL });
    }
    if R::CASTLING && chance.one_in(2) {
        for color in Color::BOTH {
            let rank = if color == Color::White { 0 } else { 7 };
            for _ in 0..2 {
                let rook = Square::at(chance.below(8) as u8, rank);
                if royals.contains(&rook) {
                    continue;
                }
                setup.board.put(rook, Man { color, role: Role::Rook });
                setup.castling |= rook.bb();
            }
        }
    }
    if R::PAWNS == Pawns::Full && chance.one_in(2) {
        let (from, over, to) = if setup.turn == Color::White { (6, 5, 4) } else { (1, 2, 3) };
        let file = chance.below(8) as u8;
        setup.board.remove(Square::at(file, from));
        setup.board.remove(Square::at(file, over));
        setup.board.put(Square::at(file, to), Man { color: !setup.turn, role: Role::Pawn });
        for side in [file.wrapping_sub(1), file + 1] {
            if side < 8 && chance.one_in(2) {
                setup.board.put(Square::at(side, to), Man { color: setup.turn, role: Role::Pawn });
            }
        }
        setup.en_passant = Some(Square::at(file, over));
    }
    setup
}

/// A random setup that is a position.
pub fn random_position<R: Rules>(chance: &mut Chance) -> Position<R> {
    loop {
        if let Ok(position) = Position::new(&random_setup::<R>(chance), Policy::Movable) {
            return position;
        }
    }
}

/// Plays random legal moves from the initial array, calling `visit` at every position.
pub fn random_game<R: Rules>(
    start: &Position<R>,
    plies: usize,
    chance: &mut Chance,
    mut visit: impl FnMut(&Position<R>),
) {
    let mut position = *start;
    for _ in 0..plies {
        visit(&position);
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        position = position.play(chance.pick(&moves));
    }
}

pub fn key<R: Rules>(position: &Position<R>) -> String {
    fen::write_key::<R>(&position.to_setup())
}

/// How much a sweep looks at: `usual`, or with `ARBITER_LONG=1` `long`, and so many times that with a greater
/// number.
pub fn sweep(usual: usize, long: usize) -> usize {
    match std::env::var("ARBITER_LONG") {
        Err(_) => usual,
        Ok(times) => long * times.parse().unwrap_or(1).max(1),
    }
}
