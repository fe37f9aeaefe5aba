//! The questions about forced mates.

use std::thread::{self, Scope};
use std::time::Duration;

use crate::attacks::with_best_isa;
use crate::board::{Bitboard, Color, Move, Role};
use crate::limits::{Effort, Limits, Meter, Reached};
use crate::moves;
use crate::position::Position;
use crate::rules::Rules;
use crate::win::Answer;
use crate::win::keep::{self, Keeper, Proved, Unsound};

use super::crew::{self, Crew, Stop};
use super::finder::{Find, MOST_MOVES};
use super::numbers::Finder;
use super::search::{Claim, Decided, Halt, Prove, Search, waiting_side_is_attacked};
use super::table::Place;

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
    keeper: Option<Keeper>,
    /// What was proved before about a position.
    resumed: Option<(Place, Known)>,
}

impl<R: Rules> Solver<R> {
    /// A solver with these limits for every question. With more than one thread the same question need not take the
    /// same work every time, nor find the same one of several mates; the answer is the same.
    pub fn new(limits: Limits) -> Solver<R> {
        const { assert!(!R::ROYAL_CAPTURABLE, "this solver is for games won by checkmate") };
        let search = Search::new(limits.memory / 4 * 3);
        let finder = Finder::new(limits.memory / 4);
        Solver {
            limits,
            search,
            finder,
            effort: Effort::default(),
            progress: None,
            keeper: None,
            resumed: None,
        }
    }

    /// Has `report` told, after each step of a question, what is proved so far.
    pub fn on_progress(&mut self, report: impl FnMut(Progress) + Send + 'static) {
        self.progress = Some(Box::new(report));
    }

    /// Has `keep` given, about so often while a question takes long, what is proved so far: enough for another solver to
    /// [go on from](Solver::resume).
    pub fn on_keep(&mut self, every: Duration, keep: impl FnMut(Proved) + Send + 'static) {
        self.keeper = Some(Keeper::new(every, keep));
    }

    /// The dearest of all proofs so far, as in [`Proved::proofs`].
    pub fn proofs(&self) -> Vec<u8> {
        self.search.table.proofs(keep::MOST)
    }

    /// Goes on from what a solver of this game proved before about `position`: all that is in it is believed, unless it
    /// cannot be.
    ///
    /// # Errors
    /// It cannot have been proved. Then nothing of it is taken.
    pub fn resume(&mut self, position: &Position<R>, proved: &Proved) -> Result<(), Unsound> {
        proved.check()?;
        self.search.table.add(&proved.proofs)?;
        let mate = proved.win_within.map(|plies| plies.div_ceil(2));
        let known = Known { none: proved.no_win_within.div_ceil(2), mate };
        self.resumed = Some((Place::of(position), known));
        Ok(())
    }

    /// The limits for every question.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Other limits from now on, for time, nodes, threads and interruption; the memory stays what it was, and so does all
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
        self.ask(|solver, meter| solver.deepen(meter, position, plies, false))
    }

    /// The same, content with any win within `plies`.
    pub fn any_within(&mut self, position: &Position<R>, plies: u32) -> Answer {
        self.ask(|solver, meter| solver.deepen(meter, position, plies, true))
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
        if moves > 0 && can_mate(position, position.turn()) {
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

    /// Exhausts all mates from the shortest on, and looks for a longer one at the same time, until they meet.
    fn deepen(&mut self, meter: &mut Meter, position: &Position<R>, plies: u32, any: bool) -> Answer {
        if !moves::has_legal_move(position) || !can_mate(position, position.turn()) {
            return Answer::Never;
        }
        // The attacker makes the last move, so that an even number adds nothing.
        let most = plies.div_ceil(2);
        if self.limits.threads < 2 {
            return self.take_turns(meter, position, plies, any, None);
        }
        let crew = Crew::new(most);
        let answer = thread::scope(|scope| {
            let _stop = Stop(&crew);
            self.take_turns(meter, position, plies, any, Some((&crew, scope)))
        });
        // The answer stands, whatever limit the last positions of the helpers reach.
        let _ = meter.charge(crew.take_nodes());
        answer
    }

    fn take_turns<'s>(
        &mut self,
        meter: &mut Meter,
        position: &'s Position<R>,
        plies: u32,
        any: bool,
        crew: Option<(&'s Crew, &'s Scope<'s, '_>)>,
    ) -> Answer {
        let most = plies.div_ceil(2);
        let mut known = self.known(position, most);
        // What the finder had learned is not kept, so that it begins anew in every part of the work.
        let in_sight = most <= MOST_MOVES && known.none == 0;
        let mut share = Share::new(position, any, in_sight);
        if self.keeper.is_some() {
            share.most_at_once = Some(KEPT);
        }
        let in_plies = |moves: u32| (2 * moves).min(plies);
        let mut helped = false;
        loop {
            if let Some((crew, scope)) = crew {
                // Most questions are answered before it is worth the while.
                if !helped && share.exhausting > ALONE && pays(meter, &self.limits) {
                    helped = true;
                    share.most_at_once = Some(crew::SLICE * 4);
                    for part in 1..self.limits.threads {
                        let helper = self.search.helper(part, self.limits.threads);
                        let thread = thread::Builder::new().name("helper".into());
                        // Fewer threads do as well.
                        let _ = thread.spawn_scoped(scope, move || crew.help(helper, position));
                    }
                }
                if let Err(limit) = known.exchange(crew, meter) {
                    return known.undecided(in_plies(known.none), limit);
                }
            }
            let n = known.none + 1;
            if n > most {
                return Answer::NoWin { plies };
            }
            if let Some(mate) = known.mate
                && (any || mate == n)
            {
                return Answer::Win { plies: 2 * mate - 1, shortest: mate == n };
            }
            // Longer than what is asked about, or than what is found, nothing need be looked for.
            let horizon = most.min(known.none + share.horizon()).max(n);
            let goal = known.mate.map_or(if any { most } else { horizon }, |mate| mate - 1).min(MOST_MOVES);
            let before = known;
            if let Err(limit) = self.turn(meter, position, n, goal, &mut share, &mut known) {
                return known.undecided(in_plies(known.none), limit);
            }
            if before != known
                && let Some(report) = &mut self.progress
            {
                let win_within = known.mate.map(|mate| 2 * mate - 1);
                let line = if win_within.is_some() { self.search.line(position) } else { Vec::new() };
                let no_win_within = in_plies(known.none);
                report(Progress { no_win_within, win_within, line, effort: meter.effort() });
            }
            if let Some(keeper) = &mut self.keeper
                && keeper.is_due()
            {
                let win_within = known.mate.map(|mate| 2 * mate - 1);
                let proofs = self.search.table.proofs(keep::MOST);
                keeper.tell(Proved { no_win_within: in_plies(known.none), win_within, proofs });
            }
        }
    }

    /// What was proved before, as far as it is about mates in `most`.
    fn known(&self, position: &Position<R>, most: u32) -> Known {
        match self.resumed {
            Some((place, known)) if place == Place::of(position) => {
                Known { mate: known.mate.filter(|&mate| mate <= most), ..known }
            }
            _ => Known { none: 0, mate: None },
        }
    }

    /// One turn of either search: the exhaustive one is asked about mates in `n`, the other about mates in `goal`.
    fn turn(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        n: u32,
        goal: u32,
        share: &mut Share,
        known: &mut Known,
    ) -> Result<(), Reached> {
        let nodes = meter.effort_nodes();
        meter.look()?;
        if goal >= n && share.finder_is_next(goal > n, known.mate.is_some()) {
            let until = nodes + share.slice(nodes);
            let (search, finder) = (&mut self.search, &mut self.finder);
            let find = Find { search, finder, meter, position, moves: goal, until };
            match with_best_isa(find) {
                Ok(Some(mate)) => known.mate = Some(mate),
                Ok(None) => known.none = known.none.max(goal),
                Err(Halt::Pause) => {}
                Err(Halt::Limit(limit)) => return Err(limit),
            }
            share.finding += meter.effort_nodes() - nodes;
            share.looks += 1;
        } else {
            let until = nodes + share.slice(nodes);
            let resume = share.paused_at == Some(n);
            let search = &mut self.search;
            let claim = Claim::Mates(n);
            share.paused_at = None;
            match with_best_isa(Prove { search, meter, position, claim, resume, until }) {
                Ok(decided) if decided.holds => known.mate = Some(n),
                Ok(_) => known.none = n,
                Err(Halt::Pause) => share.paused_at = Some(n),
                Err(Halt::Limit(limit)) => return Err(limit),
            }
            share.exhausting += meter.effort_nodes() - nodes;
        }
        Ok(())
    }

    /// Whether the side to move mates within `moves`, and how: by either search.
    pub(in crate::win) fn mates(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        moves: u32,
    ) -> Result<Option<Move>, Reached> {
        if moves == 0 || !can_mate(position, position.turn()) || !moves::has_legal_move(position) {
            return Ok(None);
        }
        let mut share = Share::new(position, false, false);
        let mut known = Known { none: 0, mate: None };
        loop {
            if known.none >= moves {
                return Ok(None);
            }
            if known.mate.is_some() {
                // The table has just been told, but may have forgotten: then the exhaustive search says again.
                let bounds = self.search.table.get(&Place::of(position));
                if let Some(mv) = bounds.best.filter(|_| bounds.mate <= moves) {
                    return Ok(Some(mv));
                }
                return Ok(self.prove(meter, position, Claim::Mates(moves))?.by);
            }
            let goal = if moves > MOST_MOVES { 0 } else { moves };
            self.turn(meter, position, moves, goal, &mut share, &mut known)?;
        }
    }

    fn is_mated(&mut self, meter: &mut Meter, position: &Position<R>, moves: u32) -> Result<bool, Reached> {
        // Nothing to search for; but in a pawnless position even a king can stand beside the other that is mated.
        if !can_mate(position, !position.turn()) {
            return Ok(position.checkers().has_any() && !moves::has_legal_move(position));
        }
        Ok(self.prove(meter, position, Claim::IsMated(moves))?.holds)
    }

    fn prove(&mut self, meter: &mut Meter, position: &Position<R>, claim: Claim) -> Result<Decided, Reached> {
        meter.look()?;
        let search = &mut self.search;
        match with_best_isa(Prove { search, meter, position, claim, resume: false, until: u64::MAX }) {
            Ok(decided) => Ok(decided),
            Err(Halt::Limit(limit)) => Err(limit),
            // It was not asked to pause.
            Err(Halt::Pause) => Err(Reached::Nodes),
        }
    }
}

/// What is proved so far, in moves.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Known {
    none: u32,
    mate: Option<u32>,
}

impl Known {
    /// Tells the helpers and learns from them; their work counts as ours.
    fn exchange(&mut self, crew: &Crew, meter: &mut Meter) -> Result<(), Reached> {
        (self.none, self.mate) = crew.exchange(self.none, self.mate);
        meter.charge(crew.take_nodes())
    }

    fn undecided(self, no_win_within: u32, limit: Reached) -> Answer {
        let win_within = self.mate.map(|mate| 2 * mate - 1);
        Answer::Undecided { no_win_within, win_within, limit }
    }
}

/// Whose turn it is to work, and for how long.
struct Share {
    /// Positions looked at by each search.
    exhausting: u64,
    finding: u64,
    /// Turns of the finder.
    looks: u32,
    /// The claim at which the exhaustive search paused.
    paused_at: Option<u32>,
    /// No turn is longer: there are helpers to be heard.
    most_at_once: Option<u64>,
    /// Any mate will do.
    any: bool,
    /// It is worth while to look at once for mates of the length asked about.
    in_sight: bool,
    /// Only the exhaustive search knows what to do where the enemy king is attacked before the first move.
    alone: bool,
}

/// How many moves beyond those exhausted a mate is looked for: farther it would lose its way.
const FAR: u32 = 24;

/// The same where the mate that will be the shortest is wanted.
const NEAR: u32 = 2;

/// The exhaustive search begins: what it does in so many positions is most of the short mates there are.
const HEAD_START: u64 = 1 << 14;

/// Positions for one turn at most, where proofs are to be kept now and then.
const KEPT: u64 = 1 << 22;

/// So much is exhausted before others help.
const ALONE: u64 = if cfg!(test) { 1 << 15 } else { 1 << 21 };

/// Whether the time that is left makes up for clearing the memory that threads share, a second for each GiB or less.
fn pays(meter: &Meter, limits: &Limits) -> bool {
    let clearing = Duration::from_secs_f64(limits.memory as f64 / (1 << 30) as f64);
    meter.rest(u64::MAX).time.is_none_or(|left| left >= meter.effort().time + clearing)
}

impl Share {
    fn new<R: Rules>(position: &Position<R>, any: bool, in_sight: bool) -> Share {
        let alone = waiting_side_is_attacked(position);
        Share {
            exhausting: 0,
            finding: 0,
            looks: 0,
            paused_at: None,
            most_at_once: None,
            any,
            in_sight,
            alone,
        }
    }

    /// Positions for one turn: longer and longer ones, so that taking up the work again costs little.
    fn slice(&self, nodes: u64) -> u64 {
        HEAD_START.max(nodes / 4).min(self.most_at_once.unwrap_or(u64::MAX))
    }

    /// Where the length is open the finder looks near, which soon proves the shortest mate, and at times far, so that
    /// something is said of long ones too.
    fn horizon(&self) -> u32 {
        if self.in_sight || self.looks % 8 == 7 { FAR } else { NEAR }
    }

    /// `further`: it looks for mates longer than what is now exhausted.
    fn finder_is_next(&self, further: bool, found: bool) -> bool {
        // Parts of the work. The shortest mate is nearly all excluding shorter ones; but to exhaust all up to the length
        // asked about takes ever so much longer than to find one.
        let (its, others) = match found {
            _ if self.any => (8, 1),
            false if further && self.in_sight => (8, 1),
            false => (1, 3),
            true => (1, 24),
        };
        !self.alone && self.exhausting > HEAD_START && self.finding * others < self.exhausting * its
    }
}

/// Whether the side to move has anything to mate with. A king alone never checks, and a king with one knight or with
/// bishops of one colour mates no king that is alone: there is no such position.
pub(super) fn can_mate<R: Rules>(position: &Position<R>, us: Color) -> bool {
    let board = position.board();
    let men = board.color(us) - board.role(Role::King);
    let alone = !board.color(!us).more_than_one();
    let bishops = men - board.role(Role::Bishop);
    let one_colour = (men & Bitboard::LIGHT).is_empty() || (men - Bitboard::LIGHT).is_empty();
    let weak = (bishops.is_empty() && one_colour)
        || (men - board.role(Role::Knight)).is_empty() && !men.more_than_one();
    men.has_any() && !(alone && weak)
}
