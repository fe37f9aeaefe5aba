//! What an answer of `dead` says, compared with what is proved of each side.

use chess_arbiter::board::Color;
use chess_arbiter_check::{Accepted, Question};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use serde_json::value::RawValue;

use super::members::{is_list, members};
use super::same::same_position;

/// What is said of a side.
#[derive(Deserialize)]
pub(super) struct SaidSide<'a> {
    side: Option<String>,
    verdict: Option<String>,
    plies: Option<u64>,
    /// A list of moves, not read before its certificate is: it may be longer than that.
    #[serde(borrow)]
    line: Option<&'a RawValue>,
    by: Option<String>,
    #[serde(borrow)]
    certificate: Option<&'a RawValue>,
}

/// An answer about sides.
pub(super) struct Sides<'a> {
    pub(super) verdict: String,
    pub(super) result: Option<String>,
    /// The position that is told of.
    pub(super) position: Option<String>,
    pub(super) sides: Vec<SaidSide<'a>>,
}

/// What a certificate about a side repeats in the answer.
#[derive(Deserialize)]
struct Excerpt<'a> {
    #[serde(borrow)]
    evidence: &'a RawValue,
}

#[derive(Deserialize)]
struct LineEvidence {
    line: Option<Vec<String>>,
}

/// At most two sides; none if this is something else.
pub(super) fn read(text: &RawValue) -> Vec<SaidSide<'_>> {
    // Counted first: what is read then takes little memory.
    let few = serde_json::from_str::<Vec<IgnoredAny>>(text.get()).is_ok_and(|items| items.len() <= 2);
    if few { serde_json::from_str(text.get()).unwrap_or_default() } else { Vec::new() }
}

/// What is compared of a side.
const COMPARED: [&str; 6] = ["side", "verdict", "certificate", "plies", "line", "by"];
/// By these nothing is claimed of a side that is undecided.
const OF_UNDECIDED: [&str; 4] = ["side", "verdict", "certificate", "limit"];

/// What is said of the sides beside.
pub(super) fn beside(text: &RawValue) -> Vec<String> {
    let said = read(text);
    let texts =
        if said.is_empty() { Vec::new() } else { serde_json::from_str(text.get()).unwrap_or_default() };
    let mut beside = Vec::new();
    for (number, (said, text)) in said.iter().zip::<Vec<&RawValue>>(texts).enumerate() {
        let is_open = said.certificate.is_none() && said.verdict.as_deref() == Some("undecided");
        let compared: &[&str] = if is_open { &OF_UNDECIDED } else { &COMPARED };
        let Some(members) = members(text.get()) else {
            beside.push(format!("sides[{number}]"));
            continue;
        };
        let is_more = |name: &str, value| value != "null" && !compared.contains(&name);
        let more = members.iter().filter(|(name, value)| is_more(name, *value));
        beside.extend(more.map(|(name, _)| format!("sides[{number}].{name}")));
    }
    beside
}

impl<'a> Sides<'a> {
    /// Whether certificates stand beside what is said of the sides.
    pub(super) fn have_certificates(&self) -> bool {
        self.sides.iter().any(|side| side.certificate.is_some())
    }

    /// Each side's certificate, where something is claimed.
    ///
    /// # Errors
    /// There is none where there should be one.
    pub(super) fn certificates(&self) -> Result<Vec<Option<&'a str>>, String> {
        let certificate = |side: &SaidSide<'a>| match (side.certificate, side.verdict.as_deref()) {
            (Some(certificate), _) => Ok(Some(certificate.get())),
            (None, Some("undecided")) => Ok(None),
            (None, _) => {
                let name = side.side.as_deref().unwrap_or("a side");
                Err(format!("there is no certificate for what is said of {name}"))
            }
        };
        self.sides.iter().map(certificate).collect()
    }

    /// Compares what is said of a side with what its certificate proves.
    ///
    /// # Errors
    /// What the two differ in.
    pub(super) fn compare(
        &self,
        number: usize,
        certificate: &str,
        proved: &Accepted,
    ) -> Result<(), &'static str> {
        let said = self.sides.get(number).ok_or("is about another side")?;
        if proved.question != Question::CanWin {
            return Err("answers another question");
        }
        if said.side != proved.side.map(|side| side.to_string()) {
            return Err("is about another side");
        }
        if said.verdict.as_deref() != Some(proved.answer) {
            return Err("proves another verdict");
        }
        if !said.is_evidence(certificate) {
            return Err("has different evidence than the answer says");
        }
        match &self.position {
            Some(position) if !same_position(position, proved) => Err("is about another position"),
            _ => Ok(()),
        }
    }

    /// Compares the verdict about all sides with what is said of each.
    ///
    /// # Errors
    /// What is wrong.
    pub(super) fn compare_verdict(&self) -> Result<(), &'static str> {
        let count =
            |verdict| self.sides.iter().filter(|side| side.verdict.as_deref() == Some(verdict)).count();
        let verdict = match &self.sides[..] {
            [side] => side.verdict.as_deref().unwrap_or_default(),
            [white, black] if white.side == black.side => return Err("the answer tells of a side twice"),
            [_, _] if count("unwinnable") == 2 => "dead",
            _ if count("winnable") > 0 => "winnable",
            _ => "undecided",
        };
        if self.verdict == verdict { Ok(()) } else { Err("the verdict is not that of the sides") }
    }

    /// Compares the result with what is proved of the side whose opponent's time is up. `is_proved` asks the
    /// checker: a mate on the board came before that.
    ///
    /// # Errors
    /// What is wrong, or what `is_proved` fails with.
    pub(super) fn compare_result<E>(
        &self,
        proved: &[Accepted],
        is_proved: impl FnOnce(&str) -> Result<bool, E>,
    ) -> Result<Result<(), &'static str>, E> {
        let Some(said) = &self.result else { return Ok(Ok(())) };
        let [proved] = proved else { return Ok(Err("a result is of an answer about one side")) };
        let side = if proved.side.is_some_and(|side| side.to_string() == "white") {
            Color::White
        } else {
            Color::Black
        };
        let won = |color| if color == Color::White { "1-0" } else { "0-1" };
        let result = if proved.answer == "winnable" {
            won(side)
        } else if is_proved(&mated(&proved.position, !side))? {
            won(!side)
        } else {
            "1/2-1/2"
        };
        Ok(if said == result { Ok(()) } else { Err("the result is another one") })
    }
}

impl SaidSide<'_> {
    /// Whether the certificate's evidence is what the answer tells of it.
    fn is_evidence(&self, certificate: &str) -> bool {
        let Ok(Excerpt { evidence }) = serde_json::from_str(certificate) else { return false };
        // A closure may have more that belongs to it.
        let is_part = |name: &str| ["ghosts", "leaves", "positions"].contains(&name);
        let found = members(evidence.get()).unwrap_or_default();
        let kinds: Vec<&str> =
            found.iter().map(|(name, _)| name.as_str()).filter(|name| !is_part(name)).collect();
        let [kind] = kinds[..] else { return false };
        if kind != "line" {
            return self.by.as_deref() == Some(kind) && self.plies.is_none() && self.line.is_none();
        }
        let Ok(LineEvidence { line: Some(moves) }) = serde_json::from_str(evidence.get()) else {
            return false;
        };
        self.by.is_none()
            && self.plies == Some(moves.len() as u64)
            && self.line.is_some_and(|line| is_list(line.get(), &moves))
    }
}

/// The certificate that a side has mated.
fn mated(position: &str, by: Color) -> String {
    json!({
        "format": "arbiter-certificate", "version": 2, "rules": "standard", "question": "can-win",
        "position": position, "claim": {"answer": "winnable", "side": by.to_string()}, "evidence": {"line": []},
    })
    .to_string()
}
