//! Status: is the side to move safe, in check, checkmated or stalemated?

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::{List, RulesName};
use crate::status::StatusQuestion;

/// Is the side to move safe, in check, checkmated or stalemated? One of `position` and `positions` is needed.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields, default)]
pub struct StatusRequest {
    /// A FEN, an EPD or a diagram.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub position: Option<String>,
    /// Any number of them.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub positions: Option<List<String>>,
    /// The game
    #[cfg_attr(feature = "clap", arg(long, value_name = "GAME", default_value_t))]
    pub rules: RulesName,
    /// Add the certificate of each answer (on a command line without --json: write nothing else)
    #[cfg_attr(feature = "clap", arg(long))]
    pub certificate: bool,
}

impl StatusRequest {
    /// The question, which nothing can be wrong with.
    pub fn check(&self) -> StatusQuestion {
        StatusQuestion { rules: self.rules.0, certificate: self.certificate }
    }
}
