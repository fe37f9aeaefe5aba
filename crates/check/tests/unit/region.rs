//! What men want and where kings have flights, of any sets at all, as the slow rules say. Whole certificates
//! are in `tests/all/can_win`.

use std::collections::BTreeSet;

use self::sets::{Place, Reach};
use super::*;
use crate::Rule;
use crate::board::RuleSet;
use crate::budget::Budget;
use crate::random::Random;

#[allow(dead_code)]
#[path = "../all/can_win/sets.rs"]
mod sets;

impl Random {
    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A king's step from a square, or anywhere at times.
    fn near(&mut self, from: Place) -> Place {
        let steps = [from.0, from.1].map(|from| (from + self.below(3) as i8 - 1).clamp(0, 7));
        let to = steps.into();
        if self.below(6) == 0 { (self.below(8) as i8, self.below(8) as i8) } else { to }
    }

    fn wander(&mut self, from: Place, steps: usize) -> BTreeSet<Place> {
        let next = |at: &Place| Some(self.near(*at));
        std::iter::successors(Some(from), next).take(steps).collect()
    }

    /// Two kings and some other men, with sets.
    fn men(&mut self) -> Vec<Reach> {
        let mut all: Vec<Reach> = Vec::new();
        let letters: Vec<char> = "pPpPpPpPpPrRnNbBqQ".chars().collect();
        let most = 3 + self.below(6);
        while all.len() < most {
            let letter = match all.len() {
                0 => 'K',
                1 => 'k',
                _ => self.pick(&letters),
            };
            let man = Man::from_letter(letter).unwrap();
            // Pawns often stand where en passant captures begin and end.
            let rank = man.colour.own_rank(self.pick(&[1, 1, 3, 4, 4, 6]), 8);
            let rank = if man.kind == Kind::Pawn && self.below(4) > 0 { rank } else { self.below(8) as i8 };
            let at = (self.below(8) as i8, rank);
            let is_beside = |one: &Reach| (one.at.0 - at.0).abs().max((one.at.1 - at.1).abs()) < 2;
            if all.iter().any(|one| one.at == at) || all.len() == 1 && is_beside(&all[0]) {
                continue;
            }
            let (steps, mut promoted) = (self.pick(&[1, 1, 3, 9]), BTreeSet::new());
            let mut stays = self.wander(at, steps);
            if man.kind == Kind::Pawn && steps > 1 {
                // All its file before it, or but one step.
                let gone = self.below(7) as i8;
                stays.extend((1..=gone).map(|gone| (at.0, (at.1 + gone * man.colour.forward()).clamp(0, 7))));
                if gone > 0 && self.below(2) == 0 {
                    stays.remove(&(at.0, at.1 + man.colour.forward()));
                }
                // Several step over squares of the same file, or capture there.
                let file = all[0].at.0;
                match self.below(4) {
                    0 => stays.extend([1, 3].map(|rank| (file, man.colour.own_rank(rank, 8)))),
                    1 => stays.extend([((file + 1) % 8, man.colour.own_rank(4, 8))]),
                    _ => {}
                }
                if self.below(4) == 0 {
                    let (file, steps) = (self.below(8) as i8, 1 + self.below(6));
                    promoted = self.wander((file, man.colour.own_rank(7, 8)), steps);
                }
            }
            all.push(Reach { man, at, stays, promoted });
        }
        // Some come to where others stand, at times two to one.
        for _ in 0..self.below(6) {
            let [to, one, other] = [(); 3].map(|()| self.below(all.len()));
            let to = all[to].at;
            all[one].stays.insert(to);
            all[other].stays.insert(to);
        }
        all.sort_by_key(|one| (one.at.1, one.at.0));
        all
    }
}

fn square(place: Place) -> Square {
    Square::on(place.0, place.1)
}

fn set(places: &BTreeSet<Place>) -> Set {
    places.iter().fold(0, |all, place| all | square(*place).bit())
}

fn item<'a>(budget: &'a Budget<'a>) -> Item<'a> {
    Item { path: "region".into(), rule: Rule::Region, json: "", budget }
}

fn placed<'a>(all: &[Reach], budget: &'a Budget<'a>) -> Vec<Placed<'a>> {
    let one = |one: &Reach| Placed {
        item: item(budget),
        square: square(one.at),
        man: one.man,
        stays: set(&one.stays),
        promoted: set(&one.promoted),
        is_kept: false,
    };
    all.iter().map(one).collect()
}

fn text(all: &[Reach]) -> String {
    all.iter()
        .map(|one| format!("{}{} {:?} {:?}\n", one.man.letter(), square(one.at), one.stays, one.promoted))
        .collect()
}

#[test]
fn what_sets_want() {
    let (mut random, budget, mut passed) = (Random(7), Budget::default(), 0);
    for round in 0..1_200 {
        let mut all = random.men();
        if round % 2 == 0 {
            sets::close(&mut all);
            let (one, place) = (random.below(all.len()), (random.below(8) as i8, random.below(8) as i8));
            let one = &mut all[one];
            let set = if one.is_pawn() && random.below(3) == 0 { &mut one.promoted } else { &mut one.stays };
            if place != one.at && !set.remove(&place) {
                set.insert(place);
            }
        }
        let men = placed(&all, &budget);
        let facts = Colour::BOTH.map(|side| Facts::of(side, &men));
        for (one, slow) in men.iter().zip(&all) {
            let wanted = wanted(one, &facts);
            let (stays, promoted) = sets::lacking(&all, slow);
            let found = [wanted[0] & !one.stays, wanted[1] & !one.promoted];
            assert_eq!(
                found,
                [set(&stays), set(&promoted)],
                "{}{}\n{}",
                one.man.letter(),
                one.square,
                text(&all)
            );
            passed += u32::from(found == [0; 2]);
        }
    }
    assert!(passed > 500, "{passed}");
}

#[test]
fn where_kings_have_flights() {
    let (mut random, budget, mut outcomes) = (Random(11), Budget::default(), [0; 2]);
    let empty = Board::parse(RuleSet::Standard, "k7/8/8/8/8/8/8/7K w - -").unwrap();
    for _ in 0..10_000 {
        let all = random.men();
        let mut board = Board { turn: random.pick(&Colour::BOTH), ..empty };
        Square::in_set(!0).for_each(|square| board.put(square, None));
        all.iter().for_each(|one| board.put(square(one.at), Some(one.man)));
        let men = placed(&all, &budget);
        let facts = Colour::BOTH.map(|side| Facts::of(side, &men));
        for attacker in Colour::BOTH {
            let found = check_flights(&board, attacker, &men, &facts, &item(&budget));
            let slow = sets::leave_flights(&all, attacker, board.turn);
            assert_eq!(found.is_ok(), slow, "{attacker} {board}\n{}", text(&all));
            outcomes[usize::from(slow)] += 1;
        }
    }
    assert!(outcomes.iter().all(|times| *times > 2_000), "{outcomes:?}");
}
