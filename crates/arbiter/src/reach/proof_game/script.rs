//! The pawn steps played through on a board of pawns: who does what, and where the pawns stand in between.

use crate::attacks;
use crate::board::{Bitboard, Color, Role, Square};
use crate::moves::Past;
use crate::reach::facts::bars::Bars;

use super::PawnStep;

/// What a step of the plan asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    /// A pawn advances.
    Push,
    /// A pawn captures a piece that has to be brought there.
    TakePiece,
    /// A pawn captures a pawn.
    TakePawn,
    /// A pawn captures a pawn that has just passed it.
    EnPassant,
    /// A piece captures a pawn.
    Taken,
}

/// A step of the plan with all that follows from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Act {
    pub(super) deed: Deed,
    /// Whose move it is.
    pub(super) side: Color,
    /// Where the pawn stands that moves or is taken by a piece.
    pub(super) from: Square,
    pub(super) to: Square,
    /// Squares on which nothing may stand.
    pub(super) clear: Bitboard,
    pub(super) promotes: bool,
}

/// The whole plan. `phase` numbers count the acts that are done.
#[derive(Debug)]
pub(super) struct Script {
    pub(super) acts: Vec<Act>,
    /// White's and Black's pawns in every phase.
    pub(super) pawns: Vec<[Bitboard; 2]>,
}

impl Script {
    /// Plays the steps through.
    ///
    /// # Errors
    /// The first step that the pawns cannot do; one beyond the last if they end elsewhere than in the target.
    pub(super) fn new(steps: &[PawnStep], target: &Past) -> Result<Script, usize> {
        let mut pawns = [Bitboard::rank(1), Bitboard::rank(6)];
        let bars = Bars::new(&target.board, target.unmoved());
        let mut script = Script { acts: Vec::with_capacity(steps.len()), pawns: vec![pawns] };
        for (index, &step) in steps.iter().enumerate() {
            let act = Act::new(step, &mut pawns).ok_or(index)?;
            if act.deed != Deed::Taken && !bars.leave(act.side, act.from, act.to) {
                return Err(index);
            }
            if act.deed == Deed::EnPassant && !script.acts.last().is_some_and(|last| last.is_passed_by(&act))
            {
                return Err(index);
            }
            script.acts.push(act);
            script.pawns.push(pawns);
        }
        let fits =
            Color::BOTH.iter().all(|&color| pawns[color as usize] == target.board.men(color, Role::Pawn));
        if fits { Ok(script) } else { Err(steps.len()) }
    }

    /// The number of acts.
    pub(super) fn len(&self) -> usize {
        self.acts.len()
    }
}

impl Act {
    /// Reads a step and carries it out; `None` if the pawns do not stand so that it is possible.
    fn new(step: PawnStep, pawns: &mut [Bitboard; 2]) -> Option<Act> {
        let owner = |square: Square| Color::BOTH.into_iter().find(|&color| pawns[color as usize].has(square));
        let (deed, from, to) = match step {
            PawnStep::Push { from, to } => (Deed::Push, from, to),
            PawnStep::Capture { from, to, pawn: true } => (Deed::TakePawn, from, to),
            PawnStep::Capture { from, to, pawn: false } => (Deed::TakePiece, from, to),
            PawnStep::EnPassant { from, to } => (Deed::EnPassant, from, to),
            PawnStep::Taken { square } => (Deed::Taken, square, square),
        };
        let pawn = owner(from)?;
        let side = if deed == Deed::Taken { !pawn } else { pawn };
        let up: i8 = pawn.forward();
        let mut clear = Bitboard::EMPTY;
        let mut dies = None;
        match deed {
            Deed::Push => {
                let step = to.index() as i8 - from.index() as i8;
                let first = pawn.own_rank(1);
                clear = to.bb();
                if step == 2 * up && from.rank() == first {
                    clear |= from.offset(up).bb();
                } else if step != up {
                    return None;
                }
            }
            Deed::TakePiece | Deed::TakePawn | Deed::EnPassant => {
                if !attacks::pawn(pawn, from).has(to) {
                    return None;
                }
                match deed {
                    Deed::TakePawn => dies = Some(to),
                    Deed::EnPassant => {
                        dies = Some(Square::at(to.file(), from.rank()));
                        clear = to.bb();
                    }
                    _ => {}
                }
            }
            Deed::Taken => dies = Some(from),
        }
        let after =
            |color: Color| pawns[color as usize] - dies.map_or(Bitboard::EMPTY, Square::bb) - from.bb();
        if let Some(square) = dies {
            let victim = if deed == Deed::Taken { pawn } else { !pawn };
            if owner(square) != Some(victim) {
                return None;
            }
        }
        let mut next = [after(Color::White), after(Color::Black)];
        let promotes = deed != Deed::Taken && matches!(to.rank(), 0 | 7);
        if deed != Deed::Taken {
            if (clear | to.bb()) & (next[0] | next[1]) != Bitboard::EMPTY {
                return None;
            }
            if !promotes {
                next[pawn as usize] |= to.bb();
            }
        }
        *pawns = next;
        Some(Act { deed, side, from, to, clear, promotes })
    }

    /// Whether this is the double step that an en passant capture answers.
    fn is_passed_by(&self, capture: &Act) -> bool {
        let over = Square::wrap((self.from.index() as u8 + self.to.index() as u8) / 2);
        self.deed == Deed::Push
            && self.clear.more_than_one()
            && over == capture.to
            && self.side != capture.side
    }

    /// Squares on which pieces of a side must not stand when it is done.
    #[inline(always)]
    pub(super) fn forbidden(&self, side: Color) -> Bitboard {
        if self.deed == Deed::TakePiece && side == self.side { self.to.bb() } else { self.clear }
    }
}
