//! Values of requests that are names or amounts: read from one text, whether it stands in JSON or on a
//! command line.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;
use std::time::Duration;

use chess_arbiter::board::{Color, ParseStartError, Start};
use chess_arbiter::reach::Level;
use chess_arbiter::rules::RulesKind;
use chess_arbiter::win::stipulation::Aim;
use chess_arbiter_judge::Program;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The name of a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RulesName(pub RulesKind);

/// The name of a level of evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LevelName(pub Level);

/// The array that games begin with; `None` for `any`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StartName(pub Option<Start>);

/// A time limit; `None` for `none`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time(pub Option<Duration>);

/// An amount of memory in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory(pub usize);

/// How many repairs are offered; `None` for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepairCount(pub Option<u16>);

impl Default for RepairCount {
    fn default() -> RepairCount {
        RepairCount(Some(5))
    }
}

impl RepairCount {
    /// As many at most.
    pub fn most(self) -> usize {
        self.0.map_or(usize::MAX, usize::from)
    }
}

/// What reachability is judged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum By {
    /// A game that reaches the position, or a proof that none does.
    #[default]
    Proof,
    /// Five rules that every position from a game keeps.
    Rules,
}

/// A question about a position whose answer can be explained.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Asked {
    /// Safe, check, checkmate or stalemate.
    #[default]
    Status,
    /// Can it have arisen in play?
    Reach,
    /// What does it tell of its past?
    Retro,
    /// Can a side still win?
    Dead,
    /// The shortest forced win.
    Win,
}

impl Asked {
    const ALL: [Asked; 5] = [Asked::Status, Asked::Reach, Asked::Retro, Asked::Dead, Asked::Win];

    const fn name(self) -> &'static str {
        match self {
            Asked::Status => "status",
            Asked::Reach => "reach",
            Asked::Retro => "retro",
            Asked::Dead => "dead",
            Asked::Win => "win",
        }
    }
}

/// How a text is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// As positions, one after another.
    Positions,
    /// As the input of a contest.
    Contest(Program),
}

/// What the attacker of a problem wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AimName(pub(super) Aim);

impl AimName {
    fn name(self) -> &'static str {
        self.0.name().unwrap_or("mate")
    }
}

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side(pub Color);

impl Side {
    /// The colour of its men.
    pub const fn color(self) -> Color {
        self.0
    }

    const fn name(self) -> &'static str {
        match self.0 {
            Color::White => "white",
            Color::Black => "black",
        }
    }
}

/// A side, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SidesName {
    /// White alone.
    White,
    /// Black alone.
    Black,
    /// Both.
    Both,
}

impl SidesName {
    const ALL: [SidesName; 3] = [SidesName::White, SidesName::Black, SidesName::Both];

    const fn name(self) -> &'static str {
        match self {
            SidesName::White => "white",
            SidesName::Black => "black",
            SidesName::Both => "both",
        }
    }
}

impl By {
    const ALL: [By; 2] = [By::Proof, By::Rules];

    const fn name(self) -> &'static str {
        match self {
            By::Proof => "proof",
            By::Rules => "rules",
        }
    }

    #[cfg(feature = "clap")]
    const fn title(self) -> &'static str {
        match self {
            By::Proof => "A game that reaches the position, or a proof that none does",
            By::Rules => "Five rules that every position from a game keeps",
        }
    }
}

impl Reading {
    /// `positions`, or the contest's name.
    pub const fn name(self) -> &'static str {
        match self {
            Reading::Positions => "positions",
            Reading::Contest(program) => program.name(),
        }
    }

    fn all() -> impl Iterator<Item = Reading> {
        std::iter::once(Reading::Positions).chain(Program::ALL.map(Reading::Contest))
    }
}

/// `a, b or c`.
fn alternatives(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).into(),
        [names @ .., last] => format!("{} or {last}", names.join(", ")),
    }
}

/// A value that is one of several names.
macro_rules! named {
    ($type:ident, $all:expr, $name:expr, $title:expr) => {
        impl $type {
            fn names() -> Vec<&'static str> {
                $all.map($name).collect()
            }
        }

        impl FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<$type, String> {
                let expected = || format!("expected one of {}", alternatives(&$type::names()));
                $all.find(|value| $name(*value) == text).ok_or_else(expected)
            }
        }

        impl Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($name(*self))
            }
        }

        #[cfg(feature = "clap")]
        impl clap::builder::ValueParserFactory for $type {
            type Parser = clap::builder::ValueParser;

            fn value_parser() -> Self::Parser {
                use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
                let title: fn($type) -> Option<&'static str> = $title;
                let named = |value| PossibleValue::new($name(value)).help(title(value));
                PossibleValuesParser::new($all.map(named)).try_map(|name| name.parse::<$type>()).into()
            }
        }
    };
}

named!(RulesName, RulesKind::ALL.into_iter().map(RulesName), |RulesName(rules)| rules.name(), |RulesName(
    rules,
)| Some(
    rules.title()
));
named!(LevelName, Level::ALL.into_iter().map(LevelName), |LevelName(level)| level.name(), |_| None);
named!(Side, Color::BOTH.into_iter().map(Side), Side::name, |_| None);
named!(SidesName, SidesName::ALL.into_iter(), SidesName::name, |_| None);
named!(AimName, Aim::ALL.into_iter().map(AimName), AimName::name, |_| None);
named!(Asked, Asked::ALL.into_iter(), Asked::name, |_| None);
named!(By, By::ALL.into_iter(), By::name, |by| Some(by.title()));
named!(Reading, Reading::all(), Reading::name, |_| None);

impl FromStr for StartName {
    type Err = String;

    fn from_str(text: &str) -> Result<StartName, String> {
        if text == "any" {
            return Ok(StartName(None));
        }
        let start = text.parse().map_err(|error: ParseStartError| format!("{error}; or any"))?;
        Ok(StartName(Some(start)))
    }
}

impl Display for StartName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(start) => start.fmt(f),
            None => f.write_str("any"),
        }
    }
}

impl FromStr for RepairCount {
    type Err = String;

    fn from_str(text: &str) -> Result<RepairCount, String> {
        match text.parse() {
            _ if text == "all" => Ok(RepairCount(None)),
            Ok(count @ 1..=999) => Ok(RepairCount(Some(count))),
            _ => Err("expected a number from 1 to 999, or all".into()),
        }
    }
}

impl Display for RepairCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(count) => count.fmt(f),
            None => f.write_str("all"),
        }
    }
}

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Time, String> {
        const EXPECTED: &str = "expected a time such as 500ms, 60s, 5m or 1h, or none";
        if text == "none" {
            return Ok(Time(None));
        }
        let (number, unit) = split(text);
        let seconds = match unit {
            "ns" => 1e-9,
            "us" | "µs" => 1e-6,
            "ms" => 0.001,
            "" | "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(EXPECTED.into()),
        };
        let number: f64 = number.parse().map_err(|_| EXPECTED)?;
        match Duration::try_from_secs_f64(number * seconds) {
            Ok(Duration::ZERO) => Err("the time must be more than zero; none lifts the limit".into()),
            Ok(time) => Ok(Time(Some(time))),
            Err(_) => Err(EXPECTED.into()),
        }
    }
}

impl FromStr for Memory {
    type Err = String;

    fn from_str(text: &str) -> Result<Memory, String> {
        const EXPECTED: &str = "expected an amount of memory such as 512MiB or 2GiB";
        let (number, unit) = split(text);
        let factor: u64 = match unit.to_ascii_lowercase().as_str() {
            "" | "b" => 1,
            "k" | "kib" => 1 << 10,
            "m" | "mib" => 1 << 20,
            "g" | "gib" => 1 << 30,
            "t" | "tib" => 1 << 40,
            "kb" => 1_000,
            "mb" => 1_000_000,
            "gb" => 1_000_000_000,
            _ => return Err(EXPECTED.into()),
        };
        let number: u64 = number.parse().map_err(|_| EXPECTED)?;
        let bytes = number.checked_mul(factor).and_then(|bytes| usize::try_from(bytes).ok());
        match bytes {
            Some(0) => Err("the memory must be more than zero".into()),
            Some(bytes) => Ok(Memory(bytes)),
            None => Err("that is more memory than can exist".into()),
        }
    }
}

/// The digits in front, and the rest.
fn split(text: &str) -> (&str, &str) {
    let unit = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..unit], text[unit..].trim_start())
}

impl Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("none"),
            Some(time) if time.subsec_nanos() == 0 => write!(f, "{}s", time.as_secs()),
            Some(time) => write!(f, "{}ms", time.as_secs_f64() * 1000.0),
        }
    }
}

impl Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
        match units.into_iter().find(|(size, _)| self.0.is_multiple_of(*size)) {
            Some((size, unit)) => write!(f, "{}{unit}", self.0 / size),
            None => write!(f, "{}", self.0),
        }
    }
}

/// Reads a JSON string by `FromStr`.
struct Text<T> {
    expected: &'static str,
    value: PhantomData<T>,
}

impl<T: FromStr<Err = String>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// A value that is a string in JSON, with its schema.
macro_rules! json_text {
    ($type:ident, $title:literal, $expected:literal, $schema:expr) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                from.deserialize_str(Text { expected: $expected, value: PhantomData })
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $title.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

json_text!(
    RulesName,
    "Rules",
    "the name of a rule set",
    json_schema!({"type": "string", "enum": RulesName::names()})
);
json_text!(
    LevelName,
    "Level",
    "a level of evidence",
    json_schema!({"type": "string", "enum": LevelName::names()})
);
json_text!(
    AimName,
    "Aim",
    "what the attacker of a problem wants",
    json_schema!({"type": "string", "enum": AimName::names()})
);
json_text!(
    StartName,
    "Start",
    "an array of Chess960, as \"518\" or \"rnbqkbnr\", or \"any\"",
    json_schema!({
        "type": "string",
        "pattern": "^(any|[0-9]{1,3}|[BKNQRbknqr]{8})$",
        "examples": ["518", "bqnbnrkr", "any"],
    })
);
json_text!(
    RepairCount,
    "RepairCount",
    "a number such as \"5\", or \"all\"",
    json_schema!({"type": "string", "pattern": "^(all|[1-9][0-9]{0,2})$", "examples": ["5", "20", "all"]})
);
json_text!(Side, "Side", "white or black", json_schema!({"type": "string", "enum": Side::names()}));
json_text!(
    SidesName,
    "Sides",
    "white, black or both",
    json_schema!({"type": "string", "enum": SidesName::names()})
);
json_text!(
    Asked,
    "Asked",
    "status, reach, retro, dead or win",
    json_schema!({"type": "string", "enum": Asked::names()})
);
json_text!(By, "By", "proof or rules", json_schema!({"type": "string", "enum": By::names()}));
json_text!(
    Reading,
    "Reading",
    "the name of a contest, or \"positions\"",
    json_schema!({"type": "string", "enum": Reading::names()})
);
json_text!(
    Time,
    "Time",
    "a time such as \"500ms\", \"10s\" or \"5m\"",
    json_schema!({
        "type": "string",
        "pattern": "^(none|[0-9.]+ *(ns|us|µs|ms|s|m|min|h)?)$",
        "examples": ["500ms", "10s", "5m"],
    })
);
json_text!(
    Memory,
    "Memory",
    "an amount of memory such as \"256MiB\"",
    json_schema!({"type": "string", "pattern": "^[0-9]+ *[A-Za-z]*$", "examples": ["256MiB", "1GiB"]})
);

/// A list that is not read beyond a million items, whose memory no bound on the text would bound well.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct List<T>(pub Vec<T>);

/// Items of a [`List`].
const MAX_ITEMS: usize = 1_000_000;

impl<T> Default for List<T> {
    fn default() -> List<T> {
        List(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<List<T>, D::Error> {
        struct Items<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Items<T> {
            type Value = List<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<List<T>, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = from.next_element()? {
                    if items.len() == MAX_ITEMS {
                        return Err(A::Error::custom("more than a million items"));
                    }
                    items.push(item);
                }
                Ok(List(items))
            }
        }

        from.deserialize_seq(Items(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for List<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        <Vec<T>>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Vec<T>>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let time = |text: &str| text.parse::<Time>().map(|time| time.0.map(|time| time.as_millis()));
        assert_eq!(time("60"), Ok(Some(60_000)));
        assert_eq!(time("1.5s"), Ok(Some(1_500)));
        assert_eq!(time("250ms"), Ok(Some(250)));
        assert_eq!(time("2 min"), Ok(Some(120_000)));
        assert_eq!(time("1h"), Ok(Some(3_600_000)));
        assert_eq!(time("none"), Ok(None));
        for wrong in ["", "s", "-1s", "0", "0ms", "1d", "1e9", "inf", "1.2.3s", "9".repeat(400).as_str()] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
        for text in ["60s", "250ms", "1.5ms", "none"] {
            assert_eq!(text.parse::<Time>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn memories() {
        let memory = |text: &str| text.parse::<Memory>().map(|memory| memory.0);
        assert_eq!(memory("1GiB"), Ok(1 << 30));
        assert_eq!(memory("1gb"), Ok(1_000_000_000));
        assert_eq!(memory("512M"), Ok(512 << 20));
        assert_eq!(memory("4096"), Ok(4096));
        for wrong in ["", "0", "-1", "1.5GiB", "1XB", "99999999999999999999", "99999999TiB"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
        for text in ["1GiB", "512MiB", "4KiB", "1000"] {
            assert_eq!(text.parse::<Memory>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn names() {
        assert_eq!("pawnless".parse(), Ok(RulesName(RulesKind::Pawnless)));
        assert_eq!("by".parse::<By>(), Err("expected one of proof or rules".into()));
        assert_eq!(alternatives(&["a", "b", "c"]), "a, b or c");
    }
}
