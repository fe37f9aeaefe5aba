//! What a position tells of its past.

use std::cell::Cell;

use chess_arbiter::Certificate;
use chess_arbiter::board::{Bitboard, PartialSetup, Role, Start};
use chess_arbiter::clock::Instant;
use chess_arbiter::format::fen;
use chess_arbiter::limits::{Limits, Reached};
use chess_arbiter::moves::UnmoveKind;
use chess_arbiter::reach::ReachLimits;
use chess_arbiter::reach::retro::{
    CapturingPawn, Finding, LastMove, LostMan, PromotedAmong, Retro, RetroCase, SideHistory, retro,
};
use chess_arbiter::rules::{RulesKind, Standard};
use chess_arbiter_explain::retro as words;

use crate::draw::{self, Marks};
use crate::legality::writing;
use crate::question::Refused;
use crate::report::{
    CapturingPawnFields, DoubleStepFields, Fields, Form, HistoryFields, LastMoveFields, LostManFields,
    PromotedAmongFields, Proof, Report, RetroFields, RightsFields, SideFields,
};
use crate::request::{Bounds, Context};
use crate::verify::left;

/// What does the position tell of its past?
#[derive(Clone, Copy, Debug)]
pub struct RetroQuestion {
    /// The array that games begin with.
    pub start: Start,
    /// Chooses among the games that are tried.
    pub seed: u64,
    /// Of each position, for all that is asked about it.
    pub bounds: Bounds,
    /// The certificates are wanted.
    pub certificate: bool,
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.map(|square| square.to_string()).collect()
}

fn capturing_pawn(pawn: &CapturingPawn) -> CapturingPawnFields {
    let &CapturingPawn { square, from, least, most, on, victims, .. } = pawn;
    CapturingPawnFields {
        square: square.to_string(),
        origins: names(from),
        least,
        most,
        on: names(on),
        victims: names(victims),
    }
}

fn history(side: &SideHistory, evidence: &PartsEvidence) -> HistoryFields {
    HistoryFields {
        side: side.color.to_string(),
        lost: side.lost,
        promotions: side.promotions,
        promoted: names(side.promoted),
        pawn_captures: side.pawn_captures,
        captors: names(side.captors),
        pawns: side.pawns.iter().map(capturing_pawn).collect(),
        promoted_among: (side.promoted_among.iter())
            .map(|&PromotedAmong { role, squares, least, .. }| PromotedAmongFields {
                role: role.to_string(),
                squares: names(squares),
                least,
            })
            .collect(),
        lost_men: (side.lost_men.iter())
            .map(|&LostMan { home, on, .. }| LostManFields { home: home.to_string(), on: names(on) })
            .collect(),
        certificate: evidence.of_history(side),
    }
}

impl RetroQuestion {
    pub(crate) fn answer(
        &self,
        asked: &PartialSetup,
        form: Form,
        context: &Context,
    ) -> Result<Report, Refused> {
        let &RetroQuestion { start, seed, bounds, .. } = self;
        let limits = ReachLimits { start, seed, work: context.limits(bounds), ..ReachLimits::default() };
        let told = retro(asked, &limits)?;
        let mut report = Report { line: words::line(&told), undecided: told.is_open(), ..Report::default() };
        if form == Form::Certificates {
            report.proof = match told.certificates_within(&writing(&limits.work)) {
                Ok(all) => Proof::Several(all),
                Err(limit) => Proof::Stopped(limit.into()),
            };
        }
        if matches!(form, Form::Json | Form::Person | Form::Rows) {
            let separator = if form == Form::Person { "\n" } else { " " };
            let evidence = PartsEvidence::new(self.certificate.then(|| writing(&limits.work)));
            let mut fields = fields(&told, &evidence);
            if let Some(limit) = evidence.reached.get() {
                report.proof = Proof::Stopped(limit.into());
            }
            fields.reason = words::retro(&told).join(separator);
            if form == Form::Person {
                report.drawing = draw::board(RulesKind::Standard, &asked.board, Marks::default());
                report.notes = format!("(in {:.2} s)\n", told.effort.time.as_secs_f64());
            }
            report.fields = Fields::Retro(Box::new(fields));
        }
        Ok(report)
    }
}

/// The certificates of the parts of an answer, if they were asked for.
pub(crate) struct PartsEvidence {
    /// For all of them.
    limits: Option<Limits>,
    started: Instant,
    /// The limit that left one unwritten.
    reached: Cell<Option<Reached>>,
}

impl PartsEvidence {
    pub(crate) fn new(limits: Option<Limits>) -> PartsEvidence {
        PartsEvidence { limits, started: Instant::now(), reached: Cell::new(None) }
    }

    /// That of a finding, as it stands in the answer.
    fn of(&self, finding: &Finding) -> Option<Option<Box<Certificate>>> {
        let limits = left(self.limits.as_ref()?, self.started);
        let written = finding.certificate_within(&limits);
        if let Err(limit) = written {
            self.reached.set(Some(limit));
        }
        Some(written.ok().flatten().map(Box::new))
    }

    /// That of what the men of a side tell.
    fn of_history(&self, side: &SideHistory) -> Option<Option<Box<Certificate>>> {
        self.limits.is_some().then(|| side.certificate().map(Box::new))
    }
}

/// What is said of the past, all but the words.
pub(crate) fn fields(told: &Retro, evidence: &PartsEvidence) -> RetroFields {
    let all = |is: fn(&Finding) -> bool| told.cases.iter().all(|case| is(&case.finding));
    let verdict = if told.cases.iter().any(|case| case.finding.is_possible()) {
        "possible"
    } else if all(Finding::is_impossible) {
        "impossible"
    } else {
        "undecided"
    };
    RetroFields {
        verdict,
        limit: told.limit.map(|reached| reached.name()),
        start: (!told.start.is_usual()).then(|| told.start.to_string()),
        reason: String::new(),
        sides: told.cases.iter().map(|case| side(told.start, case, evidence)).collect(),
    }
}

fn side(start: Start, case: &RetroCase, evidence: &PartsEvidence) -> SideFields {
    SideFields {
        turn: case.turn.to_string(),
        verdict: case.finding.word(),
        may_be_start: case.may_be_start,
        last_moves: case.last_moves.iter().map(|last| last_move(last, evidence)).collect(),
        castling: case
            .castling
            .iter()
            .map(|set| RightsFields {
                rights: words::rights(start, set.rights),
                verdict: set.finding.word(),
                certificate: evidence.of(&set.finding),
            })
            .collect(),
        en_passant: case
            .en_passant
            .iter()
            .map(|step| DoubleStepFields {
                square: step.square.to_string(),
                mv: words::double_step(step.square),
                verdict: step.finding.word(),
                forced: step.forced,
                certificate: evidence.of(&step.finding),
            })
            .collect(),
        history: case.history.iter().flatten().map(|side| history(side, evidence)).collect(),
        certificate: evidence.of(&case.finding),
    }
}

fn last_move(last: &LastMove, evidence: &PartsEvidence) -> LastMoveFields {
    let name = |role: Role| role.to_string();
    LastMoveFields {
        mv: words::last_move(last),
        man: name(last.man.role),
        from: last.unmove.came_from.to_string(),
        to: last.unmove.stands.to_string(),
        kind: match last.unmove.kind {
            UnmoveKind::Step => "step",
            UnmoveKind::DoubleStep => "double-step",
            UnmoveKind::Promotion => "promotion",
            UnmoveKind::EnPassant => "en-passant",
            UnmoveKind::Castling => "castling",
        },
        captured: last.unmove.captured.map(name),
        promoted: last.promoted.map(|man| name(man.role)),
        before: fen::write_key::<Standard>(&last.before.setup()),
        verdict: last.finding.word(),
        certificate: evidence.of(&last.finding),
    }
}
