//! Checking certificates.

use std::time::Duration;

use chess_arbiter::clock::Instant;
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
    /// Time for all certificates together, such as 500ms, 60s, 5m, or none [default: 5m for each]
    #[cfg_attr(feature = "clap", arg(long, value_name = "TIME"))]
    #[schemars(extend("default" = VerifyRequest::TIME))]
    pub time: Option<Time>,
    /// Memory for each certificate being checked, such as 512MiB; its text may take a quarter [default: 1GiB]
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
    /// Time for each certificate where none is given for all.
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

    /// What checks may take, each and all together, from now on.
    ///
    /// # Errors
    /// It is more than is granted.
    pub fn allowance(&self, grant: &Grant) -> Result<Allowance, Problem> {
        let bounds = self.bounds(grant)?;
        let together = bounds.time.filter(|_| self.time.is_some());
        Ok(Allowance { bounds, together: together.map(|most| (Instant::now(), most)) })
    }

    /// The certificates.
    ///
    /// # Errors
    /// There are none, or more than are granted.
    pub fn check(self, grant: &Grant) -> Result<Certificates, Problem> {
        let allowance = self.allowance(grant)?;
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
        Ok(Certificates { texts, many, allowance })
    }
}

/// What checks may take.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// For each.
    bounds: Bounds,
    /// Since when the time for all of them runs; the clock is not looked at where none is limited.
    together: Option<(Instant, Duration)>,
}

impl Allowance {
    /// For the next certificate.
    pub fn limits(&self, context: &Context) -> Limits {
        let limits = context.limits(self.bounds);
        let time = match (limits.time, self.left()) {
            (Some(time), Some(left)) => Some(time.min(left)),
            (time, left) => time.or(left),
        };
        Limits { time, ..limits }
    }

    fn left(&self) -> Option<Duration> {
        self.together.map(|(started, most)| most.saturating_sub(started.elapsed()))
    }

    /// Whether nothing is left of the time for all.
    pub fn is_spent(&self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    /// The same from now on.
    fn begin(&self) -> Allowance {
        Allowance { together: self.together.map(|(_, most)| (Instant::now(), most)), ..*self }
    }
}

/// Certificates to check.
#[derive(Debug)]
pub struct Certificates {
    texts: Vec<Box<RawValue>>,
    /// They came as a list.
    many: bool,
    allowance: Allowance,
}

impl Certificates {
    pub(super) fn is_many(&self) -> bool {
        self.many
    }

    pub(super) fn run(&self, context: &Context, each: Each<'_>) -> bool {
        let allowance = self.allowance.begin();
        for (index, text) in self.texts.iter().enumerate().skip(context.skip) {
            if context.is_interrupted() {
                return false;
            }
            let place = if self.many { format!("certificates[{index}]") } else { "certificate".into() };
            let outcome = Outcome::of(|| {
                let opinion = Opinion::of(text.get(), &allowance.limits(context));
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
