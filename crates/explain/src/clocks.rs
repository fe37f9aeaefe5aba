//! What is wrong with the clocks.

use chess_arbiter::reach::{ClockFault, Clocks};

use crate::words::{count, side};

/// What is wrong with a clock, as a sentence.
///
/// ```
/// use chess_arbiter::reach::ClockFault;
///
/// let fault = ClockFault::DoubleStep { halfmoves: 3 };
/// let told = chess_arbiter_explain::clock_fault(&fault);
/// assert_eq!(told, "After a pawn's double step the halfmove clock is 0, not 3.");
/// ```
pub fn clock_fault(fault: &ClockFault) -> String {
    match *fault {
        ClockFault::DoubleStep { halfmoves } => {
            format!("After a pawn's double step the halfmove clock is 0, not {halfmoves}.")
        }
        ClockFault::TooLong { halfmoves } => format!(
            "A game is over after 75 moves by each side without a capture or pawn move, so the halfmove \
             clock is at most 150, not {halfmoves}."
        ),
        ClockFault::AfterTheEnd { halfmoves } => format!(
            "The game was over with the capture or promotion after which neither side can mate, so the halfmove \
             clock is 0, not {halfmoves}."
        ),
        ClockFault::MoveZero => "Moves are counted from 1, not from 0.".into(),
        ClockFault::MoreThanPlayed { halfmoves, plies } => format!(
            "The halfmove clock says {halfmoves} plies since a capture or pawn move, but according to the \
             move number only {plies} were played."
        ),
        ClockFault::TooFewMoves { color, made, least } => format!(
            "According to the move number {} has made {}, but its men and the captures need at least {least}.",
            side(color),
            count(made, "move", "moves")
        ),
        ClockFault::TooFewBefore { plies, least } => format!(
            "The halfmove clock leaves {} for captures and pawn moves, but at least {least} were needed.",
            count(plies, "ply", "plies")
        ),
    }
}

/// A game with these clocks was not found.
pub(crate) fn no_game(clocks: Clocks, known: usize) -> Vec<String> {
    let Clocks { halfmoves, fullmoves } = clocks;
    vec![
        format!("The position can arise: a game of {} leads to it.", count(known as u32, "ply", "plies")),
        format!(
            "None was found that ends with the clocks {halfmoves} {fullmoves}, and nothing shows that there is none."
        ),
    ]
}
