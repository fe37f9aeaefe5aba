//! `arbiter table probe`.

use std::fmt::Write;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chess_arbiter::board::{Move, Setup};
use chess_arbiter::format::{san, uci};
use chess_arbiter::moves;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Rules, RulesKind, Simplified, SimplifiedPawns, Standard};
use chess_arbiter::win::{Asked, Oracle, OracleValue, Plies};
use chess_arbiter_answer::{
    Fields, Form, Marks, ProbeFields, Refused, Report, Unanswered, Valued, board, guarded,
};
use chess_arbiter_explain::words::{self, side};
use chess_arbiter_tables::material::Class;
use chess_arbiter_tables::probe::Tables;
use chess_arbiter_tables::simplified::tiny::Tiny;
use chess_arbiter_tables::standard::Endings;

use crate::exit::{Exit, Failure};
use crate::question::{Answering, Beside, Inquiry, ask};
use crate::table_options::{NO_TABLES, ProbeOptions, endings, tables};
use crate::{input, interrupt, output};

pub(crate) fn run(options: ProbeOptions) -> Result<Exit, Failure> {
    let ProbeOptions { positions, rules, tables: folder, memory, threads, shown } = options;
    let needed = || Failure::Usage("say where the tables are: --tables".into());
    let of_folder = || folder.clone().map(tables).ok_or_else(needed);
    let interrupt = interrupt::flag();
    let answer = match rules.0 {
        RulesKind::Simplified => answering::<Simplified, _>(rules.0, of_folder()?),
        RulesKind::SimplifiedPawns => answering::<SimplifiedPawns, _>(rules.0, of_folder()?),
        RulesKind::Standard => {
            let endings = endings(memory.0 as u64, threads.count(), folder.as_deref());
            answering::<Standard, _>(rules.0, (endings, interrupt.clone()))
        }
        _ => return Err(Failure::Usage(NO_TABLES.into())),
    };
    let sources = input::sources(&positions.positions)?;
    let form = output::form(shown, false, || input::is_single(rules.0, &sources))?;
    let asked = Inquiry {
        rules: rules.0,
        quick: false,
        answer,
        of_fens: None,
        problems: None,
        draws: false,
        near: None,
    };
    // One thread: the tables are read as fast as they are unpacked.
    ask(asked, sources, form, Beside::default(), 1, &interrupt)
}

/// What knows values of positions.
trait Known<R: Rules>: Send + Sync + 'static {
    /// What nobody can force.
    const NEVER: &'static str;

    fn value(&self, position: &Position<R>) -> Result<OracleValue, Refused>;
    fn sentence(value: OracleValue, position: &Position<R>) -> String;
}

impl<R: Rules> Known<R> for Tables {
    const NEVER: &'static str = "never";

    fn value(&self, position: &Position<R>) -> Result<OracleValue, Refused> {
        // A side without a move has not lost; a position without its queen is over.
        if moves::pseudo_legal_moves(position).is_empty() {
            return Ok(OracleValue::Never);
        }
        let value = Asked::of(position).and_then(|asked| Oracle::value(self, asked, &|| false));
        value.ok_or_else(|| {
            Refused::new(match Tiny::of(position).map(Class::of) {
                Some(class) => format!("there is no table of the class {class}, or it cannot be used"),
                None => "the side to move has lost its queen".into(),
            })
        })
    }

    fn sentence(value: OracleValue, position: &Position<R>) -> String {
        let (us, them) = (side(position.turn()), side(!position.turn()));
        match value {
            OracleValue::Win(plies) => format!("{us} wins in {}, and no sooner.", words::plies(plies.0)),
            OracleValue::Lost(plies) => format!("{them} wins in {}, and no sooner.", words::plies(plies.0)),
            OracleValue::Never => "Neither side can ever force a win.".into(),
        }
    }
}

impl Known<Standard> for (Endings, Arc<AtomicBool>) {
    const NEVER: &'static str = "draw";

    fn value(&self, position: &Position) -> Result<OracleValue, Refused> {
        self.0
            .value(position, &|| self.1.load(Ordering::Relaxed))
            .map_err(|error| Refused::new(error.to_string()))
    }

    fn sentence(value: OracleValue, position: &Position) -> String {
        let (us, them) = (side(position.turn()), side(!position.turn()));
        let mates = |plies: Plies| words::count(plies.moves().0, "move", "moves");
        match value {
            OracleValue::Win(plies) => format!("{us} mates in {}, and no sooner.", mates(plies)),
            OracleValue::Lost(Plies(0)) => format!("{us} is mated."),
            OracleValue::Lost(plies) => format!("{them} mates in {}, and no sooner.", mates(plies)),
            OracleValue::Never => "With best play by both sides it is a draw.".into(),
        }
    }
}

struct Probe<R, K> {
    kind: RulesKind,
    known: K,
    rules: PhantomData<fn() -> R>,
}

fn answering<R: Rules, K: Known<R>>(kind: RulesKind, known: K) -> Answering {
    let probe = Probe::<R, K> { kind, known, rules: PhantomData };
    Box::new(move |item, form, _| {
        let setup = item.parse::<R>().map_err(Unanswered::Unreadable)?;
        let answer = guarded(|| probe.answer(&setup, form)).ok_or(Unanswered::Internal)?;
        answer.map_err(|refused| Unanswered::Refused((item.line, 1), refused))
    })
}

impl<R: Rules, K: Known<R>> Probe<R, K> {
    fn answer(&self, setup: &Setup, form: Form) -> Result<Report, Refused> {
        let position = Position::<R>::new(setup, Policy::Movable)?;
        let value = self.known.value(&position)?;
        let (verdict, plies) = Self::name(value);
        let line = plies.map_or(verdict.into(), |plies| format!("{verdict} {plies}"));
        let mut report = Report { line, ..Report::default() };
        if matches!(form, Form::Json | Form::Person | Form::Rows) {
            let moves = self.moves(&position);
            if form == Form::Person {
                report.drawing = board(self.kind, position.board(), Marks::default());
                for valued in &moves {
                    let plies = valued.plies.map_or(String::new(), |plies| format!(" {plies}"));
                    // Writing to a string cannot fail.
                    let _ = writeln!(report.notes, "  {:<7} {}{plies}", valued.san, valued.verdict);
                }
            }
            let reason = K::sentence(value, &position);
            report.fields = Fields::Probe(ProbeFields { verdict, plies, reason, moves });
        }
        Ok(report)
    }

    /// All moves, best first.
    fn moves(&self, position: &Position<R>) -> Vec<Valued> {
        let royal = position.royal(!position.turn());
        let value = |mv: Move| {
            if Some(mv.to()) == royal {
                return Some(OracleValue::Win(Plies(1)));
            }
            self.known.value(&position.play(mv)).ok().map(|value| match value {
                OracleValue::Win(plies) => OracleValue::Lost(plies + 1),
                OracleValue::Lost(plies) => OracleValue::Win(plies + 1),
                OracleValue::Never => OracleValue::Never,
            })
        };
        let all = if R::ROYAL_CAPTURABLE { moves::pseudo_legal_moves } else { moves::legal_moves };
        let moves = all(position).into_iter();
        let mut valued: Vec<_> = moves.map(|mv| (mv, value(mv))).collect();
        valued.sort_by_key(|&(_, value)| match value {
            Some(OracleValue::Win(plies)) => (0, i64::from(plies.0)),
            Some(OracleValue::Never) => (1, 0),
            None => (2, 0),
            Some(OracleValue::Lost(plies)) => (3, -i64::from(plies.0)),
        });
        let shown = |(mv, value): (Move, Option<OracleValue>)| {
            let (verdict, plies) = value.map_or(("unknown", None), Self::name);
            Valued { uci: uci::write(position, mv), verdict, plies, san: san::write(position, mv) }
        };
        valued.into_iter().map(shown).collect()
    }

    fn name(value: OracleValue) -> (&'static str, Option<u32>) {
        match value {
            OracleValue::Win(plies) => ("win", Some(plies.0)),
            OracleValue::Lost(plies) => ("lost", Some(plies.0)),
            OracleValue::Never => (K::NEVER, None),
        }
    }
}
