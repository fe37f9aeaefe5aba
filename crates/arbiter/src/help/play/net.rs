//! **Mating nets.** Whether a mate can still be built in so many moves, as far as counting shows.
//!
//! Take a final position. Of the squares next to the defender's king, each is attacked or has a man of the
//! defender on it, and the king's own is attacked. What attacks one of these squares has moved since, or it
//! stands where it stood, and then it would attack the square now if the board were empty but for itself.
//! What blocks one stands there now, or has moved.
//!
//! So, for each square that the king can have gone to, there are squares that need a move: not attacked now,
//! or only if a line opens, and not blocked. A search tries who does it.
use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::position::Position;
use crate::rules::Rules;

use super::stipulation::End;

/// The nine squares of a king and around it, from the lowest: three of each rank. Those beyond the edge are
/// never set.
type Nine = u16;

const CENTRE: Nine = 1 << 4;
const NINE: Nine = (1 << 9) - 1;

/// Pawns of either side, then the others.
const KINDS: usize = 7;

const fn kind(role: Role, color: Color) -> usize {
    match role {
        Role::Pawn => color as usize,
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Rook => 4,
        Role::Queen => 5,
        Role::King => 6,
    }
}

/// Those of a set that are among the nine.
#[inline(always)]
fn nine(set: Bitboard, king: Square) -> Nine {
    let near = (set & (attacks::king(king) | king.bb())).0;
    let low = king.index() as i32 - 9;
    let near = if low >= 0 { near >> low } else { near << -low };
    (near & 7 | (near >> 8 & 7) << 3 | (near >> 16 & 7) << 6) as Nine
}

fn on_empty(kind: usize, from: Square) -> Bitboard {
    match kind {
        0 => attacks::pawn(Color::White, from),
        1 => attacks::pawn(Color::Black, from),
        2 => attacks::knight(from),
        3 => attacks::bishop_rays(from),
        4 => attacks::rook_rays(from),
        5 => attacks::queen_rays(from),
        _ => attacks::king(from),
    }
}

/// Where a man of a kind can go on the empty board, capturing or not, and as what.
fn goes(kind: usize, from: Square, mut each: impl FnMut(usize, Square)) {
    let mut to = on_empty(kind, from);
    if kind >= 2 {
        to.for_each(|square| each(kind, square));
        return;
    }
    let (forward, home, last) = if kind == 0 { (8, 1, 7) } else { (-8, 6, 0) };
    if from.rank() == last {
        return;
    }
    let one = from.bb().shift(forward);
    to |= one;
    if from.rank() == home {
        to |= one.shift(forward);
    }
    for square in to {
        if square.rank() == last {
            (2..6).for_each(|kind| each(kind, square));
        } else {
            each(kind, square);
        }
    }
}

/// Moves, and what of the nine is attacked then.
type Way = (u8, Nine);

/// What men attack near a king after so many moves, on the empty board, worked out when it is asked for.
pub(super) struct Ways {
    ways: Vec<Option<Box<[Way]>>>,
    /// Fewest moves from a square to another one, as any man.
    moves: Vec<Option<Box<[u8; 64]>>>,
}

impl Ways {
    pub(super) fn new() -> Ways {
        Ways { ways: vec![None; KINDS * 64 * 64], moves: vec![None; KINDS * 64] }
    }

    fn levels(kind: usize, from: Square) -> [[u8; 64]; KINDS] {
        let mut known = [[u8::MAX; 64]; KINDS];
        known[kind][from.index()] = 0;
        let mut open = vec![(kind, from)];
        let mut next = Vec::new();
        let mut moves = 0;
        while !open.is_empty() {
            moves += 1;
            for (kind, from) in open.drain(..) {
                goes(kind, from, |kind, to| {
                    let known = &mut known[kind][to.index()];
                    if *known == u8::MAX {
                        *known = moves;
                        next.push((kind, to));
                    }
                });
            }
            std::mem::swap(&mut open, &mut next);
        }
        known
    }

    #[cold]
    #[inline(never)]
    fn work_out(&mut self, kind: usize, from: Square, king: Square) {
        let levels = Ways::levels(kind, from);
        let mut all: Vec<Way> = Vec::new();
        for (kind, levels) in levels.iter().enumerate() {
            for to in Square::all() {
                let moves = levels[to.index()];
                if moves == 0 || moves == u8::MAX || to == king {
                    continue;
                }
                let mask = nine(on_empty(kind, to), king);
                if mask != 0 {
                    all.push((moves, mask));
                }
            }
        }
        all.sort_unstable_by_key(|&(moves, mask)| (moves, std::cmp::Reverse(mask.count_ones()), mask));
        let mut kept: Vec<Way> = Vec::new();
        for (moves, mask) in all {
            if !kept.iter().any(|&(_, other)| mask & !other == 0) {
                kept.push((moves, mask));
            }
        }
        self.ways[(kind * 64 + from.index()) * 64 + king.index()] = Some(kept.into());
    }

    #[cold]
    #[inline(never)]
    fn measure(&mut self, kind: usize, from: Square) {
        let levels = Ways::levels(kind, from);
        let fewest =
            std::array::from_fn(|to| (0..KINDS).map(|kind| levels[kind][to]).min().unwrap_or(u8::MAX));
        self.moves[kind * 64 + from.index()] = Some(Box::new(fewest));
    }
}

#[derive(Clone, Copy)]
struct Piece {
    kind: u8,
    square: u8,
}

/// What a side to be mated may still come to: what is asked of every square that its king can go to.
pub(super) struct Net<'a> {
    ways: &'a mut Ways,
    board: &'a Board,
    attacker: Color,
    king: Square,
    occupied: Bitboard,
    men: [Piece; 64],
    count: usize,
    blockers: [Piece; 64],
    blocker_count: usize,
    /// What the attacker's men attack, as if the king were not there.
    attacked: Bitboard,
    sliders: Bitboard,
    /// The men of the defender without the king.
    blocks: Bitboard,
    moves: u32,
    defender_moves: u32,
    wanted: Nine,
    on_board: Bitboard,
    castled: [Option<(Square, Square)>; 2],
    jumps: [Option<(Square, Square)>; 2],
}

/// Squares that become attacked when a man leaves another one.
#[derive(Clone, Copy)]
struct Opened {
    square: u8,
    by_attacker: bool,
    nine: Nine,
}

struct Cover<'a> {
    ways: &'a Ways,
    to: Square,
    men: &'a [Piece],
    blockers: &'a [Piece],
    opened: &'a [Opened],
    all_opened: Nine,
    landed: [Option<Piece>; 4],
    rook_landed: [Option<Square>; 2],
}

impl Cover<'_> {
    fn opened_by(&self, square: u8) -> Nine {
        self.opened.iter().find(|opened| opened.square == square).map_or(0, |opened| opened.nine)
    }

    /// Whether moves of both sides can do what is needed; men that have been used are marked by their
    /// squares.
    fn can(&self, need: Nine, moves: u32, defender_moves: u32, used: u64) -> bool {
        if need == 0 {
            return true;
        }
        if moves == 0 && (defender_moves == 0 || need & CENTRE != 0) && self.all_opened & need == 0 {
            return false;
        }
        let bit = if need & CENTRE != 0 { CENTRE } else { need & need.wrapping_neg() };
        if moves > 0 {
            for &Piece { kind, square } in self.men {
                if used >> square & 1 == 1 {
                    continue;
                }
                let own = if kind < 2 { self.all_opened } else { self.opened_by(square) };
                let ways = self.ways.ways[(kind as usize * 64 + square as usize) * 64 + self.to.index()]
                    .as_deref()
                    .unwrap_or(&[]);
                for &(cost, mask) in ways {
                    if u32::from(cost) > moves {
                        break;
                    }
                    let here = mask | if cost > 1 { self.all_opened } else { own };
                    if here & bit != 0
                        && self.can(need & !here, moves - u32::from(cost), defender_moves, used | 1 << square)
                    {
                        return true;
                    }
                    // It may have captured what stood in a line on its way.
                    let here = mask | self.all_opened;
                    if cost == 1
                        && moves > 1
                        && own & need != self.all_opened & need
                        && here & bit != 0
                        && self.can(need & !here, moves - 2, defender_moves, used | 1 << square)
                    {
                        return true;
                    }
                }
            }
            for &Piece { kind, square } in self.landed.iter().flatten() {
                let now = nine(on_empty(kind as usize, Square::wrap(square)), self.to) | self.all_opened;
                if now & bit != 0 && self.can(need & !now, moves - 1, defender_moves, used) {
                    return true;
                }
                let ways = self.ways.ways[(kind as usize * 64 + square as usize) * 64 + self.to.index()]
                    .as_deref()
                    .unwrap_or(&[]);
                for &(cost, mask) in ways {
                    if u32::from(cost) > moves {
                        break;
                    }
                    let mask = mask | self.all_opened;
                    if mask & bit != 0
                        && self.can(need & !mask, moves - u32::from(cost), defender_moves, used)
                    {
                        return true;
                    }
                }
            }
        }
        for opened in self.opened.iter().filter(|opened| opened.nine & bit != 0) {
            // It goes away, or is captured by what goes away.
            let (own, other) = if opened.by_attacker { (1, 2) } else { (2, 1) };
            for (by_attacker, by_defender) in [(own, 0), (0, other)] {
                if let (Some(moves), Some(defender_moves)) =
                    (moves.checked_sub(by_attacker), defender_moves.checked_sub(by_defender))
                    && self.can(need & !opened.nine, moves, defender_moves, used)
                {
                    return true;
                }
            }
        }
        if defender_moves > 0 {
            for at in bits(need & !CENTRE & if self.all_opened & bit != 0 { NINE } else { bit }) {
                let block = 1 << at;
                let square = (self.to.index() as i32 - 9 + at as i32 / 3 * 8 + at as i32 % 3) as usize;
                for &Piece { kind, square: from } in self.blockers {
                    if used >> from & 1 == 1 {
                        continue;
                    }
                    let mut cost = self.ways.moves[kind as usize * 64 + from as usize]
                        .as_ref()
                        .map_or(1, |moves| moves[square]);
                    if kind == 4 {
                        for landed in self.rook_landed.iter().flatten() {
                            cost = cost.min(
                                1 + self.ways.moves[4 * 64 + landed.index()]
                                    .as_ref()
                                    .map_or(0, |moves| moves[square]),
                            );
                        }
                    }
                    if u32::from(cost) > defender_moves || cost == 0 {
                        continue;
                    }
                    let own = if kind < 2 || cost > 1 { self.all_opened } else { self.opened_by(from) };
                    if (block | own) & bit == 0 {
                        continue;
                    }
                    if self.can(
                        need & !block & !own,
                        moves,
                        defender_moves - u32::from(cost),
                        used | 1 << from,
                    ) {
                        return true;
                    }
                    if cost == 1
                        && defender_moves > 1
                        && own & need != self.all_opened & need
                        && self.can(
                            need & !block & !self.all_opened,
                            moves,
                            defender_moves - 2,
                            used | 1 << from,
                        )
                    {
                        return true;
                    }
                }
            }
        }
        false
    }
}

impl<'a> Net<'a> {
    #[inline(always)]
    pub(super) fn new<R: Rules, I: Isa>(
        ways: &'a mut Ways,
        position: &'a Position<R>,
        attacker: Color,
        moves: u32,
        defender_moves: u32,
        end: End,
    ) -> Option<Net<'a>> {
        let (board, defender) = (position.board(), !attacker);
        let king = position.royal(defender)?;
        let occupied = board.occupied() - king.bb();
        let none = Piece { kind: 0, square: 0 };
        let (mut men, mut count) = ([none; 64], 0);
        let (mut blockers, mut blocker_count) = ([none; 64], 0);
        let mut attacked = Bitboard::EMPTY;
        for role in Role::ALL {
            for from in board.men(attacker, role) {
                men[count] = Piece { kind: kind(role, attacker) as u8, square: from.index() as u8 };
                count += 1;
                attacked |= attacks::attacks::<R, I>(role, attacker, from, occupied);
            }
            if role != Role::King && defender_moves > 0 {
                for from in board.men(defender, role) {
                    let kind = kind(role, defender);
                    blockers[blocker_count] = Piece { kind: kind as u8, square: from.index() as u8 };
                    blocker_count += 1;
                    if ways.moves[kind * 64 + from.index()].is_none() {
                        ways.measure(kind, from);
                    }
                }
            }
        }
        let sliders = board.color(attacker)
            & (board.role(Role::Bishop) | board.role(Role::Rook) | board.role(Role::Queen));
        let total = moves + defender_moves;
        let castling = |color: Color| {
            let mut found = [None; 2];
            if let Some(home) = position.royal(color) {
                for (i, rook) in position.castling(color).into_iter().enumerate().take(2) {
                    let between = attacks::between(home, rook) & board.occupied();
                    if between.len() < total {
                        found[i] = Some(Position::<R>::castling_squares(home, rook));
                    }
                }
            }
            found
        };
        let castled = castling(attacker);
        let jumps = castling(defender);
        let wanted = if end == End::Mate { NINE } else { NINE - CENTRE };
        Some(Net {
            ways,
            board,
            attacker,
            king,
            occupied,
            men,
            count,
            blockers,
            blocker_count,
            attacked,
            sliders,
            blocks: board.color(defender) - king.bb(),
            moves,
            defender_moves,
            wanted,
            on_board: R::WINDOW,
            castled,
            jumps,
        })
    }

    /// Whether the king may be mated on a square.
    #[inline(always)]
    fn is_open<R: Rules, I: Isa>(&mut self, to: Square, steps: u32) -> bool {
        let occupied = self.occupied - to.bb();
        let mut attacked = self.attacked;
        if to != self.king && self.occupied.has(to) {
            for slider in self.sliders & attacks::queen_rays(to) {
                attacked |=
                    attacks::attacks::<R, I>(self.board.role_on(slider), self.attacker, slider, occupied);
            }
        }
        let mut need = nine(self.on_board, to) & self.wanted & !(nine(self.blocks, to) & !CENTRE);
        // The last move checks: before it the king's square is not attacked.
        need &= !(nine(attacked, to) & !CENTRE);
        if need == 0 {
            return true;
        }
        let castles = u32::from(self.jumps.iter().any(Option::is_some));
        let left = self.defender_moves + castles - steps.min(self.defender_moves);
        let total = self.moves + self.defender_moves;
        let mut opened = [Opened { square: 0, by_attacker: false, nine: 0 }; 32];
        let (mut number, mut all_opened, mut free) = (0, 0, 0);
        for slider in self.sliders {
            let kind = kind(self.board.role_on(slider), self.attacker);
            for bit in bits(nine(on_empty(kind, slider), to) & need) {
                let square = Square::wrap((to.index() as i32 - 9 + (bit / 3 * 8 + bit % 3) as i32) as u8);
                let blockers = attacks::between(slider, square) & occupied;
                if blockers.len() > total {
                    continue;
                }
                all_opened |= 1 << bit;
                if blockers.is_empty() {
                    free |= 1 << bit;
                }
                for blocker in blockers {
                    let by_attacker = self.board.color(self.attacker).has(blocker);
                    let blocker = blocker.index() as u8;
                    match opened[..number].iter_mut().find(|opened| opened.square == blocker) {
                        Some(opened) => opened.nine |= 1 << bit,
                        None if number < 32 => {
                            opened[number] = Opened { square: blocker, by_attacker, nine: 1 << bit };
                            number += 1;
                        }
                        None => free |= 1 << bit,
                    }
                }
            }
        }
        if to == self.king {
            free &= !CENTRE | if self.moves + self.defender_moves > 1 { CENTRE } else { 0 }
        }
        need &= !free;
        if steps >= 2 {
            need &= !all_opened;
        }
        for &Piece { kind, square } in &self.men[..self.count] {
            if self.ways.ways[(kind as usize * 64 + square as usize) * 64 + to.index()].is_none() {
                self.ways.work_out(kind as usize, Square::wrap(square), to);
            }
        }
        let mut landed = [None; 4];
        for (i, (king, rook)) in self.castled.into_iter().flatten().enumerate() {
            for (j, (kind, square)) in [(6, king), (4, rook)].into_iter().enumerate() {
                if self.ways.ways[(kind * 64 + square.index()) * 64 + to.index()].is_none() {
                    self.ways.work_out(kind, square, to);
                }
                landed[2 * i + j] = Some(Piece { kind: kind as u8, square: square.index() as u8 });
            }
        }
        let moves = self.moves + u32::from(self.castled.iter().any(Option::is_some));
        let cover = Cover {
            ways: self.ways,
            to,
            men: &self.men[..self.count],
            blockers: &self.blockers[..self.blocker_count],
            opened: &opened[..number],
            all_opened,
            landed,
            rook_landed: self.jumps.map(|jump| jump.map(|(_, rook)| rook)),
        };
        cover.can(need, moves, left, 0)
    }

    /// Whether there is a square that the king may be mated on.
    #[inline(always)]
    pub(super) fn may_be_built<R: Rules, I: Isa>(&mut self) -> bool {
        if self.defender_moves == 0 {
            return self.is_open::<R, I>(self.king, 0);
        }
        let far = self.defender_moves.min(8) as i8;
        for to in Square::all() {
            let distance =
                |from: Square| from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()));
            let mut steps = distance(self.king);
            for (jump, _) in self.jumps.into_iter().flatten() {
                steps = steps.min(1 + distance(jump));
            }
            if steps as i8 <= far && self.is_open::<R, I>(to, steps.into()) {
                return true;
            }
        }
        false
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
fn bits(mut set: Nine) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(bit)
    })
}
