//! Can a side still win?

use std::collections::HashMap;

use chess_arbiter::board::{Color, Move, Setup};
use chess_arbiter::certificate::Certificate;
use chess_arbiter::format::{fen, parse_move, uci};
use chess_arbiter::help::{CanWinAnswer, QuickAnswer, can_win, can_win_quick};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{RulesKind, Standard};
use chess_arbiter::{Status, legal_moves, status};
use chess_arbiter_explain as words;

use crate::draw::{self, Marks};
use crate::question::Refused;
use crate::report::{DeadFields, Fields, Form, Proof, Report, SideWinFields};
use crate::request::{Bounds, Context, SidesName};

/// Can a side still win, by any series of legal moves?
#[derive(Clone, Debug)]
pub struct DeadQuestion {
    /// Who.
    pub sides: SidesName,
    /// Whose time is up: the other side may win.
    pub flagged: Option<Color>,
    /// Moves that are played first, as in UCI.
    pub moves: Vec<String>,
    /// 75 moves without a capture or a pawn's move end the game.
    pub count75: bool,
    /// A position that has come about five times ends the game.
    pub fivefold: bool,
    /// Only what can be told in a microsecond.
    pub quick: bool,
    /// The certificates are wanted.
    pub certificate: bool,
    /// For each side of a position.
    pub bounds: Bounds,
}

/// Half-moves after which 75 moves of both sides are over.
const COUNT75: u16 = 150;

/// Why there is a draw though somebody could mate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counted {
    Moves75,
    Fivefold,
}

impl Counted {
    const fn name(self) -> &'static str {
        match self {
            Counted::Moves75 => "count75",
            Counted::Fivefold => "fivefold",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Counted::Moves75 => "75 moves of both sides have passed without a capture or a pawn's move",
            Counted::Fivefold => "a position occurs for the fifth time",
        }
    }
}

/// What ends a game without a claim, as far as it was asked to be counted.
#[derive(Clone)]
struct Count {
    moves75: bool,
    fivefold: bool,
    /// How often positions came about. The en passant square is part of one only where the capture is legal.
    met: HashMap<String, u32>,
}

impl Count {
    /// A position comes about; what ends the game with it. (A mate comes before that.)
    fn meet(&mut self, position: &Position) -> Option<Counted> {
        if !self.moves75 && !self.fivefold || status(position) == Status::Checkmate {
            return None;
        }
        if self.moves75 && position.halfmoves() >= COUNT75 {
            return Some(Counted::Moves75);
        }
        let mut setup = position.to_setup();
        if !legal_moves(position).iter().any(|&mv| position.is_en_passant(mv)) {
            setup.en_passant = None;
        }
        let times = self.met.entry(fen::write_key::<Standard>(&setup)).or_default();
        *times += 1;
        (self.fivefold && *times >= 5).then_some(Counted::Fivefold)
    }

    /// What ends the game during these moves.
    fn over_during(mut self, position: &Position, line: &[Move]) -> Option<Counted> {
        let mut now = *position;
        line.iter().find_map(|&mv| {
            now = now.play(mv);
            self.meet(&now)
        })
    }
}

/// What is known of a side.
struct Told {
    color: Color,
    kind: Kind,
    reason: String,
    certificate: Option<Certificate>,
}

enum Kind {
    Winnable(Vec<Move>),
    Unwinnable(&'static str),
    Undecided(&'static str),
}

impl Told {
    fn word(&self) -> &'static str {
        match self.kind {
            Kind::Winnable(_) => "winnable",
            Kind::Unwinnable(_) => "unwinnable",
            Kind::Undecided(_) => "undecided",
        }
    }

    fn text(&self) -> String {
        match &self.kind {
            Kind::Winnable(line) => format!("winnable {}", line.len()),
            Kind::Unwinnable(by) => format!("unwinnable {by}"),
            Kind::Undecided(cause) => format!("undecided ({cause})"),
        }
    }
}

impl DeadQuestion {
    /// Whether an answer takes about a microsecond.
    pub(crate) fn is_quick(&self) -> bool {
        self.quick && self.moves.is_empty()
    }

    /// The sides that are asked about, White first.
    pub fn colors(&self) -> Vec<Color> {
        match (self.flagged, self.sides) {
            (Some(flagged), _) => vec![!flagged],
            (None, SidesName::Both) => Color::BOTH.to_vec(),
            (None, SidesName::White) => vec![Color::White],
            (None, SidesName::Black) => vec![Color::Black],
        }
    }

    /// The position after the moves, the count of what came about on the way, and what ended the game there.
    fn played(&self, setup: &Setup) -> Result<(Position, Count, Option<Counted>), Refused> {
        let mut position = Position::new(setup, Policy::Movable)?;
        let mut count = Count { moves75: self.count75, fivefold: self.fivefold, met: HashMap::new() };
        let mut over = count.meet(&position);
        for (number, text) in self.moves.iter().enumerate() {
            let of = |message: &str| Refused::new(format!("move {}, {text}: {message}", number + 1));
            if let Some(counted) = over {
                return Err(of(&format!("the game was over: {}", counted.words())));
            }
            let mv = parse_move(&position, text).map_err(|error| of(&error.message))?;
            position = position.play(mv);
            over = count.meet(&position);
        }
        Ok((position, count, over))
    }

    pub(crate) fn answer(&self, setup: &Setup, form: Form, context: &Context) -> Result<Report, Refused> {
        let (position, count, over) = self.played(setup)?;
        if self.quick {
            return Ok(self.answer_quickly(&position, form));
        }
        let told: Vec<Told> = self
            .colors()
            .into_iter()
            .map(|color| self.tell(&position, &count, over, color, context))
            .collect();
        let result = self.flagged.map(|flagged| result(&position, flagged, &told[0]));
        let is_undecided = told.iter().any(|told| matches!(told.kind, Kind::Undecided(_)));
        let is_dead = told.len() == 2 && told.iter().all(|told| matches!(told.kind, Kind::Unwinnable(_)));
        let line = match (&result, &told[..]) {
            (Some(Some(result)), _) => (*result).to_owned(),
            (Some(None), [told, ..]) | (None, [told]) => told.text(),
            _ if is_dead => "dead".to_owned(),
            (_, told) => {
                let parts: Vec<String> =
                    told.iter().map(|told| format!("{} {}", told.color, told.text())).collect();
                parts.join("; ")
            }
        };
        let mut report = Report { line, undecided: is_undecided, ..Report::default() };
        // That of a single side stands where an answer has it, and is compared there.
        if form == Form::Json
            && self.certificate
            && let [told] = &told[..]
        {
            let written = |certificate| Proof::Written(Box::new(certificate));
            report.proof = told.certificate.clone().map_or(Proof::Nothing, written);
        }
        if form == Form::Certificates {
            report.proof = Proof::Several(told.iter().filter_map(|told| told.certificate.clone()).collect());
        }
        if matches!(form, Form::Json | Form::Person | Form::Rows) {
            let verdict = match &told[..] {
                [told] => told.word(),
                _ if is_dead => "dead",
                told if told.iter().any(|told| matches!(told.kind, Kind::Winnable(_))) => "winnable",
                _ => "undecided",
            };
            let reasons: Vec<&str> = told.iter().map(|told| told.reason.as_str()).collect();
            let separator = if form == Form::Person { "\n" } else { " " };
            let fallen = self.flagged.zip(result.flatten()).map(|(flagged, result)| {
                let side = if flagged == Color::White { "White" } else { "Black" };
                let is_mate = status(&position) == Status::Checkmate;
                let before = if is_mate { " A mate on the board ends the game before that." } else { "" };
                format!("{separator}{side}'s flag has fallen: {result}.{before}")
            });
            let reason = reasons.join(separator) + fallen.as_deref().unwrap_or_default();
            if form == Form::Person {
                report.drawing = draw::board(RulesKind::Standard, position.board(), Marks::default());
            }
            report.fields = Fields::Dead(Box::new(DeadFields {
                verdict,
                position: (!self.moves.is_empty()).then(|| position.to_string()),
                result: result.flatten(),
                reason,
                sides: told.into_iter().map(|told| self.side(&position, told)).collect(),
            }));
        }
        Ok(report)
    }

    fn tell(
        &self,
        position: &Position,
        count: &Count,
        over: Option<Counted>,
        color: Color,
        context: &Context,
    ) -> Told {
        if let Some(counted) = over {
            let reason = format!("The game is over: {}.", counted.words());
            return Told { color, kind: Kind::Unwinnable(counted.name()), reason, certificate: None };
        }
        let found = can_win(position, color, &context.limits(self.bounds));
        let late = match &found.answer {
            CanWinAnswer::Winnable(line) => count.clone().over_during(position, line),
            _ => None,
        };
        // Another line may be in time: that is not looked for.
        if let Some(counted) = late {
            let reason = format!("A mate was found, but too late: before it, {}.", counted.words());
            return Told { color, kind: Kind::Undecided(counted.name()), reason, certificate: None };
        }
        let reason = words::can_win(position, &found);
        let certificate = if self.certificate { found.certificate(position) } else { None };
        let kind = match found.answer {
            CanWinAnswer::Undecided(reached) => Kind::Undecided(reached.cause()),
            CanWinAnswer::Unwinnable(why) => Kind::Unwinnable(why.name()),
            CanWinAnswer::Winnable(line) => Kind::Winnable(line),
        };
        Told { color, kind, reason, certificate }
    }

    fn answer_quickly(&self, position: &Position, form: Form) -> Report {
        let word = |color| match can_win_quick(position, color) {
            QuickAnswer::Yes => "true",
            QuickAnswer::No => "false",
            QuickAnswer::Unknown => "unknown",
        };
        let colors = self.colors();
        let line = match colors[..] {
            [color] => word(color).to_owned(),
            _ => format!("white {}; black {}", word(Color::White), word(Color::Black)),
        };
        let mut report = Report { line, ..Report::default() };
        if matches!(form, Form::Json | Form::Person | Form::Rows) {
            let side = |&color: &Color| {
                let verdict = match word(color) {
                    "true" => "winnable",
                    "false" => "unwinnable",
                    _ => "undecided",
                };
                SideWinFields { side: color.to_string(), verdict, ..SideWinFields::default() }
            };
            let sides: Vec<SideWinFields> = colors.iter().map(side).collect();
            let all = |verdict| sides.iter().all(|side| side.verdict == verdict);
            let verdict = match &sides[..] {
                [side] => side.verdict,
                _ if all("unwinnable") => "dead",
                sides if sides.iter().any(|side| side.verdict == "winnable") => "winnable",
                _ => "undecided",
            };
            if form == Form::Person {
                report.drawing = draw::board(RulesKind::Standard, position.board(), Marks::default());
            }
            let reason = format!("At a glance: {}.", report.line);
            report.fields =
                Fields::Dead(Box::new(DeadFields { verdict, position: None, result: None, reason, sides }));
        }
        report
    }

    fn side(&self, position: &Position, told: Told) -> SideWinFields {
        let mut fields =
            SideWinFields { side: told.color.to_string(), verdict: told.word(), ..SideWinFields::default() };
        match told.kind {
            Kind::Winnable(line) => {
                let mut now = *position;
                let mut write = |mv: &Move| {
                    let text = uci::write(&now, *mv);
                    now = now.play(*mv);
                    text
                };
                fields.plies = Some(line.len() as u32);
                fields.line = Some(line.iter().map(&mut write).collect());
            }
            Kind::Unwinnable(by) => fields.by = Some(by),
            Kind::Undecided(cause) => fields.limit = Some(cause),
        }
        let is_of_both = self.colors().len() == 2;
        fields.certificate = (self.certificate && is_of_both).then(|| told.certificate.map(Box::new));
        fields
    }
}

/// The result once somebody's time is up; none if that is undecided. (A mate on the board came before it.)
fn result(position: &Position, flagged: Color, told: &Told) -> Option<&'static str> {
    let won = |color| if color == Color::White { "1-0" } else { "0-1" };
    match told.kind {
        Kind::Winnable(_) => Some(won(!flagged)),
        Kind::Undecided(_) => None,
        Kind::Unwinnable(_) => {
            let is_mate = status(position) == Status::Checkmate;
            Some(if is_mate { won(!position.turn()) } else { "1/2-1/2" })
        }
    }
}
