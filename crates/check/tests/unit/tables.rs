//! Positions of few men and their moves, against the board that all other rules are checked with; classes.

use std::collections::{BTreeSet, HashSet};

use super::index::{NOBODY, OTHER, PAWN, man};
use super::*;
use crate::board::{Colour, Kind, Man, Square};
use crate::squares::Set;

/// Xorshift; the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % n
    }
}

/// Kings and up to three men, many of them pawns, often with a square that a pawn has just crossed.
fn throw(random: &mut Random) -> Board {
    let turn = Colour::BOTH[random.below(2) as usize];
    let sides = Default::default();
    let mut board = Board { sides, rules: RuleSet::Standard, turn, castling: 0, en_passant: None };
    let file = random.below(7) as i8;
    let pawn = |colour| Some(Man { colour, kind: Kind::Pawn });
    let on = |files: i8, rank: i8| Square::on(file + files, turn.own_rank(rank, 8));
    match random.below(3) {
        // One that has just made its double step, beside one that may capture it.
        0 => {
            board.put(on(0, 4), pawn(turn.other()));
            board.put(on(1, 4), pawn(turn));
            board.en_passant = Some(on(0, 5)).filter(|_| random.below(4) > 0);
        }
        // One that may make it.
        1 => {
            board.put(on(0, 1), pawn(turn));
            board.put(on(1, 3), pawn(turn.other()));
        }
        _ => {}
    }
    let kings = Colour::BOTH.map(|colour| Some(Man { colour, kind: Kind::King }));
    let kinds = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn, Kind::Pawn];
    let colour = Colour::BOTH[random.below(2) as usize];
    let other = Some(Man { colour, kind: kinds[random.below(6) as usize] });
    let barred = board.en_passant.map_or(0, |on| on.bit() | on.bit() << 8 | on.bit() >> 8);
    for man in kings.into_iter().chain([other]).flatten() {
        let is_free = |square: &Square| {
            let is_last = man.kind == Kind::Pawn && [0, 7].contains(&square.rank());
            board.empty() & !barred & square.bit() != 0 && !is_last
        };
        let free: Vec<Square> = Square::in_set(Set::MAX).filter(is_free).collect();
        board.put(free[random.below(free.len() as u64) as usize], Some(man));
    }
    board
}

/// What has arisen: the men of the side that was to move at first, then the other's, and the square crossed
/// if a pawn can capture there.
type Arisen = ([[Set; 6]; 2], Set);

/// What moves lead to, each with the square of the last man before it.
fn arisen(row: &Row, side: Colour) -> Vec<(Set, Arisen)> {
    let mut all = Vec::new();
    row.each_move(side, |from, after, to| {
        for square in Square::in_set(from) {
            all.extend(Square::in_set(to(square)).map(|to| {
                assert_eq!(to.bit() & !after.on, 0);
                let one = Row { on: to.bit(), ..*after };
                (square.bit(), (one.board().sides.map(|side| side.0), one.crossed))
            }));
        }
    });
    all.sort_unstable();
    all
}

#[test]
fn moves_of_few_men() {
    let mut random = Random(23);
    let (mut promotions, mut crossings, mut doubles) = (0, 0, 0);
    for _ in 0..20_000 {
        let board = throw(&mut random);
        let (us, them) = (board.turn, board.turn.other());
        let row = Row::read(&board, board.turn).unwrap();
        // As White sees it, whoever moves.
        let seen = |set: Set| if us == Colour::Black { set.swap_bytes() } else { set };
        let men = |after: &Board| [us, them].map(|side| after.side(side).0.map(seen));
        assert_eq!(row.board().sides.map(|side| side.0), men(&board), "{board}");
        assert_eq!(row.in_check(Colour::White) & row.on != 0, board.is_attacked(us), "{board}");
        assert_eq!(row.in_check(Colour::Black) & row.on != 0, board.is_attacked(them), "{board}");
        assert_eq!(row.positions(Colour::White) == row.on, !board.is_attacked(them), "{board}");
        for (side, colour) in [(Colour::White, us), (Colour::Black, them)] {
            let mut before = Board { turn: colour, ..board };
            before.en_passant = board.en_passant.filter(|_| colour == us);
            let from = Row { crossed: if colour == us { row.crossed } else { 0 }, ..row };
            let is_attacked = |on: Square, after: &Board| {
                let pawns = after.side(after.turn).squares(Kind::Pawn);
                after.attackers(on, after.turn) & pawns != 0
            };
            let safe = |m: &crate::moves::Move| {
                let after = before.play(m);
                // Kings are not captured, whoever stands attacked.
                let is_capture = before.captures_royal(m);
                (!is_capture && !after.is_attacked(colour)).then_some(after)
            };
            let mut expected: Vec<Arisen> = Vec::new();
            for m in before.pseudo_legal_moves() {
                promotions += usize::from(m.promotion.is_some());
                crossings += usize::from(before.en_passant == Some(m.to));
                let Some(after) = safe(&m) else { continue };
                let crossed = after.en_passant.filter(|on| is_attacked(*on, &after));
                doubles += usize::from(crossed.is_some());
                expected.push((men(&after), crossed.map_or(0, |on| seen(on.bit()))));
            }
            // Who may capture the enemy king has moves that are none on the board: these do not count.
            if !board.is_attacked(if colour == us { them } else { us }) {
                expected.sort_unstable();
                let found = arisen(&from, side);
                assert!(found.iter().all(|(before, _)| *before == row.on));
                assert_eq!(
                    found.into_iter().map(|(_, after)| after).collect::<Vec<_>>(),
                    expected,
                    "{before}"
                );
            }
        }
    }
    assert!(promotions > 1_000 && crossings > 1_000 && doubles > 100, "{promotions} {crossings} {doubles}");
}

/// A square has been crossed if a pawn can capture there, whoever is the attacker.
#[test]
fn squares_that_are_crossed() {
    let (mut random, mut crossed) = (Random(31), 0);
    for _ in 0..20_000 {
        let board = throw(&mut random);
        let pawns = board.side(board.turn).squares(Kind::Pawn);
        let on = board.en_passant.filter(|on| board.attackers(*on, board.turn) & pawns != 0);
        for attacker in Colour::BOTH {
            let expected = on.map_or(0, |on| match attacker {
                Colour::White => on.bit(),
                Colour::Black => on.bit().swap_bytes(),
            });
            assert_eq!(Row::read(&board, attacker).unwrap().crossed, expected, "{board}");
            crossed += usize::from(on.is_some());
        }
    }
    assert!(crossed > 1_000);
}

/// All positions of a row have the moves that each has.
#[test]
fn moves_of_a_row() {
    let (mut random, mut moves, mut captured, mut doubles) = (Random(29), 0, 0, 0);
    for _ in 0..2_000 {
        let board = throw(&mut random);
        let row = Row { crossed: 0, on: !0, ..Row::read(&board, board.turn).unwrap() };
        for side in Colour::BOTH {
            let row = Row { on: row.positions(side), ..row };
            let mut expected = Vec::new();
            for square in Square::in_set(row.on) {
                expected.extend(arisen(&Row { on: square.bit(), ..row }, side));
            }
            let men =
                |arisen: &Arisen| arisen.0.as_flattened().iter().map(|set| set.count_ones()).sum::<u32>();
            moves += expected.len();
            captured += expected.iter().filter(|(_, arisen)| men(arisen) < row.class.len.into()).count();
            doubles += expected.iter().filter(|(_, arisen)| arisen.1 != 0).count();
            assert_eq!(arisen(&row, side), expected, "{board}");
        }
    }
    assert!(moves > 1_000_000 && captured > 10_000 && doubles > 100, "{moves} {captured} {doubles}");
}

fn class(men: [u8; MOST]) -> Class {
    Class::of(men)
}

fn names(classes: &[Class]) -> Vec<String> {
    let mut names: Vec<String> = classes.iter().map(Class::to_string).collect();
    names.sort();
    names
}

#[test]
fn classes_that_arise() {
    let pawn = class([0, PAWN, OTHER, NOBODY, NOBODY]);
    assert_eq!(names(&pawn.next()), ["KBvK", "KNvK", "KQvK", "KRvK", "KvK"]);
    let needed = |class| {
        let mut classes = Vec::new();
        add(class, &mut classes);
        classes
    };
    assert_eq!(names(&needed(pawn)), ["KBvK", "KNvK", "KPvK", "KQvK", "KRvK"]);
    let rooks = class([0, 2, OTHER, OTHER + 2, NOBODY]);
    assert_eq!(names(&rooks.next()), ["KRvK", "KvKR"]);
    assert_eq!(names(&needed(rooks)), ["KRvK", "KRvKR"]);
    // Each once, though several ways lead there.
    let pawns = needed(class([0, PAWN, PAWN, OTHER, NOBODY]));
    assert_eq!(pawns.len(), 5 + 5 * 6 / 2);
    assert!(needed(class([0, OTHER, OTHER + 1, NOBODY, NOBODY])).is_empty());
}

/// With other tables than these all is said to be within one move.
fn tables(class: Class, bounds: Vec<u8>) -> Tables {
    Tables(vec![Table { class, bounds, answers: Vec::new() }])
}

fn position(text: &str) -> Row {
    let board = Board::parse(RuleSet::Standard, text).unwrap();
    Row::read(&board, board.turn).unwrap()
}

/// A number of a position.
fn number(row: &Row) -> usize {
    let (first, places) = row.class.row(&row.at);
    first + usize::from(places[row.on.trailing_zeros() as usize])
}

/// A byte says no more than the moves, that of a pawn that promotes among them.
#[test]
fn promotions_lead_to_other_tables() {
    let class = class([0, PAWN, OTHER, NOBODY, NOBODY]);
    let least_of = |text: &str, byte: u8| {
        let mut bounds = vec![0; class.numbers()];
        bounds[number(&position(text))] = byte;
        let wrong = tables(class, bounds).wrong(0, &crate::Budget::default()).unwrap();
        wrong.map(|(position, how)| (position.board().to_string(), how))
    };
    let mate = "7k/4P3/6K1/8/8/8/8/8 w - -";
    // Mirrored: the king of the defender is on the files a to d.
    let shown = "k7/3P4/1K6/8/8/8/8/8 w - -".to_owned();
    assert_eq!(least_of(mate, 1), Some((shown, "the byte is 1, but 0 follows from the moves".into())));
    let queen = "8/4P3/6K1/8/k7/8/8/8 w - -";
    assert_eq!(least_of(queen, 1), None);
    assert_eq!(
        least_of(queen, 2),
        Some((queen.to_owned(), "the byte is 2, but 1 follows from the moves".into()))
    );
}

/// A square just crossed is in no table: the moves tell.
#[test]
fn a_square_just_crossed_is_played_on_from() {
    let bound = |text: &str| {
        let row = position(text);
        Tables(Vec::new()).bounds(&row)[row.on.trailing_zeros() as usize]
    };
    // The only move captures en passant, and then the last pawn is captured.
    assert_eq!(bound("8/8/4q3/4Pp2/8/8/2k5/K7 w - f6"), NEVER);
    assert_eq!(bound("8/8/4q3/4Pp2/8/8/2k5/K7 w - -"), 0);
    // No pawn can capture there, so it is as if nothing had been crossed.
    assert_eq!(bound("8/8/4q3/3P1p2/8/8/2k5/K7 w - f6"), 0);
}

/// Nor are answers to a double step: en passant is one of them.
#[test]
fn answers_to_a_double_step() {
    let class = class([0, PAWN, OTHER, OTHER + PAWN, NOBODY]);
    let answers = vec![7; class.numbers()];
    let tables = Tables(vec![Table { class, bounds: Vec::new(), answers }]);
    let answer = |text: &str| {
        let board = Board::parse(RuleSet::Standard, text).unwrap();
        let row = Row::read(&board, Colour::White).unwrap();
        tables.answers(&row)[row.on.trailing_zeros() as usize]
    };
    assert_eq!(answer("8/8/8/8/4Pp2/8/8/K1k5 b - -"), 7);
    assert_eq!(answer("8/8/8/8/4Pp2/8/8/K1k5 b - e3"), NEVER);
}

/// A man that cannot move does not keep its side from being mated, on no square.
#[test]
fn mates_of_more_than_a_king() {
    for text in ["8/8/8/8/8/1K6/1Q6/rk6 b - -", "8/8/8/8/8/1K6/1Q6/1k5n b - -"] {
        let board = Board::parse(RuleSet::Standard, text).unwrap();
        let row = Row::read(&board, Colour::White).unwrap();
        assert_eq!(Tables(Vec::new()).answers(&row)[row.on.trailing_zeros() as usize], 0, "{text}");
    }
}

/// Nothing has been crossed in a position of a table: no pawn goes to a1 past a man on a2.
#[test]
fn no_square_is_crossed_in_a_table() {
    let class = class([0, 2, OTHER, OTHER + PAWN, NOBODY]);
    let mut tables = tables(class, vec![0; class.numbers()]);
    assert!(tables.wrong(0, &crate::Budget::default()).unwrap().is_none());
    for text in ["8/8/8/8/3k4/8/Rp6/7K b - -", "8/8/8/8/3k4/8/1p5R/7K b - -", "8/8/8/8/3k4/6p1/7R/7K b - -"] {
        let board = Board::parse(RuleSet::Standard, text).unwrap();
        let row = Row::read(&board, Colour::White).unwrap();
        let answer = tables.answers(&row)[row.on.trailing_zeros() as usize];
        // The third captures the rook.
        let captures = board.safe_moves().iter().any(|m| !board.empty() & m.to.bit() != 0);
        assert_eq!(answer, if captures { NEVER } else { 1 }, "{text}");
    }
}

/// Men stand on squares of their own, pawns where they can stand, and nobody may capture the king.
#[test]
fn what_is_a_position() {
    let square = |name: &str| Square::parse(name).unwrap();
    for men in [[0, PAWN, OTHER, NOBODY, NOBODY], [0, PAWN, PAWN, OTHER, NOBODY]] {
        // The last man is the pawn, or there is another that stands where it can.
        let class = class(men);
        let is_position = |king: &str, pawn: &str, other: &str, turn: Colour| {
            let [king, pawn, other] = [king, pawn, other].map(square);
            let far = square("b5");
            let at =
                if class.len == 3 { [king, pawn, other, far, far] } else { [king, pawn, far, other, far] };
            let on = if class.len == 3 { pawn } else { far };
            Row { class, at, on: on.bit(), crossed: 0 }.positions(turn) != 0
        };
        let white = |king: &str, pawn: &str, other: &str| is_position(king, pawn, other, Colour::White);
        for pawn in ["a2", "h2", "d4", "a7", "g7"].iter().zip(["h8", "h8", "h8", "h8", "e4"]) {
            assert!(white("c1", pawn.0, pawn.1) && is_position("c1", pawn.0, pawn.1, Colour::Black));
        }
        for pawn in ["a1", "h1", "a8", "g8"] {
            assert!(!white("c1", pawn, "e4"), "{pawn}");
        }
        assert!(!white("c1", "c1", "h8") && !white("c2", "c2", "h8"));
        assert!(!white("h8", "c2", "h8") && !white("c1", "h7", "h7"));
        // The pawn attacks the king: White is not to move, and Black is.
        assert!(!white("c1", "g7", "h8") && is_position("c1", "g7", "h8", Colour::Black));
        assert!(!white("c1", "a2", "d2") && !is_position("c1", "a2", "d2", Colour::Black));
    }
}

/// A number of moves, however great, is less than never.
#[test]
fn the_greatest_number_is_not_never() {
    let class = class([0, 2, OTHER, NOBODY, NOBODY]);
    let at = number(&position("7K/8/8/7R/8/8/8/k7 w - -"));
    // The king is in its corner, and leaves it.
    let mut bytes = vec![NEVER - 1; class.numbers()];
    bytes[..4096].fill(0);
    bytes[at] = NEVER;
    let (wrong, how) = tables(class, bytes).wrong(0, &crate::Budget::default()).unwrap().unwrap();
    assert_eq!((number(&wrong), how.as_str()), (at, "the byte is 255, but 254 follows from the moves"));
}

/// The men of a number with file and rank, those of the attacker first.
fn placed(class: Class, number: usize) -> Vec<(u8, [i8; 2])> {
    let at = class.at(number);
    class.places().map(|i| (class.men[i], [at[i].file(), at[i].rank()])).collect()
}

/// All numbers of men on squares, as the document has them: by each symmetry, and in each order.
fn all_numbers(men: &[(u8, [i8; 2])]) -> BTreeSet<usize> {
    let has_pawns = men.iter().any(|(man, _)| man % OTHER == PAWN);
    let mut numbers = BTreeSet::new();
    for symmetry in 0..if has_pawns { 2 } else { 8 } {
        let image = |[file, rank]: [i8; 2]| {
            let file = if symmetry & 1 != 0 { 7 - file } else { file };
            let rank = if symmetry & 2 != 0 { 7 - rank } else { rank };
            if symmetry & 4 != 0 { [rank, file] } else { [file, rank] }
        };
        let region: Vec<[i8; 2]> = if has_pawns {
            (0..8).flat_map(|rank| (0..4).map(move |file| [file, rank])).collect()
        } else {
            ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"]
                .map(|name| Square::parse(name).unwrap())
                .map(|square| [square.file(), square.rank()])
                .to_vec()
        };
        let king = men.iter().find(|(man, _)| *man == OTHER).unwrap().1;
        let Some(place) = region.iter().position(|square| *square == image(king)) else { continue };
        let mut begun = vec![(place, men.iter().filter(|(man, _)| *man != OTHER).collect::<Vec<_>>())];
        while let Some((number, left)) = begun.pop() {
            let Some(least) = left.iter().map(|(man, _)| man).min() else {
                numbers.insert(number);
                continue;
            };
            for next in left.iter().filter(|(man, _)| man == least) {
                let [file, rank] = image(next.1);
                let rest = left.iter().filter(|other| !std::ptr::eq(**other, *next)).copied().collect();
                begun.push((64 * number + (8 * rank + file) as usize, rest));
            }
        }
    }
    numbers
}

/// If it is one, with the attacker to move.
fn board_of(men: &[(u8, [i8; 2])]) -> Option<Board> {
    let (rules, sides, turn) = (RuleSet::Standard, Default::default(), Colour::White);
    let mut board = Board { rules, sides, turn, castling: 0, en_passant: None };
    for (number, [file, rank]) in men {
        let square = Square::on(*file, *rank);
        if board.empty() & square.bit() == 0 || number % OTHER == PAWN && [0, 7].contains(rank) {
            return None;
        }
        board.put(square, Some(man(*number)));
    }
    Some(board).filter(|board| !board.is_attacked(Colour::Black))
}

#[test]
fn all_numbers_of_a_position() {
    let (mut random, mut counts) = (Random(31), HashSet::new());
    for men in [
        [0, 2, OTHER, NOBODY, NOBODY],
        [0, 2, 2, OTHER, NOBODY],
        [0, 1, OTHER, OTHER + 4, OTHER + 4],
        [0, 4, 4, 4, OTHER],
        [0, 2, 2, OTHER, OTHER + 2],
        [0, 1, 3, OTHER, OTHER + 3],
        [0, PAWN, PAWN, OTHER, NOBODY],
        [0, PAWN, OTHER, OTHER + PAWN, OTHER + PAWN],
        [0, PAWN, PAWN, PAWN, OTHER],
    ] {
        let class = Class::of(men);
        let mut positions = 0;
        while positions < 2_000 {
            let number = random.below(class.numbers() as u64) as usize;
            let men = placed(class, number);
            if board_of(&men).is_none() {
                continue;
            }
            positions += 1;
            let (mut found, mut open) = (BTreeSet::new(), vec![number]);
            while let Some(number) = open.pop() {
                if found.insert(number) {
                    open.extend(class.twins(number / 64 * 64).into_iter().map(|twin| twin(number)));
                }
            }
            assert_eq!(found, all_numbers(&men), "{class} {number}");
            assert!(
                found.iter().all(|number| board_of(&placed(class, *number)).is_some()),
                "{class} {number}"
            );
            counts.insert((class.men, found.len()));
        }
    }
    let mut counts: Vec<usize> = counts.into_iter().map(|(_, count)| count).collect();
    counts.sort_unstable();
    assert_eq!(counts, [1, 1, 2, 2, 2, 2, 2, 2, 2, 4, 4, 4, 6, 6, 12]);
}

/// The bytes that a position has are equal, whichever of them is the least; what is none may have any byte.
#[test]
fn equal_bytes_of_a_position() {
    let class = class([0, 2, OTHER, NOBODY, NOBODY]);
    let position = |number: usize| board_of(&placed(class, number));
    let (mut random, mut verdicts) = (Random(37), [0; 3]);
    let mates = |board: &Board| {
        let moves = board.safe_moves();
        moves
            .iter()
            .map(|m| board.play(m))
            .any(|after| after.is_attacked(Colour::Black) && after.safe_moves().is_empty())
    };
    for _ in 0..60 {
        let mut bytes: Vec<u8> = (0..class.numbers())
            .map(|number| if position(number).is_none() { number as u8 } else { 0 })
            .collect();
        // On the diagonal most often.
        for _ in 0..1 + random.below(3) {
            let is_mate = random.below(5) == 0;
            let number = loop {
                let place = [0, 0, 4, 7, 9, 2][random.below(6) as usize] << 12;
                let number = place + random.below(1 << 12) as usize;
                if position(number).is_some_and(|board| !is_mate || mates(&board)) {
                    break number;
                }
            };
            let numbers = all_numbers(&placed(class, number));
            let is_all = random.below(4) > 0;
            numbers.iter().filter(|other| is_all || **other == number).for_each(|number| bytes[*number] = 1);
        }
        let unequal = |number: usize| {
            let numbers = all_numbers(&placed(class, number));
            numbers.into_iter().map(|other| bytes[other]).find(|other| *other != bytes[number])
        };
        let faults = (0..class.numbers()).filter_map(|number| {
            let board = position(number)?;
            let too_much = (bytes[number] == 1 && mates(&board)).then_some((0, "follows from the moves"));
            let unequal = || unequal(number).map(|other| (other, "at another number of the same position"));
            let (other, why) = too_much.or_else(unequal)?;
            Some((board.to_string(), format!("the byte is {}, but {other} {why}", bytes[number])))
        });
        let expected = faults.into_iter().next();
        verdicts[expected.as_ref().map_or(0, |(_, how)| if how.contains("number") { 1 } else { 2 })] += 1;
        let found = tables(class, bytes.clone()).wrong(0, &crate::Budget::default()).unwrap();
        assert_eq!(found.map(|(row, how)| (row.board().to_string(), how)), expected);
    }
    assert!(verdicts.iter().all(|count| *count > 5), "{verdicts:?}");
}

/// Of men that are alike likewise.
#[test]
fn equal_bytes_of_alike_men() {
    let class = class([0, 4, 4, OTHER, NOBODY]);
    let numbers = all_numbers(&placed(class, number(&position("8/8/8/3k4/8/8/8/KNN5 w - -"))));
    assert_eq!(numbers.len(), 4);
    for unequal in [None].into_iter().chain(numbers.iter().map(Some)) {
        let mut bytes = vec![0; class.numbers()];
        numbers.iter().filter(|number| Some(*number) != unequal).for_each(|number| bytes[*number] = 1);
        let wrong = tables(class, bytes).wrong(0, &crate::Budget::default()).unwrap();
        let (first, byte) = (numbers.first(), u8::from(unequal != numbers.first()));
        let at = |number: &usize| board_of(&placed(class, *number)).unwrap().to_string();
        let how = format!("the byte is {byte}, but {} at another number of the same position", 1 - byte);
        let expected = unequal.and(first).map(|number| (at(number), how));
        assert_eq!(wrong.map(|(row, how)| (row.board().to_string(), how)), expected);
    }
}
