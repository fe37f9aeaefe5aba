//! Repairs of an illegal position: what is said of each changed position, compared with its certificate.

use chess_arbiter_check::Question;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::Opinion;
use super::members::members;
use super::proofs::Proofs;
use super::same::same_position;

/// What is said of a changed position.
#[derive(Deserialize)]
struct SaidRepair<'a> {
    fen: String,
    verdict: String,
    #[serde(borrow)]
    certificate: Option<&'a RawValue>,
}

/// What is compared of a repair with its certificate.
const COMPARED: &[&str] = &["fen", "verdict", "certificate"];
/// What claims nothing of one that is undecided.
const UNDECIDED: &[&str] = &["verdict"];

/// Compares the repairs of an answer about games from an array; names what of them is not covered.
///
/// # Errors
/// The opinion, if a certificate is not valid or does not prove what is said.
pub(super) fn compare<'a>(
    repairs: &'a RawValue,
    start: Option<&str>,
    proofs: &mut Proofs<'a, '_>,
) -> Result<Vec<String>, Opinion> {
    // Texts are borrowed: no more memory is taken than the answer has.
    let Ok(texts) = serde_json::from_str::<Vec<&RawValue>>(repairs.get()) else {
        return Ok(vec!["repairs".into()]);
    };
    let said: Vec<Option<SaidRepair<'_>>> =
        texts.iter().map(|text| serde_json::from_str(text.get()).ok()).collect();
    if !said.iter().flatten().any(|said| said.certificate.is_some()) {
        return Ok(vec!["repairs".into()]);
    }
    let mut not_covered = Vec::new();
    for (number, (said, text)) in said.iter().zip(texts).enumerate() {
        let place = format!("repairs[{number}]");
        let (Some(said), Some(members)) = (said, members(text.get())) else {
            not_covered.push(place);
            continue;
        };
        let compared = match said.certificate {
            Some(certificate) => {
                said.compare(&place, certificate.get(), start, proofs)?;
                COMPARED
            }
            None if said.verdict == "undecided" => UNDECIDED,
            None => {
                not_covered.push(place);
                continue;
            }
        };
        for (name, value) in members {
            // The same of all of them is said once.
            let path = format!("repairs.{name}");
            if value != "null" && !compared.contains(&name.as_str()) && !not_covered.contains(&path) {
                not_covered.push(path);
            }
        }
    }
    Ok(not_covered)
}

impl SaidRepair<'_> {
    fn compare<'a>(
        &self,
        place: &str,
        certificate: &'a str,
        start: Option<&str>,
        proofs: &mut Proofs<'a, '_>,
    ) -> Result<(), Opinion> {
        let proved = proofs.of(place, certificate)?;
        let wrong = if proved.question != Question::Legality || proved.answer != self.verdict {
            "proves another verdict"
        } else if proved.start.as_deref() != start {
            "is about games from another array"
        } else if !same_position(&self.fen, proved) {
            "is about another position"
        } else {
            return Ok(());
        };
        Err(Opinion::Refused(format!("{place}: the certificate is valid, but {wrong}: {proved}")))
    }
}
