//! `/play`.

mod near;

use chess_arbiter::board::{Color, Move};
use chess_arbiter::format::{TextError, fen, parse_move, san, uci};
use chess_arbiter::moves::legal_moves;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Rules;
use chess_arbiter::status::status;
use chess_arbiter::win::stipulation::{Aim, Ending};
use chess_arbiter::with_rules;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Each;
use super::context::{Context, Grant};
use super::positions::Outcome;
use super::problem::Problem;
use super::values::{AimName, List, RulesName};
use crate::ask::{only, parse};
use crate::question::Refused;
use crate::win::NO_STIPULATIONS;

/// Which moves are legal, and where do they lead?
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayRequest {
    /// A FEN, an EPD or a diagram; by default the starting position of the game.
    position: Option<String>,
    /// The game.
    #[serde(default)]
    rules: RulesName,
    /// Moves to play from there, in UCI (`g1f3`) or SAN (`Nf3`).
    #[serde(default)]
    moves: List<String>,
    /// Play as far as the moves are legal: the answer says in `stopped` which one is not, and why.
    #[serde(default)]
    partly: bool,
    /// The aim of the side to move in `position`, where a problem is played out: the answer says which moves
    /// end it, and lists those alone that may be played (in a reflexmate whoever can mate must).
    #[serde(default)]
    aim: Option<AimName>,
}

/// Where the moves lead, and all legal moves from there.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct Played {
    /// As FEN: before the first move and after each one, so the last is where they lead.
    positions: Vec<String>,
    /// The moves as people write them.
    san: Vec<String>,
    /// The moves in UCI.
    uci: Vec<String>,
    /// The legal moves of the last position. With the aim `reflexmate` the mates alone, if there are any.
    moves: Vec<LegalMove>,
    /// With the aim `reflexmate`: there are such mates, and one of them has to be played.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    must_mate: bool,
    /// Who is to move in the last position.
    turn: &'static str,
    /// Its status: `safe`, `check`, `checkmate` or `stalemate`.
    status: String,
    /// The move at which play stopped, if `partly` was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<Stopped>,
}

/// A move that cannot be played.
#[derive(Debug, Serialize, JsonSchema)]
struct Stopped {
    /// Its place among the moves of the request, from 0.
    index: usize,
    /// As it was written.
    #[serde(rename = "move")]
    text: String,
    /// Why it cannot be played.
    reason: String,
    /// The legal moves that are spelt most like it, in SAN, the nearest first.
    near: Vec<String>,
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
    /// With an `aim`: play is over with this move.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<Ends>,
}

/// How a problem ends.
#[derive(Debug, Serialize, JsonSchema)]
struct Ends {
    /// Whether the attacker has its aim.
    reached: bool,
    /// `checkmate`, `stalemate`, or `obligation`: the attacker of a reflexmate could mate now, and would
    /// have to.
    by: &'static str,
}

impl From<Ending> for Ends {
    fn from(Ending { reached, by }: Ending) -> Ends {
        Ends { reached, by: by.name() }
    }
}

impl PlayRequest {
    pub(super) fn check(self, grant: &Grant) -> Result<PlayRequest, Problem> {
        if self.moves.0.len() > grant.positions {
            return Err(Problem::too_many("moves", self.moves.0.len(), grant.positions));
        }
        if self.position.is_none() && self.rules.0.start().is_none() {
            return Err(Problem::field(
                "position",
                "expected a position, since this game has no starting position",
            ));
        }
        if self.aim.is_some() && with_rules!(self.rules.0, R => R::ROYAL_CAPTURABLE) {
            return Err(Problem::field("aim", NO_STIPULATIONS));
        }
        Ok(self)
    }

    pub(super) fn run(&self, _: &Context, each: Each<'_>) -> bool {
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
            .map_err(|faults| Problem::refused("position", (1, 1), faults.into()))?;
        let attacker = position.turn();
        let mut played = Played { positions: vec![written(&position)], ..Played::default() };
        for (index, text) in self.moves.0.iter().enumerate() {
            let fault = match next(&position, text) {
                Ok(mv) => {
                    played.san.push(san::write(&position, mv));
                    played.uci.push(uci::write(&position, mv));
                    position = position.play(mv);
                    played.positions.push(written(&position));
                    continue;
                }
                Err(fault) => fault,
            };
            if !self.partly {
                return Err(fault.problem(&format!("moves[{index}]")));
            }
            let near = near::moves(&position, text).into_iter().map(|mv| san::write(&position, mv)).collect();
            played.stopped = Some(Stopped { index, text: text.clone(), reason: fault.reason(), near });
            break;
        }
        let over = is_over(&position);
        let aim = self.aim.map(|AimName(aim)| aim);
        let moves = match aim {
            _ if over => Vec::new(),
            None => legal_moves(&position),
            Some(aim) => aim.replies(&position),
        };
        played.must_mate = aim == Some(Aim::Reflexmate) && Aim::Reflexmate.obliges(&position);
        let moves = moves.into_iter().map(|mv| {
            let after = position.play(mv);
            let wins = is_over(&after);
            let (uci, san) = (uci::write(&position, mv), san::write(&position, mv));
            let ends = aim.and_then(|aim| aim.ending(&after, attacker)).map(Ends::from);
            LegalMove { uci, san, position: (!wins).then(|| written(&after)), wins, ends }
        });
        played.moves = moves.collect();
        played.turn = if position.turn() == Color::White { "white" } else { "black" };
        played.status = status(&position).to_string();
        Ok(played)
    }
}

/// Why there is no next move.
enum NoMove {
    Over,
    Fault(TextError),
}

impl NoMove {
    fn reason(&self) -> String {
        match self {
            NoMove::Over => OVER.into(),
            NoMove::Fault(fault) => fault.message.clone(),
        }
    }

    fn problem(self, field: &str) -> Problem {
        match self {
            NoMove::Over => Problem::refused(field, (1, 1), Refused::new(OVER)),
            NoMove::Fault(fault) => Problem::unreadable(field, fault),
        }
    }
}

const OVER: &str = "the game is over: the queen has been taken";

fn is_over<R: Rules>(position: &Position<R>) -> bool {
    position.royal(position.turn()).is_none()
}

fn next<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, NoMove> {
    if is_over(position) {
        return Err(NoMove::Over);
    }
    parse_move(position, text).map_err(NoMove::Fault)
}

fn written<R: Rules>(position: &Position<R>) -> String {
    fen::write::<R>(&position.to_setup())
}
