//! Generation against two independent generators: the checker's board (all rule sets) and shakmaty.

use crate::common;

use std::collections::BTreeSet;

use chess_arbiter::attacks::{Isa, Portable, Task, attackers, attacks, with_best_isa};
use chess_arbiter::board::{Bitboard, Color, Move, Role, Square};
use chess_arbiter::format::{fen, uci};
use chess_arbiter::moves::{
    checking_moves, has_legal_move, has_safe_move, legal_moves, pseudo_legal_moves, safe_moves,
};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Gardner, LosAlamos, Pawnless, Rules, Simplified, SimplifiedPawns, Standard};
use chess_arbiter_check::board::{Board as Checked, RuleSet};
use common::{Chance, key, random_game, random_position};

/// What a set of random positions covered, so that the test cannot pass by missing the hard cases.
#[derive(Default, Debug)]
struct Seen {
    promotions: u32,
    double_checks: u32,
    en_passant: u32,
    en_passant_pinned: u32,
    castling: u32,
    full_boards: u32,
    checks: u32,
}

fn texts<R: Rules>(position: &Position<R>, moves: &[Move]) -> BTreeSet<String> {
    let set: BTreeSet<String> = moves.iter().map(|&mv| uci::write(position, mv)).collect();
    assert_eq!(set.len(), moves.len(), "a move twice at {}", key(position));
    set
}

fn compare<R: Rules>(position: &Position<R>, seen: &mut Seen) {
    let text = key(position);
    let checked =
        Checked::parse(RuleSet::from_name(R::NAME).unwrap(), &text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let theirs = |moves: Vec<chess_arbiter_check::moves::Move>| -> BTreeSet<String> {
        moves.iter().map(|mv| mv.to_string()).collect()
    };
    let legal = legal_moves(position);
    let pseudo = pseudo_legal_moves(position);
    assert_eq!(texts(position, &legal), theirs(checked.playable_moves()), "legal at {text}");
    assert_eq!(texts(position, &pseudo), theirs(checked.pseudo_legal_moves()), "pseudo-legal at {text}");
    let safe: Vec<_> = checked.safe_moves();
    // The checker counts a capture of the royal as safe whatever it leaves behind; the generator does not.
    let safe_by_both: BTreeSet<String> =
        safe.iter().filter(|mv| !checked.captures_royal(mv)).map(|mv| mv.to_string()).collect();
    let ours = safe_moves(position);
    let taken = position.royal(!position.turn());
    let ours: Vec<Move> = ours.into_iter().filter(|mv| Some(mv.to()) != taken).collect();
    assert_eq!(texts(position, &ours), safe_by_both, "safe at {text}");
    assert_eq!(has_legal_move(position), !legal.is_empty(), "{text}");
    assert_eq!(has_safe_move(position), !safe_moves(position).is_empty(), "{text}");

    let attacks_royal = |position: &Position<R>, color: Color| {
        position.royal(color).map(|royal| {
            attackers::<R, Portable>(position.board(), royal, !color, position.board().occupied())
        })
    };
    let checking: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|&mv| attacks_royal(&position.play(mv), !position.turn()).is_some_and(Bitboard::has_any))
        .collect();
    assert_eq!(texts(position, &checking_moves(position)), texts(position, &checking), "checks at {text}");

    for &mv in &pseudo {
        let next = position.play(mv);
        let their_move = checked.find_move(&uci::write(position, mv)).unwrap();
        assert_eq!(key(&next), checked.play(&their_move).to_string(), "{text} after {mv}");
        let fresh = Position::<R>::new(&next.to_setup(), Policy::Movable);
        if let Ok(fresh) = fresh {
            assert_eq!(next.zobrist(), fresh.zobrist(), "{text} after {mv}");
            assert_eq!(next, fresh);
        }
    }
    let checkers = attacks_royal(position, position.turn()).unwrap();
    seen.promotions += u32::from(legal.iter().any(|mv| mv.promotion().is_some()));
    seen.double_checks += u32::from(checkers.len() >= 2);
    seen.checks += u32::from(checkers.has_any());
    seen.en_passant += u32::from(legal.iter().any(|&mv| position.is_en_passant(mv)));
    seen.en_passant_pinned +=
        u32::from(pseudo.iter().any(|&mv| position.is_en_passant(mv) && !legal.contains(&mv)));
    seen.castling += u32::from(legal.iter().any(|&mv| position.is_castling(mv)));
    seen.full_boards += u32::from(position.board().occupied() == R::WINDOW);
}

fn random_positions<R: Rules>(count: usize, seed: u64) -> Seen {
    let mut seen = Seen::default();
    let mut chance = Chance(seed);
    for _ in 0..count {
        compare(&random_position::<R>(&mut chance), &mut seen);
    }
    seen
}

#[test]
fn standard_agrees_with_the_checker() {
    let mut seen = random_positions::<Standard>(20_000, 1);
    let mut chance = Chance(2);
    for _ in 0..40 {
        let start = fen::position::<Standard>(fen::START).unwrap();
        random_game(&start, 200, &mut chance, |position| compare(position, &mut seen));
    }
    assert!(
        seen.promotions > 500
            && seen.double_checks > 500
            && seen.en_passant > 300
            && seen.en_passant_pinned > 100
            && seen.castling > 100
            && seen.full_boards > 30,
        "{seen:?}"
    );
}

#[test]
fn pawnless_agrees_with_the_checker() {
    let seen = random_positions::<Pawnless>(20_000, 3);
    assert!(seen.checks > 1000 && seen.double_checks > 500 && seen.full_boards > 500, "{seen:?}");
}

#[test]
fn simplified_agrees_with_the_checker() {
    let seen = random_positions::<Simplified>(20_000, 4);
    assert!(seen.checks > 1000 && seen.double_checks > 500 && seen.full_boards > 500, "{seen:?}");
}

#[test]
fn simplified_pawns_agrees_with_the_checker() {
    let seen = random_positions::<SimplifiedPawns>(20_000, 5);
    assert!(seen.promotions > 500 && seen.checks > 1000 && seen.full_boards > 100, "{seen:?}");
}

#[test]
fn smaller_boards_agree_with_the_checker() {
    for seen in [random_positions::<Gardner>(20_000, 7), random_positions::<LosAlamos>(20_000, 8)] {
        assert!(seen.promotions > 200 && seen.checks > 1000 && seen.double_checks > 100, "{seen:?}");
    }
}

#[test]
fn standard_agrees_with_shakmaty() {
    use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};
    let mut chance = Chance(6);
    for _ in 0..60 {
        let start = fen::position::<Standard>(fen::START).unwrap();
        random_game(&start, 150, &mut chance, |position| {
            let text = fen::write::<Standard>(&position.to_setup());
            let theirs: Chess = text
                .parse::<Fen>()
                .unwrap()
                .into_position(CastlingMode::Chess960)
                .unwrap_or_else(|e| panic!("{text}: {e}"));
            let expected: BTreeSet<String> =
                theirs.legal_moves().iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect();
            assert_eq!(texts(position, &legal_moves(position)), expected, "{text}");
        });
    }
}

struct SlidersAgree;

impl Task for SlidersAgree {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let mut chance = Chance(7);
        for square in Square::all() {
            for _ in 0..2_000 {
                let occupied = Bitboard(chance.next() & chance.next());
                for role in [Role::Bishop, Role::Rook, Role::Queen] {
                    let best = attacks::<Standard, I>(role, Color::White, square, occupied);
                    let portable = attacks::<Standard, Portable>(role, Color::White, square, occupied);
                    assert_eq!(best, portable, "{role} on {square}, {occupied:?}");
                    assert_eq!(best, walk(role, square, occupied), "{role} on {square}, {occupied:?}");
                }
            }
        }
    }
}

/// Step by step until the edge or a blocker.
fn walk(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for (df, dr) in [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)] {
        if (role == Role::Rook && df * dr != 0) || (role == Role::Bishop && df * dr == 0) {
            continue;
        }
        let (mut file, mut rank) = (from.file() as i8 + df, from.rank() as i8 + dr);
        while (0..8).contains(&file) && (0..8).contains(&rank) {
            let square = Square::at(file as u8, rank as u8);
            set |= square.bb();
            if occupied.has(square) {
                break;
            }
            (file, rank) = (file + df, rank + dr);
        }
    }
    set
}

#[test]
fn both_slider_implementations_walk_the_same_squares() {
    with_best_isa(SlidersAgree);
    Portable::call(SlidersAgree);
}

/// Without pawns a side always has a move: every way to place up to five own pieces of the contest (a queen,
/// at most two rooks, at most two bishops and knights together) leaves one of them a step, whatever the enemy
/// has elsewhere, for an enemy man can be taken and an empty square can be entered.
#[test]
fn a_side_without_pawns_always_has_a_move() {
    use chess_arbiter::board::{Board, Man, Setup};
    let sets: Vec<Vec<Role>> = {
        use Role::{Bishop, Knight, Queen, Rook};
        let minors =
            [vec![], vec![Bishop], vec![Knight], vec![Bishop; 2], vec![Knight; 2], vec![Bishop, Knight]];
        (0..=2)
            .flat_map(|rooks| {
                minors.iter().map(move |m| [vec![Queen], vec![Rook; rooks], m.clone()].concat())
            })
            .collect()
    };
    assert_eq!(sets.len(), 18);
    let window: Vec<Square> = Simplified::WINDOW.into_iter().collect();
    fn place(board: Board, rest: &[Role], after: usize, window: &[Square], placed: &mut u64) {
        let Some((&role, rest)) = rest.split_first() else {
            *placed += 1;
            // Own men only: enemy men would only turn steps into captures.
            let free = window.iter().any(|&square| {
                board.man_at(square).is_some_and(|man| {
                    (attacks::<Simplified, Portable>(man.role, man.color, square, board.occupied())
                        - board.occupied())
                    .has_any()
                })
            });
            assert!(free, "{}", fen::write::<Simplified>(&Setup::new(board, Color::White)));
            return;
        };
        for (i, &square) in window.iter().enumerate().skip(after) {
            if board.man_at(square).is_none() {
                let mut next = board;
                next.put(square, Man { color: Color::White, role });
                // Equal men in ascending order only.
                let after = if rest.first() == Some(&role) { i + 1 } else { 0 };
                place(next, rest, after, window, placed);
            }
        }
    }
    let mut placed = 0;
    for set in &sets {
        place(Board::EMPTY, set, 0, &window, &mut placed);
    }
    assert!(placed > 500_000, "{placed}");
}
