//! Cases that show that there is no account of the pawns: the lemma `columns` without a search.
//!
//! A fork asks what became of a pawn, and both answers are cases again. A leaf has prices: by these each
//! fate costs something, and the cheapest ones of all files together cost more than an account can.

use super::columns::{End, Fate, Pawns, pass, pawns};
use crate::CheckError;
use crate::json::Item;
use crate::past::Past;

/// What a pawn can have done, a bit each in this order.
const WAYS: [&str; 3] = ["dies", "leaves", "stays"];

/// Of a side the prices of a capture, of a death, of the files on which pawns of the other side die, of each
/// square of its pawns, and of its promoted bishops on dark squares and on light ones.
type Prices = (i32, i32, [i32; 8], Vec<i32>, [i32; 2]);

/// Checks that cases show that there is no account of the pawns.
pub(super) fn check(past: &Past, cases: &Item<'_>) -> Result<(), CheckError> {
    let bishops = past.board.sides.each_ref().map(|side| {
        let [dark, light, _] = side.promoted().map(usize::from);
        [dark, light]
    });
    Cases { pawns: pawns(past), bishops, ways: [[7; 8]; 2] }.check(cases)
}

struct Cases {
    pawns: [Pawns; 2],
    /// How many bishops of each side were pawns, on dark squares and on light ones: they are its first needs.
    bishops: [[usize; 2]; 2],
    /// The ways that are left to each pawn, by side and file.
    ways: [[u8; 8]; 2],
}

impl Cases {
    fn check(&mut self, item: &Item<'_>) -> Result<(), CheckError> {
        item.budget.look()?;
        let parts: Vec<_> = item.list()?.take(5).collect();
        let [pawn, way, then, otherwise] = &parts[..] else { return self.check_leaf(item) };
        let home = pawn.square()?;
        let (side, file) = (usize::from(home.rank() == 6), home.file() as usize);
        pawn.ensure([1, 6].contains(&home.rank()), || format!("no pawn begins on {home}"))?;
        let named = way.one_of(&WAYS)?;
        let (chosen, before) =
            (1 << WAYS.iter().take_while(|known| **known != named).count(), self.ways[side][file]);
        let is_open = before & chosen != 0 && before != chosen;
        way.ensure(is_open, || format!("whether the pawn of {home} {named} is settled already"))?;
        for (cases, ways) in [(then, chosen), (otherwise, before & !chosen)] {
            self.ways[side][file] = ways;
            self.check(cases)?;
        }
        self.ways[side][file] = before;
        Ok(())
    }

    fn check_leaf(&self, item: &Item<'_>) -> Result<(), CheckError> {
        let prices: [Prices; 2] = item.value("[white, black] prices or [pawn, fate, cases, cases]")?;
        let mut most = 0;
        for (side, (capture, death, files, squares, bishops)) in prices.iter().enumerate() {
            let pawns = &self.pawns[side];
            let of_file = |price: &i32| (0..=*capture).contains(price);
            item.ensure(*death >= 0 && files.iter().all(of_file), || {
                "the price of a death is less than 0, or that of a file not from 0 to that of a capture"
                    .into()
            })?;
            let count = pawns.squares.len();
            item.ensure(squares.len() == count, || format!("expected prices of {count} pawns on the board"))?;
            let bishops =
                bishops.iter().zip(self.bishops[side]).map(|(price, count)| i64::from(*price) * count as i64);
            most += i64::from(*capture) * i64::from(pawns.captures)
                + i64::from(*death) * i64::from(pawns.spare)
                - squares.iter().copied().map(i64::from).sum::<i64>()
                - bishops.sum::<i64>();
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
            let is_open = |fate: &&Fate| self.ways[side][file] & way(fate) != 0;
            let fates = self.pawns[side].fates[file].iter().filter(is_open);
            fates.filter_map(|fate| Some((*fate, self.cost(side, file, fate, prices)?))).collect::<Vec<_>>()
        });
        let pairs = white.iter().flat_map(|white| black.iter().map(move |black| [*white, *black]));
        let pairs = pairs.filter(|pair| pass(&self.pawns, pair.map(|(fate, _)| fate)));
        pairs.map(|[white, black]| white.1 + black.1).min()
    }

    /// `None` of a pawn that serves another need than for a bishop: such pawns go for those that serve none.
    fn cost(&self, side: usize, file: usize, fate: &Fate, prices: &[Prices; 2]) -> Option<i64> {
        let (capture, death, files, squares, bishops) = &prices[side];
        // A capture may have been of a pawn that died, on the dearest file.
        let saved = (0..8).filter(|file| fate.covers >> file & 1 == 1).map(|file| files[file]).max();
        let captures = i64::from(fate.captures) * (i64::from(*capture) - i64::from(saved.unwrap_or(0)));
        let earned = match fate.end {
            End::Dies => return Some(i64::from(*death) + i64::from(prices[1 - side].2[file])),
            End::Stands(place) => squares[place],
            End::Promotes => 0,
            End::Serves(needs) => {
                // The needs for bishops on dark squares, and on light ones, are the first.
                let [dark, light] = self.bishops[side];
                let first = needs.trailing_zeros() as usize;
                if first >= dark + light {
                    return None;
                }
                bishops[usize::from(first >= dark)]
            }
        };
        Some(captures - i64::from(earned))
    }
}

/// The bit of what a pawn does by a fate.
fn way(fate: &Fate) -> u8 {
    match fate.end {
        End::Dies => 1,
        _ if fate.captures > 0 => 2,
        _ => 4,
    }
}
