//! Proved claims written out: a strategy that wins, or one that holds, closed under every reply.
//! The same for all games: a [`Prover`] says what wins.
//!
//! A strategy that wins must be *well-founded*: no play that follows it may come back to where it was. Here
//! each position has a *rank*, the plies within which its move wins, and nothing is written before it is seen
//! that every reply leads to a position of a rank less by two at least. Ranks that are written may only get
//! less. So ranks fall along every line of play, whatever the prover says: if it contradicts itself nothing
//! is written ([`Unwritten::NotProved`]).

mod left_out;
mod refutation;
mod shown;

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::marker::PhantomData;
use std::vec;

use crate::attacks::{self, Portable};
use crate::board::Move;
use crate::certificate::looks::Purse;
use crate::certificate::{
    Certificate, Claim, Evidence, KeysClaim, QuestionKind, RefutationNode, Searched, Strategies,
    StrategyNode, VariationClaim,
};
use crate::format::{fen, uci};
use crate::moves;
use crate::position::Position;
use crate::rules::Rules;

use super::solution::Fact;
use super::stipulation::Aim;
use super::{Asked, BoundTables, Moves, Plies, Unwritten, WinAnswer};
use crate::limits::{Effort, Limits, Meter, Reached};

use left_out::price_of_attack;
pub(super) use shown::Shown;

/// What the writers of strategies ask of a solver.
pub(super) trait Prover<R: Rules> {
    /// Tells the positions of one side apart that a certificate tells apart.
    type Key: Eq + Hash;

    fn key(position: &Position<R>) -> Self::Key;

    /// What "to win" means.
    fn aim(&self) -> Aim {
        Aim::Mate
    }

    /// The limits for each thing written.
    fn limits(&self) -> &Limits;

    /// What the last question took.
    fn effort(&self) -> Effort;

    /// A move with which the side to move wins within `plies`, if there is one.
    fn winning_move(
        &mut self,
        meter: &mut Meter,
        position: &Position<R>,
        plies: Plies,
    ) -> Result<Option<Move>, Reached>;

    /// Tables that show that the attacker, to move, does not win within so many plies, or ever,
    /// where there are such tables and they say it shorter than a refutation does. They say nothing of
    /// positions in which somebody may castle.
    fn bounds(&mut self, _: &Meter, _: &Position<R>, _: Option<Plies>) -> Option<BoundTables> {
        None
    }

    /// Whether it is known that the side to move never wins.
    fn never_wins(&mut self, _: &Position<R>) -> bool {
        false
    }

    /// A set of positions of the defender that it never has to leave.
    fn find_hold(&mut self, meter: &mut Meter, root: &Position<R>) -> Result<Option<Vec<Held<R>>>, Reached>;
}

/// A position of the defender and its move; `None` if it has none and the game is over.
pub(super) type Held<R> = (Position<R>, Option<Move>);

/// A strategy that wins: a move and its rank for positions of the winner. The invariant is that of the
/// module.
struct Strategy<R: Rules, P: Prover<R>>(HashMap<P::Key, Ranked<R>>);

/// A position of the winner, the move that wins there, and the plies within which it does.
#[derive(Clone, Copy)]
struct Ranked<R: Rules> {
    position: Position<R>,
    mv: Move,
    rank: u32,
}

impl<R: Rules, P: Prover<R>> Strategy<R, P> {
    fn get(&self, position: &Position<R>) -> Option<&Ranked<R>> {
        self.0.get(&P::key(position))
    }

    /// The rank of a position, if it is known and at most `most`.
    fn rank(&self, position: &Position<R>, most: u32) -> Option<u32> {
        self.get(position).map(|ranked| ranked.rank).filter(|&rank| rank <= most)
    }

    /// Adds a position whose move leads, whatever the reply, to positions of ranks less by two; unless a
    /// smaller rank is known, which may have been found meanwhile, in a line that came back here: that
    /// position is the one on which others rely.
    fn add(&mut self, ranked: Ranked<R>) {
        let known = self.0.entry(P::key(&ranked.position)).or_insert(ranked);
        if ranked.rank < known.rank {
            *known = ranked;
        }
    }

    /// How many plies play takes at most from each position: the ranks are bounds of that. Smaller ranks
    /// first, so that what can follow is known.
    fn lengths(&self) -> Option<HashMap<P::Key, u32>> {
        let mut all: Vec<&Ranked<R>> = self.0.values().collect();
        all.sort_unstable_by_key(|ranked| ranked.rank);
        let mut lengths = HashMap::with_capacity(all.len());
        for Ranked { position, mv, .. } in all {
            let after = position.play(*mv);
            let mut length = 1;
            for reply in moves::legal_moves(&after) {
                length = length.max(2 + lengths.get(&P::key(&after.play(reply)))?);
            }
            lengths.insert(P::key(position), length);
        }
        Some(lengths)
    }
}

/// A position of the winner that is being played out.
struct Open<R: Rules> {
    ranked: Ranked<R>,
    /// After its move.
    after: Position<R>,
    replies: vec::IntoIter<Move>,
    /// The plies after the reply within which it must win.
    left: u32,
}

/// Writes out what one prover has proved.
pub(super) struct StrategyWriter<'a, R: Rules, P: Prover<R>> {
    prover: &'a mut P,
    meter: Meter,
    rules: PhantomData<fn() -> R>,
}

impl<'a, R: Rules, P: Prover<R>> StrategyWriter<'a, R, P> {
    pub(super) fn new(prover: &'a mut P) -> Self {
        let meter = Meter::new(prover.limits());
        StrategyWriter { prover, meter, rules: PhantomData }
    }

    /// The certificate of an answer about `position`; `None` for `Undecided`, which claims nothing.
    pub(super) fn certificate(
        &mut self,
        position: &Position<R>,
        answer: WinAnswer,
        shown: Option<&Shown<'_, R>>,
    ) -> Result<Option<Certificate>, Unwritten> {
        let mut evidence = Strategies::default();
        let (text, plies, shortest) = match answer {
            WinAnswer::Win { plies: Plies(plies), shortest } => {
                evidence.strategy = Some(self.strategy(Some((*position, plies)), position, shown)?);
                let mut is_shown = shortest;
                if let Some(shown) = shown {
                    let fewer = shortest.then_some(plies - 1);
                    evidence.refutation = Some(self.refute_others(position, fewer, shown)?);
                } else if shortest {
                    match self.refute(position, plies - 1, &mut evidence) {
                        Ok(()) => {}
                        // Too long to write: say what to search again.
                        Err(Unwritten::Limit(_)) => {
                            is_shown = false;
                            evidence.searched =
                                Some(Searched { plies: plies - 1, nodes: self.prover.effort().nodes });
                        }
                        Err(why) => return Err(why),
                    }
                }
                ("win", Some(plies), is_shown)
            }
            WinAnswer::NoWin { plies: Plies(plies) } => {
                if let Some(shown) = shown.filter(|shown| shown.variations(position).next().is_some()) {
                    evidence.strategy = Some(self.strategy(None, position, Some(shown))?);
                    evidence.refutation = Some(self.refute_others(position, Some(plies), shown)?);
                } else {
                    self.refute(position, plies, &mut evidence)?;
                }
                ("no-win", Some(plies), false)
            }
            WinAnswer::Lost { plies: Plies(plies) } => {
                evidence.refutation = Some(self.counter_strategy(position, plies)?);
                ("no-win", None, false)
            }
            WinAnswer::Never => {
                if let Some(holds) = self.prover.find_hold(&mut self.meter, position)? {
                    let nodes = holds.iter().map(|(at, mv)| refutation_node(at, None, *mv));
                    evidence.refutation = Some(nodes.collect());
                } else {
                    let Some(tables) = self.prover.bounds(&self.meter, position, None) else {
                        return Err(self.stopped());
                    };
                    evidence.tables = Some(tables);
                    if !in_tables(position) {
                        evidence.refutation = Some(self.hold(position)?);
                    }
                }
                ("no-win", None, false)
            }
            WinAnswer::Undecided { .. } => return Ok(None),
        };
        let in_plies = |moves| self.prover.aim().plies(moves).0;
        let written = |at: &Position<R>, moves: &[Move]| moves.iter().map(|&mv| uci::write(at, mv)).collect();
        let keys = shown
            .filter(|_| text == "win")
            .map(|shown| KeysClaim { plies: in_plies(shown.within), moves: written(position, shown.keys) });
        let variation = |(at, moves, keys): Fact<'_, R>| VariationClaim {
            position: text_of(at),
            plies: in_plies(moves),
            moves: keys.map(|keys| written(at, keys)),
        };
        // Of a side that never wins nothing is shown beside.
        let shown = shown.filter(|_| evidence.strategy.is_some());
        let variations = shown.iter().flat_map(|shown| shown.variations(position)).map(variation).collect();
        let aim = self.prover.aim().name().map(String::from);
        Ok(Some(Certificate::new(
            R::NAME,
            QuestionKind::Win,
            text_of(position),
            Claim::Win { answer: text.into(), plies, aim, shortest, keys, variations },
            Evidence::Strategies(evidence),
        )))
    }

    /// Why there is nothing where something was to be.
    fn stopped(&mut self) -> Unwritten {
        self.meter.look().map_or_else(Unwritten::Limit, |()| Unwritten::NotProved)
    }

    /// Shows that the attacker does not win within so many plies.
    fn refute(
        &mut self,
        position: &Position<R>,
        plies: u32,
        evidence: &mut Strategies,
    ) -> Result<(), Unwritten> {
        evidence.tables = self.prover.bounds(&self.meter, position, Some(Plies(plies)));
        let tabled = evidence.tables.is_some();
        if !tabled || !in_tables(position) {
            evidence.refutation = Some(self.refutation([(position, plies, &[][..])], tabled)?);
        }
        Ok(())
    }

    /// Shows that the attacker does not win within so many plies, and of what is shown beside that it wins
    /// with no other moves.
    fn refute_others(
        &mut self,
        position: &Position<R>,
        plies: Option<u32>,
        shown: &Shown<'_, R>,
    ) -> Result<Vec<RefutationNode>, Unwritten> {
        let aim = self.prover.aim();
        let fewer = plies.map(|plies| (position, plies, &[][..]));
        let all = shown.all(position).filter_map(|(at, moves, keys)| Some((at, aim.plies(moves).0, keys?)));
        self.refutation(fewer.into_iter().chain(all), false)
    }

    /// Best play: the winner as fast, the loser as slow as possible. Empty if nobody is proved to win. Of a
    /// mate that need not be the shortest, a strategy that keeps to the bound and the defence that lasts
    /// longest against it: that strategy wins within as many plies as the line has.
    pub(super) fn line(&mut self, position: &Position<R>, answer: WinAnswer) -> Result<Vec<Move>, Unwritten> {
        if let WinAnswer::Win { plies, shortest: false } = answer
            && !R::ROYAL_CAPTURABLE
        {
            return self.line_of_a_strategy(position, plies.0);
        }
        let (mut left, mut winner_moves) = match answer {
            WinAnswer::Win { plies, .. } => (plies.0, true),
            WinAnswer::Lost { plies } => (plies.0, false),
            WinAnswer::NoWin { .. } | WinAnswer::Never | WinAnswer::Undecided { .. } => return Ok(Vec::new()),
        };
        let (mut line, mut position) = (Vec::new(), *position);
        while left > 0 {
            let (plies, mv) =
                if winner_moves { self.fastest(&position, left)? } else { self.slowest(&position, left)? }
                    .ok_or(Unwritten::NotProved)?;
            line.push(mv);
            position = position.play(mv);
            (left, winner_moves) = (plies - 1, !winner_moves);
        }
        Ok(line)
    }

    fn line_of_a_strategy(&mut self, root: &Position<R>, plies: u32) -> Result<Vec<Move>, Unwritten> {
        let strategy = self.play_out(root, plies)?;
        let lengths = strategy.lengths().ok_or(Unwritten::NotProved)?;
        let (mut line, mut position) = (Vec::new(), *root);
        while let Some(&Ranked { mv, .. }) = strategy.get(&position) {
            line.push(mv);
            let after = position.play(mv);
            let length = |reply: &Move| lengths.get(&P::key(&after.play(*reply))).copied();
            let Some(reply) = moves::legal_moves(&after).into_iter().max_by_key(length) else { break };
            line.push(reply);
            position = after.play(reply);
        }
        Ok(line)
    }

    /// A strategy that wins from `root` within `plies`.
    fn play_out(&mut self, root: &Position<R>, plies: u32) -> Result<Strategy<R, P>, Unwritten> {
        let mut strategy = Strategy(HashMap::new());
        self.play_out_from(root, plies, &mut strategy)?;
        Ok(strategy)
    }

    /// Adds to a strategy what wins from `root` within `plies`. The prover is asked about each position with
    /// the plies that are left there, so that it may name two moves for one position that is met twice.
    fn play_out_from(
        &mut self,
        root: &Position<R>,
        plies: u32,
        strategy: &mut Strategy<R, P>,
    ) -> Result<(), Unwritten> {
        if strategy.rank(root, plies).is_some() {
            return Ok(());
        }
        let mut stack = vec![self.open(root, plies)?];
        while let Some(Open { ranked, after, replies, left }) = stack.last_mut() {
            let Some(&reply) = replies.as_slice().first() else {
                strategy.add(*ranked);
                stack.pop();
                continue;
            };
            let next = after.play(reply);
            if let Some(rank) = strategy.rank(&next, *left) {
                ranked.rank = ranked.rank.max(rank + 2);
                replies.next();
                continue;
            }
            // It is asked about again when it has a rank.
            let open = self.open(&next, *left)?;
            self.meter.room_for(strategy.0.len() + stack.len())?;
            stack.push(open);
        }
        Ok(())
    }

    /// Begins with a position of the winner, who wins within `plies`.
    fn open(&mut self, position: &Position<R>, plies: u32) -> Result<Open<R>, Unwritten> {
        let mv = self.winning_move(position, plies)?.ok_or(Unwritten::NotProved)?;
        let (after, aim) = (position.play(mv), self.prover.aim());
        let replies = aim.replies_to_meet(&after).ok_or(Unwritten::NotProved)?;
        let left = plies.saturating_sub(2);
        if !replies.is_empty() && left == 0 {
            return Err(Unwritten::NotProved);
        }
        let rank = aim.plies(Moves(1)).0;
        Ok(Open {
            ranked: Ranked { position: *position, mv, rank },
            after,
            replies: replies.into_iter(),
            left,
        })
    }

    fn winning_move(&mut self, position: &Position<R>, plies: u32) -> Result<Option<Move>, Reached> {
        self.prover.winning_move(&mut self.meter, position, Plies(plies))
    }

    /// The fewest plies (at most `most`) within which the side to move wins, and the first move.
    fn fastest(&mut self, position: &Position<R>, most: u32) -> Result<Option<(u32, Move)>, Reached> {
        for plies in (1..=most).step_by(2) {
            if let Some(mv) = self.winning_move(position, plies)? {
                return Ok(Some((plies, mv)));
            }
        }
        Ok(None)
    }

    /// The move of a losing side that makes it last longest, and the plies left with it; `None` if it does
    /// not lose within `left`.
    fn slowest(&mut self, position: &Position<R>, left: u32) -> Result<Option<(u32, Move)>, Reached> {
        let mut slowest = None;
        for mv in moves::legal_moves(position) {
            let Some((plies, _)) = self.fastest(&position.play(mv), left - 1)? else { return Ok(None) };
            if slowest.is_none_or(|(most, _)| plies + 1 > most) {
                slowest = Some((plies + 1, mv));
            }
        }
        Ok(slowest)
    }

    /// One move at each position of the attacker that can arise from `start`, with the plies it needs at
    /// most; in the games won by capture, where that costs little, the fewest. After all that is shown beside
    /// too.
    fn strategy(
        &mut self,
        start: Option<(Position<R>, u32)>,
        root: &Position<R>,
        shown: Option<&Shown<'_, R>>,
    ) -> Result<Vec<StrategyNode>, Unwritten> {
        let (mut nodes, mut cost, aim) = (Vec::new(), 0, self.prover.aim());
        let node = |position: &Position<R>, plies, mv| {
            cost += price_of_attack(aim, position, mv);
            nodes.push(StrategyNode(text_of(position), plies, uci::write(position, mv)));
        };
        let mut starts = Vec::from_iter(start);
        if R::ROYAL_CAPTURABLE {
            self.winning_nodes(starts, Self::fastest, node)?;
        } else {
            if let Some(shown) = shown {
                self.starts_of(root, shown, &mut starts)?;
            }
            let mut strategy = Strategy(HashMap::new());
            for (start, left) in &starts {
                self.play_out_from(start, *left, &mut strategy)?;
            }
            let known = |_: &mut Self, at: &_, _| Ok(strategy.get(at).map(|ranked| (ranked.rank, ranked.mv)));
            self.winning_nodes(starts, known, node)?;
        }
        // Nothing else could be written in its place.
        let purse = Purse::of(nodes.iter().map(|node| &node.0));
        if cost > purse.paid() { Err(Unwritten::NotProved) } else { Ok(nodes) }
    }

    /// The positions in which the attacker has to win, and within how many plies, for what is shown: those
    /// after its keys and their answers, and those of which no keys are known.
    fn starts_of(
        &mut self,
        root: &Position<R>,
        shown: &Shown<'_, R>,
        starts: &mut Vec<(Position<R>, u32)>,
    ) -> Result<(), Unwritten> {
        let aim = self.prover.aim();
        for (position, moves, keys) in shown.all(root) {
            let plies = aim.plies(moves).0;
            if keys.is_none() {
                starts.push((*position, plies));
            }
            for &key in keys.into_iter().flatten() {
                let after = position.play(key);
                let replies = aim.replies_to_meet(&after).ok_or(Unwritten::NotProved)?;
                let left = plies.saturating_sub(2);
                starts.extend(replies.into_iter().map(|reply| (after.play(reply), left)));
            }
            self.meter.room_for(starts.len())?;
        }
        Ok(())
    }

    /// The defender's winning strategy as a refutation without bound.
    fn counter_strategy(&mut self, root: &Position<R>, plies: u32) -> Result<Vec<RefutationNode>, Unwritten> {
        let mut nodes = Vec::new();
        let replies = moves::legal_moves(root);
        if royal_capture(root).is_some() || replies.is_empty() || plies == 0 {
            return Err(Unwritten::NotProved);
        }
        let starts = replies.into_iter().map(|mv| (root.play(mv), plies - 1)).collect();
        self.winning_nodes(starts, Self::fastest, |position, _, mv| {
            nodes.push(refutation_node(position, None, Some(mv)));
        })?;
        Ok(nodes)
    }

    /// Visits every position of the winner that can arise from `starts` (in which it is to move and wins
    /// within the plies beside) when it plays the moves that `best` gives with the plies they take, once
    /// each.
    fn winning_nodes(
        &mut self,
        starts: Vec<(Position<R>, u32)>,
        mut best: impl FnMut(&mut Self, &Position<R>, u32) -> Result<Option<(u32, Move)>, Reached>,
        mut visit: impl FnMut(&Position<R>, u32, Move),
    ) -> Result<(), Unwritten> {
        let mut ranks = HashMap::new();
        let mut waiting = VecDeque::from(starts);
        while let Some((position, most)) = waiting.pop_front() {
            let key = P::key(&position);
            if let Some(&rank) = ranks.get(&key) {
                if rank > most {
                    return Err(Unwritten::NotProved);
                }
                continue;
            }
            self.meter.room_for(ranks.len() + waiting.len())?;
            let found = best(self, &position, most)?.filter(|&(plies, _)| plies <= most);
            let (plies, mv) = found.ok_or(Unwritten::NotProved)?;
            ranks.insert(key, plies);
            visit(&position, plies, mv);
            // A move that takes the royal ends the game, with one ply.
            if plies > 1 || !R::ROYAL_CAPTURABLE {
                let next = position.play(mv);
                let left = plies.saturating_sub(2);
                let replies = match self.prover.aim() {
                    Aim::Mate => moves::legal_moves(&next),
                    aim => aim.replies_to_meet(&next).ok_or(Unwritten::NotProved)?,
                };
                waiting.extend(replies.into_iter().map(|mv| (next.play(mv), left)));
            }
        }
        Ok(())
    }
}

/// Whether tables say something of a position.
fn in_tables<R: Rules>(position: &Position<R>) -> bool {
    Asked::of(position).is_some()
}

fn refutation_node<R: Rules>(position: &Position<R>, plies: Option<u32>, mv: Option<Move>) -> RefutationNode {
    RefutationNode(text_of(position), plies, mv.map(|mv| uci::write(position, mv)))
}

fn text_of<R: Rules>(position: &Position<R>) -> String {
    fen::write_key::<R>(&position.to_setup())
}

/// A move that takes the enemy royal.
pub(super) fn royal_capture<R: Rules>(position: &Position<R>) -> Option<Move> {
    if !R::ROYAL_CAPTURABLE {
        return None;
    }
    let board = position.board();
    let royal = position.royal(!position.turn())?;
    let by = attacks::attackers::<R, Portable>(board, royal, position.turn(), board.occupied());
    let from = by.first()?;
    // A pawn that takes on its last rank must promote.
    moves::pseudo_legal_moves(position).into_iter().find(|mv| mv.from() == from && mv.to() == royal)
}
