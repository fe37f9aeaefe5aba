//! Serde for what is written as a short text: what `Display` writes, `FromStr` reads.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::board::{Move, Square};
use crate::reach::Level;
use crate::rules::RulesKind;

struct Text<T> {
    expected: &'static str,
    value: PhantomData<T>,
}

impl<T: FromStr<Err: Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! written_as_text {
    ($($name:ty: $expected:literal),+ $(,)?) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                from.deserialize_str(Text { expected: $expected, value: PhantomData })
            }
        }
    )+};
}

written_as_text! {
    Square: "a square such as e4",
    Move: "a move such as e2e4",
    RulesKind: "the name of a rule set",
    Level: "a level of evidence",
}
