//! One `go`: from its limits to `bestmove`.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chess_arbiter::board::{Color, Move};
use chess_arbiter::format::uci;
use chess_arbiter::limits::{Limits, Reached};
use chess_arbiter::moves;
use chess_arbiter::position::Position;
use chess_arbiter::rules::Rules;
use chess_arbiter::win::stipulation::Aim;
use chess_arbiter::win::{Moves, Plies, SolveMates, WinAnswer};

use crate::command::Go;
use crate::options::{EngineOptions, aim_name};

/// A mate of so many moves is looked for where the client names no number.
const ANY: Moves = Moves(1_000);

/// The first budget of positions for finding a mate; it doubles as long as nothing is found.
const FIRST_BUDGET: u64 = 1 << 16;

/// What writing a line may take beyond the time that is left.
const GRACE: Duration = Duration::from_millis(50);

/// What a clock gives one move: a part of what is left, and the increment.
const PART_OF_CLOCK: u32 = 30;

/// A search with all it needs.
pub(crate) struct GoSearch<'a, R: Rules, W: Write> {
    pub(crate) solver: &'a mut dyn SolveMates<R>,
    pub(crate) output: &'a Mutex<W>,
    pub(crate) options: &'a EngineOptions,
    pub(crate) stop: &'a Arc<AtomicBool>,
    pub(crate) position: Position<R>,
    pub(crate) go: Go,
    /// The best line that was told.
    pub(crate) told: Vec<Move>,
    /// Set before `bestmove` is said: whoever reads that may go on at once.
    pub(crate) answered: &'a AtomicBool,
}

/// A mate, or what else is the aim, that is proved: for the side to move, or against it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mate {
    /// Within so many of its own moves.
    Gives(Moves),
    /// Within so many moves of the other side.
    Suffers(Moves),
}

/// Counts down what the client allows.
struct Budget {
    started: Instant,
    deadline: Option<Instant>,
    nodes_left: Option<u64>,
    nodes: u64,
}

impl<R: Rules, W: Write> GoSearch<'_, R, W> {
    /// Searches, tells, and ends with `bestmove`, unless `quiet` is set by then.
    pub(crate) fn run(mut self, quiet: &AtomicBool) -> io::Result<()> {
        let mut budget = Budget::new(&self.go, self.position.turn());
        let best = if !moves::has_legal_move(&self.position) {
            let score = if self.position.checkers().has_any() { "mate 0" } else { "cp 0" };
            self.say(&format!("info depth 0 score {score}"))?;
            None
        } else if let allowed = self.allowed_moves()?
            && let Some(&first) = allowed.first()
        {
            let found = self.look(&mut budget, &allowed)?;
            if found.is_none() {
                self.tell_nothing(&budget, first)?;
            }
            Some(found.unwrap_or(first))
        } else {
            None
        };
        // Without a limit the client ends the search, even one that has nothing left to do.
        while self.go.infinite && !self.stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(5));
        }
        if quiet.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.answered.store(true, Ordering::Release);
        let Some(mv) = best else { return self.say("bestmove (none)") };
        self.say(&format!("bestmove {}{}", self.text(&self.position, mv), self.reply(mv)))
    }

    /// The expected reply to a move, for clients that ponder.
    fn reply(&self, mv: Move) -> String {
        match self.told[..] {
            [first, reply, ..] if self.options.ponder && first == mv => {
                format!(" ponder {}", self.text(&self.position.play(mv), reply))
            }
            _ => String::new(),
        }
    }

    /// The first moves that may be played; of those that the client names, what is no move is told and left
    /// out.
    fn allowed_moves(&self) -> io::Result<Vec<Move>> {
        if self.go.searchmoves.is_empty() {
            return Ok(moves::legal_moves(&self.position));
        }
        let mut wanted = Vec::new();
        for text in &self.go.searchmoves {
            match uci::parse(&self.position, text) {
                Ok(mv) => wanted.push(mv),
                Err(error) => self.say(&format!("info string searchmoves {text}: {}", error.message))?,
            }
        }
        Ok(wanted)
    }

    /// Looks for the shortest mate; its first move.
    fn look(&mut self, budget: &mut Budget, allowed: &[Move]) -> io::Result<Option<Move>> {
        if !self.go.searchmoves.is_empty() {
            return self.look_among(budget, allowed);
        }
        let (most, aim) = (self.most_moves(), self.options.aim);
        let mut slice = FIRST_BUDGET;
        let position = self.position;
        // A mate of any length first, by turns with a mate of this side, and with ever more work.
        let mut mate = loop {
            match self.ask(budget, slice, |solver| solver.any_within(&position, aim.plies(most))) {
                WinAnswer::Win { plies, .. } | WinAnswer::Undecided { win_within: Some(plies), .. } => {
                    break aim.moves(plies);
                }
                WinAnswer::Undecided { .. } => {}
                WinAnswer::NoWin { .. } | WinAnswer::Never | WinAnswer::Lost { .. } => {
                    self.say(&format!("info string proved: no {} within {most} moves", aim_name(aim)))?;
                    return self.suffer(budget, u64::MAX, most);
                }
            }
            if let Some(mv) = self.suffer(budget, slice / 4, most)? {
                return Ok(Some(mv));
            }
            if budget.is_spent(self.stop) {
                return Ok(None);
            }
            slice = slice.saturating_mul(2);
        };
        let mut best = self.known_move(mate);
        if let Some((mv, fewer)) = self.tell(budget, mate, false)? {
            (best, mate) = (Some(mv), fewer);
        }
        // Then ever shorter ones, until it is proved that there is none.
        while mate > Moves(1) {
            let shorter = mate - 1;
            let answer = self.ask(budget, u64::MAX, |solver| solver.within(&position, aim.plies(shorter)));
            let (fewer, shortest) = match answer {
                WinAnswer::Win { plies, shortest } => (plies, shortest),
                WinAnswer::Undecided { win_within: Some(plies), .. } => (plies, false),
                WinAnswer::Undecided { .. } => break,
                _ => {
                    self.say(&format!("info string proved: no {} within {shorter} moves", aim_name(aim)))?;
                    break;
                }
            };
            mate = aim.moves(fewer);
            best = self.known_move(mate).or(best);
            if let Some((mv, fewer)) = self.tell(budget, mate, shortest)? {
                (best, mate) = (Some(mv), fewer);
            }
        }
        self.tell_others(budget, mate, best)?;
        Ok(best)
    }

    /// The same for first moves that the client chose: each is tried at every length, and of those that mate
    /// soonest as many are told as the client wants to see.
    fn look_among(&mut self, budget: &mut Budget, allowed: &[Move]) -> io::Result<Option<Move>> {
        if self.options.aim.obliges(&self.position) {
            return Ok(None);
        }
        for moves in (1..=self.most_moves().0).map(Moves) {
            let mut found = Vec::new();
            for &mv in allowed {
                let after = self.position.play(mv);
                match self.asked(budget, u64::MAX, |solver| solver.mated_within(&after, moves - 1)) {
                    Ok(Some(_)) => {
                        found.push(mv);
                        self.tell_line(budget, Mate::Gives(moves), mv, found.len())?;
                    }
                    Ok(None) => {}
                    Err(_) => return Ok(found.first().copied()),
                }
                if found.len() >= self.options.multi_pv {
                    break;
                }
            }
            if let Some(&best) = found.first() {
                return Ok(Some(best));
            }
        }
        Ok(None)
    }

    fn most_moves(&self) -> Moves {
        let by_depth = self.go.depth.map(|plies| self.options.aim.moves(Plies(plies)));
        let asked = self.go.mate.map(Moves).into_iter().chain(by_depth).min();
        asked.unwrap_or(ANY).clamp(Moves(1), ANY)
    }

    /// If this side is mated whatever it does, the move that puts it off longest; told if so. Of other aims
    /// nothing is asked but whether the side to move reaches them.
    fn suffer(&mut self, budget: &mut Budget, slice: u64, most: Moves) -> io::Result<Option<Move>> {
        if self.options.aim != Aim::Mate {
            return Ok(None);
        }
        let position = self.position;
        let Ok(Some(moves)) = self.asked(budget, slice, |solver| solver.mated_within(&position, most)) else {
            return Ok(None);
        };
        let line = self.longest_defence(budget, &position, moves);
        if line.is_empty() {
            return Ok(None);
        }
        self.print(budget, Mate::Suffers(moves), &line, 1)?;
        Ok(line.first().copied())
    }

    /// A question with what is left of the budget, at most `slice` positions.
    fn ask(
        &mut self,
        budget: &mut Budget,
        slice: u64,
        question: impl FnOnce(&mut dyn SolveMates<R>) -> WinAnswer,
    ) -> WinAnswer {
        if budget.is_spent(self.stop) {
            return WinAnswer::Undecided {
                no_win_within: Plies(0),
                win_within: None,
                limit: Reached::Interrupt,
            };
        }
        self.solver.set_limits(budget.limits(self.options, self.stop, slice));
        let answer = question(self.solver);
        budget.spend(self.solver.effort().nodes);
        answer
    }

    fn asked<T>(
        &mut self,
        budget: &mut Budget,
        slice: u64,
        question: impl FnOnce(&mut dyn SolveMates<R>) -> Result<T, Reached>,
    ) -> Result<T, Reached> {
        if budget.is_spent(self.stop) {
            return Err(Reached::Interrupt);
        }
        self.solver.set_limits(budget.limits(self.options, self.stop, slice));
        let answer = question(self.solver);
        budget.spend(self.solver.effort().nodes);
        answer
    }

    /// Tells of a mate within `moves` with its line; the line's first move, and the moves within which it is
    /// a mate. A line that cannot be finished in the limits is not told.
    fn tell(&mut self, budget: &Budget, moves: Moves, shortest: bool) -> io::Result<Option<(Move, Moves)>> {
        let (position, aim) = (self.position, self.options.aim);
        self.solver.set_limits(self.for_lines(budget));
        let line = self
            .solver
            .line(&position, WinAnswer::Win { plies: aim.plies(moves), shortest })
            .unwrap_or_default();
        let Some(&first) = line.first() else { return Ok(None) };
        let moves = aim.moves(Plies(line.len() as u32));
        self.print(budget, Mate::Gives(moves), &line, 1)?;
        Ok(Some((first, moves)))
    }

    /// The first move of a mate that was just proved.
    fn known_move(&mut self, moves: Moves) -> Option<Move> {
        self.solver.set_limits(Limits { nodes: Some(FIRST_BUDGET), ..memory_only(self.options) });
        self.solver.mating_move(&self.position, moves).ok().flatten()
    }

    /// Says that nothing is proved. The score says nothing either, but clients want one.
    fn tell_nothing(&self, budget: &Budget, mv: Move) -> io::Result<()> {
        let time = budget.started.elapsed().as_millis();
        let text = self.text(&self.position, mv);
        self.say(&format!("info depth 1 score cp 0 nodes {} time {time} pv {text}", budget.nodes))
    }

    /// Tells of a mate that begins with `mv`.
    fn tell_line(&mut self, budget: &mut Budget, mate: Mate, mv: Move, rank: usize) -> io::Result<()> {
        let after = self.position.play(mv);
        let mut line = vec![mv];
        if let Mate::Gives(moves) = mate {
            let rest = self.longest_defence(budget, &after, moves - 1);
            if rest.len() as u32 + 1 != self.options.aim.plies(moves).0 {
                return Ok(());
            }
            line.extend(rest);
        }
        self.print(budget, mate, &line, rank)
    }

    /// Other first moves that mate as soon, as many as the client wants to see.
    fn tell_others(&mut self, budget: &mut Budget, moves: Moves, best: Option<Move>) -> io::Result<()> {
        if self.options.multi_pv < 2 {
            return Ok(());
        }
        let position = self.position;
        let Ok(keys) = self.asked(budget, u64::MAX, |solver| solver.keys(&position, moves)) else {
            return Ok(());
        };
        let others = keys.into_iter().filter(|&mv| Some(mv) != best);
        for (i, mv) in others.take(self.options.multi_pv - 1).enumerate() {
            self.tell_line(budget, Mate::Gives(moves), mv, i + 2)?;
        }
        Ok(())
    }

    /// The defence that lasts longest, when it is proved that this side is mated within `moves`; empty if
    /// that cannot be worked out in the limits.
    fn longest_defence(&mut self, budget: &Budget, position: &Position<R>, moves: Moves) -> Vec<Move> {
        self.solver.set_limits(self.for_lines(budget));
        let (mut longest, aim) = (Vec::new(), self.options.aim);
        for mv in aim.replies(position) {
            let next = position.play(mv);
            let mut line = Vec::new();
            if !aim.is_reached_by_reply(&next) {
                let answer = self.solver.within(&next, aim.plies(moves));
                match self.solver.line(&next, answer) {
                    Ok(rest) => line = rest,
                    Err(_) => return Vec::new(),
                }
            }
            if line.len() >= longest.len() {
                longest = [vec![mv], line].concat();
            }
        }
        longest
    }

    /// For writing out what is proved: what time is left and a little more, and as many positions as were
    /// looked at.
    fn for_lines(&self, budget: &Budget) -> Limits {
        let nodes = budget.nodes.max(FIRST_BUDGET);
        let limits = budget.limits(self.options, self.stop, nodes);
        Limits { time: limits.time.map(|time| time + GRACE), nodes: Some(nodes), ..limits }
    }

    fn print(&mut self, budget: &Budget, mate: Mate, line: &[Move], rank: usize) -> io::Result<()> {
        if rank == 1 {
            self.told = line.to_vec();
        }
        let score = match mate {
            Mate::Gives(moves) => i64::from(moves.0),
            Mate::Suffers(moves) => -i64::from(moves.0),
        };
        let time = budget.started.elapsed().as_millis();
        let per_second = u128::from(budget.nodes) * 1000 / time.max(1);
        let (mut position, mut text) = (self.position, String::new());
        for &mv in line {
            text += " ";
            text += &self.text(&position, mv);
            position = position.play(mv);
        }
        let depth = line.len();
        let many = if self.options.multi_pv > 1 { format!(" multipv {rank}") } else { String::new() };
        self.say(&format!(
            "info depth {depth} seldepth {depth}{many} score mate {score} nodes {} nps {per_second} time {time} pv{text}",
            budget.nodes
        ))
    }

    fn text(&self, position: &Position<R>, mv: Move) -> String {
        if self.options.chess960 { mv.to_string() } else { uci::write(position, mv) }
    }

    fn say(&self, line: &str) -> io::Result<()> {
        crate::session::say(self.output, line)
    }
}

fn memory_only(options: &EngineOptions) -> Limits {
    Limits { memory: options.hash << 20, threads: options.threads, ..Limits::default() }
}

impl Budget {
    fn new(go: &Go, turn: Color) -> Budget {
        let started = Instant::now();
        let clock =
            go.clock[turn as usize].map(|left| left / PART_OF_CLOCK + go.increment[turn as usize] / 2);
        let time = if go.infinite { None } else { go.movetime.into_iter().chain(clock).min() };
        let nodes_left = go.nodes.filter(|_| !go.infinite);
        Budget { started, deadline: time.map(|time| started + time), nodes_left, nodes: 0 }
    }

    fn spend(&mut self, nodes: u64) {
        self.nodes += nodes;
        if let Some(left) = &mut self.nodes_left {
            *left = left.saturating_sub(nodes);
        }
    }

    fn is_spent(&self, stop: &AtomicBool) -> bool {
        stop.load(Ordering::Relaxed)
            || self.nodes_left == Some(0)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn limits(&self, options: &EngineOptions, stop: &Arc<AtomicBool>, slice: u64) -> Limits {
        Limits {
            time: self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())),
            nodes: Some(slice.min(self.nodes_left.unwrap_or(u64::MAX))),
            interrupt: Some(stop.clone()),
            ..memory_only(options)
        }
    }
}
