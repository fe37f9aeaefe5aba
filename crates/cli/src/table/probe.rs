//! `arbiter table probe`.

use std::fmt::Write;
use std::marker::PhantomData;

use chess_arbiter::board::{Move, Setup};
use chess_arbiter::format::{san, uci};
use chess_arbiter::moves;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Rules, RulesKind, Simplified, SimplifiedPawns};
use chess_arbiter::win::{Oracle, OracleValue, Plies};
use chess_arbiter_answer::{
    Fields, Form, Marks, ProbeFields, Refused, Report, Unanswered, Valued, board, guarded,
};
use chess_arbiter_explain::words::{self, side};
use chess_arbiter_tables::material::Class;
use chess_arbiter_tables::probe::Tables;
use chess_arbiter_tables::tiny::Tiny;

use crate::exit::{Exit, Failure};
use crate::question::{Answering, Beside, Inquiry, ask};
use crate::table_options::{ProbeOptions, tables};
use crate::{input, interrupt, output};

pub(crate) fn run(options: ProbeOptions) -> Result<Exit, Failure> {
    let ProbeOptions { positions, rules, folder, shown } = options;
    let answer = match rules.0 {
        RulesKind::Simplified => Probe::<Simplified>::answering(rules.0, tables(folder.folder)),
        RulesKind::SimplifiedPawns => Probe::<SimplifiedPawns>::answering(rules.0, tables(folder.folder)),
        _ => {
            return Err(Failure::Usage("tables are for the 4x4 games: simplified, simplified-pawns".into()));
        }
    };
    let sources = input::sources(&positions.positions)?;
    let form = output::form(shown, false)?;
    let asked = Inquiry { rules: rules.0, quick: false, answer, of_fens: None };
    // One thread: the tables are read as fast as they are unpacked.
    ask(asked, sources, form, Beside::default(), 1, &interrupt::flag())
}

struct Probe<R> {
    kind: RulesKind,
    tables: Tables,
    rules: PhantomData<fn() -> R>,
}

impl<R: Rules> Probe<R> {
    fn answering(kind: RulesKind, tables: Tables) -> Answering {
        let probe = Probe::<R> { kind, tables, rules: PhantomData };
        Box::new(move |item, form, _| {
            let setup = item.parse::<R>().map_err(Unanswered::Unreadable)?;
            let answer = guarded(|| probe.answer(&setup, form)).ok_or(Unanswered::Internal)?;
            answer.map_err(|refused| Unanswered::Refused(item.line, refused))
        })
    }

    fn answer(&self, setup: &Setup, form: Form) -> Result<Report, Refused> {
        let position = Position::<R>::new(setup, Policy::Movable)?;
        let value = self.value(&position).ok_or_else(|| missing(&position))?;
        let (verdict, plies) = name(value);
        let line = plies.map_or(verdict.into(), |plies| format!("{verdict} {plies}"));
        let mut report = Report { line, ..Report::default() };
        if matches!(form, Form::Json | Form::Person) {
            let moves = self.moves(&position);
            if form == Form::Person {
                report.drawing = board(self.kind, position.board(), Marks::default());
                for valued in &moves {
                    let plies = valued.plies.map_or(String::new(), |plies| format!(" {plies}"));
                    // Writing to a string cannot fail.
                    let _ = writeln!(report.notes, "  {:<7} {}{plies}", valued.san, valued.verdict);
                }
            }
            let reason = sentence(value, &position);
            report.fields = Fields::Probe(ProbeFields { verdict, plies, reason, moves });
        }
        Ok(report)
    }

    fn value(&self, position: &Position<R>) -> Option<OracleValue> {
        // A side without a move has not lost; a position without its queen is over.
        if moves::pseudo_legal_moves(position).is_empty() {
            return Some(OracleValue::Never);
        }
        self.tables.value(position.board(), position.turn())
    }

    /// All moves, best first.
    fn moves(&self, position: &Position<R>) -> Vec<Valued> {
        let royal = position.royal(!position.turn());
        let value = |mv: Move| {
            if Some(mv.to()) == royal {
                return Some(OracleValue::Win(Plies(1)));
            }
            self.value(&position.play(mv)).map(|value| match value {
                OracleValue::Win(plies) => OracleValue::Lost(plies + 1),
                OracleValue::Lost(plies) => OracleValue::Win(plies + 1),
                OracleValue::Never => OracleValue::Never,
            })
        };
        let moves = moves::pseudo_legal_moves(position).into_iter();
        let mut valued: Vec<_> = moves.map(|mv| (mv, value(mv))).collect();
        valued.sort_by_key(|&(_, value)| match value {
            Some(OracleValue::Win(plies)) => (0, i64::from(plies.0)),
            Some(OracleValue::Never) => (1, 0),
            None => (2, 0),
            Some(OracleValue::Lost(plies)) => (3, -i64::from(plies.0)),
        });
        let shown = |(mv, value): (Move, Option<OracleValue>)| {
            let (verdict, plies) = value.map_or(("unknown", None), name);
            Valued { uci: uci::write(position, mv), verdict, plies, san: san::write(position, mv) }
        };
        valued.into_iter().map(shown).collect()
    }
}

fn name(value: OracleValue) -> (&'static str, Option<u32>) {
    match value {
        OracleValue::Win(plies) => ("win", Some(plies.0)),
        OracleValue::Lost(plies) => ("lost", Some(plies.0)),
        OracleValue::Never => ("never", None),
    }
}

fn sentence<R: Rules>(value: OracleValue, position: &Position<R>) -> String {
    let (us, them) = (side(position.turn()), side(!position.turn()));
    match value {
        OracleValue::Win(plies) => format!("{us} wins in {}, and not sooner.", words::plies(plies.0)),
        OracleValue::Lost(plies) => format!("{them} wins in {}, and not sooner.", words::plies(plies.0)),
        OracleValue::Never => "Neither side can ever force a win.".into(),
    }
}

fn missing<R: Rules>(position: &Position<R>) -> Refused {
    Refused::new(match Tiny::of(position).map(Class::of) {
        Some(class) => format!("there is no table of the class {class}, or it cannot be used"),
        None => "the side to move has lost its queen".into(),
    })
}
