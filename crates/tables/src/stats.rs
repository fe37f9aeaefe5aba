//! What is counted about classes, for reading.

use std::fmt::Write;

use crate::file::{Counts, VALUES};
use crate::material::Class;

/// The figures of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// The class, the side to move first.
    pub class: Class,
    /// Symmetry classes: entries of the table.
    pub entries: u64,
    /// Positions on the board.
    pub positions: u64,
    /// Positions won at once, by taking the queen.
    pub at_once: u64,
    /// Positions won later.
    pub wins: u64,
    /// Positions lost.
    pub losses: u64,
    /// Positions in which neither side can ever force a win.
    pub never: u64,
    /// The longest win, in plies.
    pub longest_win: Option<usize>,
    /// The longest loss, in plies.
    pub longest_loss: Option<usize>,
    /// CRC-32 of the values.
    pub checksum: u32,
    /// By value (0 never, 1 at once, else plies) how many positions have it.
    pub by_value: Vec<u64>,
}

impl Figures {
    /// The figures of a class.
    pub fn of(class: Class, counts: &Counts) -> Figures {
        let by_value: Vec<u64> =
            (0..VALUES).map(|value| counts.positions(value, class.has_pawns())).collect();
        let of_parity = |parity| by_value.iter().enumerate().skip(2).filter(move |(n, _)| n % 2 == parity);
        let [longest_win, longest_loss] = counts.longest();
        Figures {
            class,
            entries: counts.classes.iter().sum(),
            positions: by_value.iter().sum(),
            at_once: by_value[1],
            wins: of_parity(1).map(|(_, count)| count).sum(),
            losses: of_parity(0).map(|(_, count)| count).sum(),
            never: by_value[0],
            longest_win,
            longest_loss,
            checksum: counts.checksum,
            by_value,
        }
    }

    /// Positions in which the queen cannot be taken at once.
    pub fn quiet(&self) -> u64 {
        self.positions - self.at_once
    }

    /// The share of all positions in which neither side can ever force a win.
    pub fn never_share(&self) -> f64 {
        self.never as f64 / self.positions.max(1) as f64
    }

    /// The names of the columns of [`row`](Figures::row).
    pub const COLUMNS: &'static str =
        "class\tentries\tpositions\tat_once\twins\tlosses\tnever\tlongest_win\tlongest_loss\tcrc32";

    /// The figures as a row of tab-separated columns.
    pub fn row(&self) -> String {
        let Figures { class, entries, positions, at_once, wins, losses, never, checksum, .. } = self;
        let plies = |plies: Option<usize>| plies.map_or("-".into(), |plies| plies.to_string());
        let (win, loss) = (plies(self.longest_win), plies(self.longest_loss));
        let mut row = String::new();
        // Writing to a string cannot fail.
        let _ = write!(
            row,
            "{class}\t{entries}\t{positions}\t{at_once}\t{wins}\t{losses}\t{never}\t{win}\t{loss}\t{checksum:08x}"
        );
        row
    }
}
