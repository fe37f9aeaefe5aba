//! Reading JSON strictly: no unknown, missing or duplicate keys, no wrong types, and every
//! refusal names the place.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::Refusal;
use crate::board::{Square, file_letter};
use crate::squares::Set;

/// The keys and values of an object as they come, since maps would keep the last of equal keys.
struct Entries<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Deserialize<'a> for Entries<'a> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries(Vec::new()))
    }
}

impl<'a> Visitor<'a> for Entries<'a> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self, A::Error> {
        std::iter::from_fn(|| map.next_entry().transpose()).collect::<Result<_, _>>().map(Entries)
    }
}

/// A text from the certificate for use in a message: escaped, and not longer than a line.
pub(crate) fn quote(text: &str) -> String {
    match text.char_indices().nth(100) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Says what is wrong unless something holds.
pub(crate) fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

/// A JSON value and where it stands in the certificate.
pub(crate) struct Item<'a> {
    pub(crate) path: String,
    pub(crate) json: &'a str,
}

impl<'a> Item<'a> {
    /// A refusal that begins with the place.
    pub(crate) fn refuse(&self, message: impl fmt::Display) -> Refusal {
        Refusal(format!("{}: {message}", self.path))
    }

    /// Refuses unless something holds.
    pub(crate) fn ensure(&self, holds: bool, message: impl FnOnce() -> String) -> Result<(), Refusal> {
        ensure(holds, message).map_err(|error| self.refuse(error))
    }

    /// Refuses what has been found wrong.
    pub(crate) fn ensure_none<T>(&self, wrong: Option<T>, why: impl Fn(T) -> String) -> Result<(), Refusal> {
        wrong.map_or(Ok(()), |wrong| Err(self.refuse(why(wrong))))
    }

    /// What is read from a text in this item; a refusal shows the text.
    pub(crate) fn read<T>(&self, text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<T, Refusal> {
        read(text).map_err(|error| self.refuse(format!("{}: {error}", quote(text))))
    }

    /// The value as one of a type.
    pub(crate) fn value<T: Deserialize<'a>>(&self, expected: &str) -> Result<T, Refusal> {
        serde_json::from_str(self.json).map_err(|_| self.refuse(format!("expected {expected}")))
    }

    pub(crate) fn text(&self) -> Result<String, Refusal> {
        self.value("a string")
    }

    /// Which of some texts it is.
    pub(crate) fn one_of(&self, known: &[&'static str]) -> Result<&'static str, Refusal> {
        let expected = known.join(" or ");
        let text: String = self.value(&expected)?;
        let found = known.iter().find(|known| **known == text);
        found.copied().ok_or_else(|| self.refuse(format!("expected {expected}")))
    }

    pub(crate) fn list(&self) -> Result<impl Iterator<Item = Item<'a>> + use<'a>, Refusal> {
        let (path, list) = (self.path.clone(), self.value::<Vec<&RawValue>>("a list")?);
        let items = list.into_iter().enumerate();
        Ok(items.map(move |(i, value)| Item { path: format!("{path}[{i}]"), json: value.get() }))
    }

    /// The two items of a list of two.
    pub(crate) fn pair(&self) -> Result<[Item<'a>; 2], Refusal> {
        let items: Vec<_> = self.list()?.take(3).collect();
        items.try_into().map_err(|_| self.refuse("expected a list of two"))
    }

    pub(crate) fn object(self) -> Result<Object<'a>, Refusal> {
        let Entries(mut entries) = self.value("an object")?;
        entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        let twice = entries.windows(2).find(|pair| pair[0].0 == pair[1].0);
        let why = |pair: &[(String, _)]| format!("the key {} occurs twice in one object", quote(&pair[0].0));
        self.ensure_none(twice, why)?;
        Ok(Object { item: self, entries })
    }

    pub(crate) fn square(&self) -> Result<Square, Refusal> {
        let text = self.text()?;
        Square::parse(&text).ok_or_else(|| self.refuse(format!("{} is not a square", quote(&text))))
    }

    /// A file letter, 0 for a.
    pub(crate) fn file(&self) -> Result<i8, Refusal> {
        let text = self.text()?;
        let file = (0..8).find(|file| text.chars().eq([file_letter(*file)]));
        file.ok_or_else(|| self.refuse(format!("{} is not a file", quote(&text))))
    }

    /// A list of squares, none twice.
    pub(crate) fn squares(&self) -> Result<Set, Refusal> {
        self.list()?.try_fold(0, |all, item| {
            let square = item.square()?;
            item.ensure(all & square.bit() == 0, || format!("{square} is named twice"))?;
            Ok(all | square.bit())
        })
    }

    /// Refuses unless this lists exactly the expected squares, each once.
    pub(crate) fn expect_squares(&self, expected: Set) -> Result<(), Refusal> {
        let found = self.squares()?;
        let [wrong, missing] = [found & !expected, expected & !found].map(|set| Square::in_set(set).next());
        self.ensure_none(wrong, |square| format!("{square} does not belong here"))?;
        self.ensure_none(missing, |square| format!("{square} is missing"))
    }
}

/// The entries of an object, by key.
pub(crate) struct Object<'a> {
    pub(crate) item: Item<'a>,
    entries: Vec<(String, &'a RawValue)>,
}

impl<'a> Object<'a> {
    pub(crate) fn get(&self, key: &str) -> Result<Item<'a>, Refusal> {
        let entry = self.entries.iter().find(|(known, _)| known == key);
        let (_, value) = entry.ok_or_else(|| self.item.refuse(format!("the key {key:?} is missing")))?;
        Ok(Item { path: format!("{}.{key}", self.item.path), json: value.get() })
    }

    /// Refuses other keys than these.
    pub(crate) fn expect_only(&self, keys: &[&str]) -> Result<(), Refusal> {
        let unexpected = self.entries.iter().find(|(key, _)| !keys.contains(&key.as_str()));
        self.item.ensure_none(unexpected, |(key, _)| format!("unexpected key {}", quote(key)))
    }

    /// The items with these keys, which must be all.
    pub(crate) fn fields<const N: usize>(&self, keys: [&str; N]) -> Result<[Item<'a>; N], Refusal> {
        self.expect_only(&keys)?;
        let items = keys.iter().map(|key| self.get(key)).collect::<Result<Vec<_>, _>>()?;
        items.try_into().map_err(|_| self.item.refuse("expected other keys"))
    }
}
