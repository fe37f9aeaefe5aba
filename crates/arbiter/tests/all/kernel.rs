//! Kernels: what they refute, that they refute nothing that was played, and that the checker agrees.
#![allow(clippy::print_stderr)]

use crate::common;

use chess_arbiter::board::{Color, Man, Move, Role, Setup, Square};
use chess_arbiter::format::{fen, san};
use chess_arbiter::moves::{Past, legal_moves};
use chess_arbiter::position::Position;
use chess_arbiter::reach::facts::Facts;
use chess_arbiter::reach::facts::mobility::MobilityEnd;
use chess_arbiter::reach::lemma::{Kernel, KernelEnd, instant};
use chess_arbiter::rules::Standard;
use common::{Chance, cases, rows};

/// How a search through a few states ends, however little there is to expect of it.
fn end(past: &Past, states: usize) -> KernelEnd {
    Kernel::new(&Facts::new(past)).map_or(KernelEnd::None, |kernel| kernel.search(states))
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

/// A move as players choose it who love to capture with pawns and to promote; `stay`: and who hardly ever
/// move a king or rook. `None`: there is none.
fn greedy(position: &Position, by_pieces: &mut usize, stay: bool, chance: &mut Chance) -> Option<Move> {
    let board = position.board();
    let moves = legal_moves(position);
    let takes = |mv: &Move| board.occupied().has(mv.to()) || position.is_en_passant(*mv);
    let role = |mv: &Move| board.role_at(mv.from());
    let by_piece = *by_pieces > 0 && chance.one_in(6);
    let weight = |mv: &Move| match (role(mv), takes(mv)) {
        (Some(Role::King | Role::Rook), _) if stay => 0,
        (Some(Role::Pawn), true) => 60,
        (Some(Role::Pawn), false) => 8,
        (_, true) => usize::from(by_piece),
        (_, false) => 3,
    };
    let weights: Vec<usize> = moves.iter().map(weight).collect();
    let total: usize = weights.iter().sum();
    if total == 0 {
        return if stay { greedy(position, by_pieces, false, chance) } else { None };
    }
    let mut choice = chance.below(total);
    let mut chosen = |&&weight: &&usize| match choice.checked_sub(weight) {
        Some(rest) => {
            choice = rest;
            false
        }
        None => true,
    };
    let at = weights.iter().take_while(|weight| !chosen(weight)).count();
    *by_pieces -= usize::from(*by_pieces > 0 && takes(&moves[at]) && role(&moves[at]) != Some(Role::Pawn));
    Some(moves[at])
}

/// Games whose players love to capture with pawns and to promote, so that many end in positions where nearly
/// every capture was needed; in every second one kings and rooks stay, and bar the way. No kernel is missing.
/// `ARBITER_LONG=1`: 150,000 positions.
#[test]
fn nothing_that_was_played_is_refuted() {
    let most = if std::env::var_os("ARBITER_LONG").is_some() { 150_000 } else { 3_000 };
    let (mut positions, mut tight, mut promoted, mut rights) = (0, 0, 0, 0);
    let mut chance = Chance(17);
    while positions < most {
        let mut position = Position::initial();
        // How many captures by pieces in a game of so many plies are allowed.
        let (mut by_pieces, plies, stay) = (chance.below(4), 100 + chance.below(400), chance.one_in(2));
        for _ in 0..plies {
            let Some(mv) = greedy(&position, &mut by_pieces, stay, &mut chance) else { break };
            position = position.play(mv);
            let setup = position.to_setup();
            let past = Past::from(&setup);
            positions += 1;
            assert_ne!(end(&past, 300), KernelEnd::None, "{}", text(&setup));
            let is_tight = Kernel::new(&Facts::new(&past)).is_some_and(|kernel| kernel.is_tight());
            tight += usize::from(is_tight);
            rights += usize::from(is_tight && past.castling.has_any());
            promoted += usize::from(setup.board.men(Color::White, Role::Queen).len() > 1);
            if is_tight && chance.one_in(20) {
                assert_ne!(end(&past, 20_000), KernelEnd::None, "{}", text(&setup));
                assert_ne!(checked(&setup), Some(true), "{}", text(&setup));
            }
        }
    }
    eprintln!(
        "{positions} positions, {tight} tight, {rights} of them with rights, {promoted} with a new queen"
    );
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
                (row[1] == "legal", Kernel::new(&Facts::new(&past)).is_some_and(|kernel| kernel.is_tight()));
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
            let is_tight = Kernel::new(&Facts::new(&past)).is_some_and(|kernel| kernel.is_tight());
            assert_ne!(end(&past, if is_tight { 1_000 } else { 20 }), KernelEnd::None, "{}", text(&setup));
            (positions, tight) = (positions + 1, tight + usize::from(is_tight));
        }
    }
    eprintln!("{positions} positions of games, {tight} tight");
}

/// A few men of a position of play, with rights, are taken off, moved or changed into others: library and
/// checker say the same.
#[test]
fn library_and_checker_agree() {
    let boards = if std::env::var_os("ARBITER_LONG").is_some() { 60_000 } else { 800 };
    let mut chance = Chance(23);
    let mut counts = [0; 3];
    for _ in 0..boards {
        let (mut position, mut by_pieces) = (Position::initial(), 1);
        for _ in 0..chance.below(60) {
            let Some(mv) = greedy(&position, &mut by_pieces, true, &mut chance) else { break };
            position = position.play(mv);
        }
        let mut setup = position.to_setup();
        setup.en_passant = None;
        let board = &mut setup.board;
        for _ in 0..1 + chance.below(4) {
            let squares: Vec<Square> = board.occupied().into_iter().collect();
            let from = chance.pick(&squares);
            let man = board.man_at(from).unwrap();
            if man.role == Role::King || setup.castling.has(from) {
                continue;
            }
            let to = Square::wrap(8 + chance.below(48) as u8);
            let goes = !board.occupied().has(to);
            if goes || chance.one_in(3) {
                board.remove(from);
            }
            if goes {
                let changes = man.role == Role::Pawn && chance.one_in(2);
                let others = [Role::Queen, Role::Bishop, Role::Knight];
                board.put(to, Man { role: if changes { chance.pick(&others) } else { man.role }, ..man });
            }
        }
        let past = Past::from(&setup);
        let facts = Facts::new(&past);
        let is_tight = || Kernel::new(&facts).is_none_or(|kernel| kernel.is_tight());
        if instant(&past).is_some() || facts.mobility().end != MobilityEnd::Open || !is_tight() {
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
    assert!(counts[0] > 10 && counts[1] > 10);
}

/// What only men that never moved bar: pawns that give check to a king that never moved are captured.
#[test]
fn kings_that_never_moved_are_in_the_way() {
    for (text, moved) in [
        ("rnbBkbr1/ppp2ppp/2p1pn2/8/7q/8/PPP1PPPP/RNB1KBNR w KQq -", "KQ"),
        ("rn2k1nr/ppp3pp/4p3/8/4q3/1N1bb2P/PPPP1P1P/RNBQKB1R b KQkq -", "kq"),
        ("1q2k1br/P4R2/NB1p1r1R/1KR1QB1p/5p1P/1N4p1/BRP2Pr1/n4Q1r b k -", "-"),
    ] {
        let setup = fen::parse::<Standard>(text).unwrap();
        let past = Past::from(&setup);
        assert_eq!((end(&past, 10_000), checked(&setup)), (KernelEnd::None, Some(true)), "{text}");
        let rights = text.split(' ').nth(2).unwrap();
        let setup =
            fen::parse::<Standard>(&text.replace(&format!(" {rights} "), &format!(" {moved} "))).unwrap();
        assert_eq!(end(&Past::from(&setup), 10_000), KernelEnd::Found, "{text} with {moved}");
    }
}
