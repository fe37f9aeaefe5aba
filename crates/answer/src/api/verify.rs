//! `/verify`.

use std::time::Duration;

use chess_arbiter::limits;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::context::{Context, Limits, Purse, Work};
use super::positions::{Outcome, guarded};
use super::problem::Problem;
use super::request::Each;
use super::values::{List, MemoryText, TimeText};
use crate::verify::Opinion;

/// Do certificates prove what they claim? One of `certificate` and `certificates` is needed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifyRequest {
    /// A certificate, or an answer with a certificate in it.
    #[schemars(schema_with = "certificate")]
    certificate: Option<Box<RawValue>>,
    /// Any number of them.
    #[schemars(schema_with = "certificates")]
    certificates: Option<List<Box<RawValue>>>,
    /// For each certificate: `"60s"` unless told otherwise.
    time: Option<TimeText>,
    /// For each certificate, beside its own text: `"1GiB"` unless told otherwise.
    memory: Option<MemoryText>,
    /// What `checked` makes of the rest.
    #[serde(skip)]
    checked: Option<Work>,
}

/// Time for each certificate unless told otherwise.
const TIME: Duration = Duration::from_secs(60);

fn certificate(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "object"})
}

fn certificates(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": {"type": "object"}})
}

impl VerifyRequest {
    pub(super) fn checked(mut self, limits: &Limits) -> Result<VerifyRequest, Problem> {
        let defaults = (TIME, limits::Limits::default().memory);
        self.checked = Some(Work::new((self.time, None, self.memory), defaults, limits)?);
        match (&self.certificate, &self.certificates) {
            (None, Some(all)) if all.0.len() > limits.positions => {
                Err(Problem::too_many("certificates", all.0.len(), limits.positions))
            }
            (Some(_), None) | (None, Some(_)) => Ok(self),
            (None, None) => Err(Problem::field("certificate", "expected a certificate, or a list of them")),
            (Some(_), Some(_)) => {
                Err(Problem::field("certificates", "expected a certificate or a list of them, found both"))
            }
        }
    }

    pub(super) fn is_many(&self) -> bool {
        self.certificates.is_some()
    }

    pub(super) fn run(self, context: &Context, each: Each<'_>) -> bool {
        let Some(work) = self.checked else { return true };
        let (many, purse) = (self.is_many(), Purse::new(work, context));
        let many_texts = self.certificates.into_iter().flat_map(|list| list.0);
        let texts = many_texts.chain(self.certificate);
        for (index, text) in texts.enumerate() {
            if context.is_interrupted() {
                return false;
            }
            let place = if many { format!("certificates[{index}]") } else { "certificate".into() };
            let outcome = guarded(|| {
                let opinion = Opinion::of(text.get(), &purse.next());
                let answer = crate::json(&opinion.object(&place));
                Outcome { input: None, result: Ok(answer.trim_end().into()) }
            });
            if context.is_interrupted() || !each(index, outcome) {
                return false;
            }
        }
        true
    }
}
