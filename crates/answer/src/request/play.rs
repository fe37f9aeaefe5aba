//! `/play`.

use chess_arbiter::board::Color;
use chess_arbiter::format::{fen, san, uci};
use chess_arbiter::moves::legal_moves;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Rules;
use chess_arbiter::status::status;
use chess_arbiter::with_rules;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Each;
use super::context::{Context, Grant};
use super::positions::Outcome;
use super::problem::Problem;
use super::values::{List, RulesName};
use crate::ask::{only, parse};
use crate::question::Refused;

/// Which moves are there, and where do they lead?
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayRequest {
    /// A FEN, an EPD or a diagram; the starting position of the game unless told otherwise.
    position: Option<String>,
    /// The game.
    #[serde(default)]
    rules: RulesName,
    /// Moves to be played from there, as in UCI.
    #[serde(default)]
    moves: List<String>,
}

/// Where the moves lead, and all legal moves from there.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Played {
    /// As FEN: before the first move, after each, so that the last is where they lead.
    positions: Vec<String>,
    /// The moves as people write them.
    san: Vec<String>,
    /// The legal moves of the last position.
    moves: Vec<LegalMove>,
    /// Who is to move in the last position.
    turn: &'static str,
    /// Its status: `safe`, `check`, `checkmate` or `stalemate`.
    status: String,
}

/// A legal move.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Legal")]
struct LegalMove {
    /// As in UCI.
    #[serde(rename = "move")]
    uci: String,
    /// As people write it.
    san: String,
    /// The position after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// It captures the royal piece, which ends the game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    wins: bool,
}

impl PlayRequest {
    pub(super) fn check(self, grant: &Grant) -> Result<PlayRequest, Problem> {
        if self.moves.0.len() > grant.positions {
            return Err(Problem::too_many("moves", self.moves.0.len(), grant.positions));
        }
        if self.position.is_none() && self.rules.0.start().is_none() {
            return Err(Problem::field(
                "position",
                "this game has no starting position: expected a position",
            ));
        }
        Ok(self)
    }

    pub(super) fn run(self, _: &Context, each: Each<'_>) -> bool {
        let outcome = Outcome::of(|| {
            let played = with_rules!(self.rules.0, R => self.play::<R>());
            let result = played.map(|played| crate::json(&played).trim_end().to_owned());
            Outcome { input: self.position.clone(), result }
        });
        each(0, outcome)
    }

    fn play<R: Rules>(&self) -> Result<Played, Problem> {
        let text = self.position.as_deref().or(R::START).unwrap_or_default();
        let setup = only(self.rules.0, text).and_then(|item| parse(self.rules.0, &item));
        let setup = setup.map_err(|fault| Problem::unreadable("position", fault))?;
        let mut position = Position::<R>::new(&setup, Policy::Movable)
            .map_err(|faults| Problem::refused("position", 1, faults.into()))?;
        let (mut all, mut sans) = (vec![written(&position)], Vec::new());
        for (index, text) in self.moves.0.iter().enumerate() {
            let field = format!("moves[{index}]");
            if position.royal(position.turn()).is_none() {
                let over = Refused::new("the game is over: the queen has been taken");
                return Err(Problem::refused(&field, 1, over));
            }
            let mv = uci::parse(&position, text).map_err(|fault| Problem::unreadable(&field, fault))?;
            sans.push(san::write(&position, mv));
            position = position.play(mv);
            all.push(written(&position));
        }
        let over = position.royal(position.turn()).is_none();
        let moves = if over { Vec::new() } else { legal_moves(&position) };
        let moves = moves.into_iter().map(|mv| {
            let after = position.play(mv);
            let wins = after.royal(after.turn()).is_none();
            let (uci, san) = (uci::write(&position, mv), san::write(&position, mv));
            LegalMove { uci, san, position: (!wins).then(|| written(&after)), wins }
        });
        Ok(Played {
            positions: all,
            san: sans,
            moves: moves.collect(),
            turn: if position.turn() == Color::White { "white" } else { "black" },
            status: status(&position).to_string(),
        })
    }
}

fn written<R: Rules>(position: &Position<R>) -> String {
    fen::write::<R>(&position.to_setup())
}
