//! FENs of chess as programs write them, read with vector instructions and without a branch that depends on
//! what stands where.
//!
//! The usual form: four fields or six, a space between them, rights in the order `KQkq` with rooks in the
//! corners. All else is left to the careful reader, faults above all.

#![allow(unsafe_code)]

mod avx2;
mod avx512;
mod tail;

use crate::attacks::Vectors;
use crate::board::{Bitboard, Board, Role, Setup};

use tail::Tail;

/// Men as sets of squares, by role and those of Black.
struct Men {
    roles: [u64; 6],
    black: u64,
}

impl Men {
    /// The setup of these men and of what is written behind them.
    #[inline(always)]
    fn with(self, tail: &Tail<'_>) -> Option<Setup> {
        let Men { roles, black } = self;
        let occupied = roles.iter().fold(0, |all, set| all | set);
        let rooks = roles[Role::Rook as usize];
        let board = Board::from_parts([occupied & !black, black].map(Bitboard), roles.map(Bitboard));
        let setup = tail.read(board)?;
        // A rook in the corner is the outermost, wherever the king stands.
        let castling = rooks & (!black & 0xFF | black & 0xFF << 56);
        (setup.castling.0 & !castling == 0).then_some(setup)
    }
}

/// Reads a FEN that begins a text and ends with its line, and hands on where that is: before `\n` or `\r`, or
/// with the text. Nothing if it is not in the usual form, or the processor has no instructions for it.
///
/// What it is handed to is compiled into the reader, where all of it is in registers.
#[inline(always)]
pub(crate) fn read<O>(text: &[u8], then: impl FnOnce(&Setup, usize) -> O) -> Option<O> {
    match Vectors::here() {
        // SAFETY: the processor has been asked.
        Vectors::Avx512 => unsafe { avx512::read(text, then) },
        // SAFETY: as above.
        Vectors::Avx2 => unsafe { avx2::read(text, then) },
        Vectors::Portable => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::super::{parse_carefully, write};
    use super::*;
    use crate::board::{Color, Man, Square};
    use crate::moves::legal_moves;
    use crate::position::Position;
    use crate::rules::{Rules, Standard};

    /// The outcomes of all readers that this processor can run, which must be the same.
    fn outcome(text: &[u8]) -> Option<(Setup, usize)> {
        let then = |setup: &Setup, length| (*setup, length);
        // SAFETY: the processor is asked.
        let outcomes = [
            Vectors::Avx512.is_there().then(|| unsafe { avx512::read(text, then) }),
            Vectors::Avx2.is_there().then(|| unsafe { avx2::read(text, then) }),
        ];
        let outcomes: Vec<_> = outcomes.into_iter().flatten().collect();
        for outcome in &outcomes {
            assert_eq!(*outcome, outcomes[0], "{:?}", String::from_utf8_lossy(text));
        }
        outcomes.first().copied().flatten()
    }

    /// Whatever is read is what the careful reader reads of that line.
    fn holds(text: &[u8]) {
        let Some((setup, length)) = outcome(text) else { return };
        assert!(matches!(text.get(length), None | Some(b'\n' | b'\r')), "{length} of {text:?}");
        let line = &text[..length];
        assert_eq!(parse_carefully(line, Standard::SIZE), Ok(setup), "{:?}", String::from_utf8_lossy(line));
    }

    /// A position of random play.
    fn position() -> impl Strategy<Value = Position> {
        prop::collection::vec(any::<Index>(), 0..120).prop_map(|choices| {
            let mut position = Position::initial();
            for choice in choices {
                let moves = legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[choice.index(moves.len())]);
            }
            position
        })
    }

    /// Any men on any squares, rights that need not fit, any en passant square and clocks.
    fn setup() -> impl Strategy<Value = Setup> {
        let men = prop::collection::vec(prop::option::of(prop::sample::select(b"pnbrqkPNBRQK".to_vec())), 64);
        let corners = prop::sample::subsequence(vec![0u8, 7, 56, 63], 0..=4);
        let fields = (any::<bool>(), prop::option::of(0u8..64), any::<u16>(), any::<u16>());
        (men, corners, fields).prop_map(|(men, corners, (black, en_passant, halfmoves, fullmoves))| {
            let mut setup = Setup { halfmoves, fullmoves, ..Setup::EMPTY };
            for (square, letter) in (0..).zip(men) {
                let man = letter.and_then(Man::from_letter);
                man.into_iter().for_each(|man| setup.board.put(Square::new(square).unwrap(), man));
            }
            setup.turn = if black { Color::Black } else { Color::White };
            setup.castling = corners.into_iter().filter_map(Square::new).collect();
            setup.en_passant = en_passant.and_then(Square::new);
            setup
        })
    }

    #[test]
    fn any_byte_in_any_place() {
        for castling in ["-", "K", "Qk", "KQk", "KQkq"] {
            let text = format!("r3k2r/8/8/8/8/8/8/R3K2R w {castling} - 0 1");
            for (place, byte) in (0..text.len()).flat_map(|place| (0..=255).map(move |byte| (place, byte))) {
                let mut inserted = text.clone().into_bytes();
                inserted.insert(place, byte);
                holds(&inserted);
                let mut replaced = text.clone().into_bytes();
                replaced[place] = byte;
                holds(&replaced);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn play_is_read(position in position(), short in any::<bool>(), behind in "(\\n|\\r\\n)?|\\n.{0,200}") {
            let mut text = write::<Standard>(&position.to_setup());
            let fields: Vec<_> = text.split(' ').collect();
            if short {
                text = fields[..4].join(" ");
            }
            let expected = parse_carefully(text.as_bytes(), Standard::SIZE).ok().map(|setup| (setup, text.len()));
            text += &behind;
            prop_assert!(Vectors::here() == Vectors::Portable || outcome(text.as_bytes()) == expected, "{}", text);
        }

        #[test]
        fn any_setup(setup in setup()) {
            holds(write::<Standard>(&setup).as_bytes());
        }

        #[test]
        fn nearly_a_fen(
            position in position(),
            fields in 1..7usize,
            edits in prop::collection::vec((any::<Index>(), 0..4, prop::sample::select(
                b"pnbrqkPNBRQK0123456789/ -wbKQkqah\t\n\r\0{^\x80\xF0_xX".to_vec())), 0..4),
        ) {
            let text = write::<Standard>(&position.to_setup());
            let mut text = text.split(' ').take(fields).collect::<Vec<_>>().join(" ").into_bytes();
            for (place, kind, byte) in edits {
                let place = place.index(text.len());
                match kind {
                    0 => text[place] = byte,
                    1 => text.insert(place, byte),
                    2 if text.len() > 1 => drop(text.remove(place)),
                    _ => text.truncate(place + 1),
                }
            }
            holds(&text);
        }

        #[test]
        fn any_bytes(text in prop::collection::vec(any::<u8>(), 0..200)) {
            holds(&text);
        }
    }
}
