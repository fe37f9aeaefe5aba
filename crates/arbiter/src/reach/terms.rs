//! Which games are asked about: how they may end, and when one is over.
//!
//! Without mate and stalemate a game is over by the Laws of Chess (FIDE, articles 5.2.2 and 9.6)
//!
//! * when a position has occurred for the fifth time: the same men, side to move, castling rights and en
//!   passant captures;
//! * when either side has made 75 moves in a row without a capture or a move of a pawn;
//! * when no series of moves can lead to a mate: here as far as the men alone show it.
//!
//! Nothing is played after that, so a game that goes on is no proof of anything.

use crate::board::{Bitboard, Board, Move, Role, Square, Start};
use crate::position::Position;
use crate::rules::Standard;

use super::proof_game::en_passant_is_possible;

/// Whether a game goes on when it is drawn without anybody's claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Draws {
    /// It is over, as the Laws of Chess have it.
    #[default]
    Observed,
    /// It may go on, as chess problems often have it.
    Ignored,
}

/// What of a position is not given: a game may end with any.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Unknown {
    /// The castling rights: those of the position are a least demand.
    pub castling: bool,
    /// The en passant square.
    pub en_passant: bool,
}

/// What games are asked about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct GameTerms {
    /// Whether they may go on after a draw.
    pub draws: Draws,
    /// How they may end.
    pub unknown: Unknown,
}

impl GameTerms {
    /// Games that end in exactly the position, and not after they are over.
    pub const fn new() -> GameTerms {
        GameTerms { draws: Draws::Observed, unknown: Unknown { castling: false, en_passant: false } }
    }
}

impl From<Draws> for GameTerms {
    fn from(draws: Draws) -> GameTerms {
        GameTerms { draws, ..GameTerms::default() }
    }
}

/// Half-moves without a capture or a move of a pawn after which the game is over.
pub(super) const MAX_QUIET: u32 = 150;

/// Occurrences of a position with which the game is over.
const MAX_OCCURRENCES: usize = 5;

/// Whether the men show that nobody can be mated: there are but kings and one knight, or kings and bishops
/// that all stand on squares of one colour.
///
/// ```
/// use chess_arbiter::{fen, reach::cannot_mate, Standard};
/// let board = |text| fen::parse::<Standard>(text).unwrap().board;
/// assert!(cannot_mate(&board("4k1b1/8/8/8/2B5/8/8/4K3 w")));
/// assert!(!cannot_mate(&board("4k1b1/8/8/8/1B6/8/8/4K3 w")));
/// ```
pub fn cannot_mate(board: &Board) -> bool {
    let [kings, knights, bishops] = [Role::King, Role::Knight, Role::Bishop].map(|role| board.role(role));
    let others = board.occupied() - kings - knights - bishops;
    let on_one_colour = (bishops & Bitboard::LIGHT).is_empty() || (bishops - Bitboard::LIGHT).is_empty();
    others.is_empty()
        && match knights.len() {
            0 => on_one_colour,
            1 => bishops.is_empty(),
            _ => false,
        }
}

/// Follows a game and says when it is over.
#[derive(Clone, Debug)]
pub(super) struct Referee {
    quiet: u32,
    /// The positions since the last capture or move of a pawn: none before can occur again.
    seen: Vec<Seen>,
}

/// What makes positions the same for the count of occurrences, but for the side to move.
type Seen = (Board, Bitboard, Option<Square>);

fn seen(position: &Position<Standard>) -> Seen {
    let setup = position.to_setup();
    (setup.board, setup.castling, position.en_passant().filter(|_| en_passant_is_possible(position)))
}

impl Referee {
    /// At the beginning of a game.
    pub(super) fn new(position: &Position<Standard>) -> Referee {
        Referee { quiet: 0, seen: vec![seen(position)] }
    }

    /// Takes note of a move from one position to another, and says whether the game is over then.
    pub(super) fn is_over(
        &mut self,
        before: &Position<Standard>,
        mv: Move,
        after: &Position<Standard>,
    ) -> bool {
        let captured = before.board().occupied().len() != after.board().occupied().len();
        if captured || before.board().role_at(mv.from()) == Some(Role::Pawn) {
            *self = Referee::new(after);
            return cannot_mate(after.board());
        }
        self.quiet += 1;
        let now = seen(after);
        // Every second one has this side to move.
        let earlier = self.seen.iter().rev().skip(1).step_by(2);
        let occurrences = 1 + earlier.filter(|&&seen| seen == now).count();
        self.seen.push(now);
        self.quiet >= MAX_QUIET || occurrences >= MAX_OCCURRENCES
    }
}

/// Whether a game that begins with an array goes on after it is over.
pub(super) fn goes_on(start: Start, game: &[Move], draws: Draws) -> bool {
    let Some((_, moves)) = game.split_last().filter(|_| draws == Draws::Observed) else { return false };
    let mut position = Position::from_start(start);
    let mut referee = Referee::new(&position);
    moves.iter().any(|&mv| {
        let before = position;
        position = before.play(mv);
        referee.is_over(&before, mv, &position)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Vec<Move> {
        text.split(' ').map(|mv| mv.parse().unwrap()).collect()
    }

    /// How many times both sides move a knight there and back, and then one move more.
    fn knights(times: usize, last: &str) -> Vec<Move> {
        let mut moves = game("g1f3 g8f6 f3g1 f6g8").repeat(times);
        moves.extend(game(last));
        moves
    }

    #[test]
    fn the_fifth_occurrence_ends_a_game() {
        assert!(!goes_on(Start::USUAL, &knights(3, "e2e4"), Draws::Observed));
        assert!(!goes_on(Start::USUAL, &knights(3, "g1f3 g8f6 f3g1 f6g8"), Draws::Observed));
        assert!(goes_on(Start::USUAL, &knights(4, "e2e4"), Draws::Observed));
        assert!(!goes_on(Start::USUAL, &knights(4, "e2e4"), Draws::Ignored));
        // The move of a pawn begins the count anew; the double step could not be captured.
        let mut again = knights(3, "e2e4 e7e5");
        again.extend(knights(3, "d2d4"));
        assert!(!goes_on(Start::USUAL, &again, Draws::Observed));
        again.truncate(again.len() - 1);
        again.extend(knights(1, "d2d4"));
        assert!(goes_on(Start::USUAL, &again, Draws::Observed));
    }

    /// Rooks that walk about so that no position occurs often.
    #[test]
    fn seventy_five_moves_end_a_game() {
        let mut moves = game("a2a4 a7a5");
        let steps = ["a1a2 a8a7 a2a3 a7a6", "a3b3 a6b6", "b3c3 b6c6", "c3d3 c6d6", "d3e3 d6e6", "e3f3 e6f6"];
        let way = game(&steps.join(" "));
        let back = |moves: &[Move]| -> Vec<Move> {
            let pairs = moves.chunks(2).rev();
            pairs.flat_map(|pair| pair.iter().map(|mv| Move::new(mv.to(), mv.from()))).collect()
        };
        // Knights go one move further each time that the rooks come back.
        let shifts = ["g1h3 g8h6", "h3g5 h6g4", "g5e4 g4e5", "e4c5 e5c4", "c5e6 c4e5"];
        let mut quiet = 0;
        for shift in shifts.into_iter().chain(shifts) {
            for part in [way.clone(), back(&way), game(shift)] {
                for mv in part {
                    moves.push(mv);
                    quiet += 1;
                    // A move that is made after the 150th is one too many.
                    assert_eq!(goes_on(Start::USUAL, &moves, Draws::Observed), quiet > 150, "{quiet}");
                    if quiet > 152 {
                        return;
                    }
                }
            }
        }
    }
}
