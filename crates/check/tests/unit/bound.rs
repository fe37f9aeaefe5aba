//! Nodes of a bound: where they end, where they go on, and what they stand for.

use super::*;
use crate::board::Man;
use crate::random::Random;

const ALL: Set = Set::MAX;

fn board(text: &str) -> Board {
    Board::parse(RuleSet::Standard, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn goal(text: &str) -> Goal {
    let board = board(text);
    Goal { board, castling: Some(board.castling) }
}

fn node<'a>(goal: &'a Goal, text: &str, moves: [i32; 2], walls: Set, open: [Set; 2]) -> Node<'a> {
    let facts = Facts { walls, open, owes: [0; 2] };
    Node { goal, board: board(text), moves, facts, before: facts }
}

fn men(board: &Board, side: Colour) -> Set {
    board.side(side).all_squares()
}

/// A legal move is looked at unless a man on a wall leaves its square, or a man is gone that cannot be
/// captured there.
#[test]
fn moves_that_games_go_on_with() {
    let goal = goal("4k3/8/8/8/8/8/8/4K3 w - -");
    let (mut kept, mut left_out) = (0, 0);
    for text in [
        // Castling both ways; en passant by two pawns, and a knight that can go there; promotions.
        "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq -",
        "r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq -",
        "4k3/8/8/3PpP2/5N2/8/8/4K3 w - e6",
        "4k3/8/8/2N5/1pPp4/8/4n3/4K3 b - c3",
        "1n2k3/P7/8/8/8/8/p7/1N2K3 w - -",
        "1n2k3/P7/8/8/8/8/p7/1N2K3 b - -",
    ] {
        let before = board(text);
        let (side, other) = (before.turn, before.turn.other());
        let squares = Square::in_set(!before.empty()).map(Square::bit);
        for walls in squares.chain([0, !before.empty()]) {
            for open in [0, ALL, men(&before, other), !men(&before, other)] {
                let found = node(&goal, text, [1, 1], walls, [open; 2]).going_on();
                for m in before.safe_moves() {
                    let after = before.play(&m);
                    let left = men(&before, side) & !men(&after, side);
                    let captures = men(&after, other) != men(&before, other);
                    let expected = left & walls == 0 && (!captures || open & m.to.bit() != 0);
                    assert_eq!(found.contains(&m), expected, "{text}: {m} {walls:x} {open:x}");
                    *if expected { &mut kept } else { &mut left_out } += 1;
                }
                assert!(found.iter().all(|m| before.safe_moves().contains(m)));
            }
        }
        // Squares that are open to the other side do not matter, nor do its moves.
        let mut only = [[0; 2], [0; 2]];
        only[0][side as usize] = ALL;
        only[1][other as usize] = ALL;
        let captures = |open| node(&goal, text, [1, 1], 0, open).going_on().len();
        assert_eq!(captures(only[0]), before.safe_moves().len());
        assert_eq!(captures(only[1]), captures([0; 2]));
        let mut moves = [0; 2];
        moves[other as usize] = 9;
        assert_eq!(node(&goal, text, moves, 0, [ALL; 2]).going_on(), []);
    }
    assert!(kept > 500 && left_out > 500, "{kept} {left_out}");
}

#[test]
fn the_goal_has_men_turn_and_rights() {
    let mut goal = goal("r3k2r/8/8/8/8/8/8/R3K2R w KQk -");
    let is_goal = |goal: &Goal, text: &str| node(goal, text, [1, 1], 0, [ALL; 2]).is_goal();
    assert!(is_goal(&goal, "r3k2r/8/8/8/8/8/8/R3K2R w KQk -"));
    for other in [
        "r3k2r/8/8/8/8/8/8/R3K2R b KQk -",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQ -",
        "r3k2r/8/8/8/8/8/7P/R3K2R w KQk -",
        "1r2k2r/8/8/8/8/8/8/R3K2R w KQk -",
    ] {
        assert!(!is_goal(&goal, other), "{other}");
    }
    goal.castling = None;
    assert!(is_goal(&goal, "r3k2r/8/8/8/8/8/8/R3K2R w - -"));
    assert!(!is_goal(&goal, "r3k2r/8/8/8/8/8/8/R3K2R b KQk -"));
}

/// What is known before the rounds counts, and not what is found in them.
#[test]
fn a_node_stands_for_those_with_less() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - -";
    let goal = goal(text);
    let whole = node(&goal, text, [3, 2], 6, [12, 48]);
    let of = |moves, walls, open| node(&goal, text, moves, walls, open);
    let covered = [
        of([3, 2], 6, [12, 48]),
        of([2, 2], 6, [12, 48]),
        of([3, 1], 6, [12, 48]),
        of([3, 2], 7, [12, 48]),
        of([3, 2], 6, [4, 48]),
        of([3, 2], 6, [12, 16]),
    ];
    let not = [
        of([4, 2], 6, [12, 48]),
        of([3, 3], 6, [12, 48]),
        of([3, 2], 2, [12, 48]),
        of([3, 2], 1, [12, 48]),
        of([3, 2], 6, [13, 48]),
        of([3, 2], 6, [12, 49]),
        of([2, 3], 7, [4, 16]),
        of([2, 1], 7, [13, 16]),
    ];
    for mut other in covered {
        (other.facts.walls, other.facts.open) = (0, [ALL; 2]);
        assert!(whole.covers(&other), "{:?} {:x}", other.moves, other.before.walls);
    }
    for mut other in not {
        other.facts = whole.facts;
        assert!(!whole.covers(&other), "{:?} {:x}", other.moves, other.before.walls);
    }
}

/// What a side owes is settled before anything else.
#[test]
fn what_is_owed_refutes() {
    let goal = goal("4k3/8/8/8/8/8/8/4K3 w - -");
    let is_refuted = |text: &str, moves: [i32; 2], open: [Set; 2]| {
        let mut node = node(&goal, text, moves, 1 << 35, open);
        node.settle();
        node.is_refuted()
    };
    let two = "4k3/8/8/8/1pp5/8/8/4K3 w - -";
    assert!(!is_refuted(two, [2, 0], [ALL, 0]));
    assert!(is_refuted(two, [1, 9], [ALL, ALL]));
    assert!(is_refuted(two, [2, 9], [0, ALL]));
    // The only open square is a wall.
    assert!(is_refuted(two, [2, 9], [1 << 35, ALL]));
    let black = "4k3/8/8/8/1PP5/8/8/4K3 w - -";
    assert!(!is_refuted(black, [0, 2], [0, ALL]));
    assert!(is_refuted(black, [9, 1], [ALL, ALL]));
    // More captures than the goal has room for.
    let mut short = goal;
    short.board = board(two);
    let mut node = node(&short, "4k3/8/8/8/1p6/8/8/4K3 w - -", [9, 9], 0, [ALL; 2]);
    node.settle();
    assert!(node.is_refuted() && node.facts.open == [0; 2]);
}

/// The ways that rights leave, by those that a side has and those that the goal has.
#[test]
fn ways_by_rights() {
    let names = |has: &str, wanted: Option<&str>, king: &str| {
        let text = |king: &str, rights: &str| format!("4k3/8/8/8/8/8/8/{king} w {rights} -");
        let mut goal = goal(&text(king, wanted.unwrap_or("-")));
        goal.castling = wanted.map(|_| goal.board.castling);
        let board = board(&text("R3K2R", has));
        let names = |side| Way::all(&goal, &board, side, 5).iter().map(|way| way.name).collect::<Vec<_>>();
        assert_eq!(names(Colour::Black), ["plain"]);
        names(Colour::White)
    };
    let home = "R3K2R";
    assert_eq!(names("KQ", Some("KQ"), home), ["plain", "O-O", "O-O-O"]);
    assert_eq!(names("KQ", Some("K"), home), ["king", "rooks", "O-O", "O-O-O"]);
    assert_eq!(names("KQ", Some("-"), home), ["king", "rooks", "O-O", "O-O-O"]);
    assert_eq!(names("KQ", Some("-"), "R4RK1"), ["king", "O-O", "O-O-O"]);
    assert_eq!(names("KQ", None, "R4RK1"), ["plain", "O-O", "O-O-O"]);
    assert_eq!(names("K", Some("K"), home), ["plain", "O-O"]);
    assert_eq!(names("K", Some("-"), home), ["king", "rooks", "O-O"]);
    assert_eq!(names("Q", None, home), ["plain", "O-O-O"]);
    assert_eq!(names("-", Some("-"), home), ["plain"]);
}

/// The ways of both sides, counted past no walls.
fn counted(node: &Node<'_>) -> ([Vec<Way>; 2], Steps) {
    let steps = Steps::new(&node.board, node.facts);
    let mut ways = Colour::BOTH.map(|side| Way::all(node.goal, &node.board, side, node.moves[side as usize]));
    ways.iter_mut().for_each(|ways| Way::count(ways, &steps, node.facts.walls));
    (ways, steps)
}

/// Who must leave and goes elsewhere makes no more moves than that; who has castled is where castling put it,
/// and does not stay, though it may come back.
#[test]
fn who_leaves_or_has_castled() {
    let way = |name: &str, king: &str, moves: i32| {
        let goal = goal(&format!("4k3/8/8/8/8/8/{king} w - -"));
        let node = node(&goal, "4k3/8/8/8/8/8/8/4K2R w K -", [moves, 0], 0, [ALL, 0]);
        let ([ways, _], steps) = counted(&node);
        let way = ways.into_iter().find(|way| way.name == name).unwrap();
        (way.fails(), way.staying(&steps) & 0xff)
    };
    let [king, rook] = [1 << 4, 1 << 7];
    // The king has to leave, and come back if it ends there.
    assert!(way("king", "4K3/7R", 0).0);
    assert_eq!(way("king", "4K3/7R", 1), (false, rook));
    assert_eq!(way("king", "4K3/7R", 2), (false, 0));
    assert!(way("king", "8/4K2R", 1).0);
    assert_eq!(way("king", "8/4K2R", 2), (false, 0));
    assert!(way("rooks", "8/4K2R", 1).0);
    assert_eq!(way("rooks", "8/4K2R", 2), (false, 0));
    assert_eq!(way("rooks", "8/4K1R1", 1), (false, king));
    // From f1 back to h1; the king has a move, too.
    assert!(way("O-O", "6K1/7R", 1).0);
    assert_eq!(way("O-O", "6K1/7R", 2), (false, 0));
    assert_eq!(way("O-O", "8/5RK1", 1), (false, 0));
}

/// What never moves is in the way of castling.
#[test]
fn nobody_castles_through_a_wall() {
    let goal = goal("4k3/8/8/8/8/8/6K1/5RB1 w - -");
    let fails = |walls: Set| {
        let node = node(&goal, "4k3/8/8/8/8/8/8/4K1BR w K -", [9, 0], walls, [ALL, 0]);
        let ([ways, _], _) = counted(&node);
        ways.iter().find(|way| way.name == "O-O").unwrap().fails()
    };
    let [f1, g1] = [1 << 5, 1 << 6];
    assert!(!fails(0) && fails(g1) && fails(f1));
}

/// One node that covers another is enough.
#[test]
fn nodes_that_are_done_stand_for_others() {
    let goal = goal("4k3/8/8/8/8/8/8/4K3 w - -");
    let parent = node(&goal, "4k3/8/8/8/8/8/8/4K3 w - -", [2, 2], 0, [ALL; 2]);
    let m = parent.board.safe_moves()[0];
    let done = |moves: i32| Node { moves: [moves, 2], ..parent.after(&m) };
    for (moves, is_known) in [(vec![1], true), (vec![0], false), (vec![0, 1], true), (vec![2, 0], true)] {
        let done = HashMap::from([(code(&done(0).board), moves.into_iter().map(done).collect())]);
        let mut tree = Tree { first: None, above: vec![(parent, vec![m])], done };
        tree.drop_known();
        assert_eq!(tree.above.is_empty(), is_known);
    }
}

/// Of the plain ways, without duals: which squares are open and who stays, man by man and square by square.
#[test]
fn what_follows_of_each_man_and_square() {
    let mut random = Random(39);
    let (mut opened, mut stayed, mut failed) = (0, 0, 0);
    for round in 0..300 {
        let mut board = Board::parse(RuleSet::Standard, &Start::USUAL.position()).unwrap();
        let mut play = |board: &mut Board, plies: usize| {
            for _ in 0..plies {
                let moves = board.safe_moves();
                let captures: Vec<&Move> = moves
                    .iter()
                    .filter(|m| m.castling.is_none() && m.to.bit() & board.empty() == 0)
                    .collect();
                let among = if captures.is_empty() { moves.iter().collect() } else { captures };
                let Some(m) = (!among.is_empty()).then(|| among[random.below(among.len())]) else { break };
                *board = board.play(m);
            }
        };
        play(&mut board, round % 60);
        board.castling = 0;
        let mut after = board;
        play(&mut after, 1 + round % 5);
        let goal = Goal { board: after, castling: Some(0) };
        let moves = [0, 1].map(|side| 1 + (round as i32 + side) % 4);
        let mut set = || (random.below(1 << 32) as Set) << 32 | random.below(1 << 32) as Set;
        let (walls, some) = (set() & set() & men(&board, Colour::White), set() & set());
        // All squares, one, and some.
        let open = [if round % 3 > 0 { ALL } else { 1 << (set() & 63) }, some | 1 << 63];
        let facts = Facts { walls, open, owes: [0; 2] };
        let mut node = Node { goal: &goal, board, moves, facts, before: facts };
        node.settle();
        let before = node.facts;
        let (ways, steps) = counted(&node);
        // The places of each man that it has the moves for.
        let node_moves = node.moves;
        let cost = |at: Square, man: Man, place| match walls & at.bit() == 0 {
            true => steps.end(man, at, place),
            false if place == Some((at, man.kind)) => 0,
            false => steps::NEVER,
        };
        let fits = |side: Colour| {
            let ends = goal.board.men_of(side).map(|(to, man)| Some((to, man.kind)));
            let all: Vec<steps::Place> = ends.chain([None]).collect();
            let of = |(at, man)| {
                let mut places = all.clone();
                places.retain(|place| cost(at, man, *place) <= node_moves[side as usize]);
                (at, man, places)
            };
            board.men_of(side).map(of).collect::<Vec<_>>()
        };
        let fits = Colour::BOTH.map(fits);
        let fails = fits.iter().flatten().any(|(.., places)| places.is_empty());
        assert_eq!(ways.iter().any(|ways| ways[0].fails()), fails, "{board}");
        if fails {
            failed += 1;
            continue;
        }
        node.conclude(&ways, &steps);
        for side in Colour::BOTH {
            let (own, other) = (side as usize, side.other() as usize);
            let stays = |(at, man, places): &&(Square, Man, Vec<steps::Place>)| {
                let back = steps.back(*man, *at) <= moves[own];
                places.iter().all(|place| *place == Some((*at, man.kind)) && !back)
            };
            let staying = fits[own].iter().filter(stays).fold(0, |all, (at, ..)| all | at.bit());
            assert_eq!(ways[own][0].staying(&steps), staying, "{board}");
            assert_eq!(node.facts.walls & staying, staying);
            stayed += staying.count_ones();
            let may_end = |on: &Square| {
                let takes = fits[own].iter().any(|(at, man, places)| {
                    places.iter().any(|place| steps.takes(*man, *at, *place).at(*on) <= moves[own])
                });
                let is_lost = fits[other].iter().any(|(at, man, places)| {
                    places.contains(&None) && steps.arrive(*man, *at).at(*on) <= moves[other]
                });
                before.open[own] & on.bit() != 0 && takes && is_lost
            };
            let mut open = Square::in_set(ALL).filter(may_end).fold(0, |all, on| all | on.bit());
            open &= if node.facts.owes[own] > 0 { !node.facts.walls } else { 0 };
            assert_eq!(node.facts.open[own], open, "{board} {side}");
            opened += open.count_ones();
        }
    }
    assert!(opened > 200 && stayed > 200 && failed > 20, "{opened} {stayed} {failed}");
}

/// A square is open while one way of each side is left in which a capture may end there.
#[test]
fn one_way_leaves_a_square_open() {
    let is_open = |goal: &Goal, text: &str, moves: [i32; 2], on: &str| {
        let mut node = node(goal, text, moves, 0, [ALL; 2]);
        node.settle();
        let (ways, steps) = counted(&node);
        assert!(!node.conclude(&ways, &steps), "{text}");
        let bit = Square::parse(on).unwrap().bit();
        node.facts.open[0] & bit != 0
    };
    // White's rook captures on h5 and goes to f5: without castling.
    let mut taken = goal("4k3/8/8/5R2/8/8/8/6K1 w - -");
    taken.castling = None;
    let white = "4k3/8/8/7p/8/8/8/4K2R w K -";
    assert!(is_open(&taken, white, [2, 0], "h5"));
    assert!(!is_open(&taken, white, [2, 0], "h6"));
    // Black's rook is captured on h4: without castling.
    let mut lost = goal("6k1/8/8/8/7N/8/8/4K3 w - -");
    lost.castling = None;
    let black = "4k2r/8/8/8/8/5N2/8/4K3 b k -";
    for (on, expected) in [("h4", true), ("g5", false), ("h8", false)] {
        assert_eq!(is_open(&lost, black, [1, 2], on), expected, "{on}");
    }
}

/// What was shut stays shut.
#[test]
fn no_square_opens_again() {
    let mut goal = goal("4k3/8/8/5R2/8/8/8/6K1 w - -");
    goal.castling = None;
    let [h4, h5] = ["h4", "h5"].map(|name| Square::parse(name).unwrap().bit());
    for (shut, left) in [(0, h4 | h5), (h5, h4), (h4, h5)] {
        let mut node = node(&goal, "4k3/8/8/7p/8/8/8/6KR w - -", [3, 1], 0, [!shut, ALL]);
        node.settle();
        let (ways, steps) = counted(&node);
        assert!(!node.conclude(&ways, &steps));
        assert_eq!(node.facts.open[0] & (h4 | h5), left);
    }
}
