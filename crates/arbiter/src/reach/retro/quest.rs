//! The searches: many questions that share one budget.

use std::collections::HashSet;

use crate::board::{Bitboard, Color, Move, PartialSetup, Square, Start};
use crate::limits::{Limits, Meter, Reached};
use crate::moves::{Past, Unmove, UnmoveKind, legal_moves};
use crate::position::Position;

use super::super::last_move::{ImpossiblePast, PastReason, is_start};
use super::super::lemma;
use super::super::proof_game::en_passant_is_possible;
use super::history::history;
use super::unmoves::{before, en_passant_squares, exactly, last_moves, rights_in_place, subsets, taken_back};
use super::{CastlingSet, DoubleStep, Finding, Game, LastMove, Retro, RetroCase};
use crate::reach::terms::goes_on;
use crate::reach::{Draws, Level, ReachAnswer, ReachLimits, ReachVerdict, Why, cannot_mate, decide};

/// Positions that each try may look at, round after round.
const ROUNDS: [u64; 4] = [20_000, 200_000, 2_000_000, u64::MAX];

/// In the first round so many positions before are tried of each move, later all.
const FIRST_TRIED: usize = 2;

/// What is to be found out.
#[derive(Clone, Copy)]
enum Ask {
    /// Can the side be to move?
    Turn,
    /// Can these rights be there?
    Castling(usize),
    /// Can this have been the last move?
    Last(usize),
}

struct RetroTask {
    case: usize,
    ask: Ask,
    /// The past with the least demands, then others that a game is looked for to.
    pasts: Vec<Past>,
    /// The first past is not known to be impossible, nor others of those that are left.
    why: Why,
}

/// One side to move.
struct Case {
    told: RetroCase,
    /// What is demanded of the position at least.
    base: Past,
    /// What is known of the en passant square here.
    en_passant: Option<Option<Square>>,
    /// Moves were left out: a double step for the capture that it would make possible, moves in dead
    /// positions.
    left_out: bool,
    /// It is asked about only to learn whether a given double step was forced.
    aside: bool,
}

pub(super) struct RetroQuest<'a> {
    asked: &'a PartialSetup,
    /// The array that games begin with.
    start: Start,
    limits: &'a ReachLimits,
    meter: Meter,
    cases: Vec<Case>,
    tasks: Vec<RetroTask>,
    /// Bytes of the proofs that are kept.
    kept: usize,
}

impl<'a> RetroQuest<'a> {
    pub(super) fn new(asked: &'a PartialSetup, limits: &'a ReachLimits) -> Self {
        let mut quest = RetroQuest {
            asked,
            start: limits.start,
            limits,
            meter: Meter::new(&limits.work),
            cases: Vec::new(),
            tasks: Vec::new(),
            kept: 0,
        };
        let turns = match asked.turn {
            Some(turn) => vec![turn],
            None => Color::BOTH.to_vec(),
        };
        for &turn in &turns {
            quest.add(turn, asked.en_passant, false);
        }
        if let Some(Some(square)) = asked.en_passant {
            let turn = if square.rank() == 2 { Color::Black } else { Color::White };
            if turns.contains(&turn) {
                quest.add(turn, None, true);
            }
        }
        // What is asked about all of a position comes before its single moves.
        quest.tasks.sort_by_key(|task| matches!(task.ask, Ask::Last(_)));
        quest
    }

    fn add(&mut self, turn: Color, en_passant: Option<Option<Square>>, aside: bool) {
        let asked = self.asked;
        let case = self.cases.len();
        let castling = asked.castling.unwrap_or_default();
        let en_passant_square = en_passant.flatten();
        let start = self.start;
        let base = Past { board: asked.board, turn, castling, en_passant: en_passant_square, start };
        let squares = en_passant_squares(&Past { en_passant: None, ..base });
        let mut last = last_moves(&base);
        let all = last.len();
        if en_passant == Some(None) {
            let over =
                |last: &LastMove| Some(over(last)).filter(|_| last.unmove.kind == UnmoveKind::DoubleStep);
            last.retain(|last| over(last).is_none_or(|over| !squares.contains(&over)));
        }
        if self.limits.terms.draws == Draws::Observed {
            last.retain(|last| !cannot_mate(&last.before.board));
        }
        let more =
            if asked.castling.is_some() { Bitboard::EMPTY } else { rights_in_place(&asked.board, start) };
        let any_square = en_passant.is_none();
        let sets: Vec<CastlingSet> = subsets(more)
            .into_iter()
            .filter(|set| set.has_any())
            .map(|rights| CastlingSet { rights, finding: Finding::Open(Why::Exhausted) })
            .collect();
        if !aside {
            self.tasks.push(RetroTask::new(case, Ask::Turn, exactly(&base, more, any_square)));
            for (index, set) in sets.iter().enumerate() {
                let least = Past { castling: set.rights, ..base };
                let pasts = exactly(&least, more - set.rights, any_square);
                self.tasks.push(RetroTask::new(case, Ask::Castling(index), pasts));
            }
        }
        for (index, last) in last.iter().enumerate() {
            self.tasks.push(RetroTask::new(case, Ask::Last(index), before(last, asked.castling.is_some())));
        }
        let en_passant_asked = match en_passant {
            None => squares,
            Some(given) => given.into_iter().collect(),
        };
        let told = RetroCase {
            turn,
            base,
            finding: Finding::Open(Why::Exhausted),
            may_be_start: is_start(&base) && asked.castling.is_none_or(|rights| rights.len() == 4),
            castling: if aside { Vec::new() } else { sets },
            en_passant: en_passant_asked
                .into_iter()
                .map(|square| DoubleStep { square, finding: Finding::Open(Why::Exhausted), forced: None })
                .collect(),
            last_moves: last,
            history: None,
        };
        let left_out = told.last_moves.len() < all;
        self.cases.push(Case { told, base, en_passant, left_out, aside });
    }

    /// What is asked, before anything is looked for.
    pub(super) fn into_questions(mut self) -> Retro {
        self.cases.retain(|case| !case.aside);
        let cases = self.cases.into_iter().map(|case| case.told).collect();
        Retro { cases, asked: *self.asked, start: self.start, limit: None, effort: self.meter.effort() }
    }

    pub(super) fn run(mut self) -> Retro {
        self.look();
        let reached = self.rounds().err();
        self.conclude(reached)
    }

    /// Refutes at once who cannot be to move: what the men show costs nothing, and no limit should hide it.
    fn look(&mut self) {
        let limits = ReachLimits { level: Level::Static, ..self.limits.clone() };
        for task in 0..self.tasks.len() {
            let RetroTask { ask: Ask::Turn, pasts, .. } = &self.tasks[task] else { continue };
            let Some(past) = pasts.first().filter(|past| lemma::instant(past).is_some()) else { continue };
            if let Ok(verdict) = decide(&past.setup(), &limits)
                && let ReachAnswer::Illegal(_) = verdict.answer
            {
                self.refute(task, verdict);
            }
        }
    }

    /// Every open question in turn, with more work each time.
    fn rounds(&mut self) -> Result<(), Reached> {
        for (round, quota) in ROUNDS.into_iter().enumerate() {
            let last_round = quota == u64::MAX;
            let open: Vec<usize> = (0..self.tasks.len()).filter(|&task| self.is_open(task)).collect();
            for (done, &task) in open.iter().enumerate() {
                if !self.is_open(task) {
                    continue;
                }
                let waiting = (open.len() - done) as u32;
                // Before the last round something is left for it.
                let share = if last_round { waiting } else { 2 * waiting };
                self.attempt(task, quota, share, round == 0)?;
            }
            self.conclude_turns();
        }
        Ok(())
    }

    fn is_open(&self, task: usize) -> bool {
        let RetroTask { case, ask, .. } = self.tasks[task];
        // Of a side that is not to move nothing is asked any more.
        !self.cases[case].told.finding.is_impossible() && self.finding(case, ask).is_open()
    }

    fn finding(&self, case: usize, ask: Ask) -> &Finding {
        let told = &self.cases[case].told;
        match ask {
            Ask::Turn => &told.finding,
            Ask::Castling(set) => &told.castling[set].finding,
            Ask::Last(last) => &told.last_moves[last].finding,
        }
    }

    /// Asks one question with a share of the time and so many positions for each past.
    fn attempt(&mut self, task: usize, quota: u64, share: u32, first: bool) -> Result<(), Reached> {
        let (mut index, mut tried) = (0, 0);
        let most = if first { FIRST_TRIED } else { usize::MAX };
        let rest = self.meter.rest(u64::MAX);
        let time = rest.time.map(|time| time / share);
        while index < self.tasks[task].pasts.len() && tried < most {
            let past = self.tasks[task].pasts[index];
            tried += 1;
            let left = self.meter.rest(quota);
            let pasts = self.tasks[task].pasts.len().min(most) - index;
            let memory = left.memory.saturating_sub(self.kept).max(left.memory / 8);
            let work = Limits {
                time: time.map(|time| time / (pasts as u32)).min(left.time).or(left.time),
                memory,
                ..left
            };
            let limits = ReachLimits { work, terms: self.limits.terms.draws.into(), ..self.limits.clone() };
            let Ok(verdict) = decide(&past.setup(), &limits) else {
                // Only the past with the least demands can be refuted for all.
                if index == 0 {
                    return Ok(());
                }
                self.tasks[task].pasts.remove(index);
                continue;
            };
            let charged = self.meter.charge(verdict.effort.nodes);
            match &verdict.answer {
                ReachAnswer::Legal(game) => {
                    let game = game.clone();
                    self.show(task, game);
                    if !self.is_open(task) {
                        return charged;
                    }
                    index += 1;
                }
                ReachAnswer::Illegal(_) if index == 0 => {
                    self.refute(task, verdict);
                    return charged;
                }
                ReachAnswer::Illegal(_) => {
                    self.tasks[task].pasts.remove(index);
                }
                // Clocks are no part of this question.
                ReachAnswer::ImpossibleClocks(_) => return charged,
                ReachAnswer::Undecided(why) => {
                    self.tasks[task].why = *why;
                    index += 1;
                }
            }
            charged?;
        }
        Ok(())
    }

    /// A game to a past of a task: its move is made, and all that the game shows is noted.
    fn show(&mut self, task: usize, mut game: Vec<Move>) {
        let RetroTask { case, ask, .. } = self.tasks[task];
        if let Ask::Last(last) = ask {
            let end = game.iter().fold(Position::from_start(self.start), |position, &mv| position.play(mv));
            let from = self.cases[case].told.last_moves[last].unmove.came_from;
            let board = self.asked.board;
            let played =
                legal_moves(&end).into_iter().find(|&mv| mv.from() == from && *end.play(mv).board() == board);
            let Some(mv) = played else { return };
            game.push(mv);
        }
        self.learn(&game);
    }

    /// Notes what a game shows, if it ends in a position asked about.
    fn learn(&mut self, moves: &[Move]) {
        let (mut before, mut end) = (None, Position::from_start(self.start));
        for &mv in moves {
            let next = end.play(mv);
            before = Some((end, mv));
            end = next;
        }
        let draws = self.limits.terms.draws;
        if *end.board() != self.asked.board || goes_on(self.start, moves, draws) {
            return;
        }
        let rights = end.castling(Color::White) | end.castling(Color::Black);
        let last = before.map(|(before, mv)| taken_back(&before, mv));
        let over = end.en_passant();
        let capture = over.filter(|_| en_passant_is_possible(&end));
        for case in &mut self.cases {
            let fits = case.told.turn == end.turn()
                && self.asked.castling.is_none_or(|given| given == rights)
                && match case.en_passant {
                    None => true,
                    Some(None) => capture.is_none(),
                    Some(square) => over == square,
                };
            if !fits {
                continue;
            }
            let en_passant = case.en_passant.flatten().or(capture);
            let start = self.start;
            let past = Past { board: *end.board(), turn: end.turn(), castling: rights, en_passant, start };
            let shown = || Finding::Possible(Game { moves: moves.to_vec(), end: past, draws });
            let told = &mut case.told;
            let last = told.last_moves.iter_mut().filter(|known| Some(known.unmove) == last);
            let sets = told.castling.iter_mut().filter(|set| (set.rights - rights).is_empty());
            let findings = sets.map(|set| &mut set.finding).chain(last.map(|last| &mut last.finding));
            for finding in findings.chain(std::iter::once(&mut told.finding)) {
                if finding.is_open() {
                    *finding = shown();
                }
            }
        }
    }

    /// The past with the least demands of a task is impossible.
    fn refute(&mut self, task: usize, verdict: ReachVerdict) {
        if let ReachAnswer::Illegal(nodes) = &verdict.answer {
            self.kept += nodes.len() * size_of::<ImpossiblePast>();
        }
        let RetroTask { case, ask, .. } = self.tasks[task];
        let told = &mut self.cases[case].told;
        let finding = Finding::Impossible(Box::new(verdict));
        match ask {
            Ask::Turn => told.finding = finding,
            Ask::Last(last) => told.last_moves[last].finding = finding,
            Ask::Castling(index) => {
                let fewer = told.castling[index].rights;
                for set in &mut told.castling {
                    if (fewer - set.rights).is_empty() && set.finding.is_open() {
                        set.finding = finding.clone();
                    }
                }
            }
        }
    }

    /// Sides that cannot be to move because nothing can have been played last.
    fn conclude_turns(&mut self) {
        let effort = self.meter.effort();
        for case in &mut self.cases {
            let Case { told, base, left_out, aside, .. } = case;
            if *aside || !told.finding.is_open() || is_start(base) {
                continue;
            }
            if *left_out {
                if told.last_moves.iter().all(|last| last.finding.is_impossible()) {
                    told.finding = Finding::NoLastMove;
                }
                continue;
            }
            let mut nodes = vec![ImpossiblePast { past: *base, reason: PastReason::Retract }];
            let mut seen = HashSet::from([*base]);
            let closed = told.last_moves.iter().all(|last| {
                let Finding::Impossible(verdict) = &last.finding else { return false };
                let ReachAnswer::Illegal(proof) = &verdict.answer else { return false };
                nodes.extend(proof.iter().filter(|node| seen.insert(node.past)));
                true
            });
            if closed {
                let verdict = ReachVerdict::by_retraction(*base, nodes, effort);
                told.finding = Finding::Impossible(Box::new(verdict));
            }
        }
    }

    /// What is known when the work has ended.
    fn conclude(mut self, reached: Option<Reached>) -> Retro {
        self.conclude_turns();
        for task in 0..self.tasks.len() {
            if self.is_open(task) {
                let RetroTask { case, ask, why, .. } = self.tasks[task];
                let why = reached.map_or(why, Why::Limit);
                let told = &mut self.cases[case].told;
                *match ask {
                    Ask::Turn => &mut told.finding,
                    Ask::Castling(set) => &mut told.castling[set].finding,
                    Ask::Last(last) => &mut told.last_moves[last].finding,
                } = Finding::Open(why);
            }
        }
        let aside = self.cases.iter().position(|case| case.aside).map(|index| self.cases.remove(index).told);
        for case in &mut self.cases {
            let told = &mut case.told;
            if told.finding == Finding::NoLastMove {
                (told.castling, told.en_passant) = (Vec::new(), Vec::new());
                continue;
            }
            if told.finding.is_impossible() {
                (told.last_moves, told.castling, told.en_passant) = (Vec::new(), Vec::new(), Vec::new());
                continue;
            }
            told.history = history(&case.base);
            let all = aside.as_ref().unwrap_or(told);
            let step_over =
                |last: &LastMove| Some(over(last)).filter(|_| last.unmove.kind == UnmoveKind::DoubleStep);
            let known: Vec<_> = (all.last_moves.iter())
                .map(|last| (step_over(last), last.finding.is_possible(), last.finding.is_impossible()))
                .collect();
            let may_be_start = all.may_be_start;
            for step in &mut told.en_passant {
                let it = told.last_moves.iter().find(|last| step_over(last) == Some(step.square));
                if let Some(it) = it {
                    step.finding = it.finding.clone();
                }
                let mut others = known.iter().filter(|(over, ..)| *over != Some(step.square));
                let impossible = others.clone().all(|&(.., impossible)| impossible);
                let refuted = step.finding.is_impossible() || may_be_start;
                step.forced = if refuted || others.any(|&(_, possible, _)| possible) {
                    Some(false)
                } else {
                    impossible.then_some(true)
                };
            }
        }
        let cases: Vec<RetroCase> = self.cases.into_iter().map(|case| case.told).collect();
        let by_limit = |finding: &Finding| match finding {
            Finding::Open(Why::Limit(reached)) => Some(*reached),
            _ => None,
        };
        let limit = reached.or_else(|| cases.iter().flat_map(RetroCase::findings).find_map(by_limit));
        Retro { cases, asked: *self.asked, start: self.start, limit, effort: self.meter.effort() }
    }
}

impl RetroTask {
    fn new(case: usize, ask: Ask, pasts: Vec<Past>) -> RetroTask {
        RetroTask { case, ask, pasts, why: Why::Exhausted }
    }
}

/// The square that a double step went over.
fn over(last: &LastMove) -> Square {
    let Unmove { stands, came_from, .. } = last.unmove;
    Square::at(stands.file(), (stands.rank() + came_from.rank()) / 2)
}
