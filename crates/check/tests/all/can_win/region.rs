//! `region`: least closed sets are accepted where they leave flights, and mutilated ones are refused.

use super::closure::count;
use super::sets::{Reach, are_closed, can_check, close, evidence, least, leave_flights};
use super::*;

const WALL: &str = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - -";

/// After Black's double step over b3 the bishop would be free.
const CAGE: &str = "bkb5/1p1p3p/1P1P4/1pBp4/pP1P4/p1p4p/p1p4P/rbK5 b - -";

/// Positions in which the least closed sets show that White does not win.
const CLOSED: [&str; 7] = [
    WALL,
    "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 b - -",
    // A bishop that can check, but only on squares of one colour.
    "8/4k3/8/8/pBp1p1p1/P1P1P1P1/K7/8 b - -",
    "8/7B/3k4/7B/1p1p1p1p/1P1P1P1P/6K1/8 w - -",
    // Pawns that may go on behind the wall.
    "4k3/2p5/p1p1p1p1/P1P1P1P1/8/8/P7/4K3 w - -",
    // Kings that are shut in.
    "4k3/8/p1p1p1p1/P1P1P1P1/8/1p6/1p6/bK6 b - -",
    CAGE,
];

fn region(side: &str, board: &Board) -> Value {
    never(side, &board.to_string(), evidence(&least(board)))
}

#[test]
fn walls() {
    for position in CLOSED {
        let root = board(position);
        assert_eq!(
            accepted(&region("white", &root)).to_string(),
            format!("unwinnable by white: {position} (standard)")
        );
        assert!(count(&root, Colour::White, 10_000).is_ok());
    }
    accepted(&region("black", &board(WALL)));
    // Nothing is fixed, or the king has no flight that is surely free.
    for open in [
        INITIAL.replace("KQkq", "-"),
        "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4KR2 w - -".to_owned(),
        // A rook that may stand on the flights.
        "8/3rk3/8/8/pBp1p1p1/P1P1P1P1/K7/8 b - -".to_owned(),
        // A king that may come near.
        "8/4k3/8/8/pBp1K1p1/P1P3P1/8/8 b - -".to_owned(),
        CAGE.replace("p1p4P", "2p4P"),
    ] {
        refused(&region("white", &board(&open)), "evidence.region: ");
    }
    let castling = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K2R w K -";
    refused(&region("white", &board(castling)), "region: there are castling rights");
}

#[test]
fn form() {
    let good = region("white", &board(WALL));
    accepted(&good);
    let list = good["evidence"]["region"].as_array().unwrap();
    let first = |value: Value| with(&good, "/evidence/region/0", value);
    refused(&first(json!(["e1", "1"])), "region[0]: expected [square, stays, promoted]");
    refused(&first(json!(["e1", 1, 2])), "region[0]: expected [square, stays, promoted]");
    refused(&first(list[1].clone()), "region[0]: expected the square of the next man");
    for digits in ["", "10", "+000000000000010", "00000000000000010", "000000000000001g", "0x00000000000010"]
    {
        refused(&first(json!(["e1", digits, "0000000000000000"])), "region[0]: expected 16 hexadecimal");
        refused(&first(json!(["e1", "0000000000000010", digits])), "region[0]: expected 16 hexadecimal");
    }
    refused(&with(&good, "/evidence/region", json!(list[..9])), "region: the man on e8 is missing");
    refused(
        &with(&good, "/evidence/region", json!([&list[..], &list[9..]].concat())),
        "region[10]: expected",
    );
    refused(&with(&good, "/evidence/region", json!({})), "region: expected a list");
    refused(&with(&good, "/evidence/region/0/2", json!("0000000000000001")), "only pawns are promoted");
}

/// Each set with one square less or more: what is still accepted the slow rules accept, and nothing else.
fn mutate(root: &Board, attacker: Colour, all: &mut [Reach], only: impl Fn(usize) -> bool) -> [u32; 2] {
    let (side, mut outcomes, mut number) = (attacker.to_string(), [0; 2], 0);
    for man in 0..all.len() {
        for promoted in [false, true] {
            for square in 0..64_i8 {
                number += 1;
                if !only(number) {
                    continue;
                }
                let place = (square % 8, square / 8);
                let set = |all: &mut [Reach]| {
                    let set = if promoted { &mut all[man].promoted } else { &mut all[man].stays };
                    if !set.remove(&place) {
                        set.insert(place);
                        return false;
                    }
                    true
                };
                set(all);
                let is_good = all[man].stays.contains(&all[man].at)
                    && (all[man].promoted.is_empty() || all[man].is_pawn())
                    && are_closed(all)
                    && leave_flights(all, attacker, root.turn);
                let changed = never(&side, &root.to_string(), evidence(all));
                assert_eq!(chess_arbiter_check::check(&changed.to_string()).is_ok(), is_good, "{changed}");
                outcomes[usize::from(is_good)] += 1;
                set(all);
            }
        }
    }
    outcomes
}

#[test]
fn mutated_sets() {
    for position in [CLOSED[2], CLOSED[4], CLOSED[6]] {
        let root = board(position);
        let [bad, _] = mutate(&root, Colour::White, &mut least(&root), |_| true);
        assert!(bad > 500, "{position}: {bad}");
    }
}

/// Pawns that block one another, kings, and a few more men.
fn random_wall(random: &mut Random) -> Option<Board> {
    let mut squares = ['1'; 64];
    let rank = 2 + random.below(3);
    let mut place = |file: usize, rank: usize, letter: char| squares[8 * (7 - rank.min(7)) + file] = letter;
    let (pattern, spread) = (random.below(10).saturating_sub(5), 1 + random.below(9) / 7);
    for file in 0..8 {
        let rank = rank + random.below(spread);
        if [file % 2 == 0, true, file % 2 == 1, file != 3, random.below(5) > 0][pattern] {
            place(file, rank, 'P');
            place(file, rank + 1, 'p');
        }
    }
    for _ in 0..1 + random.below(3) {
        let letter = *random.pick(&['P', 'p', 'B', 'b', 'N', 'n', 'R', 'r', 'B', 'b', 'B', 'b', 'q', 'Q']);
        place(random.below(8), random.below(8), letter);
    }
    place(random.below(8), random.below(rank + 1), 'K');
    place(random.below(8), rank + 1 + random.below(7 - rank), 'k');
    let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
    let mut text = rows.join("/");
    for empty in (2..=8).rev() {
        text = text.replace(&"1".repeat(empty), &empty.to_string());
    }
    let board = Board::parse(RuleSet::Standard, &format!("{text} {} - -", random.pick(&["w", "b"]))).ok()?;
    (!board.safe_moves().is_empty()).then_some(board)
}

/// Sets of random positions, least ones and wider ones, and some a square away from these.
#[test]
fn as_the_slow_rules_say() {
    let (mut random, mut found, mut changed) = (Random(18), [0; 2], [0; 2]);
    while found[1] < 24 {
        let Some(root) = random_wall(&mut random) else { continue };
        let attacker = *random.pick(&Colour::BOTH);
        let mut all = least(&root);
        for _ in 0..random.below(4).saturating_sub(1) {
            let man = random.below(all.len());
            let set = if all[man].is_pawn() && random.below(2) == 0 {
                &mut all[man].promoted
            } else {
                &mut all[man].stays
            };
            set.insert((random.below(8) as i8, random.below(8) as i8));
            close(&mut all);
        }
        let passes = leave_flights(&all, attacker, root.turn);
        let given = never(&attacker.to_string(), &root.to_string(), evidence(&all));
        assert_eq!(chess_arbiter_check::check(&given.to_string()).is_ok(), passes, "{given}");
        found[usize::from(passes)] += 1;
        if passes {
            let one_in = 100 + random.below(60);
            let [bad, good] = mutate(&root, attacker, &mut all, |number| number % one_in == 0);
            changed = [changed[0] + bad, changed[1] + good];
        }
    }
    assert!(found[0] > 100 && changed[0] > 200, "{found:?} {changed:?}");
}

/// Where least sets of random positions leave flights nobody finds a mate, in all positions or in very many.
#[test]
fn no_mate_where_sets_leave_flights() {
    sets_leave_flights(14);
}

/// The same, for longer.
#[test]
#[ignore = "takes minutes"]
fn no_mate_wherever_sets_leave_flights() {
    sets_leave_flights(200);
}

fn sets_leave_flights(enough: usize) {
    let mut random = Random(4242);
    let (mut passed, mut closed, mut with_checks, mut wider) = (0, 0, 0, 0);
    while passed < enough || with_checks < enough / 5 {
        let Some(root) = random_wall(&mut random) else { continue };
        let attacker = *random.pick(&Colour::BOTH);
        let mut all = least(&root);
        let passes = leave_flights(&all, attacker, root.turn);
        let given = region(&attacker.to_string(), &root);
        assert_eq!(chess_arbiter_check::check(&given.to_string()).is_ok(), passes, "{given}");
        let is_king_alone = all.iter().filter(|one| one.man.colour == attacker).count() == 1;
        if !passes || is_king_alone {
            continue;
        }
        passed += 1;
        with_checks += usize::from(can_check(&all, attacker));
        let found = count(&root, attacker, 20_000);
        closed += usize::from(matches!(found, Ok(Some(_))));
        assert!(found.is_ok(), "{root}: {attacker} mates in {}", found.unwrap_err());
        for _ in 0..20 {
            play_on(&mut random, &root, attacker, 100);
        }
        let one_in = 60 + random.below(30);
        mutate(&root, attacker, &mut all, |number| number % one_in == 0);
        // Sets need not be the least.
        let man = random.below(all.len());
        all[man].stays.insert((random.below(8) as i8, random.below(8) as i8));
        close(&mut all);
        let passes = leave_flights(&all, attacker, root.turn);
        let given = never(&attacker.to_string(), &root.to_string(), evidence(&all));
        assert_eq!(chess_arbiter_check::check(&given.to_string()).is_ok(), passes, "{given}");
        wider += usize::from(passes);
    }
    assert!(closed > enough / 2 && wider > enough / 20, "{closed} {wider}");
}

/// No set of a black man has the square of the white pawn that is captured en passant, so that it seems
/// fixed; after the capture the bishop behind it is free, and mates.
#[test]
fn a_pawn_that_can_be_captured_en_passant_is_not_fixed() {
    let position = CAGE.replace(" b - -", " b - b3");
    let all = least(&board(&position));
    assert!(are_closed(&all) && leave_flights(&all, Colour::White, Colour::Black));
    refused(&never("white", &position, evidence(&all)), "region: a pawn stands where it can capture");
    let line = "a4b3 c5b4 h7h6 b4c3 h6h5 c3e1 h5h4 e1h4 b3b2 c1d2 c2c1r h4d8 c1f1 d8c7";
    let line: Vec<&str> = line.split(' ').collect();
    accepted(&claim("winnable", "white", &position, json!({ "line": line })));
    accepted(&region("white", &board(CAGE)));
}
