//! All games that end as is asked, counted.
//!
//! A depth-first search that knows how many ways lead on from positions met before. What makes it fast is
//! what it leaves out: moves after which no final net can be completed any more ([`Nets`]). Where there are
//! no nets (there would be too many) nothing is left out.

use crate::attacks::{Isa, Task, with_best_isa};
use crate::board::{Color, Move, Role};
use crate::limits::{Effort, Limits, Meter, Reached};
use crate::moves::{ForEachMove, Legal, generate, legal_moves};
use crate::position::{Position, PositionKey};
use crate::rules::{Pawns, Rules};

use super::final_nets::Nets;
use super::memo::Memo;
use super::order;
use super::stipulation::{End, HelpStipulation, Play};

/// Moves that the sides have left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    /// The side that moves last.
    pub(super) attacker: u32,
    /// The one that is mated or stalemated.
    pub(super) defender: u32,
}

impl Left {
    /// At the start of a game as long as is asked.
    pub(super) const fn of(asked: HelpStipulation) -> Left {
        let plies = asked.plies;
        match asked.play {
            Play::Help => Left { attacker: plies.div_ceil(2), defender: plies / 2 },
            Play::SeriesHelp => Left { attacker: 1, defender: plies.saturating_sub(1) },
            Play::Series => Left { attacker: plies, defender: 0 },
        }
    }

    /// Both together.
    pub(super) const fn plies(self) -> u32 {
        self.attacker + self.defender
    }

    /// One number for both and the turn; not 0 while a move is left.
    const fn code(self, turn: Color) -> u32 {
        self.plies() << 16 | self.attacker << 1 | turn as u32
    }

    /// After a move of a side.
    const fn after(self, is_attacker: bool) -> Left {
        if is_attacker {
            Left { attacker: self.attacker - 1, ..self }
        } else {
            Left { defender: self.defender - 1, ..self }
        }
    }
}

/// Solutions written down.
pub(super) struct Listing {
    /// The moves to where the list is being made.
    line: Vec<Move>,
    pub(super) lines: Vec<Vec<Move>>,
    most: usize,
}

impl Listing {
    /// For so many at most.
    pub(super) fn new(most: usize) -> Listing {
        Listing { line: Vec::new(), lines: Vec::new(), most }
    }

    pub(super) fn is_full(&self) -> bool {
        self.lines.len() >= self.most
    }
}

/// What is known from one question to the next, of the same kind.
pub(super) struct Search {
    memo: Memo,
    meter: Meter,
    play: Play,
    end: End,
    attacker: Color,
    /// Moves of the positions from the first to that which is looked at.
    moves: Vec<Move>,
    /// Those of the position from which they are looked through, if there are any.
    nets: Option<Nets>,
    /// With so many plies left or more, nets were too many.
    too_many_from: u32,
    /// Whether nothing is left out, to compare with.
    #[cfg(test)]
    plain: bool,
}

impl Search {
    /// For a stipulation that this side begins.
    pub(super) fn new(limits: &Limits, asked: HelpStipulation, begins: Color) -> Search {
        let HelpStipulation { play, end, .. } = asked;
        let attacker = asked.attacker(begins);
        Search {
            memo: Memo::new(limits.memory / 2),
            meter: Meter::new(limits),
            play,
            end,
            attacker,
            moves: Vec::new(),
            nets: None,
            too_many_from: u32::MAX,
            #[cfg(test)]
            plain: false,
        }
    }

    /// Number of ways to end as is asked, at most `u64::MAX`.
    pub(super) fn count<R: Rules>(&mut self, position: &Position<R>, left: Left) -> Result<u64, Reached> {
        if left.plies() == 0 {
            return Ok(0);
        }
        // A limit may have stopped the search before in the midst of things.
        self.nets = None;
        self.moves.clear();
        self.too_many_from = u32::MAX;
        with_best_isa(Count { search: self, position, left, live: None })
    }

    /// The work so far.
    pub(super) fn effort(&self) -> Effort {
        self.meter.effort()
    }

    /// Adds the solutions to a list. They are to have been counted: then the memo knows where they are.
    pub(super) fn list<R: Rules>(
        &mut self,
        position: &Position<R>,
        left: Left,
        listing: &mut Listing,
    ) -> Result<(), Reached> {
        self.nets = None;
        self.moves.clear();
        let made = self.has_nets::<R>(left) && with_best_isa(MakeNets { search: self, position, left })?;
        let live = (made && self.nets.is_some()).then_some(0);
        self.walk(position, left, live, listing)
    }

    /// Tries every move, in the order of solutions.
    fn walk<R: Rules>(
        &mut self,
        position: &Position<R>,
        left: Left,
        live: Option<usize>,
        listing: &mut Listing,
    ) -> Result<(), Reached> {
        let is_last = left.plies() == 1;
        let mates = is_last && self.end == End::Mate;
        let mut moves = legal_moves(position).to_vec();
        moves.sort_by_key(|&mv| order::place(position, mv, mates));
        let left = left.after(position.turn() == self.attacker);
        for mv in moves {
            if listing.is_full() {
                break;
            }
            listing.line.push(mv);
            if !is_last {
                self.walk_on(position, mv, left, live, listing)?;
            } else if self.end.is_reached(&position.play(mv)) {
                listing.lines.push(listing.line.clone());
            }
            listing.line.pop();
        }
        Ok(())
    }

    /// Goes on after a move if there are solutions.
    fn walk_on<R: Rules>(
        &mut self,
        position: &Position<R>,
        mv: Move,
        left: Left,
        live: Option<usize>,
        listing: &mut Listing,
    ) -> Result<(), Reached> {
        let Some(after) = self.play.after(position, mv, left.plies()) else { return Ok(()) };
        let mut made = None;
        if let (Some(live), Some(nets)) = (live, &mut self.nets) {
            made = nets.play(live, position, mv, left);
            if made.is_none() {
                return Ok(());
            }
        }
        let live = made.as_ref().map(|made| made.live);
        if with_best_isa(Count { search: self, position: &after, left, live })? > 0 {
            self.walk(&after, left, live, listing)?;
        }
        if let (Some(made), Some(nets)) = (made, &mut self.nets) {
            nets.take_back(&made);
        }
        Ok(())
    }

    /// Whether nets are for this game and question.
    #[inline(always)]
    fn has_nets<R: Rules>(&self, left: Left) -> bool {
        // What they count is kept in bytes.
        left.plies() <= 2 * HelpStipulation::MAX_MOVES
            && self.leaves_out()
            && R::WINDOW.0 == u64::MAX
            && R::ROYAL == Role::King
            && !R::ROYAL_CAPTURABLE
            && R::PAWNS == Pawns::Full
    }

    #[inline(always)]
    fn leaves_out(&self) -> bool {
        #[cfg(test)]
        if self.plain {
            return false;
        }
        true
    }

    /// Makes the nets of a position. False if there are none that could be mate.
    fn make_nets<R: Rules, I: Isa>(&mut self, position: &Position<R>, left: Left) -> Result<bool, Reached> {
        self.nets = Nets::new::<R, I>(position, self.attacker, self.end, left, &mut self.meter)?;
        if let Some(nets) = &self.nets {
            return Ok(!nets.live.is_empty());
        }
        self.too_many_from = left.plies();
        Ok(true)
    }

    /// Whether a live net from a place on can still be mate, if there are nets.
    #[inline(always)]
    fn has_net<R: Rules, I: Isa>(&mut self, position: &Position<R>, live: Option<usize>) -> bool {
        match (&mut self.nets, live) {
            (Some(nets), Some(live)) => nets.judge::<R, I>(live, position),
            _ => true,
        }
    }
}

/// [`Search::make_nets`].
struct MakeNets<'a, R: Rules> {
    search: &'a mut Search,
    position: &'a Position<R>,
    left: Left,
}

impl<R: Rules> Task for MakeNets<'_, R> {
    type Output = Result<bool, Reached>;
    const PORTABLE_ONLY: bool = R::PORTABLE_ONLY;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<bool, Reached> {
        self.search.make_nets::<R, I>(self.position, self.left)
    }
}

/// The count for one position.
struct Count<'a, R: Rules> {
    search: &'a mut Search,
    position: &'a Position<R>,
    left: Left,
    /// Where its live nets begin, if there are nets.
    live: Option<usize>,
}

/// With no more plies left, nets are looked through before the memo: mostly no net is left, and then the
/// memo need not be fetched.
const LAST_PLIES: u32 = 2;
/// With no more plies left, nets cost more than they save where those of a position before were too many.
const FEW_PLIES: u32 = 3;

impl<R: Rules> Task for Count<'_, R> {
    type Output = Result<u64, Reached>;
    const PORTABLE_ONLY: bool = R::PORTABLE_ONLY;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<u64, Reached> {
        let Count { search, position, left, live } = self;
        search.meter.count()?;
        let plies = left.plies();
        if plies <= LAST_PLIES && !search.has_net::<R, I>(position, live) {
            return Ok(0);
        }
        if plies == 1 {
            return Ok(search.last_moves::<R, I>(position, live));
        }
        let (key, code) = (PositionKey::of(position), left.code(position.turn()));
        if let Some(known) = search.memo.get(&key, code) {
            return Ok(known);
        }
        if plies > LAST_PLIES && !search.has_net::<R, I>(position, live) {
            return Ok(0);
        }
        let makes_nets = live.is_none()
            && search.has_nets::<R>(left)
            && (search.too_many_from == u32::MAX || (FEW_PLIES + 1..search.too_many_from).contains(&plies));
        let count = if makes_nets && !search.make_nets::<R, I>(position, left)? {
            0
        } else {
            let live = live.or(search.nets.is_some().then_some(0));
            search.moves::<R, I>(position, left, live)?
        };
        if makes_nets {
            search.nets = None;
        }
        search.memo.put(key, code, count);
        Ok(count)
    }
}

impl Search {
    /// Counts the moves that end the game.
    #[inline(always)]
    fn last_moves<R: Rules, I: Isa>(&self, position: &Position<R>, live: Option<usize>) -> u64 {
        let may_move = may_move(&self.nets, live, position.turn());
        let mut count = 0;
        let each = |role, mv| {
            if may_move(mv) {
                count += u64::from(self.end.is_reached(&position.play_role(mv, role)));
            }
            false
        };
        generate::<R, I, Legal, _>(position, &mut ForEachMove(each));
        count
    }

    /// Counts what comes after each of the moves, with more than one left.
    #[inline(always)]
    fn moves<R: Rules, I: Isa>(
        &mut self,
        position: &Position<R>,
        left: Left,
        live: Option<usize>,
    ) -> Result<u64, Reached> {
        let first = self.moves.len();
        {
            let may_move = may_move(&self.nets, live, position.turn());
            let each = |_, mv| {
                if may_move(mv) {
                    self.moves.push(mv);
                }
                false
            };
            generate::<R, I, Legal, _>(position, &mut ForEachMove(each));
        }
        let left = left.after(position.turn() == self.attacker);
        let mut count = 0u64;
        for i in first..self.moves.len() {
            let mv = self.moves[i];
            let mut made = None;
            if let (Some(live), Some(nets)) = (live, &mut self.nets) {
                match nets.play(live, position, mv, left) {
                    Some(change) => made = Some(change),
                    None => continue,
                }
            }
            if let Some(after) = self.play.after(position, mv, left.plies()) {
                let live = made.as_ref().map(|made| made.live);
                count = count.saturating_add(I::call(Count { search: self, position: &after, left, live })?);
            }
            if let (Some(made), Some(nets)) = (made, &mut self.nets) {
                nets.take_back(&made);
            }
        }
        self.moves.truncate(first);
        Ok(count)
    }
}

/// Who may move for the nets that are live from a place on; everybody where there are none.
#[inline(always)]
fn may_move(nets: &Option<Nets>, live: Option<usize>, turn: Color) -> impl Fn(Move) -> bool {
    let nets = nets.as_ref().zip(live);
    let men = nets.map_or(u64::MAX, |(nets, live)| nets.movable(live, turn));
    move |mv| nets.is_none_or(|(nets, _)| men >> nets.man(mv) & 1 == 1)
}

#[cfg(test)]
mod tests;
