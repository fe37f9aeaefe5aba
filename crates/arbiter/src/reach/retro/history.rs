//! What the men alone tell of captures and promotions.
//!
//! All of it follows from the facts of [`facts`](super::super::facts), which hold through the whole of any
//! game that reaches the past. The men of a side came from different men of the starting position, each with
//! at least the captures that an assignment counts for it, and its pawns made no more captures than the
//! facts allow. So the cheapest assignment is a bound on the captures of its pawns; and a pawn captured if no
//! assignment within that bound has it come straight down its file.

use crate::board::{Bitboard, Color, Role};
use crate::certificate::{
    Certificate, Claim, Evidence, HistoryClaim, HistorySide, LostClaim, PawnClaim, PromotedClaim,
    QuestionKind,
};
use crate::moves::Past;

use super::super::facts::Facts;
use super::super::facts::needs::Needs;
use super::super::facts::origins::{Origins, assign};
use super::super::lemma;
use crate::reach::written::key;

use super::pawns::{CapturingPawn, LostMan, PromotedAmong, capturing_pawns, lost_men, promoted_among};

/// What the men tell of the captures and promotions of a side. All numbers are at least so great.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SideHistory {
    /// The side.
    pub color: Color,
    /// What it is told of: every game that reaches it.
    pub past: Past,
    /// Men that it has lost.
    pub lost: u32,
    /// Pieces on the board that were pawns.
    pub promotions: u32,
    /// Those of which it is known.
    pub promoted: Bitboard,
    /// Captures that its pawns made, before they promoted if they did.
    pub pawn_captures: u32,
    /// Pawns on the board that captured.
    pub captors: Bitboard,
    /// More of these pawns, where the facts tell it.
    pub pawns: Vec<CapturingPawn>,
    /// Pieces of which some must have been pawns.
    pub promoted_among: Vec<PromotedAmong>,
    /// Men of the starting position that are certainly not on the board any more.
    pub lost_men: Vec<LostMan>,
}

impl SideHistory {
    /// All that is told, as certificates write it: the pawns that captured with what is known of them, and
    /// the men that promoted alone beside those of their kind.
    ///
    /// ```
    /// use chess_arbiter::{Standard, format::parse_partial, reach::{ReachLimits, retro::retro}};
    /// let asked = parse_partial::<Standard>("4k3/8/8/8/8/1P6/1P6/4K3 w - -").unwrap();
    /// let told = retro(&asked, &ReachLimits::default()).unwrap();
    /// let [white, _] = told.cases[0].history.as_ref().unwrap();
    /// assert_eq!(white.claim().pawns[0].origins, ["a2", "c2"]);
    /// ```
    pub fn claim(&self) -> HistoryClaim {
        let names = |squares: Bitboard| squares.map(|square| square.to_string()).collect();
        let answer =
            if self.color == Color::White { HistorySide::WhiteHistory } else { HistorySide::BlackHistory };
        HistoryClaim {
            start: (!self.past.start.is_usual()).then(|| self.past.start.to_string()),
            pawn_captures: self.pawn_captures,
            pawns: (self.pawns.iter())
                .map(|&CapturingPawn { square, from, least, most, on, victims }| PawnClaim {
                    square: square.to_string(),
                    origins: names(from),
                    least,
                    most,
                    on: names(on),
                    victims: names(victims),
                })
                .collect(),
            promoted_among: (self.promoted_among.iter())
                .map(|among| PromotedClaim { squares: names(among.squares), least: among.least })
                .chain(self.promoted.map(|square| PromotedClaim { squares: names(square.bb()), least: 1 }))
                .collect(),
            lost_men: (self.lost_men.iter())
                .map(|&LostMan { home, on }| LostClaim { home: home.to_string(), on: names(on) })
                .collect(),
            ..HistoryClaim::of(answer)
        }
    }

    /// That it is so in every game; `None` where nothing is told.
    pub fn certificate(&self) -> Option<Certificate> {
        let claim = self.claim();
        let tells = HistoryClaim { start: claim.start.clone(), ..HistoryClaim::of(claim.answer) } != claim;
        let (question, position) = (QuestionKind::Legality, key(&self.past));
        let claim = Claim::History(Box::new(claim));
        tells.then(|| Certificate::new("standard", question, position, claim, Evidence::None {}))
    }
}

/// What the men of both sides tell; `None` where they show that the past is impossible.
pub(super) fn history(past: &Past) -> Option<[SideHistory; 2]> {
    if lemma::instant(past).is_some() {
        return None;
    }
    let facts = Facts::new(past);
    let mobility = facts.open_mobility()?;
    let [white, black] = Color::BOTH.map(|color| {
        let board = &past.board;
        let origins = &mobility.origins[color as usize];
        let needs = Needs::of(board, color, mobility)?;
        let original = |square| origins.most_original(|other, _| other == square) > 0;
        let promoted = origins
            .men
            .iter()
            .filter(|(square, role)| !matches!(role, Role::Pawn | Role::King) && !original(*square));
        Some(SideHistory {
            color,
            past: *past,
            lost: 16u32.saturating_sub(board.color(color).len()),
            promotions: needs.promoted.into(),
            promoted: promoted.map(|&(square, _)| square).collect(),
            pawn_captures: assign(&origins.costs).0,
            captors: captors(origins),
            pawns: capturing_pawns(mobility, color),
            promoted_among: promoted_among(board, mobility, color),
            lost_men: lost_men(mobility, color),
        })
    });
    Some([white?, black?])
}

/// The pawns that cannot have come straight ahead.
fn captors(origins: &Origins) -> Bitboard {
    let pawns = origins.men.iter().zip(&origins.costs).filter(|((_, role), _)| *role == Role::Pawn);
    pawns
        .filter(|((square, _), costs)| {
            let file = usize::from(square.file());
            costs[8 + file] != 0 || !origins.can_come(*square, file, 0)
        })
        .map(|((square, _), _)| *square)
        .collect()
}
