//! What `setoption` can set.

use std::fmt::Write;

use chess_arbiter::rules::RulesKind;
use chess_arbiter::win::stipulation::Aim;

/// The options with their values.
#[derive(Clone, Debug)]
pub(crate) struct EngineOptions {
    /// Memory of the solver's tables, MiB.
    pub(crate) hash: usize,
    /// Threads of a search for the shortest mate.
    pub(crate) threads: usize,
    /// How many first moves to report.
    pub(crate) multi_pv: usize,
    /// Castling is written as the king taking its rook.
    pub(crate) chess960: bool,
    /// The client ponders: it wants to know the expected reply.
    pub(crate) ponder: bool,
    /// The game.
    pub(crate) variant: RulesKind,
    /// What the side to move wants.
    pub(crate) aim: Aim,
}

const HASH: (usize, usize) = (1, 65_536);
const THREADS: (usize, usize) = (1, 1024);
const MULTI_PV: (usize, usize) = (1, 218);

/// The games that the engine plays, by their names in UCI: all that begin from one position and end with
/// mate.
fn variants() -> impl Iterator<Item = (RulesKind, String)> {
    let played = |kind: &RulesKind| kind.is_won_by_checkmate() && kind.start().is_some();
    RulesKind::ALL.into_iter().filter(played).map(|kind| (kind, variant(kind)))
}

/// The name of a game in UCI, which has no hyphens.
fn variant(kind: RulesKind) -> String {
    if kind == RulesKind::Standard { "chess".into() } else { kind.name().replace('-', "") }
}

/// The name of an aim as a value of `Stipulation`.
pub(crate) fn aim_name(aim: Aim) -> &'static str {
    aim.name().unwrap_or("mate")
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            hash: 256,
            threads: 1,
            multi_pv: 1,
            chess960: false,
            ponder: false,
            variant: RulesKind::Standard,
            aim: Aim::Mate,
        }
    }
}

impl EngineOptions {
    /// The `option` lines of the answer to `uci`.
    pub(crate) fn lines() -> String {
        let own = EngineOptions::default();
        let mut text = String::new();
        for (name, value, (min, max)) in
            [("Hash", own.hash, HASH), ("Threads", own.threads, THREADS), ("MultiPV", own.multi_pv, MULTI_PV)]
        {
            let _ = writeln!(text, "option name {name} type spin default {value} min {min} max {max}");
        }
        text += "option name Clear Hash type button\n\
                 option name Ponder type check default false\n\
                 option name UCI_AnalyseMode type check default false\n\
                 option name UCI_Chess960 type check default false\n";
        text += &format!("option name UCI_Variant type combo default {}", variant(own.variant));
        variants().for_each(|(_, name)| text += &format!(" var {name}"));
        text += &format!("\noption name Stipulation type combo default {}", aim_name(own.aim));
        Aim::ALL.into_iter().for_each(|aim| text += &format!(" var {}", aim_name(aim)));
        text.push('\n');
        text
    }

    /// Sets one; whether the solver has to begin anew, or what is wrong.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let spin = |(min, max): (usize, usize)| match value.parse::<usize>() {
            Ok(number) if (min..=max).contains(&number) => Ok(number),
            _ => Err(format!("{name}: expected a number from {min} to {max}, found '{value}'")),
        };
        let check = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("{name}: expected true or false, found '{value}'")),
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = spin(HASH)?,
            "threads" => {
                self.threads = spin(THREADS)?;
                return Ok(false);
            }
            "clear hash" => {}
            "multipv" => {
                self.multi_pv = spin(MULTI_PV)?;
                return Ok(false);
            }
            "uci_chess960" => {
                self.chess960 = check()?;
                return Ok(false);
            }
            "ponder" => {
                self.ponder = check()?;
                return Ok(false);
            }
            "uci_variant" => {
                let names = || variants().map(|(_, name)| name).collect::<Vec<_>>().join(", ");
                let found = variants().find(|(_, name)| name == value);
                let unknown = || format!("{name}: expected one of {}, found '{value}'", names());
                self.variant = found.ok_or_else(unknown)?.0;
            }
            "stipulation" => {
                let names = || Aim::ALL.map(aim_name).join(", ");
                let found = Aim::ALL.into_iter().find(|&aim| aim_name(aim) == value);
                let unknown = || format!("{name}: expected one of {}, found '{value}'", names());
                self.aim = found.ok_or_else(unknown)?;
            }
            // What is said is the same in analysis and in play.
            "uci_analysemode" => return check().map(|_| false),
            _ => return Err(format!("there is no option '{name}'")),
        }
        Ok(true)
    }
}
