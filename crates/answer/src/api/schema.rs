//! The JSON Schema of requests and answers, from their types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Map, Value};

use super::play::Played;
use super::problem::Problem;
use super::read::Read;
use super::request::Endpoint;
use super::{PlayRequest, ReachRequest, ReadRequest, StatusRequest, VerifyRequest, WinRequest};
use crate::report::Fields;
use crate::verify::Checked;

/// An answer about a position, as `Report` writes it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Answer")]
struct Answer {
    /// The position as it was written.
    input: Option<String>,
    #[serde(flatten)]
    fields: Fields,
    /// The evidence, if it was asked for; null where nothing is claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Map<String, Value>>,
    /// Why a certificate that was asked for is not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate_error: Option<String>,
}

/// A text of `positions` that there is no answer about.
#[derive(Serialize, JsonSchema)]
struct Unread {
    /// The text.
    input: Option<String>,
    /// What is wrong with it.
    error: Fault,
}

/// What is wrong, and where.
#[derive(Serialize, JsonSchema)]
struct Fault {
    /// From 1.
    line: usize,
    /// In characters, from 1.
    column: usize,
    /// In words.
    message: String,
}

/// Many answers, in the order of the positions.
#[derive(Serialize, JsonSchema)]
struct Answers<T> {
    /// One for each position.
    answers: Vec<T>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes what is written elsewhere")]
enum AnswerOrUnread {
    Answer(Box<Answer>),
    Unread(Unread),
}

/// What an endpoint takes and gives.
#[derive(Clone, Debug)]
pub struct Schemas {
    /// Of the body.
    pub request: Schema,
    /// Of the answer about one position.
    pub answer: Schema,
    /// Of the answer about many, where there can be many.
    pub answers: Option<Schema>,
}

/// The schemas of every endpoint, that of problems, and the definitions that they refer to below `place`
/// (`/components/schemas` in OpenAPI).
pub fn schemas(place: &str) -> (Vec<(Endpoint, Schemas)>, Schema, Map<String, Value>) {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = place.to_owned().into();
        settings.meta_schema = None;
    });
    let mut takes = settings.clone().for_deserialize().into_generator();
    let requests = [
        takes.subschema_for::<StatusRequest>(),
        takes.subschema_for::<ReachRequest>(),
        takes.subschema_for::<WinRequest>(),
        takes.subschema_for::<VerifyRequest>(),
        takes.subschema_for::<ReadRequest>(),
        takes.subschema_for::<PlayRequest>(),
    ];
    let mut gives = settings.for_serialize().into_generator();
    let (answer, answers) =
        (gives.subschema_for::<Answer>(), gives.subschema_for::<Answers<AnswerOrUnread>>());
    let checked = gives.subschema_for::<Checked<'static>>();
    let all_checked = gives.subschema_for::<Answers<Checked<'static>>>();
    let (read, played) = (gives.subschema_for::<Read>(), gives.subschema_for::<Played>());
    let answers = [
        (answer.clone(), Some(answers.clone())),
        (answer.clone(), Some(answers.clone())),
        (answer, Some(answers)),
        (checked, Some(all_checked)),
        (read, None),
        (played, None),
    ];
    let problem = gives.subschema_for::<Problem>();
    let mut definitions = takes.take_definitions(true);
    definitions.extend(gives.take_definitions(true));
    let endpoints = Endpoint::ALL.into_iter().zip(requests).zip(answers);
    let all = endpoints
        .map(|((endpoint, request), (answer, answers))| (endpoint, Schemas { request, answer, answers }));
    (all.collect(), problem, definitions)
}
