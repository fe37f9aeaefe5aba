//! The types of what functions take and give.

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
