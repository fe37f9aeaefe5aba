//! Directmates, stalemates, selfmates and reflexmates against their plain definition, written once more for the
//! moves of another library.

use crate::common;

use std::collections::BTreeSet;

use chess_arbiter::attacks::{Portable, attacks};
use chess_arbiter::board::{Board, Color, Man, Role, Setup, Square};
use chess_arbiter::format::{fen, uci};
use chess_arbiter::limits::Limits;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Standard;
use chess_arbiter::win::stipulation::Aim;
use chess_arbiter::win::{Moves, Plies, ProblemSolver, Solve, SolveMates, WinAnswer};
use common::{Chance, cases};
use shakmaty::{CastlingMode, Chess, Position as _};

/// The attacker is to move and reaches the aim within `n` moves.
fn reaches(aim: Aim, at: &Chess, n: u32) -> bool {
    n > 0 && !obliged(aim, at) && successors(at).any(|next| is_reached(aim, &next, n - 1))
}

/// A reflexmate is over where the attacker could mate.
fn obliged(aim: Aim, at: &Chess) -> bool {
    aim == Aim::Reflexmate && successors(at).any(|next| next.is_checkmate())
}

/// The defender is to move, the attacker has `left` moves.
fn is_reached(aim: Aim, at: &Chess, left: u32) -> bool {
    if at.legal_moves().is_empty() {
        return match aim {
            Aim::Mate => at.is_checkmate(),
            Aim::Stalemate => at.is_stalemate(),
            _ => false,
        };
    }
    match aim {
        Aim::Selfmate => successors(at).all(|next| next.is_checkmate() || reaches(aim, &next, left)),
        Aim::Reflexmate if successors(at).any(|next| next.is_checkmate()) => true,
        _ => left > 0 && successors(at).all(|next| reaches(aim, &next, left)),
    }
}

fn successors(at: &Chess) -> impl Iterator<Item = Chess> {
    let at = at.clone();
    at.legal_moves().into_iter().map(move |mv| at.clone().play(mv).expect("it is legal"))
}

fn keys(aim: Aim, at: &Chess, n: u32) -> BTreeSet<String> {
    if obliged(aim, at) {
        return BTreeSet::new();
    }
    let reached = |mv: &shakmaty::Move| is_reached(aim, &at.clone().play(*mv).unwrap(), n - 1);
    let text = |mv: shakmaty::Move| mv.to_uci(CastlingMode::Standard).to_string();
    at.legal_moves().into_iter().filter(reached).map(text).collect()
}

fn theirs(position: &Position<Standard>) -> Option<Chess> {
    let text = fen::write::<Standard>(&position.to_setup());
    let fen: shakmaty::fen::Fen = text.parse().ok()?;
    // Three men that check at once and the like are impossible to them, and left out.
    fen.into_position(CastlingMode::Standard).ok()
}

/// A few men, the kings near the edge and near one another, so that much is mate and stalemate.
fn small_position(chance: &mut Chance, most: usize) -> Option<Position<Standard>> {
    let mut setup = Setup::new(Board::default(), chance.pick(&Color::BOTH));
    let mut put = |chance: &mut Chance, man: Man| {
        let (files, ranks) = if man.role == Role::King { (3, 3) } else { (5, 5) };
        let square = Square::at(chance.below(files) as u8, chance.below(ranks) as u8);
        if setup.board.man_at(square).is_none() {
            setup.board.put(square, man);
        }
    };
    for color in Color::BOTH {
        put(chance, Man { color, role: Role::King });
    }
    for _ in 0..1 + chance.below(most) {
        let color = chance.pick(&Color::BOTH);
        let role =
            chance.pick(&[Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
        put(chance, Man { color, role });
    }
    Position::new(&setup, Policy::Movable).ok()
}

/// A position from which one with the defender to move, that has to mate, arises in so many plies; with other men
/// beside, that may spoil it.
fn position_before_a_selfmate(chance: &mut Chance, ends: &[&str], plies: u32) -> Option<Position<Standard>> {
    let mut setup = fen::position::<Standard>(chance.pick(ends)).unwrap().to_setup();
    for _ in 0..chance.below(3) {
        let square = Square::at(chance.below(8) as u8, 1 + chance.below(6) as u8);
        if setup.board.man_at(square).is_none() {
            let color = chance.pick(&Color::BOTH);
            let role = chance.pick(&[Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook]);
            setup.board.put(square, Man { color, role });
        }
    }
    let mut at = Position::new(&setup, Policy::Movable).ok()?;
    for _ in 0..plies {
        // A move taken back is one made by the other side, if it takes nothing and is none of a pawn.
        let mut setup = at.to_setup();
        setup.turn = !setup.turn;
        at = (0..20).find_map(|_| {
            let pieces = at.board().color(setup.turn) - at.board().role(Role::Pawn);
            let squares: Vec<Square> = pieces.into_iter().collect();
            let to = chance.pick(&squares);
            let man = at.board().man_at(to)?;
            let reach = attacks::<Standard, Portable>(man.role, man.color, to, at.board().occupied());
            let squares: Vec<Square> = (reach - at.board().occupied()).into_iter().collect();
            if squares.is_empty() {
                return None;
            }
            let mut before = setup;
            before.board.remove(to);
            before.board.put(chance.pick(&squares), man);
            Position::new(&before, Policy::Movable).ok()
        })?;
    }
    Some(at)
}

fn solver(aim: Aim) -> ProblemSolver<Standard> {
    ProblemSolver::new(aim, Limits { memory: 16 << 20, ..Limits::default() })
}

/// Everything that is asked of a position, against the definition.
fn compare(solver: &mut ProblemSolver<Standard>, aim: Aim, position: &Position<Standard>, most: u32) -> u32 {
    let Some(chess) = theirs(position) else { return 0 };
    let text = fen::write::<Standard>(&position.to_setup());
    let fewest = (1..=most).find(|&n| reaches(aim, &chess, n));
    let expected = match fewest {
        Some(n) => WinAnswer::Win { plies: aim.plies(Moves(n)), shortest: true },
        None => WinAnswer::NoWin { plies: aim.plies(Moves(most)) },
    };
    let answer = solver.within(position, aim.plies(Moves(most)));
    // Never is more than was asked.
    if answer != WinAnswer::Never || fewest.is_some() {
        assert_eq!(answer, expected, "{aim:?} {text}");
    }
    for n in 1..=most {
        let ours = solver.keys(position, Moves(n)).unwrap();
        let ours: BTreeSet<String> = ours.into_iter().map(|mv| uci::write(position, mv)).collect();
        assert_eq!(ours, keys(aim, &chess, n), "keys of {}{n}: {text}", aim.sign());
        let first = solver.mating_move(position, Moves(n)).unwrap();
        assert_eq!(first.is_some(), !ours.is_empty(), "{}{n}: {text}", aim.sign());
        assert!(first.is_none_or(|mv| ours.contains(&uci::write(position, mv))));
    }
    if let Some(n) = fewest {
        let line = solver.line(position, answer).unwrap();
        assert_eq!(Plies(line.len() as u32), aim.plies(Moves(n)), "{}: {text}", aim.sign());
        let end = line.iter().fold(*position, |at, &mv| at.play(mv));
        let end = theirs(&end).unwrap();
        assert!(if aim == Aim::Stalemate { end.is_stalemate() } else { end.is_checkmate() });
    }
    fewest.unwrap_or(0)
}

#[test]
fn every_answer_agrees_with_the_definition() {
    let mut chance = Chance(15);
    let ends = cases("win/selfmates.fen");
    let ends: Vec<&str> = ends.lines().filter(|line| !line.starts_with('#')).collect();
    let rounds = if std::env::var_os("ARBITER_LONG").is_some() { 40_000 } else { 400 };
    for aim in Aim::ALL {
        let mut solver = solver(aim);
        let mut fewest = [0; 4];
        for _ in 0..rounds {
            if let Some(position) = small_position(&mut chance, 6) {
                fewest[compare(&mut solver, aim, &position, 2) as usize] += 1;
            }
        }
        for _ in 0..rounds / 3 {
            if let Some(position) = small_position(&mut chance, 3) {
                fewest[compare(&mut solver, aim, &position, 3) as usize] += 1;
            }
        }
        for plies in [1, 3, 5] {
            for _ in 0..rounds / 8 {
                if let Some(position) = position_before_a_selfmate(&mut chance, &ends, plies) {
                    fewest[compare(&mut solver, aim, &position, plies.div_ceil(2)) as usize] += 1;
                }
            }
        }
        eprintln!("{aim:?}: {fewest:?}");
        assert!(fewest[..3].iter().all(|&count| count > 0), "{aim:?}: {fewest:?}");
    }
}
