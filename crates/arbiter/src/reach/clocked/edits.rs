//! A game made longer or shorter: each side takes a way round, or leaves one out.
//!
//! Which moves a side makes is one list, which the other side makes another, and how they alternate is fixed
//! by their lengths. So both sides must change by as many moves; whether the moves are still legal is seen by
//! playing them.

use crate::attacks::{self, Portable};
use crate::board::{Bitboard, Color, Move, Role, Square};
use crate::limits::{Meter, Reached};
use crate::moves::legal_moves;
use crate::position::Position;
use crate::rules::Standard;

/// Pairs of changes that are tried.
const MOST_PAIRS: usize = 3_000;

/// A change of the moves of one side.
#[derive(Clone, Copy)]
enum GameEdit {
    /// The move with this number goes by way of another square: one move more.
    Split { number: usize, through: Square },
    /// A man goes at once where it went by two moves, with the first or the second of them: one less.
    Merge { first: usize, second: usize, early: bool },
    /// A man does not go there and back: two less.
    Drop { first: usize, second: usize },
}

impl GameEdit {
    /// How many moves the side makes more.
    const fn more(self) -> i32 {
        match self {
            GameEdit::Split { .. } => 1,
            GameEdit::Merge { .. } => -1,
            GameEdit::Drop { .. } => -2,
        }
    }

    /// About where in the list it is.
    const fn place(self) -> usize {
        match self {
            GameEdit::Split { number, .. } => number,
            GameEdit::Merge { first, second, early } => {
                if early {
                    second
                } else {
                    first
                }
            }
            GameEdit::Drop { first, .. } => first,
        }
    }

    fn apply(self, moves: &[Move]) -> Vec<Move> {
        let mut moves = moves.to_vec();
        match self {
            GameEdit::Split { number, through } => {
                let mv = moves[number];
                moves[number] = Move::new(mv.from(), through);
                let rest = match mv.promotion() {
                    Some(role) => Move::promote(through, mv.to(), role),
                    None => Move::new(through, mv.to()),
                };
                moves.insert(number + 1, rest);
            }
            GameEdit::Merge { first, second, early } => {
                let whole = Move::new(moves[first].from(), moves[second].to());
                moves[if early { first } else { second }] = whole;
                moves.remove(if early { second } else { first });
            }
            GameEdit::Drop { first, second } => {
                moves.remove(second);
                moves.remove(first);
            }
        }
        moves
    }
}

/// A game that leads from the same position to the same, and each side makes so many moves more: 1, −1 or −2.
/// `None`: not found.
pub(super) fn changed(
    start: &Position<Standard>,
    game: &[Move],
    more: i32,
    meter: &mut Meter,
) -> Result<Option<Vec<Move>>, Reached> {
    let lists = by_side(start.turn(), game);
    let edits = edits(start, game)
        .map(|edits| -> Vec<GameEdit> { edits.into_iter().filter(|edit| edit.more() == more).collect() });
    let mut pairs: Vec<(usize, GameEdit, GameEdit)> = Vec::new();
    for &white in &edits[0] {
        pairs.extend(edits[1].iter().map(|&black| (white.place().abs_diff(black.place()), white, black)));
    }
    // In between the moves of both sides meet otherwise than they did.
    pairs.sort_by_key(|&(apart, ..)| apart);
    let end = game.iter().fold(*start, |position, &mv| position.play(mv));
    for (_, white, black) in pairs.into_iter().take(MOST_PAIRS) {
        meter.charge(8)?;
        let lists = [white.apply(&lists[0]), black.apply(&lists[1])];
        if let Some(game) = played(start, &end, &lists) {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

/// The moves of White and of Black.
fn by_side(first: Color, game: &[Move]) -> [Vec<Move>; 2] {
    let mut lists = [Vec::new(), Vec::new()];
    for (number, &mv) in game.iter().enumerate() {
        let side = if number % 2 == 0 { first } else { !first };
        lists[side as usize].push(mv);
    }
    lists
}

/// The game of both lists, if it is one and leads to `end`.
fn played(start: &Position<Standard>, end: &Position<Standard>, lists: &[Vec<Move>; 2]) -> Option<Vec<Move>> {
    let mut position = *start;
    let mut next = [0; 2];
    let mut game = Vec::with_capacity(lists[0].len() + lists[1].len());
    while let Some(&mv) = lists[position.turn() as usize].get(next[position.turn() as usize]) {
        next[position.turn() as usize] += 1;
        if !legal_moves(&position).contains(&mv) {
            return None;
        }
        game.push(mv);
        position = position.play(mv);
    }
    (game.len() == lists[0].len() + lists[1].len() && is_same(&position, end)).then_some(game)
}

/// Whether the positions agree in all but the en passant square.
pub(super) fn is_same(one: &Position<Standard>, other: &Position<Standard>) -> bool {
    one.board() == other.board()
        && one.turn() == other.turn()
        && Color::BOTH.into_iter().all(|color| one.castling(color) == other.castling(color))
}

/// The changes that may be possible, of White and of Black.
fn edits(start: &Position<Standard>, game: &[Move]) -> [Vec<GameEdit>; 2] {
    let mut edits = [Vec::new(), Vec::new()];
    let mut position = *start;
    for (ply, &mv) in game.iter().enumerate() {
        let (board, side) = (position.board(), position.turn());
        // Where a side begins, its list does.
        let number = |ply: usize| ply / 2;
        if let (Some(role), false) = (board.role_at(mv.from()), position.is_castling(mv)) {
            let own = &mut edits[side as usize];
            let occupied = board.occupied();
            own.extend(
                detours(role, mv, occupied).map(|through| GameEdit::Split { number: number(ply), through }),
            );
            let later = next_of(game, ply).map(|later| (later, game[later]));
            if let (None, Some((later, then))) = (board.role_at(mv.to()), later)
                && mv.promotion().is_none()
                && then.promotion().is_none()
            {
                let (first, second) = (number(ply), number(later));
                if then.to() == mv.from() {
                    own.push(GameEdit::Drop { first, second });
                } else if goes(role, mv.from(), then.to(), Bitboard::EMPTY) {
                    own.extend([true, false].map(|early| GameEdit::Merge { first, second, early }));
                }
            }
        }
        position = position.play(mv);
    }
    edits
}

/// The squares by which a man can go the way of a move with two.
fn detours(role: Role, mv: Move, occupied: Bitboard) -> Bitboard {
    let (from, to) = (mv.from(), mv.to());
    if role == Role::Pawn {
        return if from.file() == to.file() { attacks::between(from, to) } else { Bitboard::EMPTY };
    }
    let left = occupied - from.bb();
    (reach(role, from, occupied) & reach(role, to, left)) - occupied
}

/// The next move of the man that makes this one: the next one from where it goes, unless something else comes
/// there before.
fn next_of(game: &[Move], ply: usize) -> Option<usize> {
    let square = game[ply].to();
    let next =
        (ply + 1..game.len()).find(|&later| game[later].from() == square || game[later].to() == square)?;
    (game[next].from() == square && (next - ply).is_multiple_of(2)).then_some(next)
}

/// Whether a man can go there at once.
fn goes(role: Role, from: Square, to: Square, occupied: Bitboard) -> bool {
    match role {
        Role::Pawn => from.file() == to.file() && from.rank().abs_diff(to.rank()) == 2,
        _ => reach(role, from, occupied).has(to),
    }
}

/// Where a piece goes.
fn reach(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    attacks::attacks::<Standard, Portable>(role, Color::White, from, occupied)
}
