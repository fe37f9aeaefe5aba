//! `/status`.

use chess_arbiter::with_rules;
use schemars::JsonSchema;
use serde::Deserialize;

use super::context::{Context, Limits};
use super::positions::Texts;
use super::problem::Problem;
use super::request::Each;
use super::values::{Game, List};
use crate::status::StatusQuestion;

/// Is the side to move safe, in check, checkmated or stalemated? One of `position` and `positions` is needed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatusRequest {
    /// A FEN, an EPD or a diagram.
    position: Option<String>,
    /// Any number of them.
    positions: Option<List<String>>,
    /// The game.
    #[serde(default)]
    rules: Game,
    /// Add the certificate of each answer.
    #[serde(default)]
    certificate: bool,
    /// What `checked` makes of the first two.
    #[serde(skip)]
    texts: Option<Texts>,
}

impl StatusRequest {
    pub(super) fn checked(mut self, limits: &Limits) -> Result<StatusRequest, Problem> {
        self.texts = Some(Texts::new(self.position.take(), self.positions.take(), limits)?);
        Ok(self)
    }

    pub(super) fn is_many(&self) -> bool {
        self.texts.as_ref().is_some_and(Texts::is_many)
    }

    pub(super) fn run(self, context: &Context, each: Each<'_>) -> bool {
        let Some(texts) = &self.texts else { return true };
        with_rules!(self.rules.0, R => {
            texts.ask(None, context, each, |_| StatusQuestion::<R>::new(self.certificate))
        })
    }
}
