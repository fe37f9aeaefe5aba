//! The description of the interface, from its types.

use std::sync::OnceLock;

use chess_arbiter::rules::{Pawns, Rules, RulesKind};
use chess_arbiter::with_rules;
use chess_arbiter_answer::request::schemas;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::reply::ProgressEvent;

/// The document as JSON text.
pub(crate) fn document() -> &'static str {
    static DOCUMENT: OnceLock<String> = OnceLock::new();
    DOCUMENT.get_or_init(|| build().to_string())
}

const ABOUT: &str = "Exact answers about chess positions, explained, with certificates that can be checked. Names, \
    values and defaults are those of the command's options, and answers are what its --json prints.";

const EVENTS: &str = "Server-sent events: `progress` with the schema Progress; `answer` with index and answer, or \
    with index and problem; at the end `done` with the number of answers. Closing the connection stops the work.";

fn build() -> Value {
    let (endpoints, problem, mut definitions) = schemas("/components/schemas");
    definitions.insert("Progress".into(), ProgressEvent::json_schema(&mut SchemaGenerator::default()).into());
    let problem_response =
        json!({"content": {"application/problem+json": {"schema": problem}}, "description": "Problem"});
    let mut paths = Map::new();
    for (endpoint, schemas) in endpoints {
        let answer = match &schemas.answers {
            Some(answers) => json!({"anyOf": [schemas.answer, answers]}),
            None => json!(schemas.answer),
        };
        let operation = json!({
            "operationId": endpoint.name(),
            "summary": endpoint.summary(),
            "requestBody": {"required": true, "content": {"application/json": {"schema": schemas.request}}},
            "responses": {
                "200": {
                    "description": "The answer, or the answers in order",
                    "content": {
                        "application/json": {"schema": answer},
                        "text/event-stream": {"schema": {"type": "string", "description": EVENTS}},
                    },
                },
                "default": {"$ref": "#/components/responses/Problem"},
            },
        });
        paths.insert(format!("/api/v1/{}", endpoint.name()), json!({"post": operation}));
    }
    let health = json!({
        "type": "object",
        "required": ["status", "version"],
        "properties": {"status": {"const": "ok"}, "version": {"type": "string"}},
    });
    paths.insert("/healthz".into(), plain("health", "Is the server alive?", &health));
    paths
        .insert("/api/v1/openapi.json".into(), plain("openapi", "This document", &json!({"type": "object"})));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Arbiter",
            "version": env!("CARGO_PKG_VERSION"),
            "description": ABOUT,
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": definitions, "responses": {"Problem": problem_response}},
        "x-games": games(),
    })
}

/// What whoever draws a board has to know of each rule set.
fn games() -> Value {
    let games = RulesKind::ALL.map(|kind| {
        with_rules!(kind, R => json!({
            "name": R::NAME,
            "title": R::TITLE,
            "width": R::WIDTH,
            "height": R::HEIGHT,
            "roles": R::ROLES.iter().rev().map(|role| role.letter()).collect::<String>(),
            "royal": R::ROYAL.letter(),
            "won_by": if R::ROYAL_CAPTURABLE { "capture" } else { "checkmate" },
            "castling": R::CASTLING,
            "en_passant": R::PAWNS == Pawns::Full,
            "start": R::EXAMPLE,
        }))
    });
    games.into_iter().collect()
}

fn plain(id: &str, summary: &str, schema: &Value) -> Value {
    let content = json!({"application/json": {"schema": schema}});
    let responses = json!({"200": {"description": summary, "content": content}});
    json!({"get": {"operationId": id, "summary": summary, "responses": responses}})
}

#[cfg(test)]
mod tests {
    use std::fs;

    use chess_arbiter::format::fen;
    use chess_arbiter::position::{Policy, Position};

    use super::*;

    /// The page's types are made from that file, so that they cannot differ from what is served.
    #[test]
    fn the_committed_description_is_what_is_served() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
        if std::env::var_os("UPDATE_OPENAPI").is_some() {
            fs::write(path, format!("{:#}\n", build())).unwrap();
        }
        let committed: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        assert!(
            committed == build(),
            "crates/web/openapi.json is out of date: npm run types in web/, and commit"
        );
    }

    #[test]
    fn games_start_from_positions() {
        for kind in RulesKind::ALL {
            with_rules!(kind, R => {
                let setup = fen::parse::<R>(R::EXAMPLE).unwrap();
                Position::<R>::new(&setup, Policy::Movable).unwrap();
                assert_eq!(fen::write::<R>(&setup), R::EXAMPLE);
            });
        }
    }
}
