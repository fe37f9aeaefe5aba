//! The static lemmas: what they refute, and that they never refute what can arise.
#![allow(clippy::print_stderr)]

use crate::common;

use std::collections::BTreeMap;

use chess_arbiter::board::{Bitboard, Color, Move, Role, Setup, Square};
use chess_arbiter::format::{fen, san};
use chess_arbiter::moves::{Past, legal_moves};
use chess_arbiter::position::Position;
use chess_arbiter::reach::facts::mobility::{Mobility, MobilityEnd};
use chess_arbiter::reach::lemma::{FILES, LOCKED, ORDER, ORIGINS, PARITY, refute};
use chess_arbiter::reach::{Flaw, quick};
use chess_arbiter::rules::Standard;
use common::{Chance, cases, rows, sweep};

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn known_rows() {
    for file in ["composed_a", "composed_b", "tromp923", "tromp10k", "randomplay"] {
        let text = cases(&format!("legality/{file}.tsv"));
        let mut counts = BTreeMap::new();
        let start = std::time::Instant::now();
        for row in rows(&text) {
            let Ok(setup) = fen::parse::<Standard>(row[0]) else { continue };
            let lemma = refute(&Past::from(&setup));
            assert!(row[1] == "illegal" || quick(&setup).is_none(), "{:?}: {}", quick(&setup), row[0]);
            assert!(row[1] == "illegal" || lemma.is_none(), "{lemma:?}: {}", row[0]);
            *counts.entry((row[1].to_owned(), lemma.map(|lemma| format!("{lemma:?}")))).or_insert(0) += 1;
            if file.starts_with("composed") && row[1] == "illegal" {
                eprintln!("{lemma:?} {} {}", row[0], &row[2][..row[2].len().min(150)]);
            }
        }
        eprintln!("{file}: {counts:?} {:?}", start.elapsed());
    }
}

/// What the players like to do.
#[derive(Clone, Copy, Debug)]
enum Taste {
    Anything,
    Pawns,
    Captures,
    Peace,
    Quiet,
    FirstRows,
    March,
}

/// What really happened in a game, to compare with what is deduced from its last position.
#[derive(Default)]
struct Story {
    touched: Bitboard,
    pawn_captures: [u8; 2],
    /// Where promoted pieces stand.
    promoted: Bitboard,
    promotion_squares: Bitboard,
}

impl Story {
    fn tell(&mut self, position: &Position<Standard>, mv: Move) {
        let board = position.board();
        let (from, to) = (mv.from(), mv.to());
        self.touched |= from.bb() | to.bb();
        if position.is_castling(mv) {
            let (king, rook) = Position::<Standard>::castling_squares(from, to);
            self.touched |= king.bb() | rook.bb();
            if self.promoted.has(to) {
                self.promoted ^= to.bb() | rook.bb();
            }
            return;
        }
        if board.role_at(from) == Some(Role::Pawn) && from.file() != to.file() {
            self.pawn_captures[position.turn() as usize] += 1;
        }
        let promoted = self.promoted.has(from) || mv.promotion().is_some();
        self.promoted = self.promoted - from.bb() - to.bb();
        if promoted {
            self.promoted |= to.bb();
        }
        if mv.promotion().is_some() {
            self.promotion_squares |= to.bb();
        }
    }

    /// That what is deduced from a past of this game is true.
    fn check(&self, past: &Past) {
        let told =
            fen::write::<Standard>(&Setup { castling: past.castling, ..Setup::new(past.board, past.turn) });
        let lemma = refute(past);
        assert!(lemma.is_none(), "{lemma:?}: {told}");
        let mobility = Mobility::of(past);
        assert_eq!(mobility.end, MobilityEnd::Open, "not refuted");
        let forced = mobility.forced();
        assert!((forced.fixed & self.touched).is_empty(), "fixed {:?}: {told}", forced.fixed & self.touched);
        assert!((forced.closed & self.promotion_squares).is_empty(), "closed {:?}: {told}", forced.closed);
        let board = &past.board;
        for color in Color::BOTH {
            let lost = 16 - board.color(!color).len() as u8;
            let pawns = self.pawn_captures[color as usize];
            assert!(pawns + forced.captured_at_home[!color as usize] <= lost, "captures: {told}");
            let count =
                |role, squares: Bitboard| (board.men(color, role) & self.promoted & squares).len() as u8;
            let promoted = [
                count(Role::Knight, Bitboard::FULL),
                count(Role::Bishop, !Bitboard::LIGHT),
                count(Role::Bishop, Bitboard::LIGHT),
                count(Role::Rook, Bitboard::FULL),
                count(Role::Queen, Bitboard::FULL),
            ];
            let deduced = forced.promoted[color as usize];
            assert!(
                deduced.iter().zip(promoted).all(|(&a, b)| a <= b),
                "{deduced:?} of {promoted:?}: {told}"
            );
        }
    }
}

/// Random games with a taste: the lemmas refute none of their positions, whatever of what is known is
/// demanded.
fn play(taste: Taste, games: usize, seed: u64) -> usize {
    let mut chance = Chance(seed);
    let mut seen = 0;
    for _ in 0..games {
        let mut position: Position<Standard> = fen::position(INITIAL).unwrap();
        let mut story = Story::default();
        let plies = 20 + chance.below(160);
        for _ in 0..plies {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let board = *position.board();
            let likes = |mv: &Move| {
                let pawn = board.role_at(mv.from()) == Some(Role::Pawn);
                let captures = board.occupied().has(mv.to()) && !position.is_castling(*mv);
                let row =
                    |square: Square| square.rank() == if position.turn() == Color::White { 0 } else { 7 };
                match taste {
                    Taste::Anything => true,
                    Taste::Pawns => pawn,
                    Taste::Captures => captures,
                    Taste::Peace => !captures,
                    Taste::Quiet => !pawn && !captures,
                    Taste::FirstRows => {
                        row(mv.to()) && !captures || position.is_castling(*mv) || captures && !pawn
                    }
                    Taste::March => mv.promotion().is_some() || captures && pawn,
                }
            };
            let liked: Vec<Move> = moves.iter().copied().filter(likes).collect();
            let mv =
                if liked.is_empty() || chance.one_in(6) { chance.pick(&moves) } else { chance.pick(&liked) };
            story.tell(&position, mv);
            position = position.play(mv);
            let flaw = quick(&position.to_setup());
            assert!(flaw.is_none(), "{flaw:?}: {}", fen::write::<Standard>(&position.to_setup()));
            let mut past = Past::from(&position.to_setup());
            if chance.one_in(2) {
                past.castling = past.castling.filter(|_| chance.one_in(2)).collect();
                past.en_passant = None;
            }
            story.check(&past);
            seen += 1;
        }
    }
    seen
}

#[test]
fn nothing_that_was_played_is_refuted() {
    use Taste::*;
    let mut seen = 0;
    for (i, taste) in [Anything, Pawns, Captures, Peace, Quiet, FirstRows, March].into_iter().enumerate() {
        seen += play(taste, games(), 77 + i as u64 + games() as u64);
    }
    eprintln!("{seen} positions");
}

/// Games of each taste. `ARBITER_LONG=1`: 1,000.
fn games() -> usize {
    sweep(100, 1_000)
}

#[test]
fn nothing_on_the_way_to_the_hard_legal_positions_is_refuted() {
    let text = cases("legality/tromp923_games.tsv");
    let mut seen = 0;
    for row in rows(&text) {
        let mut position: Position<Standard> = fen::position(INITIAL).unwrap();
        let mut story = Story::default();
        for word in row[1].split_whitespace() {
            let mv = san::parse(&position, word).unwrap();
            story.tell(&position, mv);
            position = position.play(mv);
            assert_eq!(quick(&position.to_setup()), None, "{}", fen::write::<Standard>(&position.to_setup()));
            story.check(&Past::from(&position.to_setup()));
            seen += 1;
        }
    }
    eprintln!("{seen} positions of proof games");
}

#[test]
fn quick_tests_find_nearly_all_random_arrangements_that_cannot_arise() {
    let text = cases("legality/tromp10k.tsv");
    let illegal: Vec<_> = rows(&text).filter(|row| row[2].contains("Legality.hs: Illegal")).collect();
    let flaw = |row: &&Vec<&str>| {
        let setup = fen::parse::<Standard>(row[0]).unwrap();
        let flaw = quick(&setup)?;
        // What it names applies.
        if let Some(lemma) = flaw.lemma() {
            assert!(lemma.refutation(&Past::from(&setup)).is_some(), "{flaw:?}: {}", row[0]);
        }
        Some(flaw)
    };
    let found = illegal.iter().filter(|row| flaw(row).is_some()).count();
    eprintln!("{found} of {}", illegal.len());
    assert!(100 * found >= 96 * illegal.len(), "{found} of {}", illegal.len());
}

#[test]
fn double_checks() {
    let flaw = |placement: &str| quick(&fen::parse::<Standard>(&format!("{placement} b - - 0 1")).unwrap());
    // exd6 en passant opened the file and the diagonal at once; cxd6 or bxc6 would not have.
    assert_eq!(flaw("8/8/3Pk3/8/8/8/B7/4R1K1"), None);
    assert_eq!(flaw("8/8/2P1k3/8/8/8/B7/4R1K1"), Some(Flaw::Checks));
    assert_eq!(flaw("8/3p4/3Pk3/8/8/8/B7/4R1K1"), Some(Flaw::Checks));
    // From d5 a rook opens the diagonal; a queen gave check there already.
    assert_eq!(flaw("8/8/4k3/4R3/8/8/B7/6K1"), None);
    assert_eq!(flaw("8/8/4k3/4Q3/8/8/B7/6K1"), Some(Flaw::Checks));
    // Unless it was a pawn there.
    assert_eq!(flaw("2k1Q3/8/8/8/2R5/8/8/6K1"), Some(Flaw::Checks));
    assert_eq!(flaw("3Q4/8/3k4/8/5B2/8/8/6K1"), Some(Flaw::Checks));
    assert_eq!(flaw("5Q2/8/3k4/8/5B2/8/8/6K1"), Some(Flaw::Checks));
    assert_eq!(flaw("k2Q4/8/8/3B4/8/8/8/6K1"), Some(Flaw::Checks));
    assert_eq!(flaw("3Q4/8/5k2/8/8/B7/8/6K1"), None);
}

/// Each lemma with positions that it alone refutes, and the same with a little more room.
#[test]
fn lemmas_by_example() {
    let found = |text: &str| refute(&Past::from(&fen::parse::<Standard>(text).unwrap()));
    for (lemma, refuted, possible) in [
        // Too few captures for the e-pawns to have passed each other; they have.
        (
            &FILES,
            "rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - -",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - -",
        ),
        // Bishop and pawn hold each other; not so when the king's pawn is gone.
        (&LOCKED, "4k1B1/5ppB/6p1/8/8/8/8/4K3 b - -", "4k1B1/6pB/6p1/8/8/8/8/4K3 b - -"),
        // The king's rook cannot have got out past the pawn on b3, which came from b2; from a2 or c2 it can.
        (&ORIGINS, "4k3/8/7R/8/8/1P6/P1PPPPPP/4K3 w - -", "4k3/8/7R/8/8/1P6/2PPPPPP/4K3 w - -"),
        // A king between fixed pawns.
        (&ORIGINS, "3k1b1K/4ppp1/7p/8/8/8/8/8 w - -", "3k3K/4ppp1/8/8/8/8/8/8 w - -"),
        // No king came past the pawn that captured from h7 on g6; it came when that pawn had gone on to h5.
        (&ORIGINS, "k1KQRb2/ppppp1p1/5pp1/7N/8/8/8/8 b - -", "k1KQRb2/ppppp1p1/5p2/7p/8/8/8/8 b - -"),
        // The a-pawn promoted after a7xb6: a knight on a8 had no way out, and the victim on b6 was none of
        // its men. With the c-pawn on c6 it had.
        (
            &ORIGINS,
            "1nbqkbnr/1ppppppp/1p6/3rN3/8/8/1PPPPPPP/R1BQKBNR b Q -",
            "1nbqkbnr/1p1ppppp/1pp5/3rN3/8/8/1PPPPPPP/R1BQKBNR b Q -",
        ),
        // With b8 empty the king would be in check, and it did not come from there either.
        (&LOCKED, "Knrk4/BpppRp2/1p2p3/8/8/8/8/8 w - -", "Kn1k4/BpppRp2/1p2p3/8/8/8/8/8 w - -"),
        // King, queen and rooks on a shut first rank.
        (&ORDER, "4k3/pppppppp/8/8/8/8/PPPPPPPP/3RRQK1 w - -", "4k3/pppppppp/8/8/8/8/PPPPPPPP/2RQRK2 w - -"),
        (
            &PARITY,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -",
            "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -",
        ),
    ] {
        assert_eq!(found(&format!("{refuted} 0 1")), Some(lemma), "{refuted}");
        assert_eq!(found(&format!("{possible} 0 1")), None, "{possible}");
    }
}
