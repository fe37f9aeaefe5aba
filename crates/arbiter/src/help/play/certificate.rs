//! What is proved of a help problem, as a certificate: the solutions, and how many there are from each
//! position that can come about, which a checker adds up.

use std::collections::HashMap;

use crate::board::Move;
use crate::certificate::looks::{self, Looks, Purse};
use crate::certificate::{Certificate, Claim, Evidence, QuestionKind, Searched};
use crate::format::{fen, uci};
use crate::limits::{Limits, Meter, Reached};
use crate::moves::legal_moves;
use crate::position::{Position, PositionKey};
use crate::rules::Rules;

use super::solutions::HelpAnswer;
use super::stipulation::{End, HelpStipulation, Play};

/// Legal moves that are tried at most. Where they do not suffice a certificate says that the search is not
/// proved.
const MOST_TRIED: u64 = 10_000_000;

/// What a position takes at most: while it is known, and as a node.
const NODE_BYTES: usize = 3 * size_of::<([u64; 4], u32, u64)>() + 2 * size_of::<WrittenNode>() + 128;

/// A position, the plies left, and the ways to the end.
type WrittenNode = (String, u32, u64);

pub(super) fn write<R: Rules>(
    found: &HelpAnswer,
    position: &Position<R>,
    asked: HelpStipulation,
    set: Option<&HelpAnswer>,
    limits: &Limits,
) -> Result<Option<Certificate>, Reached> {
    let count = found.count();
    if found.stopped.is_some() {
        return Ok(None);
    }
    if count != found.lines.len() as u64 {
        return Err(Reached::Memory);
    }
    let passed = asked.without_first().zip(position.passed());
    let (mut ways, mut often) = (Ways::new(asked, limits), 1);
    let (is_proved, set_play) = loop {
        let is_proved = ways.of_all(position, asked)?;
        if !is_proved && count == 0 {
            return Ok(None);
        }
        let set_play = match set.zip(passed) {
            Some((set, (asked, passed))) => set_play(set, &passed, asked, &mut ways)?,
            None => None,
        };
        let Some((dear, more)) = ways.looks.dear(&ways.purse(), often) else {
            break (is_proved, set_play);
        };
        // Not even with nodes wherever there can be some.
        if ways.dear == 0 && ways.most_dear == u64::MAX {
            return Ok(None);
        }
        let most_dear = ways.dear_nodes.saturating_add(more);
        ways = Ways { dear, most_dear, ..Ways::new(asked, limits) };
        often *= 4;
    };
    let searched = (!is_proved).then(|| Searched::new(asked.plies, found.effort.nodes));
    let lines = found.uci(position, asked);
    let answer = if count > 0 { "solved" } else { "unsolved" };
    let nodes = (is_proved || set_play.is_some()).then_some(ways.nodes);
    let claim = Claim::Help {
        answer: answer.into(),
        stipulation: asked.to_string(),
        solutions: count,
        set_play: set_play.as_ref().map(|lines| lines.len() as u64),
    };
    let key = fen::write_key::<R>(&position.to_setup());
    let evidence = Evidence::Solutions { lines, nodes, searched, set_play };
    Ok(Some(Certificate::new(R::NAME, QuestionKind::Help, key, claim, evidence)))
}

/// All solutions if the first move is passed over, where it is proved that there are no others.
fn set_play<R: Rules>(
    set: &HelpAnswer,
    passed: &Position<R>,
    asked: HelpStipulation,
    ways: &mut Ways,
) -> Result<Option<Vec<Vec<String>>>, Reached> {
    let are_all = set.stopped.is_none() && set.count() == set.lines.len() as u64;
    Ok((are_all && ways.of_all(passed, asked)?).then(|| set.uci(passed, asked)))
}

/// A line as in UCI.
pub(super) fn line<R: Rules>(root: &Position<R>, play: Play, moves: &[Move]) -> Vec<String> {
    let mut now = *root;
    let mut left = moves.len() as u32;
    let write = |&mv: &Move| {
        let text = uci::write(&now, mv);
        left -= 1;
        now = play.after(&now, mv, left).unwrap_or(now);
        text
    };
    moves.iter().map(write).collect()
}

/// A line in UCI as moves; `None` if they are not legal.
pub(super) fn read<R: Rules>(root: &Position<R>, play: Play, texts: &[String]) -> Option<Vec<Move>> {
    let (mut now, mut left) = (*root, texts.len() as u32);
    let mut read = |text: &String| {
        let mv = uci::parse(&now, text).ok()?;
        left -= 1;
        now = play.after(&now, mv, left).unwrap_or(now);
        Some(mv)
    };
    texts.iter().map(&mut read).collect()
}

/// How many ways there are to the end, counted without leaving out anything.
struct Ways {
    asked: HelpStipulation,
    meter: Meter,
    /// From a position that has a node.
    known: HashMap<([u64; 4], u32), u64>,
    /// What a look costs at least in the place of which a node is written, how many such nodes there are at
    /// most, and how many there are.
    dear: u64,
    most_dear: u64,
    dear_nodes: u64,
    /// What the checker looks at.
    looks: Looks,
    nodes: Vec<WrittenNode>,
    most_nodes: usize,
    tried: u64,
}

impl Ways {
    fn new(asked: HelpStipulation, limits: &Limits) -> Ways {
        let (meter, most_nodes) = (Meter::new(limits), limits.memory / NODE_BYTES);
        let (known, looks, nodes) = (HashMap::new(), Looks::default(), Vec::new());
        let [dear, most_dear, dear_nodes] = [u64::MAX, 0, 0];
        Ways { asked, meter, known, dear, most_dear, dear_nodes, looks, nodes, most_nodes, tried: 0 }
    }

    /// What the nodes pay for.
    fn purse(&self) -> Purse {
        Purse::of(self.nodes.iter().map(|(text, ..)| text))
    }

    /// Writes nodes for all lengths; none, and false, if that is too much.
    fn of_all<R: Rules>(&mut self, position: &Position<R>, asked: HelpStipulation) -> Result<bool, Reached> {
        let (first, looks, dear_nodes) = (self.nodes.len(), self.looks.clone(), self.dear_nodes);
        self.tried = 0;
        for asked in asked.shorter() {
            if self.of(position, asked.plies)?.is_none() {
                self.nodes.truncate(first);
                self.known.clear();
                (self.looks, self.dear_nodes) = (looks, dear_nodes);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The ways in just so many plies; `None` if that is too much.
    fn of<R: Rules>(&mut self, position: &Position<R>, left: u32) -> Result<Option<u64>, Reached> {
        let key = (PositionKey::of(position).0, left);
        if let Some(&ways) = self.known.get(&key) {
            return Ok(Some(ways));
        }
        let moves = legal_moves(position);
        self.meter.count()?;
        self.tried += moves.len() as u64;
        if self.tried > MOST_TRIED || self.nodes.len() >= self.most_nodes {
            return Ok(None);
        }
        let mut ways: u64 = 0;
        if left == 1 {
            let ends = moves.iter().filter(|&&mv| self.asked.end.is_reached(&position.play(mv)));
            ways = ends.count() as u64;
            let is_mate = self.asked.end == End::Mate;
            let cost = if is_mate { looks::price(position) } else { looks::price_of_stalemates(position) };
            if cost < self.dear || self.dear_nodes == self.most_dear {
                self.looks.add(cost);
                return Ok(Some(ways));
            }
            self.dear_nodes += 1;
            self.looks.add_fixed(cost);
        }
        for &mv in moves.iter().filter(|_| left > 1) {
            if let Some(next) = self.asked.play.after(position, mv, left - 1) {
                let Some(more) = self.of(&next, left - 1)? else { return Ok(None) };
                ways = ways.saturating_add(more);
            }
        }
        self.known.insert(key, ways);
        self.nodes.push((fen::write_key::<R>(&position.to_setup()), left, ways));
        Ok(Some(ways))
    }
}
