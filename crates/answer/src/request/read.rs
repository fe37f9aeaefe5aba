//! `/read`.

use std::ops::ControlFlow;
use std::time::Duration;

use chess_arbiter::format::reader::{Item, Reader};
use chess_arbiter::format::{TextError, fen};
use chess_arbiter::popeye::{self, Part, Problem};
use chess_arbiter::rules::{Rules, RulesKind};
use chess_arbiter::{limits, with_rules};
use chess_arbiter_judge::{self as judge, Asked, JudgeError, Options, Program};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Each;
use super::context::Context;
use super::guess::guess;
use super::positions::Outcome;
use super::values::{By, Reading, RulesName};
use crate::ask::fault;
use crate::said::Said;
use crate::win::{input, own_stipulation};

/// Time for the answers of games: those that take longer are left to whoever asks about them.
const TIME: Duration = Duration::from_millis(500);
/// Memory for the same.
const MEMORY: usize = 64 << 20;

/// Which positions does a text contain, and what does it ask about them?
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    /// Positions in any form, or the input of a contest.
    text: String,
    /// The game that positions belong to; by default guessed from the first.
    rules: Option<RulesName>,
    /// What to read the text as; guessed by default.
    program: Option<Reading>,
}

/// The cases of a text.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct Read {
    /// `positions`, `problems` (a Popeye file), or the name of a contest.
    format: &'static str,
    /// In the order of the text.
    cases: Vec<ReadCase>,
    /// Why nothing more was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Ended>,
}

/// Where reading ended, and why.
#[derive(Debug, Serialize, JsonSchema)]
struct Ended {
    line: usize,
    column: usize,
    message: String,
}

/// A position of a text, or what is wrong with it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Case")]
enum ReadCase {
    Read {
        /// The line on which it begins.
        line: usize,
        /// Its name: a field beside it, the `id` of an EPD, or `game.ply` in a PGN.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// As FEN.
        position: String,
        /// The game.
        #[schemars(with = "RulesName")]
        rules: &'static str,
        /// The text does not say who is to move; White is assumed.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[schemars(default)]
        turn_assumed: bool,
        /// The endpoint that answers the question of the contest, or of the EPD.
        #[serde(skip_serializing_if = "Option::is_none")]
        ask: Option<&'static str>,
        /// What to send to that endpoint besides the position and the rules.
        #[serde(skip_serializing_if = "Option::is_none")]
        options: Option<Asks>,
        /// The answer as the contest's program prints it; left out if it takes long.
        #[serde(skip_serializing_if = "Option::is_none")]
        answer: Option<&'static str>,
    },
    Wrong {
        line: usize,
        column: usize,
        error: String,
    },
}

/// Options of an endpoint.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Asks {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<By>")]
    by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<u32>,
    /// The stipulation that an EPD or a problem carries itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    stipulation: Option<String>,
    /// For a problem: first moves that this many defences refute are wanted too.
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<usize>,
    /// For a problem: what would follow if the other side were to move is wanted too.
    #[serde(skip_serializing_if = "Option::is_none")]
    set_play: Option<bool>,
}

impl ReadRequest {
    pub(super) fn run(&self, context: &Context, each: Each<'_>) -> bool {
        let outcome = Outcome::of(|| {
            let read = crate::json(&self.read(context)).trim_end().to_owned();
            Outcome { input: None, result: Ok(read) }
        });
        !context.is_interrupted() && each(0, outcome)
    }

    fn read(&self, context: &Context) -> Read {
        let rules = self.rules.map(|rules| rules.0);
        match self.program {
            Some(Reading::Contest(program)) => self.contest(program, context),
            Some(Reading::Positions) => self.positions(rules, context),
            None if popeye::begins(self.text.as_bytes()) => self.problems(context),
            None => match guess(&self.text, rules) {
                guess if guess.reading == Reading::Positions => self.positions(rules, context),
                guess => {
                    let Reading::Contest(program) = guess.reading else { return Read::default() };
                    let read = self.contest(program, context);
                    if guess.sure || read.error.is_none() {
                        return read;
                    }
                    let positions = self.positions(rules, context);
                    let all = positions.cases.iter().all(|case| matches!(case, ReadCase::Read { .. }));
                    if all { positions } else { read }
                }
            },
        }
    }

    fn contest(&self, program: Program, context: &Context) -> Read {
        let most = &context.grant;
        let limits = limits::Limits {
            time: Some(most.time.map_or(TIME, |most| most.min(TIME))),
            nodes: most.nodes,
            memory: most.memory.min(MEMORY),
            interrupt: context.interrupt.clone(),
            threads: 1,
        };
        let options = Options { threads: 1, limits, oracle: context.oracle.clone() };
        let mut read = Read { format: program.name(), ..Read::default() };
        let mut next = None;
        let told = judge::cases(program, &mut self.text.as_bytes(), &options, &mut |case| {
            if read.cases.len() == most.positions {
                next = Some(case.line);
                return ControlFlow::Break(());
            }
            let (ask, options) = match case.asked {
                Asked::Status => ("status", Asks::default()),
                Asked::Rules => ("reach", Asks { by: Some("rules"), ..Asks::default() }),
                Asked::Win { plies } => ("win", Asks { within: Some(plies), ..Asks::default() }),
            };
            read.cases.push(ReadCase::Read {
                line: case.line,
                id: None,
                position: with_rules!(case.rules, R => fen::write::<R>(&case.setup)),
                rules: case.rules.name(),
                turn_assumed: false,
                ask: Some(ask),
                options: Some(options),
                answer: case.answer,
            });
            ControlFlow::Continue(())
        });
        read.error = match told {
            Ok(()) => next.map(|line| too_many(line, most.positions)),
            Err(JudgeError::Malformed(fault)) => {
                Some(Ended { line: fault.line, column: fault.column, message: fault.message })
            }
            Err(error) => Some(Ended { line: 1, column: 1, message: error.to_string() }),
        };
        read
    }

    /// Each position of a file of problems, with what is asked of it.
    fn problems(&self, context: &Context) -> Read {
        let mut read = Read { format: "problems", ..Read::default() };
        for written in popeye::Problems::new(self.text.as_bytes()) {
            let cases = match written.map_err(fault).and_then(|written| written.parse()) {
                Ok(problem) => problem.parts.iter().map(|part| problem_case(&problem, part)).collect(),
                Err(fault) => vec![ReadCase::from(fault)],
            };
            for case in cases {
                if read.cases.len() == context.grant.positions {
                    read.error = Some(too_many(case.line(), context.grant.positions));
                    return read;
                }
                read.cases.push(case);
            }
        }
        read
    }

    fn positions(&self, rules: Option<RulesKind>, context: &Context) -> Read {
        let rules = rules.unwrap_or_else(|| game_of(&self.text));
        with_rules!(rules, R => self.positions_of::<R>(rules, context))
    }

    fn positions_of<R: Rules>(&self, rules: RulesKind, context: &Context) -> Read {
        let mut read = Read { format: Reading::Positions.name(), ..Read::default() };
        for item in Reader::new::<R>(self.text.as_bytes()) {
            let case = match item.map_err(fault).and_then(|item| position_case::<R>(rules, &item)) {
                Ok(case) => case,
                Err(fault) => ReadCase::from(fault),
            };
            if read.cases.len() == context.grant.positions {
                read.error = Some(too_many(case.line(), context.grant.positions));
                break;
            }
            read.cases.push(case);
        }
        read
    }
}

impl ReadCase {
    fn line(&self) -> usize {
        match self {
            ReadCase::Read { line, .. } | ReadCase::Wrong { line, .. } => *line,
        }
    }
}

impl From<TextError> for ReadCase {
    fn from(fault: TextError) -> ReadCase {
        ReadCase::Wrong { line: fault.line, column: fault.column, error: fault.message }
    }
}

fn position_case<R: Rules>(rules: RulesKind, item: &Item) -> Result<ReadCase, TextError> {
    let asked = own_stipulation::<R>(&item.text).map_err(|fault| fault.below(item.line - 1));
    let known = item.parse_partial::<R>();
    // What is marked as not known, with `?`, is no FEN otherwise.
    let setup =
        item.parse::<R>().or_else(|fault| known.as_ref().map_or(Err(fault), |known| Ok(known.setup())))?;
    let asked = asked?;
    let turn_assumed = known.is_ok_and(|known| known.turn.is_none());
    Ok(ReadCase::Read {
        line: item.line,
        id: Said::of(rules, item).id,
        position: fen::write::<R>(&setup),
        rules: R::NAME,
        turn_assumed,
        ask: asked.map(|_| "win"),
        options: asked.map(|asked| Asks { stipulation: Some(asked.to_string()), ..Asks::default() }),
        answer: None,
    })
}

fn problem_case(problem: &Problem, part: &Result<Part, TextError>) -> ReadCase {
    let part = match part {
        Ok(part) => part,
        Err(fault) => return ReadCase::from(fault.clone()),
    };
    let twin = if part.name.is_empty() { String::new() } else { format!("{})", part.name) };
    let names = problem.heading.titles.iter().chain(&problem.heading.authors).take(1);
    let id: Vec<&str> = names.chain([&twin]).map(String::as_str).filter(|word| !word.is_empty()).collect();
    let options = problem.options;
    ReadCase::Read {
        line: part.line,
        id: (!id.is_empty()).then(|| id.join(" ")),
        position: input(part),
        rules: RulesKind::Standard.name(),
        turn_assumed: false,
        ask: Some("win"),
        options: Some(Asks {
            stipulation: Some(part.stipulation.to_string()),
            tries: (options.tries > 0).then_some(options.tries),
            set_play: options.set_play.then_some(true),
            ..Asks::default()
        }),
        answer: None,
    }
}

fn too_many(line: usize, most: usize) -> Ended {
    Ended {
        line,
        column: 1,
        message: format!("more than {most} positions: those from here on were not read"),
    }
}

/// The first game that the first position of a text can be of; chess if there is none.
fn game_of(text: &str) -> RulesKind {
    fn first<R: Rules>(text: &str) -> bool {
        matches!(Reader::new::<R>(text.as_bytes()).next(), Some(Ok(item)) if item.parse::<R>().is_ok())
    }
    let possible = |kind: &RulesKind| with_rules!(*kind, R => first::<R>(text));
    RulesKind::ALL.into_iter().find(possible).unwrap_or_default()
}
