//! What an independent checker says of certificates, and of answers that hold one.

mod covered;
mod help;
mod history;
mod members;
mod past;
mod proofs;
mod repairs;
mod same;
mod sentence;
mod sides;
mod solution;

use std::sync::atomic::Ordering;

use chess_arbiter::clock::Instant;
use chess_arbiter::limits::{Limits, Reached};
use chess_arbiter_check::{Accepted, Budget, CheckError, Question, Refusal, Rule, Stopped, check_within};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use crate::words;
use members::Claimed;
use proofs::Proofs;
use sides::Sides;

/// What is said about one text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// It proves this claim, and not these members of the answer that it is in.
    Accepted(String, Vec<String>),
    /// The certificate is not valid.
    Invalid(Box<Refusal>),
    /// There is no certificate, or it proves something else than the answer says, and why.
    Refused(String),
    /// There is nothing to check, because nothing is claimed.
    Nothing(&'static str),
    /// A limit stopped the check: it is neither accepted nor refused.
    Stopped(Reached),
}

/// An opinion as JSON.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Checked<'a> {
    /// Where the certificate is from.
    input: &'a str,
    /// `accepted`, `refused`, `none` where nothing is claimed, or `stopped` by a limit before the outcome was
    /// known.
    #[schemars(extend("enum" = ["accepted", "refused", "none", "stopped"]))]
    verdict: &'static str,
    /// What is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<&'a str>,
    /// The members of an answer that its certificate does not prove, or that nobody compared with it.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    not_covered: &'a [String],
    /// Why it was not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// What makes the certificate invalid; not there where the certificate is valid and proves something
    /// else.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<Fault<'a>>,
}

/// A rule of the certificates' document that is broken, and where.
#[derive(Serialize, JsonSchema)]
struct Fault<'a> {
    /// The name of the rule.
    #[schemars(schema_with = "rule_names")]
    rule: Rule,
    /// The heading below which the rule stands.
    section: &'static str,
    /// The place in the certificate, as `certificate.evidence.nodes[3]`; empty of what is no JSON.
    place: &'a str,
    /// Where a node is wrong, its position.
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<&'a str>,
    /// Where a move is wrong, or the move of a node, that move as it is written.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    played: Option<&'a str>,
    /// Where a lemma is wrong, its name as it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    lemma: Option<&'a str>,
    /// What is wrong there.
    message: &'a str,
}

fn rule_names(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "string", "enum": Rule::ALL.to_vec()})
}

impl Fault<'_> {
    fn of(refusal: &Refusal) -> Fault<'_> {
        let Refusal { rule, place, node, played, lemma, message } = refusal;
        Fault {
            rule: *rule,
            section: rule.section(),
            place,
            node: node.as_deref(),
            played: played.as_deref(),
            lemma: lemma.as_deref(),
            message,
        }
    }
}

/// What is proved is not what the answer says.
fn differs(what: &str, proved: &Accepted) -> Opinion {
    Opinion::Refused(format!("the certificate is valid, but {what}: {proved}"))
}

impl Opinion {
    /// Checks a certificate, or an answer as `--json --certificate` writes it: then the answer and its input
    /// are also compared with what the certificate proves. Of the limits, time, memory and interruption
    /// count.
    ///
    /// ```
    /// use chess_arbiter::limits::Limits;
    /// use chess_arbiter_answer::Opinion;
    /// assert!(matches!(Opinion::of("{}", &Limits::default()), Opinion::Invalid(_)));
    /// assert!(matches!(Opinion::of("null", &Limits::default()), Opinion::Nothing(_)));
    /// ```
    pub fn of(text: &str, limits: &Limits) -> Opinion {
        match members::claimed(text) {
            Claimed::Certificate => proved(text, limits)
                .map_or_else(|opinion| opinion, |proved| Opinion::Accepted(proved.to_string(), Vec::new())),
            Claimed::Answer(answer) => {
                let started = Instant::now();
                let Some(certificate) = answer.certificate else {
                    return Opinion::Refused("there is no certificate for this answer".into());
                };
                let proved = match proved(certificate, limits) {
                    Ok(proved) => proved,
                    Err(opinion) => return opinion,
                };
                let mut not_covered = answer.not_covered(&proved);
                let mut repaired = String::new();
                if let Some(repairs) = answer.said.repairs.filter(|_| proved.question == Question::Legality) {
                    let limits = left(limits, started);
                    let mut proofs = Proofs::new(&limits);
                    not_covered.retain(|name| name != "repairs");
                    match repairs::compare(repairs, proved.start.as_deref(), &mut proofs) {
                        Ok(more) => not_covered.extend(more),
                        Err(opinion) => return opinion,
                    }
                    if proofs.len() > 0 {
                        repaired = proofs.words("repairs");
                    }
                }
                match answer.beyond(&proved) {
                    Ok(None) if proved.question == Question::CanWin => {
                        let sides = answer.sides();
                        if sides.have_certificates() {
                            return Opinion::Refused(
                                "there is more than one certificate for this answer".into(),
                            );
                        }
                        sides_as_proved(&sides, not_covered, &[Some((certificate, proved))], limits)
                    }
                    Ok(beyond) => match answer.told_again(&proved) {
                        Ok(covered) => {
                            not_covered.retain(|name| !covered.contains(&name.as_str()));
                            let beyond = beyond.map_or(String::new(), |beyond| format!("; {beyond}"));
                            Opinion::Accepted(format!("{proved}{repaired}{beyond}"), not_covered)
                        }
                        Err(what) => differs(what, &proved),
                    },
                    Err(what) => differs(what, &proved),
                }
            }
            Claimed::Sides(sides, not_covered) => {
                let certificates = match sides.certificates() {
                    Ok(certificates) => certificates,
                    Err(reason) => return Opinion::Refused(reason),
                };
                let started = Instant::now();
                let mut proofs = Proofs::new(limits);
                let mut all = Vec::with_capacity(certificates.len());
                for (number, certificate) in certificates.into_iter().enumerate() {
                    let Some(certificate) = certificate else {
                        all.push(None);
                        continue;
                    };
                    match proofs.of(&format!("sides[{number}]"), certificate) {
                        Ok(proved) => all.push(Some((certificate, proved.clone()))),
                        Err(opinion) => return opinion,
                    }
                }
                sides_as_proved(&sides, not_covered, &all, &left(limits, started))
            }
            Claimed::Past(answer, not_covered) => answer.opinion(not_covered, limits),
            Claimed::Nothing(why) => Opinion::Nothing(why),
        }
    }

    /// The line about a certificate from a place.
    pub fn line(&self, place: &str) -> String {
        match self {
            Opinion::Accepted(claim, all) if all.is_empty() => {
                format!("accepted: {}\n", words::one_line(claim))
            }
            Opinion::Accepted(claim, all) => {
                let [claim, all] = [claim, &all.join(", ")].map(|text| words::one_line(text));
                format!("accepted: {claim}; not covered: {all}\n")
            }
            Opinion::Invalid(refusal) => {
                format!("refused: {place}: {}\n", words::one_line(&refusal.to_string()))
            }
            Opinion::Refused(reason) => format!("refused: {place}: {}\n", words::one_line(reason)),
            Opinion::Nothing(why) => format!("none: {place}: {why}\n"),
            Opinion::Stopped(limit) => format!("stopped: {place}: {}\n", stopped_by(*limit)),
        }
    }

    /// The JSON object about a certificate from a place.
    pub fn object<'a>(&'a self, place: &'a str) -> impl Serialize + 'a {
        let not_covered = if let Opinion::Accepted(_, all) = self { &all[..] } else { &[] };
        let (verdict, claim, reason) = match self {
            Opinion::Accepted(claim, _) => ("accepted", Some(claim.as_str()), None),
            Opinion::Invalid(refusal) => ("refused", None, Some(refusal.to_string())),
            Opinion::Refused(reason) => ("refused", None, Some(reason.clone())),
            Opinion::Nothing(why) => ("none", None, Some((*why).to_owned())),
            Opinion::Stopped(limit) => ("stopped", None, Some(stopped_by(*limit))),
        };
        let fault = if let Opinion::Invalid(refusal) = self { Some(Fault::of(refusal)) } else { None };
        Checked { input: place, verdict, claim, not_covered, reason, fault }
    }
}

/// What stopped a check, in words.
///
/// ```
/// use chess_arbiter::limits::Reached;
/// assert_eq!(chess_arbiter_answer::stopped_by(Reached::Nodes), "the checker's limit of steps");
/// ```
pub fn stopped_by(limit: Reached) -> String {
    // No option has a number of positions.
    if limit == Reached::Nodes { "the checker's limit of steps".into() } else { limit.to_string() }
}

/// The limits, less the time that has passed.
pub(crate) fn left(limits: &Limits, started: Instant) -> Limits {
    Limits { time: limits.time.map(|most| most.saturating_sub(started.elapsed())), ..limits.clone() }
}

/// Compares an answer about sides with what is proved of each, by these certificates.
fn sides_as_proved(
    sides: &Sides<'_>,
    not_covered: Vec<String>,
    all: &[Option<(&str, Accepted)>],
    limits: &Limits,
) -> Opinion {
    let refused = |what: &str, proved: &[String]| {
        let (certificates, are) =
            if proved.len() == 1 { ("the certificate", "is") } else { ("the certificates", "are") };
        Opinion::Refused(format!("{certificates} {are} valid, but {what}: {}", proved.join("; ")))
    };
    for (number, found) in all.iter().enumerate() {
        let Some((certificate, proved)) = found else { continue };
        if let Err(what) = sides.compare(number, certificate, proved) {
            return Opinion::Refused(format!("the certificate is valid, but {what}: {proved}"));
        }
    }
    let claims: Vec<Accepted> = all.iter().flatten().map(|(_, proved)| proved.clone()).collect();
    let texts: Vec<String> = claims.iter().map(Accepted::to_string).collect();
    if all.len() != sides.sides.len() {
        return refused("the answer tells of other sides", &texts);
    }
    if let Err(what) = sides.compare_verdict() {
        return refused(what, &texts);
    }
    let is_proved = |text: &str| match proved(text, limits) {
        Ok(_) => Ok(true),
        Err(Opinion::Invalid(_)) => Ok(false),
        Err(opinion) => Err(opinion),
    };
    match sides.compare_result(&claims, is_proved) {
        Err(opinion) => opinion,
        Ok(Err(what)) => refused(what, &texts),
        Ok(Ok(())) => Opinion::Accepted(texts.join("; "), not_covered),
    }
}

/// What a certificate alone proves within limits.
///
/// # Errors
/// The opinion of it, if it is none that is accepted.
pub fn proved(text: &str, limits: &Limits) -> Result<Accepted, Opinion> {
    let started = Instant::now();
    let interrupted = || limits.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
    let late = || limits.time.is_some_and(|most| started.elapsed() >= most);
    let stop = || interrupted() || late();
    check_within(text, &Budget::new(limits.memory, &stop)).map_err(|error| match error {
        CheckError::Refused(refusal) => Opinion::Invalid(refusal),
        CheckError::Stopped(Stopped::Steps) => Opinion::Stopped(Reached::Nodes),
        CheckError::Stopped(Stopped::Memory) => Opinion::Stopped(Reached::Memory),
        CheckError::Stopped(Stopped::Told) if interrupted() => Opinion::Stopped(Reached::Interrupt),
        CheckError::Stopped(Stopped::Told) => Opinion::Stopped(Reached::Time),
    })
}
