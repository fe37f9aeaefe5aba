//! Reading JSON strictly: no unknown, missing or duplicate keys, no wrong types; refusals name the place.

use std::fmt;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::board::{Board, Colour};
use crate::budget::Budget;
use crate::moves::Move;
use crate::squares::{Set, Square, file_letter};
use crate::{CheckError, Checked, Refusal, Rule};

/// No object of a certificate has more keys.
const MOST_KEYS: usize = 1000;

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
#[derive(Clone)]
pub(crate) struct Item<'a> {
    pub(crate) path: String,
    /// The rule of the document that it is held to.
    pub(crate) rule: Rule,
    pub(crate) json: &'a str,
    pub(crate) budget: &'a Budget<'a>,
}

impl<'a> Item<'a> {
    /// A refusal that begins with the place.
    pub(crate) fn refuse(&self, message: impl fmt::Display) -> CheckError {
        self.broken(self.rule, message).into()
    }

    /// A refusal by another rule than its own.
    fn broken(&self, rule: Rule, message: impl fmt::Display) -> Refusal {
        Refusal { place: self.path.clone(), ..Refusal::new(rule, message) }
    }

    /// A refusal of a move.
    pub(crate) fn refuse_move(&self, played: &str, message: impl fmt::Display) -> CheckError {
        Refusal { played: Some(played.into()), ..self.broken(self.rule, message) }.into()
    }

    /// A refusal of its form.
    pub(crate) fn misshapen(&self, message: impl fmt::Display) -> CheckError {
        self.broken(Rule::Form, message).into()
    }

    /// The same, held to a rule.
    pub(crate) fn under(self, rule: Rule) -> Item<'a> {
        Item { rule, ..self }
    }

    /// Refuses unless something holds.
    pub(crate) fn ensure(&self, holds: bool, message: impl FnOnce() -> String) -> Checked {
        ensure(holds, message).map_err(|error| self.refuse(error))
    }

    /// Refuses what has been found wrong.
    pub(crate) fn ensure_none<T>(&self, one: Option<T>, why: impl Fn(T) -> String) -> Checked {
        one.map_or(Ok(()), |wrong| Err(self.refuse(why(wrong))))
    }

    /// The position that was read from a text in this item; a refusal shows the text.
    pub(crate) fn read<T>(&self, text: &str, read: Result<T, String>) -> Checked<T> {
        read.map_err(|error| self.broken(Rule::Position, format!("{}: {error}", quote(text))).into())
    }

    /// The value as one of a type. Whoever reads asks now and then whether to go on.
    pub(crate) fn value<T: Deserialize<'a>>(&self, expected: &str) -> Checked<T> {
        self.budget.look()?;
        serde_json::from_str(self.json).map_err(|_| self.misshapen(format!("expected {expected}")))
    }

    /// A move that can be played.
    pub(crate) fn playable(&self, board: &Board) -> Checked<Move> {
        let text = self.text()?;
        board.find_playable(&text).map_err(|error| self.refuse_move(&text, format!("{error} of {board}")))
    }

    pub(crate) fn text(&self) -> Checked<String> {
        self.value("a string")
    }

    /// Which of some texts it is.
    pub(crate) fn one_of(&self, known: &[&'static str]) -> Checked<&'static str> {
        let expected = known.join(" or ");
        let text: String = self.value(&expected)?;
        let found = known.iter().find(|known| **known == text);
        found.copied().ok_or_else(|| self.refuse(format!("expected {expected}")))
    }

    pub(crate) fn colour(&self) -> Checked<Colour> {
        let is_black = self.one_of(&["white", "black"])? == "black";
        Ok(Colour::BOTH[usize::from(is_black)])
    }

    /// The items of a list, each found when it is its turn: a short text can have very many.
    pub(crate) fn list(&self) -> Checked<impl Iterator<Item = Item<'a>>> {
        let values = self.values('[').ok_or_else(|| self.misshapen("expected a list"))?;
        let item = move |(i, json)| Item { path: format!("{}[{i}]", self.path), json, ..*self };
        Ok((0usize..).zip(values).map(item))
    }

    /// How many nodes a list has: what is shorter than 15 letters is none.
    pub(crate) fn node_count(&self) -> Checked<usize> {
        Ok(self.list()?.count().min(self.json.len() / 15))
    }

    /// What stands in a list or an object, all unread: of an object each key before its value.
    fn values(&self, bracket: char) -> Option<impl Iterator<Item = &'a str> + use<'a>> {
        let mut rest = self.json.strip_prefix(bracket)?;
        Some(std::iter::from_fn(move || {
            rest = rest.trim_start_matches([' ', '\n', '\r', '\t', ',', ':']);
            // What is wrong with the text has been found before: this fails only at the end.
            let value = <&RawValue>::deserialize(&mut serde_json::Deserializer::from_str(rest)).ok()?.get();
            rest = &rest[value.len()..];
            Some(value)
        }))
    }

    /// The items of a list of so many.
    pub(crate) fn parts<const N: usize>(&self) -> Checked<[Item<'a>; N]> {
        let items: Vec<_> = self.list()?.take(N + 1).collect();
        items.try_into().map_err(|_| self.misshapen(format!("expected a list of {N}")))
    }

    pub(crate) fn object(self) -> Checked<Object<'a>> {
        let mut values = self.values('{').ok_or_else(|| self.misshapen("expected an object"))?;
        let mut entries: Vec<(String, &str)> = Vec::new();
        while let Some(key) = values.next() {
            let key = serde_json::from_str(key).ok().filter(|_| entries.len() < MOST_KEYS);
            let key = key.ok_or_else(|| self.misshapen("expected fewer keys"))?;
            entries.extend(values.next().map(|value| (key, value)));
        }
        entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        if let Some(pair) = entries.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let key = quote(&pair[0].0);
            return Err(self.misshapen(format!("the key {key} occurs twice in one object")));
        }
        Ok(Object { item: self, entries })
    }

    /// What is only named has no other value.
    pub(crate) fn expect_true(&self) -> Checked {
        self.ensure(self.json == "true", || "expected true".into())
    }

    pub(crate) fn square(&self) -> Checked<Square> {
        let text = self.text()?;
        Square::parse(&text).ok_or_else(|| self.refuse(format!("{} is not a square", quote(&text))))
    }

    /// A file letter, 0 for a.
    pub(crate) fn file(&self) -> Checked<i8> {
        let text = self.text()?;
        let file = (0..8).find(|file| text.chars().eq([file_letter(*file)]));
        file.ok_or_else(|| self.refuse(format!("{} is not a file", quote(&text))))
    }

    /// A list of squares, none twice.
    pub(crate) fn squares(&self) -> Checked<Set> {
        self.list()?.try_fold(0, |all, item| {
            let square = item.square()?;
            item.ensure(all & square.bit() == 0, || format!("{square} is named twice"))?;
            Ok(all | square.bit())
        })
    }

    /// Refuses unless this lists exactly the expected squares, each once.
    pub(crate) fn expect_squares(&self, expected: Set) -> Checked {
        let found = self.squares()?;
        let [wrong, missing] = [found & !expected, expected & !found].map(|set| Square::in_set(set).next());
        self.ensure_none(wrong, |square| format!("{square} does not belong here"))?;
        self.ensure_none(missing, |square| format!("{square} is missing"))
    }
}

/// The plies that were searched, which proves nothing: only its form is looked at.
pub(crate) fn read_searched(evidence: &Object<'_>) -> Checked<Option<u64>> {
    let Some(searched) = evidence.find("searched") else { return Ok(None) };
    let [plies, nodes] = searched.object()?.fields(["plies", "nodes"])?;
    nodes.value::<u64>("a whole number")?;
    plies.value("a whole number").map(Some)
}

/// The entries of an object, by key.
pub(crate) struct Object<'a> {
    pub(crate) item: Item<'a>,
    entries: Vec<(String, &'a str)>,
}

impl<'a> Object<'a> {
    pub(crate) fn get(&self, key: &str) -> Checked<Item<'a>> {
        self.find(key).ok_or_else(|| self.item.misshapen(format!("the key {key:?} is missing")))
    }

    /// The item with a key that may be missing.
    pub(crate) fn find(&self, key: &str) -> Option<Item<'a>> {
        let (_, json) = self.entries.iter().find(|(known, _)| known == key)?;
        Some(Item { path: format!("{}.{key}", self.item.path), json, ..self.item })
    }

    /// Refuses other keys than these.
    pub(crate) fn expect_only(&self, keys: &[&str]) -> Checked {
        let unexpected = self.entries.iter().find(|(key, _)| !keys.contains(&key.as_str()));
        let Some((key, _)) = unexpected else { return Ok(()) };
        Err(self.item.misshapen(format!("unexpected key {}", quote(key))))
    }

    /// The items with these keys, which must be all.
    pub(crate) fn fields<const N: usize>(&self, keys: [&str; N]) -> Checked<[Item<'a>; N]> {
        self.expect_only(&keys)?;
        let items = keys.iter().map(|key| self.get(key)).collect::<Result<Vec<_>, _>>()?;
        items.try_into().map_err(|_| self.item.misshapen("expected other keys"))
    }
}
