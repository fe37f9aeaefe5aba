//! The questions about forced mates.

use std::sync::Arc;
use std::thread::{self, Scope};
use std::time::Duration;

use crate::attacks::with_best_isa;
use crate::board::{Bitboard, Color, Move, Role};
use crate::certificate::Certificate;
use crate::limits::{Effort, Limits, Meter, Reached};
use crate::moves;
use crate::position::Position;
use crate::rules::{ByCheckmate, Rules};
use crate::win::exhaust::{Claim, Prove};
use crate::win::keep::{self, Halt, Keeper, Proved, Unsound};
use crate::win::keys::{self, FindsKeys};
use crate::win::solution::{self, Solution, Wanted};
use crate::win::solve::SolvedBy;
use crate::win::stipulation::Aim;
use crate::win::strategy::{Shown, StrategyWriter};
use crate::win::{
    BoundTables, Moves, Oracle, OracleValue, Plies, ProblemSolver, Solve, SolveMates, Unwritten, WinAnswer,
    WinProgress, WinVerdict,
};

use super::dfpn::{Find, Finder, MAX_MOVES};
use super::endings::Endings;
use super::proved::ProvedSoFar;
use super::search::{MateSearch, Mating};
use super::table::Place;
use super::threads::{self, Helpers, StopHelpers};
use super::turns::{FAR, Turns};

/// Solves directmates of one game, and remembers what it proved from one question to the next.
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::rules::Standard;
/// use chess_arbiter::win::{Limits, MateSolver, Moves, Plies, Solve, SolveMates, WinAnswer};
///
/// let position = fen::position::<Standard>("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").unwrap();
/// let mut solver = MateSolver::new(Limits::default());
/// // Mate in two: three plies.
/// assert_eq!(solver.shortest(&position), WinAnswer::Win { plies: Plies(3), shortest: true });
/// let keys = solver.keys(&position, Moves(2)).unwrap();
/// assert_eq!(keys, ["a1a6".parse().unwrap()]);
/// ```
///
/// With more than one thread the same question need not take the same work every time, nor find the same one
/// of several mates; the answer is the same.
pub struct MateSolver<R: Rules> {
    limits: Limits,
    search: MateSearch<R>,
    finder: Finder,
    effort: Effort,
    progress: Option<Box<dyn FnMut(WinProgress) + Send>>,
    keeper: Option<Keeper>,
    /// What was proved before about a position.
    resumed: Option<(Place, ProvedSoFar)>,
}

impl<R: Rules> SolvedBy<R> for ByCheckmate {
    fn solver(limits: Limits) -> Box<dyn Solve<R>> {
        Box::new(MateSolver::new(limits))
    }

    fn problem_solver(aim: Aim, limits: Limits) -> Option<Box<dyn Solve<R>>> {
        Some(match aim {
            Aim::Mate => Box::new(MateSolver::new(limits)),
            aim => Box::new(ProblemSolver::new(aim, limits)),
        })
    }
}

impl<R: Rules> Solve<R> for MateSolver<R> {
    fn set_limits(&mut self, limits: Limits) {
        self.limits = Limits { memory: self.limits.memory, ..limits };
    }

    fn set_oracle(&mut self, oracle: Arc<dyn Oracle>) {
        self.search.memory.endings = Endings::new::<R>(oracle);
    }

    fn on_progress(&mut self, report: Box<dyn FnMut(WinProgress) + Send>) {
        self.progress = Some(report);
    }

    fn on_keep(&mut self, every: Duration, keep: Box<dyn FnMut(Proved) + Send>) {
        self.keeper = Some(Keeper::new(every, keep));
    }

    fn resume(&mut self, position: &Position<R>, proved: &Proved) -> Result<(), Unsound> {
        proved.check()?;
        self.search.memory.table.add(&proved.proofs)?;
        let mate = proved.win_within.map(|plies| plies.moves().0);
        let known = ProvedSoFar { none: proved.no_win_within.moves().0, mate };
        self.resumed = Some((Place::of(position), known));
        Ok(())
    }

    fn proved(&self, verdict: &WinVerdict) -> Proved {
        let (no_win_within, win_within) = verdict.bounds();
        Proved { no_win_within, win_within, proofs: self.search.memory.table.proofs(keep::MAX_PROOFS) }
    }

    /// A win is the shortest there is. If a limit is reached when only a longer one is proved, the answer
    /// says so.
    fn within(&mut self, position: &Position<R>, plies: Plies) -> WinAnswer {
        self.ask(|solver, meter| solver.deepen(meter, position, plies, false))
    }

    /// Where there is no mate, only a limit ends the work, unless the attacker has no move, or nothing to
    /// mate with.
    fn shortest(&mut self, position: &Position<R>) -> WinAnswer {
        self.within(position, Plies::MAX)
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn line(&mut self, position: &Position<R>, answer: WinAnswer) -> Result<Vec<Move>, Unwritten> {
        StrategyWriter::new(&mut (self as &mut dyn FindsKeys<R>)).line(position, answer)
    }

    fn certificate(
        &mut self,
        position: &Position<R>,
        answer: WinAnswer,
    ) -> Result<Option<Certificate>, Unwritten> {
        keys::certificate(self, position, answer, None)
    }

    fn mates(&mut self) -> Option<&mut dyn SolveMates<R>> {
        Some(self)
    }
}

impl<R: Rules> SolveMates<R> for MateSolver<R> {
    fn any_within(&mut self, position: &Position<R>, plies: Plies) -> WinAnswer {
        self.ask(|solver, meter| solver.deepen(meter, position, plies, true))
    }

    fn mating_move(&mut self, position: &Position<R>, moves: Moves) -> Result<Option<Move>, Reached> {
        self.ask(|solver, meter| FindsKeys::reaches(solver, meter, position, moves))
    }

    fn keys(&mut self, position: &Position<R>, moves: Moves) -> Result<Vec<Move>, Reached> {
        self.ask(|solver, meter| FindsKeys::keys(solver, meter, position, moves))
    }

    fn mated_within(&mut self, position: &Position<R>, moves: Moves) -> Result<Option<Moves>, Reached> {
        self.ask(|solver, meter| {
            for n in (0..=moves.0).map(Moves) {
                if solver.is_mated(meter, position, n)? {
                    return Ok(Some(n));
                }
            }
            Ok(None)
        })
    }

    fn solution(
        &mut self,
        position: &Position<R>,
        moves: Moves,
        wanted: &Wanted,
    ) -> Result<Solution, Reached> {
        solution::solution(self, position, moves, wanted)
    }

    fn certificate_with_keys(
        &mut self,
        position: &Position<R>,
        answer: WinAnswer,
        within: Moves,
        keys: &[Move],
    ) -> Result<Option<Certificate>, Unwritten> {
        let shown = Shown { within, keys, known: None };
        keys::certificate(self, position, answer, Some(&shown))
    }

    fn certificate_with_solution(
        &mut self,
        position: &Position<R>,
        answer: WinAnswer,
        moves: Moves,
        wanted: &Wanted,
    ) -> Result<Option<Certificate>, Unwritten> {
        keys::certificate_with_solution(self, position, answer, moves, wanted)
    }
}

impl<R: Rules> MateSolver<R> {
    /// A solver with these limits for every question.
    pub fn new(limits: Limits) -> MateSolver<R> {
        const { assert!(!R::ROYAL_CAPTURABLE, "this solver is for games won by checkmate") };
        const { assert!(R::ROYAL as u8 == Role::King as u8, "keys and last moves know the royal as a king") };
        let search = MateSearch::new(Mating, limits.memory / 4 * 3);
        let finder = Finder::new(limits.memory / 4);
        let effort = Effort::default();
        MateSolver { limits, search, finder, effort, progress: None, keeper: None, resumed: None }
    }

    /// Runs a question under a new meter.
    fn ask<T>(&mut self, question: impl FnOnce(&mut Self, &mut Meter) -> T) -> T {
        let mut meter = Meter::new(&self.limits);
        let answer = question(self, &mut meter);
        self.effort = meter.effort();
        answer
    }

    /// Exhausts all mates from the shortest on, and looks for a longer one at the same time, until they meet.
    fn deepen(&mut self, meter: &mut Meter, position: &Position<R>, plies: Plies, any: bool) -> WinAnswer {
        if self.is_lost(position) {
            return WinAnswer::Never;
        }
        self.search.memory.endings.begin();
        if self.limits.threads < 2 {
            return self.take_turns(meter, position, plies, any, None);
        }
        let helpers = Helpers::new(plies.moves().0);
        let answer = thread::scope(|scope| {
            let _stop = StopHelpers(&helpers);
            self.take_turns(meter, position, plies, any, Some((&helpers, scope)))
        });
        // The answer stands, whatever limit the last positions of the helpers reach.
        let _ = meter.charge(helpers.take_nodes());
        answer
    }

    fn take_turns<'s>(
        &mut self,
        meter: &mut Meter,
        position: &'s Position<R>,
        plies: Plies,
        any: bool,
        helpers: Option<(&'s Helpers, &'s Scope<'s, '_>)>,
    ) -> WinAnswer {
        // An even number of plies adds nothing.
        let most = plies.moves().0;
        let mut known = self.known(position, most);
        // What the finder had learned is not kept, so that it begins anew in every part of the work.
        let in_sight = most <= MAX_MOVES && known.none == 0;
        let mut turns = Turns::new(position, any, in_sight);
        if self.keeper.is_some() {
            turns.max_slice = Some(KEPT_EVERY);
        }
        let mut helped = false;
        loop {
            if let Some((helpers, scope)) = helpers {
                // Most questions are answered before it is worth the while.
                if !helped && turns.exhausting > ALONE && pays(meter, &self.limits) {
                    helped = true;
                    turns.max_slice = Some(threads::SLICE * 4);
                    for part in 1..self.limits.threads {
                        let search = self.search.helper(part, self.limits.threads);
                        let thread = thread::Builder::new().name("helper".into());
                        // Fewer threads do as well.
                        let _ = thread.spawn_scoped(scope, move || helpers.help(search, position));
                    }
                }
                if let Err(limit) = known.exchange(helpers, meter) {
                    return known.undecided(plies, limit);
                }
            }
            if let Some(value) = self.search.memory.endings.of_root(meter, position, known.none) {
                return value.answer(plies);
            }
            self.search.memory.endings.work_out::<R>(meter);
            let n = known.none + 1;
            if n > most {
                return WinAnswer::NoWin { plies };
            }
            if let Some(mate) = known.mate
                && (any && mate <= most || mate == n)
            {
                return WinAnswer::Win { plies: Moves(mate).plies(), shortest: mate == n };
            }
            // Longer than what is found nothing need be looked for; nor than what is asked about, but where
            // that is far: a longer mate is found sooner, and leads to a shorter one.
            let horizon = known.none + turns.horizon(known.is_near());
            let goal = match known.mate {
                Some(mate) => mate - 1,
                None if most > known.none + FAR && horizon > most => horizon,
                None if any => most,
                None => most.min(horizon).max(n),
            };
            let goal = goal.min(MAX_MOVES);
            let before = known;
            if let Err(limit) = self.turn(meter, position, n, goal, &mut turns, &mut known) {
                return known.undecided(plies, limit);
            }
            let (no_win_within, win_within) = known.bounds(plies);
            if before != known
                && let Some(report) = &mut self.progress
            {
                let line = if win_within.is_some() { self.search.memory.line(position) } else { Vec::new() };
                report(WinProgress { no_win_within, win_within, line, effort: meter.effort() });
            }
            if let Some(keeper) = &mut self.keeper
                && keeper.is_due()
            {
                let proofs = self.search.memory.table.proofs(keep::MAX_PROOFS);
                keeper.tell(Proved { no_win_within, win_within, proofs });
            }
        }
    }

    /// What was proved before, as far as it is about mates in `most`.
    fn known(&self, position: &Position<R>, most: u32) -> ProvedSoFar {
        match self.resumed {
            Some((place, known)) if place == Place::of(position) => {
                ProvedSoFar { mate: known.mate.filter(|&mate| mate <= most), ..known }
            }
            _ => ProvedSoFar { none: 0, mate: None },
        }
    }

    /// One turn of either search: the exhaustive one is asked about mates in `n`, the other about mates in
    /// `goal`.
    fn turn(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        n: u32,
        goal: u32,
        turns: &mut Turns,
        known: &mut ProvedSoFar,
    ) -> Result<(), Reached> {
        let nodes = meter.effort_nodes();
        meter.look()?;
        let until = nodes + turns.slice(nodes);
        if goal >= n && turns.finder_is_next(goal > n, known.is_near()) {
            let (memory, finder) = (&mut self.search.memory, &mut self.finder);
            let narrow = turns.narrow(goal);
            match with_best_isa(Find { memory, finder, meter, position, moves: goal, narrow, until }) {
                Ok(Some(mate)) => known.mate = Some(mate),
                Ok(None) if narrow.is_some() => turns.widen(goal),
                Ok(None) => known.none = known.none.max(goal),
                Err(Halt::Pause) => {}
                Err(Halt::Limit(limit)) => return Err(limit),
            }
            let looked_at = meter.effort_nodes() - nodes;
            turns.finding += looked_at;
            if narrow.is_some() {
                turns.narrowly += looked_at;
            } else {
                turns.looks += 1;
            }
        } else {
            let resume = turns.paused_at.take() == Some(n);
            let (search, claim) = (&mut self.search, Claim::Reaches(n));
            match with_best_isa(Prove { search, meter, position, claim, resume, until }) {
                Ok(decided) if decided.holds => known.mate = Some(n),
                Ok(_) => known.none = n,
                Err(Halt::Pause) => turns.paused_at = Some(n),
                Err(Halt::Limit(limit)) => return Err(limit),
            }
            turns.exhausting += meter.effort_nodes() - nodes;
        }
        Ok(())
    }

    fn is_mated(&mut self, meter: &mut Meter, position: &Position<R>, moves: Moves) -> Result<bool, Reached> {
        // Nothing to search for; but in a pawnless position even a king can stand beside the other that is
        // mated.
        if !can_mate(position, !position.turn()) {
            return Ok(position.checkers().has_any() && !moves::has_legal_move(position));
        }
        match self.search.memory.endings.value(position) {
            Some(value) => Ok(matches!(value, OracleValue::Lost(plies) if plies.moves() <= moves)),
            None => Ok(self.search.prove(meter, position, Claim::IsReached(moves.0))?.holds),
        }
    }
}

impl<R: Rules> FindsKeys<R> for MateSolver<R> {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn aim(&self) -> Aim {
        Aim::Mate
    }

    /// An attacker without a move, or with too little to mate with.
    fn is_lost(&self, position: &Position<R>) -> bool {
        !moves::has_legal_move(position) || !can_mate(position, position.turn())
    }

    fn bounds(&mut self, meter: &Meter, position: &Position<R>, plies: Option<Plies>) -> Option<BoundTables> {
        self.search.memory.endings.bounds(meter, position, plies.map(Plies::moves))
    }

    fn never_wins(&mut self, position: &Position<R>) -> bool {
        let value = |solver: &mut Self| solver.search.memory.endings.value(position);
        self.is_lost(position) || matches!(value(self), Some(OracleValue::Never | OracleValue::Lost(_)))
    }

    /// By either search.
    fn reaches(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        moves: Moves,
    ) -> Result<Option<Move>, Reached> {
        let moves = moves.0;
        if moves == 0 || self.is_lost(position) {
            return Ok(None);
        }
        let endings = &mut self.search.memory.endings;
        match endings.value(position) {
            Some(OracleValue::Win(plies)) if plies.moves().0 <= moves => {
                if let Some(mv) = endings.best_move(position) {
                    return Ok(Some(mv));
                }
                // Somebody else had it forgotten meanwhile.
            }
            Some(_) => return Ok(None),
            None => {}
        }
        let mut turns = Turns::new(position, false, false);
        let mut known = ProvedSoFar { none: 0, mate: None };
        loop {
            if known.none >= moves {
                return Ok(None);
            }
            if known.mate.is_some() {
                // The table has just been told, but may have forgotten: then the exhaustive search says
                // again.
                let bounds = self.search.memory.table.get(&Place::of(position));
                if let Some(mv) = bounds.best.filter(|_| bounds.mate <= moves) {
                    return Ok(Some(mv));
                }
                return Ok(self.search.prove(meter, position, Claim::Reaches(moves))?.by);
            }
            let goal = if moves > MAX_MOVES { 0 } else { moves };
            self.turn(meter, position, moves, goal, &mut turns, &mut known)?;
        }
    }

    fn keys(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        moves: Moves,
    ) -> Result<Vec<Move>, Reached> {
        let mut keys = Vec::new();
        if moves > Moves(0) && can_mate(position, position.turn()) {
            for mv in moves::legal_moves(position) {
                if self.is_mated(meter, &position.play(mv), moves - 1)? {
                    keys.push(mv);
                }
            }
        }
        Ok(keys)
    }
}

/// Positions for one turn at most, where proofs are to be kept now and then.
const KEPT_EVERY: u64 = 1 << 22;

/// So much is exhausted before others help.
const ALONE: u64 = if cfg!(test) { 1 << 15 } else { 1 << 21 };

/// Whether the time that is left makes up for clearing the memory that threads share, a second for each GiB
/// or less.
fn pays(meter: &Meter, limits: &Limits) -> bool {
    let clearing = Duration::from_secs_f64(limits.memory as f64 / (1 << 30) as f64);
    meter.rest(u64::MAX).time.is_none_or(|left| left >= meter.effort().time + clearing)
}

/// Whether the side to move has anything to mate with. A king alone never checks, and a king with one knight
/// or with bishops of one colour mates no king that is alone: there is no such position.
pub(in crate::win) fn can_mate<R: Rules>(position: &Position<R>, us: Color) -> bool {
    let board = position.board();
    let men = board.color(us) - board.role(Role::King);
    let alone = !board.color(!us).more_than_one();
    let only_bishops = (men - board.role(Role::Bishop)).is_empty();
    let one_colour = (men & Bitboard::LIGHT).is_empty() || (men - Bitboard::LIGHT).is_empty();
    let weak =
        only_bishops && one_colour || (men - board.role(Role::Knight)).is_empty() && !men.more_than_one();
    men.has_any() && !(alone && weak)
}
