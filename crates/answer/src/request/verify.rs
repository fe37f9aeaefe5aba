//! Checking certificates.

use std::time::Duration;

use chess_arbiter::limits::Limits;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::Each;
use super::context::{Bounds, Context, Grant};
use super::positions::Outcome;
use super::problem::Problem;
use super::values::{List, Memory, Time};
use crate::verify::Opinion;

/// Do certificates prove what they claim? One of `certificate` and `certificates` is needed.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields, default)]
pub struct VerifyRequest {
    /// A certificate, or an answer with a certificate in it.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schemars(schema_with = "certificate")]
    pub certificate: Option<Box<RawValue>>,
    /// Any number of them.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schemars(schema_with = "certificates")]
    pub certificates: Option<List<Box<RawValue>>>,
    /// Time for each certificate, such as 500ms, 60s, 5m, or none [default: 5m]
    #[cfg_attr(feature = "clap", arg(long, value_name = "TIME"))]
    #[schemars(extend("default" = VerifyRequest::TIME))]
    pub time: Option<Time>,
    /// Memory for each certificate in work, such as 512MiB; its text may take a quarter [default: 1GiB]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SIZE"))]
    #[schemars(extend("default" = VerifyRequest::memory()))]
    pub memory: Option<Memory>,
}

fn certificate(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "object"})
}

fn certificates(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": {"type": "object"}})
}

impl VerifyRequest {
    /// Time for each certificate unless told otherwise.
    pub const TIME: Time = Time(Some(Duration::from_secs(300)));

    /// Memory for each certificate in work unless told otherwise.
    pub fn memory() -> Memory {
        Memory(Limits::default().memory)
    }

    /// What checking a certificate may take.
    ///
    /// # Errors
    /// It is more than is granted.
    pub fn bounds(&self, grant: &Grant) -> Result<Bounds, Problem> {
        let defaults = (VerifyRequest::TIME, VerifyRequest::memory());
        Bounds::check((self.time, None, self.memory), defaults, grant)
    }

    /// The certificates.
    ///
    /// # Errors
    /// There are none, or more than are granted.
    pub fn check(self, grant: &Grant) -> Result<Certificates, Problem> {
        let bounds = self.bounds(grant)?;
        let (texts, many) = match (self.certificate, self.certificates) {
            (None, Some(all)) if all.0.len() > grant.positions => {
                return Err(Problem::too_many("certificates", all.0.len(), grant.positions));
            }
            (Some(one), None) => (vec![one], false),
            (None, Some(all)) => (all.0, true),
            (None, None) => {
                return Err(Problem::field("certificate", "expected a certificate, or a list of them"));
            }
            (Some(_), Some(_)) => {
                let detail = "expected a certificate or a list of them, found both";
                return Err(Problem::field("certificates", detail));
            }
        };
        Ok(Certificates { texts, many, bounds })
    }
}

/// Certificates to check.
#[derive(Debug)]
pub struct Certificates {
    texts: Vec<Box<RawValue>>,
    /// They came as a list.
    many: bool,
    bounds: Bounds,
}

impl Certificates {
    pub(super) fn is_many(&self) -> bool {
        self.many
    }

    pub(super) fn run(self, context: &Context, each: Each<'_>) -> bool {
        for (index, text) in self.texts.into_iter().enumerate() {
            if context.is_interrupted() {
                return false;
            }
            let place = if self.many { format!("certificates[{index}]") } else { "certificate".into() };
            let outcome = Outcome::of(|| {
                let opinion = Opinion::of(text.get(), &context.limits(self.bounds));
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
