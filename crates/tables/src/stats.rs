//! What is counted about classes, for reading.

use std::fmt::Write;
use std::path::Path;

use crate::error::FileError;
use crate::file::{self, Counts, TableFile};
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
    /// Positions won at once, by taking the queen or by mate.
    pub at_once: u64,
    /// Positions won later.
    pub wins: u64,
    /// Positions lost, mate included.
    pub losses: u64,
    /// Positions of standard chess in which the side to move is mated.
    pub mated: u64,
    /// Positions in which neither side can ever force a win.
    pub never: u64,
    /// The longest win, in plies.
    pub longest_win: Option<usize>,
    /// The longest loss, in plies.
    pub longest_loss: Option<usize>,
    /// CRC-32 of the values.
    pub checksum: u32,
    /// By value (0 never, 1 at once, else plies) how many positions have it, mate left out.
    pub by_value: Vec<u64>,
}

impl Figures {
    /// The figures of a class.
    pub fn of(class: Class, counts: &Counts) -> Figures {
        let mut by_value: Vec<u64> =
            (0..counts.classes.len()).map(|value| counts.positions(value, class.has_pawns())).collect();
        // Where the game ends with mate, numbers that no position has, and mate itself.
        let over: Vec<u64> = by_value.drain(1..=class.end() as usize).collect();
        let mated = over.last().copied().unwrap_or(0);
        let of_parity = |parity| by_value.iter().enumerate().skip(1).filter(move |(n, _)| n % 2 == parity);
        let longest = |parity| of_parity(parity).rfind(|&(_, &count)| count > 0).map(|(plies, _)| plies);
        let sum = |parity| of_parity(parity).map(|(_, count)| count).sum::<u64>();
        Figures {
            class,
            entries: counts.classes.iter().sum(),
            positions: by_value.iter().sum::<u64>() + mated,
            at_once: by_value[1],
            wins: sum(1) - by_value[1],
            losses: sum(0) + mated,
            mated,
            never: by_value[0],
            longest_win: longest(1),
            longest_loss: longest(0).or((mated > 0).then_some(0)),
            checksum: counts.checksum,
            by_value,
        }
    }

    /// The figures that a folder has of a class, and the length of its own file, in bytes, if it
    /// has one; `None` if there is no table.
    ///
    /// # Errors
    /// Something is wrong with a file.
    pub fn read(folder: &Path, class: Class) -> Result<Option<(Figures, Option<u64>)>, FileError> {
        for of_pair in file::classes(class) {
            if let Some(table) = TableFile::open(folder, of_pair)? {
                let bytes = (of_pair == class).then_some(table.bytes());
                let counts = table.pair_counts().find(|(counted, _)| *counted == class);
                return Ok(counts.map(|(_, counts)| (Figures::of(class, counts), bytes)));
            }
        }
        Ok(None)
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
