//! The tools, and how they are described to clients.

use std::sync::OnceLock;

use chess_arbiter_answer::request::{Endpoint, explain_schemas, schemas};
use serde_json::{Value, json};

use crate::schema;

/// A tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tool {
    /// One of the questions.
    Ask(Endpoint),
    /// The reason for an answer, with the board.
    Explain,
}

impl Tool {
    /// All of them. (Texts are for `read`, which people need who paste files; models have read them.)
    pub(crate) const ALL: [Tool; 8] = [
        Tool::Ask(Endpoint::Status),
        Tool::Ask(Endpoint::Reach),
        Tool::Ask(Endpoint::Retro),
        Tool::Ask(Endpoint::Dead),
        Tool::Ask(Endpoint::Win),
        Tool::Ask(Endpoint::Verify),
        Tool::Ask(Endpoint::Play),
        Tool::Explain,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Tool::Ask(endpoint) => endpoint.name(),
            Tool::Explain => "explain",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Tool> {
        Tool::ALL.into_iter().find(|tool| tool.name() == name)
    }

    /// For people, in a list of tools.
    const fn title(self) -> &'static str {
        match self {
            Tool::Ask(Endpoint::Status) => "Check, checkmate or stalemate",
            Tool::Ask(Endpoint::Reach) => "Can the position arise?",
            Tool::Ask(Endpoint::Retro) => "What happened before",
            Tool::Ask(Endpoint::Dead) => "Can a side still win?",
            Tool::Ask(Endpoint::Win) => "Forced win, mate in n, problems",
            Tool::Ask(Endpoint::Verify) => "Check a certificate",
            Tool::Ask(Endpoint::Read) => "Read a text",
            Tool::Ask(Endpoint::Play) => "Legal moves",
            Tool::Explain => "Explain, with the board",
        }
    }

    /// For models: when to use it, and what comes back.
    fn description(self) -> String {
        let Tool::Ask(endpoint) = self else {
            return "Why an answer is what it is: the reason in sentences, moves as people write them, and the board \
                as text and as an image with attackers, squares to blame or the key move marked. `ask` names the \
                question."
                .into();
        };
        let more = match endpoint {
            Endpoint::Status => "The verdict is `safe`, `check`, `checkmate` or `stalemate`.",
            Endpoint::Reach => {
                "`legal` comes with a game that reaches the position, `illegal` with the reason why none does; \
                `undecided` if a limit was reached."
            }
            Endpoint::Retro => {
                "Last moves, castling rights, en passant, who can be to move, captures and promotions; what is `?` \
                in the FEN is not known."
            }
            Endpoint::Dead => {
                "Whatever both sides do, cooperation included: for dead positions, and for the result when a flag \
                falls (`flagged`)."
            }
            Endpoint::Win => {
                "The shortest forced win, or `mate` in n, or any stipulation of a problem (`s#3`, `h#2`). Takes up \
                to `time`; an answer is proved or `undecided`."
            }
            Endpoint::Verify => {
                "Takes a certificate, or an answer that has one in it, and checks it with a program that shares \
                nothing with what found the answer."
            }
            Endpoint::Read => "Takes positions in any form.",
            Endpoint::Play => {
                "Plays `moves` (UCI, as `e2e4` or `e7e8q`) from the position, and lists the legal moves then."
            }
        };
        format!("{} {more}", endpoint.summary())
    }
}

/// The result of `tools/list`.
pub(crate) fn list() -> &'static str {
    static LIST: OnceLock<String> = OnceLock::new();
    LIST.get_or_init(|| json!({"tools": build()}).to_string())
}

fn build() -> Vec<Value> {
    let (endpoints, _, definitions) = schemas(schema::PLACE);
    let (explain, explain_definitions) = explain_schemas(schema::PLACE);
    let describe = |tool: Tool, input: Value, output: Value| {
        json!({
            "name": tool.name(),
            "title": tool.title(),
            "description": tool.description(),
            "inputSchema": input,
            "outputSchema": output,
            "annotations": {"title": tool.title(), "readOnlyHint": true, "idempotentHint": true, "openWorldHint": false},
        })
    };
    let tools = Tool::ALL.into_iter().filter_map(|tool| {
        let (schemas, definitions) = match tool {
            Tool::Ask(asked) => {
                let (_, schemas) = endpoints.iter().find(|(endpoint, _)| *endpoint == asked)?;
                (schemas, &definitions)
            }
            Tool::Explain => (&explain, &explain_definitions),
        };
        let input = schema::whole(schemas.request.as_value(), definitions);
        let answer = match &schemas.answers {
            Some(answers) => json!({"anyOf": [schemas.answer, answers]}),
            None => schemas.answer.as_value().clone(),
        };
        Some(describe(tool, input, schema::whole(&answer, definitions)))
    });
    tools.collect()
}
