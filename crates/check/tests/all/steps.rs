//! The least moves of single men for bounds of the plies, by hand.

use std::collections::HashSet;

use chess_arbiter_check::board::{Board, Colour, Kind, Man, RuleSet, Square};
use chess_arbiter_check::bound::steps::{Facts, NEVER, Place, Steps};

fn at(name: &str) -> Square {
    Square::parse(name).unwrap_or_else(|| panic!("{name}"))
}

fn set(names: &str) -> u64 {
    names.split_whitespace().fold(0, |all, name| all | 1 << (8 * at(name).rank() + at(name).file()))
}

/// Of a position whose walls are on these squares; White may capture on the open ones, and owes as many.
fn steps(position: &str, walls: &str, open: &str, owes: i32) -> Steps {
    let board = Board::parse(RuleSet::Standard, position).unwrap();
    let facts = Facts { walls: set(walls), open: [set(open), 0], owes: [owes, 0] };
    Steps::new(&board, facts)
}

fn white(kind: Kind) -> Man {
    Man { colour: Colour::White, kind }
}

/// Of a white man from a square to another, where it is what it was.
fn end(steps: &Steps, kind: Kind, from: &str, to: &str) -> i32 {
    steps.end(white(kind), at(from), Some((at(to), kind)))
}

/// A king goes round what walls of the enemy guard, once or twice; other men, and own walls, do not matter.
#[test]
fn kings_pass_no_guarded_square() {
    let pawns = "4k3/8/8/pp1p4/8/1K6/8/8 w - -";
    let to_c5 = |position: &str, walls: &str| end(&steps(position, walls, "", 0), Kind::King, "b3", "c5");
    assert_eq!(to_c5(pawns, ""), 2);
    // By c4, which the other pawn does not guard.
    assert_eq!(to_c5(pawns, "a5"), 2);
    for walls in ["b5", "d5", "b5 d5"] {
        // By b4.
        assert_eq!(to_c5(pawns, walls), 2, "{walls}");
    }
    for walls in ["a5 b5", "a5 d5", "a5 b5 d5"] {
        // By a4 or d4 if neither is left.
        assert_eq!(to_c5(pawns, walls), 3, "{walls}");
    }
    let own = "4k3/8/8/PP1P4/8/1K6/8/8 w - -";
    assert_eq!(to_c5(own, "a5 b5 d5"), 2);
    // All but the squares beside the rook, of which the knight guards two: what is behind is not seen.
    let pieces = "4k3/8/8/3r4/8/1n6/8/4K3 w - -";
    let steps = steps(pieces, "b3 d5", "", 0);
    for (to, moves) in [("d2", NEVER), ("c1", NEVER), ("d4", NEVER), ("c5", NEVER), ("d3", 2), ("d6", NEVER)]
    {
        assert_eq!(end(&steps, Kind::King, "e1", to), moves, "{to}");
        let queen = if to == "d6" { 2 } else { 1 };
        assert!(end(&steps, Kind::Queen, "e1", to) <= queen + 1, "{to}");
    }
    assert_eq!(end(&self::steps(pawns, "b5", "", 0), Kind::King, "b1", "a1"), 1);
    // By d3, c4 and b5.
    assert_eq!(end(&steps, Kind::King, "e1", "c6"), 5);
}

#[test]
fn pieces_pass_no_wall() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - -";
    let moves = |kind, from, to, walls| end(&steps(text, walls, "", 0), kind, from, to);
    assert_eq!(moves(Kind::Rook, "a1", "a8", ""), 1);
    assert_eq!(moves(Kind::Rook, "a1", "a8", "a4"), 3);
    assert_eq!(moves(Kind::Rook, "a1", "a8", "a8"), NEVER);
    assert_eq!(moves(Kind::Rook, "a1", "a8", "a4 b1"), 4);
    assert_eq!(moves(Kind::Rook, "a1", "a1", "a2 b1"), 0);
    assert_eq!(moves(Kind::Bishop, "a1", "h8", "d4"), 5);
    assert_eq!(moves(Kind::Bishop, "a1", "a2", ""), NEVER);
    assert_eq!(moves(Kind::Queen, "a1", "h8", "d4"), 2);
    assert_eq!(moves(Kind::Knight, "a1", "h8", "b2 a2 b1"), 6);
    assert_eq!(moves(Kind::Knight, "a1", "h8", "b3 c2"), NEVER);
    // From a wall, as from anywhere.
    assert_eq!(moves(Kind::Knight, "a1", "b3", "a1"), 1);
    // The last square of all that is come to.
    assert_eq!(moves(Kind::Knight, "h8", "a1", ""), 6);
    let back = |kind, from, walls| steps(text, walls, "", 0).back(white(kind), at(from));
    assert_eq!(back(Kind::Knight, "a1", "b3"), 2);
    assert_eq!(back(Kind::Knight, "a1", "b3 c2"), NEVER);
    assert_eq!(back(Kind::Pawn, "a2", ""), NEVER);
}

/// A pawn captures where it may, and no more than its side owes.
#[test]
fn pawns() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - -";
    let moves = |from, to, walls, open, owes| end(&steps(text, walls, open, owes), Kind::Pawn, from, to);
    assert_eq!(moves("e2", "e3", "", "", 0), 1);
    assert_eq!(moves("e2", "e4", "", "", 0), 1);
    assert_eq!(moves("e3", "e5", "", "", 0), 2);
    assert_eq!(moves("e2", "e7", "", "", 0), 4);
    assert_eq!(moves("e2", "e4", "e3", "", 0), NEVER);
    assert_eq!(moves("e2", "e4", "e4", "", 0), NEVER);
    assert_eq!(moves("e3", "e2", "", "d2 f2", 9), NEVER);
    assert_eq!(moves("e2", "f3", "", "f3", 0), NEVER);
    assert_eq!(moves("e2", "f3", "", "f3", -1), NEVER);
    assert_eq!(moves("e2", "f3", "", "d3", 1), NEVER);
    assert_eq!(moves("e2", "f3", "", "f3", 1), 1);
    assert_eq!(moves("e2", "f4", "", "f4", 1), 2);
    assert_eq!(moves("e2", "e4", "e3", "d3 e4", 1), NEVER);
    assert_eq!(moves("e2", "e4", "e3", "d3 e4", 2), 2);
    assert_eq!(moves("e2", "e5", "e3", "d3 e5", 2), 3);
    // Straight ahead or by captures in as many moves.
    assert_eq!(moves("e3", "e5", "", "d4 e5", 2), 2);
    assert_eq!(moves("a2", "g8", "", "b3 c4 d5 e6 f7 g8", 6), 6);
    assert_eq!(moves("a2", "g8", "", "b3 c4 d5 e6 f7 g8", 15), 6);
    assert_eq!(moves("a2", "g8", "", "b3 c4 d5 e6 f7 g8", 5), NEVER);
    assert_eq!(moves("e2", "e3", "", "", -1), 1);
    // From nowhere else, whatever is open.
    assert_eq!(moves("a7", "d8", "", "b2 c3 d4 e5 f6 e7 d8", 15), NEVER);
    // As pieces.
    let steps = steps(text, "", "d8", 1);
    let end = |from, to, kind| steps.end(white(Kind::Pawn), at(from), Some((at(to), kind)));
    assert_eq!(end("e7", "e8", Kind::Queen), 1);
    assert_eq!(end("e7", "d8", Kind::Bishop), 1);
    assert_eq!(end("e7", "h6", Kind::Bishop), 3);
    assert_eq!(end("e7", "a1", Kind::Rook), 3);
    assert_eq!(end("e2", "a8", Kind::Rook), 6);
    assert_eq!(end("e7", "f6", Kind::Knight), 2);
    assert_eq!(end("e7", "e8", Kind::King), NEVER);
    // A king on the same square is another man.
    assert_eq!(steps.end(white(Kind::King), at("e7"), Some((at("e5"), Kind::King))), 2);
    assert_eq!(end("e7", "e5", Kind::Pawn), NEVER);
    assert_eq!(steps.end(white(Kind::Queen), at("e7"), Some((at("e8"), Kind::Rook))), NEVER);
}

/// Until it is captured, on a square that is open to the enemy, or has captured.
#[test]
fn captured_and_capturing() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - -";
    let board = Board::parse(RuleSet::Standard, text).unwrap();
    let of = |white: &str, black: &str, owes: i32| {
        Steps::new(&board, Facts { walls: 0, open: [set(white), set(black)], owes: [owes, 1] })
    };
    let lost = |kind, from, open: &str| of("", open, 0).end(white(kind), at(from), None);
    assert_eq!(lost(Kind::Rook, "a1", "a1 h8"), 0);
    assert_eq!(lost(Kind::Rook, "a1", "g8 h8"), 2);
    assert_eq!(lost(Kind::Rook, "a1", "a1"), 0);
    assert_eq!(lost(Kind::Rook, "a1", ""), NEVER);
    assert_eq!(lost(Kind::King, "a1", "a1"), NEVER);
    assert_eq!(lost(Kind::Pawn, "e2", "e5 d8"), 2);
    assert_eq!(lost(Kind::Pawn, "e7", "d8"), 2);
    assert_eq!(lost(Kind::Pawn, "e7", "f6"), 2);
    assert_eq!(lost(Kind::Pawn, "e2", "d2"), 7);
    let takes = |open: &str, owes, kind, from, on, place: Place| {
        of(open, "h8", owes).takes(white(kind), at(from), place).at(at(on)).min(NEVER)
    };
    let place = |square, kind| Some((at(square), kind));
    assert_eq!(takes("b3", 1, Kind::Knight, "a1", "b3", place("a1", Kind::Knight)), 2);
    assert_eq!(takes("a1", 1, Kind::Knight, "a1", "a1", place("a1", Kind::Knight)), 2);
    assert_eq!(takes("a1", 1, Kind::Knight, "a1", "a1", place("b3", Kind::Knight)), 3);
    assert_eq!(takes("b3", 1, Kind::Rook, "a1", "b3", None), 4);
    assert_eq!(takes("b3", 1, Kind::King, "a1", "b3", None), NEVER);
    assert_eq!(takes("d3", 1, Kind::Pawn, "e2", "d3", place("d4", Kind::Pawn)), 2);
    // No double step any more.
    assert_eq!(takes("d3", 1, Kind::Pawn, "e2", "d3", place("d5", Kind::Pawn)), 3);
    assert_eq!(takes("d3", 1, Kind::Pawn, "e2", "d3", place("e4", Kind::Pawn)), NEVER);
    assert_eq!(takes("d3 e4", 2, Kind::Pawn, "e2", "d3", place("e4", Kind::Pawn)), 2);
    assert_eq!(takes("d3 e4", 1, Kind::Pawn, "e2", "d3", place("e4", Kind::Pawn)), NEVER);
    // On the way one capture more is made than this one, but not two.
    assert_eq!(takes("d3 c4", 1, Kind::Pawn, "e2", "c4", place("c4", Kind::Pawn)), NEVER);
    assert_eq!(takes("d3 c4", 2, Kind::Pawn, "e2", "c4", place("c4", Kind::Pawn)), 2);
    // On, straight ahead or by captures in as many moves.
    assert_eq!(takes("d3 e4 d5", 3, Kind::Pawn, "e2", "d3", place("d5", Kind::Pawn)), 3);
    assert_eq!(takes("d8", 1, Kind::Pawn, "e7", "d8", place("d8", Kind::Rook)), 1);
    assert_eq!(takes("d8", 1, Kind::Pawn, "e7", "d8", place("d1", Kind::Rook)), 2);
    assert_eq!(takes("h8", 1, Kind::Pawn, "e7", "h8", place("h1", Kind::Rook)), 3);
    assert_eq!(takes("e2", 1, Kind::Pawn, "e2", "e2", place("e3", Kind::Pawn)), NEVER);
    assert_eq!(takes("e5", 1, Kind::Pawn, "e7", "e5", None), 2);
    assert_eq!(takes("d3", 1, Kind::Pawn, "e2", "d3", None), 1);
    assert_eq!(takes("f6", 1, Kind::Pawn, "e7", "f6", None), 2);
}

/// What is known of one man on one square is not taken for what is known of another.
#[test]
fn men_and_squares_are_told_apart() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - -";
    let board = Board::parse(RuleSet::Standard, text).unwrap();
    let facts = Facts { walls: set("e3 d6"), open: [set("b3 c4 d8 g5"), set("b6 c5 d1 g4")], owes: [3, 2] };
    let (all, mut told) = (Steps::new(&board, facts), HashSet::new());
    let kinds = [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];
    let squares: Vec<Square> = Square::in_set(u64::MAX).collect();
    for (colour, kind) in [Colour::White, Colour::Black].into_iter().flat_map(|side| kinds.map(|k| (side, k)))
    {
        for from in squares.iter().copied() {
            for place in
                [Some((from, kind)), Some((at("h5"), Kind::Knight)), Some((at("a1"), Kind::Queen)), None]
            {
                let man = Man { colour, kind };
                let of = |steps: &Steps| {
                    let takes = steps.takes(man, from, place);
                    let to: Vec<i32> = squares.iter().map(|on| takes.at(*on)).collect();
                    (steps.end(man, from, place), to)
                };
                let found = of(&all);
                assert_eq!(found, of(&Steps::new(&board, facts)), "{man:?} {from} {place:?}");
                told.insert(found);
            }
        }
    }
    assert!(told.len() > 1_000, "{}", told.len());
}

/// A pawn that has just made a double step is captured by a capture that ends behind it.
#[test]
fn en_passant() {
    let arrive = |position: &str, from: &str| {
        let board = Board::parse(RuleSet::Standard, position).unwrap();
        let facts = Facts { walls: 0, open: [u64::MAX; 2], owes: [0, 0] };
        let man = board.man(at(from)).unwrap();
        Steps::new(&board, facts).arrive(man, at(from)).at(at("e3"))
    };
    let text = "4k3/8/8/8/3pPP2/3R4/8/4K3 b - e3";
    assert_eq!(arrive(text, "e4"), 0);
    assert_eq!(arrive(&text.replace("e3", "-"), "e4"), 4 + 1);
    // Another pawn, and a piece, have to come there.
    assert_eq!(arrive(text, "f4"), 4 + 2);
    assert_eq!(arrive(text, "d3"), 1);
}
