//! Cases that show that there is no account of the pawns: the lemmas `columns` and `confined-columns`.
//!
//! A fork asks what became of a pawn, and both answers are cases again. A leaf has prices: by these each
//! fate costs something, and the cheapest ones of all files together cost more than an account can.

use super::columns::{End, Fate, Pawns, pass, pawns};
use super::confined::confined;
use crate::Checked;
use crate::board::Square;
use crate::json::Item;
use crate::past::Past;
use crate::squares::{Set, file_letter};

/// What a pawn can have done, a bit each in this order.
const WAYS: [&str; 3] = ["dies", "leaves", "stays"];

/// Of a side the prices of a capture, of a death, of the files on which pawns of the other side die, of each
/// square of its pawns, and of each sort of its needs.
type Prices = (i32, i32, [i32; 8], Vec<i32>, Vec<i32>);

/// Checks that cases show that there is no account of the pawns.
pub(super) fn check_columns(past: &Past, cases: &Item<'_>) -> Checked {
    // a8 is light, and a1 dark: bishops on dark squares come first.
    Cases { pawns: pawns(past), sorts: [vec![0xaa, 0x55], vec![0x55, 0xaa]], left: [[Left::ALL; 8]; 2] }
        .check(cases)
}

/// Checks that cases show that there is no account of the pawns that agrees with the facts.
pub(super) fn check_confined(past: &Past, cases: &Item<'_>) -> Checked {
    let pawns = confined(past, cases)?;
    let sorts = pawns.each_ref().map(|pawns| {
        let mut sorts: Vec<Set> = pawns.needs.iter().copied().filter(|files| *files != 0xff).collect();
        sorts.sort_unstable();
        sorts.dedup();
        sorts
    });
    Cases { pawns, sorts, left: [[Left::ALL; 8]; 2] }.check(cases)
}

struct Cases {
    pawns: [Pawns; 2],
    /// The sets of files of the needs of each side that have prices.
    sorts: [Vec<Set>; 2],
    /// What is left to each pawn, by side and file.
    left: [[Left; 8]; 2],
}

/// What a pawn can have done: the ways, and the squares where it can stand, by their places, a bit each;
/// whether it must stand on one; and the files that it meets, and that it does not.
#[derive(Clone, Copy, PartialEq)]
struct Left {
    ways: u8,
    squares: u8,
    stands: bool,
    met: u32,
    unmet: u32,
}

impl Left {
    const ALL: Left = Left { ways: 7, squares: 0xff, stands: false, met: 0, unmet: 0 };

    fn has(self, fate: &Fate) -> bool {
        let is_left =
            if let End::Stands(place) = fate.end { self.squares >> place & 1 == 1 } else { !self.stands };
        let way = match fate.end {
            End::Dies => 1,
            _ if fate.captures > 0 => 2,
            _ => 4,
        };
        let meets = self.met & !fate.covers == 0 && self.unmet & fate.covers == 0;
        is_left && meets && self.ways & way != 0
    }

    /// What is left where the pawn did so, and where it did not; `None` if one of these is all there was.
    fn split(self, so: Left) -> Option<[Left; 2]> {
        let then = Left {
            ways: self.ways & so.ways,
            squares: self.squares & so.squares,
            stands: self.stands || so.stands,
            met: self.met | so.met,
            ..self
        };
        let otherwise = if so.met != 0 {
            Left { unmet: self.unmet | so.met, ..self }
        } else if so.stands {
            Left { squares: self.squares & !so.squares, ..self }
        } else {
            Left { ways: self.ways & !so.ways, ..self }
        };
        let is_settled = then == self || otherwise == self;
        (!is_settled).then_some([then, otherwise])
    }
}

impl Cases {
    fn check(&mut self, item: &Item<'_>) -> Checked {
        let parts: Vec<_> = item.list()?.take(5).collect();
        let [pawn, way, then, otherwise] = &parts[..] else { return self.check_leaf(item) };
        let home = pawn.square()?;
        let (side, file) = (usize::from(home.rank() == 6), home.file() as usize);
        pawn.ensure([1, 6].contains(&home.rank()), || format!("no pawn begins on {home}"))?;
        let named = way.text()?;
        let unknown = || way.refuse("expected dies, leaves, stays, the square of a pawn or a file");
        let asked = self.asked(side, &named).ok_or_else(unknown)?;
        let before = self.left[side][file];
        let settled = || way.refuse(format!("whether the pawn of {home} {named} is settled already"));
        let halves = before.split(asked).ok_or_else(settled)?;
        for (cases, left) in [then, otherwise].into_iter().zip(halves) {
            self.left[side][file] = left;
            self.check(cases)?;
        }
        self.left[side][file] = before;
        Ok(())
    }

    /// What a fork asks of a pawn of a side: a way, whether it stands on a square or meets a file.
    fn asked(&self, side: usize, named: &str) -> Option<Left> {
        if let Some(way) = WAYS.iter().position(|way| *way == named) {
            return Some(Left { ways: 1 << way, ..Left::ALL });
        }
        if let Some(file) = (0..8).find(|file| named.chars().eq([file_letter(*file)])) {
            return Some(Left { met: 1 << file, ..Left::ALL });
        }
        let square = Square::parse(named)?;
        let on = (i32::from(square.file()), i32::from(square.rank()));
        let place = self.pawns[side].squares.iter().position(|(file, rank, _)| (*file, *rank) == on)?;
        Some(Left { squares: 1 << place, stands: true, ..Left::ALL })
    }

    fn check_leaf(&self, item: &Item<'_>) -> Checked {
        let prices: [Prices; 2] = item.value("[white, black] prices or [pawn, fate, cases, cases]")?;
        let mut most = 0;
        for (side, (capture, death, files, squares, needs)) in prices.iter().enumerate() {
            let (pawns, sorts) = (&self.pawns[side], &self.sorts[side]);
            let of_file = |price: &i32| (0..=*capture).contains(price);
            let wrong =
                "the price of a death is less than 0, or that of a file not from 0 to that of a capture";
            item.ensure(*death >= 0 && files.iter().all(of_file), || wrong.into())?;
            let count = pawns.squares.len();
            item.ensure(squares.len() == count, || format!("expected prices of {count} pawns on the board"))?;
            let known = sorts.len();
            let wrong = || format!("expected a price for each of {known} sorts of needs");
            item.ensure(needs.len() == known, wrong)?;
            let number = |sort: &Set| pawns.needs.iter().filter(|files| *files == sort).count() as i64;
            let needs = needs.iter().zip(sorts).map(|(price, sort)| i64::from(*price) * number(sort));
            most += i64::from(*capture) * i64::from(pawns.captures)
                + i64::from(*death) * i64::from(pawns.spare)
                - squares.iter().copied().map(i64::from).sum::<i64>()
                - needs.sum::<i64>();
        }
        // Of a file whose pawns have passed each other whatever they did there is no account at all.
        let least = (0..8).map(|file| self.least(file, &prices)).sum::<Option<i64>>();
        item.ensure(least.is_none_or(|least| least > most), || {
            format!("the pawns cost {} at least, which is not more than {most}", least.unwrap_or_default())
        })
    }

    /// What the two pawns of a file cost at least.
    fn least(&self, file: usize, prices: &[Prices; 2]) -> Option<i64> {
        let [white, black] = [0, 1].map(|side: usize| {
            let is_open = |fate: &&Fate| self.left[side][file].has(fate);
            let fates = self.pawns[side].fates[file].iter().filter(is_open);
            fates.filter_map(|fate| Some((*fate, self.cost(side, file, fate, prices)?))).collect::<Vec<_>>()
        });
        let pairs = white.iter().flat_map(|white| black.iter().map(move |black| [*white, *black]));
        let pairs = pairs.filter(|pair| pass(&self.pawns, pair.map(|(fate, _)| fate)));
        pairs.map(|[white, black]| white.1 + black.1).min()
    }

    /// `None` of a pawn that serves no need that has a price: such pawns go for those that serve none.
    fn cost(&self, side: usize, file: usize, fate: &Fate, prices: &[Prices; 2]) -> Option<i64> {
        let (capture, death, files, squares, _) = &prices[side];
        // A capture may have been of a pawn that died, on the dearest file.
        let saved = (0..8).filter(|file| fate.covers >> file & 1 == 1).map(|file| files[file]).max();
        let captures = i64::from(fate.captures) * (i64::from(*capture) - i64::from(saved.unwrap_or(0)));
        let earned = match fate.end {
            End::Dies => return Some(i64::from(*death) + i64::from(prices[1 - side].2[file])),
            End::Stands(place) => squares[place],
            End::Promotes => 0,
            End::Serves(served) => self.earned(side, file, fate, served, &prices[side].4)?,
        };
        Some(captures - i64::from(earned))
    }

    /// The price of the dearest need that a pawn serves so in a plain account.
    fn earned(&self, side: usize, file: usize, fate: &Fate, served: u32, prices: &[i32]) -> Option<i32> {
        let needs = self.pawns[side].needs.iter().enumerate().filter(|(need, _)| served >> need & 1 == 1);
        // Beside its own file there is none nearer where it can.
        let is_aside = fate.captures > 0 && fate.covers >> file & 1 == 0;
        let needs = needs.filter(|(_, on)| !is_aside || (Set::from(fate.covers) & **on).count_ones() == 1);
        let price = |(_, on): (usize, &Set)| self.sorts[side].iter().position(|sort| sort == on);
        needs.filter_map(price).map(|sort| prices[sort]).max()
    }
}

#[cfg(test)]
#[path = "../../tests/unit/cases.rs"]
mod tests;
