//! That nobody is told wrongly that a side can never win, nor that it can: against games that were won, and
//! against all endings of up to four men. Both take long and are asked for by name.

#![allow(clippy::print_stderr, reason = "they say what they did")]

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::{Duration, Instant};

use chess_arbiter::help::{CanWinAnswer, QuickAnswer, can_win, can_win_quick};
use chess_arbiter::{Color, Limits, Position, Status, legal_moves, status};
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color as Side, EnPassantMode, FromSetup as _, Piece, Position as _,
    PositionError, Role, Setup, Square, fen::Fen,
};

use crate::common::Chance;

/// A number that the environment gives, or this one.
fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name}: {text}")))
}

/// Men strewn over the board, most of the pawns blocked by one of the other side.
fn blocked(chance: &mut Chance) -> Option<Position> {
    let mut men = ['.'; 64];
    let free = |men: &[char; 64], chance: &mut Chance| loop {
        let square = chance.below(64);
        if men[square] == '.' {
            return square;
        }
    };
    for file in 0..8 {
        // A file without pawns lets somebody through.
        if chance.one_in(6) {
            continue;
        }
        let rank = 1 + chance.below(5);
        men[rank * 8 + file] = 'P';
        men[(rank + 1) * 8 + file] = 'p';
    }
    for king in ['K', 'k'] {
        men[free(&men, chance)] = king;
    }
    for _ in 0..chance.below(6) {
        let square = free(&men, chance);
        men[square] = chance.pick(&['B', 'b', 'B', 'b', 'N', 'n', 'R', 'r']);
    }
    let rows: Vec<String> = (0..8).rev().map(|rank| men[rank * 8..rank * 8 + 8].iter().collect()).collect();
    let side = if chance.one_in(2) { "w" } else { "b" };
    let text = rows.join("/").replace('.', "1");
    format!("{text} {side} - - 0 1").parse().ok()
}

/// Whoever has mated in a game could win at each position before. `DEAD_QUERIES` is how many are asked.
#[test]
#[ignore = "takes minutes: ten million positions of games that were won"]
fn who_won_could_win() {
    let wanted = number("DEAD_QUERIES", 10_000_000);
    let mut chance = Chance(2026);
    // A little work is enough for all lemmas to be asked; the closure of small positions too.
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let (mut games, mut won, mut quick, mut whole, mut yes) = (0, 0, 0, 0, 0);
    let mut of_blocked = 0;
    while quick < wanted {
        games += 1;
        let is_blocked = chance.one_in(2);
        let start = if is_blocked { blocked(&mut chance) } else { Some(Position::initial()) };
        let Some(mut now) = start else { continue };
        let captures = chance.one_in(2);
        let mut game = vec![now];
        while game.len() < 400 {
            let moves = legal_moves(&now);
            if moves.is_empty() {
                break;
            }
            let mut mv = moves[chance.below(moves.len())];
            // Fewer men are what the lemmas are about.
            if captures
                && let Some(&takes) = moves.iter().find(|&&mv| now.board().man_at(mv.to()).is_some())
                && chance.one_in(3)
            {
                mv = takes;
            }
            now = now.play(mv);
            game.push(now);
        }
        if status(&now) != Status::Checkmate {
            continue;
        }
        won += 1;
        let winner = !now.turn();
        for position in &game {
            quick += 1;
            of_blocked += usize::from(is_blocked);
            match can_win_quick(position, winner) {
                QuickAnswer::No => panic!("{winner} was told that it cannot win, and has won: {position}"),
                QuickAnswer::Yes => yes += 1,
                QuickAnswer::Unknown => {}
            }
        }
        for _ in 0..3 {
            let position = game[chance.below(game.len())];
            whole += 1;
            let found = can_win(&position, winner, &limits).answer;
            assert!(!matches!(found, CanWinAnswer::Unwinnable(_)), "{winner} {found:?}: {position}");
        }
    }
    eprintln!(
        "{games} games, {won} won: {quick} asked at first sight ({of_blocked} of blocked games), {yes} yes; {whole} asked wholly; none no"
    );
}

const WHITE: u8 = 1;
const BLACK: u8 = 2;
/// No position stands here.
const NONE: u8 = 4;

/// Kings and up to two men. A table has White's men first, stronger than Black's.
type Men = Vec<(Side, Role, usize)>;

/// Who can win each position of an ending.
struct Ending {
    white: Vec<Role>,
    black: Vec<Role>,
    values: Vec<AtomicU8>,
}

/// The squares of White's king: without pawns a triangle, else the half of the board.
fn king_squares(pawns: bool) -> Vec<usize> {
    let is_there = |&square: &usize| square % 8 < 4 && (pawns || square / 8 <= square % 8);
    (0..64).filter(is_there).collect()
}

fn has_pawns(men: &[Role]) -> bool {
    men.contains(&Role::Pawn)
}

impl Ending {
    fn new(white: Vec<Role>, black: Vec<Role>) -> Ending {
        let pawns = has_pawns(&white) || has_pawns(&black);
        let size = king_squares(pawns).len() * 64 * 64_usize.pow((white.len() + black.len()) as u32) * 2;
        Ending { white, black, values: (0..size).map(|_| AtomicU8::new(0)).collect() }
    }

    /// The position of a place; none where two men share a square or the other library takes none.
    fn position(&self, kings: &[usize], place: usize) -> Option<Chess> {
        let turn = if place & 1 == 0 { Side::White } else { Side::Black };
        let mut rest = place >> 1;
        let mut board = Board::empty();
        let mut put = |square: usize, color, role| {
            let square = Square::new(square as u32);
            let is_free = board.piece_at(square).is_none();
            board.set_piece_at(square, Piece { color, role });
            is_free
        };
        let white = self.white.iter().map(|&role| (Side::White, role));
        let roles: Vec<(Side, Role)> =
            white.chain(self.black.iter().map(|&role| (Side::Black, role))).collect();
        let mut last = None;
        for &(color, role) in roles.iter().rev() {
            let square = rest % 64;
            rest /= 64;
            // Of two equal men one order is enough.
            if last.is_some_and(|(kind, after)| kind == (color, role) && square > after) {
                return None;
            }
            last = Some(((color, role), square));
            if role == Role::Pawn && !(8..56).contains(&square) || !put(square, color, role) {
                return None;
            }
        }
        if !put(rest % 64, Side::Black, Role::King) || !put(kings[rest / 64], Side::White, Role::King) {
            return None;
        }
        let setup = Setup {
            board,
            promoted: Bitboard::EMPTY,
            pockets: None,
            turn,
            castling_rights: Bitboard::EMPTY,
            ep_square: None,
            remaining_checks: None,
            halfmoves: 0,
            fullmoves: std::num::NonZeroU32::MIN,
        };
        let read = Chess::from_setup(setup, CastlingMode::Standard);
        let read = read.or_else(PositionError::ignore_impossible_check);
        read.or_else(PositionError::ignore_too_much_material).ok()
    }
}

#[derive(Default)]
struct Endings {
    all: HashMap<(Vec<Role>, Vec<Role>), Ending>,
    kings: [Vec<usize>; 2],
}

impl Endings {
    fn new() -> Endings {
        Endings { all: HashMap::new(), kings: [king_squares(false), king_squares(true)] }
    }

    /// Who can win, for a position without en passant.
    fn value(&self, board: &Board, turn: Side) -> u8 {
        let mut men: Men = Vec::with_capacity(2);
        let mut kings = [0; 2];
        for (square, piece) in board.clone().into_iter() {
            let square = usize::from(square);
            match piece.role {
                Role::King => kings[usize::from(piece.color.is_black())] = square,
                role => men.push((piece.color, role, square)),
            }
        }
        if men.is_empty() {
            return 0;
        }
        let of = |color: Side| {
            let mut roles: Vec<Role> = men.iter().filter(|man| man.0 == color).map(|man| man.1).collect();
            roles.sort_by(|a, b| b.cmp(a));
            roles
        };
        let (mut white, mut black) = (of(Side::White), of(Side::Black));
        let mut turn = turn;
        let is_turned = (black.len(), &black) > (white.len(), &white);
        if is_turned {
            std::mem::swap(&mut white, &mut black);
            kings = [kings[1] ^ 56, kings[0] ^ 56];
            men.iter_mut().for_each(|man| *man = (!man.0, man.1, man.2 ^ 56));
            turn = !turn;
        }
        let pawns = has_pawns(&white) || has_pawns(&black);
        let mut map: Vec<fn(usize) -> usize> = Vec::new();
        let mut king = kings[0];
        let mut apply = |is_needed: fn(usize) -> bool, change: fn(usize) -> usize| {
            if is_needed(king) {
                king = change(king);
                map.push(change);
            }
        };
        apply(|square| square % 8 > 3, |square| square ^ 7);
        if !pawns {
            apply(|square| square / 8 > 3, |square| square ^ 56);
            apply(|square| square / 8 > square % 8, |square| square / 8 + square % 8 * 8);
        }
        let mapped = |square: usize| map.iter().fold(square, |square, change| change(square));
        let squares = &self.kings[usize::from(pawns)];
        let mut place = squares.iter().position(|&square| square == king).unwrap() * 64 + mapped(kings[1]);
        men.iter_mut().for_each(|man| man.2 = mapped(man.2));
        men.sort_by_key(|&(color, role, square)| (color == Side::Black, std::cmp::Reverse(role), square));
        for &(_, _, square) in &men {
            place = place * 64 + square;
        }
        let place = place * 2 + usize::from(turn.is_black());
        let ending = self.all.get(&(white, black)).expect("smaller endings come first");
        let value = ending.values[place].load(Ordering::Relaxed);
        assert_eq!(value & NONE, 0, "{board} {turn}");
        if is_turned { value >> 1 | (value & 1) << 1 } else { value }
    }

    /// The same by the moves of a position, as far as it is not `all` that can be.
    fn by_moves(&self, position: &Chess, all: u8) -> u8 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            let mated = position.is_check();
            return if !mated {
                0
            } else if position.turn() == Side::White {
                BLACK
            } else {
                WHITE
            };
        }
        let mut value = 0;
        for mv in moves {
            let mut after = position.clone();
            after.play_unchecked(mv);
            value |= match after.ep_square(EnPassantMode::Legal) {
                Some(_) => self.by_moves(&after, all),
                None => self.value(after.board(), after.turn()),
            };
            if value == all {
                break;
            }
        }
        value
    }

    /// Fills a table: values grow until none does any more.
    fn solve(&mut self, white: Vec<Role>, black: Vec<Role>) {
        let key = (white.clone(), black.clone());
        self.all.insert(key.clone(), Ending::new(white, black));
        let this = &*self;
        let ending = &this.all[&key];
        let kings = &this.kings[usize::from(has_pawns(&key.0) || has_pawns(&key.1))];
        // A king alone gives no check.
        let all = if key.1.is_empty() { WHITE } else { WHITE | BLACK };
        let threads = number("DEAD_THREADS", 2);
        let part = ending.values.len().div_ceil(threads);
        let places = |thread: usize| thread * part..((thread + 1) * part).min(ending.values.len());
        std::thread::scope(|scope| {
            for thread in 0..threads {
                scope.spawn(move || {
                    for place in places(thread) {
                        if ending.position(kings, place).is_none() {
                            ending.values[place].store(NONE, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        let mut is_down = false;
        loop {
            let grown = AtomicBool::new(false);
            std::thread::scope(|scope| {
                for thread in 0..threads {
                    let grown = &grown;
                    scope.spawn(move || {
                        let range = places(thread);
                        let (start, end) = (range.start, range.end);
                        for place in range {
                            let place = if is_down { start + end - 1 - place } else { place };
                            let known = ending.values[place].load(Ordering::Relaxed);
                            if known & NONE != 0 || known == all {
                                continue;
                            }
                            let position = ending.position(kings, place).unwrap();
                            let value = this.by_moves(&position, all);
                            if value | known != known {
                                ending.values[place].store(value | known, Ordering::Relaxed);
                                grown.store(true, Ordering::Relaxed);
                            }
                        }
                    });
                }
            });
            if !grown.into_inner() {
                return;
            }
            is_down = !is_down;
        }
    }
}

/// Endings by their men; those that captures and promotions lead to come before.
fn endings() -> Vec<(Vec<Role>, Vec<Role>)> {
    let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let mut all: Vec<(Vec<Role>, Vec<Role>)> = roles.iter().map(|&role| (vec![role], Vec::new())).collect();
    for (n, &a) in roles.iter().enumerate() {
        for &b in &roles[n..] {
            all.push((vec![a, b], Vec::new()));
            all.push((vec![a], vec![b]));
        }
    }
    let count = |men: &(Vec<Role>, Vec<Role>)| men.0.len() + men.1.len();
    let pawns =
        |men: &(Vec<Role>, Vec<Role>)| men.0.iter().chain(&men.1).filter(|&&role| role == Role::Pawn).count();
    all.sort_by_key(|men| (count(men), pawns(men)));
    all
}

/// All endings of three men, and as many of four as are solved within `DEAD_SECONDS`, those without pawns
/// first; `DEAD_QUERIES` positions of them are asked about.
#[test]
#[ignore = "takes many minutes: tables of help play for endings of up to four men"]
fn endings_are_answered_as_their_tables_are() {
    let (seconds, queries) = (number("DEAD_SECONDS", 3600), number("DEAD_QUERIES", 1_000_000));
    let started = Instant::now();
    let mut tables = Endings::new();
    let all = endings();
    for (white, black) in &all {
        if white.len() + black.len() > 1 && started.elapsed() >= Duration::from_secs(seconds as u64) {
            break;
        }
        tables.solve(white.clone(), black.clone());
        eprintln!("{white:?} {black:?}: {:.0} s", started.elapsed().as_secs_f64());
    }
    let solved: Vec<_> = all.iter().filter(|key| tables.all.contains_key(*key)).collect();
    eprintln!("{} of {} endings in {:.0} s", solved.len(), all.len(), started.elapsed().as_secs_f64());
    let limits = Limits { nodes: Some(50_000), ..Limits::default() };
    let mut chance = Chance(64);
    let (mut asked, mut first, mut open, mut yes, mut never) = (0, [0; 3], 0, 0, 0);
    while asked < queries {
        let ending = &tables.all[solved[chance.below(solved.len())]];
        let place = chance.below(ending.values.len());
        let value = ending.values[place].load(Ordering::Relaxed);
        if value == NONE {
            continue;
        }
        let kings = &tables.kings[usize::from(has_pawns(&ending.white) || has_pawns(&ending.black))];
        let theirs = ending.position(kings, place).unwrap();
        let text = Fen::from_position(&theirs, EnPassantMode::Legal).to_string();
        let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        asked += 1;
        for (color, bit) in [(Color::White, WHITE), (Color::Black, BLACK)] {
            let can = value & bit != 0;
            never += usize::from(!can);
            match can_win_quick(&position, color) {
                QuickAnswer::Yes => assert!(can, "{color}: {text}"),
                QuickAnswer::No => {
                    first[1] += 1;
                    assert!(!can, "{color}: {text}");
                }
                QuickAnswer::Unknown => first[2] += 1,
            }
            match can_win(&position, color, &limits).answer {
                CanWinAnswer::Winnable(line) => {
                    let end = line.iter().fold(position, |now, &mv| now.play(mv));
                    assert!(status(&end) == Status::Checkmate && end.turn() != color, "{color}: {text}");
                    assert!(can, "{color}: {text}");
                    yes += 1;
                }
                CanWinAnswer::Unwinnable(why) => assert!(!can, "{color} {why:?}: {text}"),
                CanWinAnswer::Undecided(_) => open += 1,
            }
        }
    }
    eprintln!(
        "{asked} positions, both sides: {yes} won, {never} never, {open} left open; at first sight {} no, {} unknown",
        first[1], first[2]
    );
}
