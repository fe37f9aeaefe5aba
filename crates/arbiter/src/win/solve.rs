//! What is asked about forced wins, what is answered, and what the solvers have in common.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::board::Move;
use crate::certificate::Certificate;
use crate::limits::{Effort, Limits, Reached};
use crate::position::Position;
use crate::rules::{self, Rules};

use super::keep::{Proved, Unsound};
use super::solution::{Solution, Wanted};
use super::stipulation::Aim;
use super::{Moves, Oracle, Plies};

/// What is asked about a forced win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Is there one within so many plies? What the limits allow beyond that is used to find the shortest.
    Within(Plies),
    /// The shortest.
    Shortest,
}

/// What is proved about a forced win. The attacker is the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinAnswer {
    /// The attacker wins within `plies`, and not within fewer if `shortest`.
    Win {
        /// Odd: the attacker makes the first and the last move.
        plies: Plies,
        /// Whether it is proved that there is no shorter win.
        shortest: bool,
    },
    /// The attacker cannot force a win within so many plies.
    NoWin {
        /// As many as were asked about.
        plies: Plies,
    },
    /// The attacker can never force a win, because the defender can: within `plies`, and not sooner.
    Lost {
        /// Even: the defender makes the last move.
        plies: Plies,
    },
    /// The attacker can never force a win: the defender has a set of positions that it never has to leave,
    /// the attacker has no move, which ends the game, or it has too little to mate with.
    Never,
    /// A limit was reached.
    Undecided {
        /// It is proved that there is no win within this many plies (0: nothing is).
        no_win_within: Plies,
        /// It is proved that there is a win within this many plies, perhaps within fewer.
        win_within: Option<Plies>,
        /// What stopped the work.
        limit: Reached,
    },
}

/// The answer to a [`Goal`], and what a limit left open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct WinVerdict {
    /// The answer.
    pub answer: WinAnswer,
    /// Of a win that answers what was asked: where a limit stopped the search for a shorter one.
    pub stopped: Option<Stopped>,
}

/// Where a limit stopped the search for a shorter win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Stopped {
    /// It is proved that there is no win within this many plies.
    pub no_win_within: Plies,
    /// What stopped the work.
    pub limit: Reached,
}

impl WinVerdict {
    /// What a proof is worth to who asked for `goal`: a win that is short enough answers the question, even
    /// if a limit kept it from being the shortest.
    #[must_use]
    pub fn new(goal: Goal, answer: WinAnswer) -> WinVerdict {
        match (goal, answer) {
            (Goal::Within(most), WinAnswer::Undecided { no_win_within, win_within: Some(plies), limit })
                if plies <= most =>
            {
                let stopped = Some(Stopped { no_win_within, limit });
                WinVerdict { answer: WinAnswer::Win { plies, shortest: false }, stopped }
            }
            _ => WinVerdict { answer, stopped: None },
        }
    }

    /// Whether a limit left something to be proved.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.stopped.is_some() || matches!(self.answer, WinAnswer::Undecided { .. })
    }

    /// What is worth keeping of it to find it again: plies within which there is no win, and within which
    /// there is.
    pub(super) fn bounds(&self) -> (Plies, Option<Plies>) {
        match (self.answer, self.stopped) {
            (WinAnswer::Undecided { no_win_within, win_within, .. }, _) => (no_win_within, win_within),
            (WinAnswer::Win { plies, .. }, Some(stopped)) => (stopped.no_win_within, Some(plies)),
            (WinAnswer::Win { plies, shortest: true }, None) => (plies - 1, Some(plies)),
            (WinAnswer::NoWin { plies }, _) => (plies, None),
            // Soon found again from the proofs.
            (WinAnswer::Win { .. } | WinAnswer::Lost { .. } | WinAnswer::Never, _) => (Plies(0), None),
        }
    }
}

/// A few words: `win 9`, `no-win never (lost in 6)`, `undecided 4 (time limit; win within 11)`.
impl fmt::Display for WinAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WinAnswer::Win { plies, .. } => write!(f, "win {plies}"),
            WinAnswer::NoWin { plies } => write!(f, "no-win {plies}"),
            WinAnswer::Lost { plies } => write!(f, "no-win never (lost in {plies})"),
            WinAnswer::Never => f.write_str("no-win never"),
            WinAnswer::Undecided { no_win_within, win_within, limit } => {
                write!(f, "undecided {no_win_within} ({}", limit.cause())?;
                win_within.map_or(Ok(()), |plies| write!(f, "; win within {plies}"))?;
                f.write_str(")")
            }
        }
    }
}

/// The answer, and what a limit left open: `win 11 (time limit; no win within 4)`.
impl fmt::Display for WinVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.answer.fmt(f)?;
        self.stopped.map_or(Ok(()), |Stopped { no_win_within, limit }| {
            write!(f, " ({}; no win within {no_win_within})", limit.cause())
        })
    }
}

/// Why a line or a certificate was not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unwritten {
    /// A limit was reached: writing a strategy out can take longer than finding the answer.
    #[error("stopped by {0}")]
    Limit(Reached),
    /// The answer is not true of the position, or known in a way that is not written out: that there never is
    /// a win may be known from tables of five men that are too large to examine.
    #[error("that is not the answer to this position, or how it is known is not written out")]
    NotProved,
}

impl From<Reached> for Unwritten {
    fn from(limit: Reached) -> Unwritten {
        Unwritten::Limit(limit)
    }
}

/// How far a question has come.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct WinProgress {
    /// It is proved that there is no win within this many plies.
    pub no_win_within: Plies,
    /// It is proved that there is a win within this many plies.
    pub win_within: Option<Plies>,
    /// The first moves of that win, as far as they are known.
    pub line: Vec<Move>,
    /// The work so far.
    pub effort: Effort,
}

/// Finds the forced wins of one game, and remembers what it proved from one question to the next.
pub trait Solve<R: Rules>: Send {
    /// Other limits from now on, for time, nodes, threads and interruption; the memory stays what it was, and
    /// so does all that was proved.
    fn set_limits(&mut self, limits: Limits);

    /// Takes exact values from an oracle where it has them, and searches where it has not. Where they must be
    /// worked out first the search begins alone, and asks when it has taken long enough for that to pay.
    fn set_oracle(&mut self, oracle: Arc<dyn Oracle>);

    /// Has `report` told, after each step of a question, what is proved so far.
    fn on_progress(&mut self, report: Box<dyn FnMut(WinProgress) + Send>);

    /// Has `keep` given, about so often while a question takes long, what is proved so far: enough for
    /// another solver to [go on from](Solve::resume).
    fn on_keep(&mut self, every: Duration, keep: Box<dyn FnMut(Proved) + Send>);

    /// Goes on from what a solver of this game proved before about `position`: all that is in it is believed,
    /// unless it cannot be.
    ///
    /// # Errors
    /// It cannot have been proved. Then nothing of it is taken.
    fn resume(&mut self, position: &Position<R>, proved: &Proved) -> Result<(), Unsound>;

    /// What is worth keeping of a verdict that was just found, to go on from another time.
    fn proved(&self, verdict: &WinVerdict) -> Proved;

    /// Can the side to move win within `plies`, moves of both sides counted? The answer says within how few
    /// it can, or that it cannot within so many (`NoWin`) or ever (`Lost`, `Never`).
    fn within(&mut self, position: &Position<R>, plies: Plies) -> WinAnswer;

    /// The shortest forced win of the side to move, or that it has none: because the other side does, or
    /// because that can hold for ever (which is found where few enough positions can arise; else a limit ends
    /// the work).
    fn shortest(&mut self, position: &Position<R>) -> WinAnswer;

    /// The answer to either question.
    fn decide(&mut self, position: &Position<R>, goal: Goal) -> WinVerdict {
        let answer = match goal {
            Goal::Within(plies) => self.within(position, plies),
            Goal::Shortest => self.shortest(position),
        };
        WinVerdict::new(goal, answer)
    }

    /// What the last question took.
    fn effort(&self) -> Effort;

    /// Best play: the winner as fast, the loser as slow as possible. Empty if nobody is proved to win.
    ///
    /// # Errors
    /// A limit was reached, or the answer is not true of the position.
    fn line(&mut self, position: &Position<R>, answer: WinAnswer) -> Result<Vec<Move>, Unwritten>;

    /// The certificate of an answer about `position`; `None` for `Undecided`, which claims nothing. A proof
    /// that there is no shorter win may be too long for the limits: then it says what to search again.
    ///
    /// # Errors
    /// A limit was reached, or the answer is not true of the position.
    fn certificate(
        &mut self,
        position: &Position<R>,
        answer: WinAnswer,
    ) -> Result<Option<Certificate>, Unwritten>;

    /// What can be asked beside in the games that are won by checkmate; `None` in the others.
    fn mates(&mut self) -> Option<&mut dyn SolveMates<R>>;
}

/// What problemists and engines ask beside about the games that are won by checkmate.
pub trait SolveMates<R: Rules>: Solve<R> {
    /// Like [`within`](Solve::within), content with any win within `plies`.
    fn any_within(&mut self, position: &Position<R>, plies: Plies) -> WinAnswer;

    /// A move with which the side to move mates within `moves` of its moves; `None` if it is proved that
    /// there is none.
    ///
    /// # Errors
    /// The limit that was reached.
    fn mating_move(&mut self, position: &Position<R>, moves: Moves) -> Result<Option<Move>, Reached>;

    /// Every move with which the side to move mates within `moves`: the keys of a problem.
    ///
    /// # Errors
    /// The limit that was reached.
    fn keys(&mut self, position: &Position<R>, moves: Moves) -> Result<Vec<Move>, Reached>;

    /// The side to move is the defender: within how few moves of the attacker it is mated whatever it does (0
    /// if it is mated already), if within `moves`. `None` is a proof that it is not.
    ///
    /// # Errors
    /// The limit that was reached.
    fn mated_within(&mut self, position: &Position<R>, moves: Moves) -> Result<Option<Moves>, Reached>;

    /// All that problemists ask of a mate within `moves`.
    ///
    /// # Errors
    /// A limit was reached.
    fn solution(
        &mut self,
        position: &Position<R>,
        moves: Moves,
        wanted: &Wanted,
    ) -> Result<Solution, Reached>;

    /// The [certificate](Solve::certificate) of a win that was found, which shows besides that `keys` are all
    /// the moves that win within `moves`.
    ///
    /// ```
    /// use chess_arbiter::win::{MateSolver, Moves, Plies, Solve, SolveMates};
    /// use chess_arbiter::{format::fen, limits::Limits, rules::Standard};
    ///
    /// let position = fen::position::<Standard>("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1").unwrap();
    /// let mut solver = MateSolver::new(Limits::default());
    /// let answer = solver.within(&position, Plies(3));
    /// let keys = solver.keys(&position, Moves(2)).unwrap();
    /// let certificate = solver.certificate_with_keys(&position, answer, Moves(2), &keys).unwrap().unwrap();
    /// assert!(certificate.to_json().contains(r#""keys":{"plies":3,"moves":["g1g2","#));
    /// ```
    ///
    /// # Errors
    /// A limit was reached, or what is to be shown is not so.
    fn certificate_with_keys(
        &mut self,
        position: &Position<R>,
        answer: WinAnswer,
        moves: Moves,
        keys: &[Move],
    ) -> Result<Option<Certificate>, Unwritten>;

    /// The same with everything that the [solution](SolveMates::solution) rests on: with which moves the
    /// attacker reaches its aim wherever that was asked, so that [`Known::solution`] gives it again. Of an
    /// answer that there is no win too.
    ///
    /// [`Known::solution`]: super::solution::Known::solution
    ///
    /// ```
    /// use chess_arbiter::win::solution::Wanted;
    /// use chess_arbiter::win::{MateSolver, Moves, Plies, Solve, SolveMates};
    /// use chess_arbiter::{format::fen, limits::Limits, rules::Standard};
    ///
    /// let position = fen::position::<Standard>("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1").unwrap();
    /// let mut solver = MateSolver::new(Limits::default());
    /// let answer = solver.within(&position, Plies(3));
    /// let wanted = Wanted { tries: 1, ..Wanted::default() };
    /// let proved = solver.certificate_with_solution(&position, answer, Moves(2), &wanted).unwrap();
    /// assert!(proved.unwrap().to_json().contains(r#""variations":[["#));
    /// ```
    ///
    /// # Errors
    /// A limit was reached, or what is to be shown is not so.
    fn certificate_with_solution(
        &mut self,
        position: &Position<R>,
        answer: WinAnswer,
        moves: Moves,
        wanted: &Wanted,
    ) -> Result<Option<Certificate>, Unwritten>;
}

/// A way to win a game, with what solves the games that are won so.
pub(super) trait SolvedBy<R: Rules> {
    /// What finds its forced wins.
    fn solver(limits: Limits) -> Box<dyn Solve<R>>;

    /// What solves its problems with this aim, if it has such problems.
    fn problem_solver(aim: Aim, limits: Limits) -> Option<Box<dyn Solve<R>>>;
}

/// A game whose forced wins can be found. Every rule set is one.
///
/// The solvers are large: each is compiled here, once, and used from elsewhere without its type.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::limits::Limits;
/// use chess_arbiter::rules::{Simplified, Standard};
/// use chess_arbiter::win::{Goal, Plies, Solvable, WinAnswer};
///
/// fn plies<R: Solvable>(text: &str) -> Option<Plies> {
///     let position = fen::position::<R>(text).ok()?;
///     match R::solver(Limits::default()).decide(&position, Goal::Shortest).answer {
///         WinAnswer::Win { plies, .. } => Some(plies),
///         _ => None,
///     }
/// }
/// assert_eq!(plies::<Standard>("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), Some(Plies(3)));
/// assert_eq!(plies::<Simplified>("rnq1/R3/1QN1/4 w"), Some(Plies(3)));
/// ```
pub trait Solvable: Rules {
    /// What finds its forced wins, with these limits for every question.
    fn solver(limits: Limits) -> Box<dyn Solve<Self>>;

    /// What solves problems with this aim, the [`solver`](Solvable::solver) where it is to mate; `None` in
    /// games that are not won by checkmate.
    fn problem_solver(aim: Aim, limits: Limits) -> Option<Box<dyn Solve<Self>>>;
}

/// Not one generic `impl`: that would be compiled by everyone who uses it.
macro_rules! solvable {
    ($($name:ident),+) => {
        $(impl Solvable for rules::$name {
            fn solver(limits: Limits) -> Box<dyn Solve<rules::$name>> {
                <<rules::$name as Rules>::Won as SolvedBy<rules::$name>>::solver(limits)
            }

            fn problem_solver(aim: Aim, limits: Limits) -> Option<Box<dyn Solve<rules::$name>>> {
                <<rules::$name as Rules>::Won as SolvedBy<rules::$name>>::problem_solver(aim, limits)
            }
        })+
    };
}

rules::for_all_rules!(solvable);
