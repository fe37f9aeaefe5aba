//! Prices as whole numbers, and whether they show that there is no account: what the checker does with them.

use crate::certificate::CasePrices;

use super::CaseSearch;
use super::pawns::{End, Fate, pass};

impl CaseSearch<'_> {
    /// The prices as whole numbers of this scale, if they show that there is no account.
    pub(super) fn leaf(&self, prices: &[f64], scale: f64) -> Option<[CasePrices; 2]> {
        let whole = |row: usize| (prices[row] * scale).round() as i32;
        let rows = &self.rows;
        let leaf = [0, 1].map(|side: usize| {
            let squares = rows.squares[side]..rows.squares[side] + self.pawns[side].squares.len();
            CasePrices(
                -whole(rows.captures[side]),
                -whole(rows.deaths[side]),
                std::array::from_fn(|file| -whole(rows.files[side] + file)),
                squares.map(whole).collect(),
                (self.pawns[side].sorts.iter().enumerate())
                    .map(|(sort, (_, needed))| if *needed == 0 { 0 } else { whole(rows.sorts[side] + sort) })
                    .collect(),
            )
        });
        self.is_shown(&leaf).then_some(leaf)
    }

    /// Whether even the cheapest fates cost more than an account can.
    fn is_shown(&self, leaf: &[CasePrices; 2]) -> bool {
        let mut most = 0;
        for (side, CasePrices(capture, death, files, squares, sorts)) in self.pawns.iter().zip(leaf) {
            if *death < 0 || files.iter().any(|price| !(0..=*capture).contains(price)) {
                return false;
            }
            most += i64::from(*capture) * side.captures + i64::from(*death) * side.deaths;
            most -= squares.iter().map(|price| i64::from(*price)).sum::<i64>();
            let needed = sorts.iter().zip(&side.sorts);
            most -= needed.map(|(price, (_, needed))| i64::from(*price) * i64::from(*needed)).sum::<i64>();
        }
        let least = |file: usize| {
            let pairs = self
                .fates(0, file)
                .flat_map(|(_, white)| self.fates(1, file).map(move |(_, black)| (white, black)))
                .filter(|(white, black)| pass(white, black));
            pairs.map(|(white, black)| cost(leaf, 0, file, white) + cost(leaf, 1, file, black)).min()
        };
        (0..8).map(least).sum::<Option<i64>>().is_none_or(|least| least > most)
    }
}

/// What a fate costs.
fn cost(leaf: &[CasePrices; 2], side: usize, file: usize, fate: &Fate) -> i64 {
    let CasePrices(capture, death, files, squares, sorts) = &leaf[side];
    let saved = (0..8).filter(|file| fate.met >> file & 1 == 1).map(|file| files[file]).max().unwrap_or(0);
    let captures = fate.captures * (i64::from(*capture) - i64::from(saved));
    match fate.end {
        End::Stands(place, _) => captures - i64::from(squares[place]),
        End::Dies => i64::from(*death) + i64::from(leaf[1 - side].2[file]),
        End::Promotes => captures,
        End::Serves(sort) => captures - i64::from(sorts[sort]),
    }
}
