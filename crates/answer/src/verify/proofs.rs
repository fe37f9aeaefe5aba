//! The certificates in an answer.

use std::collections::HashMap;

use chess_arbiter::clock::Instant;
use chess_arbiter::limits::Limits;
use chess_arbiter_check::Accepted;

use super::{Opinion, left, proved};

/// Certificates of an answer, each checked once, all within one time.
pub(super) struct Proofs<'a, 'l> {
    limits: &'l Limits,
    started: Instant,
    proved: HashMap<&'a str, Accepted>,
}

impl<'a, 'l> Proofs<'a, 'l> {
    pub(super) fn new(limits: &'l Limits) -> Proofs<'a, 'l> {
        Proofs { limits, started: Instant::now(), proved: HashMap::new() }
    }

    /// What the certificate at a place proves.
    pub(super) fn of(&mut self, place: &str, certificate: &'a str) -> Result<&Accepted, Opinion> {
        if !self.proved.contains_key(certificate) {
            let found = proved(certificate, &left(self.limits, self.started));
            let found = found.map_err(|opinion| match opinion {
                Opinion::Invalid(mut refusal) => {
                    refusal.place = format!("{place}.{}", refusal.place);
                    Opinion::Invalid(refusal)
                }
                other => other,
            })?;
            self.proved.insert(certificate, found);
        }
        Ok(&self.proved[certificate])
    }

    /// How many there were.
    pub(super) fn len(&self) -> usize {
        self.proved.len()
    }

    /// What is said of them beside the claim.
    pub(super) fn words(&self, of: &str) -> String {
        match self.len() {
            1 => format!(", with 1 certificate for its {of}"),
            number => format!(", with {number} certificates for its {of}"),
        }
    }
}
