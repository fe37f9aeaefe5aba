//! A worked-out problem as text: `1. Qd6! (2. Qb8#)`, each variation on a line of its own.

use std::fmt::Write;

use chess_arbiter::board::Move;
use chess_arbiter::format::san;
use chess_arbiter::moves::has_legal_move;
use chess_arbiter::position::Position;
use chess_arbiter::rules::Rules;
use chess_arbiter::win::solution::{Attack, Defence, Solution};

/// What stands above the set play, if there is some.
pub const SET_PLAY: &str = "Set play:";

/// The solution of `position` as text; empty if there is no key and nothing else was asked for.
///
/// ```
/// use chess_arbiter::win::{Limits, MateSolver, Moves, SolveMates, solution::Wanted};
/// use chess_arbiter::{format::fen, rules::Standard};
///
/// let position = fen::position::<Standard>("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
/// let mut solver = MateSolver::new(Limits::default());
/// let solution = solver.solution(&position, Moves(1), &Wanted::default()).unwrap();
/// assert_eq!(chess_arbiter_explain::problem::text(&solution, &position), "1. Ra8#\n");
/// ```
pub fn text<R: Rules>(solution: &Solution, position: &Position<R>) -> String {
    let mut text = String::new();
    if let Some(passed) = position.passed().filter(|_| !solution.set_play.is_empty()) {
        text += SET_PLAY;
        text.push('\n');
        defences(&mut text, &passed, &solution.set_play, 1, 1);
    }
    for attempt in &solution.tries {
        first(&mut text, position, &attempt.attack, "?");
        let after = position.play(attempt.attack.mv);
        let refutations: Vec<String> =
            attempt.refutations.iter().map(|&mv| format!("1... {}!", san::write(&after, mv))).collect();
        let _ = writeln!(text, "{INDENT}but {}", refutations.join(", "));
    }
    for key in &solution.keys {
        first(&mut text, position, key, "!");
    }
    if !solution.complete {
        text += "(cut short: there are more lines than were asked for)\n";
    }
    text
}

const INDENT: &str = "    ";

/// A first move with its sign and all that follows.
fn first<R: Rules>(text: &mut String, position: &Position<R>, attack: &Attack, sign: &str) {
    let text_of_move = signed(position, attack.mv);
    // A mate needs no praise.
    let sign = if text_of_move.ends_with(['#', '=']) { "" } else { sign };
    let _ = write!(text, "1. {text_of_move}{sign}");
    follow(text, position, attack, 1, 0);
}

/// What follows a move of the attacker that is written already, move number `number`: the threat beside it if
/// it is a mate, otherwise below with what follows it, and then the variations, `depth` steps in.
fn follow<R: Rules>(text: &mut String, position: &Position<R>, attack: &Attack, number: u32, depth: usize) {
    let after = position.play(attack.mv);
    if let Some(passed) = after.passed().filter(|_| !attack.threats.is_empty()) {
        if attack.threats.iter().all(is_last) {
            let moves: Vec<Move> = attack.threats.iter().map(|threat| threat.mv).collect();
            let _ = writeln!(text, " ({}. {})", number + 1, alternatives(&passed, &moves));
        } else {
            text.push_str(" threat:\n");
            for threat in &attack.threats {
                let indent = INDENT.repeat(depth + 2);
                let _ = write!(text, "{indent}{}. {}", number + 1, san::write(&passed, threat.mv));
                follow(text, &passed, threat, number + 1, depth + 2);
            }
        }
    } else {
        text.push_str(if attack.zugzwang { " (zugzwang)\n" } else { "\n" });
    }
    defences(text, &after, &attack.defences, number, depth + 1);
}

/// Whether nothing is told of what follows.
fn is_last(attack: &Attack) -> bool {
    attack.defences.is_empty() && attack.threats.is_empty()
}

fn defences<R: Rules>(text: &mut String, after: &Position<R>, list: &[Defence], number: u32, depth: usize) {
    for defence in list {
        let next = after.play(defence.mv);
        let _ = write!(text, "{}{number}... {}", INDENT.repeat(depth), san::write(after, defence.mv));
        if defence.continuations.is_empty() {
            // It mates, as a selfmate wants it.
            text.push('\n');
            continue;
        }
        if defence.continuations.iter().all(is_last) {
            let moves: Vec<Move> = defence.continuations.iter().map(|attack| attack.mv).collect();
            let _ = writeln!(text, " {}. {}", number + 1, alternatives(&next, &moves));
            continue;
        }
        let [only] = defence.continuations.as_slice() else {
            text.push_str(" (dual)\n");
            for attack in &defence.continuations {
                let indent = INDENT.repeat(depth + 1);
                let _ = write!(text, "{indent}{}. {}", number + 1, signed(&next, attack.mv));
                follow(text, &next, attack, number + 1, depth + 1);
            }
            continue;
        };
        let _ = write!(text, " {}. {}", number + 1, signed(&next, only.mv));
        follow(text, &next, only, number + 1, depth);
    }
}

/// `Qb8#`, or with duals `Qb8#, Qd8#`.
fn alternatives<R: Rules>(position: &Position<R>, moves: &[Move]) -> String {
    moves.iter().map(|&mv| signed(position, mv)).collect::<Vec<_>>().join(", ")
}

/// A move of the attacker, with `=` if it stalemates.
fn signed<R: Rules>(position: &Position<R>, mv: Move) -> String {
    let after = position.play(mv);
    let stalemates = after.checkers().is_empty() && !has_legal_move(&after);
    san::write(position, mv) + if stalemates { "=" } else { "" }
}
