//! Kernels: what they refute, that they refute nothing that was played, and that the checker agrees.
#![allow(clippy::print_stderr)]

use crate::common;

use chess_arbiter::board::{Color, Man, Role, Setup, Square};
use chess_arbiter::format::{fen, san};
use chess_arbiter::moves::{Past, legal_moves};
use chess_arbiter::position::Position;
use chess_arbiter::reach::lemma::{Kernel, KernelEnd, instant};
use chess_arbiter::rules::Standard;
use common::{Chance, cases, rows};

/// How a search through a few states ends, however little there is to expect of it.
fn end(past: &Past, states: usize) -> KernelEnd {
    Kernel::new(past).map_or(KernelEnd::None, |kernel| kernel.search(states))
}

/// Whether the checker accepts the lemma; `None` beyond its limits.
fn checked(setup: &Setup) -> Option<bool> {
    let past = chess_arbiter_check::past::Past::parse(&text(setup)).unwrap();
    match chess_arbiter_check::lemma::check("kernel", &past) {
        Ok(()) => Some(true),
        Err(why) if why.to_string().contains("limit") => None,
        Err(_) => Some(false),
    }
}

fn text(setup: &Setup) -> String {
    fen::write::<Standard>(setup).split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn men(setup: &Setup) -> u32 {
    setup.board.occupied().len()
}

/// Games whose players love to capture with pawns and to promote, so that many end in positions where nearly
/// every capture was needed; no kernel is missing. `ARBITER_LONG=1`: 150,000 positions.
#[test]
fn nothing_that_was_played_is_refuted() {
    let most = if std::env::var_os("ARBITER_LONG").is_some() { 150_000 } else { 3_000 };
    let (mut positions, mut tight, mut promoted) = (0, 0, 0);
    let mut chance = Chance(17);
    while positions < most {
        let mut position = Position::initial();
        // How many captures by pieces in a game of so many plies are allowed.
        let (mut by_pieces, plies) = (chance.below(4), 100 + chance.below(400));
        for _ in 0..plies {
            let board = *position.board();
            let likes = |mv: &chess_arbiter::board::Move, chance: &mut Chance| {
                let pawn = board.role_at(mv.from()) == Some(Role::Pawn);
                let takes = board.occupied().has(mv.to()) || position.is_en_passant(*mv);
                match (pawn, takes) {
                    (true, true) => 60,
                    (true, false) => 8,
                    (false, true) => usize::from(by_pieces > 0 && chance.one_in(6)),
                    (false, false) => 3,
                }
            };
            let moves = legal_moves(&position);
            let weights: Vec<usize> = moves.iter().map(|mv| likes(mv, &mut chance)).collect();
            let total: usize = weights.iter().sum();
            if total == 0 {
                break;
            }
            let mut choice = chance.below(total);
            let at = weights.iter().position(|&weight| match choice.checked_sub(weight) {
                Some(rest) => {
                    choice = rest;
                    false
                }
                None => true,
            });
            let mv = moves[at.unwrap()];
            by_pieces -= usize::from(
                by_pieces > 0
                    && board.occupied().has(mv.to())
                    && board.role_at(mv.from()) != Some(Role::Pawn),
            );
            position = position.play(mv);
            let setup = position.to_setup();
            let past = Past::from(&setup);
            positions += 1;
            assert_ne!(end(&past, 300), KernelEnd::None, "{}", text(&setup));
            let is_tight = Kernel::new(&past).is_some_and(|kernel| kernel.is_tight());
            tight += usize::from(is_tight);
            promoted += usize::from(setup.board.men(Color::White, Role::Queen).len() > 1);
            if is_tight && chance.one_in(20) {
                assert_ne!(end(&past, 20_000), KernelEnd::None, "{}", text(&setup));
                assert_ne!(checked(&setup), Some(true), "{}", text(&setup));
            }
        }
    }
    eprintln!("{positions} positions, {tight} tight, {promoted} with a promoted white queen");
}

#[test]
fn tables() {
    for (file, expected) in [("tromp923", 4), ("tromp10k", 2), ("composed_b", 0), ("randomplay", 0)] {
        let table = cases(&format!("legality/{file}.tsv"));
        let mut refuted = 0;
        for row in rows(&table) {
            let setup = fen::parse::<Standard>(row[0]).unwrap();
            let past = Past::from(&setup);
            if instant(&past).is_some() {
                continue;
            }
            let (legal, tight) =
                (row[1] == "legal", Kernel::new(&past).is_some_and(|kernel| kernel.is_tight()));
            let end = end(&past, if tight && legal { 3_000 } else { 100 });
            assert!(!legal || end != KernelEnd::None, "{row:?}");
            refuted += usize::from(end == KernelEnd::None);
        }
        eprintln!("{file}: {refuted} without a kernel");
        assert!(refuted >= expected, "{file}: {refuted}");
    }
}

/// Every position of long games with hundreds of pawn moves and many promotions. One game in four;
/// `ARBITER_LONG=1`: all.
#[test]
fn proof_games() {
    let table = cases("legality/tromp923_games.tsv");
    let (mut positions, mut tight) = (0, 0);
    let step = if std::env::var_os("ARBITER_LONG").is_some() { 1 } else { 4 };
    for row in rows(&table).step_by(step) {
        let mut position = Position::initial();
        for word in row[1].split_whitespace() {
            position = position.play(san::parse(&position, word).unwrap());
            let setup = position.to_setup();
            let past = Past::from(&setup);
            let is_tight = Kernel::new(&past).is_some_and(|kernel| kernel.is_tight());
            assert_ne!(end(&past, if is_tight { 1_000 } else { 20 }), KernelEnd::None, "{}", text(&setup));
            (positions, tight) = (positions + 1, tight + usize::from(is_tight));
        }
    }
    eprintln!("{positions} positions of games, {tight} tight");
}

/// A few men of a position of play are taken off, moved or changed into others: library and checker say the
/// same.
#[test]
fn library_and_checker_agree() {
    let boards = if std::env::var_os("ARBITER_LONG").is_some() { 3_000 } else { 60 };
    let mut chance = Chance(23);
    let mut counts = [0; 3];
    for _ in 0..boards {
        let mut board = Position::initial().to_setup().board;
        for _ in 0..2 + chance.below(10) {
            let squares: Vec<Square> = board.occupied().into_iter().collect();
            let from = chance.pick(&squares);
            let color = if board.color(Color::White).has(from) { Color::White } else { Color::Black };
            let role = board.role_at(from).unwrap();
            if role == Role::King {
                continue;
            }
            let to = Square::wrap(8 + chance.below(48) as u8);
            let goes = !board.occupied().has(to);
            if goes || chance.one_in(3) {
                board.remove(from);
            }
            if goes {
                let role = if role == Role::Pawn && chance.one_in(2) {
                    chance.pick(&[Role::Queen, Role::Bishop, Role::Knight])
                } else {
                    role
                };
                board.put(to, Man { color, role });
            }
        }
        let setup = Setup { board, ..Setup::EMPTY };
        let past = Past::from(&setup);
        if instant(&past).is_some() || men(&setup) < 24 {
            continue;
        }
        let (end, checked) = (end(&past, 3_000), checked(&setup));
        counts[end as usize] += 1;
        let differ = match end {
            KernelEnd::Found => checked == Some(true),
            KernelEnd::None => checked == Some(false),
            KernelEnd::Unknown => false,
        };
        assert!(!differ, "{end:?} {checked:?} {}", text(&setup));
    }
    eprintln!("found, none, unknown: {counts:?}");
}
