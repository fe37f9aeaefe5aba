//! Bounds of the plies: the least moves of single men against games that were played, and certificates.

use crate::common;

use chess_arbiter_check::board::{Board, Kind, Man, RuleSet, Square};
use chess_arbiter_check::bound::steps::{Facts, Place, Steps};
use chess_arbiter_check::check;
use chess_arbiter_check::moves::Move;
use common::{INITIAL, Random, accepted, certificate, refused, with};
use serde_json::{Value, json};

/// A man of a game.
struct Played {
    man: Man,
    /// Where it began, or where castling put it.
    from: Square,
    at: Option<Square>,
    kind: Kind,
    moves: i32,
    castled: bool,
    captured_on: Option<Square>,
    captures: Vec<Square>,
}

fn set(squares: impl Iterator<Item = Square>) -> u64 {
    squares.fold(0, |all, square| all | 1 << (8 * square.rank() + square.file()))
}

fn captures(board: &Board, m: &Move) -> Option<Square> {
    let is_pawn = board.man(m.from).is_some_and(|man| man.kind == Kind::Pawn);
    if m.castling.is_some() {
        None
    } else if is_pawn && board.en_passant == Some(m.to) {
        let name = format!("{}{}", &m.to.to_string()[..1], m.from.rank() + 1);
        Square::parse(&name)
    } else {
        board.man(m.to).map(|_| m.to)
    }
}

/// A move that comes often: captures, promotions, castling, moves of pawns, or any.
fn choose(random: &mut Random, board: &Board) -> Option<Move> {
    let moves = board.safe_moves();
    let kind = random.below(6);
    let is_wanted = |m: &&Move| match kind {
        0 => captures(board, m).is_some(),
        1 => m.castling.is_some() || m.promotion.is_some(),
        2 => captures(board, m).is_some_and(|on| on != m.to),
        3 => board.man(m.from).is_some_and(|man| man.kind == Kind::Pawn),
        _ => true,
    };
    let wanted: Vec<&Move> = moves.iter().filter(is_wanted).collect();
    match (wanted.is_empty(), moves.is_empty()) {
        (_, true) => None,
        (true, _) => Some(*random.pick(&moves)),
        _ => Some(**random.pick(&wanted)),
    }
}

/// With the most that can be known of a game (who never moved, and where was captured) no man has made fewer
/// moves in it than are counted.
#[test]
fn no_man_moves_less_than_is_counted() {
    let mut random = Random(77);
    let mut seen = [0; 6];
    for round in 0..if std::env::var_os("ARBITER_LONG").is_some() { 6_000 } else { 150 } {
        let mut board = Board::parse(RuleSet::Standard, INITIAL).unwrap();
        for _ in 0..[0, 0, 5, 20, 40][round % 5] {
            let Some(m) = choose(&mut random, &board) else { break };
            board = board.play(&m);
        }
        let start = board;
        let men_of = |board: &Board| -> Vec<(Square, Man)> {
            let squares =
                (0..64).filter_map(|i| Square::parse(&format!("{}{}", char::from(b'a' + i % 8), i / 8 + 1)));
            squares.filter_map(|square| Some((square, board.man(square)?))).collect()
        };
        let mut men: Vec<Played> = men_of(&start)
            .into_iter()
            .map(|(at, man)| Played {
                man,
                from: at,
                at: Some(at),
                kind: man.kind,
                moves: 0,
                castled: false,
                captured_on: None,
                captures: Vec::new(),
            })
            .collect();
        let mut facts = Facts { walls: 0, open: [0; 2], owes: [0; 2] };
        for _ in 0..3 + random.below(60) {
            let Some(m) = choose(&mut random, &board) else { break };
            let side = board.turn as usize;
            if let Some(on) = captures(&board, &m) {
                let victim = men.iter_mut().find(|man| man.at == Some(on)).unwrap();
                (victim.at, victim.captured_on) = (None, Some(m.to));
                facts.open[side] |= set([m.to].into_iter());
                facts.owes[side] += 1;
                seen[1] += i32::from(on != m.to);
                men.iter_mut().find(|man| man.at == Some(m.from)).unwrap().captures.push(m.to);
            }
            let mover = men.iter_mut().find(|man| man.at == Some(m.from)).unwrap();
            mover.at = Some(m.to);
            mover.kind = m.promotion.unwrap_or(mover.kind);
            seen[2] += i32::from(m.promotion.is_some());
            if let Some((from, to)) = m.castling {
                (mover.from, mover.castled) = (m.to, true);
                let rook = men.iter_mut().find(|man| man.at == Some(from) && man.kind == Kind::Rook).unwrap();
                (rook.at, rook.from, rook.castled) = (Some(to), to, true);
                seen[3] += 1;
            } else {
                mover.moves += 1;
            }
            board = board.play(&m);
        }
        let still = |man: &&Played| man.moves == 0 && !man.castled && man.captured_on.is_none();
        facts.walls = set(men.iter().filter(still).map(|man| man.from));
        let steps = Steps::new(&start, facts);
        for man in men.iter().filter(|man| !still(man)) {
            let place: Place = man.at.map(|at| (at, man.kind));
            let text = || format!("{start}: {:?} from {} to {place:?}: {board}", man.man, man.from);
            assert!(steps.end(man.man, man.from, place) <= man.moves, "{}", text());
            if let Some(on) = man.captured_on {
                assert!(steps.arrive(man.man, man.from).at(on) <= man.moves, "{}", text());
                seen[4] += 1;
            }
            for on in &man.captures {
                assert!(steps.takes(man.man, man.from, place).at(*on) <= man.moves, "on {on}: {}", text());
                seen[5] += 1;
            }
            if place == Some((man.from, man.man.kind)) && man.moves > 0 {
                assert!(steps.back(man.man, man.from) <= man.moves, "{}", text());
                seen[0] += 1;
            }
        }
    }
    assert!(seen.iter().all(|times| *times > 5), "{seen:?}");
}

const LEAST: &str = "rnbqkbnr/1ppppppp/6B1/8/4P3/p7/PPPP1PPP/RNBQK1NR w KQkq -";

/// Eight plies: with six White would play e2-e3 and e3-e4, or Black be too late.
fn eight() -> Value {
    let game = json!(["e2e4", "a7a6", "f1e2", "a6a5", "e2h5", "a5a4", "h5g6", "a4a3"]);
    let zeros = |most: usize| vec![0; most];
    let white = [zeros(30), vec![1, 2, 0]].concat();
    let black = [zeros(16), vec![3], zeros(16)].concat();
    let first = json!([[["white", "plain", white]], [["black", "plain", black]]]);
    let nothing = json!([["white", "plain", zeros(33)]]);
    let bound = json!([[null, first], ["e2e3", [[["white", "plain", white]]]], ["e2e4", [nothing, nothing]]]);
    let claim = json!({"answer": "legal", "at_least": 8});
    certificate("standard", "legality", LEAST, claim, json!({"game": game, "bound": bound}))
}

#[test]
fn what_is_claimed() {
    let trivial = |plies: Value, position: &str, game: Value, bound: Value| {
        let claim = json!({"answer": "legal", "at_least": plies});
        certificate("standard", "legality", position, claim, json!({"game": game, "bound": bound}))
    };
    let none = trivial(json!(0), INITIAL, json!([]), json!([]));
    assert_eq!(accepted(&none).at_least.unwrap().plies, 0);
    refused(&with(&none, "/claim/at_least", json!(1)), "end with the other side to move");
    for plies in [json!(2), json!(40_000)] {
        refused(&with(&none, "/claim/at_least", plies), "bound: there is no node");
    }
    for wrong in [json!(65_536), json!(-1), json!("2"), json!(null)] {
        refused(&with(&none, "/claim/at_least", wrong), "at_least: expected a whole number");
    }
    let mut twice = with(&none, "/claim/at_least", json!(2));
    for bound in [json!([[null, []]]), json!([[null, [[]]]])] {
        twice["evidence"]["bound"] = bound;
        assert!(check(&twice.to_string()).is_err());
    }
    let pawn = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    let mut one = trivial(json!(1), pawn, json!(["e2e4"]), json!([]));
    assert!(accepted(&one).to_string().starts_with("legal, and no game of fewer than 1 ply: "));
    for (open, said) in [
        (&["castling"][..], "castling rights"),
        (&["en_passant"], "en passant square"),
        (&["castling", "en_passant"], "castling rights and en passant square"),
    ] {
        one["claim"] = json!({"answer": "legal", "at_least": 1});
        open.iter().for_each(|key| one["claim"][*key] = json!("any"));
        assert!(accepted(&one).to_string().contains(&format!(" than 1 ply (any {said}): ")));
    }
    let claim = json!({"answer": "legal", "castling": "any"});
    refused(&with(&none, "/claim", claim), "unexpected key \"castling\"");
    refused(&with(&none, "/claim", json!({"answer": "legal"})), "unexpected key \"bound\"");
    let searched = json!({"game": [], "searched": {"plies": 7, "nodes": 5}});
    let searched = certificate("standard", "legality", INITIAL, json!({"answer": "legal"}), searched);
    let text = "; that no game has 7 plies or fewer was searched, and is not proved";
    assert!(accepted(&searched).to_string().ends_with(text));
    assert_eq!(accepted(&searched).at_least, None);
}

/// With clocks both are held; from other arrays than the usual one nothing of the kind is accepted.
#[test]
fn with_other_claims() {
    let mut clocks = eight();
    clocks["claim"]["clocks"] = json!([0, 5]);
    assert_eq!(accepted(&clocks).at_least.unwrap().plies, 8);
    assert!(accepted(&clocks).position.ends_with(" - 0 5"));
    refused(&with(&clocks, "/claim/clocks", json!([0, 6])), "the game has 8 plies, the last 0 of them quiet");
    refused(&with(&clocks, "/claim/at_least", json!(10)), "");
    let elsewhere = certificate(
        "standard",
        "legality",
        "bbqnrknr/pppppppp/8/8/8/8/PPPPPPPP/BBQNRKNR w KQkq -",
        json!({"answer": "legal", "start": "bbqnrknr", "at_least": 0}),
        json!({"game": [], "bound": []}),
    );
    let mut ignored = clocks;
    ignored["evidence"]["draws"] = json!("ignored");
    refused(&ignored, "unexpected key \"draws\"");
    let claim = json!({"answer": "illegal", "start": "any", "at_least": 2});
    let any = certificate("standard", "legality", LEAST, claim, json!({"arrays": []}));
    refused(&any, "unexpected key \"at_least\"");
    refused(&elsewhere, "`at_least` is about games from the usual array");
}

#[test]
fn a_small_tree() {
    let eight = eight();
    let text = format!("legal, and no game of fewer than 8 plies: {LEAST} (standard)");
    assert_eq!(accepted(&eight).to_string(), text);
    let refused = |place: &str, value: Value, expected: &str| refused(&with(&eight, place, value), expected);
    refused("/claim/at_least", json!(10), "");
    refused("/evidence/bound/0/0", json!("e2e4"), "bound[0][0]: expected null");
    refused("/evidence/bound/1/0", json!(null), "bound[1][0]: expected a move");
    refused("/evidence/bound/1/0", json!("d2d4"), "needs no node for \"d2d4\"");
    refused("/evidence/bound/2/0", json!("e2e3"), "needs no node for \"e2e3\"");
    refused("/evidence/bound/1/1/0/0/0", json!("green"), "expected white or black");
    refused("/evidence/bound/1/1/0/0/1", json!("O-O-O-O"), "there is no such way");
    refused("/evidence/bound/1/1/0/0/2/31", json!(3), "let the man on");
    refused("/evidence/bound/1/1/0/0/2/31", json!(40_000), "expected a list of numbers");
    refused("/evidence/bound/1/1/0/0/2", json!([0]), "expected 33 numbers, found 1");
    for parts in [json!([]), json!(["white", "plain"]), json!(["white", "plain", [0], [0]])] {
        refused("/evidence/bound/1/1/0/0", parts, "expected side, way and numbers");
    }
    let nothing = &eight["evidence"]["bound"][2][1][0];
    refused("/evidence/bound/1/1", json!([nothing, nothing, nothing, nothing]), "");
    refused("/evidence/bound/2/1", json!([nothing]), "");
    refused(
        "/evidence/bound/2/1",
        json!([nothing, []]),
        "bound[2]: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3: a round needs a dual",
    );
    refused("/evidence/bound/2/1/0", json!([]), "a round needs a dual: ask again");
    refused("/evidence/bound", json!([eight["evidence"]["bound"][0]]), "there is no node for e2e");
    let mut more = eight["evidence"]["bound"].as_array().unwrap().clone();
    more.push(more[1].clone());
    refused("/evidence/bound", json!(more), "");
}

/// What is more than all moves of a side is not asked how much more.
#[test]
fn a_number_beyond_the_moves() {
    let mut four = eight();
    four["claim"]["at_least"] = json!(4);
    let dual = [vec![0; 31], vec![9, 0]].concat();
    four["evidence"]["bound"] = json!([[null, [[["white", "plain", dual]]]]]);
    accepted(&four);
    four["claim"]["at_least"] = json!(6);
    refused(&four, "2 moves, and not 9, let the man on f1 end on g6");
}

/// Fewer moves than a side owes captures need no rounds; nor do positions after which none is left.
#[test]
fn nothing_is_counted() {
    let of = |position: &str, least: u16, game: Value, bound: Value| {
        let claim = json!({"answer": "legal", "at_least": least});
        certificate("standard", "legality", position, claim, json!({"game": game, "bound": bound}))
    };
    let two = "rnbqkb1r/ppp1pp1p/5p2/8/8/8/PPPPPPPP/R1BQKBNR w KQkq -";
    let game = json!(["b1c3", "d7d5", "c3d5", "g8f6", "d5f6", "g7f6"]);
    let owed = of(two, 4, game, json!([[null, []]]));
    accepted(&owed);
    refused(&with(&owed, "/claim/at_least", json!(6)), "there is no node for");
    let game = json!(["e2e3", "e7e6", "e3e4"]);
    let moves = Board::parse(RuleSet::Standard, INITIAL).unwrap().safe_moves();
    let nodes = [json!([null, []])].into_iter().chain(moves.iter().map(|m| json!([m.to_string(), []])));
    let bound: Value = nodes.collect();
    let three = of("rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", 3, game, bound.clone());
    accepted(&three);
    // After a longer half there are black moves to look at.
    refused(&with(&three, "/claim/at_least", json!(5)), "needs no node for");
    // One of those positions is the goal.
    let first = of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", 3, json!(["e2e4"]), bound);
    refused(&first, "the goal is reached");
}

/// The men stand as in the goal after one ply, but the other side is to move.
#[test]
fn the_other_side_to_move_is_no_goal() {
    let nothing = json!([["white", "plain", vec![0; 33]]]);
    let bound = json!([[null, [nothing]], ["e2e3", [nothing]], ["e2e4", []]]);
    let claim = json!({"answer": "legal", "at_least": 4});
    let evidence = json!({"game": ["e2e3", "g8f6", "e3e4", "f6g8"], "bound": bound});
    let position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    accepted(&certificate("standard", "legality", position, claim, evidence));
}
