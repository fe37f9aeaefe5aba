//! Reachability by proof.

use std::fmt::Write as _;
use std::time::Duration;

use chess_arbiter::board::{Move, PartialSetup, Setup, Start};
use chess_arbiter::certificate::{Certificate, Searched};
use chess_arbiter::clock::Instant;
use chess_arbiter::format::{fen, near_fens};
use chess_arbiter::limits::{Limits, Reached};
use chess_arbiter::reach::shortest::{self, GamesFound, GamesWanted};
use chess_arbiter::reach::{
    Field, GameTerms, Level, ReachAnswer, ReachLimits, ReachVerdict, Repair, Unknown, clock_faults, decide,
    decide_any, decide_with_clocks, decide_with_games, least_repairs, piece_repairs, possible, readings,
    repairs,
};
use chess_arbiter::rules::{RulesKind, Standard};
use chess_arbiter_explain::{clock_fault, games, games_word, legality};

use crate::draw::{self, Marks};
use crate::pgn::Game;
use crate::question::Refused;
use crate::report::{Change, Fields, Form, LegalityFields, Proof, Report};
use crate::request::{Bounds, Context};
use crate::verify::left;

/// Can the position arise in play?
#[derive(Clone, Copy, Debug)]
pub struct LegalityQuestion {
    /// The evidence to look at.
    pub level: Level,
    /// Chooses among the games that are tried.
    pub seed: u64,
    /// Which games are asked about.
    pub terms: GameTerms,
    /// The array that they begin with, or any.
    pub start: Option<Start>,
    /// Of each position.
    pub bounds: Bounds,
    /// The certificate is wanted.
    pub certificate: bool,
    /// Games are wanted as PGN.
    pub games: bool,
    /// Games of a certain length are wanted.
    pub wanted: Option<GamesWanted>,
    /// Changes of single men and other readings of the board are looked for.
    pub repair: bool,
    /// Repairs that are offered at most.
    pub repairs: usize,
    /// The clocks are part of the question.
    pub clocks: bool,
}

/// Changes of single men that are looked at beyond those offered, and at most.
const MEN: (usize, usize) = (3, 64);

/// Time at least to write a certificate, when the search has taken all there was.
const WRITING_TIME: Duration = Duration::from_millis(500);

/// The limits of what shows an answer that was found within these.
pub(crate) fn writing(limits: &Limits) -> Limits {
    Limits { time: limits.time.map(|time| time.max(WRITING_TIME)), nodes: None, ..limits.clone() }
}

/// Time for repairs that nobody asked for.
const REPAIR_TIME: Duration = Duration::from_millis(500);

impl LegalityQuestion {
    /// The verdict alone, for who has many positions to ask about.
    ///
    /// # Errors
    /// The question cannot be asked about such a position.
    pub fn verdict(&self, setup: &Setup, context: &Context) -> Result<ReachVerdict, Refused> {
        self.decide(setup, &self.limits(context))
    }

    fn limits(&self, context: &Context) -> ReachLimits {
        let &LegalityQuestion { level, seed, terms, .. } = self;
        let start = self.start.unwrap_or_default();
        ReachLimits { level, seed, terms, start, work: context.limits(self.bounds) }
    }

    fn decide(&self, setup: &Setup, limits: &ReachLimits) -> Result<ReachVerdict, Refused> {
        Ok(match self.start {
            None => decide_any(setup, limits)?,
            Some(_) if self.clocks => decide_with_clocks(setup, limits)?,
            Some(_) => decide(setup, limits)?,
        })
    }

    /// The question about a position of which these fields are given.
    pub(crate) fn open(mut self, asked: &PartialSetup) -> LegalityQuestion {
        let (castling, en_passant) = (asked.castling.is_none(), asked.en_passant.is_none());
        self.terms.unknown = Unknown { castling, en_passant };
        self
    }

    pub(crate) fn answer(&self, setup: &Setup, form: Form, context: &Context) -> Result<Report, Refused> {
        let limits = self.limits(context);
        let (verdict, found) = match (self.wanted, self.start) {
            (Some(wanted), Some(_)) if !self.clocks => {
                decide_with_games(setup, &limits, GamesWanted { terms: self.terms, ..wanted })?
            }
            _ => (self.decide(setup, &limits)?, None),
        };
        let mut report =
            Report { line: verdict.to_string(), undecided: verdict.gave_up(), ..Report::default() };
        // The array, where it is not plain.
        let from = match (&verdict.answer, self.start) {
            (_, Some(start)) => (!start.is_usual()).then(|| start.to_string()),
            (ReachAnswer::Legal(_), None) => Some(verdict.past().start.to_string()),
            (_, None) => Some("any".to_owned()),
        };
        if let (Some(from), None) = (&from, self.start) {
            report.line += &format!(" from {from}");
        }
        if let Some(found) = &found {
            report.line += &format!(" {}", games_word(found));
            report.undecided |= found.is_open();
        }
        let start = verdict.past().start;
        let replayed = |moves: &Vec<Move>| Game::new(start, moves);
        let game = match &verdict.answer {
            // A game of another length is none that was asked for.
            ReachAnswer::Legal(moves) if found.as_ref().is_none_or(GamesFound::shows_a_game) => {
                Some(replayed(moves))
            }
            ReachAnswer::Legal(_) => None,
            ReachAnswer::Illegal(_) | ReachAnswer::ImpossibleClocks(_) | ReachAnswer::Undecided(_) => None,
        };
        if self.games {
            let others = found.iter().flat_map(|found| found.games.iter().skip(1)).map(replayed);
            let texts: Vec<String> =
                game.iter().map(|game| game.pgn(setup)).chain(others.map(|game| game.pgn(setup))).collect();
            report.game = game.is_some().then(|| texts.join("\n"));
        }
        if self.certificate {
            report.proof = match self.certificate(&verdict, found.as_ref(), &limits) {
                Ok(Some(certificate)) => Proof::Written(Box::new(certificate)),
                Ok(None) => Proof::Nothing,
                Err(limit) => Proof::Stopped(limit.into()),
            };
        }
        if matches!(form, Form::Json | Form::Person | Form::Rows) {
            let separator = if form == Form::Person { "\n" } else { " " };
            let mut fields = LegalityFields {
                verdict: verdict.word(),
                level: verdict.level.name(),
                lemma: verdict.lemma().map(|lemma| lemma.name),
                start: from,
                reason: legality(&verdict).join(separator),
                limit: verdict.limit().map(|reached| reached.name()),
                blame: verdict.blame().map(Field::name),
                clocks: match self.start {
                    Some(start) => clock_faults(setup, start, self.terms.draws),
                    None => Vec::new(),
                }
                .iter()
                .map(clock_fault)
                .collect(),
                // In a table nobody looks for what was not asked for.
                repairs: if form == Form::Rows && !self.repair {
                    None
                } else {
                    self.repairs(setup, &verdict, limits.clone())
                },
                ..LegalityFields::default()
            };
            if let Some(found) = &found {
                fields.reason = format!("{}{separator}{}", games(found), fields.reason);
                fields.at_least = found.at_least.and_then(|plies| u32::try_from(plies).ok());
                fields.shortest = found.is_shortest();
                fields.unique = found.unique;
                fields.limit = found.limit.or(verdict.limit()).map(|reached| reached.name());
                let texts = found.games.iter().map(|moves| replayed(moves).uci());
                fields.games = (found.games.len() != 1).then(|| texts.collect());
            }
            let reached = verdict.reached();
            if reached != *verdict.past() {
                fields.position = Some(fen::write_key::<Standard>(&reached.setup()));
            }
            if let (Form::Json, Some(game)) = (form, &game) {
                let moves = game.uci();
                fields.plies = u32::try_from(moves.len()).ok();
                fields.game = Some(moves);
            }
            if form == Form::Person {
                report.drawing = draw::board(RulesKind::Standard, &setup.board, Marks::default());
                report.notes = game.map_or(String::new(), |game| game.movetext(""));
                if let Some(position) = &fields.position {
                    report.notes += &format!("The game ends in {position}\n");
                }
                // Where they are part of the question the reason says it.
                for fault in fields.clocks.iter().filter(|_| !self.clocks) {
                    report.notes += &format!("Clocks: {fault}\n");
                }
                report.notes += &changes(fields.repairs.as_deref().unwrap_or_default());
                report.notes += &format!("(in {:.2} s)\n", verdict.effort.time.as_secs_f64());
            }
            if form == Form::Rows {
                report.below = changes(fields.repairs.as_deref().unwrap_or_default());
            }
            report.fields = Fields::Legality(Box::new(fields));
        }
        if form == Form::Lines && self.repair {
            report.below = changes(&self.repairs(setup, &verdict, limits).unwrap_or_default());
        }
        Ok(report)
    }

    /// The certificate; if a shortest game was asked for, with what is known about shorter ones.
    fn certificate(
        &self,
        verdict: &ReachVerdict,
        found: Option<&GamesFound>,
        limits: &ReachLimits,
    ) -> Result<Option<Certificate>, Reached> {
        let Some((found, at_least)) = found.and_then(|found| Some((found, found.at_least?))) else {
            return verdict.certificate_within(&writing(&limits.work));
        };
        let limits = writing(&limits.work);
        // What is not shown in time is what was searched.
        let bound = shortest::lower_bound(verdict.past(), self.terms, at_least, &limits).ok();
        let is_shown = bound.as_ref().is_some_and(|bound| bound.at_least >= at_least);
        let plies = at_least.checked_sub(1).filter(|_| !is_shown).and_then(|plies| u32::try_from(plies).ok());
        verdict.certificate_with(bound, plies.map(|plies| Searched::new(plies, found.nodes)), &limits)
    }

    /// Smallest repairs of an illegal position, best first.
    fn repairs(&self, setup: &Setup, verdict: &ReachVerdict, limits: ReachLimits) -> Option<Vec<Change>> {
        // Of a position that is not given whole, or not for one array, nothing is repaired.
        let whole = self.terms.unknown == Unknown::default() && self.start.is_some();
        if !matches!(verdict.answer, ReachAnswer::Illegal(_)) || !whole {
            return None;
        }
        let started = Instant::now();
        let limits = self.left(verdict, limits);
        // Of the time that is left each kind gets its part.
        let part = |kinds: u32| {
            let mut part = limits.clone();
            part.work.time = limits.work.time.map(|most| most.saturating_sub(started.elapsed()) / kinds);
            part
        };
        let mut found = repairs(setup, &part(if self.repair { 3 } else { 1 }));
        if self.repair {
            found.extend(readings(setup, &part(2)));
            let men = self.repairs.saturating_add(MEN.0).min(MEN.1);
            found.extend(piece_repairs(setup, &part(1), men));
        }
        // For all of them; what is not shown in time has none.
        let (limits, started) = (writing(&part(1).work), Instant::now());
        let change = |repair: Repair| {
            let certificate =
                || repair.verdict.certificate_within(&left(&limits, started)).ok()?.map(Box::new);
            Change { certificate: self.certificate.then(certificate), ..change(repair) }
        };
        Some(least_repairs(found, self.repairs).into_iter().map(change).collect())
    }

    /// Where repairs are wanted: what a FEN can mean that has a square too few or too many on a rank, and can
    /// have arisen so.
    pub(crate) fn near(&self, text: &str, context: &Context) -> Vec<Change> {
        if !self.repair || self.start.is_none() {
            return Vec::new();
        }
        let near = near_fens::<Standard>(text);
        let found = possible(near.iter().map(|near| near.setup).collect(), &self.limits(context));
        let said = |repair: Repair| {
            let read = near.iter().find(|near| near.setup.board == repair.setup.board)?;
            let ranks = read.ranks.iter().map(|(rank, text)| format!("rank {rank} read as {text}"));
            let mut what = format!("with {}", ranks.collect::<Vec<_>>().join(" and "));
            if !repair.edits.is_empty() {
                what += &format!(", and {}", chess_arbiter_explain::repair(&repair));
            }
            Some(Change { what, ..change(repair) })
        };
        found.into_iter().filter_map(said).take(self.repairs).collect()
    }

    /// What is left of the limits for repairs; little of it if nobody asked for them.
    fn left(&self, verdict: &ReachVerdict, mut limits: ReachLimits) -> ReachLimits {
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
        certificate: None,
    }
}

/// The offers for a person, a line each.
pub fn changes(changes: &[Change]) -> String {
    let mut text = String::new();
    for Change { what, fen, verdict, level, .. } in changes {
        let said = match *verdict {
            "undecided" => format!("nothing against it (level {level})"),
            word => word.into(),
        };
        let _ = writeln!(text, "{what}: {said}\n  {fen}");
    }
    text
}
