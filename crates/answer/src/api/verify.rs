//! `/verify`.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::context::{Context, Limits};
use super::positions::{Outcome, guarded};
use super::problem::{Kind, Problem};
use super::request::Each;
use super::values::List;
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
}

fn certificate(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "object"})
}

fn certificates(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": {"type": "object"}})
}

impl VerifyRequest {
    pub(super) fn checked(self, limits: &Limits) -> Result<VerifyRequest, Problem> {
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
        let many = self.is_many();
        let many_texts = self.certificates.into_iter().flat_map(|list| list.0);
        let texts = many_texts.chain(self.certificate);
        for (index, text) in texts.enumerate() {
            if context.is_interrupted() {
                return false;
            }
            let place = if many { format!("certificates[{index}]") } else { "certificate".into() };
            let (room, most) = (room(text.get()), context.limits.memory);
            let outcome = if room > most {
                let detail = format!("to check it takes about {room} bytes, at most {most} are allowed here");
                let problem = Problem { field: Some(place), ..Problem::new(Kind::TooLarge, detail) };
                Outcome { input: None, result: Err(problem) }
            } else {
                guarded(|| {
                    let opinion = Opinion::of(text.get());
                    let answer = crate::json(&opinion.object(&place));
                    Outcome { input: None, result: Ok(answer.trim_end().into()) }
                })
            };
            if !each(index, outcome) {
                return false;
            }
        }
        true
    }
}

/// About as many bytes as the checker needs for a text: small objects take a hundred times what they are written in.
fn room(text: &str) -> usize {
    let bytes = text.bytes().map(|byte| match byte {
        b'{' => 704,
        b'[' => 160,
        b',' => 48,
        b'"' => 16,
        _ => 1,
    });
    text.len() + bytes.sum::<usize>()
}
