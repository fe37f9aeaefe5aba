//! What a line of JSON claims: it is a certificate, or an answer of this command with one inside.

use chess_arbiter::board::Start;
use chess_arbiter::certificate::Node;
use chess_arbiter::format::{parse_partial, parse_setup};
use chess_arbiter::rules::Standard;
use chess_arbiter::win::stipulation::Stipulation;
use chess_arbiter_check::{Accepted, Question};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Deserializer;
use serde_json::value::RawValue;

use super::covered::{OF_PAST, OF_SIDES};
use super::past::{self, PastAnswer};
use super::same::same_position;
use super::sides::{self, Sides};

/// What there is to check.
pub(super) enum Claimed<'a> {
    /// The text is a certificate, or nothing we know: the checker will say.
    Certificate,
    /// One of our own answers.
    Answer(Answer<'a>),
    /// An answer about sides that have certificates of their own, and what these do not cover.
    Sides(Sides<'a>, Vec<String>),
    /// An answer about the past of a position, each part of which has a certificate of its own, and what
    /// these do not cover.
    Past(PastAnswer<'a>, Vec<String>),
    /// One of our own lines that claims nothing, and why.
    Nothing(&'static str),
}

/// An answer as `--json --certificate` writes it.
pub(super) struct Answer<'a> {
    /// The certificate's own text: the checker must see what is there, duplicate keys included.
    pub(super) certificate: Option<&'a str>,
    pub(super) said: Box<Said<'a>>,
    /// What it says anything about.
    pub(super) names: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct Said<'a> {
    input: Option<String>,
    verdict: Option<String>,
    pub(super) stipulation: Option<String>,
    /// A text of any length, not read before its certificate is.
    #[serde(borrow)]
    pub(super) reason: Option<&'a RawValue>,
    pub(super) plies: Option<u64>,
    at_least: Option<u64>,
    #[serde(default)]
    pub(super) shortest: bool,
    #[serde(default)]
    rules: Vec<u8>,
    /// A list of moves, not read before its certificate is: it may be longer than that.
    #[serde(borrow)]
    game: Option<&'a RawValue>,
    lemma: Option<String>,
    start: Option<String>,
    /// A list of moves too, and another.
    #[serde(borrow)]
    pub(super) keys: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) line: Option<&'a RawValue>,
    /// Of a problem: what was worked out of it, and its first moves that nearly win.
    #[serde(borrow)]
    pub(super) solution: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) tries: Option<&'a RawValue>,
    /// Of `dead`: the sides that are told of, the position if moves were played, and the result.
    #[serde(borrow)]
    pub(super) sides: Option<&'a RawValue>,
    pub(super) position: Option<String>,
    result: Option<String>,
    /// Of help play: how many solutions there are, and which they are.
    count: Option<u64>,
    #[serde(borrow)]
    pub(super) solutions: Option<&'a RawValue>,
    /// The same if the first move is passed over.
    pub(super) set_count: Option<u64>,
    #[serde(borrow)]
    pub(super) set_solutions: Option<&'a RawValue>,
    /// Of an illegal position: changes of it, each with what is said of the changed position.
    #[serde(borrow)]
    pub(super) repairs: Option<&'a RawValue>,
}

/// The solutions that a certificate has.
#[derive(Deserialize)]
pub(super) struct HelpExcerpt {
    pub(super) evidence: HelpEvidence,
}

#[derive(Deserialize)]
pub(super) struct HelpEvidence {
    pub(super) lines: Vec<Vec<String>>,
    pub(super) set_play: Option<Vec<Vec<String>>>,
}

/// What an answer about legality repeats of its certificate, which the checker has accepted.
#[derive(Deserialize)]
struct LegalityExcerpt {
    evidence: LegalityEvidence,
}

#[derive(Deserialize)]
struct WinExcerpt {
    evidence: WinEvidence,
}

#[derive(Deserialize)]
struct WinEvidence {
    searched: Option<SearchedPlies>,
}

/// What was searched and is not proved.
#[derive(Deserialize)]
struct SearchedPlies {
    plies: u64,
}

#[derive(Deserialize)]
struct LegalityEvidence {
    game: Option<Vec<String>>,
    #[serde(default)]
    nodes: Vec<Node>,
    /// Of any array: arrays with their nodes.
    #[serde(default)]
    arrays: Vec<(Vec<String>, Vec<Node>)>,
}

pub(super) fn claimed(text: &str) -> Claimed<'_> {
    if text.trim() == "null" {
        return Claimed::Nothing("undecided, nothing is claimed");
    }
    let Some(members) = members(text) else { return Claimed::Certificate };
    let member = |name: &str| members.iter().find(|(key, _)| key == name).map(|&(_, value)| value);
    if member("format").is_some() {
        return Claimed::Certificate;
    }
    if member("error").is_some() {
        return Claimed::Nothing("there was an error instead of an answer");
    }
    // Fails too when a key is there twice.
    let Ok(said) = serde_json::from_str::<Box<Said<'_>>>(text) else { return Claimed::Certificate };
    if said.verdict.is_none() {
        return Claimed::Certificate;
    }
    let mut certificates = members.iter().filter(|(key, _)| key == "certificate");
    let only = certificates.next().filter(|_| certificates.next().is_none());
    let certificate = only.map(|&(_, value)| value).filter(|&value| value != "null");
    let names = members.iter().filter(|&&(_, value)| value != "null").map(|(name, _)| name.clone()).collect();
    let answer = Answer { certificate, said, names };
    if certificate.is_none()
        && let Some(past) = answer.past()
    {
        return Claimed::Past(past, answer.beside(OF_PAST));
    }
    if certificate.is_none() {
        // Of two sides one may be undecided.
        let sides = answer.sides();
        if sides.have_certificates() && !answer.says_more_than_sides() {
            return Claimed::Sides(sides, answer.beside(OF_SIDES));
        }
    }
    match (answer.said.verdict.as_deref(), &answer.said.result) {
        (Some("undecided"), None) => Claimed::Nothing("undecided, nothing is claimed"),
        _ => Claimed::Answer(answer),
    }
}

impl<'a> Answer<'a> {
    /// Whether there is something in it that no answer about sides says.
    pub(super) fn says_more_than_sides(&self) -> bool {
        let Said { stipulation, plies, at_least, shortest, rules, game, lemma, start, .. } = &*self.said;
        let texts = [stipulation, lemma, start];
        texts.iter().any(|text| text.is_some())
            || plies.or(*at_least).is_some()
            || *shortest
            || !rules.is_empty()
            || game.is_some()
    }

    /// What is said of sides, by an answer of `dead`.
    pub(super) fn sides(&self) -> Sides<'a> {
        let Said { verdict, result, position, input, sides, .. } = &*self.said;
        Sides {
            verdict: verdict.clone().unwrap_or_default(),
            result: result.clone(),
            position: position.clone().or_else(|| input.clone()),
            sides: sides.map(sides::read).unwrap_or_default(),
        }
    }

    /// What is said of the past, by an answer of `retro`.
    fn past(&self) -> Option<PastAnswer<'a>> {
        let Said { verdict, input, start, sides, .. } = &*self.said;
        Some(PastAnswer {
            input: input.clone()?,
            verdict: verdict.clone()?,
            start: start.clone(),
            sides: sides.and_then(past::read)?,
        })
    }

    /// What the answer claims that its certificate does not prove, if the certificate says so itself.
    ///
    /// # Errors
    /// What the two differ in.
    pub(super) fn beyond(&self, proved: &Accepted) -> Result<Option<&'static str>, &'static str> {
        let Said { input, verdict, plies, shortest, rules, .. } = &*self.said;
        if verdict.as_deref() != Some(proved.answer) {
            return Err("proves another verdict");
        }
        if proved.question != Question::CanWin && self.said.result.is_some()
            || proved.question != Question::Help && self.said.count.is_some()
        {
            return Err("answers another question");
        }
        if proved.question == Question::Help {
            return self.beyond_solutions(proved);
        }
        let Ok(asked) = self.said.stipulation.as_deref().map(str::parse::<Stipulation>).transpose() else {
            return Err("is about something other than the stipulation of the answer");
        };
        if asked.and_then(|asked| asked.aim.name()) != proved.aim {
            return Err("is about another aim");
        }
        let within = asked.map(|asked| u64::from(asked.aim.plies(asked.moves).0));
        if !within.is_none_or(|within| is_within(proved, within)) {
            return Err("is about a different number of moves than the stipulation of the answer");
        }
        let array = |start: &Option<String>| start.clone().unwrap_or_else(|| Start::USUAL.to_string());
        if array(&self.said.start) != array(&proved.start) {
            return Err("is about games from another array");
        }
        let legality = proved.question == Question::Legality;
        if legality && !self.is_of_legality() {
            return Err("has different evidence than the answer says");
        }
        if legality && !self.is_as_long(proved) {
            return Err("proves less than the answer says");
        }
        let searched = !legality && *shortest && !proved.shortest;
        if !legality && *plies != proved.plies
            || searched && !self.says_what_was_searched()
            || *rules != proved.broken
        {
            return Err("proves less than the answer says");
        }
        if proved.question == Question::Win && self.has_whole_line(proved) && !self.is_line_of_strategy() {
            return Err("has a different line than the answer");
        }
        if let (Some((plies, keys)), Some(said)) = (&proved.keys, self.said.keys) {
            // Within fewer plies than the win takes there are none.
            let is_asked = within.map_or(Some(*plies) >= proved.plies, |within| *plies == within);
            if !is_asked || !is_list(said.get(), keys) {
                return Err("has different keys than the answer");
            }
        }
        // Where there is no win there is no key.
        let is_held = proved.question == Question::Win && proved.answer == "no-win";
        if is_held && self.said.keys.is_some_and(|keys| !is_list(keys.get(), &[])) {
            return Err("has different keys than the answer");
        }
        let about = self.said.position.as_ref().filter(|_| proved.question == Question::CanWin);
        match about.or(input.as_ref()) {
            Some(input) if !same_position(input, proved) => Err("is about another position"),
            _ => Ok(searched.then_some("that fewer are not enough was searched, and is not proved")),
        }
    }

    /// The same of an answer about help play.
    fn beyond_solutions(&self, proved: &Accepted) -> Result<Option<&'static str>, &'static str> {
        let Said { input, stipulation, plies, shortest, count, solutions, .. } = &*self.said;
        let Said { set_count, set_solutions, .. } = &*self.said;
        if *stipulation != proved.stipulation {
            return Err("is about something other than the stipulation of the answer");
        }
        if *count != proved.solutions || *plies != proved.plies || *shortest != (proved.answer == "solved") {
            return Err("proves less than the answer says");
        }
        let certificate = self.certificate.and_then(|text| serde_json::from_str::<HelpExcerpt>(text).ok());
        let Some(HelpExcerpt { evidence: HelpEvidence { lines, set_play } }) = certificate else {
            return Err("proves less than the answer says");
        };
        if !solutions.is_none_or(|said| begins(said, &lines)) {
            return Err("has different solutions than the answer");
        }
        if let Some(lines) = set_play
            && (set_count.is_some_and(|count| Some(count) != proved.set_play)
                || !set_solutions.is_none_or(|said| begins(said, &lines)))
        {
            return Err("has different set play than the answer");
        }
        if !input.as_ref().is_none_or(|input| same_position(input, proved)) {
            return Err("is about another position");
        }
        let others = "that there are no other solutions was searched, and is not proved";
        Ok(proved.searched.is_some().then_some(others))
    }

    /// Whether it is proved, or said to be searched, that no game has fewer plies than the answer says.
    fn is_as_long(&self, proved: &Accepted) -> bool {
        let Said { input, plies, at_least, shortest, .. } = &*self.said;
        if *shortest && (plies.is_none() || at_least.is_some_and(|most| Some(most) != *plies)) {
            return false;
        }
        let Some(least) = at_least.or(plies.filter(|_| *shortest)).filter(|_| !has_no_bound(proved)) else {
            return true;
        };
        // Only where `?` stands a field is left open.
        let asked = input.as_ref().filter(|input| parse_setup::<Standard>(input).is_err());
        let asked = asked.and_then(|input| parse_partial::<Standard>(input).ok());
        let (castling, en_passant) =
            asked.map_or((true, true), |asked| (asked.castling.is_some(), asked.en_passant.is_some()));
        let is_proved = proved.at_least.is_some_and(|bound| {
            u64::from(bound.plies) >= least
                && (castling || bound.any_castling)
                && (en_passant || bound.any_en_passant)
        });
        is_proved || proved.searched.and_then(|plies| plies.checked_add(1)) >= Some(least)
    }

    /// Whether the certificate names the search for a shorter win that stands in for a proof.
    fn says_what_was_searched(&self) -> bool {
        let certificate = self.certificate.and_then(|text| serde_json::from_str::<WinExcerpt>(text).ok());
        let searched = certificate.and_then(|WinExcerpt { evidence }| evidence.searched);
        searched.is_some_and(|searched| searched.plies.checked_add(1) == self.said.plies)
    }

    /// Whether the game, its length and the lemma that the answer names are those of its certificate.
    fn is_of_legality(&self) -> bool {
        let Said { plies, game, lemma, .. } = &*self.said;
        let certificate =
            self.certificate.and_then(|text| serde_json::from_str::<LegalityExcerpt>(text).ok());
        let Some(LegalityExcerpt { evidence }) = certificate else { return false };
        // The first node is about the position itself.
        let nodes = evidence.arrays.first().map_or(&evidence.nodes, |(_, nodes)| nodes);
        let first = nodes.first().map(Node::reason).filter(|&reason| reason != "retract");
        let length = evidence.game.as_ref().map(|game| game.len() as u64);
        let is_same =
            |game: &RawValue| evidence.game.as_ref().is_some_and(|moves| is_list(game.get(), moves));
        game.is_none_or(is_same)
            && (plies.is_none() || *plies == length)
            && (lemma.is_none() || lemma.as_deref() == first)
    }
}

/// Of games from other arrays no certificate says how long they are.
pub(super) fn has_no_bound(proved: &Accepted) -> bool {
    proved.start.is_some() && proved.at_least.is_none() && proved.searched.is_none()
}

/// Whether a win, or that there is none, answers what is asked within so many plies.
fn is_within(proved: &Accepted, asked: u64) -> bool {
    proved.plies.is_none_or(|plies| if proved.answer == "win" { plies <= asked } else { plies >= asked })
}

/// Whether a JSON text is a list with which these lines begin: an answer may have been asked for fewer than
/// all, and they are in one order.
fn begins(said: &RawValue, lines: &[Vec<String>]) -> bool {
    serde_json::from_str::<Vec<IgnoredAny>>(said.get()).is_ok_and(|said| said.len() <= lines.len())
        && serde_json::from_str::<Vec<Vec<String>>>(said.get()).is_ok_and(|said| lines.starts_with(&said))
}

/// Whether a JSON text is the list of these moves.
pub(super) fn is_list(text: &str, moves: &[String]) -> bool {
    // Counted first: what is read then takes no more memory than the moves do.
    serde_json::from_str::<Vec<IgnoredAny>>(text).is_ok_and(|items| items.len() == moves.len())
        && serde_json::from_str::<Vec<String>>(text).is_ok_and(|items| items == moves)
}

/// Members of an answer at most: it has far fewer.
const MAX_MEMBERS: usize = 1000;

/// The members of a JSON object, each with the text of its value; `None` if the text is no object, or has
/// more than [`MAX_MEMBERS`].
pub(super) fn members(text: &str) -> Option<Vec<(String, &str)>> {
    let mut rest = text.trim().strip_prefix('{')?.trim_start();
    let mut members = Vec::new();
    while !rest.starts_with('}') {
        if members.len() == MAX_MEMBERS {
            return None;
        }
        let mut keys = Deserializer::from_str(rest).into_iter::<String>();
        let key = keys.next()?.ok()?;
        rest = rest.get(keys.byte_offset()..)?.trim_start().strip_prefix(':')?.trim_start();
        let mut values = Deserializer::from_str(rest).into_iter::<IgnoredAny>();
        values.next()?.ok()?;
        let (value, after) = rest.split_at_checked(values.byte_offset())?;
        members.push((key, value.trim()));
        rest = after.trim_start();
        match rest.strip_prefix(',') {
            Some(next) => rest = next.trim_start(),
            None if rest.starts_with('}') => {}
            None => return None,
        }
    }
    (rest == "}").then_some(members)
}

#[cfg(test)]
mod tests {
    use super::members;

    #[test]
    fn members_keep_their_text() {
        let text = " {\"a\" : [1, {\"b\": 2}], \"c\":null ,\"d\":1.50,\"a\": \"}\"} ";
        let found = members(text).unwrap();
        let found: Vec<(&str, &str)> = found.iter().map(|(key, value)| (key.as_str(), *value)).collect();
        assert_eq!(found, [("a", "[1, {\"b\": 2}]"), ("c", "null"), ("d", "1.50"), ("a", "\"}\"")]);
        assert_eq!(members("{}").unwrap(), []);
        for wrong in ["", "[]", "{", "{\"a\"}", "{\"a\": 1} x", "{\"a\": 1 \"b\": 2}", "{a: 1}"] {
            assert!(members(wrong).is_none(), "{wrong}");
        }
    }
}
