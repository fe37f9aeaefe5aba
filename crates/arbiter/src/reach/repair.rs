//! Repairs: the smallest changes after which a position can arise.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use crate::attacks;
use crate::board::{Bitboard, Color, Man, Role, Setup, Square, Start};
use crate::clock::Instant;
use crate::limits;
use crate::moves::Past;

use super::last_move::{RetractionEnd, prove};
use super::lemma::{castling, refute};
use super::quick::quick_from;
use super::{ReachAnswer, ReachLimits, ReachVerdict, decide};

/// A field of a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Field {
    /// The men.
    Placement,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// The clocks.
    Clocks,
}

impl Field {
    /// `placement`, `turn`, `castling`, `en-passant` or `clocks`.
    pub const fn name(self) -> &'static str {
        match self {
            Field::Placement => "placement",
            Field::Turn => "turn",
            Field::Castling => "castling",
            Field::EnPassant => "en-passant",
            Field::Clocks => "clocks",
        }
    }
}

/// One change of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// The other side is to move: this one.
    Turn(Color),
    /// These castling rights (the squares of their rooks) are dropped.
    WithoutRights(Bitboard),
    /// These castling rights are added.
    WithRights(Bitboard),
    /// Another en passant square, or none.
    EnPassant(Option<Square>),
    /// A man is taken away from a square.
    Removed(Man, Square),
    /// A man on a square is replaced by another.
    Replaced {
        /// The man that was there.
        man: Man,
        /// The square.
        square: Square,
        /// The man that is there then.
        by: Man,
    },
    /// A man is put on another square.
    Moved {
        /// The man.
        man: Man,
        /// From where.
        from: Square,
        /// Whereto.
        to: Square,
    },
}

/// A change of a position, and what is then said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Repair {
    /// What is changed; what had to go with it comes last.
    pub edits: Vec<Edit>,
    /// The changed position.
    pub setup: Setup,
    /// Whether it can arise: legal, or undecided.
    pub verdict: ReachVerdict,
}

/// Pasts that the cheap look at last moves takes into account.
const MAX_PASTS: u64 = 64;

/// Positions looked at for a proof game of one candidate when the limits say nothing.
const GAME_NODES: u64 = 300_000;

/// Whether no level up to a short look at the last moves refutes the position.
fn passes(start: Start, setup: &Setup) -> bool {
    if quick_from(start, setup).is_some() {
        return false;
    }
    let past = Past { start, ..Past::from(setup) };
    let few = limits::Limits { nodes: Some(MAX_PASTS), memory: 1 << 20, ..limits::Limits::default() };
    // Deductions about pasts would cost milliseconds.
    refute(&past).is_none() && !matches!(prove(&past, &few, &mut |_| None), RetractionEnd::Illegal(_))
}

impl ReachVerdict {
    /// The field to blame when the position is impossible: the one whose smallest change lets it pass the
    /// levels up to a short look at the last moves; the placement if there is none. `None` if the position is
    /// not illegal.
    ///
    /// ```
    /// use chess_arbiter::format::fen;
    /// use chess_arbiter::reach::{Field, ReachLimits, decide};
    /// use chess_arbiter::rules::Standard;
    ///
    /// let blame = |text| {
    ///     let setup = fen::parse::<Standard>(text).unwrap();
    ///     decide(&setup, &ReachLimits::default()).unwrap().blame()
    /// };
    /// assert_eq!(blame("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"), Some(Field::Castling));
    /// assert_eq!(blame("4k3/8/8/8/8/8/8/K3R3 w - - 0 1"), Some(Field::Turn));
    /// assert_eq!(blame("4k3/8/8/8/8/8/8/8 w - - 0 1"), Some(Field::Placement));
    /// ```
    pub fn blame(&self) -> Option<Field> {
        if !matches!(self.answer, ReachAnswer::Illegal(_)) {
            return None;
        }
        let setup = self.past().setup();
        let changes = [
            (Field::EnPassant, Setup { en_passant: None, ..setup }, setup.en_passant.is_some()),
            (Field::Castling, Setup { castling: Bitboard::EMPTY, ..setup }, setup.castling.has_any()),
            (Field::Turn, Setup { turn: !setup.turn, en_passant: None, ..setup }, true),
        ];
        let blamed =
            changes.into_iter().find(|(_, changed, differs)| *differs && passes(self.past().start, changed));
        Some(blamed.map_or(Field::Placement, |(field, ..)| field))
    }
}

/// A change that was thought of, not yet asked about.
struct RepairCandidate {
    edits: Vec<Edit>,
    setup: Setup,
    /// How unlikely the change is.
    cost: u32,
}

/// Smallest repairs of an illegal position, best first: other castling rights, en passant square or side to
/// move. If no change of one field helps, changes of two and of all three together are looked at. Changes
/// after which nothing could be proved follow those that are proved; those refuted are left out.
///
/// Of the limits each candidate gets its share. Without a bound on time or positions some hundred thousand
/// positions are looked at for each.
///
/// ```
/// use chess_arbiter::board::Color;
/// use chess_arbiter::format::fen;
/// use chess_arbiter::reach::{Edit, ReachLimits, repairs};
/// use chess_arbiter::rules::Standard;
///
/// let setup = fen::parse::<Standard>("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1").unwrap();
/// let best = &repairs(&setup, &ReachLimits::default())[0];
/// assert_eq!((&best.edits[..], best.verdict.word()), (&[Edit::Turn(Color::White)][..], "legal"));
/// ```
pub fn repairs(setup: &Setup, limits: &ReachLimits) -> Vec<Repair> {
    let started = Instant::now();
    let mut found: Vec<Repair> = Vec::new();
    for fields in 1..=3 {
        let mut candidates = changes(limits.start, setup, fields);
        candidates.retain(|candidate| passes(limits.start, &candidate.setup));
        candidates.sort_by_key(|candidate| candidate.cost);
        candidates.truncate(MAX_CHANGES);
        found.extend(ask(candidates, limits, started));
        if found.iter().any(|repair| matches!(repair.verdict.answer, ReachAnswer::Legal(_))) {
            break;
        }
    }
    rank(&mut found);
    found
}

/// Candidates of one kind that are asked about in full.
const MAX_CHANGES: usize = 12;

/// All changes of exactly so many of the three fields.
fn changes(start: Start, setup: &Setup, fields: u32) -> Vec<RepairCandidate> {
    let mut candidates = Vec::new();
    for turned in [false, true] {
        let turn = if turned { !setup.turn } else { setup.turn };
        for castling in rights(start, setup) {
            for en_passant in squares(setup, turn) {
                let other_rights = castling != setup.castling;
                // The square goes with the turn: dropping it then is no change of its own.
                let other_square = en_passant != setup.en_passant && !(turned && en_passant.is_none());
                let changed = u32::from(turned) + u32::from(other_rights) + u32::from(other_square);
                if changed != fields {
                    continue;
                }
                let mut edits = Vec::new();
                let mut cost = 0;
                if turned {
                    edits.push(Edit::Turn(turn));
                    cost += 2;
                }
                let (less, more) = (setup.castling - castling, castling - setup.castling);
                if less.has_any() {
                    edits.push(Edit::WithoutRights(less));
                    cost += less.len();
                }
                if more.has_any() {
                    edits.push(Edit::WithRights(more));
                    cost += 4 * more.len();
                }
                if other_square {
                    edits.push(Edit::EnPassant(en_passant));
                    cost += if en_passant.is_none() { 1 } else { 3 };
                }
                let setup = Setup { turn, castling, en_passant, ..*setup };
                candidates.push(RepairCandidate { edits, setup, cost });
            }
        }
    }
    candidates
}

/// The sets of castling rights that are near those of a setup: any of its own, or one more that king and rook
/// allow.
fn rights(start: Start, setup: &Setup) -> Vec<Bitboard> {
    let mut sets = vec![setup.castling];
    // Of more than four, which no text of standard chess gives, only the whole is dropped.
    let own: Vec<Square> = if setup.castling.len() <= 4 { setup.castling.collect() } else { Vec::new() };
    for kept in 0..(1u32 << own.len()) {
        let set =
            own.iter().enumerate().filter(|(i, _)| kept >> i & 1 == 1).map(|(_, &right)| right).collect();
        if set != setup.castling {
            sets.push(set);
        }
    }
    if setup.castling.len() > 4 {
        sets.push(Bitboard::EMPTY);
    }
    for color in Color::BOTH {
        for rook in start.rooks(color) - setup.castling {
            let king = start.king(color);
            if setup.board.men(color, Role::Rook).has(rook) && setup.board.men(color, Role::King).has(king) {
                sets.push(setup.castling | rook.bb());
            }
        }
    }
    sets
}

/// The en passant squares that the pawns allow with this side to move, and none; that of the setup first, if
/// it is no change of turn.
fn squares(setup: &Setup, turn: Color) -> Vec<Option<Square>> {
    let mut squares = Vec::new();
    if turn == setup.turn {
        squares.push(setup.en_passant);
    }
    let rank = if turn == Color::White { 5 } else { 2 };
    let possible = Bitboard::rank(rank).filter(|&square| {
        let past = Past { en_passant: Some(square), turn, ..Past::from(setup) };
        past.double_step().is_some()
    });
    for square in std::iter::once(None).chain(possible.map(Some)) {
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    squares
}

/// Asks about candidates, each with its share of what is left of the limits; keeps those that are not
/// refuted.
fn ask(candidates: Vec<RepairCandidate>, limits: &ReachLimits, started: Instant) -> Vec<Repair> {
    let count = candidates.len();
    let mut found = Vec::new();
    for (index, RepairCandidate { edits, setup, .. }) in candidates.into_iter().enumerate() {
        if limits.work.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            break;
        }
        let left = (count - index) as u32;
        let time = limits.work.time.map(|most| most.saturating_sub(started.elapsed()) / left);
        let nodes = match (limits.work.nodes, time) {
            (Some(nodes), _) => Some((nodes / count as u64).max(1)),
            (None, Some(_)) => None,
            (None, None) => Some(GAME_NODES),
        };
        let work = limits::Limits { time, nodes, ..limits.work.clone() };
        // Of rights that the question cannot be asked about nothing is offered.
        let Ok(verdict) = decide(&setup, &ReachLimits { work, ..limits.clone() }) else { continue };
        if !matches!(verdict.answer, ReachAnswer::Illegal(_)) {
            found.push(Repair { edits, setup, verdict });
        }
    }
    found
}

/// Legal ones first, then those that got furthest; otherwise as they are.
fn rank(repairs: &mut [Repair]) {
    repairs.sort_by_key(|repair| {
        let legal = matches!(repair.verdict.answer, ReachAnswer::Legal(_));
        (Reverse(legal), Reverse(repair.verdict.level))
    });
}

/// The `most` best repairs of an illegal position by a single man, best first: taken away, of the other
/// colour, of another kind, or on a neighbouring square, as when a position was read from an image. Castling
/// rights and an en passant square that lose their men are dropped with it. Legal ones come first, then those
/// that got furthest; of these, errors that are easily made (a bishop taken for a pawn) before others.
///
/// The cheap levels are asked about all candidates, [`decide`] only about the best few more than `most`, each
/// with its share of the limits as for [`repairs`].
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::reach::{Edit, ReachLimits, piece_repairs};
/// use chess_arbiter::rules::Standard;
///
/// // A black queen where the king should be.
/// let setup = fen::parse::<Standard>("rnbqqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1").unwrap();
/// let best = &piece_repairs(&setup, &ReachLimits::default(), 2);
/// let Edit::Replaced { square, by, .. } = best[0].edits[0] else { panic!() };
/// assert_eq!((square.to_string(), by.to_string()), ("e8".to_owned(), "black king".to_owned()));
/// ```
pub fn piece_repairs(setup: &Setup, limits: &ReachLimits, most: usize) -> Vec<Repair> {
    let started = Instant::now();
    let mut candidates = piece_changes(limits.start, setup);
    candidates.retain(|candidate| quick_from(limits.start, &candidate.setup).is_none());
    candidates.sort_by_key(|candidate| candidate.cost);
    // The likeliest that no deduction refutes; a few more than wanted, since last moves may refute some.
    let wanted = most.saturating_add(most / 2).saturating_add(2);
    let likely = candidates
        .into_iter()
        .filter(|candidate| passes(limits.start, &candidate.setup))
        .take(wanted)
        .collect();
    let mut found = ask(likely, limits, started);
    rank(&mut found);
    found.truncate(most);
    found
}

/// How easily the kinds are taken for each other, 1 the most.
const fn confusion(a: Role, b: Role) -> u32 {
    use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
    match (a, b) {
        (Bishop, Pawn) | (Pawn, Bishop) | (King, Queen) | (Queen, King) => 1,
        (Knight, Bishop) | (Bishop, Knight) | (Rook, Pawn) | (Pawn, Rook) => 2,
        (Queen, Bishop) | (Bishop, Queen) | (Queen, Rook) | (Rook, Queen) => 3,
        (Knight, Pawn) | (Pawn, Knight) | (King, Bishop) | (Bishop, King) => 3,
        _ => 4,
    }
}

/// All changes of one man.
fn piece_changes(start: Start, setup: &Setup) -> Vec<RepairCandidate> {
    let mut candidates = Vec::new();
    for (square, man) in setup.board.iter() {
        let mut change = |edit: Edit, cost: u32| {
            let mut changed = *setup;
            changed.board.remove(square);
            match edit {
                Edit::Replaced { by, .. } => {
                    changed.board.put(square, by);
                }
                Edit::Moved { to, .. } => {
                    changed.board.put(to, man);
                }
                _ => {}
            }
            let mut edits = vec![edit];
            edits.extend(drop_claims(start, &mut changed));
            candidates.push(RepairCandidate { edits, setup: changed, cost });
        };
        let Man { color, role } = man;
        for other in Role::ALL.into_iter().filter(|&other| other != role) {
            let by = Man { color, role: other };
            change(Edit::Replaced { man, square, by }, confusion(role, other));
        }
        let enemy = Man { color: !color, role };
        change(Edit::Replaced { man, square, by: enemy }, 2);
        change(Edit::Removed(man, square), 4);
        for to in attacks::king(square) - setup.board.occupied() {
            // Beside on the rank or file is nearer than at a corner.
            let straight = to.file() == square.file() || to.rank() == square.rank();
            let cost = if straight { 3 } else { 4 };
            change(Edit::Moved { man, from: square, to }, cost);
        }
    }
    candidates
}

/// Drops castling rights and an en passant square that lack their men.
fn drop_claims(start: Start, setup: &mut Setup) -> impl Iterator<Item = Edit> + use<> {
    let past = Past { start, ..Past::from(&*setup) };
    let lost = castling::misplaced(&past);
    setup.castling = setup.castling - lost;
    let no_step = setup.en_passant.is_some() && past.double_step().is_none();
    if no_step {
        setup.en_passant = None;
    }
    let rights = lost.has_any().then_some(Edit::WithoutRights(lost));
    rights.into_iter().chain(no_step.then_some(Edit::EnPassant(None)))
}
