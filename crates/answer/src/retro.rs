//! What a position tells of its past.

use chess_arbiter::board::{Bitboard, PartialSetup, Role, Start};
use chess_arbiter::format::fen;
use chess_arbiter::moves::UnmoveKind;
use chess_arbiter::reach::ReachLimits;
use chess_arbiter::reach::retro::{
    CapturingPawn, Finding, LastMove, LostMan, PromotedAmong, Retro, RetroCase, SideHistory, retro,
};
use chess_arbiter::rules::{RulesKind, Standard};
use chess_arbiter_explain::retro as words;

use crate::draw::{self, Marks};
use crate::question::Refused;
use crate::report::{
    CapturingPawnFields, DoubleStepFields, Fields, Form, HistoryFields, LastMoveFields, LostManFields,
    PromotedAmongFields, Proof, Report, RetroFields, RightsFields, SideFields,
};
use crate::request::{Bounds, Context};

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

fn history(side: &SideHistory, certificate: bool) -> HistoryFields {
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
        certificate: certificate.then(|| side.certificate().map(Box::new)),
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
            report.proof = Proof::Several(told.certificates());
        }
        if matches!(form, Form::Json | Form::Person | Form::Rows) {
            let separator = if form == Form::Person { "\n" } else { " " };
            let mut fields = fields(&told, self.certificate);
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

/// What is said of the past, all but the words.
pub(crate) fn fields(told: &Retro, certificates: bool) -> RetroFields {
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
        sides: told.cases.iter().map(|case| side(told.start, case, certificates)).collect(),
    }
}

/// The certificate as it stands in the answer, if it was asked for.
fn certificate(finding: &Finding, wanted: bool) -> Option<Option<Box<chess_arbiter::Certificate>>> {
    wanted.then(|| finding.certificate().map(Box::new))
}

fn side(start: Start, case: &RetroCase, certificates: bool) -> SideFields {
    SideFields {
        turn: case.turn.to_string(),
        verdict: case.finding.word(),
        may_be_start: case.may_be_start,
        last_moves: case.last_moves.iter().map(|last| last_move(last, certificates)).collect(),
        castling: case
            .castling
            .iter()
            .map(|set| RightsFields {
                rights: words::rights(start, set.rights),
                verdict: set.finding.word(),
                certificate: certificate(&set.finding, certificates),
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
                certificate: certificate(&step.finding, certificates),
            })
            .collect(),
        history: case.history.iter().flatten().map(|side| history(side, certificates)).collect(),
        certificate: certificate(&case.finding, certificates),
    }
}

fn last_move(last: &LastMove, certificates: bool) -> LastMoveFields {
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
        certificate: certificate(&last.finding, certificates),
    }
}
