//! The questions about forced mates.

use crate::attacks::with_best_isa;
use crate::board::{Bitboard, Move, Role};
use crate::limits::{Effort, Limits, Meter, Reached};
use crate::moves;
use crate::position::Position;
use crate::rules::Rules;
use crate::win::Answer;

use super::finder::{Find, Finder, Halt, MOST_MOVES};
use super::search::{Claim, Decided, Prove, Search};

/// How far a question has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// It is proved that there is no win within this many plies.
    pub no_win_within: u32,
    /// It is proved that there is a win within this many plies.
    pub win_within: Option<u32>,
    /// The first moves of that win, as far as they are known.
    pub line: Vec<Move>,
    /// The work so far.
    pub effort: Effort,
}

/// Who is told.
type Report = Box<dyn FnMut(Progress) + Send>;

/// Solves directmates of one game, and remembers what it proved from one question to the next.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::rules::Standard;
/// use chess_arbiter::win::{Answer, Limits, mate};
///
/// let position = fen::position::<Standard>("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").unwrap();
/// let mut solver = mate::Solver::new(Limits::default());
/// // Mate in two: three plies.
/// assert_eq!(solver.shortest(&position), Answer::Win { plies: 3, shortest: true });
/// let keys = solver.keys(&position, 2).unwrap();
/// assert_eq!(keys, ["a1a6".parse().unwrap()]);
/// ```
pub struct Solver<R: Rules> {
    limits: Limits,
    search: Search<R>,
    finder: Finder,
    effort: Effort,
    progress: Option<Report>,
}

impl<R: Rules> Solver<R> {
    /// A solver with these limits for every question.
    pub fn new(limits: Limits) -> Solver<R> {
        const { assert!(!R::ROYAL_CAPTURABLE, "this solver is for games won by checkmate") };
        let search = Search::new(limits.memory / 4 * 3);
        let finder = Finder::new(limits.memory / 4);
        Solver { limits, search, finder, effort: Effort::default(), progress: None }
    }

    /// Has `report` told, after each step of a question, what is proved so far.
    pub fn on_progress(&mut self, report: impl FnMut(Progress) + Send + 'static) {
        self.progress = Some(Box::new(report));
    }

    /// The limits for every question.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Other limits from now on, for time, nodes and interruption; the memory stays what it was, and so does all
    /// that was proved.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = Limits { memory: self.limits.memory, ..limits };
    }

    /// What the last question took.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Can the side to move force mate within `plies` plies, moves of both sides counted? A win is the shortest
    /// there is. If a limit is reached when only a longer one is proved, the answer says so.
    pub fn within(&mut self, position: &Position<R>, plies: u32) -> Answer {
        self.ask(|solver, meter| solver.deepen(meter, position, plies))
    }

    /// The same, content with any win within `plies`.
    pub fn any_within(&mut self, position: &Position<R>, plies: u32) -> Answer {
        self.ask(|solver, meter| solver.find_any(meter, position, plies))
    }

    /// The shortest forced mate of the side to move. Where there is none, only a limit ends the work, unless the
    /// attacker has no move, or nothing to mate with.
    pub fn shortest(&mut self, position: &Position<R>) -> Answer {
        self.within(position, u32::MAX)
    }

    /// A move with which the side to move mates within `moves` of its moves; `None` if it is proved that there is
    /// none.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn mating_move(&mut self, position: &Position<R>, moves: u32) -> Result<Option<Move>, Reached> {
        self.ask(|solver, meter| solver.mates(meter, position, moves))
    }

    /// Every move with which the side to move mates within `moves`: the keys of a problem.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn keys(&mut self, position: &Position<R>, moves: u32) -> Result<Vec<Move>, Reached> {
        self.ask(|solver, meter| solver.all_keys(meter, position, moves))
    }

    pub(in crate::win) fn all_keys(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        moves: u32,
    ) -> Result<Vec<Move>, Reached> {
        let mut keys = Vec::new();
        if moves > 0 && can_mate(position) {
            for mv in moves::legal_moves(position) {
                if self.is_mated(meter, &position.play(mv), moves - 1)? {
                    keys.push(mv);
                }
            }
        }
        Ok(keys)
    }

    /// The side to move is the defender: within how few moves of the attacker it is mated whatever it does (0 if it
    /// is mated already), if within `moves`. `None` is a proof that it is not.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn mated_within(&mut self, position: &Position<R>, moves: u32) -> Result<Option<u32>, Reached> {
        self.ask(|solver, meter| {
            for n in 0..=moves {
                if solver.is_mated(meter, position, n)? {
                    return Ok(Some(n));
                }
            }
            Ok(None)
        })
    }

    /// Runs a question under a new meter.
    fn ask<T>(&mut self, question: impl FnOnce(&mut Self, &mut Meter) -> T) -> T {
        let mut meter = Meter::new(&self.limits);
        let answer = question(self, &mut meter);
        self.effort = meter.effort();
        answer
    }

    fn deepen(&mut self, meter: &mut Meter, position: &Position<R>, plies: u32) -> Answer {
        if !moves::has_legal_move(position) || !can_mate(position) {
            return Answer::Never;
        }
        // The attacker makes the last move, so that an even number adds nothing.
        let most = plies.div_ceil(2);
        let mut no_win_within = 0;
        for n in 1..=most {
            match self.mates(meter, position, n) {
                Ok(Some(_)) => return Answer::Win { plies: 2 * n - 1, shortest: true },
                Ok(None) => no_win_within = (2 * n).min(plies),
                Err(limit) => return Answer::Undecided { no_win_within, win_within: None, limit },
            }
            if let Some(report) = &mut self.progress {
                let effort = meter.effort();
                report(Progress { no_win_within, win_within: None, line: Vec::new(), effort });
            }
        }
        Answer::NoWin { plies }
    }

    fn find_any(&mut self, meter: &mut Meter, position: &Position<R>, plies: u32) -> Answer {
        let moves = plies.div_ceil(2).min(MOST_MOVES);
        let find = Find {
            search: &mut self.search,
            finder: &mut self.finder,
            meter,
            position,
            moves,
            until: u64::MAX,
        };
        match with_best_isa(find) {
            Ok(Some(moves)) => Answer::Win { plies: 2 * moves - 1, shortest: false },
            Ok(None) => Answer::NoWin { plies },
            Err(Halt::Limit(limit)) => Answer::Undecided { no_win_within: 0, win_within: None, limit },
            Err(Halt::Pause) => Answer::NoWin { plies: 0 },
        }
    }

    pub(in crate::win) fn mates(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        moves: u32,
    ) -> Result<Option<Move>, Reached> {
        if moves == 0 || !can_mate(position) {
            return Ok(None);
        }
        Ok(self.prove(meter, position, Claim::Mates(moves))?.by)
    }

    fn is_mated(&mut self, meter: &mut Meter, position: &Position<R>, moves: u32) -> Result<bool, Reached> {
        Ok(self.prove(meter, position, Claim::IsMated(moves))?.holds)
    }

    fn prove(&mut self, meter: &mut Meter, position: &Position<R>, claim: Claim) -> Result<Decided, Reached> {
        meter.look()?;
        with_best_isa(Prove { search: &mut self.search, meter, position, claim })
    }
}

/// Whether the side to move has anything to mate with. A king alone never checks, and a king with one knight or with
/// bishops of one colour mates no king that is alone: there is no such position.
pub(super) fn can_mate<R: Rules>(position: &Position<R>) -> bool {
    let (board, us) = (position.board(), position.turn());
    let men = board.color(us) - board.role(Role::King);
    let alone = !board.color(!us).more_than_one();
    let bishops = men - board.role(Role::Bishop);
    let one_colour = (men & Bitboard::LIGHT).is_empty() || (men - Bitboard::LIGHT).is_empty();
    let weak = (bishops.is_empty() && one_colour)
        || (men - board.role(Role::Knight)).is_empty() && !men.more_than_one();
    men.has_any() && !(alone && weak)
}
