//! Only the moves that attack the enemy royal.

use crate::attacks::{self, Isa, Portable, Task, with_best_isa};
use crate::board::{Bitboard, Move, Role, Square};
use crate::position::Position;
use crate::rules::Rules;

use super::generate::{Legal, Sink, generate};

/// Where each man of the side to move would give check to the enemy royal, provided that it is not
/// attacked already.
pub(crate) struct CheckSquares {
    royal: Square,
    /// Where a man of each role would attack the royal.
    squares: [Bitboard; 6],
    /// Men that uncover a slider when they leave its line.
    discoverers: Bitboard,
}

impl CheckSquares {
    #[inline(always)]
    pub(crate) fn new<R: Rules, I: Isa>(position: &Position<R>, royal: Square) -> CheckSquares {
        let (board, us) = (position.board(), position.turn());
        let occupied = board.occupied();
        let squares = Role::ALL.map(|role| {
            let king_gives_no_check = role == Role::King && !R::WAITING_SIDE_ATTACKABLE;
            if R::has_role(role) && !king_gives_no_check {
                attacks::attacks::<R, I>(role, !us, royal, occupied)
            } else {
                Bitboard::EMPTY
            }
        });
        let mut discoverers = Bitboard::EMPTY;
        for sniper in attacks::snipers(board, royal, us) {
            let between = attacks::between(royal, sniper) & occupied;
            if !between.more_than_one() {
                discoverers |= between;
            }
        }
        CheckSquares { royal, squares, discoverers: discoverers & board.color(us) }
    }

    /// Squares from which a man of `role` attacks the royal.
    #[inline(always)]
    pub(crate) fn direct(&self, role: Role) -> Bitboard {
        self.squares[role as usize]
    }

    /// Men that uncover a slider when they leave its line.
    #[inline(always)]
    pub(crate) fn screens(&self) -> Bitboard {
        self.discoverers
    }

    /// Squares to which a man of `role` gives check when it moves there from `from`.
    #[inline(always)]
    pub(crate) fn of(&self, role: Role, from: Square) -> Bitboard {
        let direct = self.squares[role as usize];
        if self.discoverers.has(from) { direct | !attacks::line(self.royal, from) } else { direct }
    }
}

/// Hands on the moves that check.
struct Checks<'a, R: Rules, F> {
    position: &'a Position<R>,
    squares: CheckSquares,
    /// The royal is attacked already (possible in some games): then the squares do not tell.
    attacked: bool,
    visit: F,
}

impl<'a, R: Rules, F: FnMut(Role, Move) -> bool> Checks<'a, R, F> {
    /// `None` if there is no enemy royal to check.
    #[inline(always)]
    fn new<I: Isa>(position: &'a Position<R>, visit: F) -> Option<Self> {
        let (board, us) = (position.board(), position.turn());
        let royal = position.royal(!us)?;
        let attacked = R::WAITING_SIDE_ATTACKABLE
            && attacks::attackers::<R, I>(board, royal, us, board.occupied()).has_any();
        Some(Checks { position, squares: CheckSquares::new::<R, I>(position, royal), attacked, visit })
    }

    /// Makes the move and looks.
    fn checks_when_made(&self, mv: Move) -> bool {
        let next = self.position.play(mv);
        let board = next.board();
        next.royal(next.turn()).is_some_and(|royal| {
            attacks::attackers::<R, Portable>(board, royal, self.position.turn(), board.occupied()).has_any()
        })
    }
}

impl<R: Rules, F: FnMut(Role, Move) -> bool> Sink<R> for Checks<'_, R, F> {
    #[inline(always)]
    fn one(&mut self, role: Role, mv: Move) -> bool {
        // Moves that change more than two squares, or what a man is, are too few to be clever about.
        let special =
            mv.promotion().is_some() || self.position.is_castling(mv) || self.position.is_en_passant(mv);
        let checks = if special || self.attacked {
            self.checks_when_made(mv)
        } else {
            self.squares.of(role, mv.from()).has(mv.to())
        };
        checks && (self.visit)(role, mv)
    }
}

struct Checking<'a, R: Rules> {
    position: &'a Position<R>,
}

impl<R: Rules> Task for Checking<'_, R> {
    type Output = Vec<Move>;
    const PORTABLE_ONLY: bool = R::PORTABLE_ONLY;

    #[inline(always)]
    fn run<I: Isa>(self) -> Vec<Move> {
        let mut moves = Vec::new();
        let visit = |_, mv| {
            moves.push(mv);
            false
        };
        if let Some(mut checks) = Checks::new::<I>(self.position, visit) {
            generate::<R, I, Legal, _>(self.position, &mut checks);
        }
        moves
    }
}

/// The legal moves after which the enemy royal is attacked.
///
/// ```
/// use chess_arbiter::{format::fen, moves::checking_moves, rules::Standard};
/// let position = fen::position::<Standard>("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
/// assert_eq!(checking_moves(&position)[0].to_string(), "a1a8");
/// ```
pub fn checking_moves<R: Rules>(position: &Position<R>) -> Vec<Move> {
    with_best_isa(Checking { position })
}
