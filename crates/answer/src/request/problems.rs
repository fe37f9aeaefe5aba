//! Files of problems in a request.

use chess_arbiter::format::TextError;
use chess_arbiter::popeye;

use super::Each;
use super::context::{Context, Grant};
use super::positions::Outcome;
use super::problem::Problem;
use super::win::WinRequest;
use crate::ask::{Reply, fault};
use crate::report::Form;
use crate::win::{ProblemQuestion, input};

/// The member of the request that has them.
const FIELD: &str = "problems";

/// The problems of a text with what is asked beside.
#[derive(Debug)]
pub struct Problems {
    question: ProblemQuestion,
    /// Each of them, or why there is none in its place.
    read: Vec<Result<popeye::Problem, TextError>>,
}

impl Problems {
    pub(super) fn check(text: &str, request: &WinRequest, grant: &Grant) -> Result<Problems, Problem> {
        if request.position.is_some() || request.positions.is_some() {
            return Err(Problem::field(FIELD, "expected positions or a file of problems, found both"));
        }
        if request.has_goal() {
            let detail = "a file of problems says itself what is asked: expected none of within, mate, \
                          stipulation and shortest";
            return Err(Problem::field(FIELD, detail));
        }
        if !popeye::begins(text.as_bytes()) {
            return Err(Problem::field(FIELD, "expected a file of problems, which begins with BeginProblem"));
        }
        let question = ProblemQuestion::check(request, grant)?;
        let (mut read, mut positions) = (Vec::new(), 0);
        for written in popeye::Problems::new(text.as_bytes()) {
            let problem = written.map_err(fault).and_then(|written| written.parse());
            positions += problem.as_ref().map_or(1, |problem| problem.parts.len());
            if positions > grant.positions {
                return Err(Problem::too_many(FIELD, positions, grant.positions));
            }
            read.push(problem);
        }
        Ok(Problems { question, read })
    }

    /// Answers each position. False if it was stopped.
    pub(super) fn run(&self, context: &Context, each: Each<'_>) -> bool {
        let parts = self.read.iter().flat_map(|problem| match problem {
            Ok(problem) => {
                problem.parts.iter().map(|part| part.as_ref().map(|part| (problem, part))).collect()
            }
            Err(fault) => vec![Err(fault)],
        });
        for (index, part) in parts.enumerate().skip(context.skip) {
            if context.is_interrupted() {
                return false;
            }
            let outcome = match part {
                Ok((problem, part)) => {
                    let watch = context.watch(index);
                    let result = self.question.answer(problem, part, Form::Json, context, watch);
                    Outcome::about(FIELD, Reply { input: input(part), result })
                }
                Err(fault) => Outcome { input: None, result: Err(Problem::unreadable(FIELD, fault.clone())) },
            };
            if !each(index, outcome) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::request::{Context, Endpoint, Grant, Problem, call};

    fn asked(body: &Value, grant: Grant) -> Result<Value, Problem> {
        let said = call(Endpoint::Win, body.to_string().as_bytes(), &Context::new(grant))?;
        Ok(serde_json::from_str(&said).unwrap())
    }

    #[test]
    fn each_position_has_an_answer() {
        let text = "BeginProblem\nTitle One\nStip #1\nPieces White Kf7 Ra1 Black Kh8\nTwin Stip h#1\nTwin Stip hs#1\n\
                    NextProblem\nCond Circe\nNextProblem\nStip s#2\nForsyth 4q3/8/1Q6/2Rp4/3P4/k1KPs3/2Q5/8\n\
                    EndProblem\n";
        let said = asked(&json!({"problems": text, "certificate": true}), Grant::default()).unwrap();
        let answers = said["answers"].as_array().unwrap();
        assert_eq!(answers.len(), 5);
        assert_eq!(answers[0]["input"], "7k/5K2/8/8/8/8/8/R7 w - - 0 1");
        assert_eq!((&answers[0]["keys"], &answers[0]["problem"]["twin"]), (&json!(["a1h1"]), &json!("a")));
        assert_eq!(answers[0]["problem"]["titles"], json!(["One"]));
        assert_eq!((&answers[1]["stipulation"], &answers[1]["count"]), (&json!("h#1"), &json!(1)));
        assert_eq!(answers[1]["solutions"], json!([["h8h7", "a1h1"]]));
        assert!(answers[1]["certificate"].is_object());
        assert_eq!(answers[2]["error"]["line"], 6);
        assert_eq!(
            answers[3]["error"],
            json!({"line": 8, "column": 6, "message": "the condition 'Circe' is not supported"})
        );
        assert_eq!((&answers[4]["stipulation"], &answers[4]["keys"]), (&json!("s#2"), &json!(["b6a5"])));
        assert!(answers[4]["certificate"].is_object());
    }

    #[test]
    fn what_makes_no_sense() {
        const TEXT: &str = "beg stip #1 pieces white kf7 ra1 black kh8 twin move a1 b1 end";
        for (body, field, says) in [
            (json!({"problems": TEXT, "position": "8/8"}), "problems", "found both"),
            (json!({"problems": TEXT, "mate": 2}), "problems", "says itself what is asked"),
            (json!({"problems": "7k/8/6K1/8/8/8/8/R7 w"}), "problems", "begins with BeginProblem"),
            (json!({"problems": TEXT, "rules": "gardner"}), "rules", "for standard chess"),
            (json!({"problems": TEXT, "lines": 3}), "lines", "only with tree"),
        ] {
            let problem = asked(&body, Grant::default()).unwrap_err();
            assert_eq!(problem.field.as_deref(), Some(field), "{body}");
            assert!(problem.detail.contains(says), "{body}: {}", problem.detail);
        }
        let few = Grant { positions: 1, ..Grant::default() };
        let problem = asked(&json!({"problems": TEXT}), few).unwrap_err();
        assert_eq!((problem.status, problem.field.as_deref()), (413, Some("problems")));
    }
}
