//! The types of what functions take and give.

use std::fmt;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields};

/// A type that every engine has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A text.
    Text,
    /// A whole number of 32 bits.
    Whole,
    /// True or false.
    Truth,
    /// A list of texts.
    Texts,
    /// Values with names.
    Record(&'static [(&'static str, Kind)]),
}

impl Kind {
    /// What Arrow calls it. Short words lie in a view itself, so that texts cost no memory beside.
    pub fn arrow(self) -> DataType {
        match self {
            Kind::Text => DataType::Utf8View,
            Kind::Whole => DataType::Int32,
            Kind::Truth => DataType::Boolean,
            Kind::Texts => DataType::List(Arc::new(Field::new("item", DataType::Utf8View, true))),
            Kind::Record(members) => DataType::Struct(fields(members)),
        }
    }
}

/// The members of a record, as Arrow has them.
pub(super) fn fields(members: &[(&str, Kind)]) -> Fields {
    members.iter().map(|(name, kind)| Field::new(*name, kind.arrow(), true)).collect()
}

/// `text`, `integer`, `boolean`, `list of text`, `record (verdict, level)`.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Text => f.write_str("text"),
            Kind::Whole => f.write_str("integer"),
            Kind::Truth => f.write_str("boolean"),
            Kind::Texts => f.write_str("list of text"),
            Kind::Record(members) => {
                let names: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
                write!(f, "record ({})", names.join(", "))
            }
        }
    }
}
