//! The names of lemmas in certificates.

use std::fmt;

use super::Lemma;

impl Lemma {
    /// The name that certificates cite.
    pub const fn name(self) -> &'static str {
        match self {
            Lemma::Kings => "kings",
            Lemma::EndRowPawns => "end-row-pawns",
            Lemma::WaitingSideAttacked => "waiting-side-attacked",
            Lemma::Men => "men",
            Lemma::Promotions => "promotions",
            Lemma::Castling => "castling",
            Lemma::EnPassant => "en-passant",
            Lemma::Locked => "locked",
            Lemma::Origins => "origins",
            Lemma::Order => "order",
            Lemma::Parity => "parity",
            Lemma::Columns => "columns",
            Lemma::ConfinedColumns => "confined-columns",
            Lemma::Kernel => "kernel",
            Lemma::Files => "files",
        }
    }
}

impl fmt::Display for Lemma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
