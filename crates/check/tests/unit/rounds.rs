//! Ways, costs and captures, square by square as the document has them, of men and facts thrown at random.

use super::*;
use crate::board::{Board, RuleSet};
use crate::random::Random;
use crate::start::Start;

/// File and rank.
pub(crate) type At = (i32, i32);

const JUMPS: [At; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const LINES: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONALS: [At; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

pub(crate) fn bit((file, rank): At) -> Set {
    if (0..8).contains(&file) && (0..8).contains(&rank) { 1 << (8 * rank + file) } else { 0 }
}

pub(crate) fn list(set: Set) -> Vec<At> {
    (0..64).filter(|n| set >> n & 1 == 1).map(|n| (n % 8, n / 8)).collect()
}

pub(crate) fn union(sets: impl IntoIterator<Item = Set>) -> Set {
    sets.into_iter().fold(0, |all, set| all | set)
}

pub(crate) fn ahead(side: Colour) -> i32 {
    if side == Colour::White { 1 } else { -1 }
}

/// The square on a file of a rank counted from the side's own end.
pub(crate) fn own((file, rank): At, side: Colour) -> At {
    (file, if side == Colour::White { rank } else { 7 - rank })
}

pub(crate) struct Thrown {
    pub(crate) past: Past,
    pub(crate) facts: Facts,
    cuts: Vec<(Colour, At, At)>,
    /// By side, file and captures.
    reach: [[[Set; 7]; 8]; 2],
}

pub(crate) fn throw(random: &mut Random) -> Thrown {
    let mut board = Board {
        sides: Default::default(),
        rules: RuleSet::Standard,
        turn: Colour::White,
        castling: 0,
        en_passant: None,
    };
    let start = array(random);
    let put = |board: &mut Board, at: At, colour, kind| {
        board.put(Square::on(at.0 as i8, at.1 as i8), Some(Man { colour, kind }));
    };
    for side in Colour::BOTH {
        // Some at home, others anywhere; now and then all eight pawns, not far on.
        for file in 0..8 {
            if random.below(3) == 0 {
                put(&mut board, own((file as i32, 0), side), side, start.kinds[file]);
            }
        }
        let all_pawns = random.below(3) == 0;
        for file in 0..8 {
            if all_pawns || random.below(4) == 0 {
                let most = 2 + random.below(5);
                put(&mut board, own((file, 1 + random.below(most) as i32), side), side, Kind::Pawn);
            }
        }
        for _ in 0..random.below(4) {
            let kind = Kind::PIECES[random.below(5)];
            put(&mut board, (random.below(8) as i32, random.below(8) as i32), side, kind);
        }
    }
    let men: Vec<Set> =
        Colour::BOTH.iter().flat_map(|side| board.men_of(*side)).map(|man| man.0.bit()).collect();
    let fixed = union(men.into_iter().filter(|_| random.below(3) == 0));
    Thrown::new(random, Past { board, start }, fixed, 9)
}

/// The letters of an array, by chance.
pub(crate) fn array(random: &mut Random) -> Start {
    loop {
        let mut letters: Vec<char> = "rnbqkbnr".chars().collect();
        (1..8).for_each(|n| letters.swap(n, random.below(n + 1)));
        if let Some(start) = Start::parse(&letters.iter().collect::<String>()) {
            return start;
        }
    }
}

impl Thrown {
    /// With other facts thrown, less than so many captures among them.
    pub(crate) fn new(random: &mut Random, past: Past, fixed: Set, captures: usize) -> Thrown {
        let mut facts = Facts::at_first(&past);
        facts.fixed = fixed;
        let mut cuts = Vec::new();
        for side in Colour::BOTH {
            facts.captures[side as usize] = random.below(captures) as i32;
            for _ in 0..random.below(8) {
                let file = random.below(8) as i32;
                let (one, other) = (own((file, 1), side), own((file + random.below(3) as i32 - 1, 2), side));
                if bit(other) != 0 {
                    cuts.push((side, one, other));
                    facts.cut(side, bit(one), bit(other));
                }
            }
            facts.held[side as usize] =
                union((0..8).filter(|_| random.below(6) == 0).map(|file| bit(own((file, 2), side))));
        }
        let mut thrown = Thrown { past, facts, cuts, reach: [[[0; 7]; 8]; 2] };
        thrown.reach = Colour::BOTH.map(|side| {
            std::array::from_fn(|file| std::array::from_fn(|most| thrown.find_reach(side, file, most as i32)))
        });
        thrown
    }

    pub(crate) fn is_fixed(&self, at: At) -> bool {
        self.facts.fixed & bit(at) != 0
    }

    pub(crate) fn is_cut(&self, by: &[Colour], one: At, other: At) -> bool {
        let is_pair = |(x, y): (At, At)| (x, y) == (one, other) || (y, x) == (one, other);
        self.cuts.iter().any(|(side, x, y)| by.contains(side) && is_pair((*x, *y)))
    }

    fn guarded(&self, side: Colour) -> Set {
        let enemy = side.other();
        let men = self
            .past
            .board
            .men_of(enemy)
            .map(|(square, man)| ((square.file().into(), square.rank().into()), man.kind));
        let touched = men.filter(|(at, _)| self.is_fixed(*at)).map(|(at, kind)| {
            let pawn = [(-1, ahead(enemy)), (1, ahead(enemy))];
            let steps = if kind == Kind::Pawn { pawn.to_vec() } else { offsets(kind) };
            union(steps.into_iter().map(|(file, rank)| bit((at.0 + file, at.1 + rank))))
        });
        union(touched) | self.facts.held[enemy as usize]
    }

    pub(crate) fn fill(&self, side: Colour, kind: Kind, from: Set, walls: Set) -> Set {
        let (mut all, mut todo) = (from, list(from));
        while let Some(at) = todo.pop() {
            for (file, rank) in offsets(kind) {
                let to = (at.0 + file, at.1 + rank);
                if bit(to) & !(all | walls) != 0 && !self.is_barred(side, kind, at, to) {
                    all |= bit(to);
                    todo.push(to);
                }
            }
        }
        all
    }

    /// Whether a step of a piece is barred, if it does not lead off the board.
    pub(crate) fn is_barred(&self, side: Colour, kind: Kind, at: At, to: At) -> bool {
        kind != Kind::Knight && self.is_cut(&Colour::BOTH, at, to)
            || kind == Kind::King && self.guarded(side) & bit(to) != 0
            || self.is_fixed(to)
    }

    /// Where a pawn goes straight, and where it captures.
    fn pawn(&self, side: Colour, at: At) -> (Set, Set) {
        let go = |aside: i32| {
            let to = (at.0 + aside, at.1 + ahead(side));
            let barred = self.is_fixed(to) || self.is_cut(&[side.other()], at, to);
            if barred { 0 } else { bit(to) }
        };
        (go(0), go(-1) | go(1))
    }

    /// Where the pawn of a file comes to with at most so many captures.
    fn find_reach(&self, side: Colour, file: usize, most: i32) -> Set {
        let home = own((file as i32, 1), side);
        let (mut seen, mut todo) = (vec![(home, 0)], vec![(home, 0)]);
        while let Some((at, captures)) = todo.pop() {
            let (straight, aside) = if self.is_fixed(home) { (0, 0) } else { self.pawn(side, at) };
            let may = captures < most.min(self.facts.captures[side as usize]);
            let aside = list(if may { aside } else { 0 }).into_iter().map(|to| (to, captures + 1));
            for next in list(straight).into_iter().map(|to| (to, captures)).chain(aside) {
                if !seen.contains(&next) {
                    seen.push(next);
                    todo.push(next);
                }
            }
        }
        let pawns = self.past.board.side(side).squares(Kind::Pawn);
        let is_useful = |at: &At| pawns.count_ones() < 8 || self.leads_on(side, *at, pawns);
        union(seen.into_iter().map(|(at, _)| at).filter(is_useful).map(bit))
    }

    pub(crate) fn reach(&self, side: Colour, file: usize, most: i32) -> Set {
        self.reach[side as usize][file][most as usize]
    }

    fn leads_on(&self, side: Colour, at: At, pawns: Set) -> bool {
        let (straight, aside) = self.pawn(side, at);
        pawns & bit(at) != 0 || list(straight | aside).into_iter().any(|to| self.leads_on(side, to, pawns))
    }

    pub(crate) fn range(&self, side: Colour, captures: i32) -> Set {
        if captures < 0 { 0 } else { union((0..8).map(|file| self.reach(side, file, captures.min(6)))) }
    }

    fn late(&self, side: Colour, kind: Kind, file: usize) -> Set {
        let on = own((file as i32, 7), side);
        let from = list(self.range(side, 6)).into_iter().filter(|at| own(*at, side).1 == 6);
        let from: Vec<At> = from
            .filter(|at| {
                let (straight, aside) = self.pawn(side, *at);
                bit(on) & straight != 0 || bit(on) & aside != 0 && self.facts.captures[side as usize] != 0
            })
            .collect();
        let left = |home: At| {
            union(self.cuts.iter().filter(|cut| cut.0 != side && cut.1 == home).map(|cut| bit(cut.2)))
        };
        let walls = from.iter().map(|home| left(*home)).reduce(|all, one| all & one).unwrap_or(0);
        self.fill(side, kind, bit(on), walls)
    }

    pub(crate) fn first(&self, side: Colour, file: usize) -> Set {
        let home = own((file as i32, 0), side);
        if self.is_fixed(home) {
            bit(home)
        } else {
            self.fill(side, self.past.start.kinds[file], bit(home), 0)
        }
    }

    fn costs(&self, side: Colour, at: At, kind: Kind) -> Costs {
        let as_pawn = match kind {
            Kind::King => 0,
            Kind::Pawn => bit(at),
            _ => union(
                (0..8)
                    .filter(|file| self.late(side, kind, *file) & bit(at) != 0)
                    .map(|file| bit(own((file as i32, 7), side))),
            ),
        };
        std::array::from_fn(|origin| {
            let file = origin % 8;
            let cost = if self.is_fixed(own((file as i32, origin as i32 / 8), side)) {
                None
            } else if origin < 8 {
                (self.past.start.kinds[file] == kind && self.first(side, file) & bit(at) != 0).then_some(0)
            } else {
                (0..7).find(|most| self.reach(side, file, *most) & as_pawn != 0)
            };
            cost.unwrap_or(FORBIDDEN)
        })
    }
}

pub(crate) fn offsets(kind: Kind) -> Vec<At> {
    match kind {
        Kind::Knight => JUMPS.to_vec(),
        Kind::Rook => LINES.to_vec(),
        Kind::Bishop => DIAGONALS.to_vec(),
        _ => [LINES, DIAGONALS].concat(),
    }
}

/// The least that an assignment of all rows costs.
fn least(rows: &[Costs], free: u32) -> Option<i32> {
    let Some((row, rest)) = rows.split_first() else { return Some(0) };
    let open = (0..16).filter(|origin| free >> origin & 1 == 1 && row[*origin as usize] < FORBIDDEN);
    open.filter_map(|origin| Some(row[origin as usize] + least(rest, free & !(1 << origin))?)).min()
}

#[test]
fn ways() {
    let mut random = Random(2027);
    for _ in 0..300 {
        let thrown = throw(&mut random);
        let ways = Ways::new(thrown.facts, &thrown.past);
        let said = format!("{} {:?}", thrown.past, thrown.cuts);
        for side in Colour::BOTH {
            let on = side as usize;
            for file in 0..8 {
                assert_eq!(ways.ranges[on][file], thrown.first(side, file), "{said}");
                let reach: Vec<Set> = (0..7).map(|most| thrown.reach(side, file, most)).collect();
                assert_eq!(ways.reach[on][file][..], reach, "{said}");
                for kind in Kind::OFFICERS {
                    let late = thrown.late(side, kind, file);
                    assert_eq!(ways.late[on][kind as usize][file], late, "{said} {kind:?} {file}");
                }
            }
            for captures in -2..9 {
                assert_eq!(ways.pawn_range(side, captures), thrown.range(side, captures), "{said}");
            }
            let some: Set = union((0..20).map(|_| 1 << random.below(64)));
            let captures = union(list(some).into_iter().map(|at| thrown.pawn(side, at).1));
            assert_eq!(ways.diagonal(side, some), captures, "{said}");
            let mut open = Thrown { cuts: thrown.cuts.clone(), ..thrown };
            open.facts.fixed = 0;
            let behind = |is_straight: bool| {
                let leads =
                    |at: &At| if is_straight { open.pawn(side, *at).0 } else { open.pawn(side, *at).1 };
                union(list(!0).into_iter().filter(|at| leads(at) & some != 0).map(bit))
            };
            assert_eq!(ways.behind(side, some), (behind(true), behind(false)), "{said}");
        }
    }
}

/// The most of these origins that an assignment of all rows can use.
fn most(rows: &[Costs], free: u32, of: &[usize]) -> Option<i32> {
    let Some((row, rest)) = rows.split_first() else { return Some(0) };
    let open = (0..16).filter(|origin| free >> origin & 1 == 1 && row[*origin] < FORBIDDEN);
    let with = |origin| Some(i32::from(of.contains(&origin)) + most(rest, free & !(1 << origin), of)?);
    open.filter_map(with).max()
}

#[test]
fn men_and_captures() {
    let mut random = Random(11);
    let mut counts = [0; 3];
    for _ in 0..400 {
        let thrown = throw(&mut random);
        let round = Round::new(&thrown.past, thrown.facts);
        let said = format!("{} {:?}", thrown.past, thrown.cuts);
        for side in Colour::BOTH {
            let (other, captures) = (side.other(), thrown.facts.captures[side as usize]);
            let men =
                thrown.past.board.men_of(side).filter(|(square, _)| thrown.facts.fixed & square.bit() == 0);
            let men: Vec<(At, Kind)> =
                men.map(|(square, man)| ((square.file().into(), square.rank().into()), man.kind)).collect();
            if men.len() > 5 || round.moved(other).len() > 5 {
                continue;
            }
            let rows: Vec<Costs> = men.iter().map(|(at, kind)| thrown.costs(side, *at, *kind)).collect();
            assert_eq!(round.all_costs(side), rows, "{said}");
            let with = |man: usize, origin: usize, cost: i32| {
                let mut rows = rows.clone();
                rows[man] = std::array::from_fn(|other| if other == origin { cost } else { FORBIDDEN });
                cost <= captures && least(&rows, 0xffff).is_some_and(|least| least <= captures)
            };
            for (man, (at, kind)) in men.iter().enumerate() {
                let originals =
                    (0..8).filter(|file| rows[man][*file] == 0).fold(0, |all, file| all | 1 << file);
                assert_eq!(round.moved(side)[man].originals(), originals, "{said}");
                let is_third = *kind == Kind::Pawn && own(*at, side).1 == 2;
                let from = (0..8).filter(|file| is_third && with(man, 8 + file, rows[man][8 + file]));
                let from: Vec<usize> = from.collect();
                assert_eq!(round.third_rank_files(side, man), from, "{said}");
                counts[0] += from.len();
                for origin in 0..16 {
                    let cost = random.below(4) as i32;
                    assert_eq!(
                        round.can_have_been(side, man, origin, cost),
                        with(man, origin, cost),
                        "{said}"
                    );
                }
            }
            // What was nowhere where it can have been captured.
            let home = |origin: usize| own((origin as i32 % 8, origin as i32 / 8), other);
            let trace = |origin: usize| {
                if origin < 8 {
                    return thrown.first(other, origin);
                }
                let reach = thrown.reach(other, origin - 8, 6);
                let on = (0..8).filter(|file| reach & bit(own((*file as i32, 7), other)) != 0);
                let late = |file| [Kind::Queen, Kind::Knight].map(|kind| thrown.late(other, kind, file));
                reach | union(on.flat_map(late))
            };
            let before =
                list(thrown.range(side, captures - 1)).into_iter().filter(|at| !thrown.is_fixed(*at));
            let on = union(before.map(|at| thrown.pawn(side, at).1)) & thrown.range(side, captures);
            let is_king = |origin: usize| origin < 8 && thrown.past.start.kinds[origin] == Kind::King;
            let may_be = |origin: &usize| !is_king(*origin) && !thrown.is_fixed(home(*origin));
            for origin in 0..16 {
                assert_eq!(round.can_be_lost(other, origin), may_be(&origin), "{said}");
                assert_eq!(round.trace(other, origin), trace(origin), "{said}");
            }
            let theirs = round.all_costs(other);
            for origins in [8, 16] {
                let pockets: Vec<usize> =
                    (0..origins).filter(may_be).filter(|origin| trace(*origin) & on == 0).collect();
                // (Without any assignment the rounds have ended before.)
                let Some(used) = most(&theirs, 0xffff, &pockets) else { continue };
                let all = 16 - i32::from(thrown.past.board.side(other).men());
                let expected = (all - (pockets.len() as i32 - used)).max(0);
                assert_eq!(round.captures_at_most(side, origins), expected, "{said} {pockets:?}");
                counts[1] += usize::from(!pockets.is_empty());
                counts[2] += usize::from(pockets.len() as i32 > used && used > 0);
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 30), "{counts:?}");
}

/// The pawn of the a-file alone has moved: with six captures it promotes on g8.
#[test]
fn six_captures() {
    let past = Past::parse("4k3/8/8/8/8/8/1PPPPPPP/4K3 w - -").unwrap();
    let mut facts = Facts::at_first(&past);
    facts.captures[0] = 6;
    let ways = Ways::new(facts, &past);
    let last = |captures| ways.pawn_range(Colour::White, captures) >> 56;
    assert_eq!([last(4), last(5), last(6), last(7)], [0x1f, 0x3f, 0x7f, 0x7f]);
}

/// The same, where nothing else leads anywhere: no other pawn promotes, nor did it with fewer captures.
#[test]
fn a_pawn_that_captures_six_times_was_on_its_last_square() {
    let past = Past::parse("4k3/8/8/8/8/8/8/4K3 w - -").unwrap();
    let way = union([(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)].map(bit));
    let mut facts = Facts::at_first(&past);
    facts.fixed = !way;
    for (captures, expected) in [(6, way), (5, way & !bit((6, 7)))] {
        facts.captures[0] = captures;
        assert_eq!(Round::new(&past, facts).trace(Colour::White, 8), expected, "{captures}");
    }
}
