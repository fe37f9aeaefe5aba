//! Status.

use chess_arbiter::board::{Bitboard, Setup, Square};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Rules, RulesKind};
use chess_arbiter::status::{Status, explain, status};
use chess_arbiter::with_rules;

use crate::draw::{self, Marks};
use crate::question::Refused;
use crate::report::{Fields, Form, Proof, Report, StatusFields};

/// Is the side to move safe, checked, checkmated or stalemated?
#[derive(Clone, Copy, Debug)]
pub struct StatusQuestion {
    /// The game.
    pub rules: RulesKind,
    /// The certificate is wanted.
    pub certificate: bool,
}

impl StatusQuestion {
    pub(crate) fn answer(&self, setup: &Setup, form: Form) -> Result<Report, Refused> {
        with_rules!(self.rules, R => self.answer_in::<R>(setup, form))
    }

    fn answer_in<R: Rules>(&self, setup: &Setup, form: Form) -> Result<Report, Refused> {
        let position = Position::<R>::new(setup, Policy::Movable)?;
        if form == Form::Lines {
            return Ok(Report { line: status(&position).to_string(), ..Report::default() });
        }
        let verdict = explain(&position);
        let word = word(verdict.status);
        let royal = position.royal(position.turn()).map_or(Bitboard::EMPTY, Square::bb);
        let attacked = if verdict.checkers.is_empty() { Bitboard::EMPTY } else { royal };
        let marks = Marks { attacked, attackers: verdict.checkers };
        Ok(Report {
            line: word.into(),
            drawing: if form == Form::Person {
                draw::board(self.rules, position.board(), marks)
            } else {
                String::new()
            },
            proof: if self.certificate {
                Proof::Written(Box::new(verdict.certificate(&position)))
            } else {
                Proof::NotAskedFor
            },
            fields: Fields::Status(StatusFields {
                verdict: word,
                reason: chess_arbiter_explain::status(&position, &verdict),
            }),
            ..Report::default()
        })
    }
}

/// The line of JSON about a FEN of chess, as [`Report::text`] writes it. False if something in the FEN must
/// be escaped; then nothing is written.
pub(crate) fn json_line(position: &Position, fen: &str, out: &mut String) -> bool {
    // (Without a way out the compiler makes vector code of it.)
    if !fen.bytes().fold(true, |plain, byte| plain & (byte >= b' ') & (byte != b'"') & (byte != b'\\')) {
        return false;
    }
    let verdict = explain(position);
    let parts = ["{\"input\":\"", fen, "\",\"verdict\":\"", word(verdict.status), "\",\"reason\":\""];
    parts.into_iter().for_each(|part| out.push_str(part));
    chess_arbiter_explain::push_status(out, position, &verdict);
    out.push_str("\"}\n");
    true
}

pub(crate) fn word(status: Status) -> &'static str {
    match status {
        Status::Safe => "safe",
        Status::Check => "check",
        Status::Checkmate => "checkmate",
        Status::Stalemate => "stalemate",
    }
}
