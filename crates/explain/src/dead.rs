//! Whether a side can still win, in words.

use chess_arbiter::help::{CanWin, CanWinAnswer, Unwinnable};
use chess_arbiter::{Color, Position, san};

use crate::words::{plies, side};

/// Why a side can still win, or why not: a sentence.
///
/// ```
/// use chess_arbiter::help::can_win;
/// use chess_arbiter::{Color, Limits, Position};
/// let position: Position = "8/8/8/4k3/8/8/8/K1N5 w - - 0 1".parse()?;
/// let verdict = can_win(&position, Color::White, &Limits::default());
/// assert_eq!(
///     chess_arbiter_explain::can_win(&position, &verdict),
///     "White can never win: with these men it cannot mate in any position.",
/// );
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
pub fn can_win(position: &Position, verdict: &CanWin) -> String {
    let (us, them) = (side(verdict.color), side(!verdict.color));
    match &verdict.answer {
        CanWinAnswer::Winnable(line) if line.is_empty() => format!("{us} has won: {them} is checkmated."),
        CanWinAnswer::Winnable(line) => {
            let number = plies(line.len() as u32);
            format!("{us} can still win, for instance in {number}: {}.", moves(position, line))
        }
        CanWinAnswer::Unwinnable(Unwinnable::Terminal) => {
            format!("{us} cannot win: the game is over.")
        }
        CanWinAnswer::Unwinnable(Unwinnable::Material) => {
            format!("{us} can never win: with these men it cannot mate in any position.")
        }
        CanWinAnswer::Unwinnable(Unwinnable::Region(_)) => format!(
            "{us} can never win: each man is confined to its squares for good, and wherever they stand {them}'s \
             king is not mated."
        ),
        CanWinAnswer::Unwinnable(Unwinnable::Closure(closed)) => {
            let positions = closed.count();
            format!("{us} can never win: {positions} positions can arise, and it mates in none of them.")
        }
        CanWinAnswer::Unwinnable(Unwinnable::Ghosts(closed, ghosts)) => {
            let positions = closed.count();
            let squares: Vec<_> = ghosts.iter().map(|ghost| ghost.square.to_string()).collect();
            let squares = squares.join(", ");
            format!(
                "{us} can never win: the men other than the roaming ones (now on {squares}) can form {positions} \
                 positions, and it mates in none of them, wherever those roam."
            )
        }
        CanWinAnswer::Unwinnable(Unwinnable::Leaves(closed, leaves)) => format!(
            "{us} can never win: {} positions can come about before one of {} others, none of them is mate by \
             {us}, and from none of these others {us} can win.",
            closed.count(),
            leaves.len()
        ),
        CanWinAnswer::Undecided(reached) => {
            format!("It is undecided whether {us} can still win: {reached} was reached.")
        }
    }
}

/// Moves with their numbers: `17. Qh5 Kf8 18. Qf7#`.
fn moves(position: &Position, line: &[chess_arbiter::Move]) -> String {
    let (mut now, mut text) = (*position, String::new());
    for (number, &mv) in line.iter().enumerate() {
        if !text.is_empty() {
            text.push(' ');
        }
        match now.turn() {
            Color::White => text += &format!("{}. ", now.fullmoves()),
            Color::Black if number == 0 => text += &format!("{}... ", now.fullmoves()),
            Color::Black => {}
        }
        text += &san::write(&now, mv);
        now = now.play(mv);
    }
    text
}
