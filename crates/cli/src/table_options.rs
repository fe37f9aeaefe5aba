//! The command line of `arbiter table`, and where other commands find tables.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use chess_arbiter::rules::{RulesKind, Simplified, SimplifiedPawns, Standard};
use chess_arbiter::win::Oracle;
use chess_arbiter_tables::material::{Class, MAX_STANDARD_MEN, standard_up_to, up_to, up_to_with_pawns};
use chess_arbiter_tables::probe::Tables;
use chess_arbiter_tables::standard::Endings;
use chess_arbiter_tables::{FileError, oracle};
use clap::{Args, Subcommand};

use crate::exit::{Failure, say};
use crate::help;
use crate::options::{Manner, Positions, Shown, Threads};
use chess_arbiter_answer::request::{Memory, RulesName};

#[derive(Debug, Subcommand)]
pub(crate) enum TableCommand {
    /// Solve classes of material completely, and write their tables
    #[command(long_about = help::TABLE_BUILD)]
    Build(BuildOptions),
    /// Check every entry of tables against its successors
    #[command(long_about = help::TABLE_VERIFY)]
    Verify(CheckOptions),
    /// Look up positions and what each move leads to
    #[command(long_about = help::TABLE_PROBE)]
    Probe(ProbeOptions),
    /// Statistics of tables, as text, JSON or a picture
    #[command(long_about = help::TABLE_STATS)]
    Stats(StatsOptions),
}

/// Which classes.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(crate) struct ClassesWanted {
    /// A class of material, the side to move first, such as QRNvQRN or KBNvK; may be given several times
    #[arg(long = "class", value_name = "CLASS")]
    classes: Vec<Class>,
    /// All classes with up to this many pieces a side, including the queen; for standard, up to this many men
    /// in all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=5))]
    up_to: Option<u8>,
    /// The whole game without pawns
    #[arg(long)]
    all: bool,
}

/// Of which game.
#[derive(Debug, Args)]
pub(crate) struct GameOptions {
    /// The game: simplified, simplified-pawns or standard
    #[arg(long, value_name = "GAME", default_value = "simplified")]
    pub(crate) rules: RulesName,
    /// With simplified-pawns and --up-to: up to this many pawns a side
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(0..=2))]
    pawns: u8,
    #[command(flatten)]
    wanted: ClassesWanted,
}

impl GameOptions {
    /// The classes asked for; none if none was.
    pub(crate) fn classes(&self) -> Result<Vec<Class>, Failure> {
        let ClassesWanted { classes, up_to: most, all } = &self.wanted;
        let occurs = match self.rules.0 {
            RulesKind::Simplified => Class::occurs::<Simplified>,
            RulesKind::SimplifiedPawns => Class::occurs::<SimplifiedPawns>,
            RulesKind::Standard => Class::occurs::<Standard>,
            _ => return Err(Failure::Usage(NO_TABLES.into())),
        };
        if self.rules.0 != RulesKind::Simplified && *all {
            return Err(Failure::Usage(
                "--all is for the game without pawns; say how far with --up-to".into(),
            ));
        }
        if let Some(class) = classes.iter().find(|class| !occurs(**class)) {
            return Err(Failure::Usage(format!("{class} does not occur in the game {}", self.rules)));
        }
        if self.rules.0 == RulesKind::Standard {
            if let Some(class) = classes.iter().find(|class| class.men() > MAX_STANDARD_MEN) {
                let most = MAX_STANDARD_MEN;
                return Err(Failure::Usage(format!(
                    "{class}: tables of standard chess are for up to {most} men"
                )));
            }
            return Ok(most.map_or_else(|| classes.clone(), standard_up_to));
        }
        let pawns = self.rules.0 == RulesKind::SimplifiedPawns;
        Ok(match most.or(all.then_some(5)) {
            Some(most) if pawns => up_to_with_pawns(most, self.pawns),
            Some(most) => up_to(most),
            None => classes.clone(),
        })
    }
}

/// Said where another game is asked about.
pub(crate) const NO_TABLES: &str = "tables are for simplified, simplified-pawns and standard";

/// A folder of tables for commands that can do without.
#[derive(Debug, Args)]
pub(crate) struct TablesOptions {
    /// A folder of tables, made by `arbiter table build`: what they know is not searched. Endings of standard
    /// chess with up to 4 men need no tables; those with 5 men are known if their tables are there
    #[arg(long, value_name = "DIR", env = "ARBITER_TABLES", hide_env_values = true)]
    tables: Option<PathBuf>,
}

/// Bytes of tables of endings that are held at a time. Of five men blocks are read as they are asked for, and
/// those not asked for longest go: where there are more, answers take longer and are the same.
const HELD: u64 = 1 << 30;

impl TablesOptions {
    /// What is known without a search, for a solver.
    pub(crate) fn oracle(&self) -> Arc<dyn Oracle> {
        let endings = Endings::shared();
        match &self.tables {
            Some(folder) => {
                if !folder.is_dir() {
                    say(&format!("{}: there is no such folder; no tables are used", folder.display()));
                }
                Arc::new(oracle::Folder::new(folder, HELD, endings.threads(), not_used))
            }
            None => endings,
        }
    }
}

/// The tables of a folder that must be named.
#[derive(Debug, Args)]
pub(crate) struct Folder {
    /// The folder of the tables
    #[arg(long = "tables", value_name = "DIR", env = "ARBITER_TABLES", hide_env_values = true)]
    pub(crate) folder: PathBuf,
}

fn not_used(error: &FileError) {
    say(&format!("{error}; this table is not used"));
}

/// The tables of a folder; files that cannot be used are named on standard error, once.
pub(crate) fn tables(folder: PathBuf) -> Tables {
    Tables::new(&folder, not_used)
}

/// Endings of standard chess: from a folder, if one is named, or solved when they are asked about.
pub(crate) fn endings(memory: u64, threads: usize, folder: Option<&Path>) -> Endings {
    let endings = Endings::new(memory, threads);
    match folder {
        Some(folder) => endings.with_folder(folder, not_used),
        None => endings,
    }
}

#[derive(Debug, Args)]
pub(crate) struct BuildOptions {
    #[command(flatten)]
    pub(crate) game: GameOptions,
    /// The folder for the tables; existing ones are not built again
    #[arg(long, value_name = "DIR", env = "ARBITER_TABLES", hide_env_values = true)]
    pub(crate) out: PathBuf,
    /// Memory for the work in progress, such as 4GiB
    #[arg(long, value_name = "SIZE", default_value = "8GiB")]
    pub(crate) memory: Memory,
    /// Write one JSON object for each table
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) manner: Manner,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    #[command(flatten)]
    pub(crate) game: GameOptions,
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// Check only this many entries of each table, spread over all of it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sample: Option<u64>,
    /// Chooses the entries of the sample
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) seed: u64,
    /// Write one JSON object for each table
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Debug, Args)]
pub(crate) struct ProbeOptions {
    #[command(flatten)]
    pub(crate) positions: Positions,
    /// The game: simplified, simplified-pawns or standard
    #[arg(long, value_name = "GAME", default_value = "simplified")]
    pub(crate) rules: RulesName,
    /// The folder of the tables; endings of standard chess need none, since they are solved when asked about
    #[arg(long, value_name = "DIR", env = "ARBITER_TABLES", hide_env_values = true)]
    pub(crate) tables: Option<PathBuf>,
    /// With standard: memory for solving classes
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

#[derive(Debug, Args)]
pub(crate) struct StatsOptions {
    #[command(flatten)]
    pub(crate) game: GameOptions,
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// Write one JSON object for each table
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a plot of the distribution of lengths, over all tables named, to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}
