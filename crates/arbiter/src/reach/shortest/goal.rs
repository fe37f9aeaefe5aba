//! What a game has to end in.

use crate::board::{Bitboard, Board, Color, Man, Move, Role, Square, Start};
use crate::moves::Past;
use crate::position::Position;
use crate::reach::proof_game::en_passant_is_possible;
use crate::reach::terms::{GameTerms, goes_on};
use crate::rules::Standard;

/// Most men of a side.
pub(super) const MEN: usize = 16;

/// The end of a game, as the search wants it: a double step that must have been the last move is taken back,
/// and the men are listed.
#[derive(Clone, Debug)]
pub(super) struct GameGoal {
    /// The array that games begin with.
    pub(super) start: Start,
    pub(super) board: Board,
    pub(super) turn: Color,
    /// `None`: any rights.
    pub(super) castling: Option<Bitboard>,
    /// Men that castling rights show never to have moved.
    pub(super) unmoved: Bitboard,
    /// The double step that follows.
    pub(super) last: Option<Move>,
    pub(super) terms: GameTerms,
    men: [[(Square, Role); MEN]; 2],
    counts: [usize; 2],
}

impl GameGoal {
    /// `None` if no game can end there for a reason plain to see.
    pub(super) fn of(past: &Past, terms: GameTerms) -> Option<GameGoal> {
        let mut board = past.board;
        let (mut turn, mut last) = (past.turn, None);
        if past.en_passant.is_some() {
            let (from, to) = past.double_step()?;
            let pawn = Man { color: !turn, role: Role::Pawn };
            board.remove(to);
            board.put(from, pawn);
            (turn, last) = (!turn, Some(Move::new(from, to)));
        }
        let mut men = [[(Square::A1, Role::Pawn); MEN]; 2];
        let mut counts = [0; 2];
        for (square, Man { color, role }) in board.iter() {
            let side = color as usize;
            *men[side].get_mut(counts[side])? = (square, role);
            counts[side] += 1;
        }
        let one_king = Color::BOTH.into_iter().all(|color| board.men(color, Role::King).len() == 1);
        if !one_king || !past.rights_in_place() {
            return None;
        }
        let unmoved = past.unmoved();
        let castling = (!terms.unknown.castling).then_some(past.castling);
        Some(GameGoal { start: past.start, board, turn, castling, unmoved, last, terms, men, counts })
    }

    /// The men of a side.
    #[inline(always)]
    pub(super) fn men(&self, color: Color) -> &[(Square, Role)] {
        let side = color as usize;
        &self.men[side][..self.counts[side].min(MEN)]
    }

    /// How many men of the other side a side has still to capture when the board holds these; `None` if too
    /// many are gone.
    #[inline(always)]
    pub(super) fn owed(&self, board: &Board, by: Color) -> Option<u8> {
        (board.color(!by).len() as u8).checked_sub(self.counts[!by as usize] as u8)
    }

    /// Whether a game, without its last double step, is not over before its end.
    pub(super) fn allows(&self, line: &[Move]) -> bool {
        let game: Vec<Move> = line.iter().copied().chain(self.last).collect();
        !goes_on(self.start, &game, self.terms.draws)
    }

    /// Whether a game that ends in `position` has reached it.
    pub(super) fn is(&self, position: &Position<Standard>) -> bool {
        let rights = position.castling(Color::White) | position.castling(Color::Black);
        self.board == *position.board() && self.castling.is_none_or(|castling| castling == rights) && {
            // Before a double step it does not matter whether there was another.
            let any = self.last.is_some() || self.terms.unknown.en_passant;
            any || position.en_passant().is_none() || !en_passant_is_possible(position)
        }
    }
}
