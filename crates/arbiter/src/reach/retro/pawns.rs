//! Which captures pawns must have made, of what, and which men must have been lost or promoted.
//!
//! Every game that reaches the past gives an assignment: each man of a side on the board came from another
//! man of the starting position, by ways and with captures that the [facts](super::super::facts) allow, and
//! the captures of its pawns are together no more than they allow. So what is so in every such assignment was
//! so in every game; each alternative is tried, and falls when no assignment is left with it.

use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::reach::facts::mobility::{Forced, Mobility};
use crate::reach::facts::origins::{Origins, home};

/// Most captures of a pawn.
const MOST: usize = 6;

/// A pawn on the board that captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CapturingPawn {
    /// Where it stands.
    pub square: Square,
    /// On one of these it began.
    pub from: Bitboard,
    /// It captured at least so often.
    pub least: u32,
    /// It captured at most so often.
    pub most: u32,
    /// Its last capture was on one of these squares.
    pub on: Bitboard,
    /// The man captured there began on one of these.
    pub victims: Bitboard,
}

/// Pieces of which some must have been pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PromotedAmong {
    /// What they are.
    pub role: Role,
    /// Where they stand; of bishops those on squares of one colour.
    pub squares: Bitboard,
    /// At least so many of them were pawns.
    pub least: u32,
}

/// A man of the starting position that is not on the board any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LostMan {
    /// Where it began. (If it was a pawn it may have promoted before.)
    pub home: Square,
    /// Of a piece: it was captured on one of these squares. Of a pawn nothing is said of it.
    pub on: Bitboard,
}

/// The pawns of a side that captured.
pub(super) fn capturing_pawns(mobility: &Mobility, color: Color) -> Vec<CapturingPawn> {
    let (origins, ways) = (&mobility.origins[color as usize], &mobility.ways);
    let king = usize::from(ways.start.king(color).file());
    let theirs = &mobility.origins[!color as usize];
    let pawns = origins.men.iter().filter(|&&(_, role)| role == Role::Pawn);
    pawns
        .filter_map(|&(square, _)| {
            let (mut from, mut on, mut counts) = (Bitboard::EMPTY, Bitboard::EMPTY, 0u32);
            let mut straight = square.bb();
            for _ in 0..MOST {
                straight |= straight.flat_map(|at| ways.behind(color, at)).collect();
            }
            for file in 0..8 {
                let apart = usize::from(square.file()).abs_diff(file);
                // One capture more or less is another file.
                for captures in (apart..=MOST).step_by(2) {
                    let reached = origins.level(file, captures).has(square);
                    if !reached || !origins.can_come(square, file, captures as u32) {
                        continue;
                    }
                    if captures == 0 {
                        return None;
                    }
                    counts |= 1 << captures;
                    from |= home(color, 8 + file).bb();
                    on |= ways.captures(color, origins.level(file, captures - 1)) & straight;
                }
            }
            if counts == 0 {
                return None;
            }
            let victims = (0..16).filter(|&column| {
                !theirs.pocketed(on, ways)[column]
                    && !mobility.ways.fixed.has(home(!color, column))
                    && column != king
                    && theirs.can_be_missing(column)
            });
            Some(CapturingPawn {
                square,
                from,
                least: counts.trailing_zeros(),
                most: counts.ilog2(),
                on,
                victims: victims.map(|column| home(!color, column)).collect(),
            })
        })
        .collect()
}

/// Kinds of pieces of a side of which some must have been pawns.
pub(super) fn promoted_among(board: &Board, mobility: &Mobility, color: Color) -> Vec<PromotedAmong> {
    let (origins, fixed) = (&mobility.origins[color as usize], mobility.ways.fixed);
    let kinds = Forced::KINDS.into_iter().map(|(role, squares)| {
        let free = (board.men(color, role) & squares) - fixed;
        let original = origins.most_original(|square, _| free.has(square));
        PromotedAmong { role, squares: free, least: free.len() - original }
    });
    kinds.filter(|kind| kind.least > 0).collect()
}

/// The men of a side that no assignment has on the board.
pub(super) fn lost_men(mobility: &Mobility, color: Color) -> Vec<LostMan> {
    let origins: &Origins = &mobility.origins[color as usize];
    let king = usize::from(mobility.ways.start.king(color).file());
    let missing = (0..16).filter(|&column| {
        let home = home(color, column);
        !mobility.ways.fixed.has(home) && column != king && !origins.can_be_there(column)
    });
    missing
        .map(|column| {
            let on = if column < 8 { origins.range(column) } else { Bitboard::EMPTY };
            LostMan { home: home(color, column), on }
        })
        .collect()
}
