//! The values of the fields, checked while they are read so that errors know where they are.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Unexpected, Visitor};

use crate::board::{Board, Color, Man, Setup, Square};
use crate::rules::Rules;

use super::super::fen;

/// Reads a string and makes a value of it.
struct Text<T, F> {
    expected: &'static str,
    read: F,
    value: PhantomData<T>,
}

impl<T, F: FnOnce(&str) -> Result<T, String>> Visitor<'_> for Text<T, F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.read)(text).map_err(E::custom)
    }
}

fn text<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    expected: &'static str,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(Text { expected, read, value: PhantomData })
}

/// The name of the rule set, which must be that of `R`.
pub(super) struct RulesTag<R>(PhantomData<R>);

impl<'de, R: Rules> Deserialize<'de> for RulesTag<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "the name of a rule set", |name| {
            if name == R::NAME {
                Ok(RulesTag(PhantomData))
            } else {
                Err(format!("expected a position of the rule set {:?}, found one of {name:?}", R::NAME))
            }
        })
    }
}

pub(super) struct Fen<R>(pub(super) Setup, PhantomData<R>);

impl<'de, R: Rules> Deserialize<'de> for Fen<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "a FEN", |fen| match fen::parse::<R>(fen) {
            Ok(setup) => Ok(Fen(setup, PhantomData)),
            Err(fault) => Err(format!("in the FEN, column {}: {}", fault.column, fault.message)),
        })
    }
}

pub(super) struct TurnField(pub(super) Color);

impl<'de> Deserialize<'de> for TurnField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "the side to move", |side| match side {
            "white" | "w" => Ok(TurnField(Color::White)),
            "black" | "b" => Ok(TurnField(Color::Black)),
            _ => Err(format!("expected the side to move, \"white\" or \"black\", found {side:?}")),
        })
    }
}

pub(super) struct SquareName<R>(pub(super) Square, PhantomData<R>);

impl<'de, R: Rules> Deserialize<'de> for SquareName<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "a square", |name| match name.parse() {
            Ok(square) if R::WINDOW.has(square) => Ok(SquareName(square, PhantomData)),
            _ => Err(format!("expected a square of this board such as a1, found {name:?}")),
        })
    }
}

pub(super) struct Clock(pub(super) u16);

impl<'de> Deserialize<'de> for Clock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u16(ClockVisitor)
    }
}

struct ClockVisitor;

impl Visitor<'_> for ClockVisitor {
    type Value = Clock;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number from 0 to 65535")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Clock, E> {
        u16::try_from(number).map(Clock).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }
}

/// A piece letter or chess symbol.
struct ManName(Man);

impl<'de> Deserialize<'de> for ManName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "a piece letter", |name| {
            let mut chars = name.chars();
            let man = chars.next().and_then(|c| {
                Man::from_symbol(c).or_else(|| u8::try_from(c).ok().and_then(Man::from_letter))
            });
            match man {
                Some(man) if chars.next().is_none() => Ok(ManName(man)),
                _ => Err(format!("expected a piece letter such as K or k, found {name:?}")),
            }
        })
    }
}

/// The men by square.
pub(super) struct MenBySquare<R>(pub(super) Board, PhantomData<R>);

impl<'de, R: Rules> Deserialize<'de> for MenBySquare<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MenVisitor(PhantomData))
    }
}

struct MenVisitor<R>(PhantomData<R>);

impl<'de, R: Rules> Visitor<'de> for MenVisitor<R> {
    type Value = MenBySquare<R>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a piece letter for each occupied square")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<MenBySquare<R>, A::Error> {
        let mut board = Board::EMPTY;
        while let Some(SquareName(square, _)) = map.next_key::<SquareName<R>>()? {
            if board.occupied().has(square) {
                return Err(Error::custom(format!("{square} is given twice")));
            }
            let ManName(man) = map.next_value()?;
            board.put(square, man);
        }
        Ok(MenBySquare(board, PhantomData))
    }
}
