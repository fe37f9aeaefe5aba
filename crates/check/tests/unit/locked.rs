//! Moves that men take back, square by square as the document has them, in crowds around both kings.

use std::cell::RefCell;

use super::*;
use crate::lemma::facts::Facts;
use crate::lemma::matching::least_cost;
use crate::lemma::rounds::tests::{At, Thrown, ahead, array, bit, list, offsets, own};
use crate::past::Past;
use crate::random::Random;
use crate::start::Start;

/// A move back: what the man was, the square, and those between.
type Back = (Kind, At, Set);

/// Most men near the kings, some at home, of which some have never moved.
fn crowd(random: &mut Random) -> Thrown {
    let text = "8/8/8/8/8/8/8/8 w - -";
    let start = if random.below(2) == 0 { Start::USUAL } else { array(random) };
    let mut past = Past::parse_from(start, text).unwrap();
    let mut put = |at: At, colour, kind| {
        if bit(at) != 0 {
            past.board.put(Square::on(at.0 as i8, at.1 as i8), Some(Man { colour, kind }));
        }
    };
    // The kings on a castling square now and then.
    let anywhere = |random: &mut Random| (random.below(8) as i32, random.below(8) as i32);
    let kings = Colour::BOTH.map(|side| {
        let castled = own(([2, 6][random.below(2)], 0), side);
        if random.below(3) == 0 { castled } else { anywhere(random) }
    });
    for _ in 0..6 + random.below(26) {
        let king = kings[random.below(2)];
        let near = (king.0 + random.below(5) as i32 - 2, king.1 + random.below(5) as i32 - 2);
        let at = if random.below(4) == 0 { anywhere(random) } else { near };
        let kind = if random.below(3) == 0 { Kind::Pawn } else { Kind::OFFICERS[random.below(4)] };
        if kind != Kind::Pawn || (1..7).contains(&at.1) {
            put(at, Colour::BOTH[random.below(2)], kind);
        }
    }
    let mut homes = 0;
    for side in Colour::BOTH {
        for file in 0..8 {
            let kind = start.kinds[file as usize];
            if kind != Kind::King && random.below(4) == 0 {
                put(own((file, 0), side), side, kind);
                homes |= bit(own((file, 0), side));
            }
            if random.below(4) == 0 {
                put(own((file, 1), side), side, Kind::Pawn);
                homes |= bit(own((file, 1), side));
            }
        }
    }
    for (side, at) in Colour::BOTH.into_iter().zip(kings) {
        put(at, side, Kind::King);
        homes &= !bit(at);
    }
    let fixed = list(homes).into_iter().filter(|_| random.below(3) == 0).fold(0, |all, at| all | bit(at));
    Thrown::new(random, past, fixed, 17)
}

/// All moves that can have brought a man where it is, but castling.
fn origins(search: &Search<'_>, man: Man, at: Set, locked: Set) -> Vec<Origin> {
    let all: RefCell<Vec<Origin>> = RefCell::default();
    let is_last = search.comes(man, at, locked, |origin| {
        all.borrow_mut().push(origin);
        false
    });
    assert!(!is_last);
    all.into_inner()
}

/// Step 2 of a round.
struct Told<'a> {
    thrown: &'a Thrown,
    round: &'a Round<'a>,
}

fn at_of(square: Square) -> At {
    (square.file().into(), square.rank().into())
}

impl Told<'_> {
    fn man(&self, at: At) -> Option<Man> {
        self.thrown.past.board.man(Square::on(at.0 as i8, at.1 as i8))
    }

    fn touches(man: Man, at: At, to: At) -> bool {
        let pawn = vec![(-1, ahead(man.colour)), (1, ahead(man.colour))];
        let steps = if man.kind == Kind::Pawn { pawn } else { offsets(man.kind) };
        steps.into_iter().any(|(file, rank)| (at.0 + file, at.1 + rank) == to)
    }

    /// Where men of a kind can have stood.
    fn stood(&self, side: Colour, kind: Kind) -> Set {
        let files = (0..8).filter(|file| self.thrown.past.start.kinds[*file] == kind);
        let ranges = files.fold(0, |all, file| all | self.thrown.first(side, file));
        if kind == Kind::King {
            return ranges;
        }
        let eighth = (0..8).fold(0, |all, file| all | bit(own((file, 7), side)));
        self.thrown.fill(side, kind, ranges | self.thrown.range(side, 6) & eighth, 0)
    }

    fn pawn_back(&self, side: Colour, at: At, locked: Set) -> Vec<At> {
        let captures = self.thrown.facts.captures[side as usize];
        let open = |aside: i32, most: i32| {
            let from = (at.0 + aside, at.1 - ahead(side));
            let is_open = self.thrown.range(side, most) & !locked & bit(from) != 0
                && !self.thrown.is_fixed(from)
                && !self.thrown.is_cut(&[side.other()], from, at);
            is_open.then_some(from)
        };
        let aside = |files: i32| open(files, captures - 1).filter(|_| captures > 0);
        [open(0, 6), aside(-1), aside(1)].into_iter().flatten().collect()
    }

    fn has_promoted(&self, side: Colour, at: At) -> bool {
        let man = self.round.moved(side).iter().position(|man| at_of(man.square) == at);
        man.is_some_and(|man| {
            (0..8).any(|file| {
                let is_there = |most: &i32| self.thrown.reach(side, file, *most) & bit(at) != 0;
                let least = (0..7).find(is_there);
                !self.thrown.is_fixed(own((file as i32, 1), side))
                    && least.is_some_and(|cost| self.round.can_have_been(side, man, 8 + file, cost))
            })
        })
    }

    fn moves_back(&self, man: Man, at: At, locked: Set) -> Vec<Back> {
        let Man { colour: side, kind } = man;
        let mut found = Vec::new();
        if self.thrown.is_fixed(at) {
            return found;
        }
        if kind != Kind::Pawn {
            let stood = self.stood(side, kind);
            for (file, rank) in offsets(kind) {
                let (mut here, mut between) = (at, 0);
                loop {
                    let next = (here.0 + file, here.1 + rank);
                    if bit(next) & !locked == 0 || self.thrown.is_barred(side, kind, here, next) {
                        break;
                    }
                    if stood & bit(next) != 0 {
                        found.push((kind, next, between));
                    }
                    if matches!(kind, Kind::King | Kind::Knight) {
                        break;
                    }
                    (here, between) = (next, between | bit(next));
                }
            }
        }
        let is_pawn = kind == Kind::Pawn && own(at, side).1 != 1;
        if is_pawn
            || kind != Kind::King && kind != Kind::Pawn && own(at, side).1 == 7 && self.has_promoted(side, at)
        {
            found.extend(self.pawn_back(side, at, locked).into_iter().map(|from| (Kind::Pawn, from, 0)));
        }
        found
    }

    fn castled(&self, man: Man, at: At, locked: Set) -> bool {
        let first = |kind: Kind, place: usize| {
            (0..8).filter(|file| self.thrown.past.start.kinds[*file as usize] == kind).nth(place).unwrap()
        };
        let king = first(Kind::King, 0);
        !self.thrown.is_fixed(at)
            && [(first(Kind::Rook, 0), 2, 3), (first(Kind::Rook, 1), 6, 5)].into_iter().any(
                |(rook, king_to, rook_to)| {
                    let ends: [(i32, Kind); 2] = [(king_to, Kind::King), (rook_to, Kind::Rook)];
                    let is_free = |(file, kind): (i32, Kind)| {
                        let to = own((file, 0), man.colour);
                        locked & bit(to) == 0 || self.man(to) == Some(Man { kind, ..man })
                    };
                    let on_way = |file: i32| {
                        (king.min(king_to)..=king.max(king_to)).contains(&file)
                            || (rook.min(rook_to)..=rook.max(rook_to)).contains(&file)
                    };
                    let mut way = (0..8).filter(|file| on_way(*file) && *file != king_to && *file != rook_to);
                    ends.iter().any(|(file, kind)| own((*file, 0), man.colour) == at && *kind == man.kind)
                        && ends.into_iter().all(is_free)
                        && way.all(|file| locked & bit(own((file, 0), man.colour)) == 0)
                },
            )
    }

    /// Whether a man attacks a square, with nothing but these squares empty.
    fn sees(man: Man, at: At, to: At, empty: Set) -> bool {
        let beyond = |(file, rank): At| {
            let mut here = (at.0 + file, at.1 + rank);
            while here != to && empty & bit(here) != 0 {
                here = (here.0 + file, here.1 + rank);
            }
            here == to
        };
        let slides = matches!(man.kind, Kind::Queen | Kind::Rook | Kind::Bishop);
        Told::touches(man, at, to) || slides && offsets(man.kind).into_iter().any(beyond)
    }

    fn is_lawful(&self, man: Man, at: At, locked: Set, (kind, from, between): Back) -> bool {
        let side = man.colour;
        let all = || list(locked).into_iter().filter_map(|at| Some((at, self.man(at)?)));
        let king =
            |side| all().find(|(_, man)| man.kind == Kind::King && man.colour == side).map(|(at, _)| at);
        let mut enemies = all().filter(|(_, man)| man.colour != side);
        let is_straight = man.kind == Kind::Pawn && own(at, side).1 == 3 && from.0 == at.0;
        let before = Man { kind, ..man };
        if !is_straight && king(side.other()).is_some_and(|king| Told::touches(before, from, king)) {
            return false;
        }
        let empty = between | bit(from);
        if king(side).is_some_and(|king| enemies.clone().any(|(at, man)| Told::sees(man, at, king, empty))) {
            return false;
        }
        let then = locked & !bit(at) | bit(from);
        let gave_none = |(at, man): (At, Man)| {
            Told::touches(man, at, from)
                && self.moves_back(man, at, then).is_empty()
                && !self.castled(man, at, then)
        };
        man.kind != Kind::King || !enemies.any(gave_none)
    }
}

#[test]
fn what_moved_last() {
    let mut random = Random(31);
    let mut counts = [0; 6];
    for _ in 0..500 {
        let thrown = crowd(&mut random);
        let round = Round::new(&thrown.past, thrown.facts);
        // (Where there is no assignment the rounds have ended before.)
        if Colour::BOTH.into_iter().any(|side| least_cost(&round.all_costs(side)) > round.captures(side)) {
            continue;
        }
        let at_first = thrown.facts.fixed;
        let told = Told { thrown: &thrown, round: &round };
        let search = Search { round: &round, at_first, promoted: [const { Cell::new(None) }; 64] };
        let men: Vec<(Square, Man)> =
            Colour::BOTH.into_iter().flat_map(|side| thrown.past.board.men_of(side)).collect();
        for _ in 0..3 {
            let rare = 2 + random.below(12);
            let all = !thrown.past.board.empty();
            let locked = all
                & !list(all).into_iter().filter(|_| random.below(rare) == 0).fold(0, |all, at| all | bit(at));
            for (square, man) in men.iter().copied().filter(|(square, _)| locked & square.bit() != 0) {
                let (at, said) = (at_of(square), format!("{} {} {locked:x}", thrown.past, square));
                let mut expected = told.moves_back(man, at, locked);
                expected.sort_by_key(|(kind, from, _)| (*kind as usize, *from));
                let mut found = origins(&search, man, square.bit(), locked);
                found.sort_by_key(|origin| (origin.kind as usize, list(origin.from)));
                let shown =
                    |origin: &Origin| (origin.kind, list(origin.from)[0], origin.empty & !origin.from);
                assert_eq!(found.iter().map(shown).collect::<Vec<_>>(), expected, "{said}");
                let castled = told.castled(man, at, locked);
                assert_eq!(search.castled(man, square.bit(), locked), castled, "{said}");
                counts[0] += usize::from(castled);
                for (back, origin) in expected.into_iter().zip(found) {
                    let is_lawful = told.is_lawful(man, at, locked, back);
                    let found = !search.is_attacked(man.colour, locked, 0)
                        && search.is_lawful(man, square.bit(), locked, origin);
                    assert_eq!(found, is_lawful, "{said} {back:?}");
                    counts[1 + usize::from(is_lawful)] += 1;
                    counts[3] += usize::from(back.0 != man.kind);
                }
            }
        }
        // One after the other, until none is left that can have moved.
        let mut left = !thrown.past.board.empty();
        while let Some((square, _)) = men.iter().find(|(square, man)| {
            let at = at_of(*square);
            let lawful = |back: Back| told.is_lawful(*man, at, left, back);
            left & square.bit() != 0
                && (told.castled(*man, at, left) || told.moves_back(*man, at, left).into_iter().any(lawful))
        }) {
            left &= !square.bit();
        }
        assert_eq!(super::locked(&round, at_first), left, "{}", thrown.past);
        counts[4] += usize::from(left & !at_first != 0);
        counts[5] += 1;
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

/// The king was on e8, in check from beside by a rook that came by castling, or that cannot have come at all.
#[test]
fn a_rook_beside_that_castled() {
    let array = Start::parse("rnbbqnkr").unwrap();
    for (position, expected) in
        [("5rk1/3K1p2/8/8/8/8/8/8 b - -", true), ("5rkn/3K1p2/8/8/8/8/8/8 b - -", false)]
    {
        let past = Past::parse_from(array, position).unwrap();
        let facts = Facts::at_first(&past);
        let round = Round::new(&past, facts);
        let search =
            Search { round: &round, at_first: facts.fixed, promoted: [const { Cell::new(None) }; 64] };
        let (king, locked) = (Man { colour: Colour::White, kind: Kind::King }, !past.board.empty());
        let mut origins = origins(&search, king, bit((3, 6)), locked).into_iter();
        let from = origins.find(|origin| origin.from == bit((4, 7))).unwrap();
        assert_eq!(search.is_lawful(king, bit((3, 6)), locked, from), expected, "{position}");
    }
}
