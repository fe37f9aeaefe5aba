//! What the lemma `kernel` asks: the pawns and the lost men at first, and how the pawns stand at the end.

use super::lists::{Bars, File, Files, fits, promotes};
use super::rounds::Round;
use crate::board::{Kind, Square};
use crate::men::Side;
use crate::squares::LIGHT;

/// Of a side: pieces, dark bishops, light bishops, spare pawns.
pub(super) type Lost = [i8; 4];

/// Whether the square of a file and a rank, as a side counts it, is light: a1 is dark, as Black sees it a8.
pub(super) fn is_light(side: usize, file: usize, rank: i8) -> bool {
    (file as i8 + rank + side as i8) % 2 == 0
}

/// What a capture takes that leaves most for other captures: the bishop of the square, else a piece.
pub(super) fn best(lost: Lost, is_light: bool) -> usize {
    [1 + usize::from(is_light), 0].into_iter().find(|of| lost[*of] > 0).unwrap_or(SPARE)
}

/// What a side has lost to captures.
fn lost(side: &Side) -> Lost {
    let missing = |kind: Kind| kind.at_first().saturating_sub(side.count(kind)) as i8;
    let pieces = [Kind::Queen, Kind::Rook, Kind::Knight].map(missing).iter().sum();
    let [dark, light] = [!LIGHT, LIGHT].map(|on| i8::from(side.squares(Kind::Bishop) & on == 0));
    [pieces, dark, light, 8 - side.pawns_at_first() as i8]
}

pub(super) struct State {
    pub(super) files: Files,
    /// Of each side what has yet to be captured.
    pub(super) lost: [Lost; 2],
}

pub(super) const SPARE: usize = 3;

/// What a past demands of captures of the pawns.
pub(super) struct Kernel {
    pub(super) start: State,
    pub(super) goal: Files,
    /// Promoted bishops of each side, on dark and on light squares.
    pub(super) bishops: [[u8; 2]; 2],
    pub(super) bars: Bars,
}

impl Kernel {
    pub(super) fn of(round: &Round<'_>) -> Kernel {
        let board = &round.past.board;
        let mut goal = Files::default();
        let [white, black] = board.sides.map(|side| side.squares(Kind::Pawn));
        for pawn in Square::in_set(white | black) {
            let on = if white & pawn.bit() != 0 { pawn.rank() + 1 } else { pawn.rank() - 8 };
            goal[pawn.file() as usize].push(on);
        }
        let files = std::array::from_fn(|_| [2, -2].into_iter().collect());
        Kernel {
            start: State { files, lost: board.sides.each_ref().map(lost) },
            goal,
            bishops: board.sides.map(|side| [side.promoted()[0], side.promoted()[1]]),
            bars: Bars::new(round),
        }
    }

    /// Whether the pawns stand as they do when some black ones, the lowest of a file, and some white
    /// ones, the uppermost, have promoted (none there is black, so below all are); enough for the bishops.
    pub(super) fn is_goal(&self, state: &State) -> bool {
        let mut promoted = [[0; 2]; 2];
        for (file, (pawns, goal)) in state.files.iter().zip(&self.goal).enumerate() {
            let black = |file: &File| file.iter().filter(|pawn| **pawn < 0).count();
            let (all, standing) = (pawns.len(), goal.len());
            let Some(lower) = black(pawns).checked_sub(black(goal)) else { return false };
            let Some(upper) = all.checked_sub(lower + standing) else { return false };
            let stand = pawns[lower..].iter().zip(&goal[..standing]).all(|(pawn, on)| fits(*pawn, *on));
            let closed = self.bars.closed(0, file);
            let left = pawns[..lower].iter().all(|pawn| promotes(*pawn, closed));
            let right = pawns[lower + standing..].iter().all(|pawn| *pawn > 0 && promotes(*pawn, closed));
            if !stand || !left || !right {
                return false;
            }
            // a1 is dark, and a8 light.
            promoted[0][1 - file % 2] += upper;
            promoted[1][file % 2] += lower;
        }
        let enough = |(has, needs): (&usize, &u8)| *has >= usize::from(*needs);
        promoted.as_flattened().iter().zip(self.bishops.as_flattened()).all(enough)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/kernel.rs"]
mod tests;
