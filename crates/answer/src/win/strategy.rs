//! The strategy of a forced win, move by move, from its certificate.

use std::collections::HashMap;

use chess_arbiter::certificate::{Certificate, Claim, Evidence};
use chess_arbiter::format::{fen, parse_setup, san, uci};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Rules, RulesKind};
use chess_arbiter::win::stipulation::Aim;
use chess_arbiter::with_rules;

use crate::question::Refused;

/// What the attacker plays in each position of a forced win. Positions are named as certificates do: FEN
/// without clocks.
///
/// ```
/// use chess_arbiter_answer::request::{Context, Endpoint, Grant, call};
/// use chess_arbiter_answer::win::Strategy;
///
/// let request = br#"{"position": "7k/8/5K2/8/8/8/8/R7 w", "mate": 2, "certificate": true}"#;
/// let reply = call(Endpoint::Win, request, &Context::new(Grant::UNBOUNDED)).unwrap();
/// let reply: serde_json::Value = serde_json::from_str(&reply).unwrap();
/// let strategy = Strategy::of(&reply["certificate"].to_string()).unwrap().unwrap();
/// let first = strategy.at(strategy.root()).unwrap().unwrap();
/// assert_eq!((first.san.as_str(), first.plies, first.replies.len()), ("Kg6", 3, 1));
/// let second = strategy.at(&first.replies[0].position).unwrap().unwrap();
/// assert_eq!((second.san.as_str(), second.replies.len()), ("Ra8#", 0));
/// ```
#[derive(Clone, Debug)]
pub struct Strategy {
    rules: RulesKind,
    aim: Aim,
    root: String,
    nodes: HashMap<String, (u32, String)>,
}

/// What the attacker plays in a position, and what the defender can answer.
#[derive(Clone, Debug)]
pub struct Step {
    /// As in UCI.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// The win takes at most so many plies from here, this move counted.
    pub plies: u32,
    /// Every reply; in a reflexmate a defender that can mate has to.
    pub replies: Vec<Reply>,
}

/// A reply of the defender.
#[derive(Clone, Debug)]
pub struct Reply {
    /// As in UCI.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// Where it leads; there is no step from there where it ends the game.
    pub position: String,
}

impl Strategy {
    /// That of a certificate, which must have been checked; `None` if it does not prove a win.
    ///
    /// # Errors
    /// The text is no certificate.
    pub fn of(certificate: &str) -> Result<Option<Strategy>, Refused> {
        let certificate: Certificate = serde_json::from_str(certificate)
            .map_err(|error| Refused::new(format!("expected a certificate: {error}")))?;
        let rules = certificate.rules.parse().map_err(|unknown| Refused::new(format!("{unknown}")))?;
        let Evidence::Strategies(strategies) = certificate.evidence else { return Ok(None) };
        let Some(nodes) = strategies.strategy else { return Ok(None) };
        let aim = match certificate.claim {
            Claim::Win { aim: Some(name), .. } => Aim::ALL
                .into_iter()
                .find(|aim| aim.name() == Some(&name))
                .ok_or_else(|| Refused::new(format!("expected an aim of certificates, found {name:?}")))?,
            _ => Aim::Mate,
        };
        let nodes = nodes.into_iter().map(|node| (node.0, (node.1, node.2))).collect();
        Ok(Some(Strategy { rules, aim, root: certificate.position, nodes }))
    }

    /// The position asked about.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// Whether this is one of its lines, from the position asked about to the last move: the attacker's, or
    /// where the defender has to mate, that mate.
    pub(crate) fn has_line(&self, moves: &[String]) -> bool {
        let mut position = self.root.clone();
        for (number, turn) in moves.chunks(2).enumerate() {
            let Ok(Some(step)) = self.at(&position) else { return false };
            let is_last = 2 * number + 2 >= moves.len();
            match turn {
                [mv, answer] if step.uci == *mv => {
                    let Some(reply) = step.replies.into_iter().find(|reply| reply.uci == *answer) else {
                        return false;
                    };
                    position = reply.position;
                    // The strategy goes on after each reply that does not mate.
                    if is_last {
                        return self.aim.is_selfmate() && matches!(self.at(&position), Ok(None));
                    }
                }
                [mv] if step.uci == *mv => return step.replies.is_empty(),
                _ => return false,
            }
        }
        false
    }

    /// What is played there; nothing where the strategy does not lead.
    ///
    /// # Errors
    /// It is no position, or the strategy's move cannot be played in it.
    pub fn at(&self, position: &str) -> Result<Option<Step>, Refused> {
        let Some((plies, mv)) = self.nodes.get(position) else { return Ok(None) };
        with_rules!(self.rules, R => step::<R>(self.aim, position, *plies, mv)).map(Some)
    }
}

fn step<R: Rules>(aim: Aim, text: &str, plies: u32, mv: &str) -> Result<Step, Refused> {
    let setup = parse_setup::<R>(text).map_err(|fault| Refused::new(fault.to_string()))?;
    let position = Position::<R>::new(&setup, Policy::Movable)?;
    let mv = uci::parse(&position, mv).map_err(|fault| Refused::new(fault.message))?;
    let after = position.play(mv);
    let over = after.royal(after.turn()).is_none();
    let moves = if over { Vec::new() } else { aim.replies(&after) };
    let replies = moves.into_iter().map(|reply| Reply {
        uci: uci::write(&after, reply),
        san: san::write(&after, reply),
        position: fen::write_key::<R>(&after.play(reply).to_setup()),
    });
    Ok(Step {
        uci: uci::write(&position, mv),
        san: san::write(&position, mv),
        plies,
        replies: replies.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::Strategy;
    use crate::request::{Context, Endpoint, Grant, call};

    fn strategy(position: &str, stipulation: &str) -> Strategy {
        let request =
            serde_json::json!({"position": position, "stipulation": stipulation, "certificate": true});
        let context = Context::new(Grant::UNBOUNDED);
        let reply = call(Endpoint::Win, request.to_string().as_bytes(), &context).unwrap();
        let reply: serde_json::Value = serde_json::from_str(&reply).unwrap();
        Strategy::of(&reply["certificate"].to_string()).unwrap().unwrap()
    }

    #[test]
    fn the_defender_of_a_reflexmate_mates_if_it_can() {
        let strategy = strategy("8/3Q4/1b6/8/8/1K6/4q3/k7 w", "r#2");
        let first = strategy.at(strategy.root()).unwrap().unwrap();
        assert_eq!((first.san.as_str(), first.plies, first.replies.len()), ("Qd1+", 4, 1));
        let second = strategy.at(&first.replies[0].position).unwrap().unwrap();
        assert_eq!(second.san, "Ka3");
        let replies: Vec<&str> = second.replies.iter().map(|reply| reply.san.as_str()).collect();
        assert_eq!(replies, ["Bc5#"]);
        assert!(strategy.at(&second.replies[0].position).unwrap().is_none());
    }

    #[test]
    fn a_selfmate_has_every_reply() {
        let strategy = strategy("8/B7/8/8/4R1N1/kp2p3/p1RN4/K7 w", "s#2");
        let first = strategy.at(strategy.root()).unwrap().unwrap();
        let ends = |reply: &&super::Reply| strategy.at(&reply.position).unwrap().is_none();
        let last: Vec<&str> = first.replies.iter().filter(ends).map(|reply| reply.san.as_str()).collect();
        assert_eq!((first.san.as_str(), first.replies.len(), last), ("Rc1", 3, vec!["b2#"]));
    }
}
