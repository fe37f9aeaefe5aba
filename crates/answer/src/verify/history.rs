//! What an answer of `retro` says of the captures and promotions of a side, compared with what is proved.

use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

use chess_arbiter::board::Color;
use chess_arbiter::reach::retro::spelling;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::Opinion;
use super::past::{Part, covers};
use super::proofs::Proofs;

/// What is said of a side.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SaidHistory<'a> {
    side: String,
    lost: u32,
    promotions: u32,
    #[serde(deserialize_with = "few")]
    promoted: Vec<String>,
    pawn_captures: u32,
    #[serde(deserialize_with = "few")]
    captors: Vec<String>,
    #[serde(deserialize_with = "few")]
    pawns: Vec<CapturingPawn>,
    #[serde(deserialize_with = "few")]
    promoted_among: Vec<PromotedAmong>,
    #[serde(deserialize_with = "few")]
    lost_men: Vec<LostMan>,
    #[serde(borrow)]
    certificate: Option<&'a RawValue>,
}

#[derive(Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct CapturingPawn {
    square: String,
    #[serde(deserialize_with = "few")]
    origins: Vec<String>,
    least: u32,
    most: u32,
    #[serde(deserialize_with = "few")]
    on: Vec<String>,
    #[serde(deserialize_with = "few")]
    victims: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PromotedAmong {
    role: String,
    #[serde(deserialize_with = "few")]
    squares: Vec<String>,
    least: u32,
}

#[derive(Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct LostMan {
    home: String,
    #[serde(deserialize_with = "few")]
    on: Vec<String>,
}

/// A list with no more than an item for each square: what is read then takes little memory.
fn few<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    struct Few<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Few<T> {
        type Value = Vec<T>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("at most 64 items")
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
            let mut few = Vec::new();
            while let Some(item) = items.next_element()? {
                few.push(item);
                if few.len() > 64 {
                    return Err(A::Error::invalid_length(few.len(), &self));
                }
            }
            Ok(few)
        }
    }
    deserializer.deserialize_seq(Few(PhantomData))
}

/// What a certificate claims, which the checker has accepted.
#[derive(Deserialize)]
struct Excerpt {
    claim: Claim,
}

#[derive(Deserialize)]
struct Claim {
    pawn_captures: u32,
    pawns: Vec<CapturingPawn>,
    promoted_among: Vec<Promoted>,
    lost_men: Vec<LostMan>,
}

#[derive(Deserialize)]
struct Promoted {
    squares: Vec<String>,
    least: u32,
}

impl Part<'_> {
    pub(super) fn compare_history<'a>(
        &self,
        said: &'a [SaidHistory<'_>],
        proofs: &mut Proofs<'a, '_>,
        not_covered: &mut Vec<String>,
    ) -> Result<(), Opinion> {
        if said.is_empty() {
            return Ok(());
        }
        if !said.iter().map(|said| said.side.as_str()).eq(["white", "black"]) {
            return Err(self.refused("the histories are not White's and Black's"));
        }
        for (number, (said, color)) in said.iter().zip(Color::BOTH).enumerate() {
            let place = format!("{}.history[{number}]", self.place);
            let refused = |what: &str| Err(Opinion::Refused(format!("{place}: {what}")));
            let board = &self.case.base.board;
            if said.lost != 16u32.saturating_sub(board.color(color).len()) {
                return refused("another number of men is lost");
            }
            let is_kind = |among: &PromotedAmong| {
                !among.squares.is_empty()
                    && among.squares.iter().all(|square| {
                        let man = square.parse().ok().and_then(|square| board.man_at(square));
                        man.is_some_and(|man| man.color == color && man.role.to_string() == among.role)
                    })
            };
            if !said.promoted_among.iter().all(is_kind) {
                return refused("the men that promoted are not of the kind that is said");
            }
            let Some(certificate) = said.certificate else {
                if said.tells() {
                    return refused("there is no certificate");
                }
                continue;
            };
            let proved = proofs.of(&place, certificate.get())?;
            let is_about = self.is_of_array(proved)
                && proved.answer == format!("{color}-history")
                && covers(&proved.position, &spelling(&self.case.base));
            if !is_about {
                return refused("the certificate is valid, but answers another question");
            }
            let Ok(Excerpt { claim }) = serde_json::from_str(certificate.get()) else {
                return refused("the certificate is valid, but tells of other things");
            };
            if !said.is_claimed(&claim) {
                return refused("the certificate is valid, but tells something else");
            }
            // More than these follow from the facts, and no claim has them.
            // Those of separate groups add up.
            let squares = || said.promoted_among.iter().flat_map(|among| &among.squares);
            let are_separate = squares().collect::<HashSet<_>>().len() == squares().count();
            let among: u64 = said.promoted_among.iter().map(|among| u64::from(among.least)).sum();
            if !are_separate || u64::from(said.promotions) != among {
                not_covered.push(format!("{place}.promotions"));
            }
            if !said.captors.iter().eq(said.pawns.iter().map(|pawn| &pawn.square)) {
                not_covered.push(format!("{place}.captors"));
            }
        }
        Ok(())
    }
}

impl SaidHistory<'_> {
    /// Whether anything is told that needs a proof.
    fn tells(&self) -> bool {
        let lists = [self.pawns.is_empty(), self.promoted_among.is_empty(), self.lost_men.is_empty()];
        let names = [self.promoted.is_empty(), self.captors.is_empty()];
        self.pawn_captures > 0
            || self.promotions > 0
            || lists.into_iter().chain(names).any(|is_empty| !is_empty)
    }

    /// Whether a claim says the same.
    fn is_claimed(&self, claim: &Claim) -> bool {
        let alone = self.promoted.iter().map(|square| (std::slice::from_ref(square), 1));
        let among = self.promoted_among.iter().map(|among| (&among.squares[..], among.least)).chain(alone);
        self.pawn_captures == claim.pawn_captures
            && self.pawns == claim.pawns
            && self.lost_men == claim.lost_men
            && among.eq(claim.promoted_among.iter().map(|among| (&among.squares[..], among.least)))
    }
}
