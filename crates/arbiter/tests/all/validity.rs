//! From setup to position: every fault at once, with its squares, in fixed words.

use crate::common;

use chess_arbiter::format::fen;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Pawnless, Rules, Simplified, SimplifiedPawns, Standard};
use common::{Chance, random_setup};

fn faults<R: Rules>(text: &str, policy: Policy) -> String {
    match Position::<R>::new(&fen::parse::<R>(text).unwrap(), policy) {
        Ok(_) => "ok".into(),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn movable_standard_positions() {
    let movable = |text| faults::<Standard>(text, Policy::Movable);
    for (text, expected) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 150 300", "ok"),
        ("8/8/8/8/8/8/8/8 w", "white has no king; black has no king"),
        (
            "kk6/8/8/8/8/8/8/KKK5 w",
            "white has 3 kings, on a1, b1 and c1; expected one; black has 2 kings, on a8 and b8; expected one",
        ),
        ("P3k3/8/8/8/8/8/8/p3K2p w", "pawns on a1, h1 and a8, where no pawn can stand"),
        ("4k3/8/8/8/8/8/8/P3K3 w", "a pawn on a1, where no pawn can stand"),
        ("4k3/8/8/8/8/8/4R3/4K3 w", "black is not to move, yet its king on e8 is attacked from e2"),
        ("8/8/8/3kK3/8/8/8/8 w", "black is not to move, yet its king on d5 is attacked from e5"),
        (
            "4k3/8/8/8/8/8/8/4K3 w KQ -",
            "white cannot have the right to castle with a rook on a1: no such rook there; white cannot have the right \
             to castle with a rook on h1: no such rook there",
        ),
        (
            "4k3/8/8/8/8/8/4K3/7R w K -",
            "white cannot have the right to castle with a rook on h1: its king is not on its first row",
        ),
        (
            "4k3/8/8/8/8/8/8/4KRR1 w FG -",
            "white cannot have the right to castle with a rook on f1: two rooks are claimed on that side of the king; white \
             cannot have the right to castle with a rook on g1: two rooks are claimed on that side of the king",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e3", "en passant square e3: with White to move it is on the sixth row"),
        ("4k3/8/8/8/8/8/8/4K3 b - e6", "en passant square e6: with Black to move it is on the third row"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6",
            "en passant square e6: no pawn stands in front of it that can have stepped over it",
        ),
        (
            "4k3/4n3/8/4p3/8/8/8/4K3 w - e6",
            "en passant square e6: the squares the pawn came over are not empty",
        ),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e6", "ok"),
        // Counts are no business of this policy.
        ("QQQQQQQQ/QQQQQQQ1/8/8/8/8/6kp/K7 b", "ok"),
        (
            "P7/8/8/8/8/8/8/R6R b KQ e4",
            "white has no king; black has no king; a pawn on a8, where no pawn can stand; white cannot have the right to castle \
             with a rook on a1: its king is not on its first row; white cannot have the right to castle with a rook on h1: its \
             king is not on its first row; en passant square e4: with Black to move it is on the third row",
        ),
    ] {
        assert_eq!(movable(text), expected, "{text}");
    }
}

#[test]
fn playable_standard_positions() {
    let playable = |text| faults::<Standard>(text, Policy::Playable);
    for (text, expected) in [
        (fen::START, "ok"),
        ("7k/8/8/8/8/PPPPPPPP/P7/7K b", "white has 9 pawns and promoted pieces, at most 8 are possible"),
        ("7k/8/8/8/8/NNNNNN2/PPPPP3/7K b", "white has 9 pawns and promoted pieces, at most 8 are possible"),
        (
            "k7/8/8/8/7P/BNNRRPPP/PPPPPPPP/B5KQ b",
            "white has 20 men, at most 16 are possible; white has 12 pawns and promoted pieces, at most 8 are possible",
        ),
        ("8/8/8/8/8/8/8/8 w", "white has no king; black has no king"),
    ] {
        assert_eq!(playable(text), expected, "{text}");
    }
}

#[test]
fn other_games() {
    let pawnless = |text| faults::<Pawnless>(text, Policy::Movable);
    assert_eq!(pawnless("8/8/8/3kK3/8/8/8/8 w"), "ok");
    assert_eq!(pawnless("4k3/8/8/8/8/8/4R3/4K3 w"), "ok");
    assert_eq!(pawnless("4k3/4P3/8/8/8/8/8/4K3 w"), "this game has no pawns, found on e7");
    assert_eq!(
        pawnless("4k3/8/8/8/8/8/8/4K2R w K -"),
        "white cannot have the right to castle with a rook on h1: there is no castling in this game"
    );
    let simplified = |text| faults::<Simplified>(text, Policy::Movable);
    assert_eq!(simplified("q3/4/4/Q3 w"), "ok");
    assert_eq!(
        simplified("qq2/4/4/4 w"),
        "white has no queen; black has 2 queens, on a4 and b4; expected one"
    );
    assert_eq!(
        simplified("qK2/1P2/4/3Q w"),
        "this game has no pawns, found on b3; this game has no kings, found on b4"
    );
    assert_eq!(simplified("q3/4/4/Q3 w - b3"), "en passant square b3: there is no en passant in this game");
    let pawns = |text| faults::<SimplifiedPawns>(text, Policy::Movable);
    assert_eq!(pawns("q3/4/4/QP2 w"), "ok");
    assert_eq!(pawns("qP2/4/4/Qp2 w"), "pawns on b1 and b4, where no pawn can stand");
}

/// The quick test for faults and the list of them are written apart: they agree on anything.
#[test]
fn a_setup_without_faults_is_a_position() {
    let mut chance = Chance(41);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..20_000 {
        let setup = random_setup::<Standard>(&mut chance);
        for policy in [Policy::Movable, Policy::Playable] {
            match Position::<Standard>::new(&setup, policy) {
                Ok(position) => {
                    assert_eq!(position.to_setup(), setup);
                    good += 1;
                }
                Err(faults) => {
                    assert!(faults.iter().count() > 0, "{}", fen::write::<Standard>(&setup));
                    bad += 1;
                }
            }
        }
    }
    assert!(good > 1000 && bad > 1000, "{good} {bad}");
}
