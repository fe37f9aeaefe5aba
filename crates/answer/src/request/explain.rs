//! The reason for an answer, in words and as a picture.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::context::Grant;
use super::dead::DeadRequest;
use super::endpoint::json;
use super::problem::Problem;
use super::reach::ReachRequest;
use super::retro::RetroRequest;
use super::status::StatusRequest;
use super::values::{Asked, RulesName, Time};
use super::win::WinRequest;
use crate::explain::ExplainQuestion;
use crate::question::Question;
use chess_arbiter::rules::RulesKind;

/// Why is the answer what it is? In sentences, with the moves as people write them and the board.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// A FEN, an EPD or a diagram.
    pub position: String,
    /// The question whose answer is explained: `status` (check, checkmate, stalemate?), `reach` (can it have
    /// arisen in play?), `retro` (what does it say about its past?), `dead` (can a side still win?) or `win`
    /// (the shortest forced win).
    #[serde(default)]
    pub ask: Asked,
    /// The game; for games other than `standard`, only status and win can be asked.
    #[serde(default)]
    pub rules: RulesName,
    /// Time for the answer, such as 500ms, 60s, 5m, or none; by default that of the question.
    pub time: Option<Time>,
}

impl ExplainRequest {
    /// Reads a request.
    ///
    /// # Errors
    /// It is not JSON, or says something that is not known here.
    pub fn parse(body: &[u8]) -> Result<ExplainRequest, Problem> {
        json(body)
    }

    /// The question.
    ///
    /// # Errors
    /// The options make no sense together, or ask for more than is granted.
    pub fn check(self, grant: &Grant) -> Result<ExplainQuestion, Problem> {
        let ExplainRequest { position, ask, rules, time } = self;
        if rules.0 != RulesKind::Standard && !matches!(ask, Asked::Status | Asked::Win) {
            return Err(Problem::field("rules", format!("{ask} is only for standard chess")));
        }
        let question = match ask {
            Asked::Status => Question::Status(StatusRequest { rules, ..StatusRequest::default() }.check()),
            Asked::Reach => ReachRequest { time, ..ReachRequest::default() }.check(grant)?,
            Asked::Retro => Question::Retro(RetroRequest { time, ..RetroRequest::default() }.check(grant)?),
            Asked::Dead => Question::Dead(DeadRequest { time, ..DeadRequest::default() }.check(grant)?),
            Asked::Win => Question::Win(
                WinRequest { position: Some(position.clone()), rules, time, ..WinRequest::default() }
                    .check(grant)?,
            ),
        };
        Ok(ExplainQuestion { position, ask, question })
    }
}
