//! Clocks as part of a claim of `legality`.

use crate::Checked;
use crate::board::{Colour, Kind};
use crate::draws::is_dead;
use crate::json::{Item, ensure};
use crate::past::Past;
use crate::squares::Square;

/// The halfmove clock, and the number of the move to be played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clocks {
    halfmoves: u32,
    number: u32,
}

impl Clocks {
    pub(crate) fn read(item: &Item<'_>) -> Checked<Clocks> {
        let (halfmoves, number): (u16, u16) = item.value("[halfmove clock, move number]")?;
        Ok(Clocks { halfmoves: halfmoves.into(), number: number.into() })
    }

    /// As a FEN ends with them.
    pub(crate) fn text(self) -> String {
        format!(" {} {}", self.halfmoves, self.number)
    }

    /// Whether a game of so many plies, of which so many at its end were quiet, has these clocks.
    pub(crate) fn expect(self, turn: Colour, plies: u32, quiet: u32) -> Result<(), String> {
        let fits = self.plies(turn) == Some(plies) && self.halfmoves == quiet;
        ensure(fits, || format!("the game has {plies} plies, the last {quiet} of them quiet"))
    }

    /// How many plies were played; none can have been before move 0.
    fn plies(self, turn: Colour) -> Option<u32> {
        Some(2 * self.number.checked_sub(1)? + u32::from(turn == Colour::Black))
    }

    /// Whether the clocks have this fault.
    pub(crate) fn check_fault(self, fault: &str, past: &Past) -> Result<(), String> {
        let (board, Clocks { halfmoves, number }) = (&past.board, self);
        let [(white, by_white), (black, by_black)] = Colour::BOTH.map(|side| needed(past, side));
        let holds = match (fault, self.plies(board.turn)) {
            ("double-step", _) => board.en_passant.is_some() && halfmoves > 0,
            ("too-long", _) => halfmoves > 150,
            ("after-the-end", _) => halfmoves > 0 && is_dead(board),
            ("move-zero", plies) => plies.is_none(),
            ("more-than-played", Some(plies)) => halfmoves > plies,
            ("too-few-moves", Some(plies)) => white > plies.div_ceil(2) || black > number.saturating_sub(1),
            ("too-few-before", Some(plies)) => (halfmoves..halfmoves + by_white + by_black).contains(&plies),
            _ => false,
        };
        ensure(holds, || format!("the clocks {halfmoves} {number} of {past} are not {fault}"))
    }
}

/// How many moves a side needs at least, and how many of them are captures or moves of pawns.
fn needed(past: &Past, colour: Colour) -> (u32, u32) {
    let board = &past.board;
    let side = board.side(colour);
    let steps = |pawn: Square| match colour.own_rank(pawn.rank(), 8) {
        rank @ 3.. => rank as u32 - 2,
        rank => u32::from(rank == 2),
    };
    let promoted = u32::from(side.promoted().iter().sum::<u8>());
    let pawns = board.squares_of(colour, Kind::Pawn).map(steps).sum::<u32>() + 5 * promoted;
    let away = |kind: Kind| (side.squares(kind) & !past.start.homes(colour, kind)).count_ones();
    let castled = u32::from(away(Kind::King) > 0 && away(Kind::Rook) > 0);
    let officers: u32 = Kind::OFFICERS.into_iter().chain([Kind::King]).map(away).sum();
    let captures = 16u32.saturating_sub(board.side(colour.other()).men().into());
    let pieces = officers.saturating_sub(promoted).saturating_sub(castled);
    ((pawns + pieces).max(captures), pawns.max(captures))
}
