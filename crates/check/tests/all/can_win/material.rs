//! `material`: men that never mate, and that the reasons for it hold.

use super::*;
use chess_arbiter_check::board::Square;

#[test]
fn accepted_and_refused() {
    let material = |side: &str, position: &str| never(side, position, json!({"material": true}));
    for (side, position) in [
        ("white", "4k3/8/8/8/8/8/8/4K3 w - -"),
        ("black", "4k3/8/8/8/8/8/8/4K3 w - -"),
        ("white", "r3kqnb/pppppppp/8/8/8/8/8/4K3 b q -"),
        ("white", "4kq2/8/8/8/8/8/8/4K1N1 w - -"),
        ("white", "3qkq2/8/8/8/8/8/8/4K1N1 w - -"),
        ("black", "4k1n1/8/8/8/8/8/8/4K3 w - -"),
        ("white", "4kr2/8/8/8/8/8/8/4KB2 w - -"),
        ("white", "r3kq1r/8/8/8/8/8/8/4KB2 b kq -"),
        // c8, f1 and h3 are light.
        ("white", "2b1kr2/8/8/8/8/7B/8/4KB2 w - -"),
        ("black", "2b1k3/8/8/8/8/8/8/4KB2 w - -"),
    ] {
        accepted(&material(side, position));
    }
    for (side, position) in [
        ("white", "4kr2/8/8/8/8/8/8/4K1N1 w - -"),
        ("white", "4kb2/8/8/8/8/8/8/4K1N1 w - -"),
        ("white", "4kn2/8/8/8/8/8/8/4K1N1 w - -"),
        ("white", "4k3/4p3/8/8/8/8/8/4K1N1 w - -"),
        ("white", "4kq2/8/8/8/8/8/8/4KNN1 w - -"),
        ("white", "4k3/8/8/8/8/8/8/4KBN1 w - -"),
        ("white", "4k3/4p3/8/8/8/8/8/4KB2 w - -"),
        ("white", "4kn2/8/8/8/8/8/8/4KB2 w - -"),
        ("white", "4k3/8/8/8/8/8/8/2B1KB2 w - -"),
        ("white", "4kb2/8/8/8/8/8/8/4KB2 w - -"),
        ("white", "4k3/8/8/8/8/8/4P3/4K3 w - -"),
        ("white", "4k3/8/8/8/8/8/8/4KQ2 w - -"),
        ("white", "4k3/8/8/8/8/8/8/R3K3 w Q -"),
        ("black", "2r1k3/8/8/8/8/8/8/4K3 w - -"),
    ] {
        refused(&material(side, position), "evidence.material: ");
    }
    let good = material("white", "4k3/8/8/8/8/8/8/4K3 w - -");
    refused(&with(&good, "/evidence/material", json!("true")), "evidence.material: expected true");
    refused(&with(&good, "/evidence/material", json!(null)), "evidence.material: expected true");
}

/// A position with these men, White's in capitals, Black to move; `None` if White's king is attacked.
fn placed(men: &[(char, Square)]) -> Option<Board> {
    let mut squares = ['1'; 64];
    for &(letter, square) in men {
        squares[usize::from(7 - square.rank() as u8) * 8 + square.file() as usize] = letter;
    }
    let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
    let mut text = rows.join("/");
    for empty in (2..=8).rev() {
        text = text.replace(&"1".repeat(empty), &empty.to_string());
    }
    Board::parse(RuleSet::Standard, &format!("{text} b - -")).ok()
}

fn distance(one: Square, other: Square) -> i8 {
    (one.file() - other.file()).abs().max((one.rank() - other.rank()).abs())
}

/// All places of the three men, with queens wherever the king could flee: one of them takes the knight.
/// So says the document, with White's king attacked as well; and no position is mate.
#[test]
fn a_knight_never_mates_a_king_among_queens() {
    let is_jump = |one: Square, other: Square| {
        (one.file() - other.file()).abs() * (one.rank() - other.rank()).abs() == 2
    };
    let all = || Square::in_set(!0);
    let (mut places, mut positions) = (0, 0);
    for king in all() {
        for knight in all().filter(|knight| is_jump(*knight, king)) {
            for own in all().filter(|own| distance(*own, king) > 1 && *own != knight) {
                let is_flight =
                    |to: &Square| distance(*to, king) == 1 && distance(*to, own) > 1 && !is_jump(*to, knight);
                let queens: Vec<Square> = all().filter(is_flight).collect();
                let takes = |queen: &Square| {
                    let (files, ranks) = (knight.file() - queen.file(), knight.rank() - queen.rank());
                    let steps = files.abs().max(ranks.abs());
                    let on_way = |step| {
                        let (file, rank) =
                            (queen.file() + files / steps * step, queen.rank() + ranks / steps * step);
                        move |square: &Square| (square.file(), square.rank()) == (file, rank)
                    };
                    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
                    // Another queen on the way takes it itself.
                    is_line && !(1..steps).any(|step| [king, own].iter().any(on_way(step)))
                };
                assert!(queens.iter().any(takes), "{king} {knight} {own}");
                places += 1;
                let mut men = vec![('k', king), ('N', knight), ('K', own)];
                men.extend(queens.into_iter().map(|to| ('q', to)));
                let Some(board) = placed(&men) else { continue };
                assert!(!is_mate(&board), "{board}");
                positions += 1;
            }
        }
    }
    assert_eq!((places, positions), (18_448, 6_312));
}

/// Bishops on squares of one colour, and rooks and queens of the defender crowded around its king: no mate
/// with one checker, and two never come about.
#[test]
fn bishops_on_one_colour_never_mate_a_king_among_rooks() {
    let mut random = Random(77);
    let all: Vec<Square> = Square::in_set(!0).collect();
    let (mut checks, mut crowded) = (0, 0);
    while checks < 40_000 {
        let king = *random.pick(&all);
        let mut free: Vec<Square> = all.iter().copied().filter(|to| *to != king).collect();
        let mut men = vec![('k', king)];
        let colour = |square: Square| (square.file() + square.rank()) % 2;
        let near = |square: &Square, most: i8| distance(*square, king) <= most;
        let mut take = |random: &mut Random, wanted: &dyn Fn(&Square) -> bool| {
            let places: Vec<Square> = free.iter().copied().filter(|to| wanted(to)).collect();
            let place = (!places.is_empty()).then(|| *random.pick(&places))?;
            free.retain(|to| *to != place);
            Some(place)
        };
        let far = [2, 2, 7][random.below(3)];
        men.extend(take(&mut random, &|to| !near(to, 1) && near(to, far)).map(|to| ('K', to)));
        for _ in 0..1 + random.below(3) {
            men.extend(take(&mut random, &|to| colour(*to) == colour(king)).map(|to| ('B', to)));
        }
        for _ in 0..random.below(9) {
            let letter = ['r', 'q', 'r', 'b'][random.below(4)];
            let fits = |to: &Square| near(to, 2) && (letter != 'b' || colour(*to) == colour(king));
            men.extend(take(&mut random, &fits).map(|to| (letter, to)));
        }
        let Some(board) = placed(&men) else { continue };
        let checkers = board.attackers(king, Colour::White);
        if checkers.count_ones() == 1 {
            assert!(!is_mate(&board), "{board}");
            (checks, crowded) = (checks + 1, crowded + usize::from(men.len() > 7));
        }
        if !board.safe_moves().is_empty() {
            accepted(&never("white", &board.to_string(), json!({"material": true})));
            play_on(&mut random, &board, Colour::White, 6);
        }
    }
    assert!(crowded > 5_000, "{crowded}");
}
