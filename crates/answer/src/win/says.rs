//! What is said of a forced win.

use chess_arbiter::board::Color;
use chess_arbiter::format::uci;
use chess_arbiter::position::Position;
use chess_arbiter::rules::Rules;
use chess_arbiter::win::problem::{Problem, Try};
use chess_arbiter::win::{Answer, Reached};

use crate::report::{Fields, Tried};
use crate::words;

use super::Stopped;

/// The answer for a program that reads lines.
pub(super) fn line(answer: Answer, stopped: Option<Stopped>) -> String {
    match answer {
        Answer::Win { plies, .. } => {
            let open = stopped.map_or(String::new(), |Stopped { no_win_within, limit }| {
                format!(" ({}; no win within {no_win_within})", words::limit(limit).1)
            });
            format!("win {plies}{open}")
        }
        Answer::NoWin { plies } => format!("no-win {plies}"),
        Answer::Lost { plies } => format!("no-win never (lost in {plies})"),
        Answer::Never => "no-win never".into(),
        Answer::Undecided { no_win_within, win_within, limit } => {
            let win = win_within.map_or(String::new(), |plies| format!("; win within {plies}"));
            format!("undecided {no_win_within} ({}{win})", words::limit(limit).1)
        }
    }
}

pub(super) fn fields<R: Rules>(answer: Answer, stopped: Option<Stopped>, attacker: Color) -> Fields {
    let reason = sentence::<R>(answer, stopped, attacker);
    let fields = Fields { reason, ..Fields::default() };
    match answer {
        Answer::Win { plies, shortest } => {
            let (no_win_within, limit) =
                stopped.map(|stopped| (stopped.no_win_within, words::limit(stopped.limit).0)).unzip();
            Fields { verdict: "win", plies: Some(Some(plies)), shortest, no_win_within, limit, ..fields }
        }
        Answer::NoWin { plies } => Fields { verdict: "no-win", plies: Some(Some(plies)), ..fields },
        Answer::Lost { plies } => {
            Fields { verdict: "no-win", plies: Some(None), lost_in: Some(plies), ..fields }
        }
        Answer::Never => Fields { verdict: "no-win", plies: Some(None), ..fields },
        Answer::Undecided { no_win_within, win_within, limit } => Fields {
            verdict: "undecided",
            plies: Some(Some(no_win_within)),
            win_within,
            limit: Some(words::limit(limit).0),
            ..fields
        },
    }
}

fn sentence<R: Rules>(answer: Answer, stopped: Option<Stopped>, attacker: Color) -> String {
    let (us, them) = (words::player(attacker), words::player(!attacker));
    let win = if R::ROYAL_CAPTURABLE { "a win" } else { "mate" };
    match answer {
        Answer::Win { plies, shortest } => {
            let fewer = match stopped {
                Some(Stopped { no_win_within: 0, limit }) => {
                    format!(", perhaps within fewer: the search was {}", by(limit))
                }
                Some(Stopped { no_win_within, limit }) => {
                    let no = length::<R>(no_win_within);
                    format!(", and not within {no}; the search for one between was {}", by(limit))
                }
                None if shortest && plies > 1 => ", and not in fewer".into(),
                None => String::new(),
            };
            format!("{us} can force {win} within {}{fewer}.", length::<R>(plies))
        }
        Answer::NoWin { plies } => format!("{us} cannot force {win} within {}.", length::<R>(plies)),
        Answer::Lost { plies } => {
            format!("{us} can never force {win}: {them} can, within {}.", length::<R>(plies))
        }
        Answer::Never if R::ROYAL_CAPTURABLE => {
            format!("{us} can never force {win}: {them} can hold for ever.")
        }
        Answer::Never => format!("{us} can never force {win}: it has no move, or too little to mate with."),
        Answer::Undecided { no_win_within, win_within, limit } => {
            let no = (no_win_within > 0)
                .then(|| format!("{us} cannot force {win} within {}", length::<R>(no_win_within)));
            let yes = win_within.map(|plies| format!("can force {win} within {}", length::<R>(plies)));
            let proved = match (no, yes) {
                (None, None) => "nothing is proved".into(),
                (Some(no), None) => format!("{no}, more is not known"),
                (None, Some(yes)) => format!("{us} {yes}, perhaps within fewer"),
                (Some(no), Some(yes)) => format!("{no}, and {yes}; what lies between is not known"),
            };
            format!("Undecided, {}: {proved}.", by(limit))
        }
    }
}

fn by(limit: Reached) -> String {
    match limit {
        Reached::Interrupt => "interrupted".into(),
        limit => format!("stopped by {limit}"),
    }
}

/// `5 plies`, or in chess `3 moves`: an even number of plies ends with the defender's move, which mates nobody.
fn length<R: Rules>(plies: u32) -> String {
    if R::ROYAL_CAPTURABLE { words::plies(plies) } else { moves(plies.div_ceil(2)) }
}

/// Keys, tries and set play as JSON.
pub(super) fn solution<R: Rules>(fields: &mut Fields, position: &Position<R>, problem: &Problem) {
    let text = |mv| uci::write(position, mv);
    fields.keys = Some(problem.keys.iter().map(|key| text(key.mv)).collect());
    let tried = |attempt: &Try| Tried {
        mv: text(attempt.attack.mv),
        refutations: {
            let after = position.play(attempt.attack.mv);
            attempt.refutations.iter().map(|&mv| uci::write(&after, mv)).collect()
        },
    };
    fields.tries = problem.tries.iter().map(tried).collect();
    fields.solution = Some(problem.text(position));
}

/// How many keys there are, for a person.
pub(super) fn keys(problem: &Problem) -> String {
    match problem.keys.len() {
        0 => format!("No key mates within {}.", moves(problem.moves)),
        1 => format!("One key mates within {}.", moves(problem.moves)),
        n => format!("{n} keys mate within {}: as a problem it would be cooked.", moves(problem.moves)),
    }
}

fn moves(moves: u32) -> String {
    if moves == 1 { "1 move".into() } else { format!("{moves} moves") }
}

/// The keys for a program that reads lines.
pub(super) fn keys_line<R: Rules>(position: &Position<R>, problem: &Problem) -> String {
    let keys: Vec<String> = problem.keys.iter().map(|key| uci::write(position, key.mv)).collect();
    if keys.is_empty() { String::new() } else { format!(" keys {}", keys.join(" ")) }
}
