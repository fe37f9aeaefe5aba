//! Repairs of an illegal position: what is said of each changed position, compared with its certificate.

use chess_arbiter::clock::Instant;
use chess_arbiter::limits::Limits;
use chess_arbiter_check::Question;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::members::members;
use super::same::same_position;
use super::{Opinion, left, proved};

/// What is said of a changed position.
#[derive(Deserialize)]
struct SaidRepair<'a> {
    fen: String,
    verdict: String,
    #[serde(borrow)]
    certificate: Option<&'a RawValue>,
}

/// What is compared of a repair.
const COMPARED: [&str; 3] = ["fen", "verdict", "certificate"];

/// Compares the repairs of an answer about games from an array: how many certificates they have, and what of
/// them is not covered.
///
/// # Errors
/// The opinion, if a certificate is not valid or does not prove what is said.
pub(super) fn compare(
    repairs: &RawValue,
    start: Option<&str>,
    limits: &Limits,
) -> Result<(usize, Vec<String>), Opinion> {
    // Texts are borrowed: no more memory is taken than the answer has.
    let Ok(texts) = serde_json::from_str::<Vec<&RawValue>>(repairs.get()) else {
        return Ok((0, vec!["repairs".into()]));
    };
    let said: Vec<Option<SaidRepair<'_>>> =
        texts.iter().map(|text| serde_json::from_str(text.get()).ok()).collect();
    if !said.iter().flatten().any(|said| said.certificate.is_some()) {
        return Ok((0, vec!["repairs".into()]));
    }
    let started = Instant::now();
    let (mut proofs, mut not_covered) = (0, Vec::new());
    for (number, (said, text)) in said.iter().zip(texts).enumerate() {
        let place = format!("repairs[{number}]");
        let (Some(said), Some(members)) = (said, members(text.get())) else {
            not_covered.push(place);
            continue;
        };
        match said.certificate {
            Some(certificate) => {
                compare_one(said, certificate.get(), start, &left(limits, started))
                    .map_err(|opinion| at(opinion, &place))?;
                proofs += 1;
            }
            None if said.verdict == "undecided" => {}
            None => {
                not_covered.push(place);
                continue;
            }
        }
        for (name, value) in members {
            // The same of all of them is said once.
            let path = format!("repairs.{name}");
            if value != "null" && !COMPARED.contains(&name.as_str()) && !not_covered.contains(&path) {
                not_covered.push(path);
            }
        }
    }
    Ok((proofs, not_covered))
}

fn compare_one(
    said: &SaidRepair<'_>,
    certificate: &str,
    start: Option<&str>,
    limits: &Limits,
) -> Result<(), Opinion> {
    let proved = proved(certificate, limits)?;
    let refused =
        |what: &str| Err(Opinion::Refused(format!("the certificate is valid, but {what}: {proved}")));
    if proved.question != Question::Legality || proved.answer != said.verdict {
        return refused("proves another verdict");
    }
    if proved.start.as_deref() != start {
        return refused("is about games from another array");
    }
    if !same_position(&said.fen, &proved) {
        return refused("is about another position");
    }
    Ok(())
}

/// The opinion, with the place that it is about.
fn at(opinion: Opinion, place: &str) -> Opinion {
    match opinion {
        Opinion::Invalid(mut refusal) => {
            refusal.place = format!("{place}.{}", refusal.place);
            Opinion::Invalid(refusal)
        }
        Opinion::Refused(what) => Opinion::Refused(format!("{place}: {what}")),
        opinion => opinion,
    }
}
