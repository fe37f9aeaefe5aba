//! Ghosts one rule at a time: what crosses a square, who faces whom, where ghosts go, lines over a square,
//! and replies. Whole certificates are in `tests/all/can_win`.

use super::*;
use crate::Rule;
use crate::board::RuleSet;
use crate::budget::Budget;

fn set(squares: &str) -> Set {
    squares.split_whitespace().fold(0, |all, name| all | Square::parse(name).unwrap().bit())
}

fn board(text: &str) -> Board {
    Board::parse(RuleSet::Standard, text).unwrap()
}

/// A letter and a square; `stays`, `promoted`, and whether it is kept.
type Written<'a> = (&'a str, &'a str, &'a str, bool);

/// What a test says of these ghosts.
fn with<T>(attacker: Colour, written: &[Written<'_>], test: impl FnOnce(&Ghosts<'_>) -> T) -> T {
    let budget = Budget::default();
    let ghost = |(number, &(named, stays, promoted, is_kept)): (usize, &Written<'_>)| {
        let path = format!("ghosts[{number}]");
        let item = Item { path, rule: Rule::Ghosts, json: "", budget: &budget };
        let man = Man::from_letter(named.chars().next().unwrap()).unwrap();
        let (square, stays, promoted) = (Square::parse(&named[1..]).unwrap(), set(stays), set(promoted));
        Ghost { item, square, man, stays, promoted, is_kept }
    };
    test(&Ghosts::of(written.iter().enumerate().map(ghost).collect(), attacker))
}

/// Where the ghosts can go as they are, promoted, and where they can capture.
fn targets(position: &str, written: &[Written<'_>]) -> Vec<[Set; 3]> {
    let board = board(position);
    with(Colour::White, written, |ghosts| all_targets(ghosts, &board))
}

fn all_targets(ghosts: &Ghosts<'_>, board: &Board) -> Vec<[Set; 3]> {
    ghosts.men.iter().map(|one| ghosts.targets(board, one)).collect()
}

/// The steps: what is left empty, and where a man may have captured, with the position.
fn steps(board: &Board, written: &[Written<'_>]) -> Vec<(String, Set, Set)> {
    with(Colour::White, written, |ghosts| {
        ghosts
            .steps(board, &all_targets(ghosts, board))
            .into_iter()
            .map(|step| (step.after.to_string(), step.left, step.to))
            .collect()
    })
}

const KINGS: &str = "k7/8/8/8/8/8/8/7K w - -";

#[test]
fn a_ghost_pawn_crosses_the_square_between_two_of_its_own() {
    let cases = [
        ("Pd2", "d2 d4", "d3"),
        ("Pd2", "d2 d3 d4", "d3"),
        ("Pd2", "d2 d3", ""),
        ("Pd3", "d3 d4", ""),
        ("Pd2", "d2 e4", ""),
        ("Pd2", "d2 d5", ""),
        ("pe7", "e7 e5", "e6"),
        ("pe7", "e7 e6", ""),
        ("pe6", "e6 e5", ""),
        ("Rd2", "d2 d4", ""),
    ];
    for (named, stays, crossed) in cases {
        with(Colour::White, &[(named, stays, "", false)], |ghosts| {
            assert_eq!(ghosts.men[0].crossed(), set(crossed), "{named} {stays}");
            let side = ghosts.men[0].man.colour;
            assert_eq!(
                (ghosts.crossed[side as usize], ghosts.crossed[side.other() as usize]),
                (set(crossed), 0)
            );
        });
    }
    let both =
        [("Pa2", "a2 a4", "", false), ("Pd2", "d2 d4 c3 c4 c2", "", false), ("Pc2", "c2 c4", "", false)];
    with(Colour::White, &both, |ghosts| assert_eq!(ghosts.crossed[0], set("a3 c3 d3")));
}

#[test]
fn a_pawn_on_the_board_crosses_what_is_empty_behind_it() {
    let position = "k7/3p4/8/p1p2p2/P2P1P1P/2P4p/5P2/K7 w - -";
    // White's pawns on the f- and h-files have a man behind.
    assert_eq!(crossed(&board(position), Colour::White), set("a3 d3"));
    assert_eq!(crossed(&board(position), Colour::Black), set("a6 c6 f6"));
    assert_eq!(crossed(&board("k7/8/8/8/8/P7/1P6/K7 w - -"), Colour::White), 0);
    assert_eq!(crossed(&board("k7/8/8/7P/N7/8/8/K7 w - -"), Colour::White), 0);
    assert_eq!(crossed(&board("k7/8/p7/1p6/8/8/8/K7 w - -"), Colour::Black), set("b6"));
}

#[test]
fn lines_over_a_square() {
    let over = |named, stays, promoted, king, over, position: &str| {
        let [king, over] = [king, over].map(|name| Square::parse(name).unwrap());
        with(Colour::White, &[(named, stays, promoted, false)], |ghosts| {
            ghosts.men[0].attacks_over(king, over, board(position).empty())
        })
    };
    assert!(over("Re1", "e1 e2 e3", "", "e8", "e4", KINGS));
    assert!(over("Qb1", "e3", "", "e8", "e4", KINGS));
    assert!(over("Ba1", "a1 b2", "", "e5", "c3", KINGS));
    assert!(over("Pa2", "a2", "e3", "e8", "e4", KINGS));
    // Not next to the square, not in a line of it, not over it, not one of its own squares as what it is.
    assert!(!over("Re1", "e1 e2", "", "e8", "e4", KINGS));
    assert!(!over("Re1", "d3 f3 d4 f4 d5 f5", "", "e8", "e4", KINGS));
    assert!(!over("Re1", "e5", "", "e8", "e4", KINGS));
    assert!(!over("Be1", "e3", "", "e8", "e4", KINGS));
    assert!(!over("Ne1", "e3 d6 f6", "", "e8", "e4", KINGS));
    assert!(!over("Pe2", "e3", "", "e8", "e4", KINGS));
    // A man on the next square, or between the square and the king.
    assert!(!over("Re1", "e1 e2 e3", "", "e8", "e4", "k7/8/8/8/8/4n3/8/7K w - -"));
    assert!(!over("Re1", "e1 e2 e3", "", "e8", "e4", "k7/8/4n3/8/8/8/8/7K w - -"));
    assert!(over("Re1", "e1 e2 e3", "", "e8", "e4", "k7/8/8/8/8/8/4n3/7K w - -"));
}

#[test]
fn where_ghosts_go() {
    let one = |position, written| targets(position, &[written])[0];
    // Ahead, and to capture what is there.
    assert_eq!(one(KINGS, ("Pd4", "d4", "", false)), [set("d5"), 0, 0]);
    let knight = "k7/8/8/4n3/8/8/8/7K w - -";
    assert_eq!(one(knight, ("Pd4", "d4", "", false)), [set("d5 e5"), 0, set("e5")]);
    assert_eq!(one(knight, ("Pe4", "e4", "", false)), [0; 3]);
    // A square that both one of its squares leads to and another one may capture on.
    assert_eq!(one(knight, ("Pd4", "d4 e4", "", false))[0], set("d5 e5"));
    let found = targets(KINGS, &[("Pd4", "d4 e4", "", false), ("ne5", "e5 d5", "", false)]);
    assert_eq!(found[0], [set("d5 e5"), 0, set("d5 e5")]);
    // An enemy man where a set of an enemy ghost is, too.
    let found = targets(knight, &[("Pd4", "d4", "", false), ("na5", "e5", "", false)]);
    assert_eq!(found[0], [set("d5 e5"), 0, set("e5")]);
    // Crossed by a ghost, by a pawn on the board, and where another man may be as well.
    let enemy = ("pe7", "e7 e5", "", false);
    let found = targets(KINGS, &[("Pd5", "d5", "", false), enemy]);
    assert_eq!(found[0], [set("d6 e6"), 0, set("e6")]);
    let found = targets(KINGS, &[("Pd5", "d5", "", false), enemy, ("na4", "e6", "", false)]);
    assert_eq!(found[0], [set("d6 e6"), 0, set("e6")]);
    let crossing = "k7/8/8/4p3/8/8/8/7K w - -";
    assert_eq!(one(crossing, ("Pd5", "d5", "", false)), [set("d6 e6"), 0, set("e6")]);
    let found = targets(crossing, &[("Pd5", "d5", "", false), ("na4", "e6", "", false)]);
    assert_eq!(found[0], [set("d6 e6"), 0, set("e6")]);
    let found = targets(crossing, &[("Pd5", "d5", "", false), enemy]);
    assert_eq!(found[0], [set("d6 e6"), 0, set("e6")]);
    // A king is not captured, nor a man of one's own; sliders take one step.
    assert_eq!(one("8/8/8/4k3/8/8/8/7K w - -", ("Pd4", "d4", "", false)), [set("d5"), 0, 0]);
    let rook = set("a2 b1");
    assert_eq!(one(KINGS, ("Ra1", "a1", "", false)), [rook, 0, rook]);
    assert_eq!(one("k7/8/8/8/8/8/8/BN5K w - -", ("Rb2", "b2", "", false))[0], set("a2 b3 c2"));
    let promoted = [set("g4"), set("f2 f3 g1 g2 h1 f5 g5"), 0];
    let lone = "k7/8/8/8/5P2/7P/7P/7K b - -";
    assert_eq!(one(lone, ("pg5", "g5", "h3", false))[0], set("f4 g4"));
    assert_eq!(one(lone, ("pg5", "g5", "g3", false))[1], set("e2 e4 f1 f2 f3 f4 f5 g2 g4 h2 h3 h4 h5"));
    assert_eq!(promoted[0], set("g4"));
}

#[test]
fn pawns_that_face_each_other() {
    let ahead = |position, named, stays, other: Written<'_>| {
        targets(position, &[(named, stays, "", false), other])[0][0]
    };
    // Beyond the square ahead there must be one for the other pawn, if it is kept, and before it here.
    assert_eq!(ahead(KINGS, "Pd4", "d4", ("pd5", "d5", "", true)), 0);
    assert_eq!(ahead(KINGS, "Pd4", "d4", ("pd6", "d6 d5", "", true)), set("d5"));
    assert_eq!(ahead(KINGS, "Pd3", "d3 d4", ("pd6", "d6 d5", "", true)), set("d4 d5"));
    assert_eq!(ahead(KINGS, "Pd4", "d4", ("pd5", "d5", "", false)), set("d5"));
    assert_eq!(ahead(KINGS, "Pd4", "d4", ("pd2", "d2", "", true)), set("d5"));
    assert_eq!(ahead(KINGS, "Pd4", "d4", ("pc5", "c5", "", true)), set("d5 c5"));
    assert_eq!(ahead(KINGS, "Pd4", "d4", ("pb5", "b5", "", true)), set("d5"));
    assert_eq!(ahead(KINGS, "Pd4", "d4 e5", ("pd5", "d5", "", true)), set("d5 e6"));
    assert_eq!(ahead(KINGS, "pd5", "d5", ("Pd4", "d4", "", true)), 0);
    assert_eq!(ahead(KINGS, "pd5", "d5", ("Pd3", "d3 d4", "", true)), set("d4"));
    assert_eq!(ahead(KINGS, "pd5", "d5", ("Pd3", "d3", "", true)), set("d4"));
    assert_eq!(ahead(KINGS, "pd5", "d5", ("Pd6", "d6", "", true)), set("d4"));
    assert_eq!(ahead(KINGS, "pd5", "d5 d6", ("Pd3", "d3", "", true)), set("d4 d5"));
}

/// Of a man on the board: what it leaves empty, and where it may have captured.
#[test]
fn moves_on_the_board() {
    let far = ("nh8", "h8", "", false);
    let of = |position: &str, written: &[Written<'_>], after: &str| {
        let found = steps(&board(position), written).into_iter().find(|(text, ..)| text.starts_with(after));
        found.map(|(_, left, to)| (left, to))
    };
    let position = "k7/8/8/2pP4/4p3/1n1P4/P7/7K w - c6";
    assert_eq!(of(position, &[far], "k7/8/8/2pP4/4p3/Pn1P4/8/7K"), Some((set("a2"), 0)));
    assert_eq!(of(position, &[far], "k7/8/8/2pP4/4P3/1n6/P7/7K"), Some((set("d3"), set("e4"))));
    assert_eq!(of(position, &[far], "k7/8/2P5/8/4p3/1n1P4/P7/7K"), Some((set("d5 c5"), set("c6"))));
    assert_eq!(of(position, &[far], "k7/8/8/2pP4/4p3/1n1P4/P6K/8"), Some((set("h1"), set("h2"))));
    // A piece on the square that a pawn has crossed captures nothing.
    let piece = "k7/8/8/2pP4/8/4B3/8/7K w - c6";
    assert_eq!(of(piece, &[far], "k7/8/8/2BP4/8/8/8/7K"), Some((set("e3"), set("c5"))));
    let rook = "7k/8/R7/2pP4/8/8/8/7K w - c6";
    assert_eq!(of(rook, &[far], "7k/8/2R5/2pP4/8/8/8/7K"), Some((set("a6"), set("c6"))));
    // A ghost is captured, at last with promotion; and one that is stepped over, with what is behind.
    let pawn = "k7/8/8/8/8/8/1p6/7K b - -";
    let ghost = [("Ra1", "a1", "", false)];
    for officer in ["q", "r", "b", "n"] {
        assert_eq!(of(pawn, &ghost, &format!("k7/8/8/8/8/8/8/{officer}6K")), Some((set("b2"), set("a1"))));
    }
    let ghost = [("pc7", "c7 c5", "", false)];
    let taken = "k7/8/2P5/8/8/8/8/7K";
    assert_eq!(of("k7/8/8/3P4/8/8/8/7K w - -", &ghost, taken), Some((set("d5 c5"), set("c6"))));
    let ghost = [("nc7", "c6", "", false)];
    assert_eq!(of("k7/8/8/3P4/8/8/8/7K w - -", &ghost, taken), Some((set("d5"), set("c6"))));
    // The square just crossed on the board is captured on once.
    let twice = steps(&board(position), &[("nc7", "c6", "", false)]);
    assert_eq!(twice.iter().filter(|(text, ..)| text.starts_with("k7/8/2P5")).count(), 1);
}

/// Of a ghost: the other side is to move, with all men or without one.
#[test]
fn moves_of_ghosts() {
    let passes = |position: &str, written: &[Written<'_>]| -> Vec<String> {
        let found = steps(&board(position), written).into_iter().filter(|(_, left, _)| *left == 0);
        found.map(|(text, _, to)| if to == 0 { text } else { "captured".into() }).collect()
    };
    assert_eq!(passes(KINGS, &[("Ra1", "b2", "", false)]), ["k7/8/8/8/8/8/8/7K b - -"]);
    assert!(passes(KINGS, &[("Ra2", "", "", false)]).is_empty());
    assert!(passes(KINGS, &[("ra2", "b2", "", false)]).is_empty());
    // Only to a1, and to where it can go as it is and promoted.
    assert_eq!(passes("k7/8/8/8/8/8/1PP5/1K6 w - -", &[("Ra2", "a2", "", false)]).len(), 1);
    let closed = "7k/8/8/8/8/BN6/1KP5/1R6 w - -";
    assert_eq!(passes(closed, &[("Ra2", "a2", "", false)]), ["7k/8/8/8/8/BN6/1KP5/1R6 b - -"]);
    let crowded = "1K6/1NR5/1B6/8/8/8/8/7k w - -";
    let written = [("Pa6", "a6", "a8", false)];
    assert_eq!(targets(crowded, &written)[0], [set("a7"), set("a7"), 0]);
    assert_eq!(passes(crowded, &written).len(), 1);
    // Men that it may capture: none but where it can go, and a pawn that has crossed a square.
    let taken = passes("k7/8/8/2n1p3/8/8/8/7K w - -", &[("Pd5", "d5", "", false)]);
    assert_eq!(taken, ["k7/8/8/2n1p3/8/8/8/7K b - -", "k7/8/8/2n5/8/8/8/7K b - -"]);
    let taken = passes("k7/8/4n3/4p3/8/8/8/7K w - -", &[("Pd5", "d5", "", false)]);
    assert_eq!(taken, ["k7/8/4n3/4p3/8/8/8/7K b - -", "k7/8/8/4p3/8/8/8/7K b - -"]);
    let taken = passes("k7/8/8/8/4P3/8/8/7K b - -", &[("pd4", "d4", "", false)]);
    assert_eq!(taken, ["k7/8/8/8/4P3/8/8/7K w - -", "k7/8/8/8/8/8/8/7K w - -"]);
    // What a pawn of the board has crossed is forgotten.
    let own = Board { en_passant: Square::parse("d3"), ..board("k7/8/8/8/3P4/8/2P5/7K b - -") };
    assert_eq!(steps(&own, &[("nh8", "h8", "", false)]).last().unwrap().0, "k7/8/8/8/3P4/8/2P5/7K w - -");
    // Not where the king is surely attacked; a ghost may stand between.
    let pinned = "k3r3/8/8/8/8/8/8/4K3 w - -";
    assert!(passes(pinned, &[("Ba1", "a1", "", false)]).is_empty());
    assert_eq!(passes(pinned, &[("Bd1", "d1 e2", "", false)]).len(), 1);
}

/// What is asked of the sets, and of pawns that are kept.
#[test]
fn what_sets_lack() {
    let check = |position: &str, written: &[Written<'_>]| {
        with(Colour::White, written, |ghosts| {
            let board = board(position);
            let checked = {
                let targets = all_targets(ghosts, &board);
                ghosts.check_sets(&board, &ghosts.steps(&board, &targets), &targets)
            };
            checked.map_err(|error| error.to_string())
        })
    };
    let fault = |position, written: &[Written<'_>], expected: &str| {
        let refusal = check(position, written).unwrap_err();
        assert!(refusal.contains(expected), "{refusal}");
    };
    fault(KINGS, &[("Ra1", "a1", "", false)], "ghosts[0]: stays lacks b1");
    fault(KINGS, &[("Pa7", "a7 a8", "", false)], "ghosts[0]: promoted lacks a8");
    fault(KINGS, &[("pa2", "a1 a2", "", false)], "ghosts[0]: promoted lacks a1");
    fault(KINGS, &[("pb2", "b2 b1", "b1", false)], "ghosts[0]: promoted lacks a1");
    // On the last rank, alone or where a promoted pawn goes, too.
    let corner = "k7/8/8/8/8/1p6/rpp5/1n5K b - -";
    assert_eq!(check(corner, &[("pa2", "a1 a2", "a1", false)]), Ok(()));
    let both = "k7/8/8/8/8/n1n5/nnnn4/2n4K b - -";
    fault(both, &[("pa2", "a1 a2", "b1", false)], "ghosts[0]: promoted lacks a1");
    assert_eq!(check("k7/8/8/8/8/8/8/6BK w - -", &[("Rh8", "h1", "", false)]), Ok(()));
}

#[test]
fn pawns_that_are_kept_are_not_captured() {
    let check = |position: &str, written: &[Written<'_>]| {
        with(Colour::White, written, |ghosts| {
            let board = board(position);
            {
                let targets = all_targets(ghosts, &board);
                ghosts.check_sets(&board, &ghosts.steps(&board, &targets), &targets)
            }
            .map_err(|error| error.to_string())
        })
    };
    let fault = |position: &str, written: &[Written<'_>]| {
        let refusal = check(position, written).unwrap_err();
        assert!(refusal.contains("it may be captured"), "{refusal}");
    };
    // Only a pawn comes to its square without capturing.
    let kept = ("pd5", "d5", "", true);
    let faced = |men: &str| format!("k7/8/8/8/{men}/8/8/7K w - -");
    assert_eq!(check(&faced("3P4"), &[kept]), Ok(()));
    fault(&faced("3N1N2"), &[kept]);
    fault("k7/8/8/8/3P1N2/2N5/8/7K w - -", &[kept]);
    // Nor to the square that it crosses, be that in its set or not.
    for stays in ["d7 d6 d5", "d7 d5"] {
        let lead = "k7/3n4/8/5N2/3P4/8/8/7K w - -";
        let position = if stays.len() > 5 { "k7/8/8/5N2/3P4/8/8/7K w - -" } else { lead };
        fault(position, &[("pd7", stays, "", true)]);
    }
    // A pawn that goes ahead to a1 captures nothing there; a set may have more squares than it needs.
    assert_eq!(check("k7/8/8/8/8/p7/8/7K b - -", &[("Pa2", "a1 a2", "", true)]), Ok(()));
    // By a ghost, if any can move: this one does from d6 to d5.
    let ghost = ("Rd6", "d6 d5", "", false);
    fault("k7/3P4/2P1P3/2P1P3/3P4/8/8/7K w - -", &[kept, ghost]);
    fault("k7/3P4/2P1P3/2P1P3/3P4/2N5/8/7K w - -", &[kept, ghost]);
    // White is in check, so that the king moves or takes.
    assert_eq!(check("k6r/3P4/2P1P3/2P1P3/3P4/8/8/7K w - -", &[kept, ghost]), Ok(()));
}

#[test]
fn replies() {
    let may_be_mate = |after: &str, left: &str, written: &[Written<'_>]| {
        let after = board(after);
        let king = after.royal(after.turn).unwrap();
        with(Colour::White, written, |ghosts| {
            let moves = after.pseudo_legal_moves();
            ghosts.may_check(&after, king, set(left)) && !ghosts.answer(&after, king, moves)
        })
    };
    // Three squares to go to: two dark ones, one of which is free, since one ghost alone may be on them.
    let knight = "k7/8/1N6/8/8/8/8/7K b - -";
    let [one, two, three] = [("na7", "a7 b8", "", false), ("bb7", "b7", "", false), ("rb7", "b7", "", false)];
    assert!(!may_be_mate(knight, "c4", &[one, two, three]));
    assert!(may_be_mate(knight, "c4", &[one, two, ("rb8", "b8", "", false)]));
    let knight = "7k/8/6N1/8/8/8/8/K7 b - -";
    let [one, two, three] = [("nh7", "h7 g8", "", false), ("bg7", "g7", "", false), ("rg7", "g7", "", false)];
    assert!(!may_be_mate(knight, "e5", &[one, two, three]));
    assert!(may_be_mate(knight, "e5", &[one, two, ("rg8", "g8", "", false)]));
    // A square that two men can go to counts once.
    let rook = "6rk/6p1/5n2/8/5n2/8/8/K6R b - -";
    let ghosts = [("ba8", "h3 h5 h7", "", false), ("bb8", "h3 h7", "", false), ("bc8", "h5", "", false)];
    assert!(!may_be_mate(rook, "g1", &ghosts[..2]));
    assert!(may_be_mate(rook, "g1", &ghosts));
    // A pawn's capture of a man on the board is a reply wherever ghosts are; its step ahead may be barred.
    let guarded = "kr6/pp6/1N6/8/8/8/8/7K b - -";
    assert!(!may_be_mate(guarded, "c4", &[("nc3", "b6", "", false)]));
    let line = "1k5R/ppp5/8/8/8/8/8/K7 b - -";
    assert!(may_be_mate(line, "h1", &[("Bh2", "", "", false)]));
    let ahead = "k7/1p6/8/3B4/8/1R6/P7/K7 b - -";
    assert!(!may_be_mate(ahead, "e4", &[("Rb1", "", "", false)]));
    // A pawn captured en passant has left a square, too; the rook behind one of the two is enough.
    let opened = "6rk/6p1/8/8/8/8/8/K7 b - -";
    let rook = ("Rh1", "h1 h2 h3 h4 h5 h6 h7", "", false);
    assert!(may_be_mate(opened, "g5 h5", &[rook]));
    assert!(!may_be_mate(opened, "g5", &[rook]));
    // A ghost that has moved itself.
    assert!(may_be_mate(opened, "", &[rook]));
    assert!(!may_be_mate(opened, "", &[("Rh1", "h1 h2 h3 h4 h5 h6", "", false)]));
}
