//! What an independent checker says of certificates, and of answers that hold one.

mod members;

use chess_arbiter_check::check;
use schemars::JsonSchema;
use serde::Serialize;

use crate::words;
use members::Claimed;

/// What is said about one text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// It proves this claim.
    Accepted(String),
    /// It proves nothing, or something else than it says, and why.
    Refused(String),
    /// There is nothing to check, because nothing is claimed.
    Nothing(&'static str),
}

/// An opinion as JSON.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Checked<'a> {
    /// Where the certificate is from.
    input: &'a str,
    /// `accepted`, `refused`, or `none` where nothing is claimed.
    verdict: &'static str,
    /// What is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<&'a str>,
    /// Why it was not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

impl Opinion {
    /// Checks a certificate, or an answer as `--json --certificate` writes it: then the answer and its input are
    /// also compared with what the certificate proves.
    ///
    /// Time and memory are linear in the length of the text.
    ///
    /// ```
    /// use chess_arbiter_answer::Opinion;
    /// assert!(matches!(Opinion::of("{}"), Opinion::Refused(_)));
    /// assert!(matches!(Opinion::of("null"), Opinion::Nothing(_)));
    /// ```
    pub fn of(text: &str) -> Opinion {
        match members::claimed(text) {
            Claimed::Certificate => match check(text) {
                Ok(accepted) => Opinion::Accepted(accepted.to_string()),
                Err(refusal) => Opinion::Refused(refusal.to_string()),
            },
            Claimed::Answer(answer) => {
                let Some(certificate) = answer.certificate else {
                    return Opinion::Refused("there is no certificate for this answer".into());
                };
                match check(certificate) {
                    Ok(accepted) => match answer.beyond(&accepted) {
                        Ok(None) => Opinion::Accepted(accepted.to_string()),
                        Ok(Some(beyond)) => Opinion::Accepted(format!("{accepted}; {beyond}")),
                        Err(what) => {
                            Opinion::Refused(format!("the certificate is valid, but {what}: {accepted}"))
                        }
                    },
                    Err(refusal) => Opinion::Refused(refusal.to_string()),
                }
            }
            Claimed::Nothing(why) => Opinion::Nothing(why),
        }
    }

    /// The line about a certificate from a place.
    pub fn line(&self, place: &str) -> String {
        match self {
            Opinion::Accepted(claim) => format!("accepted: {claim}\n"),
            Opinion::Refused(reason) => format!("refused: {place}: {}\n", words::one_line(reason)),
            Opinion::Nothing(why) => format!("none: {place}: {why}\n"),
        }
    }

    /// The JSON object about a certificate from a place.
    pub fn object<'a>(&'a self, place: &'a str) -> impl Serialize + 'a {
        let (verdict, claim, reason) = match self {
            Opinion::Accepted(claim) => ("accepted", Some(claim.as_str()), None),
            Opinion::Refused(reason) => ("refused", None, Some(reason.as_str())),
            Opinion::Nothing(why) => ("none", None, Some(*why)),
        };
        Checked { input: place, verdict, claim, reason }
    }
}
