//! What an answer of `retro` says, compared part by part with what is proved.
//!
//! What it must speak of (the last moves, sets of rights and double steps that the men allow) is derived
//! again from its input; each finding needs a certificate of its own.

use std::collections::BTreeSet;

use chess_arbiter::board::{Square, Start};
use chess_arbiter::format::{parse_partial, uci};
use chess_arbiter::limits::Limits;
use chess_arbiter::moves::{Past, Unmove, UnmoveKind};
use chess_arbiter::position::Position;
use chess_arbiter::reach::ReachLimits;
use chess_arbiter::reach::retro::{Retro, RetroCase, questions, spelling, taken_back};
use chess_arbiter::rules::Standard;
use chess_arbiter_check::{Accepted, Question};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::Opinion;
use super::history::SaidHistory;
use super::proofs::Proofs;
use crate::report::{LastMoveFields, SideFields};
use crate::retro::{PartsEvidence, fields};

/// An answer about the past of a position.
pub(super) struct PastAnswer<'a> {
    pub(super) input: String,
    pub(super) verdict: String,
    /// The array that games begin with, if it is named.
    pub(super) start: Option<String>,
    pub(super) sides: Vec<SaidSide<'a>>,
}

/// What is said if a side is to move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SaidSide<'a> {
    turn: String,
    verdict: String,
    may_be_start: bool,
    #[serde(borrow)]
    last_moves: Vec<SaidMove<'a>>,
    #[serde(borrow)]
    castling: Vec<SaidRights<'a>>,
    #[serde(borrow)]
    en_passant: Vec<SaidStep<'a>>,
    #[serde(borrow)]
    history: Vec<SaidHistory<'a>>,
    #[serde(borrow)]
    certificate: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SaidMove<'a> {
    #[serde(rename = "move")]
    mv: String,
    man: String,
    from: String,
    to: String,
    kind: String,
    captured: Option<String>,
    promoted: Option<String>,
    before: String,
    verdict: String,
    #[serde(borrow)]
    certificate: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SaidRights<'a> {
    rights: String,
    verdict: String,
    #[serde(borrow)]
    certificate: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SaidStep<'a> {
    square: String,
    #[serde(rename = "move")]
    mv: String,
    verdict: String,
    forced: Option<bool>,
    #[serde(borrow)]
    certificate: Option<&'a RawValue>,
}

/// The moves of a game that a certificate has.
#[derive(Deserialize)]
struct GameExcerpt {
    evidence: GameEvidence,
}

#[derive(Deserialize)]
struct GameEvidence {
    #[serde(default)]
    game: Vec<String>,
    draws: Option<IgnoredAny>,
}

/// What is said of at most two sides to move; `None` if this is something else.
pub(super) fn read(text: &RawValue) -> Option<Vec<SaidSide<'_>>> {
    // Counted first: what is read then takes little memory.
    let few = serde_json::from_str::<Vec<IgnoredAny>>(text.get()).is_ok_and(|items| items.len() <= 2);
    if few { serde_json::from_str(text.get()).ok() } else { None }
}

impl PastAnswer<'_> {
    /// Compares the answer with what its certificates prove; of its other members these are not covered.
    pub(super) fn opinion(&self, mut not_covered: Vec<String>, limits: &Limits) -> Opinion {
        let mut proofs = Proofs::new(limits);
        match self.compare(&mut proofs, &mut not_covered) {
            Err(opinion) => opinion,
            Ok(_) if proofs.len() == 0 && self.verdict == "undecided" => {
                Opinion::Nothing("undecided, nothing is claimed")
            }
            Ok(about) => {
                let parts = proofs.words("parts");
                Opinion::Accepted(format!("{}: {about}{parts}", self.verdict), not_covered)
            }
        }
    }

    /// What the answer is about.
    fn compare<'a>(
        &'a self,
        proofs: &mut Proofs<'a, '_>,
        not_covered: &mut Vec<String>,
    ) -> Result<String, Opinion> {
        let refused = |what: &str| Opinion::Refused(what.to_owned());
        let start: Start = match self.start.as_deref().map(str::parse).transpose() {
            Ok(start) => start.unwrap_or(Start::USUAL),
            Err(_) => return Err(refused("the answer names no array")),
        };
        let asked = parse_partial::<Standard>(&self.input)
            .map_err(|_| refused("the input of the answer is no position"))?;
        let limits = ReachLimits { start, ..ReachLimits::default() };
        let open =
            questions(&asked, &limits).map_err(|_| refused("the input has rights of another array"))?;
        let expected = fields(&open, &PartsEvidence::new(None));
        let turns = |sides: &[SideFields]| sides.iter().map(|side| side.turn.clone()).collect::<Vec<_>>();
        if self.sides.iter().map(|side| side.turn.clone()).collect::<Vec<_>>() != turns(&expected.sides) {
            return Err(refused("the answer tells of other sides to move than its input leaves open"));
        }
        for (number, (said, expected)) in self.sides.iter().zip(&expected.sides).enumerate() {
            let part = Part { open: &open, case: &open.cases[number], place: format!("sides[{number}]") };
            part.compare(said, expected, proofs, not_covered)?;
        }
        let verdict = if self.sides.iter().any(|side| side.verdict == "possible") {
            "possible"
        } else if self.sides.iter().all(|side| side.verdict == "impossible") {
            "impossible"
        } else {
            "undecided"
        };
        if self.verdict == verdict {
            Ok(about(&open))
        } else {
            Err(refused("the verdict is not that of the sides"))
        }
    }
}

/// The position that was asked about, `?` where a field was left open, and the games.
fn about(open: &Retro) -> String {
    let Retro { cases, asked, start, .. } = open;
    let base = cases.first().map_or_else(String::new, |case| spelling(&case.base));
    let known = [true, asked.turn.is_some(), asked.castling.is_some(), asked.en_passant.is_some()];
    let fields = base.split(' ').zip(known).map(|(field, is_known)| if is_known { field } else { "?" });
    let array = if start.is_usual() { String::new() } else { format!(" from {start}") };
    format!("{} (standard{array})", fields.collect::<Vec<_>>().join(" "))
}

/// One side to move: what is asked of it.
pub(super) struct Part<'a> {
    open: &'a Retro,
    pub(super) case: &'a RetroCase,
    pub(super) place: String,
}

/// What a finding is about.
struct Finding<'a> {
    place: String,
    verdict: &'a str,
    certificate: Option<&'a RawValue>,
}

impl Part<'_> {
    pub(super) fn refused(&self, what: &str) -> Opinion {
        Opinion::Refused(format!("{}: {what}", self.place))
    }

    fn compare<'a>(
        &self,
        said: &'a SaidSide<'_>,
        expected: &SideFields,
        proofs: &mut Proofs<'a, '_>,
        not_covered: &mut Vec<String>,
    ) -> Result<(), Opinion> {
        if said.may_be_start != expected.may_be_start {
            return Err(self.refused("`may_be_start` is not so"));
        }
        let is_listed = said.last_moves.len() == expected.last_moves.len();
        let is_impossible = said.verdict == "impossible";
        if is_impossible {
            let others = said.castling.len() + said.en_passant.len() + said.history.len();
            if others > 0 || !said.last_moves.is_empty() && !is_listed {
                return Err(self.refused("of a side that is not to move nothing else is said"));
            }
        } else if !is_listed {
            return Err(self.refused("the last moves are not those that the men allow"));
        }
        for (number, last) in said.last_moves.iter().enumerate() {
            if !last.is(&expected.last_moves[number]) {
                return Err(self.refused("the last moves are not those that the men allow"));
            }
            let asked = &self.case.last_moves[number];
            let place = format!("{}.last_moves[{number}]", self.place);
            let finding = Finding { place, verdict: &last.verdict, certificate: last.certificate };
            self.find(&finding, proofs, &asked.before, |part, game, end| {
                part.is_asked_about(end) && part.last(game) == Some(asked.unmove)
            })?;
        }
        // Each last move was impossible, and is proved to be: then there need be no other certificate.
        let none_played = is_impossible
            && said.certificate.is_none()
            && is_listed
            && !said.may_be_start
            && said.last_moves.iter().all(|last| last.verdict == "impossible");
        if !none_played {
            let place = self.place.clone();
            let finding = Finding { place, verdict: &said.verdict, certificate: said.certificate };
            self.find(&finding, proofs, &self.case.base, |part, _, end| part.is_asked_about(end))?;
        }
        if is_impossible {
            return Ok(());
        }
        self.compare_castling(said, expected, proofs)?;
        self.compare_steps(said, expected, proofs, not_covered)?;
        self.compare_history(&said.history, proofs, not_covered)
    }

    fn compare_castling<'a>(
        &self,
        said: &'a SaidSide<'_>,
        expected: &SideFields,
        proofs: &mut Proofs<'a, '_>,
    ) -> Result<(), Opinion> {
        let sets = said.castling.iter().map(|set| &set.rights);
        if !sets.eq(expected.castling.iter().map(|set| &set.rights)) {
            return Err(
                self.refused("the sets of castling rights are not those whose kings and rooks are in place")
            );
        }
        for (number, (set, asked)) in said.castling.iter().zip(&self.case.castling).enumerate() {
            let least = Past { castling: asked.rights, ..self.case.base };
            let place = format!("{}.castling[{number}]", self.place);
            let finding = Finding { place, verdict: &set.verdict, certificate: set.certificate };
            self.find(&finding, proofs, &least, |part, _, end| {
                part.is_asked_about(end) && has_rights(end, &spelling(&least))
            })?;
        }
        Ok(())
    }

    fn compare_steps<'a>(
        &self,
        said: &'a SaidSide<'_>,
        expected: &SideFields,
        proofs: &mut Proofs<'a, '_>,
        not_covered: &mut Vec<String>,
    ) -> Result<(), Opinion> {
        let steps = said.en_passant.iter().map(|step| (&step.square, &step.mv));
        if !steps.eq(expected.en_passant.iter().map(|step| (&step.square, &step.mv))) {
            return Err(self.refused("the double steps are not those after which a capture is possible"));
        }
        for (number, (step, asked)) in said.en_passant.iter().zip(&self.case.en_passant).enumerate() {
            let place = format!("{}.en_passant[{number}]", self.place);
            let over = |unmove: Unmove| is_over(unmove, asked.square);
            let played = self.case.last_moves.iter().find(|last| over(last.unmove));
            let before = played.map_or(self.case.base, |last| last.before);
            let finding =
                Finding { place: place.clone(), verdict: &step.verdict, certificate: step.certificate };
            self.find(&finding, proofs, &before, |part, game, end| {
                part.is_asked_about(end) && part.last(game).is_some_and(over)
            })?;
            if self.open.asked.en_passant.is_some() {
                // The other last moves are those of a position that says nothing of the square.
                if step.forced.is_some() {
                    not_covered.push(format!("{place}.forced"));
                }
            } else if step.forced != self.is_forced(said, step, asked.square) {
                return Err(self.refused("`forced` is not what the last moves say"));
            }
        }
        Ok(())
    }

    /// Whether the last move must have been the double step, as far as is said of all of them.
    fn is_forced(&self, said: &SaidSide<'_>, step: &SaidStep<'_>, square: Square) -> Option<bool> {
        let all = self.case.last_moves.iter().zip(&said.last_moves);
        let others = || all.clone().filter(|(asked, _)| !is_over(asked.unmove, square)).map(|(_, said)| said);
        let is_free = step.verdict == "impossible" || said.may_be_start;
        if is_free || others().any(|other| other.verdict == "possible") {
            return Some(false);
        }
        others().all(|other| other.verdict == "impossible").then_some(true)
    }

    /// Compares what was found with what its certificate proves: a game that shows it, by `shows` (which is
    /// told the certificate and the position at the end), or that nothing reaches a past.
    fn find<'a>(
        &self,
        finding: &Finding<'a>,
        proofs: &mut Proofs<'a, '_>,
        past: &Past,
        shows: impl FnOnce(&Self, &str, &str) -> bool,
    ) -> Result<(), Opinion> {
        let Finding { place, verdict, certificate } = finding;
        let refused = |what: &str| Err(Opinion::Refused(format!("{place}: {what}")));
        let Some(certificate) = certificate else {
            return if *verdict == "undecided" { Ok(()) } else { refused("there is no certificate") };
        };
        let proved = proofs.of(place, certificate.get())?;
        if !self.is_of_array(proved) {
            return refused("the certificate is valid, but answers another question");
        }
        let excerpt = serde_json::from_str::<GameExcerpt>(certificate.get());
        if excerpt.is_ok_and(|excerpt| excerpt.evidence.draws.is_some()) {
            return refused("the certificate is valid, but its game goes on after it is over");
        }
        let is_so = match (*verdict, proved.answer) {
            ("possible", "legal") => shows(self, certificate.get(), &proved.position),
            ("impossible", "illegal") => covers(&proved.position, &spelling(past)),
            _ => return refused("the certificate is valid, but proves another verdict"),
        };
        if is_so { Ok(()) } else { refused("the certificate is valid, but is about something else") }
    }

    /// Whether a certificate is about games from the array that was asked about.
    pub(super) fn is_of_array(&self, proved: &Accepted) -> bool {
        let start = self.open.start;
        let named = (!start.is_usual()).then(|| start.to_string());
        proved.question == Question::Legality && proved.start == named
    }

    /// Whether a position at the end of a game is one that was asked about.
    fn is_asked_about(&self, end: &str) -> bool {
        let base = spelling(&self.case.base);
        let [known_rights, known_square] =
            [self.open.asked.castling.is_some(), self.open.asked.en_passant.is_some()];
        let compared = |field: usize| field < 2 || [known_rights, known_square][field - 2];
        let [end, base] = [end, &base].map(|text| text.split(' ').collect::<Vec<_>>());
        end.len() == 4 && (0..4).all(|field| !compared(field) || end[field] == base[field])
    }

    /// The last move of a certificate's game, taken back.
    fn last(&self, certificate: &str) -> Option<Unmove> {
        let GameExcerpt { evidence: GameEvidence { game, .. } } = serde_json::from_str(certificate).ok()?;
        let (last, moves) = game.split_last()?;
        let mut position = Position::<Standard>::from_start(self.open.start);
        for text in moves {
            position = position.play(uci::parse(&position, text).ok()?);
        }
        Some(taken_back(&position, uci::parse(&position, last).ok()?))
    }
}

impl SaidMove<'_> {
    /// Whether it is this move, whatever was found of it.
    fn is(&self, other: &LastMoveFields) -> bool {
        let LastMoveFields { mv, man, from, to, kind, captured, promoted, before, .. } = other;
        let texts =
            [(&self.mv, mv), (&self.man, man), (&self.from, from), (&self.to, to), (&self.before, before)];
        texts.into_iter().all(|(said, asked)| said == asked)
            && self.kind == *kind
            && self.captured == *captured
            && self.promoted == *promoted
    }
}

/// Whether a move is the double step over a square.
fn is_over(unmove: Unmove, square: Square) -> bool {
    let Unmove { stands, came_from, kind, .. } = unmove;
    let rank = (stands.rank() + came_from.rank()) / 2;
    kind == UnmoveKind::DoubleStep && stands.file() == square.file() && rank == square.rank()
}

/// Castling rights by their letters.
fn rights(position: &str) -> BTreeSet<char> {
    position.split(' ').nth(2).unwrap_or_default().chars().filter(|letter| *letter != '-').collect()
}

/// Whether a position has the rights that another demands.
fn has_rights(position: &str, demanded: &str) -> bool {
    rights(position).is_superset(&rights(demanded))
}

/// Whether a past demands no more than another one.
pub(super) fn covers(past: &str, other: &str) -> bool {
    let [past_fields, other_fields] = [past, other].map(|text| text.split(' ').collect::<Vec<_>>());
    past_fields.len() == 4
        && other_fields.len() == 4
        && past_fields[..2] == other_fields[..2]
        && has_rights(other, past)
        && (past_fields[3] == "-" || past_fields[3] == other_fields[3])
}
