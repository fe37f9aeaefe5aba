//! The JSON Schema of requests and answers, from their types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value};

use super::endpoint::Endpoint;
use super::play::Played;
use super::problem::Problem;
use super::read::Read;
use super::{
    DeadRequest, ExplainRequest, PlayRequest, ReachRequest, ReadRequest, RetroRequest, StatusRequest,
    VerifyRequest, WinRequest,
};
use crate::explain::Explained;
use crate::report::{Change, DeadFields, LegalityFields, RetroFields, RulesFields, StatusFields, WinFields};
use crate::said::Said;
use crate::verify::Checked;

/// Declares the answers of an endpoint as `Report` writes them.
macro_rules! answer {
    ($name:ident, $fields:ty, $about:literal) => {
        #[doc = $about]
        #[derive(Serialize, JsonSchema)]
        struct $name {
            /// The position as it was written.
            input: Option<String>,
            #[serde(flatten)]
            said: Said,
            #[serde(flatten)]
            fields: $fields,
            /// The evidence, if it was asked for; null where nothing is claimed.
            #[serde(skip_serializing_if = "Option::is_none")]
            certificate: Option<Map<String, Value>>,
            /// Why a certificate that was asked for is not there.
            #[serde(skip_serializing_if = "Option::is_none")]
            certificate_error: Option<String>,
        }
    };
}

answer!(StatusAnswer, StatusFields, "The status of a position.");
answer!(RulesAnswer, RulesFields, "Whether a position keeps the five rules.");
answer!(LegalityAnswer, LegalityFields, "Whether a position can arise.");
answer!(RetroAnswer, RetroFields, "What a position tells of its past.");
answer!(DeadAnswer, DeadFields, "Whether a side can still win.");
answer!(WinAnswer, WinFields, "Whether a win can be forced.");

/// What is said of whether a position can have arisen.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "ReachAnswer")]
#[expect(dead_code, reason = "describes what is written elsewhere")]
enum AnyReachAnswer {
    Legality(Box<LegalityAnswer>),
    Rules(RulesAnswer),
}

/// A text of `positions` that there is no answer about.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Unread")]
struct UnreadText {
    /// The text.
    input: Option<String>,
    /// What is wrong with it.
    error: FaultPlace,
}

/// What is wrong, and where.
#[derive(Serialize, JsonSchema)]
struct FaultPlace {
    /// From 1.
    line: usize,
    /// In characters, from 1.
    column: usize,
    /// In words.
    message: String,
    /// What the text can mean, where repairs were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    readings: Vec<Change>,
}

/// Many answers, in the order of the positions.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "{T}List")]
struct AnswerList<T> {
    /// One for each position.
    answers: Vec<T>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "{T}OrUnread")]
#[expect(dead_code, reason = "describes what is written elsewhere")]
enum OrUnread<T> {
    Answer(T),
    Unread(UnreadText),
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
    let (mut takes, mut gives) = generators(place);
    let requests = [
        takes.subschema_for::<StatusRequest>(),
        takes.subschema_for::<ReachRequest>(),
        takes.subschema_for::<RetroRequest>(),
        takes.subschema_for::<DeadRequest>(),
        takes.subschema_for::<WinRequest>(),
        takes.subschema_for::<VerifyRequest>(),
        takes.subschema_for::<ReadRequest>(),
        takes.subschema_for::<PlayRequest>(),
    ];
    let answers = [
        both::<StatusAnswer>(&mut gives),
        both::<AnyReachAnswer>(&mut gives),
        both::<RetroAnswer>(&mut gives),
        both::<DeadAnswer>(&mut gives),
        both::<WinAnswer>(&mut gives),
        (
            gives.subschema_for::<Checked<'static>>(),
            Some(gives.subschema_for::<AnswerList<Checked<'static>>>()),
        ),
        (gives.subschema_for::<Read>(), None),
        (gives.subschema_for::<Played>(), None),
    ];
    let problem = gives.subschema_for::<Problem>();
    let mut definitions = takes.take_definitions(true);
    definitions.extend(gives.take_definitions(true));
    let endpoints = Endpoint::ALL.into_iter().zip(requests).zip(answers);
    let all = endpoints
        .map(|((endpoint, request), (answer, answers))| (endpoint, Schemas { request, answer, answers }));
    (all.collect(), problem, definitions)
}

/// The schemas of an explanation, and the definitions that they refer to below `place`.
pub fn explain_schemas(place: &str) -> (Schemas, Map<String, Value>) {
    let (mut takes, mut gives) = generators(place);
    let request = takes.subschema_for::<ExplainRequest>();
    let answer = gives.subschema_for::<Explained>();
    let mut definitions = takes.take_definitions(true);
    definitions.extend(gives.take_definitions(true));
    (Schemas { request, answer, answers: None }, definitions)
}

/// Of requests and of answers.
fn generators(place: &str) -> (SchemaGenerator, SchemaGenerator) {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = place.to_owned().into();
        settings.meta_schema = None;
    });
    (settings.clone().for_deserialize().into_generator(), settings.for_serialize().into_generator())
}

/// The schemas of an answer, and of the answers about many positions.
fn both<T: JsonSchema>(gives: &mut SchemaGenerator) -> (Schema, Option<Schema>) {
    (gives.subschema_for::<T>(), Some(gives.subschema_for::<AnswerList<OrUnread<T>>>()))
}
