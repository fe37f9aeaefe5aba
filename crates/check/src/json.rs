//! Reading JSON strictly: no unknown, missing or duplicate keys, no wrong types, and every
//! refusal names the place.

use std::collections::HashSet;

use serde_json::{Deserializer, Map, Value};

use crate::Refusal;
use crate::board::Square;
use crate::squares::Set;

/// Reads one JSON value; refuses objects that name a key twice, which `serde_json` would let pass.
pub(crate) fn read(text: &str) -> Result<Value, Refusal> {
    let value = serde_json::from_str(text).map_err(|error| Refusal(format!("not JSON: {error}")))?;
    match duplicate_key(text) {
        Some(key) => Err(Refusal(format!("the key {} occurs twice in one object", quote(&key)))),
        None => Ok(value),
    }
}

/// The first key that an object of this text names a second time. The text must be valid JSON,
/// so that a string is a key exactly when a colon follows.
fn duplicate_key(text: &str) -> Option<String> {
    let (mut open, mut rest): (Vec<HashSet<String>>, _) = (Vec::new(), text);
    while let Some(at) = rest.find(['{', '}', '[', ']', '"']) {
        let mut end = at + 1;
        match rest.as_bytes()[at] {
            b'{' | b'[' => open.push(HashSet::new()),
            b'}' | b']' => drop(open.pop()),
            _ => {
                // Decoded, since one key can be escaped in several ways.
                let mut strings = Deserializer::from_str(&rest[at..]).into_iter::<String>();
                let key = strings.next()?.ok()?;
                end = at + strings.byte_offset();
                let is_key = rest[end..].trim_start().starts_with(':');
                if is_key && !open.last_mut()?.insert(key.clone()) {
                    return Some(key);
                }
            }
        }
        rest = &rest[end..];
    }
    None
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

/// A value and where it stands in the certificate.
pub(crate) struct Item<'a> {
    pub(crate) path: String,
    pub(crate) value: &'a Value,
}

impl<'a> Item<'a> {
    /// A refusal that begins with the place.
    pub(crate) fn refuse(&self, message: impl std::fmt::Display) -> Refusal {
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

    /// The item of an object whose keys include this one.
    pub(crate) fn get(&self, key: &str) -> Result<Item<'a>, Refusal> {
        match self.object()?.get(key) {
            Some(value) => Ok(Item { path: format!("{}.{key}", self.path), value }),
            None => Err(self.refuse(format!("the key {key:?} is missing"))),
        }
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.value.get(key).is_some()
    }

    pub(crate) fn object(&self) -> Result<&'a Map<String, Value>, Refusal> {
        self.value.as_object().ok_or_else(|| self.refuse("expected an object"))
    }

    /// Refuses an object that has other keys than these or not all of them.
    pub(crate) fn expect_keys(&self, keys: &[&str]) -> Result<(), Refusal> {
        let unexpected = self.object()?.keys().find(|key| !keys.contains(&key.as_str()));
        self.ensure_none(unexpected, |key| format!("unexpected key {}", quote(key)))?;
        keys.iter().try_for_each(|key| self.get(key).map(drop))
    }

    pub(crate) fn text(&self) -> Result<&'a str, Refusal> {
        self.value.as_str().ok_or_else(|| self.refuse("expected a string"))
    }

    /// Which of some texts it is.
    pub(crate) fn one_of(&self, known: &[&'static str]) -> Result<&'static str, Refusal> {
        let (found, last) = (known.iter().find(|text| self.value == **text), known.len() - 1);
        let expected = || format!("expected {} or {}", known[..last].join(", "), known[last]);
        found.copied().ok_or_else(|| self.refuse(expected()))
    }

    pub(crate) fn number(&self) -> Result<u64, Refusal> {
        self.value.as_u64().ok_or_else(|| self.refuse("expected a whole number"))
    }

    /// The values of a list.
    pub(crate) fn array(&self) -> Result<&'a [Value], Refusal> {
        self.value.as_array().map(Vec::as_slice).ok_or_else(|| self.refuse("expected a list"))
    }

    pub(crate) fn list(&self) -> Result<impl Iterator<Item = Item<'a>> + use<'a>, Refusal> {
        let path = self.path.clone();
        let list = self.array()?.iter().enumerate();
        Ok(list.map(move |(i, value)| Item { path: format!("{path}[{i}]"), value }))
    }

    /// The two items of a list of two.
    pub(crate) fn pair(&self) -> Result<[Item<'a>; 2], Refusal> {
        let items: Vec<_> = self.list()?.take(3).collect();
        items.try_into().map_err(|_| self.refuse("expected a list of two"))
    }

    pub(crate) fn square(&self) -> Result<Square, Refusal> {
        let text = self.text()?;
        Square::parse(text).ok_or_else(|| self.refuse(format!("{} is not a square", quote(text))))
    }

    /// A file letter, 0 for a.
    pub(crate) fn file(&self) -> Result<i8, Refusal> {
        let text = self.text()?;
        match text.as_bytes() {
            [letter @ b'a'..=b'h'] => Ok((letter - b'a') as i8),
            _ => Err(self.refuse(format!("{} is not a file", quote(text)))),
        }
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
