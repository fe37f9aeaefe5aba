//! The reason for an answer, in words and as a picture.

use chess_arbiter::board::{Bitboard, Board, Setup, Square};
use chess_arbiter::format::TextError;
use chess_arbiter::format::diagram::{self, Style};
use chess_arbiter::format::reader::Item;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Rules, RulesKind, Standard};
use chess_arbiter::status::explain;
use chess_arbiter::with_rules;
use schemars::JsonSchema;
use serde::Serialize;

use crate::ask::{Unanswered, ask_item, only, parse, parse_problem};
use crate::question::Question;
use crate::report::{Fields, Form, Report};
use crate::request::{Asked, Context, Problem};
use crate::svg::Svg;
use crate::words;

/// A question whose answer is to be explained.
///
/// ```
/// use chess_arbiter_answer::request::{Context, ExplainRequest};
///
/// let context = Context::default();
/// let body = br#"{"position": "kbK5/pp6/1P6/8/8/8/8/R7 w", "ask": "win"}"#;
/// let question = ExplainRequest::parse(body).unwrap().check(&context.grant).unwrap();
/// let explained = question.answer(&context).unwrap();
/// assert_eq!(explained.answer, "win 3");
/// assert!(explained.reason.contains("1. Ra6 bxa6 2. b7#"));
/// assert!(explained.board.starts_with("8 k b K . . . . .\n"));
/// // The key is an arrow.
/// assert!(explained.picture.svg(360).to_string().contains("<polygon "));
/// ```
#[derive(Clone, Debug)]
pub struct ExplainQuestion {
    pub(crate) position: String,
    pub(crate) ask: Asked,
    pub(crate) question: Question,
}

/// An answer, and why it is that.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Explained {
    /// The position as it was written.
    pub input: String,
    /// The question.
    pub ask: Asked,
    /// The answer on one line, as the command writes it.
    pub answer: String,
    /// Why, in sentences; below them moves as people write them and what else there is to say.
    pub reason: String,
    /// The board seen from White's side: letters as in FEN, ranks and files named.
    pub board: String,
    /// The same as a picture.
    #[serde(skip)]
    pub picture: Picture,
}

/// A board with what the answer is about marked.
#[derive(Clone, Debug)]
pub struct Picture {
    rules: RulesKind,
    board: Board,
    attacked: Option<Square>,
    lit: Bitboard,
    arrows: Vec<(Square, Square)>,
}

impl Picture {
    /// As SVG or PNG, so many pixels wide.
    pub fn svg(&self, size: u32) -> Svg<'_> {
        let &Picture { rules, ref board, attacked, lit, ref arrows } = self;
        Svg { size, attacked, lit, arrows, ..Svg::of(rules, board) }
    }
}

impl ExplainQuestion {
    /// Whether the answer takes microseconds.
    pub fn is_quick(&self) -> bool {
        self.question.is_quick()
    }

    /// The answer and its reason.
    ///
    /// # Errors
    /// The text is no position, or none that the question can be asked about.
    pub fn answer(&self, context: &Context) -> Result<Explained, Problem> {
        let rules = self.question.rules();
        let problem = |why: Unanswered| why.problem("position");
        let item = only(rules, &self.position).map_err(Unanswered::Unreadable).map_err(problem)?;
        let report = ask_item(&self.question, &item, Form::Person, context, context.watch(0));
        let report = report.map_err(problem)?;
        let setup = setup(rules, &item).map_err(Unanswered::Unreadable).map_err(problem)?;
        let style = Style { labels: true, turn: true, ..Style::default() };
        let picture = with_rules!(rules, R => self.picture::<R>(&setup, &report));
        let Report { line, fields, notes, .. } = &report;
        let reason = [fields.reason(), "\n", notes].concat();
        Ok(Explained {
            input: item.text.clone(),
            ask: self.ask,
            answer: line.clone(),
            reason: reason.trim_end().to_owned(),
            board: with_rules!(rules, R => diagram::write::<R>(&setup, style)),
            picture,
        })
    }

    /// What the answer is about, as far as squares and moves show it.
    fn picture<R: Rules>(&self, setup: &Setup, report: &Report) -> Picture {
        let plain = Picture {
            rules: self.question.rules(),
            board: setup.board,
            attacked: None,
            lit: Bitboard::EMPTY,
            arrows: Vec::new(),
        };
        match &report.fields {
            Fields::Status(_) => {
                let Ok(position) = Position::<R>::new(setup, Policy::Movable) else { return plain };
                let checkers = explain(&position).checkers;
                let attacked = position.royal(position.turn()).filter(|_| !checkers.is_empty());
                let arrows = attacked.into_iter().flat_map(|royal| checkers.map(move |from| (from, royal)));
                Picture { attacked, lit: checkers, arrows: arrows.collect(), ..plain }
            }
            // The squares that the sentences name.
            Fields::Legality(fields) if fields.verdict == "illegal" => {
                let named = words::squares(&fields.reason, plain.rules);
                Picture {
                    lit: named.iter().filter_map(|name| name.parse::<Square>().ok()).collect(),
                    ..plain
                }
            }
            Fields::Win(fields) => {
                let first = fields.line.iter().flatten().next();
                Picture { arrows: first.and_then(|mv| way(mv)).into_iter().collect(), ..plain }
            }
            _ => plain,
        }
    }
}

/// What is set up, also where not everything is known.
fn setup(rules: RulesKind, item: &Item) -> Result<Setup, TextError> {
    let partial = || item.parse_partial::<Standard>().map(|partial| partial.setup());
    parse(rules, item)
        .or_else(|_| parse_problem(rules, item).map(|problem| problem.setup))
        .or_else(|_| partial())
}

/// From where to where a move of UCI goes.
fn way(mv: &str) -> Option<(Square, Square)> {
    Some((mv.get(..2)?.parse().ok()?, mv.get(2..4)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use crate::request::{Context, ExplainRequest};
    use crate::{Explained, Svg};

    fn explained(body: &str) -> Explained {
        let context = Context::default();
        let question = ExplainRequest::parse(body.as_bytes()).unwrap().check(&context.grant).unwrap();
        question.answer(&context).unwrap_or_else(|problem| panic!("{body}: {}", problem.json()))
    }

    /// Squares that are lit, the attacked one, arrows: as the SVG has them.
    fn marks(explained: &Explained) -> [usize; 3] {
        let svg = explained.picture.svg(Svg::SIZE).to_string();
        ["#f0c04f", "#e0685e", "<polygon "].map(|mark| svg.matches(mark).count())
    }

    #[test]
    fn each_question_has_its_marks() {
        let two = explained(r#"{"position": "4k3/8/3N4/8/8/8/8/K3R3 b"}"#);
        assert_eq!((two.answer.as_str(), marks(&two)), ("check", [2, 1, 2]));
        let stalemate = explained(r#"{"position": "7k/5Q2/6K1/8/8/8/8/8 b", "ask": "status"}"#);
        assert_eq!((stalemate.answer.as_str(), marks(&stalemate)), ("stalemate", [0, 0, 0]));
        let shut = explained(r#"{"position": "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w", "ask": "reach"}"#);
        // The bishop on a1 and the pawn on b2.
        assert_eq!((shut.answer.as_str(), marks(&shut)), ("illegal static origins", [2, 0, 0]));
        let small = explained(r#"{"position": "rnq1/R3/1QN1/4 w", "ask": "win", "rules": "simplified"}"#);
        assert_eq!((small.answer.as_str(), marks(&small)), ("win 3", [0, 0, 1]));
        assert_eq!(small.picture.svg(360).png()[16..20], 360_u32.to_be_bytes());
        let dead = explained(r#"{"position": "8/8/8/4k3/8/8/8/K1N5 w", "ask": "dead", "time": "2s"}"#);
        assert_eq!((dead.answer.as_str(), marks(&dead)), ("dead", [0, 0, 0]));
        // Who is to move is not known.
        let past = explained(r#"{"position": "8/8/8/8/8/8/5k1p/7K", "ask": "retro"}"#);
        assert!(past.answer.contains("black impossible"), "{}", past.answer);
        assert!(past.reason.len() > 40 && past.board.contains("k . p"), "{past:?}");
    }

    #[test]
    fn what_is_wrong_is_told() {
        let context = Context::default();
        let problem = |body: &str| {
            let question = ExplainRequest::parse(body.as_bytes())?.check(&context.grant)?;
            question.answer(&context).map(drop)
        };
        for (body, field, status) in [
            (r#"{"position": "9/8 w"}"#, Some("position"), 422),
            (r#"{"position": "P6k/8/8/8/8/8/8/K7 w"}"#, Some("position"), 422),
            (r#"{"position": "q3/4/4/3Q w", "rules": "simplified", "ask": "reach"}"#, Some("rules"), 400),
            (r#"{"position": "8/8 w", "ask": "why"}"#, Some("ask"), 400),
            (r#"{"position": "8/8 w", "time": "soon"}"#, Some("time"), 400),
            (r#"{}"#, None, 400),
        ] {
            let found = problem(body).unwrap_err();
            assert_eq!((found.field.as_deref(), found.status), (field, status), "{body}: {found:?}");
        }
    }
}
