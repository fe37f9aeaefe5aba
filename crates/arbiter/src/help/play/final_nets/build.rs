//! All nets of a position.

use crate::attacks::{self, Isa};
use crate::board::{Bitboard, Color, Square};
use crate::limits::{Meter, Reached};
use crate::position::Position;
use crate::rules::Rules;

use super::fewest::FEWEST;
use super::kind::Kind;
use super::men::{Castlings, Men, NOBODY, between};
use super::{Live, NOWHERE, Net, Nets, Part, place_in_ring, square};
use crate::help::play::search::Left;
use crate::help::play::stipulation::End;

/// More are not kept: looking through them would take longer than what they save.
const MOST_NETS: usize = 100_000;

/// More steps are not made: a search without nets would be done.
const fn most_steps(plies: u32) -> u32 {
    match plies {
        0..=4 => 100_000,
        5 => 300_000,
        _ => 1_500_000,
    }
}
/// How many pass between looks at the clock.
const LOOK_EVERY: u32 = 1 << 10;

/// Why nets are not finished.
enum Stop {
    TooMany,
    Reached(Reached),
}

/// A choice that was made for a square, of those that are made in turn.
#[derive(Clone, Copy)]
struct Choice {
    on: Square,
    order: (u8, Kind, u8),
}

struct Builder<'a, R: Rules> {
    nets: &'a mut Nets,
    position: &'a Position<R>,
    meter: &'a mut Meter,
    castlings: Castlings,
    left: Left,
    king: Square,
    discovered: bool,
    parts: Vec<Part>,
    /// Men with a part.
    men: u64,
    /// What they may still spend.
    attacker: u8,
    defender: u8,
    /// The squares they go to.
    attackers: Bitboard,
    defenders: Bitboard,
    /// Where they come from, and the king.
    moving: Bitboard,
    promised: Bitboard,
    choices: Vec<Choice>,
    steps: u32,
    most_steps: u32,
    most_nets: usize,
}

impl Nets {
    /// The nets of a position, or `None` if they are too many.
    pub(in crate::help::play) fn new<R: Rules, I: Isa>(
        position: &Position<R>,
        attacker: Color,
        end: End,
        left: Left,
        meter: &mut Meter,
    ) -> Result<Option<Nets>, Reached> {
        let men = Men::new(position, attacker);
        if men.king == NOBODY || men.attacker_king == NOBODY {
            return Ok(None);
        }
        let castlings = Castlings::new(position, &men);
        let mut nets = Nets {
            nets: Vec::new(),
            parts: Vec::new(),
            men,
            live: Vec::new(),
            castling: castlings.any(),
            attacker,
            stalemates: end == End::Stalemate,
            fewest: &FEWEST,
        };
        let most =
            |moves: u32, color: Color| (moves + u32::from(position.castling(color).has_any())).min(100) as u8;
        // A net, its parts, and its places among the live ones of all positions down to the last.
        let bytes = size_of::<Net>() + 8 * size_of::<Part>() + size_of::<Live>() * left.plies() as usize;
        let most_nets = MOST_NETS.min(meter.memory() / 4 / bytes);
        let mut builder = Builder {
            castlings,
            position,
            meter,
            left,
            king: Square::A1,
            discovered: false,
            parts: Vec::new(),
            men: 0,
            attacker: most(left.attacker, attacker),
            defender: 0,
            attackers: Bitboard::EMPTY,
            defenders: Bitboard::EMPTY,
            moving: Bitboard::EMPTY,
            promised: Bitboard::EMPTY,
            choices: Vec::new(),
            steps: 0,
            most_steps: most_steps(left.plies()),
            most_nets,
            nets: &mut nets,
        };
        for king in Square::all() {
            let Some(rest) = most(left.defender, !attacker).checked_sub(builder.king_moves(king)) else {
                continue;
            };
            builder.defender = rest;
            builder.king = king;
            builder.men = 1 << builder.nets.men.king;
            builder.moving = builder.nets.men.square_of(builder.nets.men.king).bb();
            match if end == End::Mate { builder.checks::<I>() } else { builder.cover::<I>() } {
                Ok(()) => {}
                Err(Stop::TooMany) => return Ok(None),
                Err(Stop::Reached(reached)) => return Err(reached),
            }
        }
        Ok(Some(nets))
    }
}

impl<R: Rules> Builder<'_, R> {
    fn king_moves(&self, to: Square) -> u8 {
        let moves = |from, _| self.nets.king_moves(from, to.index() as u8);
        self.castlings.fewest(&self.nets.men, self.nets.men.king, moves)
    }

    fn moves(&self, part: &Part) -> u8 {
        let kind = self.nets.men.kind_of(part.man);
        let king = self.king.index() as u8;
        let moves = |from, has_castled| part.moves(self.nets.fewest, king, kind, from, has_castled);
        self.castlings.fewest(&self.nets.men, part.man, moves)
    }

    /// What a man of a kind can be in the end.
    fn becomes(kind: Kind) -> impl Iterator<Item = Kind> {
        std::iter::once(kind).chain(kind.is_pawn().then_some(Kind::PROMOTED).into_iter().flatten())
    }

    /// All men who may check.
    fn checks<I: Isa>(&mut self) -> Result<(), Stop> {
        let king = self.king;
        for man in 0..self.nets.men.count {
            if !self.nets.men.is_attacker(man) || man == self.nets.men.attacker_king {
                continue;
            }
            for kind in Self::becomes(self.nets.men.kind_of(man)) {
                for on in kind.onto(king) {
                    let part =
                        Part { man, kind: Some(kind), square: on.index() as u8, opens: NOWHERE, last: true };
                    self.discovered = false;
                    self.with::<I>(part, None)?;
                    if !kind.is_slider() || attacks::between(on, king).is_empty() {
                        continue;
                    }
                    // Somebody else leaves its line.
                    let part = Part { last: false, ..part };
                    let Some(rest) = self.attacker.checked_sub(self.moves(&part)) else { continue };
                    for other in 0..self.nets.men.count {
                        if other == man || !self.nets.men.is_attacker(other) {
                            continue;
                        }
                        let leaves = Part {
                            man: other,
                            kind: None,
                            square: NOWHERE,
                            opens: on.index() as u8,
                            last: false,
                        };
                        if self.moves(&leaves) <= rest {
                            self.discovered = true;
                            self.with::<I>(part, Some(leaves))?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Goes on with one more part, or two.
    fn with<I: Isa>(&mut self, part: Part, second: Option<Part>) -> Result<(), Stop> {
        let men = &self.nets.men;
        let is_attacker = men.is_attacker(part.man);
        let moves = self.moves(&part).saturating_add(second.map_or(0, |second| self.moves(&second)));
        let spare = if is_attacker { self.attacker } else { self.defender };
        let Some(rest) = spare.checked_sub(moves) else { return Ok(()) };
        let before = (self.attacker, self.defender, self.attackers, self.defenders, self.moving, self.men);
        *(if is_attacker { &mut self.attacker } else { &mut self.defender }) = rest;
        for part in [Some(part), second].into_iter().flatten() {
            self.men |= 1 << part.man;
            self.moving |= self.nets.men.square_of(part.man).bb();
            if let Some(on) = part.stands() {
                *(if is_attacker { &mut self.attackers } else { &mut self.defenders }) |= on.bb();
            }
            self.parts.push(part);
        }
        let result = self.cover::<I>();
        self.parts.truncate(self.parts.len() - 1 - usize::from(second.is_some()));
        (self.attacker, self.defender, self.attackers, self.defenders, self.moving, self.men) = before;
        result
    }

    /// Finds somebody for each square that needs one.
    fn cover<I: Isa>(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps.is_multiple_of(LOOK_EVERY) {
            self.meter.look().map_err(Stop::Reached)?;
            if self.steps > self.most_steps {
                return Err(Stop::TooMany);
            }
        }
        let king = self.king;
        let board = self.position.board();
        let color = self.nets.attacker;
        let targets = self.attackers | self.defenders;
        // A line that must be open, and is shut by a man who stays.
        if !self.nets.stalemates && (between(self.parts[0].square, king.index() as u8) & targets).has_any() {
            return Ok(());
        }
        let stay_attackers = board.color(color) - self.moving - targets - king.bb();
        let stay_defenders = board.color(!color) - self.moving - targets - king.bb();
        let stay = stay_attackers | stay_defenders;
        let (attacked, may) = self.attacked::<I>(stay_attackers, targets, stay);
        let need = attacks::king(king) - self.defenders - stay_defenders - attacked;
        if (need & (self.promised - may)).has_any() {
            return Ok(());
        }
        let need = need - self.promised;
        if need.is_empty() {
            return self.found::<I>();
        }
        // Who opens a line may attack with the same move.
        let is_open = self.discovered && self.parts[1].square == NOWHERE;
        if self.attacker == 0 && self.defender == 0 && !is_open && (need - may).has_any() {
            return Ok(());
        }
        // First those for which least can be done.
        let Some(on) = (need - may).first().or(need.first()) else { return Ok(()) };
        if may.has(on) {
            self.promised |= on.bb();
            let result = self.cover::<I>();
            self.promised = self.promised - on.bb();
            result?;
        }
        if self.defender > 0 && !self.attackers.has(on) {
            for man in 0..self.nets.men.count {
                if (self.nets.men.attackers | self.men) >> man & 1 == 1 {
                    continue;
                }
                self.with::<I>(
                    Part { man, kind: None, square: on.index() as u8, opens: NOWHERE, last: false },
                    None,
                )?;
            }
        }
        if self.attacker > 0 || is_open {
            self.attack::<I>(on, targets)?;
        }
        Ok(())
    }

    /// What the attacker's men attack in the end, past all who stand there then, and past those alone who
    /// have a part.
    #[inline(always)]
    fn attacked<I: Isa>(
        &self,
        stay_attackers: Bitboard,
        targets: Bitboard,
        stay: Bitboard,
    ) -> (Bitboard, Bitboard) {
        let men = &self.nets.men;
        let (mut attacked, mut may) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut with = |kind: Kind, from: Square| {
            let (role, color) = (kind.role(), self.nets.attacker);
            attacked |= attacks::attacks::<R, I>(role, color, from, targets | stay);
            may |= attacks::attacks::<R, I>(role, color, from, targets);
        };
        for part in &self.parts {
            if let (Some(kind), Some(from)) = (part.kind, part.stands())
                && men.is_attacker(part.man)
            {
                with(kind, from);
            }
        }
        for from in stay_attackers {
            with(men.kind_of(men.on(from)), from);
        }
        (attacked, may)
    }

    /// All attackers for a square.
    fn attack<I: Isa>(&mut self, on: Square, targets: Bitboard) -> Result<(), Stop> {
        for man in 0..self.nets.men.count {
            if !self.nets.men.is_attacker(man) {
                continue;
            }
            let opener = self.parts.iter().position(|part| part.man == man);
            if let Some(place) = opener
                && (self.parts[place].opens == NOWHERE || self.parts[place].square != NOWHERE)
            {
                continue;
            }
            for kind in Self::becomes(self.nets.men.kind_of(man)) {
                for from in kind.onto(on) - targets - self.king.bb() {
                    if (attacks::between(from, on) & targets).has_any() {
                        continue;
                    }
                    if !kind.is_slider() && kind.on_empty(from).has(self.king) {
                        // Only the last move may check.
                        continue;
                    }
                    let order = (man, kind, from.index() as u8);
                    let is_tried = |choice: &Choice| {
                        order < choice.order && kind.reaches(from, choice.on, Bitboard::FULL)
                    };
                    if self.choices.iter().any(is_tried) {
                        continue;
                    }
                    let part = Part {
                        man,
                        kind: Some(kind),
                        square: from.index() as u8,
                        opens: NOWHERE,
                        last: false,
                    };
                    if let Some(place) = opener {
                        self.upgrade::<I>(place, part)?;
                        continue;
                    }
                    // Who stands there already has been looked at with the lines.
                    if !(1..=self.attacker).contains(&self.moves(&part)) {
                        continue;
                    }
                    self.choices.push(Choice { on, order });
                    let result = self.with::<I>(part, None);
                    self.choices.pop();
                    result?;
                }
            }
        }
        Ok(())
    }

    /// Goes on with a square for him who opens a line.
    fn upgrade<I: Isa>(&mut self, place: usize, to: Part) -> Result<(), Stop> {
        let before = self.parts[place];
        let after = Part { opens: before.opens, ..to };
        if between(before.opens, self.king.index() as u8).has(square(to.square)) {
            return Ok(());
        }
        let Some(rest) = (self.attacker + self.moves(&before)).checked_sub(self.moves(&after)) else {
            return Ok(());
        };
        let spare = std::mem::replace(&mut self.attacker, rest);
        self.parts[place] = after;
        self.attackers |= square(to.square).bb();
        let result = self.cover::<I>();
        self.attackers = self.attackers - square(to.square).bb();
        self.parts[place] = before;
        self.attacker = spare;
        result
    }

    fn found<I: Isa>(&mut self) -> Result<(), Stop> {
        let mut promised = 0;
        for on in self.promised {
            promised |= 1 << place_in_ring(self.king, on);
        }
        let net = Net {
            men: self.men,
            attackers: self.attackers,
            defenders: self.defenders,
            first: self.nets.parts.len() as u32,
            parts: self.parts.len() as u8,
            king: self.king.index() as u8,
            promised,
            discovered: self.discovered,
        };
        self.nets.parts.extend_from_slice(&self.parts);
        if let Some(spare) = self.nets.spare(&net, &self.castlings, self.left)
            && let Some(movers) = self.nets.judge_net::<R, I>(&net, self.position, spare, true)
        {
            if self.nets.nets.len() >= self.most_nets {
                return Err(Stop::TooMany);
            }
            self.nets.live.push(Live { net: self.nets.nets.len() as u32, spare, movers });
            self.nets.nets.push(net);
        } else {
            self.nets.parts.truncate(net.first as usize);
        }
        Ok(())
    }
}
