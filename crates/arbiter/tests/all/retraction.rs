//! Un-moves: they play back, none is missing in real games, and a slow search finds the same.
#![allow(clippy::print_stderr)]

use crate::common;

use std::collections::HashSet;
use std::ops::ControlFlow;

use chess_arbiter::board::{Bitboard, Board, Color, Man, Move, Role, Setup, Square};
use chess_arbiter::format::fen;
use chess_arbiter::moves::{
    Past, Unmove, UnmoveKind, Unmoves, legal_moves, plausible_unmoves, pseudo_legal_moves, unmoves,
};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::reach::lemma::instant;
use chess_arbiter::rules::Standard;
use common::{Chance, random_game, random_setup};

fn collect(visit: impl FnOnce(&mut dyn FnMut(Unmoves) -> ControlFlow<()>)) -> Vec<Unmove> {
    let mut list = Vec::new();
    visit(&mut |unmoves| {
        let before = list.len();
        list.extend(unmoves.iter());
        assert_eq!(list.len() - before, unmoves.count() as usize);
        assert!(unmoves.count() > 0);
        ControlFlow::Continue(())
    });
    list
}

fn all(past: &Past) -> Vec<Unmove> {
    collect(|sink| _ = unmoves(past, sink))
}

fn plausible(past: &Past) -> Vec<Unmove> {
    collect(|sink| _ = plausible_unmoves(past, sink))
}

fn past_of(position: &Position<Standard>) -> Past {
    Past::from(&position.to_setup())
}

fn setup_of(past: &Past) -> Setup {
    let mut setup = Setup::new(past.board, past.turn);
    (setup.castling, setup.en_passant) = (past.castling, past.en_passant);
    setup
}

fn as_position(past: &Past) -> Option<Position<Standard>> {
    Position::new(&setup_of(past), Policy::Movable).ok()
}

fn text(past: &Past) -> String {
    fen::write_key::<Standard>(&setup_of(past))
}

/// Whether `position` meets the demands of `past`.
fn meets(position: &Position<Standard>, past: &Past) -> bool {
    let is = past_of(position);
    (is.board, is.turn) == (past.board, past.turn)
        && (past.castling - is.castling).is_empty()
        && (past.en_passant.is_none() || past.en_passant == is.en_passant)
}

/// Whether `past` covers a predecessor that was really there.
fn covers(past: &Past, real: &Past) -> bool {
    (past.board, past.turn) == (real.board, real.turn)
        && (past.castling - real.castling).is_empty()
        && (past.en_passant.is_none() || past.en_passant == real.en_passant)
}

/// The forward move of an un-move.
fn forward(past: &Past, unmove: Unmove) -> Move {
    let Unmove { stands, came_from, kind, .. } = unmove;
    match kind {
        UnmoveKind::Promotion => {
            Move::promote(came_from, stands, past.board.role_at(stands).expect("a man stands there"))
        }
        UnmoveKind::Castling => {
            Move::new(came_from, Square::at(if stands.file() == 6 { 7 } else { 0 }, stands.rank()))
        }
        _ => Move::new(came_from, stands),
    }
}

/// What move `mv` of `position` is when taken back.
fn backward(position: &Position<Standard>, mv: Move) -> Unmove {
    let (from, to) = (mv.from(), mv.to());
    let pawn = position.board().role(Role::Pawn).has(from);
    let captured = position.board().role_at(to);
    let (kind, stands, captured) = if position.is_castling(mv) {
        (UnmoveKind::Castling, Position::<Standard>::castling_squares(from, to).0, None)
    } else if position.is_en_passant(mv) {
        (UnmoveKind::EnPassant, to, Some(Role::Pawn))
    } else if mv.promotion().is_some() {
        (UnmoveKind::Promotion, to, captured)
    } else if pawn && from.rank().abs_diff(to.rank()) == 2 {
        (UnmoveKind::DoubleStep, to, captured)
    } else {
        (UnmoveKind::Step, to, captured)
    };
    Unmove { stands, came_from: from, kind, captured }
}

/// Castling as in classical chess: the rights of other arrays are no rights here.
fn classical(setup: &Setup) -> bool {
    let corners: Bitboard =
        [(0, 0), (7, 0), (0, 7), (7, 7)].map(|(f, r)| Square::at(f, r)).into_iter().collect();
    let king_home = |color, square: Square| {
        let rights = setup.castling & Bitboard::rank(square.rank());
        rights.is_empty() || setup.board.men(color, Role::King).has(square)
    };
    (setup.castling - corners).is_empty()
        && king_home(Color::White, Square::at(4, 0))
        && king_home(Color::Black, Square::at(4, 7))
}

/// Every un-move plays back, and the filter leaves out exactly what instant lemmas refute.
fn plays_back(past: &Past) -> usize {
    let unmoves = all(past);
    let before: Vec<Unmove> =
        unmoves.iter().copied().filter(|&unmove| instant(&past.before(unmove)).is_none()).collect();
    let filtered = plausible(past);
    assert_eq!(filtered, before, "{}", text(past));
    for unmove in unmoves {
        let before = past.before(unmove);
        assert_eq!(before.turn, !past.turn);
        let Some(position) = as_position(&before) else {
            assert!(instant(&before).is_some(), "{} before {}", text(&before), text(past));
            continue;
        };
        let mv = forward(past, unmove);
        assert_eq!(backward(&position, mv), unmove, "{} before {}", text(&before), text(past));
        // Pseudo-legal always, and legal when the mover's king is not left attacked.
        assert!(pseudo_legal_moves(&position).contains(&mv), "{mv} in {} to {}", text(&before), text(past));
        if as_position(past).is_some() {
            assert!(legal_moves(&position).contains(&mv), "{mv} in {} to {}", text(&before), text(past));
        }
        assert!(meets(&position.play(mv), past), "{mv} in {} to {}", text(&before), text(past));
    }
    filtered.len()
}

/// The move really played is among the un-moves.
fn finds(position: &Position<Standard>, mv: Move) {
    let real = past_of(position);
    let mut past = past_of(&position.play(mv));
    for demands in 0..4 {
        // With its castling rights and en passant square demanded, or not.
        if demands & 1 != 0 {
            past.castling = Bitboard::EMPTY;
        }
        if demands & 2 != 0 {
            past.en_passant = None;
        }
        let unmove = backward(position, mv);
        let found = plausible(&past).into_iter().filter(|&other| other == unmove).count();
        assert_eq!(found, 1, "{mv} in {}", text(&real));
        assert!(covers(&past.before(unmove), &real), "{mv} in {}", text(&real));
    }
}

fn start() -> Position<Standard> {
    fen::position(fen::START).expect("the initial array")
}

#[test]
fn un_moves_play_back() {
    let mut chance = Chance(1);
    let mut count = 0;
    for _ in 0..200 {
        random_game(&start(), 200, &mut chance, |position| {
            if position.fullmoves() % 8 == 0 {
                count += plays_back(&past_of(position));
            }
        });
    }
    // Nothing forbids stranger pasts.
    for _ in 0..20_000 {
        let setup = random_setup::<Standard>(&mut chance);
        let end_row_pawns = setup.board.role(Role::Pawn) & (Bitboard::rank(0) | Bitboard::rank(7));
        if classical(&setup) && end_row_pawns.is_empty() {
            count += plays_back(&Past::from(&setup));
        }
    }
    eprintln!("{count} un-moves");
    assert!(count > 100_000);
}

#[test]
fn moves_really_played_are_found() {
    let mut chance = Chance(2);
    let mut games = 0;
    let mut kinds = [0; 5];
    let mut starts = vec![start(); 50];
    let valid = |row: Vec<&str>| {
        let setup = fen::parse::<Standard>(row[0]).ok()?;
        (classical(&setup) && instant(&Past::from(&setup)).is_none())
            .then(|| Position::new(&setup, Policy::Playable).ok())?
    };
    starts.extend(common::rows(&common::cases("perft.tsv")).filter_map(valid));
    for start in &starts {
        let mut position = *start;
        for _ in 0..150 {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let mv = chance.pick(&moves);
            // Captures en passant, castling and promotions are rare: look at all there are.
            for &mv in moves.iter().filter(|&&other| {
                other == mv
                    || !matches!(backward(&position, other).kind, UnmoveKind::Step | UnmoveKind::DoubleStep)
            }) {
                kinds[backward(&position, mv).kind as usize] += 1;
                finds(&position, mv);
            }
            position = position.play(mv);
        }
        games += 1;
    }
    eprintln!("{games} games, moves of each kind: {kinds:?}");
    assert!(kinds.iter().all(|&count| count > 0));
}

/// All pasts, of whatever sort, from which one legal move leads to `past`: tried out forwards.
fn predecessors_by_trial(past: &Past) -> HashSet<Past> {
    let (s, o) = (past.turn, !past.turn);
    let empty: Vec<Square> = (!past.board.occupied()).into_iter().collect();
    let mut found = HashSet::new();
    let mut attempt = |board: Board, castling: Bitboard, en_passant: Option<Square>| {
        let before = Past { board, turn: o, castling, en_passant, ..*past };
        if instant(&before).is_some() {
            return;
        }
        let Some(position) = as_position(&before) else { return };
        let leads = |&mv: &Move| {
            // Only en passant captures need the demand, only castling the further right.
            let special = match backward(&position, mv).kind {
                UnmoveKind::EnPassant => en_passant.is_some() && castling == past.castling,
                UnmoveKind::Castling => {
                    en_passant.is_none()
                        && castling == past.castling | mv.to().bb()
                        && castling != past.castling
                }
                _ => en_passant.is_none() && castling == past.castling,
            };
            special && meets(&position.play(mv), past)
        };
        if legal_moves(&position).iter().any(leads) {
            found.insert(before);
        }
    };
    for stands in past.board.color(o) {
        let role = past.board.role_at(stands).expect("a man stands there");
        for &from in &empty {
            for as_role in [role, Role::Pawn] {
                let mut board = past.board;
                board.remove(stands);
                board.put(from, Man { color: o, role: as_role });
                attempt(board, past.castling, None);
                for captured in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                    let mut board = board;
                    board.put(stands, Man { color: s, role: captured });
                    attempt(board, past.castling, None);
                }
                for &pawn in empty.iter().filter(|&&pawn| pawn != from && pawn.file() == stands.file()) {
                    let mut board = board;
                    board.put(pawn, Man { color: s, role: Role::Pawn });
                    attempt(board, past.castling, Some(stands));
                }
                if role == Role::King {
                    let rank = stands.rank();
                    for rook in past.board.men(o, Role::Rook) {
                        for corner in [Square::at(0, rank), Square::at(7, rank)] {
                            let mut board = board;
                            board.remove(rook);
                            if board.man_at(corner).is_none() {
                                board.put(corner, Man { color: o, role: Role::Rook });
                                attempt(board, past.castling | corner.bb(), None);
                            }
                        }
                    }
                }
            }
        }
    }
    found
}

fn agrees_with_trial(past: &Past) -> usize {
    let list: Vec<Past> = plausible(past).into_iter().map(|unmove| past.before(unmove)).collect();
    let set: HashSet<Past> = list.iter().copied().collect();
    assert_eq!(set.len(), list.len(), "a predecessor twice: {}", text(past));
    let trial = predecessors_by_trial(past);
    if let Some(missing) = trial.difference(&set).next() {
        panic!("{} before {} is not generated", text(missing), text(past));
    }
    if let Some(wrong) = set.difference(&trial).next() {
        panic!("{} before {} is generated", text(wrong), text(past));
    }
    set.len()
}

#[test]
fn slow_trial_finds_the_same() {
    let mut chance = Chance(3);
    let (mut pasts, mut count) = (0, 0);
    while pasts < 250 {
        let setup = random_setup::<Standard>(&mut chance);
        let small = setup.board.occupied().len() <= 7;
        // The trial plays forwards, so it needs a position to arrive at.
        if small && classical(&setup) && instant(&Past::from(&setup)).is_none() {
            count += agrees_with_trial(&Past::from(&setup));
            pasts += 1;
        }
    }
    for text in [
        "4k3/8/8/8/8/8/8/5RK1 b - - 0 1",
        "4k3/8/8/8/8/8/8/R4RK1 b - - 0 1",
        "4k3/8/8/8/8/8/8/2KR3R b - - 0 1",
        "2kr4/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1",
        "4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1",
        "3Qk3/8/8/8/8/8/8/4K3 b - - 0 1",
        "4k3/8/2P5/8/B7/8/8/4K3 b - - 0 1",
        "4k3/8/8/8/8/5p2/8/6bK w - - 0 1",
        "QQQQQQQQ/8/3k4/8/8/8/Q7/K7 b - - 0 1",
        "r3k2r/8/8/8/8/8/8/5RK1 b kq - 0 1",
    ] {
        count += agrees_with_trial(&Past::from(&fen::parse::<Standard>(text).expect("a position")));
    }
    eprintln!("{count} predecessors");
}

#[test]
fn breaks_off() {
    let past = past_of(&start().play("e2e4".parse().expect("a move")));
    let first = plausible_unmoves(&past, |unmoves| match unmoves.iter().next() {
        Some(unmove) => ControlFlow::Break(unmove),
        None => ControlFlow::Continue(()),
    });
    assert!(first.is_break());
    // Of a double step that is demanded no other last move remains.
    let only = plausible(&past);
    assert_eq!(only.len(), 1);
    assert_eq!(only[0].kind, UnmoveKind::DoubleStep);
}
