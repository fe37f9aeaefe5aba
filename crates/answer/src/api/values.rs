//! Values of requests that are names or amounts, read as the command reads them.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use chess_arbiter::reach::Level;
use chess_arbiter::rules::RulesKind;
use chess_arbiter_judge::Program;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::values::{Memory, Time};

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Game(pub RulesKind);

/// A level of evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelName(pub Level);

/// A time such as `"10s"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeText(pub Time);

/// An amount of memory such as `"256MiB"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryText(pub Memory);

/// A list that is not read beyond a million items, whose memory no bound on the text would bound well.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct List<T>(pub Vec<T>);

/// Items of a [`List`].
const MOST_ITEMS: usize = 1_000_000;

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
                    if items.len() == MOST_ITEMS {
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

/// What reachability is judged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// A game that reaches the position, or a proof that none does.
    #[default]
    Proof,
    /// Five rules that every position from a game keeps.
    Rules,
}

/// How a text is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// As positions, one after another.
    Positions,
    /// As the input of a contest.
    Contest(Program),
}

impl Reading {
    /// All names.
    fn names() -> Vec<&'static str> {
        std::iter::once(Reading::Positions.name()).chain(Program::ALL.map(Program::name)).collect()
    }

    /// `positions`, or the contest's name.
    pub const fn name(self) -> &'static str {
        match self {
            Reading::Positions => "positions",
            Reading::Contest(program) => program.name(),
        }
    }
}

fn level(text: &str) -> Result<LevelName, String> {
    let found = Level::ALL.into_iter().find(|level| level.name() == text);
    found.map(LevelName).ok_or_else(|| format!("expected one of {}", Level::ALL.map(Level::name).join(", ")))
}

fn game(text: &str) -> Result<Game, String> {
    let rules: Result<RulesKind, _> = text.parse();
    rules.map(Game).map_err(|error| error.to_string())
}

fn reading(text: &str) -> Result<Reading, String> {
    if text == "positions" {
        return Ok(Reading::Positions);
    }
    let program: Result<Program, _> = text.parse();
    program.map(Reading::Contest).map_err(|error| format!("{error}; or positions"))
}

fn of_text<T: FromStr<Err = &'static str>>(text: &str) -> Result<T, String> {
    text.parse().map_err(String::from)
}

/// Reads a string with a function.
struct Reads<T> {
    read: fn(&str) -> Result<T, String>,
    expected: &'static str,
}

impl<T> Visitor<'_> for Reads<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.read)(text).map_err(E::custom)
    }
}

/// `Deserialize` and `JsonSchema` for a value that is written as a string.
macro_rules! text_value {
    ($name:ident, $title:literal, $read:expr, $expected:literal, $schema:expr) => {
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                from.deserialize_str(Reads { read: $read, expected: $expected })
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                $title.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

text_value!(
    Game,
    "Rules",
    game,
    "the name of a rule set",
    json_schema!({"type": "string", "enum": RulesKind::ALL.map(RulesKind::name), "default": "standard"})
);
text_value!(
    LevelName,
    "Level",
    level,
    "a level of evidence",
    json_schema!({"type": "string", "enum": Level::ALL.map(Level::name)})
);
text_value!(
    TimeText,
    "Time",
    |text| of_text(text).map(TimeText),
    "a time such as \"500ms\", \"10s\" or \"5m\"",
    json_schema!({"type": "string", "pattern": "^(none|[0-9.]+ *(ms|s|m|min|h)?)$", "examples": ["500ms", "10s", "5m"]})
);
text_value!(
    MemoryText,
    "Memory",
    |text| of_text(text).map(MemoryText),
    "an amount of memory such as \"256MiB\"",
    json_schema!({"type": "string", "pattern": "^[0-9]+ *[A-Za-z]*$", "examples": ["256MiB", "1GiB"]})
);
text_value!(
    Reading,
    "Reading",
    reading,
    "the name of a contest, or \"positions\"",
    json_schema!({"type": "string", "enum": Reading::names()})
);

impl Default for LevelName {
    fn default() -> LevelName {
        LevelName(Level::Full)
    }
}
