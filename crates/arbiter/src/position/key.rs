//! A whole position in 256 bits: the key of the table says all that matters, so that nothing rests on a hash.

use crate::board::{Bitboard, Color, Role};
use crate::position::Position;
use crate::rules::{Pawns, Rules};

/// Four bits a square in four planes: the first says whether a man is White's, the other three what it is,
/// with code 7 for a rook that may castle. An empty square whose first bit is set is where a pawn can be
/// captured en passant. Which side is to move is not said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PositionKey(pub(crate) [u64; 4]);

impl PositionKey {
    #[inline(always)]
    pub(crate) fn of<R: Rules>(position: &Position<R>) -> PositionKey {
        let board = position.board();
        let role = |role| board.role(role).0;
        let mut key = [
            board.color(Color::White).0,
            role(Role::Pawn) | role(Role::Bishop) | role(Role::Queen),
            role(Role::Knight) | role(Role::Bishop) | role(Role::King),
            role(Role::Rook) | role(Role::Queen) | role(Role::King),
        ];
        if R::CASTLING {
            let castling = (position.castling(Color::White) | position.castling(Color::Black)).0;
            key[1] |= castling;
            key[2] |= castling;
        }
        if R::PAWNS == Pawns::Full {
            key[0] |= en_passant(position).0;
        }
        PositionKey(key)
    }
}

/// The en passant square, if a pawn stands ready to capture there: otherwise the position is the same without
/// it.
#[inline(always)]
pub(crate) fn en_passant<R: Rules>(position: &Position<R>) -> Bitboard {
    match position.en_passant() {
        Some(target) => {
            let us = position.turn();
            let ready = crate::attacks::pawn(!us, target) & position.board().men(us, Role::Pawn);
            if ready.has_any() { target.bb() } else { Bitboard::EMPTY }
        }
        None => Bitboard::EMPTY,
    }
}

impl PositionKey {
    /// Where to look for it. Equal keys have equal hashes; the reverse is never relied on.
    #[inline(always)]
    pub(crate) fn hash(&self, turn: u64) -> u64 {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let [a, b, c, d] = self.0;
        let first = fold(a ^ 0x9E37_79B9_7F4A_7C15, b ^ 0xD6E8_FEB8_6659_FD93 ^ turn);
        let second = fold(c ^ 0xA076_1D64_78BD_642F, d ^ 0xE703_7ED1_A0B4_28DB);
        fold(first ^ 0x8EBC_6AF0_9C88_C6E3, second ^ 0x5899_65CC_7537_4CC3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::fen;
    use crate::rules::Standard;

    fn key(text: &str) -> PositionKey {
        PositionKey::of(&fen::position::<Standard>(text).unwrap())
    }

    #[test]
    fn en_passant_counts_only_if_it_can_be_done() {
        assert_eq!(key("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"), key("4k3/8/8/3pP3/8/8/8/4K3 w - - 9 7"));
        assert_ne!(key("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), key("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
        assert_eq!(key("4k3/8/8/3p1P2/8/8/8/4K3 w - d6 0 1"), key("4k3/8/8/3p1P2/8/8/8/4K3 w - - 0 1"));
    }

    #[test]
    fn castling_rights_count() {
        assert_ne!(key("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), key("4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
    }
}
