//! Can a side still win?

use chess_arbiter::board::{Color, Move, Setup};
use chess_arbiter::certificate::Certificate;
use chess_arbiter::format::uci;
use chess_arbiter::help::{CanWinAnswer, QuickAnswer, Unwinnable, can_win, can_win_quick};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::RulesKind;
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
        self.quick
    }

    fn colors(&self) -> Vec<Color> {
        match (self.flagged, self.sides) {
            (Some(flagged), _) => vec![!flagged],
            (None, SidesName::Both) => Color::BOTH.to_vec(),
            (None, SidesName::White) => vec![Color::White],
            (None, SidesName::Black) => vec![Color::Black],
        }
    }

    /// The position after the moves, and those before it.
    fn played(&self, setup: &Setup) -> Result<(Position, Vec<Position>), Refused> {
        let mut position = Position::new(setup, Policy::Movable)?;
        let mut before = Vec::new();
        for (number, text) in self.moves.iter().enumerate() {
            let mv = uci::parse(&position, text)
                .map_err(|error| Refused::new(format!("move {}, {text}: {}", number + 1, error.message)))?;
            before.push(position);
            position = position.play(mv);
        }
        Ok((position, before))
    }

    pub(crate) fn answer(&self, setup: &Setup, form: Form, context: &Context) -> Result<Report, Refused> {
        let (position, before) = self.played(setup)?;
        if self.quick {
            return Ok(self.answer_quickly(&position, form));
        }
        let told: Vec<Told> =
            self.colors().into_iter().map(|color| self.tell(&position, &before, color, context)).collect();
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
        if form == Form::Certificates {
            report.proof = Proof::Several(told.iter().filter_map(|told| told.certificate.clone()).collect());
        }
        if matches!(form, Form::Json | Form::Person) {
            let verdict = match &told[..] {
                [told] => told.word(),
                _ if is_dead => "dead",
                told if told.iter().any(|told| matches!(told.kind, Kind::Winnable(_))) => "winnable",
                _ => "undecided",
            };
            let reasons: Vec<&str> = told.iter().map(|told| told.reason.as_str()).collect();
            let separator = if form == Form::Person { "\n" } else { " " };
            let reason = reasons.join(separator);
            if form == Form::Person {
                report.drawing = draw::board(RulesKind::Standard, position.board(), Marks::default());
            }
            report.fields = Fields::Dead(Box::new(DeadFields {
                verdict,
                result: result.flatten(),
                reason,
                sides: told.into_iter().map(|told| self.side(&position, told)).collect(),
            }));
        }
        Ok(report)
    }

    fn tell(&self, position: &Position, before: &[Position], color: Color, context: &Context) -> Told {
        let found = can_win(position, color, &context.limits(self.bounds));
        let reason = words::can_win(position, &found);
        let certificate = if self.certificate { found.certificate(position) } else { None };
        let told = |kind| Told { color, kind, reason, certificate };
        match found.answer {
            CanWinAnswer::Undecided(reached) => told(Kind::Undecided(reached.cause())),
            CanWinAnswer::Unwinnable(why) => told(Kind::Unwinnable(why.name())),
            CanWinAnswer::Winnable(line) => match self.counted(position, before, &line) {
                None => told(Kind::Winnable(line)),
                // Over before the first of the moves.
                Some((counted, 0)) => Told {
                    color,
                    kind: Kind::Unwinnable(Unwinnable::Terminal.name()),
                    reason: format!("The game is over: {}.", counted_words(counted)),
                    certificate: None,
                },
                // Another line may be in time: that was not looked for.
                Some((counted, _)) => Told {
                    color,
                    kind: Kind::Undecided(counted.name()),
                    reason: format!(
                        "The moves to a mate that were found come too late: before it {}.",
                        counted_words(counted)
                    ),
                    certificate: None,
                },
            },
        }
    }

    /// What ends the game before the mate at the end of a line, and after how many of its moves.
    fn counted(&self, position: &Position, before: &[Position], line: &[Move]) -> Option<(Counted, usize)> {
        if !self.count75 && !self.fivefold {
            return None;
        }
        let mut seen = before.to_vec();
        let mut now = *position;
        for (number, &mv) in line.iter().enumerate() {
            if self.count75 && now.halfmoves() >= COUNT75 {
                return Some((Counted::Moves75, number));
            }
            // (Whether a capture en passant was possible is part of a position; here it only counts where the
            // square is written.)
            let is_same = |other: &&Position| {
                other.board() == now.board()
                    && other.turn() == now.turn()
                    && Color::BOTH.iter().all(|&color| other.castling(color) == now.castling(color))
                    && other.en_passant() == now.en_passant()
            };
            if self.fivefold && seen.iter().filter(is_same).count() >= 4 {
                return Some((Counted::Fivefold, number));
            }
            seen.push(now);
            now = now.play(mv);
        }
        None
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
        if matches!(form, Form::Json | Form::Person) {
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
            let reason = format!("At first sight: {}.", report.line);
            report.fields = Fields::Dead(Box::new(DeadFields { verdict, result: None, reason, sides }));
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
        fields.certificate = self.certificate.then(|| told.certificate.map(Box::new));
        fields
    }
}

const fn counted_words(counted: Counted) -> &'static str {
    match counted {
        Counted::Moves75 => "75 moves of both sides have passed without a capture or a pawn's move",
        Counted::Fivefold => "a position comes about for the fifth time",
    }
}

/// The result once somebody's time is up; none if that is undecided. (A mate on the board came before it.)
fn result(position: &Position, flagged: Color, told: &Told) -> Option<&'static str> {
    let won = |color| if color == Color::White { "1-0" } else { "0-1" };
    match told.kind {
        Kind::Winnable(_) => Some(won(!flagged)),
        Kind::Undecided(_) => None,
        Kind::Unwinnable(_) => {
            let is_mate = chess_arbiter::status(position) == chess_arbiter::Status::Checkmate;
            Some(if is_mate { won(!position.turn()) } else { "1/2-1/2" })
        }
    }
}
