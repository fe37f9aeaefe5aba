//! Reachability by proof.

use std::fmt::Write as _;
use std::time::Duration;

use chess_arbiter::board::Setup;
use chess_arbiter::format::fen;
use chess_arbiter::reach::{
    Field, ReachAnswer, ReachLimits, ReachVerdict, Repair, clock_faults, decide, piece_repairs, repairs,
};
use chess_arbiter::rules::Standard;
use chess_arbiter_explain::{clock_fault, legality};

use crate::draw::{self, Marks};
use crate::pgn::Game;
use crate::question::{Question, Refused, Watch};
use crate::report::{Change, Fields, Form, Proof, Report};
use crate::words;

/// Can the position arise in play?
pub struct LegalityQuestion {
    /// Of each position.
    pub limits: ReachLimits,
    /// The certificate is wanted.
    pub certificate: bool,
    /// Games are wanted as PGN.
    pub games: bool,
    /// Changes of single men are looked for.
    pub repair: bool,
}

impl Question for LegalityQuestion {
    type Rules = Standard;
    const QUICK: bool = false;

    fn answer(&self, setup: &Setup, form: Form, _: Option<Watch>) -> Result<Report, Refused> {
        self.report(setup, form)
    }
}

/// Offers for an illegal position, as many as a person reads.
const OFFERS: usize = 8;

/// Time for repairs that nobody asked for.
const REPAIR_TIME: Duration = Duration::from_millis(500);

impl LegalityQuestion {
    /// The verdict alone, for who has many positions to ask about.
    ///
    /// # Errors
    /// The question cannot be asked about such a position.
    pub fn verdict(&self, setup: &Setup) -> Result<ReachVerdict, Refused> {
        Ok(decide(setup, &self.limits)?)
    }

    fn report(&self, setup: &Setup, form: Form) -> Result<Report, Refused> {
        let verdict = self.verdict(setup)?;
        let mut report = Report { line: line(&verdict), undecided: verdict.gave_up(), ..Report::default() };
        let game = match &verdict.answer {
            ReachAnswer::Legal(moves) => Game::new(moves),
            ReachAnswer::Illegal(_) | ReachAnswer::Undecided(_) => None,
        };
        if self.games {
            report.game = game.as_ref().map(|game| game.pgn(setup));
        }
        if self.certificate {
            report.proof = match verdict.certificate() {
                Some(certificate) => Proof::Written(Box::new(certificate)),
                None => Proof::Nothing,
            };
        }
        if matches!(form, Form::Json | Form::Person) {
            let separator = if form == Form::Person { "\n" } else { " " };
            report.fields = Fields {
                verdict: verdict.word(),
                level: Some(verdict.level.name()),
                lemma: verdict.lemma().map(|lemma| lemma.name),
                reason: legality(&verdict).join(separator),
                limit: verdict.limit().map(|reached| words::limit(reached).0),
                blame: verdict.blame().map(Field::name),
                clocks: clock_faults(setup).iter().map(clock_fault).collect(),
                repairs: self.repairs(setup, &verdict),
                ..Fields::default()
            };
        }
        if let (Form::Json, Some(game)) = (form, &game) {
            let moves = game.uci();
            report.fields.plies = Some(u32::try_from(moves.len()).ok());
            report.fields.game = Some(moves);
        }
        if form == Form::Person {
            report.drawing = draw::board::<Standard>(&setup.board, Marks::default());
            report.notes = game.map_or(String::new(), |game| game.movetext(""));
            report.notes +=
                &report.fields.clocks.iter().map(|fault| format!("Clocks: {fault}\n")).collect::<String>();
            report.notes += &changes(report.fields.repairs.as_deref().unwrap_or_default());
            report.notes += &format!("(in {:.2} s)\n", verdict.effort.time.as_secs_f64());
        }
        Ok(report)
    }

    /// What an illegal position may have been meant to be, the best first.
    fn repairs(&self, setup: &Setup, verdict: &ReachVerdict) -> Option<Vec<Change>> {
        if !matches!(verdict.answer, ReachAnswer::Illegal(_)) {
            return None;
        }
        let limits = self.left(verdict);
        let mut found = repairs(setup, &limits);
        if self.repair {
            found.extend(piece_repairs(setup, &limits, OFFERS));
        }
        Some(found.into_iter().map(change).collect())
    }

    /// What is left of the limits for repairs; little of it if nobody asked for them.
    fn left(&self, verdict: &ReachVerdict) -> ReachLimits {
        let mut limits = self.limits.clone();
        let unasked = if self.repair { Duration::MAX } else { REPAIR_TIME };
        limits.work.time = limits.work.time.map(|most| most.saturating_sub(verdict.effort.time).min(unasked));
        limits
    }
}

fn change(repair: Repair) -> Change {
    let Repair { setup, verdict, .. } = &repair;
    Change {
        what: chess_arbiter_explain::repair(&repair),
        fen: fen::write::<Standard>(setup),
        verdict: verdict.word(),
        level: verdict.level.name(),
    }
}

/// The offers for a person, a line each.
fn changes(changes: &[Change]) -> String {
    let mut text = String::new();
    for Change { what, fen, verdict, level } in changes {
        let said = match *verdict {
            "undecided" => format!("nothing against it (level {level})"),
            word => word.into(),
        };
        let _ = writeln!(text, "{what}: {said}\n  {fen}");
    }
    text
}

/// The answer for a program that reads lines.
fn line(verdict: &ReachVerdict) -> String {
    let (word, level) = (verdict.word(), verdict.level);
    match &verdict.answer {
        ReachAnswer::Legal(_) => word.into(),
        ReachAnswer::Illegal(_) => match verdict.lemma() {
            Some(lemma) => format!("{word} {level} {lemma}"),
            None => format!("{word} {level}"),
        },
        ReachAnswer::Undecided(_) => match verdict.limit() {
            Some(reached) => format!("{word} {level} ({})", words::limit(reached).1),
            None => format!("{word} {level}"),
        },
    }
}
