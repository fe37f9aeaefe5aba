//! Whether some columns, with weights not less than 0, add up to what is wanted; and if not, prices that show
//! it. The columns are not listed: whoever knows them finds one that is too cheap by the prices so far.

/// What a column adds to the rows that it adds to.
pub(in crate::reach) type Column = Vec<(usize, f64)>;

/// Weights of at most as many columns as there are rows, and what is missing: the first phase of the revised
/// simplex method, with the inverse of the basis written out.
pub(in crate::reach) struct Simplex {
    inverse: Vec<Vec<f64>>,
    weights: Vec<f64>,
    /// The column that has each weight, by a number that the caller gave it.
    basis: Vec<Basic>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Basic {
    /// What is missing in a row that must be met.
    Missing,
    /// What is left of a row that must not be exceeded.
    Left,
    Column(usize),
}

/// What is less than this is 0.
const TINY: f64 = 1e-9;

impl Simplex {
    /// Of each row what is wanted, and whether exactly that or at most that.
    pub(in crate::reach) fn new(rows: &[(f64, bool)]) -> Simplex {
        let unit = |row: usize| (0..rows.len()).map(|place| f64::from(u8::from(place == row))).collect();
        // A little more of each, so that no two columns run out at once: that could go on for ever.
        let more = |row: usize| 1e-7 * (1.0 + (row * 37 % 64) as f64 / 64.0);
        Simplex {
            inverse: (0..rows.len()).map(unit).collect(),
            weights: rows.iter().enumerate().map(|(row, (wanted, _))| wanted + more(row)).collect(),
            basis: rows
                .iter()
                .map(|(_, exactly)| if *exactly { Basic::Missing } else { Basic::Left })
                .collect(),
        }
    }

    /// What is missing.
    pub(in crate::reach) fn missing(&self) -> f64 {
        let missing = self.basis.iter().zip(&self.weights).filter(|(basic, _)| **basic == Basic::Missing);
        missing.map(|(_, weight)| weight).sum()
    }

    /// The prices of the rows: a column whose prices add up to more than 0 makes less missing.
    pub(in crate::reach) fn prices(&self) -> Vec<f64> {
        let mut prices = vec![0.0; self.basis.len()];
        for (row, _) in self.inverse.iter().zip(&self.basis).filter(|(_, basic)| **basic == Basic::Missing) {
            prices.iter_mut().zip(row).for_each(|(price, part)| *price += part);
        }
        prices
    }

    /// The columns that have weights.
    pub(in crate::reach) fn columns(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.basis.iter().zip(&self.weights).filter_map(|(basic, weight)| match basic {
            Basic::Column(number) => Some((*number, *weight)),
            _ => None,
        })
    }

    /// Gives weight to a column, `None` for what is left of a row; whether it could.
    pub(in crate::reach) fn enter(&mut self, column: &Column, number: Option<usize>) -> bool {
        let part = |row: &Vec<f64>| column.iter().map(|(place, much)| row[*place] * much).sum();
        let parts: Vec<f64> = self.inverse.iter().map(part).collect();
        let ratio = |row: &usize| self.weights[*row] / parts[*row];
        let limiting = (0..parts.len()).filter(|row| parts[*row] > TINY);
        let Some(out) = limiting.min_by(|one, other| ratio(one).total_cmp(&ratio(other))) else {
            return false;
        };
        let scale = 1.0 / parts[out];
        self.inverse[out].iter_mut().for_each(|part| *part *= scale);
        self.weights[out] *= scale;
        let (pivot, weight) = (self.inverse[out].clone(), self.weights[out]);
        for (row, part) in parts.iter().enumerate().filter(|(row, part)| *row != out && part.abs() > TINY) {
            self.inverse[row].iter_mut().zip(&pivot).for_each(|(value, pivot)| *value -= part * pivot);
            self.weights[row] -= part * weight;
        }
        self.basis[out] = number.map_or(Basic::Left, Basic::Column);
        true
    }
}
