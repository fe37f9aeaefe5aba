//! From what became of each pawn to what the pawns do, square by square.
//!
//! An [`Assignment`] says which pawns leave their files and which die. Here the captures are put
//! in an order, each with a file, a place in the column it arrives in and a victim, so that no pawn ever has to pass another; then ranks
//! are found for all of them. The constraints on ranks are all of the form *this rank is at least that rank plus a
//! constant*, so that shortest paths (Bellman–Ford) solve them exactly.

use std::time::Instant;

use super::PawnStep;
use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::reach::statics::columns::{Assignment, Columns, Fate};

/// A pawn by colour and first file: 0 to 7 White's, 8 to 15 Black's.
type Pawn = u8;

const fn side(pawn: Pawn) -> usize {
    (pawn / 8) as usize
}

/// The pawns of a file from the first row up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Column {
    pawns: [Pawn; 16],
    len: u8,
}

impl Column {
    fn as_slice(&self) -> &[Pawn] {
        &self.pawns[..self.len as usize]
    }

    fn insert(&mut self, at: usize, pawn: Pawn) {
        self.pawns.copy_within(at..self.len as usize, at + 1);
        self.pawns[at] = pawn;
        self.len += 1;
    }

    fn remove(&mut self, at: usize) {
        self.pawns.copy_within(at + 1..self.len as usize, at);
        self.len -= 1;
    }

    fn place(&self, pawn: Pawn) -> Option<usize> {
        self.as_slice().iter().position(|&p| p == pawn)
    }
}

/// A pawn captures a pawn or a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Event {
    pawn: Pawn,
    victim: Option<Pawn>,
    to_file: u8,
}

/// How far the planner may go.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Steps of the search.
    pub nodes: u64,
    /// When to give up.
    pub until: Option<Instant>,
}

/// The result of planning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Planned {
    /// The steps of the pawns.
    Steps(Vec<PawnStep>),
    /// There is no order in which this assignment works, with captures as it says.
    Impossible,
    /// The effort was not enough.
    GaveUp,
}

#[derive(Clone)]
struct State {
    columns: [Column; 8],
    /// File on which each pawn is.
    file: [u8; 16],
    /// Captures that each pawn still makes.
    captures: [u8; 16],
}

struct Planner {
    fates: [Fate; 16],
    nodes: u64,
    until: Option<Instant>,
    events: Vec<Event>,
    /// The columns before each event and after the last.
    history: Vec<[Column; 8]>,
    /// Pawns that pieces take before anything else happens.
    taken: u16,
    spare: Spare,
    seed: u64,
}

/// Finds an order of captures and squares for an assignment. `piece_captures`: how many enemy
/// pawns the pieces of each side may take.
pub fn plan(
    assignment: &Assignment,
    piece_captures: [u8; 2],
    spare: Spare,
    effort: Effort,
    seed: u64,
) -> Planned {
    let fates: [Fate; 16] = std::array::from_fn(|pawn| assignment[pawn / 8][pawn % 8]);
    let dying = |side: usize| {
        (0..8).filter(move |f| assignment[side][*f] == Fate::Dies).map(move |f| 1u16 << (8 * side + f))
    };
    // Which of the pawns that die are taken by pieces: at once, since a pawn less is never in the way. The more the better.
    let mut sets: Vec<u16> = vec![0];
    for side in 0..2 {
        let most = piece_captures[1 - side];
        let bits: Vec<u16> = dying(side).collect();
        let subsets = (0u16..1 << bits.len()).filter(|set| set.count_ones() <= u32::from(most));
        let mut subsets: Vec<u16> = subsets
            .filter(|set| set.count_ones() as usize == bits.len().min(usize::from(most)))
            .map(|set| (0..bits.len()).filter(|i| set >> i & 1 == 1).map(|i| bits[i]).sum())
            .collect();
        if subsets.is_empty() {
            subsets.push(0);
        }
        sets = sets.iter().flat_map(|a| subsets.iter().map(move |b| a | b)).collect();
    }
    let mut planner = Planner {
        fates,
        nodes: effort.nodes,
        until: effort.until,
        events: Vec::new(),
        history: Vec::new(),
        taken: 0,
        spare,
        seed,
    };
    for taken in sets {
        planner.taken = taken;
        planner.events.clear();
        planner.history.clear();
        let column = |file: u8| {
            let mut column = Column { pawns: [0; 16], len: 0 };
            for pawn in [file, 8 + file] {
                if taken >> pawn & 1 == 0 {
                    column.insert(column.len as usize, pawn);
                }
            }
            column
        };
        let state = State {
            columns: [0, 1, 2, 3, 4, 5, 6, 7].map(column),
            file: [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7],
            captures: fates.map(Fate::captures),
        };
        match planner.search(state) {
            Some(true) => {
                return match planner.ranks(true) {
                    Some(ranks) => Planned::Steps(planner.steps(&ranks)),
                    None => Planned::GaveUp,
                };
            }
            Some(false) => {}
            None => return Planned::GaveUp,
        }
    }
    Planned::Impossible
}

impl Planner {
    /// Whether a pawn is one that promotes.
    fn promotes(&self, pawn: Pawn) -> bool {
        matches!(self.fates[pawn as usize], Fate::Promotes { .. })
    }

    /// Takes off the board every pawn that can promote: that never blocks anything.
    fn promote(&self, state: &mut State) {
        for column in &mut state.columns {
            loop {
                let len = column.len as usize;
                if len > 0 {
                    let (bottom, top) = (column.pawns[0], column.pawns[len - 1]);
                    if side(top) == 0 && self.promotes(top) && state.captures[top as usize] == 0 {
                        column.remove(len - 1);
                        continue;
                    }
                    if side(bottom) == 1 && self.promotes(bottom) && state.captures[bottom as usize] == 0 {
                        column.remove(0);
                        continue;
                    }
                }
                break;
            }
        }
    }

    fn search(&mut self, mut state: State) -> Option<bool> {
        self.nodes = self.nodes.checked_sub(1)?;
        if self.nodes.is_multiple_of(64) && self.until.is_some_and(|until| Instant::now() >= until) {
            self.nodes = 0;
            return None;
        }
        self.history.truncate(self.events.len());
        // The constraints on ranks are about the columns with everything that is on its way to promotion removed.
        self.promote(&mut state);
        self.history.push(state.columns);
        if !self.events.is_empty() && self.ranks(false).is_none() {
            return Some(false);
        }
        if self.is_done(&state) {
            return Some(self.ranks(true).is_some());
        }
        if !self.deaths_are_met(&state) {
            return Some(false);
        }
        let depth = self.events.len();
        let mut pawns: [u8; 16] = std::array::from_fn(|i| i as u8);
        if self.seed != 0 {
            let mut x = self.seed.wrapping_add(depth as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            for i in (1..16).rev() {
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                pawns.swap(i, (x % (i as u64 + 1)) as usize);
            }
        }
        for pawn in pawns {
            let here = state.file[pawn as usize];
            let left = state.captures[pawn as usize];
            let Some(at) = state.columns[here as usize].place(pawn).filter(|_| left > 0) else { continue };
            for to in [here.wrapping_sub(1), here + 1] {
                if to > 7 || !self.reaches(pawn, to, left - 1) {
                    continue;
                }
                for (place, victim) in self.arrivals(&state, pawn, to).into_iter().flatten() {
                    let mut next = state.clone();
                    next.columns[here as usize].remove(at);
                    next.captures[pawn as usize] -= 1;
                    next.file[pawn as usize] = to;
                    if victim.is_some() {
                        next.columns[to as usize].pawns[place] = pawn;
                    } else {
                        next.columns[to as usize].insert(place, pawn);
                    }
                    self.events.push(Event { pawn, victim, to_file: to });
                    if self.search(next)? {
                        return Some(true);
                    }
                    self.events.truncate(depth);
                }
            }
        }
        self.history.truncate(depth);
        Some(false)
    }

    /// Whether the captures still to come can take all the pawns that are to be taken by pawns.
    fn deaths_are_met(&self, state: &State) -> bool {
        for side in 0..2 {
            let mut dying = 0u8;
            for (file, column) in state.columns.iter().enumerate() {
                let dies = |&p: &Pawn| side == usize::from(p / 8) && self.fates[p as usize] == Fate::Dies;
                if column.as_slice().iter().any(dies) {
                    dying |= 1 << file;
                }
            }
            let mut hunters = [(0u8, 0u8); 8];
            for (hunter, p) in hunters.iter_mut().zip(8 * (1 - side)..) {
                *hunter = (state.file[p], state.captures[p]);
            }
            if dying != 0 && !covered(&mut hunters, dying) {
                return false;
            }
        }
        true
    }

    /// Whether a pawn on `file` with so many captures to make can still end where it must.
    fn reaches(&self, pawn: Pawn, file: u8, captures: u8) -> bool {
        match self.fates[pawn as usize] {
            Fate::Stands { square, .. } => {
                let distance = square.file().abs_diff(file);
                distance <= captures && (captures - distance).is_multiple_of(2)
            }
            Fate::Promotes { files, .. } => (0..8u8).any(|goal| {
                let distance = goal.abs_diff(file);
                files >> goal & 1 == 1 && distance <= captures && (captures - distance).is_multiple_of(2)
            }),
            Fate::Dies => false,
        }
    }

    /// Places in the column of `file` where `pawn` can arrive, best first: with the pawn it takes, or between others.
    fn arrivals(&self, state: &State, pawn: Pawn, file: u8) -> [Option<(usize, Option<Pawn>)>; 34] {
        let mut options = [None; 34];
        let mut count = 0;
        let column = &state.columns[file as usize];
        for (place, &other) in column.as_slice().iter().enumerate() {
            if side(other) != side(pawn)
                && self.fates[other as usize] == Fate::Dies
                && state.captures[other as usize] == 0
            {
                options[count] = Some((place, Some(other)));
                count += 1;
            }
        }
        let len = column.len as usize;
        for i in 0..=len {
            // White's pawns are freest on top, Black's at the bottom.
            let place = if side(pawn) == 0 { len - i } else { i };
            options[count] = Some((place, None));
            count += 1;
        }
        options
    }

    /// Whether every pawn has met its fate, but for straight moves.
    fn is_done(&self, state: &State) -> bool {
        state.captures == [0; 16]
            && state.columns.iter().enumerate().all(|(file, column)| {
                let mut last = None;
                column.as_slice().iter().all(|&pawn| match self.fates[pawn as usize] {
                    Fate::Stands { square, .. } => {
                        let above = last.is_none_or(|last| last < square);
                        last = Some(square);
                        above && square.file() as usize == file
                    }
                    _ => false,
                })
            })
    }

    /// Ranks (0 to 7) of the pawns before each event, or `None` if there are none: variable `16 * i + pawn` for event i.
    /// `complete`: the events are all, and after them the pawns go to where they stand.
    fn ranks(&self, complete: bool) -> Option<Vec<[i8; 16]>> {
        let events = &self.events;
        let slots = events.len() + 1;
        // An edge (a, b, c): x[b] >= x[a] + c. Node `zero` is fixed to 0.
        let zero = (slots * 16) as u16;
        let mut edges: Vec<Edge> = Vec::with_capacity(slots * 48);
        let id = |slot: usize, pawn: Pawn| (slot * 16) as u16 + u16::from(pawn);
        for pawn in 0..16u8 {
            let first = if side(pawn) == 0 { 1 } else { 6 };
            if side(pawn) == 0 {
                edges.push((zero, id(0, pawn), first));
            } else {
                edges.push((id(0, pawn), zero, -first));
            }
        }
        for (slot, columns) in self.history.iter().enumerate().take(slots) {
            for column in columns {
                for pair in column.as_slice().windows(2) {
                    edges.push((id(slot, pair[0]), id(slot, pair[1]), 1));
                }
                for &pawn in column.as_slice() {
                    // On rows 2 to 7.
                    edges.push((zero, id(slot, pawn), 1));
                    edges.push((id(slot, pawn), zero, -6));
                }
            }
            if slot + 1 == slots {
                break;
            }
            let forward = |pawn: Pawn| if side(pawn) == 0 { 1i8 } else { -1 };
            let Event { pawn: mover, victim, to_file } = events[slot];
            if let Some(victim) = victim {
                edges.push((id(slot, mover), id(slot, victim), forward(mover)));
                edges.push((id(slot, victim), id(slot, mover), -forward(mover)));
            }
            // Right after the event the columns are those of the next slot, plus what promotes from there.
            let next = self.history.get(slot + 1)?;
            for column in next {
                for &pawn in column.as_slice() {
                    let step = if mover == pawn { forward(pawn) } else { 0 };
                    if side(pawn) == 0 {
                        edges.push((id(slot, pawn), id(slot + 1, pawn), step));
                    } else {
                        edges.push((id(slot + 1, pawn), id(slot, pawn), -step));
                    }
                }
                // The order holds at once when the mover has arrived.
                if let Some(place) = column.place(mover) {
                    let slice = column.as_slice();
                    if place > 0 {
                        edges.push((id(slot, slice[place - 1]), id(slot, mover), 1 - forward(mover)));
                    }
                    if place + 1 < slice.len() {
                        edges.push((id(slot, mover), id(slot, slice[place + 1]), 1 + forward(mover)));
                    }
                }
            }
            if next[to_file as usize].place(mover).is_none() {
                // It promotes from where it arrived: everything there is behind it.
                for &other in next[to_file as usize].as_slice() {
                    if side(mover) == 0 {
                        edges.push((id(slot, other), id(slot, mover), 0));
                    } else {
                        edges.push((id(slot, mover), id(slot, other), 0));
                    }
                }
            }
        }
        let last = slots - 1;
        for column in &self.history[last] {
            for &pawn in column.as_slice() {
                if let Fate::Stands { square, .. } = self.fates[pawn as usize] {
                    // It still goes forward, if at all.
                    let left = if complete { 0 } else { self.captures_left(pawn) };
                    let rank = square.rank() as i8;
                    if side(pawn) == 0 {
                        edges.push((id(last, pawn), zero, -(rank - left)));
                    } else {
                        edges.push((zero, id(last, pawn), rank + left));
                    }
                }
            }
        }
        if complete {
            return self.ranks_for_victims(edges, slots);
        }
        solve(&edges, slots, 0)?;
        Some(Vec::new())
    }

    /// Ranks that meet the constraints, such that bishops can be the victims where nothing else is to spare.
    fn ranks_for_victims(&self, edges: Vec<Edge>, slots: usize) -> Option<Vec<[i8; 16]>> {
        let captured: [Vec<usize>; 2] = [0, 1].map(|color| {
            let of_color = |e: &Event| e.victim.is_none() && side(e.pawn) != color;
            (0..self.events.len()).filter(|&i| of_color(&self.events[i])).collect()
        });
        // For each event with a piece as its victim: the colour of square it must be on, if a bishop has to do.
        let mut squares = vec![None; self.events.len()];
        self.choose_victims(&captured, 0, 0, &mut squares, &mut |squares| {
            self.solve_on(&edges, slots, squares)
        })
    }

    /// Tries the ways to let bishops be victims where other pieces are too few.
    fn choose_victims<T>(
        &self,
        captured: &[Vec<usize>; 2],
        color: usize,
        index: usize,
        squares: &mut Vec<Option<bool>>,
        then: &mut dyn FnMut(&[Option<bool>]) -> Option<T>,
    ) -> Option<T> {
        if color == 2 {
            return then(squares);
        }
        let spare = self.spare.0[color];
        let events = &captured[color];
        let bishops = |light: bool, squares: &[Option<bool>]| {
            events.iter().filter(|&&e| squares[e] == Some(light)).count() as u8
        };
        let Some(&event) = events.get(index) else {
            let chosen = bishops(false, squares) + bishops(true, squares);
            let others = events.len() as u8 - chosen;
            if others > spare.others {
                return None;
            }
            return self.choose_victims(captured, color + 1, 0, squares, then);
        };
        for choice in [None, Some(false), Some(true)] {
            let fits = choice.is_none_or(|light| bishops(light, squares) < spare.bishops[usize::from(light)]);
            // Bishops only where they are needed.
            let needed = events.len() as u8 > spare.others;
            if fits && (choice.is_none() || needed) {
                squares[event] = choice;
                let found = self.choose_victims(captured, color, index + 1, squares, then);
                squares[event] = None;
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// The ranks with captures on squares of these colours.
    fn solve_on(&self, edges: &[Edge], slots: usize, squares: &[Option<bool>]) -> Option<Vec<[i8; 16]>> {
        let zero = (slots * 16) as u16;
        let id = |slot: usize, pawn: Pawn| (slot * 16) as u16 + u16::from(pawn);
        let is_right = |slot: usize, rank: i8| {
            let Event { pawn, to_file, .. } = self.events[slot];
            let to = rank + if side(pawn) == 0 { 1 } else { -1 };
            squares[slot].is_none_or(|light| ((i16::from(to_file) + i16::from(to)) % 2 == 1) == light)
        };
        let mut edges = edges.to_vec();
        if self.seed > 0 {
            self.hurry(&mut edges, slots);
        }
        'again: for _ in 0..32 {
            // The least ranks: White's pawns as far back as can be, Black's as far forward.
            let least = solve(&edges, slots, 0)?;
            for slot in 0..self.events.len() {
                let node = id(slot, self.events[slot].pawn);
                if side(self.events[slot].pawn) == 0 && !is_right(slot, least[node as usize]) {
                    // Every solution has it one higher at least.
                    edges.push((zero, node, least[node as usize] + 1));
                    continue 'again;
                }
            }
            // Then Black's as far back as can be, White's being where they are: the mirrored problem, in -rank.
            let mut mirrored: Vec<Edge> = edges.iter().map(|&(a, b, c)| (b, a, c)).collect();
            for slot in 0..slots {
                for pawn in 0..8u8 {
                    let rank = least[id(slot, pawn) as usize];
                    mirrored.push((zero, id(slot, pawn), -rank));
                    mirrored.push((id(slot, pawn), zero, rank));
                }
            }
            for _ in 0..32 {
                let greatest: Vec<i8> = solve(&mirrored, slots, -7)?.iter().map(|x| -x).collect();
                let wrong = (0..self.events.len()).find(|&slot| {
                    let pawn = self.events[slot].pawn;
                    side(pawn) == 1 && !is_right(slot, greatest[id(slot, pawn) as usize])
                });
                match wrong {
                    Some(slot) => {
                        let node = id(slot, self.events[slot].pawn);
                        mirrored.push((zero, node, 1 - greatest[node as usize]));
                    }
                    None => {
                        return Some(
                            (0..slots).map(|s| std::array::from_fn(|p| greatest[s * 16 + p])).collect(),
                        );
                    }
                }
            }
            return None;
        }
        None
    }

    /// Lets pawns that only go straight ahead go at once, where that is possible, so that the pieces behind them come out:
    /// all for odd seeds, some for even ones.
    fn hurry(&self, edges: &mut Vec<Edge>, slots: usize) {
        let zero = (slots * 16) as u16;
        let mut random = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for pawn in 0..16u16 {
            let Fate::Stands { square, captures: 0 } = self.fates[usize::from(pawn)] else { continue };
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if self.seed.is_multiple_of(2) && random >> 63 == 1 {
                continue;
            }
            let rank = square.rank() as i8;
            edges.push(if pawn < 8 { (zero, pawn, rank) } else { (pawn, zero, -rank) });
            if solve(edges, slots, 0).is_none() {
                edges.pop();
            }
        }
    }

    fn captures_left(&self, pawn: Pawn) -> i8 {
        let made = self.events.iter().filter(|e| e.pawn == pawn).count();
        match self.fates[pawn as usize] {
            Fate::Stands { captures, .. } => captures as i8 - made as i8,
            _ => 0,
        }
    }

    /// The moves of the pawns, in order.
    fn steps(&self, ranks: &[[i8; 16]]) -> Vec<PawnStep> {
        let mut steps = Vec::new();
        let mut file: [u8; 16] = std::array::from_fn(|p| p as u8 % 8);
        let mut rank: [i8; 16] = std::array::from_fn(|p| if p < 8 { 1 } else { 6 });
        let mut on_board: [bool; 16] = std::array::from_fn(|p| self.taken >> p & 1 == 0);
        // Two steps into the open, where every piece can take it (and the pieces behind it come out), or otherwise as chance has it.
        let mut random = self.seed;
        for pawn in (0..16).filter(|&p| !on_board[p]) {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let forth = if self.seed == 0 { 2 } else { (random >> 33) % 4 };
            let goal = if pawn < 8 { 1 + forth as i8 } else { 6 - forth as i8 };
            push(&mut steps, file[pawn], rank[pawn], goal);
            steps.push(PawnStep::Taken { square: at(file[pawn], goal) });
        }
        for (slot, (columns, ranks)) in self.history.iter().zip(ranks).enumerate() {
            // Who is gone from the columns has promoted: it runs to the last row.
            let present =
                |pawn: Pawn, file: &[u8; 16]| columns[file[pawn as usize] as usize].place(pawn).is_some();
            let mut pending: Vec<Pawn> = (0..16u8).filter(|&p| on_board[p as usize]).collect();
            // A pawn goes when nothing on its file is in its way; order on a file never changes, so this ends.
            loop {
                let before = pending.len();
                pending.retain(|&pawn| {
                    let goal = if !present(pawn, &file) {
                        if side(pawn) == 0 { 7 } else { 0 }
                    } else {
                        ranks[pawn as usize]
                    };
                    let (from, f) = (rank[pawn as usize], file[pawn as usize]);
                    let blocked = (0..16u8).any(|o| {
                        let (r, at) = (rank[o as usize], file[o as usize]);
                        o != pawn
                            && on_board[o as usize]
                            && at == f
                            && r != from
                            && (r.min(goal.max(from)) == r)
                            && (r.max(goal.min(from)) == r)
                    });
                    if blocked {
                        return true;
                    }
                    push(&mut steps, f, from, goal);
                    rank[pawn as usize] = goal;
                    if !present(pawn, &file) {
                        on_board[pawn as usize] = false;
                    }
                    false
                });
                if pending.is_empty() || pending.len() == before {
                    break;
                }
            }
            debug_assert!(pending.is_empty(), "pawns pass: {pending:?} {:?}", self.events);
            let Some(&event) = self.events.get(slot) else { break };
            let Event { pawn, victim, to_file } = event;
            let p = pawn as usize;
            let next = rank[p] + if side(pawn) == 0 { 1 } else { -1 };
            steps.push(PawnStep::Capture {
                from: at(file[p], rank[p]),
                to: at(to_file, next),
                pawn: victim.is_some(),
            });
            (file[p], rank[p]) = (to_file, next);
            if let Some(victim) = victim {
                on_board[victim as usize] = false;
            }
            if next == 0 || next == 7 {
                on_board[p] = false;
            }
        }
        // To where they stand.
        let mut pending: Vec<Pawn> = (0..16u8).filter(|&p| on_board[p as usize]).collect();
        loop {
            let before = pending.len();
            pending.retain(|&pawn| {
                let Fate::Stands { square, .. } = self.fates[pawn as usize] else { return false };
                let (from, f, goal) = (rank[pawn as usize], file[pawn as usize], square.rank() as i8);
                let blocked = (0..16u8).any(|o| {
                    let r = rank[o as usize];
                    o != pawn
                        && on_board[o as usize]
                        && file[o as usize] == f
                        && r != from
                        && r >= from.min(goal)
                        && r <= from.max(goal)
                });
                if blocked {
                    return true;
                }
                push(&mut steps, f, from, goal);
                rank[pawn as usize] = goal;
                false
            });
            if pending.is_empty() || pending.len() == before {
                break;
            }
        }
        steps
    }
}

/// `(a, b, c)`: the rank of b is at least that of a, plus c.
type Edge = (u16, u16, i8);

/// The least ranks, none below `low`, that meet the constraints; the node after all slots is fixed to 0.
fn solve(edges: &[Edge], slots: usize, low: i8) -> Option<Vec<i8>> {
    let zero = slots * 16;
    let mut ranks = vec![low; zero + 1];
    ranks[zero] = 0;
    for _ in 0..=zero + 1 {
        let mut changed = false;
        for &(a, b, c) in edges {
            let least = ranks[a as usize] + c;
            if ranks[b as usize] < least {
                if b as usize == zero || least > 20 {
                    return None;
                }
                ranks[b as usize] = least;
                changed = true;
            }
        }
        if !changed {
            return Some(ranks);
        }
    }
    None
}

/// Whether pawns on these files, with so many captures left, can come to all files of a set.
fn covered(hunters: &mut [(u8, u8); 8], dying: u8) -> bool {
    if dying == 0 {
        return true;
    }
    let file = dying.trailing_zeros() as u8;
    (0..8).any(|i| {
        let (at, left) = hunters[i];
        let needed = at.abs_diff(file).max(1);
        if needed > left {
            return false;
        }
        hunters[i] = (file, left - needed);
        // What it passes on its way it may take as well.
        let passed: u8 = (at.min(file)..=at.max(file)).filter(|&f| f != at).map(|f| 1 << f).sum();
        let met = covered(hunters, dying & !passed & !(1 << file));
        hunters[i] = (at, left);
        met
    })
}

fn at(file: u8, rank: i8) -> Square {
    Square::at(file, rank as u8)
}

/// Straight moves of a pawn, the double step where it can be.
fn push(steps: &mut Vec<PawnStep>, file: u8, mut from: i8, goal: i8) {
    while from != goal {
        let (first, forward) = if goal > from { (1, 1) } else { (6, -1) };
        let step = if from == first && (goal - from).abs() >= 2 { 2 * forward } else { forward };
        steps.push(PawnStep::Push { from: at(file, from), to: at(file, from + step) });
        from += step;
    }
}

/// Lets pawns die that need not promote, where pieces can take them: then fewer pieces have to be got rid of.
pub fn simplified(columns: &Columns, assignment: &Assignment) -> Assignment {
    let mut simple = *assignment;
    for side in 0..2 {
        // Those first that cannot promote where they are.
        let is_closed = |file: &usize| columns.open(side) >> file & 1 == 0;
        let (closed, open): (Vec<usize>, Vec<usize>) = (0..8).partition(is_closed);
        for file in closed.into_iter().chain(open) {
            if matches!(simple[side][file], Fate::Promotes { captures: 0, .. }) {
                let before = std::mem::replace(&mut simple[side][file], Fate::Dies);
                if !columns.allow(&simple) {
                    simple[side][file] = before;
                }
            }
        }
    }
    simple
}

/// The men that a side has lost besides pawns, by whether they can be captured anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spare([SpareMen; 2]);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct SpareMen {
    /// Bishops on dark and on light squares.
    bishops: [u8; 2],
    /// Knights, rooks and queens, and pawns that promoted to be captured.
    others: u8,
}

impl Spare {
    /// What can be captured on the way to these men, with these fates.
    pub fn of(board: &Board, assignment: &Assignment) -> Spare {
        Spare(Color::BOTH.map(|color| {
            let lost = |role: Role, squares: Bitboard, initial: u32| {
                initial.saturating_sub((board.men(color, role) & squares).len()) as u8
            };
            let surplus = |role: Role, squares: Bitboard, initial: u32| {
                (board.men(color, role) & squares).len().saturating_sub(initial) as u8
            };
            let kinds = [(Role::Knight, 2), (Role::Rook, 2), (Role::Queen, 1)];
            let [dark, light] = [!Bitboard::LIGHT, Bitboard::LIGHT];
            let promotions = assignment[color as usize]
                .iter()
                .filter(|fate| matches!(fate, Fate::Promotes { .. }))
                .count() as u8;
            let promoted = kinds.iter().map(|&(role, n)| surplus(role, Bitboard::FULL, n)).sum::<u8>()
                + surplus(Role::Bishop, dark, 1)
                + surplus(Role::Bishop, light, 1);
            let pieces: u8 = kinds.iter().map(|&(role, n)| lost(role, Bitboard::FULL, n)).sum();
            SpareMen {
                bishops: [lost(Role::Bishop, dark, 1), lost(Role::Bishop, light, 1)],
                others: pieces + promotions.saturating_sub(promoted),
            }
        }))
    }
}

/// A plan for an assignment, if there is one.
pub fn plan_of(
    board: &Board,
    columns: &Columns,
    assignment: &Assignment,
    effort: Effort,
    seed: u64,
) -> Planned {
    let simple = simplified(columns, assignment);
    let mut result = Planned::Impossible;
    let full = (simple != *assignment).then_some(*assignment);
    for assignment in [simple].into_iter().chain(full) {
        let mut pieces = [0; 2];
        for side in 0..2 {
            let used: u8 = assignment[side].iter().map(|fate| fate.captures()).sum();
            match columns.captures(side).checked_sub(used) {
                Some(left) => pieces[side] = left,
                None => return Planned::Impossible,
            }
        }
        match plan(&assignment, pieces, Spare::of(board, &assignment), effort, seed) {
            Planned::Impossible => {}
            Planned::GaveUp => result = Planned::GaveUp,
            steps => return steps,
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::fen;
    use crate::moves::Past;
    use crate::reach::proof_game::script::Script;
    use crate::reach::statics::Mobility;
    use crate::reach::statics::columns::Needs;
    use crate::rules::Standard;

    /// Positions with many promoted pieces, with pawns that have gone far from home, and with few men lost.
    const POSITIONS: [&str; 8] = [
        "1Q3bR1/1N2bRr1/2kpN1b1/Q2r1B1b/2b1K1p1/1nb1B3/Rp1P1N1P/n1r5 b - - 0 1",
        "2rQq1R1/1R1pP1bq/K1bn1Nbr/1P2Q1q1/5r1B/3PqQ2/B5P1/1k3n1R b - - 0 1",
        "3krB2/B2p1B1K/N1b5/B3Br1R/nB3N2/1NR1Rbb1/3n2N1/1nqn1n2 b - - 0 1",
        "2n1b3/1N1Pp1q1/pn1b2pn/1B5Q/3k1B2/1PN2r1R/P1bp2P1/KN2B1r1 w - - 0 1",
        "q2b2R1/k2r1Bpr/NRKN2Pn/3R3b/1pPb2BN/3Qq1R1/8/B1nr1Q2 w - - 0 1",
        "6R1/1rk4p/n4b2/rbN2q2/Q1n1B1NQ/1bNpb1P1/Rr1BKR2/3n1Q2 w - - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "r4rk1/pp3ppp/2p5/3pP3/3P4/P1P5/2P2PPP/R4RK1 w - - 0 20",
    ];

    fn past(position: &str) -> Past {
        Past::from(&fen::parse::<Standard>(position).unwrap())
    }

    fn columns(past: &Past) -> Columns {
        let mobility = Mobility::of(past).unwrap();
        let needs = Color::BOTH.map(|color| Needs::of(&past.board, color, &mobility).unwrap());
        Columns::new(past, needs).unwrap()
    }

    /// Visits plans of a position, for various assignments and seeds.
    fn plans(past: &Past, mut visit: impl FnMut(Vec<PawnStep>)) {
        let columns = columns(past);
        let mut assignments = 0;
        columns.search(10_000, &mut |assignment| {
            for seed in 0..6 {
                let effort = Effort { nodes: 300, until: None };
                if let Planned::Steps(steps) = plan_of(&past.board, &columns, assignment, effort, seed) {
                    visit(steps);
                }
            }
            assignments += 1;
            assignments == 6
        });
    }

    #[test]
    fn pawns_can_do_what_is_planned() {
        for position in POSITIONS {
            let past = past(position);
            let mut count = 0;
            plans(&past, |steps| {
                count += 1;
                assert!(Script::new(&steps, &past).is_ok(), "{position} {steps:?}");
            });
            assert!(count > 0, "{position}");
        }
    }
}
