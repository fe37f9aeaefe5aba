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
use chess_arbiter::rules::Standard;
use chess_arbiter::win::{Answer, mate::Solver};

use crate::command::Go;
use crate::options::Options;

/// A position of the game that is spoken of.
pub(crate) type Chess = Position<Standard>;

/// A mate of so many moves is looked for where the client names no number.
const ANY: u32 = 1_000;

/// The first budget of positions for finding a mate; it doubles as long as nothing is found.
const FIRST_BUDGET: u64 = 1 << 16;

/// What a clock gives one move: a part of what is left, and the increment.
const PART_OF_CLOCK: u32 = 30;

/// A search with all it needs.
pub(crate) struct Search<'a, W: Write> {
    pub(crate) solver: &'a mut Solver<Standard>,
    pub(crate) output: &'a Mutex<W>,
    pub(crate) options: &'a Options,
    pub(crate) stop: &'a Arc<AtomicBool>,
    pub(crate) position: Chess,
    pub(crate) go: Go,
}

/// A mate that is proved: for the side to move, or against it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mate {
    /// Within so many of its own moves.
    Gives(u32),
    /// Within so many moves of the other side.
    Suffers(u32),
}

/// Counts down what the client allows.
struct Budget {
    started: Instant,
    deadline: Option<Instant>,
    nodes_left: Option<u64>,
    nodes: u64,
}

impl<W: Write> Search<'_, W> {
    /// Searches, tells, and ends with `bestmove`.
    pub(crate) fn run(mut self) -> io::Result<()> {
        let mut budget = Budget::new(&self.go, self.position.turn());
        let best = match self.allowed_moves() {
            Ok(allowed) if allowed.is_empty() => {
                let score = if self.position.checkers().has_any() { "mate 0" } else { "cp 0" };
                self.say(&format!("info depth 0 score {score}"))?;
                None
            }
            Ok(allowed) => {
                let found = self.look(&mut budget, &allowed)?;
                Some(found.unwrap_or(allowed[0]))
            }
            Err(why) => {
                self.say(&format!("info string {why}"))?;
                None
            }
        };
        // Without a limit the client ends the search, even one that has nothing left to do.
        while self.go.infinite && !self.stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(5));
        }
        match best {
            Some(mv) => self.say(&format!("bestmove {}", self.text(&self.position, mv))),
            None => self.say("bestmove (none)"),
        }
    }

    /// The first moves that may be played.
    fn allowed_moves(&self) -> Result<Vec<Move>, String> {
        let legal = moves::legal_moves(&self.position);
        if self.go.searchmoves.is_empty() {
            return Ok(legal);
        }
        let wanted = self.go.searchmoves.iter();
        wanted
            .map(|text| uci::parse(&self.position, text).map_err(|error| format!("{text}: {error}")))
            .collect()
    }

    /// Looks for the shortest mate; its first move.
    fn look(&mut self, budget: &mut Budget, allowed: &[Move]) -> io::Result<Option<Move>> {
        if !self.go.searchmoves.is_empty() {
            return self.look_among(budget, allowed);
        }
        let most = self.most_moves();
        let mut within = None;
        let mut slice = FIRST_BUDGET;
        let position = self.position;
        // A mate of any length first, by turns with a mate of this side, and with ever more work.
        while within.is_none() {
            let answer = self.ask(budget, slice, |solver| solver.any_within(&position, 2 * most - 1));
            match answer {
                Answer::Win { plies, .. } => within = Some(plies.div_ceil(2)),
                Answer::Undecided { win_within: Some(plies), .. } => within = Some(plies.div_ceil(2)),
                Answer::Undecided { .. } => {}
                Answer::NoWin { .. } | Answer::Never | Answer::Lost { .. } => {
                    self.say(&format!("info string proved: no mate within {most} moves"))?;
                    self.suffer(budget, u64::MAX, most)?;
                    return Ok(None);
                }
            }
            if within.is_none() {
                if self.suffer(budget, slice / 4, most)? || budget.is_spent(self.stop) {
                    return Ok(None);
                }
                slice = slice.saturating_mul(2);
            }
        }
        let Some(mut moves) = within else { return Ok(None) };
        let mut best = self.tell(budget, Mate::Gives(moves), &position, 1)?;
        // Then ever shorter ones, until it is proved that there is none.
        while moves > 1 {
            match self.ask(budget, u64::MAX, |solver| solver.within(&position, 2 * moves - 3)) {
                Answer::Win { plies, .. } | Answer::Undecided { win_within: Some(plies), .. } => {
                    moves = plies.div_ceil(2);
                    best = self.tell(budget, Mate::Gives(moves), &position, 1)?.or(best);
                }
                Answer::Undecided { .. } => break,
                _ => {
                    self.say(&format!("info string proved: no mate within {} moves", moves - 1))?;
                    break;
                }
            }
        }
        self.tell_others(budget, moves, best)?;
        Ok(best)
    }

    /// The same for first moves that the client chose: each is tried at every length.
    fn look_among(&mut self, budget: &mut Budget, allowed: &[Move]) -> io::Result<Option<Move>> {
        for moves in 1..=self.most_moves() {
            for &mv in allowed {
                let after = self.position.play(mv);
                match self.asked(budget, u64::MAX, |solver| solver.mated_within(&after, moves - 1)) {
                    Ok(Some(_)) => {
                        self.tell_line(budget, Mate::Gives(moves), mv, 1)?;
                        return Ok(Some(mv));
                    }
                    Ok(None) => {}
                    Err(_) => return Ok(None),
                }
            }
        }
        Ok(None)
    }

    fn most_moves(&self) -> u32 {
        let by_depth = self.go.depth.map(|plies| plies.div_ceil(2));
        self.go.mate.into_iter().chain(by_depth).min().unwrap_or(ANY).clamp(1, ANY)
    }

    /// Whether this side is mated whatever it does; told if so.
    fn suffer(&mut self, budget: &mut Budget, slice: u64, most: u32) -> io::Result<bool> {
        let position = self.position;
        let Ok(Some(moves)) = self.asked(budget, slice, |solver| solver.mated_within(&position, most)) else {
            return Ok(false);
        };
        // Any move will do; the line begins with the one that lasts longest.
        self.tell(budget, Mate::Suffers(moves), &position, 1)?;
        Ok(true)
    }

    /// A question with what is left of the budget, at most `slice` positions.
    fn ask(
        &mut self,
        budget: &mut Budget,
        slice: u64,
        question: impl FnOnce(&mut Solver<Standard>) -> Answer,
    ) -> Answer {
        if budget.is_spent(self.stop) {
            return Answer::Undecided { no_win_within: 0, win_within: None, limit: Reached::Interrupt };
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
        question: impl FnOnce(&mut Solver<Standard>) -> Result<T, Reached>,
    ) -> Result<T, Reached> {
        if budget.is_spent(self.stop) {
            return Err(Reached::Interrupt);
        }
        self.solver.set_limits(budget.limits(self.options, self.stop, slice));
        let answer = question(self.solver);
        budget.spend(self.solver.effort().nodes);
        answer
    }

    /// Tells of a mate with its line; the line's first move. A line that cannot be finished in the limits is not told.
    fn tell(
        &mut self,
        budget: &mut Budget,
        mate: Mate,
        position: &Chess,
        rank: usize,
    ) -> io::Result<Option<Move>> {
        let line = match mate {
            Mate::Gives(moves) => {
                let win = Answer::Win { plies: 2 * moves - 1, shortest: false };
                self.line(position, win)
            }
            Mate::Suffers(moves) => self.longest_defence(position, moves),
        };
        if line.is_empty() {
            return Ok(None);
        }
        self.print(budget, mate, &line, rank)?;
        Ok(line.first().copied())
    }

    /// Tells of a mate that begins with `mv`.
    fn tell_line(&mut self, budget: &mut Budget, mate: Mate, mv: Move, rank: usize) -> io::Result<()> {
        let after = self.position.play(mv);
        let mut line = vec![mv];
        if let Mate::Gives(moves) = mate {
            line.extend(self.longest_defence(&after, moves - 1));
        }
        self.print(budget, mate, &line, rank)
    }

    /// Other first moves that mate as soon, as many as the client wants to see.
    fn tell_others(&mut self, budget: &mut Budget, moves: u32, best: Option<Move>) -> io::Result<()> {
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

    /// Best play to the mate. Short work where the mate is proved already, so that only `stop` ends it.
    fn line(&mut self, position: &Chess, answer: Answer) -> Vec<Move> {
        self.solver.set_limits(memory_only(self.options));
        self.solver.line(position, answer).unwrap_or_default()
    }

    /// The defence that lasts longest, when it is proved that this side is mated within `moves`.
    fn longest_defence(&mut self, position: &Chess, moves: u32) -> Vec<Move> {
        self.solver.set_limits(memory_only(self.options));
        let mut longest = Vec::new();
        for mv in moves::legal_moves(position) {
            let next = position.play(mv);
            let answer = self.solver.within(&next, (2 * moves).saturating_sub(1));
            let Ok(line) = self.solver.line(&next, answer) else { continue };
            if line.len() >= longest.len() {
                longest = [vec![mv], line].concat();
            }
        }
        longest
    }

    fn print(&self, budget: &Budget, mate: Mate, line: &[Move], rank: usize) -> io::Result<()> {
        let score = match mate {
            Mate::Gives(moves) => i64::from(moves),
            Mate::Suffers(moves) => -i64::from(moves),
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

    fn text(&self, position: &Chess, mv: Move) -> String {
        if self.options.chess960 { mv.to_string() } else { uci::write(position, mv) }
    }

    fn say(&self, line: &str) -> io::Result<()> {
        crate::session::say(self.output, line)
    }
}

fn memory_only(options: &Options) -> Limits {
    Limits { memory: options.hash << 20, ..Limits::default() }
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

    fn limits(&self, options: &Options, stop: &Arc<AtomicBool>, slice: u64) -> Limits {
        Limits {
            time: self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())),
            nodes: Some(slice.min(self.nodes_left.unwrap_or(u64::MAX))),
            interrupt: Some(stop.clone()),
            ..memory_only(options)
        }
    }
}
