//! The question `help`: every game of so many plies in which both sides help to end as is asked.

use std::collections::HashSet;

use indexmap::IndexMap;

use crate::board::{Board, RuleSet};
use crate::can_win::{code, settled};
use crate::json::Item;
use crate::looks::Looks;
use crate::{Accepted, CheckError, Checked, Question, Rule};

const MOST_MOVES: usize = 100;
/// What a solution takes at most beside its moves, and a node in an index that does not grow.
const LINE_BYTES: usize = 4 * size_of::<String>();
const NODE_BYTES: usize = 3 * size_of::<(([u64; 4], usize), u64)>();

pub(crate) fn check(board: &Board, claim: Item<'_>, evidence: Item<'_>) -> Checked<Accepted> {
    let claim = claim.under(Rule::HelpClaim).object()?;
    claim.expect_only(&["answer", "stipulation", "solutions", "set_play"])?;
    let [answer, stipulation, solutions] =
        [claim.get("answer")?, claim.get("stipulation")?, claim.get("solutions")?];
    let text = stipulation.text()?;
    let asked = Asked::parse(&text).ok_or_else(|| stipulation.refuse("expected one of help play"))?;
    let count: u64 = solutions.value("a whole number")?;
    let word = answer.one_of(&["solved", "unsolved"])?;
    answer.ensure((word == "solved") == (count > 0), || format!("there are {count} solutions"))?;
    let evidence = evidence.object()?;
    let (searched, set) = (evidence.find("searched"), claim.find("set_play"));
    let is_proved = searched.is_none();
    let nodes = if is_proved || set.is_some() { "nodes" } else { "lines" };
    evidence.expect_only(&["lines", "searched", nodes, if set.is_some() { "set_play" } else { nodes }])?;
    let of = |name| Ok::<_, CheckError>(evidence.get(name)?.under(Rule::Solutions));
    let older = || evidence.item.misshapen("the key \"nodes\" is missing: ask again");
    let read =
        || Nodes::read(asked, board.rules, evidence.find("nodes").ok_or_else(older)?.under(Rule::Solutions));
    let nodes = (is_proved || set.is_some()).then(read).transpose()?;
    let least = asked.list(board, &of("lines")?, count, nodes.as_ref().filter(|_| is_proved))?;
    if let Some(searched) = searched {
        let [plies, nodes] = searched.under(Rule::Solutions).object()?.fields(["plies", "nodes"])?;
        nodes.value::<u64>("a whole number")?;
        let is_so = plies.value::<usize>("a whole number")? == asked.plies && count > 0;
        plies.ensure(is_so, || format!("expected {}, and a solution", asked.plies))?;
    }
    let passed_over = |claim: Item<'_>| {
        let count = claim.value("a whole number")?;
        let may = asked.play == Play::Both && asked.plies > 1 && !board.is_attacked(board.turn);
        claim.ensure(may, || format!("{board} has no set play of this stipulation"))?;
        let passed = Board { turn: board.turn.other(), en_passant: None, ..*board };
        let asked = Asked { plies: asked.plies - 1, ..asked };
        asked.list(&passed, &of("set_play")?, count, nodes.as_ref()).map(|_| count)
    };
    let set_play = set.map(passed_over).transpose()?;
    Ok(Accepted {
        answer: word,
        stipulation: Some(text),
        solutions: Some(count),
        set_play,
        plies: Some(least as u64),
        shortest: is_proved && count > 0,
        searched: (!is_proved).then_some(asked.plies as u64),
        ..Accepted::of(Question::Help, board.rules, board)
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Play {
    /// Both sides in turn.
    Both,
    /// One side alone, then the other once.
    SeriesThenOne,
    /// One side alone.
    Series,
}

/// What is asked for.
#[derive(Clone, Copy)]
struct Asked {
    play: Play,
    is_mate: bool,
    plies: usize,
}

impl Asked {
    fn parse(text: &str) -> Option<Asked> {
        let plays = [("ser-h", Play::SeriesThenOne), ("ser-", Play::Series), ("h", Play::Both)];
        let (play, rest) = plays.iter().find_map(|(sign, play)| Some((*play, text.strip_prefix(sign)?)))?;
        let is_mate = rest.starts_with('#');
        let number = rest.strip_prefix(['#', '='])?;
        let half = number.strip_suffix(".5").filter(|_| play == Play::Both);
        let moves = half.unwrap_or(number).parse().ok().filter(|moves: &usize| *moves <= MOST_MOVES)?;
        let plies = match play {
            Play::Both => 2 * moves + usize::from(half.is_some()),
            Play::SeriesThenOne => moves + 1,
            Play::Series => moves,
        };
        // One spelling, without a plus or zeros before the number.
        let spelled = half.unwrap_or(number) == moves.to_string();
        let is_asked = spelled && (moves > 0 || half.is_some());
        is_asked.then_some(Asked { play, is_mate, plies })
    }

    /// The plies of a solution: as many, or as many moves less.
    fn lengths(self) -> impl Iterator<Item = usize> {
        let (first, step) = match self.play {
            Play::Both => (2 - self.plies % 2, 2),
            Play::SeriesThenOne => (2, 1),
            Play::Series => (1, 1),
        };
        (first..=self.plies).step_by(step)
    }

    /// The position after a move with plies left: in a series the same side goes on, unless it checks.
    fn next(self, after: Board, left: usize) -> Option<Board> {
        if self.play == Play::Both || self.play == Play::SeriesThenOne && left <= 1 {
            return Some(after);
        }
        let same = Board { turn: after.turn.other(), en_passant: None, ..after };
        (!after.is_attacked(after.turn)).then_some(same)
    }

    /// Whether the last move was made.
    fn is_reached(self, after: &Board) -> bool {
        after.is_attacked(after.turn) == self.is_mate && !after.has_move()
    }

    /// So many different solutions, and no others if nodes say so; the fewest plies that one has.
    fn list(self, root: &Board, lines: &Item<'_>, count: u64, nodes: Option<&Nodes<'_>>) -> Checked<usize> {
        let (mut known, mut least) = (HashSet::new(), self.plies);
        for line in lines.list()? {
            let moves: Vec<_> = line.list()?.take(self.plies + 1).collect();
            line.ensure(self.lengths().any(|length| length == moves.len()), || "of another length".into())?;
            let (mut board, mut played) = (*root, String::new());
            for (left, item) in (0..moves.len()).rev().zip(&moves) {
                let m = item.playable(&board)?;
                let after = board.play(&m);
                if left == 0 {
                    item.ensure(self.is_reached(&after), || format!("{after} is not what is asked for"))?;
                } else {
                    board = self.next(after, left).ok_or_else(|| item.refuse("it checks in a series"))?;
                }
                played.push_str(&format!("{m} "));
            }
            least = least.min(moves.len());
            line.budget.take(LINE_BYTES + played.len())?;
            line.ensure(known.insert(played), || "this solution is there twice".into())?;
        }
        let listed = known.len() as u64;
        lines.ensure(listed == count, || format!("{listed} solutions, where {count} are claimed"))?;
        if let Some(nodes) = nodes {
            let all = nodes.sum(self.lengths().map(|length| (*root, length)), lines)?;
            lines.ensure(all == count.into(), || format!("there are {all} solutions"))?;
        }
        Ok(least)
    }
}

/// How many ways there are to the end.
struct Nodes<'a> {
    asked: Asked,
    rules: RuleSet,
    item: Item<'a>,
    ways: IndexMap<([u64; 4], usize), u64>,
    looks: Looks,
}

impl<'a> Nodes<'a> {
    /// Nodes that tell the truth.
    fn read(asked: Asked, rules: RuleSet, item: Item<'a>) -> Checked<Nodes<'a>> {
        let (ways, looks, mut all) = (IndexMap::with_capacity(item.node_count()?), Looks::of(0, 0), 0);
        let mut nodes = Nodes { asked, rules, item, ways, looks };
        for item in nodes.item.list()? {
            item.budget.take(NODE_BYTES)?;
            let (board, bytes, plies, ways) = nodes.node(&item)?;
            let is_asked = (1..=asked.plies).contains(&plies);
            item.ensure(is_asked, || format!("expected from 1 to {} plies", asked.plies))?;
            let is_new = nodes.ways.insert(key(&board, plies), ways).is_none();
            item.ensure(is_new, || format!("{board} occurs twice with {plies} plies"))?;
            all += bytes;
        }
        nodes.looks = Looks::of(nodes.ways.len(), all);
        for item in nodes.item.list()? {
            let (board, _, plies, ways) = nodes.node(&item)?;
            let afters = board.playable_moves().into_iter().map(|m| board.play(&m));
            let next = afters.filter_map(|after| asked.next(after, plies - 1));
            let sum = || nodes.sum(next.map(|next| (next, plies - 1)), &item);
            let all = if plies > 1 { sum()? } else { nodes.ends(&board)? };
            item.ensure(all == ways.into(), || format!("{board}: there are {all} ways in {plies} plies"))?;
        }
        Ok(nodes)
    }

    /// Its position, how many bytes the text of this has, the plies left, and the ways.
    fn node(&self, item: &Item<'_>) -> Checked<(Board, usize, usize, u64)> {
        let (position, plies, ways): (String, _, _) =
            item.value("[position, plies, ways], these two whole numbers")?;
        Ok((item.read(&position, Board::parse(self.rules, &position))?, position.len(), plies, ways))
    }

    /// All ways from positions, each with the plies left.
    fn sum(&self, all: impl Iterator<Item = (Board, usize)>, item: &Item<'_>) -> Checked<u128> {
        let ways = all.map(|(board, plies)| {
            item.budget.look()?;
            if let Some(ways) = self.ways.get(&key(&board, plies)) {
                return Ok(u128::from(*ways));
            }
            item.ensure(plies <= 1, || format!("no node with {plies} plies for {board}"))?;
            self.ends(&board)
        });
        ways.sum()
    }

    /// How many moves there are after which it is reached.
    fn ends(&self, board: &Board) -> Checked<u128> {
        Ok(self.looks.ending(self.asked.is_mate, board, &self.item)?.len() as u128)
    }
}

/// A position and the plies left, none like another.
fn key(board: &Board, plies: usize) -> ([u64; 4], usize) {
    (code(&settled(*board)), plies)
}

#[cfg(test)]
#[path = "../tests/unit/help.rs"]
mod tests;
