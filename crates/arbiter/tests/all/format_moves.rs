//! SAN and UCI: every legal move of positions reached by random play is written and read back;
//! in chess proper, both texts are shakmaty's.

use std::collections::HashSet;

use chess_arbiter::board::Setup;
use chess_arbiter::format::{fen, parse_move, san, uci};
use chess_arbiter::moves::legal_moves;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Pawnless, Rules, Simplified, SimplifiedPawns, Standard};
use proptest::collection::vec;
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position as _};

/// Plays moves by number, as long as there are any; calls `look` at every position.
fn walk<R: Rules>(
    start: &Setup,
    choices: &[usize],
    mut look: impl FnMut(&Position<R>) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut position = Position::<R>::new(start, Policy::Movable).unwrap();
    look(&position)?;
    for choice in choices {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        position = position.play(moves[choice % moves.len()]);
        look(&position)?;
    }
    Ok(())
}

fn texts_come_back<R: Rules>(position: &Position<R>) -> Result<(), TestCaseError> {
    let mut seen = HashSet::new();
    let fen = fen::write::<R>(&position.to_setup());
    for mv in legal_moves(position) {
        for text in [
            san::write(position, mv),
            format!("{}!?", san::write(position, mv).replace(['+', '#', 'x', '='], "")),
        ] {
            prop_assert_eq!(san::parse(position, &text), Ok(mv), "{} in {}", text, fen);
        }
        let (san, uci) = (san::write(position, mv), uci::write(position, mv));
        prop_assert_eq!(uci::parse(position, &uci), Ok(mv), "{} in {}", uci, fen);
        prop_assert_eq!(uci::parse(position, &mv.to_string()), Ok(mv), "{} in {}", mv, fen);
        for text in [&san, &uci] {
            prop_assert_eq!(parse_move(position, text), Ok(mv), "{} in {}", text, fen);
        }
        if !position.is_castling(mv) {
            let role = position.board().role_at(mv.from()).unwrap();
            let letter =
                if role.letter() == 'p' { String::new() } else { role.letter().to_uppercase().to_string() };
            let promotion = mv.promotion().map_or(String::new(), |role| format!("({})", role.letter()));
            let long = format!("{letter}{}-{}{promotion}", mv.from(), mv.to());
            prop_assert_eq!(san::parse(position, &long), Ok(mv), "{} in {}", long, fen);
        }
        prop_assert!(seen.insert(san.clone()), "{} twice in {}", san, fen);
        prop_assert!(seen.insert(format!("uci {uci}")), "{} twice in {}", uci, fen);
    }
    Ok(())
}

fn same_as_shakmaty(position: &Position<Standard>) -> Result<(), TestCaseError> {
    let fen = fen::write::<Standard>(&position.to_setup());
    let theirs: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
    let text_pairs = |san: String, uci: String| format!("{uci} {san}");
    let expected: HashSet<String> = theirs
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let uci = mv.to_uci(CastlingMode::Chess960).to_string();
            text_pairs(SanPlus::from_move(theirs.clone(), mv).to_string(), uci)
        })
        .collect();
    let found: HashSet<String> = legal_moves(position)
        .into_iter()
        .map(|mv| text_pairs(san::write(position, mv), mv.to_string()))
        .collect();
    prop_assert_eq!(found, expected, "{}", fen);
    Ok(())
}

const STARTS: [&str; 8] = [
    fen::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    // Many queens: disambiguation by file, rank and both.
    "Q1Q1Q3/8/Q1Q1Q3/8/Q1Q1Q3/8/7k/K7 w - - 0 1",
    "1N1N4/N3N3/8/N3N3/1N1N4/8/8/K6k w - - 0 1",
    "4k3/8/8/8/8/8/8/RR2K1R1 w GB - 0 1",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn standard(start in 0usize..STARTS.len(), choices in vec(any::<usize>(), 0..80)) {
        let start = fen::parse::<Standard>(STARTS[start]).unwrap();
        walk::<Standard>(&start, &choices, |position| {
            texts_come_back(position)?;
            same_as_shakmaty(position)
        })?;
    }

    #[test]
    fn chess960(row in Just("rnbqkbnr".chars().collect::<Vec<_>>()).prop_shuffle(), choices in vec(any::<usize>(), 0..60)) {
        // King between rooks, by placing these three in the right order on their squares.
        let mut row = row;
        let trio: Vec<usize> = (0..8).filter(|&i| matches!(row[i], 'r' | 'k')).collect();
        for (&i, man) in trio.iter().zip(['r', 'k', 'r']) {
            row[i] = man;
        }
        let black: String = row.into_iter().collect();
        let white = black.to_uppercase();
        // Few pawns, so that castling comes up early.
        let start = fen::parse::<Standard>(&format!("{black}/p2pp2p/8/8/8/8/P2PP2P/{white} w KQkq - 0 1")).unwrap();
        walk::<Standard>(&start, &choices, |position| {
            texts_come_back(position)?;
            same_as_shakmaty(position)
        })?;
    }

    #[test]
    fn pawnless(choices in vec(any::<usize>(), 0..60)) {
        let start = fen::parse::<Pawnless>("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w").unwrap();
        walk::<Pawnless>(&start, &choices, texts_come_back)?;
    }

    #[test]
    fn simplified(choices in vec(any::<usize>(), 0..60), start in 0usize..2) {
        let start = fen::parse::<Simplified>(["qrbn/4/4/NBRQ w", "1q2/nn1r/R1NN/2Q1 b"][start]).unwrap();
        walk::<Simplified>(&start, &choices, texts_come_back)?;
    }

    #[test]
    fn simplified_pawns(choices in vec(any::<usize>(), 0..60)) {
        let start = fen::parse::<SimplifiedPawns>("qr1n/P2p/p1P1/NBRQ w").unwrap();
        walk::<SimplifiedPawns>(&start, &choices, texts_come_back)?;
    }
}

fn chess(text: &str) -> Position<Standard> {
    fen::position(text).unwrap()
}

#[test]
fn lenient_san() {
    let start = "rn2k2r/pP3ppp/8/2pP4/8/5N2/8/R3K1NR w KQkq c6 0 1";
    let position = chess(start);
    for (text, expected) in [
        ("0-0-0", "e1a1"),
        ("o-o-o+!?", "e1a1"),
        (" O-O-O ", "e1a1"),
        ("bxa8=Q+", "b7a8q"),
        ("b7xa8(N)", "b7a8n"),
        ("ba8r", "b7a8r"),
        ("bxa8/B??", "b7a8b"),
        ("dxc6 e.p.", "d5c6"),
        ("dxc6ep", "d5c6"),
        ("d5:c6e.p.!", "d5c6"),
        ("dc6", "d5c6"),
        ("xc6", "d5c6"),
        ("d6", "d5d6"),
        ("Pd6", "d5d6"),
        ("d5-d6", "d5d6"),
        ("Nf3-d4", "f3d4"),
        ("Nf3d4", "f3d4"),
        ("N3d4", "f3d4"),
        ("Nd4#", "f3d4"),
        ("♘d4", "f3d4"),
        ("♞f3-d4⁉", "f3d4"),
    ] {
        let found = san::parse(&position, text).map(|mv| mv.to_string());
        assert_eq!(found.as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn a_king_step_is_not_castling() {
    // With the king on f1 the square g1 is one step away; castling must be the king taking the rook.
    let position = chess("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert_eq!(uci::parse(&position, "f1g1").unwrap().to_string(), "f1g1");
    assert_eq!(uci::write(&position, uci::parse(&position, "f1h1").unwrap()), "f1h1");
    // With the rook not in the corner, the king takes it too.
    let position = chess("4k3/8/8/8/8/8/8/RR2K2R w HB - 0 1");
    assert_eq!(uci::write(&position, uci::parse(&position, "e1h1").unwrap()), "e1g1");
    assert_eq!(uci::write(&position, uci::parse(&position, "e1c1").unwrap()), "e1b1");
    // With the king on b1 it can only be meant as castling.
    let position = chess("4k3/8/8/8/8/8/8/1K5R w H - 0 1");
    assert_eq!(uci::parse(&position, "b1g1").unwrap().to_string(), "b1h1");
}

#[test]
fn suffixes() {
    let mate = chess("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    assert_eq!(san::write(&mate, "a1a8".parse().unwrap()), "Ra8#");
    // The royal may be captured: `+` even where it cannot escape, nothing when it is taken.
    let simplified = fen::position::<Simplified>("q3/4/4/1R1Q w").unwrap();
    assert_eq!(san::write(&simplified, "b1a1".parse().unwrap()), "Ra1+");
    assert_eq!(san::write(&simplified, "d1a4".parse().unwrap()), "Qxa4");
    // Kings threaten each other.
    let pawnless = fen::position::<Pawnless>("k7/8/1K6/8/8/8/8/7R w").unwrap();
    assert_eq!(san::write(&pawnless, "h1h8".parse().unwrap()), "Rh8#");
}
