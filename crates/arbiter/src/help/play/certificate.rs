//! What is proved of a help problem, as a certificate: the solutions, which a checker counts again.

use std::collections::HashSet;

use crate::board::Move;
use crate::certificate::{Certificate, Claim, Evidence, QuestionKind, Searched};
use crate::format::{fen, uci};
use crate::limits::{Limits, Meter, Reached};
use crate::moves::legal_moves;
use crate::position::{Position, PositionKey};
use crate::rules::Rules;

use super::solutions::HelpAnswer;
use super::stipulation::{HelpStipulation, Play};

/// Legal moves that a checker tries again at most. Where they do not suffice a certificate says that the
/// search is not proved.
const MOST_TRIED: u64 = 10_000_000;

/// What a position takes at most while it is known.
const KNOWN_BYTES: usize = 3 * size_of::<([u64; 4], u32)>();

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
    let is_proved = can_be_counted_again(position, asked, limits)?;
    if !is_proved && count == 0 {
        return Ok(None);
    }
    let searched = (!is_proved).then(|| Searched::new(asked.plies, found.effort.nodes));
    let lines = found.uci(position, asked);
    let answer = if count > 0 { "solved" } else { "unsolved" };
    let passed = asked.without_first().zip(position.passed());
    let set_play = match set.zip(passed) {
        Some((set, (asked, passed))) => set_play(set, &passed, asked, limits)?,
        None => None,
    };
    let claim = Claim::Help {
        answer: answer.into(),
        stipulation: asked.to_string(),
        solutions: count,
        set_play: set_play.as_ref().map(|lines| lines.len() as u64),
    };
    let key = fen::write_key::<R>(&position.to_setup());
    let evidence = Evidence::Solutions { lines, searched, set_play };
    Ok(Some(Certificate::new(R::NAME, QuestionKind::Help, key, claim, evidence)))
}

/// All solutions if the first move is passed over, where a checker can count them again.
fn set_play<R: Rules>(
    set: &HelpAnswer,
    passed: &Position<R>,
    asked: HelpStipulation,
    limits: &Limits,
) -> Result<Option<Vec<Vec<String>>>, Reached> {
    let are_all = set.stopped.is_none() && set.count() == set.lines.len() as u64;
    Ok((are_all && can_be_counted_again(passed, asked, limits)?).then(|| set.uci(passed, asked)))
}

/// Whether a checker finds all solutions within the moves that it tries.
fn can_be_counted_again<R: Rules>(
    position: &Position<R>,
    asked: HelpStipulation,
    limits: &Limits,
) -> Result<bool, Reached> {
    let meter = Meter::new(limits);
    let most_known = limits.memory / KNOWN_BYTES;
    let mut again = Again { play: asked.play, meter, known: HashSet::new(), most_known, tried: 0 };
    for asked in asked.shorter() {
        if !again.try_all(position, asked.plies)? {
            return Ok(false);
        }
    }
    Ok(true)
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

/// What a checker does: it tries every legal move, but from no position twice with the same number of plies.
struct Again {
    play: Play,
    meter: Meter,
    known: HashSet<([u64; 4], u32)>,
    most_known: usize,
    tried: u64,
}

impl Again {
    /// Whether all moves have been tried within the bounds.
    fn try_all<R: Rules>(&mut self, position: &Position<R>, left: u32) -> Result<bool, Reached> {
        if left > 1 && !self.known.insert((PositionKey::of(position).0, left)) {
            return Ok(true);
        }
        let moves = legal_moves(position);
        self.meter.count()?;
        self.tried += moves.len() as u64;
        if self.tried > MOST_TRIED || self.known.len() > self.most_known {
            return Ok(false);
        }
        if left > 1 {
            for &mv in &moves {
                if let Some(next) = self.play.after(position, mv, left - 1)
                    && !self.try_all(&next, left - 1)?
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
