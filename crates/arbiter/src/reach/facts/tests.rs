//! Shortcuts beside the slow way, over many pasts.

use std::fmt::Debug;

use super::locked::Men;
use super::mobility::{Mobility, MobilityEnd, never_moved};
use super::origins::assign;
use super::ways::Ways;
use crate::board::{Bitboard, Board, Color, Man, Role, Square, Start};
use crate::format::fen;
use crate::moves::{Past, legal_moves};
use crate::position::Position;
use crate::reach::lemma::instant;
use crate::rules::Standard;

/// Random pasts that no instant lemma refutes, the same in every run.
struct Pasts {
    seed: u64,
    play: Position<Standard>,
    start: Start,
    plies: u64,
    count: u64,
}

impl Pasts {
    fn new() -> Pasts {
        let start = Start::USUAL;
        Pasts { seed: 0x9E37_79B9_7F4A_7C15, play: Position::from_start(start), start, plies: 0, count: 0 }
    }

    /// xorshift64 (Marsaglia 2003)
    fn below(&mut self, n: u64) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        (self.seed >> 11) % n
    }

    fn square(&mut self) -> Square {
        Square::wrap(self.below(64) as u8)
    }

    /// Of the usual array, or sometimes of another.
    fn array(&mut self) -> Start {
        let number = self.below(960) as u16;
        let other = Start::new(number).filter(|_| number.is_multiple_of(4));
        other.unwrap_or(Start::USUAL)
    }

    /// The next position of a game in which any move is played, or in some that captures if one does.
    fn played(&mut self) -> Past {
        let moves = legal_moves(&self.play);
        if moves.is_empty() || self.plies > 150 {
            (self.start, self.plies) = (self.array(), 0);
            self.play = Position::from_start(self.start);
            return self.played();
        }
        let mut mv = moves[self.below(moves.len() as u64) as usize];
        let captures: Vec<_> = moves.iter().filter(|mv| self.play.board().occupied().has(mv.to())).collect();
        if self.start.number() % 2 == self.plies as u16 / 64 % 2 && !captures.is_empty() && self.below(3) > 0
        {
            mv = *captures[self.below(captures.len() as u64) as usize];
        }
        self.plies += 1;
        self.play = self.play.play(mv);
        Past { start: self.start, ..Past::from(&self.play.to_setup()) }
    }

    /// The array with some men gone, and others elsewhere.
    fn disarrayed(&mut self) -> Past {
        let start = self.array();
        let mut past = Past { start, ..Past::from(&start.setup()) };
        for _ in 0..self.below(14) {
            let (a, mut b) = (self.square(), self.square());
            let man = past.board.man_at(a);
            match self.below(4) {
                0 if man.is_some_and(|man| man.role != Role::King) => drop(past.board.remove(a)),
                // A pawn goes ahead, often sideways.
                1 if past.board.role_at(a) == Some(Role::Pawn) => {
                    let ahead = if past.board.color(Color::White).has(a) { 8 } else { -8 };
                    b = Square::wrap((a.index() as i8 + ahead + self.below(3) as i8 - 1) as u8);
                    swap(&mut past.board, a, b);
                }
                2 => swap(&mut past.board, a, Square::at(b.file(), a.rank())),
                _ => swap(&mut past.board, a, b),
            }
        }
        past.castling = past.castling.filter(|_| self.below(2) == 0).collect();
        if !past.rights_in_place() {
            past.castling = Bitboard::EMPTY;
        }
        past.turn = Color::BOTH[self.below(2) as usize];
        past
    }

    /// Men anywhere.
    fn placed(&mut self) -> Past {
        let mut past = Past { start: self.array(), ..Past::from(&Start::USUAL.setup()) };
        (past.board, past.castling) = (Board::EMPTY, Bitboard::EMPTY);
        for i in 0..4 + self.below(28) {
            let role = match (i, self.below(16)) {
                (0 | 1, _) => Role::King,
                (_, 0..8) => Role::Pawn,
                (_, at) => Start::USUAL.roles()[at as usize % 8],
            };
            let (square, color) =
                (self.square(), Color::BOTH[if i < 2 { i } else { self.below(2) } as usize]);
            if past.board.man_at(square).is_none() && (i < 2 || role != Role::King) {
                past.board.put(square, Man { color, role });
            }
        }
        past
    }
}

/// Lets the men of two squares change places.
fn swap(board: &mut Board, a: Square, b: Square) {
    let men = [board.man_at(a), board.man_at(b)];
    for (square, man) in [(a, men[1]), (b, men[0])] {
        match man {
            Some(man) => board.put(square, man),
            None => drop(board.remove(square)),
        }
    }
}

impl Iterator for Pasts {
    type Item = Past;

    fn next(&mut self) -> Option<Past> {
        loop {
            self.count += 1;
            let past = match self.count % 4 {
                0 | 1 => self.played(),
                2 => self.disarrayed(),
                _ => self.placed(),
            };
            if instant(&past).is_none() {
                return Some(past);
            }
        }
    }
}

/// As many as a test looks at.
fn pasts() -> impl Iterator<Item = Past> {
    let long = std::env::var_os("ARBITER_LONG").is_some();
    Pasts::new().take(if long { 1_000_000 } else { 30_000 })
}

fn written(past: &Past) -> String {
    format!("{} {:?}", fen::write::<Standard>(&past.setup()), past.start)
}

#[test]
fn rounds_end_as_those_that_begin_with_nothing() {
    let mut ends = [0; 3];
    let mut shorter = 0;
    for past in pasts() {
        let (one, other) = (Mobility::of(&past), Mobility::from_nothing(&past));
        fn told(mobility: &Mobility) -> impl PartialEq + Debug {
            let Mobility { ways, origins, end, .. } = mobility;
            let origins = origins.each_ref().map(|side| {
                let levels: Vec<_> =
                    (0..8).map(|file| [0, 1, 2, 3, 4, 5, 6].map(|k| side.level(file, k))).collect();
                let ranges = [0, 1, 2, 3, 4, 5, 6, 7].map(|file| side.range(file));
                (side.men.clone(), side.costs.clone(), levels, ranges, side.captures)
            });
            (*ways, origins, *end, mobility.forced())
        }
        assert_eq!(told(&one), told(&other), "{}", written(&past));
        ends[match one.end {
            MobilityEnd::Origins(_) => 0,
            MobilityEnd::Locked(_) => 1,
            MobilityEnd::Open => 2,
        }] += 1;
        shorter += usize::from(one.end == MobilityEnd::Open && Mobility::anticipates(&past));
    }
    assert!(ends.iter().all(|&end| end > 50) && shorter > 1000, "{ends:?}, {shorter} anticipated");
}

#[test]
fn locked_men_are_those_found_one_by_one() {
    let mut locked = [0; 2];
    for past in pasts() {
        let mobility = Mobility::of(&past);
        if let MobilityEnd::Origins(_) = mobility.end {
            continue;
        }
        let men = Men::new(&past.board, &mobility.ways, &mobility.origins, never_moved(&past));
        let mut set = past.board.occupied();
        while let Some(square) = { set }.find(|&square| men.can_take_back(square, set, true)) {
            set ^= square.bb();
        }
        let found = match mobility.end {
            MobilityEnd::Locked(locked) => locked,
            _ => mobility.ways.fixed,
        };
        assert_eq!(found, set, "{}", written(&past));
        locked[usize::from(mobility.end == MobilityEnd::Open)] += 1;
    }
    assert!(locked[0] > 50 && locked[1] > 10_000, "{locked:?}");
}

#[test]
fn fills_go_step_by_step() {
    for past in pasts().step_by(10) {
        let ways: Ways = Mobility::of(&past).ways;
        for color in Color::BOTH {
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                for square in past.board.color(color) - ways.fixed {
                    let mut all = square.bb();
                    loop {
                        let more = all.fold(all, |more, from| more | ways.steps(color, role, from.bb()));
                        if more == all {
                            break;
                        }
                        all = more;
                    }
                    assert_eq!(
                        ways.fill(color, role, square.bb()),
                        all,
                        "{role:?} {square}: {}",
                        written(&past)
                    );
                }
            }
        }
    }
}

#[test]
fn men_lost_are_those_of_the_cheapest_assignment() {
    let mut lost = 0;
    for past in pasts() {
        let Mobility { ways, origins, end, .. } = Mobility::of(&past);
        if end != MobilityEnd::Open {
            continue;
        }
        for side in &origins {
            let victims = origins[!side.color as usize].pawn_victims(&ways);
            let pockets = side.pocketed(victims, &ways);
            let cost =
                |column: usize, cost: u32| if cost >= 1_000 { cost } else { u32::from(!pockets[column]) };
            let costs: Vec<_> = side
                .costs
                .iter()
                .map(|costs| std::array::from_fn(|column| cost(column, costs[column])))
                .collect();
            let used = side.men.len() as u32 - assign(&costs).0;
            let least = pockets.iter().filter(|&&is| is).count() as u32 - used;
            let bits = (0..16).filter(|&column| pockets[column]).fold(0, |bits, column| bits | 1 << column);
            assert_eq!(side.lost(bits), least, "{}", written(&past));
            lost += least;
        }
    }
    assert!(lost > 100, "{lost}");
}
